#!/usr/bin/env python3
"""Quick presses are each a tag, and contacts that bounce are one."""
from emulated_board import *
from wiring import *

# How contacts bounce, in ms closed and open in turn; what debouncing must bridge and what no hand does.
BOUNCES = [(), (10, 10), (12, 11, 15, 10), (1, 1, 2, 1), (20, 15)]

with Board(config=need(BUTTON_AND_LED)) as board:
    board.start()
    board.receiver.play(walk())
    board.wait_for_status(lambda status: status.get("fixed"), "a fix")

    expected = []
    for bounce in BOUNCES:
        for length in (0.06, 0.3):
            expected.append(board.press(length, bounce))
            time.sleep(0.3)
    # Two fingers' worth: 150 ms from one press to the next.
    expected.append(board.press(0.07))
    time.sleep(0.05)
    expected.append(board.press(0.07))
    time.sleep(2)
    tags = [record["at_s"] for record in board.records("tag")]
    assert len(tags) == len(expected), f"{len(expected)} presses, {len(tags)} tags: {expected} {tags}"
    late = max(abs(tag - press) for tag, press in zip(tags, expected))
    assert late < 0.02, f"a tag is {late * 1e3:.0f} ms off its press"
print(f"ok: {len(expected)} presses, bouncing and quick ones too, as many tags, at most {late * 1e3:.0f} ms off")
