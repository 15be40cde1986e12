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
#include "boards/src/a32/quick_memory.h"
#include "boards/src/engine/condition.h"

enum { PAGE = 4096 };

static uint32_t branch(struct machine *m, struct engine_state *s,
		       const struct decoded *d)
{
	(void)m;
	if (d->insn.flow == FLOW_CALL)
		s->r[LR] = decoded_next(d) | d->insn.thumb;
	if (d->restate) /* BLX */
		s->cpsr ^= CPSR_T;
	return d->insn.target;
}

/* BX and BLX. */
static uint32_t branch_indirect(struct machine *m, struct engine_state *s,
				const struct decoded *d)
{
	uint32_t to = quick_exchange(s, s->r[d->quick.m]);

	(void)m;
	if (to != QUICK_NOT && d->insn.flow == FLOW_CALL)
		s->r[LR] = decoded_next(d) | d->insn.thumb;
	return to;
}

/* A hint, an IT, whose block is known where the next one is decoded; and a
 * preload after access_preload(). */
static uint32_t no_operation(struct machine *m, struct engine_state *s,
			     const struct decoded *d)
{
	(void)m;
	(void)s;
	return decoded_next(d);
}

static quick_function *group_0(struct quick *q,
			       const struct decode_features *has, uint32_t w)
{
	if (match(w, 0x0ffffff0, 0x012fff10) ||
	    match(w, 0x0ffffff0, 0x012fff30)) {
		q->m = w & 15;
		return branch_indirect;
	}
	if (match(w, 0x0ff00090, 0x01000080) ||
	    match(w, 0x0ff00090, 0x01600080))
		return quick_multiply_halves(q, w);
	if (match(w, 0x0e0000f0, 0x00000090))
		return bits(w, 20, 4) == 6 && !has->thumb2
			       ? NULL
			       : quick_multiply(q, w);
	if (match(w, 0x0e000090, 0x00000090))
		return bits(w, 5, 2) ? quick_extra(q, w) : NULL;
	if (match(w, 0x0fff0ff0, 0x016f0f10))
		return quick_leading_zeros(q, w);
	/* Other instructions are where a test without flags would be. */
	return quick_alu(q, w);
}

/* Bits 27:25 = 3 and bit 4. */
static quick_function *media(struct quick *q, const struct decode_features *has,
			     uint32_t w)
{
	if (has->v6 && match(w, 0x0f8000f0, 0x06800070))
		return quick_extend(q, w);
	if (has->v6 && match(w, 0x0fbf0f70, 0x06bf0f30))
		return bits(w, 22, 1) && !bits(w, 7, 1) && !has->thumb2
			       ? NULL
			       : quick_reverse(q, w);
	return has->thumb2 && match(w, 0x0f800010, 0x07800010)
		       ? quick_field(q, w)
		       : NULL;
}

static quick_function *find_arm(struct quick *q,
				const struct decode_features *has, uint32_t w)
{
	quick_function *run;

	if (w >> 28 == 15)
		return quick_masks(q, has, w);
	run = quick_media(q, has, w);
	if (!run)
		run = quick_status(q, w);
	if (run)
		return run;
	*q = (struct quick){ .pc = q->pc };
	switch (bits(w, 25, 3)) {
	case 0:
		return group_0(q, has, w);
	case 1:
		if (match(w, 0x0fb00000, 0x03000000))
			return has->thumb2 ? quick_constant(q, w) : NULL;
		return quick_alu(q, w);
	case 2:
		return quick_single(q, w);
	case 3:
		if (!(w & 0x10))
			return quick_single(q, w);
		return media(q, has, w);
	case 4:
		return quick_multiple(q, w);
	case 5:
		return branch;
	default:
		return NULL;
	}
}

static const struct quick_ways ways = { find_arm, quick_or_not, quick_pair,
					quick_table };

static quick_function *find(struct decoded *d)
{
	const struct insn *i = &d->insn;
	const bool direct = i->flow == FLOW_BRANCH || i->flow == FLOW_CALL;

	if (d->special == SPECIAL_HINT || d->special == SPECIAL_IT)
		return no_operation;
	if (d->special)
		return NULL;
	if (i->preload)
		return no_operation;
	if (direct && !i->indirect)
		return branch;
	if (i->thumb)
		return i->size == 2 ? quick_narrow(&d->quick, d, &ways)
				    : quick_wide(&d->quick, d, &ways);
	return find_arm(&d->quick, d->has, i->word);
}

