# SPDX-License-Identifier: MIT
"""tools/layers.py and tools/circles.py: who may look at whom."""
import subprocess

from project_tools import Folder, tool


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
            'boards/src/a.c': '#include <tally/bus.h>\n#include "a.h"\n'
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
        self.refused('boards/src/a.c', '#include <tally/monitors/arm11.h>\n',
                     'driver')
        self.refused('boards/src/b.c', '#include <tally/session.h>\n',
                     'driver')
        self.refused('boards/src/c.c', '#include "monitors/pmnc.h"\n',
                     'boards may not look at monitors')

    def test_boards_have_one_header(self):
        self.refused('src/cli/a.c', '#include "boards/src/pmu/pmu.h"\n',
                     'cli may not look at boards/pmu')

    def test_boards_have_rooms(self):
        self.write('boards/src/board.h', '')
        self.assertEqual(self.verdict(**{
            'boards/src/a32/a.c': '#include "boards/src/machine/inner.h"\n'
                                  '#include "boards/src/board.h"\n'}),
            (0, ''))
        self.refused('boards/src/machine/a.c',
                     '#include "boards/src/a32/a32.h"\n',
                     'boards/machine may not look at boards/a32')
        self.refused('boards/src/attic/a.c', '#include <stdio.h>\n',
                     'boards/attic')

    def test_messages_are_the_commands(self):
        for text in ('fputs("no", stderr);\n',
                     'cli_error_set(1, "stat", &err);\n'):
            self.refused('src/gather/a.c', text, 'give back a struct error')
            self.refused('src/run/a.c', text, 'give back a struct error')
            self.assertEqual(self.verdict(**{
                'src/run/a.c': '', 'src/gather/a.c': '/* stderr */\n',
                'src/cli/b.c': text, 'src/board/b.c': 'int stderr_fd;\n'}),
                (0, ''))

    def test_targets_have_rooms(self):
        self.write('src/target/target.h', '')
        self.write('src/target/probe/server/gdb.h', '')
        self.assertEqual(self.verdict(**{
            'src/target/probe/stop.c':
                '#include "target/probe/server/gdb.h"\n'
                '#include "target/target.h"\n',
            'src/target/find.c': '#include "target/linux/linux.h"\n',
            'src/serve/a.c': '#include "target/target.h"\n'}), (0, ''))
        self.write('src/target/told.h', '')
        self.assertEqual(self.verdict(**{
            'boards/src/link/a.c': '#include "target/told.h"\n'}), (0, ''))
        self.refused('src/target/probe/server/a.c',
                     '#include "target/probe/inside/inside.h"\n',
                     'target/probe/server may not look at target/probe/inside')
        self.refused('src/target/memory/a.c',
                     '#include "target/probe/probe.h"\n',
                     'target/memory may not look at target/probe')
        self.refused('boards/src/link/b.c', '#include "target/target.h"\n',
                     'boards/link may not look at target')
        self.refused('src/target/target.c', '#include "boards/src/board.h"\n',
                     'target may not look at boards')
        self.refused('src/serve/b.c', '#include "target/linux/linux.h"\n',
                     'serve may not look at target/linux')
        self.refused('src/target/attic/a.c', '#include <stdio.h>\n',
                     'room target/attic')

    def test_the_command_has_rooms(self):
        self.write('src/cli/options/stat.h', '')
        self.write('src/cli/cli.h', '')
        self.assertEqual(self.verdict(**{
            'src/cli/stat/a.c': '#include "cli/options/stat.h"\n'
                                '#include "cli/cli.h"\n',
            'src/cli/main.c': '#include "cli/verbs.h"\n'}), (0, ''))
        self.refused('src/cli/cli.c', '#include "cli/options/stat.h"\n',
                     'cli may not look at cli/options')
        self.refused('src/cli/options/a.c', '#include "cli/stat/measured.h"\n',
                     'cli/options may not look at cli/stat')
        self.refused('src/cli/attic/a.c', '#include <stdio.h>\n',
                     'room cli/attic')

    def test_firmware(self):
        self.write('boards/firmware/common/fw.h', '')
        self.write('tests/guests/check.h', '')
        self.assertEqual(self.verdict(**{
            'tests/guests/a.c': '#include "common/fw.h"\n'
                                '#include "guests/check.h"\n'
                                '#include <tally/session.h>\n'}), (0, ''))
        self.refused('tests/guests/b.c', '#include "core/inner.h"\n',
                     'firmware may not look at core')

    def test_assembly_stays_in_native(self):
        self.refused('src/core/a.c', '__asm__("nop");\n', 'assembly')

    def test_one_file_has_the_engine(self):
        status, told = self.verdict(**{
            'boards/src/a.c': '#include <unicorn/unicorn.h>\n',
            'boards/src/b.c': '#include <unicorn/arm.h>\n'})
        self.assertEqual(status, 1)
        self.assertIn('boards/src/a.c and boards/src/b.c', told)

    def test_unknown_room(self):
        self.refused('src/attic/a.c', '#include <stdio.h>\n', 'attic')

    def test_empty_tree_is_not_a_pass(self):
        self.assertNotEqual(tool('layers.py', self.root)[0], 0)


