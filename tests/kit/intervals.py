# SPDX-License-Identifier: MIT
"""Counts over time: what they add up to, and where intervals end."""
import csv
import io

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
