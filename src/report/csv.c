/* SPDX-License-Identifier: MIT */
/*
 * The report for sheets, by RFC 4180: one table, a header line, CR LF.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "program/program.h"
#include "report/part.h"

static void doubts(FILE *to, unsigned set)
{
	const char *gap = "";

	for (unsigned i = 0; doubt_word(i); i++)
		if (set >> i & 1) {
			fprintf(to, "%s%s", gap, doubt_word(i));
			gap = " ";
		}
}

/* The end of a line, with whose it is where that is a question. */
static void end(FILE *to, const char *monitor)
{
	if (monitor) {
		fputc(',', to);
		csv_text(to, monitor);
	}
	fputs("\r\n", to);
}

/* From the column `pass` to the end of the line. */
static void tail(FILE *to, const struct reading *r, const char *monitor)
{
	if (r->pass == PLAN_SPLIT)
		fprintf(to, ",,");
	else
		fprintf(to, ",%u,", r->pass + 1);
	doubts(to, r->doubts);
	fputc(',', to);
	csv_text(to, r->why);
	end(to, monitor);
}

static void metric(FILE *to, const struct request_metric *q,
		   const struct reading *r, const char *monitor)
{
	double scale = q->metric ? q->metric->scale : 1;

	fputs("metric,", to);
	csv_text(to, q->name);
	if (reading_has_value(r))
		fprintf(to, ",%.10g,", r->value * scale);
	else
		fputs(",,", to);
	csv_text(to, q->metric ? q->metric->unit : "");
	if (reading_has_value(r))
		fprintf(to, ",%.10g,%.10g", r->low * scale, r->high * scale);
	else
		fputs(",,", to);
	tail(to, r, monitor);
}

static void event(FILE *to, const struct catalog_event *e,
		  const struct reading *r, const char *monitor)
{
	fputs("event,", to);
	csv_text(to, e->name);
	if (!reading_has_value(r))
		fputs(",,,,", to);
	else if (r->high > r->low)
		fprintf(to, ",%.15g,,%.15g,%.15g", r->value, r->low, r->high);
	else
		fprintf(to, ",%" PRIu64 ",,%" PRIu64 ",%" PRIu64, r->count,
			r->count, r->count);
	tail(to, r, monitor);
}

static void truth(FILE *to, const struct board_truth *t, const char *monitor)
{
	const char *class = truth_class(t->class);

	fputs("truth,", to);
	csv_text(to, t->name);
	if (strcmp(class, "not modelled") == 0)
		fputs(",,,,,,simulated not_modelled,", to);
	else
		fprintf(to, ",%" PRIu64 ",,,,,simulated,", t->count);
	csv_text(to, class);
	end(to, monitor);
}

/* The value is of the formula; its doubt is that it breaks, or that it is not
 * judged. */
static void identity(FILE *to, const struct request *q,
		     const struct request_identity *i,
		     const struct run_identity *r)
{
	if (!r->counted)
		return;
	fprintf(to, "identity,%s,%.15g,,,,,%s,", i->identity->id, r->value,
		r->broken     ? "broken"
		: r->unjudged ? "not_judged"
			      : "");
	csv_text(to, r->broken     ? i->identity->text
		     : r->unjudged ? r->unjudged
				   : "");
	end(to, q->parts > 1 ? "" : NULL);
}

/* A fact that is no number stands where reasons stand. */
static void word(FILE *to, const struct request *q, const char *name,
		 const char *what)
{
	fprintf(to, "fact,%s,,,,,,simulated,", name);
	csv_text(to, what);
	end(to, q->parts > 1 ? "" : NULL);
}

static void fact(FILE *to, const struct request *q, const char *name,
		 double value)
{
	fprintf(to, "fact,%s,%.15g,,,,,simulated,", name, value);
	end(to, q->parts > 1 ? "" : NULL);
}

/* What the last column has, of several monitors only. */
static const char *name_of(const struct request *q, unsigned part)
{
	return q->parts > 1 ? q->part[part].monitor->name : NULL;
}

/* A formula of the user's is no monitor's. */
static const char *metric_of(const struct request *q, unsigned i)
{
	if (!q->metric[i].metric && q->parts > 1)
		return "";
	return name_of(q, q->metric[i].part);
}

void report_csv(FILE *to, const struct report *r)
{
	const struct request *q = r->request;
	const struct run_result *result = r->result;

	fputs("kind,name,value,unit,low,high,pass,doubts,why", to);
	fputs(q->parts > 1 ? ",monitor\r\n" : "\r\n", to);
	for (unsigned i = 0; i < q->metrics; i++)
		metric(to, &q->metric[i], &result->metric[i], metric_of(q, i));
	for (unsigned i = 0; i < q->events; i++)
		if (q->asked[i] || reading_has_value(&result->event[i]))
			event(to, q->event[i], &result->event[i],
			      name_of(q, q->origin[i].part));
	for (unsigned i = 0; i < q->identities; i++)
		identity(to, q, &q->identity[i], &result->identity[i]);
	for (unsigned i = 0; i < result->truths; i++)
		truth(to, &result->truth[i],
		      name_of(q, result->truth[i].monitor));
	fact(to, q, "passes", q->plan->passes);
	fact(to, q, "passes_at_least", q->plan->at_least);
	fact(to, q, "board_runs", result->runs);
	fact(to, q, "drift", result->drift);
	fact(to, q, "windows", (double)result->windows);
	fact(to, q, "instructions", (double)result->instructions);
	fact(to, q, "program_status", result->program_status);
	word(to, q, "program_sha256", r->options->program->sha256);
	fact(to, q, "sandboxed", result->unguarded == NULL);
	if (result->unguarded)
		word(to, q, "not_sandboxed", result->unguarded);
	if (q->parts > 1)
		fact(to, q, "skew_cycles", 0);
}

/* The wants that this event serves in this pass, blank-separated. */
static void wanted_by(FILE *to, const struct request *q, unsigned pass,
		      unsigned event)
{
	const char *gap = "";
	char *names = NULL;
	size_t size;
	FILE *cell = open_memstream(&names, &size);

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
	if (cell && !fclose(cell))
		csv_text(to, names);
	free(names);
}

/* One line per counter of a pass. */
void report_plan_csv(FILE *to, const struct request *q)
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
			if (e->code == TALLY_EVENT_CYCLES)
				fputs(",,", to);
			else
				fprintf(to, ",0x%02x,", e->code);
			wanted_by(to, q, p, a->event);
			fputs("\r\n", to);
		}
	}
}
