/* SPDX-License-Identifier: MIT */
#ifndef POKE_H
#define POKE_H

#include "base/rng.h"
#include "boards/src/machine/inner.h"

/*
 * Random use of a board, under sanitizers: what a guest can do to the devices
 * and the core.  A round is a fresh machine and a seed, which decides
 * everything that happens in it.  Made for a process of its own, since any of
 * it may end the process.
 */
enum {
	/* Offsets into the board's RAM. */
	POKE_CODE = 0x10000,
	POKE_RECORDS = 0x20000,
	POKE_SCRATCH = 0x40000, /* what devices are shown: random words */
	POKE_SCRATCH_SIZE = 0x40000,
	POKE_STREAM = 0x100000,
	POKE_STREAM_SIZE = 0x100000,

	POKE_SEGMENTS = 4,
	POKE_LIVE = 256,
};

struct poker {
	const struct board_spec *spec;
	struct capture *capture; /* for the boards that receive frames */
	struct machine *m;
	struct target_stop stop;
	struct rng rng;
	struct program program;
	struct program_segment segment[POKE_SEGMENTS];
	char texts[4][64];        /* of the machine's options */
	uint32_t live[POKE_LIVE]; /* addresses that have read as something */
	unsigned lives, polls;
};

/* Says on standard error why it cannot be, and ends the process. */
void poker_start(struct poker *p, const struct board_info *info,
		 struct capture *capture, uint64_t seed);
void poker_end(struct poker *p);

/* The core goes on for so many instructions at most. */
void poker_run(struct poker *p, uint64_t instructions);

static inline uint32_t poker_below(struct poker *p, uint32_t limit)
{
	return rng_next(&p->rng) % limit;
}

/* A value such as programs, testers and attackers write. */
uint32_t poker_value(struct poker *p);
/* In some device of the board's map; any byte of it. */
uint32_t poker_address(struct poker *p);
/* Takes note of a value that was read there. */
void poker_learn(struct poker *p, uint32_t addr, uint32_t value);

static inline uint32_t poker_ram(const struct poker *p, uint32_t offset)
{
	return p->spec->ram_base + offset;
}

/* Code that the core is shown, before it runs there for the first time. */
void poker_put(struct poker *p, uint32_t paddr, const uint32_t *words,
	       unsigned count);

/* The kinds of a round; each gives back how many pokes, or instructions. */
typedef uint64_t poke_round(struct poker *p);
poke_round poke_places; /* the devices' own functions */
poke_round poke_guest;  /* loads and stores by a program */
poke_round poke_stream; /* instructions at random */
poke_round poke_wire;   /* what the tool's side of a board asks for */

/* poke_code.c: a program that carries out records, in the core's words. */
struct poke_code {
	const uint32_t *word;
	unsigned words;
	unsigned first; /* word of the first routine; each has two */
	unsigned routines;
	unsigned width; /* of the three parts of a record: bytes */
};
const struct poke_code *poke_code(const struct board_spec *spec);
/* The address at which the program ends: behind the last routine. */
uint32_t poke_code_end(const struct poker *p);
/* Registers as the program wants them, the others anything; at its start. */
void poke_code_begin(struct poker *p);
/* Handlers that skip what faults and mask what interrupts. */
void poke_code_vectors(struct poker *p);

#endif
