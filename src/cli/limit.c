/* SPDX-License-Identifier: MIT */
/* Limits of changes.  See limit.h. */
#include "cli/limit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "cli/cli.h"
#include "request/request.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* No number of the locale's: digits and a point. */
static bool limit_value(struct limit *limit, const char *text)
{
	char *end;

	text += strspn(text, " \t");
	if (!*text || strspn(text, "+-0123456789.eE") == 0)
		return false;
	limit->value = strtod(text, &end);
	if (end == text || !isfinite(limit->value))
		return false;
	end += strspn(end, " \t");
	limit->percent = *end == '%';
	end += limit->percent;
	end += strspn(end, " \t");
	return !*end;
}

static bool limit_read(struct limit *limit, const char *text, struct error *err)
{
	size_t before = strcspn(text, "<>");
	size_t name = before;

	*limit = (struct limit){ .text = text, .above = text[before] == '>' };
	while (name && is_blank(text[name - 1]))
		name--;
	while (name && is_blank(*text)) {
		text++;
		name--;
		before--;
	}
	if (!text[before] || !name || name >= sizeof limit->name ||
	    !limit_value(limit, text + before + 1))
		return error_set(err,
				 "%s is no limit of a change ('cycles > +2%%', "
				 "'cpi > 0.1', 'ipc < -1%%')",
				 text);
	memcpy(limit->name, text, name);
	return true;
}

bool noise_take(const char *text, double *noise, struct error *err)
{
	char *end;

	*noise = strtod(text, &end) / 100;
	return (end != text && !*end && *noise >= 0 && *noise <= 1) ||
	       error_set(err,
			 "--noise %s: a part of what was before, from 0 to "
			 "100 (%%)",
			 text);
}

bool limits_take(const char *text, void *to, struct error *err)
{
	struct limits *l = to;

	if (l->count == LIMITS)
		return error_set(err, "--fail-if: %d limits are enough",
				 LIMITS);
	if (!limit_read(&l->limit[l->count], text, err))
		return error_within(err, "--fail-if");
	l->count++;
	return true;
}

enum limit_verdict {
	LIMIT_KEPT,
	LIMIT_EXCEEDED,
	LIMIT_UNKNOWN, /* it cannot be told: `err` says why */
	LIMIT_NO_ROW,  /* nothing has the name */
};

/* "name", or "monitor:name" where several monitors have one. */
static bool limit_is_of(const struct diff_row *row, const char *name)
{
	size_t monitor = strlen(row->monitor);
	size_t region = row->region ? strlen(row->region) : 0;

	/* "walk:cycles", of one of several regions. */
	if (region) {
		if (strncmp(name, row->region, region) != 0 ||
		    name[region] != ':')
			return false;
		name += region + 1;
	}
	return strcmp(row->name, name) == 0 ||
	       (strncmp(name, row->monitor, monitor) == 0 &&
		name[monitor] == ':' &&
		strcmp(name + monitor + 1, row->name) == 0);
}

static const struct diff_row *find(const struct limit *limit,
				   const struct diff *d, struct error *err)
{
	struct nearest near = { 0 };

	for (unsigned i = 0; i < d->rows; i++)
		if (limit_is_of(&d->row[i], limit->name))
			return &d->row[i];
	if (strcmp(limit->name, "cycles") == 0 && diff_cycles(d))
		return diff_cycles(d);
	for (unsigned i = 0; i < d->rows; i++)
		nearest_offer(&near, limit->name, d->row[i].name);
	if (near.best)
		error_set(err, "%s was not measured; did you mean %s?",
			  limit->name, near.best);
	else
		error_set(err, "%s was not measured", limit->name);
	return NULL;
}

static enum limit_verdict limit_judge(const struct limit *limit,
				      const struct diff *d, struct error *err)
{
	const struct diff_row *row = find(limit, d, err);
	double change = 0;

	if (!row)
		return LIMIT_NO_ROW;
	if (row->word == DIFF_UNKNOWN) {
		error_set(err, "%s cannot be judged: %s", limit->name,
			  row->why);
		return LIMIT_UNKNOWN;
	}
	if (row->word != DIFF_SAME) {
		change = row->test.after - row->test.before;
		if (limit->percent && !diff_percent(row, &change)) {
			error_set(err,
				  "%s cannot be judged: there was nothing of "
				  "it before; give a limit without %%",
				  limit->name);
			return LIMIT_UNKNOWN;
		}
	}
	if (limit->above ? change <= limit->value : change >= limit->value)
		return LIMIT_KEPT;
	error_set(err, "%s: the change is %+.4g%s", limit->name, change,
		  limit->percent ? " %" : "");
	return LIMIT_EXCEEDED;
}

/* Prints what came of one; the status. */
static int limit_tell(const char *verb, const struct limit *limit,
		      enum limit_verdict verdict, const char *where,
		      const struct error *err)
{
	static const int status[] = {
		[LIMIT_KEPT] = CLI_GOOD,
		[LIMIT_EXCEEDED] = CLI_LIMIT,
		[LIMIT_UNKNOWN] = CLI_FAILED,
		[LIMIT_NO_ROW] = CLI_USAGE,
	};

	if (verdict != LIMIT_KEPT)
		cli_error(status[verdict], verb, "--fail-if '%s': %s%s%s",
			  limit->text, where ? where : "", where ? ": " : "",
			  err->text);
	return status[verdict];
}

