#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: test_profile_calls.py TALLY FIRMWARE_DIR [unittest arguments]

What is a call in a profile, and what only looks like one: veneers, switch and
register helpers of compilers, `mov lr, pc`, `bcl 20,31`, the halves of a
Thumb-1 BL, and start-up code that sets another stack pointer."""
import collections
import json
import pathlib
import subprocess
import tempfile
import unittest

from tally_command import printed, tally

TALLY = ''
FIRMWARE = ''
LEAF = """
#define WHOLE __attribute__((noipa))
static volatile int seen;
WHOLE int leaf(int n) { seen += n; return n * 3; }
"""
ARM = LEAF + r"""
int __leaf_veneer(int n);
int by_hand(int n);
__asm__(".text\n.arm\n"
	".type __leaf_veneer, %function\n"
	"__leaf_veneer: ldr pc, 1f\n"
	"1: .word leaf\n"
	".size __leaf_veneer, . - __leaf_veneer\n"
	".type by_hand, %function\n"
	"by_hand: push {r4, lr}\n"
	"ldr r4, 1b\n"
	"mov lr, pc\n"
	"bx r4\n"
	"pop {r4, pc}\n"
	".size by_hand, . - by_hand\n");
int main(void)
{
	for (int i = 0; i < 5; i++)
		__leaf_veneer(i);
	for (int i = 0; i < 7; i++)
		by_hand(i);
	return 0;
}
"""
THUMB = LEAF + r"""
WHOLE int pick(int n)
{
	switch (n) {
	case 0: return leaf(5);
	case 1: return leaf(n + 7) + 1;
	case 2: return seen;
	case 3: return seen * 3;
	case 4: return leaf(3) * 5;
	case 5: return seen - 9;
	case 6: return leaf(seen) ^ 1;
	default: return 0;
	}
}
int main(void)
{
	for (int i = 0; i < 7; i++)
		pick(i);
	return 0;
}
"""
POWER = LEAF + r"""
int where(int n);
__asm__(".text\n"
	".type where, @function\n"
	"where: mflr 5\n"
	"bcl 20, 31, 1f\n"
	"1: mflr 4\n"
	"mtlr 5\n"
	"blr\n"
	".size where, . - where\n");
WHOLE int many(int a, int b, int c)
{
	int d = leaf(a), e = leaf(b), f = leaf(c);

	return leaf(a + d) * b + e * c + f + a;
}
int main(void)
{
	for (int i = 0; i < 6; i++)
		where(i);
	many(1, 2, 3);
	return 0;
}
"""


class Calls(unittest.TestCase):
    def check_steps(self, got):
        """All that a place did is on paths, and all that happened on a path is
        at places, whatever function these are of."""
        alone = collections.defaultdict(set)
        for i, row in enumerate(got['paths']):
            alone[row['function']].add(i)
        steps = {place: {} for place in range(len(got['places']))}
        for path, place, *cost in got.get('steps', []):
            steps[place][path] = cost
        paths = [[0] * len(got['columns']) for _ in got['paths']]
        for place, row in zip(steps.values(), got['places']):
            if not place:
                only, = alone[row['function']]
                place[only] = row['cost']
            self.assertEqual([sum(all_) for all_ in zip(*place.values())],
                             row['cost'])
            for path, cost in place.items():
                paths[path] = [sum(both) for both in zip(paths[path], cost)]
        self.assertEqual(paths, [row['cost'] for row in got['paths']])

    def profile(self, board, text, *more):
        """Calls by (caller, callee), and all names on paths."""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, 'prog.c')
            source.write_text(text)
            words = tally('board', board, '--cc').stdout.split()
            at = words.index('prog.c')
            subprocess.run([*words[:at], *more, 'prog.c', *words[at + 1:]],
                           cwd=folder, check=True)
            got = json.loads(printed(
                'profile', '-t', f'board:{board}', '--json', '--quiet-program',
                pathlib.Path(folder, 'prog.elf')))
        names = [row['name'] for row in got['functions']]
        count, parents = collections.Counter(), [()]
        for row in got['paths'][1:]:
            parents.append((*parents[row['parent']], names[row['function']]))
            count[parents[-1][-2:]] += row['count']
        self.assertEqual(got['lost_calls'], 0)
        self.check_steps(got)
        self.own = collections.Counter()
        for row in got['places']:
            self.own[names[row['function']]] += row['cost'][0]
        self.inclusive = collections.Counter()
        for path, row in zip(parents, got['paths']):
            for name in set(path):
                self.inclusive[name] += row['cost'][0]
        return count, {name for path in parents for name in path}

    def test_veneers_and_links_by_hand(self):
        count, _ = self.profile('pb1176', ARM)
        self.assertEqual(count['main', 'leaf'], 5)
        self.assertEqual(count['by_hand', 'leaf'], 7)
        self.assertEqual(count['main', 'by_hand'], 7)
        self.assertEqual(count['main', '__leaf_veneer'], 0)

    def test_switch_helpers_and_halves(self):
        count, names = self.profile('pb1176', THUMB, '-mthumb', '-Os')
        helper = {name for name in self.own if 'thumb1_case' in name}
        self.assertTrue(helper)  # it ran ...
        self.assertFalse(helper & names)  # ... and nobody called it
        self.assertEqual(count['main', 'pick'], 7)
        self.assertEqual(count['pick', 'leaf'], 4)

    def test_looking_where_it_is(self):
        count, _ = self.profile('mpc8540ads', POWER)
        self.assertEqual(count['main', 'where'], 6)
        self.assertEqual(count['where', 'where'], 0)
        self.assertEqual(count['main', 'many'], 1)
        self.assertEqual(count['many', 'leaf'], 4)

    def test_register_helpers(self):
        count, names = self.profile('mpc8540ads', POWER, '-Os')
        helper = {name for name in self.own if name.startswith('_restgpr') or
                  name.startswith('_rest32gpr')}
        self.assertTrue(helper)
        self.assertFalse(helper & names)
        self.assertEqual(count['main', 'many'], 1)
        self.assertEqual(count['many', 'leaf'], 4)

    def test_another_stack(self):
        """newlib's start-up has a function that sets the stack pointers of all
        modes: it returns with another one than it had, and is over then."""
        count, names = self.profile('pb1176', ARM)
        self.assertIn('_stack_init', names)
        self.assertEqual(count['_start', '_stack_init'], 1)
        self.assertEqual(count['_start', 'main'], 1)
        self.assertEqual(self.inclusive['_stack_init'],
                         self.own['_stack_init'])
