# SPDX-License-Identifier: MIT
"""OpenOCD's Tcl port with a target of kind mem_ap, chip.apb: behind it a core
that runs, with its debug registers and its monitor's memory-mapped view, written
from the manuals' tables.  A command takes time: TICK cycles of the core go by.
Whatever halts, resumes or reads the core's own registers is refused."""
import re

from openocd_liar import Failed, OpenOcd

TICK = 1000
KEY = 0xc5acce55
# PMEVCNTR's and PMCCNTR's places, where the core's registers are from the view
# on, and what its MIDR is.
VIEWS = {'pmuv3/cortex-a53': (8, 0xf8, 0x20000, 0x410fd034),
         'cortex-a9': (4, 0x7c, 0x1000, 0x413fc090)}


class View:
    def __init__(self, monitor, base, closed=True, lost=False,
                 leap=0):
        self.step, self.cycles, behind, self.midr = VIEWS[monitor]
        self.base, self.core = base, base - behind
        self.wide = self.step == 8
        self.counter = [0] * 6
        self.ccnt = 0
        self.type = {n: 0 for n in range(6)}
        self.filter = 0
        self.enabled = self.inten = self.flags = self.control = 0
        self.closed = self.os_closed = closed
        self.lost = lost  # there is no monitor
        self.leap, self.ticks = leap, 0
        self.counted = 0  # cycles of the windows that were open

    def tick(self):
        """`leap`: a tick in each window that is so much longer."""
        if not self.control & 1:
            self.ticks = 0
            return
        self.ticks += 1
        took = TICK + self.leap * (self.ticks == 5)
        bits = 64 if self.wide and self.control & 0x40 else 32
        if self.enabled >> 31:
            self.ccnt += took
            self.counted += took
            if self.ccnt >> bits:
                self.ccnt &= (1 << bits) - 1
                self.flags |= 1 << 31
        for n in range(6):
            # An instruction each second cycle; nothing else happens.
            more = {0x08: took // 2, 0x11: took,
                    0x68: took // 2}.get(
                self.type[n] & 0x3ff, 0)
            if self.enabled >> n & 1:
                self.counter[n] += more
                self.flags |= (self.counter[n] >> 32 & 1) << n
                self.counter[n] &= 0xffffffff

    def read(self, addr):
        at = addr - self.base
        if addr - self.core in range(0x1000):
            return {0xd00: self.midr, 0xfcc: 0x15, 0x304: 2 * self.os_closed,
                    0xd28: 0x10305106}.get(addr - self.core, 0)
        if at not in range(0x1000):
            raise Failed(f'data abort at 0x{addr:08x}')
        if at == 0xfcc:
            return 0 if self.lost else 0x16
        if at == 0xfb4:
            return 1 | 2 * self.closed
        if self.closed or self.os_closed:
            raise Failed('data abort: locked')
        if at < 6 * self.step and at % self.step == 0:
            return self.counter[at // self.step]
        if 0x400 <= at < 0x418:
            return self.type[(at - 0x400) // 4]
        return {self.cycles: self.ccnt & 0xffffffff,
                0xfc: self.ccnt >> 32, 0x47c: self.filter,
                0xc00: self.enabled, 0xc20: self.enabled,
                0xc40: self.inten, 0xc60: self.inten, 0xc80: self.flags,
                0xe00: 6, 0xe04: self.control & ~6,
                0xe20: 0xffffffff, 0xe24: 0xffffffff}.get(at, 0)

    def write(self, addr, value):
        at = addr - self.base
        if addr == self.core + 0x300:
            self.os_closed = value == KEY
        elif at == 0xfb0:
            self.closed = value != KEY
        elif self.closed or self.os_closed:
            raise Failed('data abort: locked')
        elif at < 6 * self.step:
            self.counter[at // self.step] = value
        elif 0x400 <= at < 0x418:
            self.type[(at - 0x400) // 4] = value
        elif at == self.cycles:
            self.ccnt = self.ccnt & ~0xffffffff | value
        elif at == 0xfc:
            self.ccnt = self.ccnt & 0xffffffff | value << 32
        elif at == 0x47c:
            self.filter = value
        elif at == 0xe04:
            self.control = value & 0x7ff
        else:
            name, clear = {0xc00: ('enabled', False),
                           0xc20: ('enabled', True),
                           0xc40: ('inten', False), 0xc60: ('inten', True),
                           0xc80: ('flags', True)}[at]
            now = getattr(self, name)
            setattr(self, name, now & ~value if clear else now | value)

    def state(self):
        """All that is as it was when nobody uses it any more."""
        return (list(self.counter), self.ccnt, dict(self.type), self.filter,
                self.enabled, self.inten, self.control, self.closed,
                self.os_closed)


class Live(OpenOcd):
    """`memory`: bytes besides the view's; `writes`: called at each read, as
    the firmware that goes on."""

    def __init__(self, view=None, memory=None, writes=None):
        super().__init__(None)
        self.view, self.ram, self.writes = view, memory or {}, writes
        self.asked = []

    def word(self, addr, width):
        if self.view and addr >= self.view.core:
            return self.view.read(addr)
        try:
            return int.from_bytes(bytes(self.ram[addr + k]
                                        for k in range(width // 8)), 'little')
        except KeyError as at:
            raise Failed(f'no memory at {at}') from None

    def store(self, addr, value):
        self.view.write(addr, value)

    def obey(self, line):
        self.asked.append(line)
        number = r'(0x[0-9a-f]+|\d+)'
        if line == '[target current] cget -endian':
            return 'little'
        if line == 'chip.apb was_examined':
            return '1'
        if line.startswith('nowhere '):
            raise Failed('invalid command name "nowhere"')
        if self.view:
            self.view.tick()
        if self.writes:
            self.writes(self.ram)
        if found := re.fullmatch(
                rf'chip.apb read_memory {number} {number} {number}', line):
            addr, width, count = (int(word, 0) for word in found.groups())
            return ' '.join(hex(self.word(addr + i * width // 8, width))
                            for i in range(count))
        if found := re.fullmatch(
                rf'chip.apb write_memory {number} 32 \{{ {number}\}}', line):
            self.store(*(int(word, 0) for word in found.groups()))
            return ''
        raise AssertionError(line)




class OnBoard(Live):
    """The same with the memory of a board behind a gdb_client.Server.  It goes
    on when its monitor's control register at `control` has counters begin, and
    they end when it has come to its breakpoint."""

    def __init__(self, server, control):
        super().__init__()
        self.server, self.control = server, control
        self.runs = False
        self.meanwhile = 0  # words that were read while it ran

    def wait(self):
        if self.runs and not self.server.answer().startswith('T05'):
            raise Failed('it came to no breakpoint')
        self.runs = False

    def ask(self, words):
        said = self.server.ask(words)
        if said.startswith('T05'):
            self.runs = False
            said = self.server.answer()
        if re.fullmatch('E..|', said):
            raise Failed(f'{words}: {said}')
        return said

    def word(self, addr, width):
        said = self.ask(f'm{addr:x},{width // 8:x}')
        self.meanwhile += self.runs
        return int.from_bytes(bytes.fromhex(said), 'little')

    def store(self, addr, value):
        if addr == self.control and not value & 1:
            self.wait()
        self.ask(f'M{addr:x},4:{value.to_bytes(4, "little").hex()}')
        if addr == self.control and value & 1:
            self.server.say('c')
            self.runs = True
            self.word(addr, 32)
