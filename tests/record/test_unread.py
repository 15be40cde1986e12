# SPDX-License-Identifier: MIT
"""usage: tap.py test_unread.py TALLY=COMMAND

What is no record, and says why."""
import pathlib
import tempfile
import unittest

import tally_command

TALLY = ''


class Unread(unittest.TestCase):
    def test_each_says_why(self):
        tally_command.TALLY = TALLY
        with tempfile.TemporaryDirectory() as folder:
            files = {}
            for name, content in (('empty', b''), ('cut', b'{"schema": 3,'),
                                  ('no-text', b'\xff\xfe{\0}\0'),
                                  ('list', b'[1]')):
                files[name] = pathlib.Path(folder, name)
                files[name].write_bytes(content)
            for verb in 'report', 'export':
                for path, says in (
                        (folder, {'report': f"{folder}: no record of 'tally "
                                            "bench' is in it",
                                  'export': f'{folder}: Is a directory'}),
                        ('/dev/null', '/dev/null: is empty'),
                        (files['empty'], 'empty: is empty'),
                        (files['cut'], 'it is no JSON, or it is cut off'),
                        (files['no-text'], 'unable to decode byte 0xff'),
                        (files['list'], 'it is no record of')):
                    words = (verb, *['csv'] * (verb == 'export'), path)
                    with self.subTest(words=words):
                        done = tally_command.tally(*words)
                        self.assertEqual(done.returncode, 1)
                        self.assertEqual(done.stdout, '')
                        self.assertIn(says[verb] if path == folder else says,
                                      done.stderr)


if __name__ == '__main__':
    unittest.main()
