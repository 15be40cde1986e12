/* SPDX-License-Identifier: MIT */
/* Vectors, element by element: the forms of lanes.def. */
#include <string.h>

#include "boards/src/a64/lanes.h"

enum elements {
	OF_ALL,
	OF_BHS,
	OF_HS,
	OF_BHSD,
	OF_BHSD_X,
	OF_F,
	OF_F_X,
	OF_S,
	OF_S_X
};

enum form {
	FORM_SAME,
	FORM_ONE,
	FORM_BY,
	FORM_PAIRS,
	FORM_LONG,
	FORM_WIDE,
	FORM_NARROW,
	FORM_ACROSS
};

static const struct row {
	uint32_t mask, value;
	uint8_t form, elements;
	bool is_signed;
	lane_function *lane;
} lane_rows[] = {
#define ROW(mask, value, form, elements, is_signed, operation)                 \
	{                                                                      \
		mask,          value,     FORM_##form,                         \
		OF_##elements, is_signed, lane_##operation                     \
	},
#include "boards/src/a64/lanes.def"
#undef ROW
};

/* One in flight: its row, its operands as they were, and what comes of them. */
struct passing {
	struct lanes x;
	const struct row *row;
	const struct a64_quick *q;
	union a64_v n, m, d, to;
	unsigned log, count;
};

static struct passing lanes_begin(struct a64_state *s,
				  const struct a64_quick *q)
{
	struct passing p = { .row = &lane_rows[q->immediate], .q = q };

	p.x.e = ieee_of(s);
	p.x.size = q->size == 3 ? IEEE_DOUBLE : IEEE_SINGLE;
	p.x.bits = 8u << q->size;
	p.x.shift = q->by;
	p.x.is_signed = p.row->is_signed;
	p.n = s->v[q->n];
	p.m = s->v[q->m];
	p.d = s->v[q->d];
	p.log = q->size;
	p.count = q->indexed ? 1 : (q->wide ? 16u : 8u) >> q->size;
	return p;
}

static uint32_t lanes_end(struct a64_state *s, const struct a64_insn *i,
			  const struct passing *p)
{
	s->v[i->quick.d] = p->to;
	s->written |= 1u << i->quick.d;
	ieee_over(s, &p->x.e);
	return i->insn.addr + 4;
}

static uint64_t lane_at(const struct passing *p, const union a64_v *v,
			unsigned k)
{
	return lane_of(v, p->log, k, p->row->is_signed);
}

static uint32_t lane_by_lane(struct machine *m, struct a64_state *s,
			     const struct a64_insn *i)
{
	struct passing p = lanes_begin(s, &i->quick);
	const bool alone = p.row->form == FORM_ONE;
	const bool by = p.row->form == FORM_BY;

	(void)m;
	for (unsigned k = 0; k < p.count; k++)
		set_lane(&p.to, p.log, k,
			 p.row->lane(
				 &p.x, lane_at(&p, &p.n, k),
				 alone ? 0
				       : lane_at(&p, &p.m,
						 by ? i->quick.operation : k),
				 lane_of(&p.d, p.log, k, false)));
	return lanes_end(s, i, &p);
}

static uint32_t by_pairs(struct machine *m, struct a64_state *s,
			 const struct a64_insn *i)
{
	struct passing p = lanes_begin(s, &i->quick);

	(void)m;
	for (unsigned k = 0; k < p.count; k++) {
		const union a64_v *v = 2 * k < p.count ? &p.n : &p.m;
		const unsigned first = 2 * k % p.count;

		set_lane(&p.to, p.log, k,
			 p.row->lane(&p.x, lane_at(&p, v, first),
				     lane_at(&p, v, first + 1), 0));
	}
	return lanes_end(s, i, &p);
}

/* Of the lower half, or of the upper; WIDE: the first are wide already. */
static uint32_t halves_longer(struct machine *m, struct a64_state *s,
			      const struct a64_insn *i)
{
	struct passing p = lanes_begin(s, &i->quick);
	const unsigned count = 8u >> p.log, from = i->quick.wide ? count : 0;
	const bool wide = p.row->form == FORM_WIDE;

	(void)m;
	for (unsigned k = 0; k < count; k++)
		set_lane(&p.to, p.log + 1, k,
			 p.row->lane(&p.x,
				     wide ? lane_of(&p.n, p.log + 1, k, false)
					  : lane_at(&p, &p.n, k + from),
				     lane_at(&p, &p.m, k + from),
				     lane_of(&p.d, p.log + 1, k, false)));
	return lanes_end(s, i, &p);
}

