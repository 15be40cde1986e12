# SPDX-License-Identifier: MIT
"""usage: tap.py test_live.py TALLY=COMMAND FIRMWARE=FOLDER

A core that is never halted: its monitor is read by its memory-mapped debug view
while it runs, and its log is read while it is written."""
import json
import pathlib
import queue
import re
import resource
import signal
import subprocess
import unittest

import log_bytes
import tally_command
from gdb_boards import served
from gdb_client import Server
from openocd_liar import Tcl
from openocd_view import VIEWS, Live, OnBoard, View

TALLY = ''
FIRMWARE = ''
BASE = 0x80030000
EVENTS = {'pmuv3/cortex-a53': ('CPU_CYCLES', 'INST_RETIRED'),
          'cortex-a9': ('INST_OUT_OF_RENAME_STAGE',)}
SHARES = {'pmuv3/cortex-a53': (1, 0.5), 'cortex-a9': (0.5,)}


def setUpModule():
    tally_command.TALLY = TALLY


def command(verb, there, spec, *words):
    """Live's refusal of all that halts closes the connection."""
    return tally_command.tally(
        verb, '-t', f'openocd::{Tcl(there.answer).port},{spec},'
        'live=chip.apb,clock=1e6', *words,
        pathlib.Path(FIRMWARE, 'pbxa9', 'crc32.elf'))


