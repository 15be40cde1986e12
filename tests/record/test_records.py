#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records that are kept: on every board a file says all that was printed, and
is as its schema has it.  (Variables: TALLY, the command; FIRMWARE,
the folder of the guest programs.)"""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import jsonschema

from tally_command import record_validator

TALLY = ''
FIRMWARE = ''
BIG = 2 ** 64 - 1


def tally(*words):
    return subprocess.run([TALLY, *map(str, words)], timeout=300, check=False,
                          capture_output=True, stdin=subprocess.DEVNULL,
                          text=True)


def boards():
    rows = json.loads(tally('list', 'boards', '--json').stdout)['boards']
    return {row['name']: row['monitors'] for row in rows}


def program(board):
    folder = pathlib.Path(FIRMWARE, board)
    if not folder.exists():
        folder = pathlib.Path(FIRMWARE, board.split('-')[0])
    return folder / 'list.elf'


def timeless(text):
    return re.sub(r', \d+\.\d s$', ', X s', text, flags=re.M)


class Records(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name, 'run.json')

    def tearDown(self):
        self.folder.cleanup()

    def keep(self, board, *words):
        tally('stat', '-t', f'board:{board}', *words, '--json', '-o',
              self.path, program(board))
        document = json.loads(self.path.read_text())
        record_validator(TALLY).validate(document)
        return document

    def check(self, board, *words):
        self.keep(board, *words)
        live = tally('stat', '-t', f'board:{board}', *words, program(board))
        again = tally('report', self.path)
        self.assertEqual(timeless(again.stdout), timeless(live.stdout))
        self.assertEqual(again.returncode, live.returncode)
        sheet = tally('stat', '-t', f'board:{board}', *words, '--csv',
                      program(board))
        self.assertEqual(tally('report', '--csv', self.path).stdout,
                         sheet.stdout)
        self.assertEqual(tally('report', '--json', self.path).stdout,
                         self.path.read_text())
        judged = tally('report', '--judge', '--json', self.path)
        self.assertEqual(judged.stdout, self.path.read_text())
        self.assertEqual(judged.stderr.splitlines()[0], 'nothing changed')
        self.check_itself()

    def check_itself(self):
        """Held against itself nothing changed, on a terminal's 80 columns."""
        words = ['--force', self.path, self.path]
        self.assertIn('nothing changed\n', tally('diff', *words).stdout)
        for line in tally('diff', '-a', *words).stdout.splitlines():
            self.assertLessEqual(len(line), 80)

    def test_every_board(self):
        for board, monitors in boards().items():
            with self.subTest(board):
                self.check(board, '-m', ','.join(monitors), '--truth')

    def test_of_repeats(self):
        self.check('pb1176', '-e', 'all', '-r', '3', '--jitter', '5')

    def change(self, document, change):
        change(document)
        self.path.write_text(json.dumps(document))

    def test_judged_anew(self):
        """A count that is another makes other values, and says so."""
        def change(document):
            for row in document['counts']:
                if row['event'] == 'cycles':
                    row['value'] *= 2

        document = self.keep('pb1176', '-M', 'cpi')
        old = document['metrics'][0]['value']
        self.change(document, change)
        done = tally('report', '--judge', '--json', self.path)
        new = json.loads(done.stdout)['metrics'][0]['value']
        self.assertAlmostEqual(new, 2 * old)
        self.assertIn('cpi: another value', done.stderr)
        self.assertIn('cycles: another value', done.stderr)
        kept = json.loads(tally('report', '--json', self.path).stdout)
        self.assertEqual(kept['metrics'][0]['value'], old)

    def test_unknown_members_stay(self):
        def change(document):
            document['colour'] = {'of': ['the', 'day', 7]}
            document['metrics'][0]['mood'] = 'good'
            document['counts'][-1]['shelf'] = 3

        document = self.keep('pb1176', '-M', 'cpi')
        self.change(document, change)
        self.assertEqual(
            json.loads(tally('report', '--json', self.path).stdout), document)

    def test_large_counts(self):
        def change(document):
            row = next(row for row in document['counts']
                       if row['event'] == 'cycles')
            row |= {'value': float(BIG), 'value_text': str(BIG)}

        self.change(self.keep('pb1176', '-M', 'cpi'), change)
        done = tally('report', '--judge', '--json', self.path)
        event = next(row for row in json.loads(done.stdout)['events']
                     if row['name'] == 'cycles')
        self.assertEqual(event['count_text'], str(BIG))
        record_validator(TALLY).validate(json.loads(done.stdout))

    def test_other_forms(self):
        """What a session, regions, intervals or an identity add is in the schema."""
        self.keep('pb1176', '-M', 'cpi', '--region', 'main')
        self.keep('lubbock', '-e', 'all', '--divide')
        self.keep('pb1176', '-M', 'all', '-e', 'r55')
        self.keep('pb1176', '-M', 'cpi', '-I', '2000c')
        self.keep('pb1176', '-e', 'cycles', '--region', 'main', '--region',
                  'walk')
        self.keep('mpc8548cds', '-e', 'cycles', '--regions', 'p*', '--self')
        with self.assertRaises(jsonschema.ValidationError):
            record_validator(TALLY).validate({'schema': 3})


if __name__ == '__main__':
    unittest.main()
