# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_openocd.py TALLY=COMMAND FIRMWARE=FOLDER

The real OpenOCD with its dummy adapter, behind which there is no chip: what
Tally has it do is understood, its status is told by `catch` alone, and its GDB
server's refusal is told."""
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

import tally_command

TALLY = ''
FIRMWARE = ''
OPENOCD = shutil.which('openocd')
PATIENCE = 20
CONFIGURATION = """
adapter driver dummy
transport select jtag
gdb_port {}
tcl_port {}
telnet_port disabled
jtag newtap chip cpu -irlen 5
target create chip.cpu arm11 -chain-position chip.cpu
init
"""
# As src/target/gdb_command.c has it.
ASK = 'set tally_s [catch {arm mrc 15 0 15 12 0} tally_r]; set tally_s'


def setUpModule():
    tally_command.TALLY = TALLY


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as one:
        return one.getsockname()[1]


class Dummy(unittest.TestCase):
    def setUp(self):
        if not OPENOCD:
            self.skipTest('openocd is not installed')
        self.gdb, self.tcl = free_port(), free_port()
        with tempfile.NamedTemporaryFile('w', delete=False) as file:
            file.write(CONFIGURATION.format(self.gdb, self.tcl))
        self.addCleanup(pathlib.Path(file.name).unlink)
        self.process = subprocess.Popen(
            [OPENOCD, '-f', file.name], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)

    def connect(self, port):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(('127.0.0.1', port), PATIENCE)
            except OSError:
                if time.monotonic() > until:
                    raise

    def test_status_by_catch(self):
        with self.connect(self.tcl) as tcl:
            tcl.sendall(ASK.encode() + b'\x1a')
            said = b''
            while not said.endswith(b'\x1a'):
                said += tcl.recv(4096)
        self.assertEqual(said, b'1\x1a')

    def test_refusal(self):
        self.connect(self.tcl).close()  # it has started
        done = tally_command.tally(
            'stat', '-t', f'gdb:127.0.0.1:{self.gdb},arm1176,access=mrc,'
            'clock=1e6', '--region', 'quicksort', '-M', 'cpi',
            pathlib.Path(FIRMWARE, 'pb1176', 'sort.elf'))
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('has closed the connection', done.stderr)


if __name__ == '__main__':
    unittest.main()
