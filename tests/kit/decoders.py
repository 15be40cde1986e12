# SPDX-License-Identifier: MIT
"""Each format of `tally export`, read again: what of it is whose.  Written from
the formats' own descriptions, and sharing nothing with their writers."""
import collections
import csv
import gzip
import io
import json
import re
import struct

import jsonschema


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


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value, at


def message(data):
    """The fields of a protobuf message: by number, all that was said."""
    found, at = collections.defaultdict(list), 0
    while at < len(data):
        tag, at = varint(data, at)
        assert tag & 7 in (0, 1, 2), 'neither a number nor bytes'
        value, at = (8, at) if tag & 7 == 1 else varint(data, at)
        if tag & 7 != 0:
            at += value
            assert at <= len(data)
            value = data[at - value:at]
        found[tag >> 3].append(value)
    return found


def numbers(field):
    """Of a repeated number, packed or not."""
    values = []
    for one in field:
        if isinstance(one, int):
            values.append(one)
            continue
        at = 0
        while at < len(one):
            value, at = varint(one, at)
            values.append(value)
    return values


class Pprof:
    """What is in a profile of pprof: the events, and for each sample its stack
    (names, the outermost first), the innermost (file, line), and its values."""

    def __init__(self, data):
        top = message(gzip.decompress(data))
        self.strings = [one.decode() for one in top[6]]
        assert self.strings[0] == ''
        assert self.strings.count('') == 1
        self.functions = {one[1][0]: one for one in map(message, top[5])}
        self.locations = {one[1][0]: one for one in map(message, top[4])}
        mapping, = map(message, top[3])
        self.program = self.text(mapping[5])
        self.events = [self.text(message(one)[1]) for one in top[1]]
        assert self.text(top[14]) == self.events[0]
        self.samples = [self.sample(message(one)) for one in top[2]]

    def text(self, field):
        return self.strings[field[0]] if field else ''

    def place(self, location):
        """The function's name and file, and the line."""
        line, = map(message, self.locations[location][4])
        function = self.functions[line[1][0]]
        return (self.text(function[2]), self.text(function[4]),
                line[2][0] if line[2] else 0)

    def sample(self, fields):
        places = [self.place(one) for one in numbers(fields[1])]
        values = numbers(fields[2])
        assert len(values) == len(self.events)
        return (tuple(place[0] for place in reversed(places)), places[0][1:],
                tuple(values))

    def stacks(self, column):
        found = collections.Counter()
        for stack, _, values in self.samples:
            found[stack] += values[column]
        return +found


class Trace:
    """Of a trace: by (process, track) the values as (ns, value), and the slices
    as (from ns, to ns, name)."""

    def __init__(self):
        self.values = collections.defaultdict(list)
        self.slices = collections.defaultdict(list)
        self.moments = collections.defaultdict(list)  # (ns, name)
        self.units = {}

    def in_order(self):
        """Nothing ends before it begins, goes back in time, or ends within
        what comes behind it."""
        for track in self.values.values():
            assert [one[0] for one in track] == sorted(one[0] for one in track)
        for track in self.slices.values():
            last, around, near = 0, [], 1e-3
            for begin, end, _ in track:
                assert last <= begin <= end
                while around and around[-1] <= begin + near:
                    around.pop()
                assert not around or end <= around[-1] + near
                around.append(end)
                last = begin
        return self


# The trace-event format's own description, as a schema, of what is used here.
NUMBER, TEXT = {'type': 'number', 'minimum': 0}, {'type': 'string'}
NAMED = {'type': 'object', 'properties': {'name': TEXT}, 'required': ['name']}


def chrome_event(phase, *required, **more):
    return {'type': 'object', 'required': ['ph', 'pid', 'name', *required],
            'additionalProperties': False,
            'properties': {'ph': {'const': phase}, 'pid': NUMBER, 'name': TEXT,
                           **more}}


CHROME = {
    'type': 'object', 'required': ['traceEvents'],
    'properties': {
        'displayTimeUnit': {'enum': ['ms', 'ns']},
        'traceEvents': {'type': 'array', 'items': {'oneOf': [
            chrome_event('M', 'args', tid=NUMBER, args=NAMED),
            chrome_event('C', 'ts', 'args', ts=NUMBER, args={
                'type': 'object', 'minProperties': 1,
                'additionalProperties': {'type': 'number'}}),
            chrome_event('i', 'tid', 'ts', 's', tid=NUMBER, ts=NUMBER,
                         s={'enum': ['g', 'p', 't']}),
            chrome_event('X', 'tid', 'ts', 'dur', tid=NUMBER, ts=NUMBER,
                         dur=NUMBER)]}}}}


