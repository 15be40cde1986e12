# SPDX-License-Identifier: MIT
"""usage: tap.py test_failing_calls.py TALLY=COMMAND FIRMWARE=FOLDER

Every system call and every allocation of a command fails, one in each run: the
command says so and exits with an error, or does what it does without; it leaves
no half of a file, and never dies.  Each verb of the command is in it.  A loop
goes on until no call is left to fail; where ./test --all runs a part
(TALLY_PART), so does this.

By hand, of all calls of some verbs: FAIL_ALL=1 FAIL_VERBS=stat,plan, and so many
at a time: FAIL_JOBS=2."""
import concurrent.futures
import os
import pathlib
import platform
import re
import shutil
import subprocess
import tempfile
import unittest

import tally_command
from tally_command import ROOT

TALLY = FIRMWARE = ''
FAILING = ROOT / 'tests' / 'cli' / 'failing'
EACH = 6  # calls of an operation that fail where not all do
PATIENCE = 50  # less than the minute that a board and a reader are given

SOURCE = """
static volatile int table[512];
int main(void)
{
	int sum = 0;

	for (int i = 0; i < 512; i++)
		sum += table[i];
	return sum;
}
"""
BOARD = '-t', 'board:pb1176'
OUT = '-o', 'out'
# Verbs that leave out what a further run of the board would have told, if that
# cannot be had.
LEAVES_OUT = {'why'}
# What is there for the operations, made in this order.
MADE = {
    'it.elf': ('board', 'pb1176', '--run', '--cc', 'it.c', '-o', 'it.elf'),
    'a.json': ('stat', *BOARD, '-e', 'cycles', '--json', '-o', 'a.json',
               'it.elf'),
    'b.json': ('stat', *BOARD, '-e', 'cycles,instr_exec', '--json', '-o',
               'b.json', 'it.elf'),
    'p.json': ('profile', *BOARD, '-e', 'dcache_miss', '--json', '-o', 'p.json',
               'it.elf'),
}
# Of each verb the words, each with a file out where the verb writes one.
OPERATIONS = {
    'list': [('events', '-m', 'arm1176')],
    'find': [('cache', 'miss', '-m', 'arm1176')],
    'explain': [('arm1176', 'dcache_miss_rate')],
    'plan': [('-m', 'arm1176', '-M', 'cpi,dcache_miss_rate')],
    'stat': [(*BOARD, '-e', 'cycles', '--json', *OUT, 'it.elf')],
    'top': [(*BOARD, '--help')],
    'why': [(*BOARD, 'it.elf')],
    'profile': [(*BOARD, '-e', 'dcache_miss', '--json', *OUT, 'it.elf')],
    'record': [(*BOARD, '-e', 'cycles', '-c', '1000', *OUT, 'it.elf')],
    'collect': [('--program', 'it.elf', 'log.bin')],
    'report': [('a.json',), ('--html', 'out', 'p.json')],
    'export': [('callgrind', 'p.json', *OUT), ('pprof', 'p.json', *OUT)],
    'bench': [('suite.yaml', *OUT)],
    'diff': [('a.json', 'b.json'), ('--html', 'out', 'a.json', 'b.json')],
    'history': [('a.json', 'b.json')],
    'script': [('-m', 'arm1176', '-M', 'cpi', '--as', 'c', '-o', 'out.c')],
    'compute': [('-m', 'pxa250', 'cycles=1000', 'instruction=500')],
    'decode': [('-m', 'pxa250', 'PMNC', '0x7777')],
    'encode': [('-m', 'pxa250', 'PMNC', 'E=1')],
    'core': [('--help',)],
    'amalgam': [('-m', 'arm1176')],
    'doctor': [(*BOARD, 'it.elf')],
    'prove': [('--help',)],
    'board': [('pb1176', 'it.elf')],
}


def setUpModule():
    tally_command.TALLY = TALLY


