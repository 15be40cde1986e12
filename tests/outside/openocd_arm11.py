# SPDX-License-Identifier: MIT
"""The real OpenOCD, and behind its adapter `remote_bitbang` the debug ports of
ARM11 cores that run a program (arm11/): what a probe on a board would reach."""
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).parent
OPENOCD = shutil.which('openocd')
COMPILER = shutil.which('arm-none-eabi-gcc')
CLOCK_HZ = 10_000_000
PATIENCE = 20
SCRATCH = 0x100000  # within the 16 MiB from 0 on; nobody uses it
ADAPTER = '''adapter driver remote_bitbang
remote_bitbang host 127.0.0.1
remote_bitbang port {}
gdb_port {}
tcl_port {}
telnet_port disabled
'''
ONE = 'source [find target/bcm2835.cfg]\n'
# Two cores, each with a port of its own.
TWO = '''jtag newtap chip cpu0 -irlen 5
jtag newtap chip cpu1 -irlen 5
target create chip.cpu0 arm11 -chain-position chip.cpu0
target create chip.cpu1 arm11 -chain-position chip.cpu1
targets chip.cpu0
'''


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as one:
        return one.getsockname()[1]


class Tcl:
    """A client of OpenOCD's tcl_port that is none of Tally's."""

    def __init__(self, port):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.line = socket.create_connection(('127.0.0.1', port),
                                                     PATIENCE)
                return
            except OSError:
                if time.monotonic() > until:
                    raise

    def ask(self, command):
        self.line.sendall(command.encode() + b'\x1a')
        said = b''
        while not said.endswith(b'\x1a'):
            more = self.line.recv(4096)
            if not more:
                raise EOFError(command)
            said += more
        return said[:-1].decode()

    def close(self):
        self.line.close()


def program(folder, source=HERE / 'arm11' / 'loop.S', core='arm1176jz-s'):
    """The program as an ELF file at 0x8000."""
    made = pathlib.Path(folder, source.stem + '.elf')
    subprocess.run([COMPILER, f'-mcpu={core}', '-marm', '-g', '-nostdlib',
                    '-Wl,-Ttext=0x8000', source, '-o', made], check=True)
    return made


class Machine:
    """The cores and OpenOCD, which has found and examined them.  `taps` are
    the words of arm11-jtag, `wait_us` what each answer takes; `target` is what
    OpenOCD is told behind the adapter."""

    def __init__(self, jtag, elf, taps=('arm1176',), target=ONE, wait_us=0):
        self.cores = subprocess.Popen(
            [jtag, elf, str(CLOCK_HZ), str(wait_us), *taps],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.openocd = None
        self.gdb, self.tcl_port = free_port(), free_port()
        port = int(self.cores.stdout.readline())
        with tempfile.NamedTemporaryFile('w', suffix='.cfg') as file:
            file.write(ADAPTER.format(port, self.gdb, self.tcl_port) + target)
            file.flush()
            self.log = tempfile.TemporaryFile('w+')
            self.openocd = subprocess.Popen(
                [OPENOCD, '-f', file.name], stdin=subprocess.DEVNULL,
                stdout=self.log, stderr=self.log)
            try:
                self.tcl = Tcl(self.tcl_port)
                self.tcl.ask('set started 1')
            except (OSError, EOFError):
                self.close()
                raise

    def said(self):
        """All that OpenOCD has said so far."""
        self.log.seek(0)
        return self.log.read()

    def state(self, target='[target current]'):
        """As OpenOCD sees it when it looks now."""
        return self.tcl.ask(f'{target} arp_poll; {target} curstate')

    def close(self):
        for process in (self.openocd, self.cores):
            if process:
                process.kill()
                process.wait()
        self.cores.stdout.close()
        self.log.close()


class Program(unittest.TestCase):
    """What its machines run."""
    jtag = ''  # the command arm11-jtag

    def setUp(self):
        super().setUp()
        if not OPENOCD or not COMPILER:
            self.skipTest('openocd or a compiler for its core is missing')
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.elf = program(folder.name)

    def begin(self, *how):
        """A machine, as `how` has it, until the test is over."""
        machine = Machine(self.jtag, self.elf, *how)
        self.addCleanup(machine.close)
        return machine


class Running(Program):
    """One machine."""
    taps, target, wait_us = ('arm1176',), ONE, 0

    def setUp(self):
        super().setUp()
        self.machine = self.begin(self.taps, self.target, self.wait_us)
        self.tcl = self.machine.tcl.ask

    def over(self, link, *words):
        """-t for a link, gdb or openocd."""
        port = self.machine.gdb if link == 'gdb' else self.machine.tcl_port
        return ','.join((f'{link}:127.0.0.1:{port}', *words))
