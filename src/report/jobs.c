/* SPDX-License-Identifier: MIT */
/* Jobs of a suite, a line for each, and charts of what is swept. */
#include "report/jobs.h"

#include <string.h>

#include "base/csv.h"
#include "base/digits.h"
#include "base/text.h"
#include "base/xml.h"
#include "report/numbers.h"

enum { WIDTH = 80, CELL = 13, COLUMNS = 4, NAME_MOST = 50 };

/* The column of whatever counts a core's cycles. */
static const char cycles[] = "cycles";

/* The columns of the table: names that the first record has. */
struct columns {
	const char *name[COLUMNS];
	const char *mark[COLUMNS]; /* behind the name */
	unsigned count;
	int name_width;
};

static const struct record_metric *job_metric(const struct record *r,
					      const char *name)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (strcmp(r->metric[i].name, name) == 0 &&
		    reading_has_value(&r->metric[i].reading))
			return &r->metric[i];
	return NULL;
}

static const struct record_event *job_event(const struct record *r,
					    const char *name)
{
	for (unsigned i = 0; i < r->events; i++)
		if (strcmp(r->event[i].name, name) == 0 &&
		    reading_has_value(&r->event[i].reading))
			return &r->event[i];
	return NULL;
}

/* The cycles of its first monitor, whatever its event is called. */
static const struct record_event *job_cycles(const struct record *r)
{
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (reading_has_value(&e->reading) &&
		    record_is_cycles(r->monitor[e->monitor].name, e))
			return e;
	}
	return NULL;
}

static void add(struct columns *c, const char *name, const char *mark)
{
	const unsigned fit = (unsigned)(WIDTH - c->name_width) / CELL;

	for (unsigned i = 0; i < c->count; i++)
		if (strcmp(c->name[i], name) == 0)
			return;
	if (c->count < COLUMNS && (c->count < fit || !c->count)) {
		c->mark[c->count] = mark;
		c->name[c->count++] = name;
	}
}

static void choose(struct columns *c, const struct record *r)
{
	if (job_cycles(r))
		add(c, cycles, "");
	for (unsigned i = 0; i < r->metrics; i++)
		add(c, r->metric[i].name, users_mark(&r->metric[i]));
	for (unsigned i = 0; !r->metrics && i < r->events; i++)
		add(c, r->event[i].name, "");
}

/* "-": the record has no such value. */
static struct number job_cell(const struct record *r, const char *name)
{
	const struct record_metric *m = r ? job_metric(r, name) : NULL;
	const struct record_event *e = !r               ? NULL
				       : name == cycles ? job_cycles(r)
							: job_event(r, name);
	struct number n = { "-" };

	if (m)
		n = number_of_metric(m);
	else if (e)
		n = number_of_event(e);
	n.text[strcspn(n.text, " ")] = '\0';
	return n;
}

static void print_marks(FILE *to, const struct record *r, bool *what_if)
{
	const bool is = r && machine_what_if(r->target.title);

	*what_if |= is;
	fprintf(to, "%s%s\n", r && !r->trusted ? " !" : "", is ? " ?" : "");
}

/* A mark stands there whole, whatever is cut off the name. */
static void print_columns(FILE *to, const struct columns *c)
{
	for (unsigned k = 0; k < c->count; k++) {
		const int room = CELL - 1 - (int)strlen(c->mark[k]);

		fprintf(to, " %*.*s%s", room, room, c->name[k], c->mark[k]);
	}
	fputc('\n', to);
}

static bool has_users(const struct report_job *job, unsigned jobs)
{
	for (unsigned i = 0; i < jobs; i++)
		if (job[i].record && record_has_users(job[i].record))
			return true;
	return false;
}