/* To the lower half, or to the upper, where the lower stays. */
static uint32_t narrower(struct machine *m, struct a64_state *s,
			 const struct a64_insn *i)
{
	struct passing p = lanes_begin(s, &i->quick);
	const unsigned count = 8u >> p.log, to = i->quick.wide ? count : 0;

	(void)m;
	if (to)
		p.to.d[0] = p.d.d[0];
	for (unsigned k = 0; k < count; k++)
		set_lane(&p.to, p.log, k + to,
			 p.row->lane(&p.x, lane_of(&p.n, p.log + 1, k, false),
				     0, 0));
	return lanes_end(s, i, &p);
}

static uint32_t all_across(struct machine *m, struct a64_state *s,
			   const struct a64_insn *i)
{
	struct passing p = lanes_begin(s, &i->quick);
	uint64_t sum = lane_at(&p, &p.n, 0);

	(void)m;
	for (unsigned k = 1; k < p.count; k++)
		sum = p.row->lane(&p.x, sum, lane_at(&p, &p.n, k), 0);
	set_lane(&p.to, p.log, 0, sum);
	return lanes_end(s, i, &p);
}

/* The size of elements by the word; false: there are none such. */
static bool size_of_lanes(struct a64_quick *q, const struct row *r, uint32_t w)
{
	const unsigned size = a64_bits(w, 22, 2), immh = a64_bits(w, 19, 4);
	const bool shrinks = r->form == FORM_NARROW || r->form == FORM_LONG;

	q->size = (uint8_t)size;
	switch ((enum elements)r->elements) {
	case OF_ALL:
		q->size = 3;
		return true;
	case OF_HS:
		return size == 1 || size == 2;
	case OF_BHS:
		return size < 3 &&
		       !(r->form == FORM_ACROSS && size == 2 && !q->wide);
	case OF_F:
	case OF_F_X:
		q->size = (uint8_t)(2 + a64_bits(w, 22, 1));
		break;
	case OF_S:
	case OF_S_X:
		if (!immh)
			return false;
		q->size = (uint8_t)(31 - __builtin_clz(immh));
		if (shrinks && q->size == 3)
			return false;
		q->by = (uint8_t)a64_bits(w, 16, 7);
		if (r->lane == lane_left || r->lane == lane_left_insert)
			q->by = (uint8_t)(q->by - (8u << q->size));
		else
			q->by = (uint8_t)((16u << q->size) - q->by);
		break;
	case OF_BHSD:
	case OF_BHSD_X:
	default:
		break;
	}
	return q->wide || q->indexed || q->size < 3 || shrinks;
}

/* An element's number, and the register that has it. */
static bool element_of(struct a64_quick *q, uint32_t w)
{
	const unsigned h = a64_bits(w, 11, 1), l = a64_bits(w, 21, 1);

	if (q->size == 1) {
		q->m &= 15;
		q->operation = (uint8_t)(h << 2 | l << 1 | a64_bits(w, 20, 1));
	} else if (q->size == 2) {
		q->operation = (uint8_t)(h << 1 | l);
	} else {
		q->operation = (uint8_t)h;
		return !l;
	}
	return true;
}

a64_quick_function *a64_quick_lanes(struct a64_quick *q, uint32_t w)
{
	static a64_quick_function *const functions[] = {
		[FORM_SAME] = lane_by_lane,  [FORM_ONE] = lane_by_lane,
		[FORM_BY] = lane_by_lane,    [FORM_PAIRS] = by_pairs,
		[FORM_LONG] = halves_longer, [FORM_WIDE] = halves_longer,
		[FORM_NARROW] = narrower,    [FORM_ACROSS] = all_across,
	};
	/* A scalar has the bits of its vector but two. */
	const bool scalar = (w & 0x50000000) == 0x50000000;
	const uint32_t word = scalar ? w & ~UINT32_C(0x50000000) : w;

	q->wide = !scalar && a64_bits(w, 30, 1);
	q->indexed = scalar;
	q->d = w & 31;
	q->n = (uint8_t)a64_bits(w, 5, 5);
	q->m = (uint8_t)a64_bits(w, 16, 5);
	for (size_t k = 0; k < sizeof(lane_rows) / sizeof(lane_rows[0]); k++) {
		const struct row *r = &lane_rows[k];
		const bool real = r->elements >= OF_F && r->elements <= OF_F_X;

		if ((word & r->mask) != r->value)
			continue;
		q->immediate = k;
		if (scalar && !(r->elements == OF_BHSD_X ||
				r->elements == OF_F_X || r->elements == OF_S_X))
			return NULL;
		if (!size_of_lanes(q, r, w) ||
		    (scalar && !real && q->size != 3) ||
		    (r->form == FORM_BY && !element_of(q, w)))
			return NULL;
		return functions[r->form];
	}
	q->indexed = false;
	return a64_quick_copy(q, w);
}
