#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_fixed_programs.py TALLY FIRMWARE_DIR [unittest arguments]

Programs in the folded form (tally/fixed.h), as users compile them: what is wrong
does not compile, or is refused by open() where nothing is optimised; a second
setup of a monitor does not link; and on a board of each kind the counts are
exact and cost what tools/sizes.py lets them."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / 'bench'), str(ROOT / 'tools')]
import folded  # noqa: E402
import sizes  # noqa: E402
from cross import Cross  # noqa: E402

TALLY = FIRMWARE = ''

WARNINGS = ['-std=gnu11', '-ffreestanding', '-Wall', '-Wextra', '-Werror',
            '-Wconversion', '-Wshadow', f'-I{ROOT}/include']
CLANG = {'arm1176': ['clang', '--target=arm-none-eabi',
                     '-mcpu=arm1176jzf-s', '-mfloat-abi=soft'],
         'cortex_a9': ['clang', '--target=arm-none-eabi',
                       '-mcpu=cortex-a9', '-mfloat-abi=soft'],
         'cortex_a53': ['clang', '--target=aarch64-none-elf']}
TARGETS = {'arm1176': 'arm1176', 'xscale2': 'xscale',
           'cortex_a8': 'arm1176', 'cortex_a9': 'arm1176',
           'cortex_a53': 'aarch64', 'cortex_a53_a32': 'arm1176',
           'l210': 'arm1176', 'l220': 'arm1176', 'l2c310': 'arm1176',
           'e500v2': 'e500', 'mpc8540': 'e500', 'mpc8548': 'e500'}
MAPPED = ('l210', 'l220', 'l2c310', 'mpc8540', 'mpc8548')
PROGRAM = """
#include <tally/fixed.h>
static const struct tally_slot slot[] = {{ {slots} }};
{macro}({name}, {kind}, {at}slot, {options});
enum tally_status {name}_go(void);
enum tally_status {name}_go(void)
{{
	return {name}_open(false);
}}
"""
PLUSPLUS = """
#include <tally/fixed_cores.h>
extern "C" unsigned this_core(void);
static const tally_slot slot[] = {{
	TALLY_SLOT_EVERY({counter}, {event}, TALLY_IRQ, {period}),
}};
{macro}({name}, {kind}, {at}slot);
extern "C" void {name}_isr() {{ {name}_overflow(); }}
uint64_t {name}_use(uint64_t *count);
uint64_t {name}_use(uint64_t *count)
{{
	if ({name}_open(false) || !{name}_is_open())
		return 0;
	TALLY_FIXED_REGION({name})
		{name}_counts(count);
	{name}_switch(count);
	return {name}_close() ? 0 : {name}_count(0);
}}
"""
CORES_PROGRAM = """
#include <tally/fixed_cores.h>
unsigned this_core(void);
static const struct tally_slot slot[] = { %s };
TALLY_FIXED(m, %s, slot);
bool opened(void);
void go(void), halt(void);
bool opened(void) { return !m_open(false); }
void go(void) { m_start(); }
void halt(void) { m_stop(); }
"""
# Of each family one: counter, event, and a period or 0.
USED = {'arm1176': (1, 7, 1000), 'xscale2': (1, 7, 1000),
        'cortex_a8': (1, 8, 1000), 'l210': (0, 2, 0), 'l220': (0, 2, 0),
        'cortex_a53': (1, 8, 1000), 'e500v2': (1, 2, 1000),
        'mpc8548': (1, 23, 1000)}
ARM = ['arm-none-eabi-g++', '-mfloat-abi=soft']
CLANGPP = {'arm1176': ['clang++', '--target=arm-none-eabi', '-mfloat-abi=soft'],
           'aarch64': ['clang++', '--target=aarch64-none-elf'],
           'xscale': ['clang++', '--target=arm-none-eabi', '-mfloat-abi=soft'],
           # Its own assembler does not know an e500.
           'e500': ['clang++', '--target=powerpc-none-eabi', '-S',
                    '-fno-integrated-as']}
CORES = {'arm1176': ['-mcpu=arm1176jzf-s'], 'l210': ['-mcpu=arm1136jf-s'],
         'l220': ['-mcpu=arm1176jzf-s'], 'xscale2': ['-mcpu=xscale'],
         'cortex_a8': ['-mcpu=cortex-a8']}
