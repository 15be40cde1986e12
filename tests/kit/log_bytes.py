# SPDX-License-Identifier: MIT
"""A log in memory, byte by byte as doc/log.md has it, and not as the library
makes it."""
import struct

MAGIC = 0x544C4F47
START, MONITOR, SETUP, SAMPLE = 1, 2, 3, 4
INTERVAL, REGION, TASK, OVERFLOW, PASS, NAME = 5, 6, 7, 8, 9, 10


def check(words):
    total = 0x7A11
    for word in words:
        total = ((total << 5 | total >> 27) & 0xFFFFFFFF) ^ word
    return total


def text(name):
    return struct.unpack('<4I', name.encode().ljust(16, b'\0')[:16])


def values(a, b):
    return (a & 0xFFFFFFFF, a >> 32, b & 0xFFFFFFFF, b >> 32)


def record(number, kind, source=0, task=0, value=(0, 0, 0, 0)):
    words = [number + 1, kind | source << 16, task, *value]
    return words[:3] + [check(words)] + words[3:]


def log(rows, order='<', records=64, lost=0, version=1, head=None):
    """`rows`: (kind, source, task, values); the first has number 0."""
    sealed = [MAGIC, MAGIC ^ 0xFFFFFFFF, version, 64 + 32 * records, 64, 32,
              records]
    words = sealed + [check(sealed),
                      len(rows) if head is None else head, 0, lost, 0, 1, 0,
                      0, 0]
    for number, row in enumerate(rows):
        words += record(number, *row)
    words += [0] * (8 * (records - len(rows)))
    return struct.pack(f'{order}{len(words)}I', *words)


def samples(pcs, period=1000, event=7, monitor='arm1176'):
    return [(START, 0, 0, values(1, 0)),
            (MONITOR, 0, 0, text(monitor)),
            (SETUP, 0, 0, values(event, period)),
            *((SAMPLE, 0, 0, values(pc, period)) for pc in pcs)]


def counting(*rows, events=((0, 0xFFFE, 0), (1, 7, 0)), monitor='arm1176'):
    """A log of counts; `events`: (slot, code, period)."""
    return [(START, 0, 0, values(1, 0)), (MONITOR, 0, 0, text(monitor)),
            *((SETUP, slot, 0, values(code, period))
              for slot, code, period in events), *rows]
