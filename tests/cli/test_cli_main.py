# SPDX-License-Identifier: MIT
"""usage: tap.py test_cli_main.py TALLY=COMMAND

What the command does around every verb."""
import ctypes.util
import os
import pathlib
import re
import resource
import subprocess
import tempfile

from command_case import Case, run
from tally_command import ROOT
import tally_command

TALLY = ''


class Main(Case):
    """What else can go wrong: test_errors.py."""

    def test_help(self):
        text = self.good('--help')
        self.assertEqual(text, self.good('help'))
        self.assertLessEqual(len(text.splitlines()), 24)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)
        for verb in ('list find explain plan stat why profile record report '
                     'diff script compute decode encode core amalgam doctor '
                     'prove board').split():
            self.assertRegex(text, rf'(?m)^  ([a-z]+, )*{verb}[ ,]')

    def test_verbs_help(self):
        for verb in ('list', 'find', 'explain', 'plan', 'collect', 'report', 'diff',
                     'script', 'compute', 'decode', 'encode', 'core', 'amalgam', 'doctor'):
            if 'without simulated boards' in run(verb, '--help').stderr:
                continue  # a build that has none
            lines = self.good(verb, '--help').splitlines()
            self.assertTrue(lines[0].startswith(f'Usage: tally {verb} '))
            self.assertLessEqual(len(lines), 24)
            self.assertLessEqual(max(map(len, lines)), 80)
            self.assertEqual(lines[-3], 'Examples:')
            self.assertTrue(lines[-2].startswith(f'  tally {verb} '))
            self.assertTrue(lines[-1].startswith(f'  tally {verb} '))
            self.assertEqual(self.good(verb, '-h').splitlines(), lines)

    def test_version(self):
        self.assertRegex(self.good('--version'), r'^tally \d+\.\d+\.\d+\n$')

    def test_no_verb(self):
        done = run()
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('Usage: tally VERB', done.stderr)

    def test_unknown_verb(self):
        self.bad(2, 'lsit', says='did you mean list?')
        self.bad(2, 'frobnicate', says='`tally --help`')
        self.bad(2, '--json', says='the verb comes first')
        self.bad(2, '--verson', says='did you mean --version?')

    def test_another_verbs_option(self):
        self.bad(2, 'stat', '--noise', '1',
                 says='no option --noise, which belongs to diff, history; ')
        self.bad(2, 'list', '--groups', '1', says='plan, script, comp')

    def test_unknown_option(self):
        for verb in ('list', 'explain', 'compute', 'decode', 'encode'):
            self.bad(2, verb, '--jsno', says='did you mean --json?')
            self.bad(2, verb, '--xyzzyx', says=f'`tally {verb} --help`')
            self.bad(2, verb, '-q', says='no option -q')
            self.bad(2, verb, '--json=1', says='takes no argument')
            self.bad(2, verb, '-m', says='-m needs an argument')
            self.bad(2, verb, '--monitor', says='--monitor needs an argument')

    def test_unknown_monitor(self):
        for arguments in (['list', 'events'], ['decode', 'PMNC', '1'],
                          ['compute', 'cycles=1']):
            self.bad(2, *arguments, '-m', 'pxa205',
                     says='did you mean pxa250?')
            self.bad(2, *arguments, '-m', 'z80', says='`tally list monitors`')

    def test_monitor_needed(self):
        for arguments in (['decode', 'PMNC', '1'], ['compute', 'cycles=1']):
            self.bad(2, *arguments, says=['-m', 'arm1176', 'pxa250'])

    def test_closed_output_of_an_error(self):
        """What is not printed cannot fail."""
        done = subprocess.run([TALLY, 'decode'], stderr=subprocess.PIPE,
                              text=True, stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)

    def test_file_size_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        path = os.path.join(os.environ.get('TMPDIR', '/tmp'),
                            f'tally-test-{os.getpid()}')
        try:
            with open(path, 'w') as out:
                done = subprocess.run([TALLY, 'list', 'events'], stdout=out,
                                      stderr=subprocess.PIPE, text=True,
                                      preexec_fn=limit)
            self.assertNotEqual(done.returncode, 0)
        finally:
            os.unlink(path)

    def test_locale(self):
        wanted = run('compute', '-m', 'pxa250', 'cycles=12', 'instruction=5')
        self.assertIn('2.40', wanted.stdout)
        for locale in ('de_DE.UTF-8', 'C.UTF-8'):
            done = run('compute', '-m', 'pxa250', 'cycles=12',
                       'instruction=5', env={**os.environ, 'LC_ALL': locale})
            self.assertEqual(done.stdout, wanted.stdout)


