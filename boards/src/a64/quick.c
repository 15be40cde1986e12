/* SPDX-License-Identifier: MIT */
/*
 * AArch64 instructions carried out without the engine: see quick.h, and
 * a32/quick.c for how that goes together with the engine's.
 */
#include <string.h>

#include "boards/src/a64/inner.h"
#include "boards/src/engine/condition.h"

enum { PAGE = 4096, LINK = 30 };

static uint32_t branch(struct machine *m, struct a64_state *s,
		       const struct a64_insn *i)
{
	(void)m;
	if (i->insn.flow == FLOW_CALL)
		s->x[LINK] = i->insn.addr + 4;
	return i->insn.target;
}

static uint32_t branch_if(struct machine *m, struct a64_state *s,
			  const struct a64_insn *i)
{
	(void)m;
	return condition_holds(i->quick.condition, s->pstate)
		       ? i->insn.target
		       : i->insn.addr + 4;
}

/* CBZ, CBNZ, TBZ, TBNZ: a mask says what of the register counts. */
static uint32_t branch_on(struct machine *m, struct a64_state *s,
			  const struct a64_insn *i)
{
	const struct a64_quick *q = &i->quick;
	bool set = s->x[q->n] & q->immediate;

	(void)m;
	return set == q->invert ? i->insn.target : i->insn.addr + 4;
}

static uint32_t branch_indirect(struct machine *m, struct a64_state *s,
				const struct a64_insn *i)
{
	uint64_t to = s->x[i->quick.n];

	(void)m;
	if (to > UINT32_MAX || to % 4)
		return A64_QUICK_NOT;
	if (i->insn.flow == FLOW_CALL)
		s->x[LINK] = i->insn.addr + 4;
	return (uint32_t)to;
}

static a64_quick_function *branches(struct a64_quick *q, uint32_t w)
{
	if ((w & 0x7c000000) == 0x14000000)
		return branch;
	if ((w & 0xff000010) == 0x54000000) {
		q->condition = w & 15;
		return branch_if;
	}
	q->n = a64_read(w & 31, false);
	q->invert = a64_bits(w, 24, 1);
	if ((w & 0x7e000000) == 0x34000000) {
		q->immediate = w >> 31 ? UINT64_MAX : UINT32_MAX;
		return branch_on;
	}
	if ((w & 0x7e000000) == 0x36000000) {
		q->immediate = UINT64_C(1)
			       << ((w >> 31) << 5 | a64_bits(w, 19, 5));
		return branch_on;
	}
	q->n = a64_read(a64_bits(w, 5, 5), false);
	if ((w & 0xff9ffc1f) == 0xd61f0000 && a64_bits(w, 21, 2) != 3)
		return branch_indirect;
	return NULL;
}

static a64_quick_function *find(struct a64_insn *i)
{
	uint32_t w = i->insn.word, group = a64_bits(w, 25, 4);

	if (i->vector) {
		i->quick.alone = true;
		if ((group & 5) == 4)
			return a64_quick_vectors(&i->quick, w);
		return w >> 28 & 1 && !(w >> 30 & 1)
			       ? a64_quick_float(&i->quick, w)
			       : a64_quick_lanes(&i->quick, w);
	}
	if ((group & 14) == 8)
		return a64_quick_immediate(&i->quick, i);
	if ((group & 14) == 10)
		return w >> 22 == 0xd5000000 >> 22
			       ? a64_quick_system(&i->quick, w)
			       : branches(&i->quick, w);
	if ((group & 7) == 5)
		return a64_quick_registers(&i->quick, w);
	if ((group & 5) == 4)
		return a64_quick_transfer(&i->quick, w);
	return NULL;
}

void a64_quick_prepare(struct a64_insn *i)
{
	if (i->insn.word == A64_NOP) {
		i->quick.run = a64_quick_nothing(&i->quick);
		i->quick.ready = true;
		return;
	}
	if (i->special)
		i->quick.run = a64_quick_special(&i->quick, i);
	if (i->special || i->as_user)
		return;
	i->quick.run = find(i);
	/* A branch to the next instruction is asked for beforehand, masks are
	 * looked at behind it, and EL0 asks before it changes them. */
	i->quick.ready =
		i->quick.run && !i->restate &&
		!(i->insn.conditional && i->insn.target == i->insn.addr + 4);
}

