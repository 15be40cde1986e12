# SPDX-License-Identifier: MIT
"""usage: tap.py test_top.py TALLY=COMMAND FIRMWARE=DIR

`tally top` on a terminal of 80 columns and 24 lines: what it shows of a board
and of a command, its keys, and that terminal and target are left as found."""
import json
import pathlib
import re
import signal
import tempfile
import time
import unittest

from openocd_liar import Tcl
from openocd_view import Live, View
from spoilt_files import FILES
from tally_command import printed
from terminal import Terminal, children

TALLY = ''
FIRMWARE = ''
BOARD = '-t', 'board:pb1176', '-M', 'cpi', '-e', 'cycles'
KEYS = 'q quit  m/up/down metric  space freeze  w write a record'
SPIN = 'sh', '-c', 'while :; do :; done'


class Top(unittest.TestCase):
    before = ()

    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)
        (self.folder / 'endless').write_bytes(FILES['endless'])
        self.crc = f'{FIRMWARE}/pb1176/crc32.elf'

    def top(self, *words, **how):
        terminal = Terminal(TALLY, *self.before, 'top', '-o',
                            self.folder / 'kept', *words, **how)
        self.addCleanup(terminal.close)
        return terminal

    def test_a_board_to_its_end(self):
        deep = self.folder / '/'.join(['deep'] * 20)
        deep.mkdir(parents=True)
        (deep / 'crc32.elf').symlink_to(self.crc)
        t = self.top(*BOARD, '-I', '20us', deep / 'crc32.elf')
        shown = t.until(lambda text: 'ended: q quits' in text).splitlines()
        self.assertRegex(shown[0], r'^tally top  0\.\d+ s  ended')
        self.assertRegex(shown[1], r'simulated  \.\.\.(/deep)+/crc32\.elf$')
        self.assertLessEqual(len(shown[1]), 80)
        self.assertRegex(shown[2], r'^> cpi +\d+\.\d+ +cycles +[▁-█]+$')
        # The clock of this board's core is 200 MHz.
        self.assertRegex(shown[3], r'^  cycles +200\.0M a second +[▁-█]+$')
        self.assertEqual(shown[-1], KEYS)
        hot = re.search(r'hottest functions, (\d+) samples\n +(\d+\.\d) %  '
                        r'(\w+)', '\n'.join(shown))
        self.assertGreater(int(hot[1]), 20)
        self.assertEqual(hot[3], 'crc32')
        t.type('m')
        t.until(lambda text: '\n> cycles' in text)
        t.type('\x1bOA')
        t.until(lambda text: '\n> cpi' in text)
        t.type('w')
        t.until(lambda text: 'wrote ' in text)
        t.type('q')
        self.assertEqual(t.left(), (0, ''))
        kept = json.loads((self.folder / 'kept-1.json').read_text())
        told = json.loads(printed('stat', *BOARD, '--json', self.crc))
        self.assertEqual(kept['events'], told['events'])

    def test_a_record_of_what_was_counted_so_far(self):
        t = self.top(*BOARD, '-I', '1ms', self.folder / 'endless')
        t.until(lambda text: '> cpi' in text)
        for n in 1, 2:
            t.type('w')
            t.until(lambda text, n=n: f'kept-{n}.json' in text)
        t.type('q')
        self.assertEqual(t.left(), (0, ''))
        for n in 1, 2:
            kept = json.loads((self.folder / f'kept-{n}.json').read_text())
            ends = kept['intervals']['end_cycles']
            count = next(row['count'] for row in kept['events']
                         if row['name'] == 'cycles')
            self.assertAlmostEqual(count, ends[-1], delta=50)
            printed('report', self.folder / f'kept-{n}.json')

    def test_signals_leave_all_as_it_was(self):
        """Ctrl-C is typed, others are sent."""
        for number in None, signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            with self.subTest(number):
                t = self.top(*BOARD, '-I', '1ms', self.folder / 'endless')
                t.until(lambda text: '> cpi' in text)
                boards = children(t.process.pid)
                self.assertTrue(boards)
                if number is None:
                    t.type('\x03')
                else:
                    t.process.send_signal(number)
                self.assertEqual(t.left(), (0, ''))
                for pid in boards:
                    self.assertFalse(pathlib.Path(f'/proc/{pid}').exists())

    def samplers(self, process):
        """The command lines of those that take samples beside."""
        words = [pathlib.Path(f'/proc/{pid}/cmdline').read_text().split('\0')
                 for pid in children(process)]
        return [row for row in words if 'record' in row]

    def test_a_command_is_frozen_and_ended(self):
        own = self.folder / 'own.json'
        own.write_text('{"metrics": [{"name": "mine", "formula": "cycles", '
                       '"title": "ours"}]}')
        self.before = '--metrics', str(own)
        t = self.top('-e', 'task-clock,page-faults', '-I', '100ms', '--',
                     *SPIN)
        shown = t.until(lambda text: '> task_clock' in text)
        pid = int(re.search(r'process (\d+)', shown)[1])
        while not (beside := self.samplers(t.process.pid)):
            t.read()
        self.assertEqual(beside[0][:4], ['tally', *self.before, 'record'])
        t.type(' ')
        before = t.until(lambda text: 'FROZEN' in text)
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            t.read()
        self.assertEqual(t.shown(), before)
        t.type(' ')
        t.until(lambda text: 'FROZEN' not in text and
                text.splitlines()[0] != before.splitlines()[0])
        t.type('q')
        self.assertEqual(t.left(), (0, ''))
        self.assertFalse(pathlib.Path(f'/proc/{pid}').exists())

    def test_other_sizes_and_a_plain_terminal(self):
        t = self.top(*BOARD, '-I', '20us', self.crc, LC_ALL='C')
        t.until(lambda text: 'ended: q quits' in text)
        self.assertTrue(t.bytes.isascii())
        for columns, lines in (60, 16), (20, 6), (132, 40):
            t.resize(columns, lines)
            t.until(lambda text, lines=lines: KEYS[:15] in
                    text.split('\n')[lines - 1])
        t.type('q')
        self.assertEqual(t.left(), (0, ''))

    def test_a_core_that_is_never_halted(self):
        """The screen is of counts alone, and q puts all back."""
        monitor, base = 'pmuv3/cortex-a53', 0x80030000
        view = View(monitor, base)
        before = view.state()
        there = f'openocd::{Tcl(Live(view).answer).port},{monitor}={base:#x}'
        t = self.top('-t', f'{there},live=chip.apb,clock=1e6', '-e', 'cycles',
                     '-I', '20ms', f'{FIRMWARE}/pbxa9/crc32.elf')
        shown = t.until(lambda text: re.search(r'(?m)^> cycles +\d', text))
        self.assertIn('none: it is never halted', shown)
        t.type('q')
        self.assertEqual(t.left(), (0, ''))
        self.assertEqual(view.state(), before)

    def test_values_for_which_there_is_no_room(self):
        """The 91 counters of a bus matrix are counted at once."""
        t = self.top('-t', 'board:versatile', '-m', 'arm926pxp-ahb', '-e',
                     'all', f'{FIRMWARE}/versatile/crc32.elf')
        t.until(lambda text: re.search(
            r'\n  \d+ more values; -M or -e names fewer\n', text))
        t.type('q')
        self.assertEqual(t.left(), (0, ''))

    def test_a_long_reason_begins_with_its_beginning(self):
        t = self.top('--log', '-t', 'board:pb1176', 99 * 'no/' + 'none.elf')
        t.until(lambda text: 'tally collect: no/no' in text)
        t.type('q')
        self.assertEqual(t.left(), (0, ''))

    def test_a_terminal_that_nobody_knows(self):
        t = self.top(*BOARD, self.crc, TERM='no-such-terminal')
        self.assertEqual(t.process.wait(30), 1)
        self.assertEqual(
            t.said(), 'tally top: TERM=no-such-terminal is no terminal that '
            'ncurses knows; say what it is, as in TERM=vt100\n')
