# SPDX-License-Identifier: MIT
"""The router program on the PowerQUICC III boards, with real protocols on the
wire: what it prints is what the capture holds, and the platform's book agrees
with the program's, the core's and the capture's."""
import csv
import io
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

import capture
from tally_command import boards

TALLY = ''
FIRMWARE = ''
TRAFFIC = pathlib.Path(__file__).resolve().parents[3] / 'examples' \
    / 'traffic.pcap'
STATION = '00:04:9f:00:00:01'


def tally(*words):
    """(exit status, standard output, standard error)."""
    done = subprocess.run([TALLY, *map(str, words)], text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stdout, done.stderr


def program(board):
    return os.path.join(FIRMWARE, board, 'packets.elf')


def route(board, *words):
    """What the program printed, by name."""
    status, out, err = tally('board', board, *words, program(board))
    assert status == 0, err
    return {name: int(count) for name, count in map(str.split,
                                                    out.splitlines())}


def truth(board, *words):
    """The board's own count of each event that it models, by its name."""
    status, out, err = tally('board', board, '--truth', '--csv', *words,
                             program(board))
    assert status == 0, err
    return {(row['monitor'], row['name']): int(row['count'])
            for row in csv.DictReader(io.StringIO(out)) if row['count']}


class Packets(unittest.TestCase):
    maxDiff = None

    def test_totals_are_the_captures(self):
        want = capture.expected(TRAFFIC, STATION)
        self.assertEqual(want['frames'], 66)  # of 77: 11 for others
        for board in boards('powerpc-'):
            with self.subTest(board):
                self.assertEqual(route(board, '--pcap', TRAFFIC), want)

    def test_pace_changes_no_total(self):
        want = capture.expected(TRAFFIC, STATION)
        for speed in ('wire', '100', '1e6'):
            with self.subTest(speed):
                self.assertEqual(
                    route('mpc8540ads', '--pcap', TRAFFIC, '--pcap-speed',
                          speed, '--strict', '--pmc0-upper-first'), want)

    def test_ratio_of_clocks(self):
        """The platform's clocks are the core's cycles by the ratio."""
        want = capture.expected(TRAFFIC, STATION)
        for ratio, core, platform in (('2:1', 2, 1), ('7:2', 7, 2),
                                      ('3:1', 3, 1), ('64:1', 64, 1)):
            with self.subTest(ratio):
                words = '--pcap', TRAFFIC, '--platform-ratio', ratio
                self.assertEqual(route('mpc8548cds', *words), want)
                book = truth('mpc8548cds', *words)
                self.assertEqual(
                    book['mpc8548', 'cycle counter'],
                    book['e500v2', 'core cycle'] * platform // core)

    def test_no_frames_without_a_capture(self):
        got = route('mpc8540ads')
        self.assertEqual({name: count for name, count in got.items()
                          if count}, {})

    def test_slow_traffic_is_waited_for(self):
        """At their own pace frames are 30 us apart and more; the program takes
        20 us of nothing for the end, after the first frame."""
        got = route('mpc8540ads', '--pcap', TRAFFIC, '--pcap-speed', '1')
        self.assertLess(got['frames'], 66)

    def test_frames_counted_are_those_let_in(self):
        let_in = len(capture.accepted(TRAFFIC, STATION))
        everything = len(capture.frames(TRAFFIC))
        book = truth('mpc8540ads', '--pcap', TRAFFIC)
        self.assertEqual(book['mpc8540', 'TSEC1_ACCEPTED'], let_in)
        self.assertEqual(book['mpc8540', 'TSEC1_REJECTED'],
                         everything - let_in)
        self.assertEqual(book['mpc8540', 'TSEC1_DROPPED'], 0)
        self.assertEqual(book['mpc8540', 'TSEC1_RXBD_WRITES'], let_in)
        self.assertEqual(book['mpc8540', 'TSEC2_ACCEPTED'], 0)

    def test_l2_accesses_are_l1_misses(self):
        for board, core, device in (('mpc8540ads', 'e500v1', 'mpc8540'),
                                    ('mpc8548cds', 'e500v2', 'mpc8548')):
            with self.subTest(board):
                book = truth(board, '--pcap', TRAFFIC)
                self.assertGreater(book[device, 'L2_CORE_D_HIT'], 0)
                self.assertEqual(
                    book[core, 'L1 instruction cache reloaded'],
                    book[device, 'L2_CORE_I_HIT']
                    + book[device, 'L2_CORE_I_MISS'])
                self.assertEqual(
                    book[core, 'L1 data cache reloaded'],
                    book[device, 'L2_CORE_D_HIT']
                    + book[device, 'L2_CORE_D_MISS'])
                # memory: what L2 has not, and what the core writes back
                self.assertEqual(
                    book[device, 'DDR_CORE_RW'],
                    book[device, 'L2_CORE_I_MISS']
                    + book[device, 'L2_CORE_D_MISS']
                    + book[core, 'castout or push on the bus'])

    def test_memory_adds_up(self):
        book = {name: count for (monitor, name), count in truth(
            'mpc8540ads', '--pcap', TRAFFIC).items() if monitor == 'mpc8540'}
        accesses = book['DDR_CORE_RW'] + book['DDR_TSEC1_RW']
        self.assertEqual(book['DDR_READ_WRITE_BEATS'], 4 * accesses)
        self.assertEqual(book['DDR_ROT_HIT'] + book['DDR_ROT_MISS'], accesses)
        self.assertEqual(book['DDR_PIPE_RW_HIT'] + book['DDR_NONPIPE_RW_HIT'],
                         book['DDR_ROT_HIT'])
        self.assertEqual(
            book['DDR_PIPE_RW_MISS'] + book['DDR_NONPIPE_RW_MISS'],
            book['DDR_ROT_MISS'])
        self.assertEqual(
            4 * (book['DDR_PIPE_READ_HIT'] + book['DDR_NONPIPE_READ_HIT']
                 + book['DDR_PIPE_READ_MISS'] + book['DDR_NONPIPE_READ_MISS']),
            book['DDR_READ_BEATS'])
        self.assertEqual(book['DDR_CORE_ROT_HIT'] + book['DDR_TSEC1_ROT_HIT'],
                         book['DDR_ROT_HIT'])
        self.assertEqual(
            book['ECM_DISPATCH_CORE'] + book['ECM_DISPATCH_TSEC1'],
            book['ECM_DISPATCH'])
        self.assertEqual(book['TSEC1_DMA_READS'] + book['TSEC1_DMA_WRITES'],
                         book['ECM_DISPATCH_TSEC1'])
        self.assertEqual(book['L2_NC_READ_HIT'] + book['L2_NC_READ_MISS'],
                         book['TSEC1_DMA_READS'])
        self.assertEqual(book['L2_NC_WRITE_MISS'], book['TSEC1_DMA_WRITES'])

    def test_lines_of_the_frames(self):
        """Buffers are aligned, so a frame of n bytes with its FCS makes
        ceil(n / 32) writes, and one of its descriptor; what is sent again is
        read in ceil((n - 4) / 32), without it."""
        sizes = [max(len(frame), 60) for frame in capture.accepted(TRAFFIC,
                                                                  STATION)]
        again = sizes[2:]  # all but the two of ARP
        book = truth('mpc8540ads', '--pcap', TRAFFIC)
        self.assertEqual(
            book['mpc8540', 'TSEC1_DMA_WRITES'],
            sum(-(-(n + 4) // 32) + 1 for n in sizes) + len(again))
        self.assertEqual(
            book['mpc8540', 'TSEC1_DMA_READS'],
            book['mpc8540', 'TSEC1_BD_READS'] + sum(-(-n // 32)
                                                    for n in again))
        self.assertEqual(book['mpc8540', 'TSEC1_TXDATA_READ_LAT'],
                         sum(-(-n // 32) for n in again))

    def test_pm_event(self):
        """Up 3 of 10 cycles: up, or not, to within one period."""
        book = truth('mpc8548cds', '--inject', 'pm_event=3/10')
        cycles = book['e500v2', 'core cycle']
        self.assertEqual(book['e500v2', 'cycle with pm_event active'],
                         cycles // 10 * 3 + min(cycles % 10, 3))
        self.assertEqual(book['e500v2', 'pm_event changes'],
                         cycles // 10 + (cycles + 7) // 10)

    def test_same_again(self):
        first = truth('mpc8540ads', '--pcap', TRAFFIC)
        self.assertEqual(truth('mpc8540ads', '--pcap', TRAFFIC), first)


class Files(unittest.TestCase):
    """Captures that are none: a sentence, and no board that dies."""

    def refuse(self, data, words):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'a.pcap'
            path.write_bytes(data)
            status, out, err = tally('board', 'mpc8540ads', '--pcap', path,
                                     program('mpc8540ads'))
        self.assertEqual((status, out), (1, ''))
        self.assertIn(f'--pcap {path}: {words}', err)
        self.assertEqual(err.count('\n'), 1)

    def test_refused(self):
        good = TRAFFIC.read_bytes()
        self.refuse(b'', 'cannot be read as a capture: ')
        self.refuse(b'no capture\n' * 9, 'cannot be read as a capture: ')
        self.refuse(good[:24], 'there are no frames in it')
        self.refuse(good[:1000], 'broken after frame ')
        self.refuse(good[:20] + struct.pack('<I', 113) + good[24:],
                    'its link type is LINUX_SLL, not Ethernet')
        self.refuse(good[:36] + struct.pack('<I', 1000) + good[40:],
                    'of frame 1 only 42 of 1000 bytes were captured')
