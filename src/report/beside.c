/* SPDX-License-Identifier: MIT */
/*
 * Several records beside each other: a column for each, a row for each metric
 * and each event that one of them was asked for.
 */
#include "report/beside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/text.h"
#include "base/wrap.h"
#include "record/document/file.h"
#include "report/inner.h"

enum { WIDTH = 80, CELL_WIDTH = 15, NAME_MOST = 30 };

struct row {
	const char *name, *unit;
	const char *mark; /* behind the name, as the first that has it says */
	bool event;
	bool common; /* each record has it */
};

struct sheet {
	FILE *to;
	struct record *const *record;
	unsigned records;
	struct row *row;
	unsigned rows;
	int name;
};

static bool has_row(const struct sheet *s, const struct row *wanted)
{
	for (unsigned i = 0; i < s->rows; i++)
		if (s->row[i].event == wanted->event &&
		    strcmp(s->row[i].name, wanted->name) == 0)
			return true;
	return false;
}

static void add(struct sheet *s, const struct row *row)
{
	const int length = (int)(strlen(row->name) + strlen(row->mark));

	if (has_row(s, row))
		return;
	s->row[s->rows++] = *row;
	if (length > s->name)
		s->name = length < NAME_MOST ? length : NAME_MOST;
}

static bool list_rows(struct sheet *s)
{
	size_t room = 1;

	for (unsigned i = 0; i < s->records; i++)
		room += s->record[i]->metrics + s->record[i]->events;
	s->row = calloc(room, sizeof *s->row);
	if (!s->row)
		return false;
	for (unsigned i = 0; i < s->records; i++)
		for (unsigned k = 0; k < s->record[i]->metrics; k++) {
			const struct record_metric *m =
				&s->record[i]->metric[k];

			add(s, &(struct row){ .name = m->name,
					      .unit = m->unit,
					      .mark = users_mark(m) });
		}
	for (unsigned i = 0; i < s->records; i++)
		for (unsigned k = 0; k < s->record[i]->events; k++)
			if (s->record[i]->event[k].asked)
				add(s,
				    &(struct row){
					    .name = s->record[i]->event[k].name,
					    .unit = "",
					    .mark = "",
					    .event = true });
	return true;
}

static const struct record_metric *metric_of(const struct record *r,
					     const struct row *row)
{
	for (unsigned i = 0; !row->event && i < r->metrics; i++)
		if (strcmp(r->metric[i].name, row->name) == 0)
			return &r->metric[i];
	return NULL;
}

static const struct record_event *event_of(const struct record *r,
					   const struct row *row)
{
	for (unsigned i = 0; row->event && i < r->events; i++)
		if (strcmp(r->event[i].name, row->name) == 0)
			return &r->event[i];
	return NULL;
}

/* Sorts rows: what all have comes first; else the order stays. */
static bool sort_rows(struct sheet *s)
{
	struct row *sorted = calloc(s->rows + 1, sizeof *sorted);
	unsigned n = 0;

	if (!sorted)
		return false;
	for (unsigned i = 0; i < s->rows; i++) {
		s->row[i].common = true;
		for (unsigned k = 0; k < s->records; k++)
			if (!metric_of(s->record[k], &s->row[i]) &&
			    !event_of(s->record[k], &s->row[i]))
				s->row[i].common = false;
	}
	for (int common = 1; common >= 0; common--)
		for (unsigned i = 0; i < s->rows; i++)
			if (s->row[i].common == common)
				sorted[n++] = s->row[i];
	free(s->row);
	s->row = sorted;
	return true;
}

/* The text of a cell, without blanks; "-": the record has no such value. */
static struct number cell_of(const struct record *r, const struct row *row)
{
	const struct record_metric *m = metric_of(r, row);
	const struct record_event *e = event_of(r, row);
	struct number n = { "-" };
	size_t end;

	if (m && reading_has_value(&m->reading)) {
		n = number_of_metric(m);
		end = strlen(n.text);
		while (end && n.text[end - 1] == ' ')
			n.text[--end] = '\0';
	} else if (e && reading_has_value(&e->reading)) {
		n = number_of_event(e);
	}
	return n;
}

static char mark_of(const struct record *r, const struct row *row)
{
	const struct record_metric *m = metric_of(r, row);
	const struct record_event *e = event_of(r, row);
	const struct reading *reading = m   ? &m->reading
					: e ? &e->reading
					    : NULL;

	if (!reading || !reading_has_value(reading))
		return ' ';
	if (reading->doubts & DOUBT_WRONG)
		return '!';
	return class_mark(reading->class);
}

/* The file's own name of a program; of counts that were given the monitor. */
static const char *what_of(const struct record *r)
{
	return r->program.path ? text_base_name(r->program.path)
			       : r->monitor[0].name;
}

static const char *target_of(const struct record *r)
{
	const char *name = r->target.name ? r->target.name : "given";

	return strncmp(name, "board:", 6) == 0 ? name + 6 : name;
}

static void print_heads(const struct sheet *s, unsigned from, unsigned to,
			const char *(*head)(const struct record *r))
{
	fprintf(s->to, "%-*s", s->name, "");
	for (unsigned i = from; i < to; i++) {
		char *name = text_cleaned(head(s->record[i]));

		fprintf(s->to, " %*.*s ", CELL_WIDTH - 2, CELL_WIDTH - 2,
			name ? name : "");
		free(name);
	}
	fputc('\n', s->to);
}

