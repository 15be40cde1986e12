# SPDX-License-Identifier: MIT
"""The e500 boards: the programs of boards/firmware/mpc85xx and the demos; programs
that do what nobody handles; and counts of a whole run, worked out by hand."""
import csv
import io
import os
import random
import shlex
import subprocess
import tempfile
import unittest

from demos import DEMOS
from tally_command import boards

TALLY = ''
FIRMWARE = ''
GCC = 'powerpc-linux-gnu-gcc'
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
VARIANTS = ((), ('--strict',), ('--poison',), ('--jitter', '1'))
# Name: how many checks it makes.
TESTS = {'exceptions': 55, 'counts': 60, 'overflow': 16}
# Ends the run with status 0; five instructions, of which the store is last.
LEAVE = '''
        lis 30, 0xe00e
        ori 30, 30, 0x00b0
        li 31, 2
        mbar
        stw 31, 0(30)
'''


def run(board, elf, *options):
    return subprocess.run([TALLY, 'board', board, elf, *options], text=True,
                          errors='replace', stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, check=False)


def firmware(board, name):
    return os.path.join(FIRMWARE, board, name + '.elf')


class Programs(unittest.TestCase):
    def ended_well(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('program exited with status 0 ', done.stderr)

    def check(self, name):
        for board in boards(GCC):
            for options in VARIANTS:
                with self.subTest(board=board, options=options):
                    done = run(board, firmware(board, 'test_' + name),
                               *options)
                    lines = done.stdout.splitlines()
                    self.assertEqual(
                        [x for x in lines if x.startswith('FAIL')], [])
                    self.assertEqual(
                        len([x for x in lines if x.startswith('PASS ')]),
                        TESTS[name], done.stdout + done.stderr)
                    self.ended_well(done)

    def test_exceptions(self):
        self.check('exceptions')

    def test_counts(self):
        self.check('counts')

    def test_overflow(self):
        self.check('overflow')

    def test_uart_and_status(self):
        for board in boards(GCC):
            done = run(board, firmware(board, 'test_uart'))
            self.assertEqual(done.stdout, 'hello from the UART\n')
            self.assertIn('exited with status 7 ', done.stderr)

    def test_ends_without_frames(self):
        """It waits for frames, and nobody feeds any in."""
        for board in boards(GCC):
            done = run(board, firmware(board, 'test_events'), '--max-insn',
                       '50000000')
            self.assertIn('FAIL frames come, by --pcap', done.stdout)
            self.assertIn('exited with status 1 ', done.stderr)

    def test_demos(self):
        for board in boards(GCC):
            for name, line in DEMOS.items():
                with self.subTest(board=board, name=name):
                    done = run(board, firmware(board, name))
                    self.assertIn(line, done.stdout.splitlines(), done.stderr)
                    self.ended_well(done)

    def test_compile_line(self):
        """`tally board NAME --cc` makes the program that the build made."""
        for board in boards(GCC):
            with tempfile.TemporaryDirectory() as where:
                line = subprocess.run(
                    [TALLY, 'board', board, '--cc', 'boards/firmware/demo/crc32.c'],
                    check=True, stdout=subprocess.PIPE, text=True).stdout
                words = shlex.split(line)
                elf = os.path.join(where, 'crc32.elf')
                words[words.index('-o') + 1] = elf
                subprocess.run(words, check=True, cwd=ROOT,
                               stderr=subprocess.DEVNULL)
                images = []
                for each in (elf, firmware(board, 'crc32')):
                    image = os.path.join(where, 'image')
                    subprocess.run(['powerpc-linux-gnu-objcopy', '-O',
                                    'binary', each, image], check=True)
                    with open(image, 'rb') as file:
                        images.append(file.read())
                self.assertEqual(images[0], images[1])


class Assembled(unittest.TestCase):
    """Programs of a few instructions at 0x100000."""

    def setUp(self):
        self.where = tempfile.TemporaryDirectory()
        self.addCleanup(self.where.cleanup)

    def build(self, text, at=0x100000, writable='-Wl,-N'):
        source = os.path.join(self.where.name, 'x.S')
        elf = os.path.join(self.where.name, 'x.elf')
        with open(source, 'w', encoding='ascii') as file:
            file.write('\t.text\n\t.global _start\n'
                       '\t.type _start, @function\n_start:\n' + text)
        subprocess.run([GCC, '-mcpu=8548', '-nostdlib', '-static',
                        '-Wl,--build-id=none', writable,
                        '-Wl,-z,noexecstack', '-Wl,--no-warn-rwx-segments',
                        f'-Wl,-Ttext={at:#x}', source, '-o', elf],
                       check=True)
        return elf

    def stops(self, text, words, *options):
        done = run('mpc8548cds', self.build(text), *options)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(words, done.stderr)

    def test_unhandled(self):
        for text, words in (
                ('.long 0\n', 'instruction that this core does not have: '
                 '0x00000000 at 0x00100000 (_start+0x0)'),
                ('sc\n', 'sc at 0x00100000 (_start+0x0), but no handler is'),
                ('nop\ntrap\n', 'trap: 0x7fe00008 at 0x00100004'),
                ('mfmsr 3\nori 3,3,0x4000\nmtmsr 3\nisync\nmfmsr 3\n',
                 "supervisor's instruction in user mode: 0x7c6000a6"),
                ('.long 0x10000000\n',
                 'SPE or embedded floating point at 0x00100000'),
                ('.long 0xc8230000\n', # lfd
                 'instruction that this core does not have: 0xc8230000'),
                ('mfspr 3,1022\n',
                 'instruction that this core does not have: 0x7c7efaa6'),
                ('lis 3,0x4000\nlwz 4,8(3)\n',
                 'data access: read of 0x40000008, for which no TLB has an '
                 'entry, by lwz at 0x00100004 (_start+0x4)'),
                ('lis 3,0x4000\nstwx 4,0,3\n',
                 'data access: write to 0x40000000, for which'),
                ('lis 3,0xff00\nstw 3,0(3)\n',
                 'data access: write to 0xff000000, where this board has no'),
                ('li 3,1\nlmw 30,0(3)\n', 'where it has to be aligned'),
                ('lis 3,0xe000\nlwz 4,1(3)\n', 'where it has to be aligned'),
                # TLB1 entry 14: 4 KiB at 0x50000000, little-endian, to 0
                ('lis 3,0x100e\nmtspr 624,3\nlis 3,0xc000\n'
                 'ori 3,3,0x100\nmtspr 625,3\nlis 3,0x5000\nori 4,3,1\n'
                 'mtspr 626,4\nli 4,0x3f\nmtspr 627,4\nisync\ntlbwe\n'
                 'isync\nmtctr 3\nbctr\n', 'a little-endian page'),
                ('lis 3,0xe000\ndcbz 0,3\n', 'where it has to be aligned'),
                ('lis 3,0x4000\nmtctr 3\nbctr\n',
                 'the program went to 0x40000000, for which no TLB has an '
                 'entry, from 0x00100008'),
                ('lis 3,0xe000\nmtctr 3\nbctr\n',
                 'the program went to 0xe0000000, where this board has no '
                 'memory'),
                ('lis 3,0x400\nmtspr 340,3\nli 3,3\nmtspr 22,3\nwrteei 1\n'
                 '1: b 1b\n', "the decrementer's interrupt at 0x00100014"),
                ('lis 3,4\nmtmsr 3\n', 'waits for ever')):
            with self.subTest(text=text):
                self.stops(text, words)

    def test_beyond_four_gigabytes(self):
        """An e500v2 has 36 bits of physical address; this board's engine
        32."""
        self.stops('lis 3,0x100e\nmtspr 624,3\nlis 3,0xc000\nori 3,3,0x100\n'
                   'mtspr 625,3\nlis 3,0x5000\nmtspr 626,3\nori 4,3,0x3f\n'
                   'mtspr 627,4\nli 4,1\nmtspr 944,4\nisync\ntlbwe\nisync\n'
                   'lwz 5,0(3)\n',
                   'read of 0x50000000, beyond 4 GiB, where this board has '
                   'nothing')

    def test_endless_exceptions(self):
        self.stops('lis 3,vectors@h\nmtspr 63,3\nli 3,0\nmtspr 406,3\n'
                   '.long 0\n.balign 65536\nvectors: .long 0x00000001\n',
                   'still running after', '--max-insn', '100000')

    def test_wait_ends_by_the_decrementer(self):
        """100 ticks of 8 platform clocks, 2.5 core cycles each: 2000; the
        handler leaves."""
        elf = self.build(
            'lis 3,vectors@h\nmtspr 63,3\nli 3,0\nmtspr 410,3\n'
            'lis 3,0x400\nmtspr 340,3\nli 3,100\nmtspr 22,3\n'
            'lis 3,4\nori 3,3,0x8000\nmtmsr 3\n1: b 1b\n'
            '.balign 65536\nvectors:' + LEAVE)
        done = run('mpc8548cds', elf)
        self.assertIn('exited with status 0 after 16 instructions',
                      done.stderr)
        cycles = int(done.stderr.split(', ')[-1].split(' ')[0]
                     .replace(',', ''))
        self.assertGreater(cycles, 2000)
        self.assertLess(cycles, 3000)

    def test_cold(self):
        """Reset: only the last 4 KiB of flash are mapped, the time base
        stands, the caches are off.  The program maps CCSR and ends with how
        far the time base came: 23 instructions.  Fetched are 4, 4, 4 and 2, up
        to tlbwe, isync, 1 up to the end of a line, 4 and 3."""
        text = ('mfspr 8,268\nli 3,0\nmtspr 630,3\nlis 3,0x1001\n'
                'mtspr 624,3\nlis 3,0xc000\nori 3,3,0x500\nmtspr 625,3\n'
                'lis 3,0xe000\nori 4,3,0xa\nmtspr 626,4\nori 4,3,0x3f\n'
                'mtspr 627,4\ntlbwe\nisync\nmfspr 9,268\nsubf 8,8,9\n'
                'rlwinm 8,8,8,0,23\n' +
                LEAVE.replace('li 31, 2', 'ori 31, 8, 2'))
        elf = self.build(text, 0xfffff000, '-Wl,-n')
        for board in boards(GCC):
            done = run(board, elf, '--cold', '--truth', '--csv')
            self.assertIn('exited with status 0 after 23 instructions',
                          done.stderr)
            rows = {row['name']: row['count'] for row in
                    csv.DictReader(io.StringIO(done.stdout))}
            self.assertEqual(rows['L1 instruction cache reloaded'], '0')
            self.assertEqual(rows['bus request for instructions'], '8')
            # On a warm board time goes by.
            self.assertNotIn('exited with status 0 ', run(board, elf).stderr)

    def test_any_words(self):
        """Whatever a program consists of, the tool tells how it ended."""
        handler = ('mfspr 0,26\naddi 0,31,0\n'
                   'mfspr 31,26\naddi 31,31,4\nmtspr 26,31\nrfi\n'
                   '.balign 32\n')
        for seed in range(12):
            words = random.Random(seed)
            text = ''.join(f'.long {words.getrandbits(32)}\n'
                           for _ in range(4096))
            # Vectors that go on, so that it gets somewhere.
            text = ('lis 3,vectors@h\nmtspr 63,3\nli 3,0\n' +
                    ''.join(f'mtspr {400 + i},3\n' for i in range(16)) +
                    'mtspr 528,3\nb words\n.balign 65536\nvectors: ' +
                    handler + 'words:\n' + text)
            with self.subTest(seed=seed):
                done = run('mpc8548cds', self.build(text), '--max-insn',
                           '200000', '--timeout', '20')
                self.assertIn(done.returncode, (0, 1))
                self.assertIn('simulated mpc8548cds: ', done.stderr)
                self.assertNotIn('killed', done.stderr)

    def test_any_registers(self):
        """Whatever a program writes to CCSR, the tool tells how it ended."""
        for seed in range(8):
            words = random.Random(seed)
            text = 'lis 30,0xe000\n'
            for _ in range(1500):
                # Rather often where there is something.
                offset = words.choice((
                    words.randrange(0, 0x100000), 0xe1000, 0x24000, 0x25000,
                    0x41000, 0x50000, 0x60000, 0x2000, 0x20000)) + \
                    words.randrange(0, 0x400)
                offset &= 0xffffc
                value = words.getrandbits(32) & words.getrandbits(32)
                if offset == 0xe00b0:
                    continue # the end
                text += (f'lis 4,{offset >> 16}\nori 4,4,{offset & 0xffff}\n'
                         f'lis 5,{value >> 16}\nori 5,5,{value & 0xffff}\n'
                         f'stwx 5,30,4\nlwzx 6,30,4\n')
            for board in boards(GCC):
                with self.subTest(board=board, seed=seed):
                    done = run(board, self.build(text + LEAVE), '--max-insn',
                               '200000', '--timeout', '20')
                    self.assertIn('exited with status 0', done.stderr)

    def truth(self, board, elf, *options):
        done = run(board, elf, '--truth', '--csv', *options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return {(row['monitor'], row['code']): int(row['count'])
                for row in csv.DictReader(io.StringIO(done.stdout))
                if row['count']}

    def test_truth(self):
        """A run: 2 + 5 * 3 + 5 = 22 instructions, 5 branches (4 taken), 5
        loads, 5 + 1 micro-ops more by the updates; one store; flat, so 22
        cycles."""
        for board, row in boards(GCC).items():
            core = row['monitors'][0]
            rows = self.truth(board, self.build(
                'li 3,5\nmtctr 3\n1: lwzu 4,-4(1)\nnop\nbdnz 1b\n' +
                LEAVE), '--flat')
            self.assertEqual([rows[core, f'{code:#04x}'] for code in
                              (2, 3, 8, 9, 10, 13, 1)],
                             [22, 27, 5, 5, 1, 4, 22])

    def test_l1_misses_reach_the_l2(self):
        """Each line that comes into a first level cache is an access of the
        L2: Ref:22 and C2:59 for instructions, Ref:23 and C4:57 for data."""
        for name in ('sort', 'matmul_naive'):
            rows = self.truth('mpc8540ads', firmware('mpc8540ads', name))
            self.assertEqual(rows['mpc8540', '0x16'] +
                             rows['mpc8540', '0x27b'], rows['e500v1', '0x3c'])
            self.assertEqual(rows['mpc8540', '0x17'] +
                             rows['mpc8540', '0x479'], rows['e500v1', '0x29'])
            self.assertGreater(rows['e500v1', '0x29'], 10000)

    def test_code_written(self):
        """A program may write code, and run it: li 3,7 takes the place of li
        3,1."""
        done = run('mpc8548cds', self.build(
            'lis 8,place@ha\naddi 8,8,place@l\nlis 4,0x3860\nori 4,4,7\n'
            'stw 4,0(8)\ndcbst 0,8\nmsync\nicbi 0,8\nmsync\nisync\n'
            'bl place\ncmpwi 3,7\nbeq 2f\n.long 0\n2:' + LEAVE +
            '.balign 4096\nplace: li 3,1\nblr\n'))
        self.assertIn('program exited with status 0 ', done.stderr)


if __name__ == '__main__':
    unittest.main()
