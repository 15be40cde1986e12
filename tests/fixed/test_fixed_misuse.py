#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_fixed_misuse.py [unittest arguments]

What a user of the folded form (tally/fixed.h) gets wrong is an error of
compilation that names the row, the monitor or the function, in at most 20
lines; and a setup that two files use links."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = {
    'gcc': ['arm-none-eabi-gcc', '-mcpu=arm1176jz-s', '-mfloat-abi=soft'],
    'clang': ['clang', '--target=arm-none-eabi', '-mcpu=arm1176jzf-s',
              '-mfloat-abi=soft'],
}
WARNINGS = ['-std=gnu11', '-ffreestanding', '-Wall', '-Wextra', '-Os',
            f'-I{ROOT}/include']
# A place that is expanded from macros has three lines for each, and so has
# the name that Clang proposes instead where it is of a list of cores.
MOST_LINES = 22
# Names that are nearly a monitor's, for other cores; there are more compilers.
NEARLY = {
    'arm1177': COMPILERS,
    'pxa251': COMPILERS,
    'l2c311': COMPILERS,
    'cortex_a52_a32': COMPILERS,
    'cortex_a54': {'gcc': ['aarch64-linux-gnu-gcc'],
                   'clang': ['clang', '--target=aarch64-none-elf']},
    'e500v3': {'gcc': ['powerpc-linux-gnu-gcc'],
               'clang': ['clang', '--target=powerpc-none-elf']},
    'mpc8549': {'gcc': ['powerpc-linux-gnu-gcc'],
                'clang': ['clang', '--target=powerpc-none-elf']},
}
TALLY = ''  # every test is told it
PROGRAM = """
#include <tally/fixed.h>
static const struct tally_slot slot[] = {{
	{{ .counter = 0, .event = TALLY_EVENT_CYCLES }},
	{row},
}};
{macro};
void isr(void);
void isr(void) {{ (void)m_overflow(); }}
uint64_t use(void);
uint64_t use(void)
{{
	{open};
	m_start();
	m_stop();
	(void)m_close();
	return m_count({count}) + m_count(0);
}}
"""
RIGHT = {'row': '{ .counter = 1, .event = 7 }', 'count': '1',
         'macro': 'TALLY_FIXED(m, arm1176, slot)',
         'open': 'if (m_open(false)) return 0'}
# What is wrong, and the words that name it.
WRONG = {
    'a monitor that there is not': (
        {'macro': 'TALLY_FIXED(m, arm1177, slot)'}, 'arm1177'),
    "another core's monitor": (
        {'macro': 'TALLY_FIXED(m, cortex_a53, slot)'}, 'cortex_a53'),
    "a monitor with the library's prefix": (
        {'macro': 'TALLY_FIXED(m, tally_arm1176, slot)'}, 'tally_arm1176'),
    'a monitor that there is not, in a function': (
        {'open': 'TALLY_FIXED(k, arm1177, slot); '
                 'if (m_open(false)) return 0'}, 'arm1177'),
    "a core's monitor with a place": (
        {'macro': 'TALLY_FIXED_AT(m, arm1176, 0x10110000, slot)'},
        'TALLY_FIXED_AT()'),
    'a monitor at 0': (
        {'macro': 'TALLY_FIXED_AT(m, l220, 0, slot)'}, 'TALLY_FIXED_AT()'),
    'more slots than any monitor has': (
        {'row': ', '.join(['{ .counter = 1, .event = 7 }'] * 32)},
        'too many slots'),
    'an interrupt that nothing has': (
        {'row': '{ .counter = 1, .event = 7, .interrupt = 3 }'},
        'slot 1: the monitor has not that interrupt'),
    'the slot behind the last one': ({'count': '2'}, 'a slot is a row'),
    'an event that is misspelt': (
        {'row': '{ .counter = 1, .event = TALLY_ARM11_DCACHE_MIS }'},
        'TALLY_ARM11_DCACHE_MIS'),
    'a pair of counters that it has not': (
        {'row': '{ .counter = 1, .event = 7, .pair = true }'},
        'slot 1: the monitor has not that interrupt, level, pair'),
    'a period below 0': (
        {'row': '{ .counter = 1, .event = 7, .period = -1000 }'},
        'slot 1: the period does not fit'),
    'a monitor in memory without its place': (
        {'macro': 'TALLY_FIXED(m, l220, slot)'}, 'TALLY_FIXED_AT()'),
    'no such event': (
        {'row': '{ .counter = 1, .event = 0x99 }'}, 'slot 1: the monitor has'),
    "another core's event": (
        {'row': '{ .counter = 1, .event = 0x68 }'},
        'slot 1: the monitor has'),
    'an event on the cycle counter': (
        {'row': '{ .counter = 1, .event = TALLY_EVENT_CYCLES }'},
        'slot 1: the monitor has'),
    'a counter twice': (
        {'row': '{ .counter = 0, .event = TALLY_EVENT_CYCLES }'},
        'slot 1: the counter is not there, or taken'),
    'one counter more than there are': (
        {'row': '{ .counter = 3, .event = 7 }'},
        'slot 1: the counter is not there, or taken'),
    'an interrupt that it has not': (
        {'row': '{ .counter = 1, .event = 7, .interrupt = TALLY_FIQ }'},
        'slot 1: the monitor has not that interrupt'),
    'a level that it cannot tell': (
        {'row': '{ .counter = 1, .event = 7, .levels = TALLY_EL0 }'},
        'slot 1: the monitor has not that interrupt, level'),
    'an option that it has not': (
        {'macro': 'TALLY_FIXED(m, arm1176, slot, TALLY_WIDE)'},
        'the monitor has not that option'),
    'a period that is too long': (
        {'row': '{ .counter = 1, .event = 7, .period = 1ull << 32 }'},
        'slot 1: the period does not fit'),
    'a period that its handler outlasts': (
        {'row': '{ .counter = 1, .event = 7, .interrupt = TALLY_IRQ, '
                '.period = 1 }'}, 'slot 1: the period is shorter'),
    'a counter where a slot is wanted': (
        {'count': 'TALLY_ARM11_PMN1'}, 'a slot is a row'),
}


