/* SPDX-License-Identifier: MIT */
/*
 * A plan on paper: which counter has which event, and in which pass each metric
 * is measured.
 */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/wrap.h"
#include "catalog/errata.h"
#include "catalog/taken.h"
#include "script/inner.h"

enum { WIDTH = 80, INDENT = 6 };

static const char *counter_name(const struct request *q, unsigned counter)
{
	return q->member[0].monitor->counter[counter].name;
}

/* Which members a plan is shown of. */
enum { EVERY_MEMBER = -1 };

/* Of one member a counter's name is enough. */
static const char *short_name(const struct request *q, int member,
			      unsigned counter, char *text)
{
	if (member == EVERY_MEMBER)
		return request_counter(q, counter, text);
	return q->member[member]
		.monitor->counter[counter - q->member[member].counter]
		.name;
}

static json_t *pass_value(const struct request *q, int member,
			  const struct plan_pass *pass)
{
	json_t *object = json_object();
	char name[96];

	for (unsigned i = 0; i < pass->assigns; i++) {
		const struct plan_assignment *a = &pass->assign[i];

		if (member != EVERY_MEMBER &&
		    q->origin[a->event].member != member)
			continue;
		if (json_object_set_new(object,
					short_name(q, member, a->counter, name),
					json_string(q->event[a->event]->name)))
			return NULL;
	}
	return object;
}

static json_t *want_value(const struct request *q, unsigned want)
{
	const struct plan_want *w = &q->problem.want[want];
	unsigned pass = q->plan->want_pass[want];
	json_t *events = json_array();

	for (unsigned i = 0; i < w->events; i++)
		if (json_array_append_new(
			    events, json_string(q->event[w->event[i]]->name)))
			return NULL;
	if (pass == PLAN_SPLIT)
		return json_pack("{s:s,s:n,s:o}", "name", w->name, "pass",
				 "events", events);
	return json_pack("{s:s,s:i,s:o}", "name", w->name, "pass",
			 (int)pass + 1, "events", events);
}

/* Events that can not be corrected, as what tells of them has no counter. */
static json_t *alone_value(const struct request *q, int member)
{
	json_t *list = json_array();

	for (unsigned p = 0; p < q->plan->passes; p++)
		for (unsigned i = 0; i < q->events; i++) {
			const struct catalog_erratum *e =
				request_alone(q, i, p);

			if (!e || (member != EVERY_MEMBER &&
				   q->origin[i].member != member))
				continue;
			if (json_array_append_new(
				    list,
				    json_pack("{s:s,s:i,s:s,s:s}", "event",
					      q->event[i]->name, "pass",
					      (int)p + 1, "erratum",
					      *e->number ? e->number : e->id,
					      "beside", e->beside)))
				return NULL;
		}
	return list;
}

static void print_alone(FILE *to, const struct request *q)
{
	for (unsigned p = 0; p < q->plan->passes; p++)
		for (unsigned i = 0; i < q->events; i++) {
			const struct catalog_erratum *e =
				request_alone(q, i, p);

			if (e)
				fprintf(to,
					"\n%s: no counter was left in pass %u "
					"for %s,\nwhich says how much too "
					"much it counts (erratum %s)\n",
					q->event[i]->name, p + 1, e->beside,
					*e->number ? e->number : e->id);
		}
}

static json_t *plan_value(const struct request *q, int member)
{
	json_t *passes = json_array();
	json_t *wants = json_array();

	for (unsigned p = 0; p < q->plan->passes; p++)
		if (json_array_append_new(
			    passes, pass_value(q, member, &q->plan->pass[p])))
			return NULL;
	for (unsigned w = 0; w < q->problem.wants; w++)
		if (json_array_append_new(wants, want_value(q, w)))
			return NULL;
	return json_pack("{s:i,s:i,s:b,s:o,s:o,s:o}", "passes", q->plan->passes,
			 "at_least", q->plan->at_least, "optimal",
			 q->plan->passes == q->plan->at_least, "pass", passes,
			 "wants", wants, "uncorrected", alone_value(q, member));
}

json_t *script_plan_value(const struct request *q)
{
	return plan_value(q, EVERY_MEMBER);
}

json_t *script_plan_of(const struct request *q, unsigned member)
{
	return plan_value(q, (int)member);
}

/* Of so many counters, those that no pass uses are left out. */
enum { MANY_COUNTERS = 12 };

static bool idle(const struct request *q, unsigned counter)
{
	if (q->problem.counters <= MANY_COUNTERS)
		return false;
	for (unsigned p = 0; p < q->plan->passes; p++)
		for (unsigned i = 0; i < q->plan->pass[p].assigns; i++)
			if (q->plan->pass[p].assign[i].counter == counter)
				return false;
	return true;
}

static bool last_shown(const struct request *q, unsigned counter)
{
	while (++counter < q->problem.counters)
		if (!idle(q, counter))
			return false;
	return true;
}

