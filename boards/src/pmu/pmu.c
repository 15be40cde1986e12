/* SPDX-License-Identifier: MIT */
/*
 * Simulated performance monitors: what all of them share.  A counter is its
 * value at a moment plus what the ledger has gained since; so a counter costs
 * nothing per event, and pmu_update() is a comparison for each.
 */
#include "boards/src/pmu/pmu.h"

#include <stdlib.h>
#include <string.h>

#include "boards/src/pmu/inner.h"

static bool make_own(struct pmu *p)
{
	size_t size = p->ops->own_size;

	if (!size)
		return true;
	p->own = calloc(1, size);
	p->own_before = calloc(1, size);
	return p->own && p->own_before;
}

struct pmu *pmu_new(const struct pmu_ops *ops, const struct pmu_quirks *quirks,
		    const struct ledger *ledger)
{
	struct pmu *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->ops = ops;
	if (!make_own(p)) {
		pmu_free(p);
		return NULL;
	}
	p->ledger = ledger;
	p->quirks = *quirks;
	rng_seed(&p->rng, quirks->seed);
	p->ops->reset(p);
	p->ops->configure(p);
	pmu_arm(p);
	return p;
}

struct pmu *pmu_clone(const struct pmu *p)
{
	struct pmu *other = calloc(1, sizeof(*other));

	if (!other)
		return NULL;
	*other = *p;
	other->own = other->own_before = NULL;
	other->next = NULL;
	other->hurry = NULL;
	other->listener = (struct pmu_listener){ 0 };
	if (!make_own(other)) {
		pmu_free(other);
		return NULL;
	}
	if (p->own && other->own)
		memcpy(other->own, p->own, p->ops->own_size);
	return other;
}

void pmu_follow(struct pmu *first, struct pmu *other)
{
	while (first->next)
		first = first->next;
	first->next = other;
}

bool pmu_can_clone(const struct pmu_ops *kind)
{
	return !kind->single;
}

void pmu_permit(struct pmu *p, bool permitted)
{
	for (; p; p = p->next) {
		if (p->forbidden == !permitted)
			continue;
		pmu_update(p);
		pmu_settle(p);
		p->forbidden = !permitted;
		p->ops->configure(p);
		pmu_arm(p);
	}
}

void pmu_free(struct pmu *p)
{
	if (!p)
		return;
	free(p->own);
	free(p->own_before);
	free(p);
}

uint64_t pmu_gained(struct pmu *p, unsigned counter)
{
	struct pmu_counter *c = &p->counter[counter];
	uint64_t at = p->ledger->n[c->item], gained = at - c->snap;

	c->snap = at;
	return c->counting ? gained : 0;
}

static void settle_counter(struct pmu *p, unsigned i)
{
	struct pmu_counter *c = &p->counter[i];
	uint64_t gained = pmu_gained(p, i);

	if (!c->counting)
		return;
	if (c->shift) {
		gained += c->phase;
		c->phase = (uint8_t)(gained & ((1u << c->shift) - 1));
		gained >>= c->shift;
	}
	pmu_advance(p, i, gained);
}

void pmu_advance(struct pmu *p, unsigned counter, uint64_t n)
{
	struct pmu_counter *c = &p->counter[counter];
	uint64_t sum = c->value + n;
	uint64_t wraps =
		c->wide_wrap ? sum < n : ((c->value & UINT32_MAX) + n) >> 32;

	c->value = c->wide ? sum : (uint32_t)sum;
	if (!wraps)
		return;
	p->flags |= 1u << counter;
	if (p->ops->wraps)
		p->ops->wraps(p, counter, wraps);
	if (c->chained)
		pmu_advance(p, counter + 1, wraps);
}

/* The lowest counter at or above `i`, or PMU_MOST_COUNTERS. */
static unsigned next_counter(const struct pmu *p, unsigned i)
{
	while (i < PMU_MOST_COUNTERS && !(p->ops->counters & 1u << i))
		i++;
	return i;
}

void pmu_settle(struct pmu *p)
{
	if (p->ops->settle) {
		p->ops->settle(p);
		return;
	}
	for (unsigned i = next_counter(p, 0); i < PMU_MOST_COUNTERS;
	     i = next_counter(p, i + 1))
		settle_counter(p, i);
	if (p->ops->also_settle)
		p->ops->also_settle(p);
}

