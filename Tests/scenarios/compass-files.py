#!/usr/bin/env python3
"""A compass calibrated and used by files alone: headings that are right, refusals that say why, and the exit statuses."""
import csv
import math

from lib import *

FIELD, DIP = 49.5, 67.0
BIAS = (22.0, -14.0, 9.0)
MATRIX = ((1.04, 0.02, 0.01), (0.0, 0.97, -0.02), (0.01, 0.0, 1.01))
HEADER = "time_s,mx_uT,my_uT,mz_uT,ax_g,ay_g,az_g"


def turned(yaw, pitch, roll):
    """The rows are where the axes of the board point: east, north, up. +x forward, +y left, +z up."""
    cy, sy, cp, sp, cr, sr = (f(a) for a in (yaw, pitch, roll) for f in (math.cos, math.sin))
    forward = (sy * cp, cy * cp, sp)
    left0, up0 = (-cy, sy, 0.0), (-sy * sp, -cy * sp, cp)
    left = tuple(cr * a + sr * b for a, b in zip(left0, up0))
    up = tuple(cr * b - sr * a for a, b in zip(left0, up0))
    return forward, left, up


def recording(rng, seconds, attitude):
    """Lines of a file, and the true heading of each."""
    field = (0.0, FIELD * math.cos(math.radians(DIP)), -FIELD * math.sin(math.radians(DIP)))
    lines, headings = [HEADER], []
    for index in range(seconds * 10):
        axes = turned(*attitude(index / 10))
        own = [sum(a * b for a, b in zip(axis, field)) for axis in axes]
        raw = [sum(row[k] * own[k] for k in range(3)) + BIAS[i] + rng.gauss(0, 0.3) for i, row in enumerate(MATRIX)]
        down = [axis[2] + rng.gauss(0, 0.003) for axis in axes]
        lines.append(f"{index / 10:.3f}," + ",".join(f"{v:.4f}" for v in raw + down))
        headings.append(math.degrees(math.atan2(axes[0][0], axes[0][1])) % 360)
    return lines, headings


def eight(seconds):
    return 0.9 * seconds, 1.2 * math.sin(0.53 * seconds), 2.9 * math.sin(0.37 * seconds)


def tilted(seconds):
    return math.radians(36 * int(seconds)), math.radians(25 * math.sin(int(seconds))), math.radians(20)


def write(path, lines, end="\n"):
    path.write_text(end.join(lines) + end, newline="")
    return path


def fit(*words):
    return waymark("compass", "fit", *words)


with Folder() as folder:
    rng = random.Random(20261201)
    lines, _ = recording(rng, 60, eight)
    samples = write(folder / "samples.csv", lines)
    calibration = folder / "cal.json"
    known = ["--field", FIELD, "--dip", DIP]
    status, out, err = fit(samples, *known, "-o", calibration)
    assert status == 0 and "accepted" in err and out == "", (status, out, err)
    whole = json.loads(calibration.read_text())
    assert whole["chip"] == "file" and whole["verdict"] == "accepted" and len(whole["checksum"]) == 8, whole

    lines, truth = recording(rng, 30, tilted)
    used = write(folder / "used.csv", lines, end="\r\n")
    status, out, err = waymark("compass", "apply", "--calibration", calibration, used)
    assert status == 0, err
    rows = list(csv.DictReader(out.splitlines()))
    assert len(rows) == len(truth)
    errors, inside = [], 0
    for row, heading in zip(rows, truth):
        assert 0 <= float(row["magnetic_heading_deg"]) < 360 and row["true_heading_deg"] == ""
        error = abs((float(row["magnetic_heading_deg"]) - heading + 180) % 360 - 180)
        errors.append(error)
        inside += error <= float(row["accuracy_deg"])
    rms = math.sqrt(sum(e * e for e in errors) / len(errors))
    assert rms < 2 and inside > 0.9 * len(errors), (rms, inside, len(errors))
    status, out, err = waymark("compass", "apply", "--calibration", calibration, "--latitude", 47.9, "--longitude", 7.8,
                               "--date", "2026-11-30T12:00", used)
    east = [(float(r["true_heading_deg"]) - float(r["magnetic_heading_deg"])) % 360 for r in csv.DictReader(out.splitlines())]
    assert status == 0 and all(2 < e < 5 for e in east), (err, east[:3])

    # What cannot be calibrated is refused, with the reason and without a file.
    flat = write(folder / "flat.csv", recording(rng, 60, lambda s: (0.9 * s, 0.0, 0.0))[0])
    mirrored = [HEADER] + [",".join([f[0], f[1], str(-float(f[2])), *f[3:]]) for f in (l.split(",") for l in
                           samples.read_text().split()[1:])]
    for name, file, word in (("flat", flat, "refused ("), ("mirrored", write(folder / "m.csv", mirrored), "mirrored")):
        status, out, err = fit(file, *known, "-o", folder / f"{name}.json")
        assert status == 1 and word in err and "; " in err and not (folder / f"{name}.json").exists(), (name, status, err)

    def fault(wanted, words, *command):
        status, out, err = waymark("compass", *command)
        assert status == wanted and words in err and len(err.splitlines()) == 1, (command, status, err)

    text = calibration.read_text()
    fault(65, "checksum", "apply", "--calibration", write(folder / "x.json", [text.replace('"attitudes":', '"attitudes":1')]), used)
    fault(65, "no calibration", "apply", "--calibration", samples, used)
    fault(66, "none.csv", "fit", folder / "none.csv", *known)
    fault(65, "empty", "fit", write(folder / "empty.csv", [""]), *known)
    fault(65, "s.csv:3:2", "fit", write(folder / "s.csv", [HEADER, "0,1,2,3,0,0,1", "0.1,nan,2,3,0,0,1"]), *known)
    fault(65, "goes back", "fit", write(folder / "b.csv", [HEADER, "1,1,2,3,0,0,1", "0.1,1,2,3,0,0,1"]), *known)
    fault(64, "half told", "fit", samples, "--latitude", 47)
    fault(64, "--dip", "fit", samples, "--field", 50, "--dip", "steep")
    fault(73, "folder", "fit", samples, *known, "-o", folder)
    fault(64, "mounting", "apply", "--calibration", calibration, "--mounting", "x,x,z", used)
    status, out, err = fit(samples, *known, "-o", "-")
    assert status == 0 and json.loads(out)["checksum"] == whole["checksum"] or json.loads(out)["time"] != whole["time"]
    status, out, err = fit(samples, *known, "-o", "/dev/full")
    assert status in (73, 74) and "space" in err, (status, err)
print(f"ok: {rms:.2f} degrees rms, {100 * inside // len(errors)} % inside the stated bound")
