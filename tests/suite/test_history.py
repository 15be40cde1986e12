# SPDX-License-Identifier: MIT
"""usage: tap.py test_history.py TALLY=COMMAND FIRMWARE=FOLDER

A suite over the commits of a repository: `tally history`, `tally diff` of
versions, and an index that may be deleted, late or damaged."""
import csv
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import tally_command
from tally_command import seed, tally

TALLY = ''
FIRMWARE = ''
INDEX = 'tally-results/.tally-index-3.sqlite'
SUITE = """
targets: [board:pb1176]
metrics: [cpi]
programs:
  loop: {source: loop.c}
  crc: {elf: "%s/{board}/crc32.elf"}
"""
LOOP = """
int main(void)
{
	for (volatile int i = 0; i < %d; i++)
		;
	return 0;
}
"""
# Turns of the commits' loop: the third takes longer.
COMMITS = (20, 20, 40, 30)


class History(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tally_command.TALLY = TALLY
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.made = pathlib.Path(folder.name, 'made')
        cls.made.mkdir()
        cls.git(cls.made, 'init', '-q')
        (cls.made / 'suite.yaml').write_text(SUITE % os.path.abspath(FIRMWARE))
        cls.benches = []
        for i, turns in enumerate(COMMITS):
            (cls.made / 'loop.c').write_text(LOOP % turns)
            (cls.made / 'note').write_text(str(i))
            cls.git(cls.made, 'add', 'suite.yaml', 'note', 'loop.c')
            cls.git(cls.made, 'commit', '-q', '-m', str(i))
            cls.benches.append(tally('bench', 'suite.yaml', cwd=cls.made))
        cls.commits = cls.git(cls.made, 'log', '--reverse',
                              '--format=%h').split()

    @classmethod
    def git(cls, folder, *words):
        """All commits have one time: their number has to tell their order."""
        when = '2020-02-02T02:02:02Z'
        return subprocess.run(
            ['git', '-c', 'user.name=n', '-c', 'user.email=n@n', *words],
            cwd=folder, check=True, capture_output=True, text=True,
            env={**os.environ, 'GIT_CONFIG_GLOBAL': '/dev/null',
                 'GIT_CONFIG_NOSYSTEM': '1', 'GIT_COMMITTER_DATE': when,
                 'GIT_AUTHOR_DATE': when}).stdout

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name, 'here')
        shutil.copytree(self.made, self.folder)
        self.index = self.folder / INDEX

    def run_here(self, *words, status=0):
        done = tally(*words, cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if not status else done.stderr

    def history(self, *words):
        return self.run_here('history', *words)

    def rows(self, *words):
        return list(csv.DictReader(io.StringIO(self.history('--csv', *words))))

    def test_each_commit_in_order_with_its_steps(self):
        rows = [row for row in self.rows() if row['job'].startswith('loop')]
        self.assertEqual([row['label'] for row in rows], self.commits)
        self.assertEqual([row['step'] for row in rows], ['0', '0', '1', '1'])
        self.assertEqual([row['word'] for row in rows],
                         ['', 'same', 'worse', 'better'])
        for row in rows:
            path, = self.folder.glob(f'tally-results/{row["label"]}/loop*.json')
            record = json.loads(path.read_text())
            self.assertEqual(record['sources']['commit'], row['commit'])
            cycles, = [it['count'] for it in record['events']
                       if it['name'] == 'cycles']
            self.assertEqual(float(row['value']), cycles)
        said = self.history('--steps')
        self.assertEqual(said.count('<- step'), 2)
        self.assertNotIn('crc@', said)
        page = json.loads(self.history('--json', 'cpi', 'cycles'))
        self.assertEqual(len(page['history']), 4)
        self.assertEqual(self.history('--job', 'crc*', 'cpi').count('\n'), 6)

    def test_a_page_of_trends(self):
        """Each step with its commit, a picture of each series, and the document
        of --json; nothing is loaded."""
        words = '--job', 'loop*', 'cycles', 'cpi'
        page = self.history('--html', '-', *words)
        kept = re.search(r'(?s)<script type="application/json"[^>]*>(.*?)'
                         '</script>', page)[1]
        self.assertEqual(json.loads(kept),
                         json.loads(self.history('--json', *words)))
        steps = re.search(r'(?s)<caption>Steps.*?</table>', page)[0]
        rows = self.rows(*words)
        stepped = [row for row in rows if row['step'] == '1']
        self.assertEqual(re.findall(r'</td><td>([0-9a-f]{7,})</td>', steps),
                         [row['label'] for row in sorted(
                             stepped, key=lambda row: (
                                 row['word'] != 'worse',
                                 -abs(float(row['change_percent']))))])
        self.assertEqual(page.count('<svg'), 2)
        self.assertEqual(len(re.findall('class="ring"', page)), len(stepped))
        for row in rows:
            self.assertIn(f'<code>{row["commit"]}</code>', page)
        self.assertIn('Simulated: 2 of 2 series', page)
        self.assertNotRegex(page, '(?i)<(link|img|iframe)|(src|href)="[^#]')
        self.history('--html', 'page.html')
        self.assertIn('<svg', (self.folder / 'page.html').read_text())
        self.assertIn('--html', self.run_here(
            'history', '--html', 'page.json', status=2))

    def test_a_rise_from_zero(self):
        """It is no percentage; the text says from what."""
        path, = self.folder.glob(
            f'tally-results/{self.commits[1]}/loop*.json')
        record = json.loads(path.read_text())
        for event in record['events']:
            if event['name'] == 'cycles':
                event['count'] = 0
                event['samples'] = [0] * len(event['samples'])
        path.write_text(json.dumps(record))
        row = self.rows('--job', 'loop*')[2]
        self.assertEqual((row['change_percent'], row['word'], row['step']),
                         ('', 'worse', '1'))
        self.assertRegex(self.history('--job', 'loop*'),
                         r'(?m)[\d,]+ +from 0 worse  <- step$')
        page = json.loads(self.history('--json', '--job', 'loop*'))
        point = page['history'][0]['points'][2]
        self.assertEqual((point['change_percent'], point['step']),
                         (None, True))

    def test_what_is_as_before_is_not_measured_again(self):
        self.assertEqual(
            [it.stdout.splitlines()[-1] for it in self.benches],
            [f'2 jobs: {now} measured now, {there} there, 0 failed'
             for now, there in ((2, '0 were'), (0, '2 were'), (1, '1 was'),
                                (1, '1 was'))])
        again = tally('bench', 'suite.yaml', cwd=self.made)
        self.assertIn('0 measured now, 2 were there', again.stdout)

    def test_versions_are_compared(self):
        said = self.run_here('diff', 'HEAD~2', 'HEAD~1')
        self.assertIn('2 jobs: 1 worse, 0 better, 1 alike', said)
        folders = [f'tally-results/{it}' for it in self.commits]
        self.assertEqual(self.run_here('diff', *folders[1:3]), said)
        self.assertEqual(self.run_here('diff', *self.commits[1:3]), said)
        self.assertEqual(self.run_here('diff', 'HEAD~2', folders[2]), said)
        self.run_here('diff', '--fail-if', 'cycles > 1%', 'HEAD~2', 'HEAD~1',
                      status=3)
        said = self.run_here('diff', 'HEAD~9', 'HEAD', status=1)
        for commit in self.commits:
            self.assertIn(commit, said)

    def test_annotations_and_summary(self):
        summary = self.folder / 'summary.md'
        summary.write_text('before\n')
        done = subprocess.run(
            [TALLY, 'diff', '--github', 'HEAD~2', 'HEAD~1'], cwd=self.folder,
            env={**os.environ, 'GITHUB_STEP_SUMMARY': str(summary)},
            capture_output=True, text=True, check=True)
        warning, verdict = done.stdout.splitlines()
        found = re.fullmatch(
            r'::warning title=loop@pb1176::cycles ([\d,]+), before ([\d,]+) '
            r'\(\+([\d.]+) %25\)', warning)
        self.assertTrue(found, warning)
        after, before = (int(found[i].replace(',', '')) for i in (1, 2))
        self.assertEqual(found[3], f'{(after - before) * 100 / before:.2f}')
        self.assertIn('1 worse', verdict)
        table = summary.read_text()
        self.assertTrue(table.startswith('before\n'))
        self.assertEqual(table.removeprefix('before\n'), self.run_here(
            'diff', '--markdown', 'HEAD~2', 'HEAD~1'))

    def test_changed_sources_are_another_version(self):
        (self.folder / 'note').write_text('changed')
        self.run_here('bench', 'suite.yaml')
        label = f'{self.commits[-1]}-changed'
        self.assertEqual(self.rows()[-1]['label'], label)
        self.assertEqual(self.rows()[-1]['changed'], '1')
        self.assertIn('0 worse, 0 better', self.run_here('diff', 'HEAD', label))
        self.run_here('bench', '--label', 'v2', 'suite.yaml')
        self.assertIn('2 alike', self.run_here('diff', 'v2', label))
        self.run_here('bench', '-o', 'elsewhere', '--label', 'v3', 'suite.yaml')
        record = json.loads(next(self.folder.glob('elsewhere/*.json')
                                 ).read_text())
        self.assertEqual(record['sources']['label'], 'v3')

    def test_comparisons_of_many_parse_a_record_once(self):
        """The second time an index has what is compared; without it all is
        parsed again, and the answer is the same."""
        for side, commit in zip('ab', (self.commits[0], self.commits[2])):
            path, = self.folder.glob(f'tally-results/{commit}/loop*.json')
            folder = self.folder / side
            folder.mkdir()
            for i in range(500):
                shutil.copy(path, folder / path.name.replace(
                    'loop@', f'loop{i}@'))
        first = self.run_here('diff', '--csv', 'a', 'b')
        self.assertEqual(len(first.splitlines()) % 500, 1)
        spoilt = []
        for path in self.folder.glob('a/*.json'):
            spoilt.append((path, path.read_bytes(), path.stat()))
            path.write_bytes(b'?' * path.stat().st_size)
            os.utime(path, ns=(0, spoilt[-1][2].st_mtime_ns))
        self.assertEqual(self.run_here('diff', '--csv', 'a', 'b'), first)
        index = self.folder / 'a' / pathlib.Path(INDEX).name
        index.unlink()
        self.run_here('diff', '--csv', 'a', 'b', status=1)
        for path, content, _ in spoilt:
            path.write_bytes(content)
        self.assertEqual(self.run_here('diff', '--csv', 'a', 'b'), first)
        whole = index.read_bytes()
        at = len(whole) // 2
        index.write_bytes(whole[:at] + bytes(3000) + whole[at + 3000:])
        self.assertEqual(self.run_here('diff', '--csv', 'a', 'b'), first)

    def test_the_index_is_a_cache(self):
        """Deleted, late, of other files or no index: the answer is the same."""
        before = self.history('cycles', 'cpi')
        self.index.unlink()
        self.assertEqual(self.history('cycles', 'cpi'), before)
        shutil.rmtree(self.folder / 'tally-results' / self.commits[1])
        fewer = self.history('cycles', 'cpi')
        self.assertEqual(len(before.splitlines()) - 4, len(fewer.splitlines()))
        shutil.copytree(self.made / 'tally-results' / self.commits[1],
                        self.folder / 'tally-results' / self.commits[1])
        self.assertEqual(self.history('cycles', 'cpi'), before)
        old = self.index.read_bytes()
        for path in self.folder.glob('tally-results/*/loop*.json'):
            path.write_text(path.read_text().replace('"label"', '"label" '))
        self.assertEqual(self.history('cycles', 'cpi'), before)
        self.index.write_bytes(old)
        self.assertEqual(self.history('cycles', 'cpi'), before)
        for bad in b'', b'x' * 5000, old[:5000], old[:4096] + bytes(9000):
            self.index.write_bytes(bad)
            self.assertEqual(self.history('cycles', 'cpi'), before)
        self.index.unlink()
        self.index.mkdir()
        self.assertEqual(self.history('cycles', 'cpi'), before)

    def test_a_damaged_index_is_made_anew(self):
        before = self.history('cycles', 'cpi')
        whole = self.index.read_bytes()
        rng = random.Random(seed())
        for _ in range(30):
            spoilt = bytearray(whole)
            for _ in range(rng.choice((1, 1, 8))):
                spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
            self.index.write_bytes(spoilt)
            self.assertEqual(self.history('cycles', 'cpi'), before)

    def test_a_good_index_stays(self):
        """Where it cannot be written, and where a record cannot be read."""
        before = self.history('cycles', 'cpi')
        good = self.index.stat()
        journal = self.index.with_name(self.index.name + '-journal')
        journal.mkdir()
        self.assertEqual(self.history('cycles', 'cpi'), before)
        journal.rmdir()
        path = next(self.folder.glob('tally-results/*/loop*.json'))
        whole = path.read_bytes()
        path.write_bytes(whole[:100])
        self.assertIn(path.name, self.run_here('history', status=1))
        self.assertEqual((self.index.stat().st_ino, self.index.stat().st_size),
                         (good.st_ino, good.st_size))
        path.write_bytes(whole)
        self.assertEqual(self.history('cycles', 'cpi'), before)
        self.assertEqual(self.index.stat().st_ino, good.st_ino)

    def test_killed_and_several_at_once(self):
        before = self.history()
        for wait in 0, 0.003, 0.006:
            self.index.unlink()
            with subprocess.Popen([TALLY, 'history'], cwd=self.folder,
                                  stdout=subprocess.DEVNULL) as p:
                time.sleep(wait)
                p.send_signal(signal.SIGKILL)
            self.assertEqual(self.history(), before)
        self.index.unlink()
        many = [subprocess.Popen([TALLY, 'history'], cwd=self.folder,
                                 stdout=subprocess.PIPE, text=True)
                for _ in range(4)]
        self.assertEqual([p.communicate()[0] for p in many], [before] * 4)

    def test_without_git(self):
        """Folders are versions then, in the order of their files."""
        shutil.rmtree(self.folder / '.git')
        for path in self.folder.glob('tally-results/*/*.json'):
            record = json.loads(path.read_text())
            del record['sources']
            path.write_text(json.dumps(record))
            os.utime(path, (self.commits.index(path.parent.name),) * 2)
        rows = [row for row in self.rows() if row['job'].startswith('loop')]
        self.assertEqual([row['label'] for row in rows], self.commits)
        self.assertEqual({row['commit'] for row in rows}, {''})
        self.run_here('diff', *self.commits[:2])
        there = self.folder / 'tally-results' / self.commits[0]
        there.rename(there.with_name('\x1b[2Jx\ny'))
        self.assertIn('  ?[2Jx?y ', self.history())
        self.run_here('bench', '--job', 'crc*', 'suite.yaml')
        self.assertTrue(list(self.folder.glob('tally-results/crc*.json')))


if __name__ == '__main__':
    unittest.main()
