/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_PROFILE_INNER_H
#define BOARD_MACHINE_PROFILE_INNER_H

#include "boards/src/machine/inner.h"
#include "boards/src/machine/profile.h"

/*
 * The files profile.c (costs of places), profile_columns.c (what costs are of),
 * profile_waits.c (who waits for whom),
 * calls.c (who called whom) and profile_steps.c (which costs of a place are of
 * which path) share this.
 */
#define PROFILE_NONE UINT32_MAX
#define SPAN_OPEN    UINT64_MAX /* in place of an end */

enum { PARKED = 64, STACKS = PARKED + 1, CONTEXT_KINDS = 3 };

/* A column that was asked for. */
struct profile_column {
	/* Its count stands there, and that moves whenever it does (NULL: it
	 * always may); or it has to be asked for, and no more often than until
	 * tells. */
	const uint64_t *at, *moved;
	uint64_t (*counted)(const struct machine *m, unsigned item);
	uint64_t (*until)(const struct machine *m, unsigned item);
	unsigned monitor, item;
	bool waits;     /* cycles for which others wait for an instruction */
	bool outside;   /* nothing of it is the core's doing: no cost is kept */
	uint64_t began; /* its count then */
	unsigned cost;  /* which of those that are kept is its */
};

/* Costs that have not moved unless something else has: from `first` on. */
struct profile_group {
	const uint64_t *moved;
	uint64_t seen; /* where that stood when they were looked at last */
	unsigned first, end;
};

/* A function that an address belongs to. */
struct profile_function {
	uint32_t
		addr; /* its first; where nothing has a name, what was called */
	bool sized;   /* the program says how long it is: it is a function */
	bool helper;  /* of the compiler: what its callers begin or end with */
	bool veneer;  /* of the linker: on the way to a function */
};

/*
 * An instruction.  Where the program puts another one in its place, that is
 * another row with the same address.
 */
struct profile_site {
	uint32_t addr, word;
	struct profile_function function;
	uint32_t path; /* that its newest costs are of ... */
	bool moved;    /* ... and another one had some before */
	uint64_t executed;
	uint32_t older; /* 1 + the row of what was there before; 0: none */
};

/* A function that was called, and from where: over all calls. */
struct profile_arc {
	uint32_t site, function; /* index of the call; the callee */
	uint32_t active;         /* calls that have not returned yet */
	uint64_t calls;
};

/* A path of calls.  In no path a function comes twice. */
struct profile_node {
	uint32_t parent, function;
	uint64_t calls;
};

/* From two numbers to a third. */
struct profile_map {
	uint64_t *key;
	uint32_t *value; /* PROFILE_NONE: the place is empty */
	uint32_t room, used;
};

/* Costs of places by the paths that led to them. */
struct profile_steps {
	struct profile_step {
		uint32_t path, site, cost;
	} * step;
	uint64_t *cost;   /* [steps][columns] */
	uint64_t *before; /* [sites][columns]: what other paths than its newest
			     one, and earlier visits, have of a site's */
	uint32_t count, room, before_room;
	struct profile_map of; /* a path and a site */
	bool full;             /* none is kept */
};

struct profile_frame {
	uint32_t node, function, arc;
	bool veneer;
	uint32_t link; /* where its caller goes on; odd: nowhere */
	uint64_t sp;   /* of its caller, at the call */
	uint32_t span; /* PROFILE_NONE: it has none */
};

/* The calls that one context of execution is in: a task, or a handler. */
struct profile_stack {
	struct profile_frame *frame;
	uint64_t *mark; /* for each frame: all costs when it began */
	uint32_t depth, room;
	uint32_t context; /* 1 + its number; 0: it has none */
	/* While another one runs: where it goes on, and with which stack. */
	bool interrupted; /* by an exception, not by a switch of its own */
	uint32_t at;
	uint64_t sp;
	uint64_t *left; /* all costs when it was left */
};

