"""What the scenarios share: a daemon on a pseudo terminal, a player of receiver logs, a client.

Scenarios are black-box tests of the release binary. Each prints `ok: ...`, `skipped: why` or fails with an assertion;
the binary's path is in the environment variable WAYMARK.
"""
import atexit
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty

WAYMARK = os.environ.get("WAYMARK") or sys.exit("set WAYMARK to the path of the binary")
PROJECT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("WAYMARK_SHARED") or PROJECT.parent / "shared")


def skip(why):
    print(f"skipped: {why}")
    sys.exit(0)


def need_shared(*parts):
    path = SHARED.joinpath(*parts)
    if not path.exists():
        skip(f"{'/'.join(parts)} of the shared material is not here")
    return path


def need_tool(*names):
    for name in names:
        if not shutil.which(name):
            skip(f"{name} is not installed")


def waymark(*words, timeout=60, stdin=None):
    """Runs a command to its end: (status, standard output, standard error)."""
    done = subprocess.run([WAYMARK, *map(str, words)], capture_output=True, timeout=timeout, input=stdin)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def log_of(data, *words):
    status, out, err = waymark("log", "--data", data, "--json", *words)
    assert status == 0, (status, err)
    return [json.loads(line) for line in out.splitlines()]


class Folder:
    """A folder that goes away again."""

    def __enter__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="waymark-"))
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class Line:
    """A pseudo terminal: the daemon opens `path`, the scenario writes to it as the receiver would."""

    def __init__(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)

    def send(self, data):
        while data:
            data = data[os.write(self.master, data):]

    def close(self):
        for end in (self.master, self.slave):
            try:
                os.close(end)
            except OSError:
                pass


class Daemon:
    """`waymark run`, ready when its socket accepts."""

    def __init__(self, data, receiver, *words, wait=True):
        self.data = pathlib.Path(data)
        self.socket = self.data.parent / (self.data.name + ".sock")
        self.errors = open(self.data.parent / (self.data.name + ".err"), "ab")
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [WAYMARK, "run", "--data", str(self.data), "--receiver", str(receiver), "--socket", str(self.socket),
             *map(str, words)], stdout=subprocess.DEVNULL, stderr=self.errors)
        atexit.register(self.process.kill)
        if wait:
            self.wait_ready()

    def wait_ready(self, seconds=10):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect(str(self.socket))
                self.ready = time.monotonic() - self.started
                return
            except OSError:
                assert self.process.poll() is None, f"the daemon ended: {self.said()}"
                time.sleep(0.002)
        raise AssertionError("the daemon is not ready after 10 s")

    def said(self):
        self.errors.flush()
        return pathlib.Path(self.errors.name).read_text()

    def until(self, holds, seconds=10):
        """Whether this comes to hold before long: the daemon answers first and complains after."""
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def client(self, *words, **options):
        return waymark(words[0], "--socket", self.socket, *words[1:], **options)

    def status(self):
        status, out, err = self.client("status", "--json")
        assert status == 0, err
        return json.loads(out)

    def stop(self, with_signal=signal.SIGTERM, seconds=10):
        self.process.send_signal(with_signal)
        return self.process.wait(seconds)

    def kill(self):
        self.process.kill()
        self.process.wait(10)


def epochs_of(log):
    """A receiver log as bursts: the bytes from the first sentence of one instant to the first of the next."""
    bursts, current, key = [], b"", None
    for sentence in re.split(rb"(?<=\n)", log):
        found = re.search(rb"\$[A-Z]{2}(RMC|GGA|GNS|ZDA|GST),(\d{6}(?:\.\d+)?)", sentence)
        found_gll = re.search(rb"\$[A-Z]{2}GLL,[^,]*,[^,]*,[^,]*,[^,]*,(\d{6}(?:\.\d+)?)", sentence)
        time_of_day = found.group(2) if found else found_gll.group(1) if found_gll else None
        if time_of_day and key and float(time_of_day) != float(key):
            bursts.append((key.decode(), current))
            current = b""
        if time_of_day:
            key = time_of_day
        current += sentence
    if current:
        bursts.append(((key or b"").decode(), current))
    return bursts


def clock(time_of_day):
    """hhmmss.ss as hh:mm:ss.sss."""
    return f"{time_of_day[:2]}:{time_of_day[2:4]}:{float(time_of_day[4:]):06.3f}"


class Player(threading.Thread):
    """Plays bursts at wire speed; `ends` holds when the last byte of each burst was written."""

    def __init__(self, line, bursts, baud, period=None):
        super().__init__(daemon=True)
        self.line, self.bursts, self.baud, self.period = line, bursts, baud, period
        self.ends, self.stopped = [], False

    def run(self):
        bytes_per_second = self.baud / 10
        begin = due = time.monotonic()
        for number, (key, burst) in enumerate(self.bursts):
            if self.period:
                due = max(due, begin + number * self.period)
            for first in range(0, len(burst), 8):
                piece = burst[first:first + 8]
                due += len(piece) / bytes_per_second
                pause = due - time.monotonic()
                if pause > 0:
                    time.sleep(pause)
                if self.stopped:
                    return
                self.line.send(piece)
            self.ends.append((key, time.monotonic()))


def gpsd_fixes(log_path):
    """What gpsd's decoder finds, as an independent check: {time of day: (lat, lon)}."""
    out = subprocess.run(["gpsdecode", "-j"], stdin=open(log_path, "rb"), capture_output=True).stdout
    fixes = {}
    for text in out.decode(errors="replace").splitlines():
        try:
            report = json.loads(text)
        except ValueError:
            continue
        if report.get("class") == "TPV" and report.get("mode", 0) >= 2 and "time" in report and "lat" in report:
            fixes[report["time"][11:23].rstrip("Z")] = (report["lat"], report["lon"])
    return fixes
