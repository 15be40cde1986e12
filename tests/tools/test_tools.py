# SPDX-License-Identifier: MIT
"""The scripts of tools/: that each passes what is right and, above all, that
it can fail."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / 'tools'
sys.path.insert(0, str(TOOLS))

import checks  # noqa: E402 (the path comes first)
import mutants  # noqa: E402
import mutate  # noqa: E402
import sizes  # noqa: E402
from cross import Cross  # noqa: E402


def tool(name, *words, env=None):
    """(exit status, everything it printed)."""
    done = subprocess.run([sys.executable, TOOLS / name, *map(str, words)],
                          text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=env)
    return done.returncode, done.stdout


class Folder(unittest.TestCase):
    """Each test has a folder that looks like the project, and is empty."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Layers(Folder):
    def verdict(self, **files):
        for name, text in files.items():
            self.write(name, text)
        return tool('layers.py', self.root)

    def refused(self, name, text, word):
        status, told = self.verdict(**{name: text})
        self.assertEqual(status, 1, told)
        self.assertIn(f'{name}:1: ', told)
        self.assertIn(word, told)

    def test_project_passes(self):
        self.assertEqual(tool('layers.py'), (0, ''))

    def test_allowed(self):
        self.assertEqual(self.verdict(**{
            'src/core/a.c': '#include <tally/bus.h>\n#include <stdint.h>\n'
                            '#include "a.h"\n',
            'src/run/a.c': '#include "plan/plan.h"\n#include <stdio.h>\n',
            'src/bus/native/a.c': '__asm__ volatile("nop");\n',
            'src/board/a.c': '#include <tally/bus.h>\n#include "a.h"\n'
                             '#include <unicorn/unicorn.h>\n',
            'src/cli/a.c': '/* asm */ const char *s = "asm // ";\n'}), (0, ''))

    def test_nothing_points_upward(self):
        self.refused('src/plan/a.c', '#include "catalog/catalog.h"\n',
                     'plan may not look at catalog')

    def test_a_path_with_dots_is_followed(self):
        self.write('src/run/run.h', '')
        self.refused('src/plan/a.c', '#include "../run/run.h"\n',
                     'plan may not look at run')

    def test_freestanding_has_no_library(self):
        for room in 'core', 'monitors', 'bus', 'bus/native':
            self.refused(f'src/{room}/a.c', '#include <string.h>\n',
                         'freestanding')

    def test_public_header_has_no_library(self):
        self.refused('include/tally/a.h', '#include <stdio.h>\n',
                     'freestanding')

    def test_board_does_not_see_the_driver(self):
        self.refused('src/board/a.c', '#include <tally/monitors/arm11.h>\n',
                     'driver')
        self.refused('src/board/b.c', '#include <tally/session.h>\n',
                     'driver')
        self.refused('src/board/c.c', '#include "monitors/pmnc.h"\n',
                     'board may not look at monitors')

    def test_boards_have_one_header(self):
        self.refused('src/cli/a.c', '#include "board/pmu/pmu.h"\n',
                     'cli may not look at board/pmu')

    def test_boards_have_rooms(self):
        self.write('src/board/board.h', '')
        self.assertEqual(self.verdict(**{
            'src/board/a32/a.c': '#include "board/machine/inner.h"\n'
                                 '#include "board/board.h"\n'}), (0, ''))
        self.refused('src/board/machine/a.c', '#include "board/a32/a32.h"\n',
                     'board/machine may not look at board/a32')
        self.refused('src/board/attic/a.c', '#include <stdio.h>\n',
                     'board/attic')

    def test_firmware(self):
        self.write('firmware/common/fw.h', '')
        self.assertEqual(self.verdict(**{
            'firmware/test/a.c': '#include "common/fw.h"\n'
                                 '#include <tally/session.h>\n'}), (0, ''))
        self.refused('firmware/test/b.c', '#include "core/inner.h"\n',
                     'firmware may not look at core')

    def test_assembly_stays_in_native(self):
        self.refused('src/core/a.c', '__asm__("nop");\n', 'assembly')

    def test_one_file_has_the_engine(self):
        status, told = self.verdict(**{
            'src/board/a.c': '#include <unicorn/unicorn.h>\n',
            'src/board/b.c': '#include <unicorn/arm.h>\n'})
        self.assertEqual(status, 1)
        self.assertIn('src/board/a.c and src/board/b.c', told)

    def test_unknown_room(self):
        self.refused('src/attic/a.c', '#include <stdio.h>\n', 'attic')

    def test_empty_tree_is_not_a_pass(self):
        self.assertNotEqual(tool('layers.py', self.root)[0], 0)


