#!/usr/bin/env python3
"""What `waymark run` costs, next to gpsd with gpxlogger, on the same bytes at the same time.

Each daemon reads a pseudo terminal of its own; one player writes the same pieces to both. The counters are those of the
kernel, read before and after a stretch that begins when both have settled.
"""

import argparse
import datetime
import math
import os
import pathlib
import pty
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty


# Bytes to play


def sentence(body):
    """An NMEA sentence with its checksum."""
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n".encode()


def degrees(value, width, hemispheres):
    """NMEA's ddmm.mmmm with its letter."""
    minutes = abs(value) * 60
    return f"{int(minutes // 60):0{width}d}{minutes % 60:07.4f},{hemispheres[value < 0]}"


def made_up_epochs(count):
    """A walk at 1.4 m/s, one epoch a second from now on, with the sentences of a common receiver: about 480 bytes."""
    start = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    for number in range(count):
        moment = start + datetime.timedelta(seconds=number)
        turn = number / 300
        latitude = 47.0 + 0.0018 * math.sin(turn) + 1e-6 * number
        longitude = 8.0 + 0.0026 * math.cos(turn)
        time_of_day = moment.strftime("%H%M%S.00")
        place = f"{degrees(latitude, 2, 'NS')},{degrees(longitude, 3, 'EW')}"
        height = 430 + 5 * math.sin(number / 60)
        course = math.degrees(turn) % 360
        satellites = "02,04,05,09,12,17,19,23"
        bodies = [
            f"GPRMC,{time_of_day},A,{place},2.72,{course:.2f},{moment.strftime('%d%m%y')},,,A",
            f"GPGGA,{time_of_day},{place},1,08,1.03,{height:.1f},M,48.0,M,,",
            f"GPGSA,A,3,{satellites},,,,,1.80,1.03,1.48",
            "GPGSV,3,1,11,02,28,259,33,04,12,212,27,05,34,302,39,09,19,271,30",
            "GPGSV,3,2,11,12,71,174,41,17,40,108,38,19,57,071,40,23,09,316,22",
            "GPGSV,3,3,11,25,22,138,29,06,05,030,,31,03,180,",
            f"GPVTG,{course:.2f},T,,M,2.72,N,5.04,K,A",
        ]
        yield b"".join(sentence(body) for body in bodies)


def epochs_of_log(path, count):
    """The epochs of an NMEA log: a new one begins where the time of day changes. Starts again at the end of the log."""
    epochs, current, last = [], b"", None
    for line in pathlib.Path(path).read_bytes().splitlines(keepends=True):
        if not line.startswith((b"$", b"!")):
            continue
        fields = line.split(b",")
        index = {b"RMC": 1, b"GGA": 1, b"ZDA": 1, b"GNS": 1, b"GLL": 5}.get(fields[0][-3:])
        moment = fields[index] if index and len(fields) > index else None
        if moment and last and moment != last and current:
            epochs.append(current)
            current = b""
        last = moment or last
        current += line.rstrip(b"\r\n") + b"\r\n"
    epochs.append(current)
    if len(epochs) < 10:
        sys.exit(f"measure.py: {path} holds {len(epochs)} epochs; give a log of 10 or more")
    return (epochs[number % len(epochs)] for number in range(count))


class Line:
    """A pseudo terminal: the player writes into one end, a daemon reads the other as its serial port."""

    def __init__(self):
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.chmod(self.path, 0o666)  # gpsd gives up root before it opens the port
        self.slave = slave  # kept open: the line stays when the daemon closes it
        os.set_blocking(self.master, False)

    def write(self, piece):
        """Writes a piece, and takes away what the daemon sent to the receiver."""
        try:
            os.read(self.master, 65536)
        except BlockingIOError:
            pass
        try:
            os.write(self.master, piece)
        except BlockingIOError:
            pass  # nobody reads: the bytes are lost, as on a wire

    def close(self):
        os.close(self.slave)
        os.close(self.master)


class Player(threading.Thread):
    """Writes one epoch a second to all lines, whole or as a slow wire would."""

    def __init__(self, lines, epochs, baud, piece):
        super().__init__(daemon=True)
        self.lines, self.epochs, self.baud, self.piece = lines, epochs, baud, piece
        self.stopped = threading.Event()

    def run(self):
        start = time.monotonic()
        for number, epoch in enumerate(self.epochs):
            size = self.piece if self.baud else len(epoch)
            for offset in range(0, len(epoch), size):
                # Ten bits on the wire for each byte; the piece is there when its last bit is.
                late = (min(offset + size, len(epoch))) * 10 / self.baud if self.baud else 0
                time.sleep(max(0.0, start + number + late - time.monotonic()))
                if self.stopped.is_set():
                    return
                for line in self.lines:
                    line.write(epoch[offset : offset + size])

    def stop(self):
        self.stopped.set()
        if self.is_alive():
            self.join()


