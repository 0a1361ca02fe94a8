#!/usr/bin/env python3
"""What `waymark export` costs, next to gpsbabel, which reads the same points from CSV: CPU time and memory of each format.

Both write to files in the same folder. Waymark's side includes reading and decoding the journal, twice.
"""

import argparse
import csv
import datetime
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

# Ours, gpsbabel's name for it (nothing: it has none that compares).
FORMATS = [("gpx", "gpx"), ("gpx1.0", None), ("csv", "unicsv,utc=0"), ("geojson", "geojson"), ("kml", "kml"),
           ("nmea", "nmea"), ("jsonl", None)]
TARGET_RATIO, TARGET_MEGABYTES = {"gpx": 10, "csv": 10, "geojson": 10, "kml": 10}, 20


def ride(path):
    """The points of a track: (seconds since its start, the other columns)."""
    with open(path) as file:
        rows = list(csv.DictReader(file))
    times = [datetime.datetime.fromisoformat(row["time"].replace("Z", "+00:00")) for row in rows]
    return [((time - times[0]).total_seconds(), row["lat"], row["lon"], row["ele_m"], row["speed_mps"])
            for time, row in zip(times, rows)]


def made_up_ride():
    """Four hours on a bicycle, for where the shared tracks are not at hand."""
    return [(float(second), f"{47 + 0.05 * math.sin(second / 900):.7f}", f"{8 + 0.08 * math.sin(second / 700):.7f}",
             f"{430 + 80 * math.sin(second / 1200):.1f}", f"{6 + 2 * math.sin(second / 60):.2f}")
            for second in range(14_400)]


def write_points(path, count, points):
    """The ride again and again, its times moved on."""
    start = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
    length = points[-1][0] + 1
    with open(path, "w") as file:
        file.write("time,lat,lon,ele,speed\n")
        for number in range(count):
            seconds, *rest = points[number % len(points)]
            time = start + datetime.timedelta(seconds=seconds + length * (number // len(points)))
            file.write(f"{time:%Y-%m-%dT%H:%M:%SZ},{','.join(rest)}\n")


def measure(words):
    """CPU seconds and peak memory in megabytes of a command."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # Not ru_maxrss: that begins with what this program had when it forked.
    peak = 0
    while True:
        try:
            found = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
            peak = int(found.group(1)) if found else peak
        except OSError:
            pass
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            process.returncode = os.waitstatus_to_exitcode(status)
            break
        time.sleep(0.005)
    assert process.returncode == 0, words
    return usage.ru_utime + usage.ru_stime, peak / 1024


def best(words, runs):
    """The least CPU time and the most memory of some runs."""
    results = [measure(words) for _ in range(runs)]
    return min(seconds for seconds, _ in results), max(megabytes for _, megabytes in results)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--waymark", required=True)
    parser.add_argument("--folder", default=None)
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=2, help="runs of each; the least CPU time counts")
    parser.add_argument("--track", help="a track CSV instead of the ride")
    options = parser.parse_args()

    project = pathlib.Path(__file__).resolve().parents[2]
    shared = pathlib.Path(os.environ.get("WAYMARK_SHARED") or project.parent / "shared")
    track = pathlib.Path(options.track or shared / "tracks" / "fit-elemnt-ride.csv")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="exports-", dir=options.folder))
    try:
        points = ride(track) if track.exists() else made_up_ride()
        source, data = folder / "points.csv", folder / "data"
        write_points(source, options.points, points)
        subprocess.run([options.waymark, "replay", "--record", "all", "--data", data, source], check=True,
                       stdout=subprocess.DEVNULL)
        journal = sum(path.stat().st_size for path in (data / "journal").iterdir())
        what = track.name if track.exists() else "a made-up ride"
        print(f"{options.points} points of {what}; the journal has {journal / 1e6:.1f} MB, the CSV "
              f"{source.stat().st_size / 1e6:.1f} MB; {options.runs} runs each\n")
        print(f"{'format':8} {'waymark':>9} {'peak':>8} {'file':>8}   {'gpsbabel':>9} {'peak':>8} {'file':>8}  {'ratio':>6}")
        missed = 0
        for name, theirs in FORMATS:
            ours_file, their_file = folder / f"ours.{name}", folder / f"theirs.{name}"
            seconds, megabytes = best([options.waymark, "export", "--format", name, "--data", data, "-o", ours_file],
                                      options.runs)
            line = f"{name:8} {seconds:7.2f} s {megabytes:5.1f} MB {ours_file.stat().st_size / 1e6:5.0f} MB"
            ours_file.unlink()
            missed += megabytes >= TARGET_MEGABYTES
            if theirs:
                their_seconds, their_megabytes = best(
                    ["gpsbabel", "-t", "-i", "unicsv,utc=0", "-f", source, "-o", theirs, "-F", their_file], options.runs)
                ratio = their_seconds / seconds
                missed += ratio < TARGET_RATIO.get(name, 0)
                line += (f"   {their_seconds:7.2f} s {their_megabytes:5.0f} MB {their_file.stat().st_size / 1e6:5.0f} MB"
                         f"  {ratio:5.1f}x")
                their_file.unlink()
            print(line, flush=True)
        print("\ntargets: 10x for GPX, CSV, GeoJSON and KML, peak below 20 MB: " + ("missed" if missed else "met"))
        sys.exit(1 if missed else 0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
