/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FIXED_WRITTEN_H
#define TESTS_FIXED_WRITTEN_H

/*
 * Registers in place of the folded form's own, for the host: include this
 * before <tally/fixed.h>.  Reads give 0, writes are listed.
 */
#include <stdint.h>

#include <tally/script.h>

enum { WRITTEN = 128 };

static struct tally_step written[WRITTEN];
static unsigned written_count;

static inline void written_forget(void)
{
	written_count = 0;
}

static inline uint64_t written_get(unsigned space, uintptr_t addr)
{
	(void)space;
	(void)addr;
	return 0;
}

static inline void written_put(unsigned space, uintptr_t addr, uint64_t value)
{
	struct tally_step *step = &written[written_count % WRITTEN];

	step->reg = (struct tally_reg){ (uint32_t)addr, (uint8_t)space, 0 };
	step->value = value;
	written_count++;
}

#define TALLY_FIXED_GET(space, addr)        written_get(space, addr)
#define TALLY_FIXED_PUT(space, addr, value) written_put(space, addr, value)
#define TALLY_FIXED_SYNC(space)             ((void)(space))

#endif
