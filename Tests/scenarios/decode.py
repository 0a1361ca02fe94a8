#!/usr/bin/env python3
"""`waymark decode` on 40 real logs and 125 edge cases, judged by the shared scorers."""
from lib import *

cases = need_shared("cases", "nmea")
command = f'"{WAYMARK}" decode "$@" --reference-date "$REFERENCE_DATE" --assume-date "$ASSUME_DATE" -'
logs = subprocess.run(
    [sys.executable, str(cases / "score.py"), "--all", str(cases / "logs"), str(cases / "logs"), "--",
     "sh", "-c", command, "_"], capture_output=True, text=True)
score = logs.stdout.strip().splitlines()[-1]
found = re.search(r"right (\d+)/(\d+).*missed (\d+)\s+false fixes (\d+)", score)
assert found, logs.stdout[-500:] + logs.stderr[-500:]
right, of, missed, false = map(int, found.groups())
assert right >= 2680 and of == 2686 and missed == 0 and false == 0, score
edges = subprocess.run([sys.executable, str(cases / "edge.py"), str(cases / "edge.jsonl"), "--", "sh", "-c", command, "_"],
                       capture_output=True, text=True)
verdict = edges.stdout.strip().splitlines()[-1]
assert verdict == "EDGE 125/125", edges.stdout[-1500:]
print(f"ok: {right} of {of} fixes right in every field, none missed, none false; {verdict}")
