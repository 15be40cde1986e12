# SPDX-License-Identifier: MIT
"""Files of every kind that something is wrong with, by name: programs, captures,
maps, records, profiles."""
import json
import pathlib
import re
import struct

from hand_profile import hand_profile, hand_timeline
from log_bytes import (INTERVAL, PASS, SAMPLE, TASK, counting, log, samples,
                       text, values)

ROOT = pathlib.Path(__file__).resolve().parents[2]

# ---- programs -------------------------------------------------------------

ENDLESS = [0xeafffffe]                      # b .
UNDEFINED = [0xe7f000f0]                    # udf
EXIT = [0xe3a00018, 0xe59f1000, 0xef123456, 0x20026]  # semihosting exit
READ = [0xe59f0000, 0xe5900000]             # ldr r0, =...; ldr r0, [r0]
WRITE = [0xe59f0000, 0xe5800000]            # ldr r0, =...; str r0, [r0]
JUMP = [0xe51ff004, 0xf0000000]             # ldr pc, =0xf0000000
SVC, BKPT = [0xef000001], [0xe1200070]
WAIT = [0xee070f90]                         # mcr p15, 0, r0, c7, c0, 4
UNKNOWN_CALL = [0xe3a00099, 0xef123456]     # mov r0, #0x99; svc 0x123456
BAD_ADDRESS = [0xe3a00004, 0xe3e01000, 0xef123456]  # r0 = 4, r1 = ~0; svc
# mrc p15, 0, r0, c1, c0, 0; orr r0, r0, #0x80; mcr: SCTLR.B
BIG_ENDIAN = [0xee110f10, 0xe3800080, 0xee010f10]
# Says "x\n" by semihosting, for ever: mov r0, #4; adr r1, text; svc; b .-12
SPEAK = [0xe3a00004, 0xe28f1004, 0xef123456, 0xeafffffb, 0x0a78]
# PXA250: lets the monitor's interrupt (source 12, [PXA255 4.2.2]) through, sets
# CCNT to all ones, enables its interrupt and E, clears CPSR.I and waits.
INTERRUPT = [0xe59f101c,  # ldr r1, =0x40d00000
             0xe3a00a01,  # mov r0, #0x1000
             0xe5810004,  # str r0, [r1, #4]: ICMR
             0xe3e00000,  # mvn r0, #0
             0xee010e10,  # mcr p14, 0, r0, c1, c0, 0: CCNT
             0xe3a00041,  # mov r0, #0x41
             0xee000e10,  # mcr p14, 0, r0, c0, c0, 0: PMNC
             0xe321f013,  # msr cpsr_c, #0x13
             0xeafffffe,  # b .
             0x40d00000]

# e500: lis r3, 0x4000; then lwz r4, 8(r3), or mtctr r3; bctr.
E500_READ = [0x3c604000, 0x80830008]
E500_JUMP = [0x3c604000, 0x7c6903a6, 0x4e800420]
# mfmsr r3; ori r3, r3, 0x4000 (PR); mtmsr r3; mfmsr r3
E500_USER = [0x7c6000a6, 0x60634000, 0x7c600124, 0x7c6000a6]
# TCR[DIE]; DEC = 3; wrteei 1; b .
E500_DECREMENTER = [0x3c600400, 0x7c7453a6, 0x38600003, 0x7c7603a6,
                    0x7c008146, 0x48000000]
E500_ILLEGAL, E500_TRAP, E500_SC = [0], [0x7fe00008], [0x44000002]
E500_VECTOR = [0x10000000]  # evaddw's primary opcode, SPE


