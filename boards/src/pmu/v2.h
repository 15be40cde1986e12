/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_V2_H
#define BOARD_PMU_V2_H

#include "boards/src/pmu/inner.h"
#include "boards/src/pmu/pmuv2.h"

/*
 * The cores' files and v2.c share this.  The event counters are 0 to N - 1, the
 * cycle counter is 31, as in the registers.
 */
enum { V2_CYCLES = 31, V2_MOST_EVENTS = 8 };

/* A core's constants. */
struct pmu_v2_core {
	uint8_t idcode;
	uint8_t counters; /* N */
	/* A cycle counter that is enabled cannot be written. */
	bool cycles_locked;
	/* An erratum lets an event counter's overflow set no flag. */
	bool loses_overflows;
};

/* The registers besides the common ones. */
struct pmu_v2 {
	uint32_t enabled; /* CNTENS */
	uint32_t asking;  /* INTENS */
	uint32_t userenr;
	uint32_t select;
	uint8_t event[V2_MOST_EVENTS];
};

enum pmu_access pmu_v2_read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value);
enum pmu_access pmu_v2_write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t value);
bool pmu_v2_is_event(const struct pmu *p, const struct tally_reg *reg);
void pmu_v2_reset(struct pmu *p);
void pmu_v2_configure(struct pmu *p);
void pmu_v2_line(struct pmu *p);
void pmu_v2_wraps(struct pmu *p, unsigned counter, uint64_t wraps);
bool pmu_v2_may_ask(const struct pmu *p);
void pmu_v2_forgive(const struct pmu *now, void *own_before);

/* An event that the model does not have. */
#define V2_NOT_MODELLED(code, name, basis)                                     \
	{                                                                      \
		code, name, PMU_NOT_MODELLED, LEDGER_NOTHING, basis            \
	}

#define V2_OPS(CORE, EVENTS, COUNTERS)                                         \
	{                                                                      \
		.facts = &(CORE), .own_size = sizeof(struct pmu_v2),           \
		.events = (EVENTS),                                            \
		.event_count = sizeof(EVENTS) / sizeof((EVENTS)[0]),           \
		.counters =                                                    \
			UINT32_C(1) << V2_CYCLES | ((1u << (COUNTERS)) - 1),   \
		.reset = pmu_v2_reset, .read = pmu_v2_read,                    \
		.write = pmu_v2_write, .is_event = pmu_v2_is_event,            \
		.forgive = pmu_v2_forgive, .may_ask = pmu_v2_may_ask,          \
		.configure = pmu_v2_configure, .wrapped = pmu_v2_line,         \
		.wraps = pmu_v2_wraps,                                         \
	}

#endif
