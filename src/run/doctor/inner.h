/* SPDX-License-Identifier: MIT */
#ifndef RUN_DOCTOR_INNER_H
#define RUN_DOCTOR_INNER_H

#include <tally/session.h>

#include "run/doctor/doctor.h"

/* Code that the doctor's files share. */

enum { DOCTOR_SLOTS = 128 };

/* A row more; `cure`: of one that fails, or NULL. */
void doctor_find(struct doctor *d, const char *check,
		 enum finding_outcome outcome, const char *cure,
		 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Reports a bus that failed, and clears it for the next check. */
bool doctor_bus_failed(struct doctor *d, const char *check);

/* The program for a while; it may end before.  Fills `stop` and `seconds`. */
bool doctor_run(struct doctor *d, struct error *err);
/* Likewise, until it comes by a breakpoint; such a one it does not pass. */
bool doctor_run_to_break(struct doctor *d, struct error *err);
double doctor_moment(const struct doctor *d);

/* Every counter that can count what happens all the time: its slots are those
 * whose counts are known to move. */
struct doctor_sure {
	struct tally_slot slot[DOCTOR_SLOTS];
	struct tally_setup setup;
};
void doctor_make_sure(const struct doctor *d, const struct tally_limits *limits,
		      struct doctor_sure *sure);

/* "pmn0" */
const char *doctor_counter_name(const struct doctor *d,
				const struct tally_setup *setup, unsigned slot);
/* Two counts of one thing. */
bool doctor_close_to(uint64_t a, uint64_t b);

/* The slot that counts cycles, or the last one. */
unsigned doctor_cycles(const struct doctor *d, const struct doctor_sure *sure);

/* Is there a model of time, or does each instruction take a cycle? */
void doctor_judge_time(struct doctor *d, uint64_t cycles,
		       uint64_t instructions);

/* Does each of them advance, as the others of its event do; does the clock
 * agree; is there a model of time? */
void doctor_check_alive(struct doctor *d, struct doctor_sure *sure,
			const struct tally_store *store);
/* Do flags tell of their overflows? */
void doctor_check_overflow(struct doctor *d, struct doctor_sure *sure,
			   const struct tally_store *store);
/* Has the slot's counter a flag of its overflows? */
bool doctor_has_flag(const struct tally_monitor *m,
		     const struct tally_setup *setup, unsigned slot);
/* Slots under control: what each counter counts here, and where it stood when.
 */
struct doctor_controlled {
	struct tally_slot slot[DOCTOR_SLOTS];
	struct tally_setup setup;
	uint64_t opened[DOCTOR_SLOTS], before[DOCTOR_SLOTS];
	uint64_t stopped[DOCTOR_SLOTS], later[DOCTOR_SLOTS];
	uint32_t set, kept; /* flags, around a written 0 */
};

/* Does the control do what it says: start, stop, keep flags, clear, divide?
 * `all` has every counter, `sure` those that are sure to move. */
void doctor_check_control(struct doctor *d, const struct doctor_sure *sure,
			  const struct tally_setup *all,
			  const struct tally_limits *limits,
			  const struct tally_store *store,
			  struct doctor_controlled *c);
/* Its document has it count whether the others do or not. */
bool doctor_runs_on(const struct doctor *d, const struct tally_slot *slot);
/* Reads what each slot's counter holds, by its own register. */
void doctor_look_at_all(struct doctor *d, const struct doctor_controlled *c,
			uint64_t *at);

/* Does a written 0 make a counter 0, and does a reset, and no other one?  The
 * session stands. */
void doctor_check_zeroes(struct doctor *d, const struct doctor_controlled *c);

/* Does each counter count what is chosen for it?  After check_control(): of
 * those alone that moved there. */
void doctor_check_select(struct doctor *d, const struct doctor_sure *sure,
			 const struct tally_limits *limits,
			 const struct tally_store *store,
			 const struct doctor_controlled *c);

/* Does each count what code of known counts does? */
void doctor_check_known(struct doctor *d, const struct tally_limits *limits,
			const struct tally_store *store);

/* A row of what an event counted of code whose count is known before. */
struct doctor_known_count {
	uint64_t expected, counted;
};
void doctor_tell_known(struct doctor *d, const char *check, const char *event,
		       const char *piece, const char *by,
		       const struct doctor_known_count *c);

/* Does the kernel count right what this process itself does in user space?
 * Tells besides what cannot be reached from there. */
void doctor_check_here(struct doctor *d, struct target *t, unsigned monitor);

/* ARM cores of 32 bits with Security Extensions, and their registers. */
bool doctor_has_security(const struct catalog_monitor *m);

/* Tells who may reach it, and whether it may count where the core is. */
void doctor_tell_permission(struct doctor *d);

/* Its main ID register; 0: it has none, or it cannot be reached. */
uint32_t doctor_main_id(struct doctor *d);
/* Tells which core it is, and what its monitor can besides. */
void doctor_tell_core(struct doctor *d, const struct tally_limits *limits);

/* Which errata concern it? */
void doctor_tell_errata(struct doctor *d);

/* Does their interrupt arrive? */
void doctor_check_line(struct doctor *d, const struct doctor_sure *sure,
		       const struct tally_store *store);
/* Tells what somebody left, who may reach it, by which way it is reached, and
 * what of it cannot be read back. */
void doctor_tell_found(struct doctor *d, const struct tally_limits *limits);

#endif
