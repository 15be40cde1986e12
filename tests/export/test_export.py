#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_export.py TALLY [unittest arguments]

`tally export` of a profile made by hand: all of it is in every format."""
import json
import pathlib
import tempfile
import unittest

import decoders
from hand_profile import hand_profile, hand_timeline
from tally_command import printed, tally
from whole import Whole

TALLY = ''
FOLDER = tempfile.TemporaryDirectory()


def kept(document):
    path = pathlib.Path(FOLDER.name, 'kept.json')
    path.write_text(json.dumps(document))
    return path


def whose(row):
    """The name of a metric or an event as formats without a field for it mark
    what is the user's."""
    return row['name'] + (" (the user's)" if row.get('defined_by') == 'user'
                          else '')


# A metric that the record made by hand calls the user's, measured over passes.
CPI_OF_USER = "cpi (the user's) (split)"

# Each cost over 1007, the total.
GCC = """\
src/a|b.h:2: note: 44.7 % of cycles (450, simulated) in work;of<int> 5
src/main.c:9: note: 29.8 % of cycles (300, simulated) in work;of<int> 5
src/main.c:3: note: 9.9 % of cycles (100, simulated) in main
src/main.c:10: note: 6.0 % of cycles (60, simulated) in work;of<int> 5
src/main.c:4: note: 5.0 % of cycles (50, simulated) in main
"""


class Export(unittest.TestCase):
    def test_all_is_there(self):
        Whole(self, kept(hand_profile())).check()

    def test_nothing_happened(self):
        zero = hand_profile(total=[0, 0])
        for key in 'causes', 'places', 'calls', 'paths':
            for row in zero[key]:
                row['cost'] = [0, 0]
        Whole(self, kept(zero)).check()
        empty = zero | {key: [] for key in (
            'causes', 'places', 'calls', 'paths', 'functions', 'files')}
        Whole(self, kept(empty)).check()
        # Not an instruction, and yet not nothing.
        Whole(self, kept(empty | {'total': [7, 1], 'causes': hand_profile()[
            'causes']})).check()

    def test_by_hand(self):
        """Words and numbers that no other program worked out."""
        path = kept(hand_profile())
        self.assertEqual(printed('export', 'folded', path),
                         '[start];main 150\n'
                         '[start];main;work:of<int> 5 810\n'
                         '[exception] 40\n'
                         '(exception entry) 7\n')
        self.assertEqual(printed('export', 'gcc', path), GCC)
        text = printed('export', 'callgrind', path)
        self.assertIn('\nfn=(3)\n0x8100 9 300 30\nfi=(3) src/a|b.h\n'
                      '0x8104 2 450 6\n', text)
        self.assertIn('\ncfn=(3) work;of<int> 5\ncalls=2 0x8100 9\n'
                      '0x8004 4 810 36\n', text)
        rows = decoders.markdown(printed('export', 'markdown', path))
        self.assertEqual(rows[2], ['work;of<int> 5', 'src/main.c:9', '810',
                                   '80.4', '36', '87.8', '22.500'])

    def test_what_was_simulated(self):
        """Samples of hardware are not."""
        for path, simulated in ((kept(hand_profile()), True),
                                (pathlib.Path(__file__).parents[1] /
                                 'sample/hand_sampled.json', False)):
            for name in 'callgrind', 'markdown':
                with self.subTest(name, simulated=simulated):
                    head = printed('export', name, path)[:200]
                    self.assertIn('board:hand, hand', head)
                    self.assertEqual(', simulated' in head, simulated)

    def test_lines_of_pprof(self):
        """main() and work() are on one path each, so their lines are told."""
        got = Whole(self, kept(hand_profile())).pprof()
        self.assertEqual(
            {(stack[-1], *place, *values)
             for stack, place, values in got.samples},
            {('main', 'src/main.c', 3, 100, 4), ('main', 'src/main.c', 4, 50,
                                                 0),
             ('work;of<int> 5', 'src/main.c', 9, 300, 30),
             ('work;of<int> 5', 'src/a|b.h', 2, 450, 6),
             ('work;of<int> 5', 'src/main.c', 10, 60, 0),
             ('[exception]', '', 0, 40, 0), ('(exception entry)', '', 0, 7,
                                              1)})

    def test_events_of_one_name(self):
        """Their monitors tell them apart."""
        columns = hand_profile()['columns']
        columns[1] |= {'name': 'cycles', 'monitor': 'other'}
        path = kept(hand_profile(columns=columns))
        got = decoders.Callgrind(printed('export', 'callgrind', path))
        self.assertEqual(got.events(), ['hand:cycles', 'other:cycles'])
        self.assertEqual(
            decoders.folded(printed('export', 'folded', '-e', 'other:cycles',
                                    path))['(exception entry)',], 1)

    def test_foreign_names(self):
        """Nothing of them is obeyed, or ends a line, a cell or a stack."""
        functions = hand_profile()['functions']
        functions[1]['name'] = '=1\x1b[31m\n\u202e"x'
        functions[2]['name'] = '(7) a | `b` <i>'
        path = kept(hand_profile(functions=functions, files=['\r\t', '(1)']))
        for name in ('callgrind', 'csv', 'folded', 'markdown', 'speedscope'):
            text = printed('export', name, path)
            self.assertNotRegex(text, '[\x1b\u202e\t]')
            self.assertIn('=1?[31m??' if name != 'markdown'
                          else r'=1?\[31m??', text)
        rows = decoders.sheet(printed('export', 'csv', path))
        self.assertIn('\'=1?[31m??"x', {row['function'] for row in rows})
        got = decoders.Callgrind(printed('export', 'callgrind', path))
        self.assertIn('(7) a | `b` <i>', {name for _, name in got.own})
        rows = decoders.markdown(printed('export', 'markdown', path))
        self.assertEqual(rows[2][0], '(7) a | `b` <i>')

    def test_output(self):
        path = kept(hand_profile())
        to = path.with_name('out')
        self.assertEqual(printed('export', 'csv', path, '-o', to), '')
        self.assertEqual(to.read_bytes().decode().splitlines(),
                         printed('export', 'csv', path).splitlines())


