# SPDX-License-Identifier: MIT
"""usage: tap.py test_script_servers.py TALLY=COMMAND FIRMWARE=FOLDER

Scripts of `tally script --as gdb` in the real GDB, on servers that have cores:
on a board's they count what `tally stat` counts there, to the unit; on QEMU's
they count so by the core's own instructions, and else say that they do not."""
import json
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

import tally_command

try:
    import openocd_board
except ImportError:
    openocd_board = None  # no Tcl here

TALLY = ''
FIRMWARE = ''
GDB = shutil.which('gdb-multiarch')
QEMU = shutil.which('qemu-system-aarch64')
TIMEOUT = 300
REGION = 'quicksort'
COUNT = re.compile(r'(?m)^(\w+) (\d+)$')


def setUpModule():
    tally_command.TALLY = TALLY


def commands(*words):
    return [part for word in words for part in ('-ex', word)]


def asked(monitor):
    """What a script of one pass can be for: cpi, or the first metric."""
    rows = json.loads(tally_command.printed(
        'list', 'metrics', '-m', monitor, '--json'))['metrics']
    names = [row['name'] for row in rows]
    own = json.loads(tally_command.printed(
        'list', 'registers', '-m', monitor, '--json'))['registers'][0]
    return ('-M', 'cpi' if 'cpi' in names else names[0],
            *(('--map', 'own') if own['place'].endswith("(Tally's own)")
              else ()))


