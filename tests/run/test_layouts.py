# SPDX-License-Identifier: MIT
"""usage: tap.py test_layouts.py TALLY=COMMAND FIRMWARE=FOLDER

`stat --layouts`: the model sees a program in other layouts, and nothing but
that is another; `diff` says what of a change is the layout's."""
import json
import pathlib
import subprocess
import tempfile
import unittest

import tally_command
from architectures import one_of_each
from tally_command import printed, tally

TALLY = ''
FIRMWARE = ''

# Functions with a table each, which are called in turns.
FUNCTION = """
static unsigned table_{0}[{1}] = {{1}};
__attribute__((noinline)) unsigned {0}(unsigned x)
{{
	for (unsigned i = 0; i < {2}; i++)
		x += table_{0}[x % {1}]++ + (x >> {3});
	return x;
}}
"""
MAIN = """
int main(void)
{
	unsigned x = 1;

	for (int i = 0; i < %d; i++)
		x += one(x) + two(x) + three(x) + four(x);
	return x == 0;
}
"""
PARTS = {'one': FUNCTION.format('one', 40, 12, 3),
         'two': FUNCTION.format('two', 256, 9, 5),
         'three': FUNCTION.format('three', 12, 20, 7),
         'four': FUNCTION.format('four', 130, 5, 2)}
BOARD = 'pb1176'
SMALL = '--machine', 'icache=1K,1way', '--machine', 'dcache=1K,1way'


def setUpModule():
    tally_command.TALLY = TALLY


class Layouts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def build(self, name, order, rounds=40, parts=PARTS):
        path = self.folder / f'{name}.c'
        path.write_text(''.join(parts[it] for it in order) + MAIN % rounds,
                        encoding='ascii')
        elf = self.folder / f'{name}.elf'
        printed('board', BOARD, '--run', '--cc', path, '-O1',
                '-fno-toplevel-reorder', '-o', elf)
        return elf

    def measure(self, elf, *words):
        out = elf.with_suffix('.json')
        printed('stat', '-t', f'board:{BOARD}', '--quiet-program', '-e',
                'cycles,icache_miss,dcache_miss', *SMALL, *words, '--json',
                '-o', out, elf)
        return out

    def diff(self, before, after):
        """The text, and the document."""
        words = 'diff', before, after, '--all'
        return printed(*words), json.loads(printed(*words, '--json'))

    def test_what_is_moved(self):
        """Instructions, console and status are the same, the first run is the
        one without the option, and others differ, on each architecture."""
        for board, elf in one_of_each(FIRMWARE, 'places'):
            words = ('stat', '-t', f'board:{board}', '-e', 'cycles', '--json',
                     elf)
            plain = json.loads(printed(*words))
            done = tally(*words, '--layouts', '3')
            record = json.loads(done.stdout)
            with self.subTest(board):
                self.assertEqual(record['repeats'], 3)
                self.assertEqual(record['board']['layouts'], '3:1')
                for a, b in zip(plain['events'], record['events']):
                    self.assertEqual(a['count'], b['count'], a['name'])
                cycles = record['events'][0]['samples']
                self.assertGreater(len(set(cycles)), 1, cycles)
                self.assertEqual(plain['program'], record['program'])

    def test_seeds(self):
        elf = self.build('a', PARTS)

        def samples(*words):
            record = json.loads(self.measure(elf, *words).read_text('utf-8'))
            return record['events'][0]['samples']

        five = samples('--layouts', '5')
        self.assertEqual(samples('--layouts', '5'), five)
        self.assertEqual(samples('--layouts', '3'), five[:3])
        self.assertEqual(samples('--layouts', '3', '-r', '5'), five)
        other = samples('--layouts', '5:7')
        self.assertEqual(other[0], five[0])
        self.assertNotEqual(other, five)
        self.assertEqual(len(samples('--layouts', 'usual')), 32)

    def test_two_functions_swapped(self):
        """As linked the cycles differ, and that is the layout's alone."""
        before = self.measure(self.build('a', PARTS), '--layouts', '6')
        after = self.measure(self.build('b', ['two', 'one', 'three', 'four']),
                             '--layouts', '6')
        text, document = self.diff(before, after)
        rows = {row['name']: row['verdict'] for row in document['rows']}
        self.assertEqual(rows['cycles'], 'same')
        self.assertNotIn('worse', rows.values())
        split = document['layout']
        self.assertNotEqual(split['before'], split['after'])
        self.assertEqual(split['instructions'], 0)
        self.assertAlmostEqual(split['layout'],
                               split['after'] - split['before'])
        self.assertAlmostEqual(split['rest'], 0)
        self.assertIn('cycles as linked: ', text)
        page = self.folder / 'diff.html'
        printed('diff', '--html', page, before, after)
        self.assertIn(' cycles as linked:</p>\n<ul>\n<li>',
                      page.read_text(encoding='utf-8'))
        self.assertIn('\nnothing changed\n', printed('diff', before, after))

    def test_folders(self):
        """Of a suite the job with swapped functions is alike in both."""
        suite = self.folder / 's.yaml'
        suite.write_text(f"""
targets: [board:{BOARD}]
events: [cycles]
options: {{laid: "{' '.join(SMALL)} --layouts 4"}}
programs: {{it: {{elf: it.elf}}}}
""", encoding='ascii')
        folders = []
        for name, order in (('a', PARTS),
                            ('b', ['two', 'one', 'three', 'four'])):
            self.build(name, order).rename(self.folder / 'it.elf')
            folders.append(self.folder / name)
            printed('bench', '-o', folders[-1], suite)
        self.assertIn('1 job: 0 worse, 0 better, 1 alike; ',
                      printed('diff', *folders))

    def test_a_change_is_split(self):
        """Of a tenth more rounds the instructions are the most; the three
        parts add up."""
        before = self.measure(self.build('a', PARTS), '--layouts', '6')
        after = self.measure(self.build('b', PARTS, rounds=44),
                             '--layouts', '6')
        text, document = self.diff(before, after)
        rows = {row['name']: row for row in document['rows']}
        self.assertEqual(rows['cycles']['verdict'], 'worse')
        self.assertEqual(rows['cycles']['basis'], 'pairs')
        split = document['layout']
        whole = split['after'] - split['before']
        self.assertAlmostEqual(whole, sum(split[it] for it in (
            'instructions', 'layout', 'rest')), places=3)
        self.assertGreater(split['instructions'], 0.5 * whole)
        self.assertIn('  instructions: more or fewer, each as before\n', text)
        self.assertIn('as linked:\n\n- +', printed('diff', before, after,
                                                  '--markdown'))

    def test_refused(self):
        elf = f'{FIRMWARE}/{BOARD}/crc32.elf'
        for verb in 'profile', 'board', 'why':
            words = ((BOARD, elf) if verb == 'board' else
                     ('-t', f'board:{BOARD}', elf))
            done = tally(verb, *words, '--layouts', '4')
            self.assertEqual(done.returncode, 2, verb)
            self.assertIn('no option --layouts', done.stderr)
        bare = self.folder / 'bare.elf'
        bare.write_bytes(pathlib.Path(elf).read_bytes())
        subprocess.run(['arm-none-eabi-strip', bare], check=True)
        done = tally('stat', '-t', f'board:{BOARD}', '--layouts=4', bare)
        self.assertEqual(done.returncode, 1)
        self.assertIn('bare.elf: has no symbols', done.stderr)
        for text in '0', '10001', 'many', '4x', '4:', '-3':
            done = tally('stat', '-t', f'board:{BOARD}', f'--layouts={text}',
                         elf)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn('--layouts: ', done.stderr)