class Circles(Folder):
    """Objects as a build folder has them, by a compiler."""

    def verdict(self, **files):
        for name, text in files.items():
            top = '' if name.startswith('boards/') else 'src'
            path = self.root / top / name
            path.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(['cc', '-x', 'c', '-c', '-', '-o', path],
                           input=text, text=True, check=True)
        return tool('circles.py', self.root)

    def test_what_is_below_may_be_called(self):
        self.assertEqual(self.verdict(**{
            'base/libbase.a.p/error.c.o': 'void low(void) {}',
            'boards/src/b.a.p/machine_a.c.o':
                'void low(void); void board_f(void);'
                'void board_f(void) { low(); }',
            'boards/src/b.a.p/link_a.c.o':
                'void board_f(void); void g(void) { board_f(); }',
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
            'boards/src/b.a.p/machine_monitors.c.o':
                'extern int a32_arch; int f(void) { return a32_arch; }',
            'boards/src/b.a.p/a32_a32.c.o': 'int a32_arch;'})
        self.assertEqual(status, 1)
        self.assertIn('boards/machine may not look at boards/a32: a32_arch',
                      told)

    def test_nothing_is_called_above_among_the_targets(self):
        """Of names with '_', too, and of a file that is a room."""
        status, told = self.verdict(**{
            'target/t.a.p/find.c.o': 'int stop(void); int find(void);'
                                     'int find(void) { return stop(); }',
            'target/t.a.p/target.c.o': 'int find(void); int f(void) '
                                       '{ return find(); }',
            'target/t.a.p/probe_stop.c.o': 'int ask(void); int stop(void);'
                                           'int stop(void) { return ask(); }',
            'target/t.a.p/probe_server_gdb_link.c.o':
                'int end(void); int ask(void);'
                'int ask(void) { return end(); }',
            'target/t.a.p/probe_inside_end.c.o': 'int end(void) '
                                                 '{ return 0; }'})
        self.assertEqual((status, told), (
            1, 'target.c.o: target may not look at target/find.c: find\n'
               'probe_server_gdb_link.c.o: target/probe/server may not look '
               'at target/probe/inside: end\n'))

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
            'boards/src/b.a.p/core_a.c.o':
                'void p(void); void q(void) { p(); }',
            'boards/src/b.a.p/ahb_a.c.o':
                'void q(void); void p(void) { q(); }'})
        self.assertEqual(status, 1)
        self.assertRegex(told, 'a circle: boards/(ahb|core) -> '
                               'boards/(ahb|core) -> boards/(ahb|core)')

    def test_a_circle_inside_a_room(self):
        there = 'void p(void); void q(void); '
        status, told = self.verdict(**{
            'plan/p.a.p/a.c.o': there + 'void p(void) { q(); }',
            'plan/p.a.p/b.c.o': there + 'void q(void) { p(); }',
            'plan/p.a.p/c.c.o': there + 'void r(void) { p(); }'})
        self.assertEqual((status, told), (
            1, 'plan: 2 objects call each other in circles, 0 may:\n'
               '  a.c.o b.c.o\n'))

    def test_an_old_number_of_circles(self):
        self.verdict(**{'plan/p.a.p/a.c.o': 'int row;'})
        told = tool('circles.py', self.root, self.root)[1]
        self.assertRegex(told, r"KNOTS\['boards'\] is \d+, and 0 objects are in "
                               'circles: write that number')

    def test_an_arrow_that_nobody_uses(self):
        """One that is linked, and one that is only included, are used."""
        self.write('src/request/a.c', '#include "plan/plan.h"\n')
        self.verdict(**{
            'boards/src/b.a.p/machine_a.c.o':
                'void p(void); void q(void) { p(); }',
            'boards/src/b.a.p/core_a.c.o': 'void p(void) {}',
            'boards/src/b.a.p/link_a.c.o':
                'void r(void); void s(void) { r(); }',
            'program/p.a.p/a.c.o': 'void r(void) {}'})
        status, told = tool('circles.py', self.root, self.root)
        self.assertEqual(status, 1)
        for arrow in 'boards/machine', 'boards/core', 'request', 'boards':
            self.assertIn(f'{arrow} may look at ', told)
        for used in ('boards/machine may look at boards/core,',
                     'request may look at plan,',
                     'boards may look at program,'):
            self.assertNotIn(used, told)

    def test_an_empty_folder_is_not_a_pass(self):
        self.assertNotEqual(tool('circles.py', self.root)[0], 0)
