# SPDX-License-Identifier: MIT
"""usage: tap.py test_own_metrics.py TALLY=COMMAND FIRMWARE=FOLDER

A user's metric is measured, judged, compared and exported as those that Tally
has, and its record is judged without the file that it came from."""
import json
import os
import pathlib
import tempfile
import unittest
from unittest import mock

import jsonschema

import tally_command
from tally_command import record_schema, tally

TALLY = FIRMWARE = ''
METRIC = {'name': 'mine', 'formula': 'dcache_miss / dcache_access',
          'unit': '%', 'better': 'lower', 'low': 0, 'high': 100,
          'title': 'what misses', 'note': 'as we count it'}
GROUP = {'name': 'ours', 'metrics': ['mine', 'cpi']}
STAT = ('stat', '-t', 'board:pb1176')


def setUpModule():
    tally_command.TALLY = TALLY


class Own(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.elf = str(pathlib.Path(FIRMWARE) / 'pb1176/crc32.elf')

    def file(self, name, **other):
        path = self.folder / name
        path.write_text(json.dumps({'metrics': [{**METRIC, **other}],
                                    'groups': [GROUP]}))
        return path

    def good(self, *words):
        done = tally(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def record(self, name, *words):
        text = self.good(*words, '--json', self.elf)
        (self.folder / name).write_text(text)
        return json.loads(text)

    def test_a_record_is_judged_without_the_file(self):
        mine = self.file('own.json')
        got = self.record('a.json', '--metrics', mine, *STAT, '-g', 'ours')
        jsonschema.validate(got, record_schema(TALLY))
        row = got['metrics'][0]
        self.assertEqual((row['name'], row['unit'], row['better']),
                         ('mine', '%', 'lower is better'))
        self.assertEqual(row['title'], 'what misses (the user\'s)')
        self.assertIn("the user's file", row['source'])
        self.assertEqual(row['user'],
                         {'low': 0, 'high': 1, 'note': 'as we count it'})
        self.assertNotIn('user', got['metrics'][1])
        shown = self.good('report', '--notes', self.folder / 'a.json')
        self.assertIn('as we count it', shown)
        mine.unlink()
        self.assertEqual(
            json.loads(self.good('report', '--json', self.folder / 'a.json'))
            ['metrics'], got['metrics'])
        self.assertIn('metric,mine,', self.good('export', 'csv',
                                                self.folder / 'a.json'))

    def test_bounds_are_kept(self):
        narrow = self.file('own.json', high=0.5)
        done = tally('--metrics', narrow, *STAT, '-M', 'mine', '--json',
                     self.elf)
        self.assertEqual(done.returncode, 1)
        (self.folder / 'a.json').write_text(done.stdout)
        narrow.unlink()
        done = tally('report', self.folder / 'a.json')
        self.assertEqual(done.returncode, 1)
        self.assertIn('mine is not to be trusted: would be above 0.5 %, which '
                      'cannot be', done.stderr)

    def test_one_name_of_two_formulas_is_not_compared(self):
        self.record('a.json', '--metrics', self.file('own.json'), *STAT,
                    '-M', 'mine')
        self.record('b.json', *STAT, '-M', 'mine = dcache_miss / cycles')
        rows = json.loads(self.good(
            'diff', '--json', self.folder / 'a.json', self.folder / 'a.json'))
        self.assertEqual(rows['rows'][0]['why'], None)
        done = tally('diff', '--force', '--json', self.folder / 'a.json',
                     self.folder / 'b.json')
        self.assertEqual(json.loads(done.stdout)['rows'][0]['why'],
                         'its formula is another one')

    def test_a_formula_has_a_name_on_the_spot(self):
        got = self.record('a.json', *STAT, '-M',
                          'mine = dcache_miss / instr_exec,cpi')
        self.assertEqual(
            [(row['name'], row['formula'], row['row'])
             for row in got['metrics']],
            [('mine', 'dcache_miss / instr_exec', None),
             ('cpi', 'cycles / instr_exec', 'cpi')])
        self.assertIn('mine', self.good('report', self.folder / 'a.json'))
        given = json.loads(self.good(
            'compute', '-m', 'arm1176', '-M', 'x = cycles / instr_exec',
            'cycles=10', 'instr_exec=4', '--json'))
        self.assertEqual((given['metrics'][0]['name'],
                          given['metrics'][0]['value']), ('x', 2.5))
        self.assertIn('mine = dcache_miss / cycles', self.good(
            'script', '-m', 'arm1176', '-M', 'mine = dcache_miss / cycles',
            '--as', 'c'))

    def test_a_setting_of_an_event_is_no_name(self):
        """Its sign stands behind a colon."""
        words = 'CtGxiRdAWaitThresholdHit:threshold=5 / CtArmdRd'
        for item, name in ((words, 'formula'), (f'x = {words}', 'x')):
            said = self.good('script', '-m', 'arm926pxp-ahb', '--map', 'own',
                             '-M', item, '--as', 'c')
            self.assertIn(f'{name} = CtGxiRdAWaitThresholdHit:threshold=5',
                          ' '.join(said.replace('\n *', ' ').split()))

    def test_a_name_that_is_none(self):
        for words, says in (
                ('cpi = dcache_miss', 'has something called cpi'),
                ('= dcache_miss', 'is no name; letters, digits and _'),
                ('a b = dcache_miss', 'is no name'),
                ('x =', "'x =' lacks a formula"),
                ('x = cycles,x = instr_exec', 'x is two formulas, cycles and'),
                ('x = y = cycles', 'column 3')):
            with self.subTest(words):
                done = tally('plan', '-m', 'arm1176', '-M', words)
                self.assertEqual(done.returncode, 2)
                self.assertIn(says, done.stderr)
        done = tally('compute', '-m', 'arm1176', '-M',
                     'x = cycles, x = instr_exec', 'cycles=1', 'instr_exec=1')
        self.assertEqual(done.returncode, 2)
        self.assertIn('x is two formulas, cycles and', done.stderr)

    def test_the_folder_is_looked_into(self):
        place = self.folder / 'tally/metrics'
        place.mkdir(parents=True)
        (place / 'own.json').write_text(json.dumps(
            {'metrics': [METRIC], 'groups': [GROUP]}))
        home = mock.patch.dict(os.environ, XDG_DATA_HOME=str(self.folder))
        home.start()
        self.addCleanup(home.stop)
        self.assertIn('mine', self.good('plan', '-m', 'arm1176', '-g', 'ours'))
        (place / 'bad.json').write_text('{\n')
        done = tally('list')
        self.assertEqual(done.returncode, 2)
        self.assertIn('/bad.json:', done.stderr)
        self.assertEqual(tally('--version').returncode, 0)


if __name__ == '__main__':
    unittest.main()
