/* SPDX-License-Identifier: MIT */
/*
 * The instructions of a way through a block, scheduled one behind the other.
 * Their data are at hand, none lies in two lines, and no trial goes on, so that
 * less is to be found than outoforder_schedule() finds, which is the reference;
 * and what it looks up of each, a plan tells at once.  The few that no plan
 * has room for go by it.
 */
#include "boards/src/outoforder/inner.h"
#include "boards/src/outoforder/memory.h"

/* The pipeline while they go through. */
struct passing {
	struct outoforder *e; /* its `front` comes later */
	const struct outoforder_core *c;
	uint64_t *cause; /* the ledger's */
	uint64_t now, front, over;
	enum cause front_why;
	unsigned width, window;
	unsigned slots, retiring, newest;
	uint64_t waits, front_waits;
};

/* An instruction's cycles on its way. */
struct cycles {
	uint64_t dispatched, wanted, issued, done;
};

/* Does anybody get a result earlier who reads it for that? */
static bool comes_earlier(const struct outoforder_core *c, unsigned role)
{
	for (unsigned i = 0; i < FORWARDS; i++)
		if (c->earlier[i][role])
			return true;
	return false;
}

/* Its operands; false: a plan has no room for them. */
static bool plan_operands(struct outoforder_plan *p,
			  const struct outoforder_core *c,
			  const struct operands *f)
{
	unsigned reads = 0;

	for (unsigned k = 0; k < f->reads; k++) {
		const uint8_t role = f->role[k], place = f->read[k];

		if (role == ROLE_STORED || role == ROLE_VECTOR_STORED) {
			if (comes_earlier(c, role) || p->stores == 2)
				return false;
			p->stored[p->stores++] = place;
		} else if (comes_earlier(c, role)) {
			if (p->earlies == EARLIES)
				return false;
			p->early_place[p->earlies] = place;
			p->early_role[p->earlies++] = role;
		} else {
			if (reads == 3)
				return false;
			p->read[reads++] = place;
		}
	}
	if (f->writes)
		p->write = f->write[0];
	p->more = f->writes > 1 || f->updates;
	return true;
}

void outoforder_plan(const struct uarch *u, const struct insn *i, void *plan)
{
	const struct outoforder_core *c = outoforder_core_of(u);
	const struct operands *f = &i->operands;
	const struct outoforder_row *row = &c->row[f->outoforder];
	struct outoforder_plan *p = plan;

	*p = (struct outoforder_plan){
		.read = { PLACE_NEVER_LATE, PLACE_NEVER_LATE,
			  PLACE_NEVER_LATE },
		.stored = { PLACE_NEVER_LATE, PLACE_NEVER_LATE },
		.write = PLACE_NEVER_READ,
		.ports = row->ports,
		.uses = (uint8_t)outoforder_uses(row, f->wide),
		.latency = (uint8_t)(row->latency + (f->wide ? row->more : 0)),
		.slots = (uint8_t)outoforder_slots(c, row, f),
		.forward = row->forward,
		.second = f->writes > 1 ? row->second : 0,
		.why = u->result[i->class],
		.bytes = i->operands.bytes,
	};
	p->quick = !f->list && plan_operands(p, c, f) && !row->alone &&
		   row->ports && p->slots <= c->width;
	p->moves = reads_memory(i)    ? MOVES_IN
		   : writes_memory(i) ? MOVES_OUT
				      : MOVES_NOTHING;
}

static inline bool rarely(bool what)
{
	return __builtin_expect(what, 0);
}

static inline uint64_t later_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static inline uint64_t dispatched_at(struct passing *p, unsigned slots)
{
	const uint64_t room = p->e->retired[p->newest];
	const unsigned taken = p->slots + slots;
	const bool over = taken > p->width;
	uint64_t to = p->front + over;

	p->slots = over ? taken - p->width : taken;
	p->front_why = over ? CAUSE_UNITS : p->front_why;
	p->slots = room > to ? slots : p->slots;
	to = later_of(room, to);
	if (rarely(to + BEHIND_MOST < p->now)) {
		to = p->now - BEHIND_MOST;
		p->slots = slots;
		outoforder_advance(p->e, to);
	}
	p->front = to;
	return to;
}

static inline uint64_t take_port(struct outoforder *e,
				 const struct outoforder_plan *q, uint64_t at)
{
	if (rarely(q->uses != 1))
		return outoforder_take_ports(e, q->ports, at, q->uses);
	for (;; at++) {
		uint8_t *busy = &e->busy[at % PORT_CYCLES];
		const unsigned left = q->ports & ~(unsigned)*busy;

		if (!left)
			continue;
		*busy = (uint8_t)(*busy | (left & -left));
		return at;
	}
}

/* When a load has its data, and why it waits until then. */
static inline uint64_t data_loaded(const struct passing *p,
				   const struct outoforder_plan *q, uint32_t at,
				   uint64_t done, enum cause *why)
{
	struct outoforder_move m = { .at = at };

	if (rarely(p->e->last_fill > done)) {
		wait_for_line(p->e, p->c, &m, done);
		done += m.late;
		*why = m.late ? m.cause : *why;
	}
	return q->bytes ? stored_there(p->e, p->c, q->bytes, at, done) : done;
}

static inline uint64_t stored_by(const struct passing *p,
				 const struct outoforder_plan *q, uint32_t at,
				 uint64_t done)
{
	const uint64_t *ready = p->e->ready;

	done = later_of(done,
			later_of(ready[q->stored[0]], ready[q->stored[1]]));
	if (q->bytes)
		remember_store(p->e, q->bytes, at, done);
	return done;
}

