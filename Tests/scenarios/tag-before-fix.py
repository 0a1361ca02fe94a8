#!/usr/bin/env python3
"""A tag before the first fix, a restart, then fixes: the tag is located from the first of them, with its age."""
from lib import *

GGA = "GPGGA,{0},4730.0000,N,00732.0000,E,1,09,0.9,512.3,M,47.9,M,,"
RMC = "GPRMC,{0},A,4730.0000,N,00732.0000,E,0.1,31.0,010526,,,A"


def sentence(body):
    sum_ = 0
    for byte in body.encode():
        sum_ ^= byte
    return f"${body}*{sum_:02X}\r\n".encode()


with Folder() as folder:
    line = Line()
    daemon = Daemon(folder / "data", line.path)
    line.send(sentence("GPRMC,,V,,,,,,,,,,N"))
    pressed = time.monotonic()
    status, out, err = daemon.client("tag", "--json", "spring")
    assert status == 0, err
    tag = json.loads(out)["tag"]
    assert daemon.status()["tags_pending"] == 1
    assert daemon.stop() == 0
    daemon = Daemon(folder / "data", line.path)
    assert daemon.status()["tags_pending"] == 1
    time.sleep(2)
    for second in range(3):
        clock = f"1200{second:02d}.000"
        line.send(sentence(RMC.format(clock)) + sentence(GGA.format(clock)))
        if second == 0:
            waited = time.monotonic() - pressed
        time.sleep(1)
    assert daemon.status()["tags_pending"] == 0
    assert daemon.stop() == 0
    place = next(record for record in log_of(folder / "data") if record["type"] == "located")
    assert place["tag"] == tag and place["method"] == "first_fix_after", place
    assert abs(place["lat"] - 47.5) < 1e-9 and abs(place["lon"] - 7.533333333) < 1e-9, place
    assert abs(place["age_s"] - waited) < 1.5, (place, waited)
    line.close()
print(f"ok: located {place['age_s']:.1f} s after the press, across a restart")
