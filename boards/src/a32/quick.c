/* SPDX-License-Identifier: MIT */
/*
 * Instructions carried out without the engine: see quick.h.  They go the same
 * way as the engine's, through step_insn() and the access's own telling, so
 * that nothing that is counted depends on who carries them out.
 *
 * The engine keeps what it has translated from a page until that is written by
 * the engine itself.  So who writes here leaves the pages alone from which the
 * engine has carried out an instruction, and those writes are the engine's.
 */
#include <string.h>

#include "boards/src/a32/decode/bits.h"
#include "boards/src/a32/inner.h"
#include "boards/src/engine/condition.h"

enum { PAGE = 4096 };

static uint32_t branch(struct machine *m, struct engine_state *s,
		       const struct decoded *d)
{
	(void)m;
	if (d->insn.flow == FLOW_CALL)
		s->r[LR] = d->insn.addr + 4;
	return d->insn.target;
}

/* BX and BLX: to Thumb state only the engine goes. */
static uint32_t branch_indirect(struct machine *m, struct engine_state *s,
				const struct decoded *d)
{
	uint32_t to = s->r[d->quick.m];

	(void)m;
	if (to & 3)
		return QUICK_NOT;
	if (d->insn.flow == FLOW_CALL)
		s->r[LR] = d->insn.addr + 4;
	return to;
}

/* A preload has nothing to do after access_preload(). */
static uint32_t preload(struct machine *m, struct engine_state *s,
			const struct decoded *d)
{
	(void)m;
	(void)s;
	return d->insn.addr + 4;
}

static quick_function *group_0(struct quick *q, uint32_t w)
{
	if (match(w, 0x0ffffff0, 0x012fff10) ||
	    match(w, 0x0ffffff0, 0x012fff30)) {
		q->m = w & 15;
		return q->m == PC ? NULL : branch_indirect;
	}
	if (match(w, 0x0ff00090, 0x01000080) ||
	    match(w, 0x0ff00090, 0x01600080))
		return quick_multiply_halves(q, w);
	if (match(w, 0x0e0000f0, 0x00000090))
		return quick_multiply(q, w);
	if (match(w, 0x0e000090, 0x00000090))
		return bits(w, 5, 2) ? quick_extra(q, w) : NULL;
	if (match(w, 0x0fff0ff0, 0x016f0f10))
		return quick_leading_zeros(q, w);
	/* Other instructions are where a test without flags would be. */
	return quick_alu(q, w);
}

static quick_function *find(struct quick *q, const struct decode_features *has,
			    uint32_t w)
{
	switch (bits(w, 25, 3)) {
	case 0:
		return group_0(q, w);
	case 1:
		if (match(w, 0x0fb00000, 0x03000000))
			return has->thumb2 ? quick_constant(q, w) : NULL;
		return quick_alu(q, w);
	case 2:
		return quick_single(q, w);
	case 3:
		if (!(w & 0x10))
			return quick_single(q, w);
		return has->v6 && match(w, 0x0f8000f0, 0x06800070)
			       ? quick_extend(q, w)
			       : NULL;
	case 4:
		return quick_multiple(q, w);
	case 5:
		return branch;
	default:
		return NULL;
	}
}

void quick_prepare(struct decoded *d)
{
	uint32_t w = d->insn.word;

	if (d->insn.thumb || d->special)
		return;
	if (w >> 28 != 15)
		d->quick.run = find(&d->quick, d->has, w);
	else if (d->insn.preload)
		d->quick.run = preload;
	d->quick.ready = d->quick.run && !d->insn.preload &&
			 d->insn.flow != FLOW_EXCEPTION_RETURN;
}

/* From now on the engine has something translated from that page. */
static void give_page(struct machine *m, uint32_t paddr)
{
	uint8_t *pages = &a32_of(m)->code[paddr >> 15];
	uint8_t page = (uint8_t)(1u << (paddr >> 12 & 7));

	if (!(*pages & page))
		blocks_distrust(m->blocks);
	*pages |= page;
}

