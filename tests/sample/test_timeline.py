#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_timeline.py TALLY FIRMWARE_DIR [unittest arguments]

`tally profile --timeline`: on every board the calls of a program whose truth is
worked out by hand begin and end in the order of its text, each as long as its
cost says, and both formats of traces tell them so."""
import collections
import json
import pathlib
import tempfile
import unittest

import decoders
from tally_command import listed, printed
from tasks_program import TASKS

TALLY = ''
FIRMWARE = ''
# Nested calls, one that calls itself, one that is left by a jump.
NESTED = """
WHOLE inner(void) { cell++; }
WHOLE outer(void) { inner(); cell++; inner(); cell++; }
WHOLE leaf(void) { cell++; }
WHOLE hop(void)
{
	cell++;
	leaf();
}
WHOLE descend(unsigned n)
{
	if (n)
		descend(n - 1);
	cell++;
}
int main(void)
{
	outer();
	descend(2);
	hop();
"""
PROGRAM = TASKS.replace('int main(void)\n{\n', NESTED)
TRUTH = ['outer', ['inner', 'inner'],
         'descend', ['descend', ['descend']],
         'hop', 'leaf', *['idle', 'swap'] * 5]
TASK = ['life', [*['burn', 'swap'] * 5]]


def boards():
    return [row['name'] for row in listed('boards')]


class Told:
    """The contexts of a document, each a tree of calls."""

    def __init__(self, document):
        self.it = document['timeline']
        self.names = [row['name'] for row in document['functions']]
        self.core, self.tree = [], {}
        self.calls = collections.defaultdict(list)
        path = {}
        for context, depth, function, begin, end in self.it['spans']:
            name = self.it['contexts'][context]
            if function is None:
                self.core.append((name, begin, end))
                continue
            stack = path.setdefault(name, [('', self.tree.setdefault(
                name, []))])
            del stack[depth + 1:]
            called = []
            stack[-1][1].append((self.names[function], begin, end, called))
            stack.append((self.names[function], called))
            self.calls[name].append((begin, end, [one for one, _ in stack]))

    def below(self, context, name):
        """What a function calls, as nested lists of names."""
        found = [one for one in self.calls[context] if one[2][-1] == name]
        assert len(found) == 1, (name, found)

        def find(rows):
            for row in rows:
                if row[0] == name:
                    return row[3]
                got = find(row[3])
                if got is not None:
                    return got
            return None

        return shape(find(self.tree[context]))

    def ran(self):
        """Of each function how many cycles it, or what it called, had the
        core, recursion once."""
        runs = collections.defaultdict(list)
        for name, begin, end in self.core:
            runs[name].append((begin, end))
        total = collections.Counter()
        for context, calls in self.calls.items():
            for begin, end, path in calls:
                if path[-1] not in path[:-1]:
                    total[path[-1]] += sum(
                        max(0, min(end, until) - max(begin, since))
                        for since, until in runs[context])
        return total


def shape(rows):
    got = []
    for name, _, _, called in rows:
        got += [name, shape(called)] if called else [name]
    return got


def inclusive(document, column):
    names = [row['name'] for row in document['functions']]
    total, paths = collections.Counter(), [()]
    for row in document['paths'][1:]:
        paths.append((*paths[row['parent']], names[row['function']]))
        for name in set(paths[-1]):
            total[name] += row['cost'][column]
    return total


class Timeline(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def keep(self, board, program, calls, *words):
        path = pathlib.Path(self.folder.name, f'{board}.json')
        printed('profile', '-t', f'board:{board}', '--quiet-program',
                '--json', '-o', path, '--timeline', calls, *words, program)
        return path, json.loads(path.read_text())

    def build(self, board):
        source = pathlib.Path(self.folder.name, 'when.c')
        source.write_text(PROGRAM, encoding='utf-8')
        elf = source.with_name(f'{board}.elf')
        printed('board', board, '--run', '--cc', source, '-O2', '-o', elf)
        return elf

    def check_core(self, told):
        """One context has the core, or another one, all the time."""
        self.assertEqual(told.core[0][1], 0)
        for (_, _, end), (_, begin, _) in zip(told.core, told.core[1:]):
            self.assertEqual(begin, end)
        self.assertEqual(told.core[-1][2], told.it['until_cycles'])

    def check_costs(self, document, told):
        """How long calls took is what they cost, as the profile has it; when
        an exception is entered nobody's instructions are carried out."""
        columns = [row['name'] for row in document['columns']]
        if 'cycles' not in columns:
            return False
        column = columns.index('cycles')
        causes = {row['name']: row['cost'][column]
                  for row in document['causes']}
        self.assertFalse(causes['devices and other masters'])
        ran, cost = told.ran(), inclusive(document, column)
        self.assertEqual(
            ran.pop('[exception]', 0),
            cost.pop('[exception]', 0) + causes['exception entry'])
        nobodys = sum(causes[name] for name in (
            'after the last instruction', 'waiting for an interrupt'))
        for name in list(ran):
            self.assertIn(ran[name] - cost[name], (0, nobodys), name)
        self.assertEqual(ran['[start]'], cost['[start]'] + nobodys)
        self.assertEqual(set(+ran), set(+cost))
        return True

    def check_formats(self, path, document, told):
        """Each format has each call, from when to when, in its place."""
        hz = document['clock_hz']
        trace = path.with_suffix('.pftrace')
        printed('export', 'perfetto', path, '-o', trace)
        for got in (decoders.chrome(printed('export', 'chrome', path)),
                    decoders.Perfetto(trace.read_bytes())):
            tracks = {name: rows for (_, name), rows in got.slices.items()}
            wanted = {name: [(path[-1], begin, end)
                             for begin, end, path in calls]
                      for name, calls in told.calls.items()}
            wanted['core'] = told.core
            self.assertEqual(set(tracks), set(wanted))
            for name, rows in wanted.items():
                self.assertEqual([one[2] for one in tracks[name]],
                                 [one[0] for one in rows])
                for one, row in zip(tracks[name], rows):
                    for time, cycle in zip(one, row[1:]):
                        self.assertAlmostEqual(time, cycle * 1e9 / hz,
                                               delta=0.51)

    def test_by_hand(self):
        costs = 0
        for board in boards():
            with self.subTest(board=board):
                path, document = self.keep(board, self.build(board), 1000)
                told = Told(document)
                self.assertEqual(told.it['contexts'],
                                 ['[start]', '[task] 1 life'])
                self.assertEqual(told.it['left_out'], 0)
                self.assertEqual(told.below('[start]', 'main'), TRUTH)
                self.assertEqual(shape(told.tree['[task] 1 life']),
                                 ['[task]', TASK])
                self.assertEqual(
                    [name for name, _, _ in told.core],
                    ['[start]', *['[task] 1 life', '[start]'] * 5])
                self.check_core(told)
                costs += self.check_costs(document, told)
                self.check_formats(path, document, told)
        self.assertGreater(costs, 8)

    def test_interrupted(self):
        """A handler is on a track of its own, and what it interrupts goes on
        around it."""
        seen = 0
        for board in boards():
            for name in 'test_exceptions', 'test_preempt', 'test_interrupt':
                for folder in board, board.split('-')[0]:
                    program = pathlib.Path(FIRMWARE, folder, f'{name}.elf')
                    if program.exists():
                        break
                else:
                    continue
                with self.subTest(board=board, program=name):
                    path, document = self.keep(board, program, 1000000)
                    told = Told(document)
                    self.assertIn('[exception]', told.it['contexts'])
                    self.check_core(told)
                    self.check_costs(document, told)
                    self.check_formats(path, document, told)
                    seen += 1
        self.assertGreater(seen, 10)

    def test_left_out(self):
        """The first so many are there, and it is said what is not."""
        board = boards()[0]
        elf = self.build(board)
        _, whole = self.keep(board, elf, 1000)
        path, some = self.keep(board, elf, 20)
        rows = whole['timeline']['spans']
        self.assertEqual(some['timeline']['spans'], rows[:20])
        self.assertEqual(some['timeline']['left_out'], len(rows) - 20)
        self.assertEqual(some['timeline']['until_cycles'], rows[20][3])
        text = ' '.join(printed('report', path).split())
        self.assertIn(f'{len(rows) - 20} more, from cycle ', text)
        self.assertIn(f'--timeline {len(rows)} keeps all', text)
        (process, _), *_ = decoders.chrome(printed('export', 'chrome',
                                                   path)).slices
        self.assertIn(f'{len(rows) - 20} more calls and switches, from cycle',
                      process)
