# SPDX-License-Identifier: MIT
"""`tally record`: what samples say is what `tally profile` knows exactly, within
the bounds of chance, on one board; test_sampling_boards.py has all."""
import json
import os
import tempfile
import unittest

import sampled
from tally_command import printed, tally

TALLY = ''
FIRMWARE = ''


class Record(sampled.Case):
    board, program, period = 'pb1176', 'places', 3000

    def test_agrees_with_the_profile(self):
        self.agrees('cycles')

    def test_counts_are_those_of_an_undisturbed_run(self):
        self.undisturbed('cycles')

    def test_even_periods(self):
        """Each sample has a period, but for what ran over its end."""
        done = self.record('-e', 'instr_exec', '-c', '4096', '--even')
        samples, total = done['sampled']['samples'], done['total'][0]
        self.assertEqual(samples, total // 4096)
        rest = [row['cost'][0] for row in done['causes']
                if row['name'] == 'after the last sample']
        self.assertEqual(rest, [total % 4096])

    def test_several_events_at_once(self):
        """More than the monitor has counters, each as if it was alone."""
        events = 'instr_exec', 'dcache_miss', 'br_exec', 'dcache_access'
        together = self.record('-e', ','.join(events), '-c', '3000', '--even')
        self.assertEqual([row['name'] for row in together['columns']],
                         list(events))
        for i, event in enumerate(events):
            alone = self.record('-e', event, '-c', '3000', '--even')
            self.assertEqual(together['total'][i], alone['total'][0])
            self.assertEqual(
                {row['addr']: row['cost'][i] for row in together['places']
                 if row['cost'][i]},
                {row['addr']: row['cost'][0] for row in alone['places']})

    def test_each_event_is_a_sample(self):
        """With a period of 1 it is the profile itself."""
        exact = json.loads(printed('profile', *self.words(
            '-e', 'br_mispredict', '--json')))
        done = self.record('-e', 'br_mispredict', '-c', '1')
        self.assertEqual({row['addr']: row['cost'] for row in done['places']},
                         {row['addr']: row['cost'] for row in exact['places']
                          if row['cost'] != [0]})
        self.assertEqual(done['total'], exact['total'])
        self.assertEqual({row['addr']: (row['word'], row['line'])
                          for row in done['places']},
                         {row['addr']: (row['word'], row['line'])
                          for row in exact['places'] if row['cost'] != [0]})


class Kept(sampled.Case):
    """The file of -o, read again."""
    board, program, period = 'pb1176', 'crc32', 1000

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix='tally-record-')
        self.file = os.path.join(self.folder.name, 'kept.json')
        self.assertEqual(printed('record', *self.words('-o', self.file)), '')

    def tearDown(self):
        self.folder.cleanup()

    def test_report_is_what_was_printed(self):
        live = printed('record', *self.words())
        self.assertEqual(printed('report', self.file), live)
        self.assertIn('Sampled: one sample for about every 10,000 cycles; '
                      'none lost.', ' '.join(live.split()))
        self.assertNotIn('Exact', live)
        for words in ['--csv'], ['--by', 'line'], ['--by', 'insn', '--csv']:
            self.assertEqual(printed('report', *words, self.file),
                             printed('record', *self.words(*words)))

    def test_report_gives_the_document_back(self):
        with open(self.file, encoding='utf-8') as file:
            self.assertEqual(printed('report', '--json', self.file),
                             file.read())

    def test_no_calls(self):
        for words in ['--inclusive'], ['--callers', 'main']:
            done = tally('report', *words, self.file)
            self.assertEqual(done.returncode, 2)
            self.assertIn('not who called it', done.stderr)

    def test_exports(self):
        with open(self.file, encoding='utf-8') as file:
            document = json.load(file)
        folded = printed('export', 'folded', self.file).splitlines()
        costs = {}
        for line in folded:
            name, cost = line.rsplit(' ', 1)
            costs[name] = costs.get(name, 0) + int(cost)
        self.assertEqual(sum(costs.values()), document['total'][0])
        for form in 'callgrind', 'csv', 'markdown', 'speedscope':
            self.assertTrue(printed('export', form, self.file), form)

    def test_damage(self):
        """What contradicts itself is no profile."""
        with open(self.file, encoding='utf-8') as file:
            document = json.load(file)
        for damage in ({'sampled': None}, {'sampled': {'samples': 1}},
                       {'sampled': {'samples': -1, 'lost': 0, 'skid': ''}},
                       {'causes': [{'name': 'a', 'cost': [0]}]},
                       {'columns': [{**document['columns'][0],
                                     'period': 'a'}]}):
            with open(self.file, 'w', encoding='utf-8') as file:
                json.dump({**document, **damage}, file)
            self.assertEqual(tally('report', self.file).returncode, 1, damage)
