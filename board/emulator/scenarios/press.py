#!/usr/bin/env python3
"""One press without a sky: seen at once, saved only when the card has it, located when the first fix comes."""
from emulated_board import *
from wiring import *

with Board(config=need(BUTTON_AND_LED)) as board:
    board.start()
    board.wait_for_message("line is open")
    board.receiver.play(walk(seconds=600, fix_after=600))
    time.sleep(2)

    # A card that takes nothing for three seconds.
    board.shell("fsfreeze -f /var/lib/waymark")
    pressed = board.press()
    seen = board.led.wait_for(1, after=pressed) - pressed
    assert seen < 0.05, f"the press was seen after {seen * 1e3:.0f} ms: {board.led.story(pressed)}"
    time.sleep(3)
    thawed = board.uptime()
    early = flashes(board, pressed, thawed, SAVED)
    board.shell("fsfreeze -u /var/lib/waymark")
    assert not early, f"\"saved\" was said {early[0] - pressed:.2f} s after the press, and the card was not writable"
    time.sleep(3)
    saved = flashes(board, thawed, board.uptime(), SAVED)
    assert len(saved) == 1, f"\"saved\" should come once the card takes it: {board.led.story(pressed)}"

    # What is said to be saved must survive the plug.
    board.power_cut()
    board.start()
    tags = board.records("tag")
    assert len(tags) == 1 and abs(tags[0]["at_s"] - pressed) < 0.02, (pressed, tags)

    board.wait_for_message("line is open")
    board.receiver.play(walk(seconds=600, fix_after=3))
    board.wait_for_status(lambda status: status.get("fixed"), "a fix")
    time.sleep(4)
    located = flashes(board, 0, board.uptime(), LOCATED)
    assert len(located) == 2, f"\"located\" is two flashes: {board.led.story()}"
    assert [record["tag"] for record in board.records("located")] == [tags[0]["seq"]]
print(f"ok: seen after {seen * 1e3:.0f} ms, saved {saved[0] - thawed:.2f} s after the card took it, located")