class Embed(Folder):
    def test_tells_what_it_was_made_of(self):
        """Folders too: a file that is added changes nothing else."""
        file = self.write('src/core/inner/a.c', 'int a;\n')
        status, told = tool('embed.py', self.root, self.root / 'out.c',
                            self.root / 'out.d', 'src/core')
        self.assertEqual((status, told), (0, ''))
        made_of = (self.root / 'out.d').read_text().split()[1:]
        self.assertEqual([pathlib.Path(path).resolve() for path in made_of],
                         [file.parent.resolve(), file.resolve()])
        self.assertIn('{ "src/core/inner/a.c",',
                      (self.root / 'out.c').read_text())


class Circles(Folder):
    """Objects as a build folder has them, by a compiler."""

    def verdict(self, **files):
        for name, text in files.items():
            path = self.root / 'src' / name
            path.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(['cc', '-x', 'c', '-c', '-', '-o', path],
                           input=text, text=True, check=True)
        return tool('circles.py', self.root)

    def test_what_is_below_may_be_called(self):
        self.assertEqual(self.verdict(**{
            'base/libbase.a.p/error.c.o': 'void low(void) {}',
            'board/b.a.p/machine_a.c.o': 'void low(void); void board_f(void);'
                                         'void board_f(void) { low(); }',
            'board/b.a.p/link_a.c.o': 'void board_f(void); void g(void) '
                                      '{ board_f(); }',
            'cli/tally.p/main.c.o': 'void board_f(void);'
                                    'int main(void) { board_f(); }'}),
            (0, ''))

    def test_nothing_is_called_above(self):
        status, told = self.verdict(**{
            'plan/libplan.a.p/plan.c.o': 'void up(void);'
                                         'void f(void) { up(); }',
            'run/librun.a.p/job.c.o': 'void up(void) {}'})
        self.assertEqual(status, 1)
        self.assertEqual(told, 'plan.c.o: plan may not look at run: up\n')

    def test_nothing_is_called_above_among_the_boards(self):
        status, told = self.verdict(**{
            'board/b.a.p/machine_monitors.c.o': 'extern int a32_arch;'
                                                'int f(void) '
                                                '{ return a32_arch; }',
            'board/b.a.p/a32_a32.c.o': 'int a32_arch;'})
        self.assertEqual(status, 1)
        self.assertIn('board/machine may not look at board/a32: a32_arch',
                      told)

    def test_the_library_is_in_one_archive(self):
        status, told = self.verdict(**{
            'bus/libtally.a.p/.._monitors_a.c.o': 'int row;',
            'bus/libtally.a.p/.._core_a.c.o': 'extern int row;'
                                              'int f(void) { return row; }',
            'bus/libtally.a.p/log.c.o': 'int f(void);'
                                        'int g(void) { return f(); }',
            'catalog/a.p/a.c.o': 'extern int row; int *h(void) '
                                 '{ return &row; }'})
        self.assertEqual(status, 1)
        self.assertEqual(told, '.._core_a.c.o: core may not look at monitors: '
                               'row\n')

    def test_no_circle(self):
        status, told = self.verdict(**{
            'board/b.a.p/core_a.c.o': 'void p(void); void q(void) { p(); }',
            'board/b.a.p/ahb_a.c.o': 'void q(void); void p(void) { q(); }'})
        self.assertEqual(status, 1)
        self.assertRegex(told, 'a circle: board/(ahb|core) -> '
                               'board/(ahb|core) -> board/(ahb|core)')

    def test_an_arrow_that_nobody_uses(self):
        """One that is linked, and one that is only included, are used."""
        self.write('src/request/a.c', '#include "plan/plan.h"\n')
        self.verdict(**{
            'board/b.a.p/machine_a.c.o': 'void p(void); void q(void) { p(); }',
            'board/b.a.p/core_a.c.o': 'void p(void) {}',
            'board/b.a.p/link_a.c.o': 'void r(void); void s(void) { r(); }',
            'program/p.a.p/a.c.o': 'void r(void) {}'})
        status, told = tool('circles.py', self.root, self.root)
        self.assertEqual(status, 1)
        for arrow in 'board/machine', 'board/core', 'request', 'board':
            self.assertIn(f'{arrow} may look at ', told)
        for used in ('board/machine may look at board/core,',
                     'request may look at plan,',
                     'board may look at program,'):
            self.assertNotIn(used, told)

    def test_an_empty_folder_is_not_a_pass(self):
        self.assertNotEqual(tool('circles.py', self.root)[0], 0)


