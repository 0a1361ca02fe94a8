#!/usr/bin/env python3
"""Shared tracks through replay and every format: strict readers take them, with as many points, at the same places.

A few tracks by default; all of them with WAYMARK_ALL_TRACKS=1.
"""
from lib import *
import csv
import datetime

accept = need_shared("accept", "accept.sh")
schemas = need_shared("accept", "schemas")
need_tool("xmllint", "gpsbabel", "ogrinfo", "ogr2ogr", "sqlite3")
every = sorted(need_shared("tracks").glob("*.csv"))
few = ("gpx-korita-hike", "gpx-mtk-day", "gpx-tpo2", "still-zedf9p", "ship-ais-132", "ship-ais-189", "adsb-savan10")
tracks = every if os.environ.get("WAYMARK_ALL_TRACKS") else [track for track in every if track.stem in few]
assert tracks

HOSTILE = ["", " ", "a,b;c", '"quoted"', "line\nbreak", "<b>&amp;]]></b>", "=1+1", "@SUM(A1)", "'already", "\x9b31m",
           "\x7f", "e\u0301", "👩‍👩‍👧‍👦", "שלום", "\u202eevil", "\ufeffbom", "\u2028ls", "10 kB " * 1_700, "<!--", "<![CDATA[",
           "&#0;", "%s%n", "'; DROP TABLE t; --", "$GPRMC,1*00", "\\u0000", '{"a":1}', "]]}"]


def run(*words, **options):
    done = subprocess.run([*map(str, words)], capture_output=True, timeout=120, **options)
    assert done.returncode == 0, (words, done.stdout[-300:], done.stderr[-300:])
    return done.stdout.decode(errors="replace")


def replay(data, track):
    status, _, err = waymark("replay", "--record", "all", "--data", data, track, timeout=120)
    assert status == 0, (track, err)


def export(data, target, *words):
    status, _, err = waymark("export", "--data", data, "-o", target, *words)
    assert status == 0, (target.name, err)
    return err


def gpsbabel(kind, path, *options):
    """How many points gpsbabel finds in the tracks of a file."""
    return run("gpsbabel", "-t", "-i", kind, "-f", path, *options, "-o", "unicsv", "-F", "-").count("\n") - 1


def ogr(path, *layers):
    """How many features ogrinfo finds."""
    out = run("ogrinfo", "-ro", "-so", "-al", path, *layers)
    return sum(int(count) for count in re.findall(r"Feature Count: (\d+)", out))


def gpxpy(path):
    script = "import gpxpy,sys; print(sum(1 for _ in gpxpy.parse(open(sys.argv[1], encoding='utf-8')).walk()))"
    return int(run("/usr/bin/python3", "-c", script, path))


def points_of_gpx(path):
    """(latitude, longitude, height, time) of each track point, as texts."""
    return re.findall(r'<trkpt lat="([^"]*)" lon="([^"]*)">(?:<ele>([^<]*)</ele>)?<time>([^<]*)</time>', path.read_text())


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def positions_of_geojson(path):
    """The positions of tracks with their times, without those where the date line cuts."""
    found = []
    for feature in json.loads(path.read_text())["features"]:
        if feature["properties"].get("type") == "tag":
            continue
        geometry, about = feature["geometry"], feature["properties"]
        places = [geometry["coordinates"]] if geometry["type"] == "Point" else geometry["coordinates"]
        times = [about["time"]] if geometry["type"] == "Point" else about["coordTimes"]
        assert len(places) == len(times)
        for place, time in zip(places, times):
            if abs(place[0]) != 180 and (not found or found[-1][2] != time):
                found.append((place[1], place[0], time))
    return found


def near(a, b, what):
    assert len(a) == len(b), (what, len(a), len(b))
    for left, right in zip(a, b):
        gap = abs(float(left[1]) - float(right[1]))
        assert abs(float(left[0]) - float(right[0])) <= 1e-7 and min(gap, 360 - gap) <= 1e-7, (what, left, right)
        assert moment(left[-1]) == moment(right[-1]), (what, left, right)


