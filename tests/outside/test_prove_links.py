# SPDX-License-Identifier: MIT
"""usage: tap.py test_prove_links.py TALLY=COMMAND FIRMWARE=FOLDER JTAG=COMMAND

Code of known counts over the servers of QEMU, of a board and of OpenOCD: what is
counted there is right, and where a server refuses, says things twice, answers
other questions or goes, or somebody presses Ctrl-C, at one packet after the
other, memory and monitor are as they were found, or it is told that they are
not.  Who looks at them is none of Tally's.

Each commit tries every k-th packet, from another one on.  EVERY=1 in the
environment tries all of them."""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import openocd_arm11
import tally_command
import test_put_back
from gdb_cutter import FAULTS, Backend, Cutter, described

TALLY = FIRMWARE = JTAG = ''
COMPILER = shutil.which('aarch64-linux-gnu-gcc')
ARM = shutil.which('arm-none-eabi-gcc')
POWER = shutil.which('powerpc-linux-gnu-gcc')
QEMU = test_put_back.QEMU
PATIENCE = test_put_back.PATIENCE
LOOP32 = """
.globl start
start:  mov r0, #1000
1:      subs r0, r0, #1
        bne 1b
        b start
"""
# Pieces of code have CR0 and CTR, which this program sets once.
LOOP_POWER = """
.globl start
start:  li 3, 0x1234
        mtctr 3
        lis 3, 0x5a5a
        mtcrf 0xff, 3
1:      addi 6, 6, 1
        b 1b
"""


def setUpModule():
    tally_command.TALLY = TALLY
    test_put_back.FIRMWARE, test_put_back.TALLY = FIRMWARE, TALLY


def assemble(folder, compiler, text, at):
    source, made = (pathlib.Path(folder, name) for name in ('a.S', 'a.elf'))
    source.write_text(text, encoding='ascii')
    subprocess.run([compiler, '-nostdlib', '-static', '-Wl,--build-id=none',
                    f'-Wl,-Ttext={at:#x},-e,start', source, '-o', made],
                   check=True)
    return made


class Presser(Cutter):
    """Sends SIGINT to the command at the packet of that number."""
    process = None

    def take(self, client, words):
        going = super().take(client, words)
        if self.fault == 'ctrl-c' and self.here() and self.process:
            self.process.send_signal(signal.SIGINT)
        return going


