# SPDX-License-Identifier: MIT
"""usage: tap.py test_killed.py TALLY=COMMAND FIRMWARE=FOLDER

A suite of twelve programs, four boards and two options of the compiler in one
command: killed twenty times, at moments that nobody chose, and gone on with, it
has the results of one that was left alone, to the unit."""
import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

TALLY = ''
FIRMWARE = ''  # without it there is no compiler for the boards
BOARDS = 'pb1176', 'lubbock', 'virt-a53', 'mpc8540ads'
KILLS = 20
MAIN = """
#include <stdio.h>
static volatile unsigned none;
%s
int main(void)
{
	printf("%%u\\n", work(none));
	return 0;
}
"""
# Each a function of its own kind, small: what a suite of embedded programs has.
PROGRAMS = {
    'crc': '''static unsigned work(unsigned c) {
	for (unsigned i = 0; i < 300; i++) {
		c ^= i;
		for (int k = 0; k < 8; k++)
			c = c >> 1 ^ (c & 1 ? 0xEDB88320u : 0);
	}
	return c;
}''',
    'sieve': '''static unsigned char no[2000];
static unsigned work(unsigned n) {
	for (unsigned i = 2; i < 2000; i++)
		if (!no[i]) {
			n++;
			for (unsigned k = 2 * i; k < 2000; k += i)
				no[k] = 1;
		}
	return n;
}''',
    'sort': '''static unsigned a[120];
static unsigned work(unsigned s) {
	for (unsigned i = 0; i < 120; i++)
		a[i] = s = s * 1103515245u + 12345;
	for (unsigned i = 1; i < 120; i++)
		for (unsigned k = i; k && a[k - 1] > a[k]; k--) {
			unsigned t = a[k];
			a[k] = a[k - 1];
			a[k - 1] = t;
		}
	return a[60];
}''',
    'matrix': '''static unsigned a[16][16], b[16][16], c[16][16];
static unsigned work(unsigned s) {
	for (int i = 0; i < 256; i++)
		a[0][i] = b[0][i] = s + (unsigned)i;
	for (int i = 0; i < 16; i++)
		for (int k = 0; k < 16; k++)
			for (int j = 0; j < 16; j++)
				c[i][j] += a[i][k] * b[k][j];
	return c[7][9];
}'''.replace('[0][i] = b[0][i]', '[i / 16][i % 16] = b[i / 16][i % 16]'),
    'filter': '''static int x[500], h[8] = { 1, -2, 3, 5, 5, 3, -2, 1 };
static unsigned work(unsigned s) {
	for (int i = 0; i < 500; i++)
		x[i] = i * i % 31 + (int)s;
	for (int i = 8; i < 500; i++)
		for (int k = 0; k < 8; k++)
			s += (unsigned)(x[i - k] * h[k]);
	return s;
}''',
    'list': '''static struct node { struct node *next; unsigned v; } n[300];
static unsigned work(unsigned s) {
	struct node *at;
	for (unsigned i = 0; i < 300; i++)
		n[i] = (struct node){ i < 299 ? &n[(i * 7 + 1) % 300] : 0, i };
	at = n;
	for (unsigned i = 0; i < 2000 && at; i++, at = at->next)
		s += at->v;
	return s;
}''',
    'states': '''static unsigned work(unsigned s) {
	const char *t = "12 0x1f -7 abc 99, 0 x";
	unsigned seen = 0;
	for (unsigned i = 0; i < 900; i++) {
		char c = t[i % 22];
		switch (s) {
		case 0: s = c >= '0' && c <= '9' ? 1 : c == '-' ? 2 : 3; break;
		case 1: s = c == ' ' ? 0 : 1; seen++; break;
		case 2: s = c == ' ' ? 0 : 1; break;
		default: s = c == ' ' ? 0 : 3; break;
		}
	}
	return seen;
}''',
    'distance': '''static unsigned d[2][40];
static unsigned work(unsigned s) {
	for (unsigned k = 0; k < 40; k++)
		d[0][k] = k;
	for (unsigned i = 1; i < 40; i++) {
		unsigned *now = d[i & 1], *old = d[~i & 1];
		now[0] = i;
		for (unsigned k = 1; k < 40; k++) {
			unsigned best = old[k - 1] + (i * 7 % 5 != k * 3 % 5);
			if (old[k] + 1 < best) best = old[k] + 1;
			if (now[k - 1] + 1 < best) best = now[k - 1] + 1;
			now[k] = best;
		}
	}
	return d[1][39] + s;
}''',
    'queens': '''static unsigned place(unsigned a, unsigned b, unsigned c) {
	unsigned n = 0, free = ~(a | b | c) & 31;
	if (a == 31) return 1;
	for (; free; free &= free - 1) {
		unsigned bit = free & -free;
		n += place(a | bit, (b | bit) << 1, (c | bit) >> 1);
	}
	return n;
}
static unsigned work(unsigned s) { return place(s, 0, 0); }''',
    'search': '''static unsigned a[512];
static unsigned work(unsigned s) {
	for (unsigned i = 0; i < 512; i++) a[i] = 3 * i;
	for (unsigned q = 0; q < 200; q++) {
		unsigned low = 0, high = 512, want = q * 7919 % 1536;
		while (low + 1 < high) {
			unsigned mid = (low + high) / 2;
			if (a[mid] <= want) low = mid; else high = mid;
		}
		s += low;
	}
	return s;
}''',
    'calls': '''__attribute__((noinline)) static unsigned fib(unsigned n) {
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
static unsigned work(unsigned s) { return fib(11 + s); }''',
    'divide': '''static unsigned gcd(unsigned a, unsigned b) {
	while (b) { unsigned t = a % b; a = b; b = t; }
	return a;
}
static unsigned work(unsigned s) {
	for (unsigned i = 1; i < 60; i++) s += gcd(i * 77, 1000 - i);
	return s;
}''',
}


