/* SPDX-License-Identifier: MIT */
/*
 * The metrics and the counts of a record, each with what there is to say of it
 * right below.
 */
#include <string.h>

#include "html/inner.h"
#include "report/report.h"

/* A table of a record, with what it has besides names and numbers. */
struct table {
	const struct record *r;
	unsigned cut; /* blanks that no number needs */
	bool spread, pass, monitor;
	unsigned columns;
};

double html_share(const struct record *r, unsigned metric)
{
	const struct record_metric *m = &r->metric[metric];

	return strcmp(m->unit, "%") == 0 && reading_has_value(&m->reading) &&
			       m->reading.value >= 0
		       ? m->reading.value / 100
		       : -1;
}

/* ---- what stands beside and below a number ------------------------------- */

/* How far a board goes for a number; of hardware there is nothing to tell. */
static const char *class_of(const struct table *t, const struct reading *r)
{
	return t->r->target.simulated || r->class == CLASS_DOUBTED
		       ? class_word(r->class)
		       : "";
}

/* The cells behind a number, for which a phone has no room. */
static void print_beside(FILE *to, const struct table *t,
			 const struct reading *r, unsigned monitor)
{
	if (t->spread) {
		fputs("<td class=\"number wide\">", to);
		html_spread(to, number_of_spread(r).text);
		fputs("</td>", to);
	}
	if (t->monitor) {
		fputs("<td class=\"wide\">", to);
		xml_text(to, t->r->monitor[monitor].name);
		fputs("</td>", to);
	}
	if (t->pass && r->pass == RECORD_SPLIT)
		fputs("<td class=\"wide\">several</td>", to);
	else if (t->pass)
		fprintf(to, "<td class=\"wide\">%u</td>", r->pass + 1);
	if (t->r->target.simulated)
		fprintf(to, "<td class=\"soft wide\">%s</td>", class_of(t, r));
}

/* Prints, below it, what has no column there. */
static void print_below(FILE *to, const struct table *t,
			const struct reading *r, unsigned monitor)
{
	const struct number spread = number_of_spread(r);

	if (*spread.text) {
		fputs("<span class=\"narrow\">", to);
		html_spread(to, spread.text);
		fputs("</span>", to);
	}
	if (t->monitor) {
		fputs("<span class=\"narrow\">", to);
		xml_text(to, t->r->monitor[monitor].name);
		fputs("</span>", to);
	}
	if (*class_of(t, r))
		fprintf(to, "<span class=\"narrow\">%s</span>", class_of(t, r));
}

static void print_doubts(FILE *to, const struct reading *r)
{
	if (r->doubts & DOUBT_UNTRUSTED)
		fputs("<p class=\"wrong\">Untrusted: ", to);
	else if (r->doubts & DOUBT_OUT_OF_BOUNDS)
		fputs("<p class=\"wrong\">", to);
	else if (r->doubts & DOUBT_UNEXPECTED)
		fputs("<p>", to);
	else if (r->doubts & DOUBT_INEXACT)
		fputs("<p>Not exact: ", to);
	if (r->doubts & (DOUBT_UNTRUSTED | DOUBT_OUT_OF_BOUNDS |
			 DOUBT_UNEXPECTED | DOUBT_INEXACT)) {
		html_text(to, r->why);
		fputs(".</p>\n", to);
	}
	if (r->doubts & DOUBT_DIRECTION) {
		fprintf(to, "<p>It is %s: ", doubt_direction(r->doubts));
		html_text(to, r->why);
		fputs(".</p>\n", to);
	}
	if (r->doubts & DOUBT_SPLIT && !(r->doubts & DOUBT_UNTRUSTED))
		fputs("<p>From several passes.</p>\n", to);
	if (r->doubts & DOUBT_COARSE)
		fputs("<p>In steps of 64 cycles.</p>\n", to);
}

static void print_notes(FILE *to, const struct record *r,
			const struct record_notes *notes, const char *of)
{
	if (!notes->count)
		return;
	fprintf(to, "<details><summary>%u note%s<span class=\"unseen\"> on ",
		notes->count, notes->count == 1 ? "" : "s");
	xml_text(to, of);
	fputs("</span></summary><ul>\n", to);
	for (unsigned i = 0; i < notes->count; i++) {
		const struct record_note *n = &r->note[notes->index[i]];

		fprintf(to, "<li>%s", n->perhaps ? "Perhaps: " : "");
		xml_text(to, n->text);
		fputs(" (", to);
		xml_text(to, n->source);
		fputs(")</li>\n", to);
	}
	fputs("</ul></details>\n", to);
}

