/* SPDX-License-Identifier: MIT */
/*
 * A record as text of OpenMetrics, which Prometheus and others read: the
 * metrics, a family for each unit, then the events.  A number that is not
 * there is left out; the doubts of one that is are a label.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "export/inner.h"

enum { UNIT = 64 };

/* "per 1000 instructions" as the end of a family's name; "": it has none. */
static const char *unit_of(const char *unit, char *to)
{
	size_t used = 0;

	if (strcmp(unit, "%") == 0)
		unit = "percent";
	else if (strcmp(unit, "s") == 0)
		unit = "seconds";
	else if (strcmp(unit, "MB/s") == 0)
		unit = "megabytes per second";
	for (; *unit && used < UNIT - 1; unit++) {
		const unsigned char c = (unsigned char)*unit;

		if (isalnum(c))
			to[used++] = (char)tolower(c);
		else if (used && to[used - 1] != '_')
			to[used++] = '_';
	}
	while (used && to[used - 1] == '_')
		used--;
	to[used] = '\0';
	return to;
}

static void print_label(FILE *to, const char *before, const char *name,
			const char *value)
{
	fprintf(to, "%s%s=\"", before, name);
	for (; *value; value++) {
		if (*value == '\n') {
			fputs("\\n", to);
			continue;
		}
		if (*value == '"' || *value == '\\')
			fputc('\\', to);
		fputc(*value, to);
	}
	fputc('"', to);
}

/* Labels say what every number is of. */
static void print_labels(FILE *to, const struct record *r, const char *kind,
			 const char *name)
{
	print_label(to, "{", kind, name);
	print_label(to, ",", "target", r->target.name ? r->target.name : "");
	print_label(to, ",", "program", r->program.path ? r->program.path : "");
	print_label(to, ",", "region", r->region.text ? r->region.text : "");
}

/* ... and of whom, with its doubts, up to the number. */
static void print_reading(FILE *to, const char *monitor,
			  const struct reading *reading)
{
	const char *before = "";

	print_label(to, ",", "monitor", monitor);
	print_label(to, ",", "class", class_word(reading->class));
	fputs(",doubts=\"", to);
	for (unsigned i = 0; doubt_word(i); i++)
		if (reading->doubts >> i & 1) {
			fprintf(to, "%s%s", before, doubt_word(i));
			before = " ";
		}
	fputs("\"} ", to);
}

static void print_family(FILE *to, const char *name, const char *unit,
			 const char *help)
{
	const char *const gap = *unit ? "_" : "";

	fprintf(to, "# TYPE %s%s%s gauge\n", name, gap, unit);
	if (*unit)
		fprintf(to, "# UNIT %s%s%s %s\n", name, gap, unit, unit);
	fprintf(to, "# HELP %s%s%s %s\n", name, gap, unit, help);
}

/* The first metric of a unit that has a number? */
static bool is_first(const struct record *r, unsigned metric)
{
	char unit[UNIT], other[UNIT];

	unit_of(r->metric[metric].unit, unit);
	for (unsigned i = 0; i < metric; i++)
		if (reading_has_value(&r->metric[i].reading) &&
		    strcmp(unit_of(r->metric[i].unit, other), unit) == 0)
			return false;
	return true;
}

/* All of one unit, which no other family may come between. */
static void print_metrics(FILE *to, const struct record *r, unsigned first)
{
	char unit[UNIT], other[UNIT];

	unit_of(r->metric[first].unit, unit);
	print_family(to, "tally_metric", unit,
		     "What was computed of the counts.");
	for (unsigned i = first; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];

		if (!reading_has_value(&m->reading) ||
		    strcmp(unit_of(m->unit, other), unit) != 0)
			continue;
		fprintf(to, "tally_metric%s%s", *unit ? "_" : "", unit);
		print_labels(to, r, "metric", m->name);
		print_reading(to, m->row ? r->monitor[m->monitor].name : "",
			      &m->reading);
		fprintf(to, "%.15g\n", m->reading.value);
	}
}

static void print_events(FILE *to, const struct record *r)
{
	bool any = false;

	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (!reading_has_value(&e->reading))
			continue;
		if (!any)
			print_family(to, "tally_event", "",
				     "How often the event was counted.");
		any = true;
		fputs("tally_event", to);
		print_labels(to, r, "event", e->name);
		print_reading(to, r->monitor[e->monitor].name, &e->reading);
		if (e->reading.high > e->reading.low)
			fprintf(to, "%.15g\n", e->reading.value);
		else
			fprintf(to, "%" PRIu64 "\n", e->reading.count);
	}
}

static bool export_openmetrics(FILE *to, const struct record *r)
{
	print_family(to, "tally_trusted", "",
		     "1: all that was checked of the measurement held.");
	fputs("tally_trusted", to);
	print_labels(to, r, "sha256",
		     r->program.sha256 ? r->program.sha256 : "");
	print_label(to, ",", "simulated",
		    r->target.simulated ? "true" : "false");
	fprintf(to, "} %d\n", r->trusted);
	for (unsigned i = 0; i < r->metrics; i++)
		if (reading_has_value(&r->metric[i].reading) && is_first(r, i))
			print_metrics(to, r, i);
	print_events(to, r);
	fputs("# EOF\n", to);
	return true;
}

const struct export_format export_format_openmetrics = {
	.name = "openmetrics",
	.about = "for Prometheus and others: text",
	.record = export_openmetrics,
	.otherwise = "is of records: measure with `tally stat --json -o "
		     "FILE` for it",
};
