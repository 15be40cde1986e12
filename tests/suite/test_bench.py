# SPDX-License-Identifier: MIT
"""usage: tap.py test_bench.py TALLY=COMMAND FIRMWARE=FOLDER

`tally bench`: a suite into a folder, a second time, killed in the middle, in
parts, and two folders held against each other."""
import csv
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree

import tally_command
from tally_command import tally

TALLY = ''
FIRMWARE = ''

SUITE = """
targets: [board:pb1176, board:lubbock]
metrics: [cpi]
options: {warm: "", cold: --cold}
programs:
  crc32: "{firmware}/{board}/crc32.elf"
  args: {elf: "{firmware}/{board}/sort.elf", arguments: {few: "3", many: "9"}}
"""
JOBS = 12
LOOP = """
int main(void)
{
	for (volatile int i = 0; i < %d; i++)
		;
	return 0;
}
"""


def setUpModule():
    tally_command.TALLY = TALLY


class Bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.suite = self.write('suite.yaml', SUITE.replace(
            '{firmware}', os.path.abspath(FIRMWARE)))

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding='ascii')
        return str(path)

    def bench(self, into, *words, status=0):
        done = tally('bench', '-o', str(self.folder / into), *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def counts(self, into):
        """Of each job each count, without what differs from run to run."""
        found = {}
        for path in (self.folder / into).glob('*.json'):
            record = json.loads(path.read_text(encoding='utf-8'))
            found[path.name] = [(it['name'], it['count'])
                                for it in record['events']]
        return found

    def test_each_once(self):
        """All combinations are measured, and no job a second time."""
        done = self.bench('a', self.suite)
        self.assertIn(f'{JOBS} jobs: {JOBS} measured now, 0 were there, 0 '
                      'failed', done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), JOBS + 2)
        before = self.counts('a')
        self.assertEqual(len(before), JOBS)
        stamps = {path: path.stat().st_mtime_ns
                  for path in (self.folder / 'a').glob('*.json')}
        done = self.bench('a', self.suite)
        self.assertIn(f'0 measured now, {JOBS} were there', done.stdout)
        self.assertEqual(stamps, {path: path.stat().st_mtime_ns
                                  for path in stamps})
        rows = list(csv.DictReader(io.StringIO(self.bench(
            'a', '--csv', self.suite).stdout)))
        self.assertEqual({row['job'] for row in rows},
                         {name.rsplit('-', 1)[0] for name in before})

    def test_what_is_counted_is_stats(self):
        self.bench('a', '--job', 'crc32@pb1176@warm', self.suite)
        counted, = self.counts('a').values()
        alone = json.loads(tally(
            'stat', '-t', 'board:pb1176', '-M', 'cpi', '--json',
            f'{FIRMWARE}/pb1176/crc32.elf').stdout)
        self.assertEqual(counted, [(it['name'], it['count'])
                                   for it in alone['events']])

    def test_killed_and_gone_on_with(self):
        """Whatever the moment, what is there is whole, and the rest follows."""
        whole = self.bench('whole', self.suite) and self.counts('whole')
        for wait in 0.02, 0.08, 0.15, 0.25:
            with subprocess.Popen(
                    [TALLY, 'bench', '-o', self.folder / 'killed', self.suite],
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    start_new_session=True) as p:
                time.sleep(wait)
                os.killpg(p.pid, signal.SIGKILL)
        self.bench('killed', self.suite)
        self.assertEqual(self.counts('killed'), whole)

    def test_older_records_go(self):
        """Also one that a command left which was ended before it removed it;
        of other jobs, whose names begin with this one's, none."""
        words = '--job', 'args@pb1176@warm@few', self.suite
        self.bench('a', *words)
        record, = (self.folder / 'a').glob('*.json')
        others = [record.with_name(name + '-0123456789abcdef.json') for name in
                  ('args@pb1176@warm@few', 'args@pb1176@warm@few-2', 'args')]
        for path in others:
            shutil.copy(record, path)
        done = self.bench('a', *words)
        self.assertIn('1 was there', done.stdout)
        self.assertEqual([it.exists() for it in (record, *others)],
                         [True, False, True, True])

    def test_interrupted(self):
        with subprocess.Popen([TALLY, 'bench', '-o', self.folder / 'a', '-j1',
                               self.suite], stderr=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True) as p:
            time.sleep(0.1)
            p.send_signal(signal.SIGINT)
            said = p.communicate()[1]
        self.assertEqual((p.returncode, said), (
            1, 'tally bench: interrupted; the same command goes on from '
            'here\n'))

    def test_what_is_left(self):
        """On a terminal, after two seconds; Ctrl-C ends the wait."""
        self.write('long.c', LOOP % 2000000000)
        suite = self.write('long.yaml', """
targets: [board:pb1176]
programs: {long: {source: long.c, arguments: {a: "1", b: "2", c: "3"}}}
""")
        terminal, end = os.openpty()
        with subprocess.Popen([TALLY, 'bench', '-o', self.folder / 'a', '-j1',
                               suite], stderr=end, stdout=subprocess.DEVNULL,
                              start_new_session=True) as p:
            os.close(end)
            said = b''
            while b'3 left [' not in said:
                said += os.read(terminal, 1000)
            p.send_signal(signal.SIGINT)
            p.wait()
        os.close(terminal)
        self.assertRegex(said, rb'measuring, 3 left \[#+ *\] +50 %')

    def test_parts_are_merged_by_copying(self):
        whole = self.bench('whole', self.suite) and self.counts('whole')
        for part in 1, 2, 3:
            self.bench(f'part{part}', '--shard', f'{part}/3', self.suite)
            shutil.copytree(self.folder / f'part{part}',
                            self.folder / 'merged', dirs_exist_ok=True)
        self.assertEqual(self.counts('merged'), whole)

    def test_budgets(self):
        """Each job is judged, on whatever event counts a core's cycles."""
        words = '--job', 'crc32@*@warm', self.suite
        self.bench('a', '--fail-if', 'cycles > 1e9', *words)
        done = self.bench('a', '--fail-if', 'cycles > 1e6', *words, status=3)
        self.assertEqual(re.sub('[0-9]{7}', 'N', done.stderr), ''.join(
            f"tally bench: --fail-if 'cycles > 1e6': crc32@{board}@warm: it "
            'is N\n' for board in ('pb1176', 'lubbock')))

    def test_list_can_be_typed(self):
        lines = self.bench('listed', '--list',
                           self.suite).stdout.splitlines()
        self.assertEqual(len(lines), JOBS)
        self.assertFalse((self.folder / 'listed').exists())
        for line in lines[:2]:
            subprocess.run(['sh', '-c', line], check=True, env={
                'PATH': f'{os.path.dirname(TALLY)}:{os.environ["PATH"]}'},
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertEqual(len(self.counts('listed')), 2)

    def test_sources_and_a_change(self):
        """Compiled for each board; another program replaces its record, and
        the folders' comparison names it and no other."""
        suite = self.write('s.yaml', """
targets: [board:pb1176, board:lubbock]
compile: {O2: -O2, Os: -Os}
programs: {loop: {source: loop.c}, same: {source: same.c}}
""")
        self.write('loop.c', LOOP % 9000)
        self.write('same.c', LOOP % 50)
        self.bench('before', suite)
        shutil.copytree(self.folder / 'before', self.folder / 'after')
        self.write('loop.c', LOOP % 9900)
        done = self.bench('after', suite)
        self.assertIn('8 jobs: 4 measured now, 4 were there', done.stdout)
        self.assertEqual(len(self.counts('after')), 8)
        words = 'diff', str(self.folder / 'before'), str(self.folder / 'after')
        text = tally(*words).stdout
        self.assertIn('8 jobs: 4 worse, 0 better, 4 alike\n', text)
        self.assertIn('loop@pb1176@O2', text)
        self.assertNotIn('same@', text)
        document = json.loads(tally(*words, '--json').stdout)
        self.assertEqual([it['verdict'] for it in document['jobs']],
                         ['worse'] * 4 + ['same'] * 4)
        self.assertIn('| `cycles` |', tally(*words, '--markdown').stdout)
        self.assertEqual(tally(*words, '--fail-if',
                               'cycles > 50%').returncode, 0)
        failed = tally(*words, '--fail-if', 'cycles > 1%')
        self.assertEqual(failed.returncode, 3)
        self.assertEqual(failed.stderr.count('the change is +'), 4)

    def test_compiled_once(self):
        """By all commands for one folder together; again when a header, an
        option or the program itself is another, and not where the folder was
        copied."""
        self.write('n.h', '#define N 50\n')
        self.write('a b.c', '#include "n.h"\n' + LOOP.replace('%d', 'N'))
        self.write('two.c', '#include "n.h"\nint n(void) { return N; }\n')

        def suite(options):
            return self.write('s.yaml', f"""
targets: [board:pb1176]
compile: {{O: {options}}}
options: {{warm: "", cold: --cold}}
programs: {{loop: {{source: [a b.c, two.c]}}}}
""")

        def stamp(into):
            elf, = (self.folder / into / 'programs').glob('*.elf')
            return elf.stat().st_ino, elf.stat().st_mtime_ns

        path = suite('-O1')
        self.bench('a/b', '--job', '*@warm', path)
        first = stamp('a/b')
        self.bench('a/b', '--job', '*@cold', path)
        self.assertEqual(stamp('a/b'), first)
        self.assertEqual({it.suffix for it in (
            self.folder / 'a/b/programs').iterdir()}, {'.elf', '.made'})
        shutil.copytree(self.folder / 'a/b', self.folder / 'c')
        copied = stamp('c')
        self.bench('c', path)
        self.assertEqual(stamp('c'), copied)
        self.write('n.h', '#define N 60\n')
        self.bench('a/b', path)
        changed = stamp('a/b')
        self.assertNotEqual(changed, first)
        self.bench('a/b', suite('-O2'))
        other = stamp('a/b')
        self.assertNotEqual(other, changed)
        elf, = (self.folder / 'a/b/programs').glob('*.elf')
        whole = elf.read_bytes()
        elf.write_bytes(whole[:-1])
        self.bench('a/b', path)
        self.assertEqual(elf.read_bytes(), whole)

    def test_folders_are_made(self):
        """Those above, too; what is no folder is named."""
        job = '--job', 'crc32@pb1176@warm', self.suite
        self.bench('x/y/z', *job)
        self.assertEqual(len(self.counts('x/y/z')), 1)
        self.write('file', '')
        done = self.bench('file/z', *job, status=1)
        self.assertIn('file/z: Not a directory', done.stderr)

    def test_failures(self):
        """A job that fails leaves the others alone, and is told everywhere."""
        suite = self.write('s.yaml', f"""
targets: board:pb1176
programs:
  good: {os.path.abspath(FIRMWARE)}/pb1176/crc32.elf
  gone: gone.elf
  bad: {{source: bad.c}}
""")
        self.write('bad.c', 'int main(void) { return nothing; }\n')
        junit = self.folder / 'j.xml'
        done = self.bench('a', '--junit', str(junit), suite, status=1)
        self.assertIn('gone@pb1176: ', done.stderr)
        self.assertIn('gone.elf: No such file or directory\n', done.stderr)
        self.assertRegex(done.stderr, 'bad@pb1176: .')
        self.assertIn('3 jobs: 1 measured now, 0 were there, 2 failed',
                      done.stdout)
        root = xml.etree.ElementTree.parse(junit).getroot()
        self.assertEqual((root.get('tests'), root.get('failures')), ('3', '2'))
        self.assertEqual(len(root.findall('testcase/failure')), 2)

    def test_files_of_the_users_reach_each_job(self):
        """A metric of a file is had; another formula is measured anew, and a
        file of another name is not."""
        suite = self.write('own.yaml', SUITE.replace('[cpi]', '[mine]').replace(
            '{firmware}', os.path.abspath(FIRMWARE)))

        def bench(own, formula):
            self.write(own, json.dumps({'metrics': [
                {'name': 'mine', 'formula': formula, 'title': 'of ours'}]}))
            return tally(f'--metrics={self.folder / own}', 'bench', '-o',
                         str(self.folder / 'a'), '--job',
                         'crc32@pb1176@warm', suite)
        for own, formula, says in (
                ('own.json', 'cycles / instr_exec', '1 measured now'),
                ('more.json', 'cycles / instr_exec', '1 was there'),
                ('own.json', 'instr_exec / cycles', '1 measured now')):
            done = bench(own, formula)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(says, done.stdout)
        path, = (self.folder / 'a').glob('*.json')
        metric, = json.loads(path.read_text())['metrics']
        self.assertEqual(metric['formula'], 'instr_exec / cycles')

    def test_two_results_of_one_job(self):
        self.bench('a', '--job', 'crc32@pb1176@warm', self.suite)
        path, = (self.folder / 'a').glob('*.json')
        shutil.copy(path, str(path)[:-6] + 'x.json')
        other = self.folder / 'a' / f'crc32@pb1176@warm-{"0" * 16}.json'
        shutil.copy(path, other)
        done = tally('diff', str(self.folder / 'a'), str(self.folder / 'a'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('are results of one job; remove the older one',
                      done.stderr)


if __name__ == '__main__':
    unittest.main()
