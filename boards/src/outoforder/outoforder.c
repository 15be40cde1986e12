/* SPDX-License-Identifier: MIT */
/*
 * A pipeline that issues out of order, and its way to the ledger.  Instructions
 * are dispatched in order into a window, issue when their operands and a port
 * are there, and retire in order.  `now` is the cycle in which the newest
 * retires, so that all that is older is over by then, and what is looked at
 * behind it is in the past: the dispatch, and the ports.  A cycle in which
 * anything retires is of CAUSE_ISSUE; one in which nothing does is of whatever
 * the oldest waits for, which is the dispatch, a port, or its own result; of a
 * load that misses all of that is the line's.
 *
 * What of it is chosen:
 * - There is one queue before all ports, as long as the window.
 * - A load waits for stores to its own doublewords only.
 * - A line that was found in the cache may be under way: a load of it waits.
 * - Lines of memory come by the same way as those of the second level, and none
 *   that goes back takes it.
 * - A store that misses is waited for by nobody while a line can be asked for.
 * - An access that goes past the caches waits until all before it has retired.
 * - Targets of branches are fetched `taken` cycles after each other, unless
 *   it is a direct branch that was the last one taken, too; the fetch may be as
 *   many ahead of the dispatch.  Behind a branch that is taken nothing more is
 *   dispatched in its cycle.
 */
#include "boards/src/outoforder/inner.h"
#include "boards/src/outoforder/memory.h"

bool outoforder_init(struct uarch *u)
{
	outoforder_of(u)->recent = 1;
	return cortex_a_init(u);
}

/* Nothing is dispatched before that cycle, for that reason. */
static void hold_front(struct outoforder *e, uint64_t until, enum cause cause)
{
	if (until < e->front)
		return;
	outoforder_advance(e, until);
	e->slots = 0;
	e->front_why = cause;
}

void outoforder_catch_up(struct uarch *u)
{
	struct outoforder *e = outoforder_of(u);

	if (u->now == e->seen)
		return;
	hold_front(e, u->now, CAUSE_SYNCHRONISE);
	e->seen = u->now;
}

unsigned outoforder_slots(const struct outoforder_core *c,
			  const struct outoforder_row *row,
			  const struct operands *f)
{
	const unsigned slots = row->slots   ? row->slots
			       : c->by_uses ? outoforder_uses(row, f->wide)
			       : f->wide    ? 2
					    : 1;

	return slots + (f->updates ? c->updates : 0u);
}

/* The cycle in which it is, and takes so many slots. */
static uint64_t dispatched_in(struct uarch *u, unsigned slots)
{
	struct outoforder *e = outoforder_of(u);
	const struct outoforder_core *c = outoforder_core_of(u);
	const uint64_t room = e->retired[e->newest];
	uint64_t to;

	outoforder_catch_up(u);
	to = e->front;
	for (e->slots += slots; e->slots > c->width; e->slots -= c->width)
		to++;
	if (to != e->front)
		e->front_why = CAUSE_UNITS;
	if (room > to) {
		to = room;
		e->slots = slots;
	}
	if (to + BEHIND_MOST < u->now) {
		to = u->now - BEHIND_MOST;
		e->slots = slots;
	}
	outoforder_advance(e, to);
	return to;
}

static uint64_t operand_ready(const struct outoforder *e,
			      const struct outoforder_core *c, unsigned place,
			      unsigned role)
{
	return e->ready[place] - c->earlier[e->forward[place]][role];
}

uint64_t outoforder_take_ports(struct outoforder *e, unsigned ports,
			       uint64_t at, unsigned uses)
{
	uint64_t first = 0;

	for (;; at++) {
		uint8_t *busy = &e->busy[at % PORT_CYCLES];
		unsigned left = ports & ~(unsigned)*busy;

		for (; left; left &= left - 1) {
			*busy = (uint8_t)(*busy | (left & -left));
			first = first ? first : at;
			if (!--uses)
				return first;
		}
	}
}

/* In a trial without waits for ports it has one at once: ever more would wait.
 */
static uint64_t take_ports(struct uarch *u, const struct outoforder_row *row,
			   uint64_t at, unsigned uses)
{
	if (!row->ports || u->without >> CAUSE_UNITS & 1)
		return at;
	return outoforder_take_ports(outoforder_of(u), row->ports, at, uses);
}

/* The first half cycle from there on in which a line may be asked for: between
 * those that were, too, since a younger load may go first. */
