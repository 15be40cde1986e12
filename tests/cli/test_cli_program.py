#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is measured is one program on one capture, each read once and named in
every result; and a result says whether its boards ran in a sandbox.

The variables: TALLY, the command; FIRMWARE, the folder of BOARD/NAME.elf."""
import csv
import hashlib
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

from tally_command import tally

TALLY = ''
FIRMWARE = ''

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEVERAL_PASSES = 'cpi,dcache_miss_rate,branch_miss_ratio'


def program(board):
    """A short one for the board."""
    folder = 'virt' if board.startswith('virt') else board
    return pathlib.Path(FIRMWARE, folder, 'test_exceptions.elf')


def facts(text):
    """What is in a table of CSV, by name."""
    return {row['name']: row for row in csv.DictReader(io.StringIO(text))}


class OneProgram(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.elf = pathlib.Path(self.folder.name, 'prog.elf')
        shutil.copy(pathlib.Path(FIRMWARE, 'pb1176', 'array.elf'), self.elf)
        self.hash = hashlib.sha256(self.elf.read_bytes()).hexdigest()

    def measure(self, change, *more):
        """Changes the file as soon as the first pass runs."""
        arguments = [TALLY, 'stat', '-t', 'board:pb1176', '--json', '-j1',
                     '--passes', 'separate', '-M', SEVERAL_PASSES, *more,
                     str(self.elf)]
        with subprocess.Popen(arguments, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as stat:
            said = stat.stderr.readline()
            change()
            out, errors = stat.communicate(timeout=120)
        self.assertIn('checksum', said)
        self.assertEqual((stat.returncode, errors), (0, ''))
        return json.loads(out)

    def test_a_file_that_goes_does_no_harm(self):
        d = self.measure(self.elf.unlink)
        self.assertGreater(d['board_runs'], 1)
        self.assertEqual(d['program']['sha256'], self.hash)

    def test_a_file_that_is_replaced_is_not_mixed_in(self):
        other = pathlib.Path(self.folder.name, 'other.elf')
        shutil.copy(pathlib.Path(FIRMWARE, 'pb1176', 'list.elf'), other)
        changed = self.measure(lambda: os.replace(other, self.elf),
                               '--region', 'main')
        shutil.copy(pathlib.Path(FIRMWARE, 'pb1176', 'array.elf'), self.elf)
        alone = self.measure(lambda: None, '--region', 'main')
        for d in changed, alone:
            del d['host_seconds']
        self.assertEqual(changed, alone)

    def test_every_form_names_it(self):
        stat = 'stat', '-t', 'board:pb1176', '-M', 'cpi', self.elf
        rows = facts(tally(*stat, '--csv').stdout)
        self.assertEqual(rows['program_sha256']['why'], self.hash)
        board = json.loads(tally('board', 'pb1176', '--json',
                                 self.elf).stdout)
        doctor = json.loads(tally('doctor', '-t', 'board:pb1176', '--json',
                                  self.elf).stdout)
        for document in board, doctor:
            self.assertEqual(document['program_sha256'], self.hash)
        short = f'program sha256 {self.hash[:16]}'
        self.assertIn(short, tally(*stat).stdout)
        self.assertIn(short, tally('board', 'pb1176', self.elf).stderr)
        self.assertIn(short, tally('doctor', '-t', 'board:pb1176',
                                   self.elf).stdout)

    def test_a_table_has_it_beside(self):
        """Whole, whether the run came to its end or not."""
        for more in (), ('--max-insn', 1000):
            run = tally('board', 'pb1176', '--truth', '--csv', *more, self.elf)
            with self.subTest(more=more):
                self.assertIn('code,name,count', run.stdout.splitlines()[0])
                self.assertEqual(run.stderr.count('program sha256'), 1)
                self.assertIn(f'program sha256 {self.hash}', run.stderr)


class OneCapture(unittest.TestCase):
    """The boards that receive frames."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.pcap = pathlib.Path(self.folder.name, 'a.pcap')
        self.bytes = ROOT.joinpath('examples', 'traffic.pcap').read_bytes()
        self.pcap.write_bytes(self.bytes)
        self.hash = hashlib.sha256(self.bytes).hexdigest()
        elf = pathlib.Path(FIRMWARE, 'mpc8540ads', 'packets.elf')
        self.stat = ('stat', '-t', 'board:mpc8540ads', '--pcap', self.pcap,
                     '-M', SEVERAL_PASSES, '-r', 2, elf)
        self.board = 'board', 'mpc8540ads', '--pcap', self.pcap, elf

    def measure(self, change):
        """Changes the file as soon as the first pass says something."""
        arguments = [TALLY, *map(str, self.stat), '--json', '-j1',
                     '--passes', 'separate']
        with subprocess.Popen(arguments, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as stat:
            said = stat.stderr.readline()
            change()
            try:
                out, _ = stat.communicate(timeout=60)
            finally:
                stat.kill()
        self.assertEqual((stat.returncode, said), (0, 'frames 66\n'))
        d = json.loads(out)
        self.assertGreater(d['board_runs'], 2)
        del d['host_seconds']
        return d

    def test_a_file_that_changes_does_no_harm(self):
        other = pathlib.Path(self.folder.name, 'other.pcap')
        other.write_bytes(self.bytes[:24 + 16 + int.from_bytes(
            self.bytes[32:36], 'little')])  # its first frame
        alone = self.measure(lambda: None)
        self.assertEqual(alone['capture'],
                         {'file': str(self.pcap), 'sha256': self.hash,
                          'arrived': 77, 'passed': 66})
        self.assertEqual(alone, self.measure(self.pcap.unlink))
        self.pcap.write_bytes(self.bytes)
        self.assertEqual(alone, self.measure(
            lambda: os.replace(other, self.pcap)))

    def test_what_can_be_read_once_is_enough(self):
        self.pcap.unlink()
        os.mkfifo(self.pcap)
        writer = threading.Thread(target=self.pcap.write_bytes,
                                  args=(self.bytes,), daemon=True)
        writer.start()
        self.assertEqual(self.measure(lambda: None)['capture']['sha256'],
                         self.hash)
        writer.join()

    def test_every_form_names_it(self):
        rows = facts(tally(*self.stat, '--csv').stdout)
        self.assertEqual(rows['capture_sha256']['why'], self.hash)
        d = json.loads(tally(*self.board, '--json').stdout)
        self.assertEqual(d['capture_sha256'], self.hash)
        short = f', capture {self.hash[:16]}'
        self.assertIn(short, tally(*self.stat).stdout)
        self.assertIn(short, tally(*self.board).stderr)
        self.assertIn(f', capture {self.hash}',
                      tally(*self.board, '--truth', '--csv').stderr)

    def test_without_one_none_is_named(self):
        elf = program('pb1176')
        stat = 'stat', '-t', 'board:pb1176', '-M', 'cpi', elf
        self.assertIsNone(json.loads(tally(*stat, '--json').stdout)['capture'])
        self.assertNotIn('capture_sha256', tally(*stat, '--csv').stdout)
        self.assertIsNone(json.loads(tally('board', 'pb1176', '--json',
                                           elf).stdout)['capture_sha256'])


class Sandbox(unittest.TestCase):
    def test_every_board_says_whether(self):
        boards = json.loads(tally('board', '--json').stdout)['boards']
        said = set()
        for board in boards:
            with self.subTest(board=board['name']):
                run = tally('board', board['name'], '--json',
                            program(board['name']))
                d = json.loads(run.stdout)
                self.assertEqual(d['ended'], 'exit', d['text'])
                self.assertEqual(d['sandboxed'], d['not_sandboxed'] is None)
                said.add(d['not_sandboxed'])
        # It hangs on the build and the kernel, and not on the board.
        self.assertEqual(len(said), 1, said)

    def test_every_form_says_it(self):
        stat = 'stat', '-t', 'board:pb1176', '-M', 'cpi', program('pb1176')
        d = json.loads(tally(*stat, '--json').stdout)
        rows = facts(tally(*stat, '--csv').stdout)
        self.assertEqual(rows['sandboxed']['value'],
                         str(int(d['sandboxed'])))
        self.assertEqual('not sandboxed: ' in tally(*stat).stdout,
                         not d['sandboxed'])
        if not d['sandboxed']:
            self.assertEqual(rows['not_sandboxed']['why'],
                             d['not_sandboxed'])
            self.assertIn('not sandboxed: ' + d['not_sandboxed'],
                          tally(*stat).stdout)


if __name__ == '__main__':
    unittest.main()
