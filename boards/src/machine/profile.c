/* SPDX-License-Identifier: MIT */
/*
 * A profile says what each instruction costs: see profile.h.  The core's model
 * says when its ledger is up to date; what the ledgers have gained since the
 * time before is of that instruction, or of another cause.
 */
#include <stdlib.h>
#include <string.h>

#include "base/rare.h"
#include "boards/src/machine/profile_inner.h"
#include "boards/src/machine/profile_ways.h"

/* All tables together; a program of any size has its rows within this. */
static const size_t MOST_BYTES = (size_t)256 << 20;

enum { PAGES = 1 << 20 };

bool profile_grow(struct profile *p, uint32_t used, uint32_t *room,
		  const struct profile_growing *arrays, unsigned count)
{
	const uint32_t more = used ? used : 64;
	size_t each = 0;

	for (unsigned i = 0; i < count; i++)
		each += arrays[i].size;
	p->full = p->full || each * more > MOST_BYTES - p->bytes;
	for (unsigned i = 0; !p->full && i < count; i++) {
		void *grown = reallocarray(*arrays[i].array, used + more,
					   arrays[i].size);

		if (!grown) {
			p->full = true;
			break;
		}
		*arrays[i].array = grown;
		memset((char *)grown + used * arrays[i].size, 0,
		       more * arrays[i].size);
	}
	if (p->full)
		return false;
	p->bytes += each * more;
	*room = used + more;
	return true;
}

uint64_t *profile_keep(const struct profile *p, const uint64_t *from)
{
	uint64_t *kept = calloc(p->columns, sizeof(*kept));

	if (kept)
		memcpy(kept, from, p->columns * sizeof(*kept));
	return kept;
}

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static bool ends(const char *name, const char *with)
{
	const size_t n = strlen(name), k = strlen(with);

	return n >= k && strcmp(name + n - k, with) == 0;
}

/* GCC's, of Thumb-1 and of Power. */
static bool is_helper(const char *name)
{
	return begins(name, "__gnu_thumb1_case_") || begins(name, "_restgpr") ||
	       begins(name, "_savegpr") || begins(name, "_rest32gpr") ||
	       begins(name, "_save32gpr") || begins(name, "_restfpr") ||
	       begins(name, "_savefpr");
}

/* GNU ld's. */
static bool is_veneer(const char *name)
{
	return begins(name, "__") &&
	       (ends(name, "_veneer") || ends(name, "_from_arm") ||
		ends(name, "_from_thumb") || ends(name, "_change_to_arm"));
}

static struct profile_function look_up(const struct profile *p, uint32_t addr,
				       uint32_t otherwise)
{
	const struct program_symbol *s =
		p->machine->program
			? program_at(p->machine->program, addr, NULL)
			: NULL;

	if (!s)
		return (struct profile_function){ .addr = otherwise };
	return (struct profile_function){ .addr = (uint32_t)s->addr,
					  .sized = s->size != 0,
					  .helper = is_helper(s->name),
					  .veneer = is_veneer(s->name) };
}

struct profile_function profile_function(const struct profile *p, uint32_t addr,
					 uint32_t otherwise)
{
	const uint32_t known = profile_index_at(p, addr);

	return known ? p->site[known - 1].function
		     : look_up(p, addr, otherwise);
}

static APART uint32_t new_site(struct profile *p, const struct insn *i)
{
	const struct profile_growing grow[] = {
		{ (void **)&p->site, sizeof(*p->site) },
		{ (void **)&p->cost, p->columns * sizeof(uint64_t) },
	};
	uint32_t **page = &p->page[i->addr >> 12];

	if (p->sites == p->site_room &&
	    !profile_grow(p, p->sites, &p->site_room, grow, 2))
		return PROFILE_NONE;
	if (!*page)
		*page = calloc(PROFILE_PAGE_SITES, sizeof(**page));
	if (!*page)
		return PROFILE_NONE;
	p->site[p->sites] = (struct profile_site){
		.addr = i->addr,
		.word = i->word,
		.function = look_up(p, i->addr, calls_here(p)),
		.path = calls_path(p),
		.older = profile_index_at(p, i->addr),
	};
	(*page)[i->addr >> 1 & (PROFILE_PAGE_SITES - 1)] = ++p->sites;
	return p->sites - 1;
}

static ALWAYS uint32_t site_of(struct profile *p, const struct insn *i)
{
	const uint32_t guess = p->latest + 1;
	uint32_t known;

	/* Instructions that were new in a row run in that row again, most
	 * often. */
	if (guess < p->sites && p->site[guess].addr == i->addr &&
	    p->site[guess].word == i->word)
		return p->latest = guess;
	known = profile_index_at(p, i->addr);
	while (known && p->site[known - 1].word != i->word)
		known = p->site[known - 1].older;
	if (known)
		return p->latest = known - 1;
	return p->latest = new_site(p, i);
}

