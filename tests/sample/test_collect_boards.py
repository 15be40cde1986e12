# SPDX-License-Identifier: MIT
"""`tally collect` of a log that went through two resets, on a board of either
byte order: from the board, over a debug link, and from a dump of the board's
memory.  tests/guests/log_reset.c is the program."""
import csv
import io
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import gdb_boards
from gdb_client import Server
from tally_command import ROOT, printed, tally

TALLY = ''
FIRMWARE = ''
BOARDS = {'pb1176': 'arm1176', 'virt-a53': 'pmuv3/cortex-a53',
          'mpc8548cds': 'e500v2'}
SIZE = 64 + 32 * 32


class Reset(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='tally-reset-')
        self.addCleanup(folder.cleanup)
        self.dump = pathlib.Path(folder.name, 'dump.bin')

    def elf(self, board):
        return pathlib.Path(FIRMWARE, board.split('-')[0],
                            'test_log_reset.elf')

    def rows(self, *words):
        return printed('collect', '--rows', *words)

    def where(self, board):
        found = subprocess.run(['readelf', '-sW', self.elf(board)], check=True,
                               capture_output=True, text=True).stdout
        return int(re.search(r'([0-9a-f]+) +\d+ OBJECT .* kept$', found,
                             re.M)[1], 16)

    def read(self, board):
        """The log, out of the board's memory by a debugger's own packets."""
        server = Server(board, self.elf(board))
        self.addCleanup(server.end)
        symbols = subprocess.run(['nm', self.elf(board)], check=True,
                                 capture_output=True, text=True).stdout
        done = int(re.search(r'([0-9a-f]+) T log_done', symbols)[1], 16)
        self.assertEqual(server.ask(f'Z0,{done:x},4'), 'OK')
        server.ask('c')
        return b''.join(bytes.fromhex(
            server.ask(f'm{self.where(board) + at:x},40'))
            for at in range(0, SIZE, 0x40))

    def test_every_way(self):
        for board, monitor in BOARDS.items():
            with self.subTest(board=board):
                elf = self.elf(board)
                here = self.rows('-t', f'board:{board}', elf)
                kinds = [row['kind'] for row in
                         csv.DictReader(io.StringIO(here))]
                self.assertEqual(kinds, ['start', 'setup', 'interval',
                                         'interval'] * 3)
                self.assertEqual(self.rows('-t', f'board:{board}', '--at',
                                           'kept', elf), here)
                with gdb_boards.served(board, elf) as port:
                    scratch = gdb_boards.scratch(elf, 0x800000)
                    self.assertEqual(self.rows(
                        '-t', f'gdb::{port},{monitor},scratch={scratch:#x}',
                        '--until', 'log_done', elf), here)
                content = self.read(board)
                self.assertEqual(content[:4], b'TLOG' if 'mpc' in board
                                 else b'GOLT')
                self.dump.write_bytes(content)
                self.assertEqual(self.rows(self.dump), here)

    def test_record(self):
        """What was counted before the resets is in it, and what they tore."""
        for board in BOARDS:
            done = tally('collect', '-t', f'board:{board}', '--json',
                         self.elf(board))
            self.assertEqual(done.returncode, 1, done.stderr)
            found = json.loads(done.stdout)
            self.assertEqual(found['log'], {'records': 12, 'starts': 3,
                                            'lost': 2, 'damaged': 0,
                                            'unread': 0})
            self.assertEqual(found['intervals']['end_cycles'],
                             [100, 200, 300, 400, 500, 600])
            counts = found['intervals']['events'][0]['counts']
            self.assertEqual(found['events'][0]['count'], sum(counts))
            self.assertEqual(len(set(counts)), 1)  # the same instructions

    def test_console(self):
        """Firmware that says its log among other words: the guide's, and its
        bytes at the end."""
        text = (ROOT / 'doc/guide.md').read_text()
        source = re.search(r'`logged\.c`:\n\n```c\n(.*?)```', text, re.S)[1]
        folder = self.dump.parent
        printed('amalgam', '-m', 'arm1176', '-o', folder)
        for name, end in ('logged', ''), ('said', (
                'printf("here it is: "); fwrite(&kept, sizeof kept, 1, '
                'stdout);')):
            path = folder / f'{name}.c'
            path.write_text('#include <stdio.h>\n' + source.replace(
                'return tally_session_close', f'{end}\n\t'
                'return tally_session_close'))
            done = tally('board', 'pb1176', '--run', '--cc', path,
                         folder / 'tally_arm1176.c', '-o',
                         folder / f'{name}.elf')
            self.assertEqual(done.returncode, 0, done.stderr)
        said = subprocess.run(
            [TALLY, 'board', 'pb1176', folder / 'said.elf'], check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE).stdout
        self.assertTrue(said.startswith(b'here it is: '))
        found = subprocess.run(
            [TALLY, 'collect', '--json', '-'], check=True, input=said,
            stdout=subprocess.PIPE).stdout
        here = json.loads(printed('collect', '-t', 'board:pb1176', '--json',
                                  folder / 'logged.elf'))
        self.assertEqual([row['text'] for row in json.loads(found)['regions']],
                         ['one by one', 'a line each'])
        self.assertEqual(len(here['counts']), 6)
        self.assertEqual([row['event'] for row in json.loads(found)['counts']],
                         [row['event'] for row in here['counts']])
