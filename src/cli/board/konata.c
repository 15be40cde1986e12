/* SPDX-License-Identifier: MIT */
/*
 * Steps of a board in Konata's form, which its author describes in
 * docs/kanata-log-format.md: a log of commands, in the order of their cycles.
 * Stages are Wt, until it issues; Ex, until it has its result; Rt, until it
 * retires.  A step of a core without a schedule is Ex as long as it took.
 */
#include "cli/board/konata.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "catalog/causes.h"

/* In the order in which they come in one cycle. */
enum what { BEGINS, WAITS, EXECUTES, RETIRING, ENDS };

struct event {
	uint64_t cycle;
	uint32_t row;
	enum what what;
};

enum { EVENTS_EACH = 5 };

struct log {
	FILE *to;
	const struct konata_steps *steps;
	const struct program *program;
	struct program_code code;
	struct event *event;
	size_t events;
	uint32_t *id; /* of each row, in the order in which they come */
};

/* ---- what comes when ----------------------------------------------------- */

static void note_event(struct log *l, uint64_t cycle, uint32_t row,
		       enum what what)
{
	l->event[l->events++] = (struct event){ cycle, row, what };
}

static void add_scheduled(struct log *l, uint32_t i)
{
	const struct board_trace_row *r = &l->steps->row[i];

	note_event(l, r->dispatched, i, BEGINS);
	if (r->dispatched < r->issued)
		note_event(l, r->dispatched, i, WAITS);
	note_event(l, r->issued, i, EXECUTES);
	if (r->retired >= r->done) {
		note_event(l, r->done, i, RETIRING);
		note_event(l, r->retired + 1, i, ENDS);
	} else {
		note_event(l, r->done, i, ENDS);
	}
}

static void add_events(struct log *l, uint32_t i)
{
	const struct board_trace_row *r = &l->steps->row[i];

	if (r->scheduled) {
		add_scheduled(l, i);
		return;
	}
	note_event(l, r->begin, i, BEGINS);
	note_event(l, r->begin, i, EXECUTES);
	/* One that goes beside another is seen as well. */
	note_event(l, r->end > r->begin ? r->end : r->begin + 1, i, ENDS);
}

static int by_cycle(const void *x, const void *y)
{
	const struct event *a = x, *b = y;

	if (a->cycle != b->cycle)
		return a->cycle < b->cycle ? -1 : 1;
	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return (int)a->what - (int)b->what;
}

/* ---- what is said of a step ---------------------------------------------- */

static const struct program_insn *step_text(const struct log *l,
					    const struct board_trace_row *r)
{
	size_t low = 0, high = l->code.count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct program_insn *i = &l->code.insn[middle];

		if (i->addr == r->addr && i->word == r->word)
			return i;
		if (i->addr < r->addr ||
		    (i->addr == r->addr && i->word < r->word))
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static void put_step_name(const struct log *l, const struct board_trace_row *r)
{
	const struct program_insn *text = step_text(l, r);
	uint64_t offset = 0;
	const struct program_symbol *s =
		program_at(l->program, r->addr, &offset);

	fprintf(l->to, "0x%08" PRIx64, r->addr);
	if (s) {
		putc(' ', l->to);
		text_print(l->to, s->shown);
		fprintf(l->to, "+0x%" PRIx64, offset);
	}
	fputs(": ", l->to);
	if (text)
		text_print(l->to, text->text);
	else
		fprintf(l->to, "0x%08" PRIx32, r->word);
}

static void put_causes(const struct log *l, const struct board_trace_row *r)
{
	const char *between = ": ";
	unsigned count;
	const struct catalog_cause *cause = catalog_causes(&count);

	fprintf(l->to, "%" PRIu64 " cycle%s", r->end - r->begin,
		r->end - r->begin == 1 ? "" : "s");
	for (unsigned i = 0; i < TARGET_CAUSES && i < count; i++) {
		if (!r->cause[i])
			continue;
		fprintf(l->to, "%s%s %" PRIu64, between, cause[i].name,
			r->cause[i]);
		between = "; ";
	}
}

static void put_first(const struct log *l, uint32_t row)
{
	static const char *const others[BOARD_TRACE_KINDS] = {
		[BOARD_TRACE_EXCEPTION] = "(an exception is entered)",
		[BOARD_TRACE_WAIT] = "(waits for an interrupt)",
	};
	const struct board_trace_row *r = &l->steps->row[row];
	const uint32_t id = l->id[row];

	fprintf(l->to, "I\t%" PRIu32 "\t%" PRIu32 "\t0\nL\t%" PRIu32 "\t0\t",
		id, row, id);
	if (others[r->kind])
		fputs(others[r->kind], l->to);
	else
		put_step_name(l, r);
	fprintf(l->to, "\nL\t%" PRIu32 "\t1\t", id);
	put_causes(l, r);
	putc('\n', l->to);
}

/* ---- the log ------------------------------------------------------------- */

static void put_command(const struct log *l, const struct event *e)
{
	static const char *const stages[] = {
		[WAITS] = "Wt", [EXECUTES] = "Ex", [RETIRING] = "Rt"
	};

	if (e->what == BEGINS)
		put_first(l, e->row);
	else if (e->what == ENDS)
		fprintf(l->to, "R\t%" PRIu32 "\t%" PRIu32 "\t0\n",
			l->id[e->row], e->row);
	else
		fprintf(l->to, "S\t%" PRIu32 "\t0\t%s\n", l->id[e->row],
			stages[e->what]);
}

static void put_log(struct log *l)
{
	uint64_t cycle = l->events ? l->event[0].cycle : 0;
	uint32_t id = 0;

	fprintf(l->to, "Kanata\t0004\nC=\t%" PRIu64 "\n", cycle);
	for (size_t i = 0; i < l->events; i++) {
		const struct event *e = &l->event[i];

		if (e->cycle != cycle)
			fprintf(l->to, "C\t%" PRIu64 "\n", e->cycle - cycle);
		cycle = e->cycle;
		if (e->what == BEGINS)
			l->id[e->row] = id++;
		put_command(l, e);
	}
}

/* The instructions as text; where there is none, their words stand for it. */
static bool read_texts(struct log *l)
{
	struct program_word *ran = calloc(l->steps->count + 1u, sizeof *ran);
	struct error ignored;
	size_t n = 0;

	if (!ran)
		return false;
	for (unsigned i = 0; i < l->steps->count; i++)
		if (l->steps->row[i].kind == BOARD_TRACE_INSTRUCTION)
			ran[n++] = (struct program_word){ l->steps->row[i].addr,
							  l->steps->row[i].word,
							  false };
	if (!program_code(l->program, 0, 0, ran, n, &l->code, &ignored))
		l->code = (struct program_code){ NULL, 0 };
	free(ran);
	return true;
}

bool konata_print(FILE *to, const struct konata_steps *steps,
		  const struct program *program)
{
	struct log l = { .to = to, .steps = steps, .program = program };
	const size_t room = steps->count + 1u;
	bool good;

	l.event = calloc(room, EVENTS_EACH * sizeof *l.event);
	l.id = calloc(room, sizeof *l.id);
	good = l.event && l.id && read_texts(&l);
	if (good) {
		for (unsigned i = 0; i < steps->count; i++)
			add_events(&l, i);
		qsort(l.event, l.events, sizeof *l.event, by_cycle);
		put_log(&l);
	}
	program_code_free(&l.code);
	free(l.event);
	free(l.id);
	return good;
}