def results(folder):
    """What was counted, by the record's name, which has the hash of what was
    asked."""
    found = {}
    for path in pathlib.Path(folder).glob('*.json'):
        record = json.loads(path.read_text())
        found[path.name] = [
            (kind, one['name'], one.get('count'), one.get('value'))
            for kind in ('metrics', 'events') for one in record[kind]]
    return found


class Killed(unittest.TestCase):
    def setUp(self):
        # Whoever was left alone may still write.
        place = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        for name, text in PROGRAMS.items():
            (self.folder / f'{name}.c').write_text(MAIN % text)
        (self.folder / 'suite.yaml').write_text(
            f'targets: [{", ".join(f"board:{it}" for it in BOARDS)}]\n'
            'metrics: cpi\ncompile: {O2: -O2 -g, Os: -Os -g}\nprograms:\n' +
            ''.join(f'  {it}: {{source: {it}.c}}\n' for it in PROGRAMS))

    def start(self, into, to=subprocess.DEVNULL):
        return subprocess.Popen(
            [TALLY, 'bench', '-j2', '-o', self.folder / into,
             self.folder / 'suite.yaml'], start_new_session=True,
            stdout=to, stderr=subprocess.STDOUT, text=True)

    def finish(self, into):
        with self.start(into, subprocess.PIPE) as run:
            said, _ = run.communicate()
        self.assertEqual(run.returncode, 0, said)
        return said

    def test_killed_at_random_moments(self):
        seed = random.SystemRandom().getrandbits(32)
        chance = random.Random(seed)
        began = time.monotonic()
        said = self.finish('whole')
        jobs = len(PROGRAMS) * len(BOARDS) * 2
        self.assertIn(f'{jobs} jobs: {jobs} measured now, 0 were there, '
                      '0 failed', said)
        most = 2 * (time.monotonic() - began) / KILLS
        whole = results(self.folder / 'whole')
        self.assertEqual(len(whole), jobs)

        met = 0
        for kill in range(KILLS):
            with self.start('killed') as run:
                time.sleep(chance.uniform(0, most))
                met += os.waitid(os.P_PID, run.pid, os.WEXITED | os.WNOHANG |
                                 os.WNOWAIT) is None
                # Alone, as a lack of memory would, or with all that it has
                # started, as a lack of power; it is not reaped yet, so that
                # the number is nobody else's.
                if kill % 2:
                    run.kill()
                else:
                    os.killpg(run.pid, signal.SIGKILL)
        self.assertGreater(met, 0, f'seed {seed}: nothing was running')
        self.finish('killed')
        self.assertEqual(results(self.folder / 'killed'), whole,
                         f'seed {seed}')
        again = self.finish('killed')
        self.assertIn(f'{jobs} jobs: 0 measured now, {jobs} were there', again)


if __name__ == '__main__':
    unittest.main()
