"""Wakeups, CPU time and memory of the daemon and of gpsd with gpxlogger, on the emulated board, on the same bytes."""
import sys

from emulated_board import *

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
CONFIG = """
[receiver]
speed = 115200
configure = false

[button]
line = "GPIO17"

[led]
line = "GPIO27"
{sensors}
"""
SENSORS = '[sensors]\nbus = "/dev/i2c-1"\n'


def cost(board, processes):
    """Voluntary switches, CPU seconds (all threads) and resident kilobytes of some processes, added up."""
    script = "; ".join(f"cat /proc/{process}/task/*/status /proc/{process}/task/*/stat" for process in processes)
    switches = ticks = 0
    for line in board.shell(script).out.splitlines():
        if line.startswith("voluntary_ctxt_switches:"):
            switches += int(line.split()[1])
        elif re.match(r"\d+ \(", line):
            ticks += sum(map(int, line.rsplit(")", 1)[1].split()[11:13]))
    memory = sum(int(board.shell(f"grep VmRSS /proc/{process}/status").out.split()[1]) for process in processes)
    return switches, ticks / 100, memory


def measure(board, processes, hertz):
    board.receiver.play(walk(hertz=hertz, seconds=SECONDS + 20), hertz=hertz)
    time.sleep(10)
    before, begun = cost(board, processes), time.monotonic()
    time.sleep(SECONDS)
    after, seconds = cost(board, processes), time.monotonic() - begun
    board.receiver.stop()
    return (after[0] - before[0]) / seconds, (after[1] - before[1]) * 1000 / seconds, after[2] / 1024


def daemon(hertz, compass):
    chips = ["lis3mdl@1c", "lis3dh@18"] if compass else []
    with Board(config=CONFIG.format(sensors=SENSORS if compass else ""), speed=115200, chips=chips) as board:
        board.start()
        board.wait_for_message("line is open")
        if compass:
            board.spawn(f"exec {WAYMARK} sensors --follow --json >/dev/null")
        return measure(board, [board.daemon], hertz)


def gpsd(hertz):
    with Board(speed=115200) as board:
        board.start(daemon=False)
        board.shell("ip link set lo up; stty -F /dev/ttyS1 115200 raw")
        logger = "/usr/bin/gpxlogger -f /tmp/track.gpx 127.0.0.1:2947"
        pids = [board.spawn("exec /usr/sbin/gpsd -n -N -b -S 2947 /dev/ttyS1")]
        time.sleep(2)
        pids.append(board.spawn(f"exec {logger}"))
        time.sleep(1)
        return measure(board, pids, hertz)


def show(name, figures):
    print(f"{name:44} {figures[0]:9.2f} {figures[1]:9.2f} {figures[2]:9.1f}", flush=True)


print(f"{'':44} {'wakeups/s':>9} {'CPU ms/s':>9} {'RSS MB':>9}")
for hertz in (1, 10):
    show(f"{hertz} Hz: waymark, button, LED", daemon(hertz, False))
    show(f"{hertz} Hz: waymark, button, LED, compass at 10 Hz", daemon(hertz, True))
    show(f"{hertz} Hz: gpsd with gpxlogger", gpsd(hertz))
