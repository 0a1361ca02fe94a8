"""A whole board in a process, for scenarios that read like a story.

    with Board() as board:
        board.start()
        board.receiver.play(walk())
        board.wait_for_status(lambda status: status.get("fixed"), "a fix")
        assert json.loads(board.waymark("tag --json bridge"))["tag"]
        board.power_cut()
        board.start()

The board has a Linux kernel of its own (User-Mode Linux), the host's programs, an ext4 card for /var/lib/waymark, lines
of gpio-sim, a serial port, and an I2C bus with chips on it where asked for. `Tests/run --board` sets what this module
reads from the environment: WAYMARK, the release program, and WAYMARK_BOARD, the folder that `prepare` has filled.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from agent_link import AgentLink, BoardGone
from devicetree import BOARDS, device_tree
from i2c import Bus
from lines import Button, Lamp
from nmea import epoch, sentence, walk
from receiver import Receiver

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
WAYMARK = os.environ.get("WAYMARK") or sys.exit("set WAYMARK to the path of the release program")
PARTS = pathlib.Path(os.environ.get("WAYMARK_BOARD") or sys.exit("set WAYMARK_BOARD to what `prepare` has made"))
# What a board of the smallest kind has left for programs, and what the kernel here needs itself.
MEMORY = "96M"
BUTTON, LED, SECOND_LED, BUZZER = 17, 27, 22, 23

Line = collections.namedtuple("Line", "time text")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(0)


class Board:
    """One board with its card, through all its lives.

    `config` is the configuration file; the keys that every scenario needs have defaults. `kind` is the board that the
    device tree names, None for one without a device tree. `setup` are shell commands for the board's start. `words`
    are added to the kernel's command line.
    """

    def __init__(self, config="", kind="pi-zero-2-w", speed=9600, setup="", rtc=False, words=(), chips=(), card=True):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="waymark-board-"))
        self.config, self.words = config, list(words)
        self.kernel, self.link, self.daemon = None, None, None
        self.console = []
        self.ended, self.ready_at, self.booted_at = {}, None, 0.0
        self.receiver = Receiver(self.folder, speed)
        self.button, self.led = Button(self, BUTTON), Lamp(LED)
        self.lamps = {lamp.name: lamp for lamp in (self.led, Lamp(SECOND_LED), Lamp(BUZZER))}
        self.bus = Bus(self, chips)
        for name in ("init", "second"):
            shutil.copy(HERE / "guest" / name, self.folder)
        shutil.copy(PARTS / "agent", self.folder)
        self._write("see", "".join(f"{folder}\n" for folder in
                                   {self.folder, PROJECT, PARTS.resolve(), pathlib.Path(WAYMARK).resolve().parent}))
        self._write("setup", "mkdir -p /etc/waymark\ncp $here/waymark.toml /etc/waymark/\n" + setup)
        if rtc:
            self._write("rtc", "")
        model, compatible, label = BOARDS[kind or "pi-zero-2-w"]
        self._write("label", label + "\n")
        if kind:
            (self.folder / "board.dtb").write_bytes(device_tree(model, compatible))
            self.words.append(f"dtb={self.folder}/board.dtb")
        if card:
            subprocess.run(["truncate", "-s", "96M", self.folder / "card"], check=True)
            subprocess.run(["/sbin/mke2fs", "-q", "-F", "-t", "ext4", self.folder / "card"], check=True)
            self.words.append(f"ubd0={self.folder}/card")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None and kind is not SystemExit:
            print("--- the last of the console:", flush=True)
            for line in self.console[-60:]:
                print(f"  {line.time:7.3f} {line.text}")
        self.power_cut()
        self.receiver.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Power.

    def start(self, daemon=True):
        """Power on; comes back when programs run, and with `daemon` when Waymark accepts commands."""
        assert self.kernel is None, "the board is on"
        self._write("waymark.toml", self.config)
        for lamp in self.lamps.values():
            lamp.clear()
        self.ended.clear()
        self.ready_at = None
        self.link = AgentLink(self._event)
        self.booted_at = time.monotonic()
        self.kernel = subprocess.Popen(
            [PARTS / "linux", f"mem={MEMORY}", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro",
             f"init={self.folder}/init", "con=null", "con0=null,fd:1", "ssl=null",
             f"ssl1=tty:{self.receiver.path}", f"ssl2=fd:{self.link.guest_end}", f"uml_dir={self.folder}", "quiet",
             "panic=-1", *self.words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            pass_fds=[self.link.guest_end], env={**os.environ, "TMPDIR": str(self.folder)})
        threading.Thread(target=self._read_console, args=(self.kernel,), daemon=True).start()
        self.wait(lambda: self.ready_at, "the board is up", 30)
        for lamp in self.lamps.values():
            self.link.ask(f"watch {lamp.offset}")
        if self.bus.chips:
            self.bus.start()
        if daemon:
            self.start_daemon()

    def power_cut(self):
        """Pulls the plug: what the kernel had not written to the card is gone."""
        if self.kernel:
            try:
                os.killpg(self.kernel.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.kernel.wait()
            self.link.close()
            self.kernel = self.daemon = None

    def reboot(self):
        """Orderly: the daemon ends, the card is unmounted, and the same board starts again."""
        self.stop_daemon()
        self.shell("umount /var/lib/waymark || true; sync")
        self.power_cut()
        self.start()

    # Programs in the board.

    def shell(self, command, seconds=30, check=True):
        """Runs a command in the board to its end: status, output, complaints."""
        answer = self.link.ask(f"run {seconds} {command}", seconds + 10)
        assert not check or answer.status == 0, f"{command}: status {answer.status}: {answer.out}{answer.err}"
        return answer

    def waymark(self, words, seconds=30, check=True):
        """Runs a command of Waymark in the board: what it prints, or with `check` off all three."""
        answer = self.shell(f"{WAYMARK} {words}", seconds, check)
        return answer.out if check else answer

    def spawn(self, command):
        """Leaves a command running, its output on the console; its process id."""
        return int(self.link.ask(f"spawn {command}").out)

    def start_daemon(self, words="", wait=True):
        self.daemon = self.spawn(f"mkdir -p /run/waymark; exec {WAYMARK} run {words}")
        if wait:
            self.wait(lambda: self.daemon_accepts(), "the daemon accepts commands", 20)

    def daemon_accepts(self):
        assert self.daemon not in self.ended, f"the daemon ended with status {self.ended[self.daemon]}"
        return self.waymark("status --json", check=False).status == 0

    def stop_daemon(self, how="TERM", seconds=15):
        """Its exit status."""
        daemon, self.daemon = self.daemon, None
        self.shell(f"kill -{how} {daemon}")
        return self.wait(lambda: self.ended.get(daemon), "the daemon ends", seconds)

    def status(self):
        return json.loads(self.waymark("status --json"))

    def records(self, types="fix,tag,located,gap,start,stop,trip,clock,checkpoint", words=""):
        return [json.loads(line) for line in self.waymark(f"log --json --type {types} {words}", 60).splitlines()]

    # Waiting.

    def wait_for_status(self, holds, what, seconds=20):
        """Asks for the status until this holds of it; that status."""
        last = {}

        def look():
            nonlocal last
            last = self.status()
            return holds(last)

        try:
            self.wait(look, what, seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; the last status: {last}") from None
        return last

    def wait_for_message(self, pattern, seconds=20, after=0):
        """The first line on the console, from the one numbered `after` on, in which the pattern is found."""
        def look():
            return next((line for line in self.console[after:] if re.search(pattern, line.text)), None)

        return self.wait(look, f"a message like {pattern!r}", seconds)

    def messages(self, pattern):
        return [line.text for line in self.console if re.search(pattern, line.text)]

    def uptime(self):
        """The board's own clock, in seconds: that of all edges."""
        return float(self.shell("cut -d' ' -f1 /proc/uptime").out)

    # What hands do.

    def press(self, seconds=0.1, bounce_ms=()):
        """Presses the button once; the time of the first contact."""
        return self.button.press(seconds, bounce_ms)[0]

    def unplug_receiver(self):
        """As with one on USB, its device goes too."""
        self.receiver.unplug()
        self.shell("rm -f /dev/serial0")

    def plug_receiver_in(self):
        self.receiver.plug_in()
        self.shell("ln -sfn ttyS1 /dev/serial0")

    def take_line(self, offset):
        """Another program takes a line."""
        answer = self.link.ask(f"take {offset}")
        assert answer.status == 0, answer.err

    def release_lines(self):
        self.link.ask("release")

    # Inside.

    def _write(self, name, text):
        (self.folder / name).write_text(text)

    def wait(self, look, what, seconds):
        """Looks until there is something to see, None and False being nothing; what was seen."""
        end = time.monotonic() + seconds
        while True:
            if self.kernel and self.kernel.poll() is not None:
                raise BoardGone(f"the kernel ended with status {self.kernel.returncode}")
            found = look()
            if found is not None and found is not False:
                return found
            assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
            time.sleep(0.005)

    def _event(self, name, value, moment):
        if name == "ready":
            self.ready_at = moment
        elif name in self.lamps:
            self.lamps[name].note(value, moment)
        elif name.startswith("ended-"):
            self.ended[int(name[6:])] = value

    def _read_console(self, kernel):
        for line in kernel.stdout:
            text = line.decode("utf-8", "replace").rstrip()
            if text:
                self.console.append(Line(time.monotonic() - self.booted_at, text))
