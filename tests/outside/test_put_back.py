# SPDX-License-Identifier: MIT
"""usage: tap.py test_put_back.py TALLY=COMMAND FIRMWARE=FOLDER JTAG=COMMAND

A server that refuses, says things twice, answers other questions or goes, at
one packet of a session after the other: the target is as it was found, or it is
told that it is not.  Against the servers of a board, of QEMU and of OpenOCD,
through gdb_cutter; who looks at the target is none of Tally's.

Each commit tries every k-th packet, from another one on.  EVERY=1 in the
environment tries all of them."""
import collections
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import unittest.mock

import openocd_arm11
import tally_command
from gdb_cutter import FAULTS, Backend, Cutter, described

TALLY = FIRMWARE = JTAG = ''
COMPILER = shutil.which('aarch64-linux-gnu-gcc')
QEMU = shutil.which('qemu-system-aarch64')
GDB = shutil.which('gdb-multiarch')
PATIENCE = 60
PATTERN = bytes(at % 251 for at in range(1024))
EVERY = int(os.environ.get('EVERY', '0'))
# A function of 2,002 instructions, called for ever.
LOOP = """
.globl start
start:  bl work
        b start
.type work, %function
work:   mov x0, 1000
1:      subs x0, x0, 1
        b.ne 1b
        ret
.size work, . - work
"""
TOLD = re.compile(r'not all could be put back as it was: .*?; what is left '
                  r'there is in (\S+?)(;|\n)')


def setUpModule():
    tally_command.TALLY = TALLY


def drain(backend):
    """What nobody waited for."""
    try:
        while select.select([backend.line], [], [], 0.1)[0]:
            backend.feed()
    except EOFError:
        pass
    while backend.receive() is not None:
        pass


class TclDoor(threading.Thread):
    """Before a Tcl port: shuts for good behind so many commands with a word."""

    def __init__(self, port, closes, behind):
        super().__init__(daemon=True)
        self.closes, self.behind = closes, behind
        self.server = socket.create_connection(('127.0.0.1', port))
        self.door = socket.create_server(('127.0.0.1', 0))
        self.port = self.door.getsockname()[1]
        self.start()

    def run(self):
        client, _ = self.door.accept()
        with client, self.door:
            while self.behind:
                for line in select.select([client, self.server], [], [])[0]:
                    said = line.recv(65536)
                    if not said:
                        return
                    (self.server if line is client else client).sendall(said)
                    if line is client:
                        self.behind -= self.closes in said

    def close(self):
        self.join(PATIENCE)
        self.server.close()