void quick_prepare(struct decoded *d)
{
	d->quick.pc = d->insn.addr + (d->insn.thumb ? 4 : 8);
	d->quick.run = find(d);
	d->quick.ready = d->quick.run && !d->insn.preload && !d->quick.apart &&
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

/* The pages of the instruction in flight, if there is one. */
static void give_pages(struct machine *m)
{
	const struct decoded *d = a32_of(m)->now;

	if (!d)
		return;
	give_page(m, m->fetch.paddr);
	if (d->insn.addr % PAGE + d->insn.size > PAGE)
		give_page(m, mmu_lookup(a32_of(m)->mmu, d->insn.addr + 2, true)
				     ->map.paddr);
}

void quick_engine_insn(void *ctx, uint32_t addr, unsigned size)
{
	struct machine *m = ctx;

	step_insn(m, addr, size);
	give_pages(m);
}

/* Is it carried out? */
static bool passes(const struct engine_state *s, const struct decoded *d)
{
	if (d->if_zero || d->if_not_zero)
		return (s->r[d->insn.word & 7] == 0) == d->if_zero;
	return d->condition == 14 || condition_holds(d->condition, s->cpsr);
}

/* The one that step_insn() has begun; false: it is the engine's. */
static bool carry_out(struct machine *m, struct engine_state *s)
{
	const struct decoded *d = a32_of(m)->now;
	uint32_t next;

	if (!s->held || !d)
		return false;
	next = decoded_next(d);
	if (d->by_target)
		m->flight.passed = passes(s, d);
	if (m->flight.passed) {
		if (!d->quick.run)
			return false;
		s->r[PC] = d->quick.pc;
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
static const struct decoded *ready(struct machine *m,
				   const struct engine_state *s)
{
	const struct decoded *d;
	uint32_t pc = s->pc,
		 paddr = (m->fetch.paddr & ~(PAGE - 1u)) | pc % PAGE;

	/* An abort of the one in flight may still be to be delivered. */
	if (a32_of(m)->now || m->instructions >= m->attention ||
	    machine_breaks_near(m, pc) || m->irq || m->fiq || !m->fetch_known ||
	    m->fetch_vpage != pc / PAGE)
		return NULL;
	d = decode_at(a32_of(m)->decoder, pc, m->memory + paddr,
		      s->cpsr & CPSR_T, a32_of(m)->it);
	if (!d || !d->quick.ready)
		return NULL;
	m->fetch.paddr = paddr;
	return d;
}

/*
 * An instruction that is ready is carried out, or has begun and is the
 * engine's.  BLOCK_NOT_READY: the bus refused its fetch, which was delivered,
 * or one of its accesses, which step_insn() delivers.
 */
static enum block_step step_ready(struct machine *m, struct engine_state *s,
				  const struct decoded *d)
{
	const bool on_bus = a32_on_bus(m);
	uint32_t next = decoded_next(d);

	m->step_over = false;
	m->flight.insn = &d->insn;
	m->flight.passed = passes(s, d);
	a32_of(m)->now = d;
	if (on_bus && !port_fetch(m))
		return BLOCK_NOT_READY;
	if (m->flight.passed) {
		s->r[PC] = d->quick.pc;
		next = d->quick.run(m, s, d);
	}
	if (next == QUICK_NOT)
		return BLOCK_BEGUN;
	s->pc = next;
	if (on_bus && a32_of(m)->abort.pending)
		return BLOCK_NOT_READY;
	m->flight.element = m->flight.accesses ? m->access[0].size : 0;
	machine_retire_usual(m, next);
	machine_see_state(m, s);
	a32_of(m)->it = decode_it_after(d);
	a32_of(m)->now = NULL;
	if (on_bus)
		port_boundary(m);
	return d->insn.flow == FLOW_NEXT ? BLOCK_STEPPED : BLOCK_ARRIVED;
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

	for (; most && (d = ready(m, state)) != NULL; most--) {
		enum block_step step = step_ready(m, state, d);

		if (step > BLOCK_ARRIVED)
			return step == BLOCK_NOT_READY;
		state->carried_out++;
		if (machine_lines_due(m))
			machine_lines(m);
	}
	return true;
}

static enum block_step one_step(struct machine *m, void *s)
{
	struct engine_state *state = s;
	const struct decoded *d = ready(m, state);
	enum block_step step = d ? step_ready(m, state, d) : BLOCK_NOT_READY;

	if (step <= BLOCK_ARRIVED)
		state->carried_out++;
	return step;
}

const struct block_steps a32_block_steps = { one_step, steps, machine_lines };

bool quick_run(void *ctx, struct engine_state *s, bool begun)
{
	struct machine *m = ctx;
	struct blocks *b = m->blocks;

	for (s->carried_out = 0; s->held; s->carried_out++) {
		if (!begun && !step_complete(m, s->pc))
			continue;
		if (begun) {
			begun = false;
			if (carry_out(m, s))
				continue;
		} else if (b ? blocks_go(b, s) : steps(m, s, UINT64_MAX)) {
			if (m->stopped)
				return false;
			if (!s->held)
				continue;
			s->jumped = false;
			step_insn(m, s->pc, 0);
			if (m->stopped)
				return false;
			if (s->jumped || carry_out(m, s))
				continue;
		}
		give_pages(m);
		return true;
	}
	return false;
}
