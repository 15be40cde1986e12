#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_cli_doctor.py TALLY FIRMWARE_DIR [unittest arguments]

`tally doctor` on every board's every monitor, and maps in scripts.  What goes
wrong before a target is asked is in test_errors.py."""
import csv
import functools
import io
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

from tally_command import tally

TALLY = ''
FIRMWARE = ''
ROOT = pathlib.Path(__file__).resolve().parents[2]


# The check that finds each.
ILLNESSES = {'foreign': 'probe', 'busy': 'free', 'dead': 'hold',
             'stuck': 'alive', 'frozen': 'alive', 'mute': 'overflow',
             'slow': 'clock', 'no-line': 'irq',
             'nid-off': 'debug'}


def registers(monitor):
    """Their names."""
    return tally('list', 'registers', '-m', monitor).stdout


def verdicts(done):
    """Of each check the worst."""
    found = {}
    for it in json.loads(done.stdout)['findings']:
        if found.get(it['check']) != 'fail':
            found[it['check']] = it['verdict']
    return found


# Pieces of code, and what each has of instructions, branches, branches taken,
# loads, stores and software increments: worked out by hand.
PIECES = {'32 instructions that do nothing': (32, 0, 0, 0, 0, 0),
          '16 loads': (16, 0, 0, 16, 0, 0), '16 stores': (16, 0, 0, 0, 16, 0),
          '8 branches taken': (8, 8, 8, 0, 0, 0),
          '8 branches not taken': (8, 8, 0, 0, 0, 0),
          'a loop of 100 turns': (200, 100, 99, 0, 0, 0),
          '5 software increments': (5, 0, 0, 0, 0, 5)}
EVENTS = (('instr_exec', 'instruction', 'INST_RETIRED', 'INSTR_COMPLETED'),
          ('br_exec', 'branch', 'BR_IMMED_RETIRED', 'BRANCH_INSTR_COMPLETED'),
          ('PC_WRITE_RETIRED',), ('LD_RETIRED', 'LOAD_UOPS_COMPLETED'),
          ('ST_RETIRED', 'STORE_UOPS_COMPLETED'), ('SW_INCR',))
# Rows of known counts that each board has: events by pieces.
PROVED = {'imx31': 2 * 6, 'arm1156': 2 * 6, 'pb1176': 2 * 6, 'lubbock': 2 * 6,
          'virt-a53': 6 * 7, 'virt-a57': 2 * 7, 'virt-a72': 2 * 7,
          'pba8': 6 * 7, 'pbxa9': 5 * 7, 'versatile': 0,
          'mpc8540ads': 4 * 6, 'mpc8548cds': 4 * 6}


def prove(board, *words):
    """Status, findings of known counts, checks that failed."""
    done = tally('prove', '-t', f'board:{board}', '--json', *words)
    rows = json.loads(done.stdout)['findings']
    return done.returncode, [it for it in rows if it['check'] == 'known'], {
        it['check'] for it in rows if it['verdict'] == 'fail'}


def check_proof(case, board):
    """It is well, and each count is the one that was worked out."""
    status, known, failed = prove(board)
    case.assertEqual((status, failed), (0, set()))
    if not PROVED[board]:
        case.assertEqual([it['verdict'] for it in known], ['skipped'])
        return
    case.assertEqual(len(known), PROVED[board])
    for it in known:
        event, piece = it['finding'].split(', by')[0].split(' of ', 1)
        kind = [event in names for names in EVENTS].index(True)
        case.assertEqual((it['expected'], it['counted'], it['verdict']),
                         (PIECES[piece][kind],) * 2 + ('pass',), it)


class Proofs(unittest.TestCase):
    def test_code_of_each_architecture(self):
        """All boards are in test_illnesses.py."""
        for board in 'lubbock', 'mpc8540ads', 'virt-a53', 'versatile':
            with self.subTest(board=board):
                check_proof(self, board)

    def test_one_more_than_happens_is_found_by_nothing_else(self):
        for board in 'pb1176', 'pba8', 'mpc8540ads':
            with self.subTest(board=board):
                status, known, failed = prove(board, '--ill', 'extra')
                self.assertEqual((status, failed), (1, {'known'}))
                for it in known:
                    if it['verdict'] == 'fail':
                        self.assertEqual(it['counted'], it['expected'] + 1)
                    else:
                        self.assertEqual(it['counted'], it['expected'])

    def test_as_text(self):
        """Columns of numbers, which `tally doctor` has not."""
        text = tally('prove', '-t', 'board:pb1176').stdout
        self.assertRegex(text, r'\ncheck +verdict +expected +counted +finding')
        self.assertRegex(text, r'\nknown +pass +16 +16  instr_exec of 16 loads')
        self.assertIn('a program of known counts ran', text)
        self.assertNotIn('expected', tally('doctor', '-t',
                                           'board:pb1176').stdout)


@functools.cache
def looked_at(board, monitor):
    """A healthy monitor, while a program runs if there is one: the command."""
    elf = f'{FIRMWARE}/{board.split("-")[0]}/crc32.elf'
    return tally('doctor', '-t', f'board:{board}', '-m', monitor, '--json',
                 *([elf] if os.path.exists(elf) else []))


class Boards(unittest.TestCase):
    @staticmethod
    def monitors():
        """(board, monitor), each; one column has all monitors of a board."""
        for row in csv.DictReader(io.StringIO(tally('list', 'boards',
                                                    '--csv').stdout)):
            names = row.get('monitors') or row.get('monitor')
            for name in re.split('[;,]', names):
                yield row['board'] if 'board' in row else row['name'], name

    def test_every_monitor(self):
        for board, monitor in self.monitors():
            elf = f'{FIRMWARE}/{board.split("-")[0]}/crc32.elf'
            with self.subTest(board=board, monitor=monitor):
                if not os.path.exists(elf):
                    self.skipTest(f'there is no {elf}')
                done = looked_at(board, monitor)
                self.assertEqual(done.returncode, 0, done.stdout)
                document = json.loads(done.stdout)
                self.assertEqual(
                    (document['schema'], document['simulated'],
                     document['monitor'], document['healthy']),
                    (1, True, monitor, True))
                checks = [it['check'] for it in document['findings']]
                told = ' '.join(it['finding'] for it in document['findings']
                                if it['check'] == 'back')
                self.assertEqual('PMSWINC' in told, 'PMSWINC' in registers(
                    monitor), told)
                self.assertEqual(checks[0], 'probe')
                self.assertEqual(checks[-1], 'restore')
                self.assertNotIn('fail', [it['verdict'] for it in
                                          document['findings']])
                # What runs completes instructions, where these are an event.
                if monitor in ('e500v1', 'e500v2', 'arm1176', 'pxa250'):
                    self.assertIn(('count', 'pass'), [
                        (it['check'], it['verdict'])
                        for it in document['findings']])
                self.assertEqual('preset' in checks,
                                 monitor == 'arm926pxp-ahb')
                self.assertEqual(document['map'] is None,
                                 monitor != 'arm926pxp-ahb')

    def test_forms(self):
        words = ('doctor', '-t', 'board:pb1176', f'{FIRMWARE}/pb1176/crc32.elf')
        if not os.path.exists(words[-1]):
            self.skipTest(f'there is no {words[-1]}')
        text = tally(*words).stdout
        self.assertIn('arm1176 on board:pb1176, simulated\n', text)
        self.assertRegex(text, '[123] of 3 counters moved while the target')
        self.assertTrue(text.endswith('\nall is well\n'))
        rows = list(csv.DictReader(io.StringIO(tally(
            *words[:-1], '--csv').stdout)))
        self.assertEqual({row['verdict'] for row in rows}, {'pass'})
        self.assertEqual([row['check'] for row in rows], [
            'probe', 'free', 'left', 'access', 'debug', 'way', 'back', 'irq',
            'handler', 'hold', 'count', 'alive', 'clock', 'time', 'overflow',
            'start', 'stop', 'keep', 'clear', 'reset', 'divide', 'select',
            'restore'])
        self.assertEqual({row['cure'] for row in rows}, {''})

    def test_without_a_program(self):
        text = tally('doctor', '-t', 'board:pb1176').stdout
        self.assertIn('\na loop of two instructions ran', text)
        self.assertTrue(text.endswith('\nall is well\n'), text)

    def test_illnesses(self):
        """Each fails its check, with a cure; a look at all boards is long."""
        elf = f'{FIRMWARE}/pb1176/crc32.elf'
        for ill, check in ILLNESSES.items():
            with self.subTest(ill=ill):
                done = tally('doctor', '-t', 'board:pb1176', '--ill', ill,
                             elf)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertRegex(done.stdout, rf'(?m)^{check} +fail ')
                self.assertRegex(done.stdout,
                                 rf'something failed\n{check}: \w')

    def test_what_does_not_apply(self):
        """Said of what a monitor has not, and never of what it has."""
        for board, monitor in self.monitors():
            with self.subTest(board=board, monitor=monitor):
                found = {it['check']: it['finding'] for it in json.loads(
                    looked_at(board, monitor).stdout)['findings']}
                events = csv.DictReader(io.StringIO(tally(
                    'list', 'events', '-m', monitor, '--csv').stdout))
                divides = tally('script', '-m', monitor, '-e',
                                next(events)['name' if 'name' in
                                             events.fieldnames else 'event'],
                                '--divide').returncode == 0
                self.assertEqual(
                    found['divide'].startswith('does not apply'), not divides)

    def test_a_devices_own_clock(self):
        """It is sure to happen, and is the platform's, not the core's."""
        for board, monitor in self.monitors():
            if monitor.startswith('mpc85'):
                found = verdicts(tally('doctor', '-t', f'board:{board}', '-m',
                                       monitor, '--json'))
                self.assertEqual(
                    [found[it] for it in ('alive', 'start', 'stop')],
                    ['pass'] * 3)
                self.assertNotIn('clock', found)

    def test_overflows_without_a_flag(self):
        """An erratum of one core: its event counters', and no other's."""
        done = tally('doctor', '-t', 'board:pbxa9', '--ill', 'lost-overflow',
                     '--json')
        self.assertEqual(done.returncode, 1, done.stderr)
        found = json.loads(done.stdout)['findings']
        self.assertEqual(
            [it['finding'] for it in found if it['verdict'] == 'fail'],
            [f'pmevcntr{n} passed its top, and no flag tells of it'
             for n in range(6)])
        told = [it['finding'] for it in found if it['check'] == 'errata']
        self.assertIn('r2p2 may have lost_overflow (NXP ERR003719): overflow '
                      'may be missed', told)
        self.assertEqual(len(told), 8)


class Maps(unittest.TestCase):
    def script(self, path):
        done = tally('script', '-m', 'arm926pxp-ahb', '-M', 'debug_cycles',
                     '--map', path, '--json')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout

    def test_example_is_the_own_map(self):
        self.assertEqual(
            json.loads(self.script(str(ROOT / 'examples/ahb.map')))['passes'],
            json.loads(self.script('own'))['passes'])

    def test_whose_numbers(self):
        """A user's map is not called Tally's own."""
        words = 'script', '-m', 'arm926pxp-ahb', '-M', 'debug_cycles', '--map'
        path = str(ROOT / 'examples/ahb.map')
        own = ' '.join(tally(*words, 'own').stdout.split())
        mine = ' '.join(tally(*words, path).stdout.split())
        self.assertIn("are Tally's own numbering, for the virtual", own)
        self.assertNotIn("Tally's own", mine)
        self.assertIn('are those of the map of ', mine)
        for text in own, mine:
            self.assertIn('or stopped at its top: no flag tells it', text)

    def test_bits_follow_the_map(self):
        """Twelve is twelve with a zero in front, too."""
        text = (ROOT / 'examples/ahb.map').read_text()
        text = re.sub('enable_bit 0', 'enable_bit 012', text)
        text = re.sub('track_dbgack 0', 'track_dbgack 1', text)
        with tempfile.NamedTemporaryFile('w', suffix='.map') as file:
            file.write(text)
            file.flush()
            found = json.loads(self.script(file.name))['passes'][0]
        self.assertEqual(int(found['start'][0]['value'], 0), 0x1002)
        self.assertEqual(int(found['stop'][0]['value'], 0), 0x002)

    def test_measured_by_it(self):
        """DBGACK is high for 100 of 1000 cycles, which a map can track."""
        elf = f'{FIRMWARE}/versatile/bus.elf'
        if not os.path.exists(elf):
            self.skipTest(f'there is no {elf}')
        text = (ROOT / 'examples/ahb.map').read_text()
        for track in 0, 1:
            with tempfile.NamedTemporaryFile('w', suffix='.map') as file:
                file.write(re.sub('(?m)^track_dbgack 0',
                                  f'track_dbgack {track}', text))
                file.flush()
                words = ('stat', '-t', 'board:versatile', '--map', file.name,
                         '--inject', 'dbgack=100/1000', '-M', 'debug_share')
                done = tally(*words, elf)
                self.assertIn('registers of arm926pxp-ahb by the map of '
                              f'{file.name}\n', done.stdout)
                share = json.loads(tally(*words, '--json', elf).stdout)
                # Held counters are held in the ledger, too.
                truth = tally(*words[:-2], '-e', 'all', '--truth', elf).stdout
                self.assertEqual(truth.count(' equal\n'), 91)
            self.assertAlmostEqual(share['metrics'][0]['value'], 10 * track,
                                   delta=0.1)

    def test_own_is_told(self):
        done = tally('stat', '-t', 'board:versatile', '-e', 'CtArmdRd',
                     f'{FIRMWARE}/versatile/crc32.elf')
        self.assertIn("registers of arm926pxp-ahb by Tally's own numbering, "
                      'for the virtual board\n', done.stdout)
        document = json.loads(tally(*done.args[1:], '--json').stdout)
        self.assertEqual(document['target']['monitors'][0]['map'],
                         "Tally's own numbering, for the virtual board")

    def test_what_it_cannot_prove(self):
        """Rows that are exchanged read their own addresses, each."""
        elf = f'{FIRMWARE}/versatile/crc32.elf'
        text = (ROOT / 'examples/ahb.map').read_text()
        text = re.sub(r'(?m)^CtArmdRd\b.*$', 'CtArmdRd 0x10', text)
        text = re.sub(r'(?m)^CtArmdWr\b.*$', 'CtArmdWr 0x0C', text)
        with tempfile.NamedTemporaryFile('w', suffix='.map') as file:
            file.write(text)
            file.flush()
            done = tally('doctor', '-t', 'board:versatile', '--map', file.name,
                         elf)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn('all is well\ntwo rows of a map that are exchanged are '
                      'not found', done.stdout)

    def hits(self, setting, *words):
        done = tally(
            'stat', '-t', 'board:versatile', '--quiet-program', '--json',
            '--truth', '-e', 'CtArmdWaitThresholdHit' + setting, *words,
            os.path.join(FIRMWARE, 'versatile', 'crc32.elf'))
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        row, = (row for row in document['events']
                if row['name'].startswith('CtArmdWaitThresholdHit'))
        truth, = (row for row in document['truth']
                  if row['name'] == 'CtArmdWaitThresholdHit')
        return row['name'].partition(':')[2], row['count'], truth['measured']

    def test_thresholds(self):
        """Set, in force, and told, 0 too; and told where they cannot be."""
        told, waits, truth = self.hits('')
        self.assertEqual((told, truth), ('threshold=0', 'equal'))
        told, long, truth = self.hits(':threshold=3')
        self.assertEqual((told, truth), ('threshold=3', 'equal'))
        self.assertLess(0, long)
        self.assertLess(long, waits)
        self.assertEqual(self.hits(':threshold=65535')[1], 0)
        text = (ROOT / 'examples/ahb.map').read_text()
        with tempfile.NamedTemporaryFile('w', suffix='.map') as file:
            file.write(re.sub('(?m)^Threshold.*$', '', text))
            file.flush()
            self.assertEqual(self.hits('', '--map', file.name),
                             ('threshold=not_known', waits, 'equal'))

    def test_thresholds_of_one_register(self):
        """The three counters of the GXI agree, or take turns."""
        names = ('CtGxiRdAWaitThresholdHit:threshold=5',
                 'CtGxiRdDWaitThresholdHit:threshold=5',
                 'CtGxiWrAWaitThresholdHit')
        one = tally('plan', '-m', 'arm926pxp-ahb', '--json', '-e',
                    ','.join(names[:2]))
        two = tally('plan', '-m', 'arm926pxp-ahb', '--json', '-e',
                    ','.join(names))
        self.assertEqual([json.loads(done.stdout)['plan']['passes']
                          for done in (one, two)], [1, 2])

    def test_no_map_for_stat(self):
        done = tally('stat', '-t', 'board:pb1176', '--map', 'own', 'prog.elf')
        self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('arm1176 takes no map', done.stderr)


if __name__ == '__main__':
    TALLY = os.path.abspath(sys.argv.pop(1))
    FIRMWARE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