class Failing(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if platform.machine() != 'x86_64' or platform.system() != 'Linux':
            raise unittest.SkipTest('the tracer knows x86-64')
        if b'__asan_init' in pathlib.Path(TALLY).read_bytes():
            raise unittest.SkipTest('a sanitizer has its own allocations')
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.place = pathlib.Path(folder.name)
        for words in (['call.c', '-o', 'fail_call'],
                      ['begin.c', '-shared', '-fPIC', '-o', 'begin.so']):
            subprocess.run(['cc', '-O1', '-Wall', '-Wextra', '-Werror',
                            FAILING / words[0], *words[1:]], check=True,
                           cwd=cls.place)
        cls.input = cls.place / 'input'
        cls.input.mkdir()
        (cls.input / 'it.c').write_text(SOURCE)
        (cls.input / 'log.bin').write_bytes(bytes(64))
        (cls.input / 'suite.yaml').write_text(
            'targets: [board:pb1176]\nevents: [cycles]\n'
            'programs:\n  it: {elf: it.elf}\n')
        for words in MADE.values():
            cls.plain(words, cls.input)

    @classmethod
    def plain(cls, words, where):
        return subprocess.run([TALLY, *words], cwd=where, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, check=True)

    def once(self, words, calls=0, memory=0):
        """What it was that failed, and (status, output, messages, files)."""
        with tempfile.TemporaryDirectory(dir=self.place) as folder:
            where = pathlib.Path(folder, 'w')
            shutil.copytree(self.input, where)
            line = ['env', f'LD_PRELOAD={self.place}/begin.so',
                    *([f'FAIL_MEMORY={memory}', 'FAIL_REPORT=../report']
                      * bool(memory)), TALLY, *words]
            if calls:
                line[:0] = [self.place / 'fail_call', str(calls)]
            done = subprocess.run(
                ['sh', '-c', 'exec "$@" 9>../report', 'sh', *line], cwd=where,
                capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE,
                check=False, env=os.environ | {'HOME': str(where.parent)})
            files = {str(path.relative_to(where)): path.read_bytes()
                     for path in sorted(where.rglob('*')) if path.is_file()}
            report = (where.parent / 'report').read_text()
        return report.strip(), (
            done.returncode, self.steady(done.stdout),
            done.stderr.decode(errors='replace'),
            {name: self.steady(text) for name, text in files.items()})

    def steady(self, text):
        """Without the time, which is another in each run, and without a filter
        that the kernel refused, if that is told."""
        return re.sub(rb'"host_seconds": [^,\n]*|\d+ runs, \d+\.\d+ s\b|'
                      rb'"sandboxed": ?(true,\s*"not_sandboxed": ?null|false,\s*'
                      rb'"not_sandboxed": ?"the kernel allows no filter"),',
                      b'', text)

    def wrong(self, words, good, what, came):
        """What is wrong with a run of which a call failed, in words, or None."""
        status, output, said, files = came
        begun = {name for name in files if name not in self.there}
        if status >= 126 or status < 0:
            return f'it died with {status}'
        if status == 0:
            if (output, files) == (good[1], good[3]) or words[0] in LEAVES_OUT:
                return None
            return 'another result, and no error'
        if not said and not what.startswith('call write') and not output:
            return 'an error without a message'
        if any(files[name] != good[3].get(name) for name in begun):
            return f'half a file: {begun}'
        if any(files.get(name) != text for name, text in self.there.items()):
            return 'an input is another one'
        return None

    def sweep(self, words, how):
        """Failures of one operation: all of its calls, or some of them."""
        _, good = self.once(words)
        report, again = self.once(words, **{how: 10 ** 9})
        self.assertEqual(again, good)
        last = int(re.fullmatch(r'none (\d+)', report)[1])
        numbers = range(1, last + 1)
        if not os.environ.get('FAIL_ALL'):
            step = max(1, last // EACH)
            begin = int(os.environ.get('TALLY_PART') or 0) % step
            numbers = range(1 + begin, last + 1, step)
        for number in numbers:
            try:
                report, came = self.once(words, **{how: number})
            except subprocess.TimeoutExpired:
                yield f'{how} {number}: it did not end'
                continue
            if why := self.wrong(words, good, report, came):
                yield (f'tally {" ".join(words)}: {how} {number} ({report}): '
                       f'{why}: status {came[0]}: {came[2].strip()[-300:]}')

    def everything(self, how):
        type(self).there = {
            path.name: self.steady(path.read_bytes())
            for path in self.input.iterdir() if path.is_file()}
        chosen = os.environ.get('FAIL_VERBS', '').split(',')
        lines = [(verb, *words) for verb, operations in OPERATIONS.items()
                 for words in operations if chosen == [''] or verb in chosen]
        jobs = int(os.environ.get('FAIL_JOBS') or 1)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            found = [row for rows in pool.map(
                lambda words: list(self.sweep(words, how)), lines)
                for row in rows]
        self.assertEqual(found, [], '\n'.join(found))

    def test_every_verb_is_here(self):
        said = self.plain(['--help'], self.input).stdout
        verbs = {word for words in re.findall(r'^  (\w[\w, ]*?)  ', said, re.M)
                 for word in words.split(', ')}
        self.assertEqual(set(OPERATIONS), verbs)

    def test_system_calls(self):
        self.everything('calls')

    def test_memory(self):
        self.everything('memory')


if __name__ == '__main__':
    unittest.main()
