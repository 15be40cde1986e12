/* SPDX-License-Identifier: MIT */
/*
 * The AHB monitor among the boards' monitors.  Registers and counters are the
 * bus's (ahb/); this is the debugger's way to them, by offset from
 * the monitor's base, without a transfer on any layer and without time; and how
 * far each counter can be trusted.
 */
#include "boards/src/pmu/inner.h"
#include "boards/src/pmu/window.h"

#include <string.h>

enum { WINDOW = 0x10000 };

/* In the order of the registers. */
static const struct {
	const char *name, *basis;
} counters[] = {
#define COUNTER(name, basis) { #name, (basis) },
#include "boards/src/ledger/ahb_counters.def"
#undef COUNTER
};

enum { COUNTERS = sizeof(counters) / sizeof(counters[0]) };

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/*
 * A count is exact where a program and the registers of the DMA controller
 * decide it: accesses of peripherals, and transfers.  Traffic that no program
 * of the board can bring about is injected.
 */
static enum pmu_class class_of(const char *name)
{
	if (begins(name, "CtExp") || begins(name, "CtGxi"))
		return PMU_INJECTED;
	if (strstr(name, "Apb") || begins(name, "CtDma0Rd") ||
	    begins(name, "CtDma0Wr") || begins(name, "CtDma1Rd") ||
	    begins(name, "CtDma1Wr"))
		return PMU_EXACT;
	return PMU_MODELLED;
}

static const struct pmu_event *rows(unsigned *count)
{
	static struct pmu_event row[COUNTERS];

	/* Made by whoever is the first to ask. */
	for (unsigned i = 0; !row[COUNTERS - 1].name && i < COUNTERS; i++)
		row[i] = (struct pmu_event){
			.code = (uint16_t)i,
			.name = counters[i].name,
			.class = (uint8_t)class_of(counters[i].name),
			.item = (uint8_t)i,
			.outside = !begins(counters[i].name, "CtArm") &&
				   !begins(counters[i].name, "CtTotal"),
			.basis = counters[i].basis,
		};
	*count = COUNTERS;
	return row;
}

static struct pmu_window *window_of(const struct pmu *p)
{
	return p->own;
}

void pmu_set_window(struct pmu *p, const struct pmu_window *bus)
{
	*window_of(p) = *bus;
}

static bool is_register(const struct pmu *p, const struct tally_reg *reg)
{
	return window_of(p)->read && reg->space == TALLY_MMIO &&
	       reg->addr < WINDOW && reg->addr % 4 == 0;
}

static enum pmu_access read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	(void)privileged; /* the bus does not ask */
	if (!is_register(p, reg))
		return PMU_NONE;
	*value = window_of(p)->read(window_of(p)->ctx, reg->addr);
	return PMU_DONE;
}

static enum pmu_access write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t value)
{
	(void)privileged;
	if (!is_register(p, reg))
		return PMU_NONE;
	window_of(p)->write(window_of(p)->ctx, reg->addr, (uint32_t)value);
	return PMU_DONE;
}

/* The monitor has no counter of its own, and nothing that wraps here. */
static void nothing(struct pmu *p)
{
	(void)p;
}

const struct pmu_ops pmu_arm926pxp_ops = {
	.own_size = sizeof(struct pmu_window),
	.single = true, /* the bus counts, and there is one */
	.rows = rows,
	.reset = nothing,
	.read = read,
	.write = write,
	.configure = nothing,
	.wrapped = nothing,
};
