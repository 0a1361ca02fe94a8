"""A hand that holds the emulated board and turns it in the Earth's field, among iron that moves with the board."""
import math
import os
import random

from i2c import CONTROL

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
