#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_tasks.py TALLY [unittest arguments]

Whose samples are: of a log made by hand, in which two tasks were sampled, each
table, each export and a kept file has one task's alone, or a row for each."""
import csv
import io
import json
import pathlib
import tempfile
import unittest

import decoders
from log_bytes import MONITOR, SAMPLE, SETUP, START, TASK, log, text, values
from tally_command import printed, tally

TALLY = ''
FOLDER = tempfile.TemporaryDirectory()
DUMP = pathlib.Path(FOLDER.name, 'dump.bin')
KEPT = pathlib.Path(FOLDER.name, 'kept.json')


def sample(task, pc, weight):
    return SAMPLE, 0, task, values(pc, weight)


# worker: 3 samples of 10 + 20 + 5; blinker: 2 of 100 + 200; task 9: 1 of 7.
ROWS = [(START, 0, 0, values(1, 0)), (MONITOR, 0, 0, text('arm1176')),
        (SETUP, 0, 0, values(7, 10)), (TASK, 0, 3, text('worker')),
        (TASK, 0, 4, text('blinker')), sample(3, 0x8000, 10),
        sample(4, 0x8000, 100), sample(3, 0x8004, 20), sample(9, 0x8004, 7),
        sample(4, 0x9000, 200), sample(3, 1 << 40, 5)]


class Tasks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(FOLDER.cleanup)
        DUMP.write_bytes(log(ROWS))
        printed('collect', '-o', KEPT, DUMP)

    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(
            printed('report', '--csv', *words, KEPT))))

    def test_kept(self):
        it = json.loads(KEPT.read_text())
        self.assertEqual(
            [(row['name'], row['number']) for row in it['tasks']],
            [('worker', 3), ('blinker', 4), (None, 9)])
        names = [row['name'] for row in it['columns']]
        self.assertEqual(names, ['instr_exec'])
        self.assertEqual(it['samples']['task'], [0, 1, 0, 2, 1, 0])
        self.assertEqual(it['samples']['weight'], [10, 100, 20, 7, 200, 5])
        self.assertNotIn('time_ns', it['samples'])

    def test_by_task(self):
        self.assertEqual(
            [(row['task'], row['number'], row['count'], row['instr_exec'])
             for row in self.rows('--by', 'task')],
            [('blinker', '4', '2', '300'), ('worker', '3', '3', '35'),
             ('', '9', '1', '7')])
        shown = printed('report', '--by', 'task', KEPT)
        for name in 'blinker (4)', 'worker (3)', 'task 9':
            self.assertRegex(shown, rf'%  {name[:-1]}'.replace('(', r'\('))

    def test_one_task(self):
        for name in 'worker', '3', 'worker (3)':
            rows = self.rows('--task', name, '--by', 'insn')
            self.assertEqual(
                {(row['address'] or row['cause'], row['count'],
                  row['instr_exec']) for row in rows},
                {('0x00008004', '1', '20'), ('0x00008000', '1', '10'),
                 ('0x10000000000', '1', '5')})
        shown = printed('report', '--task', 'worker', KEPT)
        self.assertIn('of the samples of task worker\n', shown)
        self.assertRegex(shown, r'(?m)^ +3 +35 .*all$')

    def test_kept_again(self):
        """It is a document of its own, of which the same comes."""
        again = KEPT.with_name('again.json')
        again.write_text(printed('report', '--json', '--task', 'blinker',
                                 KEPT))
        it = json.loads(again.read_text())
        self.assertEqual((it['of_task'], it['total'], it['sampled']['samples']),
                         ('blinker', [300], 2))
        for words in ((), ('--by', 'task'), ('--by', 'insn', '--csv')):
            self.assertEqual(printed('report', *words, again),
                             printed('report', *words, '--task', 'blinker',
                                     KEPT))

    def test_exports(self):
        text_of = printed('export', 'csv', '--task', 'blinker', KEPT)
        self.assertEqual(sum(int(row['instr_exec'])
                             for row in decoders.sheet(text_of)), 300)
        folded = decoders.folded(printed('export', 'folded', '--task', '9',
                                         KEPT))
        self.assertEqual(sum(folded.values()), 7)

    def test_collected_at_once(self):
        self.assertEqual(
            printed('collect', '--by', 'task', '--csv', DUMP),
            printed('report', '--by', 'task', '--csv', KEPT))
        self.assertEqual(
            printed('collect', '--task', 'worker', '--csv', DUMP),
            printed('report', '--task', 'worker', '--csv', KEPT))

    def test_page(self):
        page = printed('report', '--html', '-', '--task', 'worker', KEPT)
        self.assertIn('35', page)
        self.assertNotIn('blinker (', page)

    def test_nobody_of_that_name(self):
        done = tally('report', '--task', 'workr', KEPT)
        self.assertEqual(done.returncode, 1)
        self.assertIn('no sample is of a task workr; did you mean worker?',
                      done.stderr)

    def test_a_log_without_tasks(self):
        """Is as it was."""
        plain = KEPT.with_name('plain.bin')
        plain.write_bytes(log([(kind, source, 0, value) for
                               kind, source, _, value in ROWS
                               if kind != TASK]))
        it = json.loads(printed('collect', '--json', plain))
        self.assertNotIn('samples', it)
        self.assertNotIn('tasks', it)
