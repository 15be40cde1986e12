/* SPDX-License-Identifier: MIT */
/*
 * Columns say what costs are of: where each column's count is, when it can have
 * moved, and which columns are one and the same count.
 */
#include <stdlib.h>

#include "boards/src/machine/profile_inner.h"

static uint64_t look(const struct profile *p, const struct profile_column *c)
{
	return c->counted ? c->counted(p->machine, c->item) : *c->at;
}

void columns_bring_ledgers(const struct profile *p)
{
	for (unsigned i = 0; i < TARGET_MONITORS; i++)
		if (p->ledgers[i])
			(void)p->machine->spec->monitor[i].ledger(p->machine);
}

void columns_take_asked(struct profile *p, uint64_t *to, bool apart)
{
	p->asked_until = UINT64_MAX;
	for (unsigned i = p->there; i < p->asked_end; i++) {
		const struct profile_column *c =
			&p->column[p->asked[i - p->there]];
		const uint64_t now = look(p, c), gain = now - p->last[i];
		const uint64_t until =
			c->until ? c->until(p->machine, c->item) : 0;

		if (until < p->asked_until)
			p->asked_until = until;
		p->last[i] = now;
		to[i] += gain;
		if (apart)
			p->apart[i] += gain;
	}
}

/* In the ledger that the monitor counts from. */
static void find_there(struct profile *p, struct profile_column *c,
		       const struct ledger *ledger)
{
	const struct board_monitor *wired =
		&p->machine->spec->monitor[c->monitor];

	if (!wired->ledger) {
		const enum ledger_kind kind =
			ledger_kind((enum ledger_item)c->item);

		c->at = &ledger->n[c->item];
		if (kind != LEDGER_ALWAYS)
			c->moved = &ledger->moved[kind];
		return;
	}
	if (wired->live)
		c->at = wired->live(p->machine, c->item, &c->moved);
	if (c->at)
		return;
	c->at = &ledger->n[c->item];
	p->ledgers[c->monitor] = p->any_ledger = true;
}

/* A cause of the core's cycles, or behind these whom others wait for.  Most
 * instructions have no other than their issue. */
static bool find_cause(struct profile *p, struct profile_column *c,
		       uint32_t cause)
{
	if (cause == CAUSES) {
		c->waits = true;
		p->waits.from = uarch_waits(p->machine->uarch);
		p->waits.from->count = 0;
		return true;
	}
	if (cause > CAUSES)
		return false;
	c->at = &machine_ledger(p->machine)->cause[cause];
	if (cause != CAUSE_ISSUE)
		c->moved = &p->waited;
	p->issued = &machine_ledger(p->machine)->cause[CAUSE_ISSUE];
	c->began = *c->at;
	return true;
}

/* False: the board does not count that. */
static bool find(struct profile *p, struct profile_column *c,
		 const struct board_column *wanted)
{
	struct monitor_ledger from;
	const struct pmu_event *e;

	if (wanted->monitor == BOARD_COLUMN_CAUSE)
		return find_cause(p, c, wanted->row);
	if (!machine_monitor_ledger(p->machine, wanted->monitor, &from) ||
	    wanted->row > from.events ||
	    (wanted->row == from.events && !from.clock))
		return false;
	e = &from.event[wanted->row];
	c->monitor = wanted->monitor;
	if (wanted->row == from.events) {
		c->item = from.counted ? from.cycles : LEDGER_CYCLES;
		c->outside =
			p->machine->spec->monitor[wanted->monitor].elsewhere;
	} else {
		if (e->class == PMU_NOT_MODELLED)
			return false;
		c->item = e->item;
		c->outside = e->outside;
	}
	if (!from.only || c->item == from.only) {
		c->counted = from.counted;
		c->until = from.counted_until;
	}
	if (!c->counted)
		find_there(p, c, from.ledger);
	c->began = look(p, c);
	return true;
}

static bool same(const struct profile_column *a, const struct profile_column *b)
{
	return !a->outside && a->at == b->at && a->counted == b->counted &&
	       (!a->counted || a->item == b->item);
}

/* The column's costs: those of one before it that is the same, or its own. */
static void keep(struct profile *p, unsigned column)
{
	struct profile_column *c = &p->column[column];

	for (unsigned i = 0; i < column; i++)
		if (same(&p->column[i], c)) {
			c->cost = p->column[i].cost;
			return;
		}
	c->cost = p->columns++;
	p->last[c->cost] = p->apart[c->cost] = c->began;
	if (c->counted)
		p->asked[c->cost - p->there] = column;
	else
		p->at[c->cost] = c->at;
}

/* A group of the columns that are in none yet, and move with this. */
static void add_group(struct profile *p, const uint64_t *moved)
{
	struct profile_group *g = &p->group[p->groups++];

	*g = (struct profile_group){ moved, moved ? *moved : 0, p->columns, 0 };
	for (unsigned i = 0; i < p->given; i++)
		if (!p->column[i].outside && !p->column[i].counted &&
		    !p->column[i].waits && p->column[i].moved == moved)
			keep(p, i);
	g->end = p->there = p->columns;
}

static bool is_grouped(const struct profile *p, const uint64_t *moved)
{
	unsigned i = 0;

	while (i < p->groups && p->group[i].moved != moved)
		i++;
	return i < p->groups;
}

/* Tables of costs have a column at least: one that never moves. */
static void add_nothing(struct profile *p)
{
	p->at[0] = &p->last[0];
	p->group[0].end = p->there = p->columns = 1;
}

static void arrange(struct profile *p)
{
	add_group(p, NULL);
	for (unsigned i = 0; i < p->given; i++)
		if (!is_grouped(p, p->column[i].moved))
			add_group(p, p->column[i].moved);
	for (unsigned i = 0; i < p->given; i++)
		if (!p->column[i].outside && p->column[i].counted)
			keep(p, i);
	if (!p->columns)
		add_nothing(p);
	p->asked_end = p->columns;
	p->waits.cost = p->columns;
	for (unsigned i = 0; i < p->given; i++)
		if (p->column[i].waits)
			p->column[i].cost = p->waits.cost;
	p->columns += p->waits.from != NULL;
}

bool columns_make(struct profile *p, const struct board_column *wanted,
		  struct error *err)
{
	const size_t each = sizeof(uint64_t);

	p->column = calloc(p->given, sizeof(*p->column));
	p->at = calloc(p->given, sizeof(const uint64_t *));
	p->group = calloc(p->given + 1, sizeof(*p->group));
	p->asked = calloc(p->given, sizeof(*p->asked));
	p->last = calloc(p->given + 1u, each);
	p->apart = calloc(p->given + 1u, each);
	if (!p->column || !p->at || !p->group || !p->asked || !p->last ||
	    !p->apart)
		return error_no_memory(err);
	for (unsigned i = 0; i < p->given; i++)
		if (!find(p, &p->column[i], &wanted[i]))
			return error_set(err,
					 "the board does not count row %u of "
					 "its monitor %u",
					 (unsigned)wanted[i].row,
					 (unsigned)wanted[i].monitor);
	arrange(p);
	return true;
}

void columns_free(struct profile *p)
{
	free(p->column);
	free(p->at);
	free(p->group);
	free(p->asked);
	free(p->last);
	free(p->apart);
}

void columns_show(const struct profile *p, const uint64_t *cost, bool outside,
		  uint64_t *to)
{
	for (unsigned i = 0; i < p->given; i++) {
		const struct profile_column *c = &p->column[i];

		if (!c->outside)
			to[i] = cost[c->cost];
		else
			to[i] = outside ? look(p, c) - c->began : 0;
	}
}
