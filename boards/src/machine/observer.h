/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_OBSERVER_H
#define BOARD_MACHINE_OBSERVER_H

#include "boards/src/core/uarch.h"
#include "boards/src/machine/machine.h"

/*
 * An observer watches a machine instruction by instruction: a profile, a
 * trace.  Every architecture tells of each retired instruction at one place
 * (machine_retire() in inner.h), and of each exception where its handler is
 * entered.  An observer looks and changes nothing; a machine without one runs
 * as fast as it can.
 */

/* The way that the program goes behind an instruction. */
enum machine_flow {
	MACHINE_ON, /* to the next one; or this one ended in an exception */
	MACHINE_BRANCH,
	MACHINE_CALL, /* a branch that has left its return address */
	MACHINE_RETURN,
	MACHINE_EXCEPTION_RETURN,
};

enum machine_spent { MACHINE_ENTERING, MACHINE_WAITING };

struct machine_observer {
	void *ctx;
	/*
	 * An instruction is over, and machine_ledger() has what it cost.  What
	 * the ledger has gained since the last call is this instruction's, with
	 * what the machine did in between: the one before may be one that only
	 * begins something (maintenance, waiting for an interrupt).  `r` and
	 * what it points at are valid until the function returns.
	 */
	void (*retired)(void *ctx, const struct retired *r,
			enum machine_flow flow);
	/*
	 * An exception or interrupt is about to be taken; the core's registers
	 * are still those of what it interrupts.  NULL: nobody asks.
	 */
	void (*leaving)(void *ctx);
	/*
	 * An exception or interrupt goes to its handler at `vector`; what that
	 * costs is not yet in the ledger.  The instruction that has caused it,
	 * if one did, was told as retired.
	 */
	void (*entered)(void *ctx, uint32_t vector);
	/*
	 * The ledger's gain since the last call of any of these is no
	 * instruction's: an exception was entered, or the core waited.  NULL:
	 * nobody asks.
	 */
	void (*spent)(void *ctx, enum machine_spent how);
};

/* `o` is copied; NULL: nobody watches.  Not while the machine runs. */
void machine_observe(struct machine *m, const struct machine_observer *o);

#endif
