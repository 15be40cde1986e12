#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_pmr_code.py TALLY

The code that reaches an e500's monitor, as it is built: which MTPMR and
MFPMR with which numbers, in which order, and what fences them.

Instructions are decoded here from the format of the Power ISA (XFX: opcode 31,
the number in two halves of five bits that are exchanged, extended opcode 334
for MFPMR, 462 for MTPMR), and held against what binutils say."""
import json
import pathlib
import re
import struct
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TALLY = 'tally'
PREFIX = 'powerpc-linux-gnu-'
CPUS = ['8540', '8548']

# [E500CORERM 7], by hand: PMC, PMLCa, PMLCb, PMGC0; 16 less for user state.
SUPERVISOR = [16, 17, 18, 19, 144, 145, 146, 147, 272, 273, 274, 275, 400]
USER = [0, 1, 2, 3, 128, 129, 130, 131, 256, 257, 258, 259, 384]

# For an e500 assemblers make MBAR 1 of EIEIO.
ISYNC, SYNC, EIEIO, MBAR = 0x4C00012C, 0x7C0004AC, 0x7C0006AC, 0x7C2006AC


def decode(word):
    """('mfpmr', 400), ('isync',) ...; None for what is of no interest."""
    fixed = {ISYNC: ('isync',), SYNC: ('sync',), EIEIO: ('eieio',),
             MBAR: ('eieio',)}
    if word in fixed:
        return fixed[word]
    opcode, extended = word >> 26, word >> 1 & 0x3FF
    if opcode != 31 or word & 1 or extended not in (334, 462):
        return None
    number = (word >> 11 & 31) << 5 | word >> 16 & 31
    return ('mfpmr' if extended == 334 else 'mtpmr', number)


def tool(name, *words):
    done = subprocess.run([PREFIX + name, *map(str, words)], text=True,
                          capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


class Code(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, text, cpu, *flags):
        source, target = self.folder / 'code.c', self.folder / 'code.o'
        source.write_text(text)
        tool('gcc', f'-mcpu={cpu}', '-msoft-float', '-ffreestanding', '-O2',
             '-std=gnu11', '-ffunction-sections', '-Wall', '-Werror',
             f'-I{ROOT}/include', f'-I{ROOT}/src', *flags, '-c', source, '-o',
             target)
        return target

    def words(self, target, function):
        out = self.folder / 'code.bin'
        tool('objcopy', '-O', 'binary', '-j', f'.text.{function}', target, out)
        data = out.read_bytes()
        return struct.unpack(f'>{len(data) // 4}I', data)

    def decoded(self, target, function):
        """What of a function is told, in order; binutils say the same."""
        mine = [it for it in map(decode, self.words(target, function)) if it]
        said = []
        for line in tool('objdump', '-d', f'--section=.text.{function}',
                         target).splitlines():
            found = re.search(r'\t(isync|eieio|mbar|sync|msync|hwsync)\b|'
                              r'\t(mfpmr)\s+r\d+,(\d+)|\t(mtpmr)\s+(\d+),',
                              line)
            if not found:
                continue
            fence, read, read_number, write, write_number = found.groups()
            if fence:
                said.append(({'mbar': 'eieio', 'msync': 'sync',
                              'hwsync': 'sync'}.get(fence, fence),))
            else:
                said.append((read or write, int(read_number or write_number)))
        self.assertEqual(mine, said)
        return mine

    # Each register by itself: the compiler is left with the one instruction.
    NATIVE = '#include "bus/native/pmr.c"\n'

    def one(self, number, body):
        return (f'uint32_t f{number}_{body[0]}(uint32_t v)\n{{\n'
                f'\tstruct tally_bus bus = {{ 0 }};\n'
                f'\tconst struct tally_reg reg = {{ {number}, TALLY_PMR, 32 }};'
                f'\n\tuint64_t value = v;\n{body[1]}\n'
                f'\treturn (uint32_t)value;\n}}\n')

    READ = ('read', '\t(void)read(&bus, &reg, &value);')
    READ_USER = ('user', '\t(void)read_user(&bus, &reg, &value);')
    WRITE = ('write', '\t(void)write(&bus, &reg, value);')

    def test_every_number(self):
        text = self.NATIVE
        for number in SUPERVISOR + USER:
            text += self.one(number, self.READ)
        for number in SUPERVISOR:
            text += self.one(number, self.READ_USER)
            text += self.one(number, self.WRITE)
        for cpu in CPUS:
            target = self.build(text, cpu, '-O3', '-finline-limit=9999')
            for number in SUPERVISOR + USER:
                self.assertEqual(self.decoded(target, f'f{number}_read'),
                                 [('mfpmr', number)])
            for number, user in zip(SUPERVISOR, USER):
                self.assertEqual(self.decoded(target, f'f{number}_user'),
                                 [('mfpmr', user)])
                plain = [('mtpmr', number)]
                fenced = [('isync',), *plain, ('isync',)]
                self.assertEqual(self.decoded(target, f'f{number}_write'),
                                 fenced if number == 400 else plain)

    def test_no_other_number(self):
        """The built bus has these instructions and no others."""
        for cpu in CPUS:
            target = self.build(self.NATIVE, cpu, '-fno-inline')
            reads, writes = [
                self.decoded(target, name) + self.decoded(target, other)
                for name, other in (('native_get', 'get_other'),
                                    ('native_put', 'put_other'))]
            self.assertCountEqual(reads, [('mfpmr', number) for number
                                          in SUPERVISOR + USER])
            fenced = [('isync',), ('mtpmr', 400), ('isync',)]
            self.assertCountEqual(writes, fenced + [
                ('mtpmr', number) for number in SUPERVISOR if number != 400])
            at = writes.index(fenced[0])
            self.assertEqual(writes[at:at + 3], fenced)
            self.assertEqual(self.decoded(target, 'sync'), [('isync',)])

    def test_region(self):
        """A region: one fenced write before, one after, nothing between."""
        text = ('#include <tally/region.h>\n'
                'void work(void);\n'
                'void region(struct tally_session *s);\n'
                'void region(struct tally_session *s)\n'
                '{\n\tTALLY_REGION(PMR, s)\n\t{\n\t\twork();\n\t}\n}\n')
        for cpu in CPUS:
            target = self.build(text, cpu)
            self.assertEqual(self.decoded(target, 'region'),
                             [('isync',), ('mtpmr', 400), ('isync',)] * 2)
            # The call of work() stands between the two fences.
            words = self.words(target, 'region')
            first = words.index(ISYNC, words.index(ISYNC) + 1)
            self.assertEqual(words[first + 1] >> 26, 18)

    def test_script(self):
        """C from `tally script` writes what the script says, in its order."""
        wanted = ['script', '-m', 'e500v2', '-M', 'ipc,branch_miss_ratio']
        said = json.loads(subprocess.run(
            [TALLY, *wanted, '--json'], text=True, capture_output=True,
            check=True).stdout)
        text = subprocess.run([TALLY, *wanted, '--as', 'c'], text=True,
                              capture_output=True, check=True).stdout
        names = {'PMGC0': 400}
        for i in range(4):
            names |= {f'PMC{i}': 16 + i, f'PMLCa{i}': 144 + i,
                      f'PMLCb{i}': 272 + i}
        for cpu in CPUS:
            target = self.build(text, cpu)
            for part in 'configure', 'start', 'stop', 'release':
                expected = []
                for step in said['passes'][0][part]:
                    expected += [('mtpmr', names[step['register']]),
                                 ('isync',)]
                self.assertEqual(self.decoded(target, f'tally_{part}'),
                                 expected)

    def test_memory(self):
        """A mapped read waits for its value, a write goes out in order."""
        text = '#include "bus/native/mmio_be.c"\n'
        for cpu in CPUS:
            target = self.build(text, cpu)
            self.assertEqual(self.decoded(target, 'mmio_be_read'),
                             [('sync',), ('isync',)])
            self.assertEqual(self.decoded(target, 'mmio_be_write'),
                             [('eieio',)])
            self.assertEqual(self.decoded(target, 'mmio_be_sync'),
                             [('sync',)])
            for function, opcode in ('read', 32), ('write', 36):
                words = self.words(target, 'mmio_be_' + function)
                # LWZ or LWZX, STW or STWX of the register itself.
                index = 23 if function == 'read' else 151
                self.assertTrue(any(
                    w >> 26 == opcode or
                    (w >> 26 == 31 and w >> 1 & 0x3FF == index)
                    for w in words))
                # No reversed access: the core has the registers' order.
                self.assertFalse(any(w >> 26 == 31 and
                                     w >> 1 & 0x3FF in (534, 662)
                                     for w in words))


class Decoder(unittest.TestCase):
    """Words worked out by hand: 31 << 26 | r << 21 | low half << 16 | high half
    << 11 | extended opcode << 1; 400 = 12 * 32 + 16."""

    def test_words(self):
        self.assertEqual(
            decode(31 << 26 | 9 << 21 | 16 << 16 | 12 << 11 | 462 << 1),
            ('mtpmr', 400))
        self.assertEqual(decode(0x7D30639C), ('mtpmr', 400))
        self.assertEqual(decode(0x7D30029C), ('mfpmr', 16))
        self.assertIsNone(decode(0x7D2902A6))  # mfctr


if __name__ == '__main__':
    unittest.main()
