# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_prove.py TALLY=COMMAND LINUX=COMMAND

`tally prove -t linux`: what the real kernel counts of its own events, what is
said where it has no counters of the processor, and code of known counts on a
kernel that counts by single steps, right or wrong (fake_linux.c, stepped.c)."""
import json
import pathlib
import platform
import re
import tempfile
import unittest

import tally_command
import test_linux
from test_linux import GENERIC, root

TALLY = LINUX = ''
# Instructions, branches, taken, loads, stores: worked out by hand.
PIECES = {'32 instructions that do nothing': (32, 0, 0, 0, 0),
          '16 loads': (16, 0, 0, 16, 0), '16 stores': (16, 0, 0, 0, 16),
          '8 branches taken': (8, 8, 8, 0, 0),
          '8 branches not taken': (8, 8, 0, 0, 0),
          'a loop of 100 turns': (200, 100, 99, 0, 0)}
BEYOND = {'select', 'freeze', 'inhibit', 'reset', 'write', 'filter', 'overflow',
          'wrap', 'wide', 'interrupt'}
A53 = {'armv8_cortex_a53': (8, '0', {
    'inst_retired': 8, 'br_immed_retired': 13, 'pc_write_retired': 12,
    'ld_retired': 6, 'st_retired': 7})}
PROVED = 'no count of the processor is proved: '


def setUpModule():
    test_linux.TALLY, test_linux.LINUX = TALLY, LINUX
    tally_command.TALLY = TALLY


def proved(*words, **how):
    """Findings, of the command true."""
    done = test_linux.stat('-t', 'linux', '--json', *words, '/bin/true',
                           verb='prove', **how)
    document = json.loads(done.stdout)
    rows = document['findings']
    assert document['healthy'] is (done.returncode == 0)
    assert document['healthy'] is all(it['verdict'] != 'fail' for it in rows)
    return rows


def of(rows, check):
    return [it for it in rows if it['check'] == check]


def counts(rows, check='known'):
    """(event, piece) -> (expected, counted, verdict), of what was counted."""
    return {tuple(it['finding'].removesuffix(', by Linux').split(' of ', 1)):
            (it['expected'], it['counted'], it['verdict'])
            for it in of(rows, check) if 'expected' in it}


class Real(unittest.TestCase):
    """The kernel that runs here, whatever it has."""

    def setUp(self):
        done = test_linux.run(TALLY, 'prove', '-t', 'linux', '--json', '/bin/true')
        self.rows = json.loads(done.stdout)['findings']
        self.status = done.returncode

    def test_events_of_the_kernel(self):
        """Those of software, in every kernel; a busy computer has none twice
        alike, and says so."""
        for (event, _), (expected, counted, verdict) in counts(
                self.rows, 'software').items():
            with self.subTest(event=event):
                self.assertEqual((counted, verdict), (expected, 'pass'))
        self.assertEqual(counts(self.rows, 'software').get(
            ('page_faults', '16 pages touched first'), (16, 16, 'pass')),
            (16, 16, 'pass'))
        for it in of(self.rows, 'software'):
            if 'expected' not in it:
                self.assertIn('not established: ', it['finding'])

    def test_without_counters_nothing_is_proved(self):
        known = of(self.rows, 'known')
        if any('expected' in it for it in known):
            self.assertNotIn(PROVED, ' '.join(it['finding'] for it in known))
            return
        self.assertEqual(self.status, 1)
        self.assertEqual([it['verdict'] for it in known],
                         ['skipped'] * (len(known) - 1) + ['fail'])
        self.assertTrue(known[-1]['finding'].startswith(PROVED))

    def test_what_is_not_reached_is_not_passed(self):
        for check in BEYOND:
            (it,) = of(self.rows, check)
            self.assertEqual(it['verdict'], 'skipped')
            self.assertTrue(it['finding'].startswith(
                'not reached from user space: '), it)
        for check in 'bounds', 'errata':
            self.assertEqual([it['verdict'] for it in of(self.rows, check)],
                             ['skipped'])


class Refused(unittest.TestCase):
    def told(self, name, fake, why, **how):
        rows = proved(status=1, fake=fake, where=root(name, **how))
        last = of(rows, 'known')[-1]
        self.assertEqual(last['verdict'], 'fail')
        self.assertRegex(last['finding'], PROVED + '.*' + why)
        self.assertEqual(counts(rows), {})

    def test_why_nothing_is_proved(self):
        self.told('virtual', '', 'this virtual machine shows no counters',
                  cpuinfo='flags : hypervisor\n')
        self.told('driver', '', 'this kernel has no driver')
        self.told('paranoid', 'errno=EACCES', 'perf_event_paranoid 3',
                  paranoid=3, pmus=GENERIC)
        self.told('held', 'there=6 counters=1 held=1',
                  'the kernel had no counter for it all the time', pmus=GENERIC)
        self.told('modes', 'there=6 modeless', 'cannot count it so', pmus=GENERIC)


@unittest.skipUnless(platform.machine() == 'x86_64',
                     'single steps are of x86-64')
class Stepped(unittest.TestCase):
    """Each count is what the processor itself did, an instruction a time."""

    def on(self, fake, name='stepped', pmus=GENERIC, words=(), failed=()):
        """Findings; that kernel has no samples, so `irq` fails besides."""
        rows = proved(*words, status=1, fake='there=6 ' + fake,
                      where=root(name, pmus=pmus))
        self.assertEqual({it['check'] for it in rows if it['verdict'] == 'fail'},
                         {'irq', *failed})
        return rows

    def expect(self, got, events, wrong=()):
        """All pieces of each event, by its column."""
        want = {(event, piece): (row[column],) * 2 + ('pass',)
                for event, column in events.items()
                for piece, row in PIECES.items()}
        self.assertEqual({at: row for at, row in got.items() if at not in wrong},
                         {at: row for at, row in want.items() if at not in wrong})

    def test_generic_events(self):
        rows = self.on('stepped')
        self.expect(counts(rows), {'instructions': 0, 'branches': 1})
        self.assertLessEqual(BEYOND, {it['check'] for it in rows
                                      if it['verdict'] == 'skipped'})

    def test_events_of_a_processor_that_is_known(self):
        """By its own codes, on a processor of its kind."""
        rows = self.on('stepped', 'a53', pmus=A53,
                       words=('-m', 'pmuv3/cortex-a53'))
        self.expect(counts(rows), {
            'INST_RETIRED': 0, 'BR_IMMED_RETIRED': 1, 'PC_WRITE_RETIRED': 2,
            'LD_RETIRED': 3, 'ST_RETIRED': 4})
        self.assertIn('not established: SW_INCR: no program may do that',
                      [it['finding'] for it in of(rows, 'known')])

    def test_an_event_that_the_processor_lacks(self):
        few = {'armv8_cortex_a53': (8, '0', {'inst_retired': 8})}
        rows = self.on('stepped', 'few', pmus=few)
        self.expect(counts(rows), {'INST_RETIRED': 0})
        self.assertIn('not established: LD_RETIRED: this processor lacks it',
                      [it['finding'] for it in of(rows, 'known')])

    def test_a_kernel_that_miscounts(self):
        """Taken branches are no instructions there: two rows say so, with what
        was counted, and the event is named."""
        rows = self.on('stepped folded', failed=['known'])
        wrong = {('instructions', '8 branches taken'): (8, 0, 'fail'),
                 ('instructions', 'a loop of 100 turns'): (200, 101, 'fail')}
        got = counts(rows)
        self.expect(got, {'instructions': 0, 'branches': 1}, wrong)
        self.assertEqual({at: got[at] for at in wrong}, wrong)
        text = test_linux.stat('-t', 'linux', '/bin/true', verb='prove', status=1,
                               fake='there=6 stepped folded',
                               where=root('stepped', pmus=GENERIC)).stdout
        self.assertRegex(text, r'\nknown +fail +8 +0  instructions of 8 branches')
        self.assertIn('\nknown: take no count of that event for one before', text)

    def test_windows_that_are_interrupted(self):
        """What an interrupt adds is not taken for the code's."""
        self.expect(counts(self.on('stepped interrupted')),
                    {'instructions': 0, 'branches': 1})

    def test_windows_that_never_agree(self):
        rows = self.on('stepped restless', failed=['known'])
        self.assertEqual(counts(rows), {})
        self.assertIn('not counted twice alike',
                      ' '.join(it['finding'] for it in of(rows, 'known')))
        self.assertEqual(of(rows, 'known')[-1]['verdict'], 'fail')

    def test_as_evidence(self):
        """Its lines are merged; with another number in one they are not."""
        text = test_linux.stat('-t', 'linux', '--lines', '/bin/true',
                               verb='prove', fake='there=6 stepped', status=1,
                               where=root('stepped', pmus=GENERIC)).stdout
        self.assertRegex(text, r'known: branches of a loop of 100 turns, by Linux '
                         r'# expected 100 counted 100 \*')
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'proof.txt')
            for lines, status in ((text, 0), (re.sub(r'100 (\*)', r'101 \1', text,
                                                     count=1), 1)):
                path.write_text(lines)
                done = test_linux.run(
                    TALLY, 'prove', '--merge', '--chip', 'x', str(path),
                    env={'XDG_DATA_HOME': folder, 'PATH': '/bin'})
                self.assertEqual(done.returncode, status, done.stderr)


if __name__ == '__main__':
    unittest.main()