HAND = pathlib.Path(__file__).resolve().parents[1] / 'record/hand.json'


class Timeline(unittest.TestCase):
    """Of a record made by hand, with four intervals of two levels."""
    ENDS = [1000, 2000, 3000, 3001]
    VALUES = [2, None, 8, 8.5]
    # At 200 MHz; what has no value has 0, and the last one stays to the end.
    CPI = [(0, 2), (5000, 0), (10000, 8), (15000, 8.5), (15005, 8.5)]
    PHASES = [(0, 10000, '2 cycles'), (10000, 15005, '8.25 cycles')]
    COUNTS = [1000, 0, 7, None]

    def record(self, **changes):
        it = json.loads(HAND.read_text()) | changes
        for row in it['metrics']:
            row['unit'] = 'cycles'
        it['events'][0]['asked'] = True
        it['intervals'] = {
            'period_cycles': 1000, 'end_cycles': self.ENDS,
            'events': [{'name': row['name'], 'monitor': row['monitor'],
                        'counts': self.COUNTS} for row in it['events']],
            'metrics': [{'name': row['name'], 'monitor': row['monitor'],
                         'values': self.VALUES} for row in it['metrics']]}
        return it

    def traces(self, it):
        path = kept(it)
        binary = path.with_name('it.pftrace')
        printed('export', 'perfetto', path, '-o', binary)
        return (decoders.chrome(printed('export', 'chrome', path)),
                decoders.Perfetto(binary.read_bytes()))

    def test_by_hand(self):
        for got in self.traces(self.record()):
            with self.subTest(kind=type(got)):
                process, = {key[0] for key in got.values if key[1] == CPI_OF_USER}
                self.assertRegex(process, '^arm1176: .* on board:hand')
                self.assertEqual(got.values[process, CPI_OF_USER], self.CPI)
                self.assertEqual(got.units[process, CPI_OF_USER], 'cycles')
                self.assertEqual(got.slices[process, 'cpi: phases'],
                                 self.PHASES)
                self.assertEqual(
                    got.values[process, 'cycles (coarse)'],
                    [(0, 1000), (5000, 0), (10000, 7), (15000, 0),
                     (15005, 0)])

    def test_both_formats_are_of_one_timeline(self):
        chrome, perfetto = self.traces(self.record())
        self.assertEqual(dict(chrome.values), dict(perfetto.values))
        self.assertEqual(chrome.slices, perfetto.slices)
        self.assertEqual(chrome.units, perfetto.units)

    def test_no_clock(self):
        it = self.record()
        it['target']['clock_hz'] = None
        for got in self.traces(it):
            track, = (one for key, one in got.values.items() if key[1] == CPI_OF_USER)
            self.assertEqual(track[1], (1e6, 0))
            self.assertTrue(all('1 us for each cycle' in key[0]
                                for key in got.values))

    def test_a_file_may_say_any_time(self):
        it = self.record()
        it['target']['clock_hz'] = 1e-300
        it['intervals']['end_cycles'] = [0, 1, 2, 2**63 - 1]
        for got in self.traces(it):
            self.assertLessEqual(max(one[0] for track in got.values.values()
                                     for one in track), 1e18)

    def test_foreign_names(self):
        it = self.record()
        it['metrics'][0]['name'] = 'a"\\\n]'
        for got in self.traces(it):
            self.assertTrue(any(key[1].startswith('a"\\')
                                for key in got.values))


