# SPDX-License-Identifier: MIT
"""The part of PRACTICE, the language of TRACE32, that `tally script --as
practice` writes, read as public documents have it: whatever else stands in a
script is an error."""
import re

NAME = r'[A-Za-z]\w*'
NUMBER = re.compile(r'0x([0-9A-Fa-f]+)|([0-9]+)\.')
READ = re.compile(r'Data\.(Long|Quad)\((C14|C15|SPR|PMR|D):([^()]*)\)')
WRITE = re.compile(r'Data\.Set (C14|C15|SPR|PMR|D):(\S+) %(Long|Quad) (\S+)')
BYTES = {'Long': 4, 'Quad': 8}


class Script:
    """`target` reads, writes and goes: read(class, address, bytes), write(
    class, address, bytes, value), go()."""

    def __init__(self, text, target):
        self.target = target
        self.lines = [line.strip() for line in text.splitlines()
                      if line.strip() and not line.strip().startswith(';')]
        self.label = {line[:-1]: i for i, line in enumerate(self.lines)
                      if re.fullmatch(NAME + ':', line)}
        self.macro = {}
        self.printed = []
        self.back = []
        self.at = 0

    def expanded(self, text):
        """With each macro's text in its place; one must have been declared."""
        return re.sub(f'&({NAME})', lambda m: self.macro[m[1]], text)

    def value(self, text):
        """Of an expression, whose macros are expanded."""
        text = READ.sub(lambda m: hex(self.target.read(
            m[2], self.value(m[3]), BYTES[m[1]])), text)
        text = NUMBER.sub(lambda m: str(int(m[1], 16) if m[1]
                                        else int(m[2])), text)
        if not re.fullmatch(r'[\d&|<+()!= ]+', text):
            raise AssertionError(f'no expression: {text}')
        return int(eval(text))  # pylint: disable=eval-used

    def true(self, text):
        text = self.expanded(text)
        words = re.fullmatch(r'"(.*)"=="(.*)"', text)
        return words[1] == words[2] if words else bool(self.value(text))

    def skip(self):
        """The command, or the block, that comes next."""
        depth = 0
        while True:
            depth += {'(': 1, ')': -1}.get(self.lines[self.at], 0)
            self.at += 1
            if not depth:
                return

    def print(self, text):
        said = ''
        for string, macro, shown in re.findall(
                r'"([^"]*)"|(%Decimal )?(\S+)', text):
            if not shown:
                said += string
            elif macro:
                said += str(self.value(shown))
            else:
                said += shown
        self.printed.append(said)

    def command(self, line, words):
        """False: it is over."""
        verb = line.split(' ')[0]
        if verb == 'ENTRY':
            for name in line.split()[1:]:
                assert re.fullmatch('&' + NAME, name), line
                self.macro[name[1:]] = words.pop(0) if words else ''
        elif verb == 'LOCAL':
            self.macro.update((name[1:], '') for name in line.split()[1:])
        elif verb == 'IF':
            if not self.true(line[3:]):
                self.skip()
        elif verb == 'GOTO':
            self.at = self.label[line.split()[1]]
        elif verb == 'GOSUB':
            self.back.append(self.at)
            self.at = self.label[line.split()[1]]
        elif line == 'RETURN':
            self.at = self.back.pop()
        elif line in ('ENDDO', 'END'):
            return False
        elif verb == 'PRINT':
            self.print(self.expanded(line[6:]))
        elif line == 'Go':
            self.target.go()
        elif found := re.fullmatch(f'&({NAME})=(.*)', line):
            assert found[1] in self.macro, line
            text = self.expanded(found[2])
            quoted = re.fullmatch('"([^"]*)"', text)
            self.macro[found[1]] = (quoted[1] if quoted
                                    else f'0x{self.value(text):X}')
        elif found := WRITE.fullmatch(self.expanded(line)):
            self.target.write(found[1], self.value(found[2]),
                              BYTES[found[3]], self.value(found[4]))
        elif not (re.fullmatch(rf'[()]|{NAME}:|WAIT !STATE\.RUN\(\)', line)):
            raise AssertionError(f'no command of PRACTICE: {line}')
        return True

    def run(self, *words):
        """What it prints, line by line."""
        words = list(words)
        whole = ' '.join(self.lines)
        assert whole.count('(') == whole.count(')'), 'a parenthesis is missing'
        while self.command(self.step(), words):
            pass
        return self.printed

    def step(self):
        self.at += 1
        return self.lines[self.at - 1]
