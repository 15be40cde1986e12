/* SPDX-License-Identifier: MIT */
/*
 * The report for sheets, by RFC 4180: one table, a header line, CR LF.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "report/inner.h"

static void doubts(FILE *to, unsigned set)
{
	const char *gap = "";

	for (unsigned i = 0; doubt_word(i); i++)
		if (set >> i & 1) {
			fprintf(to, "%s%s", gap, doubt_word(i));
			gap = " ";
		}
}

/* Cells that are the same in every row of a report, so that reports can be
 * stacked. */
struct sheet {
	FILE *to;
	const struct record *r;
	const char *span; /* ",BEGIN,END" in cycles; of no interval ",,", and
			     "" where there are none */
	/* ",user" of a metric that the user defined, else ","; "" where there
	 * is none. */
	const char *defined_by;
};

/* Prints the last columns of a line: monitor, target, program, region, event,
 * samples with their margin, and `class`: how well the board models it. */
static void end(const struct sheet *s, const char *monitor, const char *event,
		const struct reading *r, const char *class)
{
	const struct record *record = s->r;
	const char *region = record->region.text;

	fputc(',', s->to);
	csv_text(s->to, monitor);
	fputc(',', s->to);
	csv_text(s->to, record->target.name ? record->target.name : "");
	fputc(',', s->to);
	csv_text(s->to, record->program.path ? record->program.path : "");
	fputc(',', s->to);
	csv_text(s->to, region ? region : "");
	fputc(',', s->to);
	csv_text(s->to, event);
	if (r && reading_has_value(r) && r->margin >= 0)
		fprintf(s->to, ",%u,%.10g", r->samples, r->margin);
	else
		fprintf(s->to, ",%u,", r ? r->samples : 0);
	fprintf(s->to, ",%s%s%s\r\n", class, s->span, s->defined_by);
}

/* From the column `pass` to the end of the line; `more` is what there is to
 * know of a number without a doubt. */
static void tail(const struct sheet *s, const struct reading *r,
		 const char *more, const char *monitor, const char *event)
{
	if (r->pass == RECORD_SPLIT)
		fprintf(s->to, ",,");
	else
		fprintf(s->to, ",%u,", r->pass + 1);
	doubts(s->to, r->doubts);
	fputc(',', s->to);
	csv_text(s->to, r->why[0] ? r->why : more);
	end(s, monitor, event, r,
	    r->doubts & DOUBT_NOT_COUNTED ? "" : class_word(r->class));
}

static const char *defined_by(const struct record_metric *m)
{
	return record_metric_is_users(m) ? ",user" : ",";
}

/* A formula of the user's is no monitor's. */
static void metric(const struct sheet *of, const struct record_metric *m)
{
	struct sheet own = *of;
	const struct sheet *s = &own;
	const struct reading *r = &m->reading;
	FILE *to = s->to;

	if (*own.defined_by)
		own.defined_by = defined_by(m);

	fputs("metric,", to);
	csv_text(to, m->name);
	if (reading_has_value(r))
		fprintf(to, ",%.10g,", r->value);
	else
		fputs(",,", to);
	csv_text(to, m->unit);
	if (reading_has_value(r))
		fprintf(to, ",%.10g,%.10g", r->low, r->high);
	else
		fputs(",,", to);
	tail(s, r, number_of_clock(s->r, m).text,
	     m->row ? s->r->monitor[m->monitor].name : "", "");
}

static void event(const struct sheet *s, const struct record_event *e)
{
	const struct reading *r = &e->reading;
	FILE *to = s->to;

	fputs("event,", to);
	csv_text(to, e->name);
	if (!reading_has_value(r))
		fputs(",,,,", to);
	else if (r->high > r->low)
		fprintf(to, ",%.15g,,%.15g,%.15g", r->value, r->low, r->high);
	else
		fprintf(to, ",%" PRIu64 ",,%" PRIu64 ",%" PRIu64, r->count,
			r->count, r->count);
	tail(s, r, "", s->r->monitor[e->monitor].name, e->name);
}

static void truth(const struct sheet *s, const struct record_truth *t)
{
	const char *class = class_word(t->class);
	FILE *to = s->to;

	fputs("truth,", to);
	csv_text(to, t->name);
	if (t->class == CLASS_NOT_MODELLED)
		fputs(",,,,,,simulated not_modelled,", to);
	else
		fprintf(to, ",%" PRIu64 ",,,,,simulated,", t->count);
	csv_text(to, class);
	end(s, s->r->monitor[t->monitor].name, t->event, NULL, class);
}

