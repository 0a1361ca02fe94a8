#!/usr/bin/env python3
"""Two seconds are the next mode and no tag; eight seconds save everything and power off."""
from emulated_board import *
from wiring import *

with Board(config=need(BUTTON_AND_LED)) as board:
    board.start()
    board.receiver.play(walk())
    board.wait_for_status(lambda status: status.get("fixed"), "a fix")
    board.waymark("tag here")

    pressed = board.button.hold()
    time.sleep(2.3)
    # "Saved" of the tag is lit still, and then going dark is the answer.
    seen = min(edge.time for edge in board.led.edges if edge.time >= pressed - 0.001) - pressed
    assert seen < 0.05, f"the press was seen after {seen * 1e3:.0f} ms: {board.led.story(pressed)}"
    assert board.led.edges[-1].level == 1, f"held for 2 s, the LED says so: {board.led.story(pressed)}"
    board.button.let_go()
    time.sleep(3)
    status = board.status()
    assert status["tags_made"] == 1, f"a long press is no tag: {status}"
    assert status.get("logger_mode") not in (None, "auto"), f"the mode should be another one: {status}"

    pressed = board.button.hold()
    time.sleep(9)
    board.button.let_go()
    daemon = board.daemon
    try:
        board.wait(lambda: board.ended.get(daemon) == 100, "the daemon ends and asks for the power to go off", 10)
    except BoardGone:
        pass  # Powered off already.
    board.power_cut()
    board.start(daemon=False)
    stops = board.waymark("log --json --data /var/lib/waymark --type stop").splitlines()
    assert len(stops) == 1, f"an orderly end is a record: {stops}"
print(f"ok: seen after {seen * 1e3:.0f} ms, mode {status['logger_mode']} after 2 s, an orderly end after 8 s")
