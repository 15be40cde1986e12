/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_SAMPLE_H
#define SAMPLE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/*
 * A profile tells where events happened, as a value: costs of instructions,
 * which functions and lines these are, who called whom.  It has no pointer into
 * a run, so it can be printed, kept in a file and exported later.
 *
 * All texts and arrays belong to the profile and go with sample_free().  A cost
 * is an array with a number for each column.
 */

/* In place of an index. */
#define SAMPLE_NONE UINT32_MAX

/* Operands of a formula that are not columns. */
#define SAMPLE_CLOCK   (UINT32_MAX - 1)
#define SAMPLE_RATIO   (UINT32_MAX - 2)
#define SAMPLE_COLUMNS 512 /* at most */

struct sample_column {
	const char *name; /* the event's */
	const char *monitor;
	const char *class; /* exact, modelled, injected */
	uint16_t code;     /* the manual's; 0xFFFE: the cycle counter; 0xFFFD:
			      no event, but a simulated cause of cycles; 0xFFFB:
			      cycles for which others wait for it */
	bool asked;        /* by name, not for a metric */
	uint64_t period;   /* sampled: a sample for each so many, about */
};

struct sample_metric {
	const char *name, *formula, *unit;
	bool asked; /* by name, not with a group or for want of a request */
	bool users; /* a file of the user's has it, or it was named on the spot
		     */
	double scale;
	const uint32_t *operand; /* per name of the formula: a column */
	unsigned operands;
};

struct sample_function {
	const char *name;   /* what people read */
	const char *linked; /* the linker's, where it is another; NULL */
	uint64_t addr;
	uint32_t file; /* where it is declared ... */
	uint32_t line; /* ... 0: not known */
};

/* A file with code, as an operating system maps it: its addresses in the
 * profile are its own, from a base on.  Functions of others than the program
 * have its name behind theirs, "qsort [libc.so.6]". */
struct sample_module {
	const char *path;
	const char *sha256;
	const char *build_id; /* a linker's, in hexadecimal; NULL: none */
	uint64_t base, size;
};

struct sample_place {
	uint64_t addr;
	uint32_t word;
	uint32_t function;
	uint32_t file; /* SAMPLE_NONE: not known */
	uint32_t line;
	/* The function that the compiler put there in place of a call;
	 * SAMPLE_NONE: none. */
	uint32_t inlined;
	uint64_t count; /* how often it was executed; sampled: samples */
};

/* From an instruction to a function, with all that happened until the return,
 * once where a function calls itself. */
struct sample_call {
	uint32_t place, function;
	uint64_t count;
};

/* A path of calls, behind another one, with what happened in its last function
 * alone.  The first has no function. */
struct sample_path {
	uint32_t parent, function;
	uint64_t count;
};

/* An instruction on a path.  One without any did all of it on the only path to
 * its function. */
struct sample_step {
	uint32_t path, place;
};

/* A place waits for what another one does, and so has cycles of a column that
 * is a cause. */
struct sample_wait {
	uint32_t place, maker, column;
	uint64_t cycles;
};

/*
 * How a profile was sampled.  A cost is what was counted from one sample to the
 * next then; what came after the last sample is a cause.
 */
struct sample_sampling {
	uint64_t samples;
	uint64_t lost; /* for which there was no room */
	/* Sentences: how far a sample's place may be from its cause, and which
	 * ones are here. */
	const char *skid;
	bool simulated;
};

/* A thread, or what firmware calls a task.  One that changes its name is
 * another. */
struct sample_task {
	const char *name; /* NULL: nobody told */
	uint64_t process; /* that it is of; 0: there are none */
	uint64_t number;
};

/* A sample by itself.  What is not known of it is SAMPLE_NONE. */
struct sample_single {
	uint64_t time; /* since the first one, in ns */
	uint64_t weight;
	uint32_t task, cpu;
	uint32_t column, place, path;
};

