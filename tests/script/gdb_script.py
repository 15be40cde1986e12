# SPDX-License-Identifier: MIT
"""The part of GDB's command language that `tally script --as gdb` writes, as
its manual has it: whatever else stands in a script is an error.  There is no
GDB in it."""
import re

from carried_out import Ended

NAME = r'[A-Za-z_]\w*'
DEREFERENCE = re.compile(r'\*\(unsigned\*\)(\((?:[^()]|\([^()]*\))*\))')


class Script:
    """`target` has names(), the registers that it serves; read(place) and
    write(place, value), where a place is such a name or an address."""

    def __init__(self, text, target, **variables):
        self.target = target
        self.variable = {'_': 0, **variables}
        self.commands = {}
        self.said = ''
        lines = [line.strip() for line in text.splitlines()]
        self.run([line for line in lines if line and line[0] != '#'], [])

    def block(self, lines, at):
        """The lines up to the `end` of the block that begins at `at`."""
        depth, start = 1, at
        while depth:
            depth += (lines[at].split()[0] in ('if', 'define', 'document')) - (
                lines[at] == 'end')
            at += 1
        return lines[start:at - 1], at

    def value(self, text):
        """Of an expression of whole numbers."""
        while found := DEREFERENCE.search(text):
            text = (text[:found.start()] +
                    str(self.target.read(self.value(found[1]))) +
                    text[found.end():])

        def of(match):
            name = match[1]
            return str(self.target.read(name) if name in self.target.names()
                       else self.variable[name])
        text = re.sub(rf'\$({NAME})', of, text)
        if not re.fullmatch(r'[\da-fA-Fx&|^~()+<>= -]+', text):
            raise AssertionError(f'no expression: {text}')
        return eval(text)  # pylint: disable=eval-used

    def set(self, place, value):
        found = re.fullmatch(rf'\$({NAME})', place)
        if found and found[1] not in self.target.names():
            self.variable[found[1]] = value
        elif found:
            self.target.write(found[1], value)
        else:
            self.target.write(self.value(DEREFERENCE.fullmatch(place)[1]),
                              value)

    def command(self, line, arguments):
        for n, argument in enumerate(arguments):
            line = line.replace(f'$arg{n}', argument)
        assert '$arg' not in line, f'an argument is missing: {line}'
        verb, _, rest = line.partition(' ')
        if verb == 'set':
            place, _, value = rest.partition(' = ')
            self.set(place, self.value(value))
        elif verb == 'echo':
            self.said += rest.replace('\\n', '\n').replace('\\040', ' ')
        elif verb in ('output/x', 'output/u'):
            self.said += f'{self.value(rest):#x}' if verb[-1] == 'x' else str(
                self.value(rest))
        elif line == 'maintenance flush register-cache':
            pass
        elif line.startswith('info registers '):
            if not set(line.split()[2:]) <= set(self.target.names()):
                raise Ended(line)
        elif verb in self.commands:
            self.run(self.commands[verb], rest.split())
        else:
            raise Ended(f'no command {verb}')

    def run(self, lines, arguments):
        at = 0
        while at < len(lines):
            line, at = lines[at], at + 1
            verb = line.split()[0]
            if verb in ('define', 'document', 'if'):
                body, at = self.block(lines, at)
                if verb == 'define':
                    self.commands[line.split()[1]] = body
                elif verb == 'if' and self.value(line[3:]):
                    self.run(body, arguments)
            else:
                self.command(line, arguments)

    def call(self, *line):
        """A command as a user types it; what it says."""
        self.said = ''
        self.run([' '.join(line)], [])
        return self.said