class Elf:
    """An ELF program of one segment, each part of which can be spoilt."""

    def __init__(self, words, base=0x8000, **change):
        self.f = {'ident': b'\x7fELF\x01\x01\x01', 'type': 2, 'machine': 40,
                  'entry': base, 'phentsize': 32, 'phnum': None,
                  'offset': None, 'filesz': None, 'memsz': None, 'flags': 5,
                  'kind': 1, 'order': '<', 'cut': None, 'more': []}
        unknown = set(change) - set(self.f)
        assert not unknown, unknown
        self.f.update(change)
        self.base = base
        self.code = struct.pack(f'<{len(words)}I', *words)

    def bytes(self):
        f, order = self.f, self.f['order']
        segments = [self.base] + f['more']
        phnum = len(segments) if f['phnum'] is None else f['phnum']
        start = 52 + 32 * len(segments)
        head = f['ident'].ljust(16, b'\0') + struct.pack(
            order + 'HHIIIIIHHHHHH', f['type'], f['machine'], 1, f['entry'],
            52, 0, 0x05000000, 52, f['phentsize'], phnum, 40, 0, 0)
        for base in segments:
            filesz = len(self.code) if f['filesz'] is None else f['filesz']
            memsz = filesz if f['memsz'] is None else f['memsz']
            head += struct.pack(
                order + 'IIIIIIII', f['kind'],
                start if f['offset'] is None else f['offset'], base, base,
                filesz, memsz, f['flags'], 4)
        return (head + self.code)[:f['cut']]


def e500(words):
    elf = Elf(words, ident=b'\x7fELF\x01\x02\x01', machine=20, order='>')
    elf.code = struct.pack(f'>{len(words)}I', *words)
    return elf.bytes()


def elf64():
    """Of an x86-64, as far as it is looked at."""
    return (b'\x7fELF\x02\x01\x01'.ljust(16, b'\0')
            + struct.pack('<HHIQQQIHHHHHH', 2, 62, 1, 0, 64, 0, 0, 64, 56, 0,
                          64, 0, 0))


def capture(*frames, link=1, cut=None):
    """A capture of frames of so many bytes, or (bytes, of so many)."""
    data = struct.pack('<IHHIIII', 0xa1b2c3d4, 2, 4, 0, 0, 65535, link)
    for frame in frames:
        captured, whole = frame if isinstance(frame, tuple) else (frame,) * 2
        data += struct.pack('<IIII', 0, 0, captured, whole) + bytes(captured)
    return data[:cut]


FILES = {
    'e500': Elf([], base=0x100000, machine=20, order='>',
                ident=b'\x7fELF\x01\x02\x01', memsz=4).bytes(),
    'no.pcap': b'GIF89a, surely' * 9,
    'none.pcap': capture(),
    'link.pcap': capture(60, link=113),
    'cut.pcap': capture(60, 60, cut=120),
    'snap.pcap': capture((54, 1514)),
    'tiny.pcap': capture(13),
    'long.pcap': capture(9597),
    'large.pcap': capture() + capture(9000)[24:] * 7457,
    'empty': b'',
    'text': b'int main(void) { return 0; }\n',
    'short': Elf(EXIT, cut=20).bytes(),
    'short-headers': Elf(EXIT, cut=60).bytes(),
    'short-segment': Elf(EXIT, cut=90).bytes(),
    'ident': Elf(EXIT, ident=b'\x7fELF\x07\x07\x07').bytes(),
    'header-size': Elf(EXIT, phentsize=31).bytes(),
    'header-count': Elf(EXIT, phnum=0xffff).bytes(),
    'segment-size': Elf(EXIT, memsz=4).bytes(),
    'segment-end': Elf(EXIT, base=0xfffffff0, memsz=0x20).bytes(),
    'overlap': Elf(EXIT, more=[0x8004]).bytes(),
    'entry': Elf(EXIT, entry=0x100).bytes(),
    'no-segment': Elf(EXIT, kind=4).bytes(),
    'machine': elf64(),
    'mips': Elf(EXIT, machine=8).bytes(),
    'endian': Elf(EXIT, order='>', ident=b'\x7fELF\x01\x02\x01').bytes(),
    'object': Elf(EXIT, type=1).bytes(),
    'shared': Elf(EXIT, type=3).bytes(),
    'core': Elf(EXIT, type=4).bytes(),
    'type': Elf(EXIT, type=9).bytes(),
    'interpreter': Elf(EXIT, kind=3).bytes(),
    'memory': Elf(EXIT, base=0xa0008000).bytes(),
    'flash': Elf(EXIT, base=0x8000, flags=7).bytes(),
    'page-table': Elf(EXIT, base=0x07fff000, memsz=0x1000).bytes(),
    'good': Elf(EXIT).bytes(),
    'endless': Elf(ENDLESS).bytes(),
    'speak': Elf(SPEAK).bytes(),
    'read': Elf(READ + [0xf1000000]).bytes(),
    'write': Elf(WRITE + [0xf1000000]).bytes(),
    'unaligned': Elf(READ + [0xa0008001], base=0xa0008000).bytes(),
    'jump': Elf(JUMP).bytes(),
    'undefined': Elf(UNDEFINED).bytes(),
    'svc': Elf(SVC).bytes(),
    'bkpt': Elf(BKPT).bytes(),
    'irq': Elf(INTERRUPT, base=0xa0008000).bytes(),
    'wait': Elf(WAIT).bytes(),
    'semihosting': Elf(UNKNOWN_CALL).bytes(),
    'bad-address': Elf(BAD_ADDRESS).bytes(),
    'big-endian': Elf(BIG_ENDIAN).bytes(),
    'e500-read': e500(E500_READ),
    'e500-jump': e500(E500_JUMP),
    'e500-user': e500(E500_USER),
    'e500-decrementer': e500(E500_DECREMENTER),
    'e500-illegal': e500(E500_ILLEGAL),
    'e500-trap': e500(E500_TRAP),
    'e500-sc': e500(E500_SC),
    'e500-vector': e500(E500_VECTOR),
}


