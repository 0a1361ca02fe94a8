"""The receiver on the board's serial port: recorded or made-up sentences at wire speed, or a model that answers."""
import fcntl
import os
import pathlib
import struct
import subprocess
import termios
import threading
import time
import tty

import nmea

PARTS = pathlib.Path(os.environ.get("WAYMARK_BOARD", ""))
SPEEDS = {getattr(termios, f"B{baud}"): baud
          for baud in (1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)}


class Receiver:
    """The host's end of the board's /dev/ttyS1.

    The kernel of the board opens `path`, a link to a pseudo terminal, when a program in the board opens the port, so
    that a receiver can be unplugged (the terminal goes away) and plugged in again (the link leads to another one).
    A pseudo terminal has no speed of its own, but our kernel hands on what the port is set to (serial-speed.patch).
    What is sent at another speed arrives as the bytes that a UART would make of it, in both directions.
    """

    def __init__(self, folder, speed=9600):
        self.path = pathlib.Path(folder) / "receiver"
        self.speed, self.last_attributes = speed, None
        self.sent, self.lost, self.said_to_us = 0, 0, bytearray()
        self.master = self.slave = None
        self.lock = threading.Lock()
        self.player, self.stopped, self.model, self.story = None, threading.Event(), None, []
        self.plug_in()

    # What hands do.

    def plug_in(self):
        with self.lock:
            self.master, self.slave = os.openpty()
            tty.setraw(self.slave)
            os.set_blocking(self.master, False)
            if self.last_attributes:
                # The port keeps its speed while nothing is plugged in.
                termios.tcsetattr(self.slave, termios.TCSANOW, self.last_attributes)
            new = self.path.with_name("receiver.new")
            new.unlink(missing_ok=True)
            new.symlink_to(os.ttyname(self.slave))
            new.replace(self.path)

    def unplug(self):
        if self.model:
            self.stop()
        with self.lock:
            if self.slave is not None:
                self.last_attributes = termios.tcgetattr(self.slave)
            for end in (self.slave, self.master):
                if end is not None:
                    os.close(end)
            self.master = self.slave = None

    # What it says.

    def play(self, bursts, hertz=1):
        """Begins to send bursts in the background, each at its time; a burst that takes too long delays the next."""
        self.stop()
        self.stopped = threading.Event()
        self.player = threading.Thread(target=self._play, args=(bursts, hertz, self.stopped), daemon=True)
        self.player.start()

    def stop(self):
        """Falls silent."""
        self.stopped.set()
        if self.player:
            self.player.join()
            self.player = None
        if self.model:
            self.model.kill()
            self.model.wait()
            self.model = None

    def wait_until_played(self, seconds):
        self.player.join(seconds)
        assert not self.player.is_alive(), f"still playing after {seconds} s"

    def become(self, model):
        """From now on a model of this receiver answers, such as `ublox8`: see receiver/main.swift. Unplugging it takes
        its power; call this again after plugging in."""
        self.stop()
        self.story = []
        self.model = subprocess.Popen(
            [PARTS / "emulated-receiver", model, str(self.speed), str(self.master), str(self.slave)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[self.master, self.slave])
        threading.Thread(target=self._listen, args=(self.model,), daemon=True).start()

    def order(self, words):
        """Tells the model to do something, such as `deaf on`."""
        self.model.stdin.write(f"{words}\n".encode())
        self.model.stdin.flush()

    def now(self, what):
        """The last that the model told of something: the number after `baud`, `period`, `heard` or `foreign`."""
        told = [line.split() for line in list(self.story)]
        return next((int(words[1]) for words in reversed(told) if words[0] == what), None)

    def is_asleep(self):
        return next((line for line in reversed(list(self.story)) if line in ("asleep", "awake")), "awake") == "asleep"

    def _play(self, bursts, hertz, stopped):
        begin = time.monotonic()
        due = begin
        for number, burst in enumerate(bursts):
            due = max(due, begin + number / hertz)
            for first in range(0, len(burst), 32):
                piece = burst[first:first + 32]
                if stopped.wait(max(0, due - time.monotonic())):
                    return
                self.send(piece)
                due += len(piece) * 10 / self.speed
            self.sent += 1

    def _listen(self, model):
        for line in model.stdout:
            self.story.append(line.decode().strip())

    def port_speed(self):
        """What the board has set its port to, in baud; only while something is plugged in."""
        return SPEEDS.get(termios.tcgetattr(self.slave)[5], 9600)

    def send(self, data):
        """Puts bytes on the wire. As on a real one, they are lost where nobody listens or nothing is plugged in."""
        with self.lock:
            if self.master is None:
                self.lost += len(data)
                return
            data = nmea.heard(data, self.speed, self.port_speed())
            waiting = struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0\0\0\0"))[0]
            if waiting > 256:
                termios.tcflush(self.slave, termios.TCIFLUSH)
                self.lost += waiting
            try:
                self.lost += len(data) - os.write(self.master, data)
            except BlockingIOError:
                self.lost += len(data)

    def receive(self):
        """What the board has sent since the last time."""
        with self.lock:
            if self.master is None:
                return b""
            try:
                data = os.read(self.master, 4096)
            except OSError:
                return b""
            data = nmea.heard(data, self.port_speed(), self.speed)
        self.said_to_us += data
        return data

    def close(self):
        self.stop()
        self.unplug()
