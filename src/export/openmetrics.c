/* SPDX-License-Identifier: MIT */
/*
 * A record as text of OpenMetrics, which Prometheus and others read: the
 * metrics, a family for each unit, then the events.  A number that is not
 * there is left out; the doubts of one that is are a label.
 */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
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

static void print_monitor(FILE *to, const char *monitor)
{
	print_label(to, ",", "monitor", monitor);
	fputs("} ", to);
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

/* NaN: there is none. */
static double metric_number_of(const struct record *r, unsigned metric,
			       const struct export_row *row)
{
	if (row)
		return r->series.value[metric];
	return reading_has_value(&r->metric[metric].reading)
		       ? r->metric[metric].reading.value
		       : NAN;
}

/* The first metric of a unit that has a number? */
static bool is_first(const struct record *r, unsigned metric,
		     const struct export_row *row)
{
	char unit[UNIT], other[UNIT];

	unit_of(r->metric[metric].unit, unit);
	for (unsigned i = 0; i < metric; i++)
		if (!isnan(metric_number_of(r, i, row)) &&
		    strcmp(unit_of(r->metric[i].unit, other), unit) == 0)
			return false;
	return true;
}

/* All of one unit, which no other family may come between. */
static void print_family_of(FILE *to, const struct record *r, unsigned first,
			    const struct export_row *row)
{
	char unit[UNIT], other[UNIT];

	unit_of(r->metric[first].unit, unit);
	print_family(to, "tally_metric", unit,
		     "What was computed of the counts.");
	for (unsigned i = first; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];
		const char *monitor = m->row ? r->monitor[m->monitor].name : "";

		if (isnan(metric_number_of(r, i, row)) ||
		    strcmp(unit_of(m->unit, other), unit) != 0)
			continue;
		fprintf(to, "tally_metric%s%s", *unit ? "_" : "", unit);
		print_labels(to, r, "metric", m->name);
		if (record_metric_is_users(m))
			print_label(to, ",", "defined_by", "user");
		if (row)
			print_monitor(to, monitor);
		else
			print_reading(to, monitor, &m->reading);
		fprintf(to, "%.15g\n", metric_number_of(r, i, row));
	}
}

static void print_metrics(FILE *to, const struct record *r,
			  const struct export_row *row)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (!isnan(metric_number_of(r, i, row)) && is_first(r, i, row))
			print_family_of(to, r, i, row);
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
	print_metrics(to, r, NULL);
	print_events(to, r);
	fputs("# EOF\n", to);
	return true;
}

/* ---- while it runs ------------------------------------------------------- */

/* A number of the run, in a family of its own. */
static void print_of_run(FILE *to, const struct record *r, const char *name,
			 const char *unit, const char *help, double value)
{
	print_family(to, name, unit, help);
	fprintf(to, "%s%s%s", name, *unit ? "_" : "", unit);
	print_labels(to, r, "sha256",
		     r->program.sha256 ? r->program.sha256 : "");
	print_label(to, ",", "simulated",
		    r->target.simulated ? "true" : "false");
	fprintf(to, "} %.15g\n", value);
}

/* A family of one number for each event, of those that have one. */
static void print_counts(FILE *to, const struct export_row *row,
			 const char *name, const char *help,
			 const uint64_t *count)
{
	const struct record *r = row->record;
	bool any = false;

	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (count[i] == RECORD_LOST || !reading_has_value(&e->reading))
			continue;
		if (!any)
			print_family(to, name, "", help);
		any = true;
		fputs(name, to);
		print_labels(to, r, "event", e->name);
		print_monitor(to, r->monitor[e->monitor].name);
		fprintf(to, "%" PRIu64 "\n", count[i]);
	}
}

/* Times of the target's clock, or in cycles where nobody knows that. */
static void print_times(FILE *to, const struct export_row *row)
{
	const struct record *r = row->record;
	const double hz = series_hz(r);
	const char *unit = hz > 0 ? "seconds" : "cycles";
	const double each = hz > 0 ? hz : 1;
	const double end = (double)row->end;

	print_of_run(to, r, "tally_elapsed", unit,
		     "From the beginning to the end of the last interval.",
		     end / each);
	if (row->runs)
		print_of_run(to, r, "tally_interval", unit,
			     "How long the last interval was.",
			     (end - (double)row->begin) / each);
}

/* All are gauges: the text form of Prometheus and OpenMetrics call a counter by
 * different names, and some readers take one of the two alone. */
void export_openmetrics_row(FILE *to, const struct export_row *row)
{
	const struct record *r = row->record;

	print_of_run(to, r, "tally_running", "",
		     "1: it is being measured; 0: that has ended.", row->runs);
	print_of_run(to, r, "tally_intervals", "",
		     "How many intervals there were.", row->number);
	print_times(to, row);
	if (row->runs) {
		print_metrics(to, r, row);
		print_counts(to, row, "tally_event",
			     "How often the event was counted in the last "
			     "interval.",
			     r->series.count);
	}
	print_counts(to, row, "tally_event_so_far",
		     "How often the event was counted since it began.",
		     row->sum);
	fputs("# EOF\n", to);
}

const struct export_format export_format_openmetrics = {
	.name = "openmetrics",
	.about = "for Prometheus and others: text",
	.record = export_openmetrics,
	.otherwise = "is of records: measure with `tally stat --json -o "
		     "FILE` for it",
};
