/* SPDX-License-Identifier: MIT */
#ifndef START_GIC_H
#define START_GIC_H

/*
 * ARM's generic interrupt controller, of which a machine's file names the two
 * places, GIC_CPU and GIC_DISTRIBUTOR, and LINE, the monitor's number.
 */
#include <stdbool.h>
#include <stdint.h>

#include <tally/general.h>

enum {
	CPU_CONTROL = GIC_CPU,
	CPU_PRIORITIES = GIC_CPU + 0x004,
	CPU_ACKNOWLEDGE = GIC_CPU + 0x00C,
	CPU_END = GIC_CPU + 0x010,
	DISTRIBUTOR_CONTROL = GIC_DISTRIBUTOR,
	DISTRIBUTOR_ENABLE = GIC_DISTRIBUTOR + 0x100 + LINE / 32 * 4,
	DISTRIBUTOR_DISABLE = GIC_DISTRIBUTOR + 0x180 + LINE / 32 * 4,
	DISTRIBUTOR_PRIORITY = GIC_DISTRIBUTOR + 0x400 + LINE,
	DISTRIBUTOR_TARGET = GIC_DISTRIBUTOR + 0x800 + LINE,
};

static uint32_t gic_taken; /* the one that is handled */

static inline TALLY_GENERAL volatile uint32_t *gic_word(uintptr_t addr)
{
	return (volatile uint32_t *)addr;
}

static inline TALLY_GENERAL volatile uint8_t *gic_byte(uintptr_t addr)
{
	return (volatile uint8_t *)addr;
}

static void start_line(bool on)
{
	if (!on) {
		*gic_word(DISTRIBUTOR_DISABLE) = 1u << LINE % 32;
		return;
	}
	*gic_byte(DISTRIBUTOR_PRIORITY) = 0x80;
	*gic_byte(DISTRIBUTOR_TARGET) = 1; /* the first core */
	*gic_word(DISTRIBUTOR_ENABLE) = 1u << LINE % 32;
	*gic_word(DISTRIBUTOR_CONTROL) = 1;
	*gic_word(CPU_PRIORITIES) = 0xF0;
	*gic_word(CPU_CONTROL) = 1;
}

static TALLY_GENERAL bool start_taken(void)
{
	gic_taken = *gic_word(CPU_ACKNOWLEDGE);
	return (gic_taken & 0x3FF) == LINE;
}

static TALLY_GENERAL void start_done(void)
{
	*gic_word(CPU_END) = gic_taken;
}

#endif
