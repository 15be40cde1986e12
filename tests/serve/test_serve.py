# SPDX-License-Identifier: MIT
"""usage: tap.py test_serve.py TALLY=COMMAND FIRMWARE=FOLDER

`tally board --gdb`, asked as GDB asks: every board, every packet, and all that
a client can do wrong."""
import functools
import json
import re
import signal
import struct
import subprocess
import unittest

import tally_command
from gdb_boards import program
from gdb_client import Server

TALLY = ''
FIRMWARE = ''

# One of each architecture, and one on a simulated bus.
WATCHED = 'pb1176', 'virt-a57', 'mpc8548cds', 'versatile'


def setUpModule():
    tally_command.TALLY = TALLY


class Elf:
    """The entry, the bytes there, and symbols."""

    def __init__(self, path, nm):
        data = path.read_bytes()
        self.order = '<' if data[5] == 1 else '>'
        wide = data[4] == 2
        self.entry, start = struct.unpack_from(
            self.order + ('QQ' if wide else 'II'), data, 24)
        size, count = struct.unpack_from(self.order + 'HH', data,
                                         54 if wide else 42)
        self.entry &= ~1  # which says Thumb
        self.code = b''
        for i in range(count):
            row = struct.unpack_from(
                self.order + ('IIQQQQ' if wide else 'IIIII'), data,
                start + i * size)
            kind, offset, addr, filed = (
                (row[0], row[2], row[3], row[5]) if wide
                else (row[0], row[1], row[2], row[4]))
            if kind == 1 and addr <= self.entry < addr + filed:
                at = offset + self.entry - addr
                self.code = data[at:offset + filed]
        self.symbol = {
            words[2]: int(words[0], 16) for words in
            (line.split() for line in subprocess.run(
                [nm, str(path)], check=True, capture_output=True,
                text=True).stdout.splitlines()) if len(words) == 3}


class Served(unittest.TestCase):
    def serve(self, board, *options):
        server = Server(board, program(FIRMWARE, board), *options)
        self.addCleanup(server.end)
        return server


def elf_of(board):
    compiler = tally_command.boards()[board]['cc'].split()[0]
    return Elf(program(FIRMWARE, board), compiler.replace('gcc', 'nm'))


def on_each_board(test):
    """The test gets a board, a server on it, and what its program is."""
    @functools.wraps(test)
    def whole(self):
        for board in tally_command.boards():
            with self.subTest(board=board):
                server = self.serve(board)
                test(self, board, server, elf_of(board))
                server.end()
    return whole


