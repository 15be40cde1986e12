/* SPDX-License-Identifier: MIT */
/* States of the pipeline by numbers: blocks share them. */
#include "boards/src/a32/block/inner.h"

static uint32_t hash(const struct timing_state *s)
{
	uint32_t word, h = 0;

	for (unsigned i = 0; i + sizeof(word) <= sizeof(*s);
	     i += sizeof(word)) {
		memcpy(&word, (const uint8_t *)s + i, sizeof(word));
		h = (h ^ word) * 0x9e3779b1u;
		h ^= h >> 15;
	}
	return h;
}

uint16_t state_number(struct blocks *b, const struct timing_state *s)
{
	uint32_t h = hash(s);

	for (;; h++) {
		uint16_t *at = &b->state_of[h % (2 * STATES)];

		if (!*at) {
			if (b->state_count == STATES) {
				b->full = true;
				return NO_STATE;
			}
			b->states[b->state_count] = *s;
			*at = (uint16_t)++b->state_count;
		}
		if (!memcmp(&b->states[*at - 1], s, sizeof(*s)))
			return (uint16_t)(*at - 1);
	}
}

struct timing_state state_after(const struct timing_state *s, uint64_t cycles)
{
	struct timing_state to = *s;

	for (unsigned i = 0; i < TIMING_REGISTERS; i++) {
		to.left[i] = to.left[i] > cycles
				     ? (uint8_t)(to.left[i] - cycles)
				     : 0;
		to.why[i] = to.left[i] ? to.why[i] : 0;
	}
	to.unit = to.unit > cycles ? (uint8_t)(to.unit - cycles) : 0;
	return to;
}

uint16_t state_later(struct blocks *b, uint16_t state, uint64_t cycles)
{
	struct timing_state s;
	uint16_t *known;

	if (!cycles || state == NO_STATE)
		return state;
	known = cycles < 8 ? &b->aged[state][cycles] : NULL;
	if (known && *known)
		return (uint16_t)(*known - 1);
	s = state_after(&b->states[state], cycles);
	state = state_number(b, &s);
	if (known && state != NO_STATE)
		*known = (uint16_t)(state + 1);
	return state;
}
