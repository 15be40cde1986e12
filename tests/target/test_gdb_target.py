# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_target.py TALLY=COMMAND FIRMWARE=FOLDER

`tally stat -t gdb:HOST:PORT,...`: against boards that `tally board --gdb`
serves, and against servers that do everything wrong."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import tty
import unittest

import gdb_boards
import gdb_liar
import spoilt_files
import tally_command
from gdb_boards import serve_file
from gdb_core import MIDR, Core
from gdb_liar import Liar, frame, plain

TALLY = ''
FIRMWARE = ''
TIMEOUT = 120
# Memory that no demo uses, by the start of a board's RAM.
BEHIND = 0x3000000
# The same within the reach of a branch.
NEAR = 0x1800000


def setUpModule():
    tally_command.TALLY = TALLY


def program(board, name='crc32.elf'):
    return pathlib.Path(FIRMWARE, board.split('-')[0], name)


def serve(board, name):
    return serve_file(board, program(board, name))


class Boards(unittest.TestCase):
    def over(self, board, target, name, *words):
        """What `stat` counts over the link; how the board's run ended."""
        process, port = serve(board, name)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{port},{target},clock=1e6', '--json', *words,
            program(board, name), timeout=TIMEOUT)
        if done.returncode == 2:
            process.kill()
        _, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout), err

    def within(self, board, name, *words):
        return json.loads(tally_command.printed(
            'stat', '-t', f'board:{board}', '--json', *words,
            program(board, name)))

    def scratch(self, board):
        """Beyond all that the program loads."""
        return gdb_boards.scratch(program(board), BEHIND)

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
                        board, core + access, 'sort.elf', '-e', events,
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
                        f'{gdb_boards.scratch(program(board), NEAR):#x}',
                        'sort.elf', '--inside', *words)
                    self.assertTrue(there['trusted'])
                    here = self.within(board, 'sort.elf', *words)
                    self.assertEqual(there['events'][1]['count'],
                                     here['events'][1]['count'])
                    self.assertIn('exited with status 0', err)

    def test_each_pass_takes_a_call(self):
        there, _ = self.over(
            'pb1176', f'arm1176,scratch={self.scratch("pb1176"):#x}',
            'sort.elf', '--region', 'sift_down', '-M',
            'cpi,dcache_miss_rate', '-r', '2')
        self.assertEqual(len(there['plan']['pass']), 2)
        self.assertEqual(there['repeats'], 2)

    def test_first_calls_are_left_out(self):
        """The sixth call, alone: what five and six calls less differ by."""
        where = f'arm1176,scratch={self.scratch("pb1176"):#x}'
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
            '--region', 'quicksort', '-M', 'cpi', program('pb1176',
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
                         r'instructions of the core, one in\s+[\d.e-]+ ms\n')
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
            'scratch=0x9000,clock=400e6', program('pb1176'))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, 'hold +fail ')
        self.assertRegex(done.stdout, '\nhold: see whether this core, or this '
                         'emulator, has that monitor at all')


