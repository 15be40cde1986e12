/* SPDX-License-Identifier: MIT */
/*
 * Loads, stores and cache operations.  Where a byte goes is known before it is
 * moved, so an access that may not happen has done nothing.  Misaligned ones
 * are carried out, as the e500 does, but for multiples and reservations
 * [E500CORERM 3.1.2], and for registers of devices (chosen).
 */
#include "boards/src/ppc/inner.h"

#include <string.h>

enum { PAGE = 4096, LINE = PQ3_LINE_BYTES };

/* Part of an access, in one page. */
struct part {
	const struct place *place;
	uint32_t paddr;
	unsigned size;
	bool little;
	struct mapping map;
};

struct wish {
	uint32_t ea;
	unsigned size;
	bool write;
	unsigned parts;
	struct part part[2];
};

static const char *why_not(enum ppc_vector vector, const struct ppc_page *page)
{
	if (vector == PPC_DATA_TLB)
		return "for which no TLB has an entry";
	if (vector == PPC_DATA_STORAGE)
		return "which its TLB entry does not allow";
	if (vector == PPC_ALIGNMENT)
		return "where it has to be aligned, or cached and written back";
	return page && page->physical > UINT32_MAX
		       ? "beyond 4 GiB, where this board has nothing"
		       : "where this board has no memory or device";
}

/* The instruction in flight ends here; false always. */
static bool refuse(struct machine *m, enum ppc_vector vector,
		   const struct wish *w, const struct ppc_page *page)
{
	struct ppc *p = ppc_of(m);
	uint32_t back = p->now->insn.addr, ea = w->ea;
	const char *name = ppc_op_name((enum ppc_op)p->now->op);
	const char *why = why_not(vector, page);
	char where[160];

	m->flight.accesses = 0;
	ppc_retire(m, back, true);
	if (vector == PPC_MACHINE_CHECK) {
		p->system.mcsr = w->write ? MCSR_WRITE : MCSR_READ;
		p->system.mcar = (uint32_t)page->physical | (ea & (PAGE - 1));
	} else {
		p->system.dear = ea;
		p->system.esr = w->write ? ESR_ST : 0;
	}
	if (vector == PPC_DATA_TLB) {
		ppc_mmu_missed(p->mmu, ea, p->regs.msr & MSR_DS);
		uarch_note(m->uarch, LEDGER_L2MMU_MISSES);
	}
	if (!ppc_exception(m, vector, back))
		machine_fault(
			m, back, "data access: %s 0x%08x, %s, by %s at %s",
			w->write ? "write to" : "read of", (unsigned)ea, why,
			name, machine_where(m, back, where, sizeof(where)));
	return false;
}

/* The page at `ea` into a part; false: the instruction is over. */
static bool find(struct machine *m, struct wish *w, uint32_t ea, unsigned size)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page =
		ppc_mmu_lookup(p->mmu, ea, p->regs.msr & MSR_DS);
	struct part *part = &w->part[w->parts++];

	if (page->miss)
		return refuse(m, PPC_DATA_TLB, w, page);
	if (!ppc_mmu_allows(page, w->write ? MMU_WRITE : MMU_READ,
			    p->regs.msr & MSR_PR))
		return refuse(m, PPC_DATA_STORAGE, w, page);
	if (!page->place || (w->write && page->place->kind == PLACE_FLASH))
		return refuse(m, PPC_MACHINE_CHECK, w, page);
	/* Registers do not come in halves. */
	if (page->place->kind == PLACE_DEVICE && w->size <= 4 &&
	    w->ea % w->size)
		return refuse(m, PPC_ALIGNMENT, w, page);
	part->place = page->place;
	part->map = ppc_mmu_map(page, ea);
	part->paddr = part->map.paddr;
	part->size = size;
	part->little = page->little;
	return true;
}

