# SPDX-License-Identifier: MIT
"""Is all of a profile in each of its exports, to the unit?"""
import collections
import json
import pathlib
import tempfile

import decoders
from tally_command import printed


def costs_by(rows, name, columns):
    """The sums of the rows' costs by their names, without zeroes."""
    found = {}
    for row in rows:
        key = name(row)
        found[key] = decoders.plus(found.get(key, (0,) * columns), row['cost'])
    return {key: cost for key, cost in found.items() if any(cost)}


class Whole:
    """Checks for a test case, which says where they fail."""

    def __init__(self, case, path):
        self.case = case
        self.path = path
        self.it = json.loads(path.read_text())
        self.columns = len(self.it['columns'])
        self.events = [column['name'] for column in self.it['columns']]
        self.total = tuple(self.it['total'])

    def export(self, *words):
        return printed('export', *words, self.path)

    def function(self, row):
        return self.it['functions'][row['function']]['name']

    def file(self, row):
        return '???' if row['file'] is None else self.it['files'][row['file']]

    def causes(self):
        return costs_by(self.it['causes'], lambda row: f"({row['name']})",
                        self.columns)

    def own(self):
        return costs_by(self.it['places'], self.function,
                        self.columns) | self.causes()

    def stacks(self, column):
        """Names of each path of calls, and what happened on it."""
        found = collections.Counter()
        paths = self.it['paths']
        for row in paths[1:]:
            stack, at = [], row
            while at['function'] is not None:
                stack.insert(0, self.function(at))
                at = paths[at['parent']]
            found[tuple(stack)] += row['cost'][column]
        for name, cost in self.causes().items():
            found[(name,)] += cost[column]
        return +found

    def check_callgrind(self):
        got = decoders.Callgrind(self.export('callgrind'))
        same = self.case.assertEqual
        same(got.events(), self.events)
        same((got.numbers('summary'), got.numbers('totals')),
             (self.total, self.total))
        own = costs_by(({'name': name, 'cost': cost}
                        for (_, name), cost in got.own.items()),
                       lambda row: row['name'], self.columns)
        same(own, self.own())
        lines = costs_by(self.it['places'],
                         lambda row: (self.file(row), row['line']),
                         self.columns)
        told = {key: cost for key, cost in got.line.items() if any(cost)}
        for cost in self.causes().values():
            nowhere = lines.get(('???', 0), (0,) * self.columns)
            lines['???', 0] = decoders.plus(nowhere, cost)
        same(told, lines)
        same(sorted(got.calls), sorted(
            (self.it['places'][row['place']]['addr'], self.function(row),
             row['count'], tuple(row['cost'])) for row in self.it['calls']))

    def check_stacks(self):
        same = self.case.assertEqual
        whole = decoders.speedscope(self.export('speedscope'))
        same(list(whole), self.events)
        for i, event in enumerate(self.events):
            wanted = self.stacks(i)
            same(sum(wanted.values()), self.total[i])
            same(+whole[event], wanted)
            one = decoders.speedscope(self.export('speedscope', '-e', event))
            same(one, {event: whole[event]})
            flat = collections.Counter()
            for stack, count in wanted.items():
                flat[tuple(name.replace(';', ':') for name in stack)] += count
            lines = decoders.folded(self.export('folded', '-e', event))
            same(lines, flat)
        same(self.export('folded'), self.export('folded', '-e',
                                                self.events[0]))

    def pprof(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'it.pb.gz')
            self.export('pprof', '-o', path, *words)
            return decoders.Pprof(path.read_bytes())

    def check_pprof(self):
        same = self.case.assertEqual
        whole = self.pprof()
        same(whole.events, self.events)
        same(whole.program, self.it['program'])
        for i, event in enumerate(self.events):
            same(whole.stacks(i), self.stacks(i))
            one = self.pprof('-e', event)
            same((one.events, one.stacks(0)), ([event], self.stacks(i)))
        # Lines of functions that one path leads to.
        seen = collections.Counter(row['function']
                                   for row in self.it['paths'][1:])
        lines = collections.defaultdict(set)
        for row in self.it['places']:
            lines[self.function(row)].add(
                ('' if row['file'] is None else row['line'], row['function']))
        for stack, (_, line), _ in whole.samples:
            told = lines.get(stack[-1], set())
            if told and all(seen[function] == 1 for _, function in told):
                self.case.assertIn(line or '', {one or '' for one, _ in told})

    def check_tables(self):
        same = self.case.assertEqual
        rows = decoders.sheet(self.export('csv'))
        cost = costs_by(
            [{'row': row, 'cost': [int(row[event]) for event in self.events]}
             for row in rows],
            lambda one: one['row']['function'] or f"({one['row']['cause']})",
            self.columns)
        same(cost, self.own())
        head, _, *body, last = decoders.markdown(self.export('markdown'))
        same(head[2:2 + 2 * self.columns:2], self.events)
        cost = costs_by(
            [{'name': row[0], 'cost': [int(cell.replace(',', '')) for cell in
                                       row[2:2 + 2 * self.columns:2]]}
             for row in body], lambda one: one['name'], self.columns)
        same(cost, self.own())
        same(tuple(int(cell.replace(',', ''))
                   for cell in last[2:2 + 2 * self.columns:2]), self.total)

    def check(self):
        self.check_callgrind()
        self.check_stacks()
        self.check_pprof()
        self.check_tables()
