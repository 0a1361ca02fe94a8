"""How the emulated board is wired, as the configuration says it, for scenarios that need more than a receiver."""
import re
import subprocess
import tempfile

from emulated_board import BUTTON, LED, WAYMARK, skip

BUTTON_AND_LED = f"""
[button]
line = "GPIO{BUTTON}"

[led]
line = "GPIO{LED}"
"""

SENSORS = """
[sensors]
bus = "/dev/i2c-1"
"""

# How light tells things: docs/button-and-led.md. Seconds of light; what is watched is exact to a few milliseconds.
SEEN, SAVED, LOCATED = 0.1, 0.8, 0.5


def need(*configurations):
    """The configurations as one; skips the scenario with a program that knows no parts but a receiver.

    Such a one has no doctor. It may know the sections of the configuration already.
    """
    need_command("doctor")
    text = "".join(configurations)
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([WAYMARK, "config", "check", file.name], capture_output=True, text=True)
    if "unknown section" in done.stderr or "unknown key" in done.stderr:
        skip(f"this program cannot do it yet: {done.stderr.splitlines()[0].split(': ', 2)[-1]}")
    assert done.returncode == 0, done.stderr
    return text


def need_command(name):
    """Skips the scenario if the program has no such command yet."""
    done = subprocess.run([WAYMARK, name, "--help"], capture_output=True, text=True)
    if done.returncode != 0:
        skip(f"this program has no command {name} yet")


def need_in_reference(key, pattern):
    """Skips the scenario unless what the program says of a key of its configuration has this in it."""
    text = subprocess.run([WAYMARK, "config", "reference"], capture_output=True, text=True).stdout
    said = text.split(f"\n#{key} = ")[0].split("\n\n")[-1]
    if not re.search(pattern, said):
        skip(f"this program cannot do it yet: {key} says nothing of {pattern}")


def about(seconds, expected):
    """Whether a light was on for so long: within 40 ms, which a loaded build machine may take."""
    return abs(seconds - expected) < 0.04


def flashes(board, begin, end, length):
    """When the LED was lit for about so long, within these times."""
    return [since for since, lit in board.led.lit(begin, end) if about(lit, length)]