/* The item's value when the counter wraps; UINT64_MAX: not in this life. */
static uint64_t wrap_at(const struct pmu_counter *c)
{
	uint64_t left, at;

	if (!c->counting || c->item == LEDGER_NOTHING)
		return UINT64_MAX;
	left = c->wide_wrap ? 0 - c->value
			    : (UINT64_C(1) << 32) - (uint32_t)c->value;
	if (c->half)
		left = (UINT64_C(1) << 31) - (c->value & INT32_MAX);
	if (left == 0) /* 2^64 */
		return UINT64_MAX;
	if (c->shift)
		left = (left << c->shift) - c->phase;
	at = c->snap + left;
	return at < left ? UINT64_MAX : at;
}

void pmu_set_watches(struct pmu *p, const struct pmu_watch *watch,
		     unsigned count)
{
	const struct pmu_watch never = { &p->ledger->n[LEDGER_NOTHING],
					 UINT64_MAX };

	for (unsigned i = 0; i < count; i++)
		p->watch[i] = watch[i];
	p->watches = count;
	while (count < PMU_LEAST_WATCHES)
		p->watch[count++] = never;
}

void pmu_hurry(struct pmu *p)
{
	if (p->hurry)
		*p->hurry = 0;
}

void pmu_tell(struct pmu *p, uint64_t *hurry)
{
	p->hurry = hurry;
	pmu_hurry(p);
}

void pmu_arm(struct pmu *p)
{
	struct pmu_watch watch[PMU_MOST_COUNTERS];
	unsigned n = 0;

	pmu_hurry(p);
	if (p->ops->arm) {
		p->ops->arm(p);
		return;
	}

	for (unsigned i = next_counter(p, 0); i < PMU_MOST_COUNTERS;
	     i = next_counter(p, i + 1)) {
		const struct pmu_counter *c = &p->counter[i];
		uint64_t at = wrap_at(c);

		if (at != UINT64_MAX)
			watch[n++] = (struct pmu_watch){ &p->ledger->n[c->item],
							 at };
	}
	pmu_set_watches(p, watch, n);
	if (p->ops->also_arm)
		p->ops->also_arm(p);
}

const struct pmu_event *pmu_event_find(const struct pmu *p, unsigned code)
{
	const struct pmu_event *e = p->ops->events;
	unsigned from = 0, to = p->ops->event_count;

	while (from < to) {
		unsigned mid = (from + to) / 2;

		if (e[mid].code == code)
			return &e[mid];
		if (e[mid].code < code)
			from = mid + 1;
		else
			to = mid;
	}
	return NULL;
}

void pmu_select(struct pmu *p, unsigned counter, unsigned code, bool counting)
{
	struct pmu_counter *c = &p->counter[counter];
	const struct pmu_event *e = pmu_event_find(p, code);

	c->code = (uint16_t)code;
	c->unmodelled = !e || e->class == PMU_NOT_MODELLED;
	c->item = c->unmodelled ? LEDGER_NOTHING : e->item;
	c->counting = counting;
	c->snap = p->ledger->n[c->item];
}

void pmu_select_cycles(struct pmu *p, unsigned counter, unsigned shift,
		       bool counting)
{
	struct pmu_counter *c = &p->counter[counter];

	c->item = LEDGER_CYCLES;
	c->shift = (uint8_t)shift;
	c->counting = counting;
	c->snap = p->ledger->n[c->item];
}

uint64_t pmu_counter_read(struct pmu *p, unsigned counter)
{
	const struct pmu_counter *c = &p->counter[counter];

	if (c->unmodelled && c->counting && p->quirks.poison)
		return rng_next(&p->rng);
	return c->value;
}

static void take_wraps(struct pmu *p)
{
	pmu_settle(p);
	pmu_arm(p);
	p->ops->wrapped(p);
}

void pmu_update(struct pmu *p)
{
	const struct pmu_watch *w = p->watch;
	bool wrapped =
		pmu_reached(&w[0]) || pmu_reached(&w[1]) || pmu_reached(&w[2]);

	for (unsigned i = PMU_LEAST_WATCHES; i < p->watches && !wrapped; i++)
		wrapped = pmu_reached(&w[i]);
	if (wrapped)
		take_wraps(p);
}

