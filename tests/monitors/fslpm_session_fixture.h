/* SPDX-License-Identifier: MIT */
#ifndef FSLPM_SESSION_FIXTURE_H
#define FSLPM_SESSION_FIXTURE_H

#include <tally/session.h>
#include <tally/wrap.h>

#include "fslpm_target.h"

/*
 * A session on each monitor of the family, about to open on a target that
 * somebody has frozen.
 */

#define HALF UINT64_C(0x80000000) /* 2^31: what a flag stands for */

enum { SUBJECTS = 4 };

enum { NEVER = UINT32_MAX };

struct subject {
	const struct tally_monitor *monitor;
	unsigned counters;
	uint16_t cycles, instructions; /* any two events */
};

extern const struct subject subjects[SUBJECTS];
extern const struct subject *subject; /* that is set up */
extern struct fslpm_target target;
extern struct fslpm_state found;
extern struct tally_session s;
extern struct tally_total total[4];
extern struct tally_bus_fault fault;
extern struct tally_slot slot[4];
extern struct tally_setup setup;

/* Frozen by somebody, with junk in everything; event 3 on all counters. */
void set_up(unsigned i);
enum tally_status open_it(void);
void open_started(void);

/* The clock of a device, too, if a slot counted with it; else it ran on. */
void assert_as_found(void);

#endif
