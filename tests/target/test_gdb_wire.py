# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_wire.py TALLY=COMMAND FIRMWARE=FOLDER

What comes over the wire of a debug server: through a program or a serial line,
in pieces, damaged, late, or from a server that lies."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import tty
import unittest

import gdb_liar
import tally_command
from gdb_boards import program
from gdb_core import Core
from gdb_liar import Liar, frame, plain

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120


class Line:
    """A terminal's other end, as a connection that Liar serves."""

    def __init__(self, fd):
        self.fd = fd

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def recv(self, most):
        return os.read(self.fd, most)

    def sendall(self, data):
        os.write(self.fd, data)


class Wires(unittest.TestCase):
    def stat(self, core, place):
        done = tally_command.tally(
            'stat', '-t', f'gdb:{place},arm1176,scratch=0x9000,clock=400e6',
            '--region', '0x8100..0x8200', '-e', 'cycles',
            program(FIRMWARE, 'pb1176'),
            timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        # The bridge's path may be long, and the headline is then wrapped.
        self.assertIn(f'crc32.elf on gdb:{place}, arm1176 ',
                      ' '.join(done.stdout.split()) + ' ')
        self.assertIn(' 1,234 ', done.stdout)
        self.assertEqual(core.monitor[12, 0], 0)

    def test_a_program(self):
        core = Core([0x8000, 0x8100, 0x8200])
        liar = Liar(core.answer)
        bridge = pathlib.Path(gdb_liar.__file__).with_name('gdb_bridge.py')
        self.stat(core, f'|python3 {bridge} {liar.port}')

    def test_a_serial_line(self):
        core = Core([0x8000, 0x8100, 0x8200])
        master, slave = os.openpty()
        tty.setraw(slave)
        threading.Thread(target=Liar(core.answer).serve, daemon=True,
                         args=(Line(master),)).start()
        self.stat(core, os.ttyname(slave))
        os.close(slave)


class Pieces(unittest.TestCase):
    def measure(self, answer, core, **how):
        liar = Liar(answer, **how)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=400e6', '--region', '0x8100..0x8200', '-e', 'cycles',
            program(FIRMWARE, 'pb1176'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(core.monitor[12, 0], 0)
        return done.stderr

    def test_split_at_every_byte(self):
        core = Core([0x8000, 0x8100, 0x8200])
        self.measure(core.answer, core, piece=1)

    def test_merged_with_text_for_the_console(self):
        core = Core([0x8000, 0x8100, 0x8200])
        told = self.measure(lambda words: frame(b'O68690a') * 2
                            + core.answer(words)[1:], core)
        self.assertRegex(told, r'(gdb:localhost:\d+ says: hi\n){2}')

    def test_text_that_a_terminal_would_obey(self):
        """A server is a stranger: what it says is cleaned, under its name."""
        core = Core([0x8000, 0x8100, 0x8200])
        evil = b'\x1b[31mred\x07 \xff\x00 \xe2\x80\xae!\r\n'
        told = self.measure(
            lambda words: (frame(b'O' + evil.hex().encode()) if words == 'c'
                           else b'') + core.answer(words)[1:], core)
        self.assertRegex(told, r'gdb:localhost:\d+ says: '
                         r'\?\[31mred\? \?\? \?!\n')
        self.assertNotRegex(told, r'[^\n -~]')


class Liars(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()  # for what is left there
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def stat(self, answer, *words, extra='clock=400e6'):
        liar = Liar(answer)
        done = tally_command.tally(
            'stat', '-t', f'gdb:127.0.0.1:{liar.port},arm1176,scratch=0x9000,'
            f'{extra}', '--region', '0x8100..0x8200', '-e', 'cycles', *words,
            program(FIRMWARE, 'pb1176'), timeout=TIMEOUT, cwd=self.folder)
        self.assertEqual(done.stdout, '')
        # One more, if the link is lost while everything is put back.
        self.assertEqual(done.stderr.count('\n'),
                         1 + ('\ntally stat' in done.stderr), done.stderr)
        return done.returncode, done.stderr, liar

    def refused(self, text, answer, *words, **more):
        status, told, liar = self.stat(answer, *words, **more)
        self.assertEqual(status, 1, told)
        self.assertIn(text, told)
        return liar

    def test_silence(self):
        self.refused('does not answer', lambda words: b'+')

    def test_it_hangs_up_at_every_packet(self):
        for number in range(1, 30):
            count = [0]

            def answer(words, number=number, count=count):
                count[0] += 1
                return None if count[0] == number else plain()(words)
            with self.subTest(number=number):
                status, told, _ = self.stat(answer)
                self.assertEqual(status, 1)
                if 'may not do that in its state' in told:
                    break  # so many packets there are
                self.assertRegex(told, 'closed the connection|is lost')
        self.assertGreater(number, 12)

    def test_damage(self):
        self.refused('damages packets', lambda words: b'+$OK#00' * 9)

    def test_nothing_runs(self):
        for said in b'W00', b'X09', b'', b'E01':
            self.refused('nothing runs there', plain(**{'?': frame(said)}))

    def test_no_clock(self):
        self.refused('say what clock the core has', plain(),
                     extra='access=auto')

    def test_descriptions(self):
        for text, wanted in (
                (b'l<target><reg name="a"', 'is damaged'),
                (b'l<target><reg bitsize="32"/></target>',
                 'cannot be used'),
                (b'l<target xmlns:xi="x"><xi:include href="target.xml"/>'
                 b'</target>', 'includes too much')):
            self.refused(wanted, plain(qXfer=frame(text)))

    def test_registers_and_memory(self):
        self.refused('does not let register r0 be read', plain(p=frame(b'E01')))
        self.refused('does not let register cpsr be written',
                     plain(P=frame(b'E01')))
        self.refused('no memory can be read at 0x9000', plain(m=frame(b'E01')))
        self.refused('no memory can be written at 0x93f8',
                     plain(M=frame(b'E01')))

    def test_what_is_an_error_and_what_are_digits(self):
        for said in b'0', b'E.no', b'E01', b'xxxxxxxx':
            self.refused('does not let register r0 be read',
                         plain(p=frame(said)))
        self.refused('ended at 0x8000e0', plain(p=frame(b'E0008000')))

    def test_no_breakpoints(self):
        liar = Liar(plain(Z=frame(b'')))
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},l2c310=0x9000,clock=1e6',
            '--region', '0x8100..0x8200', '-e', 'DRREQ',
            program(FIRMWARE, 'pb1176'),
            timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1)
        self.assertIn('no breakpoint can be set at 0x8100', done.stderr)

    def test_a_breakpoint_that_stays(self):
        liar = Liar(plain(z=frame(b'E01')))
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},l2c310=0x9000,clock=1e6',
            '--region', '0x8100..0x8200', '-e', 'DRREQ',
            program(FIRMWARE, 'pb1176'),
            timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1)
        self.assertIn('refused to take the breakpoint at 0x8100 away',
                      done.stderr)

    def test_a_stub_that_goes_astray(self):
        liar = self.refused('the core may not do that in its state', plain())
        # All that it changed is put back: r0 to r3, pc and the memory.
        written = [words for words in liar.asked
                   if words.startswith(('P', 'M'))]
        last = written[-9:]
        for reg in '19', '0', '1', '2', '3', 'f':
            self.assertIn(f'P{reg}=00800000', last)
        self.assertTrue(last[-3].startswith('M9000,1f0:c0000041'), last)
        self.assertEqual(sum(int(words.split(',')[1].split(':')[0], 16)
                             for words in last[-3:]), 1024)

    def test_run_length(self):
        """"80*"" is 80 and five noughts more: 29 is taken off the count."""
        short = frame(b'00800*"')
        self.refused('ended at 0x8000: the core may not do that in its state',
                     plain(p=short))

    def test_a_monitor_in_memory(self):
        """An L220 in a memory that the test keeps; between the two
        breakpoints its second counter moves by 1234."""
        memory, places = {0x10003: 0x41, 0x10000: 2 << 6}, [
            0x8000, 0x8100, 0x8200]

        def answer(words):
            head = words[1:].split(':')[0].split(',')
            if words[0] == 'm':
                return frame(b''.join(
                    b'%02x' % memory.get(int(head[0], 16) + i, 0)
                    for i in range(int(head[1], 16))))
            if words[0] == 'M':
                for i, byte in enumerate(bytes.fromhex(words.split(':')[1])):
                    memory[int(head[0], 16) + i] = byte
            if words == 'c':
                places.pop(0)
                if places[0] == 0x8200:
                    for at in 0x1020c, 0x10210:  # EVR1, EVR0
                        for i, byte in enumerate((1234).to_bytes(4, 'little')):
                            memory[at + i] = byte
            if words[0] == 'p':
                return frame(places[0].to_bytes(4, 'little').hex().encode())
            return plain()(words)
        liar = Liar(answer)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},l220=0x10000,clock=1e6',
            '--region', '0x8100..0x8200', '-e', 'DRREQ', '--json',
            program(FIRMWARE, 'pb1176'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr + str(liar.asked))
        document = json.loads(done.stdout)
        self.assertEqual(document['events'][0]['count'], 1234)
        self.assertFalse(document['simulated'])
        # Breakpoints are gone, and the core goes on.
        self.assertEqual(
            sum(words.startswith('Z') for words in liar.asked),
            sum(words.startswith('z') for words in liar.asked))
        self.assertEqual(liar.asked[-1], 'D')

    def test_interrupted(self):
        """Ctrl-C while the program runs: it is stopped, breakpoints are taken
        away, the monitor is put back, and the core goes on."""
        liar = Liar(plain(c=b'+'))
        process = subprocess.Popen(
            [TALLY, 'stat', '-t', f'gdb::{liar.port},l2c310=0x9000,'
             'clock=1e6', '--region', '0x8100..0x8200', '-e', 'DRREQ',
             str(program(FIRMWARE, 'pb1176'))], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        liar.running.wait(TIMEOUT)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual((process.returncode, out), (1, ''), err)
        self.assertIn('interrupted', err)
        after = liar.asked[liar.asked.index('c') + 1:]
        self.assertTrue(any(words.startswith('z') for words in after), after)
        self.assertTrue(any(words.startswith('M') for words in after), after)
        self.assertEqual(after[-1], 'D')

    def test_whole_program(self):
        liar = Liar(plain())
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=1e9', '-e', 'cycles', program(FIRMWARE, 'pb1176'),
            timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1)
        self.assertIn('name a function, --region SYMBOL', done.stderr)
