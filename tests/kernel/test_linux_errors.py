# SPDX-License-Identifier: MIT
"""usage: tap.py test_linux_errors.py TALLY=COMMAND LINUX=COMMAND

The rows of doc/errors.md on this computer: each is made to happen, where the
kernel has a say by one that does as it is told (fake_linux.c)."""
import pathlib
import sys
import tempfile
import unittest

import test_linux
from error_rows import LINUX as SECTION
from error_rows import rows_of, unsaid
from test_linux import BIG_LITTLE, GENERIC, root

TALLY = ''
LINUX = ''
ALONE = '-t', 'linux'
TRUE = '-e', 'branches', '--', 'true'

# What is mapped into memory: a page of zeros stands for it.
L220 = '-t', 'devmem:l220=0x0'
PAGE = {'dev/mem': '\0' * 4096}
TREE = {'proc/device-tree/soc/l2/compatible': 'arm,l220-cache\0'}
OTHER = {'proc/device-tree/model': 'A board',
         'proc/device-tree/compatible': 'vendor,a-board\0'}

# id -> the words after `tally stat`, and on which kernel.
CASES = {
    'linux-nothing': ((*ALONE, '-e', 'cs'), {}),
    'linux-name': (('-t', 'linux:x', '--', 'true'), {}),
    'linux-command': (('-e', 'cs', '--', 'nothing-of-this-name'), {}),
    'linux-cpu': (('--cpu', 'x', '--', 'true'), {}),
    'linux-cpu-none': (('--cpu', '', '--', 'true'), {}),
    'linux-cpu-off': (('--cpu', '3,9', '-e', 'cs', '--', 'true'), {'fake': ''}),
    'linux-both': (('-a', '-p', '1', '--', 'true'), {}),
    'linux-threads': (('-a', '--per-thread', '--', 'true'), {}),
    'linux-cores': (('--per-core', '--', 'true'), {}),
    'linux-apart-repeats': (('-a', '--per-core', '-r', '2', '--', 'true'), {}),
    'linux-apart-warmup': (('-a', '--per-core', '--warmup', '1', '--', 'true'),
                           {}),
    'linux-apart-passes': (('-a', '--per-core', '-e', 'branches,instructions',
                            '--', 'true'), {'fake': 'there=6 counters=1'}),
    'linux-apart-rows': (('-a', '--per-core', '-I', '1s', '--', 'true'), {}),
    'linux-pid': (('-p', '0'), {}),
    'linux-region': (('--region', 'main', '--', 'true'), {}),
    'linux-interval': (('-I', '10000c', '--', 'true'), {}),
    'linux-interval-passes': (('-I', '1ms', '-e', 'branches,instructions',
                               '--', 'true'),
                              {'fake': 'there=6 counters=1'}),
    'linux-truth': (('--truth', '--', 'true'), {}),
    'linux-registers': (('--dry-run', '--', 'true'), {}),
    'linux-machine': (('--cold', '--', 'true'), {}),
    'linux-passes': (('--passes', 'together', '--', 'true'), {}),
    'linux-jobs': (('-j', '2', '--', 'true'), {}),
    'linux-again': (('-p', '1', '-e', 'branches,instructions', '--', 'true'),
                    {'fake': 'there=6 counters=1'}),
    'linux-again-all': (('-a', '-e', 'branches,instructions'),
                        {'fake': 'there=6 counters=1'}),
    'linux-elsewhere': (('-t', 'gdb:localhost:1,l220=0x9000', '-p', '7',
                         'x.elf'), {}),
    'linux-process': (('-p', '2147483647', '-e', 'cs', '--', 'true'), {}),
    'linux-paranoid': (TRUE, {'fake': 'there=6 errno=EACCES', 'paranoid': 3}),
    'linux-all': (('-a', *TRUE), {'fake': 'there=6 tasks', 'paranoid': 1}),
    'linux-container': (TRUE, {'fake': 'there=6 errno=EPERM', 'seccomp': 2}),
    'linux-other': (TRUE, {'fake': 'there=6 errno=EPERM'}),
    'linux-built': (TRUE, {'fake': 'there=6 errno=ENOSYS'}),
    'linux-virtual': (TRUE, {'pmus': {}, 'cpuinfo': 'flags : hypervisor\n'}),
    'linux-driver': (TRUE, {'pmus': {}}),
    'linux-event': (TRUE, {'fake': 'there=2'}),
    'linux-cgroup': (('--cgroup', 'nobody', '-e', 'cs'), {'files': {
        'proc/self/mounts': 'c /sys/fs/cgroup/here cgroup2 rw 0 0\n'}}),
    'linux-cgroup-none': (('--cgroup', 'nobody', '-e', 'cs'), {'files': {
        'proc/self/mounts': 'c /sys/fs/cgroup/here cgroup rw,pids 0 0\n'}}),
    'linux-tracepoint': (('-e', 'sched:sched_switch', '--', 'true'),
                         {'fake': ''}),
    'linux-held': (TRUE, {'fake': 'there=6 counters=1 held=1'}),
    'linux-busy': (TRUE, {'fake': 'there=6 errno=EBUSY'}),
    'linux-files': (TRUE, {'fake': 'there=6 errno=EMFILE'}),
    'linux-warmup': (('--warmup', '2', '-a', '-e', 'cs'), {}),
    'linux-together': (('-e', 'branches:u', '--', 'true'),
                       {'fake': 'there=6 modeless'}),
    'linux-away': (('-e', 'cortex-a72:INST_RETIRED', '--', 'true'),
                   {'fake': 'there=6 away=9', 'pmus': BIG_LITTLE}),
    'linux-mapped-monitors': (('-t', 'devmem', '--', 'true'), {}),
    'linux-mapped-address': (('-t', 'devmem:l220', '--', 'true'), {}),
    'linux-mapped-number': (('-t', 'devmem:l220=0x7', '--', 'true'), {}),
    'linux-mapped-core': (('-t', 'devmem:arm1176=0', '--', 'true'), {}),
    'linux-mapped-clock': (('-t', 'devmem:l220=0,clock=fast', '--', 'true'),
                           {}),
    'linux-mapped-most': (('-t', 'uio:/dev/uio0,l210,l210-trm,l210-six,l2c310,'
                           'l220', '--', 'true'), {}),
    'linux-mapped-device': (('-t', 'uio:l220', '--', 'true'), {}),
    'linux-mapped-command': (L220, {}),
    'linux-mapped-said': ((*L220, '-a', '--', 'true'), {}),
    'linux-mapped-region': ((*L220, '--region', 'main', '--', 'true'), {}),
    'linux-mapped-truth': ((*L220, '--truth', '--', 'true'), {}),
    'linux-mapped-machine': ((*L220, '--cold', '--', 'true'), {}),
    'linux-mapped-alone': ((*L220, '-t', 'board:pb1176', 'x.elf'), {}),
    'linux-mapped-interval': ((*L220, '-I', '100c', '--', 'true'),
                              {'files': TREE | PAGE}),
    'linux-mapped-no-tree': ((*L220, '--', 'true'), {'files': PAGE}),
    'linux-mapped-other': ((*L220, '--', 'true'), {'files': OTHER | PAGE}),
    'linux-mapped-absent': ((*L220, '--', 'true'), {'files': TREE | PAGE}),
    'linux-mapped-short': (('-t', 'devmem:l220=0x1000', '--', 'true'),
                           {'files': TREE | PAGE}),
    'linux-mapped-none': ((*L220, '--', 'true'), {'files': TREE}),
    'linux-mapped-uio': (('-t', 'uio:/dev/uio0,l220', '--', 'true'),
                         {'files': TREE}),
}
# The same of `tally record`.
RECORD = {
    'linux-record-nothing': (('--',), {}),
    'linux-record-word': (('app.elf', '--', 'true'), {}),
    'linux-record-period': (('-c', '0', '--', 'true'), {}),
    'linux-record-two': (('-F', '100', '-c', '9', '--', 'true'), {}),
    'linux-record-hz': (('-F', '0', '--', 'true'), {}),
    'linux-record-rate': (('-F', '101', '-e', 'cpu-clock', '--', 'true'), {
        'files': {'proc/sys/kernel/perf_event_max_sample_rate': '100\n'}}),
    'linux-record-machine': (('--timeout', '9', '--', 'true'), {}),
    'linux-record-often': (('-e', 'cpu-clock', '-c', '1000', '--', 'true'),
                           {'fake': None}),
    'linux-record-time': (('-e', 'duration-time', '--', 'true'), {}),
    'linux-record-room': (('-e', 'cpu-clock', '--', 'true'),
                          {'fake': 'mlock'}),
    'linux-record-process': (('-p', '2147483647', '-e', 'cpu-clock', '--',
                              'true'), {'fake': None}),
    'linux-record-all': (('-a', '-e', 'cpu-clock', '--', 'true'),
                         {'fake': 'tasks', 'paranoid': 2}),
    'linux-record-cpu': (('--cpu', '5-x'), {'fake': None}),
    'linux-record-pid': (('--pid=0',), {'fake': None}),
    'linux-record-both': (('-a', '-p', '1'), {'fake': None}),
    'linux-record-command': (('--', 'nothing-of-this-name'), {'fake': None}),
}
ROWS = rows_of(SECTION)


