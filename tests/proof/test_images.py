# SPDX-License-Identifier: MIT
"""usage: tap.py test_images.py TALLY=COMMAND

`tally prove --image`: QEMU's Raspberry Pis boot what compilers made of it, and
a compiler that is missing is told."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

import kits
import tally_command

TALLY = ''
# The machine, how QEMU puts a file where the card's firmware would, the file.
MACHINES = {'raspi0': ('qemu-system-arm', '-bios', 'kernel.img'),
            'raspi1ap': ('qemu-system-arm', '-bios', 'kernel.img'),
            'raspi3b': ('qemu-system-aarch64', '-kernel', 'kernel8.img')}
COMPILERS = all(shutil.which(name) for name in
                ('make', 'arm-none-eabi-gcc', 'aarch64-linux-gnu-gcc'))


def setUpModule():
    tally_command.TALLY = TALLY


def boot(machine, folder):
    """What it prints up to its last line: a Pi does not end by itself."""
    command, option, image = MACHINES[machine]
    with subprocess.Popen(
            [command, '-M', machine, option, folder / image, '-display', 'none',
             '-monitor', 'none', '-serial', 'stdio'], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as qemu:
        late = threading.Timer(120, qemu.kill)
        late.start()
        said = ''
        for line in qemu.stdout:
            said += line
            if line.startswith('# end '):
                break
        late.cancel()
        qemu.kill()
    return kits.checked(said)


class Images(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name, 'pi')

    @unittest.skipUnless(COMPILERS, 'no compilers')
    def test_qemu_boots_them(self):
        said = tally_command.printed('prove', '--image', 'raspberrypi', '--out',
                                     self.folder)
        self.assertEqual(said.split(), [f'{self.folder}/kernel.img',
                                        f'{self.folder}/kernel8.img'])
        for machine in MACHINES:
            if not shutil.which(MACHINES[machine][0]):
                self.skipTest('no QEMU')
            with self.subTest(machine=machine):
                lines = boot(machine, self.folder)
                self.assertRegex(lines[1], ' by=kit on=41[0-9a-f]{6} '
                                 'where=raspberrypi$')
                failed = [line for line in lines if line.startswith('not ok')]
                # QEMU's ARM1176 has the monitor's registers, and no counters.
                self.assertEqual(failed, [] if machine == 'raspi3b' else [
                    'not ok 2 - probe: a counter of it can be set up '
                    '# expected 0 counted 7'])
                self.assertIn('monitor=pmuv3/cortex-a53 ' if machine == 'raspi3b'
                              else 'monitor=arm1176 ', lines[1])

    @unittest.skipUnless(COMPILERS, 'no compilers')
    def test_a_cortex_a72_goes_to_its_own_kit(self):
        """A Pi 4 is not among QEMU's machines: where the first instructions
        lead, there its kit lies."""
        tally_command.printed('prove', '--image', 'raspberrypi', '--out',
                              self.folder)
        image = (self.folder / 'kernel8.img').read_bytes()
        for place, kit in ((0x1000, 'cortex-a53'), (0x80000, 'cortex-a72')):
            code = (self.folder / kit / 'proof.bin').read_bytes()
            self.assertEqual(image[place:place + len(code)], code)
            self.assertIn(f'monitor=pmuv3/{kit} '.encode(), code)

    def test_what_is_missing_is_told(self):
        """Without compilers the sources are there, and what to install."""
        found = pathlib.Path(TALLY).resolve()
        done = subprocess.run(
            [found, 'prove', '--image', 'raspberrypi', '--out', self.folder],
            capture_output=True, text=True, check=False,
            env={**os.environ, 'PATH': '/nonexistent'})
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('gcc-arm-none-eabi', done.stderr)
        self.assertTrue((self.folder / 'which.S').exists())
        self.assertTrue((self.folder / 'arm1176' / 'proof.c').exists())
        done = tally_command.tally('prove', '--image', 'raspberrypi', '--out',
                                   self.folder)
        self.assertIn('--force overwrites', done.stderr)

    def test_what_was_said_is_no_image(self):
        for words, said in ((('--image', 'beagle'), 'there are raspberrypi'),
                            (('--image', 'raspberrypi', '-m', 'arm1176'),
                             'monitors of its own')):
            done = tally_command.tally('prove', *words, '--out', self.folder)
            self.assertEqual(done.returncode, 2)
            self.assertIn(said, done.stderr)
            self.assertFalse(self.folder.exists())


if __name__ == '__main__':
    unittest.main()
