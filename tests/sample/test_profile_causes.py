#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
'''usage: test_profile_causes.py TALLY FIRMWARE_DIR [unittest arguments]

`tally profile --causes`: on every board the causes of each instruction, function,
line, call and path sum to its cycles, and are the ledger's.'''
import csv
import io
import json
import pathlib
import tempfile
import unittest

from tally_command import boards, printed, tally
from why_cases import program

TALLY = ''
FIRMWARE = ''
DEMO = 'places.elf'
CAUSE, WAITED = 0xFFFD, 0xFFFB
# Cores that go on behind an instruction that waits: whom it waits for is not told.
ALONE = 'cortex-a9', 'cortex-a57', 'cortex-a72'
# The ARM926PXP's core has no event of its cycles.
CYCLES = {'arm926pxp-ahb': None}


class Causes(unittest.TestCase):
    def demo(self, board):
        return program(FIRMWARE, board).with_name(DEMO)

    def profile(self, board, *words):
        return printed('profile', '-t', f'board:{board}', '--causes',
                       '--quiet-program', *words, self.demo(board))

    def ledger(self, board):
        """What the board tells of the same run."""
        rows = json.loads(printed('board', board, self.demo(board), '--truth',
                                  '--json'))['truth']
        return {row['name'].lower(): row['count'] for row in rows
                if row['code'] == 'cause'}

    def check_rows(self, document, clock):
        columns = document['columns']
        causes = [i for i, column in enumerate(columns)
                  if column['monitor'] == 'simulated cause']
        self.assertTrue(all(columns[i]['code'] == CAUSE for i in causes))
        rows = [row['cost'] for kind in ('causes', 'places', 'calls', 'paths')
                for row in document[kind]]
        rows += [step[2:] for step in document.get('steps', [])]
        self.assertGreater(len(rows), 100)
        for cost in rows if clock else ():
            self.assertEqual(cost[0], sum(cost[i] for i in causes))
        for i in range(len(columns)):
            self.assertEqual(sum(row['cost'][i] for kind in ('causes', 'places')
                                 for row in document[kind]),
                             document['total'][i])
        self.check_waited(document)
        return {columns[i]['name']: document['total'][i] for i in causes}

    def check_waited(self, document):
        """Paths have what places have, and each cycle is another one's wait."""
        at, = (i for i, column in enumerate(document['columns'])
               if column['code'] == WAITED)
        named = dict(zip((c['name'] for c in document['columns']),
                         document['total']))
        total = named.pop('waited_for')
        self.assertEqual(total, sum(row['cost'][at]
                                    for row in document['paths']))
        cause = {name: count for name, count in named.items()
                 if name.startswith('cause_')}
        self.assertLessEqual(total, sum(cause.values()) - cause['cause_issue'])
        self.assertEqual(total > 0, not any(
            core in document['monitors'] for core in ALONE))

    def test_each_row_on_every_board(self):
        for board, facts in boards().items():
            with self.subTest(board):
                monitor = facts['monitors'][0]
                clock = monitor not in CYCLES
                words = () if clock else ('-e', 'CtArmdLineFill')
                document = json.loads(self.profile(board, '--json', *words))
                told = self.check_rows(document, clock)
                self.assertEqual(
                    list(told.values()), list(self.ledger(board).values()))

    def test_each_line(self):
        board = next(b for b in boards() if boards()[b]['monitors'][0]
                     not in CYCLES)
        for by in 'function', 'line', 'insn', 'file', 'inlined':
            with self.subTest(by):
                text = self.profile(board, '--by', by, '--csv')
                for row in csv.DictReader(io.StringIO(text)):
                    causes = [int(n) for name, n in row.items()
                              if name.startswith('cause_')]
                    cycles = next(int(n) for name, n in row.items()
                                  if 'cycles' in name)
                    self.assertEqual(len(causes), 24)
                    self.assertEqual(sum(causes), cycles)

    def test_text_shows_those_that_have_a_part(self):
        board = next(iter(boards()))
        text = self.profile(board)
        self.assertIn('cause_issue', text)
        self.assertNotIn('cause_idle', text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_they_are_kept_and_exported(self):
        board = next(iter(boards()))
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, 'p.json')
            file.write_text(self.profile(board, '--json'))
            total = json.loads(file.read_text())
            names = [column['name'] for column in total['columns']]
            most = dict(zip(names, total['total']))['cause_data_memory']
            folded = printed('export', 'folded', '-e', 'cause_data_memory',
                             file)
            self.assertEqual(sum(int(line.rsplit(' ', 1)[1])
                                 for line in folded.splitlines()), most)
            self.assertIn('cause_data_memory',
                          printed('export', 'callgrind', file))
            same = printed('diff', file, file)
            self.assertIn('cause_issue', same)
            done = tally('report', '--by', 'line', file)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn('cause_issue', done.stdout)


if __name__ == '__main__':
    unittest.main()
