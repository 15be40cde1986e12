/* SPDX-License-Identifier: MIT */
/*
 * Barriers and hints, status, and what is left to do of the instructions that
 * special.c and sysreg.c have a part in [DDI0487 C4.1.3, C5].
 */
#include <string.h>

#include "boards/src/a64/inner.h"

enum { LINE = 64 };

/* Nothing more than others did; and the monitor of exclusives is open. */
static uint32_t nothing_more(struct machine *m, struct a64_state *s,
			     const struct a64_insn *i)
{
	(void)m;
	(void)s;
	return i->insn.addr + 4;
}

static uint32_t open_monitor(struct machine *m, struct a64_state *s,
			     const struct a64_insn *i)
{
	(void)s;
	a64_of(m)->exclusive.by = A64_NOBODY;
	return i->insn.addr + 4;
}

/* DAIFSet and DAIFClr. */
static uint32_t mask_lines(struct machine *m, struct a64_state *s,
			   const struct a64_insn *i)
{
	const uint32_t bits = (uint32_t)i->quick.immediate;

	(void)m;
	s->pstate = i->quick.invert ? s->pstate & ~bits : s->pstate | bits;
	return i->insn.addr + 4;
}

/* NZCV and DAIF, which are where they stand in PSTATE. */
static uint32_t move_status(struct machine *m, struct a64_state *s,
			    const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	const uint32_t bits = (uint32_t)q->immediate;

	(void)m;
	if (q->operation)
		s->x[q->d] = s->pstate & bits;
	else
		s->pstate = (s->pstate & ~bits) | ((uint32_t)s->x[q->n] & bits);
	return i->insn.addr + 4;
}

/* Of registers that only programs have a use for. */
static uint32_t move_word(struct machine *m, struct a64_state *s,
			  const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	struct a64_engine *e = a64_of(m)->engine;
	const uint32_t reg = i->insn.word >> 5 & 0xffff;

	if (q->operation)
		s->x[q->d] = a64_engine_system(e, reg);
	else
		a64_engine_set_system(e, reg, s->x[q->n]);
	return i->insn.addr + 4;
}

static uint32_t clear_line(struct machine *m, struct a64_state *s,
			   const struct a64_insn *i)
{
	const struct a64_page *page;
	const uint64_t at = s->x[i->quick.n] & ~(uint64_t)(LINE - 1);
	uint8_t *to = a64_access_plain(m, at, LINE, LINE, true, &page);

	if (!to)
		return A64_QUICK_NOT;
	memset(to, 0, LINE); /* a64_access_zero() has told it */
	return i->insn.addr + 4;
}

static a64_quick_function *moves_of(struct a64_quick *q, uint32_t w)
{
	q->operation = (uint8_t)a64_bits(w, 21, 1);
	q->n = a64_read(w & 31, false);
	q->d = a64_written(w & 31, false);
	switch (a64_bits(w, 5, 16)) {
	case TALLY_SYS(3, 3, 4, 2, 0):
		q->immediate = PSTATE_NZCV;
		return move_status;
	case TALLY_SYS(3, 3, 4, 2, 1):
		q->immediate = PSTATE_DAIF;
		return move_status;
	case TALLY_SYS(3, 0, 13, 0, 4): /* TPIDR_EL1 */
	case TALLY_SYS(3, 3, 13, 0, 2): /* TPIDR_EL0 */
	case TALLY_SYS(3, 3, 13, 0, 3): /* TPIDRRO_EL0 */
		return move_word;
	default:
		return NULL;
	}
}

/* Of caches, which the engine has not. */
static bool is_of_caches(uint32_t w)
{
	switch (w & ~31u) {
	case 0xd508711f & ~31u: /* IC IALLUIS */
	case 0xd508751f & ~31u: /* IC IALLU */
	case 0xd50b7520:        /* IC IVAU */
	case 0xd5087620:        /* DC IVAC */
	case 0xd5087640:        /* DC ISW */
	case 0xd50b7a20:        /* DC CVAC */
	case 0xd5087a40:        /* DC CSW */
	case 0xd50b7b20:        /* DC CVAU */
	case 0xd50b7e20:        /* DC CIVAC */
	case 0xd5087e40:        /* DC CISW */
		return true;
	default:
		return false;
	}
}

/* Instructions with a special part, which comes before. */
a64_quick_function *a64_quick_special(struct a64_quick *q,
				      const struct a64_insn *i)
{
	q->alone = true;
	q->n = a64_read(i->insn.word & 31, false);
	if (i->special == A64_ISB)
		return nothing_more;
	if (i->special == A64_REGISTER)
		return moves_of(q, i->insn.word);
	if (i->special != A64_MAINTENANCE)
		return NULL;
	if (i->zero_line)
		return clear_line;
	return is_of_caches(i->insn.word) ? nothing_more : NULL;
}

a64_quick_function *a64_quick_system(struct a64_quick *q, uint32_t w)
{
	q->alone = true;
	q->d = A64_NOWHERE;
	switch (w & 0xfffff0ff) {
	case 0xd503305f:
		return open_monitor; /* CLREX */
	case 0xd503309f:             /* DSB */
	case 0xd50330bf:             /* DMB */
		return nothing_more;
	case 0xd50340df:
	case 0xd50340ff:
		q->immediate = (uint64_t)a64_bits(w, 8, 4) << 6;
		q->invert = a64_bits(w, 5, 1);
		return mask_lines;
	default:
		return NULL;
	}
}