/*
 * In a context (what has a stack of calls for itself: the program, a task, a
 * handler), by the core's cycles: a call, with all interruptions, or that the
 * context had the core, where it has no function.
 */
struct sample_span {
	uint32_t context;
	uint32_t depth; /* how many calls of the context are around it */
	uint32_t function;
	uint64_t begin, end;
};

/* When the first calls began and ended: in the order of their beginnings, and
 * within each other. */
struct sample_timeline {
	uint64_t most;     /* so many were asked for */
	uint64_t left_out; /* that came behind them */
	uint64_t until;    /* the cycle before which none is left out */
	const char **context;
	uint32_t contexts;
	struct sample_span *span;
	uint32_t spans;
};

struct sample {
	const char *target, *title, *monitors;
	const char *program, *sha256;
	const char *unguarded; /* why it was not sandboxed; NULL: it was */
	const char *superset;  /* what of it is not the core's own; NULL */
	const char *sketch;    /* what its cycles have where they are one */
	double clock_hz, clock_ratio;
	uint64_t instructions;
	int64_t status; /* of the program, if it ended */
	/* Why it was stopped before it ended; NULL: it ended. */
	const char *unfinished;
	uint64_t lost_calls, astray;
	bool full;

	const struct sample_sampling *sampling; /* NULL: it is exact */
	const struct sample_timeline *timeline; /* NULL: it says not when */

	struct sample_column *column;
	unsigned columns;
	struct sample_metric *metric;
	unsigned metrics;
	struct sample_module *module; /* of a command's samples */
	uint32_t modules;
	struct sample_function *function;
	uint32_t functions;
	const char **file;
	uint32_t files;
	const char **inlined; /* names of functions that are in others */
	uint32_t inlineds;
	struct sample_place *place;
	uint64_t *place_cost;
	uint32_t places;
	struct sample_call *call;
	uint64_t *call_cost;
	uint32_t calls;
	struct sample_path *path;
	uint64_t *path_cost;
	uint32_t paths;
	struct sample_step *step; /* by their paths, then by their places */
	uint64_t *step_cost;
	uint32_t steps;
	struct sample_wait *wait; /* of a run; a file has none */
	uint32_t waits;
	const char **cause; /* what no instruction did */
	uint64_t *cause_cost;
	uint64_t *cause_count; /* samples; NULL of an exact profile */
	uint32_t causes;
	uint64_t *total;

	/* Sampled, where more is known of samples than their places. */
	struct sample_task *task;
	uint32_t tasks;
	struct sample_single *single; /* in the order of their times */
	uint32_t singles;
	bool timed;          /* their times are known */
	const char *of_task; /* of which alone all of them are; NULL: of all */

	struct json_t *document; /* as it was read; NULL: it was not */
	struct sample_block *blocks;
	bool failed; /* memory ran out while it was made */
};

/* NULL: out of memory. */
struct sample *sample_new(void);
void sample_free(struct sample *s);
/* A copy that lives as long as the profile; NULL of NULL. */
const char *sample_text(struct sample *s, const char *text);
/* From now on every function is called as it is linked. */
void sample_as_linked(struct sample *s);
/* Zeroes, which live as long; never of size 0.  NULL: `failed` is set. */
void *sample_room(struct sample *s, size_t count, size_t size);

static inline const uint64_t *sample_cost(const struct sample *s,
					  const uint64_t *costs, uint32_t which)
{
	return costs + (size_t)which * s->columns;
}

/* ---- tables -------------------------------------------------------------- */

enum sample_by {
	SAMPLE_FUNCTIONS,
	SAMPLE_LINES,
	SAMPLE_INSNS,
	SAMPLE_FILES,
	SAMPLE_INLINED, /* functions; what is inlined is a row of its own */
	SAMPLE_TASKS,   /* of samples that say whose they are */
};

