#!/usr/bin/env python3
"""Receivers that answer are asked who they are and set up, each in its own language; an unknown one is left alone."""
from emulated_board import *
from wiring import *

MODELS = {"ublox8": "u-blox", "ubloxM10": "u-blox", "mediatek": "MediaTek|MTK", "casic": "CASIC", "pair": "Quectel|PAIR",
          "generic": None}

for model, family in MODELS.items():
    with Board() as board:
        board.start()
        board.wait_for_message("line is open")
        board.receiver.become(model)
        board.wait_for_status(lambda status: status.get("fixed"), f"a fix of {model}", 40)
        time.sleep(5)
        if family:
            assert re.search(family, board.waymark("status")), f"{model}: {board.waymark('status')}"
            assert board.receiver.now("heard"), f"nothing was said to {model}"
        foreign = board.receiver.now("foreign")
        # Asking for a name is allowed in any language; setting something is not.
        assert foreign <= 8, f"{model} was sent {foreign} messages of another language"
print(f"ok: {len(MODELS)} receivers")
