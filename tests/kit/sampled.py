# SPDX-License-Identifier: MIT
"""Samples beside the exact profile of the same program."""
import collections
import functools
import json
import math
import pathlib
import sys
import unittest

from tally_command import printed


def by_function(document, of):
    """Of each function and each cause."""
    found = collections.Counter()
    for row in document['places']:
        found[document['functions'][row['function']]['name']] += of(row)
    for row in document['causes']:
        found[f'({row["name"]})'] += of(row)
    return found


@functools.lru_cache(maxsize=None)
def told(*words):
    """The document that the command prints; nobody changes it."""
    return json.loads(printed(*words))


class Case(unittest.TestCase):
    board = program = ''
    period = 0

    def path(self):
        """The virt boards share theirs."""
        firmware = sys.modules[type(self).__module__].FIRMWARE
        for folder in self.board, self.board.split('-')[0]:
            path = pathlib.Path(firmware, folder, f'{self.program}.elf')
            if path.exists():
                return path
        raise AssertionError(f'{self.board}: no {self.program}')

    def words(self, *words):
        return ('-t', f'board:{self.board}', '--quiet-program', *words,
                self.path())

    def record(self, *words):
        return told('record', *self.words('--json', *words))

    def profile(self, event):
        return told('profile', *self.words('--json', '-e', event))

    def agrees(self, event):
        """
        Each function's samples are within what chance allows of its share, and
        all of them together: Pearson's sum is near its degrees of freedom.
        Whoever is sampled with the same odds each time has that sum as
        chi-square, whose deviation is sqrt(2 * degrees); periods that differ
        little have less.  Four deviations, and one for what is rounded.
        """
        exact = self.profile(event)
        done = self.record('-e', event, '-c', str(self.period))
        cost = by_function(exact, lambda row: row['cost'][0])
        count = by_function(done, lambda row: row.get('count', 0))
        total, samples = exact['total'][0], done['sampled']['samples']
        self.assertEqual(sum(count.values()), samples)
        self.assertAlmostEqual(samples * self.period / total, 1, delta=0.1)
        pearson = degrees = 0
        for name in cost | count:
            if name == '(after the last sample)':
                continue
            share = cost[name] / total
            expected = samples * share
            bound = 4 * math.sqrt(samples * share * (1 - share)) + 1
            self.assertLessEqual(abs(count[name] - expected), bound,
                                 (self.board, event, name))
            if expected >= 5:
                pearson += (count[name] - expected) ** 2 / expected
                degrees += 1
        self.assertGreaterEqual(degrees, 2)
        self.assertLessEqual(pearson, degrees + 4 * math.sqrt(2 * degrees))

    def undisturbed(self, event):
        """To the unit what the exact profile has, and the run is as long."""
        exact = self.profile(event)
        done = self.record('-e', event, '-c', str(self.period))
        self.assertEqual(done['total'], exact['total'])
        self.assertEqual(done['instructions'], exact['instructions'])
        self.assertEqual(done['status'], exact['status'])
