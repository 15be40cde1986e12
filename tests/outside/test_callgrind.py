#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_callgrind.py TALLY FIRMWARE_DIR [unittest arguments]

callgrind_annotate (package valgrind) reads what `tally export callgrind` makes,
and prints the same totals and the same costs of each function."""
import collections
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from architectures import one_of_each
from tally_command import printed

TALLY = ''
FIRMWARE = ''


def annotated(path):
    """Of the whole program, and of each function, the events' numbers."""
    text = subprocess.run(
        ['callgrind_annotate', '--auto=no', '--threshold=100',
         '--show-percs=no', path], capture_output=True, text=True,
        check=True).stdout
    rows = collections.defaultdict(list)
    for line in text.splitlines():
        numbers, name = re.fullmatch(r' *((?:[\d,.]+ +)*)(.*)', line).groups()
        numbers = [0 if word == '.' else int(word.replace(',', ''))
                   for word in numbers.split()]
        if not numbers:
            continue
        if name == 'PROGRAM TOTALS':
            rows[None].append(numbers)
        elif ':' in name:
            # The path of a program may be behind the function's name.
            rows[re.sub(r' \[\S*\]$', '', name).rpartition(':')[2]].append(
                numbers)
    return {name: [sum(column) for column in zip(*lines)]
            for name, lines in rows.items()}


class Callgrind(unittest.TestCase):
    def check(self, board, program):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'kept.json')
            out = pathlib.Path(folder, 'callgrind.out')
            printed('profile', '-t', f'board:{board}', '--quiet-program',
                    '--json', '-o', kept, program)
            printed('export', 'callgrind', kept, '-o', out)
            document = json.loads(kept.read_text())
            got = annotated(out)
        self.assertEqual(got.pop(None), document['total'])
        wanted = {}
        for row in document['places']:
            name = document['functions'][row['function']]['name']
            before = wanted.get(name, [0] * len(row['cost']))
            wanted[name] = [a + b for a, b in zip(before, row['cost'])]
        for row in document['causes']:
            wanted[f'({row["name"]})'] = row['cost']
        self.assertEqual(got, {name: cost for name, cost in wanted.items()
                               if any(cost)})

    def test_each_architecture(self):
        seen = one_of_each(FIRMWARE, 'places')
        self.assertGreaterEqual(len(seen), 3)
        for board, program in seen:
            with self.subTest(board=board):
                self.check(board, program)
