# SPDX-License-Identifier: MIT
"""usage: tap.py test_kits.py TALLY=COMMAND

Kits are compiled and run on boards: what they say is right, the same whichever
compiler made them and how, and of known counts what `tally prove -t` says."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest

import exchanged
import kits
import tally_command

TALLY = ''
# Events of which all code of a kit counts as many.
ALIKE = {('dcache_access', 'dcache_access_cacheable'),
         ('proc_call_exec', 'proc_ret_exec'), ('EXC_RETURN', 'EXC_SVC')}
QEMU = shutil.which('qemu-system-aarch64')
# Each board's kit: compilers and levels, each of which is somewhere.
BUILDS = {'pb1176': (('clang', '-O3'), ('gcc', '-Os')),
          'lubbock': (('gcc', '-O3'),), 'pba8': (('clang', '-O1'),),
          'virt-a53': (('gcc', '-O2'),), 'mpc8540ads': (('gcc', '-O0'),)}


def setUpModule():
    tally_command.TALLY = TALLY


class Kits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name, 'kit')

    def proved(self, board):
        """What the command itself says of the board's known counts."""
        done = tally_command.tally('prove', '-t', f'board:{board}', '--json')
        return [(it['finding'].partition(', by')[0], it['expected'],
                 it['counted']) for it in json.loads(done.stdout)['findings']
                if it['check'] == 'known']

    def same_as_proved(self, board, lines):
        """What the command says comes first; the kit alone has more."""
        proved = self.proved(board)
        self.assertEqual(kits.known(lines)[:len(proved)], proved)

    def bounds(self, lines, events):
        """These events have bounds, each between which something lies."""
        found = kits.bounds(lines)
        self.assertLessEqual(events, {what.split()[0] for what, *_ in found})
        for what, least, most, counted in found:
            with self.subTest(what=what):
                self.assertTrue(least <= counted <= most)

    def at_el0(self, lines, event, count):
        """Code at EL0 is counted without a filter and at EL0 alone."""
        for where, expected in (('', count), (', at EL0 alone', count),
                                (', at EL1 alone', 0)):
            self.assertIn(f'filter: {event} of code at EL0{where} # expected '
                          f'{expected} counted {expected}\n', '\n'.join(lines))

    def on_board(self, board):
        kits.write(self.folder, kits.KITS[board][0])
        said = set()
        for compiler, level in BUILDS[board]:
            if not kits.has(board, compiler):
                self.skipTest(f'{compiler} is not there')
            with self.subTest(compiler=compiler, level=level):
                elf = kits.make(self.folder, board, compiler, level)
                lines = kits.run(board, elf)
                said.add(kits.exact(lines))
                self.assertNotIn('not ok', ' '.join(lines[2:-1]))
                self.assertTrue(kits.known(lines))
                self.assertIn(' with an overflow, by counter 1 # expected 1 '
                              'counted 1', '\n'.join(lines))
                self.assertRegex(lines[1], f'monitor={kits.KITS[board][0]} '
                                 '.* by=kit on=[0-9a-f]{8} where=simulated$')
        self.assertEqual(len(said), 1)
        self.exchanged(lines)
        return lines

    def exchanged(self, lines):
        """No proof is merged in which two events have exchanged their names."""
        self.assertTrue(exchanged.is_believed(lines))
        passed, alike = exchanged.pass_for_true(lines)
        self.assertLessEqual(passed, alike & ALIKE)
        self.assertGreater(len(exchanged.events(lines)), 4)

    def test_arm1176(self):
        lines = self.on_board('pb1176')
        self.same_as_proved('pb1176', lines)
        done = subprocess.run(['arm-none-eabi-size', self.folder / 'proof.elf'],
                              capture_output=True, text=True, check=True)
        text, data = done.stdout.splitlines()[1].split()[:2]
        self.assertLess(int(text) + int(data), 32768)
        self.bounds(lines, {'dcache_miss', 'main_tlb_miss', 'icache_miss',
                            'br_mispredict', 'dcache_wback'})
        # The cache has 16 KiB: a quarter of what is walked through.
        self.assertRegex('\n'.join(lines), 'dcache_miss of a walk .* # least 1536 ')
        self.assertIn(('proc_ret_exec of 8 calls and returns', 8, 8),
                      kits.known(lines))

    def test_pxa250(self):
        self.on_board('lubbock')

    def test_other_boards(self):
        """Boards whose kits the other cases do not run: all is well there,
        and the versatile's monitor counts nothing that code alone decides."""
        done = tally_command.tally('prove', '-m', 'arm926pxp-ahb', '--out',
                                   self.folder)
        self.assertIn('no event of which code alone decides', done.stderr)
        self.assertEqual(set(tally_command.boards()) - {'versatile'},
                         set(kits.KITS))
        for board in sorted(set(kits.KITS) - set(BUILDS)):
            if not kits.has(board, 'gcc'):
                self.skipTest('no compiler')
            with self.subTest(board=board):
                kits.write(self.folder, kits.KITS[board][0], '--force')
                lines = kits.run(board, kits.make(self.folder, board, 'gcc', '-Os'))
                self.assertNotIn('not ok', ' '.join(lines[2:-1]))
                self.assertTrue(kits.known(lines))
                self.assertTrue(kits.bounds(lines))
                self.exchanged(lines)

    def test_exchanged_events_of_boards(self):
        """What the command itself says of each board."""
        for board in sorted(set(tally_command.boards()) - {'versatile'}):
            lines = kits.checked(tally_command.printed(
                'prove', '-t', f'board:{board}', '--lines'))
            with self.subTest(board=board):
                self.assertGreater(len(exchanged.events(lines)), 1)
                self.assertEqual(exchanged.pass_for_true(lines)[0], set())

    def test_cortex_a8(self):
        lines = '\n'.join(self.on_board('pba8'))
        # No filter: user mode counts as any other.
        self.assertIn('SW_INCR of code at EL0 # expected 5 counted 5\n', lines)
        for check in 'inhibit', 'freeze', 'write', 'overflow', 'wrap', 'select':
            self.assertIn(f' - {check}: ', lines)

    def test_e500(self):
        lines = self.on_board('mpc8540ads')
        self.same_as_proved('mpc8540ads', lines)
        self.bounds(lines, {'DL1_RELOADS', 'IL1_RELOADS', 'DL1_CASTOUTS',
                            'BRANCH_MISPREDICTED'})
        self.at_el0(lines, 'LOAD_UOPS_COMPLETED', 16)
        self.assertIn(('SC_TRAP_INT of 5 supervisor calls', 5, 5),
                      kits.known(lines))
        lines = '\n'.join(lines)
        self.assertIn('LOAD_UOPS_COMPLETED at EL0 alone # expected 0', lines)
        self.assertIn('LOAD_UOPS_COMPLETED at EL1 alone # expected 16', lines)
        # Power has no semihosting: a kit that prints nowhere would be silent.
        done = subprocess.run(['make', '-C', self.folder, '-B'],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn('say where the lines go', done.stderr)

    def test_pmuv3_on_the_board_and_on_qemu(self):
        """QEMU has three of the events, by somebody else's hand."""
        lines = self.on_board('virt-a53')
        self.assertIn(('EXC_RETURN of 5 supervisor calls', 5, 5),
                      kits.known(lines))
        self.bounds(lines, {'L1D_CACHE_REFILL', 'L1D_TLB_REFILL',
                            'L1D_CACHE_WB'})
        for event, count in (('INST_RETIRED', 200), ('BR_IMMED_RETIRED', 100),
                             ('PC_WRITE_RETIRED', 99), ('SW_INCR', 5)):
            self.at_el0(lines, event, count)
        # A boot loader's tables do not let EL0 load; off, all do.
        self.assertIn('LD_RETIRED of code at EL0 # SKIP EL0 may not do that',
                      '\n'.join(lines))
        cold = kits.checked(tally_command.printed(
            'board', 'virt-a53', self.folder / 'proof.elf', '--cold'))
        self.assertNotIn('not ok', ' '.join(cold[2:-1]))
        self.at_el0(cold, 'LD_RETIRED', 16)
        self.at_el0(cold, 'ST_RETIRED', 16)
        self.assertIn(("UNALIGNED_LDST_RETIRED of 5 loads across a word's end",
                       5, 5), kits.known(lines))
        lines = '\n'.join(lines)
        self.assertIn('failed_exclusives may be here, ST_RETIRED of 5 stores '
                      'that are refused # least 0 most 5 counted 5', lines)
        self.assertIn('beyond_hpmn # SKIP it needs EL2', lines)
        if not QEMU:
            self.skipTest('no QEMU')
        # Its interrupt does not show while the window is open.
        kits.make(self.folder, 'virt-a53', 'gcc', '-O2', line=False)
        done = subprocess.run(
            [QEMU, '-M', 'virt', '-cpu', 'cortex-a53', '-nic', 'none', '-icount',
             'shift=0', '-display', 'none', '-monitor', 'none', '-serial', 'none',
             '-semihosting-config', 'enable=on,target=native', '-kernel',
             self.folder / 'proof.elf'], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=120, check=False)
        lines = kits.checked(done.stdout)
        self.assertRegex(lines[-1], r'159 ok, 0 not ok, 49 skipped')
        self.at_el0(lines, 'INST_RETIRED', 200)
        self.at_el0(lines, 'SW_INCR', 5)
        self.assertEqual({what.split(' of ')[0] for what, _, _ in
                          kits.known(lines)}, {'INST_RETIRED', 'SW_INCR'})


class Levels(unittest.TestCase):
    """No count depends on the compiler: each board's kit by each of them at each
    level, all with TALLY_LEVELS set, else two of one board, of which the commit
    tells."""
    LEVELS = '-O0', '-O1', '-O2', '-O3', '-Os'

    def builds(self, board):
        return [(compiler, level) for compiler in ('gcc', 'clang')
                if kits.has(board, compiler) for level in self.LEVELS]

    def test_all_levels_count_the_same(self):
        names = sorted(kits.KITS)
        drawn = random.Random(tally_command.seed())
        every = 'TALLY_LEVELS' in os.environ
        for board in names if every else [drawn.choice(names)]:
            builds = self.builds(board)
            if len(builds) < 2:
                self.skipTest('no compilers')
            with tempfile.TemporaryDirectory() as name, self.subTest(board=board):
                folder = kits.write(pathlib.Path(name, 'kit'), kits.KITS[board][0])
                said = {}
                for build in builds if every else drawn.sample(builds, 2):
                    lines = kits.run(board, kits.make(folder, board, *build))
                    self.assertNotIn('not ok', ' '.join(lines[2:-1]))
                    said.setdefault(kits.exact(lines), []).append(build)
                self.assertEqual(len(said), 1, list(said.values()))


class Sick(unittest.TestCase):
    """A kit that is told something else of its monitor than what is so."""
    FAULTS = (
        ('known', 'proof_rows.c', '"instr_exec", 0x7', '"instr_exec", 0x5'),
        ('reset', 'proof_rows.c', '"PMNC.C", { 0xfc0, 1, 32 }, UINT64_C(0x4)',
         '"PMNC.C", { 0xfc0, 1, 32 }, UINT64_C(0x0)'),
        ('freeze', 'proof_control.c',
         'stopped = proof_read(proof_at(its_counter()));', 'stopped = 1;'),
    )

    @unittest.skipUnless(kits.has('pb1176', 'gcc'), 'no compiler')
    def test_what_is_wrong_is_said(self):
        with tempfile.TemporaryDirectory() as name:
            folder = kits.write(pathlib.Path(name, 'kit'), 'arm1176')
            for _, file, right, wrong in self.FAULTS:
                path = folder / file
                text = path.read_text(encoding='ascii')
                self.assertIn(right, text)
                path.write_text(text.replace(right, wrong), encoding='ascii')
            elf = kits.make(folder, 'pb1176', 'gcc', '-O0')
            lines = kits.checked(tally_command.tally('board', 'pb1176', elf).stdout)
            failed = [line.partition(' - ')[2] for line in lines
                      if line.startswith('not ok')]
            self.assertEqual({line.split(':')[0] for line in failed},
                             {'select', 'overflow', 'filter',
                              *(check for check, *_ in self.FAULTS)})
            self.assertRegex(lines[-1], f', {len(failed)} not ok, ')


class Files(unittest.TestCase):
    def test_every_monitor_has_one_or_says_why_not(self):
        monitors = [row['monitor'] for row in tally_command.listed('monitors')]
        written = 0
        with tempfile.TemporaryDirectory() as name:
            for n, monitor in enumerate(monitors):
                folder = pathlib.Path(name, str(n))
                done = tally_command.tally('prove', '-m', monitor, '--out', folder)
                with self.subTest(monitor=monitor):
                    if done.returncode:
                        self.assertEqual(done.returncode, 2)
                        self.assertIn('of which code alone decides', done.stderr)
                        self.assertFalse(folder.exists())
                        continue
                    written += 1
                    self.assertEqual(sorted(done.stdout.split()), sorted(
                        str(path) for path in folder.iterdir()))
                    rows = (folder / 'proof_rows.c').read_text(encoding='ascii')
                    self.assertTrue(re.search(r'\{ "\w+", 0x', rows))
        self.assertGreater(written, 40)

    def test_what_is_there_stays(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / 'Makefile').write_text('mine\n', encoding='ascii')
            done = tally_command.tally('prove', '-m', 'arm1176', '--out', folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn('--force overwrites', done.stderr)
            self.assertEqual([path.name for path in folder.iterdir()], ['Makefile'])
            kits.write(folder, 'arm1176', '--force')
            self.assertIn('CROSS', (folder / 'Makefile').read_text(encoding='ascii'))


if __name__ == '__main__':
    unittest.main()
