# SPDX-License-Identifier: MIT
"""`tally stat` on the PowerQUICC III boards, core and device in one window:
driver and board were transcribed apart from each other, so what the registers
give must be the board's own count to the unit, whichever word of PMC0 is low;
and the counts agree with the capture and with each other."""
import csv
import io
import json
import os
import pathlib
import struct
import tempfile
import unittest

import capture
from tally_command import tally

TALLY = ''
FIRMWARE = ''
TRAFFIC = pathlib.Path(__file__).resolve().parents[2] / 'examples' \
    / 'traffic.pcap'
STATION = '00:04:9f:00:00:01'
BOARDS = {'mpc8540ads': ('e500v1', 'mpc8540', 666e6, 2),
          'mpc8548cds': ('e500v2', 'mpc8548', 1333e6, 2.5)}
METRICS = {'mpc8540ads': 'ipp,pps,ipc,l2_core_miss_rate,l2_noncore_miss_rate,'
                         'ddr_page_miss_rate,ddr_page_hit_ratio',
           'mpc8548cds': 'ipc,l2_core_miss_rate'}
# No counter counts these by itself: wraps of the counters.
NO_FRAMES = {'TSEC2_' + name for name in (
    'ACCEPTED', 'DROPPED', 'REJECTED', 'RXBD_READ_LAT', 'RXBD_WRITE_LAT',
    'RX_PROC_LAT', 'RX_INT', 'RXBD_READS', 'RXBD_WRITES', 'ACC_IND_HASH',
    'ACC_GRP_HASH')}
ALONE = {*(f'PMC{n} wraps' for n in range(4)),
         *(f'PMC{n}_CARRY_OUT' for n in range(9))}


def program(board, name='packets'):
    return os.path.join(FIRMWARE, board, name + '.elf')


