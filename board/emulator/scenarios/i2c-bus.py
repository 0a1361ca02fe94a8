#!/usr/bin/env python3
"""The emulated bus is one: both kinds of transfers, chips that move, and each fault with the errno of a real one."""
from emulated_board import *

WHO_AM_I = "w1@0x1c 0x0f r1"


def transfer(words, check=True):
    return board.shell(f"i2ctransfer -y 1 {words}", check=check)


def field():
    """x, y and z of the LIS3MDL in counts."""
    raw = [int(word, 16) for word in transfer("w1@0x1c 0xa8 r6").out.split()]
    return [int.from_bytes(raw[at:at + 2], "little", signed=True) for at in (0, 2, 4)]


with Board(chips=["lis3mdl@1c", "mpu9250@68"]) as board:
    board.start(daemon=False)
    assert transfer(WHO_AM_I).out == "0x3d\n"
    assert board.shell("i2cget -y 1 0x1c 0x0f").out == "0x3d\n", "SMBus reads the same"
    assert transfer("w1@0x1d 0x0f r1", check=False).status != 0, "nobody is at 1d"

    # Continuous, 10 Hz; a field that is turned is read turned.
    transfer("w2@0x1c 0x20 0x70")
    transfer("w2@0x1c 0x22 0x00")
    board.bus.tell("noise 0 0")
    board.bus.tell("field 30 0 -40")
    time.sleep(0.3)
    before = field()
    board.bus.tell("field -30 0 -40")
    time.sleep(0.3)
    after = field()
    assert before != [0, 0, 0] and abs(before[0] + after[0]) < 10 and abs(before[2] - after[2]) < 10, (before, after)

    # The magnetometer inside the MPU-9250 is seen once its bypass is open.
    assert transfer("w1@0x0c 0x00 r1", check=False).status != 0
    transfer("w2@0x68 0x6b 0x01")
    transfer("w2@0x68 0x37 0x02")
    assert transfer("w1@0x0c 0x00 r1").out == "0x48\n"

    for inject, words in ((lambda: board.bus.nak(0x1C, 1), "No such device or address"),
                          (lambda: board.bus.remote_error(0x1C, 1), "Remote I/O error"),
                          (lambda: board.bus.stuck(1), "timed out")):
        inject()
        failed = transfer(WHO_AM_I, check=False)
        assert failed.status != 0 and words in failed.err, failed
        assert transfer(WHO_AM_I).out == "0x3d\n", "one fault was ordered"

    board.bus.brown_out("lis3mdl@1c")
    assert transfer("w1@0x1c 0x20 r1").out != "0x70\n", "after a dip of the supply the registers are the chip's own"

    board.bus.stop()
    board.bus.start("--smbus-only")
    assert board.shell("i2cget -y 1 0x1c 0x0f").out == "0x3d\n"
    assert transfer(WHO_AM_I, check=False).status != 0, "this adapter knows no combined transfers"
print("ok: combined and SMBus transfers, a moving field, a bypass, three faults, a dip of the supply")
