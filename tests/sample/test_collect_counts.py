# SPDX-License-Identifier: MIT
"""`tally collect` of what firmware counted itself: intervals, regions, tasks,
passes and overflows as a record, which every other verb takes as any record.
The numbers are worked out by hand."""
import json
import pathlib
import random
import tempfile
import unittest

from log_bytes import (INTERVAL, NAME, OVERFLOW, PASS, REGION, SAMPLE, SETUP,
                       START, TASK, counting, log, text, values)
from tally_command import printed, record_validator, tally

TALLY = ''
CYCLES, INSTRUCTIONS, MISSES = 0xFFFE, 7, 11


def interval(slot, count, time, task=0):
    return INTERVAL, slot, task, values(count, time)


def by_name(rows):
    return {row['name']: row for row in rows}


class Counts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='tally-counts-')
        self.addCleanup(folder.cleanup)
        self.dump = pathlib.Path(folder.name, 'dump.bin')
        self.kept = pathlib.Path(folder.name, 'kept.json')

    def collect(self, rows, *words, status=0, **how):
        self.dump.write_bytes(log(rows, records=256, **how))
        done = tally('collect', *words, self.dump)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def record(self, rows, *words, status=0, **how):
        """The document, which is a record like any other."""
        self.collect(rows, '-o', self.kept, *words, status=status, **how)
        document = json.loads(self.kept.read_text())
        record_validator(TALLY).validate(document)
        live = self.collect(rows, *words, status=status, **how).stdout
        self.assertEqual(tally('report', self.kept).stdout, live)
        judged = tally('report', '--judge', '--json', self.kept)
        self.assertEqual(judged.stderr.splitlines()[0], 'nothing changed')
        self.assertEqual(judged.stdout, self.kept.read_text())
        return document

    def mixed(self):
        """Two tasks take turns, and a region is called three times."""
        rows = [(TASK, 0, 3, text('worker')), (NAME, 0, 9, text('copy'))]
        for i in range(4):
            task = 3 if i % 2 else 0
            rows += [interval(0, 1000 + i, 1000 * (i + 1), task),
                     interval(1, 400, 1000 * (i + 1), task)]
        for cycles in 300, 310, 320:
            rows += [(REGION, 0, 9, values(cycles, 1)),
                     (REGION, 1, 9, values(100, 1))]
        return counting(*rows)

    def test_intervals_regions_and_tasks(self):
        for order in '<>':
            found = self.record(self.mixed(), order=order)
            events = by_name(found['events'])
            self.assertEqual(events['cycles']['count'], 4006)
            self.assertEqual(events['instr_exec']['count'], 1600)
            self.assertAlmostEqual(by_name(found['metrics'])['cpi']['value'],
                                   4006 / 1600)
            self.assertEqual(found['intervals']['end_cycles'],
                             [1000, 2000, 3000, 4000])
            self.assertEqual(
                by_name(found['intervals']['events'])['cycles']['counts'],
                [1000, 1001, 1002, 1003])
            parts = {row['text']: row for row in found['regions']}
            self.assertEqual(list(parts), ['task worker', 'copy'])
            worker = by_name(parts['task worker']['events'])
            self.assertEqual(worker['cycles']['count'], 1001 + 1003)
            copy = by_name(parts['copy']['events'])
            self.assertEqual(parts['copy']['entered'], 3)
            self.assertEqual(copy['cycles']['count'], 930)
            self.assertEqual(copy['cycles']['entry'],
                             {'mean': 310, 'least': 300, 'most': 320})
            self.assertEqual(found['log'], {
                'records': len(self.mixed()), 'starts': 1, 'lost': 0,
                'damaged': 0, 'unread': 0})

    def test_others_take_it(self):
        self.record(self.mixed())
        self.assertIn('worker', printed('report', '--html', '-', self.kept))
        for form in 'openmetrics', 'csv', 'markdown':
            self.assertIn('4006', printed('export', form,
                                          self.kept).replace(',', ''))
        second = self.kept.with_name('second.json')
        second.write_text(self.kept.read_text())
        self.assertIn('4,006', printed('diff', self.kept, second))
        self.assertIn('log_starts,1', printed('report', '--csv', self.kept))

    def test_regions_alone(self):
        """Of the whole there is no number then, and nothing is wrong."""
        rows = [(REGION, 0, 1, values(500, 10)), (REGION, 1, 1, values(50, 10)),
                (REGION, 0, 2, values(70, 1))]
        found = self.record(counting(*rows))
        self.assertTrue(found['trusted'])
        self.assertIsNone(found['events'][0]['count'])
        said = printed('report', self.kept)
        self.assertNotIn('\n\n\n', said)
        self.assertNotIn('not counted\n\n2 regions', said)
        self.assertEqual([row['text'] for row in found['regions']],
                         ['region 1', 'region 2'])
        one, two = found['regions']
        self.assertEqual(one['metrics'][0]['value'], 10)
        self.assertNotIn('least', one['events'][0]['entry'])
        self.assertEqual(two['events'][1]['doubts'], ['not_counted'])

    def test_passes_and_repeats(self):
        rows = []
        for repeat in range(3):
            for number, event in (0, INSTRUCTIONS), (4, MISSES):
                rows += [(PASS, number, 0, values(0, 0)),
                         (SETUP, 1, 0, values(event, 0)),
                         interval(0, 1000 + repeat, 0), interval(1, 200, 0)]
        found = self.record(counting(*rows, events=((0, CYCLES, 0),)))
        self.assertEqual(found['plan']['pass'],
                         [{'cycles': 'cycles', 'instr_exec': 'instr_exec'},
                          {'cycles': 'cycles', 'dcache_miss': 'dcache_miss'}])
        self.assertEqual(found['plan']['anchors'], ['cycles'])
        self.assertEqual(found['repeats'], 3)
        events = by_name(found['events'])
        self.assertEqual(events['cycles']['samples'], [1000, 1001, 1002])
        self.assertEqual(events['dcache_miss']['pass'], 2)
        self.assertEqual(by_name(found['metrics'])['dcache_mpki']['doubts'],
                         ['split'])
        self.assertNotIn('intervals', found)  # without time

    def test_overflows(self):
        """Each stands for a period, where nothing else counts the slot."""
        rows = [(OVERFLOW, 1, 0, values(n, 500 * n)) for n in (1, 2, 5)]
        found = self.record(counting(*rows, events=((1, INSTRUCTIONS, 1000),)))
        self.assertEqual(found['events'][0]['count'], 5000)
        self.assertEqual(found['intervals']['events'][0]['counts'],
                         [1000, 1000, 3000])
        rows.append(interval(1, 77, 9))
        found = self.record(counting(*rows, events=((1, INSTRUCTIONS, 1000),)))
        self.assertEqual(found['events'][0]['count'], 77)

    def test_overflows_without_a_period(self):
        """They stand for no number of events, which is said."""
        rows = [(OVERFLOW, 1, 0, values(n, 500 * n)) for n in (1, 2, 5)]
        log_of = counting(*rows, interval(0, 5, 1), events=(
            (0, CYCLES, 0), (1, INSTRUCTIONS, 0)))
        found = self.record(log_of)
        self.assertTrue(found['trusted'])
        self.assertEqual(found['log']['periodless'], 3)
        self.dump.write_bytes(log(log_of))
        self.assertIn('3 records of overflows without a period give no count',
                      ' '.join(printed('collect', self.dump).split()))
        self.assertIn('log_periodless,3',
                      printed('collect', '--csv', self.dump).replace(',,', ','))

    def test_what_is_lost_is_not_trusted(self):
        found = self.record(counting(interval(0, 5, 1)), lost=12, status=1)
        self.assertFalse(found['trusted'])
        self.assertEqual(found['untrusted_because'],
                         "counts are too small: of the log's records 12 were "
                         'lost, 0 damaged, and 0 without a setup')
        found = self.record(counting(interval(9, 5, 1), interval(0, 5, 1)),
                            status=1)
        self.assertEqual(found['log']['unread'], 1)

    def test_torn(self):
        whole = log(self.mixed(), records=256)
        for size in range(64 + 32 * 8, 64 + 32 * len(self.mixed()), 37):
            self.dump.write_bytes(whole[:size])
            done = tally('collect', '--json', self.dump)
            self.assertEqual(done.returncode, 1)
            found = json.loads(done.stdout)
            self.assertEqual(found['log']['records'], (size - 64) // 32)
            self.assertEqual(found['log']['damaged'],
                             len(self.mixed()) - (size - 64) // 32)

    def test_a_reset_in_the_middle(self):
        """What came before it is in the sums, and time goes on behind it."""
        rows = counting(interval(0, 10, 100), interval(0, 10, 200),
                        events=((0, CYCLES, 0),))
        rows += [(START, 0, 0, values(2, 0)), *rows[1:]]
        found = self.record(rows)
        self.assertEqual(found['events'][0]['count'], 40)
        self.assertEqual(found['intervals']['end_cycles'],
                         [100, 200, 300, 400])

    def test_samples_and_counts(self):
        rows = self.mixed() + [(SETUP, 2, 0, values(INSTRUCTIONS, 1000)),
                               (SAMPLE, 2, 0, values(0x8000, 1000))]
        profile = json.loads(self.collect(rows, '--json').stdout)
        self.assertEqual(profile['sampled']['samples'], 1)
        found = self.record(rows, '--counts')
        self.assertEqual(by_name(found['events'])['cycles']['count'], 4006)

    def test_two_monitors(self):
        rows = counting(interval(0, 10, 1), events=((0, CYCLES, 0),))
        rows += counting(interval(1, 7, 1), monitor='l220',
                         events=((1, 1, 0),))[1:]
        found = self.record(rows)
        self.assertEqual(found['monitors'], ['arm1176', 'l220'])
        self.assertEqual([(row['monitor'], row['count'])
                          for row in found['events']],
                         [('arm1176', 10), ('l220', 7)])

    def test_raw_event(self):
        found = self.record(counting(interval(0, 3, 1),
                                     events=((0, 0xE0, 0),)))
        self.assertEqual(found['events'][0]['name'], 're0')

    def test_hostile(self):
        most = (1 << 64) - 1
        rows = self.mixed() + [
            interval(0, most, most), interval(0, most, 0), interval(1, 1, most),
            (REGION, 0, 9, values(most, most)), (REGION, 0, 9, values(1, 1)),
            *((REGION, 0, number, values(1, 1)) for number in range(50)),
            *((PASS, number, 0, values(0, 0)) for number in range(40)),
            (OVERFLOW, 7, 0, values(most, most)), interval(0, 1, 1)]
        found = self.record(rows, status=1)
        self.assertEqual(found['events'][0]['doubts'], ['overflowed'])
        chance = random.Random(2)
        whole = log(self.mixed(), records=64)
        for _ in range(30):
            spoilt = bytearray(whole)
            for _ in range(chance.randrange(1, 9)):
                spoilt[64 + chance.randrange(len(spoilt) - 64)] = 0xFF
            self.dump.write_bytes(bytes(spoilt))
            done = tally('collect', '--counts', '--json', self.dump)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            if done.stdout:
                self.kept.write_text(done.stdout)
                self.assertEqual(tally('report', '--json', self.kept).stdout,
                                 done.stdout)

    def test_without_names(self):
        for rows, says in (
                (counting(interval(0, 1, 1), monitor='z80'),
                 'it has no monitor that Tally knows'),
                (counting(interval(5, 1, 1)), 'no setup came before')):
            done = self.collect(rows, status=1)
            self.assertIn("the log's counts have no name: " + says,
                          done.stderr)


