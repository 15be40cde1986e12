# SPDX-License-Identifier: MIT
"""usage: tap.py test_fault_names.py TALLY=COMMAND FIRMWARE=FOLDER

A result that is not right names the published faults that it looks like."""
import json
import pathlib
import re
import subprocess
import unittest

import checked
import tally_command

TALLY = ''
FIRMWARE = ''  # there are boards

ROOT = pathlib.Path(__file__).resolve().parents[2]
# An illness of the monitor of virt-a53, and faults that look like it.
LIKE = {'extra': ('known', {'cv32e40p #540', 'riscv-isa-sim #2377'}),
        'no-stop': ('stop', {'renode #910', "QEMU's mcountinhibit"}),
        'no-clear': ('clear', {'cva6 #1116'}),
        'stuck': ('alive', {'gem5 #1993'}),
        'frozen': ('alive', {'Zephyr #107016'}),
        'no-line': ('irq', {'linux-sunxi #53'}),
        'swapped': ('select', {'gem5 #1510'})}


def setUpModule():
    tally_command.TALLY = TALLY


def names(rows, check):
    return {it['fault'] for row in rows if row['check'] == check
            for it in row.get('looks_like', ())}


class Names(unittest.TestCase):
    def test_illnesses_look_like_faults(self):
        for ill, (check, wanted) in LIKE.items():
            words = '-t', 'board:virt-a53', '--ill', ill
            with self.subTest(ill=ill):
                found = json.loads(tally_command.tally(
                    'prove', *words, '--json').stdout)['findings']
                self.assertLessEqual(wanted, names(found, check))
                for row in found:
                    self.assertTrue(row['verdict'] == 'fail' or
                                    'looks_like' not in row)
                lines = tally_command.tally('prove', *words, '--lines').stdout
                far = json.loads(subprocess.run(
                    [TALLY, 'collect', '--text', '--json', '-'], input=lines,
                    text=True, capture_output=True, check=False).stdout)
                self.assertEqual(names(far['proofs'][0]['results'], check),
                                 names(found, check))

    def test_words_never_say_that_it_is(self):
        said = tally_command.tally('doctor', '-t', 'board:virt-a53', '--ill',
                                   'no-stop').stdout
        said = ' '.join(said.split())
        self.assertIn('stop: looks like renode #910: one count more comes after '
                      'the stop [renode/renode issue 910]', said)
        self.assertEqual(said.count('looks like renode #910'), 1)

    def test_a_kit_names_them_too(self):
        for text, name in (
                ('known: instr_exec of 16 loads # expected 16 counted 17',
                 'cv32e40p #540'),
                ('write: CYCLES chosen, what was written is held by counter 0 '
                 '# expected 7 counted 8', 'kronos #10'),
                ('wide: CYCLES across 32 bits of a pair, by counter 0 # '
                 'expected 4294967297 counted 1', 'cv32e40x 44ddffa1')):
            lines = '\n'.join(checked.proof([('not ok', text)])) + '\n'
            done = subprocess.run([TALLY, 'collect', '--text', '-'],
                                  input=lines, text=True, capture_output=True,
                                  check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f'looks like {name}: ', done.stdout)

    def test_every_row_is_of_a_check_that_there_is(self):
        """Its words are those of a source, or the check's rows have none."""
        sources = ''.join(
            path.read_text(encoding='ascii')
            for folder in ('src/run/doctor', 'src/proof/kit')
            for path in sorted((ROOT / folder).glob('*.[cd]*')))
        sources = re.sub(r'"\s*\n?\s*"', '', sources)
        rows = re.findall(r'^FAULT\("([^"]+)", "[^"]*", "([^"]+)",\s+"([^"]*)"',
                          (ROOT / 'src/evidence/faults.def').read_text(
                              encoding='ascii'), re.M)
        self.assertGreater(len(rows), 20)
        for name, check, words in rows:
            with self.subTest(fault=name, check=check):
                self.assertTrue(f'"{check}"' in sources, check)
                words = re.sub('0x[0-9a-f]+', '0x%llx', words)
                if check not in ('known', 'clear'):
                    self.assertTrue(words in sources, words)


if __name__ == '__main__':
    unittest.main()