/* Widest name in a counter's column. */
static int column_width(const struct request *q, unsigned counter)
{
	int width = (int)strlen(counter_name(q, counter));

	for (unsigned p = 0; p < q->plan->passes; p++) {
		const struct plan_pass *pass = &q->plan->pass[p];

		for (unsigned i = 0; i < pass->assigns; i++) {
			int length = (int)strlen(
				q->event[pass->assign[i].event]->name);

			if (pass->assign[i].counter == counter &&
			    length > width)
				width = length;
		}
	}
	return width;
}

/* The last column is not padded. */
static void print_cell(FILE *to, const struct request *q, unsigned counter,
		       const char *text)
{
	if (!idle(q, counter))
		fprintf(to, "  %-*s",
			last_shown(q, counter) ? 0 : column_width(q, counter),
			text);
}

static void print_pass(FILE *to, const struct request *q, unsigned p)
{
	const struct plan_pass *pass = &q->plan->pass[p];
	unsigned next = 0;

	fprintf(to, "%4u", p + 1);
	for (unsigned c = 0; c < q->problem.counters; c++) {
		const char *name = "-";

		if (next < pass->assigns && pass->assign[next].counter == c)
			name = q->event[pass->assign[next++].event]->name;
		print_cell(to, q, c, name);
	}
	fputc('\n', to);
}

static bool holds(const struct plan_pass *pass, unsigned event)
{
	for (unsigned i = 0; i < pass->assigns; i++)
		if (pass->assign[i].event == event)
			return true;
	return false;
}

static void print_want(FILE *to, const struct request *q, unsigned want,
		       int width)
{
	const struct plan_want *w = &q->problem.want[want];
	unsigned where = q->plan->want_pass[want];

	fprintf(to, "%-*s  ", width, w->name);
	if (where != PLAN_SPLIT) {
		fprintf(to, "pass %u\n", where + 1);
		return;
	}
	fprintf(to, "split over several passes:");
	for (unsigned i = 0; i < w->events; i++)
		for (unsigned p = 0; p < q->plan->passes; p++)
			if (holds(&q->plan->pass[p], w->event[i])) {
				fprintf(to, " %s in %u",
					q->event[w->event[i]]->name, p + 1);
				break;
			}
	fputc('\n', to);
}

/* Of one monitor or of several; a width of 0: its name is said already. */
static void print_assigns(FILE *to, const struct request *q, unsigned p,
			  int width)
{
	const struct plan_pass *pass = &q->plan->pass[p];
	unsigned next = 0;

	for (unsigned member = 0; member < q->members; member++) {
		const struct catalog_monitor *m = q->member[member].monitor;
		unsigned end = next;

		while (end < pass->assigns &&
		       q->origin[pass->assign[end].event].member == member)
			end++;
		if (end == next)
			continue;
		fprintf(to, "%4u  %-*.*s%s", p + 1, width, width, m->name,
			width ? " " : "");
		for (unsigned i = next; i < end; i++)
			fprintf(to, "%s%s%s%s",
				i > next ? ", "
				: width  ? " "
					 : "",
				m->counter[pass->assign[i].counter -
					   q->member[member].counter]
					.name,
				width ? " = " : "=",
				q->event[pass->assign[i].event]->name);
		fputc('\n', to);
		next = end;
	}
}

static void print_several(FILE *to, const struct request *q)
{
	char text[160];
	int width = 0;

	for (unsigned i = 0; i < q->members; i++) {
		int length = (int)strlen(q->member[i].monitor->name);

		width = length > width ? length : width;
	}
	fprintf(to, "pass  %-*s  counter = event\n", width, "monitor");
	for (unsigned p = 0; p < q->plan->passes; p++)
		print_assigns(to, q, p, width);
	fprintf(to, "\nstarted and stopped: %s\n",
		request_window_order(text, q));
}

/* Nothing is to lay out where each event has a counter of its own. */
static bool all_fixed(const struct request *q)
{
	const struct tally_monitor *m = q->member[0].monitor->monitor;

	for (unsigned i = 0; i < m->counters; i++)
		if (!m->counter[i].fixed)
			return false;
	return q->plan->passes == 1;
}

static void print_list(FILE *to, const struct request *q)
{
	const struct plan_pass *pass = &q->plan->pass[0];
	int column = fprintf(to, "each event has a counter of its own:");

	for (unsigned i = 0; i < pass->assigns; i++) {
		const char *name = q->event[pass->assign[i].event]->name;

		if (column + 1 + (int)strlen(name) >= 80)
			column = fprintf(to, "\n ") - 1;
		column += fprintf(to, " %s", name);
	}
	fputc('\n', to);
}

static int table_width(const struct request *q)
{
	int width = 4;

	for (unsigned c = 0; c < q->problem.counters; c++)
		if (!idle(q, c))
			width += 2 + column_width(q, c);
	return width;
}

/* Passes that are too wide for columns. */
static void print_passes(FILE *to, const struct request *q)
{
	fputs("pass  counter=event\n", to);
	for (unsigned p = 0; p < q->plan->passes; p++)
		print_assigns(to, q, p, 0);
}