/* The doubt of a fact. */
static const char *doubt(const struct sheet *s)
{
	return s->r->target.simulated ? "simulated" : "";
}

/* A fact that is counted: all its digits. */
static void counted(const struct sheet *s, const char *name, uint64_t count)
{
	fprintf(s->to, "fact,%s,%" PRIu64 ",,,,,%s,", name, count, doubt(s));
	end(s, "", "", NULL, "");
}

/*
 * One of several regions: its metrics and events as the whole's are, and of
 * each event what an entry came to; how often it was entered is a fact.
 */
static void part(const struct sheet *whole, unsigned number)
{
	const struct record view = record_of_part(whole->r, number);
	const struct record_part *p = &whole->r->part[number];
	const struct sheet s = { whole->to, &view, whole->span,
				 whole->defined_by };

	for (unsigned i = 0; i < view.metrics; i++)
		metric(&s, &view.metric[i]);
	for (unsigned i = 0; i < view.events; i++) {
		const struct record_event *e = &view.event[i];

		if (!e->asked && !reading_has_value(&e->reading))
			continue;
		event(&s, e);
		if (!p->region.entered || !p->entry[i].known ||
		    !reading_has_value(&e->reading))
			continue;
		fputs("entry,", s.to);
		csv_text(s.to, e->name);
		fprintf(s.to, ",%.15g,,%" PRIu64 ",%" PRIu64 ",,,",
			record_entry_mean(p, i), p->entry[i].least,
			p->entry[i].most);
		end(&s, view.monitor[e->monitor].name, e->name, NULL,
		    class_word(e->reading.class));
	}
	for (unsigned i = 0; i < view.truths; i++)
		truth(&s, &view.truth[i]);
	counted(&s, "windows", p->region.entered);
}

/* A metric's or an event's value in one interval. */
static void moment(const struct sheet *s, const char *name, double value,
		   const char *unit, const char *monitor, const char *event)
{
	fputs("interval,", s->to);
	csv_text(s->to, name);
	if (isnan(value))
		fputs(",,", s->to);
	else
		fprintf(s->to, ",%.15g,", value);
	csv_text(s->to, unit);
	fputs(",,,,,", s->to);
	end(s, monitor, event, NULL, "");
}

static void interval(struct sheet s, unsigned i, uint64_t begin)
{
	const struct record *r = s.r;
	const struct record_series *of = &r->series;
	char span[64];

	snprintf(span, sizeof span, ",%" PRIu64 ",%" PRIu64, begin, of->end[i]);
	s.span = span;
	for (unsigned m = 0; m < r->metrics; m++) {
		struct sheet own = s;

		if (*own.defined_by)
			own.defined_by = defined_by(&r->metric[m]);
		moment(&own, r->metric[m].name,
		       of->value[(size_t)m * of->intervals + i],
		       r->metric[m].unit, r->monitor[r->metric[m].monitor].name,
		       "");
	}
	for (unsigned e = 0; e < r->events; e++) {
		const uint64_t n = of->count[(size_t)e * of->intervals + i];
		const struct record_event *row = &r->event[e];

		if (row->asked || reading_has_value(&row->reading))
			moment(&s, row->name,
			       n == RECORD_LOST ||
					       !reading_has_value(&row->reading)
				       ? NAN
				       : (double)n,
			       "", r->monitor[row->monitor].name, row->name);
	}
	for (unsigned c = 0; c < of->causes; c++) {
		const uint64_t n = of->cycles[(size_t)c * of->intervals + i];

		if (n)
			moment(&s, of->cause[c], (double)n, "cycles",
			       r->monitor[0].name, "");
	}
}

static void intervals(const struct sheet *s)
{
	const struct record_series *of = &s->r->series;

	for (unsigned i = 0; i < of->intervals; i++)
		interval(*s, i, i ? of->end[i - 1] : 0);
}

/* Prints the value of the identity's formula.  In the column of doubts stands
 * whether it is broken, or could not be judged. */
