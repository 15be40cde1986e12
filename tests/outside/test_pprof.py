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
import re
import subprocess
import tempfile
import unittest

from architectures import one_of_each
from tally_command import printed

TALLY = ''
FIRMWARE = ''


def of_pprof(path, *words):
    with tempfile.TemporaryDirectory() as home:
        return subprocess.run(
            ['go', 'tool', 'pprof', *words, path], capture_output=True,
            text=True, check=True, timeout=120,
            env=os.environ | {'HOME': home, 'GOCACHE': home,
                              'PPROF_TMPDIR': home}).stdout


class Pprof(unittest.TestCase):
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
