# SPDX-License-Identifier: MIT
"""tools/hygiene.py: the form of the tree."""
import subprocess

from project_tools import Folder, tool


class Hygiene(Folder):
    GOOD = '/* SPDX-License-Identifier: MIT */\n'

    def refused(self, name, text, word):
        self.write(name, text)
        status, told = tool('hygiene.py', self.root)
        self.assertEqual(status, 1, told)
        self.assertIn(name, told)
        self.assertIn(word, told)

    def test_good(self):
        self.write('src/a.c', self.GOOD + 'bench/wo' 'rkload ~/ro' 'ot XXXL\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))

    def test_places(self):
        for place in '/wo' 'rk/x', '/ro' 'ot/x', '/home/' 'me', 'fa' 'rm-x':
            self.refused('doc/a.md', f'see {place}\n', 'path of one machine')

    def test_marks(self):
        for mark in 'TO' 'DO', 'FIX' 'ME', 'XX' 'X', 'HA' 'CK':
            self.refused('src/a.c', self.GOOD + f'/* {mark}: later */\n',
                         'unfinished')

    def test_licence(self):
        self.refused('src/a.c', 'int a;\n', 'licence')

    def test_what_a_compiler_made(self):
        for magic in '\x7fELF\x02\x01', '!<arch>\n':
            self.refused('doc/a', magic, 'built')

    def test_lists_of_cores(self):
        """The list is written of the rows of its cores' files, and a file
        without a row, or a list that is not written again, is named."""
        there = 'include/tally/monitors/family/'
        listed = (self.GOOD + 'LISTED(old, 1)\n#undef LISTED\n')
        self.write(there + 'any.def', self.GOOD)
        for word, part in ('a15', '0xF'), ('a5', '0x5, 2, A32'):
            self.write(there + word + '.def',
                       self.GOOD + f'LISTED_AS({part})\n')
        self.refused(there + 'cores.def', listed, 'run tools/cores.py')
        families = self.root / 'include/tally/monitors'
        self.assertEqual(tool('cores.py', families), (0, ''))
        self.assertEqual(
            (families / 'family/cores.def').read_text(), self.GOOD
            + '#define TALLY_FIXED_FAMILY_a5 TALLY_FIXED_CORE_family_A32\n'
            'LISTED(a5, 0x5, 2, A32)\n'
            '#define TALLY_FIXED_FAMILY_a15 TALLY_FIXED_CORE_family\n'
            'LISTED(a15, 0xF)\n#undef LISTED\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        self.refused(there + 'a7.def', self.GOOD, 'wants one row LISTED_AS')
        self.assertEqual(tool('cores.py', families)[0], 1)

    def test_what_looks_like_an_option(self):
        self.refused('doc/--help/a.3', 'text\n', 'option')

    def test_litter_at_the_root(self):
        for name in 'notes.txt', 'tally-left-1.gdb', 'scratch/a.txt':
            self.refused(name, 'text\n', 'is no name for the root')
            (self.root / name).unlink()
        self.write('.hidden', 'text\n')
        self.write('README.md', 'text\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))

    def test_machines(self):
        for number in range(9):
            self.write(f'src/m{number}.c', self.GOOD + 'int a = EM_ARM;\n')
        self.write('src/n.c', self.GOOD + 'int a = EM_X86_64;\n')
        self.write('src/space/rows/a.def', self.GOOD + 'SPACE(EM_ARM)\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        self.refused('src/z.c', self.GOOD + 'int a = TALLY_PMR;\n',
                     'let a row')

    def test_long_file(self):
        self.write('src/b.c', self.GOOD + '\n' * 499)
        self.write('tests/c.c', self.GOOD + '\n' * 999)
        self.assertEqual(tool('hygiene.py', self.root)[0], 0)
        self.refused('src/a.c', self.GOOD + '\n' * 500, '501 lines')
        self.refused('tests/c.c', self.GOOD + '\n' * 1000, '1001 lines')
        # Tables of facts may have as many rows as there are facts.
        python = self.GOOD.replace('/*', '#').replace(' */', '')
        self.write('tests/c.c', self.GOOD)
        self.write('src/a.c', self.GOOD)
        self.write('src/a.def', self.GOOD + '\n' * 1000)
        self.write('tests/d.py', python + '\n' * 999)
        self.assertEqual(tool('hygiene.py', self.root)[0], 0)
        self.refused('tools/d.py', python + '\n' * 500, '501 lines')
        self.refused('tests/d.py', python + '\n' * 1000, '1001 lines')

    def test_long_function(self):
        text = self.GOOD + 'void f(void)\n{\n' + '\tf();\n' * 60 + '}\n'
        self.write('src/core/a.c', text)
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        self.refused('src/core/a.c', text.replace('{\n', '{\n\tf();\n'),
                     'src/core/a.c:3: 61 lines')

    def test_full_folder(self):
        full = [f'{top}/core' for top in ('boards', 'include', 'src',
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

    def test_packages(self):
        """What is installed for a build, Debian's builder installs, too."""
        self.write('tools/setup.sh', "# SPDX-License-Identifier: MIT\n"
                   "build='gcc libc6-dev liba-dev\n\tlibb-dev make'\n")
        self.write('debian/control', 'Build-Depends: meson, liba-dev\n')
        self.assertEqual(
            tool('hygiene.py', self.root),
            (1, 'debian/control: libb-dev is missing, which tools/setup.sh '
                'installs for a build\n'))
        self.write('debian/control', 'Build-Depends: liba-dev, libb-dev\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))

    def test_what_only_falls(self):
        """Of the tree that has the tool: how far this number has come."""
        self.write('tools/hygiene.py', '# SPDX-License-Identifier: MIT\n')
        for name in 'abc':
            self.write(f'src/{name}.c', self.GOOD +
                       'static int take(int a)\n'
                       'static int alone_in_%s(int a)\n' % name)
        status, told = tool('hygiene.py', self.root)
        self.assertEqual(status, 1)
        self.assertRegex(told, '(?m)^1 names of static functions stand in '
                               'three files or more: tools/hygiene.py allows')
        self.write('tools/hygiene.py', '')
        self.assertNotIn('static', tool('hygiene.py', self.root / 'src')[1])

    def test_comments_without_a_noun(self):
        self.write('src/b.c', self.GOOD + '/* A noun of what there is. */\n'
                   'int a; /* what it is */\nint b; /* That */\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        for name in 'src/a.c', 'include/a.h', 'boards/src/a.def':
            for words in 'What there is of it', 'The\n * same once more':
                self.refused(name, self.GOOD + f'int a; /* {words}. */\n',
                             f'{name}:2: a comment begins without a noun')

    def test_untracked_files_are_read_and_ignored_ones_are_not(self):
        subprocess.run(['git', 'init', '-q', self.root], check=True)
        self.write('.gitignore', '/build/\n')
        self.write('build/a.c', 'int a;\n')
        self.assertEqual(tool('hygiene.py', self.root), (0, ''))
        self.refused('src/new.c', 'int a;\n', 'licence')

    def test_empty_tree_is_not_a_pass(self):
        self.assertNotEqual(tool('hygiene.py', self.root)[0], 0)
