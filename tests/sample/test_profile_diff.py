#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally diff` of two profiles: functions by their names, with what each event
of each became; all forms have the same numbers.  (Variables: TALLY, the
command.)"""
import csv
import io
import json
import os
import pathlib
import tempfile
import unittest

import jsonschema

from hand_profile import hand_profile, place
from page import Page
from tally_command import printed, tally

TALLY = ''
ROOT = pathlib.Path(os.environ['TALLY_ROOT'])
SCHEMA = jsonschema.Draft7Validator(
    json.loads((ROOT / 'doc/diff.schema.json').read_text()))


def changed_profile():
    """work() became fewer at other addresses, main() is gone, block() is new,
    and an event was counted that the other profile has not."""
    return hand_profile(
        columns=[{'name': 'other', 'monitor': 'hand', 'code': 3,
                  'class': 'exact', 'asked': False},
                 {'name': 'miss', 'monitor': 'hand', 'code': 11,
                  'class': 'exact', 'asked': True},
                 {'name': 'cycles', 'monitor': 'hand', 'code': 65534,
                  'class': 'modelled', 'asked': True}],
        metrics=[], total=[0, 23, 540],
        causes=[{'name': 'exception entry', 'cost': [0, 1, 7]}],
        functions=[{'name': '[start]', 'addr': 1},
                   {'name': 'block', 'addr': 0x9000},
                   {'name': 'work;of<int> 5', 'addr': 0x9100},
                   {'name': '[exception]', 'addr': 2}],
        places=[place(0x9000, 1, 2, [0, 2, 93], line=3),
                place(0x9100, 2, 3, [0, 20, 400], line=9),
                place(0x18, 3, 2, [0, 0, 40], file=None)],
        calls=[{'place': 0, 'function': 2, 'count': 2, 'cost': [0, 20, 400]}],
        paths=[{'parent': 0, 'function': None, 'count': 0,
                'cost': [0, 0, 0]},
               {'parent': 0, 'function': 0, 'count': 1, 'cost': [0, 0, 0]},
               {'parent': 1, 'function': 1, 'count': 1, 'cost': [0, 2, 93]},
               {'parent': 2, 'function': 2, 'count': 3,
                'cost': [0, 20, 400]},
               {'parent': 0, 'function': 3, 'count': 1, 'cost': [0, 0, 40]}])


# Name: cycles and misses before, and after; worked out by hand.
WORK, MAIN, BLOCK = 'work;of<int> 5', 'main', 'block'
WANTED = {WORK: ([810, 36], [400, 20]), MAIN: ([150, 4], None),
          BLOCK: (None, [93, 2]), '[exception]': ([40, 0], [40, 0]),
          'exception entry': ([7, 1], [7, 1])}


class ProfileDiff(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.paths = [pathlib.Path(self.folder.name, name)
                      for name in ('before.json', 'after.json')]
        self.keep(hand_profile(), changed_profile())

    def keep(self, *documents):
        for path, document in zip(self.paths, documents):
            path.write_text(json.dumps(document))

    def test_copies_of_a_compiler(self):
        """One that the other side has not goes with what it is a copy of."""
        def rows(*names):
            for path, name, document in zip(
                    self.paths, names, (hand_profile(), changed_profile())):
                path.write_text(json.dumps(document).replace(WORK, name))
            found = csv.DictReader(io.StringIO(
                printed('diff', '--csv', *self.paths)))
            return [list(row.values()) for row in found]
        plain = rows('walk', 'walk')
        self.assertEqual(rows('walk.constprop.0', 'walk'), plain)
        self.assertEqual(rows('walk', 'walk.isra.0.part.3'), plain)
        self.assertEqual(rows('walk.part.0', 'walk.constprop.1'), plain)
        copies = rows('walk.part.0', 'walk.part.0')
        self.assertEqual(sorted(copies), sorted(
            [cell.replace('walk', 'walk.part.0') for cell in row]
            for row in plain))

    def test_each_function(self):
        document = json.loads(printed('diff', '--json', *self.paths))
        SCHEMA.validate(document)
        self.assertEqual([row['name'] for row in document['columns']],
                         ['cycles', 'miss'])
        self.assertEqual({row['name']: (row['before'], row['after'])
                          for row in document['rows']}, WANTED)
        self.assertEqual({row['name']: row['state']
                          for row in document['rows']
                          if row['state'] != 'both'},
                         {MAIN: 'gone', BLOCK: 'new'})
        self.assertEqual([row['name'] for row in document['rows']
                          if row['kind'] == 'cause'], ['exception entry'])
        self.assertEqual((document['before']['total'],
                          document['after']['total']),
                         ([1007, 41], [540, 23]))

    def test_the_sheet(self):
        rows = list(csv.DictReader(io.StringIO(
            printed('diff', '--csv', *self.paths))))
        self.assertEqual(len(rows), 2 * len(WANTED))
        for row in rows:
            event = ['cycles', 'miss'].index(row['event'])
            for side, costs in zip(('before', 'after'), WANTED[row['name']]):
                self.assertEqual(row[side],
                                 str(costs[event]) if costs else '')

    def test_most_changed_first(self):
        lines = printed('diff', *self.paths).splitlines()
        cycles = lines.index('cycles')
        misses = lines.index('miss')
        self.assertEqual([line.split(None, 3) for line in
                          lines[cycles + 2:misses - 1]],
                         [['810', '400', '-50.62', f'%  {WORK}'],
                          ['150', '-', 'gone', MAIN],
                          ['-', '93', 'new', BLOCK],
                          ['1,007', '540', '-46.38', '%  all']])
        self.assertEqual(lines[misses + 2].split(None, 3),
                         ['36', '20', '-44.44', f'%  {WORK}'])
        self.assertLessEqual(max(map(len, lines)), 80)
        everything = printed('diff', '--all', *self.paths)
        self.assertIn('(exception entry)', everything)
        self.assertNotIn('(exception entry)', '\n'.join(lines))

    def test_markdown_and_page(self):
        text = printed('diff', '--markdown', *self.paths)
        self.assertIn(f'| `{WORK}` | 810 | 400 | -50.62 % |', text)
        self.assertIn(f'| `{MAIN}` | 150 |  | gone |', text)
        page = Page(printed('diff', '--html', '-', *self.paths))
        self.assertEqual(page.faults, [])
        self.assertEqual([[value for value, _ in row]
                          for row in page.rows[WORK]],
                         [['810', '400'], ['36', '20']])
        self.assertEqual(json.loads(page.kept), json.loads(
            printed('diff', '--json', *self.paths)))

    def test_foreign_text_on_a_page(self):
        """Wherever a file has a text, the page has it as text."""
        text = '<i a=1>'
        spoilt = hand_profile(target=text, monitors=text, program=text,
                              program_sha256=text)
        for name in spoilt['functions'], spoilt['causes'], spoilt['columns']:
            name[0]['name'] += text
        self.keep(spoilt, spoilt)
        page = printed('diff', '--all', '--html', '-', *self.paths)
        self.assertNotIn('<i', page.split('<script')[0])

    def test_functions_of_one_name_are_taken_together(self):
        twice = hand_profile()
        twice['functions'][3]['name'] = MAIN
        self.keep(twice, twice)
        rows = json.loads(printed('diff', '--json', *self.paths))['rows']
        self.assertEqual([row['before'] for row in rows
                          if row['name'] == MAIN], [[190, 4]])

    def test_what_cannot_be_compared(self):
        self.keep(hand_profile(), hand_profile(target='board:other',
                                               status=3))
        done = tally('diff', *self.paths)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('target: board:hand against board:other; program\'s '
                      'exit status: 0 against 3', done.stderr)
        self.assertIn('compared by --force, though they differ: target',
                      printed('diff', '--force', *self.paths))
        # Two that were stopped, unless both came as far.
        self.keep(hand_profile(),
                  hand_profile(unfinished='its time was up', status=None))
        done = tally('diff', *self.paths)
        self.assertIn('exit status: 0 against none (stopped after 15 '
                      'instructions)', done.stderr)
        self.keep(*2 * [hand_profile(unfinished='its time was up')])
        self.assertEqual(tally('diff', *self.paths).returncode, 0)
        # Samples know nothing of what happened seldom.
        done = tally('diff', *(pathlib.Path(__file__).with_name(name)
                               for name in ('hand_profile.json',
                                            'hand_sampled.json')))
        self.assertEqual(done.returncode, 1)
        self.assertIn('taken: exactly against by samples', done.stderr)
