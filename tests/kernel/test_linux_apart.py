# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_apart.py TALLY=COMMAND LINUX=COMMAND

Rows by thread and by core, as perf has them (--per-thread, --per-core): of
threads of the real kernel, of cores on one that does as it is told."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TALLY = ''
LINUX = ''
ROOT = tempfile.TemporaryDirectory()
# Two threads beside the first, which waits; each tells its number.
THREADS = '''import os, threading, time
def work(amount):
    os.write(1, f'{threading.get_native_id()} {amount}\\n'.encode())
    while True:
        sum(range(amount)); time.sleep(0.0005)
for n in 1000, 60000:
    threading.Thread(target=work, args=(n,), daemon=True).start()
time.sleep(60)
'''


# Ends when both have worked for 20 ms since it began, or after a minute.
WORKED = '''import sys, time
def worked():
    return [int(open(path).read().split()[0]) for path in sys.argv[1:]]
began, last = worked(), time.monotonic() + 60
while time.monotonic() < last and any(
        now - then < 20000000 for now, then in zip(worked(), began)):
    time.sleep(0.01)
'''


def cores(topology):
    """The files of a kernel with these cores: package, die and core of each
    processor, or None where it does not tell."""
    top = pathlib.Path(ROOT.name, f'cores{len(os.listdir(ROOT.name))}')
    files = {'proc/sys/kernel/perf_event_paranoid': '0\n',
             'proc/self/status': 'Name:\tx\nSeccomp:\t0\n',
             'proc/cpuinfo': '',
             'sys/devices/system/cpu/online': f'0-{len(topology) - 1}\n',
             'sys/bus/event_source/devices/cpu/type': '4\n',
             'sys/bus/event_source/devices/cpu/cpus': '\n'}
    for cpu, place in enumerate(topology):
        for name, number in zip(('physical_package_id', 'die_id', 'core_id'),
                                place or ()):
            files[f'sys/devices/system/cpu/cpu{cpu}/topology/{name}'] = \
                f'{number}\n'
    for path, text in files.items():
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text)
    return top


def stat(command, *words, where=None, fake='there=6'):
    env = dict(os.environ)
    if where:
        env |= {'FAKE_ROOT': str(where), 'FAKE_LINUX': fake}
    return subprocess.run([command, 'stat', *words], text=True, env=env,
                          capture_output=True, timeout=60, check=False)


class Threads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.busy = subprocess.Popen([sys.executable, '-c', THREADS], text=True,
                                    stdout=subprocess.PIPE)
        cls.number = {}
        for _ in range(2):
            number, amount = cls.busy.stdout.readline().split()
            cls.number[int(amount)] = int(number)

    @classmethod
    def tearDownClass(cls):
        cls.busy.kill()
        cls.busy.communicate()

    def words(self, *more):
        return ('-p', str(self.busy.pid), '--per-thread', '-e',
                'task-clock,context-switches', *more, '--', sys.executable, '-c',
                WORKED, *(f'/proc/{self.busy.pid}/task/{n}/schedstat'
                          for n in self.number.values()))

    def test_they_add_up_and_have_the_names_of_perf(self):
        done = stat(TALLY, *self.words('--json'))
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        told = json.loads(done.stdout)
        rows = {int(row['text'].rsplit('-', 1)[1]): row
                for row in told['regions']}
        self.assertEqual(set(rows), {self.busy.pid, *self.number.values()})
        for i, event in enumerate(told['events']):
            self.assertEqual(event['count'],
                             sum(row['events'][i]['count'] or 0
                                 for row in told['regions']))
        comm = pathlib.Path(f'/proc/{self.busy.pid}/comm').read_text().strip()
        self.assertEqual({row['text'] for row in told['regions']},
                         {f'{comm}-{number}' for number in rows})
        self.assertEqual({row['kind'] for row in told['regions']}, {'thread'})
        time = {amount: rows[number]['events'][0]['count']
                for amount, number in self.number.items()}
        self.assertGreater(time[60000], time[1000])

    def test_a_row_each(self):
        done = stat(TALLY, *self.words())
        self.assertEqual(done.returncode, 0, done.stderr)
        for number in self.number.values():
            self.assertRegex(done.stdout, rf'(?m)^\S+-{number} +[\d,]+ +[\d,]+$')
        # It waits for the others, unless it was not yet there.
        self.assertRegex(done.stdout, rf'(?m)^\S+-{self.busy.pid} +'
                         r'(not counted|[\d,]+) +(not counted|[\d,]+)$')
        self.assertLess(max(map(len, done.stdout.splitlines())), 81)

    def test_what_has_no_threads_of_its_own(self):
        for words, why in (
                (('--per-thread', '--', 'true'), '-p PID'),
                (('-a', '--per-thread', '--', 'true'), '-p PID'),
                (('--per-core', '--', 'true'), '-a, or --cpu LIST'),
                (self.words('-r', '2'), 'of one run'),
                (self.words('--warmup', '1'), '--warmup makes another'),
                (self.words('-I', '100ms'), '-I is of all together')):
            done = stat(TALLY, '-e', 'task-clock', *words) \
                if '-e' not in words else stat(TALLY, *words)
            self.assertEqual((done.returncode, done.stdout), (2, ''), words)
            self.assertIn(why, done.stderr)


class Cores(unittest.TestCase):
    def regions(self, topology):
        done = stat(LINUX, '-a', '--per-core', '-e', 'instructions', '--json',
                    '--', 'true', where=cores(topology))
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        told = json.loads(done.stdout)
        self.assertEqual({row['kind'] for row in told['regions']}, {'core'})
        one = told['events'][0]['count'] // len(topology)
        return {row['text']: row['events'][0]['count'] / one
                for row in told['regions']}

    def test_processors_of_a_core_are_one(self):
        self.assertEqual(self.regions([(0, 0, 0), (0, 0, 1), (0, 0, 0),
                                       (1, 0, 0)]),
                         {'S0-D0-C0': 2, 'S0-D0-C1': 1, 'S1-D0-C0': 1})

    def test_a_kernel_that_does_not_tell(self):
        self.assertEqual(self.regions([None, None]), {'CPU0': 1, 'CPU1': 1})

    def test_more_events_than_counters_take_turns_in_one_run(self):
        words = ('-a', '--per-core', '-e', 'instructions,branches', '--json',
                 '--', 'true')
        how = {'where': cores([(0, 0, core) for core in range(20)]),
               'fake': 'there=6 counters=1'}
        done = stat(LINUX, *words, **how)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('--per-core is of one run, and this takes 2 passes; '
                      '--multiplex', done.stderr)
        done = stat(LINUX, '--multiplex', *words, **how)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(done.stdout)
        self.assertEqual(len(told['regions']), 20)
        for name in 'instructions', 'branches':
            whole, *parts = [
                event['count'] for all_of in (told, *told['regions'])
                for event in all_of['events'] if event['name'] == name]
            self.assertEqual((whole, len(parts)), (sum(parts), 20))