/* Cycles in which nothing retires, from that one on. */
static inline void enter_waits(struct passing *p, const struct cycles *x,
			       uint64_t from, enum cause why)
{
	const uint64_t waits = x->done - from - 1;
	const uint64_t front =
		sooner(later_of(x->dispatched, from) - from, waits);
	const uint64_t wanted = later_of(x->wanted, from);
	const uint64_t port =
		sooner(later_of(x->issued, wanted) - wanted, waits - front);

	p->cause[p->front_why] += front;
	p->cause[CAUSE_UNITS] += port;
	p->cause[why] += waits - front - port;
	p->waits += waits;
	p->front_waits += front;
	/* No port is asked for so far behind it that it is another cycle's. */
	if (rarely(x->done - p->e->front > BEHIND_MOST))
		outoforder_advance(p->e, p->front);
}

static inline void retire_one(struct passing *p, const struct cycles *x,
			      enum cause why)
{
	const uint64_t from = p->now;
	const bool full = p->retiring == p->width;
	const bool next = full | (x->done > from);

	p->retiring = next ? 1 : p->retiring + 1;
	p->now = later_of(x->done, from + full);
	if (x->done > from + 1)
		enter_waits(p, x, from, why);
	p->e->retired[p->newest] = p->now;
	p->newest = p->newest + 1 == p->window ? 0 : p->newest + 1;
	p->over = x->done;
}

/* When its operands are there. */
static inline uint64_t all_there(const struct passing *p,
				 const struct outoforder_plan *q, uint64_t from)
{
	const struct outoforder *e = p->e;

	from = later_of(later_of(e->ready[q->read[0]], from),
			later_of(e->ready[q->read[1]], e->ready[q->read[2]]));
	for (unsigned k = 0; k < q->earlies; k++) {
		const unsigned place = q->early_place[k];

		from = later_of(e->ready[place] -
					p->c->earlier[e->forward[place]]
						     [q->early_role[k]],
				from);
	}
	return from;
}

/* One instruction, whose data are there. */
static inline void schedule_planned(struct passing *p, const struct insn *i,
				    const struct outoforder_plan *q,
				    uint32_t at)
{
	enum cause why = (enum cause)q->why;
	struct cycles x;
	uint64_t done;

	x.dispatched = dispatched_at(p, q->slots);
	x.wanted = all_there(p, q, x.dispatched);
	x.issued = take_port(p->e, q, x.wanted);
	x.done = done = x.issued + q->latency;
	if (q->moves == MOVES_IN)
		x.done = done = data_loaded(p, q, at, done, &why);
	else if (q->moves == MOVES_OUT)
		x.done = done = stored_by(p, q, at, done);
	if (!q->more) {
		retire_one(p, &x, why);
		p->e->ready[q->write] = done;
		p->e->forward[q->write] = q->forward;
		return;
	}
	x.done = later_of(done, x.issued + q->latency + q->second);
	retire_one(p, &x, why);
	p->e->seen = p->now;
	outoforder_give(p->e, p->c, &i->operands, x.issued, q->latency, done);
}

static inline struct passing pipeline_taken(struct uarch *u)
{
	struct outoforder *e = outoforder_of(u);

	outoforder_catch_up(u);
	return (struct passing){ .e = e,
				 .c = outoforder_core_of(u),
				 .cause = u->ledger.cause,
				 .now = u->now,
				 .front = e->front,
				 .over = e->over,
				 .front_why = e->front_why,
				 .width = outoforder_core_of(u)->width,
				 .window = outoforder_core_of(u)->window,
				 .slots = e->slots,
				 .retiring = e->retiring,
				 .newest = e->newest };
}

static inline void pipeline_given(struct uarch *u, const struct passing *p)
{
	struct outoforder *e = p->e;

	/* Some retire in each cycle but for those. */
	p->cause[CAUSE_ISSUE] += p->now - u->now - p->waits;
	u->now = e->seen = p->now;
	outoforder_advance(e, p->front);
	e->over = p->over;
	e->front_why = p->front_why;
	e->slots = p->slots;
	e->retiring = p->retiring;
	e->newest = p->newest;
	if (!p->waits)
		return;
	count(u, LEDGER_STALL_FRONTEND, p->front_waits);
	count(u, LEDGER_STALL_BACKEND, p->waits - p->front_waits);
	count(u, LEDGER_STALL, p->waits);
}

/* As many as there are that have a plan; the number of the next. */
static unsigned schedule_as_planned(struct uarch *u,
				    const struct timing_gone *gone, unsigned n)
{
	const struct outoforder_plan *q =
		(const struct outoforder_plan *)gone->plan + n;
	const uint8_t *insn = gone->insn;
	struct passing p;

	if (n == gone->count || !q->quick)
		return n;
	p = pipeline_taken(u);
	do {
		schedule_planned(&p, (const void *)(insn + n * gone->size), q++,
				 gone->address[n]);
	} while (++n < gone->count && q->quick);
	pipeline_given(u, &p);
	return n;
}

void outoforder_schedule_gone(struct uarch *u, const struct timing_gone *gone)
{
	static const enum outoforder_turn turns[] = {
		[TIMING_WRONG] = TURN_WRONG,
		[TIMING_RIGHT] = TURN_RIGHT,
		[TIMING_LATE] = TURN_LATE,
	};
	const uint8_t *insn = gone->insn;
	unsigned n = 0;

	while ((n = schedule_as_planned(u, gone, n)) < gone->count) {
		const struct outoforder_move m = { .at = gone->address[n] };

		outoforder_schedule(u, (const void *)(insn + n * gone->size),
				    &m);
		n++;
	}
	if (gone->flow)
		outoforder_turn(u, (const void *)(insn + (n - 1) * gone->size),
				gone->taken, turns[gone->foretold]);
}