void report_jobs_text(FILE *to, const struct report_job *job, unsigned jobs)
{
	struct columns c = { .name_width = 3 };
	unsigned first = 0;
	bool what_if = false;

	for (unsigned i = 0; i < jobs; i++)
		if ((int)strlen(job[i].name) > c.name_width)
			c.name_width = (int)strlen(job[i].name);
	if (c.name_width > NAME_MOST)
		c.name_width = NAME_MOST;
	while (first < jobs && !job[first].record)
		first++;
	if (first < jobs)
		choose(&c, job[first].record);
	fprintf(to, "%-*s", c.name_width, "job");
	print_columns(to, &c);
	for (unsigned i = 0; i < jobs; i++) {
		fprintf(to, "%-*s", c.name_width, job[i].name);
		if (!job[i].record)
			fprintf(to, " %s", job[i].state);
		for (unsigned k = 0; job[i].record && k < c.count; k++)
			fprintf(to, " %*s", CELL - 1,
				job_cell(job[i].record, c.name[k]).text);
		print_marks(to, job[i].record, &what_if);
	}
	for (unsigned k = 0; k < c.count; k++)
		if (*c.mark[k]) {
			fprintf(to, "%s\n", users_legend);
			break;
		}
	if (what_if)
		fputs("? what if: a part that is given by --machine; not this "
		      "core\n",
		      to);
}

static void csv_line(FILE *to, const struct report_job *job, const char *name,
		     const char *unit, const struct reading *reading,
		     const char *defined_by)
{
	const char *what_if =
		job->record ? machine_what_if(job->record->target.title) : NULL;

	csv_text(to, job->name);
	fprintf(to, ",%s,", job->state);
	csv_text(to, name);
	if (reading && reading_has_value(reading))
		fprintf(to, ",%.17g,", reading->value);
	else
		fputs(",,", to);
	csv_text(to, unit);
	fprintf(to, ",%s,",
		!job->record           ? ""
		: job->record->trusted ? "true"
				       : "false");
	csv_text(to, what_if ? what_if : "");
	fprintf(to, "%s\r\n", defined_by);
}

void report_jobs_csv(FILE *to, const struct report_job *job, unsigned jobs)
{
	const bool users = has_users(job, jobs);
	const char *none = users ? "," : "";

	fprintf(to, "job,state,name,value,unit,trusted,what_if%s\r\n",
		users ? ",defined_by" : "");
	for (unsigned i = 0; i < jobs; i++) {
		const struct record *r = job[i].record;

		if (!r)
			csv_line(to, &job[i], "", "", NULL, none);
		for (unsigned k = 0; r && k < r->metrics; k++)
			csv_line(to, &job[i], r->metric[k].name,
				 r->metric[k].unit, &r->metric[k].reading,
				 record_metric_is_users(&r->metric[k]) ? ",user"
								       : none);
		for (unsigned k = 0; r && k < r->events; k++)
			csv_line(to, &job[i], r->event[k].name, "",
				 &r->event[k].reading, none);
	}
}

void report_jobs_junit(FILE *to, const struct report_job *job, unsigned jobs,
		       const char *suite)
{
	unsigned failed = 0;
	double seconds = 0;

	for (unsigned i = 0; i < jobs; i++) {
		failed += job[i].message != NULL;
		seconds += job[i].seconds;
	}
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"",
	      to);
	xml_text(to, suite);
	fprintf(to, "\" tests=\"%u\" failures=\"%u\" time=\"%.3f\">\n", jobs,
		failed, seconds);
	for (unsigned i = 0; i < jobs; i++) {
		fputs("<testcase classname=\"", to);
		xml_text(to, suite);
		fputs("\" name=\"", to);
		xml_text(to, job[i].name);
		fprintf(to, "\" time=\"%.3f\"", job[i].seconds);
		if (!job[i].message) {
			fputs("/>\n", to);
			continue;
		}
		fputs("><failure message=\"", to);
		xml_text(to, job[i].message);
		fputs("\"/></testcase>\n", to);
	}
	fputs("</testsuite>\n", to);
}

/* ---- sweeps -------------------------------------------------------------- */

enum { AT = 8, BAR = 40, POINTS = 16, KNEE_PART = 20, LEAST = 100 };

/* A series of a sweep: what the cycles are at each value. */
struct series {
	unsigned at[POINTS]; /* rising */
	double cycles[POINTS];
	unsigned points;
	double least, most;
};

