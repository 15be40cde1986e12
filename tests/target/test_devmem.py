# SPDX-License-Identifier: MIT
"""usage: tap.py test_devmem.py LINUX=COMMAND

`-t devmem:` and `-t uio:`: a file stands for the memory, below a root of the
test's own (the command of tests/kernel/fake_linux.c), and the command that runs
meanwhile plays the monitor in it.  Registers are by DDI0329L, AN3636 and
MPC8548ERM."""
import fcntl
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

TALLY = ''  # not used: each test has a root of its own
LINUX = ''
BASE = 0x10000
SIZE = 0x20000

# The L220: cache ID, event counter control, configurations, counters.
ID, ECR, ECFGR1, ECFGR0, EVR1, EVR0 = 0, 0x200, 0x204, 0x208, 0x20c, 0x210
L220 = {ID: 0x41000086, EVR0: 7, EVR1: 9}
# The MPC8548's, as it is read by a big-endian core.
PMGC0, PMLCA0, PMC0 = 0x0, 0x10, 0x18

DEVICE = '''
import mmap, struct, sys
path, base, order = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with open(path, 'r+b') as file:
    memory = mmap.mmap(file.fileno(), 0)
def get(at):
    return struct.unpack_from(order + 'I', memory, base + at)[0]
def put(at, value):
    struct.pack_into(order + 'I', memory, base + at, value)
'''


class Machine:
    """A computer: a device tree, memory, and what is at BASE."""

    def __init__(self, registers, compatible=('arm,l220-cache',), order='<',
                 device='dev/mem', at=BASE):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        if compatible:
            self.write('proc/device-tree/model', b'A board\0')
            self.write('proc/device-tree/soc/l2/compatible',
                       b''.join(f'{c}\0'.encode() for c in compatible))
        self.memory = self.write(device, bytes(SIZE))
        self.at = at
        self.order = order
        content = bytearray(SIZE)
        for place, value in registers.items():
            struct.pack_into(order + 'I', content, at + place, value)
        self.memory.write_bytes(content)
        self.before = bytes(content)

    def write(self, path, content):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def command(self, script):
        """What plays the monitor while it counts."""
        return ['--', sys.executable, '-c', DEVICE + script, self.memory,
                str(self.at), self.order]

    def start(self, *words):
        return subprocess.Popen(
            [LINUX, 'stat', *map(str, words)], text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | {'FAKE_ROOT': str(self.root), 'FAKE_LINUX': ''})

    def stat(self, *words):
        run = self.start(*words)
        out, err = run.communicate(timeout=60)
        return run.returncode, out, err

    def changed(self):
        """The words that are not as they were found."""
        now = self.memory.read_bytes()
        return {hex(at - self.at): now[at:at + 4].hex()
                for at in range(0, SIZE, 4)
                if now[at:at + 4] != self.before[at:at + 4]}


COUNTS = f'''
assert get({ECR}) & 1, 'it does not count'
event = {{get({ECFGR0}) >> 2 & 15: {EVR0}, get({ECFGR1}) >> 2 & 15: {EVR1}}}
put(event[2], get(event[2]) + 1000)
put(event[3], get(event[3]) + 4000)
'''