class Stubs(unittest.TestCase):
    """The instructions of stubs, carried out by somebody else's words."""

    def stat(self, core, *words):
        liar = Liar(core.answer)
        return tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=400e6', '--region', '0x8100..0x8200', *words,
            program('pb1176'), timeout=TIMEOUT)

    def core(self):
        return Core([0x8000, 0x8100, 0x8200])

    def test_counts_and_leaves_nothing(self):
        core = self.core()
        core.memory = {at: at % 251 for at in core.scratch}
        before = dict(core.memory), dict(core.reg), dict(core.monitor)
        done = self.stat(core, '-e', 'cycles,instr_exec', '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        # Less what an empty window has, to the unit.
        self.assertEqual([event['count'] for event in
                          json.loads(done.stdout)['events']], [1234, 1234])
        self.assertEqual(core.memory, before[0])
        self.assertEqual({n: value for n, value in core.reg.items() if value},
                         {**before[1], 15: 0x8200})
        self.assertEqual(core.monitor, before[2])
        self.assertEqual(core.breaks, set())

    def test_the_program_ends(self):
        """And its server with it: nothing is left there."""
        core, ended = self.core(), []

        def answer(words):
            if ended:
                return None
            if words == 'c' and core.get(15) not in core.scratch:
                ended.append(words)
                return frame(b'W00')
            return core.answer(words)
        liar = Liar(answer)
        with tempfile.TemporaryDirectory() as folder:
            done = tally_command.tally(
                'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
                'clock=400e6', '--region', '0x8100..0x8200', '-e', 'cycles',
                program('pb1176'), timeout=TIMEOUT, cwd=folder)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('the program ended before it came to', done.stderr)

    def test_one_for_a_script(self):
        """Of the program's own window: what the caches are like and the
        start; what is counted and the stop, what the caches are like and what
        is counted again, and all put back."""
        core = self.core()
        self.stat(core, '-e', 'cycles,instr_exec')
        self.assertEqual(core.so_far[1] - core.so_far[0], 2)
        self.assertLessEqual(core.stubs - core.so_far[1], 5)

    def test_thumb(self):
        """Kinds of breakpoints: by the state where the core stands, by the
        link, and by the first half of the instruction."""
        entry = int(re.search(r'([0-9a-f]+) +\d+ FUNC .* crc32$', subprocess.run(
            ['readelf', '-sW', str(program('pb1176'))], check=True,
            capture_output=True, text=True).stdout, re.M)[1], 16)
        for cpsr, link, half, wanted in (
                (0x13, 0x8200, 0xe3a0, (4, 4)), (0x33, 0x8201, 0x4770, (2, 2)),
                (0x33, 0x8200, 0xf7ff, (3, 4)), (0x13, 0x8203, 0xe800, (4, 3))):
            core = Core([0x8000, entry, link & ~1])
            core.reg.update({25: cpsr, 14: link})
            for at in entry, link & ~1:
                core.memory.update({at: half & 255, at + 1: half >> 8})
            liar = Liar(core.answer)
            done = tally_command.tally(
                'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
                'clock=400e6', '--region', 'crc32', '-e', 'cycles',
                program('pb1176'))
            self.assertEqual(done.returncode, 0, done.stderr)
            for kind in 'Zz':
                self.assertEqual({words[3:] for words in liar.asked
                                  if words.startswith(kind + '1')},
                                 {f'{entry:x},{wanted[0]}',
                                  f'{link & ~1:x},{wanted[1]}'})

    def test_a_dead_monitor(self):
        core = self.core()
        core.dead = True
        done = self.stat(core, '-e', 'cycles')
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stderr, r'0x[0-9a-f]+ was written to PMNC, and '
                         '0x0 reads back: nothing is behind that register')

    def test_stale_caches(self):
        for which, wanted in (('icache', 'its instruction cache has older'),
                              ('dcache', 'a data cache is between them')):
            core = self.core()
            setattr(core, which, {})
            done = self.stat(core, '-e', 'cycles')
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn(wanted, done.stderr)

    def test_little_memory(self):
        """The same counts by more stubs."""
        core = self.core()
        core.scratch = range(0x9003, 0x9003 + 200)
        liar = Liar(core.answer)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9003+200,'
            'clock=400e6', '--region', '0x8100..0x8200', '-e',
            'cycles,instr_exec', '--json', program('pb1176'))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([event['count'] for event in
                          json.loads(done.stdout)['events']], [1234, 1234])
        self.assertTrue(all(at in core.scratch for at in core.memory))


