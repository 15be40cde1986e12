# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_lost.py TALLY=COMMAND FIRMWARE=FOLDER

The link to a debug server is lost at each packet of a measurement: if it can be
connected again, everything is as before, and if not, a file has what it
takes."""
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest
import unittest.mock

import tally_command
from gdb_core import NOP, Core
from gdb_liar import Liar, frame
from openocd_liar import OpenOcd, Tcl

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120


def setUpModule():
    tally_command.TALLY = TALLY


class Lost(unittest.TestCase):
    """The link is lost at one packet after the other."""
    region = '--region', '0x8100..0x8200'
    counts = ' 1,234 '

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        state = unittest.mock.patch.dict(
            os.environ, {'XDG_STATE_HOME': str(self.folder / 'state')})
        state.start()
        self.addCleanup(state.stop)

    scheme, server = 'gdb', Liar
    late = False  # what nobody hears of has been carried out
    register = r'(?m)^set \$(\w+) = (\w+)$'
    byte = r'(?m)^set \{unsigned char\}(\w+) = (\w+)$'

    def there(self, core):
        return core

    def measure(self, number, times, **how):
        core = Core([0x8000, 0x8100, 0x8200])
        core.memory = {at: at % 251 for at in core.scratch}
        for addr in 0x8100, 0x8200:
            core.store(addr, NOP)
        core.reg.update({0: 11, 1: 22, 2: 33, 3: 44})
        before = (dict(core.memory), dict(core.reg), dict(core.monitor))
        count = [0]

        def answer(words):
            count[0] += 1
            if count[0] != number or self.late:
                said = there.answer(words)
            return None if count[0] == number else said
        there = self.there(core)
        liar = self.server(answer, times, **how)
        done = tally_command.tally(
            'stat', '-t', f'{self.scheme}:127.0.0.1:{liar.port},arm1176,'
            'scratch=0x9000,clock=400e6,access=stub', *self.region, '-e',
            'cycles,instr_exec',
            pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf'), timeout=TIMEOUT,
            cwd=self.folder)
        return done, core, before, liar

    def packets(self):
        liar = self.measure(0, 1)[3]
        # The last one, with which it lets go, is nobody's loss.
        return range(1, len(liar.asked))

    def failed(self, done):
        """Or it is measured, and all that is left is to put things back."""
        if done.stdout:
            self.assertEqual(done.stdout.count(self.counts), 2)
            self.assertEqual(done.returncode,
                             'not all could be put back' in done.stderr)
            return
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertRegex(done.stderr, 'closed the connection|is lost')

    def as_found(self, core, before):
        # But for what is below the stack pointer.
        self.assertEqual({at: byte for at, byte in core.memory.items()
                          if at in before[0] or at >= core.reg[13]}, before[0])
        self.assertIn(core.reg.pop(15), core.places)
        before[1].pop(15)
        self.assertEqual(core.reg, before[1])
        self.assertEqual(core.monitor, before[2])

    def test_connected_again(self):
        told = 0
        for number in self.packets():
            with self.subTest(number=number):
                done, core, before, _ = self.measure(number, 2)
                self.failed(done)
                self.as_found(core, before)
                self.assertEqual(core.breaks, set())
                self.assertNotIn('not all could be put back', done.stderr)
                told += 'put back, and read back as it was found' \
                    in done.stderr
        self.assertGreater(told, 10)
        self.assertEqual(list(self.folder.iterdir()), [])

    def carry_out(self, core, text):
        """What the debugger would do with such a file."""
        names = {'pc': 15, 'cpsr': 25, 'sp': 13, 'lr': 14}
        for name, value in re.findall(self.register, text):
            core.reg[names.get(name) or int(name[1:])] = int(value, 16)
        for addr, value in re.findall(
                self.byte, text):
            core.memory[int(addr, 16)] = int(value, 16)
        for addr, value in re.findall(
                r'(?m)^set \{unsigned int\}(\w+) = (\w+)$', text):
            core.memory.update(enumerate(
                int(value, 16).to_bytes(4, 'little'), int(addr, 16)))
        for op2, value in re.findall(
                r'(?m)^(?:monitor )?arm mcr 15 0 15 12 (\d) (\w+)$', text):
            core.monitor[12, int(op2)] = int(value, 16)

    def is_within(self, core, text):
        """Where it is in what is left there, only a reset helps."""
        del core, text
        return False

    def test_what_is_left_is_in_a_file(self):
        files = 0
        for number in self.packets():
            with self.subTest(number=number):
                done, core, before, _ = self.measure(number, 1)
                self.failed(done)
                found = re.search(r'what is left there is in (\S+)\n',
                                  done.stderr)
                if found:
                    text = pathlib.Path(found[1]).read_text()
                    self.assertEqual(done.returncode, 1)
                    if self.is_within(core, text):
                        continue
                    self.carry_out(core, text)
                    files += 1
                self.as_found(core, before)
        self.assertGreater(files, 10)


class LostInside(Lost):
    """With instructions that stay there; they carry out the region's first
    one, which is counted as the region's."""
    region = '--region', '0x8100', '--inside'
    counts = ' 1,235 '

    def is_within(self, core, text):
        found = re.search(r'returns by way of 0x(\w+) in scratch=', text)
        return found and core.reg[14] == int(found[1], 16)


