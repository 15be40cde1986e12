/* SPDX-License-Identifier: MIT */
/* Series of versions, printed. */
#include "history/print.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/digits.h"
#include "base/text.h"
#include "json/writer.h"

enum { LABEL_MOST = 40 };

void history_number_text(char *text, size_t room, double value)
{
	if (value >= 0 && value < 9e15 && !(floor(value) < value))
		snprintf(text, room, "%s",
			 digits_grouped((uint64_t)value).text);
	else
		snprintf(text, room, fabs(value) < 1000 ? "%.4g" : "%.0f",
			 value);
}

const char *history_word_text(const struct history_point *p)
{
	return p->why ? p->why : diff_word_text(p->word);
}

void history_change_text(char *text, size_t room, const struct history_point *p)
{
	char from[32];

	if (isfinite(p->change)) {
		snprintf(text, room, "%+.2f %%", p->change);
		return;
	}
	history_number_text(from, sizeof from, p[-1].mean);
	snprintf(text, room, "from %s", from);
}

static void line(FILE *to, const struct history_point *p, bool first, int width)
{
	char value[32], change[40] = "";
	char *label = text_cleaned(p->label);

	history_number_text(value, sizeof value, p->mean);
	if (!first)
		history_change_text(change, sizeof change, p);
	fprintf(to, "  %-*s %15s", width, label ? label : "?", value);
	free(label);
	if (!first)
		fprintf(to, " %12s %s%s", change, history_word_text(p),
			history_is_step(p) ? "  <- step" : "");
	fputc('\n', to);
}

static int label_width(const struct history_series *s)
{
	int width = 5;

	for (unsigned i = 0; i < s->points; i++)
		if ((int)strlen(s->point[i].label) > width)
			width = (int)strlen(s->point[i].label);
	return width < LABEL_MOST ? width : LABEL_MOST;
}

void history_text(FILE *to, const struct history_list *list)
{
	unsigned steps = 0, points = 0;

	for (unsigned i = 0; i < list->count; i++) {
		const struct history_series *s = &list->series[i];

		text_print(to, s->job);
		if (*s->region) {
			fputs(", region ", to);
			text_print(to, s->region);
		}
		fputs(": ", to);
		text_print(to, s->name);
		fputs(s->users ? " (the user's)" : "", to);
		fputs(*s->unit ? ", " : "", to);
		text_print(to, s->unit);
		fputc('\n', to);
		for (unsigned k = 0; k < s->points; k++) {
			line(to, &s->point[k], !k, label_width(s));
			steps += history_is_step(&s->point[k]);
		}
		points += s->points;
	}
	fprintf(to, "%u series, %u values, %u steps\n", list->count, points,
		steps);
}

static bool has_own(const struct history_list *list)
{
	for (unsigned i = 0; i < list->count; i++)
		if (list->series[i].users)
			return true;
	return false;
}

void history_csv(FILE *to, const struct history_list *list)
{
	const bool users = has_own(list);

	fprintf(to,
		"job,region,row,unit,label,commit,changed,time,value,samples,"
		"change_percent,word,step%s\n",
		users ? ",defined_by" : "");
	for (unsigned i = 0; i < list->count; i++) {
		const struct history_series *s = &list->series[i];

		for (unsigned k = 0; k < s->points; k++) {
			const struct history_point *p = &s->point[k];
			const char *const text[] = { s->job,   s->region,
						     s->name,  s->unit,
						     p->label, p->commit };

			for (unsigned t = 0; t < sizeof text / sizeof *text;
			     t++) {
				csv_text(to, text[t]);
				fputc(',', to);
			}
			fprintf(to, "%d,%lld,%.15g,%u,", p->changed,
				(long long)p->time, p->mean, p->samples);
			if (k && isfinite(p->change))
				fprintf(to, "%.6g", p->change);
			fprintf(to, ",%s,%d%s%s\n",
				k ? history_word_text(p) : "",
				history_is_step(p), users ? "," : "",
				s->users ? "user" : "");
		}
	}
}

static json_t *point_json(const struct history_point *p, bool first)
{
	return json_pack("{s:o, s:o, s:b, s:I, s:f, s:i, s:o, s:s?, s:b}",
			 "label", writer_text(p->label), "commit",
			 *p->commit ? writer_text(p->commit) : json_null(),
			 "changed", p->changed, "time", (json_int_t)p->time,
			 "value", p->mean, "samples", (int)p->samples,
			 "change_percent",
			 first || !isfinite(p->change) ? json_null()
						       : json_real(p->change),
			 "word", first ? NULL : history_word_text(p), "step",
			 history_is_step(p));
}

static json_t *series_json(struct writer *w, const struct history_series *s)
{
	json_t *points = json_array();

	for (unsigned k = 0; k < s->points; k++)
		writer_append(w, points, point_json(&s->point[k], !k));
	return json_pack(
		"{s:o, s:o, s:o, s:o, s:o, s:s*}", "job", writer_text(s->job),
		"region", *s->region ? writer_text(s->region) : json_null(),
		"row", writer_text(s->name), "unit", writer_text(s->unit),
		"points", points, "defined_by", s->users ? "user" : NULL);
}

bool history_json(FILE *to, const struct history_list *list)
{
	json_t *all = json_array();
	struct writer w = { 0 };
	json_t *root;
	bool good;

	for (unsigned i = 0; i < list->count; i++)
		writer_append(&w, all, series_json(&w, &list->series[i]));
	root = json_pack("{s:i, s:o}", "schema", 1, "history", all);
	good = !w.failed && root &&
	       json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) ==
		       0 &&
	       fputc('\n', to) != EOF;
	json_decref(root);
	return good;
}
