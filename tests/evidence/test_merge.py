# SPDX-License-Identifier: MIT
"""usage: tap.py test_merge.py TALLY=COMMAND FIRMWARE=FOLDER

Proofs that others sent become evidence that `tally explain` knows of; what is
forged, cut, exchanged or contradicts it moves nothing."""
import getpass
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import unittest

import checked
import tally_command

TALLY = ''
FIRMWARE = ''  # there are boards

# Of an ARM1176, as a kit prints it.
GOOD = [('ok', 'probe: it answers as this monitor does # expected 0 counted 0'),
        ('ok', 'known: instr_exec of 16 loads # expected 16 counted 16'),
        ('ok', 'known: br_exec of 16 loads # expected 0 counted 0'),
        ('ok', 'known: br_exec of a loop of 100 turns # expected 100 counted '
               '100'),
        ('ok', 'wide: a count of 64 bits # SKIP the core has none')]
WRONG = GOOD[:1] + [('not ok', 'known: instr_exec of 16 loads # expected 16 '
                               'counted 17')] + GOOD[2:]
CHIP = '--chip', 'bcm2835'


def setUpModule():
    tally_command.TALLY = TALLY


class Merge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.kept = self.folder / 'data' / 'tally' / 'evidence'
        self.env = {**os.environ, 'XDG_DATA_HOME': str(self.folder / 'data')}

    def run_tally(self, *words):
        return subprocess.run([TALLY, *map(str, words)], env=self.env,
                              capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, check=False)

    def file(self, lines, name='far.txt'):
        path = self.folder / name
        path.write_text('\n'.join(lines) + '\n', encoding='ascii')
        return path

    def merge(self, lines, *words):
        return self.run_tally('prove', '--merge', *words, self.file(lines))

    def seen(self, *name):
        done = self.run_tally('explain', 'arm1176', *name, '--json')
        self.assertEqual(done.returncode, 0, done)
        return json.loads(done.stdout)['explanations'][0].get('seen')

    def moves_nothing(self, lines, says, *words):
        before = self.kept.read_bytes() if self.kept.exists() else None
        done = self.merge(lines, *words)
        self.assertEqual((done.returncode, done.stdout), (1, ''), done)
        self.assertIn(says, done.stderr)
        self.assertEqual(done.stderr.count('\n'), 1)
        after = self.kept.read_bytes() if self.kept.exists() else None
        self.assertEqual(before, after)

    def test_it_is_listed_and_then_known(self):
        self.assertIsNone(self.seen())
        done = self.merge(checked.proof(GOOD), *CHIP)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('arm1176, chip bcm2835, core 0x410fb767, by kit of Tally '
                      '0.1.0, 20', done.stdout)
        self.assertIn('4 results are right, 0 are not', done.stdout)
        self.assertEqual(self.seen(), {'chips': 1, 'emulators': 0, 'boards': 0,
                                       'right': 4, 'wrong': 0})
        self.assertEqual(self.seen('br_exec')['right'], 2)
        self.assertIsNone(self.seen('dcache_miss'))
        self.assertIsNone(self.seen('PMNC'))
        text = ' '.join(self.run_tally('explain', 'arm1176').stdout.split())
        self.assertIn('seen on 1 chip, 0 emulators (bcm2835); as documented, by '
                      '4 results', text)

    def test_what_is_not_as_documented(self):
        done = self.merge(checked.proof(WRONG), '--emulator', 'qemu-7.2')
        self.assertEqual(done.returncode, 0)
        self.assertIn('known: instr_exec of 16 loads: 17, not 16', done.stdout)
        self.assertIn('looks like cv32e40p #540', done.stdout)
        text = ' '.join(
            self.run_tally('explain', 'arm1176:instr_exec').stdout.split())
        self.assertIn('seen on 0 chips, 1 emulator (qemu-7.2); 1 of 1 results '
                      'are not as documented: instr_exec of 16 loads: 17, not '
                      '16, on qemu-7.2', text)

    def test_nothing_counted_is_no_result(self):
        """As `prove` says it where a kernel has no counters."""
        rows = GOOD[:3] + [('not ok', 'known: no count of the processor is '
                            'proved: no counters')]
        self.assertEqual(self.merge(checked.proof(rows), *CHIP).returncode, 0)
        seen = self.seen()
        self.assertEqual((seen['right'], seen['wrong']), (3, 0))

    def test_the_same_again_counts_once(self):
        for words in CHIP, CHIP, (*CHIP, '--lot', '7'):
            self.assertEqual(
                self.merge(checked.proof(GOOD), *words).returncode, 0)
        self.assertEqual(self.seen()['chips'], 2)
        # What is kept is a file that can be merged, and is there already.
        done = self.run_tally('prove', '--merge', self.kept)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn('0 kept in', done.stdout)
        self.assertIn('and 2 that were there already', done.stdout)
        self.assertEqual(self.seen()['chips'], 2)

    def test_what_cannot_be_moves_nothing(self):
        lines = checked.proof(GOOD)
        loads = 'known: instr_exec of 16 loads # expected '
        for changed, says in (
                (lines[:-1], 'its end is missing'),
                (lines[:4] + lines[5:], 'result 3 is missing behind line 4'),
                (lines[:4] + [lines[4].replace('16', '61')] + lines[5:],
                 'line 5 is damaged'),
                ([], 'it has no proof'),
                (checked.proof([('ok', loads + '16 counted 17')]),
                 'result 1 is said to be ok, and its numbers say otherwise'),
                (checked.proof([('not ok', loads + '16 counted 16')]),
                 'is said to be not ok'),
                (checked.proof([('ok', loads + '17 counted 17')]),
                 'result 1 expects 17 instr_exec of 16 loads, which are 16'),
                (checked.proof([('ok', 'known: no_such of 16 loads # expected '
                                       '16 counted 16')]),
                 'arm1176 has no event no_such'),
                (checked.proof([('ok', 'known: dcache_miss of 16 loads # '
                                       'expected 16 counted 16')]),
                 'code alone does not decide what dcache_miss counts'),
                (checked.proof(GOOD, monitor='arm1177'), 'arm1177'),
                (checked.proof(GOOD[:1], monitor='pmuv3/cortex-a53',
                               on='410fd080'), 'is that of pmuv3/cortex-a72'),
                (checked.proof(GOOD, where='simulated'),
                 'it says that it was simulated')):
            self.moves_nothing(changed, says, *CHIP)
        self.moves_nothing(lines, 'say --chip NAME or --emulator NAME')
        self.moves_nothing(lines, 'a name has up to 23', '--chip', '../x')
        self.moves_nothing(lines, 'a name has up to 23', *CHIP, '--lot', 'a b')
        self.assertFalse(self.kept.exists())

    def test_exchanged_events_fail(self):
        """The names of two events, in all rows, with right check sums."""
        rows = [(outcome, text.replace('instr_exec', '?')
                 .replace('br_exec', 'instr_exec').replace('?', 'br_exec'))
                for outcome, text in GOOD]
        self.moves_nothing(checked.proof(rows),
                           'expects 16 br_exec of 16 loads, which are 0', *CHIP)

    def test_a_contradiction_moves_nothing(self):
        self.assertEqual(self.merge(checked.proof(GOOD), *CHIP).returncode, 0)
        self.moves_nothing(checked.proof(WRONG), 'bcm2835 is said to do '
                           'otherwise in what was merged before: known: '
                           'instr_exec of 16 loads', *CHIP)
        self.moves_nothing(checked.proof(GOOD, on='410fb766'),
                           'bcm2835 has two cores', *CHIP)
        self.assertEqual(self.merge(checked.proof(WRONG), *CHIP, '--lot',
                                    'b').returncode, 0)

    def test_all_files_or_none(self):
        good = self.file(checked.proof(GOOD), 'good.txt')
        bad = self.file(checked.proof(GOOD)[:-1], 'bad.txt')
        done = self.run_tally('prove', '--merge', *CHIP, good, bad)
        self.assertEqual(done.returncode, 1)
        self.assertIn('bad.txt', done.stderr)
        self.assertFalse(self.kept.exists())

    def test_nothing_private_is_kept(self):
        rows = GOOD + [
            ('not ok', 'irq: /srv/someone/board.cfg says nothing'),
            ('not ok', f'stop: {socket.gethostname()} did not stop'),
            ('ok', f'way: registers are reached by {getpass.getuser()}')]
        where = f'{getpass.getuser()}-{socket.gethostname()}'[:40]
        done = self.merge(checked.proof(rows, where=where), *CHIP)
        self.assertEqual(done.returncode, 0, done)
        kept = self.kept.read_text(encoding='ascii')
        self.assertIn('irq: words that name a place are left out', kept)
        for word in ('someone', 'board.cfg', socket.gethostname(), where,
                     str(self.folder), 'way:'):
            self.assertNotIn(word, kept)

    def test_a_board_is_no_chip(self):
        lines = tally_command.printed('prove', '-t', 'board:pb1176', '--lines')
        path = self.folder / 'board.txt'
        path.write_text(lines, encoding='ascii')
        self.assertEqual(self.run_tally('prove', '--merge', path).returncode, 0)
        self.assertEqual({key: self.seen()[key] for key in
                          ('chips', 'emulators', 'boards', 'wrong')},
                         {'chips': 0, 'emulators': 0, 'boards': 1, 'wrong': 0})

    def test_evidence_that_was_spoilt_is_not_believed(self):
        self.merge(checked.proof(GOOD), *CHIP)
        text = self.kept.read_text(encoding='ascii')
        self.kept.write_text(text.replace('counted 16', 'counted 15'),
                             encoding='ascii')
        self.assertIsNone(self.seen())
        said = ' '.join(self.run_tally('explain', 'arm1176').stdout.split())
        self.assertIn('is damaged: line', said)
        self.moves_nothing(checked.proof(GOOD), 'is damaged', *CHIP)


if __name__ == '__main__':
    unittest.main()