def chrome(text):
    found, processes, threads = Trace(), {}, {}
    document = json.loads(text)
    jsonschema.validate(document, CHROME)
    for event in document['traceEvents']:
        pid = event['pid']
        if event['ph'] == 'M':
            names, key = {'process_name': (processes, pid),
                          'thread_name': (threads, (pid, event.get('tid')))
                          }[event['name']]
            assert key not in names, 'it is named twice'
            names[key] = event['args']['name']
        elif event['ph'] == 'C':
            key = processes[pid], event['name']
            (unit, value), = event['args'].items()
            assert found.units.setdefault(key, unit) == unit
            found.values[key].append((event['ts'] * 1000, value))
        elif event['ph'] == 'i':
            found.moments[processes[pid], threads[pid, event['tid']]].append(
                (event['ts'] * 1000, event['name']))
        else:
            found.slices[processes[pid], threads[pid, event['tid']]].append(
                (round(event['ts'] * 1000, 6),
                 round((event['ts'] + event['dur']) * 1000, 6),
                 event['name']))
    return found.in_order()


class Perfetto(Trace):
    SLICE_BEGIN, SLICE_END, INSTANT, COUNTER = 1, 2, 3, 4

    def __init__(self, data):
        super().__init__()
        self.tracks = {}  # by uuid
        self.open = collections.defaultdict(list)
        packets = message(data)[1]
        for i, packet in enumerate(map(message, packets)):
            # All are of one sequence, whose first says that it begins there.
            assert (packet[10], packet[13]) == ([1], [] if i else [1])
            if packet[60]:
                self.describe(message(packet[60][0]))
            else:
                self.event(packet[8][0], message(packet[11][0]))
        assert not any(self.open.values()), 'a slice does not end'
        self.in_order()

    def describe(self, track):
        uuid, = track[1]
        assert uuid not in self.tracks
        if track[3]:
            self.tracks[uuid] = message(track[3][0])[6][0].decode()
            return
        key = self.tracks[track[5][0]], track[2][0].decode()
        assert isinstance(key[0], str) and key not in self.tracks.values()
        self.tracks[uuid] = key
        if track[8]:
            unit = message(track[8][0])[6]
            self.units[key] = unit[0].decode() if unit else 'value'

    def event(self, time, event):
        key = self.tracks[event[11][0]]
        kind, = event[9]
        assert (kind == self.COUNTER) == (key in self.units)
        if kind == self.COUNTER:
            self.values[key].append((time, *struct.unpack('<d', event[44][0])))
        elif kind == self.INSTANT:
            self.moments[key].append((time, event[23][0].decode()))
        elif kind == self.SLICE_BEGIN:
            # In the order in which they begin; its end comes later.
            self.open[key].append(len(self.slices[key]))
            self.slices[key].append((time, None, event[23][0].decode()))
        else:
            assert kind == self.SLICE_END
            which = self.open[key].pop()
            begin, _, name = self.slices[key][which]
            self.slices[key][which] = begin, time, name


def openmetrics(text):
    """The samples (name, labels, number), by the rules of the format: families
    that are told before their samples, together and once."""
    lines = text.split('\n')
    assert lines[-2:] == ['# EOF', ''], 'it does not end as it must'
    seen, told, current, samples = set(), set(), None, []
    name = r'[a-zA-Z_:][a-zA-Z0-9_:]*'
    label = r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"'
    for line in lines[:-2]:
        if found := re.fullmatch(rf'# (TYPE|UNIT|HELP) ({name}) (.+)', line):
            kind, family, rest = found.groups()
            if kind == 'TYPE':
                assert family not in seen, 'a family is told twice'
                assert rest == 'gauge'
                seen.add(family)
                current = family
            assert family == current and (kind, family) not in told
            told.add((kind, family))
            if kind == 'UNIT':
                assert family.endswith(f'_{rest}')
            continue
        found = re.fullmatch(rf'({name})\{{((?:{label},?)*)\}} (\S+)', line)
        assert found and found[1] == current, line
        labels = re.findall(label, found[2])
        assert len(dict(labels)) == len(labels)
        samples.append((found[1], dict(labels), float(found[5])))
    keys = [(one[0], tuple(sorted(one[1].items()))) for one in samples]
    assert len(set(keys)) == len(keys), 'a sample is told twice'
    return samples
