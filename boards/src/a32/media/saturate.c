/* SPDX-License-Identifier: MIT */
/* Results that stay at the end of their range and set Q; and half words packed
 * into one, and bytes extended to two. */
#include "boards/src/a32/media/media.h"

static int32_t in_range(struct engine_state *s, int64_t value, int64_t least,
			int64_t most)
{
	if (value >= least && value <= most)
		return (int32_t)value;
	set_q(s);
	return (int32_t)(value < least ? least : most);
}

enum { SUBTRACTS = 1, DOUBLES = 2 };

/* QADD, QSUB, QDADD and QDSUB: `m` first, then `n`. */
uint32_t media_saturating_sum(struct machine *m, struct engine_state *s,
			      const struct decoded *d)
{
	const struct quick *q = &d->quick;
	int64_t b = (int32_t)s->r[q->n];

	(void)m;
	if (q->operation & DOUBLES)
		b = in_range(s, 2 * b, INT32_MIN, INT32_MAX);
	if (q->operation & SUBTRACTS)
		b = -b;
	s->r[q->d] = (uint32_t)in_range(s, (int32_t)s->r[q->m] + b, INT32_MIN,
					INT32_MAX);
	return decoded_next(d);
}

/* The ends of a range of `immediate` bits, which `form` says has no sign. */
static int64_t least_of(const struct quick *q)
{
	return q->form ? 0 : -(INT64_C(1) << (q->immediate - 1));
}

static int64_t most_of(const struct quick *q)
{
	return (INT64_C(1) << (q->form ? q->immediate : q->immediate - 1)) - 1;
}

/* `m`, shifted to the left, or to the right with its sign. */
static uint32_t shifted_m(const struct engine_state *s, const struct quick *q)
{
	uint32_t value = s->r[q->m];

	if (q->shift == SHIFT_LEFT)
		return value << q->by;
	return (uint32_t)((int64_t)(int32_t)value >> q->by);
}

/* SSAT and USAT. */
uint32_t media_saturate(struct machine *m, struct engine_state *s,
			const struct decoded *d)
{
	const struct quick *q = &d->quick;

	(void)m;
	s->r[q->d] = (uint32_t)in_range(s, (int32_t)shifted_m(s, q),
					least_of(q), most_of(q));
	return decoded_next(d);
}

/* SSAT16 and USAT16. */
uint32_t media_saturate_halves(struct machine *m, struct engine_state *s,
			       const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t value = s->r[q->m];
	int32_t low = in_range(s, low_half(value), least_of(q), most_of(q));
	int32_t high = in_range(s, high_half(value), least_of(q), most_of(q));

	(void)m;
	s->r[q->d] = (uint32_t)high << 16 | ((uint32_t)low & 0xffff);
	return decoded_next(d);
}

/* PKHBT and PKHTB: a half of `n`, and the other of `m`, which is shifted. */
uint32_t media_pack(struct machine *m, struct engine_state *s,
		    const struct decoded *d)
{
	const struct quick *q = &d->quick;
	const uint32_t of_m = q->shift == SHIFT_LEFT ? 0xffff0000 : 0xffff;

	(void)m;
	s->r[q->d] = (shifted_m(s, q) & of_m) | (s->r[q->n] & ~of_m);
	return decoded_next(d);
}

/* SXTB16, UXTB16 and those that add `n`, if that is not the pc: bytes 0 and 2,
 * after a rotation by `by`.  `form`: they have no sign. */
uint32_t media_extend_bytes(struct machine *m, struct engine_state *s,
			    const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t value = s->r[q->m], n = q->n == PC ? 0 : s->r[q->n], low, high;

	(void)m;
	value = q->by ? value >> q->by | value << (32 - q->by) : value;
	low = value & 0xff;
	high = value >> 16 & 0xff;
	if (!q->form) {
		low = sign_extend(low, 8);
		high = sign_extend(high, 8);
	}
	s->r[q->d] = ((low + n) & 0xffff) | (high + (n >> 16)) << 16;
	return decoded_next(d);
}