/* Selects one of the registers behind a select register, and puts that back. */
static enum pmu_access behind(struct pmu *p, const struct tally_reg *reg,
			      bool privileged, bool write, uint64_t *value)
{
	struct tally_reg select = tally_reg_select(*reg);
	struct tally_reg window = tally_reg_window(*reg);
	uint64_t held = 0;
	enum pmu_access a = p->ops->read(p, &select, privileged, &held);

	if (a != PMU_DONE)
		return a;
	p->ops->write(p, &select, privileged, tally_reg_number(*reg));
	a = write ? p->ops->write(p, &window, privileged, *value)
		  : p->ops->read(p, &window, privileged, value);
	p->ops->write(p, &select, privileged, held);
	return a;
}

enum pmu_access pmu_read(struct pmu *p, const struct tally_reg *reg,
			 bool privileged, uint64_t *value)
{
	pmu_update(p);
	pmu_settle(p);
	*value = 0;
	return tally_reg_behind(*reg) ? behind(p, reg, privileged, false, value)
				      : p->ops->read(p, reg, privileged, value);
}

void pmu_listen(struct pmu *p, const struct pmu_listener *listener)
{
	p->listener = *listener;
}

/* Both are settled.  What only says who may look, and at what, is left out. */
static bool has_changed(const struct pmu *p, const struct pmu *before)
{
	if (p->ops->forgive)
		p->ops->forgive(p, p->own_before);
	/* Copies of the whole, padding and all, so that equal is equal. */
	/* NOLINTNEXTLINE(*-memory-comparison,cert-*) */
	return memcmp(p, before, sizeof(*p)) != 0 ||
	       (p->own && memcmp(p->own, p->own_before, p->ops->own_size) != 0);
}

static enum pmu_access write_one(struct pmu *p, const struct tally_reg *reg,
				 bool privileged, uint64_t value)
{
	enum pmu_access a;

	pmu_update(p);
	pmu_settle(p);
	a = tally_reg_behind(*reg) ? behind(p, reg, privileged, true, &value)
				   : p->ops->write(p, reg, privileged, value);
	pmu_arm(p);
	return a;
}

/* A write of which the listener is told if it has changed the monitor. */
static enum pmu_access write_heard(struct pmu *p, const struct tally_reg *reg,
				   bool privileged, uint64_t value)
{
	struct pmu before;
	enum pmu_access a;

	pmu_update(p);
	pmu_settle(p);
	memcpy(&before, p, sizeof(before)); /* with what is between members */
	if (p->own)
		memcpy(p->own_before, p->own, p->ops->own_size);
	a = write_one(p, reg, privileged, value);
	if (has_changed(p, &before))
		p->listener.changed(p->listener.ctx, reg);
	return a;
}

bool pmu_is_event(const struct pmu *p, const struct tally_reg *reg)
{
	return p->ops->is_event && p->ops->is_event(p, reg);
}

enum pmu_access pmu_write(struct pmu *p, const struct tally_reg *reg,
			  bool privileged, uint64_t value)
{
	enum pmu_access a;

	if (!pmu_is_event(p, reg))
		return p->listener.changed
			       ? write_heard(p, reg, privileged, value)
			       : write_one(p, reg, privileged, value);
	a = write_one(p, reg, privileged, value);
	for (p = p->next; a == PMU_DONE && p; p = p->next)
		(void)write_one(p, reg, true, value);
	return a;
}

bool pmu_irq(const struct pmu *p)
{
	return p->request != 0;
}

bool pmu_fiq(const struct pmu *p)
{
	return p->fiq_request != 0;
}

bool pmu_counts_unmodelled(const struct pmu *p, uint16_t *code)
{
	for (unsigned i = next_counter(p, 0); i < PMU_MOST_COUNTERS;
	     i = next_counter(p, i + 1)) {
		const struct pmu_counter *c = &p->counter[i];

		if (c->unmodelled && c->counting) {
			*code = c->code;
			return true;
		}
	}
	return false;
}

const struct pmu_event *pmu_events(const struct pmu_ops *ops, unsigned *count)
{
	if (ops->rows)
		return ops->rows(count);
	*count = ops->event_count;
	return ops->events;
}
