#!/usr/bin/env python3
"""The compass is calibrated with button and light only, knows its heading after a restart, and survives a power cut."""
from emulated_board import *
from hand import SEED, place, turn
from wiring import *


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
    time.sleep(random.Random(int(sys.argv[2])).uniform(0, 0.05))
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
        board.spawn(f"cd /var/lib/waymark; exec {sys.executable} {board.folder}/cut {cut} {SEED}")
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
