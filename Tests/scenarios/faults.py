#!/usr/bin/env python3
"""Everything that goes wrong in the field: one clear line with a remedy and its exit status, and nothing lost."""
from lib import *

ROOT = os.geteuid() == 0
skipped = []


def one_line(status, err, wanted, *words):
    assert status == wanted, (status, wanted, err)
    lines = err.strip().splitlines()
    assert len(lines) == 1, err
    assert lines[0].startswith("waymark: ") and "; " in lines[0], f"no remedy: {err}"
    for word in words:
        assert word in lines[0], (word, err)


def refused(wanted, *words, say=(), timeout=10):
    status, _, err = waymark(*words, timeout=timeout)
    one_line(status, err, wanted, *say)


class Mount:
    """A small file system of its own, where that is possible."""

    def __init__(self, folder, options):
        self.folder, self.options = folder, options

    def __enter__(self):
        self.folder.mkdir(exist_ok=True)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", self.options, "waymark-test", str(self.folder)],
                              capture_output=True)
        return done.returncode == 0

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", str(self.folder)], capture_output=True)


def command_line(folder):
    refused(64, "taag", say=["did you mean `tag`"])
    refused(64, "log", "--sinse", "2h", say=["--since"])
    refused(64, "log", "--data", folder, "--since", "soon", say=["soon"])
    refused(69, "status", "--socket", folder / "none.sock", say=["none.sock"])
    refused(69, "tag", "x", "--socket", folder / "none.sock")
    refused(66, "log", "--data", folder / "none", say=["none"])
    refused(66, "decode", folder / "none.nmea", say=["none.nmea"])
    refused(66, "decode", folder, say=["folder"])


def configuration(folder):
    refused(78, "run", "--config", folder, "--data", folder / "d", say=["folder"])
    bad = folder / "bad.toml"
    bad.write_text("[recording]\nkep = 'all'\n")
    refused(78, "run", "--config", bad, "--data", folder / "d", say=["bad.toml:2:1", "kep", "keep"])
    refused(78, "config", "check", bad, say=["bad.toml:2:1"])
    bad.write_text("[receiver]\nspeed = \"fast\"\n")
    refused(78, "config", "check", bad, say=["bad.toml:2:", "speed"])
    bad.write_bytes(b"\x00\xff[[[")
    assert waymark("config", "check", bad)[0] == 78
    good = folder / "good.toml"
    status, out, err = waymark("config", "show")
    assert status == 0
    good.write_text(out)
    assert waymark("config", "check", good)[0] == 0


def receiver(folder):
    line = Line()
    daemon = Daemon(folder / "r1", line.path)
    line.send(bytes(random.Random(5).randrange(256) for _ in range(20_000)))
    assert daemon.client("tag", "in the noise")[0] == 0
    assert daemon.process.poll() is None
    line.close()
    assert daemon.until(lambda: daemon.status()["receiver"] == "closed"), daemon.said()
    assert daemon.until(lambda: "receiver" in daemon.said())
    assert len(daemon.said().splitlines()) <= 4, daemon.said()
    assert daemon.client("tag", "unplugged")[0] == 0
    assert daemon.stop() == 0
    daemon = Daemon(folder / "r2", folder / "no-such-tty")
    assert daemon.until(lambda: "no-such-tty" in daemon.said()), daemon.said()
    assert daemon.status()["receiver"] == "closed" and daemon.status()["receiver_fault"]
    assert daemon.client("tag", "no receiver")[0] == 0
    second = waymark("run", "--data", folder / "r2", "--receiver", "/dev/null", "--socket", folder / "x.sock", timeout=10)
    one_line(second[0], second[2], 75, str(daemon.process.pid))
    assert daemon.stop() == 0
    refused(66, "run", "--data", folder / "r3", "--receiver", folder, "--socket", folder / "r3.sock")
    assert [r["text"] for r in log_of(folder / "r1") if r["type"] == "tag"] == ["in the noise", "unplugged"]


