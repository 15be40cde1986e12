#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_kept_profile.py TALLY [unittest arguments]

`tally report` of a profile that was kept: it is printed, it is written again as
it was, and whatever is wrong with it, it is refused by name."""
import copy
import csv
import io
import itertools
import json
import pathlib
import subprocess
import tempfile
import unittest

from hand_profile import hand_profile
from tally_command import tally

TALLY = ''
FOLDER = tempfile.TemporaryDirectory()
FILE = pathlib.Path(FOLDER.name, 'kept.json')
# What may stand anywhere in a file.
VALUES = (None, -1, 2 ** 63 - 1, 7.5, 'x', '\u202e\n', True, [], {}, [[]],
          1 << 40, 4)


def report(document, *words):
    FILE.write_text(json.dumps(document))
    return tally('report', *words, FILE)


def places_in(value, path=()):
    """The way to every value of a document."""
    pairs = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*path, key)
        yield from places_in(inner, (*path, key))


def changed(path, value):
    document = copy.deepcopy(hand_profile())
    at = document
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return document


class Printed(unittest.TestCase):
    def test_text(self):
        done = report(hand_profile())
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], 'hand.elf on board:hand, hand, simulated: '
                         'where cycles went')
        rows = [line.split() for line in lines[3:8]]
        self.assertEqual([row[0] for row in rows],
                         ['810', '150', '40', '7', '1,007'])

    def test_csv(self):
        done = report(hand_profile(), '--csv', '--by', 'insn')
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual([(int(row['cycles']), row['line']) for row in rows],
                         [(450, '2'), (300, '9'), (100, '3'), (60, '10'),
                          (50, '4'), (40, ''), (7, '')])

    def test_inclusive(self):
        done = report(hand_profile(), '--csv', '--inclusive')
        rows = {row['function']: int(row['cycles'])
                for row in csv.DictReader(io.StringIO(done.stdout))}
        self.assertEqual(rows, {'[start]': 960, 'main': 960,
                                'work;of<int> 5': 810, '[exception]': 40})

    def test_what_is_left_out(self):
        """One is one, and more are several."""
        done = report(hand_profile(), '--max-rows', '3')
        self.assertIn(' 1 more row: ', done.stdout)
        done = report(hand_profile(), '--max-rows', '2')
        self.assertIn(' 2 more rows: ', done.stdout)
        columns = hand_profile()['columns']
        for more in 1, 2:
            wide = hand_profile(columns=columns + [
                columns[1] | {'name': 'x' * 60 + str(i), 'asked': False}
                for i in range(more)])
            for row in itertools.chain(*(wide[key] for key in (
                    'causes', 'places', 'calls', 'paths'))):
                row['cost'] += [0] * more
            wide['total'] += [0] * more
            done = report(wide)
            self.assertIn(f' {more} more column{"s" * (more > 1)}, ',
                          done.stdout + done.stderr)

    def test_not_whole(self):
        """Of a program that was stopped: every form says it, and the status
        does, too."""
        why = 'still running after 5 s'
        document = hand_profile(unfinished=why, status=None)
        for words in (), ('--csv',), ('--json',), ('--inclusive',):
            done = report(document, *words)
            self.assertEqual((done.returncode, done.stderr),
                             (1, f'tally report: not whole: {why}\n'))
        text = ' '.join(report(document).stdout.split())
        self.assertIn('until it was stopped: the program did not end', text)
        self.assertIn(f'Not whole: {why}. What follows', text)
        self.assertEqual(json.loads(report(document, '--json').stdout),
                         document)
        page = report(document, '--html', '-').stdout
        self.assertIn(f'Not whole: {why}.', page)
        self.assertNotIn('exit status', page)
        for form in 'callgrind', 'markdown':
            done = tally('export', form, FILE)
            self.assertEqual(done.returncode, 0)
            self.assertIn('; the program did not end', done.stdout)

    def test_unknown_members_are_kept(self):
        document = hand_profile(later=[1, {'x': None}])
        document['places'][0]['later'] = 'yes'
        done = report(document, '--json')
        self.assertEqual(json.loads(done.stdout), document)
        done = report(document)
        self.assertEqual(done.stdout, report(hand_profile()).stdout)

    def test_standard_input(self):
        kept = report(hand_profile()).stdout
        with open(FILE, encoding='utf-8') as stdin:
            done = subprocess.run([TALLY, 'report', '-'], stdin=stdin,
                                  capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, kept)


class Names(unittest.TestCase):
    """Of functions, as they are linked, shown, and called in the source."""
    SHOWN = 'demo::Grid<int>::walk(int) const'
    LINKED = '_ZNK4demo4GridIiE4walkEi'

    def named(self, *names):
        functions = copy.deepcopy(hand_profile()['functions'])
        for i, (name, linked) in enumerate(names):
            functions[i + 1] |= {'name': name, 'linked': linked}
        return hand_profile(functions=functions)

    def test_both_are_kept(self):
        document = self.named(('main', None), (self.SHOWN, self.LINKED))
        for words, name in ((), self.SHOWN), (('--no-demangle',), self.LINKED):
            done = report(document, *words)
            self.assertIn(f'  {name}', done.stdout)
        done = report(document, '--json', '--no-demangle')
        self.assertEqual(json.loads(done.stdout), document)

    def test_found(self):
        document = self.named(('main', None), (self.SHOWN, self.LINKED))
        asked = self.SHOWN, self.LINKED, 'demo::Grid<int>::walk', 'walk', \
            'Grid<int>::walk', '0x8100'
        for name in asked:
            with self.subTest(name=name):
                done = report(document, '--callers', name)
                self.assertIn(f'calls of {name}, ', done.stdout)
                self.assertIn('  main  2 times', done.stdout)

    def test_clones(self):
        document = self.named(('walk', None), ('walk.part.0', None))
        for name, caller in ('walk', ''), ('walk.part.0', '  walk  2 times'):
            self.assertIn(caller, report(document, '--callers', name).stdout)
        document = self.named(('main', None), ('walk.part.0', None))
        self.assertIn('  main  2 times',
                      report(document, '--callers', 'walk').stdout)

    def test_several(self):
        document = self.named(('Grid::walk(int)', 'x'),
                              ('Grid::walk(unsigned int)', 'y'))
        done = report(document, '--callers', 'Grid::walk')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertEqual(done.stderr, 'tally report: Grid::walk may be '
                         'Grid::walk(int) at 0x8000 or Grid::walk(unsigned '
                         'int) at 0x8100, among others; give the whole name, '
                         'or the address\n')


class Inlined(unittest.TestCase):
    """A function that was put into main() and into work()."""

    def setUp(self):
        self.it = hand_profile(inlined=['mix(int)', 'never'])
        for i in 1, 3, 4:
            self.it['places'][i]['inlined'] = 0

    def test_rows(self):
        rows = {row['function']: row for row in csv.DictReader(io.StringIO(
            report(self.it, '--by', 'inlined', '--csv').stdout))}
        self.assertEqual(
            {name: (row['cycles'], row['miss'], row['line'])
             for name, row in rows.items()},
            {'mix(int) (inlined)': ('560', '6', '4'),
             'work;of<int> 5': ('300', '30', '9'),
             'main': ('100', '4', '3'), '[exception]': ('40', '0', ''),
             '': ('7', '1', '')})
        text = report(self.it, '--by', 'inlined').stdout
        self.assertRegex(text, r'(?m)^ +560 .*  mix\(int\) \(inlined\)  main.c:4$')

    def test_others_are_as_they_were(self):
        for words in (), ('--by', 'line'), ('--inclusive',), ('--by', 'insn'):
            self.assertEqual(report(self.it, *words).stdout,
                             report(hand_profile(), *words).stdout)

    def test_nothing_is_inlined(self):
        self.assertEqual(report(hand_profile(), '--by', 'inlined').stdout,
                         report(hand_profile()).stdout)

    def test_refused(self):
        for value in 2, -1, 'mix':
            self.it['places'][3]['inlined'] = value
            done = report(self.it)
            self.assertEqual(done.returncode, 1)
            self.assertIn('places[3]: inlined is to be a whole number',
                          done.stderr)


class Refused(unittest.TestCase):
    def refused(self, document, words):
        done = report(document)
        self.assertEqual((done.returncode, done.stdout), (1, ''), words)
        self.assertEqual(done.stderr, f'tally report: {FILE}: {words}\n')

    def test_each_rule(self):
        for path, value, words in (
                (('schema',), 3, 'its schema is 3, and this Tally reads '
                 'profiles of schema 1 and 2; a newer one may read it'),
                (('target',), None, 'target is to be a text'),
                (('columns',), [], 'columns are to be 1 to 512'),
                (('columns', 1, 'name'), 7, 'columns[1]: name is to be a '
                 'text'),
                (('metrics', 0, 'formula'), 'cycles',
                 'metrics[0]: operands are to be as many as the names of the '
                 'formula'),
                (('metrics', 0, 'operands', 1), 2, 'metrics[0]: operands is '
                 'to be a whole number from 0 to 1'),
                (('places', 2, 'function'), 4, 'places[2]: function is to be '
                 'a whole number from 0 to 3'),
                (('places', 2, 'function'), None,
                 'places[2]: function is missing'),
                (('places', 5, 'cost'), [40], 'places[5]: cost is to have a '
                 'number for each of `columns`'),
                (('places', 5, 'cost', 0), -1, 'places[5]: cost is to be a '
                 'whole number, not negative'),
                (('places', 0, 'addr'), -1, 'places[0]: addr is to be a whole '
                 'number, not negative'),
                (('calls', 1, 'place'), 6, 'calls[1]: place is to be a whole '
                 'number from 0 to 5'),
                # A path that is its own parent has no end.
                (('paths', 3, 'parent'), 3, 'paths[3]: parent is to be a '
                 'whole number from 0 to 2'),
                (('total', 1), 42, 'total of miss is 42, and its places and '
                 'causes have 41'),
        ):
            with self.subTest(words=words):
                self.refused(changed(path, value), words)

    def test_samples_by_themselves(self):
        """Whose they are and when they were taken; what is not known is
        null."""
        tasks = [{'name': None, 'number': 7}]
        good = {'weight': [3, 4], 'column': [0, 1], 'task': [0, None],
                'cpu': [2, None], 'place': [5, None], 'path': [1, None],
                'time_ns': [10, 10]}
        done = report(hand_profile(tasks=tasks, samples=good))
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        for key, value, words in (
                ('weight', [3], 'column is to have an entry for each of 1 '
                 'samples'),
                ('place', [5, 6], 'samples[1]: place is to be a whole number '
                 'from 0 to 5'),
                ('task', [0, 1], 'samples[1]: task is to be a whole number '
                 'from 0 to 0'),
                ('column', [0, None], 'samples[1]: column is missing'),
                ('cpu', [-1, 0], 'samples[0]: cpu is to be a whole number from '
                 '0 to 4294967294'),
                ('time_ns', [10, 9], 'samples[1]: time_ns: time goes '
                 'backwards')):
            with self.subTest(words=words):
                self.refused(hand_profile(tasks=tasks,
                                          samples=good | {key: value}), words)

    def test_anything_anywhere(self):
        """It is printed or refused, and nothing else happens."""
        paths = list(places_in(hand_profile()))
        self.assertGreater(len(paths), 100)
        refusals = 0
        for at, path in enumerate(paths):
            value = VALUES[at % len(VALUES)]
            with self.subTest(path=path, value=value):
                done = report(changed(path, value), '--inclusive')
                self.assertIn(done.returncode, (0, 1))
                if done.returncode:
                    refusals += 1
                    self.assertEqual(done.stdout, '')
                    self.assertTrue(done.stderr.startswith(
                        f'tally report: {FILE}: '), done.stderr)
                    self.assertEqual(done.stderr.count('\n'), 1)
        self.assertGreater(refusals, len(paths) // 2)

    def test_each_member_is_needed(self):
        """Those of which something is printed."""
        done = [key for key in hand_profile() if key not in (
            'simulated', 'program_sha256', 'status', 'sandboxed',
            'not_sandboxed', 'engine_knows_more')]
        for key in done:
            with self.subTest(key=key):
                document = hand_profile()
                del document[key]
                self.assertEqual(report(document).returncode, 1)