GOOD = {'arm1176': '{ .counter = 1, .event = 7 }',
        'xscale2': '{ .counter = 1, .event = 7 }',
        'cortex_a8': '{ .counter = 3, .event = 8 }',
        'cortex_a9': '{ .counter = 5, .event = 0x68 }',
        'cortex_a53': '{ .counter = 0, .event = 8 }',
        'cortex_a53_a32': '{ .counter = 0, .event = 8 }',
        'l210': '{ .counter = 3, .event = 2 }',
        'l220': '{ .counter = 1, .event = 9 }',
        'l2c310': '{ .counter = 1, .event = 0xF }',
        'e500v2': '{ .counter = 0, .event = 2 }',
        'mpc8540': '{ .counter = 0, .event = TALLY_EVENT_CYCLES }',
        'mpc8548': '{ .counter = 9, .event = 23, .interrupt = TALLY_IRQ }'}
# What is wrong: kind, slots, options, the words of the error.
WRONG = [
    ('arm1176', '{ .counter = 1, .event = 0x99 }', '0', 'no such event'),
    ('arm1176', '{ .counter = 0, .event = 7 }', '0', 'no such event'),
    ('arm1176', '{ .counter = 1, .event = 7 }, { .counter = 1, .event = 8 }',
     '0', 'counter is not there, or taken'),
    ('arm1176', '{ .counter = 3, .event = 7 }', '0',
     'counter is not there, or taken'),
    ('arm1176', '{ .counter = 1, .event = 7 }', 'TALLY_WIDE',
     'has not that option'),
    ('arm1176', '{ .counter = 1, .event = 7, .interrupt = TALLY_FIQ }', '0',
     'has not that interrupt'),
    ('arm1176', '{ .counter = 1, .event = 7, .period = 1ull << 32 }', '0',
     'period does not fit'),
    ('xscale2', '{ .counter = 4, .event = 0x77 }', '0', 'no such event'),
    ('cortex_a9', '{ .counter = 5, .event = 8 }', '0', 'no such event'),
    ('cortex_a8', '{ .counter = 4, .event = 8 }', '0', 'no such event'),
    ('cortex_a8', '{ .counter = 5, .event = 8 }', '0',
     'counter is not there, or taken'),
    ('cortex_a9', '{ .counter = 0, .event = 1, .levels = TALLY_EL0 }', '0',
     'has not that interrupt'),
    ('cortex_a53_a32', '{ .counter = 0, .event = 8 }', 'TALLY_WIDE',
     'has not that option'),
    ('cortex_a53', '{ .counter = 0, .event = 0x1E }', '0', 'no such event'),
    ('cortex_a53', '{ .counter = 1, .event = 8, .pair = true }', '0',
     'counter is not there, or taken'),
    ('cortex_a53', '{ .counter = 0, .event = 8, .pair = true }, '
     '{ .counter = 1, .event = 8 }', '0', 'counter is not there, or taken'),
    ('l220', '{ .counter = 0, .event = 0xA }', '0', 'no such event'),
    ('l2c310', '{ .counter = 2, .event = 1 }', '0',
     'counter is not there, or taken'),
    ('l210', '{ .counter = 0, .event = 2, .period = 7 }', '0',
     'has not that interrupt'),
    ('mpc8540', '{ .counter = 0, .event = 1 }', '0', 'no such event'),
    ('mpc8540', '{ .counter = 2, .event = 0x340 }', '0', 'no such event'),
    ('mpc8540', '{ .counter = 9, .event = 23 }', '0',
     'counter is not there, or taken'),
    ('mpc8548', '{ .counter = 2, .event = 23, .pair = true }', '0',
     'has not that interrupt'),
    ('e500v2', '{ .counter = 2, .event = 76 }', '0', 'no such event'),
    ('e500v2', '{ .counter = 0, .event = 2, .period = 0x80000000 }', '0',
     'period does not fit'),
]
STATUS = {'no such event': -3, 'counter is not there, or taken': -2,
          'has not that option': -4,
          'has not that interrupt': -4, 'period does not fit': -1}


