# SPDX-License-Identifier: MIT
"""usage: tap.py test_text_logs.py TALLY=COMMAND

A log that firmware printed as lines, found in what else came over the wire."""
import json
import pathlib
import tempfile
import unittest

import checked
import log_bytes
import tally_command

TALLY = ''

NOISE = ('[    0.123] usb 1-1: new device\r', 'U-Boot> ', '\0\0\xff', '* * *')


def setUpModule():
    tally_command.TALLY = TALLY


class Logs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = log_bytes.log(log_bytes.samples([0x8000, 0x8004, 0x8000]))
        self.lines = checked.log(self.data)

    def collect(self, lines, *words):
        path = self.folder / 'wire.txt'
        path.write_text('\n'.join(lines) + '\n', encoding='latin-1')
        return tally_command.tally('collect', '--text', *words, path)

    def rows(self, lines):
        return self.collect(lines, '--rows')

    def of_dump(self, *words):
        path = self.folder / 'ram.bin'
        path.write_bytes(self.data)
        return tally_command.tally('collect', *words, path)

    def test_it_is_the_dump(self):
        wanted = self.of_dump('--rows').stdout
        self.assertEqual(wanted.count('sample'), 3)
        for lines in (self.lines,
                      [f'{NOISE[n % 4]}{line}\r\n{NOISE[n % 3]}'
                       for n, line in enumerate(self.lines)]):
            done = self.rows(lines)
            self.assertEqual((done.returncode, done.stderr, done.stdout),
                             (0, '', wanted))

    def test_a_profile_comes_of_it(self):
        far = self.collect(self.lines, '--json')
        self.assertEqual(far.returncode, 0, far)
        near = json.loads(self.of_dump('--json').stdout)
        far = json.loads(far.stdout)
        self.assertEqual(set(far), set(near))
        self.assertEqual({key for key in far if far[key] != near[key]} -
                         {'target', 'title', 'made', 'run'}, set())

    def test_what_is_missing_is_told_and_the_rest_is_taken(self):
        done = self.rows(self.lines[:6] + self.lines[7:])
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count('sample'), 2)
        self.assertIn('of the log, line 6 is missing behind line 6\n',
                      done.stderr)
        self.assertIn('the log is not whole: lines of it are missing',
                      done.stderr)
        self.assertIn('its end is missing', self.rows(self.lines[:-1]).stderr)
        damaged = self.lines[6].replace('log 6', 'log 7')
        done = self.rows(self.lines[:6] + [damaged] + self.lines[7:])
        self.assertIn('line 7 is damaged: its check sum is of other words\n',
                      done.stderr)

    def test_a_line_of_somebody_elses_log(self):
        """Lines that cannot be true change nothing of it."""
        for text in ('log 5 0 00', 'log 99 ffffffe0 ' + 32 * 'ff',
                     'log 3 0 ' + 32 * 'ee', 'log 99 10 ' + 32 * 'ee',
                     '# tally log 1 size=0', '# tally log 1 size=ffffffff'):
            lines = (self.lines[:6] + [checked.line(text)] + self.lines[6:])
            self.assertEqual(self.rows(lines).stdout,
                             self.of_dump('--rows').stdout)

    def test_several(self):
        done = self.rows(self.lines * 2)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f'there are 2 logs in it, from lines 1 and '
                      f'{len(self.lines) + 1} on', done.stderr)
        for line, status in (1, 0), (len(self.lines) + 1, 0), (2, 1):
            done = self.collect(self.lines * 2, '--rows', '--at', str(line))
            self.assertEqual(done.returncode, status, done)
        self.assertIn('no log begins in line 2', done.stderr)

    def test_beside_a_proof(self):
        lines = checked.proof([('ok', 'known: x # expected 1 counted 1')])
        both = lines + self.lines
        self.assertIn('1 passed', self.collect(both).stdout)
        self.assertEqual(self.rows(both).stdout.count('sample'), 3)
        done = self.rows(lines)
        self.assertEqual(done.returncode, 1)
        self.assertIn('there is no log in it', done.stderr)


if __name__ == '__main__':
    unittest.main()