class Case(unittest.TestCase):
    def good(self, *words):
        done = tally(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def stat(self, board, *words):
        return self.good('stat', '-t', 'board:' + board, '--pcap', TRAFFIC,
                         '--quiet-program', *words, program(board))

    def kept(self, folder, name, *words):
        path = os.path.join(folder, name)
        self.stat('mpc8540ads', '-e', 'cycles', '-o', path, *words)
        return path

    def json(self, board, *words):
        return json.loads(self.stat(board, '--json', *words))

    def quiet(self, board, name, *words):
        """Trusted or not: a program may write to the monitors, and what is
        named need not be modelled."""
        done = tally('stat', '-t', 'board:' + board, '--pcap', TRAFFIC,
                     '--json', '--quiet-program', *words,
                     program(board, name))
        document = json.loads(done.stdout)
        self.assertEqual(done.returncode, 0 if document['trusted'] else 1,
                         done.stderr)
        return document

    def counts(self, document):
        return {row['name']: row['count'] for row in document['events']}

    def values(self, document):
        return {row['name']: row['value'] for row in document['metrics']}


class Thresholds(Case):
    NAME = 'DLFB_LOAD_MISS_CYCLES:threshold='

    def test_what_lasts_longer(self):
        """Fewer with each, none past the longest; 0 is told, and the truth."""
        it = self.json('mpc8540ads', '--truth', '-e', ','.join(
            (self.NAME[:-11], self.NAME + '20', self.NAME + '8064')))
        n = self.counts(it)
        self.assertGreater(n[self.NAME + '0'], n[self.NAME + '20'])
        self.assertGreater(n[self.NAME + '20'], 0)
        self.assertEqual(n[self.NAME + '8064'], 0)
        self.assertEqual([row['measured'] for row in it['truth']
                          if row['name'].startswith('load missed for longer')],
                         ['equal'])


class PlatformClock(Case):
    """CCB_CYCLES where FAC stops PMC0 with the others, and where it counts on,
    as AN3636 says both: the board's own count, of any kind of window."""
    WINDOWS = {
        'whole': ('-e', 'CCB_CYCLES'),
        'region': ('--region', 'collect', '-e', 'CCB_CYCLES'),
        'ledger': ('--region', 'collect', '-e', 'CCB_CYCLES', '--truth'),
        'regions': ('--region', 'main', '--region', 'collect', '-e',
                    'CCB_CYCLES'),
        'self': ('--region', 'main', '--region', 'collect', '--self', '-e',
                 'CCB_CYCLES'),
        'intervals': ('--region', 'collect', '-I', '20us', '-e',
                      'CCB_CYCLES,L2_CORE_D_HIT'),
        'passes': ('--region', 'collect', '-e', 'all'),
    }

    def ccb(self, board, *words):
        it = self.json(board, '-m', BOARDS[board][1], *words)
        regions = it.get('regions') or [it]
        for row in it.get('truth') or []:
            self.assertIn(row['measured'] or 'equal',
                          ('equal', 'not measured'), row)
        return it, [row['count'] for region in regions
                    for row in region['events']
                    if row['name'] == 'CCB_CYCLES']

    def test_either_reading(self):
        for board in BOARDS:
            for name, words in self.WINDOWS.items():
                with self.subTest((board, name)):
                    _, first = self.ccb(board, *words)
                    self.assertTrue(all(first) and first)
                    for more in (), ('--pmc0-upper-first',):
                        it, count = self.ccb(board, '--pmc0-runs-on', *more,
                                             *words)
                        self.assertEqual(count, first)

    def test_the_region_of_a_loop(self):
        """Of the findings' program, and of it alone."""
        for words in (), ('--pmc0-runs-on',):
            done = self.good('stat', '-t', 'board:mpc8540ads', '-m', 'mpc8540',
                             '--region', 'crc32', '-e', 'CCB_CYCLES', '--json',
                             '--truth', '--quiet-program', *words,
                             program('mpc8540ads', 'crc32'))
            it = json.loads(done)
            self.assertEqual([row['count'] for row in it['events']],
                             [1589595])
            self.assertEqual([row['measured'] for row in it['truth']
                              if row['event'] == 'CCB_CYCLES'], ['equal'])


class Metrics(Case):
    def check(self, board, *words):
        core, device, hz, ratio = BOARDS[board]
        it = self.json(board, '-M', METRICS[board] + ',clock_ratio_measured',
                       *words)
        self.assertEqual(it['monitors'], [core, device])
        self.assertEqual(it['window']['order'], [device, core])
        self.assertTrue(it['trusted'])
        n, value = self.counts(it), self.values(it)
        self.assertAlmostEqual(
            value['ipc'], n['INSTR_COMPLETED'] / n['PROCESSOR_CYCLES'], 9)
        # PMC0 counts whole clocks, and the window opens anywhere in one.
        self.assertLess(abs(n['CCB_CYCLES'] - n['PROCESSOR_CYCLES'] / ratio),
                        1)
        self.assertAlmostEqual(value['clock_ratio_measured'], ratio, 3)
        misses = n['L2_CORE_I_MISS'] + n['L2_CORE_D_MISS']
        hits = n['L2_CORE_I_HIT'] + n['L2_CORE_D_HIT']
        self.assertAlmostEqual(value['l2_core_miss_rate'],
                               100 * misses / (misses + hits))
        for name in ('l2_core_miss_rate', 'l2_noncore_miss_rate',
                     'ddr_page_miss_rate'):
            self.assertTrue(0 < value.get(name, 1) < 100, name)
        self.assertTrue(0 < value['ipc'] < 3)
        if board == 'mpc8540ads':
            frames = len(capture.accepted(TRAFFIC, STATION))
            self.assertEqual(n['TSEC1_ACCEPTED'], frames)
            self.assertAlmostEqual(value['ipp'],
                                   n['INSTR_COMPLETED'] / frames)
            self.assertAlmostEqual(value['pps'],
                                   frames / (n['PROCESSOR_CYCLES'] / hz))
            misses, hits = n['L2_NC_READ_MISS'], n['L2_NC_READ_HIT']
            self.assertAlmostEqual(value['l2_noncore_miss_rate'],
                                   100 * misses / (misses + hits))
            misses = n['DDR_PIPE_RW_MISS'] + n['DDR_NONPIPE_RW_MISS']
            hits = n['DDR_PIPE_RW_HIT'] + n['DDR_NONPIPE_RW_HIT']
            self.assertAlmostEqual(value['ddr_page_miss_rate'],
                                   100 * misses / (misses + hits))
            self.assertAlmostEqual(value['ddr_page_hit_ratio'],
                                   100 * hits / (misses + hits))
        return n

    def test_both_in_one_window(self):
        """Without -m: what is asked for is on both."""
        for board in BOARDS:
            with self.subTest(board):
                first = self.check(board)
                self.assertEqual(self.check(board, '--pmc0-upper-first'),
                                 first)
                self.assertEqual(self.check(board, '--pmc0-runs-on'), first)
                self.assertEqual(self.check(board, '--no-calibrate'), first)

    def test_a_region(self):
        for board in BOARDS:
            for words in (('--region', 'main'), ('-r', '2', '--strict')):
                with self.subTest((board, words)):
                    self.check(board, *words)

    def test_each_metric_in_one_pass(self):
        for board, metrics in METRICS.items():
            it = self.json(board, '-M', metrics)
            for want in it['plan']['wants']:
                self.assertFalse(want.get('split'), want)
            for row in it['metrics']:
                self.assertEqual(row['doubts'], ['simulated'])

    def test_not_established(self):
        """The MPC8548 offers core and L2; the rest by its event's name."""
        for metric, event in (
                ('ipp', 'TSEC1_ACCEPTED'), ('pps', 'TSEC1_ACCEPTED'),
                ('ddr_page_miss_rate', 'DDR_PIPE_RW_MISS'),
                ('ddr_page_hit_ratio', 'DDR_PIPE_RW_HIT'),
                ('drop_ratio', 'TSEC1_DROPPED'),
                ('lbc_sdram_read_share', 'LBC_SDRAM_READ_CYCLES')):
            for words in (), ('-m', 'e500v2,mpc8548'), ('-m', 'mpc8548'):
                done = tally('stat', '-t', 'board:mpc8548cds', *words, '-M',
                             'ipc,' + metric if not words else metric,
                             program('mpc8548cds'))
                with self.subTest((metric, words)):
                    self.assertEqual((done.returncode, done.stdout), (2, ''))
                    self.assertIn('no source at hand says which event', done.stderr)
                    self.assertIn(event, done.stderr)
                    self.assertEqual(done.stderr.count('\n'), 1)


class Ratio(Case):
    """The board knows the ratio of its clocks; formulas take it from there."""

    def ratio(self, *words):
        it = self.json('mpc8540ads', '-m', 'mpc8540,e500v1', '-M',
                       'core_cycles', *words)
        return it['metrics'][0]['value'] / self.counts(it)['CCB_CYCLES']

    def test_of_the_board(self):
        self.assertEqual(self.ratio(), 2)
        self.assertEqual(self.ratio('--platform-ratio', '7:2'), 3.5)

    def test_measured(self):
        """By both clocks, whichever word of the device's is low."""
        for words in ((), ('--pmc0-upper-first',), ('--pmc0-runs-on',)):
            it = self.json('mpc8540ads', '-M', 'clock_ratio_measured',
                           '--platform-ratio', '7:2', *words)
            n, value = self.counts(it), self.values(it)
            with self.subTest(words):
                self.assertEqual(n['CCB_CYCLES'],
                                 n['PROCESSOR_CYCLES'] * 2 // 7)
                self.assertAlmostEqual(value['clock_ratio_measured'], 3.5, 4)

    def test_given(self):
        self.assertEqual(self.ratio('--clock-ratio', '3'), 3)
        self.assertEqual(self.ratio('--platform-ratio', '4:1',
                                    '--clock-ratio', '5:2'), 2.5)


class Table1(Case):
    """AN3636's table 1 at once, and what each number can be at all."""
    BOUNDS = {'e500v1:core_cycles': (1, 1e9), 'e500v1:seconds': (0, 1),
              'ipc': (0, 3), 'branch_miss_ratio': (0, 100),
              'branches_pki': (0, 1000), 'icache_miss_rate': (0, 100),
              'dcache_miss_rate': (0, 100), 'l2_core_miss_rate': (0, 100),
              'l2_noncore_miss_rate': (0, 100),
              'ddr_page_miss_rate': (0, 100), 'ipp': (100, 1e6),
              'pps': (0, 1488096)} # frames of 64 bytes at 1 Gbit/s

    def test_bounds(self):
        it = self.json('mpc8540ads', '-m', 'e500v1,mpc8540', '-g',
                       'an3636,packets', '--region', 'forward_all')
        # four core counters; 41, 9, 10 with the anchors need one alone
        self.assertEqual(it['plan']['passes'], 3)
        value = self.values(it)
        self.assertEqual(set(value), set(self.BOUNDS))
        for name, (least, most) in self.BOUNDS.items():
            with self.subTest(name):
                self.assertLess(least, value[name])
                self.assertLess(value[name], most)

    def test_kiviat(self):
        """The eight of AN3636 p. 13, or why one is no number."""
        it = self.json('mpc8540ads', '-m', 'e500v1,mpc8540', '-g', 'kiviat',
                       '--region', 'forward_all')
        value = self.values(it)
        self.assertEqual(set(value), {
            'cpu_efficiency', 'ddr_beats_per_clock', 'dcache_hit_ratio',
            'branch_miss_ratio', 'ddr_page_hit_ratio', 'lbc_sdram_read_share',
            'pps_platform', 'l2_noncore_miss_rate'})
        self.assertEqual([name for name in value if value[name] is None],
                         ['lbc_sdram_read_share']) # no SDRAM there

    def test_never_0(self):
        """Not modelled, or not known to the board at all: no number."""
        for board, monitor, events in (
                ('mpc8548cds', 'mpc8548', 'SE:Ref:36,SE:C9:31,DDR_READ'),
                ('mpc8540ads', 'mpc8540', 'SE:C8:63,LBC_SDRAM_READ_CYCLES'),
                ('mpc8548cds', 'e500v2', 'CE:Ref:0,CE:Com:100,CE:Com:18')):
            it = self.quiet(board, 'packets', '-m', monitor, '-e', events)
            self.assertFalse(it['trusted'])
            rows = [row for row in it['events'] if row['asked']]
            self.assertEqual(len(rows), events.count(',') + 1)
            for row in rows:
                self.assertIsNone(row['count'], row)
                self.assertTrue(row['why'])


class Truth(Case):
    def check(self, board, name, *words):
        """Every event of both monitors, in as many passes as it takes."""
        it = self.quiet(board, name, '-m', ','.join(BOARDS[board][:2]), '-e',
                        'all', '--truth', *words)
        self.assertGreater(it['plan']['passes'], 10)
        event = {(row['monitor'], row['code']): row for row in it['events']}
        for row in it['truth']:
            if row['name'].startswith('cause: '):
                continue
            found = event.pop((row['monitor'], row['code']), None)
            with self.subTest((board, row['monitor'], row['name'])):
                if row['class'] != 'not modelled':
                    self.assertEqual(row['measured'], 'not measured'
                                     if row['name'] in ALONE else 'equal')
                elif found:
                    self.assertIsNone(found['count'])
                    self.assertIn('does not model', found['why'])
        self.assertEqual(event, {})  # none that the board has not heard of
        return it

    def test_part_of_the_program(self):
        for board in BOARDS:
            it = self.check(board, 'packets', '--region', 'handle_frame',
                            '--pmc0-upper-first')
            self.assertEqual(it['region']['entered'],
                             len(capture.accepted(TRAFFIC, STATION)))

    def test_every_event(self):
        """Equal is not enough where both are 0: between them the two programs
        make everything happen but that TSEC2 receives, which gets no frame."""
        for board in BOARDS:
            least = set()
            for name in 'packets', 'test_events':
                it = self.check(board, name, '--inject', 'pm_event=3/10')
                least.update(row['name'] for row in it['truth']
                             if row['count'] or row['class'] == 'not modelled')
            never = {row['name'] for row in it['truth']
                     if not row['name'].startswith('cause: ')} - least
            self.assertEqual(never - ALONE - NO_FRAMES, set())

    def test_time_base(self):
        """A tick is 8 clocks of the platform, so 20 cycles here; TB[63] rises
        with every other one, from the first on."""
        n = self.counts(self.json('mpc8548cds', '-e',
                                  'TBL_BIT_TRANSITIONS,PROCESSOR_CYCLES'))
        ticks = n['PROCESSOR_CYCLES'] // 20
        self.assertEqual(n['TBL_BIT_TRANSITIONS'], (ticks + 1) // 2)


class CrossChecks(Case):
    """Between counters of one board, through the registers."""

    def test_frames(self):
        n = self.counts(self.json('mpc8540ads', '-m', 'mpc8540', '-e',
                                  'SE:Ref:36,TSEC1_REJECTED,TSEC1_DROPPED'))
        let_in = len(capture.accepted(TRAFFIC, STATION))
        self.assertEqual(n['TSEC1_ACCEPTED'], let_in)
        self.assertEqual(n['TSEC1_REJECTED'],
                         len(capture.frames(TRAFFIC)) - let_in)
        self.assertEqual(n['TSEC1_DROPPED'], 0)

    def test_l2_accesses_are_l1_misses(self):
        for board, (core, device, _, _) in BOARDS.items():
            n = self.counts(self.json(
                board, '-m', f'{core},{device}', '-e',
                'CE:Com:41,CE:Com:60,SE:Ref:22,SE:Ref:23,SE:C2:59,SE:C4:57'))
            with self.subTest(board):
                self.assertGreater(n['L2_CORE_D_HIT'], 0)
                self.assertEqual(n['L2_CORE_D_HIT'] + n['L2_CORE_D_MISS'],
                                 n['DL1_RELOADS'])
                self.assertEqual(n['L2_CORE_I_HIT'] + n['L2_CORE_I_MISS'],
                                 n['IL1_RELOADS'])

    def test_pages_of_memory(self):
        """Each access of the core or of TSEC1 finds its page open or not."""
        n = self.counts(self.json(
            'mpc8540ads', '-m', 'mpc8540', '-e',
            '{SE:C2:0,SE:C4:0,SE:C6:0,SE:C8:0},DDR_CORE_RW,DDR_TSEC1_RW'))
        self.assertEqual(
            n['DDR_PIPE_RW_MISS'] + n['DDR_NONPIPE_RW_MISS']
            + n['DDR_PIPE_RW_HIT'] + n['DDR_NONPIPE_RW_HIT'],
            n['DDR_CORE_RW'] + n['DDR_TSEC1_RW'])

    def test_pairs(self):
        """Two counters chained to 64 bits count as one does."""
        for board, pairs in (('mpc8540ads', 'e500v1:INSTR_COMPLETED:w,'
                              'mpc8540:L2_ALLOC:w'),
                             ('mpc8548cds', 'e500v2:INSTR_COMPLETED:w')):
            core, device = BOARDS[board][:2]
            wide = self.counts(self.json(board, '-m', f'{core},{device}',
                                         '-e', pairs))
            narrow = self.counts(self.json(
                board, '-m', f'{core},{device}', '-e',
                pairs.replace(':w', '')))
            for name, count in narrow.items():
                self.assertIn(count, [wide.get(name), wide.get(name + ':w')])


class Frames(Case):
    """A number that counts no frame says how many there were."""

    def test_what_arrived_and_what_passed(self):
        for board in BOARDS:
            it = self.json(board, '-M', 'ipc')
            self.assertEqual(it['capture']['arrived'],
                             len(capture.frames(TRAFFIC)))
            self.assertEqual(it['capture']['passed'],
                             len(capture.accepted(TRAFFIC, STATION)))

    def test_none_passes(self):
        frame = bytes.fromhex('02aabbccddee') + bytes(54)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'foreign.pcap')
            with open(path, 'wb') as file:
                file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0,
                                       65535, 1))
                for i in range(5):
                    file.write(struct.pack('<IIII', 0, i, len(frame),
                                           len(frame)) + frame)
            done = tally('stat', '-t', 'board:mpc8540ads', '--pcap', path,
                         '-M', 'ipp', program('mpc8540ads'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('5 frames of the capture arrived, 0 passed the address '
                      'filter', done.stdout)
        self.assertIn('ipp', done.stderr)


class Compared(Case):
    """By `tally diff`, what the records tell of the machine."""

    def test_values_are_compared_not_spellings(self):
        with tempfile.TemporaryDirectory() as folder:
            one = self.kept(folder, 'one.json', '--pcap-speed', '1')
            other = self.kept(folder, 'other.json', '--pcap-sp', '1.0')
            fast = self.kept(folder, 'fast.json', '--pcap-speed=2.5')
            old = os.path.join(folder, 'old.json')
            document = json.loads(pathlib.Path(other).read_text())
            self.assertEqual(document['board'].pop('pcap_speed'), '1')
            pathlib.Path(old).write_text(json.dumps(document))
            for before, after in (one, other), (one, old), (old, other):
                self.good('diff', before, after)
            for before in one, other, old:
                done = tally('diff', before, fast)
                self.assertEqual(done.returncode, 1)
                self.assertIn('not comparable: options: --pcap-speed=1 '
                              'against --pcap-speed=2.5', done.stderr)


class Forms(Case):
    def test_text_and_csv(self):
        for board, (core, device, _, _) in BOARDS.items():
            text = self.stat(board, '-M', METRICS[board])
            self.assertIn(f'on board:{board}, {core} and {device}, simulated',
                          text)
            self.assertIn(f'one window: {device}, then {core}; skew 0 cycles',
                          text)
            rows = list(csv.DictReader(io.StringIO(self.stat(
                board, '-M', METRICS[board], '--csv'))))
            it = self.json(board, '-M', METRICS[board])
            found = {row['name']: float(row['value']) for row in rows
                     if row['kind'] == 'metric'}
            want = self.values(it)
            self.assertEqual(set(found), set(want))
            for name, value in want.items():
                self.assertAlmostEqual(found[name] / value, 1, 8)

    def test_dry_run(self):
        """The writes for both monitors; nothing is run."""
        for board, (core, device, _, _) in BOARDS.items():
            text = self.stat(board, '-M', METRICS[board], '--dry-run')
            self.assertIn(f'configure {core}\n', text)
            self.assertRegex(text, r'PMLCa[01]  = 0x00010000')
            self.assertIn(f'configure {device}\n', text)
            self.assertIn('PMLCA2     CCSRBAR + 0xE1030 = 0x007b0000', text)
            self.assertNotIn('simulated', text)

    def test_of_the_core_alone(self):
        it = self.json('mpc8548cds', '-M', 'ipc,branch_miss_ratio')
        self.assertEqual(it['monitors'], ['e500v2'])

    def test_list(self):
        rows = json.loads(self.good('list', 'boards', '--json'))['boards']
        of = {row['name']: row for row in rows}
        self.assertEqual(set(BOARDS), {name for name, row in of.items() if any(
            monitor.startswith('mpc') for monitor in row['monitors'])})
        for board, (core, device, hz, _) in BOARDS.items():
            self.assertEqual(of[board]['monitors'], [core, device])
            self.assertEqual(of[board]['clock_hz'], hz)


if __name__ == '__main__':
    unittest.main()
