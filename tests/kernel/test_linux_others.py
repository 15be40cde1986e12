# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_others.py TALLY=COMMAND SPIN=PROGRAM

`tally record -a` and `--cpu`: samples of whatever this computer does meanwhile,
and of a program whose name and files have to be known among them."""
import json
import os
import pathlib
import sys
import unittest

import test_linux_record
from test_linux_record import beside, run

TALLY = SPIN = ''


class AllTasks(unittest.TestCase):
    def setUp(self):
        test_linux_record.TALLY, test_linux_record.SPIN = TALLY, SPIN
        level = pathlib.Path('/proc/sys/kernel/perf_event_paranoid')
        self.permitted = not os.geteuid() or int(level.read_text()) <= 0

    def test_all_tasks(self):
        if not self.permitted:
            done = run(TALLY, 'record', '-a', '-e', 'cpu-clock', '--', 'true',
                       status=1)
            self.assertIn('perf_event_paranoid', done.stderr)
            return
        got, pid = beside('-a', '-e', 'cpu-clock')
        self.assertEqual(got['program'], 'processors all')
        self.assertIn((pathlib.Path(SPIN).name, pid), {
            (task['name'], task.get('process')) for task in got['tasks']})
        self.assertIn(f'spin_long [{pathlib.Path(SPIN).name}]', {row['name'] for row in got['functions']})

    def test_one_processor(self):
        """What a program maps elsewhere, before it comes there, is known."""
        if not self.permitted:
            return  # test_all_tasks() has what is said then
        here, *_, there = [min(os.sched_getaffinity(0)),
                           max(os.sched_getaffinity(0))]
        moves = f'''import os, subprocess, time
busy = subprocess.Popen([{str(SPIN)!r}, "0.2"],
                        preexec_fn=lambda: os.sched_setaffinity(0, [{there}]))
time.sleep(0.05)
os.sched_setaffinity(busy.pid, [{here}])
busy.wait()'''
        done = run(TALLY, 'record', '--json', '-e', 'cpu-clock:u', '-c',
                   '1000000', '--cpu', here, '--', sys.executable, '-c', moves)
        got = json.loads(done.stdout)
        self.assertEqual(set(got['samples']['cpu']), {here})
        self.assertIn(f'spin_long [{pathlib.Path(SPIN).name}]', {row['name'] for row in got['functions']})
