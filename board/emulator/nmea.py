"""What a receiver says on a walk, as bursts of sentences; and what its bytes look like at the wrong speed."""
import datetime

# Ten in the morning of today, above Engelberg. Not of any day: a logger knows that no time before its own making can be
# true, and takes one for a receiver whose weeks have rolled over.
BEGIN = datetime.datetime.combine(datetime.datetime.now(datetime.timezone.utc).date(), datetime.time(10))
NORTH, EAST = 46.82, 8.40


def sentence(body):
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}\r\n".encode()


def _angle(degrees, digits):
    whole = int(degrees)
    return f"{whole:0{digits}d}{(degrees - whole) * 60:08.5f}"


def epoch(seconds, fixed=True):
    """All that is said of one instant, so many seconds after the beginning."""
    moment = BEGIN + datetime.timedelta(seconds=seconds)
    clock, day = moment.strftime("%H%M%S.%f")[:9], moment.strftime("%d%m%y")
    if not fixed:
        return sentence("GPRMC,,V,,,,,,,,,,N") + sentence("GPGGA,,,,,,0,00,99.9,,,,,,")
    place = f"{_angle(NORTH + seconds * 1.2e-5, 2)},N,{_angle(EAST + seconds * 4e-6, 3)},E"
    return (sentence(f"GPRMC,{clock},A,{place},2.7,13.0,{day},,,A")
            + sentence(f"GPGGA,{clock},{place},1,09,0.9,1050.0,M,47.9,M,,"))


def walk(hertz=1, seconds=3600, fix_after=0, begin=0):
    """Bursts of a walk; until `fix_after` there are no satellites."""
    for number in range(int(seconds * hertz)):
        since = number / hertz
        yield epoch(begin + since, fixed=since >= fix_after)


def heard(data, sent_at, heard_at):
    """The bytes that a UART set to `heard_at` baud makes of bytes sent at `sent_at` baud, 8N1, without a pause."""
    if sent_at == heard_at:
        return data
    levels = []
    for byte in data:
        levels += [0] + [byte >> bit & 1 for bit in range(8)] + [1]
    step, end = sent_at / heard_at, len(levels)
    found, at = bytearray(), 0.0
    while at < end:
        if levels[int(at)] == 1:
            # The receiver looks for a start bit sixteen times a bit.
            at += step / 16
            continue
        byte = 0
        for bit in range(8):
            moment = int(at + (1.5 + bit) * step)
            byte |= (levels[moment] if moment < end else 1) << bit
        found.append(byte)
        at += 9.5 * step
    return bytes(found)
