/* SPDX-License-Identifier: MIT */
/* The report for people: one screen, numbers below each other. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/wrap.h"
#include "report/inner.h"
#include "report/stack.h"

struct text {
	FILE *to;
	const struct record *r;
	bool colour;
	bool draws;    /* a terminal that takes UTF-8 */
	bool unfolded; /* notes are printed, not counted */
	int name;      /* width of the column of names */
	int unit;      /* and of units */
	int monitor;   /* and of monitors, where there are several */
	unsigned idle_metrics, idle_events; /* left out */
	struct note_list notes;
	char line[1024]; /* the one at hand */
	size_t used;
};

enum { WIDTH = 80, NAME_WIDTH = 28, INDENT = 4 };

#define BOLD  "\033[1m"
#define RED   "\033[31m"
#define PLAIN "\033[0m"

static const char *style(const struct text *t, const char *code)
{
	return t->colour ? code : "";
}

static void add(struct text *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* To the line at hand, which is cut where it is too long. */
static void add(struct text *t, const char *format, ...)
{
	size_t room = sizeof t->line - t->used;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->line + t->used, room, format, args);
	va_end(args);
	if (n > 0)
		t->used += (size_t)n < room ? (size_t)n : room - 1;
}

/* Without the blanks that would have aligned something further right. */
static void end_line(struct text *t)
{
	while (t->used > 0 && t->line[t->used - 1] == ' ')
		t->used--;
	fprintf(t->to, "%.*s\n", (int)t->used, t->line);
	t->used = 0;
}

static int wider(int width, const char *text)
{
	int length = (int)strlen(text);

	return length > width ? length : width;
}

/* "[1][4]" */
static void add_numbers(struct text *t, const unsigned *number, unsigned count)
{
	for (unsigned i = 0; t->unfolded && i < count; i++)
		add(t, "%s[%u]", i ? "" : "  ", number[i]);
}

static void add_spread(struct text *t, const struct reading *r)
{
	const struct number n = number_of_spread(r);

	add(t, "%s%s", n.text[0] ? "  " : "", n.text);
}

static void add_doubts(struct text *t, const struct reading *r)
{
	const char *red = style(t, RED);
	const char *plain = style(t, PLAIN);

	if (r->doubts & DOUBT_UNTRUSTED)
		add(t, "  %sUNTRUSTED: %s%s", red, r->why, plain);
	else if (r->doubts & DOUBT_OUT_OF_BOUNDS)
		add(t, "  %s%s%s", red, r->why, plain);
	else if (r->doubts & (DOUBT_UNEXPECTED | DOUBT_SCALED))
		add(t, "  %s", r->why);
	if (r->doubts & DOUBT_DIRECTION)
		add(t, "  %s: %s", doubt_direction(r->doubts), r->why);
	if (r->doubts & DOUBT_SPLIT && !(r->doubts & DOUBT_UNTRUSTED))
		add(t, "  from several passes");
	if (r->doubts & DOUBT_COARSE)
		add(t, "  in steps of 64 cycles");
}

static void add_missing(struct text *t, const struct reading *r)
{
	add(t, "  %13s", word_of_missing(r));
	if (r->why[0] && strcmp(r->why, "this board does not model it") != 0)
		add(t, ": %s", r->why);
}

static void print_metric(struct text *t, unsigned i)
{
	const struct record_metric *m = &t->r->metric[i];
	const struct reading *r = &m->reading;
	unsigned number[NOTES_MAX];
	struct number clock;

	add(t, "%s%-*s", m->name,
	    wider(t->name, m->name) - (int)strlen(m->name), users_mark(m));
	if (!reading_has_value(r)) {
		add_missing(t, r);
		end_line(t);
		return;
	}
	add(t, "  %s%20s%s%c %-*s", style(t, BOLD), number_of_metric(m).text,
	    style(t, PLAIN), class_mark(r->class), t->unit, m->unit);
	add_spread(t, r);
	clock = number_of_clock(t->r, m);
	add(t, "%s%s", clock.text[0] ? "  " : "", clock.text);
	add_doubts(t, r);
	add_numbers(t, number, notes_add(&t->notes, &m->notes, number));
	end_line(t);
}

/* An event counted in several passes: the first one is shown. */
static void print_event(struct text *t, unsigned i)
{
	const struct record_event *e = &t->r->event[i];
	const struct reading *r = &e->reading;
	unsigned number[NOTES_MAX];

	add(t, "%-*s", t->name, e->name);
	if (!reading_has_value(r)) {
		add_missing(t, r);
		end_line(t);
		return;
	}
	add(t, "  %13s%7s%c", number_of_event(e).text, "",
	    class_mark(r->class));
	if (t->monitor)
		add(t, " %-*s", t->monitor, t->r->monitor[e->monitor].name);
	if (t->r->passes > 1 && r->pass != RECORD_SPLIT)
		add(t, " %spass %-3u", t->monitor ? " " : "", r->pass + 1);
	add_spread(t, r);
	if (r->empty)
		add(t, "  empty region of %llu taken off",
		    (unsigned long long)r->empty);
	add_doubts(t, r);
	add_numbers(t, number, notes_add(&t->notes, &e->notes, number));
	end_line(t);
}

