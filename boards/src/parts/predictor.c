/* SPDX-License-Identifier: MIT */
/*
 * Branch history, targets and return stack.
 */
#include "boards/src/parts/predictor.h"

enum { WEAKLY_TAKEN = 2, STRONGLY_TAKEN = 3 };

/* Odd, so no instruction's address. */
#define NO_BRANCH UINT32_MAX

static uint32_t entry_of(const struct predictor *p, uint32_t addr)
{
	return (addr >> p->shift) & (p->entries - 1);
}

void predictor_init(struct predictor *p, uint32_t shift, uint32_t entries)
{
	p->entries = entries;
	p->shift = shift;
	predictor_flush(p);
}

enum prediction predictor_ask(const struct predictor *p, uint32_t addr)
{
	uint32_t e = entry_of(p, addr);

	if (p->branch[e] != addr)
		return PREDICT_UNKNOWN;
	return p->history[e] >= WEAKLY_TAKEN ? PREDICT_TAKEN
					     : PREDICT_NOT_TAKEN;
}

void predictor_tell(struct predictor *p, uint32_t addr, bool taken)
{
	uint32_t e = entry_of(p, addr);

	if (p->branch[e] != addr) {
		if (taken) {
			p->branch[e] = addr;
			p->history[e] = WEAKLY_TAKEN;
		}
	} else if (taken && p->history[e] < STRONGLY_TAKEN) {
		p->history[e]++;
	} else if (!taken && p->history[e] > 0) {
		p->history[e]--;
	}
}

void predictor_convince(struct predictor *p, uint32_t addr, bool taken)
{
	uint32_t e = entry_of(p, addr);

	p->branch[e] = addr;
	p->history[e] = taken ? STRONGLY_TAKEN : 0;
}

void predictor_flush(struct predictor *p)
{
	for (uint32_t e = 0; e < p->entries; e++) {
		p->branch[e] = NO_BRANCH;
		p->history[e] = 0;
	}
}

void predictor_junk(struct predictor *p, struct rng *rng)
{
	for (uint32_t e = 0; e < p->entries; e++) {
		uint32_t high = rng_next(rng) * p->entries;

		if (rng_next(rng) & 1)
			continue;
		p->branch[e] = (high + e) << p->shift;
		p->history[e] = (uint8_t)(rng_next(rng) % 4);
	}
}

void global_init(struct global_predictor *p, uint32_t histories)
{
	*p = (struct global_predictor){ .mask = histories - 1 };
}

uint32_t global_target(struct global_predictor *p, uint32_t addr,
		       uint32_t target)
{
	uint32_t i = (addr >> 2) % GLOBAL_TARGETS, said = p->target[i];

	p->target[i] = target;
	return said;
}

void global_junk(struct global_predictor *p, struct rng *rng)
{
	for (uint32_t i = 0; i <= p->mask; i++)
		p->history[i] = (uint8_t)(rng_next(rng) % 4);
	p->past = rng_next(rng) & p->mask;
}

void return_stack_push(struct return_stack *s, uint32_t addr)
{
	if (s->depth == s->size) {
		for (uint32_t i = 1; i < s->size; i++)
			s->addr[i - 1] = s->addr[i];
		s->depth--;
	}
	s->addr[s->depth++] = addr;
}

bool return_stack_pop(struct return_stack *s, uint32_t *addr)
{
	if (s->depth == 0)
		return false;
	*addr = s->addr[--s->depth];
	return true;
}