class Hygiene(Folder):
    GOOD = '/* SPDX-License-Identifier: MIT */\n'

    def refused(self, name, text, word):
        self.write(name, text)
        status, told = tool('hygiene.py', self.root)
        self.assertEqual(status, 1, told)
        self.assertIn(name, told)
        self.assertIn(word, told)

    def test_good(self):
        self.write('a.c', self.GOOD + 'bench/wo' 'rkload ~/ro' 'ot XXXL\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))

    def test_places(self):
        for place in '/wo' 'rk/x', '/ro' 'ot/x', '/home/' 'me', 'fa' 'rm-x':
            self.refused('a.md', f'see {place}\n', 'path of one machine')

    def test_marks(self):
        for mark in 'TO' 'DO', 'FIX' 'ME', 'XX' 'X', 'HA' 'CK':
            self.refused('a.c', self.GOOD + f'/* {mark}: later */\n',
                         'unfinished')

    def test_licence(self):
        self.refused('a.c', 'int a;\n', 'licence')

    def test_what_a_compiler_made(self):
        for magic in '\x7fELF\x02\x01', '!<arch>\n':
            self.refused('a', magic, 'built')

    def test_what_looks_like_an_option(self):
        self.refused('--help/a.3', 'text\n', 'option')

    def test_long_file(self):
        self.write('b.c', self.GOOD + '\n' * 499)
        self.write('tests/c.c', self.GOOD + '\n' * 999)
        self.assertEqual(tool('hygiene.py', self.root)[0], 0)
        self.refused('a.c', self.GOOD + '\n' * 500, '501 lines')
        self.refused('tests/c.c', self.GOOD + '\n' * 1000, '1001 lines')

    def test_long_function(self):
        text = self.GOOD + 'void f(void)\n{\n' + '\tf();\n' * 60 + '}\n'
        self.write('src/core/a.c', text)
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        self.refused('src/core/a.c', text.replace('{\n', '{\n\tf();\n'),
                     'src/core/a.c:3: 61 lines')

    def test_full_folder(self):
        full = [f'{top}/core' for top in ('firmware', 'include', 'src',
                                          'tests', 'tools')]
        for i in range(45):
            for folder in full:
                self.write(f'{folder}/{i}.txt', '')
            self.write(f'doc/{i}.txt', '')
        self.write('tests/core/deep/er.txt', '')
        self.write('doc/45.txt', '')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        for folder in full:
            self.write(f'{folder}/45.txt', '')
        self.assertEqual(
            tool('hygiene.py', self.root),
            (1, ''.join(f'{folder}: 46 files; a folder has at most 45: '
                        'split it by noun\n' for folder in full)))

    def test_untracked_files_are_read_and_ignored_ones_are_not(self):
        subprocess.run(['git', 'init', '-q', self.root], check=True)
        self.write('.gitignore', '/build/\n')
        self.write('build/a.c', 'int a;\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        self.refused('new.c', 'int a;\n', 'licence')

    def test_empty_tree_is_not_a_pass(self):
        self.assertNotEqual(tool('hygiene.py', self.root)[0], 0)


class Symbols(Folder):
    def verdict(self, target, code):
        cross = Cross(ROOT / 'cross' / f'{target}.ini')
        source = self.write('a.c', code)
        target = self.root / 'a.o'
        cross.run('c', *cross.c_args, '-Os', '-ffreestanding', '-w', '-c',
                  str(source), '-o', str(target))
        return tool('symbols.py', cross.path, target)

    def every(self, code):
        for path in sorted((ROOT / 'cross').glob('*.ini')):
            yield self.verdict(path.stem, code)

    def test_good(self):
        code = ('void *memcpy(void *, const void *, unsigned long);\n'
                'static const int table[2] = { 1, 2 };\n'
                'int f(int i, void *p) { memcpy(p, table, 8);'
                ' return table[i]; }\n')
        for told in self.every(code):
            self.assertEqual(told, (0, ''))

    def refused(self, code, word):
        for status, told in self.every(code):
            self.assertEqual(status, 1, told)
            self.assertIn(word, told)

    def test_call_out(self):
        self.refused('int puts(const char *);\nint f(void)'
                     '{ return puts("a"); }\n', 'calls puts')

    def test_data(self):
        self.refused('int a = 1;\nint f(void) { return a++; }\n', 'data')

    def test_bss(self):
        self.refused('static int a;\nint f(void) { return a++; }\n', 'bss')

    def test_common(self):
        self.refused('__attribute__((common)) int a;\n', 'common variable')

    def test_floating_point_of_the_library(self):
        for target in 'arm1136', 'xscale', 'armeb', 'e500':
            status, told = self.verdict(
                target, 'double f(double a, double b) { return a * b; }\n')
            self.assertEqual(status, 1, told)
            self.assertIn('mul', told)

    def test_floating_point_instructions(self):
        for target, line in (('arm1136', '.fpu vfpv2; vadd.f64 d0, d1, d2'),
                             ('aarch64', '.arch armv8-a; fadd d0, d1, d2'),
                             ('e500', '.machine ppc; fadd 1, 2, 3')):
            status, told = self.verdict(
                target, f'void f(void) {{ __asm__("{line}"); }}\n')
            self.assertEqual(status, 1, told)
            self.assertIn('f uses floating point', told)

    def test_an_address_is_no_register(self):
        self.assertEqual(self.verdict(
            'aarch64', 'void f(void) { __asm__(".skip 0xcc; b 1f; 1: nop"); }'
            '\n'), (0, ''))

    def test_nothing_is_not_a_pass(self):
        status, _ = self.verdict('arm1136', '')
        self.assertNotEqual(status, 0)


class Sizes(unittest.TestCase):
    def test_over_the_limit(self):
        status, told = tool('sizes.py', '--check', '10', '--target',
                            'arm1176')
        self.assertEqual(status, 1, told)
        self.assertIn('over 10 bytes', told)
        status, told = tool('sizes.py', '--target', 'z80')
        self.assertEqual(status, 2, told)
        self.assertIn('cross/z80.ini is not there', told)

    def test_every_way_is_measured(self):
        """That a monitor's ABOUT row has, from the core itself."""
        ways = set()
        for path in (ROOT / 'include/tally/monitors').glob('*.def'):
            ways |= {way for told in re.findall(
                r'^ABOUT\(\w+, "[^"]+",\s+TALLY_\w+,\s+"([^"]+)"',
                path.read_text(), re.M) for way in re.split('[, ]+', told)}
        measured = {row[3] for row in sizes.MONITORS}
        self.assertIn('CP15', ways)
        self.assertEqual({way for way in ways - measured
                          if not way.startswith('MMIO')}, set())

    def test_map(self):
        text = ('Discarded input sections\n'
                ' .text.f        0x0000000000000000       0x10 a.o\n'
                'Linker script and memory map\n'
                ' .text.g        0x0000000000008000       0x20 a.o\n'
                ' .rodata.a_long_name_of_a_table\n'
                '                0x0000000000008020        0x4 a.o\n'
                ' .text.start    0x0000000000008024       0x40 program.o\n'
                ' .bss           0x0000000000009000        0x8 a.o\n')
        self.assertEqual(sizes.mapped(text), (0x24, 8))


class Tap(Folder):
    def test_counts_each_case(self):
        path = self.write('test_a.py', '''
import unittest
class A(unittest.TestCase):
    def test_good(self):
        print('ok 9 - not a result')
    def test_bad(self):
        self.assertEqual(1, 2)
    def test_broken(self):
        raise OSError('gone')
    @unittest.skip('no time')
    def test_skipped(self):
        pass
''')
        done = subprocess.run([sys.executable, TOOLS / 'tap.py', path],
                              text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(checks.count({'stdout': done.stdout,
                                       'returncode': 1}), (1, 2, 1))
        self.assertTrue(done.stdout.endswith('1..4\n'))
        self.assertIn('# AssertionError: 1 != 2', done.stdout)

    def test_failing_class_setup(self):
        path = self.write('test_a.py', '''
import unittest
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError('gone')
    def test_good(self):
        pass
''')
        status, told = tool('tap.py', path)
        self.assertEqual(status, 1, told)
        self.assertIn('not ok 1', told)

    def test_variables(self):
        path = self.write('test_a.py', """
import unittest
PLACE = ''
class A(unittest.TestCase):
    def test_place(self):
        self.assertEqual(PLACE, 'a=b')
""")
        self.assertEqual(tool('tap.py', path, 'PLACE=a=b')[0], 0)
        self.assertEqual(tool('tap.py', path, 'PLACE=c')[0], 1)
        self.assertIn('no variable PLAICE',
                      tool('tap.py', path, 'PLAICE=c')[1])

    def test_no_case_is_a_failure(self):
        self.assertEqual(tool('tap.py', self.write('test_a.py', ''))[0], 1)


class Demo(Folder):
    """The comparison at the end of ./demo."""

    boards = 'pb1176', 'lubbock'

    def result(self, name, misses, status=0, checksum='1234abcd',
               trusted=True):
        self.write(f'{name}.txt', f'matmul: checksum {checksum}\n')
        self.write(f'{name}.json', json.dumps({
            'trusted': trusted, 'board': {'title': 'A board'},
            'program': {'exited': True, 'status': status},
            'metrics': [{'name': 'dcache_miss_rate', 'value': misses,
                         'unit': '%'}],
            'events': [{'name': 'cycles', 'count': 1234567}]}))

    def verdict(self, **changed):
        for board in self.boards:
            self.result(f'{board}-naive', 50.0)
            self.result(f'{board}-blocked', 0.5)
        if changed:
            self.result('lubbock-naive', **{'misses': 50.0, **changed})
        status, told = tool('compare_demo.py', self.root, *self.boards)
        return status, told.splitlines()[-1], told

    def test_good(self):
        status, last, told = self.verdict()
        self.assertEqual((status, last), (0, '8 passed, 0 failed'), told)
        self.assertRegex(told, r'dcache_miss_rate +50 % +0\.5 % +100\.00\n')
        self.assertRegex(told, r'cycles +1,234,567 +1,234,567 +1\.00\n')
        self.assertIn('Simulated', told)

    def test_monitor_of_the_bus(self):
        """It has no miss rate; lines that are filled tell the same."""
        for program, fills in (('naive', 800000.0), ('blocked', 40000.0)):
            name = f'versatile-{program}'
            self.result(name, None)
            report = json.loads((self.root / f'{name}.json').read_text())
            report['metrics'] = [{'name': 'armd_line_fills', 'value': fills,
                                  'unit': 'lines'}]
            report['events'] = [
                {'name': 'CtTotalCyclesNonDebug', 'count': int(fills) * 20},
                {'name': 'CtArmdLineFill', 'count': int(fills)}]
            self.write(f'{name}.json', json.dumps(report))
        status, told = tool('compare_demo.py', self.root, 'versatile')
        self.assertEqual((status, told.splitlines()[-1]),
                         (0, '4 passed, 0 failed'), told)
        self.assertRegex(told, r'armd_line_fills +800,000 +40,000 +20\.00\n')
        self.assertIn('760,000 data cache misses fewer save 15,200,000 '
                      'cycles\n  (20 cycles a miss)', told)

    def test_naive_is_no_worse(self):
        for misses in 0.5, 0.1, None:
            self.assertEqual(self.verdict(misses=misses)[:2],
                             (1, '7 passed, 1 failed'))

    def test_other_checksum(self):
        self.assertEqual(self.verdict(checksum='0')[:2],
                         (1, '7 passed, 1 failed'))

    def test_failing_program_and_untrusted_numbers(self):
        self.assertEqual(self.verdict(status=1)[:2],
                         (1, '5 passed, 1 failed'))
        self.assertEqual(self.verdict(trusted=False)[:2],
                         (1, '5 passed, 1 failed'))

    def test_nothing_measured(self):
        status, told = tool('compare_demo.py', self.root, *self.boards)
        self.assertEqual((status, told.splitlines()[-1]),
                         (1, '0 passed, 4 failed'))


class Count(unittest.TestCase):
    """Adding up what test programs print."""

    def count(self, stdout, returncode=0):
        return checks.count({'stdout': stdout, 'returncode': returncode})

    def test_cmocka(self):
        self.assertEqual(self.count(
            '1..4\nok 1 - a\nnot ok 2 - b\n# 0x1 != 0x2\n'
            'not ok 3 # SKIP c\nok 4 - d\n# not ok - group\n', 1),
            (2, 1, 1))

    def test_only_a_skip(self):
        self.assertEqual(self.count('1..2\nok 1 - a\nnot ok 2 # SKIP c\n'),
                         (1, 0, 1))

    def test_a_crash_counts(self):
        self.assertEqual(self.count('1..2\nok 1 - a\n', -11), (1, 1, 0))
        self.assertEqual(self.count('1..2\nok 1 - a\n', 0), (1, 1, 0))
        self.assertEqual(self.count('1..1\nok 1 - a\n', 1), (1, 1, 0))
        self.assertEqual(self.count(None, -15), (0, 1, 0))


class Fuzzers(unittest.TestCase):
    def test_table(self):
        """Each that there is has its seconds, within what is spent in all."""
        there = {path.stem for path in ROOT.glob('tests/fuzz/fuzz_*.c')}
        self.assertEqual(set(checks.FUZZERS), there | {'poke_boards'})
        quick, more = map(sum, zip(*checks.FUZZERS.values()))
        self.assertLessEqual(quick, 60)
        self.assertLessEqual(quick + more, 300)

    def test_seeds(self):
        """A text or capture begins with examples, not with nothing."""
        for name in set(checks.FUZZERS) - {'poke_boards', 'fuzz_program'}:
            seeds = ROOT / 'tests/fuzz/corpus' / name.removeprefix('fuzz_')
            self.assertGreater(len(list(seeds.iterdir())), 1, name)


class SharedFolder(Folder):
    """Checks that run tests of one build folder at the same time."""

    def test_each_counts_its_own(self):
        together = threading.Barrier(2)

        def command(*words, **_):
            words = [str(word) for word in words]
            base = words[words.index('--logbase') + 1]
            cases = 3 if base == 'memory' else 2
            out = ''.join(f'ok {i} - x\n' for i in range(1, cases + 1))
            (self.root / f'meson-logs/{base}.json').write_text(json.dumps(
                {'name': base, 'result': 'OK', 'returncode': 0,
                 'stdout': f'1..{cases}\n{out}'}) + '\n')
            together.wait(10)

        (self.root / 'meson-logs').mkdir()
        with unittest.mock.patch.object(checks, 'command', command), \
                unittest.mock.patch.object(checks, 'build',
                                           lambda name, *_: self.root), \
                concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = [pool.submit(check) for check in
                    (checks.valgrind, checks.outside)]
            self.assertEqual([run.result().passed for run in runs], [3, 2])


class Run(Folder):
    """./test itself, by tools/check.py."""

    def check(self, *words):
        return tool('check.py', *words,
                    env={**os.environ, 'TALLY_BUILD': str(self.root)})

    def test_last_line(self):
        status, told = self.check('by-hand')
        self.assertEqual(status, 0, told)
        self.assertEqual(told.splitlines()[-1], '1 passed, 0 failed')
        self.assertIn('$ cc -ffreestanding',
                      (self.root / 'logs' / 'by-hand.txt').read_text())

    def test_unknown_name(self):
        status, told = self.check('nonsense')
        self.assertEqual(status, 2)
        self.assertIn('no check is called nonsense', told)


class Setup(Folder):
    """tools/setup.sh among commands that only pretend."""

    def setUp(self):
        super().setUp()
        self.calls = self.root / 'calls'
        self.fake('dpkg-query', 'for p; do case $p in -*|\'$\'*) ;; *) '
                  '[ -e "$FAKE/missing-$p" ] || echo "installed $p";; esac; '
                  'done')
        self.fake('apt-get', 'echo "apt-get $*" >>"$FAKE/calls"; '
                  'echo noise; [ ! -e "$FAKE/broken" ]')
        self.fake('id', 'echo "${FAKE_ID:-0}"')
        self.fake('sudo', 'exit 1')

    def fake(self, name, body):
        path = self.write(f'bin/{name}', f'#!/bin/sh\n{body}\n')
        path.chmod(0o755)

    def setup_sh(self, *words, user='0'):
        done = subprocess.run(
            ['sh', TOOLS / 'setup.sh', *words], text=True, check=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={'PATH': f'{self.root}/bin:/usr/bin:/bin',
                 'FAKE': str(self.root), 'FAKE_ID': user})
        return done.returncode, done.stdout

    def missing(self, name):
        self.write(f'missing-{name}', '')

    def test_nothing_to_do(self):
        for group in 'build', 'test', 'all':
            self.assertEqual(self.setup_sh(group), (0, ''))
        self.assertFalse(self.calls.exists())

    def test_root_installs_what_is_missing(self):
        self.missing('meson')
        self.missing('libcmocka-dev')
        status, told = self.setup_sh('test')
        self.assertEqual(status, 0, told)
        self.assertEqual(told, 'setup: installing meson libcmocka-dev\n')
        self.assertEqual(self.calls.read_text().splitlines(), [
            'apt-get -q update',
            'apt-get -q install -y --no-install-recommends meson '
            'libcmocka-dev'])

    def test_groups(self):
        self.missing('libcmocka-dev')
        self.missing('valgrind')
        self.assertEqual(self.setup_sh('build'), (0, ''))
        self.assertNotIn('valgrind', self.setup_sh('test')[1])
        self.assertIn('valgrind', self.setup_sh('all')[1])

    def test_others_are_told_the_command(self):
        self.missing('meson')
        status, told = self.setup_sh('build', user='1000')
        self.assertEqual(status, 1)
        self.assertIn('apt-get install --no-install-recommends meson\n', told)
        self.assertFalse(self.calls.exists())

    def test_sudo_without_a_password(self):
        self.fake('sudo', '[ "$1" = -n ] && shift; "$@"')
        self.missing('meson')
        self.assertEqual(self.setup_sh('build', user='1000')[0], 0)
        self.assertIn('install -y', self.calls.read_text())

    def test_apt_fails(self):
        self.missing('meson')
        self.write('broken', '')
        status, told = self.setup_sh('build')
        self.assertEqual(status, 1)
        self.assertIn('noise', told)

    def test_usage(self):
        self.assertEqual(self.setup_sh('nonsense')[0], 2)
        self.assertIn('usage:', self.setup_sh()[1])


class Mutants(Folder):
    """What mutate.py would plant; planting is not for a quick test."""

    def slips(self, text):
        self.write('src/core/a.c', text)
        return {(m.kind, m.new.strip())
                for m in mutants.slips_of(self.root, 'src/core/a.c')}

    def test_slips_of_a_line(self):
        self.assertEqual(
            self.slips('int f(int a)\n{\n\tif (a < 3)\n\t\treturn 1;\n}\n'),
            {('comparison', 'if (a <= 3)'), ('constant', 'if (a < 4)'),
             ('inverted', 'if (!(a < 3))'), ('constant', 'return 2;')})

    def test_strings_and_comments_are_left_alone(self):
        self.assertEqual(self.slips(
            'void f(void)\n{\n\t/* 1 < 2 */\n\tg("1 < 2"); /* 3 */\n}\n'),
            {('dropped', ';')})

    def test_every_family_has_every_kind_of_code_and_field(self):
        found = {(m.kind, m.family) for m in mutants.kinds_of(ROOT)}
        self.assertGreater(len(mutants.families()), 7)
        for family, _ in mutants.families():
            for kind in mutants.KINDS[:3]:
                self.assertIn((kind, family), found)
        self.assertEqual({kind for kind, _ in found}, set(mutants.KINDS))

    def test_what_cannot_be_noticed_is_still_there(self):
        gone = [f'{path}: {old}' for path, old, _ in mutate.equivalents()
                if old not in {' '.join(line.split()) for line in
                               (ROOT / path).read_text().split('\n')}]
        self.assertEqual(gone, [])

    def test_what_an_earlier_run_said(self):
        log = ('caught by test_x (hung) src/a.c:3: constant\n'
               '          - a = 1;\n          + a = 2;\n'
               'SURVIVED  src/b.c:9: bits\n'
               '          - x & y;\n          + x | y;\n\nall 2\n')
        self.assertEqual(mutate.told(log), {
            ('src/a.c', 'a = 1;', 'a = 2;'): 'caught by test_x (hung)',
            ('src/b.c', 'x & y;', 'x | y;'): 'SURVIVED'})

    def test_a_quick_look_runs_no_program_on_a_board(self):
        bench = mutate.Bench.__new__(mutate.Bench)
        bench.build = 'build'
        bench.tests = {'test_a': {'cmd': ['build/test_a']},
                       'test_b': {'cmd': ['tap.py']}}
        room = mutate.Room('room', [], 'test_*', 'test_b')
        self.assertEqual(bench.tests_of(room, quick=False),
                         ['test_a', 'test_b'])
        self.assertEqual(bench.tests_of(room, quick=True), ['test_a'])

    def test_guest_programs_are_built_once_where_a_test_runs_them(self):
        bench = mutate.Bench.__new__(mutate.Bench)
        bench.build = pathlib.Path('/build')
        bench.target = {'a': '/build/test_a', 't': '/build/tally'}
        bench.guests = ['/build/firmware/x.elf']
        bench.tests = {
            'test_a': {'cmd': ['/build/test_a'], 'depends': ['a']},
            'test_b': {'cmd': ['tap.py', 'TALLY=tally'], 'depends': ['t']},
            'test_c': {'cmd': ['tap.py', 'FIRMWARE=firmware'],
                       'depends': ['t']}}
        with unittest.mock.patch.object(mutate, 'run') as run:
            def built(*words, **more):
                bench.make(words, **more)
                return run.call_args.args[4:]
            self.assertEqual(built('test_a', 'test_b', guests=True),
                             ('tally', 'test_a'))
            self.assertEqual(built('test_a', 'test_c', guests=True),
                             ('firmware/x.elf', 'tally', 'test_a'))
            self.assertEqual(built('test_c'), ('tally',))

    def test_usage(self):
        status, told = tool('mutate.py', 'nowhere')
        self.assertEqual(status, 2, told)
        self.assertIn('no room nowhere: core ', told)
        status, told = tool('mutate.py', '--list')
        self.assertEqual(status, 0, told)
        self.assertIn('metric', told)


if __name__ == '__main__':
    unittest.main()
