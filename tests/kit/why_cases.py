# SPDX-License-Identifier: MIT
"""`tally why` on programs whose trouble is known: boards/firmware/demo/causes.c has a
function for each.  What each board is to find, by its monitor."""
import json
import pathlib

from tally_command import boards, tally

# The questions that have to be answered with yes, the first one as the
# headline's; those of monitors that cannot tell are not there.
STALLS = {
    'misses': ('data', 'dcache'), 'multiplies': ('data', None),
    'fetches': ('fetch', 'icache'), 'mispredicts': ('branch',), 'quiet': ()}
ARMV8 = {'misses': ('dcache',), 'fetches': ('icache',),
         'mispredicts': ('branch',), 'quiet': ()}
E500 = {'misses': ('issue', 'dcache'), 'multiplies': ('issue', None),
        'fetches': ('icache',), 'mispredicts': ('branch',), 'quiet': ()}
FOUND = {
    'arm1136': STALLS, 'arm1156': STALLS, 'arm1176': STALLS, 'pxa250': STALLS,
    'pmuv3/cortex-a53': ARMV8, 'pmuv3/cortex-a57': ARMV8,
    'pmuv3/cortex-a72': ARMV8,
    'cortex-a8': {'misses': ('dcache',), 'fetches': ('fetch', 'icache'),
                  'mispredicts': ('fetch', 'branch'), 'quiet': ()},
    'cortex-a9': {'misses': ('dcache',), 'fetches': ('icache',),
                  'mispredicts': ('branch',), 'quiet': ()},
    'arm926pxp-ahb': {'misses': ('armd', 'armd_wait'),
                      'fetches': ('armi', 'armi_wait'), 'quiet': ()},
    'e500v1': E500, 'e500v2': E500}


def why(*words):
    return tally('why', *words, timeout=120)


def program(firmware, board):
    """Boards may share their programs: those of virt-* are in virt."""
    for folder in board, board.split('-')[0]:
        path = pathlib.Path(firmware, folder, 'causes.elf')
        if path.exists():
            return path
    raise FileNotFoundError(f'causes.elf of {board}')


class Found:
    """Mixed into a TestCase: what each of its boards finds."""
    firmware = ''

    def boards(self):
        raise NotImplementedError

    def ask(self, board, region, *words):
        return why('-t', f'board:{board}', '--region', region,
                   '--quiet-program', *words, program(self.firmware, board))

    def check_one(self, board, region, expected):
        done = self.ask(board, region, '--json')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        document = json.loads(done.stdout)
        head = document['headline']
        yes = [row['question'] for row in document['answers']
               if row['answer'] == 'yes' and row['question'] != 'rest']
        if not expected:
            self.assertEqual((yes, head['kind']), ([], 'clear'))
            return
        self.assertEqual(head['main']['question'], expected[0])
        if len(expected) > 1:
            self.assertEqual(head['cause'] and head['cause']['question'],
                             expected[1])
        for one in filter(None, expected):
            self.assertIn(one, yes)
        for row in document['answers']:
            if row['answer']:
                self.assertEqual(row['answer'] == 'yes',
                                 row['value'] >= row['threshold'])
                self.assertTrue(row['source'])
            else:
                self.assertTrue(row['untold'])

    def test_each_is_found(self):
        for board in self.boards():
            monitor = boards()[board]['monitors'][0]
            self.assertIn(monitor, FOUND, 'tests/kit/why_cases.py: a row of '
                          'what tally why is to find')
            for region, expected in FOUND[monitor].items():
                with self.subTest(f'{board} {region}'):
                    self.check_one(board, region, expected)

    def test_text(self):
        for board in self.boards():
            with self.subTest(board):
                done = self.ask(board, 'misses')
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                lines = done.stdout.splitlines()
                self.assertLessEqual(max(map(len, lines)), 80)
                head = json.loads(self.ask(board, 'misses', '--json').stdout)
                told = ' '.join(done.stdout.split(f'causes.elf on board:'
                                                  f'{board}')[0].split())
                self.assertEqual(told, head['headline']['text'])
                for row in head['answers']:
                    self.assertIn(f' {row["metric"]} ', done.stdout)

    def test_no_line_is_wider_than_a_screen(self):
        """Of stat, whatever is asked for, and with the notes."""
        for board in self.boards():
            path = program(self.firmware, board)
            for words in ([], ['--notes'], ['-e', 'all'],
                          ['-r', '3', '--jitter', '7', '--truth']):
                with self.subTest(f'{board} {words}'):
                    done = tally('stat', '-t', f'board:{board}', '--region',
                                 'quiet', '--quiet-program', *words, path)
                    wide = [line for line in done.stdout.splitlines()
                            if len(line) > 80]
                    self.assertEqual(wide, [])
                    self.assertTrue(done.stdout)
