/* SPDX-License-Identifier: MIT */
#include "program/machine.h"

#include <elf.h>
#include <stddef.h>

static const struct program_machine machines[] = {
#define MACHINE(elf, name, step, thumb, code, marks, big, stack, address)      \
	{ elf, name, step, thumb, code, marks, big, stack, address },
#include "program/machines.def"
#undef MACHINE
};
static const struct program_machine unknown = {
	.step = 1, .code = 'p', .marks = true, .address = 64
};

const struct program_machine *program_machine(uint16_t elf)
{
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		if (machines[i].elf == elf)
			return &machines[i];
	return &unknown;
}