class InMemory:
    """A server that has breakpoints in memory alone, and knows what was there
    until it is started again: that it is for each who connects."""

    def __init__(self, core):
        self.core, self.known = core, {}

    def put(self, kind, addr):
        """False: it knows of none there."""
        if kind == 'Z0':
            self.known.setdefault(addr, self.core.word(addr))
        elif addr not in self.known:
            return False
        self.core.store(addr, 0xe1200070 if kind == 'Z0' else
                        self.known.pop(addr))  # bkpt
        return True

    def answer(self, words):
        kind, addr, _ = (words + ',,').split(',')[0:3]
        if words.startswith('qSupported'):
            self.known = {}
        if kind == 'Z1':
            return frame(b'')
        if kind in ('Z0', 'z0') and int(addr, 16) not in self.core.scratch:
            if not self.put(kind, int(addr, 16)):
                return frame(b'E22')
        return self.core.answer(words)


class LostInMemory(Lost):
    def there(self, core):
        return InMemory(core)


class LostInMemoryLate(LostInMemory):
    late = True


class LostOpenOcd(Lost):
    """The same of OpenOCD's Tcl port, whose breakpoints stay."""

    scheme, server = 'openocd', Tcl
    register = r'(?m)^set_reg \{(\w+) (\w+)\}$'
    byte = r'(?m)^mwb (\w+) (\w+)$'

    def there(self, core):
        return OpenOcd(core)

    def test_a_core_that_does_not_stop(self):
        """Ctrl-C, and OpenOCD cannot halt it: given up after a while, and
        what is left there is in a file, beside one of an earlier loss."""
        core = Core([0x8000, 0x8100, 0x8200])
        there = OpenOcd(core)
        there.endless = there.unstoppable = True
        liar = Tcl(there.answer, 2)
        older = self.folder / 'state/tally' / f'left-localhost-{liar.port}.tcl'
        older.parent.mkdir(parents=True)
        older.write_text('older')
        with subprocess.Popen(
                [TALLY, 'stat', '-t', f'openocd::{liar.port},arm1176,'
                 'access=mrc,clock=400e6', '--region', '0x8100..0x8200', '-e',
                 'cycles', pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf')],
                cwd=self.folder, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True) as process:
            liar.running.wait(TIMEOUT)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual((process.returncode, out), (1, ''), err)
        self.assertEqual(older.read_text(), 'older')
        newer = older.with_stem(f'{older.stem}-2')
        self.assertIn(f'what is left there is in {newer}', err)
        self.assertIn('# a breakpoint by hardware at 0x8100',
                      newer.read_text())


class StepWithoutEnd(unittest.TestCase):
    """Off a breakpoint it is one instruction: a server that does not tell of
    its end is not waited for."""

    def stat(self, target):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        done = tally_command.tally(
            'stat', '-t', target, '--region', '0x8100..0x8200', '-e', 'cycles',
            pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf'), timeout=TIMEOUT,
            cwd=folder.name)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        return done.stderr

    def test_gdb(self):
        core = Core([0x8000, 0x8100, 0x8200])
        before = dict(core.monitor)
        liar = Liar(lambda words: b'+' if words == 's' else core.answer(words),
                    times=2)
        self.assertRegex(
            self.stat(f'gdb::{liar.port},arm1176,scratch=0x9000,clock=400e6'),
            '(?s)does not answer\n.* was put back, and read back')
        self.assertEqual((core.breaks, core.monitor), (set(), before))
        self.assertEqual(liar.asked[-1], 'D')

    def test_openocd(self):
        core = Core([0x8000, 0x8100, 0x8200])
        there = OpenOcd(core)

        def runs_on():
            there.state, there.left = 'running', -1
            return ''
        there.step = runs_on
        liar = Tcl(there.answer)
        said = self.stat(f'openocd::{liar.port},arm1176,access=mrc,clock=400e6')
        self.assertRegex(said, '(?s)the core was told to stop, and runs on '
                         'after .*; what is left there is in ')


if __name__ == '__main__':
    unittest.main()
