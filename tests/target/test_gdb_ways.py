# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_ways.py TALLY=COMMAND FIRMWARE=FOLDER

How the registers of a core behind a debug server are reached: by a stub, by
commands of the server, or as the server offers them.  The core pretends."""
import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import tally_command
from gdb_boards import program
from gdb_core import MIDR, Core
from gdb_liar import Liar, frame

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120


class Stubs(unittest.TestCase):
    """The instructions of stubs, carried out by somebody else's words."""

    def stat(self, core, *words):
        liar = Liar(core.answer)
        return tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=400e6', '--region', '0x8100..0x8200', *words,
            program(FIRMWARE, 'pb1176'), timeout=TIMEOUT)

    def core(self):
        return Core([0x8000, 0x8100, 0x8200])

    def test_counts_and_leaves_nothing(self):
        core = self.core()
        core.memory = {at: at % 251 for at in core.scratch}
        before = dict(core.memory), dict(core.reg), dict(core.monitor)
        done = self.stat(core, '-e', 'cycles,instr_exec', '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        # Less what an empty window has, to the unit.
        self.assertEqual([event['count'] for event in
                          json.loads(done.stdout)['events']], [1234, 1234])
        self.assertEqual(core.memory, before[0])
        self.assertEqual({n: value for n, value in core.reg.items() if value},
                         {**before[1], 15: 0x8200})
        self.assertEqual(core.monitor, before[2])
        self.assertEqual(core.breaks, set())

    def test_the_program_ends(self):
        """And its server with it: nothing is left there."""
        core, ended = self.core(), []

        def answer(words):
            if ended:
                return None
            if words == 'c' and core.get(15) not in core.scratch:
                ended.append(words)
                return frame(b'W00')
            return core.answer(words)
        liar = Liar(answer)
        with tempfile.TemporaryDirectory() as folder:
            done = tally_command.tally(
                'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
                'clock=400e6', '--region', '0x8100..0x8200', '-e', 'cycles',
                program(FIRMWARE, 'pb1176'), timeout=TIMEOUT, cwd=folder)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('the program ended before a call of', done.stderr)

    def test_one_for_a_script(self):
        """Of the program's own window: what the caches are like and the
        start; what is counted and the stop, what the caches are like and what
        is counted again, and all put back."""
        core = self.core()
        self.stat(core, '-e', 'cycles,instr_exec')
        self.assertEqual(core.so_far[1] - core.so_far[0], 2)
        self.assertLessEqual(core.stubs - core.so_far[1], 6)

    def test_thumb(self):
        """Kinds of breakpoints: by the state where the core stands, by the
        link, and by the first half of the instruction."""
        entry = int(re.search(r'([0-9a-f]+) +\d+ FUNC .* crc32$', subprocess.run(
            ['readelf', '-sW', str(program(FIRMWARE, 'pb1176'))], check=True,
            capture_output=True, text=True).stdout, re.M)[1], 16)
        for cpsr, link, half, wanted in (
                (0x13, 0x8200, 0xe3a0, (4, 4)), (0x33, 0x8201, 0x4770, (2, 2)),
                (0x33, 0x8200, 0xf7ff, (3, 4)), (0x13, 0x8203, 0xe800, (4, 3))):
            core = Core([0x8000, entry, link & ~1])
            core.reg.update({25: cpsr, 14: link})
            for at in entry, link & ~1:
                core.memory.update({at: half & 255, at + 1: half >> 8})
            liar = Liar(core.answer)
            done = tally_command.tally(
                'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
                'clock=400e6', '--region', 'crc32', '-e', 'cycles',
                program(FIRMWARE, 'pb1176'))
            self.assertEqual(done.returncode, 0, done.stderr)
            for kind in 'Zz':
                self.assertEqual({words[3:] for words in liar.asked
                                  if words.startswith(kind + '1')},
                                 {f'{entry:x},{wanted[0]}',
                                  f'{link & ~1:x},{wanted[1]}'})

    def test_a_dead_monitor(self):
        core = self.core()
        core.dead = True
        done = self.stat(core, '-e', 'cycles')
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r'0x[0-9a-f]+ was written to PMNC, and '
                         '0x0 reads back: nothing is behind that register')

    def test_stale_caches(self):
        for which, wanted in (('icache', 'its instruction cache has older'),
                              ('dcache', 'a data cache is between them')):
            core = self.core()
            setattr(core, which, {})
            done = self.stat(core, '-e', 'cycles')
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn(wanted, done.stderr)

    def test_little_memory(self):
        """The same counts by more stubs."""
        core = self.core()
        core.scratch = range(0x9003, 0x9003 + 200)
        liar = Liar(core.answer)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9003+200,'
            'clock=400e6', '--region', '0x8100..0x8200', '-e',
            'cycles,instr_exec', '--json', program(FIRMWARE, 'pb1176'))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([event['count'] for event in
                          json.loads(done.stdout)['events']], [1234, 1234])
        self.assertTrue(all(at in core.scratch for at in core.memory))


