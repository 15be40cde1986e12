# SPDX-License-Identifier: MIT
"""usage: tap.py test_several_cores.py TALLY=COMMAND JTAG=COMMAND

One of several cores: QEMU's, which are threads to its server of GDB's protocol,
and those of an ARM11 behind OpenOCD.  What the others do is let pass, and
without a choice nothing is begun."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

import openocd_arm11
import tally_command
from gdb_cutter import Backend, described
from openocd_arm11 import CLOCK_HZ, SCRATCH, free_port

TALLY = JTAG = ''
HERE = pathlib.Path(__file__).parent
QEMU = shutil.which('qemu-system-aarch64')
COMPILER = shutil.which('aarch64-linux-gnu-gcc')
PATIENCE = 30
IDLE = 'does not carry out instructions'
PLACES = 0x40080000, 0x41000000  # the program, and the memory of scratch=


def setUpModule():
    tally_command.TALLY = TALLY
    openocd_arm11.Program.jtag = JTAG


class Client:
    """One of QEMU's server that is none of Tally's.  The machine runs when it
    comes and when it leaves."""

    def __init__(self, port):
        self.backend = Backend(port)
        self.wait()

    def wait(self):
        """It has stopped, as it does for who connects."""
        said = self.backend.answer()
        assert said[:1] == b'T', said

    def ask(self, said):
        answer = self.backend.ask(said)
        assert not answer.startswith('E'), (said, answer)
        return answer

    def lead(self, core, addr):
        """One core alone, to an address."""
        self.ask(f'Z1,{addr:x},4')
        self.backend.send(f'vCont;c:{core:x}'.encode())
        self.wait()
        self.ask(f'z1,{addr:x},4')

    def registers(self, core):
        """All that the server tells of a core, the monitor's among them."""
        self.ask(f'Hg{core:x}')
        return {(core, name): self.backend.ask(f'p{number:x}')
                for name, number in described(self.backend)}

    def leave(self):
        self.ask('D')
        self.backend.close()


