#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records of counts that were given: `tally report` prints what `tally compute`
kept as it did itself, and the document says that no target was there.
(Variables: TALLY, the command.)"""
import itertools
import json
import pathlib
import subprocess
import tempfile
import unittest

from tally_command import differing, record_validator

TALLY = ''
BIG = 2 ** 64 - 1


def tally(*words):
    return subprocess.run([TALLY, *map(str, words)], timeout=60, check=False,
                          capture_output=True, stdin=subprocess.DEVNULL,
                          text=True)


def listed(what, key, *words):
    return [row[key] for row in json.loads(
        tally('list', what, *words, '--json').stdout)[what]]


class Given(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name, 'given.json')

    def keep(self, *words):
        done = tally('compute', *words, '--json')
        self.path.write_text(done.stdout)
        document = json.loads(done.stdout)
        record_validator(TALLY).validate(document)
        return document

    def check(self, *words):
        """Gives the document back."""
        document = self.keep(*words)
        for form in [], ['--csv']:
            live = tally('compute', *words, *form)
            again = tally('report', *form, self.path)
            self.assertEqual(again.stdout, live.stdout)
            self.assertEqual(again.returncode, live.returncode)
            self.assertEqual(live.returncode, 0 if document['trusted'] else 1)
        self.assertEqual(tally('report', '--json', self.path).stdout,
                         self.path.read_text())
        judged = tally('report', '--judge', '--json', self.path)
        self.assertEqual(judged.stdout, self.path.read_text())
        self.assertEqual(judged.stderr.splitlines()[0], 'nothing changed')
        return document

    def test_every_monitor(self):
        for monitor in differing(listed('monitors', 'monitor')):
            with self.subTest(monitor):
                events = listed('events', 'name', '-m', monitor)
                document = self.check(
                    '-m', monitor, '--clock-hz', '1000000', *(
                        f'{name}={1000 + 7 * i}'
                        for i, name in enumerate(events)))
                self.assertEqual([row['value'] for row in document['counts']],
                                 [1000 + 7 * i for i in range(len(events))])
                self.assertGreater(len(document['metrics']), 0)

    def test_without_a_target(self):
        document = self.check('-m', 'pxa250', 'cycles=12', 'instruction=5')
        for name in ('board', 'program', 'capture', 'region', 'window',
                     'truth', 'identities', 'sandboxed'):
            self.assertIsNone(document[name], name)
        self.assertIsNone(document['target']['name'])
        self.assertIs(document['simulated'], False)
        self.assertEqual((document['repeats'], document['board_runs']), (1, 0))
        self.assertEqual(document['command'][1:], [
            'compute', '-m', 'pxa250', 'cycles=12', 'instruction=5', '--json'])
        for row in document['metrics'] + document['events']:
            self.assertNotIn('simulated', row['doubts'])
        self.assertNotIn('simulated', tally('report', self.path).stdout)

    def test_wrong_and_missing(self):
        document = self.check('-m', 'pxa250', 'cycles=32', 'instruction=1000',
                              '-M', 'cpi,seconds,cycles/0')
        self.assertIs(document['trusted'], False)
        self.assertEqual(
            tally('report', self.path).stderr,
            f"tally report: not to be trusted: "
            f"{document['untrusted_because']}\n")
        self.assertEqual([row['operands'] for row in document['metrics']], [
            ['cycles', 'instruction'], ['cycles', 'clock_hz'], ['cycles']])
        missing = self.check('-m', 'pxa250', 'cycles=32', '-M', 'cpi')
        self.assertEqual(missing['metrics'][0]['operands'], ['cycles', None])

    def test_largest_count(self):
        document = self.check('-m', 'pxa250', f'cycles={BIG}', '-M',
                              'cycles / 2', '--clock-hz', '1000')
        self.assertEqual(document['counts'][0]['value_text'], str(BIG))
        self.assertIn('18,446,744,073,709,551,615',
                      tally('report', self.path).stdout)

    def test_events_of_one_name(self):
        """Each with its monitor; a count has that of its qualifier."""
        document = self.check(
            '-m', 'arm1176,arm1136', 'cycles=8', 'arm1136:cycles=9',
            'e500v1:INSTR_COMPLETED=7', '-M', 'cycles / arm1136:cycles')
        self.assertEqual(
            [(row['name'], row['monitor'], row['row'], row['count'])
             for row in document['events']],
            [('arm1176:cycles', 'arm1176', 'cycles', 8),
             ('arm1136:cycles', 'arm1136', 'cycles', 9),
             ('INSTR_COMPLETED', 'e500v1', 'INSTR_COMPLETED', 7)])
        self.assertEqual(document['monitors'],
                         ['arm1176', 'arm1136', 'e500v1'])
        self.assertAlmostEqual(document['metrics'][0]['value'], 8 / 9)

    def test_notes_of_one_name(self):
        """Each text has an id of its own, whichever monitors are together: one
        of each kind of core with one in memory, as boards have them."""
        cores, mapped = {}, []
        for row in differing(json.loads(
                tally('list', 'monitors', '--json').stdout)['monitors']):
            if row['native'].startswith('MMIO'):
                mapped.append(row['monitor'])
            else:
                cores.setdefault(row['native'], row['monitor'])
        for pair in itertools.product(cores.values(), mapped):
            events = [f'{monitor}:{name}' for monitor in pair
                      for name in listed('events', 'name', '-m', monitor)]
            formulas = [' + '.join(f'`{name}`' for name in events[at:at + 50])
                        for at in range(0, len(events), 50)]
            with self.subTest(pair):
                document = self.check(
                    '-m', ','.join(pair), '-M', ','.join(formulas),
                    *(f'{name}={i}' for i, name in enumerate(events, 1000)))
                ids = [row['id'] for row in document['notes']]
                self.assertEqual(len(ids), len(set(ids)))

    def test_hyphens_of_a_monitor(self):
        """A hyphen before a colon is one of a name, elsewhere it is a minus."""
        document = self.check(
            '-m', 'cortex-a53,arm1176', 'cortex-a53:cycles=90',
            'arm1176:cycles=40', '-M',
            'cortex-a53:cycles-4,arm1176:cycles - cortex-a53:cycles')
        self.assertEqual([row['value'] for row in document['metrics']],
                         [86, -50])

    def test_output(self):
        words = ['-m', 'pxa250', 'cycles=12', 'instruction=5']
        for form in [], ['--csv'], ['--json']:
            path = self.path.with_suffix('')  # .json would choose a form
            done = tally('compute', *words, *form, '-o', path)
            self.assertEqual((done.returncode, done.stdout), (0, ''))
            kept = path.read_text()
            said = tally('compute', *words, *form).stdout
            if form == ['--json']:  # but for the command's own line
                kept, said = json.loads(kept), json.loads(said)
                self.assertEqual(kept.pop('command')[-2:],
                                 ['-o', str(path)])
                said.pop('command')
            self.assertEqual(kept, said)
        done = tally('compute', *words, '-o', '/nowhere/at/all')
        self.assertEqual(done.returncode, 1)
        self.assertIn('the result follows here', done.stderr)
        self.assertIn('cpi', done.stdout)

    def test_counts_need_not_be_of_one_window(self):
        """Two counts of one thing are not held against each other."""
        document = self.check('-m', 'cortex-a53', 'cycles=1000',
                              'CPU_CYCLES=1001', 'INST_RETIRED=900')
        self.assertIs(document['trusted'], True)


if __name__ == '__main__':
    unittest.main()
