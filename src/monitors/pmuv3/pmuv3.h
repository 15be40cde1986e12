/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_PMUV3_H
#define MONITORS_PMUV3_H

#include <tally/counting.h>
#include <tally/monitors/pmuv3.h>
#include <tally/only.h>
#include <tally/words/pmuv3.h>

/*
 * Code that the monitors of PMUv3 share.  The registers are the same words at
 * other places: AArch64, AArch32, and AArch64 by PMSELR each have a table of
 * addresses.
 */
struct pmuv3_registers {
	struct tally_reg pmcr, cntenset, cntenclr, ovsclr, swinc;
	struct tally_reg ceid[4]; /* AArch32: [2], [3] are the high halves */
	struct tally_reg userenr;
	struct tally_reg intenset, intenclr;
	struct tally_reg ccntr, ccfiltr;
	/* The others follow: 8 for each CRm, or by their number alone. */
	struct tally_reg evcntr0, evtyper0;
	struct tally_reg midr, id; /* id: which version */
	uint8_t crm_lsb;           /* of CRm in an address; or 0 */
	uint8_t version_lsb;       /* in id */
};

TALLY_INNER_DECLARED const struct pmuv3_registers pmuv3_a64;
TALLY_INNER_DECLARED const struct pmuv3_registers pmuv3_a32;
TALLY_INNER_DECLARED const struct pmuv3_registers pmuv3_select;

struct pmuv3_facts {
	const struct pmuv3_registers *reg;
	uint32_t midr; /* implementer and part; 0: any core */
	bool user;     /* at EL0: neither IDs nor interrupt enables */
};

static inline const struct pmuv3_facts *
pmuv3_facts_of(const struct tally_monitor *m)
{
	return m->facts;
}

static inline const struct pmuv3_registers *
pmuv3_regs(const struct tally_monitor *m)
{
	return pmuv3_facts_of(m)->reg;
}

/* EL0 may use the monitor. */
#define PMUV3_EN TALLY_FIELD(PMUV3, PMUSERENR_EL0, EN)

TALLY_INNER_DECLARED const struct tally_monitor_ops pmuv3_ops;

/* pmuv3_limits.c */
TALLY_INNER enum tally_status pmuv3_check(const struct tally_monitor *m,
					  const struct tally_setup *setup,
					  unsigned i);
TALLY_INNER enum tally_status pmuv3_probe(const struct tally_monitor *m,
					  struct tally_bus *bus);
TALLY_INNER void pmuv3_limits(const struct tally_monitor *m,
			      struct tally_bus *bus,
			      struct tally_limits *limits);
TALLY_INNER enum tally_status pmuv3_fits(const struct tally_monitor *m,
					 const struct tally_setup *setup,
					 struct tally_bus *bus);

/* Six event counters, eight, or 31, and the cycle counter. */
enum { PMUV3_SIX = 7, PMUV3_EIGHT = 9, PMUV3_ALL = 32 };
TALLY_INNER_DECLARED const struct tally_counter pmuv3_six_a64[PMUV3_SIX];
TALLY_INNER_DECLARED const struct tally_counter pmuv3_six_a32[PMUV3_SIX];
TALLY_INNER_DECLARED const struct tally_counter pmuv3_eight_a32[PMUV3_EIGHT];
TALLY_INNER_DECLARED const struct tally_counter pmuv3_all_a64[PMUV3_ALL];
TALLY_INNER_DECLARED const struct tally_counter pmuv3_all_a32[PMUV3_ALL];
TALLY_INNER_DECLARED const struct tally_counter pmuv3_all_select[PMUV3_ALL];

/* The counters that can have an event; CHAIN comes with a slot's `pair`. */
#define PMUV3_MASK(counters) ((UINT32_C(1) << ((counters)-1)) - 1)
#define PMUV3_ON(code, counters)                                               \
	((code) == TALLY_PMUV3_CHAIN ? 0 : PMUV3_MASK(counters))

/* The rates of the common events, for the tables of the cores. */
enum pmuv3_rate {
#define EVENT(id, code, kind, rate, ...) PMUV3_RATE_##id = (rate),
#include <tally/monitors/pmuv3_events.def>
};

/* Rows of a core's table. */
#define PMUV3_COMMON(id, counters)                                             \
	{ TALLY_PMUV3_##id, PMUV3_RATE_##id,                                   \
	  PMUV3_ON(TALLY_PMUV3_##id, counters) },
#define PMUV3_OWN(code, rate, counters) { code, rate, PMUV3_MASK(counters) },

/* The main ID register: implementer and part [DDI0487 D24.2]. */
#define PMUV3_MIDR                                                             \
	(TALLY_FIELD(PMUV3, MIDR_EL1, Implementer) |                           \
	 TALLY_FIELD(PMUV3, MIDR_EL1, PartNum))

/* Members that all PMUv3 monitors have; `events` is the table of the core's. */
#define PMUV3_MONITOR                                                          \
	.ops = TALLY_OPS(pmuv3_ops), .counting = &tally_flagged,               \
	.event = events, .events = sizeof(events) / sizeof(events[0]),         \
	.pairs = true

/* AArch32 sees 32 bits of a counter, and no filter for EL3. */
#define PMUV3_A32_OPTIONS (TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER)
#define PMUV3_A64_OPTIONS (PMUV3_A32_OPTIONS | TALLY_WIDE)
#define PMUV3_A32_LEVELS  (TALLY_EL0 | TALLY_EL1 | TALLY_EL2)
#define PMUV3_A64_LEVELS  (PMUV3_A32_LEVELS | TALLY_EL3)
#define PMUV3_A64         .options = PMUV3_A64_OPTIONS, .levels = PMUV3_A64_LEVELS
#define PMUV3_A32         .options = PMUV3_A32_OPTIONS, .levels = PMUV3_A32_LEVELS

#define PMUV3_CORE(table, number)                                              \
	PMUV3_MONITOR, .counter = (table), .counters = (number),               \
		       .raw = PMUV3_MASK(number),                              \
		       .steps = (number) > PMUV3_SIX ? TALLY_PMUV3_EIGHT_STEPS \
						     : TALLY_PMUV3_CORE_STEPS
#define PMUV3_ANY(form)                                                        \
	PMUV3_MONITOR, .counter = pmuv3_all_##form, .counters = PMUV3_ALL,     \
		       .raw = PMUV3_MASK(PMUV3_ALL)

#endif
