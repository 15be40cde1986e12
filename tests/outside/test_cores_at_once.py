# SPDX-License-Identifier: MIT
"""The library on several cores at once, on QEMU's virt machine: cores_guest.c,
by sessions and by the folded form, with a log for each core.  -icount counts
instructions, so that each run is the same run."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / 'tools'))
import sizes  # noqa: E402
import tally_command

TALLY = ''
ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ['-std=gnu11', '-Wall', '-Wextra', '-Werror',
         '-Wno-missing-field-initializers', '-mgeneral-regs-only',
         '-ffreestanding', '-fno-stack-protector', '-fno-pie', '-no-pie',
         '-nostdlib', '-static', '-Wl,-Ttext=0x40080000', '-Wl,-e,start',
         '-Wl,-z,max-page-size=4096', '-Wl,--build-id=none',
         f'-I{ROOT}/include', f'-I{ROOT}/tests']
A64 = (['aarch64-linux-gnu-gcc', '-mcpu=cortex-a53', '-mstrict-align',
        '-mno-outline-atomics'], 'qemu-system-aarch64')
A32 = ['arm-none-eabi-gcc', '-mcpu=cortex-a7'], 'qemu-system-arm'
# QEMU's name of a core: its compiler and QEMU, and the number of its cycle
# counter.
MACHINES = {'cortex-a57': (*A64, 6), 'cortex-a15': (*A32, 6),
            'cortex-a7': (*A32, 4)}
LIBRARY = {'cortex-a57': ('pmuv3/pmuv3*.c', 'a64.c'),
           'cortex-a15': ('armv7/armv7.c', 'a32.c'),
           'cortex-a7': ('armv7/armv7.c', 'a32.c')}
SESSION, FOLDED = [], ['-DFOLDED']
# What cores_guest.c has of each log.
LOG, ROUNDS = 64 + 32 * 128, 6


def setUpModule():
    tally_command.TALLY = TALLY


class CoresAtOnce(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.elf = self.folder / 'cores.elf'

    def sources(self, core, how):
        """The folded form has nothing to link but the log."""
        if set(FOLDED) <= set(how):
            return [ROOT / 'src/core/log.c']
        monitor, bus = LIBRARY[core]
        found = [*ROOT.glob('src/core/*.c'), *ROOT.glob(f'src/monitors/{monitor}'),
                 ROOT / 'src/bus/native' / bus]
        return found + [path for path in sizes.cores(self.folder)
                        if path.endswith(f'/{core.replace("-", "_")}.c')]

    def run_on(self, core, cores, *how):
        """{name: [values]} as the guest said them."""
        (gcc, *words), qemu, clock = MACHINES[core]
        if not shutil.which(gcc) or not shutil.which(qemu):
            self.skipTest(f'{gcc} or {qemu} is missing')
        subprocess.run([gcc, *words, *FLAGS, *how, f'-DCORES={cores}',
                        f'-DMONITOR={core.replace("-", "_")}', f'-DCALLED={core}',
                        f'-DCLOCK={clock}', ROOT / 'tests/outside/cores_guest.c',
                        *self.sources(core, how), '-lgcc', '-o', self.elf], check=True)
        done = subprocess.run(
            [qemu, '-M', 'virt', '-cpu', core, '-smp', str(cores), '-nic', 'none',
             '-icount', 'shift=0', '-display', 'none', '-monitor', 'none',
             '-serial', 'none', '-semihosting-config', 'enable=on,target=native',
             '-kernel', self.elf], stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
            check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        told = re.findall(r'^(\w+) (-?\d+)$', done.stdout, re.M)
        return {name: [int(value) for other, value in told if other == name]
                for name, _ in told}

    def is_exact(self, told, cores):
        """All tasks ran equally often, on all cores, and differ by the turns of
        their loops alone; nothing is lost, and nothing charged twice."""
        self.assertEqual((told['started'], told['status'], set(told['runs'])),
                         ([0], [0] * cores, {ROUNDS * cores}))
        tasks = told['task']
        self.assertEqual(len(tasks), cores + 1)
        self.assertEqual({b - a for a, b in zip(tasks, tasks[1:])},
                         {2 * 1000 * ROUNDS * cores})
        self.assertGreater(tasks[0], 2 * 1000 * ROUNDS * cores)
        self.assertEqual(told['instructions'], told['charged'])

    def test_sessions(self):
        """Another core's session is not this core's to read."""
        self.everywhere(SESSION, [0], ['cortex-a57', 'cortex-a15'])

    def test_the_folded_form(self):
        """A number that is none of the cores' opens nothing: TALLY_E_CORE, and
        TALLY_E_STATE of what is not open."""
        self.everywhere(FOLDED, [-12, 0, 0, -8], MACHINES)

    def everywhere(self, way, away, names):
        for core in names:
            for cores in 2, 4:
                with self.subTest(core=core, cores=cores):
                    told = self.run_on(core, cores, *way, '-O2')
                    self.is_exact(told, cores)
                    self.assertEqual(told['away'], away)

    def test_the_folded_form_unoptimised_and_in_thumb(self):
        for core, how in (('cortex-a57', ['-O0']), ('cortex-a57', ['-Os']),
                          ('cortex-a7', ['-Os', '-mthumb'])):
            with self.subTest(core=core, how=how):
                self.is_exact(self.run_on(core, 2, *FOLDED, *how), 2)

    def test_nobody_pays_for_anothers_switch(self):
        """Fifty switches more of the last core, while tasks run on all, leave
        what tasks counted as it was."""
        for way in SESSION, FOLDED:
            for core in 'cortex-a57', 'cortex-a15':
                with self.subTest(way=way, core=core):
                    few = self.run_on(core, 2, *way, '-O2')
                    many = self.run_on(core, 2, *way, '-O2', '-DEXTRA=50')
                    self.assertEqual(many['task'], few['task'])
                    self.is_exact(many, 2)

    def test_a_log_for_each_core(self):
        """Each is collected for itself, and together they have all that the
        tasks counted."""
        for core, cores in (('cortex-a57', 4), ('cortex-a15', 2)):
            with self.subTest(core=core):
                told = self.run_on(core, cores, *FOLDED, '-O2')
                self.assertEqual(told['unwritten'], [0])
                found = [self.collect(LOG * i) for i in range(cores)]
                for turns, _ in found:
                    self.assertEqual(len(turns), ROUNDS * (cores + 1))
                sums = [sum(count for turns, _ in found for task, count in turns
                            if task == i + 1) for i in range(cores + 1)]
                self.assertEqual(sums, told['task'])
                self.assertEqual(sum(total for _, total in found), sum(sums))
        done = tally_command.tally('collect', '--program', self.elf,
                                   self.folder / 'logs.bin')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn(f'there are 2 logs: 0x0 and {LOG:#x}; --at says which one',
                      done.stderr)

    def collect(self, at):
        """[(task, count)] of each turn, and the sum in the record."""
        words = ('collect', '--program', self.elf, '--at', str(at))
        rows = tally_command.tally(*words, '--rows', self.folder / 'logs.bin')
        self.assertEqual(rows.returncode, 0, rows.stderr)
        done = tally_command.tally(*words, '--json', self.folder / 'logs.bin')
        self.assertEqual(done.returncode, 0, done.stderr)
        turns = [(int(task), int(count)) for task, count in
                 re.findall(r'^\d+,interval,0,(\d+),(\d+),', rows.stdout, re.M)]
        return turns, json.loads(done.stdout)['events'][0]['count']


if __name__ == '__main__':
    unittest.main()