class Case(unittest.TestCase):
    def setUp(self):
        if not GDB:
            self.skipTest('gdb-multiarch is not installed')
        self.where = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.where)

    def script(self, monitor, *words):
        path = self.where / f'{monitor.replace("/", "_")}.gdb'
        path.write_text(tally_command.printed(
            'script', '-m', monitor, *words, '--as', 'gdb'), encoding='utf-8')
        return f'source {path}'

    def gdb(self, program, *words):
        done = subprocess.run(
            [GDB, '-q', '-nx', '-batch', *commands(*words), str(program)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=TIMEOUT, check=False)
        return done.stdout, done.stderr


class Compared(Case):
    def here(self, board, monitor):
        """The same by `tally stat`, which needs no debugger."""
        program = pathlib.Path(FIRMWARE, board.split('-')[0], 'sort.elf')
        # A metric of counts that are all 0 is not to be trusted: exit 1.
        return {event['name']: event['count'] for event in json.loads(
            tally_command.tally(
                'stat', '-t', f'board:{board}', '-m', monitor, '--region',
                REGION, *asked(monitor)[:2], '--json', program).stdout
            )['events']}


class Board(Compared):
    def on_board(self, board, program, *words):
        with subprocess.Popen(
                [TALLY, 'board', board, str(program), '--gdb', '0'],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, text=True) as process:
            port = re.search(r'port (\d+)', process.stderr.readline())[1]
            out, err = self.gdb(program, words[0], f'target remote :{port}',
                                f'tbreak {REGION}', 'continue', *words[1:],
                                'kill')
            process.communicate(timeout=TIMEOUT)
        self.assertNotIn('gives_up', err, out)
        return out

    def check(self, board, monitor, *via):
        """The window is the function's, as it is for `stat --region`."""
        program = pathlib.Path(FIRMWARE, board.split('-')[0], 'sort.elf')
        out = self.on_board(
            board, program, self.script(monitor, *asked(monitor), *via),
            'tally_save', 'tally_configure', 'tally_start', 'finish',
            'tally_stop', 'tally_read', 'tally_release', 'tally_restore')
        there = {name: int(count) for name, count in COUNT.findall(out)}
        self.assertEqual(there, self.here(board, monitor), out)
        return there

    def test_each_monitor_of_each_board(self):
        for board, row in tally_command.boards().items():
            counted = {}
            for monitor in row['monitors']:
                with self.subTest(board=board, monitor=monitor):
                    counted |= self.check(board, monitor, '--via', 'tally')
            self.assertTrue(any(counted.values()), board)

    def test_plain_names_where_a_monitor_is_alone(self):
        """But those in memory, which are reached by their addresses."""
        for board, row in tally_command.boards().items():
            if (len(row['monitors']) == 1 and
                    not asked(row['monitors'][0])[2:]):
                with self.subTest(board=board):
                    self.check(board, row['monitors'][0])


GUEST = """\
#include <stdio.h>
__attribute__((noinline)) unsigned work(unsigned n)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum = sum * 31 + i;
	return sum;
}
int main(void)
{
	printf("%u\\n", work(1000));
	return 0;
}
"""


class OpenOcd(Compared):
    """Its commands, handed to it by GDB."""

    def setUp(self):
        super().setUp()
        if not openocd_board:
            self.skipTest("Python's tkinter is not installed")

    def counted(self, board, monitor):
        """None: OpenOCD has no command for such registers."""
        words = (*asked(monitor), '--as', 'gdb', '--via', 'openocd')
        if tally_command.tally('script', '-m', monitor, *words).returncode:
            return None
        program = pathlib.Path(FIRMWARE, board.split('-')[0], 'sort.elf')
        server = openocd_board.OpenOcd(board, program, monitor)
        server.start()
        out, err = self.gdb(
            program, self.script(monitor, *asked(monitor), '--via', 'openocd'),
            f'target remote :{server.port}', f'tbreak {REGION}', 'continue',
            *(f'monitor set tally_{name} {openocd_board.BASE}'
              for name in ('base', 'ccsrbar')),
            'tally_save', 'tally_configure', 'tally_start', 'finish',
            'tally_stop', 'tally_read', 'tally_release', 'tally_restore',
            'kill')
        server.join(TIMEOUT)
        self.assertNotIn('tally: ', err)
        self.assertNotIn('invalid command', err)
        words = re.search(r'(?m)^((?:[A-Za-z]\w* \d+ ?)+)$', err)
        self.assertTrue(words, out + err)
        pairs = words[1].split()
        return dict(zip(pairs[::2], map(int, pairs[1::2])))

    def test_each_monitor_of_each_board(self):
        some = 0
        for board, row in tally_command.boards().items():
            for monitor in row['monitors']:
                with self.subTest(board=board, monitor=monitor):
                    there = self.counted(board, monitor)
                    some += there is not None
                    if there is not None:
                        self.assertEqual(there, self.here(board, monitor))
        self.assertGreater(some, 8)


class Linked(Case):
    """A program with the functions of --as c."""

    ROLES = ('configure', 'start', 'stop', 'release', 'read', 'overflowed',
             'save', 'restore')
    # Of an instruction's event, whatever the monitor calls it.
    INSTRUCTIONS = re.compile('(?i)^(instr_exec|instruction|inst_.*|'
                              'instr_completed)$')

    def compiled(self, board, monitor):
        """The board's own command for a program, with the functions."""
        (self.where / 'prog.c').write_text(GUEST)
        (self.where / 'counters.c').write_text(tally_command.printed(
            'script', '-m', monitor, '-M', 'cpi', '--as', 'c'))
        words = tally_command.printed('board', board, '--cc').split()
        keep = [f'-Wl,-u,tally_{role}' for role in self.ROLES]
        subprocess.run([*words, 'counters.c', *keep], cwd=self.where,
                       check=True, timeout=TIMEOUT)
        if monitor.startswith('e500'):
            subprocess.run(['powerpc-linux-gnu-objcopy', '--remove-section',
                            '.PPC.EMB.apuinfo', 'prog.elf'], cwd=self.where,
                           check=True, timeout=TIMEOUT)
        return self.where / 'prog.elf'

    def session(self, program, port, script):
        """An empty window, and then one of work()."""
        window = ('tally_configure', 'tally_start')
        out, err = self.gdb(
            program, script, f'target remote :{port}', 'tbreak work',
            'continue', 'tally_save', *window, 'tally_stop', 'tally_read',
            *window, 'finish', 'tally_stop', 'tally_read', 'tally_release',
            'tally_restore', 'p $sp', 'continue')
        self.assertNotIn('gives_up', err, out)
        found = [int(count) for name, count in COUNT.findall(out)
                 if self.INSTRUCTIONS.match(name)]
        self.assertEqual(len(found), 2, out + err)
        self.assertIn('exited normally', out)
        return found[1] - found[0]

    def on_the_board(self, board, monitor, program):
        (here,) = [event['count'] for event in json.loads(
            tally_command.printed(
                'stat', '-t', f'board:{board}', '--region', 'work', '-m',
                monitor, '-M', 'cpi', '--json', program))['events']
            if self.INSTRUCTIONS.match(event['name'])]
        return here


class Calls(Linked):
    """The functions of --as c, called by GDB."""

    def test_each_core(self):
        """The window's own instructions are those of the empty one."""
        for board, row in tally_command.boards().items():
            monitor = row['monitors'][0]
            names = [metric['name'] for metric in json.loads(
                tally_command.printed('list', 'metrics', '-m', monitor,
                                      '--json'))['metrics']]
            if 'cpi' not in names:
                continue  # a bus's, which counts no instructions
            with self.subTest(board=board):
                program = self.compiled(board, monitor)
                script = self.script(monitor, '-M', 'cpi', '--via', 'calls')
                with subprocess.Popen(
                        [TALLY, 'board', board, str(program), '--gdb', '0'],
                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                        stderr=subprocess.PIPE, text=True) as process:
                    for line in process.stderr:
                        port = re.search(r'port (\d+)', line)
                        if port:
                            break
                    counted = self.session(program, port[1], script)
                    process.communicate(timeout=TIMEOUT)
                self.assertEqual(counted, self.on_the_board(board, monitor,
                                                            program))

    def test_without_the_functions(self):
        """The one that is not there is named, and nothing is counted."""
        (self.where / 'prog.c').write_text(GUEST)
        subprocess.run(tally_command.printed('board', 'virt-a57',
                                             '--cc').split(),
                       cwd=self.where, check=True, timeout=TIMEOUT)
        out, err = self.gdb(
            self.where / 'prog.elf',
            self.script('pmuv3/cortex-a57', '-M', 'cpi', '--via', 'calls'),
            'tally_configure', 'tally_start', 'tally_read', 'tally_restore')
        self.assertIn('No symbol "tally_configure" in current context', err)
        self.assertIn('nothing was saved', out)
        self.assertEqual(COUNT.findall(out), [])


class Qemu(Linked):
    """Its server has names for some registers, and writes none of them; the
    core's own instructions count."""

    def setUp(self):
        super().setUp()
        if not QEMU:
            self.skipTest('qemu-system-aarch64 is not installed')

    def start(self, program):
        """Listens when it has started, and not at once."""
        with socket.create_server(('127.0.0.1', 0)) as one:
            self.port = one.getsockname()[1]
        qemu = subprocess.Popen(
            [QEMU, '-M', 'virt', '-cpu', 'cortex-a57', '-icount', 'shift=0',
             '-display', 'none', '-serial', 'null', '-monitor', 'none', '-nic',
             'none', '-semihosting', '-kernel', str(program), '-gdb',
             f'tcp:127.0.0.1:{self.port}', '-S'], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(qemu.wait)
        self.addCleanup(qemu.kill)
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(('127.0.0.1', self.port)) == 0:
                    return

    def test_calls(self):
        """As many instructions as on the board."""
        program = self.compiled('virt-a57', 'pmuv3/cortex-a57')
        self.start(program)
        counted = self.session(program, self.port, self.script(
            'pmuv3/cortex-a57', '-M', 'cpi', '--via', 'calls'))
        self.assertEqual(counted, self.on_the_board(
            'virt-a57', 'pmuv3/cortex-a57', program))

    def ask(self, *words):
        self.start(pathlib.Path(FIRMWARE, 'virt', 'sort.elf'))
        return self.gdb(
            pathlib.Path(FIRMWARE, 'virt', 'sort.elf'),
            self.script('pmuv3/cortex-a57', '-M', 'cpi', '--via', 'qemu'),
            f'target remote :{self.port}', *words)

    def test_a_register_that_it_lacks_is_named(self):
        out, err = self.ask('tally_configure', 'tally_start', 'tally_read')
        self.assertRegex(err, r'Invalid register `PM\w+')
        self.assertEqual(COUNT.findall(out), [])

    def test_a_write_that_changes_nothing_is_named(self):
        """All that it has is written before."""
        (self.where / 'blind').write_text('define tally_check\nend\n')
        out, err = self.ask(f'source {self.where / "blind"}',
                            'tally_configure', 'tally_start', 'tally_read')
        self.assertRegex(out, r'tally: to PM\w+ 0x\w+ was written, and it '
                         r'reads 0x\w+: the server took the write')
        self.assertIn('gives_up', err)
        self.assertEqual(COUNT.findall(out), [])


class Refused(unittest.TestCase):
    def test_a_monitor_that_qemu_does_not_know(self):
        for monitor in ('arm1176', 'pxa250', 'e500v2'):
            done = tally_command.tally('script', '-m', monitor, '-M', 'cpi',
                                       '--as', 'gdb', '--via', 'qemu')
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn(f'QEMU 7.2 serves no register of {monitor}',
                          done.stderr)


del Case, Compared, Linked  # they have no tests of their own

if __name__ == '__main__':
    unittest.main()
