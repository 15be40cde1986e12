#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tally stat` with several targets: a column for each, each what the target
alone gives.  (Variables: TALLY, the command, and FIRMWARE, the folder of
the boards' programs.)"""
import csv
import io
import json
import pathlib
import tempfile
import unittest

from tally_command import tally

TALLY = ''
FIRMWARE = ''
TARGETS = '-t', 'board:pb1176', '-t', 'board:lubbock'
TIMES = 'host_seconds', 'command'


def programs():
    return [pathlib.Path(FIRMWARE) / board / 'crc32.elf'
            for board in ('pb1176', 'lubbock')]


class Targets(unittest.TestCase):
    def good(self, *words):
        done = tally(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def several(self, *words):
        return self.good('stat', *TARGETS, '--quiet-program', *words,
                         *programs())

    def test_each_is_as_if_it_were_alone(self):
        both = json.loads(self.several('-M', 'cpi', '--json'))
        self.assertEqual(len(both), 2)
        for record, target, program in zip(both, TARGETS[1::2], programs()):
            alone = json.loads(self.good('stat', '-t', target, '-M', 'cpi',
                                         '--json', '--quiet-program', program))
            for name in TIMES:
                del record[name], alone[name]
            self.assertEqual(record, alone)

    def test_every_form_has_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'both.json'
            self.several('--json', '-o', path)
            for form in ([], ['--csv']):
                self.assertEqual(self.several(*form),
                                 self.good('report', *form, path))
            self.assertEqual(self.good('report', '--json', path),
                             path.read_text())
            done = tally('diff', path, path)
            self.assertEqual(done.returncode, 1)
            self.assertIn('has the records of 2 targets', done.stderr)

    def test_overview_has_the_time_and_common_rows_first(self):
        text, metrics = self.overview('pb1176', 'pba8')
        self.assertEqual(metrics[0][1], 'seconds')
        filled = [all(row[3:]) for row in metrics]
        self.assertEqual(filled, sorted(filled, reverse=True))
        first, rest = text.split('not of all:\n')
        for row, is_filled in zip(metrics, filled):
            self.assertEqual(f'\n{row[1]} ' in first, is_filled, row)
            self.assertEqual(row[1] in rest, not is_filled, row)

    def overview(self, *boards):
        words = ['stat', '--quiet-program']
        for board in boards:
            words += '-t', f'board:{board}'
        words += [pathlib.Path(FIRMWARE) / board / 'crc32.elf'
                  for board in boards]
        rows = csv.reader(io.StringIO(self.good(*words, '--csv')))
        return (self.good(*words),
                [row for row in rows if row[0] == 'metric'])

    def test_different_cores_have_an_overview_in_common(self):
        """Their own overviews share two rows of eighteen."""
        text, metrics = self.overview('pb1176', 'lubbock', 'mpc8540ads')
        self.assertEqual([row[1] for row in metrics],
                         ['seconds', 'cpi', 'dcache_mpki', 'icache_mpki',
                          'dtlb_mpki', 'itlb_mpki', 'branch_mpki'])
        self.assertTrue(all(all(row[3:]) for row in metrics), metrics)
        self.assertNotIn('not of all', text)

    def test_one_core_has_its_own_overview(self):
        text, metrics = self.overview('pb1176', 'pb1176')
        self.assertIn('stall_share', text)
        self.assertGreater(len(metrics), 7)

    def test_one_program_for_all(self):
        """Boards that differ in nothing but their options would be one."""
        record = json.loads(self.good(
            'stat', '-t', 'board:pb1176', '-t', 'board:pb1176', '-M', 'cpi',
            '--json', '--quiet-program', programs()[0]))
        values = [one['metrics'][0]['value'] for one in record]
        self.assertEqual(values[0], values[1])

    def test_a_program_for_another_core_is_found_first(self):
        done = tally('stat', '-t', 'board:pb1176', '-t', 'board:mpc8540ads',
                     programs()[0])
        self.assertEqual(done.returncode, 1)
        self.assertIn('tally stat: board:mpc8540ads: ', done.stderr)
        self.assertEqual(done.stderr.count('\n'), 1, 'something ran')

    def test_what_one_cannot_count_is_found_first(self):
        done = tally('stat', *TARGETS, '-e', 'cycles,br_mispredict',
                     *programs())
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('tally stat -t board:lubbock: pxa250 cannot measure',
                      done.stderr)
        self.assertEqual(done.stderr.count('\n'), 1, 'something ran')

    def test_what_was_measured_before_a_failure_is_kept(self):
        folder = pathlib.Path(FIRMWARE) / 'pb1176'
        done = tally('stat', '-t', 'board:pb1176', '-t', 'board:pb1176',
                     '--max-insn', '100000', '--quiet-program', '-e', 'cycles',
                     '--json', folder / 'first.elf', folder / 'list.elf')
        self.assertEqual(done.returncode, 1)
        self.assertIn('still running after 100,000 instructions', done.stderr)
        record, = json.loads(done.stdout)
        self.assertTrue(record['program']['elf'].endswith('first.elf'))


class Clock(unittest.TestCase):
    """A time that is made of a clock that was chosen says so, everywhere."""
    SAYS = 'at a chosen clock of '

    def forms(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'one.json'
            done = tally(*words, '-o', path)
            self.assertEqual(done.returncode, 0, done.stderr)
            kept = json.loads(path.read_text())
            shown = [tally('report', *form, path).stdout
                     for form in ([], ['--csv'], ['--html', '-'])]
        return kept, shown

    def test_of_a_board(self):
        kept, shown = self.forms('stat', '-t', 'board:pb1176', '-M',
                                 'seconds,cpi', '--quiet-program',
                                 programs()[0])
        self.assertTrue(kept['target']['clock_chosen'])
        self.assertEqual(['clock_chosen' in row for row in kept['metrics']],
                         [True, False])
        for text in shown:
            self.assertEqual(text.count(self.SAYS + '200 MHz'), 1)

    def test_of_one_that_was_given(self):
        kept, shown = self.forms('compute', '-m', 'arm1176', '-M', 'seconds',
                                 'cycles=1000', '--clock-hz', '1000000',
                                 '--json')
        self.assertFalse(kept['target']['clock_chosen'])
        for text in shown:
            self.assertNotIn(self.SAYS, text)


if __name__ == '__main__':
    unittest.main()
