/* SPDX-License-Identifier: MIT */
/*
 * The report for people: one screen, numbers below each other.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/wrap.h"
#include "program/program.h"
#include "report/part.h"

struct text {
	FILE *to;
	const struct report *r;
	bool colour;
	int name;    /* width of the column of names */
	int unit;    /* and of units */
	int monitor; /* and of monitors, where there are several */
	int truth;   /* of events' names in the ledger */
	unsigned idle_metrics, idle_events; /* left out */
	struct note_list notes;
	char line[1024]; /* the one at hand */
	size_t used;
};

enum { WIDTH = 80, NAME_WIDTH = 28 };

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

/* "[1][4]" */
static void add_numbers(struct text *t, const unsigned *number, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		add(t, "%s[%u]", i ? "" : "  ", number[i]);
}

/* A width in percent of the value. */
static double percent(const struct reading *r, double width)
{
	double value = r->value < 0 ? -r->value : r->value;

	return value > 0 ? 100 * width / value : 0;
}

/*
 * How sure the mean of the repeats is: its interval, or where there is none the
 * range.  What the foot of the report says of both.
 */
static void add_spread(struct text *t, const struct reading *r)
{
	if (r->high <= r->low && r->samples > 1)
		add(t, "  identical");
	else if (r->high > r->low && r->margin >= 0)
		add(t, "  +-%.2f %%", percent(r, r->margin));
	else if (r->high > r->low)
		add(t, "  range %.2f %%", percent(r, r->high - r->low));
}

static void add_doubts(struct text *t, const struct reading *r)
{
	const char *red = style(t, RED);
	const char *plain = style(t, PLAIN);

	if (r->doubts & DOUBT_UNTRUSTED)
		add(t, "  %sUNTRUSTED: %s%s", red, r->why, plain);
	else if (r->doubts & DOUBT_OUT_OF_BOUNDS)
		add(t, "  %s%s%s", red, r->why, plain);
	else if (r->doubts & DOUBT_UNEXPECTED)
		add(t, "  %s", r->why);
	if (r->doubts & DOUBT_SPLIT && !(r->doubts & DOUBT_UNTRUSTED))
		add(t, "  from several passes");
	if (r->doubts & DOUBT_COARSE)
		add(t, "  in steps of 64 cycles");
}

/* In place of a number. */
static void add_missing(struct text *t, const struct reading *r)
{
	const char *what = "undefined";

	if (r->doubts & DOUBT_OVERFLOWED)
		what = "overflowed";
	else if (r->doubts & DOUBT_NOT_MODELLED)
		what = "not modelled";
	else if (r->doubts & DOUBT_NOT_COUNTED)
		what = "not counted";
	add(t, "  %13s", what);
	if (r->why[0] && strcmp(r->why, "this board does not model it") != 0)
		add(t, ": %s", r->why);
}

static void print_metric(struct text *t, unsigned i)
{
	const struct request_metric *q = &t->r->request->metric[i];
	const struct reading *r = &t->r->result->metric[i];
	unsigned number[NOTES_MAX];
	char value[48];

	add(t, "%-*s", t->name, q->name);
	if (!reading_has_value(r)) {
		add_missing(t, r);
		end_line(t);
		return;
	}
	add(t, "  %s%20s%s%c %-*s", style(t, BOLD),
	    number_of_metric(value, q, r), style(t, PLAIN),
	    class_mark(r->class), t->unit, q->metric ? q->metric->unit : "");
	add_spread(t, r);
	add_doubts(t, r);
	add_numbers(t, number, notes_of_metric(&t->notes, t->r, i, number));
	end_line(t);
}

/* An event counted in several passes: the first one is shown. */
static void print_event(struct text *t, unsigned i)
{
	const struct reading *r = &t->r->result->event[i];
	unsigned number[NOTES_MAX];
	bool spread = r->high > r->low;
	char text[48];

	add(t, "%-*s", t->name, t->r->request->event[i]->name);
	if (!reading_has_value(r)) {
		add_missing(t, r);
		end_line(t);
		return;
	}
	add(t, "  %13s%7s%c",
	    number_grouped(text,
			   spread ? (uint64_t)(r->value + 0.5) : r->count),
	    "", class_mark(r->class));
	if (t->monitor)
		add(t, " %-*s", t->monitor,
		    request_event_monitor(t->r->request, i));
	if (t->r->request->plan->passes > 1)
		add(t, " %spass %-3u", t->monitor ? " " : "", r->pass + 1);
	add_spread(t, r);
	if (r->empty)
		add(t, "  empty region of %llu taken off",
		    (unsigned long long)r->empty);
	add_doubts(t, r);
	if (t->r->request->asked[i])
		add_numbers(t, number,
			    notes_of_event(&t->notes, t->r, i, number));
	end_line(t);
}

