/* SPDX-License-Identifier: MIT */
/*
 * Adds up numbers that hang in a linked list whose nodes lie about in memory
 * as they do after a program has run for a while.  array.c does the same work.
 */
#include "walk.h"

struct node {
	struct node *next;
	uint32_t value;
	uint32_t other[6]; /* what else a real node carries: fills its line */
};

static struct node node[COUNT];
static uint16_t order[COUNT];

static void build(void)
{
	uint32_t seed = 3;

	for (uint32_t i = 0; i < COUNT; i++)
		order[i] = (uint16_t)i;
	for (uint32_t i = COUNT - 1; i > 0; i--) {
		uint32_t j = demo_random(&seed) % (i + 1);
		uint16_t t = order[i];

		order[i] = order[j];
		order[j] = t;
	}
	for (uint32_t i = 0; i < COUNT; i++) {
		struct node *n = &node[order[i]];

		n->value = walk_value(i);
		n->next = i + 1 < COUNT ? &node[order[i + 1]] : NULL;
	}
}

/* Kept whole: a symbol to name as the region to measure. */
__attribute__((noipa)) static uint32_t walk(void)
{
	uint32_t sum = 0;

	for (const struct node *n = &node[order[0]]; n; n = n->next)
		sum += n->value;
	return sum;
}

int main(void)
{
	uint32_t sum = 0;

	build();
	for (int i = 0; i < PASSES; i++)
		sum = demo_checksum(sum, walk());
	return demo_finish("walk", sum);
}
