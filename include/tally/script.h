/* SPDX-License-Identifier: MIT */
#ifndef TALLY_SCRIPT_H
#define TALLY_SCRIPT_H

#include <tally/bus.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Programming a monitor is a value: a script is a short list of register
 * writes.  Making one touches nothing; running one is tally_script_run().
 * The same script is run on silicon, run on a simulated board, printed, and
 * compared in tests with values worked out by hand.
 */
struct tally_step {
	struct tally_reg reg;
	uint64_t value;
};

struct tally_script {
	struct tally_step *step;  /* the caller's array */
	uint16_t count;           /* steps in it */
	uint16_t room;            /* steps it can hold */
	enum tally_status status; /* TALLY_E_ROOM once a step did not fit */
};

/* An empty script in the caller's array of `room` steps. */
void tally_script_init(struct tally_script *script, struct tally_step *step,
		       uint16_t room);

/* Append a write.  Without room nothing is appended and the script fails. */
void tally_script_write(struct tally_script *script,
			const struct tally_reg *reg, uint64_t value);

/* Append the write that puts back what a register holds now.  Reads. */
void tally_script_keep(struct tally_script *script, struct tally_bus *bus,
		       const struct tally_reg *reg);

/*
 * Carry the script out, in order, each write in effect before the next.
 * TALLY_E_ROOM: the script did not fit its array and nothing was written.
 * Otherwise the bus's status, sticky.
 */
enum tally_status tally_script_run(const struct tally_script *script,
				   struct tally_bus *bus);

#ifdef __cplusplus
}
#endif

#endif