static uint64_t between_lines(const struct outoforder *e,
			      const struct outoforder_core *c, uint64_t halves)
{
	bool free;

	do {
		free = true;
		for (unsigned i = 0; i < c->fills; i++) {
			const uint64_t next = e->fill[i].next;

			if (halves >= next || halves + 2ull * c->apart <= next)
				continue;
			halves = next;
			free = false;
		}
	} while (!free);
	return halves;
}

/* A line is asked for in that cycle, or when one of those before it has come,
 * and the way from the second level is free. */
static uint64_t fill_from(struct outoforder *e, const struct outoforder_core *c,
			  const struct outoforder_move *m, uint64_t from)
{
	struct outoforder_fill *first = &e->fill[0];
	uint64_t halves = 0;

	for (unsigned i = 1; i < c->fills; i++)
		if (e->fill[i].until < first->until)
			first = &e->fill[i];
	if (first->until > from)
		from = first->until;
	if (m->line) {
		halves = between_lines(e, c, 2 * from);
		from = (halves + 1) / 2;
		halves += c->apart;
	}
	*first = (struct outoforder_fill){ m->at >> c->a.line_bits,
					   from + m->late, halves, m->cause };
	if (first->until > e->last_fill)
		e->last_fill = first->until;
	return from;
}

/* Data of a load add so much to its time. */
static uint64_t load_late(struct outoforder *e, const struct outoforder_core *c,
			  const struct insn *i, struct outoforder_move *m,
			  uint64_t issued, uint64_t done)
{
	if (m->cause == CAUSE_UNCACHED) {
		done += m->late;
	} else if (m->late) {
		m->late += fill_from(e, c, m, issued) - issued;
		done += m->late;
	} else if (e->last_fill > done) {
		wait_for_line(e, c, m, done);
		done += m->late;
	}
	return i->operands.bytes
		       ? stored_there(e, c, i->operands.bytes, m->at, done)
		       : done;
}

/* A store is over when its data are there and, if its line has to come, when
 * that can be asked for. */
static uint64_t store_late(struct outoforder *e,
			   const struct outoforder_core *c,
			   const struct insn *i, struct outoforder_move *m,
			   uint64_t done)
{
	uint64_t from;

	if (i->operands.bytes)
		remember_store(e, i->operands.bytes, m->at, done);
	if (m->cause == CAUSE_UNCACHED)
		return done + m->late;
	if (!m->late)
		return done;
	from = fill_from(e, c, m, done);
	m->late = from - done;
	return from;
}

/* An instruction's cycles on its way. */
struct passage {
	uint64_t dispatched, ready, issued, done;
	enum cause own;
};

/* `now` goes on to where it retires. */
static void go_to_end(struct uarch *u, const struct passage *p,
		      const struct outoforder_move *m)
{
	const uint64_t from = u->now, waits = p->done - from - 1;
	const uint64_t front =
		p->dispatched > from ? sooner(p->dispatched - from, waits) : 0;
	const uint64_t wanted = p->ready > from ? p->ready : from;
	const uint64_t port = sooner(
		p->issued > wanted ? p->issued - wanted : 0, waits - front);
	const uint64_t own = waits - front - port;

	spend(u, CAUSE_ISSUE, 1);
	if (!waits)
		return;
	spend(u, outoforder_of(u)->front_why, front);
	spend(u, CAUSE_UNITS, port);
	spend(u, m->late ? m->cause : p->own, own);
	count(u, LEDGER_STALL_FRONTEND, front);
	count(u, LEDGER_STALL_BACKEND, waits - front);
	count(u, LEDGER_STALL, waits);
}

/* All before it has retired; three a cycle do. */
static uint64_t let_retire(struct uarch *u, const struct passage *p,
			   const struct outoforder_move *m)
{
	struct outoforder *e = outoforder_of(u);

	if (p->done > u->now) {
		go_to_end(u, p, m);
		e->retiring = 0;
	} else if (e->retiring == outoforder_core_of(u)->width) {
		spend(u, CAUSE_ISSUE, 1);
		e->retiring = 0;
	}
	e->retiring++;
	e->retired[e->newest] = u->now;
	if (++e->newest == outoforder_core_of(u)->window)
		e->newest = 0;
	e->seen = u->now;
	/* A trial may have it over sooner. */
	return sooner(p->done, u->now);
}

void outoforder_give(struct outoforder *e, const struct outoforder_core *c,
		     const struct operands *f, uint64_t issued,
		     uint64_t latency, uint64_t done)
{
	const struct outoforder_row *row = &c->row[f->outoforder];

	for (unsigned k = 0; k < f->writes; k++) {
		const bool base = f->updates && k + 1u == f->writes;
		const uint64_t usual =
			issued + latency + (uint64_t)k * row->second;

		e->ready[f->write[k]] = sooner(base           ? issued + c->base
					       : usual > done ? usual
							      : done,
					       e->seen);
		e->forward[f->write[k]] = base ? 0 : row->forward;
	}
}

