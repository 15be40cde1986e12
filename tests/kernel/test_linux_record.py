# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_record.py TALLY=COMMAND SPIN=PROGRAM DEEP=PROGRAM

`tally record -- COMMAND`: samples of the real kernel's clocks and faults."""
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

TALLY = SPIN = DEEP = ''

# It needs no library, and ends at once when it is given a word.
TURNS = r"""
__attribute__((noinline)) unsigned turn(unsigned x)
{
	for (int i = 0; i < 8; i++) {
		x ^= x << 13;
		x ^= x >> 17;
		x += x % 10 == 3 ? 77 : (unsigned)i * 5;
	}
	return x;
}

__attribute__((noinline)) unsigned turns(unsigned n)
{
	unsigned x = 1, y = 2;

	while (n--) {
		for (int i = 0; i < 8; i++)
			y = y * 3 + (y >> 5);
		x = turn(x) + y;
	}
	return x;
}

__attribute__((noreturn)) static void leave(unsigned status)
{
#ifdef __x86_64__
	__asm__ volatile("syscall" :: "a"(60), "D"(status));
#else
	__asm__ volatile("int $0x80" :: "a"(1), "b"(status));
#endif
	__builtin_unreachable();
}

__attribute__((used)) static void go(long arguments)
{
	leave(turns(arguments > 1 ? 1 : 4000000) == 7);
}

#ifdef __x86_64__
__asm__(".globl _start\n_start: mov (%rsp), %rdi\n\tcall go");
#else
__asm__(".globl _start\n_start: mov (%esp), %eax\n\tpush %eax\n\tcall go");
#endif
"""


def run(*words, status=0, **how):
    done = subprocess.run([str(word) for word in words], text=True, timeout=60,
                          capture_output=True, check=False, **how)
    assert done.returncode == status, (done.returncode, done.stderr)
    return done