/* Whose the places of registers are, where no document has them. */
static void print_maps(const struct text *t)
{
	for (unsigned i = 0; i < t->r->request->members; i++) {
		const struct catalog_monitor *m =
			t->r->request->member[i].monitor;

		if (m->own_map)
			fprintf(t->to, "registers of %s by %s\n", m->name,
				m->own_map);
	}
}

/* What was measured of the program: all, or a part that somebody named. */
static void print_window(const struct text *t)
{
	const struct run_result *result = t->r->result;
	const struct region *region = &t->r->options->region;
	char *name, number[32];

	if (region->kind == REGION_WHOLE) {
		fprintf(t->to, "whole program");
		return;
	}
	name = text_cleaned(region->text);
	fprintf(t->to, "region %s, entered %s time%s%s", name ? name : "",
		number_grouped(number, result->windows),
		result->windows == 1 ? "" : "s",
		result->unfinished ? " (the program ended inside of it)" : "");
	free(name);
}

/* What the program did to a monitor while that counted. */
static void print_writes(const struct text *t)
{
	const struct request *q = t->r->request;
	char line[512], name[32];

	for (unsigned i = 0; i < q->members; i++) {
		const struct run_writes *w = &t->r->result->writes[i];

		if (!w->count)
			continue;
		snprintf(line, sizeof line,
			 "%sUNTRUSTED%s: the program itself wrote %s of %s "
			 "while it counted, at %s%s",
			 style(t, RED), style(t, PLAIN),
			 run_register(q->member[i].monitor, w, name,
				      sizeof name),
			 q->member[i].monitor->name, w->where,
			 w->count > 1 ? " first" : "");
		wrap_print(t->to, line, 0, 4, WIDTH);
	}
}

static void print_head(const struct text *t)
{
	const struct report *r = t->r;
	const struct run_result *result = r->result;
	const char *slash = strrchr(r->options->target->program->path, '/');
	char *program = text_cleaned(slash ? slash + 1
					   : r->options->target->program->path);
	char number[32], names[160];

	fprintf(t->to, "%s%s%s on board:%s, %s, %ssimulated%s%s\n",
		style(t, BOLD), program ? program : "", style(t, PLAIN),
		r->board->name,
		request_monitors(r->request, names, sizeof names),
		style(t, BOLD), style(t, PLAIN),
		r->board->simulated_superset ? " by another core's engine"
					     : "");
	free(program);
	print_window(t);
	fprintf(t->to, "; %s instructions run, exit status %s%d%s\n",
		number_grouped(number, result->instructions),
		style(t, result->program_status ? RED : ""),
		result->program_status, style(t, PLAIN));
	print_maps(t);
	print_writes(t);
	fputc('\n', t->to);
}

/* Is it of a layer that did nothing, among much that was asked for at once? */
static bool is_idle(const struct text *t, unsigned member, bool idle)
{
	const struct request *q = t->r->request;

	for (unsigned i = 0; i < q->events; i++)
		if (q->asked[i])
			return false;
	return idle && q->member[member].monitor->layers;
}

static void print_metrics(struct text *t)
{
	const struct request *q = t->r->request;
	unsigned lines = 0;

	layers_print(t->to, t->r, &t->notes);
	for (unsigned i = 0; i < q->metrics; i++) {
		if (layers_have(t->r, i))
			continue;
		if (!q->metric[i].named &&
		    is_idle(t, q->metric[i].member,
			    t->r->result->metric[i].doubts & DOUBT_UNDEFINED)) {
			t->idle_metrics++;
			continue;
		}
		print_metric(t, i);
		lines++;
	}
	request_print_others(t->to, q);
	if (lines)
		fputc('\n', t->to);
}

/*
 * Metrics ask for events as their formulas name them; where there are layers,
 * the order of the counters keeps what is of one together.
 */
static unsigned event_at(const struct request *q, unsigned place)
{
	if (!q->metrics || q->members > 1 || !q->member[0].monitor->layers)
		return place;
	for (unsigned i = 0; i < q->events; i++) {
		unsigned before = 0;

		for (unsigned k = 0; k < q->events; k++)
			before += q->event[k]->code < q->event[i]->code;
		if (before == place)
			return i;
	}
	return place;
}

