/* SPDX-License-Identifier: MIT */
/*
 * The parts of the microarchitecture model that do not depend on the core:
 * making one, switching things on, waiting for operands, injected signals.
 */
#include "boards/src/core/uarch.h"

#include <stdlib.h>

#include "boards/src/core/inner.h"
#include "boards/src/layout/layout.h"

static void name_causes(struct uarch *u)
{
	static const uint8_t longer[CLASSES] = {
		[CLASS_ALU] = CAUSE_SLOW_ALU,
		[CLASS_SHIFT_BY_REG] = CAUSE_SLOW_ALU,
		[CLASS_MULTIPLY] = CAUSE_MULTIPLY,
		[CLASS_MULTIPLY_LONG] = CAUSE_MULTIPLY,
		[CLASS_DIVIDE] = CAUSE_DIVIDE,
		[CLASS_LOAD] = CAUSE_UNITS,
		[CLASS_STORE] = CAUSE_UNITS,
		[CLASS_LOAD_MULTIPLE] = CAUSE_UNITS,
		[CLASS_STORE_MULTIPLE] = CAUSE_UNITS,
		[CLASS_SWAP] = CAUSE_UNITS,
		[CLASS_STATUS] = CAUSE_SYNCHRONISE,
		[CLASS_COPROCESSOR] = CAUSE_COPROCESSOR,
		[CLASS_OTHER] = CAUSE_SLOW_ALU,
	};

	for (unsigned i = 0; i < CLASSES; i++) {
		bool load = i == CLASS_LOAD || i == CLASS_LOAD_MULTIPLE ||
			    i == CLASS_SWAP;

		u->longer[i] = longer[i];
		u->result[i] = load ? CAUSE_LOAD_USE : u->longer[i];
	}
}

static void apply_options(struct uarch *u, const struct board_options *o)
{
	u->options = *o;
	u->quick_retire = u->ops->quick_retire;
	u->t = *u->ops->timing;
	rng_seed(&u->rng, o->seed);
	if (o->trial.ranges)
		u->quick_retire = false;
	else
		u->without = o->trial.without;
	if (o->flat) {
		u->t = (struct uarch_timing){ 0 };
		for (unsigned i = 0; i < CLASSES; i++)
			u->t.issue[i] = 1;
	}
	wanted_times(u);
	for (unsigned i = 0; i < CLASSES; i++)
		u->quick[i] = (i == CLASS_ALU || i == CLASS_SHIFT_BY_REG ||
			       i == CLASS_STATUS || i == CLASS_OTHER) &&
			      u->t.latency[i] <= u->t.issue[i];
}

struct uarch *uarch_new(const struct uarch_ops *ops,
			const struct board_options *o, struct ahb *bus)
{
	struct uarch *u = calloc(1, sizeof(*u));

	if (!u)
		return NULL;
	u->ops = ops;
	u->ahb = bus;
	apply_options(u, o);
	name_causes(u);
	if (ops->own_size)
		u->own = calloc(1, ops->own_size);
	if ((ops->own_size && !u->own) || !u->ops->init(u)) {
		uarch_free(u);
		return NULL;
	}
	if (o->jitter)
		u->ops->junk(u);
	forget_fetch(u);
	forget_page(&u->ipage);
	forget_page(&u->dpage);
	return u;
}

void uarch_free(struct uarch *u)
{
	if (!u)
		return;
	cache_done(&u->icache);
	cache_done(&u->dcache);
	if (u->ops->done && u->own)
		u->ops->done(u);
	free(u->moved);
	free(u->own);
	free(u);
}

void uarch_set_control(struct uarch *u, const struct uarch_control *c)
{
	u->control = *c;
	u->control.mmu = c->mmu && !u->ops->regions;
	if (u->ops->control)
		u->ops->control(u);
	forget_fetch(u);
	forget_page(&u->ipage);
	forget_page(&u->dpage);
}

/* A trial somewhere: is the instruction there? */
static void try_at(struct uarch *u, uint32_t addr)
{
	const struct board_trial *t = &u->options.trial;

	u->without = 0;
	for (unsigned i = 0; i < t->ranges; i++)
		if (addr - t->range[i].from < t->range[i].to - t->range[i].from)
			u->without = t->without;
}

