#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_ways_run.py TALLY=COMMAND

Each way of native.def is carried out by an emulator, in a program that its own
compiler has made: test_native, on the host, sees only the text of instructions.
And each compiler has a file of cross/, by which the whole library is built."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools'))
import cross  # noqa: E402

TALLY = ''  # not wanted: sources are read
ROWS = (ROOT / 'include/tally/native.def').read_text(encoding='utf-8')
MONITORS = ROOT / 'include/tally/monitors'
# ELF's numbers, which machines.def has by name.
MACHINES = {name: int(number, 0) for name, number in re.findall(
    r'(?m)^#define\s+(EM_\w+)\s+(\d+|0x[0-9a-f]+)\b',
    pathlib.Path('/usr/include/elf.h').read_text(encoding='utf-8'))}
# Programs of boards, and of other people's emulators.
GUESTS = [path for folder in ('boards/firmware', 'tests/guests', 'tests/truth',
                              'tests/outside')
          for path in sorted((ROOT / folder).rglob('*.[ch]'))]
# What no program here runs on says why, in its file of src/bus/native.
NOT_RUN = re.compile(r'\bNot run: \w+')


def says_why(way):
    word = re.search(rf'(?m)^(?:NATIVE|MAPPED)\({way}, (\w+)', ROWS)[1]
    path = ROOT / 'src/bus/native' / f'{word}.c'
    return path.exists() and bool(
        NOT_RUN.search(path.read_text(encoding='utf-8')))


def programs(way):
    """Those that have the way's bus, or name it as a board's own."""
    named = re.compile(rf'\bTALLY_BUS_{way}\b|\bTARGET_NATIVE\s+{way}\b')
    return [path for path in GUESTS
            if named.search(path.read_text(encoding='utf-8'))]


class Ways(unittest.TestCase):
    def test_each_is_run(self):
        ways = re.findall(r'(?m)^(?:NATIVE|MAPPED)\((\w+),', ROWS)
        self.assertGreater(len(ways), 3)
        for way in ways:
            with self.subTest(way=way):
                self.assertNotEqual(
                    bool(programs(way)), says_why(way),
                    f'{way}: a program of boards/firmware, tests/guests or '
                    f'tests/outside has to have TALLY_BUS_{way}, and a test to '
                    'run it; or its file of src/bus/native says why not, '
                    '"Not run: ..."')

    def test_each_compiler_is_asked(self):
        for way in re.findall(r'(?m)^NATIVE\((\w+),', ROWS):
            self.assertTrue(cross.compiler_of(way)[0])
        machines = set(re.findall(r'(?m)^NATIVE\(\w+, \w+, (\w+),', ROWS))
        self.assertEqual(machines, set(re.findall(
            r'(?m)^COMPILER\((\w+),', ROWS)))

    def test_a_space_is_on_its_compilers_machine(self):
        """What a program says that its machine is, as its space's row does."""
        spaces = dict(pair for path in (ROOT / 'src/space/rows').glob('*.def')
                      for pair in re.findall(r'(?m)^SPACE\((\w+), \w+, (\w+),',
                                             path.read_text(encoding='utf-8')))
        abouts = {pair for path in MONITORS.rglob('*.def')
                  for pair in re.findall(r'(?m)^ABOUT\([^"]*"[^"]*",\s*TALLY_(\w+),'
                                         r'\s*"(\w+)', path.read_text(encoding='utf-8'))
                  if spaces[pair[0]] != 'EM_NONE'}
        self.assertGreater(len(abouts), 3)
        for space, way in sorted(abouts):
            with self.subTest(space=space), \
                    tempfile.NamedTemporaryFile(suffix='.o') as made:
                compiler = cross.compiler_of(way)
                if not shutil.which(compiler[0]):
                    self.skipTest(f'{compiler[0]} is not installed')
                subprocess.run([*compiler, '-xc', '-c', '/dev/null', '-o',
                                made.name], check=True)
                head = pathlib.Path(made.name).read_bytes()[:20]
                order = 'big' if head[5] == 2 else 'little'
                self.assertEqual(int.from_bytes(head[18:20], order),
                                 MACHINES[spaces[space]],
                                 f'{space}: spaces.def has '
                                 f'{spaces[space]}')

    def test_what_is_missing_is_named(self):
        row = 'NATIVE(CSR, csr, __riscv, "fence", "csrw 0x320, %0")\n'
        for rows, says in (
                ('\n', 'has no row NATIVE(CSR, ...)'),
                (row, 'has no row COMPILER(__riscv, FAMILY)'),
                ('COMPILER(__riscv, riscv64)\n' + row, "cpu_family = 'riscv64'")):
            with self.subTest(says=says), tempfile.TemporaryDirectory() as no:
                with self.assertRaises(AssertionError) as told:
                    cross.compiler_of('CSR', rows, pathlib.Path(no))
                self.assertIn(says, str(told.exception))


if __name__ == '__main__':
    unittest.main()
