# SPDX-License-Identifier: MIT
"""`tally board --konata`: the log is in the form that Konata's author describes
(docs/kanata-log-format.md of github shioyadan/Konata), which a reader of its own
holds here; its cycles are the run's, cause by cause, on every board; and where
instructions issue and end is what was counted by hand."""
import collections
import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest

import tally_command
from tally_command import printed, tally

TALLY = ''
FIRMWARE = ''  # beside what programs for boards are linked with
GCC = 'aarch64-linux-gnu-gcc'

# The window comes behind a call of its body, so that code and data are at hand.
PROGRAM = '''
        .text
        .global _start
_start: adrp x28, data
        add x28, x28, :lo12:data
        str x28, [x28]
        mov x1, x28
        mov x10, #1
        mov x16, #0
        bl body
        mov x1, x28
        isb
        bl window
        adr x1, block
        mov x0, #0x18
        hlt #0xf000
        .balign 8
block:  .quad 0x20026, 0
        .balign 64
        .type window, %function
window: nop
        nop
body:   ldr x1, [x1]
        ldr x1, [x1]
        add x2, x1, x10
        mul w3, w2, w2
        mul w3, w3, w10
        udiv x4, x3, x10
        add x5, x4, x10
        ret
        .size window, . - window
        .data
        .balign 64
data:   .skip 64
'''

# Cycles from the first one's issue on, from the cores' tables
# [boards/src/inorder/cortex_a53.c, boards/src/outoforder/cortex_a72.c].
#
# A53: NOP NOP, 1: LDR, 4: LDR, whose data an ALU may have after 2, and 6: the
# sum is a factor after 2, 8: a product is one after 3, 11, and is divided after
# 3, 14: an ALU has the quotient after 2.  An address would have a sum after 3,
# what is loaded after 4, as a product and a quotient.
A53_ISSUE = [0, 0, 1, 4, 6, 8, 11, 14, 16]
A53_TAKES = [1, 1, 4, 4, 3, 4, 4, 4, 3]
# A72: each NOP has a cycle's three slots; LDR and LDR in 2, 6: 4 each, 10: 1,
# 11: 3, 14: 3, 17: 4, 21: 1.  In order of dispatch: LDR LDR ADD, MUL MUL UDIV,
# ADD.
A72_DISPATCH = [0, 1, 2, 2, 2, 3, 3, 3, 4]
A72_ISSUE = [0, 1, 2, 6, 10, 11, 14, 17, 21]
A72_TAKES = [1, 1, 4, 4, 1, 3, 3, 4, 1]
A53_CAUSES = ['', '', 'issue 1', 'issue 1; load-use 2', 'issue 1; load-use 1',
              'issue 1; slow ALU 1', 'issue 1; multiply 2',
              'issue 1; multiply 2', 'issue 1; divide 1']


class Instruction:
    def __init__(self, number):
        self.number, self.stages, self.text = number, [], {0: '', 1: ''}
        self.open, self.retired, self.order = {}, None, None

    def start(self, lane, name, cycle):
        self.end(lane, cycle)
        self.open[lane] = len(self.stages)
        self.stages.append([name, cycle, None])

    def end(self, lane, cycle):
        if lane in self.open:
            self.stages[self.open.pop(lane)][2] = cycle

    def stage(self, name):
        return next((stage[1:] for stage in self.stages if stage[0] == name),
                    None)

    def cycles(self):
        found = re.fullmatch(r'(\d+) cycles?(?:: (.+))?', self.text[1])
        return int(found[1]), found[2] or ''


def read_log(text):
    """The instructions of a log, in the order of their numbers in the file; what
    the form does not allow is an error."""
    lines = text.split('\n')
    if lines.pop() or lines[0] != 'Kanata\t0004':
        raise ValueError('no header, or no end')
    word, _, first = lines[1].partition('\t')
    if word != 'C=':
        raise ValueError('no first cycle')
    cycle, found = int(first), []
    for line in lines[2:]:
        command, *words = line.split('\t')
        if command == 'C':
            if int(words[0]) <= 0:
                raise ValueError(line)
            cycle += int(words[0])
            continue
        if command == 'I':
            number, simulated, _ = map(int, words)
            if number != len(found):
                raise ValueError(f'{line}: not the next one')
            found.append(Instruction(simulated))
            continue
        one = found[int(words[0])]
        if one.retired is not None:
            raise ValueError(f'{line}: it is over')
        if command == 'L':
            _, kind, label = words
            one.text[int(kind)] += label
        elif command == 'S':
            one.start(int(words[1]), words[2], cycle)
        elif command == 'E':
            one.end(int(words[1]), cycle)
        elif command == 'R':
            for lane in list(one.open):
                one.end(lane, cycle)
            one.retired, one.order = cycle, int(words[1])
            if words[2] != '0':
                raise ValueError(f'{line}: nothing is ever flushed here')
        else:
            raise ValueError(f'{line}: no command')
    for one in found:
        if one.retired is None or not one.stages:
            raise ValueError(f'{one.text}: without stage or end')
    return found


