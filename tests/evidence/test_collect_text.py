# SPDX-License-Identifier: MIT
"""usage: tap.py test_collect_text.py TALLY=COMMAND

Findings that travel as lines of text, and are read again."""
import json
import os
import pty
import subprocess
import threading
import unittest

import checked
import tally_command

TALLY = ''
FIRMWARE = ''  # there are boards

BOARD = ('-t', 'board:pb1176')


def setUpModule():
    tally_command.TALLY = TALLY


class Text(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lines = tally_command.printed('prove', *BOARD, '--lines')

    def bad(self, status, *words, says):
        done = tally_command.tally(*words)
        self.assertEqual(done.returncode, status, done)
        self.assertIn(says, done.stderr)

    def read(self, text, status=0):
        done = subprocess.run(
            [tally_command.TALLY, 'collect', '--text', '--json', '-'],
            input=text, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done)
        return json.loads(done.stdout), done.stderr

    def test_the_same_results_come_back(self):
        direct = json.loads(tally_command.printed('prove', *BOARD, '--json'))
        noise = '\r\n'.join(f'[{n:9}] {line}\r\nsomething else * 12'
                            for n, line in enumerate(self.lines.split('\n')))
        far = self.read(noise)[0]['proofs'][0]
        self.assertTrue(far['whole'])
        self.assertEqual((far['monitor'], far['where'], far['by']),
                         (direct['monitor'], 'simulated', 'prove'))
        self.assertGreater(len(far['results']), 20)
        self.assertEqual(
            [(r['check'], r['verdict'], r.get('counted'))
             for r in far['results']],
            [(f['check'], f['verdict'], f.get('counted'))
             for f in direct['findings']])

    def test_a_failure_fails_here_too(self):
        ill = tally_command.tally('doctor', *BOARD, '--ill', 'frozen', '--lines')
        self.assertEqual(ill.returncode, 1)
        far, said = self.read(ill.stdout, 1)
        self.assertEqual(said, '')
        self.assertTrue(far['proofs'][0]['whole'])
        self.assertIn(('alive', 'fail'),
                      [(r['check'], r['verdict'])
                       for r in far['proofs'][0]['results']])

    def test_what_is_wrong_is_told(self):
        lines = self.lines.splitlines(keepends=True)
        damaged = lines[5].replace('ok', 'oK')
        for changed, says in (
                (lines[:5] + lines[6:], '1 results are missing'),
                (lines[:5] + [damaged] + lines[6:], '1 lines are damaged'),
                (lines[:-1], 'its end is missing'),
                ([], 'has no proof'),
                (['x' * 5000 + '\n'], 'has no proof')):
            far, said = self.read(''.join(changed), 1)
            self.assertEqual([f['text'] in said for f in far['flaws']],
                             [True] * len(far['flaws']))
            self.assertFalse(any(p['whole'] for p in far['proofs']))
            self.assertIn(says, said)

    def test_a_file_has_no_say_over_the_terminal(self):
        rows = [('ok', 'known: INSTR of 16 loads # expected 5 counted 5')]
        for head in ({'where': '\x1b[2Jhere'}, {'by': '\x1b]0;kit'},
                     {'on': '\x9b5'}):
            done = subprocess.run(
                [tally_command.TALLY, 'collect', '--text', '-'],
                input='\n'.join(checked.proof(rows, **head)).encode(),
                capture_output=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 1, done)
            self.assertEqual(done.stdout, b'', done)
            self.assertIn(b'no proof', done.stderr)
            self.assertTrue(done.stderr.isascii() and
                            b'\x1b' not in done.stderr, done)

    def test_a_terminal_line_is_read_to_the_end_of_one(self):
        ours, theirs = pty.openpty()
        writer = threading.Thread(target=os.write,
                                  args=(ours, self.lines.encode()))
        writer.start()
        done = subprocess.run(
            [tally_command.TALLY, 'collect', '--text', os.ttyname(theirs)],
            capture_output=True, timeout=60, check=False)
        os.close(theirs)
        writer.join()
        os.close(ours)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        self.assertIn(b' 0 failed', done.stdout)

    def test_words_that_do_not_go_together(self):
        self.bad(2, 'collect', '--text', '--until', 'x', 'y', says='--until')
        self.bad(2, 'collect', '--text', '-t', 'board:pb1176', 'y', says='-t')
        self.bad(2, 'doctor', *BOARD, '--lines', '--csv', says='--lines')
        self.bad(1, 'collect', '--text', '/nowhere/at/all',
                 says='No such file')
