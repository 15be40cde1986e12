/* SPDX-License-Identifier: MIT */
/* States of the pipeline by numbers: blocks share them. */
#include "boards/src/block/inner.h"

enum { WORDS = 11 };

_Static_assert(sizeof(struct timing_state) == WORDS * sizeof(uint64_t),
	       "words");

static uint32_t hash(const struct timing_state *s)
{
	uint64_t word[WORDS], h;

	memcpy(word, s, sizeof(word));
	h = word[0] ^ word[WORDS - 1];
	for (unsigned i = 1; word[0] && i + 1 < WORDS; i++)
		h = (h ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
	h *= UINT64_C(0xd6e8feb86659fd93);
	return (uint32_t)(h >> 40);
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

	for (uint64_t left = s->pending; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		if (to.left[i] > cycles) {
			to.left[i] = (uint8_t)(to.left[i] - cycles);
			continue;
		}
		to.left[i] = to.why[i] = 0;
		to.pending &= ~(UINT64_C(1) << i);
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
