#!/usr/bin/env python3
"""Real logs at wire speed through a pseudo terminal: every fix and a tag arrive, and each fix at once."""
from lib import *

LOGS = ["gpsd-mt3339", "ublox-gst", "gpsd-quectel-L70", "garmin-drive-2005"]
logs = need_shared("cases", "nmea", "logs")
need_tool("gpsdecode")


def play(name, baud, seconds, folder):
    path = logs / f"{name}.log"
    bursts, size = [], 0
    for burst in epochs_of(path.read_bytes()):
        if len(burst[1]) > 4000:
            continue  # what was said before the first epoch would take the whole time
        bursts.append(burst)
        size += len(burst[1])
        if size > seconds * baud / 10:
            break
    part = folder / "part.log"
    part.write_bytes(b"".join(burst for _, burst in bursts))
    expected = gpsd_fixes(part)
    line = Line()
    daemon = Daemon(folder / "data", line.path)
    follow = subprocess.Popen(
        [WAYMARK, "log", "--follow", "--json", "--type", "fix", "--socket", str(daemon.socket)], stdout=subprocess.PIPE)
    heard = {}

    def listen():
        for text in follow.stdout:
            heard[json.loads(text)["time"][11:23]] = time.monotonic()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    time.sleep(0.3)
    player = Player(line, bursts, baud)
    player.start()
    while player.is_alive() and len(player.ends) < len(bursts) // 2:
        time.sleep(0.01)
    status, out, err = daemon.client("tag", "bridge")
    assert status == 0, err
    player.join()
    time.sleep(1.0)
    status, _, err = daemon.client("export", "--format", "csv", "-o", folder / "all.csv")
    assert status == 0, err
    assert daemon.stop() == 0
    follow.wait(5)
    listener.join(5)

    records = log_of(folder / "data")
    fixes = {record["time"][11:23]: record for record in records if record["type"] == "fix"}
    missing = {t: p for t, p in expected.items() if not any(
        abs(r["lat"] - p[0]) < 2e-7 and abs(r["lon"] - p[1]) < 2e-7
        for r in [fixes.get(clock(t.replace(":", "")))] if r)}
    assert not missing, f"{name}: {len(missing)} of {len(expected)} fixes missing: {list(missing.items())[:3]}"
    tags = [record for record in records if record["type"] == "tag"]
    assert len(tags) == 1 and tags[0]["text"] == "bridge"
    assert any(r["type"] == "located" and r["tag"] == tags[0]["seq"] for r in records), "the tag has no place"

    csv = "".join(f.read_text() for f in sorted((folder / "data" / "tracks").glob("*.csv")) if "events" not in f.name)
    gpx = "".join(f.read_text() for f in (folder / "data" / "tracks").glob("*.gpx"))
    exported = (folder / "all.csv").read_text()
    times = [record["time"] for record in fixes.values()]
    for text in (csv, exported):
        for moment in times:
            assert moment in text or moment.replace(".000Z", "Z") in text, f"{moment} is missing in a CSV"
    assert "bridge" in csv and "bridge" in exported and "<name>bridge</name>" in gpx
    assert gpx.count("<trkpt") == len(times), (gpx.count("<trkpt"), len(times))

    late = sorted((heard[clock(key)] - end, key) for key, end in player.ends[3:-1] if clock(key) in heard)
    assert len(late) >= len(expected) * 0.8 - 5, (len(late), len(expected))
    worst, middle = late[-1][0], late[len(late) // 2][0]
    line.close()
    return len(expected), middle, worst


worst_of_all = 0
for name in LOGS:
    for baud, seconds in ((115200, 4), (9600, 12)):
        with Folder() as folder:
            count, middle, worst = play(name, baud, seconds, folder)
            print(f"  {name} at {baud}: {count} fixes, published {middle * 1e3:.0f} ms (median), "
                  f"{worst * 1e3:.0f} ms (worst) after the last byte")
            worst_of_all = max(worst_of_all, worst)
# The promise is 150 ms; a loaded build machine gets as much again before this fails.
assert worst_of_all < 0.3, f"a fix was published {worst_of_all:.3f} s late"
print(f"ok: {len(LOGS)} logs at two speeds, worst delay {worst_of_all * 1e3:.0f} ms")