void quick_engine_insn(void *ctx, uint32_t addr, unsigned size)
{
	struct machine *m = ctx;

	step_insn(m, addr, size);
	if (!a32_of(m)->now)
		return;
	give_page(m, m->fetch.paddr);
	if (addr % PAGE + size > PAGE)
		give_page(
			m,
			mmu_lookup(a32_of(m)->mmu, addr + 2, true)->map.paddr);
}

/* The one that step_insn() has begun; false: it is the engine's. */
static bool carry_out(struct machine *m, struct engine_state *s)
{
	const struct decoded *d = a32_of(m)->now;
	uint32_t next;

	if (!s->held || !d)
		return false;
	next = d->insn.addr + 4;
	if (d->by_target)
		m->flight.passed = condition_holds(d->condition, s->cpsr);
	if (m->flight.passed) {
		if (!d->quick.run)
			return false;
		s->r[PC] = d->insn.addr + 8;
		next = d->quick.run(m, s, d);
		if (next == QUICK_NOT)
			return false;
	}
	s->pc = next;
	return true;
}

/*
 * The instruction at the pc, if it is one before which nothing has to be done
 * or looked at but to fetch it from the page of the last one.
 */
static const struct decoded *ready(struct machine *m, uint32_t pc)
{
	const struct decoded *d;
	uint32_t word, paddr = (m->fetch.paddr & ~(PAGE - 1u)) | pc % PAGE;

	if (m->instructions >= m->attention || machine_breaks_near(m, pc) ||
	    m->irq || m->fiq || !m->fetch_known || m->fetch_vpage != pc / PAGE)
		return NULL;
	memcpy(&word, m->memory + paddr, sizeof(word));
	d = decode(a32_of(m)->decoder, pc, word, 4, false, 0);
	if (!d->quick.ready)
		return NULL;
	m->fetch.paddr = paddr;
	return d;
}

/* An instruction that is ready is carried out; false: the engine has to. */
static bool step_ready(struct machine *m, struct engine_state *s,
		       const struct decoded *d)
{
	uint32_t next = d->insn.addr + 4;

	m->step_over = false;
	m->flight.insn = &d->insn;
	m->flight.passed =
		d->condition == 14 || condition_holds(d->condition, s->cpsr);
	a32_of(m)->now = d;
	if (m->flight.passed) {
		s->r[PC] = d->insn.addr + 8;
		next = d->quick.run(m, s, d);
	}
	if (next == QUICK_NOT)
		return false;
	s->pc = next;
	m->flight.element = m->flight.accesses ? m->access[0].size : 0;
	machine_retire_usual(m, next);
	a32_of(m)->now = NULL;
	return true;
}

/*
 * Instructions that are ready go as step_insn() and carry_out() would have
 * them, until one is not, or `most` have.  False: the one that has begun is the
 * engine's.
 */
static bool steps(struct machine *m, void *s, uint64_t most)
{
	struct engine_state *state = s;
	const struct decoded *d;

	for (; most && (d = ready(m, state->pc)) != NULL; most--) {
		if (!step_ready(m, state, d))
			return false;
		state->carried_out++;
		if (machine_lines_due(m))
			machine_lines(m);
	}
	return true;
}

static enum block_step one_step(struct machine *m, void *s)
{
	struct engine_state *state = s;
	const struct decoded *d = ready(m, state->pc);

	if (!d)
		return BLOCK_NOT_READY;
	if (!step_ready(m, state, d))
		return BLOCK_BEGUN;
	state->carried_out++;
	return d->insn.flow == FLOW_NEXT ? BLOCK_STEPPED : BLOCK_ARRIVED;
}

const struct block_steps a32_block_steps = { one_step, steps, machine_lines };

bool quick_run(void *ctx, struct engine_state *s, bool begun)
{
	struct machine *m = ctx;
	struct blocks *b = m->blocks;
	bool at_once = !a32_on_bus(m);

	for (s->carried_out = 0; s->held; s->carried_out++) {
		if (!begun && at_once && !step_complete(m, s->pc))
			continue;
		if (begun) {
			begun = false;
			if (carry_out(m, s))
				continue;
		} else if (!at_once ||
			   (b ? blocks_go(b, s) : steps(m, s, UINT64_MAX))) {
			s->jumped = false;
			step_insn(m, s->pc, 4);
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