class Face(Served):
    def value(self, elf, digits):
        return int.from_bytes(bytes.fromhex(digits),
                              'little' if elf.order == '<' else 'big')

    def digits(self, elf, value, bits):
        return value.to_bytes(bits // 8, 'little' if elf.order == '<'
                              else 'big').hex()

    @on_each_board
    def test_core_registers(self, _, server, elf):
        registers = server.description()
        names = [name for name, _ in registers]
        pc = names.index('pc')
        self.assertEqual(self.value(elf, server.ask(f'p{pc:x}')),
                         elf.entry)
        # Alone and all at once they are the same.
        whole = server.ask('g')
        core, at = [], 0
        while at < len(whole):
            name, bits = registers[len(core)]
            core.append(whole[at:at + bits // 4])
            self.assertEqual(server.ask(f'p{len(core) - 1:x}'), core[-1],
                             name)
            at += bits // 4
        self.assertEqual(at, len(whole))
        # Those behind are monitors'.
        self.assertLess(len(core), len(registers))
        for number in (1, len(core) - 1, pc):
            bits = registers[number][1]
            now = self.value(elf, core[number]) ^ (
                0x10 if number == pc else 0x40000000)
            if names[number] in ('cpsr', 'msr'):
                continue
            wanted = self.digits(elf, now, bits)
            self.assertEqual(server.ask(f'P{number:x}={wanted}'), 'OK')
            self.assertEqual(server.ask(f'p{number:x}'), wanted,
                             names[number])
        self.assertEqual(server.ask('G' + whole), 'OK')
        self.assertEqual(server.ask('g'), whole)

    def check_map(self, server, elf):
        """All addresses, each once; the program is in RAM."""
        text = server.ask('qXfer:memory-map:read::0,2000')
        self.assertEqual(text[0], 'l')
        self.assertIn('memory-map:read+', server.ask('qSupported'))
        at = 0
        for kind, start, length in re.findall(
                r'<memory type="(\w+)" start="(\w+)" length="(\w+)"/>', text):
            self.assertEqual(int(start, 16), at)
            self.assertIn(kind, ('ram', 'rom'))
            if at <= elf.entry < at + int(length, 16):
                self.assertEqual(kind, 'ram')
            at += int(length, 16)
        self.assertEqual(at, 1 << 32)

    @on_each_board
    def test_memory(self, _, server, elf):
        self.check_map(server, elf)
        code = elf.code[:0x1234]
        self.assertEqual(
            server.ask(f'm{elf.entry:x},{len(code):x}'), code.hex())
        place = elf.symbol['main']
        old = server.ask(f'm{place:x},8')
        self.assertEqual(server.ask(f'M{place + 1:x},3:0a0B0c'), 'OK')
        self.assertEqual(server.ask(f'm{place:x},8'),
                         old[:2] + '0a0b0c' + old[8:])
        self.assertEqual(
            server.ask(b'X%x,4:#$}\0' % (place + 2)), 'OK')
        self.assertEqual(server.ask(f'm{place:x},8'),
                         old[:2] + '0a' + b'#$}\0'.hex() + old[12:])
        self.assertEqual(server.ask(b'X%x,0:' % place), 'OK')

    @on_each_board
    def test_monitor_registers(self, board, server, elf):
        """All can be read; the core's own counters can be set, where the
        manual has them so."""
        monitors = {row['monitor']: row for row in
                    tally_command.listed('monitors')}
        row = tally_command.boards()[board]
        registers = server.description()
        first = len(server.ask('g')) // 4
        names = {}
        total = 0
        for number, (name, bits) in enumerate(registers):
            total += bits
            if total > first * 16:
                names[name] = (number, bits)
        wanted = 0
        for monitor in row['monitors']:
            listed = json.loads(tally_command.printed(
                'list', 'registers', '-m', monitor, '--json'))
            wanted += len(listed['registers'])
        # And which core it is, of those that have coprocessors.
        names = {name: at for name, at in names.items()
                 if not name.endswith("midr")}
        # One that is alone has a short name and a long one for each.
        self.assertEqual(len(names), wanted * (1 + (len(row['monitors']) == 1)))
        for monitor in row['monitors']:
            word = re.sub(r'\W', '_', monitor.lower())
            self.assertTrue([name for name in names
                             if name.startswith(word + '_')], names)
        for name, (number, bits) in names.items():
            self.assertRegex(server.ask(f'p{number:x}'),
                             '^([0-9a-f]{%d}|x{%d})$'
                             % (bits // 4, bits // 4), name)
        if monitors[row['monitors'][0]]['native'] == 'MMIO':
            return  # the AHB monitor's counters cannot be written
        kept = 0
        for counter in monitors[row['monitors'][0]]['counters']:
            word = re.sub(r'\W', '_', counter.lower())
            for name, (number, bits) in names.items():
                if not re.search(rf'(^|_){word}(_|$)', name):
                    continue
                value = self.digits(elf, 0x1234, bits)
                self.assertEqual(server.ask(f'P{number:x}={value}'), 'OK')
                kept += server.ask(f'p{number:x}') == value
        self.assertGreater(kept, 1, names)

    @on_each_board
    def test_ledger(self, board, server, elf):
        """`monitor truth` is what --truth prints."""
        place = elf.symbol['main']
        self.assertEqual(server.ask(f'Z0,{place:x},4'), 'OK')
        self.assertEqual(server.ask('c'), 'T05thread:1;')
        told = server.monitor('truth')
        self.assertIn(tally_command.boards()[board]['monitors'][0], told)
        numbers = [int(n) for n in re.findall(
            r'^\S+ .* (\d+)  (?:exact|modelled)$', told, re.M)]
        self.assertGreater(max(numbers), 100)
        self.assertIn('info registers', server.monitor('help'))
        self.assertIn('info registers', server.monitor('nonsense ' * 50))


class Control(Served):
    def plain(self, board):
        """How the program ends, and what it prints, when nobody debugs."""
        done = tally_command.tally('board', board,
                                   program(FIRMWARE, board))
        return done.stdout, done.stderr

    @on_each_board
    def test_breaks_and_steps_change_nothing(self, board, server, elf):
        """Each step is one instruction; what is counted at the end is what is
        counted without a debugger, to the unit."""
        place = elf.symbol['main']
        self.assertEqual(server.ask(f'Z1,{place:x},4'), 'OK')
        self.assertEqual(server.ask('vCont;c:1'), 'T05thread:1;')
        before = int(re.search(r'after (\d+) ',
                               server.monitor('stop'))[1])
        for step in range(1, 40):
            self.assertEqual(server.ask('s' if step % 2 else
                                        'vCont;s:1;c'), 'T05thread:1;')
            self.assertIn(f'after {before + step} ',
                          server.monitor('stop'))
        self.assertEqual(server.ask(f'z1,{place:x},4'), 'OK')
        self.assertEqual(server.ask('c'), 'W00')
        status, out, err = server.close()
        self.assertEqual((status, (out, err)), (0, self.plain(board)))

    def test_a_breakpoint_is_met_again(self):
        board = next(iter(tally_command.boards()))
        server = self.serve(board)
        place = elf_of(board).symbol['main']
        server.ask(f'Z0,{place:x},4')
        self.assertEqual(server.ask('c'), 'T05thread:1;')
        # Back to it, and met; twice set is set once.
        pc = [name for name, _ in server.description()].index('pc')
        value = server.ask(f'p{pc:x}')
        server.ask(f'Z0,{place:x},4')
        server.ask('s')
        server.ask(f'P{pc:x}={value}')
        server.ask(f'z0,{place:x},4')
        self.assertEqual(server.ask('c'), 'W00')

    @on_each_board
    def test_interrupt(self, board, server, _):
        names, pc = self.loop_for_ever(server)
        server.say('c')
        self.assertEqual(server.byte(), b'+')
        self.assertTrue(server.quiet())
        server.send(b'\x03')
        self.assertEqual(server.answer(), 'T02thread:1;')
        self.assertEqual(server.ask(f'p{names.index("pc"):x}'), pc)
        status, _, err = server.close(interrupt=True)
        self.assertEqual(status, 1)
        self.assertIn(f'simulated {board}: interrupted', err)

    def loop_for_ever(self, server):
        """A branch to itself where it is; the registers' names, and there."""
        names = [name for name, _ in server.description()]
        pc = server.ask(f'p{names.index("pc"):x}')
        if 'msr' in names:
            at, loop = int(pc, 16), '48000000'
        else:
            at = int.from_bytes(bytes.fromhex(pc), 'little')
            loop = '00000014' if 'x0' in names else 'feffffea'
            if 'x0' not in names and int(server.ask(
                    f'p{names.index("cpsr"):x}')[:2], 16) & 0x20:
                loop = 'fee7'  # Thumb
        self.assertEqual(
            server.ask(f'M{at:x},{len(loop) // 2:x}:{loop}'), 'OK')
        return names, pc

    @on_each_board
    def test_one_after_another(self, board, server, _):
        """Whoever comes after one that let go finds it running, and stops it;
        after one that went away without a word, standing there."""
        names, pc = self.loop_for_ever(server)
        where = f'p{names.index("pc"):x}'
        self.assertEqual(server.ask('D'), 'OK')
        for parting in 'D', '', 'D':
            server.socket.close()
            server.connect()
            self.assertEqual(server.ask('?')[:3], 'T05')
            self.assertEqual(server.ask(where), pc)
            if parting:
                self.assertEqual(server.ask(parting), 'OK')
        status, _, err = server.close(interrupt=True)
        self.assertEqual(status, 1)
        self.assertIn(f'simulated {board}: interrupted', err)

    @on_each_board
    def test_detached_it_runs_to_its_end(self, board, server, _):
        self.assertEqual(server.ask('D'), 'OK')
        status, out, err = server.close()
        self.assertEqual((status, (out, err)), (0, self.plain(board)))

    def test_other_ends(self):
        board = next(iter(tally_command.boards()))
        for words in ('k', 'vKill;1', None):
            with self.subTest(words=words):
                server = self.serve(board)
                if words:
                    server.say(words)
                status, _, err = server.close(interrupt=not words)
                self.assertEqual(status, 1)
                self.assertIn('interrupted', err)
        # While it runs, and by the user.
        server = self.serve(board)
        server.say('c')
        self.assertEqual(server.close(interrupt=True)[0], 1)
        server = self.serve(board)
        server.process.send_signal(signal.SIGINT)
        status, _, err = server.close()
        self.assertEqual(status, 1)
        self.assertIn('interrupted', err)

    def read(self, server, elf, name):
        names = [name for name, _ in server.description()]
        return int.from_bytes(
            bytes.fromhex(server.ask(f'p{names.index(name):x}')),
            'little' if elf.order == '<' else 'big')

    def test_watchpoints(self):
        """The stack below main() is written, and then read, and what is
        reported is an access there, behind the instruction; nothing of what
        is counted changes."""
        for board in WATCHED:
            elf, server = elf_of(board), self.serve(board)
            sp = 'r1' if elf.order == '>' else 'sp'
            server.ask(f'Z0,{elf.symbol["main"]:x},4')
            self.assertEqual(server.ask('c'), 'T05thread:1;')
            top = self.read(server, elf, sp)
            where = f'{top - 64:x},40'
            for kind, word in (2, 'watch'), (3, 'rwatch'), (4, 'awatch'):
                with self.subTest(board=board, kind=kind):
                    self.assertEqual(server.ask(f'Z{kind},{where}'), 'OK')
                    stop = re.fullmatch(r'T05(\w+):([0-9a-f]+);thread:1;',
                                        server.ask('c'))
                    self.assertEqual(stop[1], word)
                    self.assertLess(top - 65, int(stop[2], 16))
                    self.assertLess(int(stop[2], 16), top)
                    self.assertEqual(server.ask(f'z{kind},{where}'), 'OK')
            self.assertEqual(server.ask('c'), 'W00')
            self.assertEqual(server.close()[1:], self.plain(board))

    def test_too_many_watchpoints(self):
        server = self.serve(WATCHED[0])
        said = [server.ask(f'Z2,{8 * i:x},4') for i in range(17)]
        self.assertEqual(said, ['OK'] * 16 + ['E0e'])
        # Twice set is set once, and what is not there can be taken away.
        for words in 'Z2,0,4', 'z2,0,4', 'z2,0,4', 'Z2,1000,4':
            self.assertEqual(server.ask(words), 'OK')

    def test_its_own_limits_are_told(self):
        board = next(iter(tally_command.boards()))
        server = self.serve(board, '--max-insn', '1000')
        self.assertEqual(server.ask('c'), 'T18thread:1;')
        self.assertIn('still running after 1,000 instructions', server.told)


class Hostile(Served):
    def test_packets_that_mean_nothing(self):
        board = next(iter(tally_command.boards()))
        server = self.serve(board)
        for words in ('', 'y', 'qNobodyKnows', 'vNobody', 'Z5,0,4', 'i', '!'):
            self.assertEqual(server.ask(words), '', words)
        for words in ('m', 'm,', 'm8000', 'mx,4', 'm8000,', 'M8000,4:00',
                      'M8000,1:0x', 'X8000,4:ab', 'X8000,ffffffffffffffff:',
                      'M8000,8000000000000000:', 'p', 'px', 'P', 'P0', 'P0=1',
                      'P0:00000000', 'G00', 'Z0,', 'Z0;8000', 'Z2,8000', 'Z4,8000,',
                      'qXfer:features:read:target.xml:', 'G' + 'x' * 500):
            self.assertEqual(server.ask(words), 'E16', words)
        for words in ('pffff', 'Pffffffff=00000000', 'mfffffff0,20',
                      'm100000000,4', 'Mfffffffffffffff0,1:00'):
            self.assertEqual(server.ask(words), 'E0e', words)
        self.assertEqual(
            server.ask('qXfer:features:read:target.xml:ffffff,10'), 'l')
        self.assertEqual(server.ask('D'), 'OK')
        self.assertEqual(server.close()[0], 0)

    def test_damage(self):
        board = next(iter(tally_command.boards()))
        server = self.serve(board)
        server.send(b'$?#00')
        self.assertEqual(server.byte(), b'-')
        server.send(b'$' + b'?' * 40000 + b'#00')
        self.assertEqual(server.byte(), b'-')
        wanted = server.ask('?')
        # What was lost on the way is said again.
        server.send(b'-')
        self.assertEqual(server.answer(), wanted)
        for byte in b'$qC#b4':  # split at every byte
            server.send(bytes([byte]))
        self.assertEqual(server.answer(), 'QC1')
        self.assertEqual(server.ask('QStartNoAckMode'), 'OK')
        server.say('qC')
        self.assertEqual(server.byte(), b'$')
        self.assertEqual(server.close(interrupt=True)[0], 1)


if __name__ == '__main__':
    unittest.main()
