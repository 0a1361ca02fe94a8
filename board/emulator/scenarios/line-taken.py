#!/usr/bin/env python3
"""Another program has the button's line: it is named, the logger logs on, and the button works once the line is free."""
from emulated_board import *
from wiring import *

with Board(config=need(BUTTON_AND_LED)) as board:
    board.start(daemon=False)
    board.take_line(BUTTON)
    board.start_daemon()
    board.wait_for_message(f"GPIO{BUTTON}.*somebody-else")
    board.receiver.play(walk())
    board.wait_for_status(lambda status: status.get("fixed"), "a fix")
    time.sleep(5)
    said = board.messages(f"GPIO{BUTTON}")
    assert len(said) == 1, f"one fault is worth one message: {said}"

    board.release_lines()
    for attempt in range(40):
        time.sleep(1)
        board.press()
        time.sleep(0.5)
        if board.status()["tags_made"]:
            break
    else:
        raise AssertionError("the line is free and the button still does nothing after a minute")
print(f"ok: the holder is named, and the button works {attempt + 1} s after the line is free")
