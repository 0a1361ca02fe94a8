#!/usr/bin/env python3
"""The receiver's plug is pulled for ten seconds: said once, a gap in the record, and all goes on when it is back."""
from emulated_board import *

AWAY = 10

with Board(config="[recording]\ngap_after_s = 3\n") as board:
    board.start()
    board.wait_for_message("line is open")
    board.receiver.play(walk())
    board.wait_for_status(lambda status: status.get("fixed"), "a fix")
    time.sleep(2)

    seen = len(board.console)
    board.unplug_receiver()
    board.wait_for_status(lambda status: status["receiver"] in ("closed", "silent"), "the loss is noticed", 15)
    time.sleep(AWAY)
    said = [line.text for line in board.console[seen:]]
    assert len(said) <= 2, f"one loss is worth one message: {said}"

    board.plug_receiver_in()
    board.wait_for_status(
        lambda status: status["receiver"] == "talking" and status.get("fix_age_s", 99) < 2, "it talks again", 40)
    back = time.monotonic()
    board.waymark("tag --json back")
    time.sleep(2)
    records = board.records()
    gaps = [record for record in records if record["type"] == "gap"]
    assert gaps, "the time without a receiver is a gap"
    located = [record for record in records if record["type"] == "located"]
    assert located, "the tag after it has a place"
    assert board.stop_daemon() == 0
print(f"ok: {len(gaps)} gap, messages: {len(said)} on the loss")
