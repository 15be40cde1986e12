# SPDX-License-Identifier: MIT
"""OpenOCD's Tcl port over a Core of gdb_core: the commands that Tally gives,
with the traps of the real one.  A core that runs answers 0 to `arm mrc`, and
calls that success; what OpenOCD tells unasked comes between the answers; and
whether a command failed only `catch` tells."""
import re

from gdb_liar import Liar

END = b'\x1a'
NAMES = {**{f'r{n}': n for n in range(13)}, 'pc': 15, 'cpsr': 25,
         'sp_svc': 13, 'lr_svc': 14}
MODES = ('usr', 'fiq', 'irq', 'svc')
CATCH = re.compile(r'set tally_s \[catch \{(.*)\} tally_r\]; '
                   r'concat tally (\d+) \$tally_s \$tally_r', re.S)
GUARD = ('if {[[target current] curstate] ne {halted}} {error "the core is '
         '[[target current] curstate]"}; ')
AWAIT = ('if {[[target current] curstate] in {running debug-running}} {sleep 2 '
         'busy; [target current] arp_poll}; set tally_i [[target current] '
         'curstate]')
OTHERS = ('set tally_o {}; foreach tally_n [target names] {if {$tally_n ne '
          '[target current] && [$tally_n cget -type] eq [[target current] cget '
          '-type]} {lappend tally_o $tally_n}}; set tally_o')
HALT = 'if {[[target current] curstate] ne {halted}} {halt 0}; ' + AWAIT
MODE = (r'_\[lindex \{([a-z -]+)\} \[expr \{\[lindex \[get_reg \{cpsr\}\] 1\] & '
        r'15\}\]\]')
BANKED = re.compile(
    r'set tally_n (sp|lr)' + MODE + r'; if \{\[catch \{get_reg \$tally_n\}\]\} '
    r'\{set tally_n \1\}; reg \$tally_n; get_reg \$tally_n')
# The same of one that is written.
BANKED_WRITE = re.compile(
    r'set tally_n (sp|lr)' + MODE + r'; if \{\[catch \{get_reg \$tally_n\}\]\} '
    r'\{set tally_n \1\}; set_reg \[list \$tally_n (\w+)\]')


class Failed(Exception):
    pass


