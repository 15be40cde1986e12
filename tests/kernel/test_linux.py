# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux.py TALLY=COMMAND LINUX=COMMAND

`tally stat -t linux`: software events of the real kernel, and everything that
a kernel may refuse or do on one that does as it is told (fake_linux.c)."""
import csv
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

from tally_command import record_validator

TALLY = ''
LINUX = ''
ROOT = tempfile.TemporaryDirectory()
BIG_LITTLE = {'armv8_cortex_a53': (8, '0-1', {'inst_retired': 8}),
              'armv8_cortex_a72': (9, '2-3', {'inst_retired': 8,
                                              'l1d_cache': 4})}


def root(name, pmus=None, paranoid=0, cpuinfo='', seccomp=0, files=None):
    """A folder with the files that a kernel would show."""
    top = pathlib.Path(ROOT.name, name)
    for path, text in (
            ('proc/sys/kernel/perf_event_paranoid', f'{paranoid}\n'),
            ('proc/cpuinfo', cpuinfo),
            ('proc/self/status', f'Name:\tx\nSeccomp:\t{seccomp}\n'),
            ('sys/devices/system/cpu/online', '0-3\n'),
            *(files or {}).items()):
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text(text)
    for pmu, (kind, cpus, events) in (pmus or {}).items():
        folder = top / 'sys/bus/event_source/devices' / pmu
        (folder / 'events').mkdir(parents=True, exist_ok=True)
        (folder / 'type').write_text(f'{kind}\n')
        (folder / 'cpus').write_text(f'{cpus}\n')
        for event, code in events.items():
            (folder / 'events' / event).write_text(f'event=0x{code:04x}\n')
    return top


def run(*words, **how):
    return subprocess.run(words, text=True, capture_output=True, timeout=60,
                          check=False, **how)


def stat(*words, fake=None, where=None, status=0, verb='stat'):
    env = dict(os.environ)
    if where:
        env |= {'FAKE_ROOT': str(where), 'FAKE_LINUX': fake or ''}
    done = run(LINUX if where else TALLY, verb, *words, env=env)
    assert done.returncode == status, (done.returncode, done.stderr)
    return done


def record(*words, **how):
    return json.loads(stat('--json', *words, **how).stdout)


def events(document):
    return {row['name']: row for row in document['events']}


def told(text):
    return ' '.join(text.split())


GENERIC = {'cpu': (4, '', {})}
# It uses the processor for a while.
BUSY = ('import time\nx = []\nwhile time.process_time() < 0.1:'
        ' x = bytearray(1 << 20)')


class Start(unittest.TestCase):
    """What a short command waits for."""

    def test_libraries_that_few_verbs_need(self):
        """They are loaded when they are needed: relocating one takes longer
        than all that `tally stat` does itself."""
        said = run('readelf', '-d', TALLY).stdout
        self.assertIn('[libc.so', said)
        for name in 'unicorn', 'capstone', 'pcap', 'dw', 'bz2', 'lzma':
            self.assertNotIn(f'[lib{name}.so', said)

    def test_software_events_are_not_tried_out(self):
        """The kernel changes its own code when one is opened or closed."""
        done = stat('-e', 'page-faults', '--', 'true', where=root('plain'),
                    fake='opened')
        self.assertEqual(done.stderr.count('opened page-faults\n'), 1)


class Real(unittest.TestCase):
    """What any Linux counts: software events."""

    def test_command(self):
        got = record('-e', 'page-faults,task-clock,duration-time', '--',
                     sys.executable, '-c',
                     'x = bytearray(4096 * 3000)\nfor i in range(3000):'
                     ' x[i * 4096] = 1')
        found = events(got)
        self.assertGreater(found['page_faults']['count'], 3000)
        self.assertGreater(found['duration_time']['count'],
                           found['task_clock']['count'] / 2)
        self.assertEqual(got['target']['name'], 'linux')
        self.assertTrue(got['program']['sha256'])

    def test_children_are_inherited(self):
        program = ('import subprocess, sys\nsubprocess.run([sys.executable, '
                   '"-c", "x = bytearray(4096 * 5000)\\nfor i in range(5000):'
                   ' x[i * 4096] = 1"])')
        got = record('-e', 'page-faults', '--', sys.executable, '-c', program)
        self.assertGreater(events(got)['page_faults']['count'], 5000)

    def test_output_and_status(self):
        done = stat('--json', '--', 'sh', '-c', 'echo out; echo err >&2; exit 7')
        self.assertEqual(done.stderr, 'out\nerr\n')
        self.assertEqual(json.loads(done.stdout)['program']['status'], 7)
        done = stat('--quiet-program', '--', 'sh', '-c', 'echo out')
        self.assertEqual(done.stderr, '')
        killed = record('--', 'sh', '-c', 'kill -9 $$')
        self.assertEqual(killed['program']['status'], 128 + 9)

    def test_a_caller_who_ignores_his_children(self):
        """Programs inherit that, and ours wants to know how each ended."""
        done = run(TALLY, 'stat', '--json', '--', 'sh', '-c', 'exit 7',
                   preexec_fn=lambda: signal.signal(signal.SIGCHLD,
                                                    signal.SIG_IGN))
        self.assertEqual(json.loads(done.stdout)['program']['status'], 7)

    def test_the_command_is_not_written_over(self):
        with tempfile.TemporaryDirectory() as folder:
            command = pathlib.Path(folder, 'command')
            command.write_text('#!/bin/sh\n')
            command.chmod(0o755)
            for verb in 'stat', 'record':
                done = stat('-o', f'{folder}/./command', '--', str(command),
                            verb=verb, status=2)
                self.assertIn('that is the command, which it would overwrite',
                              done.stderr)
                self.assertEqual(command.read_text(), '#!/bin/sh\n')

    def test_runs_before_are_left_out(self):
        got = stat('--json', '--warmup', '2', '-r', '3', '--', 'echo', 'run')
        self.assertEqual(got.stderr, 'run\n' * 5)
        told = json.loads(got.stdout)
        self.assertEqual((told['warmup'], told['repeats'],
                          told['board_runs']), (2, 3, 3))

    def test_name_before_the_words(self):
        got = record('-t', 'linux', '-e', 'cs', 'sh', '--', '-c', 'exit 3')
        self.assertEqual(got['program']['status'], 3)

    def test_process(self):
        with subprocess.Popen(['sh', '-c', 'while :; do :; done']) as busy:
            try:
                got = record('-p', str(busy.pid), '-e', 'task-clock', '--',
                             'sleep', '0.2')
            finally:
                busy.kill()
        self.assertGreater(events(got)['task_clock']['count'], 1000000)
        self.assertEqual(got['program']['elf'], f'process {busy.pid}')

    def test_interrupted(self):
        """Ctrl-C ends the command, and what was counted is told."""
        with subprocess.Popen(
                [TALLY, 'stat', '--json', '-e', 'task-clock', '--', 'sh', '-c',
                 'echo there; while :; do :; done'], text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            self.assertEqual(running.stderr.readline(), 'there\n')
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 0)
        got = json.loads(out)
        self.assertEqual(got['program']['status'], 128 + signal.SIGTERM)
        self.assertGreater(events(got)['task_clock']['count'], 0)

    def test_intervals(self):
        """Each is from one look to the next, so they add up to the whole; what
        is not known meanwhile has no number."""
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'r.json')
            stat('-o', str(kept), '-I', '10ms', '-M', 'cpus', '-e',
                 'task-clock,page-faults,user-time,duration-time', '--',
                 sys.executable, '-c', BUSY)
            got = json.loads(kept.read_text())
            said = {words: run(TALLY, *words.split(), str(kept)).stdout
                    for words in ('report', 'report --csv', 'export chrome',
                                  'report --html -')}
            judged = run(TALLY, 'report', '--judge', str(kept)).stderr
        record_validator(TALLY).validate(got)
        series = got['intervals']
        ends = series['end_ns']
        self.assertEqual(series['period_ns'], 10000000)
        self.assertGreater(len(ends), 3)
        self.assertTrue(all(a // 10**7 < b // 10**7 for a, b in
                            zip(ends, ends[1:-1])), ends)
        for event, row in zip(got['events'], series['events']):
            if event['name'] == 'user_time':
                self.assertEqual(set(row['counts']), {None})
            else:
                self.assertEqual(sum(row['counts']), event['count'], row)
        self.assertEqual(sum(series['events'][0]['counts']) > 0.09e9, True)
        self.assertEqual(judged, 'nothing changed\n')
        self.assertIn(f'{len(ends)} intervals of 10 ms', said['report'])
        self.assertIn(f'{ends[0] / 1e6:.3f}', said['report'])
        rows = [row for row in csv.DictReader(io.StringIO(
            said['report --csv'])) if row['kind'] == 'interval'
            and row['name'] == 'page_faults']
        self.assertEqual([int(row['end_ns']) for row in rows], ends)
        self.assertEqual([int(row['begin_ns']) for row in rows],
                         [0, *ends[:-1]])
        times = {event['ts'] for event in json.loads(
            said['export chrome'])['traceEvents'] if event['ph'] == 'C'}
        self.assertEqual(times, {end / 1000 for end in (0, *ends)})
        self.assertIn(f'{len(ends)} intervals of 10 ms',
                      said['report --html -'])

    def test_a_short_command_is_measured_from_its_start(self):
        for _ in range(10):
            metrics = {row['name']: row['value'] for row in
                       record('--', 'true')['metrics']}
            self.assertGreaterEqual(metrics['elapsed'], metrics['cpu_time'])

    def test_intervals_before_it_begins(self):
        """Until the command is executed nothing is counted: that is 0."""
        got = record('-I', '100us', '-e', 'page-faults', '--', 'true')
        counts = got['intervals']['events'][0]['counts']
        self.assertEqual(sum(counts), events(got)['page_faults']['count'])

    def test_intervals_of_a_process(self):
        with subprocess.Popen(['sh', '-c', 'while :; do :; done']) as busy:
            try:
                got = record('-p', str(busy.pid), '-e', 'task-clock', '-I',
                             '20ms', '--', 'sleep', '0.2')
            finally:
                busy.kill()
        counts = got['intervals']['events'][0]['counts']
        self.assertGreater(len(counts), 3)
        self.assertEqual(sum(counts), events(got)['task_clock']['count'])

    def test_record_is_like_others(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'r.json')
            stat('--json', '-e', 'page-faults', '-r', '2', '-o', str(kept),
                 '--', 'true')
            for said, *words in (
                    ('', 'report', str(kept)),
                    ('nothing changed\n', 'report', '--judge', str(kept)),
                    ('', 'report', '--csv', str(kept)),
                    ('', 'diff', '--all', str(kept), str(kept))):
                done = subprocess.run([TALLY, *words], text=True, timeout=60,
                                      capture_output=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, said), words)
                self.assertIn('page_faults', done.stdout)


class Told(unittest.TestCase):
    """What a kernel may do, by one that does as it is told."""

    def test_generic_events(self):
        where = root('generic', GENERIC)
        got = record('-M', 'ipc', '-e', 'branches', '--', 'true', fake='there=6',
                     where=where)
        found = events(got)
        self.assertEqual(found['instructions']['count'], 2007)
        self.assertEqual(found['cycles']['count'], 1007)
        self.assertEqual(found['branches']['count'], 5007)
        self.assertEqual(got['plan']['passes'], 1)

    def test_as_many_passes_as_the_kernel_needs(self):
        where = root('generic', GENERIC)
        names = ['cycles', 'instructions', 'cache_references', 'cache_misses',
                 'branches', 'branch_misses']
        for counters, passes in ((6, 1), (4, 2), (3, 4), (2, 5)):
            got = record('-e', ','.join(names), '--drift-limit', '5', '--',
                         'true', fake=f'there=6 counters={counters}',
                         where=where)
            found = events(got)
            for number, name in enumerate(names):
                self.assertEqual(found[name]['count'], 1000 * number + 1007)
            self.assertLessEqual(got['plan']['passes'], passes)
            self.assertGreaterEqual(got['plan']['passes'],
                                    -(-len(names) // counters))
            self.assertEqual(got['board_runs'], got['plan']['passes'])

    def test_counters_that_others_hold(self):
        """A group that opens and never runs is planned smaller, not 0."""
        where = root('generic', GENERIC)
        got = record('-e', '{instructions,branches,branch_misses}', '--',
                     'true', fake='there=6 counters=4 held=1', where=where)
        self.assertEqual(events(got)['branches']['count'], 5007)
        done = stat('-e', 'branches', '--', 'true', where=where, status=1,
                    fake='there=6 counters=1 held=1')
        self.assertIn('never has a counter for it', done.stderr)
        self.assertEqual(done.stdout, '')

    def test_multiplex(self):
        where = root('generic', GENERIC)
        got = record('-e', 'branches,branch_misses,cache_misses', '--multiplex',
                     '--', 'true', fake='there=6 counters=2', where=where)
        found = events(got)
        self.assertEqual(got['board_runs'], 1)
        self.assertTrue(got['plan']['multiplexed'])
        self.assertGreater(got['plan']['passes'], 1)
        for name, true in (('branches', 5007), ('branch_misses', 6007),
                           ('cache_misses', 4007)):
            self.assertIn('scaled', found[name]['doubts'])
            self.assertAlmostEqual(found[name]['count'], true, delta=4)
            self.assertRegex(found[name]['why'], 'counted .* % of the time')
        text = stat('-e', 'branches,branch_misses,cache_misses', '--multiplex',
                    '--', 'true', fake='there=6 counters=2', where=where).stdout
        self.assertIn('multiplexed: passes took turns', text)
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, 'r.json')
            kept.write_text(json.dumps(got))
            done = subprocess.run([TALLY, 'report', '--judge', str(kept)],
                                  text=True, capture_output=True, check=True)
        self.assertEqual(done.stderr, 'nothing changed\n')

    def test_intervals_of_turns(self):
        got = record('-e', 'branches,branch_misses,cache_misses', '--multiplex',
                     '-I', '1ms', '--', 'true', fake='there=6 counters=2',
                     where=root('turns', GENERIC))
        for row in got['intervals']['events']:
            count = events(got)[row['name']]['count']
            if count is None:
                self.assertEqual(set(row['counts']), {None})
            else:
                self.assertAlmostEqual(sum(row['counts']), count, delta=4)

    def test_two_kinds_of_processors(self):
        """The same event of each kind has a count of its own."""
        where = root('big.little', BIG_LITTLE)
        got = record('-e', 'cortex-a53:INST_RETIRED,cortex-a72:INST_RETIRED,'
                     'page-faults', '--', 'true', fake='there=6', where=where)
        found = events(got)
        self.assertEqual(got['monitors'], ['pmuv3/cortex-a53',
                                           'pmuv3/cortex-a72', 'kernel'])
        for name in ('pmuv3/cortex-a53:INST_RETIRED',
                     'pmuv3/cortex-a72:INST_RETIRED'):
            self.assertEqual(found[name]['count'], 9007)
        never = record('-e', 'cortex-a53:INST_RETIRED,cortex-a72:INST_RETIRED',
                       '--', 'true', fake='there=6 away=9', where=where,
                       status=1)
        found = events(never)
        self.assertEqual(found['pmuv3/cortex-a53:INST_RETIRED']['count'], 9007)
        absent = found['pmuv3/cortex-a72:INST_RETIRED']
        self.assertIsNone(absent['count'])
        self.assertIn('not_counted', absent['doubts'])

    def test_two_kinds_that_no_table_knows(self):
        """An event of the kernel's is counted on both, and by the name of its
        kind on one; a code goes to that kind alone."""
        where = root('hybrid', {'cpu_core': (4, '0-1', {}),
                                'cpu_atom': (10, '2-3', {})})
        each = 'cpu_core/instructions/', 'cpu_atom:instructions'
        words = '-e', ','.join(('instructions', *each, 'cpu_atom:r12:u'))
        found = events(record(*words, '--', 'true', fake='there=6',
                              where=where))
        self.assertEqual(found['instructions']['count'], 2 * 2007)
        for name in each:
            self.assertEqual(found[name]['count'], 2007)
        self.assertEqual(found['cpu_atom:r12:u']['count'], 0x13 * 1000 + 7)
        asked = self.codes(*words, where=where)
        self.assertLessEqual({(0, 1 | 4 << 32, 0), (0, 1 | 10 << 32, 0),
                              (10, 0x12, 0)}, asked)
        self.assertNotIn((4, 0x12, 0), asked)
        found = events(record(*words, '--', 'true', fake='there=6 away=10',
                              where=where, status=1))
        self.assertEqual(found['instructions']['count'], 2007)
        self.assertEqual(found[each[0]]['count'], 2007)
        self.assertIsNone(found[each[1]]['count'])
        # Samples of both are one column; here two processors are of each.
        done = stat('-e', 'cpu_atom:cycles,cycles', '--json', '--', 'true',
                    fake='there=6', where=where, verb='record')
        one, both = json.loads(done.stdout)['total']
        self.assertGreater(one, 0)
        self.assertEqual(both, 2 * one)
        done = stat('-e', 'cpu_atom/nothing/', '--', 'true', fake='there=6',
                    where=where, status=2)
        self.assertIn('no event cpu_atom/nothing/', done.stderr)

    def test_what_the_processor_lacks(self):
        """Of common events only those that the kernel names are there."""
        where = root('big.little', BIG_LITTLE)
        got = record('-e', 'L1D_CACHE', '--', 'true', fake='there=6',
                     where=where, status=0)
        self.assertEqual(events(got)['L1D_CACHE']['monitor'],
                         'pmuv3/cortex-a72')
        done = stat('-e', 'cortex-a53:L1D_CACHE', '--', 'true', where=where,
                    fake='there=6', status=1)
        self.assertIn('does not have the event L1D_CACHE', done.stderr)

    def test_raw_codes(self):
        where = root('generic', GENERIC)
        got = record('-e', 'r1234:u', '--', 'true', fake='there=6', where=where)
        self.assertEqual(events(got)['r1234:u']['count'], 0x1235 * 1000 + 7)
        # The kernel's own names have numbers of Tally's, which are no codes.
        got = record('-e', 'r4012', '--', 'true', fake='there=6', where=where)
        self.assertEqual(events(got)['r4012']['count'], 0x4013 * 1000 + 7)

    def codes(self, *words, **how):
        """What the kernel is asked to count: (type, config, config1)."""
        done = stat(*words, '--', 'true', **how,
                    fake='there=6 counters=6 codes')
        return {tuple(int(n, 0) for n in line.split()[1:])
                for line in done.stderr.splitlines()
                if line.startswith('code ')}

    def test_e500(self):
        """By its own names; the upper half is PMLCb, whose threshold is
        63 << 1, and a process that is marked is nothing Linux knows."""
        where = root('e500', GENERIC, cpuinfo='processor\t: 0\n'
                     'cpu\t\t: e500v2\nclock\t\t: 1333.0MHz\n')
        events = ('-e', 'INSTR_COMPLETED,'
                        'DLFB_LOAD_MISS_CYCLES:threshold=126')
        asked = self.codes(*events, where=where)
        self.assertLessEqual({(4, 2, 0), (4, 76 | 0x13f << 32, 0)}, asked)
        got = record('-M', 'cpi', '--', 'true', fake='there=6', where=where)
        self.assertEqual(got['monitors'], ['e500v2', 'kernel'])
        v1 = root('e500v1', GENERIC, cpuinfo='cpu\t\t: e500\n')
        got = record('-M', 'cpi', '--', 'true', fake='there=6', where=v1)
        self.assertEqual(got['monitors'], ['e500v1', 'kernel'])
        done = stat('-e', 'INSTR_COMPLETED:m', '--', 'true', fake='there=6',
                    where=where, status=1)
        self.assertIn('does not tell marked processes', done.stderr)

    def test_names_of_libpfm(self):
        """Names that no table has; what libpfm4 makes of them is by Intel's
        manual: event 0xc0, and 0xb7 with umask 1."""
        os.environ['LIBPFM_ENCODE_INACTIVE'] = '1'
        where = root('pfm', GENERIC)
        names = ('skl::INST_RETIRED:ANY_P',
                 'skl::OFFCORE_RESPONSE_0:ANY_REQUEST')
        asked = self.codes('-e', ','.join(names), where=where)
        self.assertLessEqual({(4, 0xc0, 0), (4, 0x1b7, 0x18007)}, asked)
        found = events(record('-e', f'{names[0]}:u', '-M',
                              f'{names[0]}/instructions', '--', 'true',
                              fake='there=6', where=where))
        self.assertEqual(found[f'{names[0]}:u']['count'], 0xc1 * 1000 + 7)
        self.assertEqual(found[names[0]]['count'], 0xc1 * 1000 + 7)
        done = stat('-e', 'skl::NOTHING', '--', 'true', fake='there=6',
                    where=where, status=2)
        self.assertIn('kernel has no event skl::NOTHING', done.stderr)

    def test_tracepoints(self):
        """By their numbers, which tracefs has in one of two places; also
        where the processor has no counter to count them with."""
        tracing = 'sys/kernel/tracing/events/'
        where = root('tracing', files={
            tracing + 'sched/sched_switch/id': '316\n',
            tracing + 'sched/header_page': '',
            'sys/kernel/debug/tracing/events/irq/softirq-x/id': '20\n'})
        got = events(record('-e', 'sched:sched_switch,irq:softirq-x:u,cs', '--',
                            'true', where=where, fake='there=1 codes'))
        self.assertEqual(got['sched:sched_switch']['count'], 317007)
        self.assertEqual(got['irq:softirq-x:u']['count'], 21007)
        done = stat('-e', 'sched:sched_switch,irq:softirq-x', '--', 'true',
                    where=where, fake='there=1 codes')
        self.assertIn('code 2 0x13c 0x0\n', done.stderr)
        self.assertIn('code 2 0x14 0x0\n', done.stderr)
        done = stat('-e', 'sched:../sched_switch', '--', 'true', where=where,
                    status=2)
        self.assertNotIn('tracepoint', done.stderr)

    def test_control_groups(self):
        """By a file of theirs, on each processor; of two ways to mount them
        the first version's, if that counts."""
        for mounts, there in (('a /sys/fs/cgroup cgroup2 rw 0 0\n'
                               'b /v1/pids cgroup rw,pids 0 0\n',
                               'sys/fs/cgroup'),
                              ('a /v1/perf cgroup rw,perf_event 0 0\n'
                               'b /sys/fs/cgroup cgroup2 rw 0 0\n',
                               'v1/perf')):
            where = root('groups' + there[:2], files={
                'proc/self/mounts': mounts, there + '/of/us/tasks': ''})
            for words, cpus in ((), range(4)), (('--cpu', '1,3'), (1, 3)):
                done = stat('--cgroup', 'of/us', '-e', 'cs', *words, '--json',
                            '--', 'true', where=where, fake='groups', status=1)
                *opened, nothing = done.stderr.splitlines()
                self.assertEqual(opened, [f'group 1 on {cpu}' for cpu in cpus])
                # Nobody was in it, which is no count of 0.
                self.assertIn('context_switches is not counted', nothing)
                self.assertEqual(json.loads(done.stdout)['program']['elf'],
                                 'group of/us')

    def test_user_space_alone(self):
        where = root('paranoid', GENERIC, paranoid=2)
        got = record('-e', 'instructions,page-faults', '--', 'true',
                     fake='there=6 user', where=where)
        self.assertEqual(events(got)['instructions']['count'], 2007)
        self.assertIn('user space alone', got['target']['title'])
        self.assertIn('perf_event_paranoid is 2', got['target']['lacks'])
        done = stat('-e', 'cpu-clock', '--', 'true', fake='there=6 user',
                    verb='record', where=root('alone', paranoid=2, files={
                        'sys/devices/system/cpu/online': '0\n'}))
        self.assertIn('kernel is left out: perf_event_paranoid is 2',
                      told(done.stdout))
        done = stat('-e', 'cs', '--', 'true', fake='there=6 user', where=where,
                    status=1)
        self.assertIn('does not have the event context_switches', done.stderr)

    def test_no_number_is_made_up(self):
        """Whatever is refused, nothing goes to standard output."""
        where = root('generic', GENERIC)
        for error in 'EACCES', 'ENOSYS', 'EMFILE', 'EBUSY', 'EPERM', 'EINVAL':
            done = stat('-e', 'instructions', '--', 'echo', 'ran', where=where,
                        fake=f'there=6 errno={error}', status=1)
            self.assertEqual(done.stdout, '', error)
            self.assertNotIn('ran', done.stderr, error)

    def test_overview_leaves_out_what_is_not_there(self):
        where = root('virtual', cpuinfo='flags : fpu hypervisor lahf\n')
        done = stat('--', 'true', fake='', where=where)
        self.assertIn('elapsed', done.stdout)
        self.assertNotIn('ipc', done.stdout)
        self.assertIn('this virtual machine shows no counters',
                      told(done.stdout))
