# SPDX-License-Identifier: MIT
"""usage: tap.py test_illnesses.py TALLY=COMMAND FIRMWARE=FOLDER

The doctor finds each illness on every monitor of every board on which its check
comes to anything."""
import json
import pathlib
import unittest

import tally_command
from test_cli_doctor import ILLNESSES, PROVED, check_proof, verdicts

TALLY = ''
FIRMWARE = ''
# Illnesses of the control, each of which one check finds, and no other.
CONTROL = {'early': 'start', 'no-stop': 'stop', 'forgetful': 'keep',
           'no-clear': 'clear', 'no-reset': 'reset', 'no-divide': 'divide',
           'swapped': 'select'}


# What is as it says, and is not found: of the AHB monitor, which has no identity,
# nobody else's use of it, and no two counters of one event.
MISSED = {('versatile', ill) for ill in ('foreign', 'busy', 'slow', 'extra')}
# What it has not: flags and selectors that are registers of their own, resets,
# dividers.
NOT_THERE = {
    'versatile': {'mute', 'forgetful', 'no-clear', 'no-divide', 'swapped'},
    'mpc8540ads': {'forgetful', 'no-reset', 'no-divide'}}
# These the board itself has, and the bus that lies does nothing.
OF_BOARDS = {'no-line', 'nid-off', 'lost-overflow'}


def setUpModule():
    tally_command.TALLY = TALLY


class Illnesses(unittest.TestCase):
    def findings(self, board, monitor, ill):
        program = pathlib.Path(FIRMWARE, board.split('-')[0], 'crc32.elf')
        done = tally_command.tally('doctor', '-t', f'board:{board}', '-m',
                                   monitor, '--ill', ill, '--json', program)
        found = json.loads(done.stdout)
        self.assertEqual(done.returncode, not found['healthy'])
        return found['findings']

    def test_every_kind_is_tried(self):
        said = tally_command.tally('doctor', '-t', 'board:pb1176', '--ill',
                                   '?', 'x').stderr
        self.assertEqual({'none', 'lost-overflow', 'extra', *ILLNESSES, *CONTROL},
                         set(said.split('there are ')[1].split()))

    def test_every_board_counts_what_code_does(self):
        self.assertEqual(set(tally_command.boards()), set(PROVED))
        for board in PROVED:
            with self.subTest(board=board):
                check_proof(self, board)

    def test_what_applies_is_found(self):
        """An illness that changes an access is found, or is one of MISSED; one
        that changes none is no illness there.  A third of them, by commit."""
        kinds = sorted({*ILLNESSES, *CONTROL, 'extra'} - OF_BOARDS)
        turn = tally_command.seed() % 3
        for board, not_there in NOT_THERE.items():
            for ill in kinds[turn::3]:
                with self.subTest(board=board, ill=ill):
                    done = tally_command.tally('prove', '-t', f'board:{board}',
                                               '--ill', ill, '--json')
                    found = json.loads(done.stdout)
                    self.assertEqual((found['ill'], found['ill_applies']),
                                     (ill, ill not in not_there))
                    self.assertEqual(found['healthy'], ill in not_there or
                                     (board, ill) in MISSED)

    def test_without_a_program(self):
        """A loop runs, in which each counter of a core advances."""
        for board in tally_command.boards():
            with self.subTest(board=board):
                done = tally_command.tally('doctor', '-t', f'board:{board}',
                                           '--json')
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertIn(('alive', 'pass'), [
                    (it['check'], it['verdict'])
                    for it in json.loads(done.stdout)['findings']])

    def test_each_on_every_board(self):
        found = dict.fromkeys(ILLNESSES, 0)
        for board, row in tally_command.boards().items():
            for monitor in row['monitors']:
                passed = {it['check']: it['finding'] for it in
                          self.findings(board, monitor, 'none')
                          if it['verdict'] == 'pass'}
                for ill, check in ILLNESSES.items():
                    # What forbids events is read, or seen by what stands.
                    if ill == 'nid-off':
                        check = 'alive' if 'PMUSERENR_EL0' in \
                            passed.get('access', '') else check
                        if 'counted' not in passed.get('debug', 'counted'):
                            continue
                    # A monitor with a map has no identity, no other use is
                    # seen there, and its map is what shows that it is dead.
                    if check not in passed or 'preset' in passed:
                        continue
                    with self.subTest(board=board, monitor=monitor, ill=ill):
                        failed = [it for it in
                                  self.findings(board, monitor, ill)
                                  if it['verdict'] == 'fail']
                        self.assertIn(check, [it['check'] for it in failed])
                        self.assertTrue(any(it['cure'] for it in failed))
                        found[ill] += 1
        self.assertEqual(found.pop('nid-off'), 6)
        self.assertGreater(min(found.values()), 10, found)

    def test_illnesses_of_the_control(self):
        """Every board's every monitor: its one check fails where it comes to
        anything on a healthy one, and nothing fails where it does not."""
        tried = dict.fromkeys(CONTROL, 0)
        for board, monitor in ((board, monitor)
                               for board, row in tally_command.boards().items()
                               for monitor in row['monitors']):
            words = ('doctor', '-t', f'board:{board}', '-m', monitor, '--json')
            well = verdicts(tally_command.tally(*words))
            self.assertNotIn('fail', well.values())
            for ill, check in CONTROL.items():
                with self.subTest(board=board, monitor=monitor, ill=ill):
                    done = tally_command.tally(*words, '--ill', ill)
                    found = verdicts(done)
                    failed = {check} if well[check] == 'pass' else set()
                    self.assertEqual({name for name, verdict in found.items()
                                      if verdict == 'fail'}, failed)
                    self.assertEqual(done.returncode, int(bool(failed)))
                    tried[ill] += bool(failed)
        for ill, times in tried.items():
            self.assertGreater(times, 5, ill)


if __name__ == '__main__':
    unittest.main()
