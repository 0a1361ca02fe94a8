#!/usr/bin/env python3
"""A chip that does not answer, a bus that is held, a dip of the supply: each said once, and over when it is over."""
from emulated_board import *
from wiring import *

CHIP, NAME, ADDRESS = "lis3mdl@1c", "LIS3MDL", 0x1C
config = need(SENSORS)

with Board(config=config, chips=[CHIP]) as board:
    board.start()
    board.receiver.play(walk())
    board.wait_for_status(lambda status: NAME in json.dumps(status), "the compass is found", 20)

    def works():
        return '"fault"' not in json.dumps(board.status().get("sensors", {}))

    faults = {
        "a chip that does not answer": lambda: board.bus.nak(ADDRESS),
        "a controller that says so otherwise": lambda: board.bus.remote_error(ADDRESS),
        "a bus that is held": lambda: board.bus.stuck(),
        "a dip of the supply": lambda: board.bus.brown_out(CHIP),
    }
    for what, inject in faults.items():
        seen = len(board.console)
        inject()
        time.sleep(8)
        said = [line.text for line in board.console[seen:] if NAME in line.text or "i2c" in line.text]
        assert len(said) <= 1, f"{what} is worth one message: {said}"
        status = board.status()
        assert status.get("fix_age_s", 99) < 3, f"{what} must not hold up the fixes: {status}"
        board.bus.heal()
        board.wait(works, f"{what} is over", 60)
    fixes = board.records("fix")
    assert len(fixes) > 30
print(f"ok: {len(faults)} faults of the bus, {len(fixes)} fixes meanwhile")
