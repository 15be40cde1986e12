#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_annotate_boards.py TALLY FIRMWARE_DIR [unittest arguments]

`tally profile --annotate` on every board: all that ran is there, is text, and
is beside the line of the source that it came from."""
import csv
import io
import json
import pathlib
import subprocess
import tempfile
import unittest

from tally_command import listed, printed

TALLY = ''
FIRMWARE = ''
SOURCE = pathlib.Path(__file__).resolve().parents[2] / 'boards/firmware/demo/places.c'
FUNCTIONS = 'outer', 'descend', 'guess'


def each_board():
    for row in listed('boards'):
        for folder in row['name'], row['name'].split('-')[0]:
            path = pathlib.Path(FIRMWARE, folder, 'places.elf')
            if path.exists():
                yield row['name'], path
                break
        else:
            raise AssertionError(row['name'])


class Boards(unittest.TestCase):
    def check_sheet(self, kept, function, row):
        rows = list(csv.DictReader(io.StringIO(printed(
            'report', '--annotate', function, '--csv', kept))))
        event = json.loads(kept.read_text())['columns'][0]['name']
        self.assertEqual(sum(int(one[event]) for one in rows), int(row[event]))
        at = [int(one['address'], 16) for one in rows]
        self.assertEqual(at, sorted(set(at)))
        for one in rows:
            if int(one['count']):
                self.assertNotIn('.word', one['instruction'])
                self.assertTrue(one['file'].endswith(('.c', '.h')))

    def check_text(self, kept, function):
        text = printed('report', '--annotate', function, '--source',
                       SOURCE.parents[2], kept)
        lines = SOURCE.read_text(encoding='utf-8').splitlines()
        head, *rows = text.splitlines()[3:]
        at = head.index('line')
        rows = [row for row in rows[:rows.index('')]
                if row[at:at + 5].strip().isdigit() and row[at + 5:at + 7] ==
                '  ' or 'demo.h' in row]
        self.assertGreater(len(rows), 2, text)
        for row in rows:
            if 'demo.h' in row:
                break
            said = lines[int(row[at:at + 5]) - 1].replace('\t', '    ')
            self.assertTrue(said.startswith(row[at + 7:]), row)
        self.assertNotIn('No such file', text)
        self.assertLess(max(map(len, text.splitlines())), 80)

    def test_every_board(self):
        with tempfile.TemporaryDirectory() as folder:
            for board, program in each_board():
                kept = pathlib.Path(folder, f'{board}.json')
                printed('profile', '-t', f'board:{board}', '--quiet-program',
                        '--json', '-o', kept, program)
                rows = {row['function']: row for row in csv.DictReader(
                    io.StringIO(printed('report', '--csv', kept)))}
                for function in FUNCTIONS:
                    with self.subTest(board=board, function=function):
                        self.check_sheet(kept, function, rows[function])
                        self.check_text(kept, function)

    def test_inlined(self):
        """Lines of a header are under its name, with their own costs."""
        board, program = next(each_board())
        text = self.annotated(board, program, 'main', '--source',
                              SOURCE.parents[2])
        self.assertRegex(text, r'\n +places\.c\n')
        self.assertRegex(text, r'\n +demo\.h\n')
        self.assertRegex(text, r'%.*  24      return \(\(sum << 5 ')

    def test_branches_are_named(self):
        for board, program in each_board():
            with self.subTest(board=board):
                text = printed('profile', '-t', f'board:{board}', '--asm',
                               '--quiet-program', '--annotate', 'outer',
                               program)
                self.assertIn(' <inner>', text)

    def annotated(self, board, program, function, *words):
        done = subprocess.run(
            [TALLY, 'profile', '-t', f'board:{board}', '--quiet-program',
             '--annotate', function, *words, program], text=True,
            cwd=program.parent, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_no_sources(self):
        board, program = next(each_board())
        with tempfile.TemporaryDirectory() as folder:
            moved = pathlib.Path(folder, 'places.elf')
            moved.write_bytes(program.read_bytes())
            text = self.annotated(board, moved, 'outer')
        self.assertIn('places.c: No such file or directory', text)
        self.assertIn("Sources are read below the current folder, the "
                      "program's and --source FOLDER.", text)

    def test_a_program_chooses_no_file(self):
        """Its debug information may name any, to be printed where it is
        profiled."""
        with tempfile.TemporaryDirectory() as folder:
            own = pathlib.Path(folder, 'own')
            own.mkdir()
            for name in 'secret', 'secret.c', 'own/there.c':
                pathlib.Path(folder, name).write_text('hidden\n' * 9)
            (own / 'link.c').symlink_to('../secret')
            for name, why in ((f'{folder}/secret', 'is not that of a source'),
                              (f'{folder}/secret.c', 'is outside'),
                              ('../secret.c', 'is outside'),
                              ('link.c', 'is outside'),
                              ('there.c', None)):
                with self.subTest(name=name):
                    (own / 'p.c').write_text(
                        'int main(void)\n{\n'
                        f'#line 1 "{name}"\n\treturn 0;\n}}\n')
                    subprocess.run([TALLY, 'board', 'pb1176', '--run', '--cc',
                                    'p.c', '-g', '-o', 'p.elf'], cwd=own,
                                   capture_output=True, check=True)
                    text = self.annotated('pb1176', own / 'p.elf', 'main')
                    self.assertEqual('hidden' in text, not why, text)
                    self.assertIn(why or 'hidden', text)
            self.assertIn('hidden', self.annotated(
                'pb1176', own / 'p.elf', 'main', '--source', folder))