uint32_t profile_site(struct profile *p, const struct insn *i)
{
	return site_of(p, i);
}

bool profile_follows(const struct profile *p, const struct insn *i, uint32_t to)
{
	struct profile_function f;

	if (i->flow != FLOW_BRANCH || i->indirect)
		return i->flow != FLOW_NEXT;
	f = profile_function(p, to, to);
	return f.addr == to && f.sized && !f.helper;
}

void profile_follow(struct profile *p, uint32_t site, const struct retired *r)
{
	p->next = r->next;
	calls_follow(p, site, r);
}

void profile_goes_on(struct profile *p, uint32_t next)
{
	p->next = next;
}

/* May what is asked for have moved?  A write of a monitor makes it due. */
static bool may_have_moved(const struct profile *p)
{
	const struct machine *m = p->machine;

	return *p->cycles >= p->asked_until ||
	       m->instructions >= m->monitors.due;
}

/* Of costs from `first` on, to `end`: each one's gain since the last look. */
static ALWAYS void take_some(struct profile *p, uint64_t *to, bool apart,
			     unsigned first, unsigned end)
{
	const uint64_t *const *at = p->at;
	uint64_t *last = p->last;

	for (unsigned i = first; i < end; i++) {
		const uint64_t now = *at[i], gain = now - last[i];

		if (!gain)
			continue;
		last[i] = now;
		to[i] += gain;
		if (apart)
			p->apart[i] += gain;
	}
}

/*
 * The gain of all costs since they were looked at last, to `to`.  Most have
 * none, and this is done after each instruction.  `apart`: it is no
 * instruction's.
 */
static ALWAYS void take(struct profile *p, uint64_t *to, bool apart)
{
	struct profile_group *g = p->group;
	const struct profile_group *end = g + p->groups;

	if (p->any_ledger)
		columns_bring_ledgers(p);
	if (p->issued)
		p->waited = *p->cycles - *p->issued;
	take_some(p, to, apart, 0, g->end);
	while (++g < end) {
		if (*g->moved == g->seen)
			continue;
		g->seen = *g->moved;
		take_some(p, to, apart, g->first, g->end);
	}
	if (p->there < p->asked_end && may_have_moved(p))
		columns_take_asked(p, to, apart);
}

void profile_sum(struct profile *p)
{
	if (p->ways.bring)
		p->ways.bring(p->ways.ctx);
	for (unsigned i = 0; i < p->columns; i++)
		p->sum[i] = p->last[i] - p->apart[i];
}

static uint64_t *cause(struct profile *p, enum board_cause which)
{
	return p->cause + (size_t)which * p->columns;
}

/* Costs that no instruction caused. */
static APART void take_apart(struct profile *p, enum board_cause which)
{
	take(p, cause(p, which), true);
}

static void on_retired(void *ctx, const struct retired *r,
		       enum machine_flow flow)
{
	struct profile *p = ctx;
	const uint32_t site = site_of(p, r->insn);

	if (site == PROFILE_NONE) {
		take_apart(p, BOARD_CAUSE_NO_ROOM);
	} else {
		if (p->site[site].path != calls_path(p))
			steps_move(p, site, calls_path(p));
		p->site[site].executed++;
		take(p, p->cost + (size_t)site * p->columns, false);
	}
	if (p->waits.from && p->waits.from->count)
		waits_take(p, site);
	p->next = r->next;
	if (flow != MACHINE_ON)
		calls_follow(p, site, r);
}

static void on_leaving(void *ctx)
{
	calls_interrupt(ctx);
}

static void on_spent(void *ctx, enum machine_spent how)
{
	struct profile *p = ctx;

	take_apart(p, how == MACHINE_ENTERING ? BOARD_CAUSE_EXCEPTION
					      : BOARD_CAUSE_WAIT);
}

static bool make(struct profile *p, const struct board_column *column,
		 struct error *err)
{
	const size_t each = sizeof(uint64_t);

	if (!columns_make(p, column, err))
		return false;
	p->sum = calloc(p->columns, each);
	p->since = calloc(p->columns, each);
	p->cause = calloc((size_t)p->columns * BOARD_CAUSES, each);
	p->page = calloc(PAGES, sizeof(*p->page));
	ways_make(p);
	if (!p->sum || !p->since || !p->cause || !p->page)
		return error_no_memory(err);
	return calls_begin(p, (uint32_t)p->machine->program->entry & ~1u) ||
	       error_no_memory(err);
}

bool machine_profile(struct machine *m, const struct board_column *column,
		     unsigned columns, uint32_t spans, struct error *err)
{
	struct profile *p;

	if (m->instructions || m->profile || !m->program || !columns)
		return error_set(err, "a profile begins with the program");
	p = calloc(1, sizeof(*p));
	if (!p)
		return error_no_memory(err);
	p->machine = m;
	p->cycles = &machine_ledger(m)->n[LEDGER_CYCLES];
	p->given = columns;
	p->spans.most = spans;
	if (!make(p, column, err)) {
		profile_free(p);
		return false;
	}
	m->profile = p;
	machine_observe(m, &(struct machine_observer){ .ctx = p,
						       .retired = on_retired,
						       .leaving = on_leaving,
						       .spent = on_spent });
	return true;
}

