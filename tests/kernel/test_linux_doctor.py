# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_doctor.py TALLY=COMMAND LINUX=COMMAND

`tally doctor -t linux`: what the real kernel's clocks come to, and what is said
of a kernel that refuses (fake_linux.c)."""
import json
import unittest

import test_linux
from test_linux import BIG_LITTLE, GENERIC, root

TALLY = LINUX = ''


def setUpModule():
    test_linux.TALLY, test_linux.LINUX = TALLY, LINUX


class Doctor(unittest.TestCase):
    @staticmethod
    def examined(*words, **how):
        """All findings by their checks: (verdict, what was found)."""
        done = test_linux.stat('-t', 'linux', '--json', *words, verb='doctor',
                               **how)
        document = json.loads(done.stdout)
        assert document['healthy'] is (done.returncode == 0), done.stdout
        found = {}
        for it in document['findings']:
            found.setdefault(it['check'], []).append(
                (it['verdict'], it['finding']))
        return found

    def test_real_kernel(self):
        found = self.examined()
        verdict, text = found['irq'][0]
        self.assertEqual(verdict, 'pass', text)
        self.assertGreater(int(text.split()[0]), 10)
        clock = [text for verdict, text in found['count']
                 if verdict == 'pass' and text.startswith('task_clock: ')]
        self.assertEqual(len(clock), 1)
        self.assertGreater(int(clock[0].split()[1]), 1e6)

    def test_command(self):
        """Its faults are counted, and no more of it is wanted."""
        text = test_linux.stat('-t', 'linux', '/bin/true', verb='doctor').stdout
        self.assertRegex(text, r'(?m)^count +pass +page_faults: \d+ in a run')
        self.assertTrue(text.endswith('\nall is well\n'), text)

    def test_events_of_the_processor(self):
        found = self.examined('/bin/true', status=1, fake='there=6 mlock',
                              where=root('generic', pmus=GENERIC))
        self.assertIn(('pass', 'cycles: 1007 in a run'), found['count'])
        self.assertIn(('pass', 'instructions: 2007 in a run'), found['count'])
        self.assertEqual(found['time'][0][0], 'pass')
        self.assertEqual(found['irq'][0][0], 'fail')
        self.assertIn('perf_event_mlock_kb', found['irq'][0][1])

    def test_samples_without_cycles(self):
        """Another counter's interrupt is tried."""
        found = self.examined('/bin/true', status=1, fake='there=6 cycleless',
                              where=root('generic', pmus=GENERIC))
        self.assertIn(('pass', 'instructions: 2007 in a run'), found['count'])
        self.assertEqual([verdict for verdict, text in found['count']
                          if 'cycles' in text], ['skipped'])
        self.assertEqual(found['irq'], [
            ('fail', '0 samples of a run, one for each 20 of instructions')])

    def test_processor_that_a_table_has(self):
        found = self.examined('-m', 'pmuv3/cortex-a72', '/bin/true', status=1,
                              fake='there=6 mlock',
                              where=root('both', pmus=BIG_LITTLE))
        self.assertEqual([verdict for verdict, _ in found['count']],
                         ['pass', 'pass'])

    def test_refusals(self):
        refused = self.examined('/bin/true', status=1,
                                fake='there=6 errno=EACCES',
                                where=root('no', pmus=GENERIC, paranoid=3))
        self.assertIn('perf_event_paranoid=1', refused['count'][-1][1])
        self.assertEqual(refused['count'][-1][0], 'fail')
        self.assertNotIn('irq', refused)
        held = self.examined('/bin/true', status=1,
                             fake='there=6 counters=1 held=1',
                             where=root('held', pmus=GENERIC))
        self.assertEqual(held['count'][0][0], 'skipped')
        self.assertIn('somebody else holds them', held['count'][0][1])

    def test_user_space_alone(self):
        found = self.examined('/bin/true', status=1, fake='there=6 user mlock',
                              where=root('user', pmus=GENERIC, paranoid=2))
        self.assertEqual(found['access'], [
            ('pass', 'user space alone may be counted (perf_event_paranoid)')])


if __name__ == '__main__':
    unittest.main()
