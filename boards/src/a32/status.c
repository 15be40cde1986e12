/* SPDX-License-Identifier: MIT */
/*
 * The status register is read and written [ARM ARM A4.1.38, A4.1.39, A4.1.16;
 * DDI0406C B9.3], as long as the mode and the order of bytes stay what they
 * are: other modes have other registers, and those are the engine's, with the
 * saved status.
 */
#include "boards/src/a32/decode/bits.h"
#include "boards/src/a32/inner.h"

enum {
	CPSR_GE = 0xf << 16,
	CPSR_IT_BITS = 0x0600fc00,
	MASKS = CPSR_A | CPSR_I | CPSR_F,
	DISABLES = 3,
	MODE_TOO = 1 << 17,
};

static const uint32_t FLAGS = 0xf8000000;
static const uint32_t EXECUTION_STATE = CPSR_T | CPSR_J | CPSR_IT_BITS;

static uint32_t read_status(struct machine *m, struct engine_state *s,
			    const struct decoded *d)
{
	(void)m;
	s->r[d->quick.d] = s->cpsr & ~EXECUTION_STATE;
	return decoded_next(d);
}

/* Bits of the mask become those of the value, as far as the program may. */
static uint32_t change_status(struct machine *m, struct engine_state *s,
			      const struct decoded *d, uint32_t value,
			      uint32_t mask)
{
	uint32_t after;

	if (!d->has->v6)
		mask &= ~(uint32_t)(CPSR_A | CPSR_E | CPSR_GE);
	if (!machine_privileged(m))
		mask &= FLAGS | CPSR_GE;
	after = (s->cpsr & ~mask) | (value & mask);
	if ((after ^ s->cpsr) & (CPSR_MODE | CPSR_E))
		return QUICK_NOT;
	s->cpsr = after;
	return decoded_next(d);
}

/* MSR: `operation` has the fields, and `form` tells that the value is a number.
 */
static uint32_t write_status(struct machine *m, struct engine_state *s,
			     const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t mask = (q->operation & 8 ? FLAGS : 0) |
			(q->operation & 4 ? CPSR_GE : 0) |
			(q->operation & 2 ? CPSR_A | CPSR_E : 0) |
			(q->operation & 1 ? CPSR_I | CPSR_F | CPSR_MODE : 0);

	return change_status(m, s, d, q->form ? q->immediate : s->r[q->m],
			     mask);
}

/* CPS: `immediate` has the masks that it changes, and `d` a mode, if any. */
static uint32_t change_masks(struct machine *m, struct engine_state *s,
			     const struct decoded *d)
{
	const struct quick *q = &d->quick;

	return change_status(
		m, s, d, (q->operation == DISABLES ? q->immediate : 0) | q->d,
		q->immediate | (q->form ? CPSR_MODE : 0));
}

quick_function *quick_masks(struct quick *q, const struct decode_features *has,
			    uint32_t word)
{
	q->apart = true;
	q->operation = (uint8_t)bits(word, 18, 2);
	q->immediate = q->operation ? word & MASKS : 0;
	q->form = (word & MODE_TOO) != 0;
	q->d = q->form ? word & CPSR_MODE : 0;
	if (!has->v6 || !match(word, 0xfff1fe20, 0xf1000000) ||
	    q->operation == 1 || (!q->operation && !q->form))
		return NULL;
	return change_masks;
}

quick_function *quick_status(struct quick *q, uint32_t word)
{
	const uint32_t by = 2 * bits(word, 8, 4), number = word & 0xff;

	q->apart = true;
	q->operation = (uint8_t)bits(word, 16, 4);
	q->m = (uint8_t)bits(word, 0, 4);
	q->d = (uint8_t)bits(word, 12, 4);
	if (match(word, 0x0fff0fff, 0x010f0000))
		return q->d == PC ? NULL : read_status;
	if (!q->operation)
		return NULL;
	q->form = match(word, 0x0ff0f000, 0x0320f000);
	q->immediate = by ? number >> by | number << (32 - by) : number;
	if (!q->form && (!match(word, 0x0ff0fff0, 0x0120f000) || q->m == PC))
		return NULL;
	return write_status;
}
