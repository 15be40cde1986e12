#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is measured where nobody has chosen: on every board, and of each of its
monitors, what that board has numbers for.  (Variables: TALLY, the command;
FIRMWARE, the folder of the boards' programs.)"""
import json
import pathlib
import unittest

from tally_command import boards, printed, tally

TALLY = ''
FIRMWARE = ''


def program(board):
    name = board if (pathlib.Path(FIRMWARE) / board).is_dir() else 'virt'
    return str(pathlib.Path(FIRMWARE) / name / 'crc32.elf')


class Overview(unittest.TestCase):
    def metrics(self, board, *words):
        """A cache that is off counts nothing, which is told by the status."""
        document = json.loads(tally(
            'stat', '-t', f'board:{board}', *words, '--json',
            '--quiet-program', program(board)).stdout)
        return {row['name']: row['class'] for row in document['metrics']}

    def test_has_only_what_is_modelled(self):
        for board in boards():
            for monitor in json.loads(printed('board', board,
                                              '--json'))['monitors']:
                with self.subTest(board=board, monitor=monitor):
                    every = self.metrics(board, '-m', monitor)
                    self.assertTrue(every)
                    if set(every.values()) != {'not modelled'}:
                        self.assertNotIn('not modelled', every.values())

    def test_what_is_asked_for_stays(self):
        """By its name, or as the group of that name."""
        for words in ('-M', 'decode_stall_share'), ('-g', 'overview'):
            with self.subTest(words):
                self.assertEqual(
                    self.metrics('mpc8540ads', *words)['decode_stall_share'],
                    'not modelled')


if __name__ == '__main__':
    unittest.main()
