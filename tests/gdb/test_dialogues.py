# SPDX-License-Identifier: MIT
"""usage: tap.py test_dialogues.py TALLY=COMMAND FIRMWARE=FOLDER

What servers of GDB's protocol really said in a measurement, said again: at
once, and byte by byte (a description in pieces of a hundred).  tests/kit/gdb_recorder.py has made them."""
import json
import pathlib
import unittest

import tally_command
from gdb_recorder import Replay

TALLY = ''
FIRMWARE = ''
HERE = pathlib.Path(__file__).parent / 'dialogues'


def setUpModule():
    tally_command.TALLY = TALLY


class Dialogues(unittest.TestCase):
    def test_each(self):
        files = sorted(HERE.iterdir())
        self.assertGreater(len(files), 1)
        for path in files:
            for piece in 0, 1:
                with self.subTest(dialogue=path.name, piece=piece):
                    there = Replay(path, piece)
                    words = [word.replace('@', f'127.0.0.1:{there.port}')
                             for word in there.words]
                    words[-1] = str(pathlib.Path(FIRMWARE, words[-1]))
                    done = tally_command.tally('stat', '--json', *words,
                                               timeout=60)
                    there.join(5)
                    self.assertIsNone(there.trouble, 'if that is meant, record '
                                      'it again: ' + done.stderr)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(
                        {event['name']: event['count'] for event in
                         json.loads(done.stdout)['events']}, there.counts)


if __name__ == '__main__':
    unittest.main()
