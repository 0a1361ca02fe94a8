"""How the emulated board is wired, as the configuration says it, for scenarios that need more than a receiver."""
import subprocess
import tempfile

from emulated_board import BUTTON, LED, WAYMARK

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
    """The configurations as one, once the program has said that they are right."""
    text = "".join(configurations)
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([WAYMARK, "config", "check", file.name], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return text


def about(seconds, expected):
    """Whether a light was on for so long: within 40 ms, which a loaded build machine may take."""
    return abs(seconds - expected) < 0.04


def flashes(board, begin, end, length):
    """When the LED was lit for about so long, within these times."""
    return [since for since, lit in board.led.lit(begin, end) if about(lit, length)]
