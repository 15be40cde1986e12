#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the command prints of every board fits 80 columns: stat, why, diff,
report and doctor; from a folder with a long name, too.  (Variables: TALLY, the
command; FIRMWARE, the folder of the boards' programs.)"""
import pathlib
import shutil
import tempfile
import unittest

from tally_command import boards_in_turn, tally

TALLY = ''
FIRMWARE = ''


def wide(text):
    return [line for line in text.splitlines()
            if len(line) > 80 and max(map(len, line.split())) < 74]


class Screens(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name, *['a long name' * 2] * 4)
        self.folder.mkdir(parents=True)

    def fits(self, *words):
        done = tally(*words)
        self.assertNotEqual(done.stdout, '', done.stderr)
        self.assertEqual(wide(done.stdout), [], words)
        return len(done.stdout.splitlines())

    def program(self, board):
        """Where its file has a path that no line has room for."""
        name = board if (pathlib.Path(FIRMWARE) / board).is_dir() else 'virt'
        return shutil.copy(pathlib.Path(FIRMWARE) / name / 'list.elf',
                           self.folder / f'{board}.elf')

    def test_of_every_board(self):
        for board in boards_in_turn():
            target = '-t', f'board:{board}', '--quiet-program'
            elf = self.program(board)
            kept = [self.folder / f'{board}{n}.json' for n in '12']
            with self.subTest(board):
                self.fits('stat', *target, '-e', 'all', '--truth', '--notes',
                          elf)
                self.fits('stat', *target, '-I', '1ms', elf)
                self.fits('stat', *target, '--region', 'walk', '-r', '3',
                          '--jitter', '7', '--warmup', '1', elf)
                self.fits('stat', *target, '--regions', 'wa*', elf)
                self.fits('stat', *target, *target[:2], elf)
                # Its first line is a path, which takes more than one here.
                self.assertLessEqual(self.fits('why', *target, elf), 24 + 6)
                self.fits('doctor', *target[:2], elf)
                for path, seed in zip(kept, '12'):
                    tally('stat', *target, '-r', '3', '--jitter', seed,
                          '--json', '-o', path, elf)
                self.fits('report', kept[0])
                self.fits('report', *kept)
                self.fits('diff', '--all', *kept)


if __name__ == '__main__':
    unittest.main()