class Programs(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = pathlib.Path(temporary.name)

    def write(self, kind, slots, options='0', name='m'):
        path = self.where / f'{name}.c'
        path.write_text(PROGRAM.format(
            kind=kind, slots=slots, options=options, name=name,
            macro='TALLY_FIXED_AT' if kind in MAPPED else 'TALLY_FIXED',
            at='0x10110000, ' if kind in MAPPED else ''))
        return path

    def gcc(self, kind):
        cross = Cross(ROOT / 'cross' / f'{TARGETS[kind]}.ini')
        return [cross.binaries['c'], *cross.c_args]

    def compilers(self, kind):
        """gcc, and clang where it knows the target and is there."""
        clang = CLANG.get(kind)
        return [self.gcc(kind)] + [clang] * bool(clang and
                                                 shutil.which('clang'))

    def compile(self, words, path, *flags):
        return subprocess.run([*words, *WARNINGS, *flags, '-c', str(path), '-o',
                               str(path.with_suffix('.o'))],
                              text=True, capture_output=True, check=False)

    def test_what_is_right_compiles_everywhere(self):
        for kind, slots in GOOD.items():
            path = self.write(kind, slots)
            for words in self.compilers(kind):
                for flag in ('-O0', '-Og', '-O1', '-Os', '-O3'):
                    with self.subTest(kind=kind, words=words, flag=flag):
                        done = self.compile(words, path, flag)
                        self.assertEqual(done.returncode, 0, done.stderr)

    def test_what_is_wrong_is_an_error_of_compilation(self):
        for n, (kind, slots, options, words) in enumerate(WRONG):
            path = self.write(kind, slots, options)
            for compiler in self.compilers(kind):
                flag = ('-Os', '-O2', '-O3')[n % 3]
                with self.subTest(kind=kind, slots=slots, options=options,
                                  compiler=compiler[0], flag=flag):
                    done = self.compile(compiler, path, flag)
                    self.assertNotEqual(done.returncode, 0)
                    self.assertIn(words, done.stderr)

    def test_where_it_is_in_memory_is_said_and_nowhere_else(self):
        for kind in ('l220', 'arm1176'):
            with self.subTest(kind=kind):
                path = self.write(kind, GOOD[kind])
                text = path.read_text()
                path.write_text(
                    text.replace('TALLY_FIXED_AT(', 'TALLY_FIXED(').replace(
                        '0x10110000, ', '') if kind in MAPPED else
                    text.replace('TALLY_FIXED(', 'TALLY_FIXED_AT(').replace(
                        'arm1176, ', 'arm1176, 0x10110000, '))
                done = self.compile(self.gcc(kind), path, '-O0')
                self.assertIn('a monitor in memory is', done.stderr)

    def test_without_optimisation_open_refuses(self):
        for kind, slots, options, words in WRONG:
            if kind != 'arm1176':
                continue
            with self.subTest(slots=slots, options=options):
                path = self.write(kind, slots, options)
                path.write_text('#include <stdio.h>\n' + path.read_text() +
                                'int main(void) { printf("status %d\\n", '
                                'm_go()); return 0; }\n')
                told, _ = folded.guest(TALLY, 'pb1176', self.where, '-O0',
                                       source=str(path))
                self.assertEqual(told['status'], STATUS[words])

    def test_a_second_setup_of_a_monitor_does_not_link(self):
        for kind, slots in GOOD.items():
            with self.subTest(kind=kind):
                words = self.gcc(kind)
                for name in ('m', 'n'):
                    path = self.write(kind, slots, name=name)
                    self.assertEqual(
                        self.compile(words, path, '-Os').returncode, 0)
                done = subprocess.run(
                    [*words, '-r', '-nostdlib', str(self.where / 'm.o'),
                     str(self.where / 'n.o'), '-o', str(self.where / 'it')],
                    text=True, capture_output=True, check=False)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn('tally_fixed_one_setup_for', done.stderr)

    def test_from_cplusplus_without_a_warning(self):
        for kind in USED:
            self.plusplus(kind, *(('TALLY_FIXED_AT', '0x10110000, ')
                                  if kind in MAPPED else ('TALLY_FIXED', '')))

    def test_from_cplusplus_for_several_cores(self):
        for kind in ('cortex_a8', 'cortex_a53', 'e500v2'):
            self.plusplus(kind, 'TALLY_FIXED_CORES', '2, this_core(), ')

    def plusplus(self, kind, macro, at):
        counter, event, period = USED[kind]
        path = self.where / 'it.cc'
        path.write_text(PLUSPLUS.format(
            kind=kind, counter=counter, event=event, period=period, name='m',
            macro=macro, at=at))
        core = CORES.get(kind, [])
        for words in ([ARM] * (kind in CORES) + [CLANGPP[TARGETS[kind]]]):
            for std, flag in (('c++20', '-O0'), ('c++17', '-Os'),
                              ('c++20', '-O2')):
                with self.subTest(kind=kind, words=words, flag=flag,
                                  std=std):
                    done = subprocess.run(
                        [*words, *core, f'-std={std}', flag, '-Wpedantic',
                         *WARNINGS[1:], '-fno-exceptions', '-fno-rtti',
                         '-c', path, '-o', self.where / 'it.o'],
                        text=True, capture_output=True, check=False)
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_several_cores(self):
        """What is wrong is an error as of one core; starting and stopping take
        what they take there; and a state begins on a line of its own."""
        several = CORES_PROGRAM.replace('TALLY_FIXED(', 'TALLY_FIXED_CORES(')
        several = several.replace(', slot)', ', 2, this_core(), slot)')
        aligned = ('_Static_assert(sizeof(struct m_state) % 64 == 0 && '
                   '_Alignof(struct m_state) == 64, "");')
        for kind in ('cortex_a8', 'cortex_a53', 'e500v2'):
            right = GOOD[kind], kind
            for words in self.compilers(kind):
                with self.subTest(kind=kind, words=words):
                    self.assertEqual(
                        self.turns(words, kind, CORES_PROGRAM % right),
                        self.turns(words, kind, several % right + aligned))
                    path = self.where / 'it.c'
                    path.write_text(several % ('{ .counter = 31 }', kind))
                    done = self.compile(words, path, '-Os')
                    self.assertIn('counter is not there, or taken', done.stderr)

    def turns(self, words, kind, text):
        """The bytes that starting and stopping take."""
        path = self.where / 'it.c'
        path.write_text(text)
        done = self.compile(words, path, '-Os', '-ffunction-sections')
        self.assertEqual(done.returncode, 0, done.stderr)
        size = Cross(ROOT / 'cross' / f'{TARGETS[kind]}.ini').binaries['size']
        told = subprocess.run([size, '-A', path.with_suffix('.o')], text=True,
                              capture_output=True, check=True).stdout
        took = dict(re.findall(r'^\.text\.(go|halt) +(\d+)', told, re.M))
        self.assertEqual(set(took), {'go', 'halt'})
        return took

    def test_big_endian_is_as_small(self):
        """e500 cores are big-endian anyway, and run so in the other tests."""
        for kind in ('arm1176', 'xscale2', 'cortex_a8', 'cortex_a53',
                     'cortex_a53_a32', 'l220'):
            words = [*self.gcc(kind), *CORES.get(kind, [])]
            path = self.write(kind, GOOD[kind])
            size = Cross(ROOT / 'cross' / f'{TARGETS[kind]}.ini').binaries['size']
            with self.subTest(kind=kind):
                text = []
                for order in ('-mlittle-endian', '-mbig-endian'):
                    done = self.compile(words, path, '-Os', order)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    text.append(subprocess.run(
                        [size, path.with_suffix('.o')], text=True,
                        capture_output=True, check=True
                    ).stdout.splitlines()[1].split()[0])
                self.assertEqual(*text)

    def test_text_and_ram_are_within_their_limits(self):
        crosses = [Cross(path) for path in (ROOT / 'cross').glob('*.ini')]
        for row in sizes.folded_table(crosses, self.where):
            with self.subTest(row=row):
                self.assertLessEqual(row[3], row[4])
                self.assertLessEqual(row[5], row[6])
                self.assertGreater(row[5], 8 * 3)

    def test_instructions_are_within_their_limits_and_counts_exact(self):
        for board in folded.BOARDS:
            with self.subTest(board=board):
                rows, exact = folded.measure(TALLY, board)
                self.assertEqual(list(folded.over(board, rows)), [])
                self.assertTrue(exact)


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    TALLY, FIRMWARE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