static void gather(struct series *s, const char *name,
		   const struct report_job *job, unsigned jobs)
{
	for (unsigned i = 0; i < jobs && s->points < POINTS; i++) {
		const struct record_event *e =
			job[i].record && job[i].series &&
					strcmp(job[i].series, name) == 0
				? job_cycles(job[i].record)
				: NULL;
		const double value = e ? e->reading.value : 0;

		if (!e)
			continue;
		if (!s->points || value < s->least)
			s->least = value;
		if (!s->points || value > s->most)
			s->most = value;
		s->at[s->points] = job[i].at;
		s->cycles[s->points++] = value;
	}
}

static bool rises(const struct series *s)
{
	return s->cycles[s->points - 1] > s->cycles[0];
}

static bool is_near_least(const struct series *s, unsigned i)
{
	return (s->cycles[i] - s->least) * KNEE_PART <= s->most - s->least;
}

/*
 * The first from which on a larger one has next to nothing left to save; or,
 * where more costs more, the last up to which next to nothing is lost.
 */
static unsigned knee_of(const struct series *s)
{
	unsigned i = 0;

	if (rises(s)) {
		while (is_near_least(s, i + 1))
			i++;
		return i;
	}
	while (!is_near_least(s, i))
		i++;
	return i;
}

static bool is_flat(const struct series *s)
{
	return (s->most - s->least) * LEAST < s->most;
}

/* The series bends there, and not where it begins or ends. */
static bool has_knee(const struct series *s)
{
	const unsigned knee = knee_of(s);

	return !is_flat(s) && (rises(s) ? knee > 0 : knee + 1 < s->points);
}

static void print_knee(FILE *to, const struct series *s, const char *unit)
{
	const unsigned last = s->points - 1, knee = knee_of(s);

	if (is_flat(s))
		fprintf(to,
			"no knee: from %u%s to %u%s the cycles differ by less "
			"than 1 %%\n",
			s->at[0], unit, s->at[last], unit);
	else if (!has_knee(s) && rises(s))
		fprintf(to, "no knee from %u%s on: each step costs more\n",
			s->at[0], unit);
	else if (!has_knee(s))
		fprintf(to, "no knee up to %u%s: the last is still the best\n",
			s->at[last], unit);
	else
		fprintf(to,
			rises(s) ? "knee at %u%s: up to it at most a %dth of "
				   "the difference is lost\n"
				 : "knee at %u%s: beyond it at most a %dth of "
				   "the difference is left\n",
			s->at[knee], unit, (int)KNEE_PART);
}

static void print_series(FILE *to, const struct report_job *job,
			 const struct series *s)
{
	fprintf(to, "\n%s: cycles by %s, what if, not this core\n", job->series,
		job->axis);
	for (unsigned i = 0; i < s->points; i++) {
		int bar = s->most > 0
				  ? (int)(BAR * s->cycles[i] / s->most + 0.5)
				  : 0;

		fprintf(to, "%*u%s %16s  ", AT - (int)strlen(job->unit),
			s->at[i], job->unit,
			digits_grouped(record_whole(s->cycles[i])).text);
		while (bar-- > 0)
			fputc('#', to);
		fputs(s->points > 2 && has_knee(s) && i == knee_of(s)
			      ? "  <- knee\n"
			      : "\n",
		      to);
	}
	if (s->points > 2)
		print_knee(to, s, job->unit);
}

void report_jobs_sweeps(FILE *to, const struct report_job *job, unsigned jobs)
{
	bool any = false;

	for (unsigned i = 0; i < jobs; i++) {
		struct series s = { .points = 0 };
		bool first = job[i].series;

		for (unsigned k = 0; first && k < i; k++)
			first = !job[k].series ||
				strcmp(job[k].series, job[i].series) != 0;
		if (!first)
			continue;
		gather(&s, job[i].series, job, jobs);
		if (s.points < 2)
			continue;
		print_series(to, &job[i], &s);
		any = true;
	}
	if (any)
		fputc('\n', to);
}