/* Below the numbers: what they are, and what there is to doubt. */
static void print_more(FILE *to, const struct table *t, const char *name,
		       const char *title, const char *clock,
		       const struct reading *reading,
		       const struct record_notes *notes)
{
	const unsigned told = DOUBT_UNTRUSTED | DOUBT_OUT_OF_BOUNDS |
			      DOUBT_UNEXPECTED | DOUBT_INEXACT | DOUBT_SPLIT |
			      DOUBT_COARSE | DOUBT_DIRECTION;

	if (!*title && !notes->count && !(reading->doubts & told))
		return;
	fprintf(to, "<tr class=\"more\"><td colspan=\"%u\">", t->columns);
	if (*title) {
		fputs("<p>", to);
		html_sentence(to, title);
		if (*clock)
			fprintf(to, " It is %s.", clock);
		fputs("</p>\n", to);
	}
	print_doubts(to, reading);
	print_notes(to, t->r, notes, name);
	fputs("</td></tr>\n", to);
}

static void print_missing(FILE *to, const struct table *t,
			  const struct reading *r)
{
	fprintf(to, "<td colspan=\"%u\" class=\"soft\">%s", t->columns - 1,
		word_of_missing(r));
	if (r->why[0]) {
		fputs(": ", to);
		xml_text(to, r->why);
	}
	fputs("</td></tr>\n", to);
}

/* ---- metrics ------------------------------------------------------------- */

static void print_metric(FILE *to, const struct table *t, unsigned i)
{
	const struct record_metric *m = &t->r->metric[i];
	const struct reading *r = &m->reading;

	fputs("<tbody>\n<tr><th scope=\"row\">", to);
	html_name(to, m->name);
	html_users(to, record_metric_is_users(m));
	fputs("</th>", to);
	if (reading_has_value(r)) {
		fputs("<td class=\"number\">", to);
		html_aligned(to, r->value, number_of_metric(m).text, t->cut);
		print_below(to, t, r, m->monitor);
		fputs("</td><td>", to);
		xml_text(to, m->unit);
		fputs("</td>", to);
		print_beside(to, t, r, m->monitor);
		html_meter(to, html_share(t->r, i));
		fputs("</tr>\n", to);
	} else {
		print_missing(to, t, r);
	}
	print_more(to, t, m->name, m->title ? m->title : "",
		   number_of_clock(t->r, m).text, r, &m->notes);
	fputs("</tbody>\n", to);
}

static bool is_varied(const struct reading *r)
{
	return number_of_spread(r).text[0];
}

/* Of a group, and it has no value: there may be many of them. */
static bool is_left_out(const struct record_metric *m)
{
	return !reading_has_value(&m->reading) && m->asked != ASKED_BY_NAME;
}

static void print_left_out(FILE *to, const struct record *r)
{
	unsigned count = 0;

	for (unsigned i = 0; i < r->metrics; i++)
		count += is_left_out(&r->metric[i]);
	if (!count)
		return;
	fprintf(to, "<details><summary>%u more without a value</summary><ul>\n",
		count);
	for (unsigned i = 0; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];

		if (!is_left_out(m))
			continue;
		fputs("<li>", to);
		xml_text(to, m->name);
		fprintf(to, ": %s", word_of_missing(&m->reading));
		if (m->reading.why[0]) {
			fputs(", ", to);
			xml_text(to, m->reading.why);
		}
		fputs("</li>\n", to);
	}
	fputs("</ul></details>\n", to);
}

/* One of a layer that did nothing, as most do: there may be many of them. */
static bool is_folded(const struct record *r, unsigned i)
{
	return r->metric[i].asked != ASKED_BY_NAME && report_is_idle(r, i);
}

