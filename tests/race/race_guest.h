/* SPDX-License-Identifier: MIT */
#ifndef RACE_GUEST_H
#define RACE_GUEST_H

#include "boards/src/machine/machine.h"

/*
 * tests/guests/race.c from outside: call its functions, let them run so many
 * instructions, hold the interrupt back, make a counter overflow where it is
 * wanted, and know the true total at each read of a counter.
 */
enum race_slot { RACED, PLAIN, CYCLES, RACE_SLOTS };

/* A board and what is counted there, as its manual has it. */
struct race_board {
	const char *name;
	struct tally_reg control;
	uint32_t run; /* the bit of `control` that lets the counters run */
	struct tally_reg flags; /* control, where they are there */
	struct {
		struct tally_reg reg;
		uint32_t flag; /* its overflow flag in `flags` */
		enum ledger_item item;
	} slot[RACE_SLOTS];
	unsigned fewer; /* its readers are long: one pair in so many of those
			   that others are raced with; 0: as they */
};

/* A way to compile the program, library included. */
struct race_build {
	const char *name; /* of the file */
	bool thumb;
};

struct race_guest {
	const struct race_board *board;
	const struct race_build *build;
	struct machine *m;
	struct program *p;
	struct target_stop stop;
	struct board_cpu home; /* the registers between calls, masked */
	uint32_t idle;
	bool pauses; /* a handler that reloads stops the counters meanwhile */
	uint64_t offset[RACE_SLOTS];  /* a total less what the board counted */
	uint64_t at_read[RACE_SLOTS]; /* the true total at the newest read */
	uint64_t entered;             /* instruction count of the call */
	bool returned;
};

void race_guest_open(struct race_guest *g, const char *directory,
		     const struct race_board *board,
		     const struct race_build *build);
void race_guest_close(struct race_guest *g);

/* A fresh session; period of RACED or 0. */
void race_guest_session(struct race_guest *g, uint32_t period);

/* At the first instruction of a function, nothing executed yet. */
void race_guest_enter(struct race_guest *g, const char *function, uint32_t arg,
		      bool interrupts);
/* True: it has returned before that many instructions. */
bool race_guest_run_for(struct race_guest *g, uint64_t instructions);
/* To its return; the result. */
uint64_t race_guest_finish(struct race_guest *g);
/* Instructions since it was entered, handlers included. */
uint64_t race_guest_length(const struct race_guest *g);
void race_guest_unmask(struct race_guest *g);

/* The counter wraps with the n-th event from here on; totals follow. */
void race_guest_overflow_in(struct race_guest *g, enum race_slot slot,
			    uint32_t n);
bool race_guest_flag(struct race_guest *g, enum race_slot slot);
bool race_guest_counts(struct race_guest *g);
uint64_t race_guest_truth(struct race_guest *g, enum race_slot slot);
/* Without pauses: the counter that nobody wrote agrees with the ledger. */
void race_guest_audit(struct race_guest *g);

#endif
