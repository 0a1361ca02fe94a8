#!/usr/bin/env python3
"""A u-blox receiver is told to sleep when nobody needs it, and wakes again."""
from emulated_board import *
from wiring import *

with Board(config=need(BUTTON_AND_LED)) as board:
    board.start()
    board.wait_for_message("line is open")
    board.receiver.become("ublox8")
    board.wait_for_status(lambda status: status.get("fixed"), "a fix", 40)
    # From automatic by long presses to off: see docs/button-and-led.md.
    for _ in range(3):
        board.press(2.5)
        time.sleep(4)
    board.wait(lambda: board.receiver.is_asleep(), "the receiver sleeps", 30)
    asleep = len(board.receiver.story)
    board.press(2.5)
    board.wait(lambda: not board.receiver.is_asleep(), "the receiver wakes", 30)
    board.wait_for_status(lambda status: status.get("fix_age_s", 99) < 3, "a fix after the sleep", 60)
print("ok: acknowledged, slept, woke")