bool uarch_lay_out(struct uarch *u, struct layout *layout)
{
	u->moved = calloc(1, sizeof *u->moved);
	if (!u->moved)
		return false;
	u->moved->layout = layout;
	u->quick_retire = false;
	return true;
}

/* The page tables are where they were; so is what a mapping has besides. */
static const struct mapping *move_map(struct uarch *u, uint32_t vaddr,
				      const struct mapping *map,
				      struct mapping *to)
{
	if (!map)
		return NULL;
	*to = *map;
	to->paddr += layout_at(u->moved->layout, vaddr) - vaddr;
	return to;
}

static const struct insn *move_insn(struct uarch *u, const struct insn *insn)
{
	struct uarch_moved *m = u->moved;

	m->insn = *insn;
	m->insn.addr = layout_at(m->layout, insn->addr);
	m->insn.target = layout_at(m->layout, insn->target);
	return &m->insn;
}

static void move_access(struct uarch *u, const struct access *from,
			struct access *to)
{
	*to = *from;
	move_map(u, from->vaddr, &from->map, &to->map);
	to->vaddr = layout_at(u->moved->layout, from->vaddr);
}

static RARE const struct retired *move_retired(struct uarch *u,
					       const struct retired *r)
{
	struct uarch_moved *m = u->moved;

	m->retired = *r;
	m->retired.insn = move_insn(u, r->insn);
	m->retired.fetch = move_map(u, r->insn->addr, r->fetch, &m->fetch);
	m->retired.next = layout_at(m->layout, r->next);
	m->retired.access = m->access;
	for (unsigned i = 0; i < r->accesses && i <= ACCESSES_MAX; i++)
		move_access(u, &r->access[i], &m->access[i]);
	return &m->retired;
}

void uarch_retire(struct uarch *u, const struct retired *r)
{
	if (u->options.trial.ranges)
		try_at(u, r->insn->addr);
	u->here = r->insn->addr;
	u->ops->retire(u, u->moved ? move_retired(u, r) : r);
	if (!flow_changes_mode(r->insn->flow) || !r->passed)
		return;
	if (r->insn->flow == FLOW_SVC)
		uarch_note(u, LEDGER_EXC_SVC);
	else if (r->insn->flow == FLOW_EXCEPTION_RETURN && !r->exception)
		uarch_note(u, LEDGER_EXC_RETURN);
}

struct uarch_waits *uarch_waits(struct uarch *u)
{
	return &u->waits;
}

struct uarch_passage *uarch_passage(struct uarch *u)
{
	return &u->passage;
}

bool uarch_retire_quickly(struct uarch *u, const struct retired *r)
{
	if (!u->quick_retire || !is_quick(u, r))
		return false;
	retire_quick(u, r->insn);
	return true;
}

enum uarch_bus uarch_begin(struct uarch *u, const struct insn *insn,
			   const struct mapping *fetch, bool passed,
			   bool privileged)
{
	enum uarch_bus bus;
	uint64_t before = u->now;

	if (!u->ops->begin)
		return UARCH_BUS_OK;
	if (u->options.trial.ranges)
		try_at(u, insn->addr);
	if (u->moved) {
		fetch = move_map(u, insn->addr, fetch, &u->moved->fetch);
		insn = move_insn(u, insn);
	}
	bus = u->ops->begin(u, insn, fetch, passed, privileged);
	settle(u, before);
	return bus;
}

enum uarch_bus uarch_access(struct uarch *u, const struct insn *insn,
			    const struct access *a, bool privileged,
			    uint32_t *value)
{
	enum uarch_bus bus;
	uint64_t before = u->now;

	if (!u->ops->access)
		return UARCH_BUS_OK;
	if (u->moved) {
		insn = move_insn(u, insn);
		move_access(u, a, &u->moved->access[ACCESSES_MAX]);
		a = &u->moved->access[ACCESSES_MAX];
	}
	bus = u->ops->access(u, insn, a, privileged, value);
	settle(u, before);
	return bus;
}