class Qemu(unittest.TestCase):
    cores = 2
    how = ()
    again = 'Connection refused|' + IDLE

    def setUp(self):
        if not QEMU or not COMPILER:
            self.skipTest('qemu-system-aarch64 or a compiler for it is missing')
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = pathlib.Path(folder.name, 'cores.elf')
        subprocess.run([COMPILER, *self.how, '-nostdlib', '-static',
                        '-Wl,--build-id=none',
                        '-Wl,-Ttext=0x40080000', HERE / 'several_cores.S',
                        '-o', self.program], check=True)
        self.port = free_port()
        self.qemu = subprocess.Popen(
            [QEMU, '-M', 'virt', '-cpu', 'cortex-a57', '-smp', str(self.cores),
             '-accel', 'tcg,thread=multi', '-display', 'none', '-serial', 'null',
             '-monitor', 'none', '-nic', 'none', '-kernel', str(self.program),
             '-gdb', f'tcp:127.0.0.1:{self.port}'], stdin=subprocess.DEVNULL)
        self.addCleanup(self.qemu.wait)
        self.addCleanup(self.qemu.kill)

    def stat(self, region, *words, more=()):
        until = time.monotonic() + PATIENCE
        while True:
            done = tally_command.tally(
                'stat', '-t', ','.join((
                    f'gdb:127.0.0.1:{self.port},pmuv3/cortex-a57',
                    'scratch=0x41000000', 'clock=1e9', *words)),
                '--region', region, '-e', 'cycles', '--json', *more,
                self.program, timeout=PATIENCE * 2)
            # A core does nothing before the first one has started it.
            if (not re.search(self.again, done.stderr)
                    or time.monotonic() > until):
                return done

    def counts(self, *words):
        """QEMU's cycles are of one clock, which goes on while a core is looked
        at: one run shows no more than a number."""
        done = self.stat(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        event = json.loads(done.stdout)['events'][0]
        self.assertEqual((event['class'], event['doubts']),
                         ('doubted', ['inexact']), event)

    def snapshot(self, places):
        """What there is of all cores, each where its label is, and of memory."""
        client = Client(self.port)
        for core, label in places.items():
            client.lead(core, self.addresses()[label])
        found = {at: client.ask(f'm{at:x},400') for at in PLACES}
        for core in range(1, self.cores + 1):
            found.update(client.registers(core))
        client.leave()
        return found

    def addresses(self):
        said = subprocess.run(['readelf', '-sW', self.program], check=True,
                              capture_output=True, text=True).stdout
        return {name: int(value, 16) for value, name in
                re.findall(r': ([0-9a-f]{16}) .* (\w+)$', said, re.M)}

    def is_as_it_was(self, act, places):
        """But for what changes by itself, as clocks do."""
        client = Client(self.port)
        client.ask(f'M{PLACES[1]:x},400:' + bytes(range(256)).hex() * 4)
        client.leave()
        before = self.snapshot(places)
        again = self.snapshot(places)
        act()
        after = self.snapshot(places)
        stays = {what for what in before if before[what] == again[what]}
        for core in places:
            for name in (*(f'x{n}' for n in range(31)), 'sp', 'pc', 'cpsr'):
                self.assertIn((core, name), stays)
        monitors = {what for what in before if what not in PLACES and
                    what[1].startswith('PM')}
        self.assertGreater(len(monitors), 10 * self.cores)
        self.assertGreaterEqual(stays, monitors | set(PLACES))
        self.assertEqual({what: after[what] for what in stays},
                         {what: before[what] for what in stays})


class Cores(Qemu):

    def test_each_counts_its_own(self):
        """That others come to the region at the same time is no stop of it."""
        for core in range(1, self.cores + 1):
            with self.subTest(core=core):
                self.counts('shared', f'core={core}')

    def test_each_is_where_it_is(self):
        """By samples, for which no clock and no way to counters is needed: which
        core it is, its functions tell."""
        profile = self.program.with_suffix('.json')
        self.counts('shared', 'core=1')  # it has started
        for core in range(1, self.cores + 1):
            with self.subTest(core=core):
                done = tally_command.tally(
                    'record', '-t', f'gdb:127.0.0.1:{self.port},pmuv3/'
                    f'cortex-a57,core={core}', '-F', '50',
                    '--timeout', '1', '-o', profile, self.program)
                self.assertEqual(done.returncode, 0, done.stderr)
                names = {row['name'] for row in
                         json.loads(profile.read_text())['functions']}
                self.assertNotIn('elsewhere' if core > 1 else 'work', names)
                self.assertIn('work' if core > 1 else 'elsewhere', names)

    def test_nobody_has_said_which(self):
        self.counts('shared', f'core={self.cores}')  # all have started
        done = self.stat('work')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        at = ', '.join(rf'core={core} is at 0x[0-9a-f]+ \(\w+\+0x[0-9a-f]+\)'
                       for core in range(1, self.cores + 1))
        self.assertRegex(
            done.stderr, f'the server has {self.cores} cores, and each has '
            'counters of its own; say which one is measured, core=1 to '
            f'core={self.cores}; {at}$')
        for core, place in re.findall(r'core=(\d) is at \w+ \((\w+)',
                                      done.stderr):
            self.assertNotIn(place, ('work', 'others') if core == '1' else
                             ('elsewhere', 'first'))

    def test_there_is_none_of_that_number(self):
        for core in ('0', str(self.cores + 1), 'cpu0'):
            done = self.stat('work', f'core={core}')
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn(f'there is no core={core}; the server has core=1 to '
                          f'core={self.cores}', done.stderr)

    def test_another_one_runs_it(self):
        """It is let pass and told, and nothing is left."""
        self.counts('work', 'core=2')  # all have started
        self.is_as_it_was(self.refused, {
            core: 'others' if core > 1 else 'first'
            for core in range(1, self.cores + 1)})
        self.counts('work', 'core=2')

    def refused(self):
        done = self.stat('work', 'core=1', more=('--timeout', '2'))
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertRegex(done.stderr, r'; (another core|other cores) came there '
                         r'\d+ times: measure (it|one of them), core=[2-4]')
        if self.cores == 2:
            self.assertRegex(done.stderr, 'another core .* it, core=2$')

    def test_inside_is_refused(self):
        done = self.stat('work', 'core=2', more=('--inside',))
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('another core that enters the region', done.stderr)
        self.counts('work', 'core=2')


class Four(Cores):
    cores = 4


class Off(Qemu):
    """Nobody starts the second core."""
    how = ('-DALONE',)
    again = 'Connection refused'
    places = {1: 'first'}

    def test_it_is_told(self):
        self.counts('shared', 'core=1')  # it has started
        self.is_as_it_was(self.refused, self.places)

    def refused(self):
        done = self.stat('work', 'core=2')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn(f'core=2 {IDLE}: it is powered off, held in reset, or '
                      'sleeps until an interrupt comes; have the program there '
                      'start it, or wake it, or name another one', done.stderr)


class Asleep(Off):
    """It sleeps, with nobody to wake it."""
    how = ('-DASLEEP',)


class OpenOcd(openocd_arm11.Running):
    """Two ARM11: the second runs elsewhere()."""
    taps, target = ('arm1176', 'arm1176'), openocd_arm11.TWO

    def stat(self, region, *words, link='openocd', more=()):
        return tally_command.tally(
            'stat', '-t', self.over(link, 'arm1176', f'scratch={SCRATCH:#x}',
                                    f'clock={CLOCK_HZ}', *words),
            '--region', region, '-e', 'instr_exec', '--json', *more, self.elf)

    def test_each(self):
        """By OpenOCD's name, by its number, and the current one; the other one
        runs on."""
        for region, wanted, words in (
                ('work', 153, ()), ('work', 153, ('core=0',)),
                ('elsewhere', 2002, ('core=chip.cpu1',)),
                ('elsewhere', 2002, ('core=1',))):
            with self.subTest(region=region, words=words):
                done = self.stat(region, *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(
                    json.loads(done.stdout)['events'][0]['count'], wanted)
                for core in ('chip.cpu0', 'chip.cpu1'):
                    self.assertEqual(self.machine.state(core), 'running')

    def refused(self, why, *words, **how):
        done = self.stat(*words, **how)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertRegex(done.stderr, why)
        for core in ('chip.cpu0', 'chip.cpu1'):
            self.assertEqual(self.machine.state(core), 'running')

    def test_another_one_runs_it(self):
        """Which OpenOCD does not tell: those that there are, are named."""
        soon, why = ('--timeout', '1'), 'if another core comes there, measure it'
        self.refused(f'{why}, core=chip.cpu1$', 'elsewhere', more=soon)
        self.refused(f'{why}, core=chip.cpu0$', 'work', 'core=1', more=soon)
        self.refused(f'{why} at its own GDB port, chip.cpu1$', 'elsewhere',
                     link='gdb', more=soon)

    def test_inside_is_refused(self):
        for link in ('gdb', 'openocd'):
            self.refused('another core that enters the region', 'work',
                         link=link, more=('--inside',))

    def test_there_is_none(self):
        for core in ('chip.cpu2', '2'):
            done = self.stat('work', f'core={core}')
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn(f'OpenOCD has no target for core={core}', done.stderr)


if __name__ == '__main__':
    unittest.main()
