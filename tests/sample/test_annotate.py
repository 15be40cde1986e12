#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_annotate.py TALLY [unittest arguments]

`tally report --annotate` of a program made by hand: its instructions beside
their costs, what of it did not run, and what ran in place of it."""
import csv
import hashlib
import io
import json
import pathlib
import tempfile
import unittest

from hand_profile import hand_profile, place
from page import Page
from spoilt_files import Elf
from tally_command import tally

TALLY = ''
FOLDER = tempfile.TemporaryDirectory()
PROGRAM = pathlib.Path(FOLDER.name, 'hand.elf')
FILE = pathlib.Path(FOLDER.name, 'kept.json')
ARM = (0xe3a00001,  # mov r0, #1
       0xeb000001,  # bl 0x8010
       0xe92d4010,  # push {r4, lr}: it does not run
       0xe12fff1e)  # bx lr


def annotated(places, words, *options, sha256=None):
    """The functions are main, at 0x8000, and one behind it."""
    PROGRAM.write_bytes(Elf(words).bytes())
    total = [sum(row['cost'][i] for row in places) for i in range(2)]
    FILE.write_text(json.dumps(hand_profile(
        program=str(PROGRAM), places=places, causes=[], calls=[], paths=[],
        total=total, program_sha256=sha256 or
        hashlib.sha256(PROGRAM.read_bytes()).hexdigest())))
    return tally('report', '--annotate', 'main', *options, FILE)


def ran(addr, word, cost, count=1):
    return place(addr, 1, count, [cost, 0], file=None) | {'word': word}


def sheet(*given):
    done = annotated(*given, '--csv')
    assert not done.returncode, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


class Annotated(unittest.TestCase):
    WHOLE = [ran(0x8000, ARM[0], 30, 3), ran(0x8004, ARM[1], 70, 3),
             ran(0x800c, ARM[3], 100)]

    def test_an_event_that_is_called_as_a_column_is(self):
        FILE.write_text('')
        annotated(self.WHOLE, ARM)
        kept = json.loads(FILE.read_text())
        kept['columns'][1]['name'] = 'instruction'
        FILE.write_text(json.dumps(kept))
        for words, name in ((('--annotate', 'main'), 'hand:instruction'),
                            ((), 'instruction')):
            done = tally('report', *words, '--csv', FILE)
            head = done.stdout.splitlines()[0].split(',')
            self.assertEqual(len(head), len(set(head)))
            self.assertIn(name, head)

    def test_text(self):
        done = annotated(self.WHOLE, ARM)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertEqual(done.stdout, """\
hand.elf on board:hand, hand, simulated
main: where cycles went

     cycles       miss    per miss  line
 30  15.0 %  0                   -      8000:  mov     r0, #1
 70  35.0 %  0                   -      8004:  bl      #0x8010
                                        8008:  push    {r4, lr}
100  50.0 %  0                   -      800c:  bx      lr
200 100.0 %  0                   -  all

  Shares are of this function; what it calls is not in it.
""")
        self.assertEqual(annotated(self.WHOLE, ARM, '--asm').stdout,
                         done.stdout.replace('  line\n', '  instruction\n'))

    def test_sheet(self):
        rows = sheet(self.WHOLE, ARM)
        self.assertEqual([row['address'] for row in rows],
                         [f'0x{0x8000 + 4 * i:08x}' for i in range(4)])
        self.assertEqual([int(row['word'], 16) for row in rows], list(ARM))
        self.assertEqual([(int(row['count']), int(row['cycles']))
                          for row in rows],
                         [(3, 30), (3, 70), (0, 0), (1, 100)])
        self.assertEqual({row['function'] for row in rows}, {'main'})
        self.assertEqual({row['inlined'] for row in rows}, {''})

    def test_page(self):
        """The same instructions and numbers, below the function's name."""
        done = annotated(self.WHOLE, ARM, '--html', '-')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        page = Page(done.stdout)
        self.assertEqual(page.faults, [])
        rows = {' '.join(name.split()[1:]): [one[0] for one in numbers[0]]
                for name, numbers in page.rows.items()
                if name.startswith('80')}
        self.assertEqual(rows, {
            'mov r0, #1': ['30', '0'], 'bl #0x8010': ['70', '0'],
            'push {r4, lr}': [], 'bx lr': ['100', '0']})
        self.assertIn('main, line by line', done.stdout)
        # Nobody has to ask for what is worth a look.
        self.assertIn('main, line by line', tally('report', '--html', '-',
                                                  FILE).stdout)

    def test_replaced(self):
        """What ran there first is not what the file has."""
        other = 0xe3a00002
        done = annotated(self.WHOLE + [ran(0x8000, other, 5)], ARM)
        lines = done.stdout.splitlines()
        self.assertTrue(lines[4].endswith('    8000:  mov     r0, #1'))
        self.assertTrue(lines[5].endswith('    8000:* mov     r0, #2'))
        self.assertIn('  *: carried out there, ', done.stdout)

    def test_beyond_the_file(self):
        rows = sheet(self.WHOLE + [ran(0x9000, ARM[0], 5)], ARM)
        self.assertEqual(rows[-1]['instruction'], 'mov     r0, #1')
        self.assertEqual(len(rows), 5)

    def test_thumb(self):
        """Halfwords tell themselves; a wide one is its two."""
        words = (0x30014770, 0xf880f000)  # bx lr; adds r0, #1; bl
        rows = sheet([ran(0x8000, 0x4770, 1), ran(0x8002, 0x3001, 2),
                      ran(0x8004, 0xf000f880, 3)], words)
        self.assertEqual([(row['instruction'].split()[0], row['cycles'])
                          for row in rows],
                         [('bx', '1'), ('adds', '2'), ('bl', '3')])

    def test_unknown_words(self):
        rows = sheet([ran(0x8000, 0xffffffff, 1)], (0xffffffff, 0xf7ffffff))
        self.assertEqual([row['instruction'] for row in rows],
                         ['.word   0xffffffff'])

    def test_nothing_ran_there(self):
        done = annotated([ran(0x8000, ARM[0], 0)], ARM)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_another_program(self):
        done = annotated(self.WHOLE, ARM, sha256='0' * 64)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('is not the program that was profiled', done.stderr)
