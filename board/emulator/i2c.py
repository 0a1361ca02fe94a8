"""The board's I2C bus, /dev/i2c-1: models of chips behind a device written as a program, and the faults of wires."""
import os
import pathlib

PARTS = pathlib.Path(os.environ.get("WAYMARK_BOARD", ""))
CONTROL = "/run/i2c-1.control"


class Bus:
    """`chips` are names with addresses, such as `lis3mdl@1c`."""

    def __init__(self, board, chips):
        self.board, self.chips = board, list(chips)

    def start(self, words=""):
        """`words` may be `--smbus-only`, for an adapter without combined transfers."""
        chips = " ".join(f"--chip {chip}" for chip in self.chips)
        self.adapter = self.board.spawn(f"exec {PARTS}/i2c-cuse {words} i2c-1 {CONTROL} {PARTS}/emulated-chips {chips}")
        self.board.shell(f"for try in $(seq 200); do [ -e /dev/i2c-1 ] && [ -p {CONTROL} ] && exit; sleep 0.01; done; "
                         "exit 1")

    def stop(self):
        """The bus is gone, as where nobody has enabled it."""
        self.board.shell(f"kill {self.adapter}; while [ -e /dev/i2c-1 ]; do sleep 0.01; done; rm {CONTROL}", seconds=5)

    def replace(self, chips):
        """Other chips."""
        self.stop()
        self.chips = list(chips)
        self.start()

    def tell(self, words):
        """A line for the control pipe, see i2c-cuse.c and chips/main.swift."""
        self.board.shell(f"echo '{words}' >{CONTROL}", seconds=5)

    def nak(self, address, count=-1):
        """The next transfers to this address are not answered; -1: none is any more."""
        self.tell(f"fault {address:#x} nak {count}")

    def stuck(self, count=-1):
        """The next transfers end after a second, because SDA stays low."""
        self.tell(f"fault * stuck {count}")

    def remote_error(self, address, count=-1):
        """The next transfers to this address fail with EREMOTEIO, as on Broadcom's controller."""
        self.tell(f"fault {address:#x} eremoteio {count}")

    def heal(self):
        self.tell("heal")

    def brown_out(self, chip):
        """The supply of one chip dips: its registers are as after power-on."""
        self.tell(f"reset {chip}")