class Server(unittest.TestCase):
    """A target that stands at its start, behind a server; each point has its
    own."""
    points = 5  # of each fault, unless EVERY says otherwise
    anew = True

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        state = unittest.mock.patch.dict(os.environ,
                                         {'XDG_STATE_HOME': folder.name})
        state.start()
        self.addCleanup(state.stop)
        self.outcome = collections.Counter()

    def fill(self, backend):
        """Scratch memory that is not empty."""
        self.assertEqual(backend.ask(f'M{self.scratch:x},400:'
                                     + PATTERN.hex()), 'OK')

    def found(self):
        """A connection, and how the target is found by the next client."""
        backend = Backend(self.port)
        self.fill(backend)
        self.before = self.snapshot(backend)
        return backend

    def session(self, number=0, fault=''):
        """One with a fault; (what the command did, the cutter)."""
        cutter = Cutter(self.found(), number, fault, self.anew)
        done = tally_command.tally(*self.words(cutter.port), '--timeout', 30,
                                   timeout=PATIENCE)
        cutter.close()
        cutter.backend.halt()
        drain(cutter.backend)
        return done, cutter

    def judge(self, done, cutter):
        told = TOLD.search(done.stderr)
        if told:
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn('source FILE', pathlib.Path(told[1]).read_text())
            self.outcome['told'] += 1
            return
        if 'put back, and read back as it was found' in done.stderr:
            self.outcome['said'] += 1
        try:
            found = self.snapshot(cutter.backend)
        except (OSError, EOFError):
            # A wrong answer had the breakpoint set elsewhere.
            self.assertEqual(done.returncode, 1, done.stdout)
            self.ended_well()
            self.outcome['ended'] += 1
            return
        self.assertEqual(found, self.before, done.stderr)
        self.goes_on(cutter)
        self.outcome['put back'] += 1

    def ended_well(self):
        self.fail('the program has no end')

    def point(self, number, fault):
        with self.subTest(number=number, fault=fault):
            try:
                self.start()
                self.outcome['tried'] += 1
                done, cutter = self.session(number, fault)
                try:
                    self.judge(done, cutter)
                finally:
                    cutter.backend.close()
            finally:
                self.stop()

    def loop(self):
        self.start()
        done, cutter = self.session()
        cutter.backend.close()
        self.stop()
        self.assertEqual(done.returncode, 0, done.stderr)
        last = len(cutter.asked) - 1  # the last one lets go
        self.assertGreater(last, 60)
        step = EVERY or max(1, last // self.points)
        seed = tally_command.seed()
        for i, fault in enumerate(FAULTS):
            for number in range(1 + (seed + i) % step, last + 1, step):
                self.point(number, fault)
        print(f'# {type(self).__name__}: {last} packets, '
              f'{dict(self.outcome)}', flush=True)
        self.assertGreater(self.outcome['tried'], len(FAULTS) - 1)
        if EVERY == 1:
            self.assertGreater(self.outcome['put back'], 0)
            self.assertGreater(self.outcome['told'], 0)


class Board(Server):
    """`tally board --gdb`, whose one connection stays."""
    anew = False
    scratch = 0x1000000
    how = f'scratch={scratch:#x},access=stub'
    program = property(lambda self: pathlib.Path(FIRMWARE, 'pb1176',
                                                 'crc32.elf'))

    def start(self):
        self.process = subprocess.Popen(
            [TALLY, 'board', 'pb1176', self.program, '--gdb', '0'],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.port = int(re.search(r'port (\d+)',
                                  self.process.stderr.readline())[1])

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def words(self, port):
        return ('stat', '-t', f'gdb:127.0.0.1:{port},arm1176,{self.how},'
                'clock=1e6', '--region', 'crc32', '-e', 'cycles,instr_exec',
                self.program)

    def snapshot(self, backend):
        return ({name: backend.ask(f'p{number:x}')
                 for name, number in described(backend)
                 if name.startswith('arm1176_')},
                backend.ask(f'm{self.scratch:x},400'))

    def goes_on(self, cutter):
        """To its own end, with what it says there."""
        self.assertEqual(cutter.backend.ask('c'), 'W00')
        self.ended_well()

    def ended_well(self):
        out, _ = self.process.communicate(timeout=PATIENCE)
        self.assertEqual(out, self.expected)

    def test_by_stubs(self):
        self.expected = tally_command.printed('board', 'pb1176', self.program)
        self.loop()

    def test_as_registers(self):
        self.how = 'access=registers'
        self.test_by_stubs()

    def test_gdb_takes_the_file(self):
        if not GDB:
            self.skipTest('gdb-multiarch is not installed')
        self.expected = tally_command.printed('board', 'pb1176', self.program)
        self.how = 'access=registers'
        self.start()
        self.addCleanup(self.stop)
        cutter = Cutter(self.found(), 40, 'errors', self.anew)
        before = self.before
        done = tally_command.tally(*self.words(cutter.port))
        told = TOLD.search(done.stderr)
        self.assertTrue(told, done.stderr)
        self.assertNotEqual(self.snapshot(cutter.backend), before)
        cutter.number = 0
        said = subprocess.run(
            [GDB, '-nx', '-batch', '-ex', f'target remote :{cutter.port}',
             '-ex', f'source {told[1]}', '-ex', 'detach', self.program],
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
            check=False, timeout=PATIENCE)
        cutter.close()
        drain(cutter.backend)
        self.assertEqual(self.snapshot(cutter.backend), before,
                         said.stdout + said.stderr)
        self.goes_on(cutter)
        cutter.backend.close()


@unittest.skipUnless(QEMU, 'qemu-system-aarch64 is not installed')
class Qemu(Server):
    """A Cortex-A57 of QEMU's."""
    scratch = 0x42000000
    made = None
    program = property(lambda self: self.made or pathlib.Path(
        FIRMWARE, 'virt', 'sort.elf'))

    def start(self, *more):
        self.port = openocd_arm11.free_port()
        self.process = subprocess.Popen(
            [QEMU, '-M', 'virt', '-cpu', 'cortex-a57', '-icount', 'shift=0',
             '-nographic', '-nic', 'none', '-semihosting', '-kernel',
             str(self.program), '-gdb', f'tcp:127.0.0.1:{self.port}',
             *(more or ['-S'])], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        until = time.monotonic() + PATIENCE
        while True:  # it listens when it has started
            try:
                Backend(self.port).close()
                return
            except OSError:
                if time.monotonic() > until:
                    raise

    stop = Board.stop

    def words(self, port):
        return ('stat', '-t', f'gdb:127.0.0.1:{port},pmuv3/cortex-a57,'
                f'scratch={self.scratch:#x},clock=1e6', '--region',
                'work' if self.made else 'quicksort', '-e', 'INST_RETIRED',
                self.program)

    def snapshot(self, backend):
        return ({name: backend.ask(f'p{number:x}')
                 for name, number in described(backend)
                 if re.match('PM|pm', name)},
                backend.ask(f'm{self.scratch:x},400'))

    def goes_on(self, cutter):
        cutter.backend.send(b'c')
        self.ended_well()

    def ended_well(self):
        self.process.communicate(timeout=PATIENCE)
        self.assertEqual(self.process.returncode, 0)

    def test_by_stubs(self):
        self.loop()


    @unittest.skipUnless(GDB, 'gdb-multiarch is not installed')
    def test_gdb_takes_the_file(self):
        """But for the monitor, which stubs alone reach: that is told.  QEMU has
        taken the breakpoints away, and its error is explained."""
        self.start()
        self.addCleanup(self.stop)
        core = ('x0', 'x1', 'x2', 'sp', 'pc', 'cpsr')

        def snapshot(backend):
            number = dict(described(backend))
            return ({name: backend.ask(f'p{number[name]:x}') for name in core},
                    backend.ask(f'm{self.scratch:x},400'))
        self.snapshot = snapshot
        done, cutter = self.session(100, 'gone')
        told = TOLD.search(done.stderr)
        self.assertTrue(told, done.stderr)
        self.assertIn('registers of pmuv3/cortex-a57 are only comments in it',
                      done.stderr)
        self.assertNotEqual(snapshot(cutter.backend), self.before)
        cutter.backend.close()
        said = subprocess.run(
            [GDB, '-nx', '-batch', '-ex', f'target remote :{self.port}', '-ex',
             f'source {told[1]}', '-ex', 'maintenance packet m'
             f'{self.scratch:x},400', '-ex', 'info registers ' + ' '.join(core),
             self.program], capture_output=True, text=True,
            stdin=subprocess.DEVNULL, check=False, timeout=PATIENCE).stdout
        self.assertRegex(said, r'QEMU does with E22\nsending: .*\n'
                         'received: "E22"')
        self.assertIn(f'received: "{self.before[1]}"', said)
        for name in core:
            found = re.search(rf'(?m)^{name} +0x([0-9a-f]+)', said)[1]
            wanted = bytes.fromhex(self.before[0][name])
            self.assertEqual(int(found, 16), int.from_bytes(wanted, 'little'),
                             name)


@unittest.skipUnless(QEMU and COMPILER, 'QEMU or a compiler is missing')
class Cores(Server):
    """The second of two cores of QEMU's, which run for ever."""
    points = 1
    scratch = 0x41000000
    places = range(0x40080000, 0x40080100)  # of the program

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.qemu = Qemu()
        self.qemu.made = pathlib.Path(folder.name, 'cores.elf')
        subprocess.run(
            [COMPILER, '-nostdlib', '-static', '-Wl,--build-id=none',
             f'-Wl,-Ttext={self.places[0]:#x}',
             pathlib.Path(__file__).with_name('several_cores.S'), '-o',
             self.qemu.made], check=True)

    def stands(self, backend, core):
        """In the program, and not at its entry, where QEMU puts the cores that
        nobody has started?"""
        pc = dict(described(backend))['pc']
        backend.ask(f'Hg{core}')
        return int.from_bytes(bytes.fromhex(backend.ask(f'p{pc:x}')),
                              'little') in self.places[4:]

    def start(self):
        """Until the first core has started the second one."""
        self.qemu.start('-smp', '2')
        self.port = self.qemu.port
        until = time.monotonic() + PATIENCE
        while True:
            backend = Backend(self.port)
            drain(backend)  # that it has stopped
            if self.stands(backend, 2):
                break
            self.assertLess(time.monotonic(), until)
            backend.ask('D')
            backend.close()
            time.sleep(0.05)
        backend.close()

    def stop(self):
        self.qemu.stop()

    def words(self, port):
        return ('stat', '-t', f'gdb:127.0.0.1:{port},pmuv3/cortex-a57,core=2,'
                f'scratch={self.scratch:#x},clock=1e6', '--region', 'shared',
                '-e', 'cycles', self.qemu.made)

    def snapshot(self, backend):
        drain(backend)
        found = {}
        for core in 1, 2:
            backend.ask(f'Hg{core}')
            found.update({
                (core, name): backend.ask(f'p{number:x}')
                for name, number in described(backend)
                if name.startswith('PM') and 'CCNTR' not in name})
        return (found, backend.ask(f'm{self.scratch:x},400'),
                backend.ask(f'm{self.places[0]:x},{len(self.places):x}'))

    def goes_on(self, cutter):
        for core in 1, 2:
            self.assertTrue(self.stands(cutter.backend, core), core)

    def test_by_stubs(self):
        self.loop()

    def test_the_other_core_cannot_be_looked_at(self):
        """It came to a breakpoint, and is not the one that is measured.  Which
        one is the first is chance."""
        looks = []
        while len(looks) < 2:
            self.start()
            _, cutter = self.session()
            cutter.backend.close()
            self.stop()
            asked = cutter.asked
            looks += [number + 1 for number in range(1, len(asked))
                      if (asked[number - 1], asked[number]) ==
                      (b'Hg01', b'p20')][:1]
        for number in looks:
            self.point(number, 'once')


@unittest.skipUnless(openocd_arm11.OPENOCD and openocd_arm11.COMPILER,
                     'openocd is not installed')
class OpenOcd(Server):
    """The real OpenOCD, and behind it an ARM1176 whose core runs."""
    points = 1
    how = f'scratch={openocd_arm11.SCRATCH:#x}'

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = openocd_arm11.program(folder.name)
        self.work = re.search(r'([0-9a-f]+) .* work$', subprocess.run(
            ['readelf', '-sW', self.program], capture_output=True, text=True,
            check=True).stdout, re.M)[1]

    def start(self):
        self.machine = openocd_arm11.Machine(JTAG, self.program)
        self.port = self.machine.gdb

    def stop(self):
        self.machine.close()

    def words(self, port):
        return ('stat', '-t', f'gdb:127.0.0.1:{port},arm1176,{self.how},'
                f'clock={openocd_arm11.CLOCK_HZ}', '--region', 'work', '-e',
                'instr_exec', self.program)

    def snapshot(self, _):
        """By OpenOCD's own commands, and of the core at the next call."""
        tcl = self.machine.tcl.ask
        tcl('halt 1000')
        tcl('wait_halt 1000')
        found = [tcl(f'arm mrc 15 0 15 12 {n}') for n in range(4)]
        found.append(tcl(f'read_memory {openocd_arm11.SCRATCH} 32 256'))
        tcl(f'bp 0x{self.work} 4 hw')
        tcl('resume')
        tcl('wait_halt 2000')
        found += [tcl(f'get_reg -force {name}') for name in
                  ('r0', 'r1', 'r2', 'r3', 'sp', 'lr', 'pc')]
        # Whose flags the calls of work() do not agree about.
        found.append(int(tcl('get_reg -force cpsr').split()[1], 16) & 0xFF)
        tcl(f'rbp 0x{self.work}')
        return found

    def found(self):
        self.fill(None)
        self.before = self.snapshot(None)
        return Backend(self.port)

    def fill(self, _):
        for at in range(0, 1024, 4):
            self.machine.tcl.ask(f'mww {openocd_arm11.SCRATCH + at} '
                                 f'{0x1000000 + at}')

    def goes_on(self, cutter):
        pass  # which the snapshot has seen

    def test_by_stubs(self):
        self.loop()

    def test_openocd_takes_the_file(self):
        """What a command has left whose Tcl port went while a stub was in the
        memory."""
        self.start()
        self.addCleanup(self.stop)
        self.fill(None)
        before = self.snapshot(None)
        self.machine.tcl.ask('resume')
        door = TclDoor(self.machine.tcl_port, closes=b'resume', behind=3)
        self.addCleanup(door.close)
        done = tally_command.tally(
            'stat', '-t', f'openocd:127.0.0.1:{door.port},arm1176,'
            f'{self.how},clock={openocd_arm11.CLOCK_HZ}', '--region', 'work',
            '-e', 'instr_exec', self.program, timeout=PATIENCE)
        told = TOLD.search(done.stderr)
        self.assertTrue(told, done.stderr)
        self.assertEqual(done.returncode, 1)
        tcl = self.machine.tcl.ask
        tcl('halt 1000')
        memory = f'read_memory {openocd_arm11.SCRATCH} 32 256'
        filled = before[4]
        self.assertNotEqual(tcl(memory), filled)
        self.assertIn(f'mwb {openocd_arm11.SCRATCH:#x} 0x00\n',
                      pathlib.Path(told[1]).read_text())
        tcl(f'source {told[1]}')
        self.assertEqual(tcl(memory), filled)
        tcl('resume')
        self.assertEqual(self.snapshot(None), before)


@unittest.skipUnless(QEMU, 'qemu-system-aarch64 is not installed')
class Again(unittest.TestCase):
    """A machine of QEMU's that runs: its server tells each who connects of a
    stop that nobody asked for."""

    def test_ten_sessions(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        qemu = Qemu()
        qemu.made = pathlib.Path(folder.name, 'loop.elf')
        subprocess.run(
            [COMPILER, '-nostdlib', '-static', '-no-pie',
             '-Wl,-Ttext=0x40080000', '-Wl,-e,start',
             '-Wl,-z,max-page-size=4096', '-Wl,--build-id=none', '-x',
             'assembler', '-', '-o', qemu.made],
            input=LOOP, text=True, check=True)
        qemu.start('-S')
        self.addCleanup(qemu.stop)
        Backend(qemu.port).ask('D')  # from here on it runs
        for _ in range(10):
            done = tally_command.tally(*qemu.words(qemu.port),
                                       timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r'INST_RETIRED +2,002 ')
            # Who connects is told that it ran.
            backend = Backend(qemu.port)
            while (said := backend.receive()) is None:
                backend.feed()
            self.assertEqual(said[:3], b'T02')
            self.assertEqual(backend.ask('D'), 'OK')
            backend.close()


if __name__ == '__main__':
    unittest.main()
