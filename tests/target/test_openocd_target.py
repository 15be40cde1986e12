# SPDX-License-Identifier: MIT
"""usage: tap.py test_openocd_target.py TALLY=COMMAND FIRMWARE=FOLDER

`tally stat -t openocd:HOST:PORT,...`: OpenOCD's Tcl port, by somebody else's
words, with its traps."""
import json
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
from openocd_liar import OpenOcd, Tcl

TALLY = ''
FIRMWARE = ''
TIMEOUT = 60
WAYS = 'access=stub,scratch=0x9000', 'access=mrc', 'scratch=0x9000'


def setUpModule():
    tally_command.TALLY = TALLY


class Target(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        state = unittest.mock.patch.dict(os.environ,
                                         {'XDG_STATE_HOME': folder.name})
        state.start()
        self.addCleanup(state.stop)

    def core(self):
        core = Core([0x8000, 0x8100, 0x8200])
        core.memory = {at: at % 251 for at in core.scratch}
        core.reg.update({0: 11, 1: 22, 2: 33, 3: 44})
        self.before = dict(core.memory), dict(core.reg), dict(core.monitor)
        return core

    def words(self, liar, way=WAYS[0]):
        return ('stat', '-t', f'openocd::{liar.port},arm1176,{way},'
                'clock=400e6', '--region', '0x8100..0x8200', '-e',
                'cycles,instr_exec',
                pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf'))

    def stat(self, there, way=WAYS[0], *words, **how):
        liar = Tcl(there.answer, **how)
        return tally_command.tally(*self.words(liar, way), *words,
                                   timeout=TIMEOUT, cwd=self.folder), liar

    def as_found(self, core):
        self.assertEqual(core.memory, self.before[0])
        regs = {n: value for n, value in core.reg.items() if value}
        self.assertIn(regs.pop(15), core.places + [0x8200])
        self.before[1].pop(15, None)
        self.assertEqual(regs, self.before[1])
        self.assertEqual(core.monitor, self.before[2])
        self.assertEqual(core.breaks, set())
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_counts_and_leaves_nothing(self):
        for way in WAYS:
            with self.subTest(way=way):
                core = self.core()
                # Split: at each byte.
                done, liar = self.stat(OpenOcd(core), way, '--json',
                                       piece='mrc' in way)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([
                    event['count'] for event in
                    json.loads(done.stdout)['events']], [1234, 1234])
                self.assertEqual(core.stubs > 0, way != 'access=mrc')
                self.as_found(core)
                self.assertIn('resume', liar.asked[-1])

    def test_inside(self):
        """No halt before the region is over; its first instruction is carried
        out elsewhere, and counted as the region's."""
        core = self.core()
        core.memory.update(enumerate(NOP.to_bytes(4, 'little'), 0x8100))
        before = dict(core.memory)
        there = OpenOcd(core)
        liar = Tcl(there.answer)
        words = [word if word != '0x8100..0x8200' else '0x8100'
                 for word in self.words(liar)]
        done = tally_command.tally(*words, '--inside', '--json',
                                   timeout=TIMEOUT, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([event['count'] for event in
                          json.loads(done.stdout)['events']], [1235, 1235])
        # But for what is below the stack pointer.
        self.assertEqual({at: byte for at, byte in core.memory.items()
                          if at in before or at >= core.reg[13]}, before)
        self.assertEqual(core.monitor, self.before[2])
        self.assertEqual(core.breaks, set())

    def test_doctor(self):
        core = Core([0x8000] * 9)
        core.memory = {at: at % 251 for at in core.scratch}
        memory = dict(core.memory)
        there = OpenOcd(core, slow=0)
        done = tally_command.tally(
            'doctor', '-t', f'openocd::{Tcl(there.answer).port},arm1176,'
            'scratch=0x9000,clock=400e6',
            pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf'), timeout=TIMEOUT)
        self.assertRegex(done.stdout, r'way +pass ')
        self.assertRegex(done.stdout, r'hold +pass ')
        self.assertEqual(core.memory, memory)
        self.assertEqual(set(core.monitor.values()) & {1}, set())

    def test_looks_in_few_commands(self):
        """Each look is one halt, one register and one resume."""
        core = Core([0x8000])
        there = OpenOcd(core)
        there.endless = True
        liar = Tcl(there.answer)
        done = tally_command.tally(
            'record', '-t', f'openocd::{liar.port},arm1176', '-F', '200',
            '--timeout', '0.2', '--json',
            pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        sampled = json.loads(done.stdout)['sampled']
        looks = sampled['samples']
        self.assertGreater(looks, 0)
        self.assertRegex(sampled['skid'], r'It was halted [\d.]+ times a second '
                         r'of 200 wanted, and stood still for \S+ % of the '
                         r'time at most')
        for what, count in (('{halt 0}', looks + 1), ('reg ', looks),
                            ('resume}', looks + 1)):  # to come and to leave
            self.assertEqual(sum(what in line for line in liar.asked), count,
                             what)

    def test_lost(self):
        """At some commands; at each of them in a longer test."""
        count = len(self.stat(OpenOcd(self.core()))[1].asked)
        for number in range(3, count, max(count // 4, 1)):
            with self.subTest(number=number):
                self.lose(number, WAYS[0])

    def lose(self, number, way):
        core = self.core()
        there, asked = OpenOcd(core), []

        def answer(words):
            asked.append(words)
            if len(asked) != number:
                return there.answer(words)
            there.answer(words)  # it is done, and nobody hears of it
            return None
        done, _ = self.stat(type('There', (), {'answer': staticmethod(answer)}),
                            way, times=2)
        if done.returncode:
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertRegex(done.stderr, 'closed the connection|is lost')
        self.as_found(core)

    def test_interrupted(self):
        """Ctrl-C while the program runs."""
        core = self.core()
        there = OpenOcd(core)
        there.endless = True
        liar = Tcl(there.answer)
        process = subprocess.Popen(
            [TALLY, *map(str, self.words(liar, 'access=mrc'))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        liar.running.wait(TIMEOUT)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual((process.returncode, out), (1, ''), err)
        self.assertIn('interrupted', err)
        self.as_found(core)

    def test_what_is_left_is_in_a_file(self):
        core = self.core()
        there, asked = OpenOcd(core), []

        def answer(words):
            asked.append(words)
            return None if core.stubs == 3 else there.answer(words)
        done, _ = self.stat(type('There', (), {'answer': staticmethod(answer)}))
        self.assertEqual(done.returncode, 1)
        self.assertIn(f'what is left there is in {self.folder}/tally/left-localhost-',
                      done.stderr)
        text = next(self.folder.glob('tally/*')).read_text()
        for wanted in ('OpenOCD takes this file', 'set_reg {r0 0xb}\n',
                       'mwb 0x9000 0xda\n'):
            self.assertIn(wanted, text)

    def refused(self, wanted, way=WAYS[0], **ill):
        core = self.core()
        there = OpenOcd(core, **ill)
        done, _ = self.stat(there, way)
        self.assertEqual((done.returncode, done.stdout), (1, ''), done.stderr)
        self.assertIn(wanted, done.stderr)

    def test_refusals(self):
        """Each tells OpenOCD's own reason."""
        why = {'read_memory': 'read_memory: failed to read memory'}
        self.refused('no memory can be read at 0x9000; OpenOCD says: read_memory: failed',
                     **why)
        self.refused('no memory can be written at 0x93f8; OpenOCD says: no',
                     write_memory='no')
        self.refused('let register cpsr be read; OpenOCD says: the core is gone',
                     **{'reg cpsr; get_reg {cpsr}': 'the core is gone'})
        self.refused('let register cpsr be written; OpenOCD says: no', set_reg='no')
        self.refused('no breakpoint can be set at 0x8100', bp='no')
        self.refused('the core cannot be let go; OpenOCD says: no', resume='no')
        self.refused('`arm mrc 15 0 0 0 0` fails', 'access=mrc', arm='')
        self.refused('`arm mrc 15 0 0 0 0` says no number', 'access=mrc',
                     arm='0 what')
        # An access that was aborted says 0 without failing: of a write too.
        self.refused('0x0 reads back: nothing is behind that register',
                     'access=mrc', **{'arm mrc 15 0 15 12 0': '0 0x0'})

    def test_a_monitor_in_memory_that_keeps_nothing(self):
        """A write that was aborted has not failed, for OpenOCD."""
        for ill, wanted in ({}, None), ({'write_memory 0x9': '0 '}, (
                '0x0 reads back: nothing is behind that register')):
            core = self.core()
            core.memory = {0x9000: 0xc0, 0x9003: 0x41}
            liar = Tcl(OpenOcd(core, **ill).answer)
            done = tally_command.tally(
                'stat', '-t', f'openocd::{liar.port},l2c310=0x9000,clock=1e6',
                '--region', '0x8100..0x8200', '-e', 'DRREQ',
                pathlib.Path(FIRMWARE, 'pb1176', 'crc32.elf'))
            self.assertEqual(done.returncode, 1 if wanted else 0, done.stderr)
            self.assertIn(wanted or '', done.stderr)

    def test_a_group_that_stops_together(self):
        """Nothing is written before."""
        core = self.core()
        there = OpenOcd(core)
        there.group = True
        done, liar = self.stat(there)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('OpenOCD stops its core together with others',
                      done.stderr)
        self.assertFalse([line for line in liar.asked
                          if re.search('write_memory|set_reg|bp ', line)])
        self.as_found(core)

    def beside_others(self, *words, **ill):
        core = self.core()
        there = OpenOcd(core, **ill)
        there.endless = True
        there.others = 'chip.cpu1 chip.cpu2'
        done, liar = self.stat(there, WAYS[0], '--timeout', '0.2', *words)
        self.assertEqual((done.returncode, done.stdout), (1, ''), done.stderr)
        self.as_found(core)
        return done.stderr, liar

    def test_other_cores_may_run_it(self):
        said, _ = self.beside_others()
        self.assertTrue(said.endswith(
            '; if another core comes there, measure it, core=chip.cpu1, '
            'core=chip.cpu2\n'), said)

    def test_other_cores_share_the_memory(self):
        """Nothing is written where they may carry it out."""
        said, liar = self.beside_others(**{'bp 0x8100 4 hw': 'no more'})
        self.assertIn('0x8100: beside others, which one in memory would stop, '
                      'the core needs hardware breakpoints', said)
        self.assertFalse([line for line in liar.asked
                          if re.search(r'[^r]bp 0x8100 4}', line)])

    def test_inside_where_others_share_the_memory(self):
        core = self.core()
        there = OpenOcd(core)
        there.others = 'chip.cpu1'
        words = [word if word != '0x8100..0x8200' else '0x8100'
                 for word in self.words(Tcl(there.answer))]
        done = tally_command.tally(*words, '--inside', cwd=self.folder)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('--inside: another core that enters the region',
                      done.stderr)
        self.as_found(core)

    def test_a_core_that_is_not_there(self):
        there = OpenOcd(self.core())
        there.state = 'unknown'
        done, _ = self.stat(there)
        self.assertEqual(done.returncode, 1)
        self.assertIn('no core stands there', done.stderr)


if __name__ == '__main__':
    unittest.main()
