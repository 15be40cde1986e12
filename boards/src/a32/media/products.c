/* SPDX-License-Identifier: MIT */
/*
 * Products of half words, alone and two at a time, and the top of a long one.
 * Bits of `operation` are those of the instruction's word.
 */
#include "boards/src/a32/media/media.h"

enum {
	SUBTRACTS = 2, /* bit 6: the second product ... */
	CROSSED = 1,   /* bit 5: of halves that do not face each other */
	ROUNDS = 1,    /* bit 5 of those of the top */
	TOP = 2,       /* bit 6: the top half of `s`, and ... */
	TOP_OF_M = 1,  /* ... bit 5: of `m` */
};

/* Both products, added or subtracted. */
static int64_t both_products(const struct engine_state *s,
			     const struct quick *q)
{
	uint32_t a = s->r[q->m], b = s->r[q->s];
	int64_t second;

	if (q->operation & CROSSED)
		b = b >> 16 | b << 16;
	second = (int64_t)high_half(a) * high_half(b);
	return (int64_t)low_half(a) * low_half(b) +
	       (q->operation & SUBTRACTS ? -second : second);
}

/* SMLAD and SMLSD; SMUAD and SMUSD, which have the pc for what is added. */
uint32_t media_dual(struct machine *m, struct engine_state *s,
		    const struct decoded *d)
{
	const struct quick *q = &d->quick;
	int64_t sum =
		both_products(s, q) + (q->n == PC ? 0 : (int32_t)s->r[q->n]);

	(void)m;
	if (sum != (int32_t)sum)
		set_q(s);
	s->r[q->d] = (uint32_t)sum;
	return decoded_next(d);
}

static void add_long(struct engine_state *s, const struct quick *q,
		     int64_t more)
{
	uint64_t sum =
		((uint64_t)s->r[q->d] << 32 | s->r[q->n]) + (uint64_t)more;

	s->r[q->n] = (uint32_t)sum;
	s->r[q->d] = (uint32_t)(sum >> 32);
}

/* SMLALD and SMLSLD. */
uint32_t media_dual_long(struct machine *m, struct engine_state *s,
			 const struct decoded *d)
{
	(void)m;
	add_long(s, &d->quick, both_products(s, &d->quick));
	return decoded_next(d);
}

/* SMMUL, SMMLA and SMMLS: `form` tells that it subtracts. */
uint32_t media_top(struct machine *m, struct engine_state *s,
		   const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint64_t product =
		(uint64_t)((int64_t)(int32_t)s->r[q->m] * (int32_t)s->r[q->s]);
	uint64_t sum = q->n == PC ? 0 : (uint64_t)s->r[q->n] << 32;

	(void)m;
	sum = q->form ? sum - product : sum + product;
	if (q->operation & ROUNDS)
		sum += 1u << 31;
	s->r[q->d] = (uint32_t)(sum >> 32);
	return decoded_next(d);
}

/* SMULWy and SMLAWy: the upper 32 of 48 bits. */
uint32_t media_word_by_half(struct machine *m, struct engine_state *s,
			    const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t b = s->r[q->s];
	int64_t sum = (int64_t)(int32_t)s->r[q->m] *
		      (q->operation & TOP ? high_half(b) : low_half(b));

	(void)m;
	/* Arithmetic, as all compilers for these boards have it. */
	sum >>= 16;
	if (q->form)
		sum += (int32_t)s->r[q->n];
	if (sum != (int32_t)sum)
		set_q(s);
	s->r[q->d] = (uint32_t)sum;
	return decoded_next(d);
}

/* SMLALxy. */
uint32_t media_halves_long(struct machine *m, struct engine_state *s,
			   const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t a = s->r[q->m], b = s->r[q->s];

	(void)m;
	add_long(s, q,
		 (int64_t)(q->operation & TOP_OF_M ? high_half(a)
						   : low_half(a)) *
			 (q->operation & TOP ? high_half(b) : low_half(b)));
	return decoded_next(d);
}

/* UMAAL: what stands in both results is added to the product. */
uint32_t media_accumulate_twice(struct machine *m, struct engine_state *s,
				const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint64_t sum =
		(uint64_t)s->r[q->m] * s->r[q->s] + s->r[q->d] + s->r[q->n];

	(void)m;
	s->r[q->n] = (uint32_t)sum;
	s->r[q->d] = (uint32_t)(sum >> 32);
	return decoded_next(d);
}
