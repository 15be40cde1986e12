/* SPDX-License-Identifier: MIT */
/* A number over an axis that somebody varied: points, and lines between those
 * that belong together. */
#include <math.h>

#include "chart/inner.h"

enum { LEFT = 8, ROOM = CHART_WIDTH - 16, TOP = 24, TALL = 120 };

/* From so many times the least on, distances are ratios. */
enum { WIDE = 20 };

static double x_at(double at, double least, double most)
{
	double share = 0.5;

	if (least > 0 && most / least >= WIDE)
		share = log(at / least) / log(most / least);
	else if (most > least)
		share = (at - least) / (most - least);
	return LEFT + 6 + (ROOM - 12) * share;
}

static double y_at(double value, double most)
{
	return TOP + TALL * (1 - chart_within(most > 0 ? value / most : 0));
}

static void draw_series(FILE *to, const struct chart_over *over,
			unsigned series)
{
	const char *word = "M";

	fprintf(to, "<path class=\"line%u\" d=\"", series % CHART_PARTS);
	for (unsigned i = 0; i < over->points; i++) {
		const struct chart_at *p = &over->point[i];

		if (p->series != series || isnan(p->value))
			continue;
		fprintf(to, "%s%.2f %.2f", word,
			x_at(p->at, over->least, over->most),
			y_at(p->value, over->top));
		word = "L";
	}
	fputs("\"/>\n", to);
	for (unsigned i = 0; i < over->points; i++) {
		const struct chart_at *p = &over->point[i];

		if (p->series != series || isnan(p->value))
			continue;
		fprintf(to,
			"<circle class=\"part%u\" cx=\"%.2f\" cy=\"%.2f\" "
			"r=\"4\"><title>",
			series % CHART_PARTS,
			x_at(p->at, over->least, over->most),
			y_at(p->value, over->top));
		chart_plain(to, p->text);
		fputs("</title></circle>\n", to);
	}
}

void chart_over(FILE *to, const struct chart_frame *frame,
		const struct chart_over *over, const struct chart_axes *axes)
{
	const double keys = TOP + TALL + CHART_LINE + 4;

	chart_begin(to, frame, keys + over->series * CHART_LINE);
	fprintf(to,
		"<rect class=\"track\" x=\"%d\" y=\"%d\" width=\"%d\" "
		"height=\"%d\"/>\n",
		LEFT, TOP, ROOM, TALL);
	for (unsigned i = 0; i < over->series; i++)
		draw_series(to, over, i);
	chart_text(to, "soft", LEFT, TOP - 7, axes->top);
	chart_text(to, "soft", LEFT, TOP + TALL + 16, axes->begin);
	chart_text(to, "end soft", LEFT + ROOM, TOP + TALL + 16, axes->end);
	for (unsigned i = 0; i < over->series; i++) {
		fprintf(to,
			"<circle class=\"part%u\" cx=\"%d\" cy=\"%.2f\" "
			"r=\"4\"/>\n",
			i % CHART_PARTS, LEFT + 6, keys + i * CHART_LINE + 9);
		chart_text(to, "soft", LEFT + 18, keys + i * CHART_LINE + 13,
			   over->name[i]);
	}
	chart_end(to);
}
