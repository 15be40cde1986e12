# SPDX-License-Identifier: MIT
"""usage: tap.py test_own_metrics.py TALLY=COMMAND FIRMWARE=FOLDER

A user's metric is measured, judged, compared and exported as those that Tally
has, and its record is judged without the file that it came from."""
import csv
import io
import json
import os
import pathlib
import re
import tempfile
import unittest
from unittest import mock

import jsonschema

import tally_command
from tally_command import record_validator, tally

TALLY = FIRMWARE = ''
ROOT = pathlib.Path(os.environ['TALLY_ROOT'])
DIFF = jsonschema.Draft7Validator(
    json.loads((ROOT / 'doc/diff.schema.json').read_text()))
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
        record_validator(TALLY).validate(got)
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

    def test_it_is_marked_wherever_it_is_printed(self):
        """By a file or on the spot; what Tally has, and a formula that is its
        own name, are not."""
        asked = ('-M', 'mine,x = dcache_miss / cycles,cycles / instr_exec,cpi')
        own = ('--metrics', self.file('own.json'))
        got = self.record('a.json', *own, *STAT, *asked)
        kept = str(self.folder / 'a.json')
        page, both = self.folder / 'a.html', self.folder / 'b.html'
        names = ('mine', 'x', 'cycles / instr_exec', 'cpi')
        marked = dict(zip(names, (True, True, False, False)))

        def held(how, is_marked):
            self.assertEqual({name: bool(is_marked(name)) for name in names},
                             marked, how)

        def in_rows(how, text):
            rows = {row['name']: row for row in
                    csv.DictReader(io.StringIO(text))}
            held(how, lambda name: rows[name]['defined_by'] == 'user')
            return rows

        def in_text(how, text):
            held(how, lambda name: re.search(rf'^{name}= ', text, re.M))
            for name in names:
                self.assertIn(name, text)
            self.assertIn('\n= defined by the user, not by Tally\n', text)

        held('json', lambda name: [row for row in got['metrics'] if
                                   row['name'] == name][0].get('defined_by'))
        in_text('report', self.good('report', kept))
        in_text('beside', self.good('report', kept, kept))
        in_text('diff', self.good('diff', '--all', kept, kept))
        rows = in_rows('csv', self.good('report', '--csv', kept))
        self.assertEqual(rows['trusted']['defined_by'], '')
        in_rows('export csv', self.good('export', 'csv', kept))
        in_rows('beside csv', self.good('report', '--csv', kept, kept))
        in_rows('diff csv', self.good('diff', '--csv', kept, kept))
        rows = json.loads(self.good('diff', '--json', kept, kept))
        DIFF.validate(rows)
        held('diff json', lambda name: [row for row in rows['rows'] if row[
            'name'] == name][0].get('defined_by') == 'user')
        text = self.good('export', 'openmetrics', kept)
        held('openmetrics', lambda name: re.search(
            rf'metric="{name}".*,defined_by="user"', text))
        for text in (self.good('export', 'markdown', kept),
                     self.good('diff', '--markdown', '--all', kept, kept)):
            held('markdown', lambda name, text=text: re.search(
                rf'^\| `?{name}`? \(the user\'s\) ', text, re.M))
        self.good('report', '--html', page, kept)
        self.good('diff', '--html', both, kept, kept)
        for path in (page, both):
            text = path.read_text().replace('<wbr>', '')
            held(path.name, lambda name, text=text: re.search(
                rf'<th scope="row">{name} <span class="soft">\(the user\'s\)',
                text))

    def test_what_has_none_has_no_mark(self):
        self.record('a.json', *STAT, '-M', 'cpi,cycles / instr_exec')
        kept = self.folder / 'a.json'
        self.assertNotIn('defined_by', kept.read_text())
        for words in (('report',), ('report', '--csv'), ('export', 'csv'),
                      ('export', 'markdown'), ('export', 'openmetrics')):
            said = self.good(*words, kept)
            self.assertNotIn('user', said)
            self.assertNotIn('cpi=', said)

    def test_it_is_marked_over_time_and_in_profiles(self):
        own = ('--metrics', self.file('own.json'))
        asked = ('-M', 'mine,x = dcache_miss / cycles,cpi')
        self.assertRegex(self.good(*own, *STAT, '-I', '10ms', *asked, self.elf),
                         r'^ *us +mine= +x= +cpi\n')
        head, row = self.good(*own, *STAT, '-I', '10ms', '--csv', *asked,
                              self.elf).splitlines()[:2]
        self.assertEqual((head.split(',')[-3:], row.split(',')[-1]),
                         (['begin', 'end', 'defined_by'], 'user'))
        kept = self.folder / 'p.json'
        profile = ('profile', '-t', 'board:pb1176', *asked)
        kept.write_text(self.good(*own, *profile, '--json', self.elf))
        self.assertEqual([row.get('user') for row in
                          json.loads(kept.read_text())['metrics']],
                         [True, True, None])
        said = self.good('report', kept)
        self.assertRegex(said, r' mine= +x=  function\n')
        self.assertIn('= defined by the user, not by Tally\n', said)
        said = self.good('report', '--annotate', 'main', kept)
        self.assertIn(' mine=', said)
        self.assertIn('= defined by the user, not by Tally\n', said)
        self.assertIn(',user:mine,user:x,cpi\n',
                      self.good('report', '--csv', kept).replace('\r', ''))
        self.assertIn(" | mine (the user's) | x (the user's) | cpi |\n",
                      self.good('export', 'markdown', kept))

    def test_it_is_marked_in_pictures_and_lines(self):
        own = ('--metrics', self.file('own.json', better='higher'))
        asked = ('-M', 'mine,x = dcache_miss / cycles,dcache_hit_ratio,'
                 'icache_miss_rate,data_stall_share')
        page, kept = self.folder / 'a.html', self.folder / 'a.json'
        self.good(*own, *STAT, '-I', '1ms', *asked, '--html', page, self.elf)
        text = page.read_text()
        shown = re.findall('<title id="time[0-9]+-title">(.*)</title>', text)
        self.assertEqual(shown[:3], ['mine (the user&#39;s)',
                                     'x (the user&#39;s)', 'dcache_hit_ratio'])
        wheel = text.partition('id="kiviat-title"')[2].partition('</svg>')[0]
        self.assertRegex(wheel, r'mine \(the user&#39;s\)')
        self.assertNotRegex(wheel, r'dcache_hit_ratio \(the')
        self.record('a.json', *own, *STAT, *asked)
        self.good('report', '--html', page, kept, kept)
        self.assertIn('-title">mine (the user&#39;s)</title>',
                      page.read_text())
        lines = [json.loads(line) for line in self.good(
            *own, *STAT, '-I', '10ms', *asked, '--json-lines',
            self.elf).splitlines()]
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertEqual(line['defined_by'], {'mine': 'user', 'x': 'user'})
        self.assertNotIn('defined_by', self.good(
            *STAT, '-I', '10ms', '-M', 'cpi', '--json-lines', self.elf))

    def test_it_is_marked_over_versions(self):
        suite = self.folder / 'suite.yaml'
        suite.write_text(f'programs:\n  crc32: {self.elf}\n'
                         'targets: [board:pb1176]\nmetrics: [cpi, mine]\n')
        self.good('--metrics', self.file('own.json'), 'bench', '-o',
                  self.folder / 'results', suite)
        page = self.folder / 'h.html'
        asked = ('history', '--results', self.folder, 'mine', 'cpi')
        said = self.good(*asked)
        self.assertIn(": mine (the user's), %\n", said)
        self.assertIn(': cpi, cycles\n', said)
        head, mine, cpi = self.good(*asked, '--csv').splitlines()
        self.assertEqual([row.rsplit(',', 1)[1] for row in (head, mine, cpi)],
                         ['defined_by', 'user', ''])
        rows = json.loads(self.good(*asked, '--json'))['history']
        self.assertEqual([row.get('defined_by') for row in rows],
                         ['user', None])
        self.good(*asked, '--html', page)
        text = page.read_text().replace('<wbr>', '')
        self.assertIn('mine <span class="soft">(the user\'s)</span> (%)', text)
        self.assertNotIn('cpi <span class="soft">(the', text)
        self.assertIn('<p>2 series of 1 version have 2 values.', text)
        self.assertNotIn('defined_by', self.good(
            'history', '--results', self.folder, 'cpi', '--csv'))

    def test_it_is_marked_in_a_suite(self):
        suite = self.folder / 'suite.yaml'
        suite.write_text(f'programs:\n  crc32: {self.elf}\n'
                         'targets: [board:pb1176]\nmetrics: [cpi, mine]\n')
        for form, says in (((), r'cpi +mine=\n(.*\n)*= defined by the user'),
                           (('--csv',), r',what_if,defined_by\r?\n(.*\n)*'
                            r'crc32.*,mine,.*,user\r?\n')):
            said = self.good('--metrics', self.file('own.json'), 'bench', *form,
                             '-o', self.folder / 'results', suite)
            self.assertRegex(said, says)

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
