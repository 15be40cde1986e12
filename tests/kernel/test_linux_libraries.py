# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_libraries.py TALLY=COMMAND

`tally record -- COMMAND` of a stripped program that maps a stripped library
after it began, asks the kernel's own one for the time, and has a child that
becomes another program: each sample has its file and function, also later, when
the files are gone."""
import collections
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TALLY = ''

LIBRARY = r"""
static volatile unsigned sum;
static __attribute__((noinline)) void hidden(unsigned n)
{
	while (n--)
		sum += n;
}
void shown(unsigned n);
void shown(unsigned n)
{
	for (unsigned i = 0; i < 3 * n; i++)
		sum += i;
	hidden(n);
}
"""

APP = r"""
#include <dlfcn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static __attribute__((noinline)) long clocks(unsigned n)
{
	struct timespec t;
	long sum = 0;
	while (n--) {
		clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
		sum += t.tv_nsec;
	}
	return sum;
}
int main(int argc, char **argv)
{
	void *library = dlopen(argv[1], RTLD_NOW);
	void (*shown)(unsigned) = (void (*)(unsigned))dlsym(library, "shown");
	pid_t child = fork();
	if (!child) {
		shown(10000000);
		execl(argv[2], argv[2], (char *)0);
	}
	shown(20000000);
	waitpid(child, 0, 0);
	return clocks(10000000) == argc;
}
"""

OTHER = r"""
static volatile unsigned sum;
static __attribute__((noinline)) void turns(void)
{
	for (unsigned i = 0; i < 40000000; i++)
		sum += i;
}
int main(void) { turns(); return 0; }
"""


def run(*words, status=0, **how):
    done = subprocess.run([str(word) for word in words], text=True, timeout=60,
                          capture_output=True, check=False, **how)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done


def build(folder, name, source, *options):
    """The file, stripped, and what nm said before: (address, size) by name."""
    path = folder / name
    subprocess.run(['cc', '-O1', '-xc', '-', '-o', path, *options], input=source,
                   text=True, check=True)
    names = {words[3]: (int(words[0], 16), int(words[1], 16))
             for line in run('nm', '-S', path).stdout.splitlines()
             if len(words := line.split()) == 4}
    run('strip', path)
    return path, names


class Libraries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.library, cls.in_library = build(cls.folder, 'libturns.so', LIBRARY,
                                            '-shared', '-fPIC')
        cls.app, cls.in_app = build(cls.folder, 'app', APP, '-ldl')
        cls.other, cls.in_other = build(cls.folder, 'other', OTHER)
        cls.kept = cls.folder / 'r.json'
        cls.command = [cls.app, cls.library, cls.other]
        run(TALLY, 'record', '-F', '1997', '-e', 'cpu-clock:u', '-o', cls.kept,
            '--', *cls.command)
        cls.document = json.loads(cls.kept.read_text())

    def samples(self):
        count = collections.Counter()
        for place in self.document['places']:
            name = self.document['functions'][place['function']]['name']
            count[name] += place['count']
        return count

    def module(self, path):
        found, = [m for m in self.document['modules']
                  if m['path'] == str(path)]
        return found

    def check_places(self, path, name, extent):
        """All samples of that name are where nm says, and none there has
        another name."""
        base = self.module(path)['base']
        first, size = extent
        among = 0
        for place in self.document['places']:
            shown = self.document['functions'][place['function']]['name']
            inside = 0 <= place['addr'] - base - first < size
            self.assertEqual(inside, shown == name, (place, shown))
            among += place['count'] * inside
        return among

    def test_each_is_where_nm_has_it(self):
        hidden, _ = self.in_library['hidden']
        turns, _ = self.in_other['turns']
        clocks, _ = self.in_app['clocks']
        shown = self.check_places(self.library, 'shown [libturns.so]',
                                  self.in_library['shown'])
        inner = self.check_places(self.library, f'{hidden:#x} [libturns.so]',
                                  self.in_library['hidden'])
        turned = self.check_places(self.other, f'{turns:#x} [other]',
                                   self.in_other['turns'])
        self.check_places(self.app, f'{clocks:#x} [app]',
                          self.in_app['clocks'])
        # Three turns in one for each in the other; of both processes as many
        # as the child has when it is another program.
        self.assertGreater(shown, 1.5 * inner)
        self.assertLess(shown, 6 * inner)
        self.assertGreater(turned, 0.1 * (shown + inner))
        self.assertFalse([name for name in self.samples()
                          if name in ('[no file]', '[unknown]')])

    def test_the_library_of_the_kernel(self):
        in_vdso = sum(n for name, n in self.samples().items()
                      if name.endswith(' [vdso]'))
        asked = sum(n for name, n in self.samples().items()
                    if name.startswith(f'{self.in_app["clocks"][0]:#x} '))
        self.assertGreater(in_vdso, asked / 10)
        self.assertRegex(' '.join(self.samples()), r'clock_gettime\S* \[vdso\]')
        self.assertRegex(self.module('[vdso]')['sha256'], '^[0-9a-f]{64}$')
        name, = [n for n in self.samples() if 'clock_gettime [vdso]' in n]
        code = run(TALLY, 'report', '--annotate', name, '--asm',
                   self.kept).stdout
        self.assertNotIn('.word', code)
        self.assertRegex(code, r'(?m)^ *[\d,]+ +\d.*:  ')

    def test_beside_perf(self):
        """Its shares of the same run, made once more, by file and function."""
        if not shutil.which('perf'):
            self.skipTest('perf is missing')
        made = self.folder / 'perf.data'
        done = subprocess.run(['perf', 'record', '-q', '-F', '1997', '-e',
                               'cpu-clock:u', '-o', made, *self.command],
                              capture_output=True, text=True, check=False)
        if not made.exists() or done.returncode not in (0, 1):
            self.skipTest('perf cannot sample here: ' + done.stderr)
        text = run('perf', 'report', '--stdio', '-q', '-i', made, '--sort',
                   'dso,symbol', '-F', 'overhead,dso,symbol').stdout
        theirs = {(words[1], words[3]): float(words[0].rstrip('%'))
                  for line in text.splitlines()
                  if len(words := line.split()) > 3}
        whole = sum(self.samples().values())
        # Another run, on a machine that others use too: about as much.
        def check(ours, share):
            self.assertGreater(100 * ours / whole, share / 3, text)
            self.assertLess(100 * ours / whole, share * 3, text)
        check(self.samples()['shown [libturns.so]'],
              theirs['libturns.so', 'shown'])
        # Of each file all that it has.
        for file in 'libturns.so', 'other', '[vdso]':
            check(sum(n for name, n in self.samples().items() if
                      name.endswith(f' [{file.strip("[]")}]')),
                  sum(n for (dso, _), n in theirs.items() if dso == file))

    def test_instructions(self):
        """Of the library, each where objdump has it."""
        ours = run(TALLY, 'report', '--annotate', 'shown', '--asm',
                   self.kept).stdout
        first, size = self.in_library['shown']
        theirs = re.findall(r'(?m)^ *([0-9a-f]+):\t', run(
            'objdump', '-d', f'--start-address={first}',
            f'--stop-address={first + size}', self.library).stdout)
        self.assertEqual(re.findall(r'(?m) ([0-9a-f]+):  ', ours), theirs)
        page = self.folder / 'page.html'
        run(TALLY, 'report', '--html', page, self.kept)
        text = page.read_text()
        self.assertTrue('shown [libturns.so]' in text)
        self.assertTrue(f'"{theirs[0]}"' in text)

    def test_exports(self):
        packed = subprocess.run([TALLY, 'export', 'pprof', self.kept],
                                capture_output=True, check=True).stdout
        raw = gzip.decompress(packed)
        folded = run(TALLY, 'export', 'folded', self.kept).stdout
        grind = run(TALLY, 'export', 'callgrind', self.kept).stdout
        self.assertRegex(folded, r'(?m);shown \[libturns.so\] \d+$')
        for path in self.app, self.library, self.other:
            told = re.search('Build ID: (.*)', run('readelf', '-n',
                                                   path).stdout)
            if told:
                self.assertEqual(self.module(path)['build_id'], told[1])
                self.assertIn(told[1].encode(), raw)
            self.assertIn(str(path).encode(), raw)
            self.assertRegex(grind, rf'(?m)^ob=\(\d+\) {re.escape(str(path))}$')
        self.assertRegex(grind, r'(?m)^fn=\(\d+\) shown \[libturns.so\]$')

    def test_a_process_that_is_there(self):
        with subprocess.Popen(['sh', '-c', 'exec "$0" "$1" "$2"',
                               *map(str, self.command)]) as busy:
            document = json.loads(run(
                TALLY, 'record', '--json', '-e', 'cpu-clock:u', '-c', '500000',
                '-p', busy.pid, '--', 'sleep', '0.1').stdout)
            busy.kill()
        paths = [m['path'] for m in document['modules']]
        self.assertIn(str(self.library), paths)
        self.assertIn('shown [libturns.so]',
                      [f['name'] for f in document['functions']])

    def test_later(self):
        """Names are kept, and instructions want the file that it was."""
        with tempfile.TemporaryDirectory() as folder:
            there = pathlib.Path(folder, 'elsewhere.so')
            shutil.copy(self.library, there)
            document = json.loads(self.kept.read_text())
            for m in document['modules']:
                if m['path'] == str(self.library):
                    m['path'] = folder + '/gone.so'
            kept = pathlib.Path(folder, 'r.json')
            kept.write_text(json.dumps(document))
            self.assertIn('shown [libturns.so]',
                          run(TALLY, 'report', kept).stdout)
            asked = (TALLY, 'report', '--annotate', 'shown', '--asm', kept)
            self.assertIn('--program FILE says where the program is now',
                          run(*asked, status=1).stderr)
            self.assertIn(':  ', run(*asked, '--program', there).stdout)
            self.assertIn('is not the program that was profiled', run(
                *asked, '--program', self.other, status=1).stderr)
            # Of all others the page has the instructions all the same.
            page = pathlib.Path(folder, 'page.html')
            run(TALLY, 'report', '--html', page, kept)
            text = page.read_text()
            self.assertTrue(f'"{self.in_other["turns"][0]:x}"' in text)
            self.assertFalse(f'"{self.in_library["shown"][0]:x}"' in text)

    def test_a_file_of_before(self):
        """It has no modules, and is read and printed."""
        with tempfile.TemporaryDirectory() as folder:
            document = {key: value for key, value in self.document.items()
                        if key != 'modules'}
            kept = pathlib.Path(folder, 'r.json')
            kept.write_text(json.dumps(document))
            self.assertEqual(run(TALLY, 'report', kept).stdout,
                             run(TALLY, 'report', self.kept).stdout)
            for form in 'pprof', 'callgrind', 'folded':
                subprocess.run([TALLY, 'export', form, kept], check=True,
                               capture_output=True)
            self.assertEqual(json.loads(run(TALLY, 'report', '--json',
                                            kept).stdout), document)

    def test_a_damaged_one(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'r.json')
            for key, value in (('build_id', 'xyz'), ('base', -1),
                               ('path', 7), ('sha256', None)):
                document = json.loads(self.kept.read_text())
                document['modules'][0][key] = value
                kept.write_text(json.dumps(document))
                self.assertIn(key, run(TALLY, 'report', kept,
                                       status=1).stderr)

    def test_diff(self):
        other = self.folder / 's.json'
        run(TALLY, 'record', '-F', '1997', '-e', 'cpu-clock:u', '-o', other,
            '--', *self.command)
        # By chance it has no change at all, and is left out.
        text = run(TALLY, 'diff', '--all', self.kept, other).stdout
        self.assertEqual(len(re.findall(r'(?m) shown \[libturns.so\]', text)),
                         1, text)
