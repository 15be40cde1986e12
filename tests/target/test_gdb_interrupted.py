# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_interrupted.py TALLY=COMMAND FIRMWARE=FOLDER

Whoever ends the command while a core behind a server runs or stands for it gets
the core back as it was: without breakpoints, let go, and with the monitor's
registers as they were found."""
import pathlib
import queue
import re
import signal
import subprocess
import tempfile
import unittest

import tally_command
from gdb_boards import scratch, serve_file
from gdb_recorder import Recorder
from tally_command import printed

TALLY = ''
FIRMWARE = ''  # its compiler is here

# A program that ended meanwhile would leave nothing to put back.
ENDLESS = '''
volatile unsigned turns;

__attribute__((noinline)) void region(void)
{
	for (unsigned i = 0; i < 1000; i++)
		turns++;
}

int main(void)
{
	for (;;)
		region();
}
'''


class Between(Recorder):
    """Has a signal sent once the client has said `word`."""

    def __init__(self, port, word, number):
        self.word, self.number = word, number
        self.process = queue.Queue()
        super().__init__(port)

    def passes(self, part):
        if self.word and self.word in part:
            self.word = None
            self.process.get(timeout=60).send_signal(self.number)


class Interrupted(unittest.TestCase):
    def check(self, path, verb, word, number, *words):
        board, port = serve_file('pb1176', path)
        self.addCleanup(board.communicate)
        self.addCleanup(board.kill)
        between = Between(port, word, number)
        spec = (f'gdb::{between.port},arm1176,clock=200e6,'
                f'scratch={scratch(path, 0x600000):#x}')
        with subprocess.Popen([TALLY, verb, '-t', spec, *words, path],
                              text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as command:
            between.process.put(command)
            out, said = command.communicate(timeout=60)
        self.assertEqual((command.returncode, out), (1, ''), said)
        self.assertRegex(said, f'^tally {verb}: interrupted')
        self.assertIsNone(between.word)
        asked = b''.join(part for who, part in between.said if who == '>')
        points = [(kind == b'Z', where) for kind, where in
                  re.findall(rb'\$([Zz])(\d,[0-9a-f]+,\d)#', asked)]
        self.assertEqual(sorted(where for put, where in points if put),
                         sorted(where for put, where in points if not put))
        self.assertRegex(asked, rb'\$D(;\d+)?#..\+?$')

    def test_each(self):
        tally_command.TALLY = TALLY
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name, 'endless.elf')
        path.with_suffix('.c').write_text(ENDLESS)
        printed('board', 'pb1176', '--run', '--cc', path.with_suffix('.c'),
                '-O1', '-o', path)
        for verb, word, number, words in (
                ('doctor', b'$c#', signal.SIGINT, ()),
                ('collect', b'$c#', signal.SIGTERM, ('--until', 'exit')),
                ('stat', b'$Z', signal.SIGINT, ('--region', 'region')),
                ('stat', b'$Z', signal.SIGHUP, ('--region', 'region'))):
            with self.subTest(verb=verb, word=word, signal=number.name):
                self.check(path, verb, word, number, *words)


if __name__ == '__main__':
    unittest.main()
