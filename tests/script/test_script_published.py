# SPDX-License-Identifier: MIT
"""usage: tap.py test_script_published.py TALLY=COMMAND FIRMWARE=DIR

The published sequence of PMUv3 as `tally script --order documented` writes it:
each access, in the document's order, on a host with the accesses taken by a
model; and what it counts on a board."""
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

import tally_command

TALLY = ''
FIRMWARE = ''
ORDER = '--order', 'documented', '--as', 'c'
EVENTS = 'INST_RETIRED,L1D_CACHE,BR_MIS_PRED'
CODES = 0x08, 0x04, 0x10

PROGRAM = r'''
#include <stdio.h>
#include <string.h>
static uint64_t model_read(const char *name)
{
	printf("read %s\n", name);
	if (!strcmp(name, "pmcr_el0"))
		return 0x41 | COUNTERS << 11;
	if (!strcmp(name, "pmceid0_el0"))
		return EXISTS;
	if (!strcmp(name, "pmuserenr_el0"))
		return 0x2;
	return 7;
}
static void model_write(const char *name, uint64_t value)
{
	printf("write %s %llx\n", name, (unsigned long long)value);
}
int main(void)
{
	uint64_t values[TALLY_VALUES];

	tally_setup();
	tally_start();
	printf("counted %x\n", (unsigned)tally_stop(values));
	return 0;
}
'''
# The loop's own instructions, its call and the return from it.
GUEST = r'''
#include <stdio.h>
#include "script.c"
__asm__(".global work\n"
	"work:	mov	x0, #100\n"
	"1:	subs	x0, x0, #1\n"
	"	b.ne	1b\n"
	"	ret\n");
void work(void);
int main(void)
{
	uint64_t empty[TALLY_VALUES], full[TALLY_VALUES];
	unsigned counted = 0;

	tally_setup();
	for (int i = 0; i < 3; i++) {
		tally_start();
		tally_stop(empty);
		tally_start();
		work();
		counted = tally_stop(full);
	}
	printf("%u %u %d\n", counted,
	       (unsigned)(full[TALLY_INST_RETIRED] - empty[TALLY_INST_RETIRED]),
	       full[TALLY_CYCLES] > empty[TALLY_CYCLES]);
	return 0;
}
'''


def setUpModule():
    tally_command.TALLY = TALLY


def documented(counters, exists):
    """Line for line the document's three pieces of code, with the events that
    are asked for in place of the first 64."""
    n, enabled = counters, 0x80000000 | ((1 << counters) - 1)
    pmcr = 0x41 | counters << 11
    there = [at for at, code in enumerate(CODES) if exists >> code & 1]
    yield 'read pmcr_el0'
    if n:
        yield 'read pmceid0_el0'
        yield 'read pmceid1_el0'
    yield 'read pmuserenr_el0'
    yield f'write pmuserenr_el0 {0x2 | 0xD:x}'
    for i, at in enumerate(there[:n]):
        yield f'write pmselr_el0 {i:x}'
        yield f'write pmxevtyper_el0 {0x8000000 | CODES[at]:x}'
    yield f'write pmccfiltr_el0 {0x8000000:x}'
    yield f'write pmcntenset_el0 {enabled:x}'
    yield 'read pmcr_el0'
    yield f'write pmcr_el0 {pmcr | 0x7:x}'
    yield f'write pmcntenclr_el0 {enabled:x}'
    yield 'read pmcr_el0'
    yield f'write pmcr_el0 {pmcr & ~0x7:x}'
    yield 'read pmccntr_el0'
    for i in range(len(there[:n])):
        yield f'write pmselr_el0 {i:x}'
        yield 'read pmxevcntr_el0'
    yield f'counted {sum(1 << at for at in there[:n]):x}'


class Published(unittest.TestCase):
    def run_model(self, text, counters, exists):
        """An access is its function's body, which the model's takes."""
        text = re.sub(
            r'(tally_read_(\w+)\(void\)\n\{\n)[^}]*\}',
            r'\1\treturn model_read("\2");\n}', text)
        text = re.sub(
            r'(tally_write_(\w+)\(uint64_t value\)\n\{\n)[^}]*\}',
            r'\1\tmodel_write("\2", value);\n}', text)
        self.assertNotIn('__asm__', text)
        with tempfile.TemporaryDirectory() as where:
            file = pathlib.Path(where, 'model.c')
            file.write_text(
                '#include <stdint.h>\n'
                'static uint64_t model_read(const char *name);\n'
                'static void model_write(const char *name, uint64_t value);\n'
                + text + PROGRAM)
            subprocess.run(
                ['gcc', '-std=gnu11', '-Wall', '-Wextra', '-Werror',
                 '-Wconversion', f'-DCOUNTERS={counters}u',
                 f'-DEXISTS={exists}u', file, '-o', f'{where}/model'],
                check=True, timeout=60)
            return subprocess.run(
                [f'{where}/model'], check=True, text=True, timeout=60,
                capture_output=True).stdout.splitlines()

    def test_each_access_is_the_documents(self):
        text = tally_command.printed('script', '-m', 'pmuv3', '-e', EVENTS,
                                     *ORDER)
        for counters in 0, 1, 2, 6:
            for exists in 0xFFFFFFFF, 1 << 0x08 | 1 << 0x10, 0:
                with self.subTest(counters=counters, exists=exists):
                    self.assertEqual(self.run_model(text, counters, exists),
                                     list(documented(counters, exists)))

    def test_every_core_of_the_family_has_it(self):
        """Whoever has the registers that the sequence uses."""
        some = 0
        for row in tally_command.listed('monitors'):
            names = tally_command.printed('list', 'registers', '-m',
                                          row['monitor'])
            if 'PMXEVTYPER_EL0' not in names:
                continue
            some += 1
            self.assertIn('tally_setup(void)', tally_command.printed(
                'script', '-m', row['monitor'], '-M', 'cpi' if 'cpi' in
                tally_command.printed('list', 'metrics', '-m', row['monitor'])
                else 'ipc', *ORDER))
        self.assertGreater(some, 5)

    def test_it_counts_on_a_board(self):
        text = tally_command.printed('script', '-m', 'cortex-a53', '-e',
                                     'INST_RETIRED', *ORDER)
        with tempfile.TemporaryDirectory() as where:
            pathlib.Path(where, 'script.c').write_text(text)
            pathlib.Path(where, 'guest.c').write_text(GUEST)
            line = shlex.split(tally_command.printed(
                'board', 'virt-a53', '--cc', 'guest.c'))
            subprocess.run(line, check=True, cwd=where, timeout=60)
            for strict in (), ('--strict',):
                self.assertEqual(tally_command.printed(
                    'board', 'virt-a53', *strict, f'{where}/guest.elf'),
                    f'1 {1 + 2 * 100 + 1 + 1} 1\n')


if __name__ == '__main__':
    unittest.main()
