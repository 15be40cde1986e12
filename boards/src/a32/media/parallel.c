/* SPDX-License-Identifier: MIT */
/* Sums and differences of bytes and half words in parallel, and what selects by
 * their flags, GE. */
#include "boards/src/a32/media/media.h"

/* Bits 22:20 of the word ... */
enum {
	SIGNED = 1,
	SATURATED = 2,
	SIGNED_HALVED = 3,
	UNSIGNED = 5,
	UNSIGNED_SATURATED = 6,
	UNSIGNED_HALVED = 7,
};

/* ... and bits 7:5: which of four bytes or two half words. */
enum {
	ADD_HALVES = 0,
	ADD_SUBTRACT_CROSSED = 1, /* ASX: adds above */
	SUBTRACT_ADD_CROSSED = 2, /* SAX */
	SUBTRACT_HALVES = 3,
	ADD_BYTES = 4,
	SUBTRACT_BYTES = 7,
};

static int32_t clamped(int32_t value, int32_t least, int32_t most)
{
	return value < least ? least : value > most ? most : value;
}

static bool is_signed(const struct quick *q)
{
	return q->operation <= SIGNED_HALVED;
}

/* A lane of so many bits. */
static int32_t media_lane(const struct quick *q, uint32_t value, unsigned width)
{
	value &= (1u << width) - 1;
	return is_signed(q) ? (int32_t)sign_extend(value, width)
			    : (int32_t)value;
}

/* A lane's result; in *ge what its flag becomes. */
static uint32_t lane_result(const struct quick *q, int32_t a, int32_t b,
			    bool subtracts, unsigned width, bool *ge)
{
	int32_t exact = subtracts ? a - b : a + b, half = 1 << (width - 1);

	*ge = q->operation == UNSIGNED && !subtracts ? exact >= 2 * half
						     : exact >= 0;
	switch (q->operation) {
	case SATURATED:
		exact = clamped(exact, -half, half - 1);
		break;
	case UNSIGNED_SATURATED:
		exact = clamped(exact, 0, 2 * half - 1);
		break;
	case SIGNED_HALVED:
	case UNSIGNED_HALVED:
		exact >>= 1;
		break;
	default:
		break;
	}
	return (uint32_t)exact & (2 * (uint32_t)half - 1);
}

uint32_t media_parallel(struct machine *m, struct engine_state *s,
			const struct decoded *d)
{
	const struct quick *q = &d->quick;
	const bool bytes = q->form >= ADD_BYTES;
	const bool crossed = q->form == ADD_SUBTRACT_CROSSED ||
			     q->form == SUBTRACT_ADD_CROSSED;
	const unsigned width = bytes ? 8 : 16;
	uint32_t a = s->r[q->n], b = s->r[q->m], all = 0, flags = 0;

	(void)m;
	if (crossed)
		b = b >> 16 | b << 16;
	for (unsigned at = 0; at < 32; at += width) {
		bool subtracts =
			q->form == SUBTRACT_HALVES || q->form == SUBTRACT_BYTES;
		bool ge;

		if (crossed)
			subtracts =
				(at == 0) == (q->form == ADD_SUBTRACT_CROSSED);
		all |= lane_result(q, media_lane(q, a >> at, width),
				   media_lane(q, b >> at, width), subtracts,
				   width, &ge)
		       << at;
		if (ge)
			flags |= (bytes ? 1u : 3u) << at / 8;
	}
	s->r[q->d] = all;
	if (q->operation == SIGNED || q->operation == UNSIGNED)
		s->cpsr = (s->cpsr & ~(15u << GE_BIT)) | flags << GE_BIT;
	return decoded_next(d);
}

/* SEL: the bytes of `n` whose flag is set, and the others of `m`. */
uint32_t media_select(struct machine *m, struct engine_state *s,
		      const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t mask = 0;

	(void)m;
	for (unsigned i = 0; i < 4; i++)
		if (s->cpsr >> (GE_BIT + i) & 1)
			mask |= 0xffu << 8 * i;
	s->r[q->d] = (s->r[q->n] & mask) | (s->r[q->m] & ~mask);
	return decoded_next(d);
}

/* USAD8, and USADA8, which adds `n`, if that is not the pc. */
uint32_t media_differences(struct machine *m, struct engine_state *s,
			   const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t sum = q->n == PC ? 0 : s->r[q->n];

	(void)m;
	for (unsigned at = 0; at < 32; at += 8) {
		uint32_t a = s->r[q->m] >> at & 0xff,
			 b = s->r[q->s] >> at & 0xff;

		sum += a > b ? a - b : b - a;
	}
	s->r[q->d] = sum;
	return decoded_next(d);
}
