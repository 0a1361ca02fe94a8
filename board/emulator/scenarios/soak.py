#!/usr/bin/env python3
"""10 Hz for a minute (SOAK_SECONDS for longer): every epoch that was sent is in the journal, and none twice."""
from emulated_board import *

SECONDS = int(os.environ.get("SOAK_SECONDS", "60"))
HERTZ = 10

with Board(config="[receiver]\nspeed = 115200\n", speed=115200) as board:
    board.start()
    board.wait_for_message("line is open")
    board.receiver.play(walk(hertz=HERTZ, seconds=SECONDS), hertz=HERTZ)
    begun = time.monotonic()
    while board.receiver.player.is_alive():
        assert time.monotonic() < begun + SECONDS * 1.1 + 10, "the player is late"
        time.sleep(1)
        if int(time.monotonic() - begun) % 10 == 5:
            assert board.status()["receiver"] == "talking"
    assert board.receiver.lost == 0, f"{board.receiver.lost} bytes were lost on the wire"
    time.sleep(2)
    memory = board.shell(f"grep VmRSS /proc/{board.daemon}/status").out.split()[1]
    assert board.stop_daemon() == 0
    lines = board.waymark("log --json --type fix --data /var/lib/waymark", 600).splitlines()
    times = [json.loads(line)["time"] for line in lines]
    assert board.waymark("verify --data /var/lib/waymark", 60, check=False).status == 0

assert times == sorted(times) and len(set(times)) == len(times), "a time came twice"
missing = SECONDS * HERTZ - len(times)
assert missing == 0, f"{missing} of {SECONDS * HERTZ} epochs are missing"
print(f"ok: {len(times)} epochs in {SECONDS} s, none missing, the daemon at {int(memory) / 1024:.1f} MB")
