# SPDX-License-Identifier: MIT
"""usage: tap.py test_script_missed.py TALLY=COMMAND

The C that `tally script --exact` writes for a Cortex-A9, on a host: with its
accesses of registers taken by a model whose event counters overflow without a
flag, as an erratum lets them up to r2."""
import pathlib
import subprocess
import tempfile
import unittest

import tally_command

TALLY = ''

# What the accesses read and write.  Counters are two events in each cycle.
MODEL = r'''
#include <stdint.h>
static uint64_t model_read(unsigned space, uint64_t addr);
static void model_write(unsigned space, uint64_t addr, uint64_t value);
#define TALLY_FIXED_GET(space, addr) model_read(space, addr)
#define TALLY_FIXED_PUT(space, addr, value) model_write(space, addr, value)
#define TALLY_FIXED_SYNC(space) ((void)(space))
'''
PROGRAM = r'''
#include <stdio.h>
static uint32_t reg_cycles, reg_events, reg_flags;
static uint64_t truth;
enum {
	MIDR = TALLY_CP(0, 0, 0, 0), FLAGS = TALLY_CP(0, 9, 12, 3),
	CCNT = TALLY_CP(0, 9, 13, 0), COUNTER = TALLY_CP(0, 9, 13, 2),
};
static uint64_t model_read(unsigned space, uint64_t addr)
{
	(void)space;
	switch (addr & 0x1FFFF) {
	case MIDR:
		return 0x412FC09Au;
	case FLAGS:
		return reg_flags;
	case CCNT:
		return reg_cycles;
	case COUNTER:
		return reg_events;
	}
	return 0;
}
static void model_write(unsigned space, uint64_t addr, uint64_t value)
{
	(void)space;
	switch (addr & 0x1FFFF) {
	case FLAGS:
		reg_flags &= ~(uint32_t)value;
		break;
	case CCNT:
		reg_cycles = (uint32_t)value;
		break;
	case COUNTER:
		reg_events = (uint32_t)value;
		break;
	}
}
static void work(uint64_t cycles)
{
	if ((reg_cycles + cycles) >> 32)
		reg_flags |= 0x80000000u;
	reg_cycles += (uint32_t)cycles;
	reg_events += (uint32_t)(2 * cycles);
	truth += 2 * cycles;
}
static void say(void)
{
	long long off = (long long)(tally_count(TALLY_ST_RETIRED) - truth);

	printf("%lld %d\n", off, tally_at_least());
}
int main(void)
{
	if (tally_open(true))
		return 1;
	tally_start();
	for (unsigned i = 0; i < 9; i++) {
		work(0x7FFFFFF0u - i);
		say();
		tally_overflow();
		say();
	}
	work(0xFFFFFFF0u);
	say();
	return 0;
}
'''


def setUpModule():
    tally_command.TALLY = TALLY


class Missed(unittest.TestCase):
    def test_totals_are_proved_or_the_least(self):
        text = tally_command.printed(
            'script', '-m', 'cortex-a9', '--as', 'c', '--exact', '-e',
            'ST_RETIRED')
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, 'a9.c')
            source.write_text(MODEL + text + PROGRAM)
            program = pathlib.Path(folder, 'a9')
            # The model does not hold what is written, which open() looks at.
            subprocess.run(['cc', '-w', '-O1', '-DTALLY_CHECKS=0', '-o',
                            program, source], check=True)
            done = subprocess.run([program], check=True, text=True,
                                  capture_output=True, timeout=60)
        *sure, late = done.stdout.splitlines()
        self.assertEqual(sure, ['0 0'] * 18)
        self.assertEqual(late, f'{-2**32} 1')


if __name__ == '__main__':
    unittest.main()