/* A list that is loaded: two registers a cycle, from then on. */
static void give_list(struct outoforder *e, const struct operands *f,
		      uint8_t forward, uint64_t done)
{
	unsigned k = 0;

	for (unsigned left = f->list; left; left &= left - 1) {
		const unsigned reg = (unsigned)__builtin_ctz(left);

		e->ready[reg] = sooner(done + k++ / 2, e->seen);
		e->forward[reg] = forward;
	}
}

/* All of a list that is stored is there. */
static uint64_t later_of_list(const struct outoforder *e,
			      const struct operands *f, uint64_t stored)
{
	for (unsigned left = f->list; left; left &= left - 1) {
		const uint64_t at = e->ready[__builtin_ctz(left)];

		stored = at > stored ? at : stored;
	}
	return stored;
}

void outoforder_schedule(struct uarch *u, const struct insn *i,
			 const struct outoforder_move *data)
{
	struct outoforder *e = outoforder_of(u);
	const struct outoforder_core *c = outoforder_core_of(u);
	const struct operands *f = &i->operands;
	const struct outoforder_row *row = &c->row[f->outoforder];
	struct outoforder_move m = *data;
	struct passage p = { .own = u->result[i->class] };
	uint64_t latency = row->latency + (f->wide ? row->more : 0u), done;
	uint64_t stored = 0;

	p.dispatched = p.ready = dispatched_in(u, outoforder_slots(c, row, f));
	for (unsigned k = 0; k < f->reads; k++) {
		uint64_t at = operand_ready(e, c, f->read[k], f->role[k]);

		if (f->role[k] == ROLE_STORED ||
		    f->role[k] == ROLE_VECTOR_STORED)
			stored = at > stored ? at : stored;
		else if (at > p.ready)
			p.ready = at;
	}
	if (f->list && writes_memory(i))
		stored = later_of_list(e, f, stored);
	if ((row->alone || m.cause == CAUSE_UNCACHED) && p.ready < u->now)
		p.ready = u->now;
	p.issued = take_ports(u, row, p.ready,
			      f->list ? outoforder_pairs(i)
				      : outoforder_uses(row, f->wide));
	if (m.split) { /* the second part */
		take_ports(u, row, p.issued + 1, outoforder_uses(row, false));
		latency += c->split;
	}
	done = p.issued + latency;
	if (reads_memory(i))
		done = load_late(e, c, i, &m, p.issued, done);
	else if (!writes_memory(i))
		done += m.late;
	else
		done = store_late(e, c, i, &m, stored > done ? stored : done);
	p.done = p.issued + latency + (f->writes > 1 ? row->second : 0u);
	if (f->list && reads_memory(i))
		p.done += outoforder_pairs(i) - 1;
	p.done = done > p.done ? done : p.done;
	p.done = let_retire(u, &p, &m);
	u->passage = (struct uarch_passage){ true, p.dispatched, p.issued,
					     p.done, u->now };
	e->over = p.done;
	outoforder_give(e, c, f, p.issued, latency, done);
	if (f->list && reads_memory(i))
		give_list(e, f, row->forward, done);
	if (row->alone)
		hold_front(e, p.done, CAUSE_SYNCHRONISE);
}

void outoforder_turn(struct uarch *u, const struct insn *i, bool taken,
		     enum outoforder_turn turn)
{
	struct outoforder *e = outoforder_of(u);
	const enum cause lost = flow_cause(i);
	const unsigned apart = outoforder_core_of(u)->taken;
	const bool late = (turn == TURN_LATE || i->indirect) &&
			  !(u->without >> CAUSE_BRANCH_LATE & 1);

	if (turn == TURN_WRONG && !(u->without >> lost & 1)) {
		hold_front(e, e->over + u->t.mispredict, lost);
		e->turned = e->front;
		return;
	}
	if (!taken)
		return;
	e->turned += late ? apart : 1u;
	if (e->turned + apart < e->front + 1)
		e->turned = e->front + 1 - apart;
	hold_front(e, e->front + 1, CAUSE_UNITS);
	if (e->turned > e->front)
		hold_front(e, e->turned, CAUSE_BRANCH_LATE);
}

void outoforder_hold(struct uarch *u, uint64_t cycles, enum cause cause)
{
	struct outoforder *e = outoforder_of(u);

	outoforder_catch_up(u);
	hold_front(e, e->front + cycles, cause);
}