static void identity(const struct sheet *s, const struct record_identity *i)
{
	if (!i->counted)
		return;
	fputs("identity,", s->to);
	csv_text(s->to, i->id);
	fprintf(s->to, ",%.15g,,,,,%s,", i->value,
		i->broken     ? "broken"
		: i->unjudged ? "not_judged"
			      : "");
	csv_text(s->to, i->broken ? i->text : i->unjudged ? i->unjudged : "");
	end(s, "", "", NULL, "");
}

/* A fact that is a word goes into the column of reasons. */
static void word(const struct sheet *s, const char *name, const char *what)
{
	fprintf(s->to, "fact,%s,,,,,,%s,", name, doubt(s));
	csv_text(s->to, what);
	end(s, "", "", NULL, "");
}

static void fact(const struct sheet *s, const char *name, double value)
{
	fprintf(s->to, "fact,%s,%.15g,,,,,%s,", name, value, doubt(s));
	end(s, "", "", NULL, "");
}

static void facts_of_target(const struct sheet *s)
{
	const struct record *r = s->r;

	if (r->log.known) {
		counted(s, "log_records", r->log.records);
		counted(s, "log_starts", r->log.starts);
		counted(s, "log_lost", r->log.lost);
		counted(s, "log_damaged", r->log.damaged);
		counted(s, "log_unread", r->log.unread);
		if (r->log.periodless)
			counted(s, "log_periodless", r->log.periodless);
	}
	if (r->capture.file) {
		word(s, "capture_sha256", r->capture.sha256);
		counted(s, "frames_arrived", r->capture.arrived);
		counted(s, "frames_passed", r->capture.passed);
	}
	if (record_of_here(r))
		return;
	if (r->target.simulated)
		fact(s, "sandboxed", r->target.unguarded == NULL);
	if (r->target.unguarded)
		word(s, "not_sandboxed", r->target.unguarded);
	if (r->monitors > 1 && record_stood_still(r))
		fact(s, "skew_cycles", 0);
}

static void facts(const struct sheet *s)
{
	const struct record *r = s->r;

	fact(s, "passes", r->passes);
	if (r->warmup)
		fact(s, "warmup", r->warmup);
	fact(s, "passes_at_least", r->at_least);
	fact(s, "board_runs", r->board_runs);
	fact(s, "drift", r->drift);
	counted(s, "windows", r->region.entered);
	counted(s, "instructions", r->program.instructions);
	fact(s, "program_status", (double)r->program.status);
	fact(s, "trusted", r->trusted);
	word(s, "program_sha256", r->program.sha256 ? r->program.sha256 : "");
	facts_of_target(s);
}

static void put_head(FILE *to, const struct record *r)
{
	fputs("kind,name,value,unit,low,high,pass,doubts,why,monitor,target,"
	      "program,region,event,repeats,margin95,class",
	      to);
	if (r->series.intervals)
		fputs(r->series.ns ? ",begin_ns,end_ns" : ",begin,end", to);
	fputs(record_has_users(r) ? ",defined_by\r\n" : "\r\n", to);
}

/* The last cell of a row that is of no metric. */
static const char *of_none(const struct record *r)
{
	return record_has_users(r) ? "," : "";
}

bool csv_row(struct report_rows *rows, const struct record *r, uint64_t begin)
{
	if (!rows->rows)
		put_head(rows->to, r);
	interval((struct sheet){ rows->to, r, "", of_none(r) }, 0, begin);
	return true;
}

/* Rows of intervals come first, as they do where they are told at once. */
void report_csv_rest(FILE *to, const struct record *r,
		     const struct report_rows *told)
{
	const struct sheet s = { to, r, r->series.intervals ? ",," : "",
				 of_none(r) };

	if (!told) {
		put_head(to, r);
		intervals(&s);
	}
	for (unsigned i = 0; i < r->metrics; i++)
		metric(&s, &r->metric[i]);
	for (unsigned i = 0; i < r->events; i++)
		if (r->event[i].asked ||
		    reading_has_value(&r->event[i].reading))
			event(&s, &r->event[i]);
	for (unsigned i = 0; i < r->parts; i++)
		part(&s, i);
	for (unsigned i = 0; i < r->identities; i++)
		identity(&s, &r->identity[i]);
	for (unsigned i = 0; i < r->truths; i++)
		truth(&s, &r->truth[i]);
	/* Of counts that were given nobody knows how they were come by. */
	if (record_is_given(r))
		fact(&s, "trusted", r->trusted);
	else
		facts(&s);
}
