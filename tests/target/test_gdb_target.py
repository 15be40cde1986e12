# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_target.py TALLY=COMMAND FIRMWARE=FOLDER

Boards' own servers of GDB's protocol as targets: what is measured over one is
what is measured without."""
import json
import tempfile
import unittest

import gdb_boards
import spoilt_files
import tally_command
from gdb_boards import program, serve_file
from gdb_core import Core
from gdb_liar import Liar, plain

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120
# Memory that no demo uses, by the start of a board's RAM.
BEHIND = 0x3000000
# The same within the reach of a branch.
NEAR = 0x1800000


def serve(board, name):
    return serve_file(board, program(FIRMWARE, board, name))


class Boards(unittest.TestCase):
    def over(self, board, target, name, *words):
        """What `stat` counts over the link; how the board's run ended."""
        process, port = serve(board, name)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{port},{target}clock=1e6', '--json', *words,
            program(FIRMWARE, board, name), timeout=TIMEOUT)
        if done.returncode == 2:
            process.kill()
        _, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), err

    def within(self, board, name, *words):
        return json.loads(tally_command.printed(
            'stat', '-t', f'board:{board}', '--json', *words,
            program(FIRMWARE, board, name)))

    def scratch(self, board):
        """Beyond all that the program loads."""
        return gdb_boards.scratch(program(FIRMWARE, board), BEHIND)

    def near(self, board):
        return gdb_boards.scratch(program(FIRMWARE, board), NEAR)

    def test_the_core_names_itself(self):
        """An AArch64 core, and one beside a monitor in memory, whose server's
        registers have longer names."""
        for board, core in (('virt-a53', 'pmuv3/cortex-a53'),
                            ('pbxa9', 'cortex-a9')):
            with self.subTest(board=board):
                there, _ = self.over(board, '', 'sort.elf', '-e', 'cycles',
                                     '--region', 'quicksort')
                self.assertEqual(there['monitors'], [core])

    def test_equal_to_the_unit(self):
        """One call of a function: the same instructions over the link,
        whichever way the registers are reached, cycles as far as the stubs
        have not changed what is in the caches, and the program comes to its
        end."""
        tried = 0
        for board, row in tally_command.boards().items():
            core = row['monitors'][0]
            monitors = {m['monitor']: m
                        for m in tally_command.listed('monitors')}
            if monitors[core]['native'].startswith('MMIO'):
                continue  # no core's monitor
            anchors = gdb_boards.anchors(core)
            events = ','.join(anchors)
            here = self.within(board, 'sort.elf', '-e', events, '--region',
                               'heapsort_all')
            stub = f',access=stub,scratch={self.scratch(board):#x}'
            for access, way in (('', "as registers of the server's"), (
                    stub, 'by instructions of the core')):
                with self.subTest(board=board, access=access):
                    there, err = self.over(
                        board, f'{core}{access},', 'sort.elf', '-e', events,
                        '--region', 'heapsort_all')
                    self.assertTrue(there['simulated'])
                    self.assertTrue(there['trusted'])
                    self.assertEqual(there['target']['way'], way)
                    counts = [{event['name']: event['count']
                               for event in document['events']}
                              for document in (here, there)]
                    cycles = [count.pop(anchors[0]) for count in counts]
                    self.assertEqual(counts[1], counts[0])
                    # The stubs took the place of a few lines in the caches.
                    self.assertLess(abs(cycles[1] - cycles[0]), 2000)
                    self.assertIn('exited with status 0', err)
                    tried += 1
        self.assertGreater(tried, 10)

    def test_inside(self):
        """What is left on the core counts as many instructions as the board
        does; a recursion goes through it each time."""
        for board in 'pb1176', 'virt-a57':
            core = tally_command.boards()[board]['monitors'][0]
            events = ','.join(gdb_boards.anchors(core))
            for region in ('quicksort',):
                with self.subTest(board=board, region=region):
                    words = '-e', events, '--region', region
                    there, err = self.over(
                        board, f'{core},scratch='
                        f'{self.near(board):#x},',
                        'sort.elf', '--inside', *words)
                    self.assertTrue(there['trusted'])
                    here = self.within(board, 'sort.elf', *words)
                    self.assertEqual(there['events'][1]['count'],
                                     here['events'][1]['count'])
                    self.assertIn('exited with status 0', err)

    def test_each_pass_takes_a_call(self):
        there, _ = self.over(
            'pb1176', f'arm1176,scratch={self.scratch("pb1176"):#x},',
            'sort.elf', '--region', 'sift_down', '-M',
            'cpi,dcache_miss_rate', '-r', '2')
        self.assertEqual(len(there['plan']['pass']), 2)
        self.assertEqual(there['repeats'], 2)

    def test_first_calls_are_left_out(self):
        """The sixth call, alone: what five and six calls less differ by."""
        where = f'arm1176,scratch={self.scratch("pb1176"):#x},'
        words = '-e', 'instr_exec', '--region', 'sift_down', '--warmup'
        there, _ = self.over('pb1176', where, 'sort.elf', *words, '5')
        here = [self.within('pb1176', 'sort.elf', *words, n)['events'][0]
                for n in ('5', '6')]
        self.assertEqual(there['region']['entered'], 1)
        self.assertFalse(there['target']['clock_chosen'])
        self.assertEqual(there['events'][0]['count'],
                         here[0]['count'] - here[1]['count'])

    def test_text(self):
        process, port = serve('pb1176', 'sort.elf')
        done = tally_command.tally(
            'stat', '-t', f'gdb::{port},arm1176,scratch=0x3000000',
            '--region', 'quicksort', '-M', 'cpi', program(FIRMWARE, 'pb1176',
                                                          'sort.elf'))
        process.communicate(timeout=TIMEOUT)
        self.assertIn('arm1176, simulated\nregion quicksort, entered 1 time; '
                      'it goes on there\n', done.stdout)
        self.assertIn('1 pass (optimal), 1 run, ', done.stdout)
        self.assertIn('? what is exact and what modelled is not told there',
                      done.stdout)


