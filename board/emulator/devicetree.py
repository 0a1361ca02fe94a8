"""A flattened device tree, as much of it as a program asks to learn which board it runs on.

The format is that of the Devicetree Specification, release 0.4, chapter 5.
"""
import struct

BEGIN_NODE, END_NODE, PROPERTY, END = 1, 2, 3, 9
MAGIC, VERSION, COMPATIBLE_VERSION, HEADER_SIZE = 0xD00DFEED, 17, 16, 40


def _padded(data):
    return data + b"\0" * (-len(data) % 4)


def device_tree(model, compatible, serial="00000000deadbeef"):
    """The tree of a board with this model, such as `Raspberry Pi Zero 2 W Rev 1.0`, and these compatible strings."""
    names, body = b"", b""

    def add(name, value):
        nonlocal names, body
        body += struct.pack(">III", PROPERTY, len(value), len(names)) + _padded(value)
        names += name.encode() + b"\0"

    def begin(name):
        nonlocal body
        body += struct.pack(">I", BEGIN_NODE) + _padded(name.encode() + b"\0")

    def end():
        nonlocal body
        body += struct.pack(">I", END_NODE)

    begin("")
    add("model", model.encode() + b"\0")
    add("compatible", b"".join(word.encode() + b"\0" for word in compatible))
    add("serial-number", serial.encode() + b"\0")
    add("#address-cells", struct.pack(">I", 1))
    add("#size-cells", struct.pack(">I", 1))
    begin("chosen")
    end()
    end()
    body += struct.pack(">I", END)

    reserved = struct.pack(">QQ", 0, 0)
    at_body = HEADER_SIZE + len(reserved)
    at_names = at_body + len(body)
    header = struct.pack(
        ">10I", MAGIC, at_names + len(names), at_body, at_names, HEADER_SIZE, VERSION, COMPATIBLE_VERSION, 0,
        len(names), len(body))
    return header + reserved + body + names


# Model, compatible strings, and the label of the chip that has the lines of the header.
BOARDS = {
    "pi-zero-2-w": ("Raspberry Pi Zero 2 W Rev 1.0", ["raspberrypi,model-zero-2-w", "brcm,bcm2837"], "pinctrl-bcm2835"),
    "pi-4": ("Raspberry Pi 4 Model B Rev 1.5", ["raspberrypi,4-model-b", "brcm,bcm2711"], "pinctrl-bcm2711"),
    "pi-5": ("Raspberry Pi 5 Model B Rev 1.0", ["raspberrypi,5-model-b", "brcm,bcm2712"], "pinctrl-rp1"),
}
