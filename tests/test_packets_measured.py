# SPDX-License-Identifier: MIT
"""The router program measured through the monitors' registers: core and device
in one window, against the capture, the board's book and AN3636's formulas."""
import csv
import io
import os
import pathlib
import subprocess
import unittest

import capture

TALLY = ''
FIRMWARE = ''
TRAFFIC = pathlib.Path(__file__).resolve().parent.parent / 'examples' \
    / 'traffic.pcap'
STATION = '00:04:9f:00:00:01'
CLOCK_HZ = {'mpc8540ads': 666000000, 'mpc8548cds': 1333000000}


def stat(board, *words):
    """(exit status, rows by kind and name, standard error)."""
    elf = os.path.join(FIRMWARE, board, 'packets.elf')
    done = subprocess.run(
        [TALLY, 'stat', '-t', f'board:{board}', '--pcap', TRAFFIC, '--csv',
         '--quiet-program', *words, elf],
        text=True, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    rows = {(row['kind'], row['name']): row['value']
            for row in csv.DictReader(io.StringIO(done.stdout))}
    return done.returncode, rows, done.stderr


class Measured(unittest.TestCase):
    def measure(self, board, *words):
        status, rows, err = stat(board, *words)
        self.assertEqual(status, 0, err)
        events = {name: int(value) for (kind, name), value in rows.items()
                  if kind == 'event' and value}
        metrics = {name: float(value) for (kind, name), value in rows.items()
                   if kind == 'metric' and value}
        return events, metrics

    def test_frames_are_the_captures(self):
        events, _ = self.measure('mpc8540ads', '-m', 'mpc8540', '-e',
                                 'TSEC1_ACCEPTED,TSEC1_REJECTED')
        let_in = len(capture.accepted(TRAFFIC, STATION))
        self.assertEqual(events['TSEC1_ACCEPTED'], let_in)
        self.assertEqual(events['TSEC1_REJECTED'],
                         len(capture.frames(TRAFFIC)) - let_in)

    def test_formulas_and_bounds(self):
        n, m = self.measure(
            'mpc8540ads', '--region', 'forward_all', '-M',
            'ipp,pps,ipc,l2_core_miss_rate,l2_noncore_miss_rate,'
            'ddr_page_miss_rate,ddr_page_hit_ratio')
        cycles, insns = n['PROCESSOR_CYCLES'], n['INSTR_COMPLETED']
        misses = n['L2_CORE_I_MISS'] + n['L2_CORE_D_MISS']
        accesses = misses + n['L2_CORE_I_HIT'] + n['L2_CORE_D_HIT']
        row_misses = n['DDR_PIPE_RW_MISS'] + n['DDR_NONPIPE_RW_MISS']
        rows = row_misses + n['DDR_PIPE_RW_HIT'] + n['DDR_NONPIPE_RW_HIT']
        want = {
            'ipp': insns / n['TSEC1_ACCEPTED'],
            'pps': n['TSEC1_ACCEPTED'] * CLOCK_HZ['mpc8540ads'] / cycles,
            'ipc': insns / cycles,
            'l2_core_miss_rate': 100 * misses / accesses,
            'l2_noncore_miss_rate': 100 * n['L2_NC_READ_MISS']
            / (n['L2_NC_READ_MISS'] + n['L2_NC_READ_HIT']),
            'ddr_page_miss_rate': 100 * row_misses / rows,
            'ddr_page_hit_ratio': 100 - 100 * row_misses / rows,
        }
        self.assertEqual(set(m), set(want))
        for name, value in want.items():
            with self.subTest(name):
                self.assertAlmostEqual(m[name] / value, 1, places=6)
        self.assertEqual(n['TSEC1_ACCEPTED'], 66)
        # 2 instructions a cycle at most; frames of 64 bytes at 1 Gbit/s
        self.assertTrue(0 < m['ipc'] <= 2)
        self.assertLess(m['pps'], 1488096)

    def test_l2_accesses_are_l1_misses(self):
        for board, core, device in (('mpc8540ads', 'e500v1', 'mpc8540'),
                                    ('mpc8548cds', 'e500v2', 'mpc8548')):
            with self.subTest(board):
                l1, _ = self.measure(board, '-m', core, '-e',
                                     'IL1_RELOADS,DL1_RELOADS')
                l2, _ = self.measure(
                    board, '-m', device, '-e', 'L2_CORE_I_HIT,L2_CORE_I_MISS,'
                    'L2_CORE_D_HIT,L2_CORE_D_MISS')
                self.assertEqual(l1['IL1_RELOADS'], l2['L2_CORE_I_HIT']
                                 + l2['L2_CORE_I_MISS'])
                self.assertEqual(l1['DL1_RELOADS'], l2['L2_CORE_D_HIT']
                                 + l2['L2_CORE_D_MISS'])

    def test_every_event_is_the_boards(self):
        """All that the boards model, each on its counter, to the unit."""
        for board, device, modelled in (('mpc8540ads', 'mpc8540', 91),
                                        ('mpc8548cds', 'mpc8548', 15)):
            with self.subTest(board):
                status, rows, err = stat(board, '-m', device, '-e', 'all',
                                         '--truth')
                self.assertEqual(status, 0, err)
                compared = 0
                for (kind, name), value in rows.items():
                    true = rows.get(('truth', 'cycle counter'
                                     if name == 'CCB_CYCLES' else name))
                    if kind == 'event' and (value or true):
                        self.assertEqual(value, true, name)
                        compared += 1
                self.assertEqual(compared, modelled)

    def test_ratio_of_clocks_in_either_order_of_words(self):
        for words in ((), ('--pmc0-upper-first',)):
            for ratio, core, platform in (('2:1', 2, 1), ('7:2', 7, 2)):
                with self.subTest(words + (ratio,)):
                    n, m = self.measure(
                        'mpc8540ads', '-M', 'clock_ratio_measured',
                        '--platform-ratio', ratio, *words)
                    self.assertEqual(n['CCB_CYCLES'], n['PROCESSOR_CYCLES']
                                     * platform // core)
                    self.assertAlmostEqual(m['clock_ratio_measured'],
                                           core / platform, places=4)

    def test_frames_of_the_other_part_are_refused(self):
        """Which event counts them there, no source establishes."""
        status, _, err = stat('mpc8548cds', '-M', 'ipp')
        self.assertEqual(status, 2)
        self.assertIn('ipp', err)