def ahb_map(head='', **change):
    """Lines of a map; a register of `change` has that line instead of its
    own.  The registers begin at line 5, CtArmdRd is the fourth."""
    lines = (head or 'base 0x101D0000\nenable_bit 0\n'
             'track_dbgack_bit 1\nalign_castout4_bit 2\n').splitlines()
    example = (ROOT / 'examples/ahb.map').read_text()
    for name, offset in re.findall(r'(?m)^([A-Z]\w+) +(0x[0-9A-F]+)$', example):
        line = change.pop(name, f'{name} {offset}')
        lines += [line] if line else []
    assert not change, change
    return '\n'.join(lines).encode() + b'\n'


FILES |= {
    'map': ahb_map(),
    'map-name': ahb_map(CtArmdRd='CtArmdRdd 0xC'),
    'map-name-far': ahb_map(CtArmdRd='Frobnicate 0xC'),
    'map-value': ahb_map(CtArmdRd='CtArmdRd'),
    'map-many': ahb_map(CtArmdRd='CtArmdRd 0xC 0x10'),
    'map-number': ahb_map(CtArmdRd='CtArmdRd 12Q'),
    'map-range': ahb_map(CtArmdRd='CtArmdRd 0x10000'),
    'map-word': ahb_map(CtArmdRd='CtArmdRd = 0x0e'),
    'map-twice': ahb_map(AHBMONPrstCtrs='CtArmdRd 0x178'),
    'map-place': ahb_map(CtArmdRd='CtArmdRd 0x000'),
    'map-waitless': ahb_map(ThresholdArmd=''),
    'map-threshold': b'ThresholdArmd 0x7e\n',
    'map-base': ahb_map('base 0x101D0004\n'),
    'map-bit': ahb_map('base 0x101D0000\nenable_bit 0\ntrack_dbgack_bit 0\n'),
    'map-page': ahb_map('base 0x101D0000\nenable_bit 0\n#\npage_size 3\n'),
    'map-track': ahb_map('base 0x101D0000\nenable_bit 0\n#\n'
                         'track_dbgack 1\n'),
    'map-incomplete': ahb_map(CtArmdRd=''),
    'map-incomplete-word': ahb_map('base 0x101D0000\n'),
    'map-long': b'#' * 300 + b'\n',
}


