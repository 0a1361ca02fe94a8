#!/usr/bin/env python3
"""Receivers that answer are asked who they are and set up, each in its own language; an unknown one is left alone."""
from emulated_board import *
from wiring import *

MODELS = ["ublox8", "ubloxM10", "mediatek", "casic", "pair", "generic"]

for model in MODELS:
    with Board() as board:
        board.start()
        board.wait_for_message("line is open")
        board.receiver.become(model)
        board.wait_for_status(lambda status: status.get("fixed"), f"a fix of {model}", 40)
        time.sleep(5)
        language = board.status().get("receiver_language")
        # What answers nothing is generic, once all questions are asked.
        assert language == model or model == "generic" and language is None, f"{model} was taken for {language}"
        if model != "generic":
            assert board.receiver.now("heard"), f"nothing was said to {model}"
        foreign = board.receiver.now("foreign")
        # Asking for a name is allowed in any language; setting something is not.
        assert foreign <= 8, f"{model} was sent {foreign} messages of another language"
print(f"ok: {len(MODELS)} receivers")
