"""The wire to the agent inside the board: commands and their answers, and what the board tells by itself."""
import collections
import itertools
import socket
import threading

Answer = collections.namedtuple("Answer", "status out err")


class BoardGone(Exception):
    """The board has no power, or its kernel ended."""


class AgentLink:
    """One life of a board; `guest_end` is the descriptor that the kernel makes a serial line of."""

    def __init__(self, on_event):
        self.ours, self.theirs = socket.socketpair()
        self.guest_end = self.theirs.fileno()
        self.on_event = on_event
        self.numbers = itertools.count(1)
        self.answers, self.changed, self.gone = {}, threading.Condition(), False
        self.sending = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, words, seconds=30):
        """Has the agent carry out a command: its answer, a status other than 0 included."""
        number = next(self.numbers)
        assert "\n" not in words, "a command is one line"
        try:
            with self.sending:
                self.ours.sendall(f"{number} {words}\n".encode())
        except OSError:
            raise BoardGone(words) from None
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.answers or self.gone, seconds):
                raise TimeoutError(f"the board did not answer within {seconds} s: {words}")
            if number not in self.answers:
                raise BoardGone(words)
            return self.answers.pop(number)

    def close(self):
        for end in (self.ours, self.theirs):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

    def _listen(self):
        try:
            with self.ours.makefile("rb") as stream:
                for line in stream:
                    words = line.split()
                    if words[0] == b"!":
                        self.on_event(words[1].decode(), int(words[2]), int(words[3]) / 1e9)
                        continue
                    number, status, out, err = map(int, words)
                    answer = Answer(status, stream.read(out).decode(), stream.read(err).decode())
                    with self.changed:
                        self.answers[number] = answer
                        self.changed.notify_all()
        except (OSError, ValueError):
            pass
        with self.changed:
            self.gone = True
            self.changed.notify_all()