/* Does one of these columns have it? */
static bool has_value(const struct sheet *s, const struct row *row,
		      unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++)
		if (cell_of(s->record[i], row).text[0] != '-' ||
		    cell_of(s->record[i], row).text[1])
			return true;
	return false;
}

static void print_marked(const struct sheet *s, const struct row *row)
{
	const int rest = s->name - (int)strlen(row->name);

	fprintf(s->to, "%s%-*s", row->name, rest > 0 ? rest : 0, row->mark);
}

static bool has_users(const struct sheet *s)
{
	for (unsigned i = 0; i < s->rows; i++)
		if (*s->row[i].mark)
			return true;
	return false;
}

static void print_block(const struct sheet *s, unsigned from, unsigned to)
{
	bool common = true;

	print_heads(s, from, to, target_of);
	print_heads(s, from, to, what_of);
	for (unsigned i = 0; i < s->rows; i++) {
		if (!has_value(s, &s->row[i], from, to))
			continue;
		if (common && !s->row[i].common && s->row[0].common)
			fputs("not of all:\n", s->to);
		common = s->row[i].common;
		print_marked(s, &s->row[i]);
		for (unsigned k = from; k < to; k++)
			fprintf(s->to, " %*s%c", CELL_WIDTH - 2,
				cell_of(s->record[k], &s->row[i]).text,
				mark_of(s->record[k], &s->row[i]));
		fprintf(s->to, " %s\n", s->row[i].unit);
	}
	fputc('\n', s->to);
}

/* The origin of a column. */
static void print_origin(FILE *to, unsigned number, const struct record *r)
{
	const char *path = r->program.path;
	const char *region = r->region.text;
	char line[1024], clock[64] = "";
	char *clean;

	if (r->target.clock_hz > 0)
		snprintf(clock, sizeof clock, ", %.6g MHz%s",
			 r->target.clock_hz / 1e6,
			 r->target.clock_chosen ? " (chosen)" : "");
	snprintf(line, sizeof line, "%u: %.100s, %.60s%s%s%.400s%s%.100s",
		 number, r->target.name ? r->target.name : "counts given",
		 r->monitor[0].name, clock, path ? ", " : "", path ? path : "",
		 region ? ", region " : "", region ? region : "");
	clean = text_cleaned(line);
	wrap_print(to, clean ? clean : "", 0, 3, WIDTH);
	free(clean);
}

/* Facts to know of the columns before they are compared. */
static void print_foot(const struct sheet *s)
{
	fputs("~ modelled, ^ a sketch, * injected, ! not to be trusted, - no "
	      "such value;\na name that two monitors share is counted by the "
	      "rules of each:\ntally explain NAME -m MONITOR\n",
	      s->to);
	if (has_users(s))
		fprintf(s->to, "%s\n", users_legend);
	for (unsigned i = 0; i < s->records; i++)
		print_origin(s->to, i + 1, s->record[i]);
}

static void print_text(const struct sheet *s)
{
	/* Two at least, as NAME_MOST is the widest name. */
	const unsigned at_once = (unsigned)(WIDTH - s->name - 14) / CELL_WIDTH;

	for (unsigned from = 0; from < s->records; from += at_once)
		print_block(s, from,
			    from + at_once < s->records ? from + at_once
							: s->records);
	print_foot(s);
}

static void print_csv(const struct sheet *s)
{
	const bool users = has_users(s);

	fprintf(s->to, "kind,name,unit%s", users ? ",defined_by" : "");
	for (unsigned i = 0; i < s->records; i++) {
		fputc(',', s->to);
		csv_text(s->to, s->record[i]->target.name
					? s->record[i]->target.name
					: "");
	}
	fprintf(s->to, "\r\nprogram,,%s", users ? "," : "");
	for (unsigned i = 0; i < s->records; i++) {
		const char *path = s->record[i]->program.path;

		fputc(',', s->to);
		csv_text(s->to, path ? path : "");
	}
	for (unsigned i = 0; i < s->rows; i++) {
		const struct row *row = &s->row[i];

		fprintf(s->to, "\r\n%s,", row->event ? "event" : "metric");
		csv_text(s->to, row->name);
		fputc(',', s->to);
		csv_text(s->to, row->unit);
		if (users)
			fputs(*row->mark ? ",user" : ",", s->to);
		for (unsigned k = 0; k < s->records; k++) {
			const struct record_metric *m =
				metric_of(s->record[k], row);
			const struct record_event *e =
				event_of(s->record[k], row);
			const struct reading *r = m   ? &m->reading
						  : e ? &e->reading
						      : NULL;

			fputc(',', s->to);
			if (!r || !reading_has_value(r))
				continue;
			if (e && r->high <= r->low)
				fprintf(s->to, "%" PRIu64, r->count);
			else
				fprintf(s->to, "%.15g", r->value);
		}
	}
	fputs("\r\n", s->to);
}

/* A list of the records, each as its own file has it. */
static bool print_json(const struct sheet *s)
{
	for (unsigned i = 0; i < s->records; i++) {
		fputs(i ? ",\n" : "[\n", s->to);
		if (!record_write(s->to, s->record[i]))
			return false;
	}
	fputs("]\n", s->to);
	return true;
}

bool report_beside(FILE *to, struct record *const *record, unsigned records,
		   enum report_form form)
{
	struct sheet s = { .to = to, .record = record, .records = records };
	bool good = form == REPORT_JSON || (list_rows(&s) && sort_rows(&s));

	if (good && form == REPORT_JSON)
		good = print_json(&s);
	else if (good && form == REPORT_CSV)
		print_csv(&s);
	else if (good)
		print_text(&s);
	free(s.row);
	return good;
}
