#!/usr/bin/env python3
"""The plug is pulled at any moment, five times: each tag that was acknowledged is on the card, and the trip goes on."""
import random

from emulated_board import *

SEED = int(os.environ.get("WAYMARK_SEED", "20261130"))
CUTS = 5

chance = random.Random(SEED)
acknowledged, second = {}, 0
with Board() as board:
    for life in range(CUTS):
        board.start()
        board.receiver.play(walk(begin=second))
        last = time.monotonic() + chance.uniform(0.5, 3)
        number = 0
        while time.monotonic() < last:
            number += 1
            text = f"tag {life} {number}"
            acknowledged[json.loads(board.waymark(f"tag --json '{text}'"))["tag"]] = text
            time.sleep(chance.uniform(0, 0.3))
        board.power_cut()
        second += 60
    board.start(daemon=False)
    checked = board.waymark("verify --data /var/lib/waymark", check=False)
    assert checked.status == 0, checked
    lines = board.waymark("log --json --data /var/lib/waymark --type start,tag,trip").splitlines()
    records = [json.loads(line) for line in lines]

numbers = [record["seq"] for record in records]
assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers), "a number was used twice"
tags = {record["seq"]: record["text"] for record in records if record["type"] == "tag"}
for number, text in acknowledged.items():
    assert tags.get(number) == text, f"tag {number}, {text!r}, was acknowledged and is gone (seed {SEED})"
starts = [record for record in records if record["type"] == "start"]
assert len(starts) == CUTS, f"{len(starts)} starts"
print(f"ok: {CUTS} cuts, {len(acknowledged)} acknowledged tags all there (seed {SEED})")
