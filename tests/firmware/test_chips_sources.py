# SPDX-License-Identifier: MIT
"""`bench/chips.py --source`: of programs that go round as CoreMark and Dhrystone
do, in cycles that were counted by hand."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # beside it
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                '..', '..', 'bench'))
import chips  # noqa: E402, pylint: disable=wrong-import-position

TALLY = ''
FIRMWARE = ''  # beside what programs for boards are linked with

# On the A53 a product waits three cycles for the last one, and all else goes
# beside it: 30 cycles a round.
ROUND = '''do
        __asm__ volatile("mul %w0, %w0, %w0\\nmul %w0, %w0, %w0\\n"
                         "mul %w0, %w0, %w0\\nmul %w0, %w0, %w0\\n"
                         "mul %w0, %w0, %w0\\nmul %w0, %w0, %w0\\n"
                         "mul %w0, %w0, %w0\\nmul %w0, %w0, %w0\\n"
                         "mul %w0, %w0, %w0\\nmul %w0, %w0, %w0" : "+r"(x));
    while (--n);
'''
CYCLES = 30
DHRYSTONE = {
    'dhry_1.c': '''#include <stdio.h>
extern int go();
int main() { int n; scanf("%d", &n); go(n); return 0; }
''',
    'dhry_2.c': f'int go(n) int n; {{ int x = 3; {ROUND} return x; }}\n',
}
COREMARK = {
    'core_main.c': '''#include <stdio.h>
#include "core_portme.h"
int main(void) { puts(SAYS); return go(1000 * ITERATIONS) & 0; }
''',
    'core_util.c': '#include "core_portme.h"\n'
                   f'int go(int n) {{ int x = 3; {ROUND} return x; }}\n',
    'posix/core_portme.h': 'int go(int n);\n#define SAYS "[0]crcfinal"\n',
    'posix/core_portme.c': '#include "core_portme.h"\n',
}


class Sources(unittest.TestCase):
    def report(self, files, board='virt-a53'):
        out = io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding='ascii')
            with contextlib.redirect_stdout(out):
                chips.main([TALLY, board, '--source', folder])
        return out.getvalue()

    def check(self, files, round_takes, figure, published, flags):
        said = self.report(files)
        row = next(line for line in said.splitlines()
                   if line.startswith('virt-a53 '))
        cycles, _, model, known, rest = row.split(maxsplit=5)[1:]
        self.assertAlmostEqual(float(cycles) / round_takes, 1, delta=0.002)
        self.assertAlmostEqual(float(model) / figure, 1, delta=0.01)
        self.assertEqual(known, published)
        self.assertRegex(said, r'Compiled by:\nvirt-a53 +aarch64-linux-gnu-gcc '
                         rf'.+: aarch64-linux-gnu-gcc .*{flags}')
        return rest

    def test_dhrystone(self):
        rest = self.check(DHRYSTONE, CYCLES, 1e6 / (1757 * CYCLES), '2.24',
                          '-O2 -fno-inline')
        self.assertEqual(rest.split()[0],
                         f'{1e6 / (1757 * CYCLES) / 2.24:.2f}')

    def test_coremark(self):
        rest = self.check(COREMARK, 1000 * CYCLES, 1e3 / CYCLES, '2.3', '-O3')
        self.assertTrue(rest.startswith('to 2.9 '), rest)

    def test_not_published(self):
        """No figure of such a chip is known."""
        plain = {name: text.replace(ROUND, 'do x *= x; while (--n);')
                 for name, text in DHRYSTONE.items()}
        self.assertRegex(self.report(plain, 'lubbock'),
                         r'\nlubbock +[\d.]+ +[\d.]+ +[\d.]+  not known\n')

    def test_wrong(self):
        """CoreMark says that its results are wrong; and a folder without."""
        wrong = {**COREMARK, 'posix/core_portme.h': 'int go(int n);\n#define '
                 'SAYS "[0]ERROR! list crc 0x1 - should be 0xe714"\n'}
        with self.assertRaisesRegex(SystemExit, 'ERROR! list crc'):
            self.report(wrong)
        with self.assertRaisesRegex(SystemExit, 'neither core_main.c nor'):
            self.report({'main.c': ''})


if __name__ == '__main__':
    unittest.main()