void profile_free(struct profile *p)
{
	if (!p)
		return;
	calls_free(p);
	for (unsigned i = 0; p->page && i < PAGES; i++)
		free(p->page[i]);
	free(p->page);
	columns_free(p);
	free(p->sum);
	free(p->since);
	free(p->cause);
	free(p->site);
	free(p->cost);
	free(p->arc);
	free(p->arc_cost);
	free(p->node);
	free(p->node_cost);
	steps_free(&p->steps);
	waits_free(&p->waits);
	free(p);
}

static const uint64_t *fill_step(const struct profile *p, uint64_t at,
				 struct board_profile_row *row)
{
	if (at >= p->steps.count)
		return NULL;
	row->kind = BOARD_PROFILE_STEP;
	row->from = p->steps.step[at].path;
	row->place = p->steps.step[at].site;
	return p->steps.cost + (size_t)p->steps.step[at].cost * p->columns;
}

static const uint64_t *fill_row(const struct profile *p, uint64_t at,
				struct board_profile_row *row)
{
	const struct profile_arc *arc;
	const struct profile_node *node;
	const struct profile_site *site;

	if (at < BOARD_CAUSES) {
		row->kind = BOARD_PROFILE_CAUSE;
		row->from = (uint32_t)at;
		return p->cause + at * p->columns;
	}
	at -= BOARD_CAUSES;
	if (at < p->sites) {
		site = &p->site[at];
		row->kind = BOARD_PROFILE_PLACE;
		row->addr = site->addr;
		row->word = site->word;
		row->function = site->function.addr;
		row->count = site->executed;
		return p->cost + at * p->columns;
	}
	at -= p->sites;
	if (at < p->arcs) {
		arc = &p->arc[at];
		row->kind = BOARD_PROFILE_CALL;
		row->from = arc->site;
		row->function = arc->function;
		row->count = arc->calls;
		return p->arc_cost + at * p->columns;
	}
	at -= p->arcs;
	if (at < p->nodes) {
		node = &p->node[at];
		row->kind = BOARD_PROFILE_PATH;
		row->from = node->parent;
		row->function = node->function;
		row->count = node->calls;
		return p->node_cost + at * p->columns;
	}
	return fill_step(p, at - p->nodes, row);
}

/* Behind these: rows without costs. */
static void fill_wait(const struct profile_wait *w,
		      struct board_profile_row *row)
{
	row->kind = BOARD_PROFILE_WAIT;
	row->from = w->site;
	row->place = w->maker;
	row->word = w->cause;
	row->count = w->cycles;
}

/* False: there are no more. */
static bool fill_costless(const struct profile *p, uint64_t at,
			  struct board_profile_row *row)
{
	const struct profile_spans *s = &p->spans;
	const uint32_t contexts = s->count ? s->contexts : 0;

	at -= BOARD_CAUSES + (uint64_t)p->sites + p->arcs + p->nodes +
	      p->steps.count;
	if (at < p->waits.count) {
		fill_wait(&p->waits.wait[at], row);
		return true;
	}
	at -= p->waits.count;
	if (at < contexts) {
		row->kind = BOARD_PROFILE_CONTEXT;
		row->function = s->context[at].kind;
		return true;
	}
	at -= contexts;
	if (at >= s->count)
		return false;
	row->kind = BOARD_PROFILE_SPAN;
	row->from = s->span[at].context;
	row->function = s->span[at].function;
	row->count = s->span[at].depth;
	row->begin = s->span[at].begin;
	row->end = s->span[at].end;
	return true;
}

bool machine_profile_row(struct machine *m, uint64_t place,
			 struct board_profile_row *row)
{
	struct profile *p = m->profile;
	const uint64_t *cost;

	if (!p)
		return false;
	if (place == 0) {
		take_apart(p, BOARD_CAUSE_END);
		profile_end_ways(p);
		calls_end(p);
		steps_end(p);
	}
	memset(row, 0, sizeof(*row));
	cost = fill_row(p, place, row);
	if (!cost)
		return fill_costless(p, place, row);
	columns_show(p, cost, place == BOARD_CAUSE_OUTSIDE, row->cost);
	return true;
}

void machine_profile_end(const struct machine *m, struct board_profile_end *end)
{
	const struct profile *p = m->profile;

	*end = (struct board_profile_end){ 0 };
	if (!p)
		return;
	end->lost_calls = p->lost;
	end->astray = p->astray;
	end->full = p->full;
	end->spans_left_out = p->spans.left_out;
	end->spans_until = p->spans.left_out
				   ? p->spans.whole_until
				   : machine_ledger(m)->n[LEDGER_CYCLES];
}
