# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb.py TALLY=COMMAND FIRMWARE=FOLDER

The boards as servers of the real GDB, gdb-multiarch: it breaks, steps,
watches, reads and sets registers of core and monitors, and the program comes
to the end that it has alone."""
import pathlib
import re
import shutil
import subprocess
import unittest

import tally_command

TALLY = ''
FIRMWARE = ''
GDB = shutil.which('gdb-multiarch')
TIMEOUT = 300


def setUpModule():
    tally_command.TALLY = TALLY


class Debugger(unittest.TestCase):
    def gdb(self, board, name, *commands):
        """What GDB printed; how `tally board` ended."""
        if not GDB:
            self.skipTest('gdb-multiarch is not installed')
        program = pathlib.Path(FIRMWARE, board.split('-')[0], name)
        process = subprocess.Popen(
            [TALLY, 'board', board, str(program), '--gdb', '0'],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        port = re.search(r'port (\d+)', process.stderr.readline())[1]
        words = [word for command in (f'target remote :{port}', *commands)
                 for word in ('-ex', command)]
        done = subprocess.run([GDB, '-q', '-nx', '-batch', *words,
                               str(program)], capture_output=True, text=True,
                              timeout=TIMEOUT, check=False)
        out, err = process.communicate(timeout=TIMEOUT)
        return done.stdout + done.stderr, process.returncode, out, err

    def test_each_board(self):
        for board, row in tally_command.boards().items():
            with self.subTest(board=board):
                told, status, out, err = self.gdb(
                    board, 'crc32.elf', 'break main', 'continue', 'stepi',
                    'stepi', 'stepi', 'p/x $sp', 'p $pc', 'bt',
                    'info registers monitor', 'monitor truth', 'delete',
                    'continue')
                self.assertRegex(told, r'Breakpoint 1, main \(')
                self.assertRegex(told, r'\$1 = 0x[0-9a-f]+\n')
                self.assertRegex(told, r'\$2 = .*<main\+|\$2 = .*<\w+')
                self.assertRegex(told, r'#0 .*\bin? ?\w+ \(')
                self.assertIn(row['monitors'][0], told)
                self.assertIn('exited normally', told)
                for trouble in ('E0e', 'warning: ', 'Remote failure',
                                'unexpected'):
                    self.assertNotIn(trouble, told)
                alone = tally_command.tally(
                    'board', board,
                    pathlib.Path(FIRMWARE, board.split('-')[0], 'crc32.elf'))
                self.assertEqual((status, out, err),
                                 (0, alone.stdout, alone.stderr))

    def test_watches_and_sets(self):
        """A watchpoint, which GDB makes of single steps; a variable, a
        register of the core and one of the monitor are set."""
        told, status, _, _ = self.gdb(
            'pb1176', 'sort.elf', 'break main', 'continue', 'finish',
            'set $arm1176_pmn0 = 77', 'p $arm1176_pmn0', 'set $r7 = 0x1234',
            'p/x $r7', 'watch $sp', 'continue', 'delete', 'kill')
        self.assertIn('= 77\n', told)
        self.assertIn('= 0x1234\n', told)
        self.assertIn('Watchpoint 2: $sp', told)
        self.assertRegex(told, r'Old value = .*\nNew value = ')
        self.assertEqual(status, 1)

    def test_memory_is_watched(self):
        """By the board, not by single steps: written, read, either."""
        for board in 'pb1176', 'virt-a57', 'mpc8548cds':
            with self.subTest(board=board):
                told, status, _, _ = self.gdb(
                    board, 'sort.elf', 'break main', 'continue', 'info mem',
                    'watch table[5]', 'continue', 'delete',
                    'rwatch table[7]', 'continue', 'delete',
                    'awatch table[9]', 'continue', 'delete', 'continue')
                self.assertRegex(told, r'(?m)^Hardware watchpoint 2: table')
                self.assertRegex(told, r'Old value = .*\nNew value = ')
                self.assertRegex(told, r'Hardware read watchpoint 3: [^\0]*'
                                 r'Hardware read watchpoint 3: .*\n\nValue = ')
                self.assertRegex(told, r'Hardware access \(read/write\) '
                                 r'watchpoint 4: [^\0]*Hardware access ')
                self.assertRegex(told, r'(?m)^\d+ +y\s+0x')
                self.assertIn('exited normally', told)
                self.assertEqual(status, 0)


if __name__ == '__main__':
    unittest.main()
