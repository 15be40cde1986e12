# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_openocd.py TALLY=COMMAND FIRMWARE=FOLDER

The real OpenOCD with its dummy adapter, behind which there is no chip: what
Tally has it do is understood, its status is told by `catch` alone, and its GDB
server's refusal is told."""
import json
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
"""
# What its commands do where there is a core: an ARM1176 that stands at 0x8000
# and comes to one place after the other, with 1234 cycles in between.
CORE = r"""
set places {0x8100 0x8200}
set state halted
array set regs {cpsr 0x13 pc 0x8000 lr_svc 0x8200 sp_svc 0x20000}
array set monitor {{15 12 0} 0 {15 12 1} 0 {15 12 2} 0 {15 12 3} 0}
rename target real_target
proc target {args} { return core }
proc core {what args} {
    if {$what eq "arp_poll" && $::state eq "running"} { set ::state halted }
    switch $what { curstate { return $::state } cget { return little } }
}
proc get_reg {names} {
    if {![info exists ::regs($names)]} { error "unknown register '$names'" }
    return "$names $::regs($names)"
}
rename reg real_reg
proc reg {name} { return "" }
proc set_reg {pairs} { array set ::regs $pairs; return "" }
proc read_memory {at width count} {
    set all {}
    for {set i 0} {$i < $count} {incr i} { lappend all 0x0 }
    return $all
}
proc bp {args} { return "" }
proc rbp {args} { return "" }
proc step {args} { return "" }
proc halt {args} { set ::state halted; return "" }
proc resume {args} {
    set ::state running
    if {$::monitor(15 12 0) & 1} {
        foreach at {1 2 3} { incr ::monitor(15\ 12\ $at) 1234 }
    }
    if {[llength $::places]} {
        set ::regs(pc) [lindex $::places 0]
        set ::places [lrange $::places 1 end]
    }
    return ""
}
rename arm real_arm
proc arm {what cp op crn crm op2 args} {
    set at [list $crn $crm $op2]
    if {![info exists ::monitor($at)]} { return 0x410fb767 }
    if {$what eq "mrc"} { return [format 0x%08x $::monitor($at)] }
    set value [lindex $args 0]
    if {$at eq {15 12 0}} {
        if {$value & 2} { set ::monitor(15\ 12\ 2) 0; set ::monitor(15\ 12\ 3) 0 }
        if {$value & 4} { set ::monitor(15\ 12\ 1) 0 }
        set value [expr {$value & ~6 & ~($value & 0x700)}]
    }
    set ::monitor($at) $value
    return ""
}
"""
MEMORY = r"""
jtag newtap port cpu -irlen 4
dap create port.dap -chain-position port.cpu
target create port.apb mem_ap -dap port.dap -ap-num 1 -defer-examine
targets chip.cpu
proc said.apb {what args} {
    if {$what eq "was_examined"} { return 1 }
    return [port.apb $what {*}$args]
}
"""
# As src/target/probe/command.c has it.
ASK = 'set tally_s [catch {arm mrc 15 0 15 12 0} tally_r]; set tally_s'


def setUpModule():
    tally_command.TALLY = TALLY


def free_port():
    with socket.create_server(('127.0.0.1', 0)) as one:
        return one.getsockname()[1]


class Dummy(unittest.TestCase):
    before = more = ''

    def setUp(self):
        if not OPENOCD:
            self.skipTest('openocd is not installed')
        self.gdb, self.tcl = free_port(), free_port()
        with tempfile.NamedTemporaryFile('w', delete=False) as file:
            file.write(CONFIGURATION.format(self.gdb, self.tcl)
                       + self.before + 'catch {init}\n' + self.more)
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

    def over(self, target, *words):
        self.connect(self.tcl).close()  # it has started
        return tally_command.tally(
            'stat', '-t', f'openocd:127.0.0.1:{self.tcl},arm1176,{target},'
            'clock=1e6', '--region', '0x8100..0x8200', '-e', 'cycles', *words,
            pathlib.Path(FIRMWARE, 'pb1176', 'sort.elf'))

    def test_refusal_by_its_own_commands(self):
        done = self.over('access=mrc')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('no core stands there', done.stderr)


class Port(Dummy):
    """A target of kind mem_ap that nobody has examined: of what `live` asks
    all is understood."""

    before = MEMORY
    test_refusal = test_refusal_by_its_own_commands = None
    test_status_by_catch = None

    def live(self, to):
        self.connect(self.tcl).close()  # it has started
        done = tally_command.tally(
            'stat', '-t', f'openocd:127.0.0.1:{self.tcl},cortex-a9=0x80001000,'
            f'live={to},clock=1e6', '-e', 'cycles',
            pathlib.Path(FIRMWARE, 'pb1176', 'sort.elf'))
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        return done.stderr

    def test_nobody_has_examined_it(self):
        self.assertRegex(self.live('port.apb'),
                         'OpenOCD has no examined target port.apb;')

    def test_there_is_none_of_that_name(self):
        self.assertIn('invalid command name "nowhere"', self.live('nowhere'))

    def test_it_cannot_be_read(self):
        """Of one that is said to have been examined."""
        self.assertIn('no memory can be read at 0x80001fcc; OpenOCD says: read_memory: '
                      'failed to read memory', self.live('said.apb'))


class Core(Dummy):
    """Its own Tcl, with a core that is made of it."""

    more = CORE
    test_refusal = test_refusal_by_its_own_commands = None
    test_status_by_catch = None

    def test_what_it_is_told_is_understood(self):
        done = self.over('access=mrc', '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)['events'][0]['count'], 1234)

    def test_what_fails_gives_its_reason(self):
        done = self.over('access=stub,scratch=0x9000')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('no memory can be written at 0x93f8; OpenOCD says: write_memory: '
                      'failed to write memory', done.stderr)


if __name__ == '__main__':
    unittest.main()