/* Has the target that was asked this counter?  Without one all are there. */
static bool target_has(const struct request *q, unsigned counter)
{
	const struct tally_limits *limits = q->member[0].limits;

	return !limits || counter >= 32 || limits->counters >> counter & 1;
}

static void print_table(FILE *to, const struct request *q)
{
	unsigned left = 0;

	fputs("pass", to);
	for (unsigned c = 0; c < q->problem.counters; c++) {
		print_cell(to, q, c, counter_name(q, c));
		left += idle(q, c) && target_has(q, c);
	}
	fputc('\n', to);
	for (unsigned p = 0; p < q->plan->passes; p++)
		print_pass(to, q, p);
	if (left)
		fprintf(to, "\n%u more counter%s idle\n", left,
			left > 1 ? "s are" : " is");
}

static void print_plan(FILE *to, const struct request *q)
{
	char line[64], names[160];
	int width = 0;

	fprintf(to, "%s: %s\n\n", request_monitors(q, names, sizeof names),
		plan_line(line, sizeof line, q->plan));
	if (q->members > 1)
		print_several(to, q);
	else if (all_fixed(q))
		print_list(to, q);
	else if (table_width(q) > WIDTH)
		print_passes(to, q);
	else
		print_table(to, q);
	fputc('\n', to);
	for (unsigned w = 0; w < q->problem.wants; w++) {
		int length = (int)strlen(q->problem.want[w].name);

		width = length > width ? length : width;
	}
	for (unsigned w = 0; w < q->problem.wants; w++)
		print_want(to, q, w, width);
	print_alone(to, q);
	request_print_others(to, q);
	script_plan_asked(to, q);
}

/* Lines may be too wide if there is no memory to look at them again. */
void script_plan_text(FILE *to, const struct request *q)
{
	char *text = NULL;
	size_t size = 0;
	FILE *all = memory_stream(&text, &size);

	print_plan(all ? all : to, q);
	if (all && memory_stream_end(all, &text) == 0)
		wrap_lines(to, text, INDENT, WIDTH);
	free(text);
}

/* The wants that this event serves in this pass, blank-separated. */
static void wanted_by(FILE *to, const struct request *q, unsigned pass,
		      unsigned event)
{
	const char *gap = "";
	char *names = NULL;
	size_t size;
	FILE *cell = memory_stream(&names, &size);

	for (unsigned w = 0; cell && w < q->problem.wants; w++) {
		const struct plan_want *want = &q->problem.want[w];
		unsigned where = q->plan->want_pass[w];

		if (where != pass && where != PLAN_SPLIT)
			continue;
		for (unsigned i = 0; i < want->events; i++)
			if (want->event[i] == event) {
				fprintf(cell, "%s%s", gap, want->name);
				gap = " ";
			}
	}
	if (cell && !memory_stream_end(cell, &names))
		csv_text(to, names);
	free(names);
}

/* One line per counter of a pass. */
void script_plan_csv(FILE *to, const struct request *q)
{
	fputs("pass,counter,event,code,wanted_by\r\n", to);
	for (unsigned p = 0; p < q->plan->passes; p++) {
		const struct plan_pass *pass = &q->plan->pass[p];

		for (unsigned i = 0; i < pass->assigns; i++) {
			const struct plan_assignment *a = &pass->assign[i];
			const struct catalog_event *e = q->event[a->event];
			char name[96];

			fprintf(to, "%u,", p + 1);
			csv_text(to, request_counter(q, a->counter, name));
			fputc(',', to);
			csv_text(to, e->name);
			if (tally_event_uncoded(e->code))
				fputs(",,", to);
			else
				fprintf(to, ",0x%02x,", e->code);
			wanted_by(to, q, p, a->event);
			fputs("\r\n", to);
		}
	}
}

/* Puts whose plan it is; jansson refuses NULL, so a failed allocation shows. */
static bool put_monitors(json_t *root, const struct request *q)
{
	json_t *names = json_array();
	bool good = !json_object_set_new(root, "schema",
					 json_integer(q->members > 1 ? 2 : 1));

	for (unsigned i = 0; i < q->members; i++)
		if (catalog_counters_taken(q->member[i].monitor))
			good &= !json_object_set_new(
				root, "counters_taken",
				json_string(q->member[i].monitor->name));
	for (unsigned i = 0; i < q->members; i++)
		if (q->member[i].monitor->own_map)
			good &= !json_object_set_new(
				root, "map",
				json_string(q->member[i].monitor->own_map));
	good &= !json_object_set_new(root, "monitor",
				     json_string(q->member[0].monitor->name));
	for (unsigned i = 0; i < q->members; i++)
		good &= !json_array_append_new(
			names, json_string(q->member[i].monitor->name));
	return !json_object_set_new(root, "monitors", names) && good;
}

bool script_plan_json(FILE *to, const struct request *q)
{
	json_t *root = json_object();
	bool good =
		put_monitors(root, q) &&
		!json_object_set_new(root, "plan", script_plan_value(q)) &&
		!json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(15));

	if (good)
		fputc('\n', to);
	json_decref(root);
	return good;
}