class Devmem(unittest.TestCase):
    def count(self, m, target, *words, script=COUNTS):
        status, out, err = m.stat('-t', target, '--json', *words,
                                  *m.command(script))
        self.assertEqual(status, 0, err)
        return json.loads(out)

    def values(self, record):
        return {each['name']: each['count'] for each in record['events']}

    def test_l220(self):
        """Counts, and everything is as it was found."""
        m = Machine(L220)
        record = self.count(m, f'devmem:l220={BASE:#x},clock=100e6',
                            '-e', 'r02,r03')
        self.assertEqual(list(self.values(record).values()), [1000, 4000])
        self.assertEqual(m.changed(), {})
        self.assertEqual(record['target']['name'], 'devmem')

    def test_two_passes(self):
        """The command runs again for each."""
        m = Machine(L220)
        m.write('runs', b'')
        status, out, err = m.stat(
            '-t', f'devmem:l220={BASE:#x},clock=100e6', '-e', 'all', '--csv',
            *m.command(f'open({str(m.root / "runs")!r}, "a").write("x")'))
        self.assertEqual(status, 0, err)
        passes = int(re.search('fact,passes,([0-9]+)', out)[1])
        self.assertGreater(passes, 1)
        self.assertEqual((m.root / 'runs').read_text(), 'x' * passes)
        self.assertEqual(m.changed(), {})

    def test_text(self):
        m = Machine(L220)
        _, out, _ = m.stat('-t', f'devmem:l220={BASE:#x},clock=100e6', '-e',
                           'r02,r03', *m.command(COUNTS + 'sys.exit(3)'))
        self.assertRegex(out, r'on devmem, l220\n'
                              r'whole program; exit status 3\n')
        for wrong in ('simulated', 'modelled', 'exact', 'instructions run'):
            self.assertNotIn(wrong, out)

    def test_no_clock(self):
        """Nobody knows how fast it counts, so a wrap may be unseen."""
        m = Machine(L220)
        status, out, err = m.stat('-t', f'devmem:l220={BASE:#x}', '-e',
                                  'r02,r03', *m.command(COUNTS))
        self.assertEqual(status, 1)
        self.assertIn('a counter may have wrapped unseen', err)
        self.assertIn('overflowed', out)
        self.assertEqual(m.changed(), {})

    def test_interrupted(self):
        """Ctrl-C ends the command, and the monitor is as it was found."""
        m = Machine(L220)
        flag = m.root / 'running'
        run = m.start('-t', f'devmem:l220={BASE:#x},clock=100e6', '-e', 'r02',
                      *m.command(f'''
import os, time
os.mkfifo({str(flag)!r} + '.fifo')
os.rename({str(flag)!r} + '.fifo', {str(flag)!r})
open({str(flag)!r}, 'w').write(str(os.getpid()))
time.sleep(60)
'''))
        while not flag.exists():
            self.assertIsNone(run.poll())
        with flag.open() as said:
            pid = int(said.read())
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn('interrupted', err)
        self.assertEqual(m.changed(), {})
        self.assertRaises(ProcessLookupError, os.kill, pid, 0)

    def gone(self, m, target, script):
        """The command does this to the registers, which are gone then."""
        status, out, err = m.stat('-t', target, '-e', 'r02',
                                  *m.command(script))
        self.assertEqual((status, out), (1, ''), err)
        self.assertIn('the registers of l220 are gone from /dev/', err)
        self.assertIn('it is left as it was made to count', err)

    def test_memory_goes_away(self):
        """No signal ends the command, whatever is done then."""
        target = f'devmem:l220={BASE:#x},clock=100e6'
        for then in ('', '; time.sleep(0.5)'):
            self.gone(Machine(L220), target, f"""
import os, time
os.truncate(path, 0){then}""")

    def test_uio_is_unbound(self):
        m = Machine(L220, device='dev/uio3', at=0x40)
        for name, number in (('size', 0x1000), ('offset', 0x40)):
            place = m.write(f'sys/class/uio/uio3/maps/map0/{name}',
                            f'{number:#x}\n'.encode())
        self.gone(m, 'uio:/dev/uio3,l220,clock=100e6', f"""
import shutil
shutil.rmtree({str(place.parents[2])!r})""")

    def test_locked(self):
        """By somebody else's lock; of other registers it is none."""
        m = Machine(L220)
        words = ('-t', f'devmem:l220={BASE:#x},clock=100e6', '-e', 'r02,r03',
                 *m.command(COUNTS))
        with m.memory.open('r+b') as file:
            fcntl.lockf(file, fcntl.LOCK_EX, 4, BASE + ECR)
            status, out, err = m.stat(*words)
            self.assertEqual((status, out), (1, ''))
            self.assertIn('another process has locked the registers of l220',
                          err)
            self.assertEqual(m.changed(), {})
            fcntl.lockf(file, fcntl.LOCK_UN)
            fcntl.lockf(file, fcntl.LOCK_EX, 4, BASE - 4)
            self.assertEqual(m.stat(*words)[0], 0)
        self.assertEqual(m.changed(), {})

    def test_two_at_once(self):
        """Whoever is first counts, the other is told so, and goes after it."""
        m = Machine(L220)
        fifo = m.root / 'fifo'
        os.mkfifo(fifo)
        words = ('-t', f'devmem:l220={BASE:#x},clock=100e6', '--csv', '-e',
                 'r02,r03')
        first = m.start(*words, *m.command(
            f'open({str(fifo)!r}, "w").close()' + COUNTS +
            f'open({str(fifo)!r}).read()'))
        fifo.read_bytes()
        status, out, err = m.stat(*words, *m.command(COUNTS))
        self.assertEqual((status, out), (1, ''))
        self.assertIn('another process has locked the registers of l220', err)
        fifo.write_bytes(b'')
        out, err = first.communicate(timeout=60)
        self.assertEqual(first.returncode, 0, err)
        self.assertRegex(out, r'DRHIT[^\n]*,1000,')
        self.assertEqual(m.changed(), {})
        self.assertEqual(m.stat(*words, *m.command(COUNTS))[0], 0)

    def test_big_endian(self):
        """The device monitor of a PowerQUICC III: two counters of its own."""
        m = Machine({}, ('fsl,mpc8548-immr', 'simple-bus'), '>')
        record = self.count(
            m, f'devmem:mpc8548={BASE:#x},clock=400e6', '-e', 'CCB_CYCLES',
            script=f'''
assert get({PMGC0}) >> 31 == 0 and get({PMLCA0}) >> 31 == 0
put({PMC0 + 4}, get({PMC0 + 4}) + 123456)
''')
        self.assertEqual(self.values(record), {'CCB_CYCLES': 123456})
        self.assertEqual(m.changed(), {})

    def test_uio(self):
        m = Machine(L220, device='dev/uio3', at=0x40)
        for name, number in (('size', 0x1000), ('offset', 0x40)):
            m.write(f'sys/class/uio/uio3/maps/map0/{name}',
                    f'{number:#x}\n'.encode())
        record = self.count(m, 'uio:/dev/uio3,l220,clock=100e6', '-e',
                            'r02,r03')
        self.assertEqual(list(self.values(record).values()), [1000, 4000])
        self.assertEqual(m.changed(), {})

    def test_forced(self):
        m = Machine(L220, ('arm,pl310-cache',))
        self.count(m, f'devmem:l220={BASE:#x},clock=100e6,force', '-e',
                   'r02,r03')
        self.assertEqual(m.changed(), {})


if __name__ == '__main__':
    unittest.main()
