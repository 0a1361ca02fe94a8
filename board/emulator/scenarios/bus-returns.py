#!/usr/bin/env python3
"""A bus that is bad when the daemon starts, and one that goes away, are told by status and doctor, and used again."""
from emulated_board import *
from wiring import *


def doctor(board):
    answer = board.waymark("doctor --json", 60, check=False)
    return answer.status, {line["check"]: line for line in map(json.loads, answer.out.splitlines())}


def has_compass(status):
    return status.get("heading_available") and "sensor_bus_fault" not in status


with Board(config=SENSORS + BUTTON_AND_LED, chips=["lis3mdl@1c", "lis3dh@18"]) as board:
    board.start(daemon=False)
    board.bus.stuck()
    board.start_daemon()
    board.receiver.play(walk(seconds=600))
    board.wait_for_status(lambda status: status.get("sensor_bus_fault"), "the held bus", 40)
    status, findings = doctor(board)
    assert status != 0 and findings["i2c.bus"]["level"] in ("warning", "fault"), (status, findings)
    healed = time.monotonic()
    board.bus.heal()
    board.wait_for_status(has_compass, "the compass, once the bus is free", 60)
    freed = time.monotonic() - healed

    # The adapter is pulled and plugged in again: its device is another one then.
    board.bus.stop()
    board.waymark("sensors", 30, check=False)
    board.wait_for_status(lambda status: not status.get("heading_available"), "the loss", 60)
    board.bus.start()
    returned = time.monotonic()
    board.wait_for_status(has_compass, "the compass, once the bus is back", 60)
    back = time.monotonic() - returned

    # Somebody else reads the port.
    thief = board.spawn("exec cat /dev/ttyS1 >/dev/null")
    status, findings = doctor(board)
    assert findings["receiver.port"]["level"] == "fault" and "cat" in findings["receiver.port"]["message"], findings
    board.shell(f"kill {thief}")
    status, findings = doctor(board)
    assert findings["daemon"]["level"] == "ok", findings
print(f"ok: used again {freed:.0f} s after it was free and {back:.0f} s after it was back; another reader is named")
