#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_pprof.py TALLY FIRMWARE_DIR [unittest arguments]

`go tool pprof` (package golang-go) reads what `tally export pprof` makes, and
protoc (package protobuf-compiler) finds nothing in it that is not a message."""
import collections
import gzip
import json
import os
import pathlib
import posixpath
import re
import subprocess
import tempfile
import unittest

from architectures import one_of_each
from tally_command import printed

TALLY = ''
FIRMWARE = ''


def built():
    """Where the programs were compiled, which names of files begin at."""
    return pathlib.Path(FIRMWARE).parents[1]


def of_pprof(path, *words):
    with tempfile.TemporaryDirectory() as home:
        return subprocess.run(
            ['go', 'tool', 'pprof', *words, path], capture_output=True,
            text=True, check=True, timeout=120, cwd=built(),
            env=os.environ | {'HOME': home, 'GOCACHE': home,
                              'PPROF_TMPDIR': home}).stdout


def of_lines(path, event, *words):
    """Of each file and line what its own instructions cost."""
    got = collections.Counter()
    text = of_pprof(path, '-top', '-lines', '-nodecount=0', '-nodefraction=0',
                    f'-sample_index={event}', *words)
    for line in text.splitlines():
        if found := re.fullmatch(
                r' *(\d+) +[\d.e-]+% +[\d.e-]+% +\d+ +[\d.e-]+%  '
                r'(.+) (\S+):(\d+)', line):
            got[posixpath.normpath(found[3]), int(found[4])] += int(found[1])
    return +got


class Pprof(unittest.TestCase):
    def check_lines(self, out, document):
        for i, column in enumerate(document['columns']):
            wanted = collections.Counter()
            for row in document['places']:
                if row['file'] is not None and row['line']:
                    file = document['files'][row['file']]
                    wanted[posixpath.normpath(file), row['line']] += row['cost'][i]
            self.assertEqual(of_lines(out, column['name']), +wanted)

    def check_listed(self, out, document):
        """Beside the source, of the function that most paths lead to."""
        paths = collections.Counter(row['function']
                                    for row in document['paths'][1:])
        own = collections.defaultdict(collections.Counter)
        for row in document['places']:
            if row['file'] is not None and \
                    (built() / document['files'][row['file']]).exists():
                own[row['function']][row['line']] += row['cost'][0]
        function = max(own, key=lambda one: (paths[one], sum(
            own[one].values())))
        self.assertGreater(paths[function], 1)
        name = document['functions'][function]['name']
        text = of_pprof(out, '-list', f'^{re.escape(name)}$')
        got = collections.Counter()
        for line in text.splitlines():
            if found := re.match(r' *(\d+) +\S+ +(\d+):', line):
                got[int(found[2])] += int(found[1])
        self.assertEqual(+got, +own[function])

    def check(self, folder, board, program):
        kept = pathlib.Path(folder, f'{board}.json')
        out = kept.with_suffix('.pb.gz')
        printed('profile', '-t', f'board:{board}', '--quiet-program',
                '--json', '-o', kept, program)
        printed('export', 'pprof', kept, '-o', out)
        document = json.loads(kept.read_text())
        for i, column in enumerate(document['columns']):
            wanted = collections.Counter()
            for row in document['paths'][1:]:
                name = document['functions'][row['function']]['name']
                wanted[name] += row['cost'][i]
            for row in document['causes']:
                wanted[f'({row["name"]})'] += row['cost'][i]
            text = of_pprof(out, '-top', '-nodecount=0', '-nodefraction=0',
                            f'-sample_index={column["name"]}')
            got = collections.Counter()
            for line in text.splitlines():
                if found := re.fullmatch(
                        r' *(\d+) +[\d.e-]+% +[\d.e-]+% +\d+ +[\d.e-]+%  (.+)',
                        line):
                    got[found[2]] += int(found[1])
            self.assertEqual(+got, +wanted)
        self.check_lines(out, document)
        self.check_listed(out, document)
        subprocess.run(['protoc', '--decode_raw'], check=True,
                       input=gzip.decompress(out.read_bytes()),
                       stdout=subprocess.DEVNULL)

    def test_each_architecture(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = one_of_each(FIRMWARE, 'places')
            self.assertGreaterEqual(len(seen), 3)
            for board, program in seen:
                with self.subTest(board=board):
                    self.check(folder, board, program)