/* Tells whose the places of registers are, where no document has them. */
static void print_maps(const struct text *t)
{
	for (unsigned i = 0; i < t->r->monitors; i++) {
		const struct record_monitor *m = &t->r->monitor[i];

		if (m->map)
			fprintf(t->to, "registers of %s by %s\n", m->name,
				m->map);
	}
}

/* Prints what was measured of the program: all, or a part with a name. */
static void print_window(const struct text *t)
{
	const struct record_region *region = &t->r->region;
	char *name;

	if (region->kind == REGION_WHOLE) {
		fprintf(t->to, t->r->program.exited ? "whole program"
						    : "a time of what runs");
		return;
	}
	name = text_cleaned(region->text);
	fprintf(t->to, "region %s, entered %s time%s%s", name ? name : "",
		digits_grouped(region->entered).text,
		region->entered == 1 ? "" : "s",
		region->ended_inside ? " (the program ended inside of it)"
				     : "");
	free(name);
}

/* Prints what the program did to a monitor while that counted. */
static void print_writes(const struct text *t)
{
	char line[512];

	for (unsigned i = 0; i < t->r->monitors; i++) {
		const struct record_monitor *m = &t->r->monitor[i];

		if (!m->writes)
			continue;
		snprintf(line, sizeof line,
			 "%sUNTRUSTED%s: the program itself wrote %s of %s "
			 "while it counted, at %s%s",
			 style(t, RED), style(t, PLAIN), m->wrote, m->name,
			 m->where, m->writes > 1 ? " first" : "");
		wrap_print(t->to, line, 0, 4, WIDTH);
	}
}

/* "arm1176 and l220" */
static void print_monitors(const struct text *t)
{
	const struct record *r = t->r;

	for (unsigned i = 0; i < r->monitors; i++)
		fprintf(t->to, "%s%s",
			i == 0                 ? ""
			: i + 1 == r->monitors ? " and "
					       : ", ",
			r->monitor[i].name);
}

/* Prints what was measured where. */
static void print_target(const struct text *t)
{
	const struct record *r = t->r;
	const char *path = r->program.path ? r->program.path : "";
	const char *what_if = machine_what_if(r->target.title);
	char *program = text_cleaned(text_base_name(path));

	if (record_is_given(r)) {
		print_monitors(t);
		fprintf(t->to, ", from counts given%s\n",
			r->divided ? " (cycles times 64)" : "");
		free(program);
		return;
	}
	if (r->program.path)
		fprintf(t->to, "%s%s%s on ", style(t, BOLD),
			program ? program : "", style(t, PLAIN));
	fprintf(t->to, "%s, ", r->target.name);
	free(program);
	print_monitors(t);
	if (r->target.simulated)
		fprintf(t->to, ", %ssimulated%s", style(t, BOLD),
			style(t, PLAIN));
	fprintf(t->to, "%s%s%s\n", what_if ? ", " : "", what_if ? what_if : "",
		r->target.superset ? " by another core's engine" : "");
}

static void print_head(const struct text *t)
{
	const struct record *r = t->r;

	print_target(t);
	if (r->log.known) {
		log_print(t->to, r);
	} else if (r->program.path && !r->program.exited) {
		print_window(t);
		fprintf(t->to, "; it goes on there\n");
	} else if (r->program.path) {
		print_window(t);
		if (r->program.instructions)
			fprintf(t->to, "%s%s instructions run, ",
				r->region.kind == REGION_WHOLE
					? "; "
					: "\nthe whole program: ",
				digits_grouped(r->program.instructions).text);
		fprintf(t->to, "%sexit status %s%lld%s\n",
			r->program.instructions ? "" : "; ",
			style(t, r->program.status ? RED : ""),
			(long long)r->program.status, style(t, PLAIN));
	}
	print_maps(t);
	print_writes(t);
	fputc('\n', t->to);
}

void head_print(FILE *to, const struct record *r, bool colour)
{
	const struct text t = { .to = to, .r = r, .colour = colour };

	print_head(&t);
}

/*
 * Is it of a layer that did nothing, among much that was asked for at once?
 * What was given is shown.
 */
static bool is_idle(const struct text *t, unsigned monitor, bool idle)
{
	const struct record *r = t->r;

	if (record_is_given(r))
		return false;
	for (unsigned i = 0; i < r->events; i++)
		if (r->event[i].asked)
			return false;
	return idle && r->monitor[monitor].layers;
}

