/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_ENGINE_INNER_H
#define BOARD_A32_ENGINE_INNER_H

#include "boards/src/a32/engine.h"
#include "boards/src/engine/unicorn.h"

/*
 * The engine, for the files that know the library: engine.c runs it, and
 * registers.c reads and writes the guest's registers, or hands them out.
 */
enum { CPSR_T = 1 << 5, CPSR_E = 1 << 9, CPSR_J = 1 << 24, CPSR_MODE = 0x1f };

struct engine {
	uc_engine *uc;
	struct engine_client client;
	uint32_t start; /* where to go on, bit 0 for Thumb */
	bool within;    /* the library is running */
	bool stop;
	bool jumped;
	bool deferred; /* a jump after the stop: `start` is still to be set */
	unsigned idle; /* rounds of the library without an instruction */
	struct engine_state state;
	bool begun;    /* the client knows of the instruction at the pc */
	bool over;     /* the round is asked to end */
	bool blurred;  /* ARM code translated now would lack stops */
	bool clearing; /* nothing is carried out */
	/* ARM code that does lack them, in memory; NULL: there is none. */
	uint8_t *unfit;
	uint32_t unfit_at, unfit_bytes;
	uint32_t told;     /* the last instruction that the client was told */
	unsigned left;     /* to the round's end, where there is a quick way */
	uint32_t had;      /* the CPSR that was handed out */
	unsigned patience; /* so many it is to have, at least */
	char why[256];
};

/* Hands out the registers; false: the library has to go on. */
bool engine_hold(struct engine *e);
/* Takes them back. */
void engine_take_back(struct engine *e);
/* The library's pc. */
void engine_set_pc(struct engine *e, uint32_t value);

#endif