void uarch_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		    const struct mapping *map)
{
	uint64_t before = u->now;

	if (u->moved) {
		map = move_map(u, vaddr, map, &u->moved->map);
		vaddr = layout_at(u->moved->layout, vaddr);
	}
	u->ops->maintain(u, what, vaddr, map);
	settle(u, before);
}

void uarch_exception(struct uarch *u)
{
	uint64_t before = u->now;

	spend(u, CAUSE_EXCEPTION, u->t.exception);
	settle(u, before);
}

void uarch_refused(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		   bool fetch)
{
	if (u->moved) {
		map = move_map(u, vaddr, map, &u->moved->map);
		vaddr = layout_at(u->moved->layout, vaddr);
	}
	if (u->ops->refused)
		u->ops->refused(u, vaddr, map, fetch);
}

void uarch_note(struct uarch *u, enum ledger_item item)
{
	count(u, item, 1);
}

void uarch_idle(struct uarch *u, uint64_t cycles)
{
	uint64_t before = u->now;

	spend(u, CAUSE_IDLE, cycles);
	if (u->ops->idle)
		u->ops->idle(u);
	settle(u, before);
}

void uarch_attach_l2(struct uarch *u, struct l2 *controller)
{
	if (u->ops->attach_l2)
		u->ops->attach_l2(u, controller);
}

void uarch_masks(struct uarch *u, bool irq_disabled, bool fiq_disabled)
{
	u->irq_disabled = irq_disabled ? UINT64_MAX : 0;
	u->fiq_disabled = fiq_disabled ? UINT64_MAX : 0;
}

void uarch_inject_error(struct uarch *u, enum board_ram ram, uint64_t every)
{
	u->errors[ram] = (struct error_source){ .every = every };
	u->errors_on = false;
	for (unsigned i = 0; i < BOARD_RAMS; i++)
		u->errors_on = u->errors_on || u->errors[i].every;
}

void uarch_ram_access(struct uarch *u, enum board_ram ram)
{
	static const enum ledger_item items[BOARD_RAMS] = {
		[BOARD_ICACHE_TAG] = LEDGER_ICACHE_TAG_ERROR,
		[BOARD_ICACHE_DATA] = LEDGER_ICACHE_DATA_ERROR,
		[BOARD_DCACHE_TAG] = LEDGER_DCACHE_TAG_ERROR,
		[BOARD_DCACHE_DATA] = LEDGER_DCACHE_DATA_ERROR,
		[BOARD_DCACHE_DIRTY] = LEDGER_DCACHE_DIRTY_ERROR,
		[BOARD_ITCM] = LEDGER_ITCM_ERROR,
		[BOARD_DTCM] = LEDGER_DTCM_ERROR,
	};
	struct error_source *s = &u->errors[ram];

	if (!s->every || ++s->accesses < s->every)
		return;
	s->accesses = 0;
	count(u, items[ram], 1);
}

const struct ledger *uarch_ledger(const struct uarch *u)
{
	return &u->ledger;
}

void uarch_etmextout(struct uarch *u, unsigned signal, uint64_t period,
		     uint64_t high)
{
	if (signal >= BOARD_SIGNALS)
		return;
	u->etm[signal] = (struct etm_signal){
		.period = period,
		.high = high < period ? high : period,
	};
	u->etm_on = false;
	for (unsigned i = 0; i < BOARD_SIGNALS; i++)
		u->etm_on |= u->etm[i].period != 0;
}

/* How many of the next `cycles` the signal is high: it begins each period
 * high. */
static uint64_t high_cycles(struct etm_signal *s, uint64_t cycles)
{
	uint64_t from = s->phase, to = s->phase + cycles, sum;

	if (s->period == 0)
		return 0;
	sum = to / s->period * s->high;
	to %= s->period;
	s->phase = to;
	sum += to < s->high ? to : s->high;
	return sum - (from < s->high ? from : s->high);
}

/* How often it changes then, up and down; call this before high_cycles(). */
static uint64_t changes(const struct etm_signal *s, uint64_t cycles)
{
	uint64_t from = s->phase, to = s->phase + cycles;
	uint64_t falls_after = s->period - s->high;

	if (!s->high || !falls_after)
		return 0;
	return to / s->period + (to + falls_after) / s->period -
	       (from + falls_after) / s->period;
}

