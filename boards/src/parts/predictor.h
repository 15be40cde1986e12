/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PARTS_PREDICTOR_H
#define BOARD_PARTS_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

/*
 * A direct-mapped table of branches with two-bit history, and a return stack.
 * A branch comes in, weakly taken, when it is taken and not yet known
 * [80200 5.1.2]; from then on every execution moves its history.
 */
enum { PREDICTOR_ENTRIES = 128, PREDICTOR_MOST = 16384, RETURN_STACK_MAX = 8 };

struct predictor {
	uint32_t shift;   /* the entry is (address >> shift) % entries */
	uint32_t entries; /* a power of two */
	uint32_t branch[PREDICTOR_MOST];
	uint8_t history[PREDICTOR_MOST]; /* 0 .. 3, from 2 on: taken */
};

enum prediction {
	PREDICT_UNKNOWN,
	PREDICT_NOT_TAKEN,
	PREDICT_TAKEN,
};

void predictor_init(struct predictor *p, uint32_t shift, uint32_t entries);
enum prediction predictor_ask(const struct predictor *p, uint32_t addr);
void predictor_tell(struct predictor *p, uint32_t addr, bool taken);
/*
 * Does the table foretell that for sure, so that the branch changes nothing in
 * it?  `forward`: one that is not known is thought not to be taken.
 */
static inline bool predictor_sure(const struct predictor *p, uint32_t addr,
				  bool taken, bool forward)
{
	uint32_t e = (addr >> p->shift) & (p->entries - 1);

	if (p->branch[e] != addr)
		return forward && !taken;
	return p->history[e] == (taken ? 3 : 0);
}

/* From now on it foretells that for sure. */
void predictor_convince(struct predictor *p, uint32_t addr, bool taken);
void predictor_flush(struct predictor *p);
void predictor_junk(struct predictor *p, struct rng *rng);

/*
 * Two-bit histories picked by the address and the outcomes of the branches
 * before, and the last target of each indirect branch.
 */
enum { GLOBAL_HISTORIES = 4096, GLOBAL_MOST = 16384, GLOBAL_TARGETS = 256 };

struct global_predictor {
	uint32_t mask; /* histories, less one */
	uint8_t history[GLOBAL_MOST];
	uint32_t past; /* outcomes, the newest in bit 0 */
	uint32_t target[GLOBAL_TARGETS];
};

/* `histories`: a power of two. */
void global_init(struct global_predictor *p, uint32_t histories);
/* The direction that is predicted for the branch; then the predictor learns
 * what became of it. */
static inline bool global_direction(struct global_predictor *p, uint32_t addr,
				    bool taken)
{
	uint8_t *h = &p->history[(addr >> 2 ^ p->past) & p->mask];
	bool said = *h >= 2;

	if (taken && *h < 3)
		++*h;
	else if (!taken && *h > 0)
		--*h;
	p->past = (p->past << 1 | taken) & p->mask;
	return said;
}

uint32_t global_target(struct global_predictor *p, uint32_t addr,
		       uint32_t target);
void global_junk(struct global_predictor *p, struct rng *rng);

/* When full, a push loses the oldest address. */
struct return_stack {
	uint32_t addr[RETURN_STACK_MAX];
	uint32_t depth;
	uint32_t size;
};

void return_stack_push(struct return_stack *s, uint32_t addr);
/* False when empty. */
bool return_stack_pop(struct return_stack *s, uint32_t *addr);

#endif
