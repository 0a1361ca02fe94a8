#!/usr/bin/env python3
"""Each chip that Waymark knows is found on a real bus device, told from the others, and read."""
from emulated_board import *
from wiring import *

config = need(SENSORS)
listed = subprocess.run([PARTS / "emulated-chips", "--list"], capture_output=True, text=True, check=True).stdout
known = {line.split()[0]: line.split()[1:] for line in listed.splitlines()}

with Board(config=config, chips=list(known)[:1]) as board:
    board.start(daemon=False)
    unknown = []
    for part, names in known.items():
        board.bus.replace([part])
        found = board.waymark("doctor --json", 60, check=False).out
        missed = [name for name in names if name not in found]
        if missed:
            unknown.append(f"{' and '.join(missed)} of {part}")
            print(f"  {part}: {found}")
    assert not unknown, f"not found: {', '.join(unknown)}"
print(f"ok: {len(known)} parts found and read")