class Calls(unittest.TestCase):
    """Of a profile made by hand, at 100 MHz: main() calls work(), which calls
    itself and takes no cycle to begin, and an interrupt comes in between."""
    SPANS = [[0, 0, None, 0, 500], [0, 0, 0, 0, 1007], [0, 1, 1, 7, 1000],
             [0, 2, 2, 100, 400], [0, 3, 2, 100, 100], [0, 3, 2, 300, 400],
             [1, 0, None, 500, 540], [1, 0, 3, 500, 540],
             [0, 0, None, 540, 1007], [0, 2, 2, 600, 900]]
    START = [(0, 10070, '[start]'), (70, 10000, 'main'),
             (1000, 4000, 'work;of<int> 5'), (1000, 1000, 'work;of<int> 5'),
             (3000, 4000, 'work;of<int> 5'), (6000, 9000, 'work;of<int> 5')]
    CORE = [(0, 5000, '[start]'), (5000, 5400, '[exception]'),
            (5400, 10070, '[start]')]

    def traces(self, **change):
        path = kept(hand_profile(timeline=hand_timeline(*self.SPANS)) | change)
        binary = path.with_name('it.pftrace')
        printed('export', 'perfetto', path, '-o', binary)
        return (decoders.chrome(printed('export', 'chrome', path)),
                decoders.Perfetto(binary.read_bytes()))

    def test_by_hand(self):
        for got in self.traces():
            with self.subTest(kind=type(got)):
                process, = {key[0] for key in got.slices}
                self.assertEqual(process,
                                 'folder/hand.elf, on board:hand, simulated')
                self.assertEqual(got.slices[process, '[start]'], self.START)
                self.assertEqual(got.slices[process, '[exception]'],
                                 [(5000, 5400, '[exception]')])
                self.assertEqual(got.slices[process, 'core'], self.CORE)
                self.assertFalse(got.values)

    def test_no_clock(self):
        for got in self.traces(clock_hz=0.0):
            (process, _), *_ = got.slices
            self.assertIn('1 us for each cycle', process)
            self.assertEqual(got.slices[process, 'core'][0],
                             (0, 500000, '[start]'))

    def test_kept(self):
        """It is read as it was written, and nothing else asks for it."""
        path = kept(hand_profile(timeline=hand_timeline(*self.SPANS)))
        self.assertEqual(json.loads(printed('report', '--json', path)),
                         json.loads(path.read_text()))
        self.assertIn('Timeline: 10 calls and switches of contexts',
                      printed('report', path))