class Proved(test_put_back.Server):
    """What the doctor lets run is endless: its place is where it stands."""
    points = 1
    faults = (*FAULTS, 'ctrl-c')

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def session(self, number=0, fault=''):
        cutter = Presser(self.found(), number, fault, self.anew)
        with subprocess.Popen(
                [TALLY, *map(str, self.words(cutter.port))], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL) as process:
            cutter.process = process
            try:
                out, said = process.communicate(timeout=PATIENCE)
            finally:
                process.kill()
        cutter.close()
        cutter.backend.halt()
        test_put_back.drain(cutter.backend)
        return subprocess.CompletedProcess((), process.returncode, out,
                                           said), cutter

    def goes_on(self, cutter):
        """It is not at the scratch memory."""
        self.assertEqual(cutter.backend.ask(f'm{self.scratch:x},400'),
                         self.before[1])

    def ended_well(self):
        """Of one that a wrong answer led elsewhere nothing more is asked."""

    def known(self, done):
        rows = [it for it in json.loads(done.stdout)['findings']
                if it['check'] == 'known']
        self.assertEqual({it['verdict'] for it in rows}, {'pass'}, rows)
        return {it['finding'].partition(', by')[0]: it['counted']
                for it in rows}

    def behind_the_pieces(self, cutter):
        """The packet that counts the last one; what the doctor lets run then is
        test_doctor_links' to cut."""
        place = f'{self.scratch + 64:x},'.encode()
        return 20 + max(number for number, words in enumerate(cutter.asked, 1)
                        if words[1:].startswith(place))

    def loop(self):
        self.start()
        done, cutter = self.session()
        self.judge(done, cutter)
        cutter.backend.close()
        self.stop()
        found = self.known(done)
        last = self.behind_the_pieces(cutter)
        step = test_put_back.EVERY or max(1, last // self.points)
        seed = tally_command.seed()
        for i, fault in enumerate(self.faults):
            first = 1 + (seed + i * last // len(self.faults)) % step
            for number in range(first, last + 1, step):
                self.point(number, fault)
        print(f'# {type(self).__name__}: {last} packets, '
              f'{dict(self.outcome)}', flush=True)
        self.assertGreater(self.outcome['put back'], 0)
        return found


@unittest.skipUnless(QEMU and COMPILER, 'QEMU or a compiler is missing')
class Qemu(Proved):
    """Cores of QEMU's, which count instructions and software increments."""
    scratch = 0x42000000
    cpu, monitor = 'cortex-a53', 'pmuv3/cortex-a53'

    def start(self):
        self.made = assemble(self.folder, COMPILER, test_put_back.LOOP,
                             0x40080000)
        self.port = openocd_arm11.free_port()
        self.process = subprocess.Popen(
            [QEMU, '-M', 'virt', '-cpu', self.cpu, '-icount', 'shift=0',
             '-nographic', '-nic', 'none', '-kernel', self.made, '-gdb',
             f'tcp:127.0.0.1:{self.port}', '-S'], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        while True:
            try:
                Backend(self.port).close()
                return
            except OSError:
                self.assertIsNone(self.process.poll())

    stop = test_put_back.Board.stop
    snapshot = test_put_back.Qemu.snapshot

    def words(self, port):
        return ('prove', '-t', f'gdb:127.0.0.1:{port},{self.monitor},'
                f'scratch={self.scratch:#x},clock=1e6', '--json', self.made)

    def test_each_packet(self):
        found = self.loop()
        self.assertEqual(
            (found['INST_RETIRED of 32 instructions that do nothing'],
             found['INST_RETIRED of a loop of 100 turns'],
             found['SW_INCR of 5 software increments'],
             found['SW_INCR of 16 loads']), (32, 200, 5, 0))

    def test_other_cores(self):
        for self.cpu, self.monitor in (('cortex-a57', 'pmuv3/cortex-a57'),
                                       ('max', 'pmuv3')):
            self.start()
            done, cutter = self.session()
            self.judge(done, cutter)
            cutter.backend.close()
            self.stop()
            self.assertEqual(len(self.known(done)), 14)

    def test_without_memory_nothing_is_put_there(self):
        self.start()
        self.addCleanup(self.stop)
        done = tally_command.tally(
            'prove', '-t', f'gdb:127.0.0.1:{self.port},{self.monitor},'
            f'scratch={self.scratch:#x}+192,clock=1e6', '--json', self.made)
        said = ' '.join(it['finding'] for it in
                        json.loads(done.stdout)['findings'])
        self.assertRegex(said, r'code of known counts needs \d+ bytes of '
                         r'scratch=, and there are 192')


@unittest.skipUnless(ARM, 'no compiler')
class Board(Proved):
    """`tally board --gdb`, whose one connection stays."""
    anew = False
    scratch = 0x1000000

    def start(self):
        self.made = assemble(self.folder, ARM, LOOP32, 0x8000)
        self.serve('pb1176')

    def serve(self, board):
        self.process = subprocess.Popen(
            [TALLY, 'board', board, self.made, '--gdb', '0'],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r'port (\d+)',
                                  self.process.stderr.readline())[1])

    stop = test_put_back.Board.stop
    snapshot = test_put_back.Board.snapshot

    def words(self, port):
        return ('prove', '-t', f'gdb:127.0.0.1:{port},arm1176,'
                f'scratch={self.scratch:#x},access=stub,clock=1e6', '--json',
                self.made)

    def test_each_packet(self):
        found = self.loop()
        self.assertEqual((found['instr_exec of a loop of 100 turns'],
                          found['br_exec of a loop of 100 turns'],
                          found['br_exec of 16 stores']), (200, 100, 0))


@unittest.skipUnless(POWER, 'no compiler')
class PowerBoard(Board):
    """An e500v2, whose four counters can have each of the events."""
    def start(self):
        self.made = assemble(self.folder, POWER, LOOP_POWER, 0x100000)
        self.serve('mpc8548cds')

    def snapshot(self, backend):
        return ({name: backend.ask(f'p{number:x}')
                 for name, number in described(backend)
                 if name.startswith('e500v2_')},
                backend.ask(f'm{self.scratch:x},400'))

    def words(self, port):
        return ('prove', '-t', f'gdb:127.0.0.1:{port},e500v2,'
                f'scratch={self.scratch:#x},access=stub,clock=1e6', '--json',
                self.made)

    def fill(self, backend):
        """Behind the instructions that set them."""
        super().fill(backend)
        for _ in range(5):
            self.assertRegex(backend.ask('s'), '^[ST]05')

    def goes_on(self, cutter):
        super().goes_on(cutter)
        at = dict(described(cutter.backend))
        cr, ctr = (cutter.backend.ask(f'p{at[name]:x}')
                   for name in ('cr', 'ctr'))
        self.assertEqual((int(cr, 16), int(ctr, 16)), (0x5a5a0000, 0x1234))

    def test_each_packet(self):
        found = self.loop()
        self.assertEqual(len(found), 24)
        self.assertEqual(
            (found['INSTR_COMPLETED of a loop of 100 turns'],
             found['BRANCH_INSTR_COMPLETED of 8 branches not taken'],
             found['LOAD_UOPS_COMPLETED of 16 loads'],
             found['STORE_UOPS_COMPLETED of 16 stores']), (200, 8, 16, 16))


@unittest.skipUnless(openocd_arm11.OPENOCD and openocd_arm11.COMPILER,
                     'openocd is not installed')
class OpenOcd(unittest.TestCase):
    """The real OpenOCD, and behind it an ARM1176 whose core runs."""
    SIZE = 1024

    def memory(self):
        tcl = self.machine.tcl.ask
        tcl('halt 1000')
        tcl('wait_halt 1000')
        found = (tcl(f'read_memory {openocd_arm11.SCRATCH:#x} 32 '
                     f'{self.SIZE // 4}'),
                 [tcl(f'arm mrc 15 0 15 12 {n}') for n in range(4)])
        tcl('resume')
        return found

    def test_over_both_of_its_ports(self):
        with tempfile.TemporaryDirectory() as folder:
            elf = openocd_arm11.program(folder)
            self.machine = openocd_arm11.Machine(JTAG, elf)
            self.addCleanup(self.machine.close)
            before = self.memory()
            for link, port in (('gdb', self.machine.gdb),
                               ('openocd', self.machine.tcl_port)):
                done = tally_command.tally(
                    'prove', '-t', f'{link}:127.0.0.1:{port},arm1176,'
                    f'scratch={openocd_arm11.SCRATCH:#x},'
                    f'clock={openocd_arm11.CLOCK_HZ}', '--json', elf)
                with self.subTest(link=link):
                    rows = [it for it in json.loads(done.stdout)['findings']
                            if it['check'] == 'known']
                    self.assertEqual({it['verdict'] for it in rows}, {'pass'},
                                     rows)
                    self.assertEqual(len(rows), 12)
                    self.assertEqual(self.memory(), before)


if __name__ == '__main__':
    unittest.main()
