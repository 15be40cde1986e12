# SPDX-License-Identifier: MIT
"""What Tally kept, in Python: records, profiles, and folders of `tally bench`.

    import tally
    record = tally.open('a.json')         # of `tally stat --json -o a.json`
    record['cpi'], record.count('cycles')
    tally.open('p.json').rows('function') # of `tally profile --json -o p.json`
    for job in tally.Results('before'):   # of `tally bench -o before`
        print(job.name, job.record['cpi'])

Nothing but Python's own library is needed.  frame() of each gives the same rows
as a DataFrame where pandas is installed.
"""
import builtins
import collections
import json
import pathlib
import re

__all__ = ['Error', 'Job', 'Profile', 'Record', 'Results', 'open']

RECORD_SCHEMAS = 1, 2, 3
PROFILE_SCHEMAS = (1,)


class Error(Exception):
    """A file that is none of Tally's, or of another version."""


def _frame(rows):
    try:
        import pandas  # pylint: disable=import-outside-toplevel
    except ImportError as missing:
        raise Error('frame() wants pandas, which is not installed; rows() has '
                    'the same as dictionaries') from missing
    return pandas.DataFrame(rows)


class Record:
    """One measurement.  `document` is all of it, as doc/results.md has it."""

    def __init__(self, document):
        self.document = document

    def __repr__(self):
        return f'<tally.Record of {self.program} on {self.target}>'

    @property
    def target(self):
        """As "board:pb1176"; None: counts that were given."""
        return (self.document.get('target') or {}).get('name')

    @property
    def program(self):
        """The program's file; None: it is not known."""
        return (self.document.get('program') or {}).get('elf')

    @property
    def trusted(self):
        """Does nothing speak against these numbers?"""
        return self.document['trusted']

    def _find(self, kind, name):
        monitor, _, rest = name.rpartition(':')
        for row in self.document[kind]:
            if row['name'] in (name, rest) and \
                    monitor in ('', row['monitor']) or row['name'] == name:
                return row
        return None

    def __getitem__(self, name):
        """The value of a metric, or the mean count of an event; None where it
        was asked for and has no value.  "MONITOR:NAME" where several have one
        of the name."""
        metric = self._find('metrics', name)
        if metric:
            return metric['value']
        event = self._find('events', name)
        if event:
            return event['mean']
        raise KeyError(name)

    def count(self, name):
        """The exact count of an event, of the first repeat."""
        event = self._find('events', name)
        if event:
            return event['count']
        raise KeyError(name)

    def rows(self):
        """A dictionary for each metric and each event."""
        same = ('monitor', 'name', 'low', 'high', 'samples', 'class', 'doubts',
                'why')
        return [{'kind': kind, 'value': row[value],
                 'unit': row.get('unit', ''), **{key: row.get(key)
                                                 for key in same}}
                for kind, value in (('metric', 'value'), ('event', 'mean'))
                for row in self.document[kind + 's']]

    def frame(self):
        """rows() as a DataFrame of pandas."""
        return _frame(self.rows())


class Profile:
    """Where the events happened.  `document` is all of it."""

    def __init__(self, document):
        self.document = document
        self.columns = [column['name'] for column in document['columns']]

    def __repr__(self):
        return (f'<tally.Profile of {self.document["program"]} on '
                f'{self.document["target"]}>')

    def total(self, event):
        """All of an event that happened."""
        return self.document['total'][self.columns.index(event)]

    def _of_place(self, place, by):
        if by == 'address':
            return place['addr']
        function = place['function']
        name = '?' if function is None else \
            self.document['functions'][function]['name']
        if by == 'function':
            return name
        if place['file'] is None:
            return f'{name}, no line'
        return f'{self.document["files"][place["file"]]}:{place["line"]}'

    def rows(self, by='function'):
        """A dictionary for each "function", "line" or "address": its name, how
        often its instructions were carried out, and each event; the dearest
        first.  What no instruction did has rows in brackets, so that they sum
        to the totals."""
        if by not in ('function', 'line', 'address'):
            raise ValueError(f'by {by!r}: it is function, line or address')
        cost = collections.defaultdict(lambda: [0] * (len(self.columns) + 1))
        parts = [(self._of_place(place, by), place['count'], place['cost'])
                 for place in self.document['places']]
        parts += [(f'[{cause["name"]}]', 0, cause['cost'])
                  for cause in self.document['causes']]
        for name, count, costs in parts:
            row = cost[name]
            row[0] += count
            for i, value in enumerate(costs, 1):
                row[i] += value
        order = sorted(cost.items(), key=lambda it: -it[1][1])
        return [{by: name, 'count': row[0], **dict(zip(self.columns, row[1:]))}
                for name, row in order]

    def frame(self, by='function'):
        """rows() as a DataFrame of pandas."""
        return _frame(self.rows(by))


def _document(path):
    with builtins.open(path, encoding='utf-8') as file:
        try:
            return json.load(file)
        except ValueError as error:
            raise Error(f'{path}: it is no JSON, or it is cut off: {error}') \
                from error


def _made(document, path):
    if not isinstance(document, dict):
        raise Error(f'{path}: it is no record and no profile of Tally')
    profile = document.get('document') == 'profile'
    schemas = PROFILE_SCHEMAS if profile else RECORD_SCHEMAS
    if not profile and 'tally' not in document:
        raise Error(f'{path}: it is no record and no profile of Tally')
    if document.get('schema') not in schemas:
        raise Error(f'{path}: its schema is {document.get("schema")}, and this '
                    f'module reads {schemas[0]} to {schemas[-1]}')
    return Profile(document) if profile else Record(document)


def open(path):  # pylint: disable=redefined-builtin
    """A Record or a Profile; of a file with the records of several targets a
    list of them."""
    document = _document(path)
    if isinstance(document, list):
        return [_made(one, path) for one in document]
    return _made(document, path)


class Job:
    """A job of a suite: its name, the parts of it, the record."""

    def __init__(self, name, path):
        self.name, self.path = name, path
        self.parts = name.split('@')

    def __repr__(self):
        return f'<tally.Job {self.name}>'

    @property
    def record(self):
        """Read anew each time."""
        return open(self.path)


class Results:
    """A folder of `tally bench`: its jobs, by name."""
    NAME = re.compile(r'(.+)-[0-9a-f]{16}\.json')

    def __init__(self, folder):
        self.jobs = {}
        for path in sorted(pathlib.Path(folder).iterdir()):
            match = self.NAME.fullmatch(path.name)
            if not match:
                continue
            if match[1] in self.jobs:
                raise Error(f'{self.jobs[match[1]].path} and {path} are '
                            'results of one job; remove the older one')
            self.jobs[match[1]] = Job(match[1], path)

    def __len__(self):
        return len(self.jobs)

    def __iter__(self):
        return iter(self.jobs.values())

    def __getitem__(self, name):
        return self.jobs[name]

    def rows(self, *names):
        """A dictionary for each job, with these metrics and events."""
        rows = []
        for job in self:
            record = job.record
            rows.append({'job': job.name, 'trusted': record.trusted,
                         **{name: record[name] for name in names}})
        return rows

    def frame(self, *names):
        """rows() as a DataFrame of pandas."""
        return _frame(self.rows(*names))
