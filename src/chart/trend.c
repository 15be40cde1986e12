/* SPDX-License-Identifier: MIT */
/* A number over versions, which are at equal distances: a line, and where it
 * stepped. */
#include <math.h>
#include <string.h>

#include "chart/inner.h"

/* Two lines of text stand above the field: its top, and the steps' names. */
enum { LEFT = 8, ROOM = CHART_WIDTH - 16, TOP = 40, TALL = 110 };
enum { LETTER = 7, GAP = 6, POINTS_MOST = 60 };

/* Differences of less would look like steps. */
static const double LEAST_SPAN = 0.02;

static double version_x(unsigned index, unsigned count)
{
	return LEFT + 6 +
	       (ROOM - 12) * (count > 1 ? (double)index / (count - 1) : 0.5);
}

static double version_y(const struct chart_range *r, double value)
{
	return TOP +
	       TALL * (1 - chart_within((value - r->low) / (r->high - r->low)));
}

struct chart_range chart_trend_range(const struct chart_version *version,
				     unsigned count)
{
	struct chart_range r = { 0, 0 };
	double lacks;

	for (unsigned i = 0; i < count; i++) {
		if (!i || version[i].value < r.low)
			r.low = version[i].value;
		if (!i || version[i].value > r.high)
			r.high = version[i].value;
	}
	lacks = LEAST_SPAN * fmax(fabs(r.low), fabs(r.high)) - (r.high - r.low);
	if (!(r.high > r.low) && !(lacks > 0))
		lacks = 1;
	if (lacks > 0) {
		r.low -= lacks / 2;
		r.high += lacks / 2;
	}
	return r;
}

static void draw_trend_line(FILE *to, const struct chart_version *version,
			    unsigned count, const struct chart_range *r)
{
	fputs("<path class=\"line0\" d=\"", to);
	for (unsigned i = 0; i < count; i++)
		fprintf(to, "%c%.2f %.2f", i ? 'L' : 'M', version_x(i, count),
			version_y(r, version[i].value));
	fputs("\"/>\n", to);
}

static void draw_version(FILE *to, const struct chart_version *v, double x,
			 double y)
{
	const char *class = v->step ? v->worse ? "lower" : "higher" : "part0";

	fprintf(to,
		"<circle class=\"%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"%s\"><title>",
		class, x, y, v->step ? "5" : "3");
	chart_plain(to, v->text);
	fputs("</title></circle>\n", to);
}

/* The name stands at the side that has room; where the one before it reaches
 * there is none. */
static void name_step(FILE *to, const char *name, double x, double *taken)
{
	const double wide = LETTER * (double)strlen(name);
	const bool left = x + wide > LEFT + ROOM;
	const double from = left ? x - wide : x;

	fprintf(to,
		"<line class=\"ring\" x1=\"%.2f\" y1=\"%d\" x2=\"%.2f\" "
		"y2=\"%d\"/>\n",
		x, TOP, x, TOP + TALL);
	if (from < *taken)
		return;
	chart_text(to, left ? "end soft" : "soft", x, TOP - 6, name);
	*taken = from + wide + GAP;
}

void chart_trend(FILE *to, const struct chart_frame *frame,
		 const struct chart_version *version, unsigned count,
		 const struct chart_axes *axes, const char *bottom)
{
	const struct chart_range r = chart_trend_range(version, count);
	double taken = 0;

	chart_begin(to, frame, TOP + TALL + 2 * CHART_LINE);
	fprintf(to,
		"<rect class=\"track\" x=\"%d\" y=\"%d\" width=\"%d\" "
		"height=\"%d\"/>\n",
		LEFT, TOP, ROOM, TALL);
	for (unsigned i = 0; i < count; i++)
		if (version[i].step)
			name_step(to, version[i].step, version_x(i, count),
				  &taken);
	draw_trend_line(to, version, count, &r);
	for (unsigned i = 0; i < count; i++)
		if (version[i].step || count <= POINTS_MOST)
			draw_version(to, &version[i], version_x(i, count),
				     version_y(&r, version[i].value));
	chart_text(to, "soft", LEFT, TOP - 24, axes->top);
	chart_text(to, "soft", LEFT, TOP + TALL + 16, bottom);
	chart_text(to, "soft", LEFT, TOP + TALL + 16 + CHART_LINE, axes->begin);
	chart_text(to, "end soft", LEFT + ROOM, TOP + TALL + 16 + CHART_LINE,
		   axes->end);
	chart_end(to);
}
