#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_traces.py TALLY FIRMWARE_DIR [unittest arguments]

What `tally export perfetto` and `tally export chrome` make of counts over time
on a board of each architecture: protoc (package protobuf-compiler) finds
nothing in it that is not a message, the JSON is by the format's schema, and
both have every value, every time and every phase of the record."""
import json
import pathlib
import subprocess
import tempfile
import unittest

import decoders
from architectures import one_of_each
from tally_command import printed

TALLY = ''
FIRMWARE = ''


class Traces(unittest.TestCase):
    def wanted(self, document):
        """By monitor and name what happened from each cycle on."""
        series = document['intervals']
        begins = [0, *series['end_cycles']]
        rows = [(row, series_row['values']) for row, series_row in
                zip(document['metrics'], series['metrics'])
                if row['value'] is not None]
        rows += [(row, series_row['counts']) for row, series_row in
                 zip(document['events'], series['events'])
                 if row['asked'] and row['mean'] is not None]
        hz = document['target']['clock_hz']
        return {(row['monitor'], row['name']): [
            (cycle * 1e9 / hz, value or 0)
            for cycle, value in zip(begins, [*values, values[-1]])]
            for row, values in rows}

    def check(self, folder, board, program):
        kept = pathlib.Path(folder, f'{board}.json')
        trace = kept.with_suffix('.pftrace')
        printed('stat', '-t', f'board:{board}', '--quiet-program', '-I',
                '20000c', '-e', 'cycles', '--json', '-o', kept, program)
        printed('export', 'perfetto', kept, '-o', trace)
        subprocess.run(['protoc', '--decode_raw'], check=True,
                       input=trace.read_bytes(), stdout=subprocess.DEVNULL)
        chrome = decoders.chrome(printed('export', 'chrome', kept))
        perfetto = decoders.Perfetto(trace.read_bytes())
        wanted = self.wanted(json.loads(kept.read_text()))
        self.assertTrue(wanted)
        for got, near in (chrome, 1e-3), (perfetto, 0.5):
            told = {(process.split(':')[0], name.split(' (')[0]): values
                    for (process, name), values in got.values.items()}
            self.assertEqual(set(told), set(wanted))
            for key, values in wanted.items():
                self.assertEqual([one[1] for one in told[key]],
                                 [one[1] for one in values])
                for one, other in zip(told[key], values):
                    self.assertAlmostEqual(one[0], other[0], delta=near)
            end = max(values[-1][0] for values in told.values())
            for slices in got.slices.values():
                self.assertEqual(slices[0][0], 0)
                self.assertAlmostEqual(slices[-1][1], end, delta=near)
        self.assertEqual({key: [one[2] for one in slices]
                          for key, slices in chrome.slices.items()},
                         {key: [one[2] for one in slices]
                          for key, slices in perfetto.slices.items()})

    def test_each_architecture(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = one_of_each(FIRMWARE, 'places')
            self.assertGreaterEqual(len(seen), 3)
            for board, program in seen:
                with self.subTest(board=board):
                    self.check(folder, board, program)
