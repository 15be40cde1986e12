# SPDX-License-Identifier: MIT
"""`tally record` on each monitor of each board: what samples say is what
`tally profile` knows exactly, or it is refused with the reason."""
import csv
import io
import json

import sampled
from tally_command import listed, printed, tally

TALLY = ''
FIRMWARE = ''
# What a family calls a miss of its first data cache.
MISSES = ('dcache_miss', 'L1D_CACHE_REFILL', 'DL1_RELOADS', 'CtArmdLineFill')
REFUSALS = ('its counters wrap and tell nobody', 'its counters stop at their',
            'its counters can only be read', 'it is outside of the core')


class Boards(sampled.Case):
    program = 'places'

    def events(self, monitor):
        rows = csv.DictReader(io.StringIO(printed('list', 'events', '-m',
                                                  monitor, '--csv')))
        return [row['name'] for row in rows]

    def check(self, monitor):
        """Was it sampled?"""
        events = self.events(monitor)
        done = tally('record', *self.words('-m', monitor, '-e', events[0],
                                           '-c', '1000'))
        if done.returncode:
            self.assertTrue(any(why in done.stderr for why in REFUSALS),
                            done.stderr)
            return False
        self.period = 2000
        self.agrees('cycles')
        self.undisturbed('cycles')
        self.period = 20
        self.undisturbed(next(name for name in MISSES if name in events))
        return True

    def test_each_monitor(self):
        sampled_boards = set()
        for row in listed('boards'):
            self.board = row['name']
            board = json.loads(printed('board', self.board, '--json'))
            for monitor in board['monitors']:
                with self.subTest(board=self.board, monitor=monitor):
                    if self.check(monitor):
                        sampled_boards.add(self.board)
        self.assertEqual({row['name'] for row in listed('boards')} -
                         sampled_boards, {'versatile'})  # it has the AHB alone
