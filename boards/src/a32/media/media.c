/* SPDX-License-Identifier: MIT */
/* Which words are instructions for signals: see media.h. */
#include "boards/src/a32/media/media.h"

#include "boards/src/a32/decode/decode.h"

/* Functions that find operands in a word; false: that is none. */
static bool as_product(struct quick *q, uint32_t w)
{
	q->d = (uint8_t)bits(w, 16, 4);
	q->n = (uint8_t)bits(w, 12, 4);
	q->s = (uint8_t)bits(w, 8, 4);
	q->m = (uint8_t)bits(w, 0, 4);
	q->operation = (uint8_t)bits(w, 5, 2);
	return q->d != PC && q->m != PC && q->s != PC;
}

/* SMULWy, where nothing is added. */
static bool as_product_alone(struct quick *q, uint32_t w)
{
	return as_product(q, w) && q->n == 0;
}

/* SMLAWy. */
static bool as_product_and_sum(struct quick *q, uint32_t w)
{
	q->form = true;
	return as_product(q, w) && q->n != PC;
}

/* SMMLS. */
static bool as_product_less(struct quick *q, uint32_t w)
{
	q->form = true;
	return as_product(q, w) && q->n != PC;
}

static bool as_long(struct quick *q, uint32_t w)
{
	return as_product(q, w) && q->n != PC && q->n != q->d;
}

static bool as_sum(struct quick *q, uint32_t w)
{
	q->n = (uint8_t)bits(w, 16, 4);
	q->d = (uint8_t)bits(w, 12, 4);
	q->m = (uint8_t)bits(w, 0, 4);
	q->operation = (uint8_t)bits(w, 21, 2);
	return q->d != PC && q->m != PC && q->n != PC;
}

static bool as_parallel(struct quick *q, uint32_t w)
{
	enum { NO_KINDS = 1 << 0 | 1 << 4, NO_FORMS = 1 << 5 | 1 << 6 };

	q->form = (uint8_t)bits(w, 5, 3);
	if (!as_sum(q, w))
		return false;
	q->operation = (uint8_t)bits(w, 20, 3);
	return !(NO_KINDS >> q->operation & 1) && !(NO_FORMS >> q->form & 1);
}

/* `m`, shifted as bit 6 says. */
static void shifted_operand(struct quick *q, uint32_t w)
{
	q->m = (uint8_t)bits(w, 0, 4);
	q->by = (uint8_t)bits(w, 7, 5);
	q->shift = SHIFT_LEFT;
	if (bits(w, 6, 1)) {
		q->shift = SHIFT_ALGEBRAIC;
		q->by = q->by ? q->by : 32;
	}
}

static bool as_packed(struct quick *q, uint32_t w)
{
	shifted_operand(q, w);
	return as_sum(q, w);
}

/* The width of a range, whose signed ones are counted from 1. */
static bool as_range(struct quick *q, uint32_t w, unsigned width)
{
	q->form = (uint8_t)bits(w, 22, 1);
	q->immediate = bits(w, 16, width) + !q->form;
	q->d = (uint8_t)bits(w, 12, 4);
	return q->d != PC && q->m != PC;
}

static bool as_saturated(struct quick *q, uint32_t w)
{
	shifted_operand(q, w);
	return as_range(q, w, 5);
}

static bool as_saturated_halves(struct quick *q, uint32_t w)
{
	q->m = (uint8_t)bits(w, 0, 4);
	return as_range(q, w, 4);
}

static bool as_extended(struct quick *q, uint32_t w)
{
	q->form = (uint8_t)bits(w, 22, 1);
	q->n = (uint8_t)bits(w, 16, 4);
	q->d = (uint8_t)bits(w, 12, 4);
	q->by = (uint8_t)(8 * bits(w, 10, 2));
	q->m = (uint8_t)bits(w, 0, 4);
	return q->d != PC && q->m != PC;
}

enum { V5, V6 };

static const struct media_row {
	uint32_t mask, value; /* but for the condition */
	unsigned since;
	bool (*operands)(struct quick *q, uint32_t word);
	quick_function *run;
} rows[] = {
	{ 0x0f900ff0, 0x01000050, V5, as_sum, media_saturating_sum },
	{ 0x0ff000b0, 0x01200080, V5, as_product_and_sum, media_word_by_half },
	{ 0x0ff000b0, 0x012000a0, V5, as_product_alone, media_word_by_half },
	{ 0x0ff00090, 0x01400080, V5, as_long, media_halves_long },
	{ 0x0ff000f0, 0x00400090, V6, as_long, media_accumulate_twice },
	{ 0x0f800f10, 0x06000f10, V6, as_parallel, media_parallel },
	{ 0x0ff00030, 0x06800010, V6, as_packed, media_pack },
	{ 0x0ff00ff0, 0x06800fb0, V6, as_sum, media_select },
	{ 0x0fb003f0, 0x06800070, V6, as_extended, media_extend_bytes },
	{ 0x0fa00030, 0x06a00010, V6, as_saturated, media_saturate },
	{ 0x0fb00ff0, 0x06a00f30, V6, as_saturated_halves,
	  media_saturate_halves },
	{ 0x0ff00090, 0x07000010, V6, as_product, media_dual },
	{ 0x0ff00090, 0x07400010, V6, as_long, media_dual_long },
	{ 0x0ff000d0, 0x07500010, V6, as_product, media_top },
	{ 0x0ff000d0, 0x075000d0, V6, as_product_less, media_top },
	{ 0x0ff000f0, 0x07800010, V6, as_product, media_differences },
};

quick_function *quick_media(struct quick *q, const struct decode_features *has,
			    uint32_t word)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (match(word, rows[i].mask, rows[i].value))
			return (rows[i].since == V5 || has->v6) &&
					       rows[i].operands(q, word)
				       ? rows[i].run
				       : NULL;
	return NULL;
}