static void print_metrics(FILE *to, const struct table *t, const char *caption,
			  bool folded)
{
	char titles[80];

	snprintf(titles, sizeof titles, "Metric|#Value|Unit%s%s|>Share",
		 t->spread ? "|#>Spread" : "",
		 t->r->target.simulated ? "|>Basis" : "");
	html_table(to, caption, titles);
	for (unsigned i = 0; i < t->r->metrics; i++)
		if (!is_left_out(&t->r->metric[i]) &&
		    is_folded(t->r, i) == folded)
			print_metric(to, t, i);
	fputs("</table>\n", to);
}

static void print_folded(FILE *to, const struct table *t)
{
	unsigned count = 0;

	for (unsigned i = 0; i < t->r->metrics; i++)
		count += is_folded(t->r, i);
	if (!count)
		return;
	fprintf(to, "<details><summary>%u of idle layers, all 0</summary>\n",
		count);
	print_metrics(to, t, "Metrics of layers that did nothing", true);
	fputs("</details>\n", to);
}

void html_metrics_print(FILE *to, const struct record *r)
{
	struct table t = { .r = r, .cut = 7 };

	for (unsigned i = 0; i < r->metrics; i++) {
		const struct record_metric *m = &r->metric[i];
		unsigned blanks = html_blanks(number_of_metric(m).text);

		if (!reading_has_value(&m->reading))
			continue;
		t.cut = blanks < t.cut ? blanks : t.cut;
		t.spread |= is_varied(&m->reading);
	}
	t.columns = 4U + t.spread + r->target.simulated;
	print_metrics(to, &t,
		      r->repeats > 2
			      ? "Means of the repeats; \u00b1 is half the 95 % "
				"confidence interval."
		      : r->repeats > 1
			      ? "Means of two repeats, and their range."
			      : "What the counts come to.",
		      false);
	print_folded(to, &t);
	print_left_out(to, r);
}

/* ---- counts -------------------------------------------------------------- */

static void print_event(FILE *to, const struct table *t, unsigned i)
{
	const struct record_event *e = &t->r->event[i];
	const struct reading *r = &e->reading;

	fputs("<tbody>\n<tr><th scope=\"row\">", to);
	html_name(to, e->name);
	fputs("</th>", to);
	if (reading_has_value(r)) {
		fputs("<td class=\"number\">", to);
		if (r->high > r->low)
			html_number(to, r->value, number_of_event(e).text);
		else
			html_count(to, r->count);
		print_below(to, t, r, e->monitor);
		fputs("</td>", to);
		print_beside(to, t, r, e->monitor);
		fputs("</tr>\n", to);
	} else {
		print_missing(to, t, r);
	}
	print_more(to, t, e->name, "", "", r, &e->notes);
	fputs("</tbody>\n", to);
}

static void print_table(FILE *to, const struct table *t, bool zero)
{
	char titles[96];

	snprintf(titles, sizeof titles, "Event|#Count%s%s%s%s",
		 t->spread ? "|#>Spread" : "", t->monitor ? "|>Monitor" : "",
		 t->pass ? "|>Pass" : "",
		 t->r->target.simulated ? "|>Basis" : "");
	html_table(to, zero ? "Events that did not happen" : "Events", titles);
	for (unsigned i = 0; i < t->r->events; i++) {
		const struct record_event *e = &t->r->event[i];
		bool valued = reading_has_value(&e->reading);
		bool none = valued && !(e->reading.value > 0);

		if ((e->asked || valued) && none == zero)
			print_event(to, t, i);
	}
	fputs("</table>\n", to);
}

void html_events_print(FILE *to, const struct record *r)
{
	struct table t = { .r = r,
			   .pass = r->passes > 1,
			   .monitor = r->monitors > 1 };
	unsigned zeroes = 0;

	for (unsigned i = 0; i < r->events; i++) {
		const struct reading *reading = &r->event[i].reading;

		if (!reading_has_value(reading))
			continue;
		t.spread |= is_varied(reading);
		zeroes += !(reading->value > 0);
	}
	t.columns = 2U + t.spread + t.pass + t.monitor + r->target.simulated;
	print_table(to, &t, false);
	if (!zeroes)
		return;
	fprintf(to, "<details><summary>%u count%s of 0</summary>\n", zeroes,
		zeroes == 1 ? "" : "s");
	print_table(to, &t, true);
	fputs("</details>\n", to);
}