class OpenOcd:
    """`slow`: so often it still runs when it is asked; `state`: where it
    stands, and 'unknown' is one that nobody has examined; `ill`: begins of
    commands that fail, with what they say."""

    def __init__(self, core, slow=1, **ill):
        self.core, self.slow, self.ill = core, slow, ill
        self.state, self.left = 'halted', 0
        self.endless = False  # the program never comes to a breakpoint
        self.unstoppable = False
        self.group = False  # it is stopped together with others
        self.others = ''  # that OpenOCD has of its type

    def resume(self):
        self.state, self.left = 'running', self.slow
        if self.core.get(15) in self.core.scratch:
            self.core.run()
        elif self.endless or len(self.core.places) == 1:
            self.left = -1  # nothing stops it any more
        else:
            self.core.run()

    def poll(self):
        if self.state == 'running' and self.left >= 0:
            self.left -= 1
            if self.left < 0:
                self.state = 'halted'
        return self.state

    def halt(self):
        if self.state == 'running' and not self.unstoppable:
            self.state = 'halted'
        return ''

    def memory(self, addr, width, count):
        return ' '.join(
            hex(int.from_bytes(bytes(self.core.memory.get(addr + i + k, 0)
                                     for k in range(width // 8)), 'little'))
            for i in range(0, count * width // 8, width // 8))

    def store(self, addr, width, values):
        for i, value in enumerate(values.split()):
            for k, byte in enumerate(
                    int(value, 0).to_bytes(width // 8, 'little')):
                self.core.memory[addr + i * width // 8 + k] = byte
        return ''

    def read(self, name):
        if name not in NAMES:
            raise Failed(f"unknown register '{name}'")
        return f'{name} 0x{self.core.get(NAMES[name]):08x}'

    def write(self, name, value):
        if name not in NAMES:
            raise Failed(f"unknown register '{name}'")
        self.core.reg[NAMES[name]] = int(value, 0)
        return ''

    def banked(self, name, modes):
        return self.read(f'{name}_' + modes.split()[
            self.core.get(25) & 15])

    def write_banked(self, name, modes, value):
        return self.write(f'{name}_' + modes.split()[
            self.core.get(25) & 15], value)

    def move(self, what, place, value):
        """Of a core that runs it is 0, and nothing has failed."""
        if self.state != 'halted':
            return '0'
        crn, crm, op2 = (int(word) for word in place.split())
        kept = self.core.reg.get(0, 0)
        self.core.reg[0] = int(value or '0', 0)
        self.core.move(0xee000f10 | crn << 16 | op2 << 5 | crm
                       | (what == 'mrc') << 20)
        value, self.core.reg[0] = self.core.reg[0], kept
        return f'0x{value:08x}' if what == 'mrc' else ''

    def smp(self):
        """A type of target that has no such command."""
        if not self.group:
            raise Failed('')
        return 'on\n'

    def breakpoint(self, addr, hard):
        del hard
        self.core.breaks.add(addr)
        return ''

    def step(self):
        self.core.says('s')
        return ''

    def commands(self):
        number = r'(0x[0-9a-f]+|\d+)'
        return (
            (re.escape(AWAIT), self.poll),
            (re.escape(HALT), lambda: self.halt() or self.poll()),
            (re.escape('catch {halt 0}; ' + AWAIT),
             lambda: self.halt() or self.poll()),
            (r'resume', lambda: self.resume() or ''),
            ('step', self.step),
            (re.escape('[target current] cget -endian'), lambda: 'little'),
            (re.escape('eval [target current] [[target current] cget -type] '
                       'smp'), self.smp),
            (re.escape(OTHERS), lambda: self.others),
            (r'reg (\w+); get_reg \{\1\}', self.read),
            (r'set_reg \{(\w+) (\w+)\}', self.write),
            (BANKED.pattern, self.banked),
            (BANKED_WRITE.pattern, self.write_banked),
            (rf'read_memory {number} {number} {number}', lambda *words:
             self.memory(*(int(word, 0) for word in words))),
            (rf'write_memory {number} {number} \{{(.*)\}}',
             lambda addr, width, values: self.store(
                 int(addr, 0), int(width), values)),
            (r'bp 0x([0-9a-f]+) [234]( hw)?', self.breakpoint),
            (r'rbp 0x([0-9a-f]+)', lambda addr:
             self.core.breaks.discard(addr) or ''),
            (r'arm (mrc|mcr) 15 0 (\d+ \d+ \d+)( 0x[0-9a-f]+)?', self.move),
        )

    def obey(self, line):
        if line.startswith(GUARD):
            if self.state != 'halted':
                raise Failed(f'the core is {self.state}')
            line = line[len(GUARD):]
        for begin, said in self.ill.items():
            if line.startswith(begin):
                if said.startswith('0'):
                    return said[2:]
                raise Failed(said)
        for pattern, act in self.commands():
            if found := re.fullmatch(pattern, line):
                return act(*found.groups())
        raise AssertionError(line)

    def answer(self, line):
        """For Tcl, with an event that nobody has asked for."""
        found = CATCH.fullmatch(line)
        try:
            status, said = 0, self.obey(found[1])
        except Failed as why:
            status, said = 1, str(why)
        told = (b'type target_event event gdb-start\r\n' + END
                if 'mem' in line else b'')
        return told + f'tally {found[2]} {status} {said}'.encode() + END


class Tcl(Liar):
    """A server of that protocol; `answer` gives None to close."""

    def serve(self, connection):
        kept = b''
        with connection:
            while True:
                try:
                    part = connection.recv(4096)
                except OSError:
                    return
                if not part:
                    return
                kept += part
                while END in kept:
                    line, kept = kept.split(END, 1)
                    self.asked.append(line.decode())
                    if 'resume' in self.asked[-1]:
                        self.running.set()
                    said = self.answer(self.asked[-1])
                    if said is None:
                        return
                    try:
                        self.send(connection, said)
                    except OSError:
                        return
