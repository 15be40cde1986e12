#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Programs that never stop talking, buses that never answer, readers that do
not read and people who lose patience: each run ends by itself, soon, and is
called what it is.

(Variables: TALLY, the command; FIRMWARE, the folder of the guest programs.)"""
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

TALLY = ''
FIRMWARE = ''
CROSS = 'arm-none-eabi-'
MIB = 1 << 20
# Each call of SYS_WRITE0 says a MiB, so no slice of a run is ever over.
FLOOD = '''
.global _start
_start: mov r0, #4
        ldr r1, =text
        svc 0x123456
        b _start
        .ltorg
text:   .fill 1048575, 1, 'x'
        .byte 0
'''
ENDLESS = '''
.global _start
_start: b _start
'''


class Endurance(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.flood = cls.build('flood', FLOOD)
        cls.endless = cls.build('endless', ENDLESS)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def build(cls, name, text):
        path = os.path.join(cls.folder, name)
        with open(path + '.s', 'w', encoding='ascii') as file:
            file.write('.arm\n' + text)
        subprocess.run([CROSS + 'as', '-march=armv5te', path + '.s', '-o',
                        path + '.o'], check=True)
        subprocess.run([CROSS + 'ld', '-Ttext=0x8000', path + '.o', '-o',
                        path + '.elf'], check=True)
        return path + '.elf'

    def start(self, *words, **streams):
        p = subprocess.Popen([TALLY, *words], stdin=subprocess.DEVNULL,
                             **{'stdout': subprocess.PIPE,
                                'stderr': subprocess.PIPE, **streams})
        self.addCleanup(p.kill)
        return p

    def end(self, p):
        """What nobody has read yet, once it is over."""
        p.wait(60)
        out, err = p.communicate()
        return (out or b'').decode(), (err or b'').decode()

    def run_it(self, *words, **streams):
        p = self.start(*words, **streams)
        out, err = p.communicate(timeout=60)
        return p.returncode, out, (err or b'').decode(errors='replace')

    def ways(self, program, *options):
        yield ['board', 'pb1176', program, *options]
        yield ['board', 'versatile', program, *options]
        yield ['stat', '-t', 'board:pb1176', '-M', 'cpi', *options, program]

    def test_a_lot_is_cut_off(self):
        """At the default, and at another limit; a word more fails, a word
        less does not."""
        for words in self.ways(self.flood, '--max-console', '2'):
            with self.subTest(words[:3]):
                status, out, err = self.run_it(*words)
                self.assertEqual(status, 1)
                console = out.decode() if words[0] == 'board' else err
                self.assertEqual(console.count('x' * 4096), 2 * MIB // 4096)
                self.assertIn('said more than 2,097,152 bytes on its console; '
                              'allow more with --max-console', err)
        out = os.path.join(self.folder, 'console')
        with open(out, 'wb') as file:
            status, _, err = self.run_it('board', 'pb1176', self.flood,
                                         stdout=file)
        self.assertEqual(os.path.getsize(out), 64 * MIB)
        self.assertIn('more than 67,108,864 bytes', err)

    def test_time_while_it_talks(self):
        for words in self.ways(self.flood, '--max-console', '1048576',
                               '--timeout', '0.3'):
            with self.subTest(words[:3]):
                status, _, err = self.run_it(*words,
                                             stdout=subprocess.DEVNULL)
                self.assertEqual(status, 1)
                self.assertIn('still running after 0.3 s', err[-300:])

    def test_a_slow_reader_is_told(self):
        """Nothing is taken before the time is over; then all is."""
        p = self.start('stat', '-t', 'board:pb1176', '-M', 'cpi',
                       '--timeout', '0.3', self.flood)
        time.sleep(0.8)
        _, err = p.communicate(timeout=60)
        self.assertEqual(p.returncode, 1)
        self.assertIn(b'still running after 0.3 s', err[-300:])

    def test_a_bus_that_never_answers(self):
        for layer in 'armd:retry', 'armd:retry,from=0x8000':
            for words in (
                    ['board', 'versatile', self.flood],
                    ['stat', '-t', 'board:versatile', self.flood]):
                words += ['--inject', layer + ',every=1', '--timeout', '0.3']
                with self.subTest(words=words[0], layer=layer):
                    status, _, err = self.run_it(*words)
                    self.assertEqual(status, 1)
                    self.assertIn('still running after 0.3 s', err)

    def test_nobody_reads(self):
        """The clock runs on, and what can be said is said."""
        p = self.start('board', 'pb1176', self.flood, '--timeout', '0.5')
        out, err = self.end(p)
        self.assertEqual(p.returncode, 1)
        self.assertEqual(set(out), {'x'})
        self.assertIn('still running after 0.5 s', err)
        p = self.start('stat', '-t', 'board:pb1176', '-M', 'cpi', '--timeout',
                       '0.5', self.flood)
        out, err = self.end(p)
        self.assertEqual((p.returncode, out), (1, ''))
        self.assertEqual(set(err), {'x'})
        p = self.start('board', 'pb1176', '--json', '--timeout', '0.5',
                       self.flood)
        out, err = self.end(p)
        self.assertEqual(p.returncode, 1)
        self.assertIn('"ended": "timeout"', out)
        self.assertEqual(set(err), {'x'})

    def test_told_to_end(self):
        """By Ctrl-C or by SIGTERM: a sentence, while it is quiet and while
        nobody reads."""
        for number in signal.SIGINT, signal.SIGTERM:
            for program in self.endless, self.flood:
                for words in (['board', 'pb1176', program],
                              ['stat', '-t', 'board:pb1176', '--quiet-program',
                               program]):
                    with self.subTest(number=number, program=program,
                                      words=words[0]):
                        p = self.start(*words, '--max-console', '1048576')
                        self.wait_for_handler(p, number)
                        p.send_signal(number)
                        _, err = self.end(p)
                        self.assertEqual(p.returncode, 1)
                        self.assertIn('interrupted', err)

    def wait_for_handler(self, p, number):
        """Until the signal would be caught."""
        caught = 0
        while not caught >> (number - 1) & 1:
            self.assertIsNone(p.poll())
            with open(f'/proc/{p.pid}/status', encoding='ascii') as file:
                for line in file:
                    if line.startswith('SigCgt:'):
                        caught = int(line.split()[1], 16)
