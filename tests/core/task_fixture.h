/* SPDX-License-Identifier: MIT */
#ifndef TASK_FIXTURE_H
#define TASK_FIXTURE_H

#include <tally/task.h>
#include <tally/wrap.h>

#include "pmu_bus.h"

/*
 * Sessions on a simulated monitor that more than one task uses.
 */

enum { SLOTS = 2, STEPS = 16, SUBJECTS = 4 };

/*
 * A simulated monitor behind a bus that can tell which core it is on; with
 * short ways, as a native bus has them, or without.
 */
struct place {
	struct pmu_bus target;
	struct tally_bus_ops ops;
	uint32_t core;
};

struct user {
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
	struct tally_step step[STEPS];
	struct tally_store store;
	struct tally_session s;
};

struct subject {
	enum pmu_kind kind;
	const struct tally_monitor *monitor;
	bool short_ways;
};

extern const struct subject subjects[SUBJECTS];
void set_up(struct place *p, enum pmu_kind kind, bool short_ways);
enum tally_status open_user(struct user *u, struct place *p,
			    const struct tally_monitor *m, uint16_t event,
			    uint64_t period);

#endif
