# SPDX-License-Identifier: MIT
"""usage: tap.py test_gdb_dwt.py TALLY=COMMAND FIRMWARE=FOLDER

The cycle counter of the M profile behind a GDB server, on a model of its own:
one that counts, one that stands still, as on some chips, one that is built
without it and an emulator that reads 0.  It is reached by memory alone, and a
debugger's own bits are as they were at last."""
import json
import pathlib
import unittest

import tally_command
from gdb_liar import Liar, frame

TALLY = ''
FIRMWARE = ''
CPUID, DEMCR, CTRL, CYCCNT = 0xe000ed00, 0xe000edfc, 0xe0001000, 0xe0001004
TRCENA, NOCYCCNT = 1 << 24, 1 << 25
# A debugger's: halting and all vector catches; exception trace and sampling.
THEIRS = {DEMCR: 0x7f1, CTRL: 0x40011000, CYCCNT: 0x12345678}


def setUpModule():
    tally_command.TALLY = TALLY


class Core:
    """What of it is read as memory; with each go cycles go by."""

    def __init__(self, moves=True, there=True, holds=True):
        self.moves, self.holds = moves, holds
        self.word = {CPUID: 0x410fc241, **THEIRS}
        self.word[CTRL] |= 0 if there else NOCYCCNT
        if not holds:
            self.word = {CPUID: 0x410fc241}

    def on(self):
        return self.word.get(DEMCR, 0) & TRCENA

    def read(self, addr):
        if addr in (CTRL, CYCCNT) and not self.on():
            return 0
        return self.word.get(addr, 0)

    def write(self, addr, value):
        if not self.holds or (addr in (CTRL, CYCCNT) and not self.on()):
            return
        if addr == CTRL:
            value = self.word[CTRL] & 0xff000000 | value & 0xffffff
        self.word[addr] = value

    def answer(self, words):
        kind, places = words[:1], words[1:].split(':')[0].split(',')
        if kind in ('m', 'M'):
            addr = int(places[0], 16)
            assert int(places[1], 16) == 4, words
        if kind == 'm':
            return frame(self.read(addr).to_bytes(4, 'little').hex().encode())
        if kind == 'M':
            self.write(addr, int.from_bytes(
                bytes.fromhex(words.split(':')[1]), 'little'))
            return frame(b'OK')
        if words == 'c':  # until it is interrupted
            if self.moves and self.on() and self.word[CTRL] & 1:
                self.word[CYCCNT] = self.word[CYCCNT] + 1234 & 0xffffffff
            return b'+'
        if words == '?':
            return frame(b'S05')
        if kind == 'g':
            return frame(b'00000000' * 17)
        if kind == 'p':
            return frame(b'00000000')
        return frame(b'PacketSize=1000' if words.startswith('qSupported')
                     else b'')


class Dwt(unittest.TestCase):
    def examine(self, **how):
        """The doctor's findings by check."""
        core = Core(**how)
        before = dict(core.word)
        liar = Liar(core.answer)
        done = tally_command.tally(
            'doctor', '-t', f'gdb:localhost:{liar.port},dwt,clock=1e6',
            '--json', pathlib.Path(FIRMWARE, 'pb1176/crc32.elf'))
        self.assertIn(done.returncode, (0, 1), done.stderr)
        found = {f['check']: f for f in json.loads(done.stdout)['findings']}
        for at in before:
            self.assertEqual(core.word[at], before[at], hex(at))
        asked = [words for words in liar.asked if words[0] in 'mMX']
        self.assertTrue(all(words[1] == 'e' for words in asked), asked)
        return {check: row['verdict'] for check, row in found.items()}, found

    def test_it_counts(self):
        verdict, found = self.examine()
        for check in 'probe', 'free', 'hold', 'count', 'alive', 'stop', 'restore':
            self.assertEqual(verdict[check], 'pass', found[check])
        self.assertIn('privileged code alone', found['access']['finding'])

    def test_it_stands_still(self):
        verdict, found = self.examine(moves=False)
        self.assertEqual((verdict['hold'], verdict['alive']), ('pass', 'fail'))
        self.assertIn('no counter advanced', found['alive']['finding'])

    def test_it_is_not_there(self):
        _, found = self.examine(there=False)
        self.assertEqual(found['hold']['verdict'], 'fail')
        self.assertIn('nothing answers as this monitor',
                      found['hold']['finding'])
        self.assertIn('emulator', found['hold']['cure'])

    def test_an_emulator_keeps_nothing(self):
        verdict, found = self.examine(holds=False)
        self.assertEqual(verdict['free'], 'fail')
        self.assertIn('0x1000000 was written to DEMCR, and 0x0 reads back',
                      found['free']['finding'])
        self.assertIn('emulator', found['free']['cure'])
        self.assertNotIn('alive', found)