static void print_events(struct text *t)
{
	const struct request *q = t->r->request;

	for (unsigned place = 0; place < q->events; place++) {
		unsigned i = event_at(q, place);

		const struct reading *r = &t->r->result->event[i];
		bool valued = reading_has_value(r);

		if (is_idle(t, q->origin[i].member, valued && !r->count))
			t->idle_events++;
		else if (q->asked[i] || valued)
			print_event(t, i);
	}
	if (t->idle_events + t->idle_metrics)
		fprintf(t->to,
			"%u counts of 0 and %u metrics that divide by one are "
			"left out;\n  -e all has the counts\n",
			t->idle_events, t->idle_metrics);
	fputc('\n', t->to);
}

static void print_truth_row(struct text *t, const struct target_truth *row)
{
	const struct run_result *result = t->r->result;
	const char *class = truth_class(row->class);
	unsigned event;
	char number[32];

	add(t, "%-*s  %-22.22s ", t->truth, truth_event(t->r->request, row),
	    row->name);
	if (strcmp(class, "not modelled") == 0) {
		add(t, "%14s", class);
		end_line(t);
		return;
	}
	add(t, "%14s  %-8s", number_grouped(number, row->count), class);
	switch (truth_verdict(t->r->request, t->r->options, result, row,
			      &event)) {
	case TRUTH_EQUAL:
		add(t, "  equal");
		break;
	case TRUTH_DIFFERS:
		add(t, "  %sDIFFERS%s", style(t, RED), style(t, PLAIN));
		break;
	case TRUTH_NOT_MEASURED:
		break;
	}
	end_line(t);
}

static void print_truth(struct text *t)
{
	const struct run_result *result = t->r->result;

	if (!result->truths)
		return;
	fprintf(t->to, "%sthe board's own ledger, simulated%s\n",
		style(t, BOLD), style(t, PLAIN));
	for (unsigned i = 0; i < result->truths; i++) {
		unsigned member = result->truth[i].monitor;

		if (t->monitor &&
		    (i == 0 || member != result->truth[i - 1].monitor))
			fprintf(t->to, "%s:\n",
				t->r->request->member[member].monitor->name);
		print_truth_row(t, &result->truth[i]);
	}
	fputc('\n', t->to);
}

static void print_notes(const struct text *t)
{
	char text[1024];

	for (unsigned i = 0; i < t->notes.count; i++) {
		const struct catalog_note *n = t->notes.note[i];
		bool unknown = !t->r->result->conditions_known[n->when];

		fprintf(t->to, "[%u] ", i + 1);
		snprintf(text, sizeof text, "%s%s (%s)",
			 unknown ? "perhaps: " : "", n->text, n->source);
		wrap_print(t->to, text, 4, 4, WIDTH);
	}
}

static void measure_columns(struct text *t)
{
	const struct request *q = t->r->request;

	for (unsigned i = 0; i < q->metrics; i++) {
		const struct catalog_metric *m = q->metric[i].metric;
		int name = (int)strlen(q->metric[i].name);
		int unit = m ? (int)strlen(m->unit) : 0;

		/* A long formula stands out of its column. */
		if (!m && name > NAME_WIDTH)
			name = NAME_WIDTH;
		t->name = name > t->name ? name : t->name;
		t->unit = unit > t->unit ? unit : t->unit;
	}
	for (unsigned i = 0; i < q->members && q->members > 1; i++) {
		int name = (int)strlen(q->member[i].monitor->name);

		t->monitor = name > t->monitor ? name : t->monitor;
	}
	for (unsigned i = 0; i < t->r->result->truths; i++) {
		int name = (int)strlen(truth_event(q, &t->r->result->truth[i]));

		t->truth = name > t->truth ? name : t->truth;
	}
	for (unsigned i = 0; i < q->events; i++) {
		int name = (int)strlen(q->event[i]->name);

		t->name = name > t->name ? name : t->name;
	}
}

void report_text(FILE *to, const struct report *r, bool colour)
{
	struct text t = { .to = to, .r = r, .colour = colour };

	measure_columns(&t);
	print_head(&t);
	print_metrics(&t);
	print_events(&t);
	identities_print(t.to, t.r, t.colour);
	print_truth(&t);
	foot_print(to, r, colour);
	print_notes(&t);
}