class Counts(unittest.TestCase):
    def stat(self, there, monitor, *words):
        done = command('stat', there, f'{monitor}={BASE:#x}', '--json', '-e',
                       ','.join(('cycles', *EVENTS[monitor])), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_counts_while_it_runs(self):
        """Both counters are of one window, and all is put back, the locks
        with it."""
        for monitor in VIEWS:
            for closed in False, True:
                with self.subTest(monitor=monitor, closed=closed):
                    view = View(monitor, BASE, closed)
                    view.type[2], view.counter[2] = 0x13, 77
                    before = view.state()
                    found = self.stat(Live(view), monitor, '--seconds', '0.02')
                    counts = {event['name']: event['count']
                              for event in found['events']}
                    self.assertGreater(counts['cycles'], 0)
                    self.assertEqual(counts.pop('cycles'), view.counted)
                    self.assertEqual(counts, {
                        name: view.counted * share for name, share in
                        zip(EVENTS[monitor], SHARES[monitor])})
                    self.assertEqual(view.state(), before)
                    self.assertIn('never halted', found['target']['way'])
                    self.assertFalse(found['program']['exited'])

    def test_intervals(self):
        """They add up, and a counter that overflows between is seen."""
        monitor = 'pmuv3/cortex-a53'
        view = View(monitor, BASE, leap=0xffffffff - 4095)
        found = self.stat(Live(view), monitor, '--seconds', '0.1', '-I', '20ms')
        series = found['intervals']
        self.assertGreaterEqual(len(series['end_cycles']), 1)
        for event in found['events']:
            rows = next(row for row in series['events']
                        if row['name'] == event['name'])['counts']
            self.assertEqual(sum(rows), event['count'])
            if event['name'] != 'INST_RETIRED':
                self.assertGreater(event['count'], 1 << 32)
                self.assertEqual(event['count'], view.counted)


class Meanwhile(Live):
    """Something happens to the command, `to` its process, when it asks; while
    it counts, if it is to count by then."""

    def __init__(self, view, to, counting):
        super().__init__(view)
        self.to, self.counting = to, counting
        self.process = queue.Queue()

    def obey(self, line):
        if self.view.ticks == 3 or not self.counting:
            self.process.put(process := self.process.get(timeout=60))
            self.to(process)
        return super().obey(line)


class Trouble(unittest.TestCase):
    """All is put back, and the cause is told."""

    def stat(self, to, counting, *words):
        monitor = 'pmuv3/cortex-a53'
        view = View(monitor, BASE)
        before, there = view.state(), Meanwhile(view, to, counting)
        spec = f'{Tcl(there.answer).port},{monitor}={BASE:#x}'
        with subprocess.Popen(
                [TALLY, 'stat', '-t', f'openocd::{spec},live=chip.apb,clock=1e6',
                 '-e', 'cycles', '--seconds', '30', *words,
                 pathlib.Path(FIRMWARE, 'pbxa9', 'crc32.elf')], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
            there.process.put(command)
            out, said = command.communicate(timeout=60)
        self.assertEqual((command.returncode, out), (1, ''), said)
        self.assertEqual(view.state(), before)
        return said

    def test_interrupted(self):
        for words in (), ('-I', '5s'):
            said = self.stat(lambda process: process.send_signal(signal.SIGINT),
                             True, *words)
            self.assertIn('interrupted; nothing was measured', said)

    def test_rows_at_once(self):
        """They are read while it is watched, which nothing ends but Ctrl-C."""
        monitor = 'pmuv3/cortex-a53'
        for form, word in ((), '.'), (('--csv',), 'interval,'), (
                ('--json-lines',), '{"interval":'):
            view = View(monitor, BASE)
            before = view.state()
            port = Tcl(Live(view).answer).port
            with self.subTest(form=form), subprocess.Popen(
                    [TALLY, 'stat', '-t', f'openocd::{port},{monitor}={BASE:#x},'
                     'live=chip.apb,clock=1e6', '-e', 'cycles', '--seconds',
                     '100', '-I', '20ms', *form,
                     pathlib.Path(FIRMWARE, 'pbxa9', 'crc32.elf')], text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                lines = [process.stdout.readline() for _ in range(4)]
                self.assertIsNone(process.poll())
                process.send_signal(signal.SIGINT)
                process.stdout.read()
                said = process.stderr.read()
            self.assertEqual(process.returncode, 1)
            for line in lines[1:]:
                self.assertIn(word, line)
            self.assertIn('interrupted; the rows are what was measured until '
                          'then', said)
            self.assertEqual(view.state(), before)

    def test_a_plan_asks_it(self):
        """What its PMCR.N is."""
        view = View('pmuv3/cortex-a53', BASE)
        before = view.state()
        done = command('plan', Live(view), f'pmuv3/cortex-a53={BASE:#x}', '-e',
                       'cycles,CPU_CYCLES,INST_RETIRED')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('The target was asked: pmuv3/cortex-a53 has 6 event '
                      'counters there\n', done.stdout)
        self.assertEqual(view.state(), before)

    def test_no_address(self):
        done = command('stat', Live(None), 'cortex-a9')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('reached in memory alone: say where it is there, '
                      'MONITOR=ADDRESS', done.stderr)

    def test_no_timer(self):
        said = self.stat(lambda process: resource.prlimit(
            process.pid, resource.RLIMIT_NOFILE, (3, 3)), False)
        self.assertIn('no timer can be had: Too many open files; `ulimit -n`',
                      said)


class Boards(unittest.TestCase):
    def elf(self, board):
        return pathlib.Path(FIRMWARE, board.split('-')[0], 'crc32.elf')

    def symbol(self, board, name):
        said = subprocess.run(['nm', self.elf(board)], check=True,
                              capture_output=True, text=True).stdout
        return int(re.search(rf'(?m)^(\w+) . {name}$', said)[1], 16)

    def counts(self, found):
        return {event['name']: event['count'] for event in found['events']}

    def test_equal_to_the_board(self):
        """From the program's begin to its end, by the view while it runs, by
        the view of a halted core, and by the board itself."""
        for board, monitor, base in (
                ('virt-a53', 'pmuv3/cortex-a53', 0x22030000),
                ('pbxa9', 'cortex-a9', 0x1fe11000)):
            events = '-e', ','.join(('cycles', *EVENTS[monitor]))
            first, last = (self.symbol(board, name)
                           for name in ('_start', '_exit'))
            region = '--region', f'{first:#x}..{last:#x}'
            there = self.counts(json.loads(tally_command.printed(
                'stat', '-t', f'board:{board}', '--json', '--no-calibrate',
                *events, *region, self.elf(board))))
            with self.subTest(board=board, way='live'):
                server = Server(board, self.elf(board))
                self.addCleanup(server.end)
                self.assertEqual(server.ask(f'Z1,{last:x},4'), 'OK')
                bridge = OnBoard(server, base + 0xe04)
                done = command('stat', bridge, f'{monitor}={base:#x}',
                               '--json', '--no-calibrate', '--seconds', '0.1',
                               *events)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.counts(json.loads(done.stdout)), there)
                self.assertGreater(bridge.meanwhile, 0)
            with self.subTest(board=board, way='halted'), served(
                    board, self.elf(board)) as port:
                found = json.loads(tally_command.printed(
                    'stat', '-t', f'gdb::{port},{monitor}={base:#x},clock=1e6',
                    '--json', '--no-calibrate', *events, *region, self.elf(board)))
                self.assertEqual(self.counts(found), there)
                self.assertIn('debug port', found['target']['way'])


class Log(unittest.TestCase):
    def test_collect(self):
        """What is written while it is read is damaged at most."""
        rows = log_bytes.samples([0x8000 + 4 * i for i in range(8)])
        ram = dict(enumerate(log_bytes.log(rows), 0x100000))
        spoilt = 0x100000 + 64 + 32 * (len(rows) - 1) + 16

        def writes(memory):
            memory[spoilt] ^= 1
        done = command('collect', Live(None, ram, writes), 'cortex-a9', '--rows',
                       '--at', '0x100000')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('was not halted; its memory was read within', done.stderr)
        said = done.stdout.splitlines()
        self.assertIn(len(said) - 1, (len(rows), len(rows) - 1))
        if len(said) == len(rows):
            self.assertIn("1 of the log's records is damaged", done.stderr)

    def test_nothing_to_collect(self):
        """Where the program may write: nobody can read there, there is no log,
        or one of another version."""
        path = pathlib.Path(FIRMWARE, 'pbxa9', 'crc32.elf')
        addr, size = (int(word, 16) for word in re.search(
            r'LOAD +\w+ (\w+) \w+ \w+ (\w+) RW ', subprocess.run(
                ['readelf', '-lW', path], check=True, capture_output=True,
                text=True).stdout).groups())
        newer = log_bytes.log([], version=99)
        for content, says in ((None, f'reading the log at {addr:#x}: '),
                              (b'', 'there is no log in the memory that'),
                              (newer, 'the log has version 99, and this')):
            with self.subTest(says):
                ram = {} if content is None else dict(
                    enumerate(content.ljust(size, b'\0'), addr))
                done = command('collect', Live(None, ram), 'cortex-a9')
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertIn(says, done.stderr)


if __name__ == '__main__':
    unittest.main()
