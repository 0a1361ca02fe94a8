#!/usr/bin/env python3
"""Waymark's lines through libgpiod 1.6 and through libgpiod 2, on the same chip: edges, levels, who has a line."""
from emulated_board import *

builder = PROJECT / ".ci" / "gpio-check"
if not builder.exists():
    skip("there is no .ci/gpio-check")
built = subprocess.run([builder], capture_output=True, text=True)
assert built.returncode == 0, built.stderr
programs = [line for line in built.stdout.splitlines() if line.startswith("/")]
assert len(programs) == 2, built.stdout


def edges_of(text):
    return [int(level) for level in re.findall(r"^edge (\d)", text, re.M)]


with Board() as board:
    board.start(daemon=False)
    versions = set()
    for program in programs:
        versions.add(re.search(r"API v(\d)", board.shell(f"{program} version").out).group(1))
        assert "pinctrl-bcm2835, 58 lines" in board.shell(f"{program} chip /run/chip").out
        assert board.shell(f"{program} find /run/chip GPIO{LED}").out == f"offset {LED}\n"

        edges = f"/run/edges-{len(versions)}"
        # Two presses of a button to ground: active, inactive, active, inactive.
        board.spawn(f"{program} edges /run/chip {BUTTON} 4 pull-up active-low >{edges} 2>&1")
        board.wait(lambda: "level 0" in board.shell(f"cat {edges}", check=False).out, "the button is watched", 5)
        assert "used by gpio-check" in board.shell(f"{program} line /run/chip {BUTTON}").out
        board.press(0.1)
        # Two edges in one tick of the kernel are none.
        time.sleep(0.05)
        board.press(0.1)
        board.wait(lambda: len(edges_of(board.shell(f"cat {edges}").out)) == 4, "four edges", 5)
        assert edges_of(board.shell(f"cat {edges}").out) == [1, 0, 1, 0]

        begun = board.uptime()
        board.shell(f"{program} drive /run/chip {LED} 300")
        lit = board.led.wait_for(1, after=begun)
        dark = board.led.wait_for(0, after=lit)
        assert 0.28 < dark - lit < 0.4, f"lit for {dark - lit:.3f} s"

        board.take_line(BUTTON)
        refused = board.shell(f"{program} edges /run/chip {BUTTON} 1", check=False)
        assert refused.status == 1 and "busy" in refused.err.lower(), refused
        assert "used by somebody-else" in board.shell(f"{program} line /run/chip {BUTTON}").out
        board.release_lines()
assert versions == {"1", "2"}, f"both interfaces should be tried, not {versions}"
print("ok: libgpiod 1 and 2: edges, levels, names, a line that is taken")