class Commands(unittest.TestCase):
    """OpenOCD's own, without scratch memory."""

    def stat(self, core, *words):
        return tally_command.tally(
            'stat', '-t', f'gdb::{Liar(core.answer).port},arm1176,access=mrc,'
            'clock=400e6', '--region', '0x8100..0x8200', '-e',
            'cycles,instr_exec', *words, program(FIRMWARE, 'pb1176'),
            timeout=TIMEOUT)

    def test_counts(self):
        core = Core([0x8000, 0x8100, 0x8200])
        done = self.stat(core, '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([event['count'] for event in
                          json.loads(done.stdout)['events']], [1234, 1234])
        self.assertEqual((core.monitor[12, 0], core.stubs, core.memory),
                         (0, 0, {}))

    def test_a_status_that_only_catch_tells(self):
        core = Core([0x8000, 0x8100, 0x8200])
        for said, wanted in (
                ('1 \n', r'`arm mrc 15 0 0 0 0` fails: the core runs'),
                ('0 what\n', r'`arm mrc 15 0 0 0 0` says no number'),
                (None, 'the server has no commands of its own')):
            core.commands = said
            done = self.stat(core)
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertRegex(done.stderr, wanted)

    def test_a_write_that_does_nothing(self):
        core = Core([0x8000, 0x8100, 0x8200])
        core.dead = True
        self.assertIn('nothing is behind that register',
                      self.stat(core).stderr)


class Ways(unittest.TestCase):
    """Which way is taken where nobody says."""

    def stat(self, core, *words, named=',arm1176'):
        return tally_command.tally(
            'stat', '-t', f'gdb::{Liar(core.answer).port}{named},clock=400e6'
            + ''.join(words), '--region', '0x8100..0x8200', '-e',
            'cycles,instr_exec', program(FIRMWARE, 'pb1176'), timeout=TIMEOUT)

    def offering(self, kept):
        """A core whose server has the monitor's registers by name, and keeps
        what is written or answers OK and does nothing."""
        names = [row['name'] for row in json.loads(tally_command.printed(
            'list', 'registers', '-m', 'arm1176', '--json'))['registers']]
        at = {'PMNC': (12, 0), 'CCNT': (12, 1), 'PMN0': (12, 2),
              'PMN1': (12, 3), 'ACCVAL': (9, 0), 'MIDR': (0, 0)}
        names.append('MIDR')
        core = Core([0x8000, 0x8100, 0x8200])
        core.commands = None
        core.monitor[9, 0] = 0
        core.monitor[0, 0] = MIDR
        says = core.says
        number = {100 + i: at[name] for i, name in enumerate(names)}
        text = '<target>' + ''.join(
            f'<reg name="{name}" bitsize="32" regnum="{100 + i}"/>'
            for i, name in enumerate(names)) + '</target>'

        def answer(words):
            if words.startswith('qXfer:features:read:target.xml:0,'):
                return frame(b'l' + text.encode())
            if words[0] == 'p' and int(words[1:], 16) >= 100:
                return frame((core.monitor[number[int(words[1:], 16)]]
                              & 0xffffffff).to_bytes(4, 'little').hex()
                             .encode())
            if words[0] == 'P' and int(words[1:].split('=')[0], 16) >= 100:
                which, value = words[1:].split('=')
                if kept:
                    core.reg[0], old = int.from_bytes(
                        bytes.fromhex(value), 'little'), core.reg.get(0, 0)
                    crm, op2 = number[int(which, 16)]
                    core.move(0xee0f0f10 | op2 << 5 | crm)
                    core.reg[0] = old
                return frame(b'OK')
            return frame(says(words).encode())
        core.answer = answer
        return core

    def test_registers_that_keep_what_is_written(self):
        core = self.offering(True)
        before = dict(core.monitor)
        done = self.stat(core)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count(' 1,234\n'), 2, done.stdout)
        self.assertIn("registers were reached as registers of the server's\n",
                      done.stdout)
        self.assertEqual((core.monitor, core.stubs), (before, 0))

    def test_registers_that_do_not(self):
        done = self.stat(self.offering(False))
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('the server offers none that keep what is written',
                      done.stderr)
        done = self.stat(self.offering(False), ',access=registers')
        self.assertIn('the server offers no registers of arm1176 that keep '
                      'what is written', done.stderr)
        core = self.offering(False)
        done = self.stat(core, ',scratch=0x9000')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('reached by instructions of the core\n', done.stdout)

    def test_a_core_that_is_not_named(self):
        """It tells itself, by a register of the server's or a command, and
        counts as when it is named; or why it does not."""
        for make in lambda: self.offering(True), self.three:
            with self.subTest(make=make):
                named, asked = self.stat(make()), self.stat(make(), named='')
                self.assertEqual(asked.returncode, 0, asked.stderr)
                self.assertEqual(self.without_port(asked),
                                 self.without_port(named))
        strange = self.offering(True)
        strange.monitor[0, 0] = 0x410f1230
        silent = self.three()
        silent.commands = None
        for core, why in ((strange, 'MIDR 0x410f1230 is no core'),
                          (silent, 'the server offers no register MIDR')):
            done = self.stat(core, named='')
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn('say which monitors are there', done.stderr)
            self.assertIn('the core itself does not tell: ' + why, done.stderr)

    def three(self):
        return Core([0x8000, 0x8100, 0x8200])

    def without_port(self, done):
        """What is equal between two runs: not its port, nor how long it took."""
        return re.sub(r'\d+\.\d s$', 'T s', re.sub(
            r'gdb:localhost:\d+', 'gdb:PORT', done.stdout), flags=re.M)

    def test_commands(self):
        done = self.stat(Core([0x8000, 0x8100, 0x8200]))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("reached by `arm mrc` and `arm mcr` of OpenOCD's\n",
                      done.stdout)
        core = Core([0x8000, 0x8100, 0x8200])
        core.dead = True  # what is written is lost
        done = self.stat(core)
        self.assertIn('say where 1024 bytes of memory are', done.stderr)