/* From now on the engine has something translated from that page. */
static void give_page(struct machine *m, uint32_t paddr)
{
	uint8_t *pages = &a64_of(m)->code[paddr >> 15];
	uint8_t page = (uint8_t)(1u << (paddr >> 12 & 7));

	if (!(*pages & page))
		blocks_distrust(m->blocks);
	*pages |= page;
}

void a64_quick_engine_insn(void *ctx, uint32_t addr)
{
	struct machine *m = ctx;

	a64_step_insn(m, addr);
	if (a64_of(m)->now)
		give_page(m, m->fetch.paddr);
}

/* The one that a64_step_insn() has begun; false: it is the engine's. */
static bool carry_out(struct machine *m, struct a64_state *s)
{
	const struct a64_insn *i = a64_of(m)->now;
	uint32_t next;

	if (!s->held || !i || !i->quick.run || a64_of(m)->abort.pending)
		return false;
	if (i->vector)
		a64_engine_vectors(a64_of(m)->engine);
	next = i->quick.run(m, s, i);
	if (next == A64_QUICK_NOT)
		return false;
	s->pc = next;
	return true;
}

/*
 * The instruction at the pc, if it is one before which nothing has to be done
 * or looked at but to fetch it from the page of the last one.
 */
static const struct a64_insn *ready(struct machine *m, uint32_t pc)
{
	const struct a64_insn *i;
	uint32_t word, paddr = (m->fetch.paddr & ~(PAGE - 1u)) | pc % PAGE;

	if (m->instructions >= m->attention || machine_breaks_near(m, pc) ||
	    m->irq || m->fiq || !m->fetch_known || m->fetch_vpage != pc / PAGE)
		return NULL;
	memcpy(&word, m->memory + paddr, sizeof(word));
	i = a64_decode(a64_of(m)->decoder, pc, word);
	if (!i->quick.ready)
		return NULL;
	if (i->vector) {
		if (!a64_simd_allowed(m))
			return NULL;
		a64_engine_vectors(a64_of(m)->engine);
	}
	m->fetch.paddr = paddr;
	return i;
}

/* An instruction that is ready is carried out; false: the engine has to. */
static bool step_ready(struct machine *m, struct a64_state *s,
		       const struct a64_insn *i)
{
	uint32_t next;

	m->step_over = false;
	a64_of(m)->now = i;
	m->flight.insn = &i->insn;
	m->flight.element = i->element;
	next = i->quick.run(m, s, i);
	if (next == A64_QUICK_NOT)
		return false;
	s->pc = next;
	m->flight.passed = !i->insn.conditional || next == i->insn.target;
	machine_retire_usual(m, next);
	a64_of(m)->now = NULL;
	return true;
}

/*
 * Instructions that are ready go as a64_step_insn() and carry_out() would have
 * them, until one is not, or `most` have.  False: the one that has begun is the
 * engine's.
 */
static bool steps(struct machine *m, void *s, uint64_t most)
{
	struct a64_state *state = s;
	const struct a64_insn *i;

	for (; most && (i = ready(m, (uint32_t)state->pc)) != NULL; most--) {
		if (!step_ready(m, state, i))
			return false;
		state->carried_out++;
		if (machine_lines_due(m))
			a64_lines(m);
	}
	return true;
}

static enum block_step one_step(struct machine *m, void *s)
{
	struct a64_state *state = s;
	const struct a64_insn *i = ready(m, (uint32_t)state->pc);

	if (!i)
		return BLOCK_NOT_READY;
	if (!step_ready(m, state, i))
		return BLOCK_BEGUN;
	state->carried_out++;
	return i->insn.flow == FLOW_NEXT ? BLOCK_STEPPED : BLOCK_ARRIVED;
}

const struct block_steps a64_block_steps = { one_step, steps, a64_lines };

bool a64_quick_run(void *ctx, struct a64_state *s)
{
	struct machine *m = ctx;
	struct blocks *b = m->blocks;

	for (s->carried_out = 0; s->held; s->carried_out++) {
		if (!a64_step_complete(m, (uint32_t)s->pc))
			continue;
		if (b ? blocks_go(b, s) : steps(m, s, UINT64_MAX)) {
			s->jumped = false;
			a64_step_insn(m, (uint32_t)s->pc);
			if (m->stopped)
				return false;
			if (s->jumped || carry_out(m, s))
				continue;
		}
		give_page(m, m->fetch.paddr);
		return true;
	}
	return false;
}
