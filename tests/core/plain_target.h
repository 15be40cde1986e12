/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PLAIN_TARGET_H
#define TESTS_PLAIN_TARGET_H

#include <tally/monitor.h>

/*
 * A target that is an array of registers and no more than the manuals say of
 * them: flags that are cleared by writing 1 (ARM11: only by E = 1 over E = 1,
 * the harsher reading), counters that two bits reset, junk in unpredictable
 * bits.  Nothing counts by itself.  What the second XScale generation calls
 * unpredictable fails the test.
 */
enum item {
	ID,
	CONTROL,
	FLAG, /* of the one-word monitors: bits 10:8 of CONTROL */
	INTEN,
	EVTSEL,
	USER,
	COUNTER,
	ITEMS = COUNTER + 5
};

struct place {
	uint32_t addr;
	enum item item;
};

/* A monitor, and what is there before Tally comes. */
struct subject {
	const struct tally_monitor *monitor;
	uint32_t id;
	uint32_t kept;  /* bits of CONTROL that read back */
	bool arm11;     /* CP15, and a flag clears only while E is 1 */
	bool registers; /* flags, enables and events have their own */
	const struct place *place;
	unsigned places;
	uint32_t found; /* CONTROL before Tally comes, but for E */
};

enum { SUBJECTS = 6 };
extern const struct subject subjects[SUBJECTS];

struct target {
	struct tally_bus bus;
	const struct subject *subject;
	uint32_t value[ITEMS];
	unsigned writes;
};

/* Junk in every register; `in_use`: the counters run. */
void target_init(struct target *t, const struct subject *subject, bool in_use);

/* CCNT and PMN0 wrap, the latter to 3, while all run. */
void target_overflow(struct target *t);

#endif
