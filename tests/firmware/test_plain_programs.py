# SPDX-License-Identifier: MIT
"""Any plain C program: what `tally board NAME --cc` makes of those in plain/
gives on every board what the host gives."""
import json
import os
import re
import subprocess
import tempfile
import unittest

TALLY = ''
FIRMWARE = ''
PLAIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'plain')
WORDS = ['a b', "it's", 'say "hi"', '', 'plain', '  ']
OBJDUMP = 'powerpc-linux-gnu-objdump'
# Of Power's scalar and vector floating point; SPE's begin with ev or ef.
FLOATING = re.compile(r'\t(f(?!ence)\w+\.?|l[fv]\w+|st[fv]\w+|ev\w+|ef[sd]\w+|'
                      r'mffs\w*|mtfs\w*|v\w+)\s')


def run(*words, **options):
    return subprocess.run([str(word) for word in words], text=True,
                          errors='replace', stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=200, check=False, **options)


def boards():
    return json.loads(run(TALLY, 'board', '--json').stdout)['boards']


class PlainPrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.where = cls.folder.name
        cls.boards = boards()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def build(self, board, sources, *words, name='prog'):
        """The program, made by the line that the board gives."""
        elf = os.path.join(self.where, f'{board}-{name}.elf')
        done = run(TALLY, 'board', board, '--run', '--cc', *sources, '-O1',
                   '-o', elf, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return elf

    def source(self, name, text):
        path = os.path.join(self.where, name)
        with open(path, 'w', encoding='ascii') as file:
            file.write(text)
        return path

    def main(self, board):
        return self.build(board, [os.path.join(PLAIN, 'main.c'),
                                  os.path.join(PLAIN, 'other.c')],
                          f'-I{PLAIN}', '-DFACTOR=5', '-lm', '-Wall',
                          '-Wextra', '-Werror', name='main')

    def test_as_on_the_host(self):
        host = os.path.join(self.where, 'host')
        made = run('cc', '-DFACTOR=5', f'{PLAIN}/main.c', f'{PLAIN}/other.c',
                   '-o', host, '-lm')
        self.assertEqual(made.returncode, 0, made.stderr)
        expected = run(host, *WORDS)
        self.assertEqual(expected.returncode, 3)
        self.assertEqual(len(expected.stdout.splitlines()), 32)
        for board in self.boards:
            name = board['name']
            with self.subTest(board=name):
                elf = self.main(name)
                event = 'CtTotalCycles' if name == 'versatile' else 'cycles'
                done = run(TALLY, 'stat', '-t', f'board:{name}', '-e', event,
                           elf, '--', *WORDS)
                # The console of a measured program is standard error.
                for line in expected.stdout.splitlines():
                    self.assertIn(line, done.stderr.splitlines())
                self.assertIn('to standard error', done.stderr.splitlines())
                self.assertIn('exit status 3', done.stdout)

    def test_name_of_the_program(self):
        """It is the same whatever the file is called, so that a name's length
        changes no cycle."""
        text = ('#include <stdio.h>\nint main(int argc, char **argv) '
                '{ printf("%d %s\\n", argc, argv[0]); return 0; }\n')
        for board in self.boards:
            with self.subTest(board=board['name']):
                elf = self.build(board['name'], [self.source('a.c', text)],
                                 name='with blank')
                done = run(TALLY, 'board', board['name'], elf)
                self.assertEqual(done.stdout, '1 program\n', done.stderr)

    def test_arguments_that_cannot_be_passed(self):
        elf = self.build('pb1176', [self.source('a.c', 'int main(void) '
                                                '{ return 0; }\n')])
        done = run(TALLY, 'stat', '-t', 'board:pb1176', '-e', 'cycles', elf,
                   '--', 'both \' and "')
        self.assertEqual(done.returncode, 2)
        self.assertIn('holds both kinds', done.stderr)
        done = run(TALLY, 'board', 'pb1176', elf, '--args', 'x' * 300)
        self.assertEqual(done.returncode, 1)
        self.assertIn('the start-up code of pb1176 takes 254 at most',
                      done.stderr)
        done = run(TALLY, 'board', 'mpc8540ads', elf, '--args', 'x', '--cold')
        self.assertEqual(done.returncode, 2)
        self.assertIn('nobody who could pass', done.stderr)

    def test_time(self):
        """clock() and CLOCKS_PER_SEC agree with the board's own clock."""
        text = ('#include <stdio.h>\n#include <time.h>\n'
                'int main(void) { volatile int n = 0; clock_t t = clock();'
                ' while (n < ROUNDS) n = n + 1; t = clock() - t;'
                ' printf("%ld %ld\\n", (long)t, (long)CLOCKS_PER_SEC);'
                ' return 0; }\n')
        for board in self.boards:
            with self.subTest(board=board['name']):
                elf = self.build(board['name'], [self.source('t.c', text)],
                                 f'-DROUNDS={board["clock_hz"] // 200}')
                done = run(TALLY, 'board', board['name'], elf, '--json')
                took = json.loads(done.stdout)['cycles'] / board['clock_hz']
                told, per_second = map(int, done.stderr.split()[:2])
                self.assertGreater(took, 0.015)
                self.assertLess(abs(took - told / per_second),
                                1.5 / per_second + took / 20)

    def test_clocks(self):
        """clock_gettime() and its like, by the board's own clock."""
        for board in self.boards:
            with self.subTest(board=board['name']):
                hz = board['clock_hz']
                elf = self.build(board['name'], [f'{PLAIN}/clocks.c'],
                                 f'-DROUNDS={hz // 200}', '-std=c99', '-Wall',
                                 '-Wextra', '-Werror')
                done = run(TALLY, 'board', board['name'], elf, '--json')
                took = json.loads(done.stdout)['cycles'] / hz * 1e6
                told, apart, grain, time, unknown = map(
                    int, re.findall(r'-?\d+', done.stderr)[:5])
                self.assertLess(abs(took - told), took / 20, done.stderr)
                self.assertTrue(-1000 < apart < 1000, done.stderr)
                self.assertTrue(0 < grain < 10000)
                self.assertEqual((time, unknown), (0, -1))

    def test_input_is_closed(self):
        text = ('#include <stdio.h>\nint main(void) { int n = 7, c = getchar(),'
                ' e = scanf("%d", &n); printf("%d %d %d\\n", c, e == EOF, n);'
                ' return 0; }\n')
        for board in self.boards:
            with self.subTest(board=board['name']):
                elf = self.build(board['name'], [self.source('i.c', text)])
                done = subprocess.run([TALLY, 'board', board['name'], elf],
                                      input='20000\n', capture_output=True,
                                      text=True, check=True)
                self.assertEqual(done.stdout, '-1 1 7\n')
                if 'e500' not in board['monitor']:  # it has no semihosting
                    self.assertIn('the program asked for input; a board has '
                                  'none, so it read the end of file',
                                  done.stderr)
                    for verb in (('stat',), ('why',), ('profile',),
                                 ('record', '-c', '1000')):
                        self.tells_of_input(board, verb, elf)

    def tells_of_input(self, board, verb, elf):
        """Once, however many runs it took."""
        if verb[0] != 'stat' and board['name'] != 'pb1176':
            return
        done = subprocess.run(
            [TALLY, *verb, '-t', f'board:{board["name"]}', elf],
            capture_output=True, text=True, check=False, cwd=self.where)
        self.assertEqual(done.stderr.count(
            f'tally {verb[0]}: the program asked for input; a board has none'),
            1, done.stderr)

    def test_copies(self):
        """memcpy(), memmove() and memset(), wherever they begin."""
        for board in self.boards:
            with self.subTest(board=board['name']):
                elf = self.build(board['name'], [f'{PLAIN}/copies.c'],
                                 name='copies')
                done = run(TALLY, 'board', board['name'], elf)
                self.assertEqual(done.stdout, '19656 tries, 0 wrong\n')

    def test_copies_go_by_words(self):
        """Of 64 KiB five times, and the start-up's clearing of as much: newlib,
        which the others have, goes by bytes where words lie differently."""
        for board in self.boards:
            if not board['name'].startswith('virt-'):
                continue
            with self.subTest(board=board['name']):
                elf = self.build(board['name'], [f'{PLAIN}/copies.c'],
                                 name='copies')
                done = run(TALLY, 'board', board['name'], elf, '--json',
                           '--args', 'much')
                ran = json.loads(done.stdout)
                self.assertEqual(ran['status'], 0)
                self.assertLess(ran['instructions'], 7 << 16)

    def test_copies_without_an_mmu(self):
        """Device memory takes no access that is not aligned."""
        elf = self.build('virt-a53', [f'{PLAIN}/copies.c'], name='copies')
        done = run(TALLY, 'board', 'virt-a53', '--cold', elf)
        self.assertEqual(done.stdout, '19656 tries, 0 wrong\n', done.stderr)

    def test_no_floating_point_instruction(self):
        seen = 0
        for board in self.boards:
            if 'powerpc' not in (board['cc'] or ''):
                continue
            folder = os.path.join(FIRMWARE, board['name'])
            programs = [os.path.join(folder, name)
                        for name in sorted(os.listdir(folder))
                        if name.endswith('.elf')]
            for elf in [*programs, self.main(board['name'])]:
                text = run(OBJDUMP, '-d', '-M', 'e500', elf).stdout
                self.assertGreater(len(text), 1000)
                wrong = [line for line in text.splitlines()
                         if FLOATING.search(line)]
                self.assertEqual(wrong, [], elf)
                seen += 1
        self.assertGreater(seen, 10)

    def test_crash_names_its_place(self):
        text = ('__attribute__((noinline)) int broken(volatile int *p) '
                '{ return *p; }\n'
                'int main(void) { return broken((int *)0x70000000); }\n')
        for board in self.boards:
            with self.subTest(board=board['name']):
                elf = self.build(board['name'], [self.source('c.c', text)])
                done = run(TALLY, 'board', board['name'], elf)
                self.assertEqual(done.returncode, 1)
                self.assertIn('0x70000000', done.stderr)
                self.assertIn('broken', done.stderr)

    def test_heap_leaves_the_stack_alone(self):
        """A program that takes all memory there is, and then calls."""
        text = ('#include <string.h>\n#include <unistd.h>\n'
                'static char *last;\n'
                'static int deep(int n) { volatile char b[1000];'
                ' for (int i = 0; i < 1000; i++) b[i] = 1;'
                ' return n ? deep(n - 1) + b[9] : 0; }\n'
                'int main(void) { static char whole[100]; char *p;'
                ' memset(whole, 2, 100);'
                ' for (int n = 1 << 20; n > 100; n /= 2)'
                ' while ((p = sbrk(n)) != (char *)-1)'
                ' memset(last = p + n - 100, 2, 100);'
                ' return deep(100) != 100 || memcmp(last, whole, 100); }\n')
        for board in 'pb1176', 'virt-a53', 'mpc8540ads':
            with self.subTest(board=board):
                elf = self.build(board, [self.source('h.c', text)])
                done = run(TALLY, 'board', board, elf)
                self.assertIn('exited with status 0', done.stderr)

    def test_endless_names_its_place(self):
        text = ('__attribute__((noinline)) void endless(volatile int *p) '
                '{ for (;;) *p = *p + 1; }\n'
                'int main(void) { int n = 0; endless(&n); return n; }\n')
        for board in 'pb1176', 'virt-a53', 'mpc8540ads':
            elf = self.build(board, [self.source('e.c', text)])
            for limit in ('--timeout', '0.3'), ('--max-insn', '9000000'):
                with self.subTest(board=board, limit=limit[0]):
                    done = run(TALLY, 'board', board, elf, *limit)
                    self.assertEqual(done.returncode, 1)
                    self.assertRegex(
                        done.stderr, r'still running after .* instructions, at '
                        r'0x[0-9a-f]+ \(endless\+0x[0-9a-f]+\); allow more '
                        f'with {limit[0]}')

    def test_line(self):
        done = run(TALLY, 'board', 'lubbock', '--cc', 'my file.c', '-O3', '-D',
                   'A=b c')
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.endswith(
            " 'my file.c' -O3 -D 'A=b c' -o 'my file.elf'\n"), done.stdout)
        self.assertIn('floating point is by software', done.stderr)
        done = run(TALLY, 'board', 'virt-a53', '--cc', '-c', 'x.c')
        self.assertTrue(done.stdout.endswith(' -c x.c\n'), done.stdout)
        self.assertEqual(done.stderr, '')

    def test_a_compiler_without_cxx(self):
        """GCC gives the path of a part that it has, and the name of one that
        it has not.  What stands for it here says what it is told to."""
        folder = os.path.join(self.where, 'compilers')
        os.mkdir(folder)
        paths = f'{folder}:{os.environ["PATH"]}'
        for board, cc in (('virt-a53', 'aarch64-linux-gnu'),
                          ('mpc8540ads', 'powerpc-linux-gnu')):
            file = self.source(f'compilers/{cc}-gcc',
                               '#!/bin/sh\necho "$PART"\n')
            os.chmod(file, 0o755)
            for source, part, hints in (
                    ('x.cpp', 'cc1plus', True), ('x.C', 'cc1plus', True),
                    ('x.cpp', '/usr/lib/cc1plus', False),
                    ('x.c', 'cc1plus', False)):
                done = run(TALLY, 'board', board, '--cc', source,
                           env=os.environ | {'PATH': paths, 'PART': part})
                self.assertEqual(done.returncode, 0)
                self.assertEqual(f'the package g++-{cc} has it\n'
                                 in done.stderr, hints, (source, part))

    def test_status_of_the_compiler(self):
        done = run(TALLY, 'board', 'pb1176', '--run', '--cc',
                   self.source('bad.c', 'int main(void) { return x; }\n'),
                   cwd=self.where)
        self.assertEqual(done.returncode, 1)
        self.assertIn('undeclared', done.stderr)


if __name__ == '__main__':
    unittest.main()
