# SPDX-License-Identifier: MIT
"""Each format of `tally export`, read again: what of it is whose.  Written from
the formats' own descriptions, and sharing nothing with their writers."""
import collections
import csv
import io
import json
import re


def plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


class Callgrind:
    """events, summary, totals; own costs by function, by line and by address;
    calls as (from address, function, how often, costs)."""

    def __init__(self, text):
        self.names = {'fn': {}, 'file': {}}
        self.head = {}
        self.own = {}
        self.line = {}
        self.calls = []
        self.current = {'fn': None, 'file': None, 'cfn': None}
        self.pending = None
        for line in text.splitlines():
            if line and line[0] != '#':
                self.read(line)

    def name(self, kind, text):
        number, name = re.fullmatch(r'\((\d+)\)(?: (.+))?', text).groups()
        if name is not None:
            assert number not in self.names[kind], 'it is named twice'
            self.names[kind][number] = name
        return number, self.names[kind][number]

    def read(self, line):
        if found := re.fullmatch(r'(\w+): ?(.*)', line):
            assert found[1] not in self.head
            self.head[found[1]] = found[2]
        elif found := re.fullmatch(r'(fn|cfn|fl|fi|fe|cfi)=(.*)', line):
            kind = 'fn' if found[1] in ('fn', 'cfn') else 'file'
            into = {'cfn': 'cfn', 'cfi': 'cfile'}.get(found[1], kind)
            self.current[into] = self.name(kind, found[2])
        elif line.startswith('calls='):
            self.pending = int(line[6:].split()[0])
            assert len(line.split()) == 3
        else:
            self.costs(line.split())

    def costs(self, words):
        address, line = int(words[0], 16), int(words[1])
        cost = tuple(map(int, words[2:]))
        assert len(cost) == len(self.events())
        if self.pending is not None:
            self.calls.append((address, self.current['cfn'][1], self.pending,
                               cost))
            self.pending = None
            return
        zero = (0,) * len(cost)
        for table, key in ((self.own, self.current['fn']),
                           (self.line, (self.current['file'][1], line))):
            table[key] = plus(table.get(key, zero), cost)

    def events(self):
        return self.head['events'].split()

    def numbers(self, key):
        return tuple(map(int, self.head[key].split()))


def folded(text):
    """Of each stack its number."""
    stacks = collections.Counter()
    for line in text.splitlines():
        stack, number = line.rsplit(' ', 1)
        assert tuple(stack.split(';')) not in stacks
        stacks[tuple(stack.split(';'))] = int(number)
    return stacks


def speedscope(text):
    """By event what folded() has; all that the schema demands is there."""
    document = json.loads(text)
    assert document['$schema'] == \
        'https://www.speedscope.app/file-format-schema.json'
    frames = document['shared']['frames']
    assert all(isinstance(frame['name'], str) for frame in frames)
    assert 0 <= document['activeProfileIndex'] < len(document['profiles'])
    found = {}
    for profile in document['profiles']:
        assert (profile['type'], profile['unit']) == ('sampled', 'none')
        assert len(profile['samples']) == len(profile['weights'])
        assert profile['endValue'] - profile['startValue'] == \
            sum(profile['weights'])
        stacks = found[profile['name']] = collections.Counter()
        for sample, weight in zip(profile['samples'], profile['weights']):
            stacks[tuple(frames[i]['name'] for i in sample)] += weight
    return found


def sheet(text):
    return list(csv.DictReader(io.StringIO(text)))


def markdown(text):
    """The cells of its table."""
    rows = []
    for line in text.splitlines():
        if line.startswith('|'):
            cells = re.split(r'(?<!\\)\|', line)[1:-1]
            rows.append([re.sub(r'\\(.)', r'\1', cell).strip()
                         for cell in cells])
    assert len({len(row) for row in rows}) == 1
    return rows
