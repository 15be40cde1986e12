# SPDX-License-Identifier: MIT
"""usage: tap.py test_doctor_links.py TALLY=COMMAND FIRMWARE=FOLDER JTAG=COMMAND

The doctor's checks of the monitor's control over the servers of a board, of
QEMU and of OpenOCD: they pass there, and who ends the command within a window
of theirs finds the monitor's registers as they were.  Who looks at these is
none of Tally's.

Each commit tries every other window, from the first or the second on.  EVERY=1
in the environment tries all of them."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import openocd_arm11
import spoilt_files
import tally_command
from gdb_boards import serve_file
from gdb_cutter import Backend, Cutter, described

TALLY = FIRMWARE = JTAG = ''
COMPILER = shutil.which('aarch64-linux-gnu-gcc')
QEMU = shutil.which('qemu-system-aarch64')
PATIENCE = 60
EVERY = int(os.environ.get('EVERY', '0'))
CONTROL = 'start', 'stop', 'keep', 'clear', 'reset', 'divide', 'select'
# Of an emulator: it has no clock that was said, nor a model of time.
MAY_FAIL = {'clock', 'time'}
WINDOWS = 7  # at least: three, two of the divider, two of the events
WINDOW_S = 0.05  # what runs for so long is no stub; windows take twice that
# A function of 2,002 instructions, called for ever.
LOOP = """
.globl start
start:  bl work
        b start
work:   mov x0, 1000
1:      subs x0, x0, 1
        b.ne 1b
        ret