def record(**change):
    """The least that is a record, with other members."""
    document = {'schema': 3, 'monitors': ['arm1176'], 'trusted': True,
                'events': [], 'plan': {}} | change
    return json.dumps(document).encode()


def counted(cycles):
    """By a board that does not vary."""
    return record(events=[{'name': 'cycles', 'row': 'cycles',
                           'monitor': 'arm1176', 'asked': True,
                           'same_as': 'cycles', 'mean': cycles,
                           'count': cycles, 'samples': [cycles], 'pass': 1}],
                  target={'name': 'board:pb1176', 'varies': False})


FILES |= {
    'record-cut': record()[:-9],
    'record-other': b'{"schema": 1, "boards": []}',
    'record-newer': record(schema=99),
    'record-type': record(events=7),
    'record-nobody': record(events=[{'name': 'a', 'monitor': 'x'}]),
    'record-row': record(events=[{'monitor': 'arm1176'}]),
    'package': b'{"name": "mine"}\n',
    'page': b'<!DOCTYPE html>\n<html></html>\n',
    'record-old': record(schema=1),
    'records': b'[' + record(schema=1) + b',' + record(schema=1) + b']',
    'records-none': b'[]',
    'record-other-board': record(target={'name': 'board:imx31'}),
    # One repeat of something that varies.
    'record-varies': record(
        target={'name': 'board:pb1176', 'varies': True},
        events=[{'name': 'cycles', 'row': 'cycles', 'monitor': 'arm1176',
                 'asked': True, 'same_as': 'cycles', 'mean': 5, 'count': 5,
                 'samples': [5], 'pass': 1}]),
    'record-nothing': counted(0),
    'record-five': counted(5),
    'profile': json.dumps(hand_profile()).encode(),
    'profile-elsewhere': json.dumps(hand_profile(columns=[
        row | {'monitor': 'elsewhere'}
        for row in hand_profile()['columns']])).encode(),
    'profile-unhashed': json.dumps(hand_profile(
        program_sha256=None)).encode(),
    'profile-newer': json.dumps(hand_profile(schema=99)).encode(),
    'profile-cut': json.dumps(hand_profile(places=None)).encode(),
    'profile-twins': json.dumps(hand_profile(functions=[
        {'name': 'twin', 'addr': row['addr']}
        for row in hand_profile()['functions']])).encode(),
    'timeline-outside': json.dumps(hand_profile(timeline=hand_timeline(
        [0, 0, 1, 10, 20], [0, 1, 2, 15, 21]))).encode(),
    'timeline-row': json.dumps(hand_profile(timeline=hand_timeline(
        [0, 0, 1, 10]))).encode(),
    'profile-total': json.dumps(hand_profile(total=[5, 41])).encode(),
}

FILES |= {
    'log-version': log([], version=3),
    'log-sizes': log([], records=3),
    'log-tasks': log([*samples([])[:3], (TASK, 0, 3, text('worker')),
                      (SAMPLE, 0, 3, values(0x8000, 10))]),
    'log-nothing': log(samples([])[:1]),
    'log-nameless': log(counting((INTERVAL, 0, 0, values(1, 1)),
                                 monitor='z80')),
    'log-lost': log(counting((INTERVAL, 0, 0, values(1, 1))), lost=12),
    'log-full': log(samples(range(0x8000, 0x8014, 4)), records=8, lost=12),
    'log-two': log(samples([0x8000])) + log(samples([0x8004])),
    'log-passes': log([(PASS, i, 0, values(0, 0)) for i in range(16385)] +
                      counting((INTERVAL, 0, 0, values(1, 1))),
                      records=32768),
}

FILES |= {
    'suite': b'targets: board:pb1176\n'
             b'programs: {crc32: crc32.elf, gone: gone.elf}\n',
    'suite-key': b'targetz: board:pb1176\n',
    'suite-yaml': b'targets: [\n',
}
