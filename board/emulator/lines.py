"""The button and the LED: what a hand does and an eye sees, with the times of the board's own clock in seconds."""
import collections
import threading

Edge = collections.namedtuple("Edge", "time level")


class Button:
    """A button between a line and ground, with a pull-up: pressed is level 0."""

    def __init__(self, board, offset):
        self.board, self.offset = board, offset
        # How late the latest move of all was, in seconds: a machine that is busy makes other bounces than those asked for.
        self.late = 0.0

    def press(self, seconds=0.1, bounce_ms=()):
        """Presses once and lets go.

        `bounce_ms` are the times for which the contact opens and closes in turn before it stays closed; the same
        happens again when it opens. Returns the times of the first contact and of the last.
        """
        bounces = [int(ms * 1000) for ms in bounce_ms]
        assert len(bounces) % 2 == 0, "contacts that bounce come back to where they were"
        moves, level = ["0"], 0
        for pause in bounces + [int(seconds * 1e6)] + bounces:
            level = 1 - level
            moves += [str(pause), str(level)]
        times = self._pull(moves, seconds + 2 * sum(bounces) / 1e6)
        return times[0], times[-1]

    def hold(self):
        """Presses and does not let go; the time."""
        return self._pull(["0"], 0)[0]

    def let_go(self):
        """The time."""
        return self._pull(["1"], 0)[0]

    def _pull(self, moves, seconds):
        answer = self.board.link.ask(f"pull {self.offset} {' '.join(moves)}", seconds + 10)
        assert answer.status == 0, answer.err
        times = [int(word) / 1e9 for word in answer.out.split()]
        wanted = 0.0
        for pause, (before, after) in zip(moves[1::2], zip(times, times[1:])):
            wanted += int(pause) / 1e6
            self.late = max(self.late, after - times[0] - wanted)
        return times


class Lamp:
    """An output line that is watched every 2 ms: `edges` is its whole story in this life of the board."""

    def __init__(self, offset):
        self.offset = offset
        self.name = f"line-{offset}"
        self.edges, self.changed = [], threading.Condition()

    def note(self, level, time):
        with self.changed:
            self.edges.append(Edge(time, level))
            self.changed.notify_all()

    def clear(self):
        with self.changed:
            self.edges.clear()

    def wait_for(self, level, after=0.0, seconds=5):
        """The first time after `after` at which the line goes to this level; fails when it does not."""
        def found():
            return next((edge for edge in self.edges if edge.time >= after and edge.level == level), None)

        with self.changed:
            assert self.changed.wait_for(lambda: found() is not None, seconds), \
                f"line {self.offset} did not go to {level} within {seconds} s: {self.story(after)}"
            return found().time

    def lit(self, begin, end):
        """The spans within these times in which it was lit, as (from, length)."""
        spans, since = [], None
        with self.changed:
            edges = [edge for edge in self.edges if edge.time < end]
        for edge in edges + [Edge(end, 0)]:
            if edge.level == 1 and since is None:
                since = max(edge.time, begin)
            elif edge.level != 1 and since is not None:
                if edge.time > begin:
                    spans.append((since, edge.time - since))
                since = None
        return spans

    def story(self, after=0.0):
        """Its edges in words, for who reads why a scenario failed."""
        said = [f"{edge.time:.3f} s {'on' if edge.level == 1 else 'off'}" for edge in self.edges if edge.time >= after]
        return ", ".join(said) or "nothing"