void uarch_etm_advance(struct uarch *u, uint64_t cycles)
{
	uint64_t moved = changes(&u->etm[BOARD_PM_EVENT], cycles);
	uint64_t zero = high_cycles(&u->etm[0], cycles);
	uint64_t one = high_cycles(&u->etm[1], cycles);

	count(u, LEDGER_ETMEXTOUT0, zero);
	count(u, LEDGER_ETMEXTOUT1, one);
	count(u, LEDGER_ETMEXTOUT, zero + one);
	count(u, LEDGER_PM_EVENT_CHANGES, moved);
	count(u, LEDGER_PM_EVENT, high_cycles(&u->etm[BOARD_PM_EVENT], cycles));
}

void uarch_operand_stall(struct uarch *u, uint32_t regs)
{
	uint32_t wanted = regs & u->pending;
	struct late last = { .until = u->now };
	uint32_t maker = 0;

	while (wanted) {
		unsigned reg = (unsigned)__builtin_ctz(wanted);

		if (u->ready[reg] > last.until) {
			last = (struct late){ u->ready[reg], u->why[reg] };
			maker = u->maker[reg];
		}
		wanted &= wanted - 1;
	}
	u->pending &= ~regs; /* ready when this instruction goes on */
	count(u, LEDGER_DATA_STALL, last.until - u->now);
	wait_for(u, last.cause, last.until, maker);
}

void uarch_results(struct uarch *u, uint32_t regs, enum cause cause,
		   uint64_t at, unsigned step, struct late late)
{
	uint64_t n = 0;

	u->pending |= regs;
	for (; regs; regs &= regs - 1, n++) {
		unsigned reg = (unsigned)__builtin_ctz(regs);
		struct late ready = { at + n / 2 * step, cause };

		ready = later(ready, late);
		u->ready[reg] = ready.until;
		u->why[reg] = (uint8_t)ready.cause;
		u->maker[reg] = u->here;
	}
}

/* The base registers that Thumb-2's instructions of four bytes update [DDI0406B
 * A6.3]. */
static uint32_t updated_base_thumb2(const struct insn *i)
{
	uint32_t w = i->word, base = 1u << (w >> 16 & 15);
	bool updated;

	if (i->class == CLASS_LOAD_MULTIPLE)
		updated = (w & 1u << 21) && !(w & base);
	else if (w >> 25 == 0x74) /* LDRD */
		updated = w & 1u << 21;
	else /* one register, with an offset of 8 bits */
		updated = (w & 0x00800900) == 0x00000900;
	return updated ? base : 0;
}

/* The register that a load or store with write-back updates, as a set. */
static uint32_t updated_base(const struct insn *i)
{
	uint32_t w = i->word;

	if (i->thumb && w > 0xFFFF)
		return updated_base_thumb2(i);
	if (i->thumb) {
		if ((w & 0xF600) == 0xB400) /* PUSH, POP */
			return 1u << 13;
		if ((w & 0xF000) == 0xC000) /* LDMIA, STMIA */
			return 1u << (w >> 8 & 7);
		return 0;
	}
	if (i->class == CLASS_LOAD_MULTIPLE) {
		uint32_t base = 1u << (w >> 16 & 15);

		/* Loaded over when it is in the list, too. */
		return (w & 1u << 21) && !(w & base) ? base : 0;
	}
	if (!(w & 1u << 24) || (w & 1u << 21))
		return 1u << (w >> 16 & 15);
	return 0;
}

uint32_t uarch_loaded(const struct insn *i)
{
	uint32_t loaded = i->writes & ~(1u << PC);

	if (i->class == CLASS_SWAP)
		return loaded;
	return loaded & ~updated_base(i);
}

uint64_t uarch_walk(struct uarch *u, const struct mapping *map)
{
	uint64_t cycles = vary(u, u->t.walk_read);

	if (map->page_bits < 20) /* a second-level table */
		cycles += vary(u, u->t.walk_read);
	return cycles;
}