def storage(folder):
    (folder / "file").write_text("")
    refused(73, "run", "--data", folder / "file", "--socket", folder / "s.sock", say=["file"])
    if not ROOT:
        locked = folder / "locked"
        locked.mkdir(mode=0o500)
        refused(77, "run", "--data", locked / "d", "--socket", folder / "s.sock")
    with Mount(folder / "ro", "size=16m") as mounted:
        if not mounted:
            skipped.append("read-only and full disk (no right to mount)")
            return
        subprocess.run(["mount", "-o", "remount,ro", str(folder / "ro")], check=True)
        status, _, err = waymark("run", "--data", folder / "ro" / "d", "--socket", folder / "s.sock", timeout=10)
        one_line(status, err, status, "ro")
        assert status in (73, 77), status
    with Mount(folder / "tiny", "size=1m") as mounted:
        status, _, err = waymark("run", "--data", folder / "tiny" / "d", "--socket", folder / "s.sock", timeout=10)
        one_line(status, err, 73, "space")
    with Mount(folder / "full", "size=5m") as mounted:
        line = Line()
        daemon = Daemon(folder / "full" / "d", line.path)
        assert daemon.client("tag", "first")[0] == 0
        big, saved, refusals = "x" * 15_000, 1, 0
        for number in range(400):
            status, _, err = daemon.client("tag", f"{number} {big}")
            if status == 0:
                saved += 1
            else:
                one_line(status, err, 75)
                refusals += 1
                break
        assert refusals, "the disk never filled"
        assert daemon.status()["journal_fault"]
        time.sleep(3)
        assert daemon.status()["led"] == "diskFull", daemon.status()
        daemon.stop(seconds=15)
        kept = [r for r in log_of(folder / "full" / "d") if r["type"] == "tag"]
        assert len(kept) >= saved, (len(kept), saved)
        line.close()


def damage(folder):
    line = Line()
    daemon = Daemon(folder / "j", line.path)
    for number in range(40):
        assert daemon.client("tag", f"tag {number}")[0] == 0
    assert daemon.stop() == 0
    line.close()
    segment = next((folder / "j" / "journal").glob("*.wmj"))
    whole = segment.read_bytes()
    used = len(whole.rstrip(b"\0"))
    rng = random.Random(1)
    for _ in range(30):
        at = rng.randrange(used)
        broken = bytearray(whole)
        broken[at] ^= 1 << rng.randrange(8)
        segment.write_bytes(broken)
        status, out, err = waymark("verify", "--data", folder / "j")
        assert status in (0, 65), (status, err)
        status, out, err = waymark("log", "--data", folder / "j", "--type", "tag", "--json")
        assert status in (0, 65)
        assert len(out.splitlines()) >= 35, "one flipped bit took more than its frame"
    flipped = bytearray(whole)
    flipped[used // 2] ^= 16
    segment.write_bytes(flipped)
    status, out, err = waymark("verify", "--data", folder / "j")
    assert status == 65 and "00000001" in out + err, (status, out, err)
    for cut in [0, 1, 17, used // 3, used - 1, used - 30]:
        segment.write_bytes(whole[:cut])
        status, out, err = waymark("verify", "--data", folder / "j")
        assert status in (0, 65), (cut, status, err)
        daemon = Daemon(folder / "j", folder / "nothing")
        assert daemon.client("tag", "after the cut")[0] == 0
        assert daemon.stop() == 0
        status, out, err = waymark("log", "--data", folder / "j", "--type", "tag", "--json")
        assert "after the cut" in out, (cut, status, err)
        for other in (folder / "j" / "journal").glob("*.wmj"):
            if other != segment:
                other.unlink()


for step in (command_line, configuration, receiver, storage, damage):
    with Folder() as folder:
        step(folder)
for reason in skipped:
    print(f"skipped: {reason}")
print("ok: command line, configuration, receiver, storage, damage")
