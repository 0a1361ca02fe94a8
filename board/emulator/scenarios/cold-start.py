#!/usr/bin/env python3
"""From the plug to the first fix, on a board that wakes in 1970: at once fixed, at the right time, and in the files."""
from emulated_board import *

with Board() as board:
    board.start(daemon=False)
    kernel = time.monotonic() - board.booted_at
    board.start_daemon()
    ready = time.monotonic() - board.booted_at
    board.wait_for_message("line is open")
    assert board.shell("date +%Y").out.startswith("1970"), "the board's clock should know nothing"
    assert not board.status().get("fixed")

    begun = time.monotonic()
    board.receiver.play(walk(fix_after=5))
    status = board.wait_for_status(lambda status: status.get("fixed"), "a fix", 30)
    fixed = time.monotonic() - begun
    assert 4.5 < fixed < 8, f"the first fix was said after 5 s and known after {fixed:.1f} s"
    assert status["time"][:10] == time.strftime("%Y-%m-%d", time.gmtime()), status["time"]
    assert abs(status["lat"] - 46.82) < 0.01 and abs(status["lon"] - 8.40) < 0.01, status

    time.sleep(3)
    assert board.stop_daemon() == 0
    files = board.shell("cd /var/lib/waymark/tracks; ls; cat *.gpx").out
    assert status["time"][:10] + ".gpx" in files and files.count("<trkpt") >= 3, files
print(f"ok: kernel {kernel:.1f} s, daemon {ready:.1f} s after the plug, fix known {fixed - 5:.2f} s after it was said")
