#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cycles that are a sketch say so wherever they are printed, with a mark of
their own, and others never do: of every board, as its own row tells.
(Variables: TALLY, the command; FIRMWARE, the folder of the boards'
programs.)"""
import json
import pathlib
import tempfile
import unittest

from tally_command import boards, printed, tally

TALLY = ''
FIRMWARE = ''
SAID = '^ a sketch'


def row_of(board):
    return json.loads(printed('board', board, '--json'))


def program(board):
    name = board if (pathlib.Path(FIRMWARE) / board).is_dir() else 'virt'
    return str(pathlib.Path(FIRMWARE) / name / 'crc32.elf')


def words_of(document):
    """Every text of a document that is no text of its program."""
    if isinstance(document, dict):
        return [w for v in document.values() for w in words_of(v)]
    if isinstance(document, list):
        return [w for v in document for w in words_of(v)]
    return [document]


class Sketch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    @staticmethod
    def every_board():
        for board in boards():
            row = row_of(board)
            yield board, row, bool(row['cycles_sketch'])

    def says(self, sketch, *words):
        done = tally(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        both = done.stdout + done.stderr
        self.assertEqual(SAID in both, sketch, (words, both))
        if 'explain' not in words:  # which has powers, too
            self.assertEqual('^' in both, sketch, (words, both))

    def document(self, *words):
        return json.loads(printed(*words, '--json', '--quiet-program'))

    def test_none_is(self):
        """Records that have the mark are kept, and read, in tests/report."""
        self.assertEqual({bool(row_of(b)['cycles_sketch']) for b in boards()},
                         {False})

    def test_texts(self):
        for board, _, sketch in self.every_board():
            target = '-t', f'board:{board}', '--quiet-program'
            elf = program(board)
            self.says(sketch, 'board', board)
            self.says(sketch, 'board', board, elf)
            self.says(sketch, 'stat', *target, elf)
            self.says(sketch, 'stat', *target, '-I', '1ms', elf)
            self.says(sketch, 'profile', *target, elf)
            if board != 'versatile':  # its monitor does not tell
                self.says(sketch, 'why', *target, elf)

    def test_one_instruction_a_cycle_is_no_sketch(self):
        for board, _, _ in self.every_board():
            self.says(False, 'stat', '-t', f'board:{board}', '--flat',
                      '--quiet-program', program(board))

    def test_kept_and_reported(self):
        for board, _, sketch in self.every_board():
            kept = self.folder / f'{board}.json'
            tally('stat', '-t', f'board:{board}', '--quiet-program', '-o',
                  kept, '--json', program(board))
            self.says(sketch, 'report', kept)
            page = printed('report', '--html', '-', kept)
            self.assertEqual('cycles are a sketch' in page, sketch)

    def test_documents(self):
        for board, row, sketch in self.every_board():
            target = '-t', f'board:{board}'
            elf = program(board)
            stat = self.document('stat', *target, elf)
            self.assertEqual(stat['target']['cycles_sketch'],
                             row['cycles_sketch'])
            self.assertEqual('sketch' in words_of(stat), sketch)
            profile = self.document('profile', *target, elf)
            self.assertEqual(profile['cycles_sketch'], row['cycles_sketch'])
            self.assertEqual('sketch' in words_of(profile), sketch)
            if board != 'versatile':
                why = self.document('why', *target, elf)
                self.assertEqual(why['cycles_sketch'], row['cycles_sketch'])
            run = json.loads(printed('board', board, '--truth', '--json', elf))
            self.assertEqual(run['cycles_sketch'], row['cycles_sketch'])
            self.assertEqual('sketch' in words_of(run), sketch)

    def test_explained(self):
        """What counts cycles of a monitor that such a board has."""
        for board, row, sketch in self.every_board():
            monitor = row['monitors'][0]
            if monitor == 'arm926pxp-ahb':
                continue
            self.says(sketch, 'explain', 'cpi', '-m', monitor)
            self.says(sketch, 'explain', 'cycles', '-m', monitor)
            self.says(sketch, 'explain', monitor)
            told = json.loads(printed('explain', 'cpi', '-m', monitor,
                                      '--json'))['explanations'][0]
            self.assertEqual([(b['target'], b['has'])
                              for b in told['cycles_sketch']],
                             [(f'board:{board}', row['cycles_sketch'])]
                             if sketch else [])


if __name__ == '__main__':
    unittest.main()
