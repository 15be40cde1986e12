# SPDX-License-Identifier: MIT
"""What looks into built objects: tools/symbols.py, sizes.py; and what makes
sources of sources: embed.py, fold.py."""
import pathlib
import re
import shutil
import unittest

# This comes first: it makes those of tools/ be found.
from project_tools import ROOT, Folder, tool
import sizes  # noqa: E402
from cross import Cross  # noqa: E402


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


class Fold(Folder):
    FIXED = ('#ifndef TALLY_FIXED_H\n#define TALLY_FIXED_H\n'
             '#include <tally/shared.h>\n'
             '#if defined(__arm__)\n#include <tally/fixed_one.h>\n'
             '#include <tally/fixed_two.h>\n#endif\n#endif\n')

    def folded(self):
        self.write('include/tally/status.h', 'int status;\n')
        self.write('include/tally/fixed.h', self.FIXED)
        self.write('include/tally/shared.h', 'int shared;\n')
        self.write('include/tally/fixed_two.h',
                   '#include <tally/shared.h>\n'
                   '#define TALLY_FIXED_FAMILY_b two\n')
        status, told = tool('fold.py', self.root, self.root / 'out.c',
                            self.root / 'out.d')
        self.assertEqual((status, told), (0, ''))
        return (self.root / 'out.c').read_text()

    def test_rows_are_what_macros_make_of_them(self):
        """As a preprocessor has it: those of no macro vanish, those of a
        macro that other rows have defined are made of these again."""
        self.write('include/tally/fixed_one.h',
                   '#define EVENT(id, name, ...) TALLY_##id = name,\n'
                   '#include <tally/rows.def>\n'
                   '#define TALLY_FIXED_FAMILY_a one\n'
                   '#define EVENT(id, ...) case TALLY_##id:\n'
                   '#include "rows.def"\n')
        self.write('include/tally/rows.def',
                   '/* EVENT(A, 0) is no row. */\n'
                   '#ifndef OTHER\n#define OTHER(...)\n#endif\n'
                   '#define PAIR(id, from) \\\n'
                   '\tEVENT(id##0, from, "a, (b") EVENT(id##1, from + 1, "")\n'
                   'FIELD(X, "no macro")\nOTHER(Y)\n'
                   'PAIR(P,\n     (4, 5))\nEVENT(C, 7, "c")\n'
                   '#undef EVENT\n#undef OTHER\n#undef PAIR\n')
        text = self.folded()
        one = text[text.index('fixed_one[]'):text.index('fixed_two[]')]
        made = [line for line in re.findall(r'"\\t(.*)\\n"', one)]
        self.assertEqual(made, ['TALLY_P0 = (4, 5),', 'TALLY_P1 = (4, 5) + 1,',
                                'TALLY_C = 7,', 'case TALLY_P0:',
                                'case TALLY_P1:', 'case TALLY_C:'])
        self.assertNotIn('#define EVENT', one)
        self.assertIn('{ "a", fixed_one }', text)
        self.assertIn('{ "b", fixed_two }', text)

    def test_each_header_once_and_told(self):
        self.write('include/tally/fixed_one.h', '#include <tally/shared.h>\n')
        self.assertEqual(self.folded().count('int shared;'), 1)
        made_of = {pathlib.Path(path).name for path in
                   (self.root / 'out.d').read_text().split()[1:]}
        self.assertEqual(made_of, {'status.h', 'fixed.h', 'shared.h',
                                   'fixed_one.h', 'fixed_two.h'})


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


class MoreCores(Folder):
    """A program links the tables of the core that it names and no others."""

    WORD = 'cortex_a998'

    def more(self):
        """The headers, with a core more that nobody has: its file, and the row
        that tools/cores.py makes of it."""
        include = self.root / 'more'
        shutil.copytree(ROOT / 'include', include)
        here = include / 'tally/monitors/pmuv3'
        rows = (here / 'cortex_x4.def').read_text()
        (here / f'{self.WORD}.def').write_text(
            rows.replace('(0xD82,', '(0xFEE,').replace('cortex-x4', 'cortex-a998'))
        self.assertEqual(tool('cores.py', include / 'tally/monitors'), (0, ''))
        self.assertIn(f'LISTED({self.WORD}, 0xFEE, ',
                      (here / 'cores.def').read_text())
        return include

    def program(self, core, include, cores):
        """Text and RAM of a program that names a core, and its linker map."""
        cross = Cross(ROOT / 'cross/aarch64.ini')
        place = self.root / core / include.name
        place.mkdir(parents=True)
        files = [*sizes.sources(cross, 'core'),
                 *(ROOT / 'src/monitors/pmuv3').glob('[!o]*.c'),
                 ROOT / 'src/bus/native/a64.c', place / 'program.c']
        family = ROOT / 'src/monitors/pmuv3/one_pmuv3.c'
        for word in cores:
            files.append(place / f'{word}.c')
            files[-1].write_text(f'#define TALLY_CORE {word}\n'
                                 f'#include "{family}"\n')
        (place / 'program.c').write_text(sizes.PROGRAM.format(
            monitor=core, header='pmuv3', bus='A64', prefix='PMUV3_CORE',
            cycles=6, event='TALLY_EVENT_CYCLES'))
        cross.run('c', *cross.c_args, f'-I{include}', *sizes.FLAGS, '-DWHOLE=1',
                  '-c', *map(str, files), where=place)
        cross.run('c', *cross.c_args, *cross.link_args, '-Wl,--gc-sections',
                  '-Wl,-e,start', '-Wl,-Map,map', '-Wl,--defsym,memcpy=0',
                  '-Wl,--defsym,memset=0', '-lgcc', '-o', 'program.elf',
                  *(path.stem + '.o' for path in files), where=place)
        text = (place / 'map').read_text()
        return (sizes.mapped(text),
                text.split('Linker script and memory map')[1])

    def test_a_program_stays_as_large(self):
        more = self.more()
        before, _ = self.program('cortex_a53', ROOT / 'include', ['cortex_a53'])
        after, linked = self.program('cortex_a53', more,
                                     ['cortex_a53', self.WORD])
        self.assertGreater(before[0], 4096)
        self.assertEqual(after, before)
        self.assertIn('.tally_cortex_a53', linked)
        self.assertNotIn(f'.tally_{self.WORD}', linked)
        _, linked = self.program(self.WORD, more, ['cortex_a53', self.WORD])
        self.assertIn(f'.tally_{self.WORD}', linked)
        self.assertNotIn('.tally_cortex_a53', linked)


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