/* Which of several monitors' metrics of one name was taken. */
static void print_others(const struct text *t)
{
	const struct record *r = t->r;

	for (unsigned i = 0; i < r->metrics; i++)
		if (r->metric[i].others[0])
			fprintf(t->to, "%s is that of %s; there is %s\n",
				r->metric[i].name,
				r->monitor[r->metric[i].monitor].name,
				r->metric[i].others);
}

static void print_metrics(struct text *t)
{
	const struct record *r = t->r;
	unsigned lines = 0;

	layers_print(t->to, t->r, &t->notes, t->unfolded);
	for (unsigned i = 0; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];

		if (layers_have(t->r, i) || log_lacks(r, m))
			continue;
		if (m->asked != ASKED_BY_NAME &&
		    is_idle(t, m->monitor,
			    m->reading.doubts & DOUBT_UNDEFINED)) {
			t->idle_metrics++;
			continue;
		}
		print_metric(t, i);
		lines++;
	}
	print_others(t);
	if (lines)
		fputc('\n', t->to);
}

/*
 * The order of the events is that in which formulas name them.  If the monitor
 * has layers it is the counters' order, which keeps a layer's events together;
 * a code may be there twice, by its name and bare.
 */
static unsigned event_at(const struct record *r, unsigned place)
{
	if (!r->metrics || r->monitors > 1 || !r->monitor[0].layers)
		return place;
	for (unsigned i = 0; i < r->events; i++) {
		unsigned before = 0;

		for (unsigned k = 0; k < r->events; k++)
			before +=
				r->event[k].code < r->event[i].code ||
				(k < i && r->event[k].code == r->event[i].code);
		if (before == place)
			return i;
	}
	return place;
}

static void print_events(struct text *t)
{
	for (unsigned place = 0; place < t->r->events; place++) {
		unsigned i = event_at(t->r, place);
		const struct record_event *e = &t->r->event[i];
		bool valued = reading_has_value(&e->reading);

		if (is_idle(t, e->monitor, valued && !e->reading.count))
			t->idle_events++;
		else if (e->asked || valued)
			print_event(t, i);
	}
	if (t->idle_events + t->idle_metrics)
		fprintf(t->to,
			"%u counts of 0 and %u metrics that divide by one are "
			"left out;\n  -e all has the counts\n",
			t->idle_events, t->idle_metrics);
	/* Of counts that were given there may be nothing more to say. */
	if (!(record_is_given(t->r) || log_of_parts(t->r)) || t->notes.count)
		fputc('\n', t->to);
}

static void print_notes(const struct text *t)
{
	char text[1024];

	if (t->notes.count && !t->unfolded)
		fprintf(t->to,
			"%u note%s on these numbers: --notes, or tally "
			"explain NAME\n",
			t->notes.count, t->notes.count == 1 ? "" : "s");
	for (unsigned i = 0; t->unfolded && i < t->notes.count; i++) {
		const struct record_note *n = &t->r->note[t->notes.note[i]];

		fprintf(t->to, "[%u] ", i + 1);
		snprintf(text, sizeof text, "%s%s (%s)",
			 n->perhaps ? "perhaps: " : "", n->text, n->source);
		wrap_print(t->to, text, 4, 4, WIDTH);
	}
}

static void measure_columns(struct text *t)
{
	const struct record *r = t->r;

	for (unsigned i = 0; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];
		int name = wider(0, m->name) + wider(0, users_mark(m));

		/* A long formula stands out of its column. */
		if (!m->row && name > NAME_WIDTH)
			name = NAME_WIDTH;
		t->name = name > t->name ? name : t->name;
		t->unit = wider(t->unit, m->unit);
	}
	for (unsigned i = 0; i < r->monitors && r->monitors > 1; i++)
		t->monitor = wider(t->monitor, r->monitor[i].name);
	for (unsigned i = 0; i < r->events; i++)
		t->name = wider(t->name, r->event[i].name);
}

static void print_all(struct text *t, const struct report_rows *told)
{
	measure_columns(t);
	headline_print(t->to, t->r, t->colour);
	print_head(t);
	print_metrics(t);
	print_events(t);
	parts_print(t->to, t->r, t->colour);
	series_print(t->to, t->r, t->colour, t->draws, told);
	identities_print(t->to, t->r, t->colour);
	ledger_print(t->to, t->r, false, t->colour);
	foot_print(t->to, t->r, t->colour);
	print_notes(t);
}

/* Lines may be too wide if there is no memory to look at them again. */
void report_text_rest(FILE *to, const struct record *r, bool colour, bool notes,
		      const struct report_rows *told)
{
	char *text = NULL;
	size_t size = 0;
	FILE *all = memory_stream(&text, &size);
	struct text t = { .to = all ? all : to,
			  .r = r,
			  .colour = colour,
			  .unfolded = notes,
			  .draws = colour && series_can_be_drawn() };

	print_all(&t, told);
	if (all && memory_stream_end(all, &text) == 0)
		wrap_lines(to, text, INDENT, WIDTH);
	free(text);
}