class Halted(unittest.TestCase):
    def test_where_it_stands_is_a_sample(self):
        """A core that runs for ever at one place; it goes on afterwards."""
        liar = Liar(plain(c=b'+'))
        done = tally_command.tally(
            'record', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=1e6', '-F', '200', '--timeout', '0.2', '--json',
            program('pb1176'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        halts = liar.asked.count('c')
        self.assertEqual(document['sampled']['samples'], halts)
        self.assertGreater(halts, 0)
        self.assertEqual([place['addr'] for place in document['places']],
                         [0x8000])
        self.assertRegex(document['sampled']['skid'], r'It was halted [\d.]+ '
                         r'times a second of 200 wanted, and stood still for ')
        self.assertEqual(liar.asked[-1], 'D')


class Commands(unittest.TestCase):
    """OpenOCD's own, without scratch memory."""

    def stat(self, core, *words):
        return tally_command.tally(
            'stat', '-t', f'gdb::{Liar(core.answer).port},arm1176,access=mrc,'
            'clock=400e6', '--region', '0x8100..0x8200', '-e',
            'cycles,instr_exec', *words, program('pb1176'), timeout=TIMEOUT)

    def test_counts(self):
        core = Core([0x8000, 0x8100, 0x8200])
        done = self.stat(core, '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([event['count'] for event in
                          json.loads(done.stdout)['events']], [1234, 1234])
        self.assertEqual((core.monitor[12, 0], core.stubs, core.memory),
                         (0, 0, {}))

    def test_a_status_that_only_catch_tells(self):
        core = Core([0x8000, 0x8100, 0x8200])
        for said, wanted in (
                ('1 \n', r'`arm mrc 15 0 0 0 0` fails: the core runs'),
                ('0 what\n', r'`arm mrc 15 0 0 0 0` says no number'),
                (None, 'the server has no commands of its own')):
            core.commands = said
            done = self.stat(core)
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertRegex(done.stderr, wanted)

    def test_a_write_that_does_nothing(self):
        core = Core([0x8000, 0x8100, 0x8200])
        core.dead = True
        self.assertIn('nothing is behind that register',
                      self.stat(core).stderr)


class Ways(unittest.TestCase):
    """Which way is taken where nobody says."""

    def stat(self, core, *words):
        return tally_command.tally(
            'stat', '-t', f'gdb::{Liar(core.answer).port},arm1176,clock=400e6'
            + ''.join(words), '--region', '0x8100..0x8200', '-e',
            'cycles,instr_exec', program('pb1176'), timeout=TIMEOUT)

    def offering(self, kept):
        """A core whose server has the monitor's registers by name, and keeps
        what is written or answers OK and does nothing."""
        names = [row['name'] for row in json.loads(tally_command.printed(
            'list', 'registers', '-m', 'arm1176', '--json'))['registers']]
        at = {'PMNC': (12, 0), 'CCNT': (12, 1), 'PMN0': (12, 2),
              'PMN1': (12, 3), 'ACCVAL': (9, 0), 'MIDR': (0, 0)}
        names.append('MIDR')
        core = Core([0x8000, 0x8100, 0x8200])
        core.commands = None
        core.monitor[9, 0] = 0
        core.monitor[0, 0] = MIDR
        says = core.says
        number = {100 + i: at[name] for i, name in enumerate(names)}
        text = '<target>' + ''.join(
            f'<reg name="{name}" bitsize="32" regnum="{100 + i}"/>'
            for i, name in enumerate(names)) + '</target>'

        def answer(words):
            if words.startswith('qXfer:features:read:target.xml:0,'):
                return frame(b'l' + text.encode())
            if words[0] == 'p' and int(words[1:], 16) >= 100:
                return frame((core.monitor[number[int(words[1:], 16)]]
                              & 0xffffffff).to_bytes(4, 'little').hex()
                             .encode())
            if words[0] == 'P' and int(words[1:].split('=')[0], 16) >= 100:
                which, value = words[1:].split('=')
                if kept:
                    core.reg[0], old = int.from_bytes(
                        bytes.fromhex(value), 'little'), core.reg.get(0, 0)
                    crm, op2 = number[int(which, 16)]
                    core.move(0xee0f0f10 | op2 << 5 | crm)
                    core.reg[0] = old
                return frame(b'OK')
            return frame(says(words).encode())
        core.answer = answer
        return core

    def test_registers_that_keep_what_is_written(self):
        core = self.offering(True)
        before = dict(core.monitor)
        done = self.stat(core)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count(' 1,234\n'), 2, done.stdout)
        self.assertIn("registers were reached as registers of the server's\n",
                      done.stdout)
        self.assertEqual((core.monitor, core.stubs), (before, 0))

    def test_registers_that_do_not(self):
        done = self.stat(self.offering(False))
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('the server offers none that keep what is written',
                      done.stderr)
        done = self.stat(self.offering(False), ',access=registers')
        self.assertIn('the server offers no registers of arm1176 that keep '
                      'what is written', done.stderr)
        core = self.offering(False)
        done = self.stat(core, ',scratch=0x9000')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('reached by instructions of the core\n', done.stdout)

    def test_commands(self):
        done = self.stat(Core([0x8000, 0x8100, 0x8200]))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("reached by `arm mrc` and `arm mcr` of OpenOCD's\n",
                      done.stdout)
        core = Core([0x8000, 0x8100, 0x8200])
        core.dead = True  # what is written is lost
        done = self.stat(core)
        self.assertIn('say where 1024 bytes of memory are', done.stderr)


class Line:
    """A terminal's other end, as a connection that Liar serves."""

    def __init__(self, fd):
        self.fd = fd

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def recv(self, most):
        return os.read(self.fd, most)

    def sendall(self, data):
        os.write(self.fd, data)


