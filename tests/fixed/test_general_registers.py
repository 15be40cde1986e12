#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_general_registers.py TALLY [unittest arguments]

What an interrupt handler or a scheduler may call uses general registers only,
however it is compiled: the folded form in a user's file, `script --as c
--exact`, the amalgam, and the library by tally.mk and by CMake, at each level of
optimisation by each compiler that is there.  The object
code is looked at: an instruction with a vector or floating point register fails
by its function's name.  Here is what a user compiles in files of his own, at one
level; test_general_everywhere.py is the rest."""
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

TALLY = ''
A64 = re.compile(r'\b[bhsdqv]\d+\b')
NEON = re.compile(r'\b[sdq]\d+\b|\bv(ldr|str|ldm|stm|mov|push|pop)')
SPE = re.compile(r'^ev|^[ls]t?fd|\bf\d+\b|\bvs?\d+\b')
# Compilers: the words, what a bad instruction looks like, monitor, one counter
# and its event.  Their cores have such registers, and the compiler may use them.
COMPILERS = {
    'gcc, AArch64': (['aarch64-linux-gnu-gcc', '-mcpu=cortex-a72'], A64,
                     'cortex_a72', 1, 8),
    'clang, AArch64': (['clang', '--target=aarch64-none-elf',
                        '-mcpu=cortex-a53'], A64, 'cortex_a53', 1, 8),
    'gcc, NEON': (['arm-none-eabi-gcc', '-mcpu=cortex-a9', '-mfpu=neon',
                   '-mfloat-abi=hard'], NEON, 'cortex_a9', 1, 0x68),
    'gcc, NEON, Thumb': (['arm-none-eabi-gcc', '-mcpu=cortex-a8', '-mthumb',
                          '-mfpu=neon', '-mfloat-abi=softfp'], NEON,
                         'cortex_a8', 1, 8),
    'clang, NEON': (['clang', '--target=arm-none-eabi', '-mcpu=cortex-a8',
                     '-mfpu=neon', '-mfloat-abi=hard'], NEON, 'cortex_a8', 1,
                    8),
    'gcc, VFP': (['arm-none-eabi-gcc', '-mcpu=arm1176jzf-s', '-mfpu=vfp',
                  '-mfloat-abi=softfp'], NEON, 'arm1176', 1, 7),
    'gcc, PowerPC': (['powerpc-linux-gnu-gcc', '-mcpu=8548'], SPE, 'e500v2', 1,
                     2),
    'clang, SPE': (['clang', '--target=powerpc-none-eabi', '-mcpu=e500',
                    '-fno-integrated-as', '-S'], SPE, 'e500v2', 1, 2),
}
# What compilers are told for whole files of the library, as its error says.
TOLD = {'gcc, PowerPC': ['-msoft-float'],
        'clang, AArch64': ['-mgeneral-regs-only'],
        'clang, NEON': ['-mfpu=vfpv3-d16'],
        'clang, SPE': ['-mno-spe']}
FOLDED = """
#include <tally/fixed.h>
static const struct tally_slot slot[] = {{
	{{ .counter = {counter}, .event = {event}, .interrupt = TALLY_IRQ,
	   .period = 1000 }},
	{{ .counter = 0, .event = {first}, .interrupt = TALLY_IRQ }},
	{{ .counter = 2, .event = {event}, .interrupt = TALLY_IRQ }},
}};
TALLY_FIXED(m, {kind}, slot);
void isr(void);
uint64_t use(uint64_t *count, unsigned i);
void isr(void) {{ m_overflow(); }}
uint64_t use(uint64_t *count, unsigned i)
{{
	if (m_open(false))
		return 0;
	TALLY_FIXED_REGION(m)
		m_counts(count);
	m_start();
	m_switch(count);
	m_stop();
	(void)m_close();
	return m_count(0) + m_count(1) + m_count(2) + m_count(i);
}}
"""
FLAGS = ['-ffreestanding', '-ffunction-sections', '-fdata-sections',
         f'-I{ROOT}/include', f'-I{ROOT}/src', '-c', '-fno-pie']


def run(*words, where=None):
    done = subprocess.run([str(word) for word in words], capture_output=True,
                          text=True, check=False, cwd=where)
    if done.returncode:
        raise AssertionError(f'{words}: {done.stderr[:2000]}')
    return done.stdout


def there(name):
    return shutil.which(COMPILERS[name][0][0])


def instructions(path, name):
    """(function, instruction) of an object, or of assembly."""
    if '-S' in COMPILERS[name][0]:
        text, label = path.read_text(), re.compile(r'^(\w+):')
    else:
        tool = ('llvm-objdump' if name.startswith('clang')
                else COMPILERS[name][0][0][:-3] + 'objdump')
        text = run(tool, '-d', '--no-show-raw-insn', path)
        label = re.compile(r'^\w+ <(.*)>:$')
    function = ''
    for line in text.splitlines():
        found = label.match(line)
        if found:
            function = found[1]
        elif line[:1] in ' \t':
            words = re.sub(r'\b(0x)?[0-9a-f]+ <.*', '', line.split(':', 1)[-1])
            if '.word' in words:
                continue  # constants among the instructions
            yield function, re.split(r'//|;|@|#', words)[0].strip()


class Case(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = pathlib.Path(temporary.name)

    def look(self, path, name):
        bad, seen = [], 0
        for function, words in instructions(path, name):
            seen += 1
            if function != 'use' and COMPILERS[name][1].search(words):
                bad.append(f'{function}: {words}')
        self.assertGreater(seen, 20)
        self.assertEqual(bad, [])

    def compile(self, source, name, level, *flags):
        target = self.where / (source.stem + '.o')
        run(*COMPILERS[name][0], level, *FLAGS, *flags, source, '-o', target)
        self.look(target, name)

    def each(self, check, levels, names=None):
        for name, level in itertools.product(names or COMPILERS, levels):
            if there(name):
                with self.subTest(name=name, level=level):
                    check(name, level)


class Files(Case):
    """The folded form and `script --exact`."""
    LEVELS = ('-O2',)

    def folded(self, name, level):
        _, _, kind, counter, event = COMPILERS[name]
        source = self.where / 'folded.c'
        source.write_text(FOLDED.format(
            kind=kind, counter=counter, event=event,
            first='TALLY_EVENT_CYCLES' if kind == 'arm1176' else event))
        self.compile(source, name, level)

    def exact(self, name, level):
        source = self.where / 'exact.c'
        monitor = COMPILERS[name][2].replace('_', '-')
        source.write_text(run(TALLY, 'script', '-m', monitor, '-e', 'cycles',
                              '--as', 'c', '--exact'))
        self.compile(source, name, level)

    def test_folded(self):
        self.each(self.folded, self.LEVELS)

    def test_exact(self):
        self.each(self.exact, self.LEVELS)


class Amalgam(Case):
    LEVELS = ('-O2',)
    NAMES = 'gcc, AArch64', 'clang, AArch64'

    def amalgam(self, name, level):
        monitor = COMPILERS[name][2].replace('_', '-')
        run(TALLY, 'amalgam', '-m', monitor, '-o', self.where, '--force')
        self.compile(self.where / f'tally_{COMPILERS[name][2]}.c', name, level,
                     *TOLD.get(name, []))

    def test_amalgam(self):
        self.each(self.amalgam, self.LEVELS, self.NAMES)

    def test_an_error_names_the_flag(self):
        for name, flags in TOLD.items():
            if not there(name):
                continue
            with self.subTest(name=name):
                done = subprocess.run(
                    [*COMPILERS[name][0], *FLAGS, ROOT / 'src/core/log.c',
                     '-o', self.where / 'log.o'], capture_output=True,
                    text=True, check=False)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(flags[0], done.stderr)

    def test_each_file_of_the_library_says_so_first(self):
        for room in ('core', 'monitors', 'bus'):
            for path in (ROOT / 'src' / room).glob('**/*.c'):
                with self.subTest(path=path):
                    first = re.search(r'^ *# *\w+ .*', path.read_text(), re.M)
                    self.assertEqual(first[0], '#include <tally/library.h>')


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    TALLY = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