class Record(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """One run with a child answers most questions."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.kept = pathlib.Path(folder.name, 'r.json')
        run(TALLY, 'record', '-e', 'cpu-clock:u,page-faults', '-c', '200000',
            '-o', cls.kept, '--', SPIN, '0.15', 'twice')
        cls.document = json.loads(cls.kept.read_text())

    def test_functions(self):
        """Three turns in one for each in the other, called by a third."""
        folded = run(TALLY, 'export', 'folded', self.kept).stdout
        spent = dict(line.rsplit(' ', 1) for line in folded.splitlines())
        long = sum(int(n) for path, n in spent.items()
                   if path.endswith('spin_long'))
        short = sum(int(n) for path, n in spent.items()
                    if path.endswith('spin_short'))
        self.assertGreater(long, 1.5 * short)
        self.assertLess(long, 6 * short)
        # Of two processes of 0.15 s.
        self.assertGreater(long + short, 200e6)
        self.assertTrue(any('main;work;spin_long' in path for path in spent))

    def test_beside_the_source(self):
        """Of a program as gcc links it, at no fixed address; nothing of it is
        simulated."""
        plain = run(TALLY, 'report', '--annotate', 'spin_long', '--source',
                    pathlib.Path(__file__).parent, self.kept).stdout
        self.assertIn('tally-spin on linux', plain)
        self.assertNotIn('simulated', plain)
        self.assertRegex(plain, r'(?m)^ *[\d,]+ +\d.* %  +\d+  .*[;{]')
        code = run(TALLY, 'report', '--annotate', 'spin_long', '--asm',
                   self.kept).stdout
        self.assertNotIn('not read', code)
        if os.uname().machine == 'x86_64':
            self.assertRegex(code, r'(?m)^ *[\d,]+ .*:  addl +\$1, ')
            self.assertNotIn('.word', code)

    def test_without_its_source(self):
        """Instruction by instruction, each where objdump has it."""
        if os.uname().machine != 'x86_64':
            self.skipTest('this computer has no x86')
        for width in '64', '32':
            with self.subTest(width), \
                    tempfile.TemporaryDirectory() as folder:
                self.check_without_its_source(pathlib.Path(folder), width)

    def check_without_its_source(self, folder, width):
        program, kept = folder / 'turns', folder / 'r.json'
        made = subprocess.run(['cc', f'-m{width}', '-O2', '-static', '-fno-pic',
                               '-no-pie', '-nostdlib', '-xc', '-', '-o', program],
                              input=TURNS, text=True, capture_output=True)
        if width == '32' and made.returncode:
            self.skipTest('no compiler for x86 of 32 bits: ' + made.stderr)
        self.assertEqual(made.returncode, 0, made.stderr)
        try:
            subprocess.run([program, 'x'], check=True)
        except OSError as no:
            self.skipTest(f'this kernel runs no x86 of 32 bits: {no}')
        run(TALLY, 'record', '-F', '1997', '-e', 'cpu-clock:u', '-o', kept,
            '--', program)
        ours = run(TALLY, 'report', '--annotate', 'turn', '--asm', kept).stdout
        ours = re.findall(r'(?m)^(.*?) ([0-9a-f]+):  ([a-z]+) *(.*)$', ours)
        theirs = re.findall(
            r'(?m)^ *([0-9a-f]+):\t[0-9a-f ]+\t([a-z]+) ?',
            run('objdump', '-d', '--disassemble=turn', program).stdout)
        self.assertGreater(len(ours), 8)
        self.assertEqual([one[1] for one in ours],
                         [address for address, _ in theirs])
        for (_, _, name, _), (_, known) in zip(ours, theirs):
            self.assertIn(name, [known + size for size in ('', *'bwlq')])
        # Most of the time goes in it, and it is known where.
        self.assertTrue([one for one in ours if '%' in one[0]])
        # Without lines the page has no part for them.
        page = folder / 'page.html'
        run(TALLY, 'report', '--html', page, kept)
        self.assertNotIn('id="lines"', page.read_text())
        self.assertIn(f'{theirs[0][0]} <span class="code">{ours[0][2]}',
                      page.read_text())
        calls = run(TALLY, 'report', '--annotate', 'turns', '--asm',
                    kept).stdout
        self.assertRegex(calls, r'call[lq] +0x[0-9a-f]+ <turn>')

    def test_without_who_takes_instructions_apart(self):
        if os.uname().machine != 'x86_64':
            self.skipTest('another machine has words then')
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'libcapstone.so.4').touch()
            code = run(TALLY, 'report', '--annotate', 'spin_long', '--asm',
                       self.kept, env={**os.environ,
                                       'LD_LIBRARY_PATH': folder}).stdout
        self.assertRegex(code, r'(?m)^ *[\d,]+ .*:  '
                               r'\(not read: libcapstone4 is missing\)')

    def test_a_command_without_a_folder(self):
        """Its file is found where the kernel mapped it; in a file of before,
        which does not say that, where the shell finds it."""
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'r.json')
            found = {**os.environ, 'PATH': f'{pathlib.Path(SPIN).parent}:'
                                           f'{os.environ["PATH"]}'}
            run(TALLY, 'record', '-F', '1997', '-e', 'cpu-clock:u', '-o', kept,
                '--', pathlib.Path(SPIN).name, '0.1', env=found)
            self.assertIn('spin_long: where cpu-clock:u went', run(
                TALLY, 'report', '--annotate', 'spin_long', '--asm', kept,
                env=found, cwd=folder).stdout)
            self.assertIn('spin_long: where cpu-clock:u went', run(
                TALLY, 'report', '--annotate', 'spin_long', '--asm', kept,
                env={**os.environ, 'PATH': folder}, cwd=folder).stdout)
            document = json.loads(kept.read_text())
            del document['modules']
            kept.write_text(json.dumps(document))
            self.assertIn('spin_long: where cpu-clock:u went', run(
                TALLY, 'report', '--annotate', 'spin_long', '--asm', kept,
                env=found, cwd=folder).stdout)
            said = run(TALLY, 'report', '--annotate', 'spin_long', kept,
                       env={**os.environ, 'PATH': folder}, cwd=folder,
                       status=1).stderr
        self.assertIn('--program FILE says where the program is now', said)

    def test_so_often_a_second(self):
        """Of the processor's time, each sample with the period before it."""
        document = json.loads(run(TALLY, 'record', '-F', '1997', '-e',
                                  'cpu-clock:u', '--json', '--', SPIN,
                                  '0.3').stdout)
        column, = document['columns']
        samples = document['sampled']['samples']
        self.assertLess(abs(column['period'] - 1e9 / 1997), 2)
        self.assertGreater(samples, 0.5 * 1997 * 0.3)
        self.assertLess(samples, 1.5 * 1997 * 0.3)
        self.assertIn('1997 samples a second were asked for',
                      document['sampled']['skid'])

    def test_callers_without_frame_pointers(self):
        """By the tables for exceptions."""
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'r.json')
            run(TALLY, 'record', '-F', '1997', '-e', 'cpu-clock:u', '-o', kept,
                '--', DEEP)
            folded = run(TALLY, 'export', 'folded', kept).stdout
        spent = dict(line.rsplit(' ', 1) for line in folded.splitlines())
        whole = sum(int(n) for path, n in spent.items()
                    if path.endswith(';leaf') or path == 'leaf')
        right = sum(int(n) for path, n in spent.items()
                    if path.endswith('main;outer;inner;leaf'))
        self.assertGreater(whole, 100e6, folded)
        self.assertGreater(right, 0.99 * whole, folded)

    def test_inclusive(self):
        text = run(TALLY, 'report', '--inclusive', self.kept).stdout
        rows = [line for line in text.splitlines() if ' work' in line]
        self.assertEqual(len(rows), 1, text)
        self.assertGreater(float(rows[0].split('%')[0].split()[-1]), 80)
        # Its samples, with all that it called.
        self.assertGreater(int(rows[0].split()[0].replace(',', '')), 500)

    def test_calls(self):
        """By the paths of samples: work() is called by main(), and calls both;
        what they cost is what they have in the whole, as work() alone calls
        them."""
        def rows(*words):
            text = run(TALLY, 'report', '--csv', *words, self.kept).stdout
            return {row['function']: row
                    for row in csv.DictReader(io.StringIO(text))}
        whole = rows('--inclusive')
        callers = rows('--callers', 'work')
        self.assertIn('main', callers)
        self.assertEqual(callers['main']['cpu-clock:u'],
                         whole['work']['cpu-clock:u'])
        callees = rows('--callees', 'work')
        for name in 'spin_long', 'spin_short':
            ours, all_of = (int(of[name]['count'])
                            for of in (callees, whole))
            self.assertLessEqual(ours, all_of)
            # One at a function's first instruction has no frame yet.
            self.assertGreater(ours, 0.9 * all_of)
        self.assertNotIn('main', callees)

    def test_the_sum_is_what_was_counted(self):
        d = self.document
        for column in range(2):
            spent = sum(row['cost'][column] for row in d['places'])
            rest = sum(row['cost'][column] for row in d['causes'])
            self.assertEqual(spent + rest, d['total'][column])
        self.assertEqual([column['period'] for column in d['columns']],
                         [200000, 200000])
        self.assertEqual(d['status'], 3)
        self.assertGreater(d['sampled']['samples'], 1000)
        text = run(TALLY, 'report', self.kept).stdout
        self.assertIn('none lost', text)
        self.assertIn('(after the last sample)', text)
        self.assertIn('spin.c', text)

    def test_whose_each_sample_is(self):
        """Two processes of one name; each sample is at a place and a path, and
        together they are all that is told of these."""
        d = self.document
        each = d['samples']
        self.assertEqual({task['name'] for task in d['tasks']},
                         {pathlib.Path(SPIN).name})
        self.assertEqual(len({task['process'] for task in d['tasks']}), 2)
        self.assertEqual({len(rows) for rows in each.values()},
                         {d['sampled']['samples']})
        self.assertEqual(each['time_ns'], sorted(each['time_ns']))
        online = os.cpu_count()
        self.assertTrue(all(0 <= cpu < online for cpu in each['cpu']))
        spent = {task: sum(weight for t, column, weight in zip(
            each['task'], each['column'], each['weight'])
                           if (t, column) == (task, 0)) for task in (0, 1)}
        for task in 0, 1:  # 0.15 s of each process
            self.assertGreater(spent[task], 100e6)
            self.assertLess(spent[task], 200e6)
        for rows, index in ('places', each['place']), ('paths', each['path']):
            for i, row in enumerate(d[rows]):
                self.assertEqual(row['count'], index.count(i))
                for column in range(2):
                    self.assertEqual(row['cost'][column], sum(
                        weight for at, c, weight in zip(
                            index, each['column'], each['weight'])
                        if (at, c) == (i, column)))

    def test_every_export(self):
        for form in 'folded', 'speedscope', 'callgrind', 'pprof':
            done = subprocess.run([TALLY, 'export', form, self.kept],
                                  capture_output=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout)

    def test_without_options(self):
        done = run(TALLY, 'record', '--csv', '--', SPIN, '0.05')
        self.assertIn('spin_long', done.stdout)
        done = run(TALLY, 'record', '--quiet-program', '--', 'sh', '-c',
                   'echo x; exit 9')
        self.assertEqual(done.stderr, '')
        self.assertNotIn('x\n', done.stdout[:2])


def beside(*words):
    """A busy program, as samples tell it: (profile, its number)."""
    with subprocess.Popen([str(SPIN), '30']) as busy:
        try:
            done = run(TALLY, 'record', '--json', '-c', '1000000', *(
                word if word != 'PID' else busy.pid for word in words),
                       '--', 'sleep', '0.2')
        finally:
            busy.kill()
    return json.loads(done.stdout), busy.pid


class Others(unittest.TestCase):
    """A process that was there; test_linux_others.py has all tasks."""

    def test_process(self):
        """Its name and its files are known, though no record told them; the
        command beside it says how long alone."""
        got, pid = beside('-p', 'PID', '-e', 'cpu-clock:u')
        self.assertEqual(got['program'], f'process {pid}')
        self.assertEqual([(task['name'], task['process'])
                          for task in got['tasks']],
                         [(pathlib.Path(SPIN).name, pid)])
        names = [row['name'] for row in got['functions']]
        self.assertIn('spin_long', names)
        spent = sum(row['count'] for row in got['places']
                    if names[row['function']].startswith('spin_'))
        self.assertGreater(spent, 0.8 * got['sampled']['samples'])
