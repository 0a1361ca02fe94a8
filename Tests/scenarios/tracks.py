#!/usr/bin/env python3
"""Every shared track through replay: exported positions equal the input, and strict consumers take both formats."""
from lib import *
import csv

tracks = sorted(need_shared("tracks").glob("*.csv"))
accept = need_shared("accept", "accept.sh")
need_tool("xmllint", "gpsbabel", "ogrinfo", "sqlite3")

for track in tracks:
    with Folder() as folder:
        status, out, err = waymark("replay", "--record", "all", "--speed", "max", "--data", folder / "data", track,
                                   timeout=120)
        assert status == 0, (track.name, err)
        for kind in ("gpx", "csv"):
            target = folder / f"all.{kind}"
            status, _, err = waymark("export", "--format", kind, "--data", folder / "data", "-o", target)
            assert status == 0, (track.name, err)
            done = subprocess.run(["bash", str(accept), str(target)], capture_output=True)
            assert done.returncode == 0, (track.name, kind, done.stdout[-300:], done.stderr[-300:])
        for picture in (folder / "data" / "tracks").iterdir():
            if "-events" not in picture.name:
                done = subprocess.run(["bash", str(accept), str(picture)], capture_output=True)
                assert done.returncode == 0, (track.name, picture.name, done.stdout[-300:], done.stderr[-300:])
        wanted = [(float(row["lat"]), float(row["lon"])) for row in csv.DictReader(open(track))]
        got = [(float(row["lat"]), float(row["lon"])) for row in csv.DictReader(open(folder / "all.csv"))]
        assert len(wanted) == len(got), (track.name, len(wanted), len(got))
        for a, b in zip(wanted, got):
            assert abs(a[0] - b[0]) <= 1e-7 and abs(a[1] - b[1]) <= 1e-7, (track.name, a, b)
        points = re.findall(r'<trkpt lat="([^"]*)" lon="([^"]*)"', (folder / "all.gpx").read_text())
        assert len(points) == len(wanted)
        for a, b in zip(wanted, points):
            assert abs(a[0] - float(b[0])) <= 1e-7 and abs(a[1] - float(b[1])) <= 1e-7, (track.name, a, b)
print(f"ok: {len(tracks)} tracks, both formats accepted, positions within 1e-7 degrees")
