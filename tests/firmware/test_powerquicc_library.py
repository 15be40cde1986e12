# SPDX-License-Identifier: MIT
"""usage: tap.py test_powerquicc_library.py TALLY=COMMAND FIRMWARE=FOLDER

The library in firmware on the PowerQUICC III boards: exact counts over wraps
with overflow interrupts, whichever way the device monitor has its clock's
words."""
import csv
import io
import os
import unittest

from tally_command import boards, tally

TALLY = 'tally'
FIRMWARE = 'boards/firmware'
# Passed checks of boards/firmware/mpc85xx/library.c: 9 for the core's wraps, twice;
# 5 of periods; 3 from user state; 10 of the device.
CHECKS = 9 * 2 + 5 + 3 + 10
# More cycles than a line takes from the farther of the boards' memories.
FETCH = 32
# Of boards/firmware/mpc85xx/clock.c, and the most clocks that pass in one between the
# clock's reads and the writes that open and close it.
WINDOWS = 5
BESIDE = {'session': 400, 'folded': 150}


def program(board, name):
    return os.path.join(FIRMWARE, board, name + '.elf')


class Library(unittest.TestCase):
    def test_wraps(self):
        for board in boards('powerpc-'):
            for options in ((), ('--pmc0-upper-first',), ('--pmc0-runs-on',),
                            ('--strict',), ('--poison',), ('--flat',),
                            ('--jitter', '1'), ('--jitter', '2')):
                with self.subTest(board=board, options=options):
                    done = tally('board', board, *options,
                                 program(board, 'test_library'))
                    said = done.stdout.splitlines()
                    self.assertEqual(
                        [line for line in said if line[:4] != 'PASS'], [])
                    self.assertIn('status 0', done.stderr)
                    self.assertGreaterEqual(len(said), CHECKS)


class Clock(unittest.TestCase):
    def test_either_reading_gives_the_windows_clocks(self):
        """Where FAC stops PMC0 what is counted is the window's, to the clock;
        where it runs on, those of the accesses at either end come on top,
        and are an empty window's."""
        for board in boards('powerpc-'):
            stops, runs = [], []
            for to, on in (stops, ()), (runs, ('--pmc0-runs-on',)):
                for options in (), ('--pmc0-upper-first',):
                    done = tally('board', board, *on, *options,
                                 program(board, 'test_clock'))
                    said = [line for line in done.stdout.splitlines()
                            if line[:4] != 'PASS']
                    self.assertIn('status 0', done.stderr)
                    to.append({name: int(number, 16) for name, number in
                               (line.split() for line in said)})
            with self.subTest(board=board):
                self.assertEqual(set(stops[0]), {'session', 'net', 'folded'})
                net = runs[0].pop('net') - stops[0].pop('net')
                self.assertLess(abs(net), WINDOWS * 16)
                for name, count in stops[0].items():
                    # The branches to the one word or the other cost the same
                    # but for the fetch of a line, wherever the linker put
                    # them.
                    for said in stops, runs:
                        self.assertLess(abs(said[1][name] - said[0][name]),
                                        FETCH)
                    more = runs[0][name] - count
                    self.assertGreater(count, WINDOWS * 1000)
                    self.assertGreater(more, 0)
                    self.assertLess(more, WINDOWS * BESIDE[name])


class Ledger(unittest.TestCase):
    def test_totals_are_the_boards(self):
        """4 rounds of 300 calls; 4 frames of 1500 bytes, in 47 lines of 32,
        that clearing memory left in the second level, and some descriptors."""
        for board, row in boards('powerpc-').items():
            core, device = row['monitors']
            for options in ((), ('--pmc0-upper-first',), ('--pmc0-runs-on',),
                            ('--strict',)):
                done = tally('board', board, '--truth', '--csv', *options,
                             program(board, 'test_ledger'))
                said = [line for line in done.stderr.splitlines()
                        if not line.startswith(('simulated', 'program'))]
                count = dict(line.split() for line in said
                             if line[:4] != 'PASS')
                true = {(row['monitor'], row['name']): row['count'] for row in
                        csv.DictReader(io.StringIO(done.stdout))}
                with self.subTest(board=board, options=options):
                    self.assertEqual(len(said), 2 * 3 + 2)
                    self.assertEqual(set(count), {'calls', 'reads'})
                    self.assertEqual(count['calls'], '1200')
                    self.assertEqual(count['calls'],
                                     true[core, 'system call or trap'])
                    self.assertEqual(count['reads'],
                                     true[device, 'L2_NC_READ_HIT'])
                    self.assertGreater(int(count['reads']), 4 * 40)