"""


def setUpModule():
    tally_command.TALLY = TALLY


class Looker(Cutter):
    """Sends SIGINT within the window of that number; 0: within none."""

    def __init__(self, backend, moment, anew):
        self.moment, self.windows, self.process = moment, 0, None
        super().__init__(backend, anew=anew)

    def take(self, client, words):
        going = super().take(client, words)
        if words == b'c':
            timer = threading.Timer(WINDOW_S, self.still, [len(self.asked)])
            timer.daemon = True
            timer.start()
        return going

    def still(self, asked):
        if not self.backend.running or len(self.asked) != asked:
            return
        self.windows += 1
        if self.windows == self.moment and self.process:
            self.process.send_signal(signal.SIGINT)


class Links(unittest.TestCase):
    anew = True

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def found(self):
        """A connection, and what somebody left there."""
        backend = Backend(self.port)
        self.fill(backend)
        return backend, self.snapshot(backend)

    def doctor(self, moment=0):
        """(exit status, output, messages, windows), and nothing has changed."""
        backend, before = self.found()
        looker = Looker(backend, moment, self.anew)
        with subprocess.Popen(
                [TALLY, 'doctor', '-t', f'gdb:127.0.0.1:{looker.port},'
                 + self.how, '--json', self.program], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            looker.process = process
            try:
                out, said = process.communicate(timeout=PATIENCE)
            finally:
                process.kill()
        looker.close()
        looker.backend.halt()
        self.assertEqual(self.snapshot(looker.backend), before, said)
        looker.backend.close()
        return process.returncode, out, said, looker.windows

    def examine(self):
        """How many windows it took."""
        self.start()
        try:
            _, out, said, windows = self.doctor()
        finally:
            self.stop()
        self.assertTrue(out, said)
        findings = json.loads(out)['findings']
        verdict = {it['check']: it['verdict'] for it in findings}
        self.assertEqual({check: verdict.get(check) for check in CONTROL},
                         dict.fromkeys(CONTROL, 'pass'), findings)
        self.assertLessEqual({it['check'] for it in findings
                              if it['verdict'] == 'fail'}, MAY_FAIL)
        return windows

    def each_window(self):
        windows = self.examine()
        self.assertGreaterEqual(windows, WINDOWS)
        step, ended = 1 if EVERY else 2, 0
        moments = range(windows - WINDOWS + 1 + tally_command.seed() % step,
                        windows + 1, step)
        for moment in moments:
            with self.subTest(moment=moment):
                self.start()
                try:
                    status, out, said, reached = self.doctor(moment)
                finally:
                    self.stop()
                if reached < moment:
                    continue  # on a busy computer a stub was taken for one
                self.assertEqual((status, out), (1, ''), said)
                self.assertRegex(said, '^tally doctor: interrupted')
                ended += 1
        self.assertGreater(ended, 0)


class Board(Links):
    """`tally board --gdb`, whose one connection stays."""
    anew = False
    how = 'arm1176,scratch=0x3000000,clock=200e6,access=registers'
    LEFT = {'pmnc': 0x0070B808, 'ccnt': 0x12345678, 'pmn0': 0x9ABC,
            'pmn1': 0xFFFFFFF0}

    def setUp(self):
        super().setUp()
        self.program = self.folder / 'endless.elf'
        self.program.write_bytes(spoilt_files.FILES['endless'])

    def start(self):
        self.process, self.port = serve_file('pb1176', self.program)

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def fill(self, backend):
        """What somebody left there."""
        number = dict(described(backend))
        for name, value in self.LEFT.items():
            self.assertEqual(backend.ask(
                f'P{number["arm1176_" + name]:x}='
                f'{value.to_bytes(4, "little").hex()}'), 'OK')

    def snapshot(self, backend):
        found = {name: backend.ask(f'p{number:x}')
                 for name, number in described(backend)
                 if name.startswith('arm1176_')}
        for name, value in self.LEFT.items():
            self.assertEqual(found['arm1176_' + name],
                             value.to_bytes(4, 'little').hex(), name)
        return found

    def test_as_registers(self):
        self.each_window()

    def test_by_stubs(self):
        self.how = self.how.replace('=registers', '=stub')
        self.each_window()


@unittest.skipUnless(QEMU and COMPILER,
                     'no qemu-system-aarch64, or no compiler for it')
class Qemu(Links):
    """QEMU's PMUv3, by stubs: of a core, and of any that there may be."""
    cpu = 'cortex-a57'

    def setUp(self):
        super().setUp()
        self.program = self.folder / 'loop.elf'
        subprocess.run(
            [COMPILER, '-nostdlib', '-static', '-no-pie',
             '-Wl,-Ttext=0x40080000', '-Wl,-e,start',
             '-Wl,-z,max-page-size=4096', '-Wl,--build-id=none', '-x',
             'assembler', '-', '-o', self.program],
            input=LOOP, text=True, check=True)

    def start(self):
        self.port = openocd_arm11.free_port()
        self.process = subprocess.Popen(
            [QEMU, '-M', 'virt', '-cpu', self.cpu, '-icount', 'shift=0',
             '-display', 'none', '-serial', 'null', '-monitor', 'none',
             '-nic', 'none', '-kernel', self.program, '-gdb',
             f'tcp:127.0.0.1:{self.port}', '-S'], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while True:  # it listens when it has started
            try:
                Backend(self.port).close()
                return
            except OSError:
                if time.monotonic() > until:
                    raise

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def fill(self, _):
        pass  # its server writes none of them

    def snapshot(self, backend):
        found = {name: backend.ask(f'p{number:x}')
                 for name, number in described(backend)
                 if re.match('PM|pm', name)}
        self.assertTrue(found)
        return found

    def test_a_core(self):
        self.how = 'pmuv3/cortex-a57,scratch=0x42000000,clock=1e9'
        self.each_window()

    def test_any_core(self):
        self.cpu = 'max'
        self.how = 'pmuv3,scratch=0x42000000,clock=1e9'
        self.examine()


@unittest.skipUnless(openocd_arm11.OPENOCD and openocd_arm11.COMPILER,
                     'openocd is not installed')
class OpenOcd(Links):
    """The real OpenOCD, and behind it an ARM1176 whose core runs."""
    LEFT = 0x0070B808, 0x12345678, 0x9ABC, 0xFFFFFFF0

    def setUp(self):
        super().setUp()
        self.program = openocd_arm11.program(self.folder)
        self.how = (f'arm1176,scratch={openocd_arm11.SCRATCH:#x},'
                    f'clock={openocd_arm11.CLOCK_HZ}')

    def start(self):
        self.machine = openocd_arm11.Machine(JTAG, self.program)
        self.port = self.machine.gdb

    def stop(self):
        self.machine.close()

    def found(self):
        """OpenOCD halts a core for who connects."""
        self.fill(None)
        before = self.snapshot(None)
        return Backend(self.port), before

    def fill(self, _):
        tcl = self.machine.tcl.ask
        tcl('halt 1000')
        for number, value in enumerate(self.LEFT):
            tcl(f'arm mcr 15 0 15 12 {number} {value}')
        tcl('resume')

    def snapshot(self, _):
        """By OpenOCD's own commands."""
        tcl = self.machine.tcl.ask
        tcl('halt 1000')
        tcl('wait_halt 1000')
        found = [int(tcl(f'arm mrc 15 0 15 12 {n}')) for n in range(4)]
        tcl('resume')
        self.assertEqual(found[1:], list(self.LEFT[1:]))
        self.assertEqual(found[0] & ~0x86, self.LEFT[0])
        return found[1:]

    def test_by_stubs(self):
        self.each_window()


if __name__ == '__main__':
    unittest.main()
