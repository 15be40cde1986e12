#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_regions.py TALLY=COMMAND FIRMWARE=BUILD

Several regions in one run, on two boards: what kit/regions.py tries, patterns,
copies of functions, and the record that is kept."""
import csv
import io
import json
import pathlib
import unittest

from regions import ENTRIES, NAMED, PROGRAM, Regions, counts_of
from tally_command import tally

TALLY = ''
FIRMWARE = ''


class TwoBoards(Regions, unittest.TestCase):
    names = 'pb1176', 'mpc8548cds'

    def test_a_pattern_names_functions(self):
        board = self.boards[0]
        once = self.stat(board, '-e', 'cycles', '--region', 'leaf',
                         '--regions', '[mno]e[vz]er', '--regions', 'middl?')
        self.assertEqual([(r['text'], r['entered']) for r in once['regions']],
                         [('leaf', 13), ('never', 0), ('middle', 6)])
        self.assertIsNone(once['regions'][1]['events'][0]['entry'])

    def test_every_function_there_is(self):
        """With the C library's, of which it has more than anybody would name;
        each is what it is alone."""
        for board in self.names:
            words = ('stat', '-t', f'board:{board}', '--quiet-program',
                     '--json', '-e', 'instructions',
                     f'{FIRMWARE}/{board}/crc32.elf')
            every = json.loads(tally(*words, '--regions', '*').stdout)
            names = [r['text'] for r in every['regions']]
            self.assertGreater(len(names), 64)
            for name in 'crc32', 'main':
                alone = json.loads(tally(*words, '--region', name).stdout)
                at = names.index(name)
                self.assertEqual(counts_of(every, at + 1), counts_of(alone))
                self.assertEqual(every['regions'][at]['entered'],
                                 alone['region']['entered'])

    def test_first_entries_are_left_out(self):
        """The first entry of each has the fewest instructions; one region
        alone, with and without the ledger, is what it is among others."""
        for board in self.boards:
            words = '-e', 'instructions', '--warmup', '1'
            cold = self.stat(board, '-e', 'instructions', *NAMED)
            warm = self.stat(board, *words, *NAMED)
            self.assertEqual(warm['warmup'], 1)
            place = [e['named'] for e in cold['events']].index(True)
            for i, name in enumerate(ENTRIES):
                was, now = (told['regions'][i] for told in (cold, warm))
                self.assertEqual(now['entered'], was['entered'] - 1)
                self.assertEqual(now['events'][place]['count'],
                                 was['events'][place]['count'] -
                                 was['events'][place]['entry']['least'])
                for more in ([], ['--truth']):
                    alone = self.stat(board, *words, '--region', name, *more)
                    self.assertEqual(counts_of(alone), counts_of(warm, i + 1))
                    self.assertEqual(alone['region']['entered'],
                                     now['entered'])

    def test_what_is_left_out_is_said(self):
        board = self.boards[0]
        words = '-e', 'cycles', '--region', 'leaf', '--warmup', '2'
        self.assertIn('2 entries of the region, in each run',
                      self.tally('stat', board, *words).stdout)
        self.assertIn('fact,warmup,2,',
                      self.tally('stat', board, *words, '--csv').stdout)
        kept = pathlib.Path(self.folder.name) / 'warm.json'
        plain = kept.with_name('cold.json')
        self.tally('stat', board, *words, '-o', kept)
        self.tally('stat', board, *words[:4], '-o', plain)
        self.assertIn('2 entries of the region',
                      tally('report', '--html', '-', kept).stdout)
        done = tally('diff', plain, kept)
        self.assertEqual(done.returncode, 1)
        self.assertIn('left out before: 0 against 2', done.stderr)

    def test_a_record_of_them_is_printed_as_it_was(self):
        kept = pathlib.Path(self.folder.name) / 'kept.json'
        for board in self.boards:
            words = ('-e', 'cycles', '-r', '3', '--jitter', '5', *NAMED)
            self.tally('stat', board, '--json', '-o', kept, *words)
            for form in ([], ['--csv']):
                told = tally('report', *form, kept)
                live = self.tally('stat', board, *words, *form)
                self.assertIn('deep', told.stdout)
                self.assertEqual(told.stdout.split(' board run')[0],
                                 live.stdout.split(' board run')[0])
            again = tally('report', '--judge', '--json', kept)
            self.assertEqual(again.stderr, 'nothing changed\n')
            self.assertEqual(json.loads(again.stdout)['regions'],
                             json.loads(kept.read_text())['regions'])
            both = tally('diff', kept, kept)
            self.assertEqual(both.returncode, 0, both.stderr)

    def test_a_ledger_in_every_form(self):
        board = self.boards[0]
        file = pathlib.Path(self.folder.name, 'ledger')
        told = self.tally('stat', board, '-e', 'cycles', '--truth', '--html',
                          file.with_suffix('.html'), '-o',
                          file.with_suffix('.json'), *NAMED)
        self.assertEqual(told.returncode, 0, told.stderr)
        told = tally('report', file.with_suffix('.json'))
        kept = json.loads(file.with_suffix('.json').read_text())
        rows = [row['count'] for region in kept['regions']
                for row in region['truth'] if row['name'] == 'cycle counter']
        self.assertEqual(len(set(rows)), len(ENTRIES))
        of_regions = told.stdout.split('counted beside')[1]
        for count in rows:
            self.assertRegex(of_regions,
                             rf'\ncycles +cycle counter +{count:,}  modelled'
                             r'  equal\n')
        self.assertEqual(of_regions.count("the board's own ledger"),
                         1 + len(ENTRIES))
        sheet = csv.DictReader(io.StringIO(tally(
            'report', '--csv', file.with_suffix('.json')).stdout))
        self.assertEqual([int(row['value']) for row in sheet
                          if row['kind'] == 'truth' and row['region'] and
                          row['name'] == 'cycle counter'], rows)
        page = file.with_suffix('.html').read_text()
        self.assertEqual(page.count('s own ledger</summary>'),
                         1 + len(ENTRIES))
        stack = page.split('id="causes"')[1].split('</section>')[0]
        for name in ENTRIES:
            self.assertRegex(stack, rf'>{name}<')

    def test_they_are_compared_one_by_one(self):
        """Each as two records of that region alone would be."""
        board = self.boards[0]
        path = {}
        for name, more in (('cold', ()), ('warm', ('--jitter', '3'))):
            for region in ('all', 'middle', 'deep'):
                path[name, region] = kept = (pathlib.Path(self.folder.name) /
                                             f'{name}-{region}.json')
                names = (('--region', 'middle', '--region', 'deep')
                         if region == 'all' else ('--region', region))
                self.tally('stat', board, '-M', 'cpi', '-r', '3', *more,
                           *names, '--json', '-o', kept)

        def rows(region):
            told = json.loads(tally('diff', '--force', '--json',
                                    path['cold', region],
                                    path['warm', region]).stdout)
            return {(row.get('region'), row['name']):
                    (row['before'], row['after'], row['ratio'])
                    for row in told['rows']}
        together = rows('all')
        for region in 'middle', 'deep':
            self.assertEqual(
                {name: row for (of, name), row in together.items()
                 if of == region},
                {name: row for (_, name), row in rows(region).items()})
        sides = path['cold', 'all'], path['warm', 'all']
        text = tally('diff', '--force', '--all', *sides).stdout
        self.assertRegex(text, r'(?s)\nregion middle, entered 6 times\n.*'
                               r'\nregion deep, entered 4 times\n')
        self.assertIn('| `region deep, entered 4 times` |',
                      tally('diff', '--force', '--all', '--markdown',
                            *sides).stdout)
        self.assertIn('>region deep, entered 4 times<',
                      tally('diff', '--force', '--html', '-', *sides).stdout)
        over = tally('diff', '--force', '--fail-if', 'deep:cycles > -99%',
                     *sides)
        self.assertIn(over.returncode, (1, 3))  # seeds may not tell
        self.assertNotIn('was not measured', over.stderr)
        gone = tally('diff', '--force', '--fail-if', 'never:cycles > 1%',
                     *sides)
        self.assertEqual(gone.returncode, 2)
        left = tally('diff', '--force', path['cold', 'all'],
                     path['warm', 'deep'])
        self.assertIn('left out: 2 before, 0 after', left.stdout)

    def test_a_clone_goes_by_the_name_of_its_function(self):
        board = self.boards[0]
        elf = self.build(board, 'clone', PROGRAM + '''
__asm__(".global single.constprop.0, twice.isra.0, twice.part.3\\n"
        ".set single.constprop.0, leaf\\n.type single.constprop.0, %function\\n"
        ".set twice.isra.0, leaf\\n.type twice.isra.0, %function\\n"
        ".set twice.part.3, deep\\n.type twice.part.3, %function\\n");
''')
        words = ['stat', '-t', f"board:{board['name']}", '-e', 'cycles',
                 '--json', elf]
        told = json.loads(tally(*words, '--region', 'single').stdout)
        self.assertEqual(told['region']['entered'], 13)
        told = json.loads(tally(*words, '--regions', 'twice').stdout)
        self.assertEqual(sorted(r['entered'] for r in told['regions']),
                         [4, 13])
        told = tally(*words, '--region', 'twice')
        self.assertEqual(told.returncode, 1)
        self.assertIn('twice.isra.0 and twice.part.3', told.stderr)


class Stops(unittest.TestCase):
    def test_a_run_stops_in_arm_code_behind_it_blocks(self):
        """leap() is ARM code that calls Thumb code with IT blocks, and is
        called by such."""
        elf = f'{FIRMWARE}/pbxa9/places.elf'
        words = '-t', 'board:pbxa9', '-e', 'cycles'
        names = 'leap', 'printf', 'guess', 'divide'
        told = tally('stat', *words, *sum((['--region', n] for n in names), []),
                     '--json', elf)
        self.assertEqual(told.returncode, 0, told.stderr)
        rows = csv.DictReader(tally('profile', *words, '--inclusive', '--csv',
                                    elf).stdout.splitlines())
        inside = {r['function']: int(r['cycles']) for r in rows}
        for region in json.loads(told.stdout)['regions']:
            with self.subTest(region=region['text']):
                self.assertEqual(region['entered'], 1)
                self.assertEqual(region['events'][0]['count'],
                                 inside[region['text']])


if __name__ == '__main__':
    unittest.main()
