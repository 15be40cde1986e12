# SPDX-License-Identifier: MIT
"""usage: tap.py test_probe_page.py TALLY=COMMAND JTAG=COMMAND

doc/probe.md's boards: what the page says of the two ARM11 is typed at the real
OpenOCD, whose adapter reaches a model of the board's whole JTAG chain; of the
others OpenOCD's own file is loaded, and has the targets that the page names."""
import pathlib
import re
import subprocess
import unittest

import openocd_arm11
import tally_command

TALLY = JTAG = ''
PAGE = tally_command.ROOT / 'doc' / 'probe.md'
# By OpenOCD's file for the chip what is in its chain, the first next to TDO.
CHAINS = {'bcm2835': ('arm1176',),
          'imx31': ('4:0x2b900f0f', 'arm1136', '4:0', '5:0x2190101d')}
FAILS = {'clock', 'time'}  # the model has a clock and no pipeline of its own


def setUpModule():
    tally_command.TALLY = TALLY
    openocd_arm11.Program.jtag = JTAG


def boards():
    """By the file's name the commands of its section."""
    found = {}
    for section in PAGE.read_text().split('\n### ')[1:]:
        lines = re.findall(r'(?m)^\$ (.*)$', section)
        chip = re.search(r'-f target/(\w+)\.cfg', ' '.join(lines))
        if chip:
            found[chip[1]] = [line for line in lines]
    return found


class Page(openocd_arm11.Program):
    def type_all(self, chip, commands):
        machine = self.begin(CHAINS[chip],
                             f'source [find target/{chip}.cfg]\n')
        done = {}
        for line in commands[1:]:
            name, *words = line.replace(
                '::6666', f'::{machine.tcl_port}').replace(
                'app.elf', str(self.elf)).split()
            self.assertEqual(name, 'tally')
            done[words[0]] = tally_command.tally(*words)
            self.assertEqual(machine.state(), 'running')
        return done

    def test_what_is_typed(self):
        pages = boards()
        for chip in CHAINS:
            with self.subTest(chip=chip):
                done = self.type_all(chip, pages[chip])
                failed = re.findall(r'(?m)^(\w+) +fail ', done['doctor'].stdout)
                self.assertLessEqual(set(failed), FAILS, done['doctor'].stdout)
                self.assertEqual(done['stat'].returncode, 0,
                                 done['stat'].stderr)
                self.assertRegex(done['stat'].stdout, r'instr_exec +153\b')

    def test_files_that_are_loaded(self):
        """And the cores that the page names are there."""
        pages = boards()
        self.assertEqual(len(pages), 5)
        for chip in set(pages) - set(CHAINS):
            with self.subTest(chip=chip):
                said = subprocess.run(
                    [openocd_arm11.OPENOCD, '-c', 'adapter driver dummy; '
                     'transport select jtag', '-f', f'target/{chip}.cfg', '-c',
                     'echo [target names]; shutdown'], capture_output=True,
                    text=True, check=True, timeout=60)
                core, = set(re.findall(r'core=([\w.]+)',
                                       ' '.join(pages[chip])))
                self.assertIn(core, (said.stdout + said.stderr).split())

    def test_each_probe_has_a_file(self):
        scripts = pathlib.Path('/usr/share/openocd/scripts')
        for chip, lines in boards().items():
            file = re.search(r'-f (interface/\S+)', lines[0])
            self.assertTrue((scripts / file[1]).is_file(), chip)


if __name__ == '__main__':
    unittest.main()
