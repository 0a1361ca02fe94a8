#!/usr/bin/env python3
"""The compass is calibrated with button and light only, knows its heading after a restart, and survives a power cut."""
import math
import random

from emulated_board import *
from wiring import *

SEED = int(os.environ.get("WAYMARK_SEED", "20261201"))
EARTH = (19.0, 0.0, 45.5)  # microtesla: north, east, down
chance = random.Random(SEED)


def turned(heading, pitch, roll):
    """What perfect chips would measure in this attitude, degrees: field and acceleration; +x forward, +y left, +z up."""
    h, p, r = (math.radians(angle) for angle in (heading, pitch, roll))
    forward = (math.cos(p) * math.cos(h), math.cos(p) * math.sin(h), -math.sin(p))
    left = (math.sin(h), -math.cos(h), 0.0)
    up = tuple(forward[(i + 1) % 3] * left[(i + 2) % 3] - forward[(i + 2) % 3] * left[(i + 1) % 3] for i in range(3))
    axes = (forward, tuple(math.cos(r) * a + math.sin(r) * b for a, b in zip(left, up)),
            tuple(math.cos(r) * b - math.sin(r) * a for a, b in zip(left, up)))
    field = [sum(a * b for a, b in zip(axis, EARTH)) for axis in axes]
    return field, [-axis[2] for axis in axes]


def place(board, heading, pitch=0.0, roll=0.0, iron=(30.0, -12.0, 8.0)):
    field, acceleration = turned(heading, pitch, roll)
    say = lambda name, values: f"{name} " + " ".join(f"{value:.4f}" for value in values)
    board.bus.tell(say("acceleration", acceleration))
    board.bus.tell(say("field", [value + bias for value, bias in zip(field, iron)]))


def turn(board, is_over, iron=(30.0, -12.0, 8.0)):
    """Turns the board onto all its sides until it is over."""
    end = time.monotonic() + 150
    while not is_over():
        assert time.monotonic() < end, "the calibration does not end"
        place(board, chance.uniform(0, 360), math.degrees(math.asin(chance.uniform(-1, 1))), chance.uniform(0, 360), iron)
        time.sleep(0.3)


def heading(board):
    return json.loads(board.waymark("heading --json", check=False).out)


def off(one, other):
    return abs((one - other + 180) % 360 - 180)


with Board(config=need(BUTTON_AND_LED, SENSORS), chips=["lis3mdl@1c", "lis3dh@18"]) as board:
    board.start(daemon=False)
    board.button.hold()
    board.start_daemon()
    board.wait_for_status(lambda status: status["heading_available"], "a compass")
    held = board.led.wait_for(1, seconds=10)
    place(board, 70)
    assert heading(board)["status"] == "uncalibrated"
    time.sleep(2)
    assert board.led.edges[-1].level == 1, f"the light stays on: {board.led.story()}"
    begun = board.button.let_go()
    turn(board, lambda: board.messages("the calibration is saved|calibration was refused"))
    assert board.messages("calibration is saved"), board.messages("refused")
    time.sleep(1.5)
    assert flashes(board, begun + 3, board.uptime(), SAVED), f"the light says saved: {board.led.story(begun)}"
    status = board.status()
    assert status["tags_made"] == 0 and status["calibrated"], status

    place(board, 70)
    time.sleep(0.5)
    before = heading(board)
    assert 0 < before["accuracy_deg"] < 6 and off(before["magnetic_heading_deg"], 70) < 4, before
    board.reboot()
    board.wait_for_status(lambda status: status.get("calibrated"), "the calibration after a restart")
    place(board, 70)
    time.sleep(0.5)
    after = heading(board)
    assert off(after["magnetic_heading_deg"], before["magnetic_heading_deg"]) < 2, (before, after)

    # Another iron, calibrated anew, and the plug is pulled while that is saved.
    for cut in range(3):
        iron = (-20.0, 15.0 + cut, 30.0)
        board.spawn(f"{WAYMARK} compass calibrate --json >/tmp/guide")
        ending = lambda: '"percent":100' in board.shell("tail -n 1 /tmp/guide", check=False).out
        turn(board, ending, iron)
        time.sleep(chance.uniform(0, 1.5))
        board.power_cut()
        board.start()
        status = board.wait_for_status(lambda status: "calibrated" in status, "the compass")
        assert status["calibrated"], f"neither the old nor the new calibration after cut {cut} (seed {SEED}): {status}"
print(f"ok: {before['magnetic_heading_deg']} +-{before['accuracy_deg']}, {after['magnetic_heading_deg']} after a restart,"
      f" 3 cuts (seed {SEED})")
