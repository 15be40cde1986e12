/* SPDX-License-Identifier: MIT */
/* Numbers over time: a picture of each, and its phases. */
#include <math.h>
#include <stdlib.h>

#include "base/digits.h"
#include "base/xml.h"
#include "html/series.h"
#include "report/numbers.h"

enum { PHASES = 12 };

struct line {
	const struct record *r;
	const char *name, *unit;
	bool users;    /* a metric that the user defined */
	double *value; /* per interval */
	double least, most;
	struct record_phase *phase;
	unsigned phases;
	unsigned number; /* on the page */
};

static struct number shown(double value)
{
	struct number n;

	if (value >= 1000 && value < 0x1p63)
		snprintf(n.text, sizeof n.text, "%s",
			 digits_grouped((uint64_t)(value + 0.5)).text);
	else
		snprintf(n.text, sizeof n.text, "%.4g", value);
	return n;
}

static void print_value(FILE *to, double value, const char *unit)
{
	html_number(to, value, shown(value).text);
	fprintf(to, "%s", *unit ? " " : "");
	xml_text(to, unit);
}

/* "1.25 ms", or cycles where nobody knows the clock. */
static void time_text(const struct record *r, uint64_t cycles, char *text,
		      size_t room)
{
	if (series_hz(r) > 0)
		snprintf(text, room, "%.4g ms",
			 (double)cycles * 1e3 / series_hz(r));
	else
		snprintf(text, room, "%s cycles", digits_grouped(cycles).text);
}

/* The mean of those of so many intervals that have a number. */
static double mean_of(const double *value, unsigned from, unsigned end)
{
	double sum = 0;
	unsigned n = 0;

	for (unsigned i = from; i < end; i++)
		if (!isnan(value[i])) {
			sum += value[i];
			n++;
		}
	return n ? sum / n : (double)NAN;
}

static unsigned lay_out(const struct line *l, struct chart_step *step)
{
	struct html_span span = { 0, 0 };
	unsigned count = 0;

	while (html_next_span(l->r, &span))
		step[count++] = (struct chart_step){
			.until = html_end_of(l->r, span.end - 1),
			.share = l->most > 0 ? mean_of(l->value, span.from,
						       span.end) /
						       l->most
					     : 0,
			.part = html_is_part(l->r, &span),
		};
	return count;
}

/* Of one phase nothing is to be seen, and of very many neither. */
static unsigned lay_bands(const struct line *l, struct chart_band *band)
{
	if (l->phases < 2 || l->phases > HTML_STEPS / 4)
		return 0;
	for (unsigned i = 0; i < l->phases; i++)
		band[i] = (struct chart_band){
			.until = html_end_of(l->r, l->phase[i].last),
			.share = l->most > 0 ? l->phase[i].mean / l->most : 0,
		};
	return l->phases;
}

static void draw(FILE *to, const struct line *l)
{
	struct chart_step step[HTML_STEPS + 1];
	struct chart_band band[HTML_STEPS];
	const unsigned count = lay_out(l, step), bands = lay_bands(l, band);
	char id[16], top[96], end[48];
	const struct html_title title = html_title(l->name, l->users);
	const struct chart_frame frame = {
		.id = id,
		.title = title.text,
		.description = "A line of steps: the number in each interval, "
			       "from 0 at the bottom to the most at the top.",
	};

	snprintf(id, sizeof id, "time%u", l->number);
	snprintf(top, sizeof top, "%s %.40s", shown(l->most).text, l->unit);
	time_text(l->r, l->r->series.end[l->r->series.intervals - 1], end,
		  sizeof end);
	chart_steps(to, &frame, step, count,
		    &(struct chart_axes){ top, "0", end, band, bands });
}

static void print_phases(FILE *to, const struct line *l)
{
	const unsigned count = l->phases;

	fputs("<figcaption>From ", to);
	print_value(to, l->least, "");
	fputs(" to ", to);
	print_value(to, l->most, l->unit);
	fprintf(to, ", in %u phase%s", count, count == 1 ? "" : "s");
	for (unsigned i = 0; count > 1 && i < count && i < PHASES; i++) {
		char until[48];

		time_text(l->r, l->r->series.end[l->phase[i].last], until,
			  sizeof until);
		fputs(i ? "; " : ": ", to);
		print_value(to, record_real(l->phase[i].mean), "");
		fprintf(to, " until %s", until);
	}
	fprintf(to, "%s.</figcaption>\n",
		count > PHASES ? "; more follow" : "");
}

/* Nothing where no interval has a number. */
static void print_line(FILE *to, struct line *l)
{
	const unsigned n = l->r->series.intervals;
	const bool part = html_last_is_part(&l->r->series);

	l->least = INFINITY;
	l->most = 0;
	l->phases = series_phases(l->value, n, l->phase);
	for (unsigned i = 0; i < n; i++) {
		if (isnan(l->value[i]) || (i + 1 == n && part))
			continue;
		l->least = fmin(l->least, l->value[i]);
		l->most = fmax(l->most, l->value[i]);
	}
	if (isinf(l->least))
		return;
	fputs("<figure>\n<h3>", to);
	html_name(to, l->name);
	html_users(to, l->users);
	fputs("</h3>\n", to);
	draw(to, l);
	print_phases(to, l);
	fputs("</figure>\n", to);
	l->number++;
}

static void print_lines(FILE *to, struct line *l)
{
	const struct record *r = l->r;

	for (unsigned i = 0; i < r->metrics; i++)
		if (reading_has_value(&r->metric[i].reading)) {
			series_of_metric(r, i, l->value);
			l->name = r->metric[i].name;
			l->users = record_metric_is_users(&r->metric[i]);
			l->unit = r->metric[i].unit ? r->metric[i].unit : "";
			print_line(to, l);
		}
	for (unsigned i = 0; i < r->events; i++)
		if (r->event[i].asked &&
		    reading_has_value(&r->event[i].reading)) {
			series_of_event(r, i, l->value);
			l->name = r->event[i].name;
			l->users = false;
			l->unit = "";
			print_line(to, l);
		}
}

void html_series_print(FILE *to, const struct record *r)
{
	const unsigned n = r->series.intervals;
	struct line l = { .r = r,
			  .value = calloc(n, sizeof *l.value),
			  .phase = calloc(n, sizeof *l.phase) };
	char each[48], end[48];

	time_text(r, r->series.period, each, sizeof each);
	time_text(r, r->series.end[n - 1], end, sizeof end);
	fprintf(to,
		"<p>%u intervals%s%s%s.  A phase ends where two in a row "
		"are more than a quarter off its level; phases are bands, and "
		"a line is the mean of each.%s</p>\n"
		"<div id=\"time-view\" class=\"pictures\">\n",
		n, r->series.period ? " of " : ", not equally long",
		r->series.period ? each : "",
		r->target.clock_chosen ? ", at a chosen clock" : "",
		html_last_is_part(&r->series)
			? " The last interval is shorter than the others: it "
			  "is dashed, and sets no scale."
			: "");
	if (l.value && l.phase)
		print_lines(to, &l);
	html_series_causes(to, r, end);
	fputs("</div>\n", to);
	free(l.value);
	free(l.phase);
}
