# SPDX-License-Identifier: MIT
"""usage: tap.py test_truth_named.py TALLY=COMMAND FIRMWARE=FOLDER

Every board and every monitor that the command lists is named by a test that
knows its counts beforehand: a new one fails here until it is."""
import json
import re
import unittest

import truth_bench
from tally_command import ROOT, by_lists, printed

TALLY = FIRMWARE = ''

# Where counts of a monitor are known that is no board's first one, if not in its
# own test, tests/monitors/test_WORD.c.
MEASURED = {
    'i80200': 'tests/core/plain_target.c',
    'xscale2': 'tests/core/plain_target.c',
    'l210': 'tests/monitors/test_l2cc.c',
    'l210-trm': 'tests/monitors/test_l2cc.c',
    'l210-six': 'tests/monitors/test_l2cc.c',
    'l220': 'tests/monitors/test_l2cc.c',
    'mpc8540': 'tests/cli/test_stat_powerquicc.py',
    'mpc8548': 'tests/cli/test_stat_powerquicc.py',
    'pmuv3': 'tests/monitors/test_pmuv3_session.c',
    'pmuv3/cortex-a76': 'tests/outside/test_qemu_pmuv3.py',
    'pmuv3/neoverse-n1': 'tests/outside/test_qemu_pmuv3.py',
}
# No machine has these: no board here, no core of QEMU.  They differ from the
# others of PMUv3 by their events, which are typed a second time in this file.
TYPED_TWICE = dict.fromkeys(
    ('pmuv3/cortex-a55', 'pmuv3/neoverse-n2', 'pmuv3/neoverse-v1'),
    'tests/documents/pmuv3.txt')
# Of these Arm's lists are the only source, which those files have.
TYPED_TWICE |= by_lists()


def names(path, name):
    """Does the file name it, as the command does or as C does?"""
    word = re.escape(name.split('/')[-1])
    words = f'{word}|tally_{word.replace("-", "_")}'
    text = (ROOT / path).read_text(encoding='utf-8')
    return re.search(rf'(?<![\w-])({words})(?![\w-])', text) is not None


class Named(unittest.TestCase):
    def check_files(self, rows, there):
        for name, path in rows.items():
            with self.subTest(name):
                self.assertIn(name, there)
                self.assertTrue(names(path, name), f'not in {path}')

    def boards(self):
        """Name to monitors."""
        return {row['name']: row['monitors'] for row in json.loads(
            printed('list', 'boards', '--json'))['boards']}

    def test_boards(self):
        boards = self.boards()
        known = {**truth_bench.BOARDS, **truth_bench.ELSEWHERE}
        self.assertEqual(
            sorted(known), sorted(boards), 'tests/truth/truth_bench.py: a row '
            'of BOARDS for each board, or of ELSEWHERE with the test that '
            'knows its counts')
        for name, path in truth_bench.ELSEWHERE.items():
            with self.subTest(name):  # or its family, all of which it asks for
                self.assertTrue(names(path, name) or
                                names(path, name.split('-')[0]),
                                f'not in {path}')
        for name, row in truth_bench.BOARDS.items():
            self.assertEqual(row.monitor, boards[name][0])

    def test_monitors(self):
        first = {monitors[0] for monitors in self.boards().values()}
        there = {row['monitor'] for row in json.loads(
            printed('list', 'monitors', '--json'))['monitors']}
        rows = {**MEASURED, **TYPED_TWICE}
        self.check_files(rows, there - first)
        for name in there - first - set(rows):
            word = re.sub(r'[^a-z0-9]', '_', name)
            path = ROOT / f'tests/monitors/test_{word}.c'
            with self.subTest(name):
                self.assertTrue(path.is_file(), 'no test knows its counts: '
                                f'neither {path.name} nor a row here, nor a '
                                'file tests/documents/*_arm.txt that names it')
                self.check_files({name: f'tests/monitors/{path.name}'}, {name})