class Errors(unittest.TestCase):
    """One case for each row."""

    def judge(self, name, done):
        says, status = ROWS[name]
        self.assertEqual(done.returncode, int(status), done.stderr)
        self.assertIsNone(unsaid(says, done.stderr), done.stderr)
        self.assertTrue(done.stderr.startswith('tally'), done.stderr)
        self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
        self.assertLessEqual(len(done.stderr), 400)

    def test_every_row(self):
        test_linux.TALLY, test_linux.LINUX = TALLY, LINUX
        for name, (words, how) in CASES.items():
            with self.subTest(name):
                fake = how.pop('fake', '' if how else None)
                where = None
                if fake is not None:
                    pmus = how.pop('pmus', GENERIC)
                    where = root(name, pmus, **how)
                self.judge(name, test_linux.stat(
                    *words, fake=fake, where=where, status=int(ROWS[name][1])))

    def test_record(self):
        test_linux.TALLY, test_linux.LINUX = TALLY, LINUX
        for name, (words, how) in RECORD.items():
            with self.subTest(name):
                where = root(name, how.get('pmus', GENERIC), how.get('paranoid', 0),
                             files=how.get('files'))
                fake = how.get('fake', '')
                self.judge(name, test_linux.stat(
                    *words, fake=fake, where=None if fake is None else where,
                    status=int(ROWS[name][1]), verb='record'))

    def test_other_verbs(self):
        test_linux.TALLY = TALLY
        self.judge('linux-verb', test_linux.run(
            TALLY, 'script', '-m', 'kernel', '-e', 'cycles'))

    def test_a_script_without_its_interpreter(self):
        test_linux.TALLY = TALLY
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, 'script')
            script.write_text('#!/no/such/interpreter\n')
            script.chmod(0o700)
            self.judge('linux-interpreter', test_linux.stat(
                '-e', 'cs', '--', str(script), status=1))

    def test_all_are_here(self):
        self.assertEqual(set(ROWS), {*CASES, *RECORD, 'linux-verb',
                                     'linux-interpreter'})
