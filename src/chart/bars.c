/* SPDX-License-Identifier: MIT */
/*
 * Bars from 0 to 100 %: each with its name and number above it, so that long
 * names have room on a phone.
 */
#include <math.h>

#include "chart/inner.h"

enum {
	LEFT = 8,
	RIGHT = CHART_WIDTH - 8,
	ROOM = RIGHT - LEFT,
	ROW = 38,
	THICK = 12,
	AXIS = 26,
	TICKS = 4,
};

static double at(double share)
{
	return LEFT + ROOM * share;
}

/* Lines in the tracks only: across a name they would be in its way. */
static void draw_track(FILE *to, double y)
{
	fprintf(to,
		"<rect class=\"track\" x=\"%d\" y=\"%.2f\" width=\"%d\" "
		"height=\"%d\"/>\n",
		LEFT, y, ROOM, THICK);
	for (unsigned i = 1; i < TICKS; i++)
		fprintf(to, "<path class=\"rule\" d=\"M%.2f %.2fv%d\"/>\n",
			at((double)i / TICKS), y, THICK);
}

static void draw_axis(FILE *to, double height)
{
	for (unsigned i = 0; i <= TICKS; i++) {
		double x = at((double)i / TICKS);
		char text[8];

		snprintf(text, sizeof text, "%u %%", 100 * i / TICKS);
		chart_text(to,
			   i == 0       ? "soft"
			   : i == TICKS ? "end soft"
					: "mid soft",
			   x, height + 16, text);
	}
}

static void draw_part(FILE *to, double y, double from, double share)
{
	if (share > 0)
		fprintf(to,
			"<rect class=\"bar\" x=\"%.2f\" y=\"%.2f\" "
			"width=\"%.2f\" height=\"%d\"/>\n",
			at(from), y, ROOM * share, THICK);
}

static void draw_range(FILE *to, double y, const struct chart_bar *bar)
{
	if (bar->high > bar->low)
		fprintf(to,
			"<path class=\"range\" d=\"M%.2f %.2fv8m0 -4H%.2fm0 "
			"-4v8\"/>\n",
			at(chart_within(bar->low)), y + THICK / 2.0 - 4,
			at(chart_within(bar->high)));
}

static void draw_row(FILE *to, const struct chart_bar *bar, unsigned index,
		     double from)
{
	double y = ROW * index, share = chart_within(bar->share);
	double first = fmin(share, 1 - from);

	chart_text(to, "name", LEFT, y + 15, bar->name);
	chart_text(to, "end", RIGHT, y + 15, bar->text);
	draw_track(to, y + 20);
	draw_part(to, y + 20, from, first);
	draw_part(to, y + 20, 0, share - first);
}

void chart_bars(FILE *to, const struct chart_frame *frame,
		const struct chart_bar *bar, unsigned count)
{
	double height = ROW * (double)count + 4;

	chart_begin(to, frame, height + AXIS);
	draw_axis(to, height);
	for (unsigned i = 0; i < count; i++) {
		draw_row(to, &bar[i], i, 0);
		draw_range(to, ROW * i + 20.0, &bar[i]);
	}
	chart_end(to);
}

double chart_gantt_from(const struct chart_bar *bar, unsigned index)
{
	double from = 0;

	for (unsigned i = 0; i < index; i++)
		from += chart_within(bar[i].share);
	return fmod(from, 1);
}

void chart_gantt(FILE *to, const struct chart_frame *frame,
		 const struct chart_bar *bar, unsigned count)
{
	double height = ROW * (double)count + 4;

	chart_begin(to, frame, height + AXIS);
	draw_axis(to, height);
	for (unsigned i = 0; i < count; i++)
		draw_row(to, &bar[i], i, chart_gantt_from(bar, i));
	chart_end(to);
}
