#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_export.py TALLY [unittest arguments]

`tally export` of a profile made by hand: all of it is in every format."""
import json
import pathlib
import tempfile
import unittest

import decoders
from hand_profile import hand_profile
from tally_command import printed, tally
from whole import Whole

TALLY = ''
FOLDER = tempfile.TemporaryDirectory()


def kept(document):
    path = pathlib.Path(FOLDER.name, 'kept.json')
    path.write_text(json.dumps(document))
    return path


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
        text = printed('export', 'callgrind', path)
        self.assertIn('\nfn=(3)\n0x8100 9 300 30\nfi=(3) src/a|b.h\n'
                      '0x8104 2 450 6\n', text)
        self.assertIn('\ncfn=(3) work;of<int> 5\ncalls=2 0x8100 9\n'
                      '0x8004 4 810 36\n', text)
        rows = decoders.markdown(printed('export', 'markdown', path))
        self.assertEqual(rows[2], ['work;of<int> 5', 'src/main.c:9', '810',
                                   '80.4', '36', '87.8', '22.500'])

    def test_lines_of_pprof(self):
        """main() and work() are on one path each, so their lines are told."""
        got = Whole(self, kept(hand_profile())).pprof()
        self.assertEqual(
            {(stack[-1], *place, *values)
             for stack, place, values in got.samples},
            {('main', 'src/main.c', 3, 100, 4), ('main', 'src/main.c', 4, 50,
                                                 0),
             ('work;of<int> 5', 'src/main.c', 9, 300, 30),
             ('work;of<int> 5', 'src/main.c', 2, 450, 6),
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


class Records(unittest.TestCase):
    """Of counts that were given, and of a record made by hand."""
    HAND = pathlib.Path(__file__).resolve().parents[1] / 'record/hand.json'

    def records(self):
        yield self.HAND
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
                    row['name'] for kind in ('metrics', 'events')
                    for row in document[kind]])
