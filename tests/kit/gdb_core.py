# SPDX-License-Identifier: MIT
"""An ARM1176 behind a server of GDB's protocol, made of what a test says: it
carries out the instructions of stubs, its caches may keep old memory, and its
monitor may be dead."""
import re

import gdb_liar

PC, CPSR = 15, 25
# The registers of the monitor, by CRm and opcode 2 of p15, 0, Rd, c15.
PMNC, CCNT, PMN0, PMN1 = (12, 0), (12, 1), (12, 2), (12, 3)
MIDR = 0x410fb767
LINE = 32
NOP = 0xe1a00000


class Core:
    """`places`: where the program stops, one after the other; between two of
    them it carries out `length` instructions."""

    def __init__(self, places, length=1234, scratch=0x9000):
        self.places, self.length = list(places), length
        self.scratch = range(scratch, scratch + 1024)
        self.memory = {}
        self.reg = {PC: self.places[0], CPSR: 0x13, 14: 0x8200, 13: 0x20000}
        self.monitor = {PMNC: 0, CCNT: 0, PMN0: 0, PMN1: 0}
        self.breaks = set()
        self.stubs = 0
        self.so_far = []  # of these, when the program went on
        self.commands = 'good'  # what they say otherwise; None: has none
        self.dead = False  # the monitor ignores what is written
        self.icache = self.dcache = None  # what was read once stays

    # ---- memory ----------------------------------------------------------

    def word(self, addr, cache=None):
        if cache is not None:
            line = addr - addr % LINE
            if line not in cache:
                cache[line] = {at: self.memory.get(at, 0)
                               for at in range(line, line + LINE)}
            bytes_ = cache[line]
        else:
            bytes_ = self.memory
        return int.from_bytes(bytes(bytes_.get(addr + i, 0)
                                    for i in range(4)), 'little')

    def store(self, addr, value):
        to = self.memory
        if self.dcache is not None:
            self.word(addr, self.dcache)
            to = self.dcache[addr - addr % LINE]
        for i, byte in enumerate(value.to_bytes(4, 'little')):
            to[addr + i] = byte

    # ---- the core --------------------------------------------------------

    def get(self, number):
        return self.reg.get(number, 0)

    def count(self, instructions):
        if self.monitor[PMNC] & 1:
            for at in CCNT, PMN0, PMN1:
                self.monitor[at] += instructions

    def move(self, code):
        """MRC and MCR."""
        number = code >> 12 & 15
        at = (code & 15, code >> 5 & 7) if code >> 16 & 15 == 15 else None
        if code >> 20 & 1:
            main = not code >> 16 & 15 and not code & 15
            self.reg[number] = (MIDR if main
                                else self.monitor.get(at, 0) & 0xffffffff)
        elif at in self.monitor and not self.dead:
            value = self.get(number)
            if at == PMNC:
                for bit, counters in (2, (PMN0, PMN1)), (4, (CCNT,)):
                    if value & bit:
                        self.monitor.update(dict.fromkeys(counters, 0))
                value = value & ~6 & ~(value & 0x700)
            self.monitor[at] = value

    def branch(self, code):
        by = code & 0xffffff
        self.reg[PC] += 4 + 4 * (by - (by >> 23 << 24))

    def carry_out_inside(self, code):
        """What `--inside` leaves there has besides; False: it is another."""
        offset, number = code & 0xfff, code >> 12 & 15
        top = code >> 16
        if code in (0xe92d0003, 0xe8bd0003):  # r0 and r1 on the stack
            push = code == 0xe92d0003
            self.reg[13] -= 8 if push else 0
            for i in range(2):
                if push:
                    self.store(self.reg[13] + 4 * i, self.get(i))
                else:
                    self.reg[i] = self.word(self.reg[13] + 4 * i, self.dcache)
            self.reg[13] += 0 if push else 8
        elif top == 0xe51f:
            value = self.word(self.get(PC) + 8 - offset, self.dcache)
            self.reg[number] = value - 4 if number == PC else value
        elif top == 0xe50f:
            self.store(self.get(PC) + 8 - offset, self.get(number))
        elif code == 0xe10f1000:
            self.reg[1] = self.get(CPSR)
        elif code == 0x1a000001:  # behind tst r1, #15
            if self.get(1) & 15:
                self.branch(code)
        elif code not in (0xe311000f, 0xe128f001, NOP):
            return False
        return True

    def carry_out(self, code):
        offset, number = code & 0xfff, code >> 12 & 15
        top = code >> 16
        if self.carry_out_inside(code):
            return
        if top & 0xfff0 == 0xe590:
            self.reg[number] = self.word(self.get(top & 15) + offset,
                                         self.dcache)
        elif top & 0xfff0 == 0xe580:
            self.store(self.get(top & 15) + offset, self.get(number))
        elif top == 0xe3a0:
            self.reg[number] = code & 255
        elif top & 0xfff0 == 0xe280:
            self.reg[number] = self.get(top & 15) + (code & 255)
        elif code == 0xe0800003:
            self.reg[0] = self.get(0) + self.get(3) & 0xffffffff
        elif top & 0xff00 == 0xee00 and code & 0xf10 == 0xf10:
            self.move(code)
        elif code & 0xfff00f1f == 0xee100e11:  # mrc p14, 0: DBGDSCR
            self.reg[number] = 0
        else:
            raise AssertionError(f'{code:08x} at {self.get(PC):x}')

    def run(self):
        if self.get(PC) not in self.scratch:
            self.so_far.append(self.stubs)
            self.count(self.length)
            self.places.pop(0)
            self.reg[PC] = self.places[0]
            if self.word(self.get(PC)) >> 24 != 0xea:
                return
        self.stubs += 1
        while self.step():
            if self.get(PC) not in self.scratch and not self.is_branch():
                self.count(self.length)
                self.reg[PC] = self.get(14)

    def is_branch(self):
        return self.word(self.get(PC)) >> 24 == 0xea

    def step(self):
        """False: it is at a branch to itself."""
        code = self.word(self.get(PC), self.icache)
        if code == 0xeafffffe:
            return False
        if code >> 24 == 0xea:
            self.branch(code)
        else:
            self.carry_out(code)
        self.count(1)
        self.reg[PC] += 4
        return True

    # ---- the server ------------------------------------------------------

    def read_memory(self, head):
        addr, count = (int(word, 16) for word in head.split(','))
        return bytes(self.memory.get(addr + i, 0)
                     for i in range(count)).hex()

    def write_memory(self, head):
        where, digits = head.split(':')
        for i, byte in enumerate(bytes.fromhex(digits)):
            self.memory[int(where.split(',')[0], 16) + i] = byte

    def says(self, words):
        kind, rest = words[0], words[1:]
        if words.startswith('qSupported'):
            return 'PacketSize=400'
        if words in ('?', 'c', 's'):
            if words == 'c':
                self.run()
            elif words == 's' and self.get(PC) in self.scratch:
                self.step()
            return 'T05thread:1;'
        if kind == 'p':
            return self.get(int(rest, 16)).to_bytes(4, 'little').hex()
        if kind == 'm':
            return self.read_memory(rest)
        if words.startswith('qRcmd,'):
            return self.obey(bytes.fromhex(words[6:]).decode())
        if kind == 'P':
            number, value = rest.split('=')
            self.reg[int(number, 16)] = int.from_bytes(bytes.fromhex(value),
                                                       'little')
        elif kind == 'M':
            self.write_memory(rest)
        elif kind == 'Z':
            self.breaks.add(rest.split(',')[1])
        elif kind == 'z':
            self.breaks.discard(rest.split(',')[1])
        elif kind != 'D':
            return ''
        return 'OK'

    def obey(self, line):
        """OpenOCD's `arm mrc` and `arm mcr`, whose status `catch` gives, or a
        server without these."""
        found = re.fullmatch(
            r'set tally_s \[catch {arm (mrc|mcr) 15 0 (\d+) (\d+) (\d+)'
            r'( 0x[0-9a-f]+)?} tally_r\]; echo "\$tally_s \$tally_r"', line)
        if self.commands is None:
            return ''
        if self.commands != 'good':
            return self.commands.encode().hex()
        if 'catch {expr 7}' in line:
            return b'0 7\n'.hex()
        if not found:  # of a group, which it is not in; or to go on
            return (b'1 \n' if ' smp' in line else b'0 \n').hex()
        crn, crm, op2 = (int(found[i]) for i in (2, 3, 4))
        code = 0xee000f10 | crn << 16 | op2 << 5 | crm | (
            1 << 20 if found[1] == 'mrc' else 0)
        kept = self.reg.get(0, 0)
        self.reg[0] = int(found[5] or '0', 16)
        self.move(code)
        value, self.reg[0] = self.reg[0], kept
        said = f'0 0x{value:08x}\n' if found[1] == 'mrc' else '0 \n'
        return said.encode().hex()

    def answer(self, words):
        """For gdb_liar.Liar."""
        return gdb_liar.frame(self.says(words).encode())
