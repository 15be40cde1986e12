/* SPDX-License-Identifier: MIT */
#include "program/machine.h"

#include <elf.h>
#include <stddef.h>

static const struct program_machine machines[] = {
#define MACHINE(elf, profile, name, step, thumb, code, marks, big, stack,      \
		address)                                                       \
	{ elf, profile, name, step, thumb, code, marks, big, stack, address },
#include "program/machines.def"
#undef MACHINE
};
static const struct program_machine unknown = { .step = 1,
						.marks = true,
						.address = 64 };

const struct program_machine *program_machine(uint16_t elf, char profile)
{
	const struct program_machine *found = &unknown;

	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		if (machines[i].elf != elf)
			continue;
		if (machines[i].profile == profile)
			return &machines[i];
		if (!machines[i].profile)
			found = &machines[i];
	}
	return found;
}
