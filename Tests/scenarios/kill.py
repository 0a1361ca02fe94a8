#!/usr/bin/env python3
"""kill -9 and SIGTERM at random moments: every acknowledged tag is there after the restart, and the trip goes on."""
from lib import *

SEED = int(os.environ.get("WAYMARK_SEED", "20261130"))
KILLS = int(os.environ.get("WAYMARK_KILLS", "100"))
TERMS = int(os.environ.get("WAYMARK_TERMS", "20"))


def sentence(body):
    sum_ = 0
    for byte in body.encode():
        sum_ ^= byte
    return f"${body}*{sum_:02X}\r\n"


def epoch(second):
    clock = f"{second // 3600 % 24:02d}{second // 60 % 60:02d}{second % 60:02d}.000"
    north, east = 4730 + second * 0.0005, 732 + second * 0.0003
    place = f"{north:09.4f},N,{east:010.4f},E"
    return (sentence(f"GPRMC,{clock},A,{place},2.7,31.0,010526,,,A")
            + sentence(f"GPGGA,{clock},{place},1,09,0.9,512.3,M,47.9,M,,")).encode()


rng = random.Random(SEED)
with Folder() as folder:
    line = Line()
    ends = ["kill"] * KILLS + ["term"] * TERMS
    rng.shuffle(ends)
    acknowledged, second = {}, 36_000
    for number, end in enumerate(ends):
        daemon = Daemon(folder / "data", line.path)
        last = time.monotonic() + rng.uniform(0.01, 0.25)
        while time.monotonic() < last:
            line.send(epoch(second))
            second += 1
            if rng.random() < 0.3:
                text = f"tag {number} {second}"
                status, out, err = daemon.client("tag", "--json", text)
                assert status == 0, (status, err, SEED)
                acknowledged[json.loads(out)["tag"]] = text
            time.sleep(rng.uniform(0, 0.02))
        if end == "kill":
            daemon.kill()
        else:
            assert daemon.stop() == 0, daemon.said()
    status, out, err = waymark("verify", "--data", folder / "data")
    assert status == 0, (status, out, err)
    records = log_of(folder / "data", "--type", "fix,tag,located,gap,start,stop,trip,clock,checkpoint")
    numbers = [record["seq"] for record in records]
    assert len(set(numbers)) == len(numbers) and numbers == sorted(numbers), "a number was used twice"
    tags = {record["seq"]: record["text"] for record in records if record["type"] == "tag"}
    for number, text in acknowledged.items():
        assert tags.get(number) == text, f"tag {number} {text!r} was acknowledged and is gone (seed {SEED})"
    trips = [record for record in records if record["type"] == "trip"]
    assert len(trips) == 1, f"{len(trips)} trips"
    starts = [record["reason"] for record in records if record["type"] == "start"]
    assert len(starts) == KILLS + TERMS
    line.close()
print(f"ok: {KILLS} kills, {TERMS} stops, {len(acknowledged)} acknowledged tags all there (seed {SEED})")
