# SPDX-License-Identifier: MIT
"""usage: tap.py test_script_missed.py TALLY=COMMAND

The C that `tally script --exact` writes for a Cortex-A9, on a host: with its
accesses of registers taken by a model whose event counters overflow without a
flag, as an erratum lets them up to r2."""
import pathlib
import re
import subprocess
import tempfile
import unittest

import tally_command

TALLY = ''

# What the accesses read and write.  Counters are two events in each cycle.
MODEL = r'''
#include <stdint.h>
static uint32_t reg_cycles, reg_events, reg_flags, reg_main_id = 0x412FC09Au;
static uint64_t truth;
static uint32_t model_read(const char *name);
static void model_write(const char *name, uint32_t value);
'''
PROGRAM = r'''
#include <stdio.h>
#include <string.h>
static uint32_t model_read(const char *name)
{
	if (!strcmp(name, "midr"))
		return reg_main_id;
	if (!strcmp(name, "pmovsr"))
		return reg_flags;
	if (!strcmp(name, "pmccntr"))
		return reg_cycles;
	if (!strcmp(name, "pmevcntr0"))
		return reg_events;
	return 0;
}
static void model_write(const char *name, uint32_t value)
{
	if (!strcmp(name, "pmovsr"))
		reg_flags &= ~value;
	if (!strcmp(name, "pmccntr"))
		reg_cycles = value;
	if (!strcmp(name, "pmevcntr0"))
		reg_events = value;
}
static void work(uint64_t cycles)
{
	if (reg_cycles + cycles >> 32)
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
	(void)tally_open(true);
	tally_opened = 1;
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
    def written(self):
        text = tally_command.printed(
            'script', '-m', 'cortex-a9', '--as', 'c', '--exact', '-e',
            'ST_RETIRED')
        text = re.sub(r'(inline uint32_t tally_read_(\w+)\(void\)\n\{).*?\n\}',
                      r'\1\n\treturn model_read("\2");\n}', text, flags=re.S)
        text = re.sub(
            r'(inline void tally_write_(\w+)\(uint32_t value\)\n\{).*?\n\}',
            r'\1\n\tmodel_write("\2", value);\n}', text, flags=re.S)
        return MODEL + text + PROGRAM

    def test_totals_are_proved_or_the_least(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, 'a9.c')
            source.write_text(self.written())
            program = pathlib.Path(folder, 'a9')
            subprocess.run(['cc', '-w', '-O1', '-o', program, source],
                           check=True)
            done = subprocess.run([program], check=True, text=True,
                                  capture_output=True, timeout=60)
        *sure, late = done.stdout.splitlines()
        self.assertEqual(sure, ['0 0'] * 18)
        self.assertEqual(late, f'{-2**32} 1')


if __name__ == '__main__':
    unittest.main()
