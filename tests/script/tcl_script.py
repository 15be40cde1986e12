# SPDX-License-Identifier: MIT
"""The procedures that `tally script --as openocd` writes, called in Debian's
Tcl.  OpenOCD's three commands for registers are carried out here; another one
is an error, as there."""
import pathlib
import subprocess

import monitor_registers
from carried_out import Ended

# An answer begins with the letter of what it is: a question for a register,
# words for the user, a result, an error.
COMMANDS = r"""
proc ask {args} { puts "? $args"; flush stdout; gets stdin }
foreach name {arm mww read_memory} { proc $name {args} "ask $name {*}\$args" }
proc echo {text} { puts ": $text" }
while {[gets stdin line] >= 0} {
    puts [expr {[catch {uplevel #0 $line} said] ? "!" : "="}]\ $said
    flush stdout
}
"""


class Script:
    """`target` has read(place) and write(place, value), where a place is a
    register's name in lower case or an address, and a monitor."""

    def __init__(self, text, target, folder, **variables):
        self.target = target
        self.said = ''
        self.name = {monitor_registers.place_of(row['place']):
                     row['name'].lower()
                     for row in monitor_registers.registers(target.monitor)
                     if not monitor_registers.behind(row['place'])}
        loop, script = (pathlib.Path(folder, name)
                        for name in ('loop.tcl', 'script.tcl'))
        loop.write_text(COMMANDS)
        script.write_text(text)
        self.tcl = subprocess.Popen(
            ['tclsh', loop], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, encoding='utf-8')
        for name, value in variables.items():
            self.call('set', name, str(value))
        self.call('source', str(script))

    def end(self):
        self.tcl.communicate(timeout=60)

    def write(self, text):
        print(text, file=self.tcl.stdin, flush=True)

    def coprocessor(self, what, number, op1, crn, crm, op2, *value):
        """The answer to `arm mrc` or `arm mcr`, whose operands these are."""
        place = self.name[f'C{number}', int(op1) << 12 | int(op2) << 8 |
                          int(crm) << 4 | int(crn)]
        if what == 'mrc' and not value:
            return str(self.target.read(place))
        (value,) = value
        assert what == 'mcr', what
        self.target.write(place, self.word(value))
        return ''

    @staticmethod
    def word(text):
        """A number that a register has room for."""
        value = int(text, 0)
        assert 0 <= value < 1 << 32, text
        return value

    def answer(self, command, *words):
        if command == 'arm':
            return self.coprocessor(*words)
        address, *words = words
        if command == 'mww':
            (value,) = words
            self.target.write(int(address, 0), self.word(value))
            return ''
        assert words == ['32', '1'], words
        return f'{self.target.read(int(address, 0)):#x}'

    def call(self, *words):
        """A command as a user types it; what it gives.  An error is said."""
        self.write(' '.join(words))
        self.said = ''
        while True:
            line = self.tcl.stdout.readline()
            assert line, 'Tcl has ended'
            text = line[2:].rstrip('\n')
            if line[0] == '?':
                self.write(self.answer(*text.split()))
            elif line[0] == ':':
                self.said += text + '\n'
            elif line[0] == '!':
                self.said += text
                raise Ended(text)
            else:
                return text