class Explain(Case):
    def test_whose_name_it_is(self):
        """One that no table has may be the kernel's, or libpfm4's."""
        if not ctypes.util.find_library('pfm'):
            self.skipTest('libpfm4 is not there')
        name = 'PERF_COUNT_SW_CONTEXT_SWITCHES'
        done = run('explain', name)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("libpfm4's tables; no table of Tally's has it",
                      ' '.join(done.stdout.split()))
        found, = self.json('explain', name)['explanations']
        self.assertEqual((found['name'], found['names']),
                         (name, "libpfm4's tables"))


class Stat(Case):
    def test_no_board_has_it(self):
        """A build without boards knows no such target instead."""
        done = run('stat', '-t', 'board:pb1176', 'none.elf', '-m', 'i80200')
        if "no target 'board:pb1176'" in done.stderr:
            return
        for target in (['-t', 'board:pb1176'], []):
            self.bad(2, 'stat', *target, '-m', 'i80200', 'none.elf',
                     says='no simulated board has i80200')
        self.bad(2, 'stat', '-t', 'board:pb1176', '-m', 'pxa250', 'none.elf',
                 says='board pb1176 has arm1176,l220, not pxa250; '
                      '-t board:lubbock has it')
        self.bad(2, 'stat', '-m', 'pxa250', 'none.elf',
                 says='-t board:lubbock')


class Libraries(Case):
    """Shared libraries that few verbs need: the loader would look for their
    symbols whenever the command starts."""

    ROW = re.compile(r'\.file = "(lib[^"]+?\.so\.[^"]*)".*\n'
                     r'\s*\.package = "([^"]+)"')

    def rows(self):
        """File and package of each that is loaded when it is wanted."""
        found = {}
        for folder in ('src', 'boards/src'):
            for source in (ROOT / folder).glob('**/*.c'):
                found.update(self.ROW.findall(source.read_text()))
        self.assertIn('libyaml-0.so.2', found)
        return found

    def test_start_loads_none_of_them(self):
        needed = re.findall(r'NEEDED.*\[(.*)\]', subprocess.run(
            ['readelf', '-Wd', tally_command.TALLY], capture_output=True,
            text=True, check=True).stdout)
        self.assertIn('libc.so.6', needed)
        pages = [(ROOT / page).read_text()
                 for page in ('doc/dependencies.md', 'debian/control')]
        for file, package in self.rows().items():
            self.assertFalse([name for name in needed
                              if name.startswith(file)], file)
            for page in pages:
                self.assertIn(package, page)

    def test_one_that_is_missing_or_another(self):
        with tempfile.TemporaryDirectory() as folder:
            suite = pathlib.Path(folder) / 'suite.yaml'
            suite.write_text('targets: linux\nprograms: {a: /bin/true}\n')
            self.replaced(folder, 'libyaml-0.so.2', b'', (
                'a suite needs libyaml-0.so.2, which cannot be loaded',
                'package libyaml-0-2'), 'bench', suite)
            subprocess.run(['cc', '-shared', '-xc', '/dev/null', '-o',
                            'another.so'], cwd=folder, check=True)
            another = pathlib.Path(folder) / 'another.so'
            self.replaced(folder, 'libyaml-0.so.2', another.read_bytes(), (
                'libyaml-0.so.2 has no yaml_', 'is it another version?'),
                'bench', suite)

    def replaced(self, folder, file, content, says, *words):
        (pathlib.Path(folder) / file).write_bytes(content)
        done = run(*words, env={**os.environ, 'LD_LIBRARY_PATH': folder})
        self.assertEqual((done.returncode, done.stdout), (2, ''), done)
        for text in says:
            self.assertIn(text, done.stderr)