# Daemons


def counters(pids):
    """What the kernel counted for these processes, over all their threads."""
    total = dict.fromkeys(("voluntary", "involuntary", "cpu_ns", "rss_kb", "pss_kb", "anonymous_kb", "written", "stored"), 0)
    for pid in pids:
        process = pathlib.Path(f"/proc/{pid}")
        for task in (process / "task").iterdir():
            status = dict(line.split(":", 1) for line in (task / "status").read_text().splitlines() if ":" in line)
            total["voluntary"] += int(status["voluntary_ctxt_switches"])
            total["involuntary"] += int(status["nonvoluntary_ctxt_switches"])
            total["cpu_ns"] += int((task / "schedstat").read_text().split()[0])
        for line in (process / "smaps_rollup").read_text().splitlines():
            field = line.split(":")[0].lower() + "_kb"
            if field in total:
                total[field] += int(line.split()[1])
        io = dict(line.split(": ") for line in (process / "io").read_text().splitlines())
        total["written"] += int(io["wchar"])
        total["stored"] += int(io["write_bytes"])
    return total


class Daemon:
    """A program under measure: its processes, and how long it took until a client could connect."""

    def __init__(self, folder, line):
        self.folder, self.line, self.processes = folder, line, []
        folder.mkdir(parents=True)

    def spawn(self, *command):
        with open(self.folder / "output", "ab") as output:
            process = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        self.processes.append(process)

    def wait_until_ready(self, family, address, since):
        """Connects again and again; milliseconds from the spawn to the connection."""
        while time.monotonic() - since < 15:
            client = socket.socket(family)
            try:
                client.connect(address)
                return (time.monotonic() - since) * 1000
            except OSError:
                time.sleep(0.0002)
            finally:
                client.close()
            self.check()
        sys.exit(f"measure.py: {self.name} takes no connections; it said:\n{self.output()}")

    def bytes_are_coming(self):
        """Called when the player has been at work for some seconds."""

    def check(self):
        for process in self.processes:
            if process.poll() is not None:
                sys.exit(f"measure.py: {self.name} ended with status {process.returncode}; it said:\n{self.output()}")

    def output(self):
        return (self.folder / "output").read_text(errors="replace")[-2000:]

    def counters(self):
        self.check()
        return counters([process.pid for process in self.processes])

    def stop(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def points(self):
        """How many track points it wrote."""
        return sum(path.read_bytes().count(b"<trkpt") for path in self.folder.rglob("*.gpx"))


class Waymark(Daemon):
    """waymark run"""

    name = "waymark"

    def start(self, program):
        address = self.folder / "waymark.sock"
        since = time.monotonic()
        self.spawn(program, "run", "--receiver", self.line.path, "--data", self.folder / "data", "--socket", address)
        return self.wait_until_ready(socket.AF_UNIX, str(address), since)


class GPSD(Daemon):
    """gpsd, and gpxlogger as its client"""

    name = "gpsd + gpxlogger"

    def start(self, program):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        since = time.monotonic()
        self.spawn(program, "-N", "-n", "-S", port, self.line.path)
        self.address = f"127.0.0.1:{port}"
        return self.wait_until_ready(socket.AF_INET, ("127.0.0.1", port), since)

    def bytes_are_coming(self):
        # gpxlogger ends if gpsd has nothing to say for five seconds; -r makes it try again.
        self.spawn("gpxlogger", "-r", "-e", "sockets", "-f", self.folder / "track.gpx", self.address)


# Measuring


def ready_times(kind, program, folder, count):
    """Milliseconds from spawn to connection, a new start each."""
    times = []
    for number in range(count):
        line = Line()
        daemon = kind(folder / f"start-{kind.__name__}-{number}", line)
        try:
            times.append(daemon.start(program))
        finally:
            daemon.stop()
        line.close()
    return times


def measure(programs, folder, options, baud):
    """Plays to all daemons at once; a dictionary of figures for each."""
    lines, daemons = [], []
    for kind, _ in programs:
        lines.append(Line())
        daemons.append(kind(folder / f"{kind.__name__}-{baud}", lines[-1]))
    count = options.settle + options.seconds + 10
    epochs = epochs_of_log(options.log, count) if options.log else made_up_epochs(count)
    player = Player(lines, epochs, baud, options.piece)
    try:
        for daemon, (_, program) in zip(daemons, programs):
            daemon.start(program)
        player.start()
        time.sleep(5)
        for daemon in daemons:
            daemon.bytes_are_coming()
        # Both readings between two epochs, so that they hold whole ones.
        time.sleep(options.settle + 0.9)
        before, begin = [daemon.counters() for daemon in daemons], time.monotonic()
        time.sleep(options.seconds)
        after, seconds = [daemon.counters() for daemon in daemons], time.monotonic() - begin
    finally:
        player.stop()
        for daemon in daemons:
            daemon.stop()
    figures = []
    for daemon, old, new in zip(daemons, before, after):
        figures.append(
            {
                "voluntary switches a second": (new["voluntary"] - old["voluntary"]) / seconds,
                "involuntary switches a second": (new["involuntary"] - old["involuntary"]) / seconds,
                "CPU, ms a second": (new["cpu_ns"] - old["cpu_ns"]) / 1e6 / seconds,
                "resident (RSS), MB": new["rss_kb"] / 1024,
                "its share (PSS), MB": new["pss_kb"] / 1024,
                "of it not in files, MB": new["anonymous_kb"] / 1024,
                "written by calls, KB a minute": (new["written"] - old["written"]) / 1024 / seconds * 60,
                "sent to the disk, KB a minute": (new["stored"] - old["stored"]) / 1024 / seconds * 60,
                "track points written": daemon.points(),
            }
        )
    for line in lines:
        line.close()
    return figures


def row(label, values):
    """A line of the table; the ratio comes last."""
    ratio = f"{values[0] / values[1]:8.2f}" if len(values) > 1 and values[1] else " " * 7 + "-"
    cells = "".join(f"{value:18d}" if isinstance(value, int) else f"{value:18.2f}" for value in values)
    print(f"  {label:32}{cells}{ratio if len(values) > 1 else ''}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waymark", required=True, help="the program")
    parser.add_argument("--gpsd", default=shutil.which("gpsd") or "/usr/sbin/gpsd", help="the program to compare with")
    parser.add_argument("--log", help="an NMEA log to play; a made-up walk without it")
    parser.add_argument("--seconds", type=int, default=60, help="how long to measure (60)")
    parser.add_argument("--settle", type=int, default=15, help="how long to wait before that (15)")
    parser.add_argument("--piece", type=int, default=4, help="bytes that the slow wire delivers at once (4)")
    parser.add_argument("--starts", type=int, default=10, help="how many starts to time (10)")
    parser.add_argument("--folder", help="where the daemons write: not a tmpfs, or nothing reaches a disk")
    options = parser.parse_args()

    programs = [(Waymark, os.path.abspath(options.waymark))]
    names = ["waymark"]
    if os.access(options.gpsd, os.X_OK) and shutil.which("gpxlogger"):
        programs.append((GPSD, options.gpsd))
        version = subprocess.run([options.gpsd, "-V"], capture_output=True, text=True).stdout
        print(f"compared with {version.splitlines()[0].strip() if version else options.gpsd}, and gpxlogger")
        names.append("gpsd+gpxlogger")
    else:
        print("gpsd or gpxlogger is not installed: only waymark is measured")

    folder = pathlib.Path(tempfile.mkdtemp(prefix="daemon-", dir=options.folder))
    folder.chmod(0o755)
    try:
        print(f"{options.log or 'a made-up walk'}, 1 Hz, {options.seconds} s after {options.settle} s to settle\n")
        heading = "".join(f"{name:>18}" for name in names) + ("   ratio" if len(names) > 1 else "")
        for title, baud in (("one epoch in one piece", 0), (f"9600 Bd, {options.piece} bytes at a time", 9600)):
            print(f"{title:34}{heading}", flush=True)
            figures = measure(programs, folder, options, baud)
            for label in figures[0]:
                row(label, [figure[label] for figure in figures])
            print(flush=True)
        print(f"{f'{options.starts} starts':34}{heading}")
        times = [ready_times(kind, program, folder, options.starts) for kind, program in programs]
        row("spawn to connection, ms, median", [statistics.median(each) for each in times])
        row("spawn to connection, ms, longest", [max(each) for each in times])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
