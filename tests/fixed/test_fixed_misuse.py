#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_fixed_misuse.py [unittest arguments]

What a user of the folded form (tally/fixed.h) gets wrong is an error of
compilation that names the row, the monitor or the function, in at most 20
lines of GCC; and a setup that two files use links."""
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
MOST_LINES = {'arm-none-eabi-gcc': 20,
              'clang': 22}  # it shows where what it proposes is declared
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

    def compile(self, name, text, *flags):
        path = self.where / 'it.c'
        path.write_text(text)
        return subprocess.run(
            [*COMPILERS[name], *WARNINGS, *flags, '-c', path, '-o',
             path.with_suffix('.o')], text=True, capture_output=True,
            check=False)

    def each(self, check, what, **wrong):
        for name, words in COMPILERS.items():
            if shutil.which(words[0]):
                with self.subTest(what=what, compiler=name):
                    check(self.compile(name, PROGRAM.format(**RIGHT | wrong)))

    def test_what_is_right_is_silent(self):
        self.each(lambda done: self.assertEqual(
            (done.returncode, done.stderr), (0, '')), 'right')

    def test_what_is_wrong_is_named_in_few_lines(self):
        for what, (wrong, words) in WRONG.items():
            def check(done, words=words):
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(words, done.stderr)
                self.assertLessEqual(len(done.stderr.splitlines()),
                                     MOST_LINES[done.args[0]])
            self.each(check, what, **wrong)

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
            done = self.compile('gcc', text, '-Werror', '-Wmissing-prototypes')
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
