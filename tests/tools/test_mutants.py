# SPDX-License-Identifier: MIT
"""tools/mutate.py and mutants.py: which bugs are planted, and what is told of
them."""
import pathlib
import re
import unittest
import unittest.mock

# This comes first: it makes those of tools/ be found.
from project_tools import ROOT, Folder, tool
import mutants  # noqa: E402
import mutate  # noqa: E402


class Mutants(Folder):
    """What mutate.py would plant; planting is not for a quick test."""

    def slips(self, text):
        self.write('src/core/a.c', text)
        return {(m.kind, m.new.strip())
                for m in mutants.slips_of(self.root, 'src/core/a.c')}

    def test_slips_of_a_line(self):
        self.assertEqual(
            self.slips('int f(int a)\n{\n\tif (a < 3)\n\t\treturn 1;\n}\n'),
            {('comparison', 'if (a <= 3)'), ('constant', 'if (a < 4)'),
             ('inverted', 'if (!(a < 3))'), ('constant', 'return 2;')})

    def test_terms_that_are_left_out(self):
        found = self.slips('int f(int a)\n{\n'
                           '\tif (a && !b(c) && d->e == 1)\n'
                           '\t\tg = A | B;\n}\n')
        self.assertEqual(
            {new for kind, new in found if kind == 'left out'},
            {'if (!b(c) && d->e == 1)', 'if (a && d->e == 1)',
             'g = B;', 'g = A;'})

    def test_the_wrong_one_of_two(self):
        found = self.slips('int f(int a)\n{\n\ta = x->pass - '
                           'before(first, lowest);\n}\n')
        self.assertEqual(
            {new for kind, new in found if kind == 'sibling'},
            {f'a = {one}->pass - {two}({three}, lowest);'
             for one, two, three in (('y', 'before', 'first'),
                                     ('x', 'after', 'first'),
                                     ('x', 'before', 'last'),
                                     ('x', 'before', 'second'))})

    def test_strings_and_comments_are_left_alone(self):
        self.assertEqual(self.slips(
            'void f(void)\n{\n\t/* 1 < 2 */\n\tg("1 < 2"); /* 3 */\n}\n'),
            {('dropped', ';')})

    def test_every_family_has_every_kind_of_code_and_field(self):
        found = {(m.kind, m.family) for m in mutants.kinds_of(ROOT)}
        self.assertGreater(len(mutants.families()), 7)
        for family, _ in mutants.families():
            for kind in mutants.KINDS[:3]:
                # A counter of one thing alone has no code to be mistaken.
                if kind == 'event code' and not self.has_codes(family):
                    continue
                self.assertIn((kind, family), found)
        self.assertEqual({kind for kind, _ in found}, set(mutants.KINDS))

    @staticmethod
    def has_codes(family):
        """Does a document of its monitors have an event with a code?"""
        words = dict(mutants.families())[family]
        texts = [path.read_text(encoding='utf-8') for path in
                 (ROOT / 'tests/documents').glob('*.txt')
                 if re.fullmatch(words, path.stem)]
        return not texts or any(re.search(r'(?m)^event (?!- )', text)
                                for text in texts)

    def test_what_cannot_be_noticed_is_still_there(self):
        gone = [f'{path}: {old}' for path, old, _ in mutate.equivalents()
                if not mutate.followed(path, old)]
        self.assertEqual(gone, [])

    def test_a_line_that_went_to_another_file_is_followed(self):
        line = 's->generation = 0;'
        self.assertEqual(mutate.followed('src/core/gone.c', line),
                         'src/core/session.c')
        self.assertEqual(mutate.followed('src/core/session.c', line),
                         'src/core/session.c')
        self.assertIsNone(mutate.followed('src/core/gone.c', 'return false;'))
        self.assertIsNone(mutate.followed('src/core/session.c', 'gone();'))

    def test_what_an_earlier_run_said(self):
        log = ('caught by test_x (hung) src/a.c:3: constant\n'
               '          - a = 1;\n          + a = 2;\n'
               'SURVIVED  src/b.c:9: bits\n'
               '          - x & y;\n          + x | y;\n\nall 2\n')
        self.assertEqual(mutate.told(log), [
            (('src/a.c', 'a = 1;', 'a = 2;'), 3, 'caught by test_x (hung)'),
            (('src/b.c', 'x & y;', 'x | y;'), 9, 'SURVIVED')])

    def test_of_bugs_that_look_alike_the_nearest_is_planted_again(self):
        alike = [mutants.Mutant('a.c', line, 1, ' f();', ' ;', 'dropped', '')
                 for line in (4, 40, 60)]
        key = mutate.key_of(alike[0])
        said = [(key, 43, 'SURVIVED'), (key, 5, 'caught by test_x'),
                (('gone.c', 'f();', ';'), 1, 'SURVIVED')]
        self.assertEqual(list(mutate.again(alike, said)),
                         [(alike[1], 'SURVIVED'),
                          (alike[0], 'caught by test_x')])

    def test_a_quick_look_runs_no_program_on_a_board(self):
        bench = mutate.Bench.__new__(mutate.Bench)
        bench.build = 'build'
        bench.tests = {'test_a': {'cmd': ['build/test_a']},
                       'test_b': {'cmd': ['tap.py']}}
        room = mutate.Room('room', [], 'test_*', 'test_b')
        self.assertEqual(bench.tests_of(room, quick=False),
                         ['test_a', 'test_b'])
        self.assertEqual(bench.tests_of(room, quick=True), ['test_a'])

    def test_guest_programs_are_built_once_where_a_test_runs_them(self):
        bench = mutate.Bench.__new__(mutate.Bench)
        bench.build = pathlib.Path('/build')
        bench.target = {'a': '/build/test_a', 't': '/build/tally'}
        bench.guests = ['/build/boards/firmware/x.elf']
        bench.tests = {
            'test_a': {'cmd': ['/build/test_a'], 'depends': ['a']},
            'test_b': {'cmd': ['tap.py', 'TALLY=tally'], 'depends': ['t']},
            'test_c': {'cmd': ['tap.py', 'FIRMWARE=firmware'],
                       'depends': ['t']}}
        with unittest.mock.patch.object(mutate, 'run') as run:
            def built(*words, **more):
                bench.make(words, **more)
                return run.call_args.args[4:]
            self.assertEqual(built('test_a', 'test_b', guests=True),
                             ('tally', 'test_a'))
            self.assertEqual(built('test_a', 'test_c', guests=True),
                             ('boards/firmware/x.elf', 'tally', 'test_a'))
            self.assertEqual(built('test_c'), ('tally',))

    def test_usage(self):
        status, told = tool('mutate.py', 'nowhere')
        self.assertEqual(status, 2, told)
        self.assertIn('no room nowhere: core ', told)
        status, told = tool('mutate.py', '--list')
        self.assertEqual(status, 0, told)
        self.assertIn('metric', told)