struct sample_row {
	uint32_t function; /* SAMPLE_NONE: a cause, or a file */
	uint32_t file, line;
	uint64_t addr;    /* of its first instruction */
	uint32_t place;   /* of an instruction */
	uint32_t cause;   /* SAMPLE_NONE: it is none */
	uint32_t inlined; /* of SAMPLE_INLINED; SAMPLE_NONE: it is not */
	uint32_t task;    /* of SAMPLE_TASKS; SAMPLE_NONE: it is not known */
	uint64_t count; /* calls of a function, executions of an instruction */
	uint64_t *cost;
};

struct sample_table {
	struct sample_row *row;
	uint32_t rows;
	uint64_t *costs; /* of all rows that there were */
	size_t taken;    /* of them, also by rows that became one since */
};

/*
 * Makes rows, the most of the first column first; causes are rows, too.
 * `inclusive`: of functions, with all that they call, and without causes.
 * False: out of memory.
 */
bool sample_rows(const struct sample *s, enum sample_by by, bool inclusive,
		 struct sample_table *t);
/*
 * Makes rows of who calls a function, or whom it calls: with what the calls did
 * until their returns.  False: out of memory.
 */
bool sample_calls(const struct sample *s, uint32_t function, bool callers,
		  struct sample_table *t);
/* Does any sample say whose it is? */
bool sample_has_tasks(const struct sample *s);
/* "worker (17)", "task 3"; the caller's to free; NULL: out of memory. */
char *sample_task_text(const struct sample *s, uint32_t task);
/*
 * Leaves of the profile what the samples of the tasks of that name or number
 * are of.  False and `err`: there are none, or out of memory.
 */
bool sample_of_task(struct sample *s, const char *name, struct error *err);
/* The place where a function begins: its declaration, or else its first place,
 * of those that sample_first() found.  The file may be SAMPLE_NONE, the line 0.
 */
struct sample_begin {
	uint32_t file, line;
};
struct sample_begin sample_begin(const struct sample *s, const uint32_t *first,
				 uint32_t function);
/* The first place of each function; SAMPLE_NONE where it has none.  The
 * caller's to free; NULL: out of memory. */
uint32_t *sample_first(const struct sample *s);
/*
 * The function of that name, as it is linked, shown or called in the source, or
 * at that address; SAMPLE_NONE: none is, or several are, and `err` has what to
 * type.
 */
uint32_t sample_find(const struct sample *s, const char *name,
		     struct error *err);
void sample_table_free(struct sample_table *t);

/* The module that has an address of the profile; NULL: none has. */
const struct sample_module *sample_module_at(const struct sample *s,
					     uint64_t addr);
/* Was it a simulated machine?  What is exact is of one. */
bool sample_is_simulated(const struct sample *s);

/*
 * Of each path what its instructions did on it, and where it was called from,
 * as far as these are known.
 */
struct sample_walk {
	struct sample_step *step;
	uint64_t *cost;
	/* Of each path its first step, and one more; a path without any is one
	 * of which only the sum is known. */
	uint32_t *first;
	/* Of each path the only place where its last function was called from
	 * the one before it; SAMPLE_NONE: there are several, or none is known.
	 */
	uint32_t *caller;
	uint32_t steps;
};
/* False: out of memory. */
bool sample_walk(const struct sample *s, struct sample_walk *w);
void sample_walk_free(struct sample_walk *w);

/* A metric of these costs, as it is shown; false: it has no value. */
bool sample_value(const struct sample *s, unsigned metric, const uint64_t *cost,
		  double *value);

/* ---- files --------------------------------------------------------------- */

/*
 * One JSON document with all there is; of one that was read, with the members
 * that are not known.  False: out of memory.
 */
bool sample_write(FILE *to, const struct sample *s);
/* Does it say that it is a profile? */
bool sample_is_document(const struct json_t *document);
/*
 * Reads it, and takes the reference.  NULL and `err`: it is no profile, or it
 * contradicts itself; `file` is what it came from.
 */
struct sample *sample_read(struct json_t *document, const char *file,
			   struct error *err);

#endif
