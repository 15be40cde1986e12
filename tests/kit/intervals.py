# SPDX-License-Identifier: MIT
"""Counts over time: what they add up to, and where intervals end."""
import csv
import io
import json

from regions import OnBoards

PERIOD = 400  # cycles: the program takes some thousand


def ends(told, period):
    """Each interval ends at its multiple or soon after; the last with it."""
    cycles = told['intervals']['end_cycles']
    return all(a // period < b // period for a, b in zip(cycles[:-1],
                                                         cycles[1:-1]))


class Intervals(OnBoards):
    """Tests of counts over time, a mixture into a TestCase."""

    def adds_up(self, told):
        series = told['intervals']
        held = 0
        for event, row in zip(told['events'], series['events']):
            self.assertEqual(event['name'], row['name'])
            self.assertEqual(len(row['counts']), len(series['end_cycles']))
            if event['count'] is not None:
                self.assertEqual(sum(row['counts']), event['count'], row)
                held += 1
        self.assertGreater(held, 4)

    def test_they_add_up_to_the_whole(self):
        for board in self.boards:
            every = ('-m', board['monitor'], '-e', 'all')
            with self.subTest(board=board['name']):
                plain = self.stat(board, *every)
                told = self.stat(board, *every, '-I', f'{PERIOD}c')
                self.assertGreater(len(told['intervals']['end_cycles']), 3)
                self.assertTrue(ends(told, PERIOD))
                self.adds_up(told)
                self.assertNotIn('causes', told['intervals'])
                self.assertEqual(told['counts'], plain['counts'])
                self.assertEqual(told['events'], plain['events'])

    def test_of_a_region_too(self):
        for board in self.boards:
            with self.subTest(board=board['name']):
                words = '-e', 'all', '--region', 'middle'
                told = self.stat(board, *words, '-I', f'{PERIOD}c')
                self.adds_up(told)
                self.assertEqual(told['counts'],
                                 self.stat(board, *words)['counts'])

    def test_each_cycle_has_a_cause(self):
        """In each interval, of all and of a region that is entered often."""
        for board in self.boards:
            for words in (), ('--region', 'leaf'):
                with self.subTest(board=board['name'], words=words):
                    told = self.stat(board, '-e', 'all', '--causes', *words,
                                     '-I', f'{PERIOD}c')
                    series = told['intervals']
                    self.assertEqual(
                        [[row['name'], sum(row['cycles'])]
                         for row in series['causes']],
                        [[row['name'], row['count']] for row in told['truth']
                         if row['count']])
                    ends = series['end_cycles']
                    cycles = [a - b for a, b in zip(ends, [0, *ends])]
                    if words:
                        # A bus has none of its own.
                        cycles = next((row['counts'] for row in series['events']
                                       if row['name'] == 'cycles'), None)
                    if not cycles:
                        continue
                    self.assertEqual(cycles, [sum(one) for one in zip(*(
                        row['cycles'] for row in series['causes']))])

    def test_causes_in_every_form(self):
        board = self.boards[0]
        words = '-e', 'cycles', '--causes', '-I', f'{PERIOD}c'
        series = self.stat(board, *words)['intervals']
        wanted = [{row['name']: row['cycles'][i] for row in series['causes']
                   if row['cycles'][i]}
                  for i in range(len(series['end_cycles']))]
        lines = [json.loads(line) for line in self.tally(
            'stat', board, '--json-lines', *words).stdout.splitlines()]
        self.assertEqual([line['causes'] for line in lines[:-1]], wanted)
        self.assertEqual(lines[-1]['causes'], {
            row['name']: sum(row['cycles']) for row in series['causes']})
        rows = csv.DictReader(io.StringIO(
            self.tally('stat', board, '--csv', *words).stdout))
        told = {}
        for row in rows:
            if row['kind'] == 'interval' and row['name'].startswith('cause'):
                told.setdefault(row['end'], {})[row['name']] = int(row['value'])
        self.assertEqual([*told.values()], wanted)
        text = self.tally('stat', board, *words).stdout
        table = text.partition('simulated causes of cycles')[2].split('\n\n')
        self.assertEqual(len(table[0].splitlines()), 2 + len(wanted))
        for line in table[0].splitlines()[2:]:
            self.assertAlmostEqual(sum(map(float, line.split()[1:])), 100, 0)

    def test_two_are_one_twice_as_long(self):
        for board in self.boards:
            with self.subTest(board=board['name']):
                words = '-m', board['monitor'], '-e', 'all', '-I'
                one = self.stat(board, *words, f'{PERIOD}c')['intervals']
                two = self.stat(board, *words, f'{2 * PERIOD}c')['intervals']
                place = {c: i for i, c in enumerate(one['end_cycles'])}
                last = 0
                for i, cycle in enumerate(two['end_cycles']):
                    upto = place[cycle] + 1
                    for a, b in zip(one['events'], two['events']):
                        if None not in a['counts']:
                            self.assertEqual(sum(a['counts'][last:upto]),
                                             b['counts'][i])
                    last = upto

    def test_csv_has_a_row_for_each(self):
        board = self.boards[0]
        words = '-e', 'cycles', '-I', f'{PERIOD}c'
        told = self.stat(board, *words)
        rows = [r for r in csv.DictReader(io.StringIO(
            self.tally('stat', board, '--csv', *words).stdout))]
        kinds = [r for r in rows if r['kind'] == 'interval']
        cycles = next(e for e in told['intervals']['events']
                      if e['name'] == kinds[0]['name'])
        own = [r for r in kinds if r['name'] == kinds[0]['name']]
        self.assertEqual([int(r['value']) for r in own], cycles['counts'])
        self.assertEqual([int(r['end']) for r in own],
                         told['intervals']['end_cycles'])
        self.assertEqual([int(r['begin']) for r in own],
                         [0] + told['intervals']['end_cycles'][:-1])