/* All of an access that lies in one page or two; notes it for the model. */
static bool translate(struct machine *m, struct wish *w)
{
	unsigned left = PAGE - w->ea % PAGE;
	unsigned first = w->size < left ? w->size : left;

	w->parts = 0;
	if (!find(m, w, w->ea, first) ||
	    (first < w->size && !find(m, w, w->ea + first, w->size - first)))
		return false;
	for (unsigned i = 0; i < w->parts && m->flight.accesses < ACCESSES_MAX;
	     i++)
		m->access[m->flight.accesses++] = (struct access){
			.vaddr = w->ea + (i ? first : 0),
			.size = (uint8_t)w->part[i].size,
			.write = w->write,
			.map = w->part[i].map,
		};
	return true;
}

/* One byte after the other; registers of devices as a whole. */
static uint32_t fetch_part(struct machine *m, const struct part *p)
{
	uint32_t value = 0;

	if (p->place->kind == PLACE_DEVICE)
		value = (uint32_t)ppc_ccsr_read(m, p->paddr, p->size);
	else
		for (unsigned i = 0; i < p->size; i++)
			value = value << 8 | m->memory[p->paddr + i];
	if (p->little)
		value = __builtin_bswap32(value) >> (32 - 8 * p->size);
	return value;
}

static void store_part(struct machine *m, const struct part *p, uint32_t value)
{
	if (p->little)
		value = __builtin_bswap32(value) >> (32 - 8 * p->size);
	if (p->place->kind == PLACE_DEVICE)
		ppc_ccsr_write(m, p->paddr, p->size, value);
	else
		for (unsigned i = p->size; i-- > 0; value >>= 8)
			m->memory[p->paddr + i] = (uint8_t)value;
	ppc_written(m, p->paddr, p->size);
}

/* Big-endian, of both parts. */
static uint32_t load(struct machine *m, const struct wish *w)
{
	uint32_t value = fetch_part(m, &w->part[0]);

	if (w->parts > 1)
		value = value << 8 * w->part[1].size |
			fetch_part(m, &w->part[1]);
	return value;
}

static void store(struct machine *m, const struct wish *w, uint32_t value)
{
	if (w->parts > 1) {
		store_part(m, &w->part[0], value >> 8 * w->part[1].size);
		store_part(m, &w->part[1], value);
	} else {
		store_part(m, &w->part[0], value);
	}
}

static uint32_t address(const struct ppc_regs *r, const struct ppc_insn *d)
{
	uint32_t base = d->a ? r->gpr[d->a] : 0;

	/* Cache operations have two registers, too. */
	if (d->element && !ppc_indexed(d->operands))
		return base + d->immediate;
	return base + r->gpr[d->b];
}

static uint32_t swapped(const struct ppc_insn *d, uint32_t value)
{
	if (!ppc_reversed(d->op))
		return value;
	return d->element == 4 ? __builtin_bswap32(value)
			       : __builtin_bswap16((uint16_t)value);
}

/* lmw and stmw. */
static enum ppc_result multiple(struct machine *m, const struct ppc_insn *d,
				struct wish *w)
{
	struct ppc_regs *r = &ppc_of(m)->regs;

	if (w->ea % 4) {
		refuse(m, PPC_ALIGNMENT, w, NULL);
		return PPC_TAKEN;
	}
	for (unsigned i = d->t; i < 32; i++, w->ea += 4) {
		if (!translate(m, w))
			return PPC_TAKEN;
		if (w->write)
			store(m, w, r->gpr[i]);
		else
			r->gpr[i] = load(m, w);
	}
	return PPC_DONE;
}

static bool is_reserving(unsigned op)
{
	return op == PPC_LWARX || op == PPC_STWCX;
}

/* stwcx.: does it store? */
static bool conditional(struct machine *m, const struct wish *w)
{
	struct ppc *p = ppc_of(m);
	bool holds = p->reserved &&
		     p->reservation == (w->part[0].paddr & ~(LINE - 1u));

	p->reserved = false;
	p->regs.cr = (p->regs.cr & 0x0fffffff) |
		     (p->regs.xer & XER_SO ? 1u << 28 : 0u) |
		     (holds ? 1u << 29 : 0u);
	return holds;
}