class Samples(unittest.TestCase):
    """Of samples made by hand: each is a moment of its task."""

    def test_by_hand(self):
        path = kept(hand_profile(
            tasks=[{'name': 'worker', 'process': 7, 'number': 8},
                   {'name': None, 'process': 7, 'number': 9}],
            samples={'weight': [5, 6, 7, 8], 'column': [0, 1, 0, 0],
                     'task': [0, 1, 0, None], 'cpu': [0, 1, 0, None],
                     'place': [0, 2, None, 5], 'path': [2, 3, None, 4],
                     'time_ns': [0, 1500, 1500, 20000]}))
        binary = path.with_name('it.pftrace')
        printed('export', 'perfetto', path, '-o', binary)
        process = 'folder/hand.elf, on board:hand, sampled'
        for got in (decoders.chrome(printed('export', 'chrome', path)),
                    decoders.Perfetto(binary.read_bytes())):
            self.assertEqual(dict(got.moments), {
                (process, 'worker (8)'): [(0, 'cycles: main'),
                                          (1500, 'cycles: [unknown]')],
                (process, 'task 9'): [(1500, 'miss: work;of<int> 5')],
                (process, 'nobody knows whose'): [
                    (20000, 'cycles: [exception]')]})


class Records(unittest.TestCase):
    """Of counts that were given, and of a record made by hand."""

    def records(self):
        yield HAND
        given = pathlib.Path(FOLDER.name, 'given.json')
        given.write_text(printed('compute', '-m', 'arm1176', '-M', 'cpi,ipc',
                                 'cycles=1000', 'instr_exec=400', '--json'))
        yield given

    def rows(self, path):
        document = json.loads(path.read_text())
        rows = [('metric', row['name'], row['value'])
                for row in document['metrics']]
        for row in document['events']:
            once = row['low'] == row['high']
            rows.append(('event', row['name'],
                         row['count'] if once else row['mean']))
        return [row for row in rows if row[2] is not None]

    def test_openmetrics(self):
        for path in self.records():
            with self.subTest(path=path.name):
                trusted, *samples = decoders.openmetrics(
                    printed('export', 'openmetrics', path))
                document = json.loads(path.read_text())
                self.assertEqual(trusted[2], document['trusted'])
                wanted = self.rows(path)
                self.assertGreater(len(wanted), 2)
                got = [(kind, labels[kind], value)
                       for name, labels, value in samples
                       for kind in ('metric', 'event') if kind in labels]
                for a, b in zip(sorted(got), sorted(wanted)):
                    self.assertEqual(a[:2], b[:2])
                    self.assertAlmostEqual(a[2] / (b[2] or 1), bool(b[2]))
                self.assertEqual(len(got), len(wanted))

    def test_units(self):
        *_, given = self.records()
        text = printed('export', 'openmetrics', given)
        self.assertRegex(text, '(?m)^# UNIT tally_metric_cycles cycles$')

    def test_tables(self):
        for path in self.records():
            with self.subTest(path=path.name):
                self.assertEqual(printed('export', 'csv', path),
                                 tally('report', '--csv', path).stdout)
                head, _, *rows = decoders.markdown(
                    printed('export', 'markdown', path))
                self.assertEqual(head[:2], ['name', 'value'])
                document = json.loads(path.read_text())
                self.assertEqual([row[0] for row in rows], [
                    whose(row) for kind in ('metrics', 'events')
                    for row in document[kind]])
