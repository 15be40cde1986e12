# SPDX-License-Identifier: MIT
"""The AArch64 boards: the programs of boards/firmware/virt and the demos; programs
that do what nobody handles; and counts of a whole run, worked out by hand."""
import os
import random
import shlex
import shutil
import subprocess
import tempfile
import unittest

from demos import DEMOS
from tally_command import boards

TALLY = ''
FIRMWARE = ''
GCC = 'aarch64-linux-gnu-gcc'
DEMO_DIR = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        '..', '..', 'boards', 'firmware', 'demo')
VARIANTS = ((), ('--strict',), ('--poison',), ('--strict', '--poison'),
            ('--jitter', '1'))
# Name: how many checks it makes.
TESTS = {'exceptions': 44, 'counts': 33, 'pmu': 58}
# SYS_EXIT with status 0; six instructions.
LEAVE = '''
        adr x1, leave_block
        mov x0, #0x18
        hlt #0xf000
        .balign 8
leave_block: .quad 0x20026, 0
'''


def run(board, elf, *options):
    return subprocess.run([TALLY, 'board', board, elf, *options], text=True,
                          errors='replace', stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=400, check=False)


def firmware(name):
    return os.path.join(FIRMWARE, 'virt', name + '.elf')


class Programs(unittest.TestCase):
    def ended_well(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('program exited with status 0 ', done.stderr)

    def check(self, name, options, board='virt-a53'):
        done = run(board, firmware('test_' + name), *options)
        lines = done.stdout.splitlines()
        self.assertEqual([x for x in lines if x.startswith('FAIL')], [])
        self.assertEqual(len([x for x in lines if x.startswith('PASS ')]),
                         TESTS[name], done.stdout + done.stderr)
        self.ended_well(done)

    def test_exceptions(self):
        for options in VARIANTS:
            with self.subTest(options=options):
                self.check('exceptions', options)

    def test_counts(self):
        for options in VARIANTS:
            with self.subTest(options=options):
                self.check('counts', options)

    def test_pmu(self):
        for board in boards(GCC):
            for options in VARIANTS:
                with self.subTest(board=board, options=options):
                    self.check('pmu', options, board)

    def test_uart(self):
        done = run('virt-a53', firmware('test_uart'))
        self.assertEqual(done.stdout,
                         'hello from the UART\n# above this line\n')
        self.ended_well(done)

    def test_demos(self):
        for board in boards(GCC):
            for name, line in DEMOS.items():
                if name == 'tlb' and board != 'virt-a53':
                    continue # it is long
                with self.subTest(board=board, name=name):
                    done = run(board, firmware(name), '--timeout', '300')
                    self.assertIn(line, done.stdout.splitlines(), done.stderr)
                    self.ended_well(done)

    def test_cold(self):
        done = run('virt-a53', firmware('crc32'), '--cold')
        self.assertIn(DEMOS['crc32'], done.stdout.splitlines())
        self.ended_well(done)

    def test_compile_line(self):
        """`tally board NAME --cc` makes the program that the build made."""
        with tempfile.TemporaryDirectory() as where:
            for name in ('crc32.c', 'demo.h'):
                shutil.copy(os.path.join(DEMO_DIR, name), where)
            line = subprocess.run(
                [TALLY, 'board', 'virt-a53', '--cc', 'crc32.c'], check=True,
                stdout=subprocess.PIPE, text=True).stdout
            subprocess.run(shlex.split(line), check=True, cwd=where)
            images = []
            for elf in (os.path.join(where, 'crc32.elf'), firmware('crc32')):
                image = os.path.join(where, 'image')
                subprocess.run(['aarch64-linux-gnu-objcopy', '-O', 'binary',
                                elf, image], check=True)
                with open(image, 'rb') as file:
                    images.append(file.read())
            self.assertEqual(images[0], images[1])


class Assembled(unittest.TestCase):
    """Programs of a few instructions at 0x40080000."""

    def setUp(self):
        self.where = tempfile.TemporaryDirectory()
        self.addCleanup(self.where.cleanup)

    def build(self, text):
        source = os.path.join(self.where.name, 'x.S')
        elf = os.path.join(self.where.name, 'x.elf')
        with open(source, 'w', encoding='ascii') as file:
            file.write('\t.text\n\t.global _start\n'
                       '\t.type _start, %function\n_start:\n' + text)
        subprocess.run([GCC, '-mcpu=cortex-a53', '-nostdlib', '-static',
                        '-Wl,--build-id=none', '-Wl,-N',
                        '-Wl,--no-warn-rwx-segments',
                        '-Wl,-Ttext=0x40080000', source, '-o', elf],
                       check=True)
        return elf

    def stops(self, text, words, *options):
        done = run('virt-a53', self.build(text), *options)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(words, done.stderr)

    def test_el0_without_rights(self):
        """A boot loader's tables let EL0 execute, and give it no data; without
        a handler there the run ends."""
        enter = ('dsb sy\ntlbi vmalle1\ndsb sy\nisb\nmsr spsr_el1, xzr\n'
                 'adr x1, 1f\nadd x1, x1, x3\nmsr elr_el1, x1\neret\n'
                 '1: ldr x0, [x1]\nb 1b\n')
        table = 'mrs x9, ttbr0_el1\nldr x1, [x9, #8]\n'
        for text, words in (
                ('mov x3, #0\n', 'data abort: read of 0x40080028, which the '
                 'page tables do not permit to EL0, whose rights it asks with, '
                 'by ldr at'),
                (table + 'orr x1, x1, #1 << 54\nstr x1, [x9, #16]\n'
                 'mov x3, #0x40000000\n', 'instruction abort: the program '
                 'went to 0x80080038, which the page tables do not permit'),
                (table + 'orr x1, x1, #1 << 53\nstr x1, [x9, #16]\n'
                 'mov x3, #0x40000000\n', 'and EL1 may not, as of every page '
                 'that EL0 may write: this board carries out at EL0 only what '
                 'EL1 may execute, too')):
            with self.subTest(words=words):
                self.stops(text + enter, words, '--max-insn', '1000')

    def test_illegal_return(self):
        self.stops('mov x0, #0x3c9\nmsr spsr_el1, x0\neret\n',
                   'an illegal return')

    def test_unhandled(self):
        for text, words in (
                ('.inst 0\n', 'undefined instruction 0x00000000 at '
                 '0x40080000 (_start+0x0)'),
                ('svc #5\n', 'SVC 0x5 at 0x40080000'),
                ('brk #6\n', 'BRK 0x6 at 0x40080000'),
                ('hvc #0\n', 'undefined instruction 0xd4000002'),
                ('smc #0\n', 'undefined instruction 0xd4000003'),
                ('hlt #1\n', 'undefined instruction 0xd4400020'),
                ('mrs x0, s3_7_c15_c15_7\n',
                 'undefined instruction 0xd53fffe0'),
                ('mrs x0, mdcr_el2\n', 'undefined instruction 0xd53c1120'),
                ('ldr x0, =0x30000000\nldr x1, [x0]\n',
                 'data abort: read of 0x30000000, where virt-a53 has no '
                 'memory or device, by ldr at 0x40080004 (_start+0x4)'),
                ('mov x0, #64\nstr x0, [x0]\n',
                 "data abort: write to 0x00000040, in virt-a53's flash"),
                ('ldr x0, =0x30000000\nbr x0\n',
                 'instruction abort: the program went to 0x30000000, where '
                 'no memory is, from 0x40080004'),
                ('mov x0, #1 << 40\nbr x0\n',
                 'the program went to 0x10000000000, where this board has '
                 'nothing'),
                ('mov x0, #1 << 40\nldr x1, [x0]\n',
                 'data abort: read of 0x10000000000, where this board has '
                 'nothing, by ldr'),
                ('mov x0, #1 << 40\nstr x1, [x0]\n',
                 'data abort: write to 0x10000000000'),
                ('adr x0, _start + 2\nbr x0\n', 'which is not aligned'),
                ('msr cpacr_el1, xzr\nisb\nfmov d0, #1.0\n',
                 'CPACR_EL1.FPEN does not allow it'),
                ('mov x0, #0x99\nhlt #0xf000\n',
                 'semihosting: semihosting call 0x99'),
                ('wfi\n', 'waits for ever'),
                ('mrs x0, sctlr_el1\norr x0, x0, #2\nmsr sctlr_el1, x0\nisb\n'
                 'ldr x1, [sp, #-15]!\n', 'which is not aligned'),
                ('mov x0, #0x9000000\nldr x0, [x0, #4]\n',
                 'which is not aligned'),
                ('ldr x0, =0x30000000\nmsr ttbr0_el1, x0\nisb\ntlbi vmalle1\n'
                 'dsb sy\nisb\nnop\n', 'whose page table is where nothing is')):
            with self.subTest(text=text):
                self.stops(text, words)

    def test_interrupt_unhandled(self):
        self.stops('mov x0, #0x8000000\nmov w1, #1\nstr w1, [x0]\n'
                   'mov w2, #0xff\nmov x3, #0x8010000\nstr w2, [x3, #4]\n'
                   'str w1, [x3]\nmov w1, #0x10000\nmsr daifclr, #2\n'
                   'str w1, [x0, #0xf00]\nnop\nnop\n',
                   'IRQ before 0x40080028 (_start+0x28)')

    def test_unaligned_without_translation(self):
        """All data are Device then."""
        self.stops('adr x0, _start + 1\nldr x1, [x0]\n',
                   'which is not aligned', '--cold')

    def test_endless_exceptions(self):
        self.stops('adr x0, vectors\nmsr vbar_el1, x0\n.inst 0\n'
                   '.balign 2048\nvectors: .rept 512\n.inst 1\n.endr\n',
                   'still running after', '--max-insn', '100000')

    def test_any_words(self):
        """Whatever a program consists of, the tool tells how it ended."""
        for seed in range(12):
            words = random.Random(seed)
            text = ''.join(f'.inst {words.getrandbits(32)}\n'
                           for _ in range(4096))
            # Vectors that go on, so that it gets somewhere.
            text = ('adr x0, vectors\nmsr vbar_el1, x0\nb words\n'
                    '.balign 2048\nvectors: .rept 16\nmrs x0, elr_el1\n'
                    'add x0, x0, #4\nmsr elr_el1, x0\neret\n.balign 128\n'
                    '.endr\nwords:\n' + text)
            with self.subTest(seed=seed):
                done = run('virt-a53', self.build(text), '--max-insn',
                           '200000', '--timeout', '20')
                self.assertIn(done.returncode, (0, 1))
                self.assertIn('simulated virt-a53: ', done.stderr)
                self.assertNotIn('killed', done.stderr)

    def truth(self, text):
        done = run('virt-a53', self.build(text), '--truth', '--flat')
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = {}
        for line in done.stdout.splitlines():
            words = line.split()
            if line.startswith('0x') and 'not modelled' not in line:
                rows[int(words[0], 16)] = int(
                    [w for w in words[1:] if w.isdigit()][-1])
        return rows

    def test_truth(self):
        """A run: 1 + 5 * 3 + 3 = 19 instructions, 5 branches (4 taken), 5
        loads; flat, so 19 cycles."""
        rows = self.truth('mov x2, #5\n1: ldr x3, [sp, #-16]\n'
                          'subs x2, x2, #1\nb.ne 1b\n' + LEAVE)
        self.assertEqual([rows[code] for code in (8, 6, 7, 0xd, 0xc, 0x11)],
                         [19, 5, 0, 5, 4, 19])

    def test_code_written(self):
        """A program may write code, and run it after the operations for that:
        mov w0, #7 takes the place of mov w0, #1."""
        done = run('virt-a53', self.build(
            'mov x9, #3\n1: adr x1, place\nldr w2, =0x528000e0\n'
            'str w2, [x1]\ndc cvau, x1\ndsb ish\nic ivau, x1\ndsb ish\nisb\n'
            'bl place\nsubs x9, x9, #1\nb.ne 1b\n'
            'cmp w0, #7\nb.eq 2f\n.inst 0\n2:' + LEAVE +
            '.balign 4096\nplace: mov w0, #1\nret\n'))
        self.assertIn('program exited with status 0 ', done.stderr)


if __name__ == '__main__':
    unittest.main()