def check_files(folder, tagged=False):
    """All formats of folder/data, read by everyone. Returns the points."""
    data = folder / "data"
    files = {end: folder / f"all.{end}" for end in ("gpx", "csv", "geojson", "kml", "nmea", "jsonl")}
    for path in files.values():
        export(data, path)
    old = folder / "old.gpx"
    export(data, old, "--format", "gpx1.0")
    for end in ("gpx", "csv", "geojson", "kml"):
        run("bash", accept, files[end])
    run("xmllint", "--noout", "--schema", schemas / "gpx" / "topografix" / "gpx10.xsd", old)

    points = points_of_gpx(files["gpx"])
    count = len(points)
    assert points == re.findall(
        r'<trkpt lat="([^"]*)" lon="([^"]*)">(?:<ele>([^<]*)</ele>)?<time>([^<]*)</time>', old.read_text())
    assert gpsbabel("gpx", old) == count and gpxpy(old) == count and ogr(old, "track_points") == count

    rows = [row for row in csv.DictReader(open(files["csv"], newline="")) if row["reason"] != "tag"]
    near(points, [(row["lat"], row["lon"], row["time"]) for row in rows], "csv")
    all_rows = len(list(csv.DictReader(open(files["csv"], newline=""))))
    assert gpsbabel("unicsv", files["csv"]) == all_rows
    assert ogr(files["csv"]) == all_rows

    near(points, positions_of_geojson(files["geojson"]), "geojson")
    features = json.loads(files["geojson"].read_text())["features"]
    assert ogr(files["geojson"]) == len(features)
    run("ogr2ogr", "-f", "GeoJSON", folder / "copy.geojson", files["geojson"])
    lines = sum(len(feature["geometry"]["coordinates"]) for feature in features
                if feature["geometry"]["type"] == "LineString")
    # gpsbabel takes a line of GeoJSON for a route.
    routes = run("gpsbabel", "-r", "-i", "geojson", "-f", files["geojson"], "-o", "gpx", "-F", "-")
    assert routes.count("<rtept") == lines, (routes.count("<rtept"), lines)

    kml = files["kml"].read_text()
    tracks = re.findall(r"<gx:Track>(.*?)</gx:Track>", kml, re.S)
    times = [time for track in tracks for time in re.findall(r"<when>([^<]*)</when>", track)]
    coords = [coord.split() for track in tracks for coord in re.findall(r"<gx:coord>([^<]*)</gx:coord>", track)]
    near(points, [(coord[1], coord[0], time) for coord, time in zip(coords, times)], "kml")
    assert all(re.fullmatch(r"\s*(<when>[^<]*</when>\s*)+(<gx:coord>[^<]*</gx:coord>\s*)+", track) for track in tracks)
    in_lines = sum(len(text.split()) for text in
                   re.findall(r"<tessellate>1</tessellate><coordinates>([^<]*)</coordinates>", kml))
    assert gpsbabel("kml", files["kml"]) == count + in_lines, (gpsbabel("kml", files["kml"]), count, in_lines)
    assert ogr(files["kml"]) > 0 and kml.endswith("\n")

    assert gpsbabel("nmea", files["nmea"]) == count, (gpsbabel("nmea", files["nmea"]), count)
    assert all(len(line) <= 82 for line in files["nmea"].read_bytes().splitlines(keepends=True))
    replay(folder / "from-nmea", files["nmea"])
    # From the log and not from a track: what a receiver says is judged, and a jump in the original is an outlier then.
    fixes = [json.loads(line) for line in run(
        WAYMARK, "log", "--json", "--type", "fix", "--data", folder / "from-nmea").splitlines()]
    near(points, [(fix["lat"], fix["lon"], fix["time"]) for fix in fixes], "nmea")

    records = [json.loads(line) for line in files["jsonl"].read_text().strip().split("\n")]
    assert sum(record["type"] == "fix" for record in records) == count
    if not tagged:
        replay(folder / "from-gpx", files["gpx"])
        again = folder / "again.gpx"
        export(folder / "from-gpx", again)
        assert points_of_gpx(again) == points, "GPX through replay is not the identity"
    return points


total = 0
for track in tracks:
    with Folder() as folder:
        replay(folder / "data", track)
        points = check_files(folder)
        total += len(points)
        source = [(row["lat"], row["lon"], row["time"]) for row in csv.DictReader(open(track))]
        assert len(source) == len(points), (track.name, len(source), len(points))
        # Fewer points, every one of them from the track, the ends kept.
        thin = folder / "thin.gpx"
        export(folder / "data", thin, "--simplify", "10")
        kept = points_of_gpx(thin)
        assert set(kept) <= set(points) and kept[0] == points[0] and kept[-1] == points[-1], track.name
        # A day is what lies in it.
        day = points[0][3][:10]
        export(folder / "data", folder / "day.gpx", "--day", day)
        assert points_of_gpx(folder / "day.gpx") == [point for point in points if point[3][:10] == day]
        export(folder / "data", folder / "trip.gpx", "--trip", "1")
        assert set(points_of_gpx(folder / "trip.gpx")) <= set(points)

# Texts that have broken other programs, from waypoints through every format.
with Folder() as folder:
    quote = lambda text: "".join(f"&#{ord(letter)};" for letter in text)
    waypoints = "".join(
        f'<wpt lat="48.{number:03}" lon="11"><ele>500</ele><time>2026-11-30T12:{number:02}:00.500Z</time>'
        f'<name>{quote(text)}</name></wpt>' for number, text in enumerate(HOSTILE))
    track = "".join(f'<trkpt lat="48.{number:03}" lon="11"><time>2026-11-30T12:{number:02}:00Z</time></trkpt>'
                    for number in range(len(HOSTILE) + 1))
    (folder / "hostile.gpx").write_text(
        f'<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">{waypoints}<trk><trkseg>{track}'
        "</trkseg></trk></gpx>")
    replay(folder / "data", folder / "hostile.gpx")
    check_files(folder, tagged=True)
    tags = [record["text"] for record in map(json.loads, (folder / "all.jsonl").read_text().strip().split("\n"))
            if record["type"] == "tag"]
    assert tags == HOSTILE, [pair for pair in zip(tags, HOSTILE) if pair[0] != pair[1]]
    features = json.loads((folder / "all.geojson").read_text())["features"]
    assert [feature["properties"]["name"] for feature in features if feature["properties"].get("type") == "tag"] == HOSTILE
    for end in ("gpx", "csv", "geojson", "kml", "nmea", "jsonl"):
        text = (folder / f"all.{end}").read_bytes().decode()
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", text), end

print(f"ok: {len(tracks)} tracks, {total} points, 7 formats: accepted, equal counts, positions within 1e-7 degrees; "
      "GPX through replay is the identity")
