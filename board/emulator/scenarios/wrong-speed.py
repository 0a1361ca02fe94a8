#!/usr/bin/env python3
"""A receiver that somebody has left at another speed is found, whatever the speed is."""
from emulated_board import *
from wiring import *

took = {}
for speed in (38400, 115200, 4800):
    with Board(speed=speed) as board:
        board.start()
        board.wait_for_message("line is open")
        begun = time.monotonic()
        board.receiver.play(walk())
        board.wait_for_status(lambda status: status.get("fixed"), f"a receiver at {speed} Bd is found", 60)
        took[speed] = time.monotonic() - begun
        assert board.receiver.port_speed() == speed, board.receiver.port_speed()
print("ok: " + ", ".join(f"{speed} Bd found in {seconds:.0f} s" for speed, seconds in took.items()))