class Doctor(unittest.TestCase):
    def test_over_the_link(self):
        """By stubs, too, the monitor is as it was found."""
        with tempfile.NamedTemporaryFile() as file:
            file.write(spoilt_files.FILES['endless'])
            file.flush()
            process, port = serve_file('pb1176', file.name)
            done = tally_command.tally(
                'doctor', '-t', f'gdb::{port},arm1176,scratch=0x3000000,'
                'access=stub', file.name)
        process.kill()
        process.communicate(timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r'way +pass +registers are reached by '
                         r'instructions of the core, one in\s+[\d.e-]+\s+ms\n')
        # What of the debug logic is read is read by a stub, as is ISR.
        self.assertRegex(done.stdout, r'debug +pass +events are counted in ')
        self.assertRegex(done.stdout, r'irq +skipped +not established: an ove')
        self.assertIn('3 counters passed their top', done.stdout)
        self.assertRegex(done.stdout, r'restore +pass ')

    def test_no_monitor(self):
        """QEMU's ARM1176 reads 0 and takes no writes."""
        core = Core([0x8000] * 9)
        core.dead = True
        done = tally_command.tally(
            'doctor', '-t', f'gdb::{Liar(core.answer).port},arm1176,'
            'scratch=0x9000,clock=400e6', program(FIRMWARE, 'pb1176'))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, 'hold +fail ')
        self.assertRegex(done.stdout, '\nhold: see whether this core, or this '
                         'emulator, has that monitor at all')


class Halted(unittest.TestCase):
    def test_where_it_stands_is_a_sample(self):
        """A core that runs for ever at one place; it goes on afterwards."""
        liar = Liar(plain(c=b'+'))
        done = tally_command.tally(
            'record', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=1e6', '-F', '200', '--timeout', '0.2', '--json',
            program(FIRMWARE, 'pb1176'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        halts = liar.asked.count('c')
        self.assertEqual(document['sampled']['samples'], halts)
        self.assertGreater(halts, 0)
        # One question for each, but for whom the protocol has at its begin.
        self.assertEqual(sum(said[:1] == 'p' for said in liar.asked), halts)
        self.assertEqual([place['addr'] for place in document['places']],
                         [0x8000])
        self.assertRegex(document['sampled']['skid'], r'It was halted [\d.]+ '
                         r'times a second of 200 wanted, and stood still for ')
        self.assertEqual(liar.asked[-1], 'D')
