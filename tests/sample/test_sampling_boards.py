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
        self.by_blocks(monitor, events[0], 700)
        self.period = 20
        self.undisturbed(next(name for name in MISSES if name in events))
        return True

    def by_blocks(self, monitor, event, period):
        """Blocks stop for the instruction that a sample is of."""
        found = [self.record('-m', monitor, '-e', event, '-c', period,
                             '--engine', engine)
                 for engine in ('step', 'block')]
        for document in found:
            document.pop('engine', None)
        self.assertGreater(len(found[0]['places']), 10)
        self.assertEqual(*found)

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


class Periods(sampled.Case):
    """What a sample stands for."""
    board, program = 'pb1176', 'places'

    def test_even_periods(self):
        """Each sample has a period, but for what ran over its end."""
        done = self.record('-e', 'instr_exec', '-c', '4096', '--even')
        samples, total = done['sampled']['samples'], done['total'][0]
        self.assertEqual(samples, total // 4096)
        rest = [row['cost'][0] for row in done['causes']
                if row['name'] == 'after the last sample']
        self.assertEqual(rest, [total % 4096])

    def test_several_events_at_once(self):
        """More than the monitor has counters, each as if it was alone."""
        events = 'instr_exec', 'dcache_miss', 'br_exec', 'dcache_access'
        together = self.record('-e', ','.join(events), '-c', '3000', '--even')
        self.assertEqual([row['name'] for row in together['columns']],
                         list(events))
        for i, event in (0, events[0]), (3, events[3]):
            alone = self.record('-e', event, '-c', '3000', '--even')
            self.assertEqual(together['total'][i], alone['total'][0])
            self.assertEqual(
                {row['addr']: row['cost'][i] for row in together['places']
                 if row['cost'][i]},
                {row['addr']: row['cost'][0] for row in alone['places']})

    def test_each_event_is_a_sample(self):
        """With a period of 1 it is the profile itself."""
        exact = self.profile('br_mispredict')
        done = self.record('-e', 'br_mispredict', '-c', '1')
        self.assertEqual({row['addr']: row['cost'] for row in done['places']},
                         {row['addr']: row['cost'] for row in exact['places']
                          if row['cost'] != [0]})
        self.assertEqual(done['total'], exact['total'])
        self.assertEqual({row['addr']: (row['word'], row['line'])
                          for row in done['places']},
                         {row['addr']: (row['word'], row['line'])
                          for row in exact['places'] if row['cost'] != [0]})
