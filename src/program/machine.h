/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_MACHINE_H
#define PROGRAM_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/* A machine as ELF names it; what the members mean stands in machines.def. */
struct program_machine {
	uint16_t elf;
	char profile;
	const char *name;
	uint8_t step;
	bool thumb;
	char code;
	bool marks, big;
	uint8_t stack, address;
};

/*
 * Of a profile without a row the machine's, of a machine without one a row
 * without a name, of which nothing is known.
 */
const struct program_machine *program_machine(uint16_t elf, char profile);

/* The address of a place in code: without what says Thumb. */
static inline uint64_t program_place(uint16_t elf, uint64_t place)
{
	return program_machine(elf, 0)->thumb ? place & ~UINT64_C(1) : place;
}

#endif