class Wires(unittest.TestCase):
    def stat(self, core, place):
        done = tally_command.tally(
            'stat', '-t', f'gdb:{place},arm1176,scratch=0x9000,clock=400e6',
            '--region', '0x8100..0x8200', '-e', 'cycles', program('pb1176'),
            timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        # The bridge's path may be long, and the headline is then wrapped.
        self.assertIn(f'crc32.elf on gdb:{place}, arm1176 ',
                      ' '.join(done.stdout.split()) + ' ')
        self.assertIn(' 1,234 ', done.stdout)
        self.assertEqual(core.monitor[12, 0], 0)

    def test_a_program(self):
        core = Core([0x8000, 0x8100, 0x8200])
        liar = Liar(core.answer)
        bridge = pathlib.Path(gdb_liar.__file__).with_name('gdb_bridge.py')
        self.stat(core, f'|python3 {bridge} {liar.port}')

    def test_a_serial_line(self):
        core = Core([0x8000, 0x8100, 0x8200])
        master, slave = os.openpty()
        tty.setraw(slave)
        threading.Thread(target=Liar(core.answer).serve, daemon=True,
                         args=(Line(master),)).start()
        self.stat(core, os.ttyname(slave))
        os.close(slave)


class Pieces(unittest.TestCase):
    def measure(self, answer, core, **how):
        liar = Liar(answer, **how)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=400e6', '--region', '0x8100..0x8200', '-e', 'cycles',
            program('pb1176'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(core.monitor[12, 0], 0)
        return done.stderr

    def test_split_at_every_byte(self):
        core = Core([0x8000, 0x8100, 0x8200])
        self.measure(core.answer, core, piece=1)

    def test_merged_with_text_for_the_console(self):
        core = Core([0x8000, 0x8100, 0x8200])
        told = self.measure(lambda words: frame(b'O68690a') * 2
                            + core.answer(words)[1:], core)
        self.assertIn('hi\nhi\n', told)


class Liars(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()  # for what is left there
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def stat(self, answer, *words, extra='clock=400e6'):
        liar = Liar(answer)
        done = tally_command.tally(
            'stat', '-t', f'gdb:127.0.0.1:{liar.port},arm1176,scratch=0x9000,'
            f'{extra}', '--region', '0x8100..0x8200', '-e', 'cycles', *words,
            program('pb1176'), timeout=TIMEOUT, cwd=self.folder)
        self.assertEqual(done.stdout, '')
        # One more, if the link is lost while everything is put back.
        self.assertEqual(done.stderr.count('\n'),
                         1 + ('\ntally stat' in done.stderr), done.stderr)
        return done.returncode, done.stderr, liar

    def refused(self, text, answer, *words, **more):
        status, told, liar = self.stat(answer, *words, **more)
        self.assertEqual(status, 1, told)
        self.assertIn(text, told)
        return liar

    def test_silence(self):
        self.refused('does not answer', lambda words: b'+')

    def test_it_hangs_up_at_every_packet(self):
        for number in range(1, 30):
            count = [0]

            def answer(words, number=number, count=count):
                count[0] += 1
                return None if count[0] == number else plain()(words)
            with self.subTest(number=number):
                status, told, _ = self.stat(answer)
                self.assertEqual(status, 1)
                if 'may not do that in its state' in told:
                    break  # so many packets there are
                self.assertRegex(told, 'closed the connection|is lost')
        self.assertGreater(number, 12)

    def test_damage(self):
        self.refused('damages packets', lambda words: b'+$OK#00' * 9)

    def test_nothing_runs(self):
        for said in b'W00', b'X09', b'', b'E01':
            self.refused('nothing runs there', plain(**{'?': frame(said)}))

    def test_no_clock(self):
        self.refused('say what clock the core has', plain(),
                     extra='scratch=0x9000')

    def test_descriptions(self):
        for text, wanted in (
                (b'l<target><reg name="a"', 'is damaged'),
                (b'l<target><reg bitsize="32"/></target>',
                 'cannot be used'),
                (b'l<target xmlns:xi="x"><xi:include href="target.xml"/>'
                 b'</target>', 'includes too much')):
            self.refused(wanted, plain(qXfer=frame(text)))

    def test_registers_and_memory(self):
        self.refused('does not let register r0 be read', plain(p=frame(b'E01')))
        self.refused('does not let register cpsr be written',
                     plain(P=frame(b'E01')))
        self.refused('no memory can be read at 0x9000', plain(m=frame(b'E01')))
        self.refused('no memory can be written at 0x93f8',
                     plain(M=frame(b'E01')))

    def test_what_is_an_error_and_what_are_digits(self):
        for said in b'0', b'E.no', b'E01', b'xxxxxxxx':
            self.refused('does not let register r0 be read',
                         plain(p=frame(said)))
        self.refused('ended at 0x8000e0', plain(p=frame(b'E0008000')))

    def test_no_breakpoints(self):
        liar = Liar(plain(Z=frame(b'')))
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},l2c310=0x9000,clock=1e6',
            '--region', '0x8100..0x8200', '-e', 'DRREQ', program('pb1176'),
            timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1)
        self.assertIn('no breakpoint can be set at 0x8100', done.stderr)

    def test_a_breakpoint_that_stays(self):
        liar = Liar(plain(z=frame(b'E01')))
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},l2c310=0x9000,clock=1e6',
            '--region', '0x8100..0x8200', '-e', 'DRREQ', program('pb1176'),
            timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1)
        self.assertIn('refused to take the breakpoint at 0x8100 away',
                      done.stderr)

    def test_a_stub_that_goes_astray(self):
        liar = self.refused('the core may not do that in its state', plain())
        # All that it changed is put back: r0 to r3, pc and the memory.
        written = [words for words in liar.asked
                   if words.startswith(('P', 'M'))]
        last = written[-9:]
        for reg in '19', '0', '1', '2', '3', 'f':
            self.assertIn(f'P{reg}=00800000', last)
        self.assertTrue(last[-3].startswith('M9000,1f0:c0000041'), last)
        self.assertEqual(sum(int(words.split(',')[1].split(':')[0], 16)
                             for words in last[-3:]), 1024)

    def test_run_length(self):
        """"80*"" is 80 and five noughts more: 29 is taken off the count."""
        short = frame(b'00800*"')
        self.refused('ended at 0x8000: the core may not do that in its state',
                     plain(p=short))

    def test_a_monitor_in_memory(self):
        """An L220 in a memory that the test keeps; between the two
        breakpoints its second counter moves by 1234."""
        memory, places = {0x10003: 0x41, 0x10000: 2 << 6}, [
            0x8000, 0x8100, 0x8200]

        def answer(words):
            head = words[1:].split(':')[0].split(',')
            if words[0] == 'm':
                return frame(b''.join(
                    b'%02x' % memory.get(int(head[0], 16) + i, 0)
                    for i in range(int(head[1], 16))))
            if words[0] == 'M':
                for i, byte in enumerate(bytes.fromhex(words.split(':')[1])):
                    memory[int(head[0], 16) + i] = byte
            if words == 'c':
                places.pop(0)
                if places[0] == 0x8200:
                    for at in 0x1020c, 0x10210:  # EVR1, EVR0
                        for i, byte in enumerate((1234).to_bytes(4, 'little')):
                            memory[at + i] = byte
            if words[0] == 'p':
                return frame(places[0].to_bytes(4, 'little').hex().encode())
            return plain()(words)
        liar = Liar(answer)
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},l220=0x10000,clock=1e6',
            '--region', '0x8100..0x8200', '-e', 'DRREQ', '--json',
            program('pb1176'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr + str(liar.asked))
        document = json.loads(done.stdout)
        self.assertEqual(document['events'][0]['count'], 1234)
        self.assertFalse(document['simulated'])
        # Breakpoints are gone, and the core goes on.
        self.assertEqual(
            sum(words.startswith('Z') for words in liar.asked),
            sum(words.startswith('z') for words in liar.asked))
        self.assertEqual(liar.asked[-1], 'D')

    def test_interrupted(self):
        """Ctrl-C while the program runs: it is stopped, breakpoints are taken
        away, the monitor is put back, and the core goes on."""
        liar = Liar(plain(c=b'+'))
        process = subprocess.Popen(
            [TALLY, 'stat', '-t', f'gdb::{liar.port},l2c310=0x9000,'
             'clock=1e6', '--region', '0x8100..0x8200', '-e', 'DRREQ',
             str(program('pb1176'))], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        liar.running.wait(TIMEOUT)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertEqual((process.returncode, out), (1, ''), err)
        self.assertIn('interrupted', err)
        after = liar.asked[liar.asked.index('c') + 1:]
        self.assertTrue(any(words.startswith('z') for words in after), after)
        self.assertTrue(any(words.startswith('M') for words in after), after)
        self.assertEqual(after[-1], 'D')

    def test_whole_program(self):
        liar = Liar(plain())
        done = tally_command.tally(
            'stat', '-t', f'gdb::{liar.port},arm1176,scratch=0x9000,'
            'clock=1e9', '-e', 'cycles', program('pb1176'), timeout=TIMEOUT)
        self.assertEqual(done.returncode, 1)
        self.assertIn('name a function, --region SYMBOL', done.stderr)


if __name__ == '__main__':
    unittest.main()
