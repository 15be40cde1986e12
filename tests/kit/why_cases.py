# SPDX-License-Identifier: MIT
"""`tally why` on programs whose trouble is known: boards/firmware/demo/causes.c has a
function for each.  What each board is to find: by its ledger, and by its monitor."""
import json
import pathlib
import re

from tally_command import boards, tally

CAUSE = 0xFFFD  # the code of rows that are causes of cycles, and no events
BRANCH_COST = 4  # [DAI0195B 4]
# The cause that each program is made for; of "quiet" it is the first.
MADE_FOR = {'misses': 'data, memory', 'multiplies': 'multiply',
            'fetches': 'fetch, memory', 'mispredicts': 'br conditional',
            'quiet': 'issue'}
# Their cores' multiplications of 32 bits take a cycle.
NO_PRODUCTS = ('virt-a53', 'virt-a57', 'virt-a72')

# The questions that the monitor has to answer with yes; those of monitors that
# cannot tell are not there.
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
                  'mispredicts': ('fetch', 'branch'),
                  # Of each turn's six cycles one is the branch's (chosen).
                  'quiet': ('fetch',)},
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

    def check_causes(self, document, made_for):
        """Each cycle once, and the first sentence has the largest cause, and
        that which the program is made for."""
        head, stack = document['headline'], document['simulated_causes']
        rows = stack['rows']
        self.assertEqual(sum(row['cycles'] for row in rows), stack['cycles'])
        self.assertEqual([row['cycles'] for row in rows],
                         sorted((r['cycles'] for r in rows), reverse=True))
        self.assertEqual((head['kind'], head['simulated_cause']),
                         ('cause', rows[0]['cause']))
        self.assertIn(f'% of cycles {rows[0]["found"]}', head['text'])
        told = re.search(r'\(simulated causes?: ([^)]*)\)', head['text'])[1]
        self.assertEqual(told.split('; ')[0], rows[0]['cause'])
        if made_for:
            self.assertIn(made_for, told.split('; '))
        self.assertNotIn('have another cause', {r['found'] for r in rows})
        for question in ('main', 'cause', 'cycles_each', 'cycles_at_most'):
            self.assertIsNone(head[question])

    def check_ledger(self, board, region, document):
        """The ledger's own rows, read around each window."""
        done = tally('stat', '-t', f'board:{board}', '--region', region,
                     '--quiet-program', '--truth', '--json',
                     program(self.firmware, board), timeout=120)
        truth = json.loads(done.stdout)
        self.assertEqual(
            {'cause: ' + row['cause']: row['cycles']
             for row in document['simulated_causes']['rows']},
            {row['name']: row['count'] for row in truth['truth']
             if row['code'] == CAUSE})
        self.assertEqual(truth['headline'], document['headline'])
        if 'br_mispredict' in [row['event'] for row in truth['truth']]:
            self.check_least(truth['truth'])

    def check_least(self, rows):
        """What ARM11's sentence calls the least goes into branches."""
        wrong = sum(row['count'] for row in rows
                    if row['event'] == 'br_mispredict')
        self.assertLessEqual(BRANCH_COST * wrong, sum(
            row['count'] for row in rows
            if row['name'].startswith('cause: br ')))

    def check_one(self, board, region, expected):
        done = self.ask(board, region, '--no-trial', '--json')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        document = json.loads(done.stdout)
        made_for = MADE_FOR[region]
        if made_for == 'multiply' and board in NO_PRODUCTS:
            made_for = None
        self.check_causes(document, made_for)
        if region in ('misses', 'mispredicts'):
            self.check_ledger(board, region, document)
        yes = [row['question'] for row in document['answers']
               if row['answer'] == 'yes' and row['question'] != 'rest']
        if not expected:
            self.assertEqual(yes, [])
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
                self.assertLessEqual(len(lines), 24, done.stdout)
                head = json.loads(self.ask(board, 'misses', '--no-trial',
                                           '--json').stdout)
                told = ' '.join(done.stdout.split(f'causes.elf on board:'
                                                  f'{board}')[0].split())
                self.assertEqual(told, head['headline']['text'])
                demo = program(self.firmware, board).with_name(
                    'matmul_naive.elf')
                whole = why('-t', f'board:{board}', '--quiet-program', demo)
                self.assertLessEqual(len(whole.stdout.splitlines()), 24)
                done = self.ask(board, 'misses', '--no-trial', '--all')
                self.assertLessEqual(max(map(len, done.stdout.splitlines())),
                                     80)
                for row in head['answers']:
                    self.assertIn(f' {row["metric"]} ', done.stdout)
