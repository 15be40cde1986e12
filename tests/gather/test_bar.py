# SPDX-License-Identifier: MIT
"""usage: tap.py test_bar.py TALLY=COMMAND FIRMWARE=FOLDER

What takes longer than two seconds says how far it is, on a terminal alone."""
import os
import pathlib
import pty
import signal
import subprocess
import tempfile
import time
import unittest

from spoilt_files import FILES

TALLY = FIRMWARE = ''
BOARD = '-t', 'board:pb1176'
VERBS = {('stat', *BOARD, '-e', 'cycles'): 'measuring',
         ('profile', *BOARD, '-e', 'cycles'): 'profiling',
         ('record', *BOARD, '-c', '10000000'): 'sampling',
         ('collect', *BOARD): 'running'}


def read(fd, least=0):
    """What comes, until it has so many bytes, or until its end."""
    text = b''
    try:
        while (more := os.read(fd, 65536)):
            text += more
            if least and len(text) >= least:
                break
    except OSError:  # the last one has closed it
        pass
    return text.decode()


class Bar(unittest.TestCase):
    """A program that never ends."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.elf = pathlib.Path(folder.name, 'endless.elf')
        self.elf.write_bytes(FILES['endless'])

    def start(self, words, stderr):
        return subprocess.Popen([TALLY, *words, self.elf], stderr=stderr,
                                stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL)

    def test_on_a_terminal(self):
        for words, doing in VERBS.items():
            with self.subTest(verb=words[0]):
                ours, theirs = pty.openpty()
                began = time.monotonic()
                with self.start(words, theirs) as process:
                    os.close(theirs)
                    first = read(ours, 20)
                    waited = time.monotonic() - began
                    process.send_signal(signal.SIGINT)
                    rest = read(ours)
                os.close(ours)
                self.assertEqual(process.returncode, 1)
                self.assertTrue(first.startswith(f'\r\033[K{doing}'), first)
                self.assertRegex(first + rest,
                                 rf'^\r\033\[K{doing}(, \d+ million '
                                 'instructions)?\r')
                self.assertGreater(waited, 1.9)
                # It is taken off before the message.
                message = (first + rest).rpartition('\r\033[K')[2]
                self.assertRegex(message, rf'^tally {words[0]}: .*interrupted')

    def test_not_into_a_pipe(self):
        started = [(words, self.start(words, subprocess.PIPE))
                   for words in VERBS]
        time.sleep(3)
        for words, process in started:
            with self.subTest(verb=words[0]), process:
                process.send_signal(signal.SIGINT)
                said = process.stderr.read().decode()
                self.assertTrue(said.startswith(f'tally {words[0]}: '), said)
                self.assertNotIn('\033', said)


if __name__ == '__main__':
    unittest.main()
