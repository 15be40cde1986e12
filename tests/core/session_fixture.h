/* SPDX-License-Identifier: MIT */
#ifndef SESSION_FIXTURE_H
#define SESSION_FIXTURE_H

#include <tally/session.h>

#include "catalog/catalog.h"
#include "pmu_bus.h"

/*
 * A session about to open on a simulated monitor, in every reading of what
 * the manuals leave open: junk in unpredictable bits, flags that clear only
 * with E set before and after.
 */

enum { CYCLES, INSTRUCTIONS, MISSES, SLOTS };

/* One monitor, and its control register with the bits that it keeps. */
struct subject {
	const struct tally_monitor *monitor;
	enum pmu_kind kind;
	uint32_t kept;
	struct tally_reg control;
};

/* A subject in one reading of its manuals, with a session about to open. */
struct fixture {
	const struct subject *subject;
	struct pmu_bus target;
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
	struct tally_step step[16];
	struct tally_store store;
	struct tally_session s;
};

enum { VARIANTS = 16 };

void set_up(struct fixture *f, unsigned variant);
enum tally_status open_on(struct fixture *f, struct tally_bus *bus, bool force);

/* Some of everything, and more cycles than fit 32 bits take several goes. */
void work(struct fixture *f, uint64_t cycles, uint64_t instructions,
	  uint64_t misses);

#endif