/* A call, or how long a context had the core, by cycles. */
struct profile_span {
	uint32_t context, depth, function;
	uint64_t begin, end;
};

struct profile_spans {
	uint32_t most; /* that are kept; 0: nobody asked */
	struct profile_span *span;
	uint32_t count, room;
	uint64_t left_out;    /* that came behind them ... */
	uint64_t whole_until; /* ... from this cycle on */
	uint32_t running;     /* that of the context that has the core */
	struct profile_context {
		uint32_t kind; /* enum board_function */
		bool lives;
	} context[STACKS * CONTEXT_KINDS];
	uint32_t contexts;
};

/* Waits of instructions for others, where these are a column. */
struct profile_waits {
	struct uarch_waits *from; /* the core's; NULL: nobody asked */
	unsigned cost; /* of those that are waited for, with all the cycles */
	struct profile_wait {
		uint32_t site, maker, cause;
		uint64_t cycles;
	} * wait;
	uint32_t count, room;
	struct profile_map of; /* a site and a cause, and whom it waits for */
};

/* Ways through blocks: profile_ways.h. */
struct profile_ways {
	bool all; /* they can tell all costs */
	uint16_t cost[LEDGER_ITEMS + CAUSES];
	struct profile_way *first; /* that sites do not have yet */
	void (*bring)(void *ctx);  /* NULL: nobody has to be asked */
	void *ctx;
};

struct profile {
	struct machine *machine;
	struct profile_column *column;
	unsigned given;                /* how many of them */
	bool ledgers[TARGET_MONITORS]; /* which have to be brought up to date */
	bool any_ledger;               /* ... one of them has */
	/*
	 * Costs are kept of counts that differ, each once: in groups, of which
	 * the first is always looked at, and behind these what is asked for.
	 */
	unsigned columns, there;
	const uint64_t **at; /* of those in groups */
	struct profile_group *group;
	unsigned groups;
	unsigned asked_end;
	unsigned *asked;        /* of those behind: which column's */
	uint64_t asked_until;   /* they stay as they are before that cycle */
	const uint64_t *cycles; /* the core's ... */
	const uint64_t *issued; /* ... in which something issued, where causes
				   are columns; and the others: */
	uint64_t waited;
	uint64_t *last;  /* of each, when looked at last */
	uint64_t *apart; /* of it what went to causes, and was before */
	uint64_t *sum;   /* all that went to instructions, by profile_sum() */
	uint64_t *since; /* `sum` when the stack changed last */
	uint64_t *cause; /* [BOARD_CAUSES][columns] */
	size_t bytes;    /* that the tables have */
	bool full;       /* ... which is all they may */

	uint32_t **page; /* by address >> 12: indices + 1, by halfword */
	struct profile_site *site;
	uint64_t *cost; /* [sites][columns] */
	uint32_t sites, site_room;
	uint32_t latest; /* of the newest instruction */

	struct profile_arc *arc;
	uint64_t *arc_cost;
	uint32_t arcs, arc_room;
	struct profile_node *node;
	uint64_t *node_cost;
	uint32_t nodes, node_room;
	struct profile_map arc_of, node_of;
	struct profile_steps steps;
	struct profile_waits waits;

	struct profile_stack now;
	struct profile_stack parked[PARKED]; /* the newest is the last */
	unsigned parked_count;
	uint64_t lost;   /* calls for which there was no room */
	uint64_t astray; /* returns from exceptions to where nothing was left */
	uint32_t next;   /* where the newest instruction led */
	struct profile_spans spans;
	struct profile_ways ways;
};

/* profile_columns.c */
/* Finds where the counts of the columns are, and which costs are kept. */
bool columns_make(struct profile *p, const struct board_column *wanted,
		  struct error *err);
