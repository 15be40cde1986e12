# SPDX-License-Identifier: MIT
"""What each check may take of the processor: tools/allotments.py, check.py."""
import contextlib
import io
import subprocess
import unittest
import unittest.mock

# This comes first: it makes those of tools/ be found.
from project_tools import ROOT, Folder
import allotments  # noqa: E402
import builds  # noqa: E402
import check  # noqa: E402
import checks  # noqa: E402

ROWS = {'one': 100, 'build two': 200}


class Judge(unittest.TestCase):
    def judge(self, spent, slow=1.0):
        with unittest.mock.patch.multiple(allotments, ALLOTMENTS=ROWS, SUM=400,
                                          OTHERS=25):
            return allotments.judge(spent, slow)

    def over(self, spent, slow=1.0):
        return self.judge(spent, slow)[1]

    def test_up_to_half_more_is_no_failure(self):
        self.assertEqual(self.over({'one': 149, 'build two': 240}), [])
        self.assertEqual(self.over({'other': 37}), [])

    def test_more_than_half_more_is_told_by_name(self):
        (said,) = self.over({'one': 151, 'build two': 200})
        self.assertIn('one took 151 s of CPU, and 100 are allotted', said)
        (said,) = self.over({'one': 1, 'build two': 301})
        self.assertIn('build two took 301 s', said)
        (said,) = self.over({'other': 38})
        self.assertIn('other took 38 s of CPU, and 25', said)

    def test_the_sum(self):
        (said,) = self.over({'one': 140, 'build two': 261})
        self.assertIn('all took 7 minutes of CPU, and 7 are allotted', said)

    def test_a_slower_machine_has_more(self):
        spent = {'one': 290, 'build two': 500}
        self.assertEqual(len(self.over(spent)), 3)
        self.assertEqual(self.over(spent, 2.0), [])

    def test_table(self):
        text, _ = self.judge({'one': 20, 'build two': 30.5, 'other': 1}, 2.0)
        self.assertEqual([line.split()[-3:] for line in text.splitlines()[1:]],
                         [['two', '30.5', '400'], ['one', '20.0', '200'],
                          ['other', '1.0', '50'], ['all', '51.5', '800']])


class Rows(unittest.TestCase):
    def test_each_is_of_a_check_or_a_build_folder(self):
        there = set(checks.table()) | {f'build {name}' for name in
                                       builds.CONFIGURATIONS}
        self.assertLessEqual(set(allotments.ALLOTMENTS), there)

    def test_a_machine_is_never_too_fast(self):
        for seconds, slow in ((allotments.WORK_SECONDS / 2, 1),
                              (allotments.WORK_SECONDS * 3, 3)):
            def command(*_, seconds=seconds):
                builds.here.account.cpu += seconds
            with unittest.mock.patch.object(builds, 'command', command):
                self.assertEqual(allotments.slowness(), slow)


class Whole(Folder):
    """./test --all with made-up checks."""

    left = set()

    def run_checks(self, cpu, made, *words):
        def spend():
            builds.here.account.cpu += cpu
            builds.made['gcc'] += made
            return checks.Outcome(passed=3)

        said = io.StringIO()
        with unittest.mock.patch.multiple(
                allotments, ALLOTMENTS={'one': 100, 'build gcc': 200},
                slowness=lambda: 1), \
                unittest.mock.patch.multiple(builds, BUILD=self.root,
                                             made=builds.collections.Counter()), \
                unittest.mock.patch.object(check, 'strangers', unittest.mock.Mock(
                    side_effect=[{'mine'}, {'mine'} | self.left])), \
                unittest.mock.patch.object(
                    checks, 'table',
                    lambda: {'one': checks.Check('made up', spend)}), \
                contextlib.redirect_stdout(said):
            status = check.main([*words])
        return status, said.getvalue()

    def test_within(self):
        status, said = self.run_checks(90, 190, '--all')
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r'\none +90\.0 +100\n')
        self.assertRegex(said, r'\nbuild gcc +190\.0 +200\n')
        self.assertIn('4.7 CPU minutes\n3 passed, 0 failed\n', said)

    def test_a_check_too_dear(self):
        status, said = self.run_checks(160, 190, '--all')
        self.assertEqual(status, 1)
        self.assertIn('\none took 160 s of CPU', said)
        self.assertTrue(said.endswith('3 passed, 1 failed\n'), said)

    def test_a_build_too_dear(self):
        status, said = self.run_checks(90, 310, '--all')
        self.assertEqual(status, 1)
        self.assertIn('\nbuild gcc took 310 s of CPU', said)

    def test_what_is_left_in_the_tree(self):
        self.left = {'doc/x.svg'}
        status, said = self.run_checks(90, 190, '--all')
        self.assertEqual(status, 1)
        self.assertIn('\ndoc/x.svg was left in the tree', said)
        self.assertNotIn('mine', said)

    def test_a_stranger_is_seen(self):
        self.assertEqual(check.strangers(self.root), set())  # not by git
        subprocess.run(['git', 'init', '-q', self.root], check=True)
        self.write('build/x.o', '')
        self.write('tools/__pycache__/x.pyc', '')
        self.assertEqual(check.strangers(self.root), set())
        self.write('doc/x.svg', '')
        self.assertEqual(check.strangers(self.root), {'doc/x.svg'})

    def test_only_all_is_judged(self):
        for words in ((), ('one',), ('--all', 'one')):
            status, said = self.run_checks(160, 310, *words)
            self.assertEqual(status, 0, said)
            self.assertNotIn('allotted', said)


if __name__ == '__main__':
    unittest.main()
