/* SPDX-License-Identifier: MIT */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdio.h>

#include <tally/reg.h>

#include "target/target.h"

/*
 * A run of a target as a server of GDB's remote protocol: who connects with GDB
 * can break, step, look at and change registers and memory, and finds the
 * monitors' registers among the core's.  The target needs all three faces, and
 * its control face step().
 */

/* A monitor's register, as GDB shows it. */
struct serve_monitor_register {
	char name[64]; /* letters, digits and '_' */
	bool again;    /* the second name of one: not among those shown */
	unsigned monitor;
	struct tally_reg reg;
};

enum serve_end {
	SERVE_END_STOPPED,     /* the program ended, or is lost: see the stop */
	SERVE_END_DETACHED,    /* GDB let go; the target is stopped */
	SERVE_END_KILLED,      /* GDB ended it */
	SERVE_END_GONE,        /* GDB closed its end; the target is stopped */
	SERVE_END_INTERRUPTED, /* interrupted() */
};

struct serve_session {
	int fd; /* a socket that is connected */
	struct target_run *run;
	const struct serve_monitor_register *reg;
	unsigned regs;
	/* Asked a few times a second: true ends the session.  NULL: never. */
	bool (*interrupted)(void);
};

/*
 * Serves until the session ends.  `stop` is the target's last one, where it was
 * let run.  False and `err`: the target failed, or is none that can be served.
 */
bool serve_gdb(const struct serve_session *session, struct target_stop *stop,
	       enum serve_end *end, struct error *err);

/* Is the target, which nobody lets run, gone?  Then `stop` says how. */
bool serve_lost(struct target_run *run, struct target_stop *stop);

/* False and `err`: serve_gdb() has no description of that core. */
bool serve_can(const struct target *t, struct error *err);

#endif