class Konata(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        tally_command.TALLY = TALLY
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.elf = cls.at('window.elf')
        with open(cls.at('window.S'), 'w', encoding='ascii') as file:
            file.write(PROGRAM)
        subprocess.run([GCC, '-nostdlib', '-static', '-Ttext=0x40000000',
                        cls.at('window.S'), '-o', cls.elf], check=True)

    @classmethod
    def at(cls, name):
        return os.path.join(cls.folder.name, name)

    def window(self, board, *words):
        path = self.at('log')
        done = tally('board', board, self.elf, '--konata', path, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(path, encoding='utf-8') as file:
            return read_log(file.read()), done

    def hand_counted(self, board):
        log, done = self.window(board, '--from', 'window', '--steps', '9')
        self.assertEqual([one.number for one in log], [*range(9)])
        self.assertRegex(log[3].text[0], r'^0x4000008c window\+0xc: ldr +x1, '
                         r'\[x1\]$')
        told = re.search(r'window of 9 steps, (\d+) cycles from', done.stderr)
        self.assertEqual(sum(one.cycles()[0] for one in log), int(told[1]))
        zero = log[0].stage('Ex')[0]
        return log, [[one.stage('Ex')[0] - zero for one in log],
                     [one.stage('Ex')[1] - one.stage('Ex')[0] for one in log]]

    def test_in_order(self):
        log, cycles = self.hand_counted('virt-a53')
        self.assertEqual(cycles, [A53_ISSUE, A53_TAKES])
        self.assertEqual([one.cycles()[1] for one in log], A53_CAUSES)
        self.assertEqual([one.retired for one in log],
                         [one.stage('Ex')[1] for one in log])

    def test_out_of_order(self):
        log, cycles = self.hand_counted('virt-a72')
        self.assertEqual(cycles, [A72_ISSUE, A72_TAKES])
        zero = log[0].stage('Ex')[0]
        self.assertEqual([(one.stage('Wt') or one.stage('Ex'))[0] - zero
                          for one in log], A72_DISPATCH)
        retired = [one.stage('Rt') for one in log]
        # All are in a chain, so that each retires when it is done.
        self.assertEqual(retired, [[one.stage('Ex')[1], one.stage('Ex')[1] + 1]
                                   for one in log])

    def test_every_board(self):
        """The window is all of the run: its cycles are those of the run, and by
        causes, too; and the run is the same as without."""
        source = self.at('sum.c')
        with open(source, 'w', encoding='ascii') as file:
            file.write('volatile int x[32];\nint main(void)\n{ int s = 0;\n'
                       'for (int i = 0; i < 32; i++) { x[i] = 3 * i; '
                       's += x[i] / 2; }\nreturn s & 1; }\n')
        for row in json.loads(printed('board', '--json'))['boards']:
            with self.subTest(row['name']):
                self.whole_run(row, source)

    def whole_run(self, row, source):
        elf, path = self.at('sum.elf'), self.at('log')
        subprocess.run([*shlex.split(row['cc']), source, '-o', elf],
                       check=True)
        words = 'board', row['name'], elf, '--truth', '--json'
        alone = json.loads(printed(*words))
        document = json.loads(printed(*words, '--konata', path, '--from', '0',
                                      '--steps', '100000'))
        self.assertEqual(document, alone)
        with open(path, encoding='utf-8') as file:
            log = read_log(file.read())
        self.assertEqual(sorted(one.order for one in log), [*range(len(log))])
        self.assertEqual(len(log), document['instructions'])
        self.assertEqual(sum(one.cycles()[0] for one in log),
                         document['cycles'])
        spent = collections.Counter()
        for one in log:
            for part in filter(None, one.cycles()[1].split('; ')):
                cause, cycles = part.rsplit(' ', 1)
                spent['cause: ' + cause] += int(cycles)
        self.assertEqual(spent, {truth['name']: truth['count']
                                 for truth in document['truth']
                                 if truth['code'] == 'cause'
                                 and truth['count']})

    def test_where_it_begins(self):
        """At an address, or at the first boundary in a cycle or behind it; and
        nothing but the steps that are asked for is in it."""
        whole, _ = self.window('virt-a53', '--from', '0', '--steps', '100000')
        texts = [one.text for one in whole]
        log, _ = self.window('virt-a53', '--from', '0x40000008', '--steps', '5')
        self.assertEqual([one.text for one in log], texts[2:7])
        cycles, until = 0, 0
        while cycles < 300:
            cycles += whole[until].cycles()[0]
            until += 1
        log, _ = self.window('virt-a53', '--from', '300', '--steps', '3')
        self.assertEqual([one.text for one in log], texts[until:until + 3])

    def test_wrong_use(self):
        for words, message in (
                (('--konata', self.at('log'), '--from', '0x40000ffc'),
                 'the run ended before the window, which begins at 0x40000ffc'),
                (('--konata', self.at('log')), 'the program has no main'),
                (('--konata', self.elf), 'the program'),
                (('--konata', self.at('log'), '--steps', '100001'),
                 '100000')):
            done = tally('board', 'virt-a53', self.elf, *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(message, done.stderr)


if __name__ == '__main__':
    unittest.main()