int limits_judge_change(const char *verb, const struct limits *l,
			const struct diff *d, const char *where)
{
	int status = CLI_GOOD;

	for (unsigned i = 0; i < l->count; i++) {
		struct error err;
		const int now = limit_tell(verb, &l->limit[i],
					   limit_judge(&l->limit[i], d, &err),
					   where, &err);

		status = now > status ? now : status;
	}
	return status;
}

/* Is it the row's name, or "cycles" of an event that counts a core's? */
static bool limit_names(const struct limit *limit, const struct record *r,
			unsigned monitor, const char *name)
{
	const char *on = r->monitor[monitor].name;
	const size_t length = strlen(on);

	return strcmp(limit->name, name) == 0 ||
	       (strncmp(limit->name, on, length) == 0 &&
		limit->name[length] == ':' &&
		strcmp(limit->name + length + 1, name) == 0);
}

/* The number that a budget is of.  NULL: nothing has the name. */
static const struct reading *limit_reading(const struct limit *limit,
					   const struct record *r,
					   struct nearest *near)
{
	for (unsigned i = 0; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];

		if (limit_names(limit, r, m->monitor, m->name))
			return &m->reading;
		nearest_offer(near, limit->name, m->name);
	}
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (limit_names(limit, r, e->monitor, e->name))
			return &e->reading;
		nearest_offer(near, limit->name, e->name);
	}
	for (unsigned i = 0;
	     strcmp(limit->name, "cycles") == 0 && i < r->events; i++)
		if (record_is_cycles(r->monitor[r->event[i].monitor].name,
				     &r->event[i]))
			return &r->event[i].reading;
	return NULL;
}

static enum limit_verdict limit_judge_record(const struct limit *limit,
					     const struct record *r,
					     struct error *err)
{
	struct nearest near = { 0 };
	const struct reading *reading = limit_reading(limit, r, &near);

	if (!reading) {
		error_set(err, "it was not measured%s%s%s",
			  near.best ? "; did you mean " : "",
			  near.best ? near.best : "", near.best ? "?" : "");
		return LIMIT_NO_ROW;
	}
	if (limit->percent) {
		error_set(err, "a percentage is of a change, which `tally "
			       "diff` judges; give a number");
		return LIMIT_NO_ROW;
	}
	if (!reading_has_value(reading)) {
		error_set(err, "it has no value%s%s", *reading->why ? ": " : "",
			  reading->why);
		return LIMIT_UNKNOWN;
	}
	if (limit->above ? reading->value <= limit->value
			 : reading->value >= limit->value)
		return LIMIT_KEPT;
	error_set(err, "it is %.10g", reading->value);
	return LIMIT_EXCEEDED;
}

/* "name", or "monitor:name". */
static bool limit_is(const struct limit *limit, const char *monitor,
		     const char *name)
{
	const size_t length = strlen(monitor);

	return strcmp(limit->name, name) == 0 ||
	       (strncmp(limit->name, monitor, length) == 0 &&
		limit->name[length] == ':' &&
		strcmp(limit->name + length + 1, name) == 0);
}

/* Will these be a core's cycles, whatever the event is called? */
static bool will_be_cycles(const struct request *q, unsigned event)
{
	const struct catalog_event *row = q->origin[event].row;
	const char *cycles = q->member[q->origin[event].member].monitor->cycles;

	return q->event[event]->code == TALLY_EVENT_CYCLES ||
	       (row && cycles && strcmp(row->name, cycles) == 0);
}

/* Names that are counted besides are known, too. */
static bool limit_is_asked(const struct limit *limit, const struct request *q,
			   struct nearest *near)
{
	for (unsigned i = 0; i < q->metrics; i++) {
		const struct request_metric *m = &q->metric[i];

		if (limit_is(limit, q->member[m->member].monitor->name,
			     m->name))
			return true;
		nearest_offer(near, limit->name, m->name);
	}
	for (unsigned i = 0; i < q->events; i++) {
		if (limit_is(limit,
			     q->member[q->origin[i].member].monitor->name,
			     q->event[i]->name))
			return true;
		nearest_offer(near, limit->name, q->event[i]->name);
	}
	for (unsigned i = 0;
	     strcmp(limit->name, "cycles") == 0 && i < q->events; i++)
		if (will_be_cycles(q, i))
			return true;
	return false;
}

int limits_check(const char *verb, const struct limits *l,
		 const struct request *q)
{
	for (unsigned i = 0; i < l->count; i++) {
		struct nearest near = { 0 };

		if (l->limit[i].percent)
			return cli_error(CLI_USAGE, verb,
					 "--fail-if '%s': a percentage is of a "
					 "change, which `tally diff` judges; "
					 "give a number",
					 l->limit[i].text);
		if (!limit_is_asked(&l->limit[i], q, &near))
			return cli_error(CLI_USAGE, verb,
					 "--fail-if '%s': it would not be "
					 "measured%s%s%s",
					 l->limit[i].text,
					 near.best ? "; did you mean " : "",
					 near.best ? near.best : "",
					 near.best ? "?" : "");
	}
	return CLI_GOOD;
}

int limits_judge(const char *verb, const struct limits *l,
		 const struct record *r, const char *where)
{
	int status = CLI_GOOD;

	for (unsigned i = 0; i < l->count; i++) {
		struct error err;
		const int now = limit_tell(
			verb, &l->limit[i],
			limit_judge_record(&l->limit[i], r, &err), where, &err);

		status = now > status ? now : status;
	}
	return status;
}
