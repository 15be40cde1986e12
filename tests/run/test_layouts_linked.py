# SPDX-License-Identifier: MIT
"""usage: tap.py test_layouts_linked.py TALLY=COMMAND FIRMWARE=FOLDER

Layouts in the model held against true ones: four programs, each linked with its
objects in 20 orders, with stack and heap elsewhere.  Means and spreads agree
within their errors.  And all boards: the first run is the one without."""
import json
import pathlib
import random
import statistics
import tempfile
import unittest

import tally_command
from tally_command import boards, printed

TALLY = ''
FIRMWARE = ''

BOARD = 'pb1176'
# The program has no library, so that all of it is in objects of one function.
START = """
	.syntax unified
	.arm
	.global _start
	.type _start, %function
_start:
	ldr sp, ={sp}
	bl main
	mov r0, #0x18
	ldr r1, =0x20026
	svc 0x123456
	.size _start, . - _start
"""
TOP = 0x07fe0000
EVENTS = 'cycles', 'icache_miss', 'dcache_miss'
# Functions; words of a table; which are called, in which order.
PROGRAMS = (24, 16), (40, 8), (12, 128), (30, 32)
ORDERS, LAYOUTS = 20, 65
SMALL = '--machine', 'icache=2K,2way', '--machine', 'dcache=2K,2way'


def setUpModule():
    tally_command.TALLY = TALLY


def function(rng, i, words, calls):
    """Some statements over a table of its own."""
    lines = [f'unsigned t{i}[{words}] = {{1}};',
             *(f'unsigned f{c}(unsigned);' for c in calls),
             f'unsigned f{i}(unsigned x)', '{']
    for _ in range(rng.randrange(6, 40)):
        k = rng.randrange(1, 30)
        lines.append(rng.choice([
            f'x = x * {rng.randrange(3, 999, 2)}u + {k}u;',
            f'x ^= x >> {k};',
            f't{i}[x % {words}u] += x;',
            f'if (x & {1 << k % 8}u) x += t{i}[{rng.randrange(words)}];']))
    return '\n'.join([*lines, *(f'x += f{c}(x);' for c in calls),
                      'return x;', '}', ''])


def sources(number):
    """The program as texts, of which one has main()."""
    rng = random.Random(number)
    count, words = PROGRAMS[number]
    text = []
    deep = number == 3
    for i in range(count):
        calls = (i + 1 + rng.randrange(6),) if deep and i + 7 < count else ()
        text.append(function(rng, i, words << rng.randrange(2), calls))
    order = ([0, 3, 5, 8] * 4 if deep else
             [rng.randrange(count) for _ in range(60)])
    text.append('\n'.join([
        *(f'unsigned f{i}(unsigned);' for i in range(count)),
        'int main(void)', '{', 'unsigned x = 1;',
        'for (int i = 0; i < 20; i++) {', *(f'x += f{i}(x);' for i in order),
        '}', 'return x == 0;', '}', '']))
    return text


def measured(elf, *words):
    record = json.loads(printed(
        'stat', '-t', f'board:{BOARD}', '-e', ','.join(EVENTS), '--json',
        *SMALL, *words, elf))
    return {it['name']: it.get('samples') or [it['count']]
            for it in record['events'] if it['name'] in EVENTS}


class Linked(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def objects(self, number):
        """Without -fno-reorder-functions main() would be apart."""
        made = []
        for i, text in enumerate(sources(number)):
            path = self.folder / f'{number}-{i}.c'
            path.write_text(text, encoding='ascii')
            made.append(path.with_suffix('.o'))
            printed('board', BOARD, '--run', '--cc', '-c',
                    '-fno-reorder-functions', path, '-o', made[-1])
        return made

    def link(self, objects, stack):
        start, elf = self.folder / 'start.S', self.folder / 'program.elf'
        start.write_text(START.format(sp=stack), encoding='ascii')
        printed('board', BOARD, '--run', '--cc', '-nostdlib', '-Wl,-e,_start',
                start, *objects, '-o', elf)
        return elf

    def relinked(self, objects, rng):
        found = {name: [] for name in EVENTS}
        for _ in range(ORDERS):
            rng.shuffle(objects)
            elf = self.link(objects, TOP - 8 * rng.randrange(512))
            for name, samples in measured(elf).items():
                found[name] += samples
        return found

    def agree(self, model, true):
        """By 3.3 standard errors of the mean; of the spreads the ratio of the
        variances, of 64 and of 20, is beyond these bounds once in a thousand."""
        a, b = statistics.variance(model), statistics.variance(true)
        error = (a / len(model) + b / len(true)) ** 0.5
        self.assertGreater(error, 0)
        apart = (statistics.mean(model) - statistics.mean(true)) / error
        print(f'# {self.id().split(".")[-1]}: {apart:+.2f} standard errors, '
              f'variances {a / b:.2f}')
        self.assertLess(abs(apart), 3.3)
        self.assertGreater(a / b, 1 / 2.6)
        self.assertLess(a / b, 3.6)

    def test_as_relinked(self):
        for number in range(len(PROGRAMS)):
            objects = self.objects(number)
            model = measured(self.link(objects, TOP), '--layouts',
                             str(LAYOUTS))
            true = self.relinked(objects, random.Random(100 + number))
            for name in EVENTS:
                with self.subTest(program=number, event=name):
                    self.agree(model[name][1:], true[name])

    def test_each_board(self):
        """In what counts the same, and others see another layout."""
        tried = 0
        for board in boards():
            for folder in board, board.split('-')[0]:
                elf = pathlib.Path(FIRMWARE, folder, 'places.elf')
                if not elf.exists():
                    continue
                words = 'stat', '-t', f'board:{board}', '--json', elf
                plain = json.loads(printed(*words))['events']
                moved = json.loads(printed(*words, '--layouts', '4'))
                with self.subTest(board):
                    self.assertTrue(moved['trusted'])
                    self.assertEqual(
                        [it['count'] for it in moved['events']],
                        [it['count'] for it in plain])
                    self.assertTrue(any(
                        len(set(it.get('samples') or ())) > 1
                        for it in moved['events']))
                tried += 1
        self.assertGreaterEqual(tried, 10)
