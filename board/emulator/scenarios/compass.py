#!/usr/bin/env python3
"""The compass is calibrated with button and light only, knows its heading after a restart, and survives a power cut."""
import math
import random

from emulated_board import *
from i2c import CONTROL
from wiring import *

SEED = int(os.environ.get("WAYMARK_SEED", "20261201"))
NORTH, DOWN = 19.0, 45.5  # microtesla
chance = random.Random(SEED)


def orders(field, acceleration, iron):
    say = lambda name, values: f"{name} " + " ".join(f"{value:.4f}" for value in values)
    return say("acceleration", acceleration), say("field", [value + bias for value, bias in zip(field, iron)])


def place(board, heading, iron):
    """Lays the board down level, +x forward; at once, so that no sample is half of before."""
    angle = math.radians(heading)
    lines = orders((NORTH * math.cos(angle), NORTH * math.sin(angle), -DOWN), (0, 0, 1), iron)
    board.shell(f"printf '%s\\n' '{lines[0]}' '{lines[1]}' >{CONTROL}", seconds=10)


def turn(board, iron):
    """Lets a hand turn the board onto all its sides, on and on: a spiral of the field around it. The hand's process."""
    strength, lines = math.hypot(NORTH, DOWN), []
    for step in range(192):
        z = 1 - 2 * (step % 64 + 0.5) / 64
        around = step * math.pi * (3 - math.sqrt(5))
        field = (math.sqrt(1 - z * z) * math.cos(around), math.sqrt(1 - z * z) * math.sin(around), z)
        # Down is anywhere on the circle that the dip leaves.
        any_way = [chance.gauss(0, 1) for _ in range(3)]
        along = sum(a * b for a, b in zip(any_way, field))
        across = [a - along * b for a, b in zip(any_way, field)]
        length = math.sqrt(sum(a * a for a in across))
        up = [-(DOWN * f + NORTH * a / length) / strength for f, a in zip(field, across)]
        lines.append(";".join(orders([strength * f for f in field], up, iron)))
    (board.folder / "hand").write_text("\n".join(lines) + "\n")
    return board.spawn(f"while :; do while IFS=';' read -r one two; do printf '%s\\n' \"$one\" \"$two\" >{CONTROL};"
                       f" sleep 0.2; done <{board.folder}/hand; done")


def heading(board):
    return json.loads(board.waymark("heading --json", check=False).out)


def is_right(heading, degrees=70):
    """Whether it is usable and right."""
    off = abs((heading.get("magnetic_heading_deg", 1e3) - degrees + 180) % 360 - 180)
    return 0 < heading["accuracy_deg"] < 6 and off < 4


# Runs in the board: switches it off, without any sync, as soon as a file of the calibration changes, or soon after that.
CUT = """
import ctypes, glob, os, random, sys, time
look = lambda: [(os.stat(name).st_mtime_ns, os.stat(name).st_size) for name in sorted(glob.glob("compass-?.cal"))]
before, libc = look(), ctypes.CDLL(None)
while look() == before:
    time.sleep(0.001)
if sys.argv[1] == "1":
    time.sleep(random.uniform(0, 0.05))
libc.reboot(0x4321FEDC)
"""

# gpio-sim lets go of a button that is held when the line is opened with a bias.
HELD = BUTTON_AND_LED.replace("[led]", 'bias = "none"\n\n[led]')
FIRST_IRON = (30.0, -12.0, 8.0)

with Board(config=need(HELD, SENSORS), chips=["lis3mdl@1c", "lis3dh@18"]) as board:
    board.start(daemon=False)
    board.button.hold()
    board.start_daemon()
    board.wait_for_status(lambda status: status["heading_available"], "a compass", 30)
    place(board, 70, FIRST_IRON)
    assert heading(board)["status"] == "uncalibrated"
    board.wait_for_status(lambda status: status["led"] == "held", "that the button may be let go", 30)
    hand = turn(board, FIRST_IRON)
    begun = board.button.let_go()
    board.wait_for_message("the calibration is saved|calibration was refused", 170)
    assert board.messages("calibration is saved"), board.messages("refused")
    board.shell(f"kill {hand}")
    time.sleep(1.5)
    # It may have been on for the progress when "saved" began.
    longest = max(lit for _, lit in board.led.lit(begun + 1, board.uptime()))
    assert SAVED - 0.1 < longest < SAVED + 0.5, f"the light says saved: {board.led.story(begun)}"
    status = board.status()
    assert status["tags_made"] == 0 and status["calibrated"], status

    place(board, 70, FIRST_IRON)
    before = heading(board)
    assert is_right(before), before
    board.reboot()
    board.wait_for_status(lambda status: status.get("calibrated"), "the calibration after a restart", 30)
    place(board, 70, FIRST_IRON)
    after = heading(board)
    assert is_right(after, before["magnetic_heading_deg"]), (before, after)

    # Among other iron, calibrated anew, and the power goes when a file of the calibration has begun to change.
    kept, iron = [], FIRST_IRON
    for cut in range(2):
        old, iron = iron, (-20.0, 15.0 + 20 * cut, 30.0)
        (board.folder / "cut").write_text(CUT)
        board.spawn(f"exec {WAYMARK} compass calibrate --json >/dev/null")
        turn(board, iron)
        board.spawn(f"cd /var/lib/waymark; exec {sys.executable} {board.folder}/cut {cut}")
        try:
            board.kernel.wait(170)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"no calibration to cut off: {board.messages('refused')}") from None
        board.power_cut()
        board.start()
        board.wait_for_status(lambda status: status.get("calibrated"), f"a calibration after cut {cut}", 30)
        found = []
        for name, around in (("old", old), ("new", iron)):
            place(board, 70, around)
            if is_right(heading(board)):
                found.append((name, around))
        assert len(found) == 1, f"one of both after cut {cut} (seed {SEED}): {found}"
        kept.append(found[0][0])
        iron = found[0][1]
print(f"ok: {before['magnetic_heading_deg']} +-{before['accuracy_deg']}, {after['magnetic_heading_deg']} after a restart,"
      f" after cuts the {', '.join(kept)} one (seed {SEED})")
