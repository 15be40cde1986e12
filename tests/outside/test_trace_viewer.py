#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_trace_viewer.py TALLY FIRMWARE_DIR [unittest arguments]

Catapult's viewer of traces, in a real browser, shows what `tally export chrome`
makes of calls and of counts over time: each process, thread, slice, slice
around it, and counter, and complains of nothing."""
import json
import pathlib
import tempfile
import unittest

import decoders
from architectures import one_of_each
from chromium import Browser
from hand_profile import hand_profile, hand_timeline
from tally_command import printed
from trace_viewer import FOLDER, Viewer

TALLY = ''
FIRMWARE = ''


class Shown(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if FOLDER is None:
            raise AssertionError('no golang-src: its viewer is not there')
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.viewer = Viewer(cls.browser)
        cls.addClassCleanup(cls.viewer.close)
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def path(self, name):
        return pathlib.Path(self.folder.name, name)

    def show(self, kept):
        text = printed('export', 'chrome', kept)
        seen = self.viewer.show(text)
        self.assertEqual(seen['warnings'], [])
        return seen, decoders.chrome(text)

    def check(self, kept):
        seen, wanted = self.show(kept)
        tracks, values = {}, {}
        for one in seen['processes']:
            self.assertIn(one['name'][:20], seen['text'])
            for name, rows in one['threads'].items():
                tracks[one['name'], name] = rows
                self.assertIn(name, seen['text'])
            for name, rows in one['counters'].items():
                values[one['name'], name.split('.', 1)[-1]] = rows
        self.assertEqual(set(tracks), set(wanted.slices))
        for key, rows in wanted.slices.items():
            self.same([(*row[1:3], row[0]) for row in tracks[key]], rows)
        self.assertEqual(set(values), set(wanted.values))
        for key, rows in wanted.values.items():
            self.same(values[key], rows)
        return tracks

    def same(self, got, wanted):
        """In nanoseconds, of doubles that were milliseconds."""
        self.assertEqual(len(got), len(wanted))
        for one, other in zip(sorted(got), sorted(wanted)):
            for a, b in zip(one, other):
                if isinstance(b, str):
                    self.assertEqual(a, b)
                else:
                    self.assertAlmostEqual(a, b, delta=0.01)

    def test_by_hand(self):
        kept = self.path('hand.json')
        kept.write_text(json.dumps(hand_profile(timeline=hand_timeline(
            [0, 0, None, 0, 500], [0, 0, 0, 0, 1007], [0, 1, 1, 7, 1000],
            [0, 2, 2, 100, 400], [0, 3, 2, 300, 400],
            [1, 0, None, 500, 540], [1, 0, 3, 500, 540],
            [0, 0, None, 540, 1007], [0, 2, 2, 600, 900]))))
        seen, _ = self.show(kept)
        process, = seen['processes']
        self.assertEqual(process['name'],
                         'folder/hand.elf, on board:hand, simulated')
        work = 'work;of<int> 5'
        self.assertEqual(
            [(title, round(begin), round(end), around) for
             title, begin, end, around in process['threads']['[start]']],
            [('[start]', 0, 10070, None), ('main', 70, 10000, '[start]'),
             (work, 1000, 4000, 'main'), (work, 3000, 4000, work),
             (work, 6000, 9000, 'main')])
        self.assertEqual(
            [(title, round(begin), round(end)) for title, begin, end, _ in
             process['threads']['core']],
            [('[start]', 0, 5000), ('[exception]', 5000, 5400),
             ('[start]', 5400, 10070)])
        self.check(kept)

    def test_each_architecture(self):
        programs = one_of_each(FIRMWARE, 'places')
        self.assertGreaterEqual(len(programs), 3)
        for board, program in programs:
            with self.subTest(board=board):
                target = '-t', f'board:{board}', '--quiet-program', '--json'
                calls, counts = self.path('calls.json'), self.path('c.json')
                printed('profile', *target, '--timeline', '5000', '-o', calls,
                        program)
                tracks = self.check(calls)
                around = {(one[0], one[3]) for rows in tracks.values()
                          for one in rows}
                self.assertLessEqual(
                    {('leaf', 'inner'), ('inner', 'outer'), ('outer', 'main'),
                     ('descend', 'descend'), ('leaf', 'main')}, around)
                printed('stat', *target, '-I', '20000c', '-e', 'cycles', '-o',
                        counts, program)
                self.check(counts)