class Misuse(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = pathlib.Path(temporary.name)

    def compile(self, words, text, *flags):
        path = self.where / 'it.c'
        path.write_text(text)
        return subprocess.run(
            [*words, *WARNINGS, *flags, '-c', path, '-o',
             path.with_suffix('.o')], text=True, capture_output=True,
            check=False)

    def each(self, check, what, **wrong):
        for name, words in COMPILERS.items():
            if shutil.which(words[0]):
                with self.subTest(what=what, compiler=name):
                    check(self.compile(words, PROGRAM.format(**RIGHT | wrong)))

    def test_what_is_right_is_silent(self):
        self.each(lambda done: self.assertEqual(
            (done.returncode, done.stderr), (0, '')), 'right')

    def test_what_is_wrong_is_named_in_few_lines(self):
        for what, (wrong, words) in WRONG.items():
            def check(done, words=words):
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)
                self.assertLessEqual(len(done.stderr.splitlines()),
                                     MOST_LINES, done.stderr)
            self.each(check, what, **wrong)
        # And what the next test is about.
        self.assertGreaterEqual(len(WRONG) + 1, 24)

    def test_a_name_that_is_nearly_right(self):
        """Clang shows the declaration of the one that it proposes."""
        text = ('#include <tally/fixed.h>\n'
                'static const struct tally_slot slot[] = {\n'
                '\t{ .counter = 1, .event = 7 },\n};\n'
                '%s;\n')
        at = ('l2c311', 'mpc8549')  # in memory
        for name, compilers in NEARLY.items():
            for words in compilers.values():
                if not shutil.which(words[0]):
                    continue
                with self.subTest(monitor=name, compiler=words[0]):
                    done = self.compile(words, text % (
                        f'TALLY_FIXED_AT(m, {name}, 0x10110000, slot)'
                        if name in at else f'TALLY_FIXED(m, {name}, slot)'))
                    self.assertNotEqual(done.returncode, 0)
                    self.assertIn(name, done.stderr)
                    self.assertLessEqual(len(done.stderr.splitlines()),
                                         MOST_LINES, done.stderr)

    def test_what_open_says_is_looked_at(self):
        self.each(lambda done: self.assertIn('unused-result', done.stderr),
                  'open', open='m_open(false)')

    def test_a_second_file_calls_what_the_first_shares(self):
        gcc = COMPILERS['gcc']
        first = PROGRAM.format(**RIGHT | {
            'macro': RIGHT['macro'] + ';\nTALLY_FIXED_SHARE(m)'})
        second = ('#include <tally/fixed.h>\nTALLY_FIXED_DECLARE(m);\n' +
                  PROGRAM.format(**RIGHT).split('void isr(void);')[1].replace(
                      'use(', 'use_too(').replace('void isr', 'void isr_too'))
        second = second.replace('void isr_too(void) {',
                                'void isr_too(void);\nvoid isr_too(void) {')
        for name, text in (('first', first), ('second', second)):
            done = self.compile(gcc, text, '-Werror', '-Wmissing-prototypes')
            self.assertEqual(done.returncode, 0, done.stderr)
            (self.where / 'it.o').rename(self.where / f'{name}.o')
        done = subprocess.run(
            [*gcc, '-nostdlib', '-Wl,-e,use', '-Wl,--no-undefined',
             self.where / 'first.o', self.where / 'second.o', '-lgcc', '-o',
             self.where / 'it.elf'], text=True, capture_output=True,
            check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == '__main__':
    unittest.main()
