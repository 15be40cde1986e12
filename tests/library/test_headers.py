#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_headers.py TALLY

The public headers from C++: each alone without a warning, every function under
the name that the library has, and the setups and stores of the documents.  The
headers that tally/fixed.h is made of want a monitor's core; tests/fixed has
them."""
import pathlib
import re
import subprocess
import tempfile
import unittest

from tally_command import ROOT, printed

TALLY = 'tally'
INCLUDE = ROOT / 'include'
WARNINGS = ['-Wall', '-Wextra', '-Wconversion', '-Wshadow', '-Wpedantic',
            '-Werror']
LANGUAGES = [(compiler, standard) for compiler in ('g++', 'clang++')
             for standard in ('c++17', 'c++20')]
HEADERS = [path.relative_to(INCLUDE).as_posix()
           for path in sorted(INCLUDE.rglob('*.h'))
           if not path.name.startswith('fixed')]

PROGRAM = r"""
#include <cstdio>
#include <tally/monitors/arm11.h>
#include <tally/task.h>
#include <tally/together.h>

static const struct tally_slot slot[] = {
	TALLY_SLOT(TALLY_ARM11_CCNT, TALLY_EVENT_CYCLES),
	TALLY_SLOT_EVERY(TALLY_ARM11_PMN0, TALLY_ARM11_DCACHE_MISS, TALLY_IRQ,
			 1000),
};
static const struct tally_setup setup = TALLY_SETUP(slot, TALLY_DIVIDE);
TALLY_STORE(store, ARM11, slot);
static_assert(TALLY_VERSION_NUMBER >= 100, "the version is a constant");

int main()
{
	static struct tally_session session;
	struct tally_step step[TALLY_ARM11_STEPS];
	struct tally_script script;

	/* No bus: refused before anything is touched. */
	if (tally_session_open(&session, &tally_arm1176, nullptr, &setup,
			       &store, false) != TALLY_E_INVALID)
		return 1;
	tally_script_init(&script, step, TALLY_ARM11_STEPS);
	if (tally_encode(&tally_arm1176, &setup, TALLY_START, &script))
		return 2;
	std::printf("%x %d %d %d.%d.%d\n",
		    static_cast<unsigned>(step[0].value), store.totals,
		    setup.slots, TALLY_VERSION_MAJOR, TALLY_VERSION_MINOR,
		    TALLY_VERSION_PATCH);
	return 0;
}
"""


class Headers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.where = pathlib.Path(folder.name)

    def compiled(self, text, *words):
        source = self.where / 'it.cc'
        source.write_text(text, encoding='ascii')
        return subprocess.run(
            [*words, f'-I{INCLUDE}', '-c', source, '-o', self.where / 'it.o'],
            capture_output=True, text=True, check=False)

    def test_each_alone(self):
        self.assertGreater(len(HEADERS), 10)
        for header in HEADERS:
            with self.subTest(header=header):
                done = self.compiled(f'#include <{header}>\n', 'g++',
                                     '-std=c++17', *WARNINGS)
                self.assertEqual((done.returncode, done.stderr), (0, ''))

    def test_all_together(self):
        text = ''.join(f'#include <{header}>\n' for header in HEADERS)
        for compiler, standard in LANGUAGES:
            with self.subTest(compiler=compiler, standard=standard):
                done = self.compiled(text, compiler, f'-std={standard}',
                                     *WARNINGS)
                self.assertEqual((done.returncode, done.stderr), (0, ''))

    def test_names_are_those_of_c(self):
        """Every function of the library that a header declares."""
        library = pathlib.Path(TALLY).parents[1] / 'bus' / 'libtally.a'
        defined = set(re.findall(r'^(tally_\w+) T', subprocess.run(
            ['nm', '--format=posix', library], capture_output=True,
            text=True, check=True).stdout, re.M))
        declared = ''.join((INCLUDE / header).read_text(encoding='utf-8')
                           for header in HEADERS)
        names = sorted(name for name in defined
                       if re.search(rf'\b{name}\(', declared))
        self.assertGreater(len(names), 30)
        text = ''.join(f'#include <{header}>\n' for header in HEADERS)
        text += ''.join(f'auto *const volatile p_{name} = &{name};\n'
                        for name in names)
        done = self.compiled(text, 'g++', '-std=c++17')
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = set(re.findall(r'^(\w+) U', subprocess.run(
            ['nm', '--format=posix', self.where / 'it.o'],
            capture_output=True, text=True, check=True).stdout, re.M))
        self.assertEqual(sorted(wanted), names)

    def test_a_program(self):
        library = pathlib.Path(TALLY).parents[1] / 'bus' / 'libtally.a'
        version = printed('--version').split()[-1]
        for compiler, standard in LANGUAGES:
            with self.subTest(compiler=compiler, standard=standard):
                done = self.compiled(PROGRAM, compiler, f'-std={standard}',
                                     *WARNINGS)
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                subprocess.run([compiler, self.where / 'it.o', library, '-o',
                                self.where / 'it'], check=True)
                # PMN0's event and interrupt, D and E [DAI0195B table 1];
                # 0x20 counts nothing on PMN1.
                self.assertEqual(subprocess.run(
                    [self.where / 'it'], capture_output=True, text=True,
                    check=True).stdout, f'b20019 2 2 {version}\n')

    def test_a_status_that_is_overlooked(self):
        done = self.compiled(
            '#include <tally/session.h>\n'
            'void f(tally_session *s) { tally_session_open('
            's, nullptr, nullptr, nullptr, nullptr, false); }\n',
            'g++', '-Werror')
        self.assertIn('unused-result', done.stderr)


if __name__ == '__main__':
    unittest.main()