static enum ppc_result single(struct machine *m, const struct ppc_insn *d,
			      struct wish *w)
{
	struct ppc *p = ppc_of(m);
	struct ppc_regs *r = &p->regs;
	uint32_t value;

	if (is_reserving(d->op) && w->ea % 4) {
		refuse(m, PPC_ALIGNMENT, w, NULL);
		return PPC_TAKEN;
	}
	if (!translate(m, w))
		return PPC_TAKEN;
	if (!w->write) {
		value = swapped(d, load(m, w));
		if (ppc_algebraic(d->op))
			value = ((value & 0xffff) ^ 0x8000) - 0x8000;
		r->gpr[d->t] = value;
	} else if (d->op != PPC_STWCX || conditional(m, w)) {
		store(m, w, swapped(d, r->gpr[d->t]));
	}
	if (d->op == PPC_LWARX) {
		p->reserved = true;
		p->reservation = w->part[0].paddr & ~(LINE - 1u);
	}
	if (d->update)
		r->gpr[d->a] = w->ea;
	return PPC_DONE;
}

static enum uarch_operation operation(unsigned op)
{
	switch (op) {
	case PPC_DCBT:
		return OPERATION_TOUCH;
	case PPC_DCBTST:
		return OPERATION_TOUCH_STORE;
	case PPC_DCBZ:
	case PPC_DCBA:
		return OPERATION_ZERO;
	case PPC_DCBST:
		return OPERATION_STORE;
	case PPC_DCBF:
		return OPERATION_FLUSH;
	case PPC_DCBI:
		return OPERATION_INVALIDATE;
	case PPC_ICBI:
		return OPERATION_ICBI;
	default:
		return OPERATION_NONE;
	}
}

static enum ppc_result zero(struct machine *m, struct wish *w)
{
	const struct part *part = &w->part[0];

	if (!part->map.cacheable || part->map.write_through) {
		refuse(m, PPC_ALIGNMENT, w, NULL);
		return PPC_TAKEN;
	}
	memset(m->memory + part->paddr, 0, LINE);
	ppc_written(m, part->paddr, LINE);
	return PPC_DONE;
}

/* A line's address, and what is to be done with it. */
static enum ppc_result by_line(struct machine *m, const struct ppc_insn *d,
			       enum uarch_operation what)
{
	struct ppc *p = ppc_of(m);
	struct wish w = {
		.ea = address(&p->regs, d) & ~(LINE - 1u),
		.size = LINE,
		.write = what == OPERATION_ZERO || what == OPERATION_INVALIDATE,
	};
	const struct ppc_page *page =
		ppc_mmu_lookup(p->mmu, w.ea, p->regs.msr & MSR_DS);
	bool hint = what == OPERATION_TOUCH || what == OPERATION_TOUCH_STORE ||
		    d->op == PPC_DCBA;

	if (hint &&
	    (page->miss || !page->place || page->place->kind == PLACE_DEVICE ||
	     !ppc_mmu_allows(page, w.write ? MMU_WRITE : MMU_READ,
			     p->regs.msr & MSR_PR)))
		return PPC_DONE;
	if (!translate(m, &w))
		return PPC_TAKEN;
	m->flight.operation = (uint8_t)what;
	if (d->op == PPC_DCBZ)
		return zero(m, &w);
	return PPC_DONE;
}

enum ppc_result ppc_access(struct machine *m, const struct ppc_insn *d)
{
	enum uarch_operation what;
	struct wish w;

	if (d->element) {
		w = (struct wish){ .ea = address(&ppc_of(m)->regs, d),
				   .size = d->element,
				   .write = d->operands >= OP_STORE };
		return d->insn.transfers > 1 ? multiple(m, d, &w)
					     : single(m, d, &w);
	}
	what = operation(d->op);
	if (what == OPERATION_NONE)
		return PPC_NOT_MINE;
	return by_line(m, d, what);
}
