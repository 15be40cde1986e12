/* SPDX-License-Identifier: MIT */
/*
 * A Kiviat chart: a wheel, and below it what its spokes are.
 */
#include <math.h>
#include <string.h>

#include "chart/inner.h"

enum { CENTRE_X = CHART_WIDTH / 2, CENTRE_Y = 128, RADIUS = 104, RINGS = 4 };

struct chart_point chart_spoke_at(unsigned index, unsigned count, double share)
{
	double angle = 2 * acos(-1) * index / count;

	return (struct chart_point){ CENTRE_X + RADIUS * share * sin(angle),
				     CENTRE_Y - RADIUS * share * cos(angle) };
}

/* The next one of a kind, from there on; `count`: there is none. */
static unsigned next_of(const struct chart_spoke *spoke, unsigned count,
			unsigned from, bool higher)
{
	while (from < count && spoke[from].higher != higher)
		from++;
	return from;
}

void chart_take_turns(struct chart_spoke *spoke, unsigned count)
{
	bool wanted = true;
	unsigned at;

	for (unsigned i = 0; (at = next_of(spoke, count, i, wanted)) < count;
	     i++, wanted = !wanted) {
		const struct chart_spoke taken = spoke[at];

		memmove(&spoke[i + 1], &spoke[i], (at - i) * sizeof *spoke);
		spoke[i] = taken;
	}
}

static void draw_wheel(FILE *to, unsigned count,
		       const struct chart_scale *scale)
{
	for (unsigned i = 1; i <= RINGS; i++)
		fprintf(to,
			"<circle class=\"rule\" cx=\"%d\" cy=\"%d\" "
			"r=\"%d\"/>\n",
			CENTRE_X, CENTRE_Y, (int)(RADIUS * i / RINGS));
	if (scale->ring > 0)
		fprintf(to,
			"<circle class=\"ring\" cx=\"%d\" cy=\"%d\" "
			"r=\"%.2f\"/>\n",
			CENTRE_X, CENTRE_Y, RADIUS * scale->ring);
	for (unsigned i = 0; i < count; i++) {
		struct chart_point rim = chart_spoke_at(i, count, 1);

		fprintf(to, "<path class=\"rule\" d=\"M%d %dL%.2f %.2f\"/>\n",
			CENTRE_X, CENTRE_Y, rim.x, rim.y);
	}
}

static void draw_figure(FILE *to, const struct chart_spoke *spoke,
			unsigned count)
{
	fputs("<polygon class=\"figure\" points=\"", to);
	for (unsigned i = 0; i < count; i++) {
		struct chart_point p =
			chart_spoke_at(i, count, chart_within(spoke[i].share));

		fprintf(to, "%s%.2f,%.2f", i ? " " : "", p.x, p.y);
	}
	fputs("\"/>\n", to);
	for (unsigned i = 0; i < count; i++) {
		struct chart_point p =
			chart_spoke_at(i, count, chart_within(spoke[i].share));

		fprintf(to,
			"<circle class=\"%s\" cx=\"%.2f\" cy=\"%.2f\" "
			"r=\"4\"/>\n",
			spoke[i].higher ? "higher" : "lower", p.x, p.y);
	}
}

/* The number of each spoke at its end, and in the list below. */
static void draw_names(FILE *to, const struct chart_spoke *spoke,
		       unsigned count, double top)
{
	for (unsigned i = 0; i < count; i++) {
		struct chart_point p =
			chart_spoke_at(i, count, 1 + 12.0 / RADIUS);
		double y = top + CHART_LINE * i;
		char number[12];

		snprintf(number, sizeof number, "%u", i + 1);
		chart_text(to, "mid soft", p.x, p.y + 4, number);
		chart_text(to, "end soft", 24, y, number);
		fprintf(to, "<path class=\"%s\" d=\"M31 %.2fl5 %dl5 %dz\"/>\n",
			spoke[i].higher ? "higher" : "lower",
			spoke[i].higher ? y : y - 9, spoke[i].higher ? -9 : 9,
			spoke[i].higher ? 9 : -9);
		chart_text(to, "name", 48, y, spoke[i].name);
		chart_text(to, "end", CHART_WIDTH - 8, y, spoke[i].text);
	}
}

void chart_kiviat(FILE *to, const struct chart_frame *frame,
		  const struct chart_spoke *spoke, unsigned count,
		  const struct chart_scale *scale)
{
	double top = CENTRE_Y + RADIUS + 46;

	chart_begin(to, frame, top + CHART_LINE * (count + 1.0));
	draw_wheel(to, count, scale);
	draw_figure(to, spoke, count);
	draw_names(to, spoke, count, top);
	chart_text(to, "soft", 8, 16, scale->rim);
	if (scale->ring > 0)
		chart_text(to, "mid soft", CENTRE_X,
			   CENTRE_Y + RADIUS * scale->ring + 12,
			   scale->ring_text);
	chart_text(to, "soft", 31, top + CHART_LINE * (double)count,
		   "\u25b2 better higher   \u25bc better lower");
	chart_end(to);
}
