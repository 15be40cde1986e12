# SPDX-License-Identifier: MIT
"""usage: tap.py test_live.py TALLY=COMMAND FIRMWARE=FOLDER

A core that is never halted: its monitor is read by its memory-mapped debug view
while it runs, and its log is read while it is written."""
import json
import pathlib
import unittest

import log_bytes
import tally_command
from openocd_liar import Tcl
from openocd_view import VIEWS, Live, View

TALLY = ''
FIRMWARE = ''
BASE = 0x80030000
EVENTS = {'pmuv3/cortex-a53': ('CPU_CYCLES', 'INST_RETIRED'),
          'cortex-a9': ('INST_OUT_OF_RENAME_STAGE',)}
SHARES = {'pmuv3/cortex-a53': (1, 0.5), 'cortex-a9': (0.5,)}


def setUpModule():
    tally_command.TALLY = TALLY


def command(verb, there, spec, *words):
    """Live's refusal of all that halts closes the connection."""
    return tally_command.tally(
        verb, '-t', f'openocd::{Tcl(there.answer).port},{spec},'
        'live=chip.apb,clock=1e6', *words,
        pathlib.Path(FIRMWARE, 'pbxa9', 'crc32.elf'))


class Counts(unittest.TestCase):
    def stat(self, there, monitor, *words):
        done = command('stat', there, f'{monitor}={BASE:#x}', '--json', '-e',
                       ','.join(('cycles', *EVENTS[monitor])), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_counts_while_it_runs(self):
        """Both counters are of one window, and all is put back, the locks
        with it."""
        for monitor in VIEWS:
            for closed in False, True:
                with self.subTest(monitor=monitor, closed=closed):
                    view = View(monitor, BASE, closed)
                    view.type[2], view.counter[2] = 0x13, 77
                    before = view.state()
                    found = self.stat(Live(view), monitor, '--seconds', '0.02')
                    counts = {event['name']: event['count']
                              for event in found['events']}
                    self.assertGreater(counts['cycles'], 0)
                    self.assertEqual(counts.pop('cycles'), view.counted)
                    self.assertEqual(counts, {
                        name: view.counted * share for name, share in
                        zip(EVENTS[monitor], SHARES[monitor])})
                    self.assertEqual(view.state(), before)
                    self.assertIn('never halted', found['target']['way'])
                    self.assertFalse(found['program']['exited'])

    def test_intervals(self):
        """They add up, and a counter that overflows between is seen."""
        monitor = 'pmuv3/cortex-a53'
        view = View(monitor, BASE, leap=0xffffffff - 4095)
        found = self.stat(Live(view), monitor, '--seconds', '0.1', '-I', '20ms')
        series = found['intervals']
        self.assertGreaterEqual(len(series['end_cycles']), 2)
        for event in found['events']:
            rows = next(row for row in series['events']
                        if row['name'] == event['name'])['counts']
            self.assertEqual(sum(rows), event['count'])
            if event['name'] != 'INST_RETIRED':
                self.assertGreater(event['count'], 1 << 32)
                self.assertEqual(event['count'], view.counted)


class Log(unittest.TestCase):
    def test_collect(self):
        """What is written while it is read is damaged at most."""
        rows = log_bytes.samples([0x8000 + 4 * i for i in range(8)])
        ram = dict(enumerate(log_bytes.log(rows), 0x100000))
        spoilt = 0x100000 + 64 + 32 * (len(rows) - 1) + 16

        def writes(memory):
            memory[spoilt] ^= 1
        done = command('collect', Live(None, ram, writes), 'cortex-a9', '--rows',
                       '--at', '0x100000')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('was not halted; its memory was read within', done.stderr)
        said = done.stdout.splitlines()
        self.assertIn(len(said) - 1, (len(rows), len(rows) - 1))
        if len(said) == len(rows):
            self.assertIn("1 of the log's records is damaged", done.stderr)


if __name__ == '__main__':
    unittest.main()
