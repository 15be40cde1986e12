#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: tap.py test_intervals.py TALLY=COMMAND FIRMWARE=BUILD

Counts over time, on two boards, and of what is kept: kit/intervals.py has what is tried."""
import json
import pathlib
import re
import tempfile
import unittest

from intervals import Intervals
from tally_command import printed, tally

TALLY = ''
FIRMWARE = ''


class TwoBoards(Intervals, unittest.TestCase):
    names = 'pb1176', 'mpc8548cds'

    def test_a_record_of_them_is_printed_as_it_was(self):
        kept = pathlib.Path(self.folder.name) / 'kept.json'
        words = '-M', 'cpi', '-I', '400c'
        for board in self.boards:
            self.tally('stat', board, '--json', '-o', kept, *words)
            told = tally('report', '--csv', kept).stdout
            live = self.tally('stat', board, *words, '--csv').stdout
            self.assertEqual(told, live)
            # As text the rows were told before all else.
            told = tally('report', kept).stdout
            table, live = self.tally('stat', board, *words).stdout.split(
                '\n\n', 1)
            self.assertIn(table + '\n\n', told)
            self.assertEqual(
                told.replace(table + '\n\n', '').split(' board run')[0],
                live.split(' board run')[0])
            self.assertIn('intervals of', tally('report', kept).stdout)
            told = tally('report', '--judge', '--json', kept)
            self.assertEqual(json.loads(told.stdout)['intervals'],
                             json.loads(kept.read_text())['intervals'])
            self.assertEqual(tally('diff', kept, kept).returncode, 0)
            page = printed('report', '--html', '-', kept)
            values = json.loads(kept.read_text())['intervals'][
                'metrics'][0]['values']
            self.assertIn('<h2 id="time">Over time</h2>', page)
            shown = re.search(r'From <data value="([^"]+)">[^<]+</data> to '
                              r'<data value="([^"]+)"', page)
            known = [value for value in values if value is not None]
            self.assertEqual([float(text) for text in shown.groups()],
                             [min(known), max(known)])
            self.assertEqual(len(re.findall('class="figure" d="M8.00 120V',
                                            page)), 1)


class Layers(unittest.TestCase):
    """Layers of a bus stand beside each other, and of each interval is said who
    waited most, and who else was busy."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        kept = pathlib.Path(cls.folder.name, 'kept.json')
        printed('stat', '-t', 'board:versatile', '-g', 'waits', '-I',
                '100000c', '--quiet-program', '--json', '-o', kept,
                pathlib.Path(FIRMWARE, 'versatile/bus.elf'))
        document = json.loads(kept.read_text())
        cls.text = printed('report', kept)
        # By what, and layer, a value for each interval.
        cls.values = {'bus_wait': {}, 'occupancy': {}}
        for row in document['intervals']['metrics']:
            layer, _, what = row['name'].partition('_')
            cls.values[what][layer] = row['values']
        cls.count = len(document['intervals']['end_cycles'])

    def rows(self, head):
        """The words of a table below its head, without the times."""
        lines = self.text.split(head, 1)[1].split('\n\n')[0].splitlines()
        return [line.split() for line in lines if line[:13].strip()]

    def test_layers_beside_each_other(self):
        for what, values in self.values.items():
            head, *rows = self.rows(f'{what} of each layer, %')
            self.assertEqual(head[1:], list(values))
            self.assertEqual(len(rows), self.count)
            for i, row in enumerate(rows):
                for layer, word in zip(values, row[1:]):
                    self.assertAlmostEqual(float(word), values[layer][i],
                                           delta=0.001)

    def test_who_waited(self):
        waits, busy = self.values['bus_wait'], self.values['occupancy']
        rows = self.rows('no counter tells\n')[1:]
        self.assertEqual(len(rows), self.count)
        seen = 0
        for i, (_, *words) in enumerate(rows):
            who = max(waits, key=lambda layer: waits[layer][i])
            others = sorted((layer for layer in busy
                             if layer != who and busy[layer][i] > 0),
                            key=lambda layer: -busy[layer][i])[:3]
            seen += bool(others)
            self.assertEqual(words[0], who)
            self.assertAlmostEqual(float(words[1]), waits[who][i], delta=0.001)
            self.assertEqual(words[3::3], others)
        self.assertGreater(seen, 3)


if __name__ == '__main__':
    unittest.main()
