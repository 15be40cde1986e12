# SPDX-License-Identifier: MIT
"""`tally record`: what samples say is what `tally profile` knows exactly, within
the bounds of chance, on one board; test_sampling_boards.py has all."""
import json
import os
import tempfile

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


class Stopped(sampled.Case):
    """What was measured until a limit is kept, and marked."""
    board, program, period = 'pb1176', 'places', 1000

    def stopped(self, verb, *words):
        done = tally(verb, *self.words('-e', 'cycles', '--json',
                                       '--max-insn', '5000', *words))
        self.assertEqual(done.returncode, 1)
        document = json.loads(done.stdout)
        self.assertTrue(document['unfinished'].startswith(
            'still running after 5,000 instructions, at '))
        self.assertIn(f'tally {verb}: not whole: {document["unfinished"]}\n',
                      done.stderr)
        self.assertEqual((document['instructions'], document['status']),
                         (5000, None))
        return document

    def test_both_have_all_until_then(self):
        exact = self.stopped('profile')
        kept = self.stopped('record', '-c', '100')
        self.assertEqual(kept['total'], exact['total'])
        self.assertGreater(kept['sampled']['samples'], 20)
        self.assertEqual(sum(at['count'] for at in exact['places']), 5000)


class Kept(sampled.Case):
    """The file of -o, read again."""
    board, program, period = 'pb1176', 'places', 1000
    folder, file = None, ''

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='tally-record-')
        cls.file = os.path.join(cls.folder.name, 'kept.json')
        assert printed('record', *cls().words('-o', cls.file)) == ''

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

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
            spoilt = self.file + '.spoilt'
            with open(spoilt, 'w', encoding='utf-8') as file:
                json.dump({**document, **damage}, file)
            self.assertEqual(tally('report', spoilt).returncode, 1, damage)