void columns_free(struct profile *p);
/* Brings the ledgers up to date that are not so by themselves. */
void columns_bring_ledgers(const struct profile *p);
/* Takes the costs that are asked for: `apart` as in profile.c. */
void columns_take_asked(struct profile *p, uint64_t *to, bool apart);
/* Kept costs as the columns' own; `outside`: of what no core has caused. */
void columns_show(const struct profile *p, const uint64_t *cost, bool outside,
		  uint64_t *to);

/* profile.c */
/* Room for one more of each array; false: there is none. */
struct profile_growing {
	void **array;
	size_t size;
};
bool profile_grow(struct profile *p, uint32_t used, uint32_t *room,
		  const struct profile_growing *arrays, unsigned count);
/* The function that an address belongs to; where it has no name, `otherwise`.
 */
struct profile_function profile_function(const struct profile *p, uint32_t addr,
					 uint32_t otherwise);
/* Brings `sum` up to date: not after each instruction, but where it matters. */
void profile_sum(struct profile *p);
/* A copy of all columns; NULL: no memory. */
uint64_t *profile_keep(const struct profile *p, const uint64_t *from);

enum { PROFILE_PAGE_SITES = 1 << 11 };

/* The instruction that was there last, as 1 + its index; 0: none was. */
static inline uint32_t profile_index_at(const struct profile *p, uint32_t addr)
{
	const uint32_t *page = p->page[addr >> 12];

	return page ? page[addr >> 1 & (PROFILE_PAGE_SITES - 1)] : 0;
}

/* profile_waits.c */
/* The newest instruction, of that site, waited for others. */
void waits_take(struct profile *p, uint32_t site);
/* Of a site that waits for another one, for that cause; PROFILE_NONE: there is
 * no room. */
uint32_t waits_pair(struct profile *p, uint32_t site, uint32_t maker,
		    uint32_t cause);
/* So many cycles more of the maker's, and of its pair. */
void waits_add(struct profile *p, uint32_t maker, uint32_t pair,
	       uint64_t cycles);
void waits_free(struct profile_waits *w);

/* profile_ways.c */
void ways_make(struct profile *p);

/* profile_map.c */
/* The place of two numbers' value, which may be new; NULL: no room. */
uint32_t *profile_map_at(struct profile_map *m, uint32_t high, uint32_t low);
void profile_map_free(struct profile_map *m);

/* profile_steps.c */
/* From now on a site's costs are another path's. */
void steps_move(struct profile *p, uint32_t site, uint32_t path);
/* A site has gained that, on a path that may be another one than its newest. */
void steps_add(struct profile *p, uint32_t path, uint32_t site, unsigned cost,
	       uint64_t by);
/* After the last instruction: leaves the steps of all functions that several
 * paths lead to. */
void steps_end(struct profile *p);
void steps_free(struct profile_steps *s);

/* profile_spans.c */
/* A call of the stack that runs.  PROFILE_NONE: it is not kept. */
uint32_t spans_begin(struct profile *p, uint32_t function);
void spans_end(struct profile *p, uint32_t span);
/* A stack is begun, which runs from now on. */
void spans_context(struct profile *p, uint32_t kind);
/* The stack that runs is another one: it goes on, it is left. */
void spans_go_on(struct profile *p);
void spans_leave(struct profile *p);
/* A stack goes, with all that is still called on it. */
void spans_drop(struct profile *p, const struct profile_stack *stack);

/* calls.c */
bool calls_begin(struct profile *p, uint32_t entry);
/* An instruction that may lead elsewhere has. */
void calls_follow(struct profile *p, uint32_t site, const struct retired *r);
/* The stack that runs is left for an exception's handler. */
void calls_interrupt(struct profile *p);
/* The function that was called last. */
uint32_t calls_here(const struct profile *p);
/* The path that instructions are on. */
static inline uint32_t calls_path(const struct profile *p)
{
	const struct profile_stack *s = &p->now;

	return s->depth ? s->frame[s->depth - 1].node : 0;
}
void calls_end(struct profile *p);
void calls_free(struct profile *p);

#endif
