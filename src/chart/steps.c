/* SPDX-License-Identifier: MIT */
/* A number over time: a line of steps, and what is below it. */
#include <math.h>

#include "chart/inner.h"

enum { LEFT = 8, ROOM = CHART_WIDTH - 16, TOP = 24, TALL = 96 };

static double x_of(double share)
{
	return LEFT + ROOM * chart_within(share);
}

static double y_of(double share)
{
	return TOP + TALL * (1 - chart_within(share));
}

static void draw_bands(FILE *to, const struct chart_axes *axes)
{
	for (unsigned i = 0; i < axes->bands; i++) {
		const double from = x_of(i ? axes->band[i - 1].until : 0);

		fprintf(to,
			"<rect class=\"band%s\" x=\"%.2f\" y=\"%d\" "
			"width=\"%.2f\" height=\"%d\"/>\n",
			i % 2 ? " odd" : "", from, TOP,
			x_of(axes->band[i].until) - from, TALL);
	}
}

static void draw_levels(FILE *to, const struct chart_axes *axes)
{
	for (unsigned i = 0; i < axes->bands; i++)
		fprintf(to, "<path class=\"level\" d=\"M%.2f %.2fH%.2f\"/>\n",
			x_of(i ? axes->band[i - 1].until : 0),
			y_of(axes->band[i].share), x_of(axes->band[i].until));
}

/* From where there is a number to where there is none; where that is. */
static unsigned draw_run(FILE *to, const struct chart_step *step, unsigned from,
			 unsigned count)
{
	unsigned i = from;

	fprintf(to, "<path class=\"%s\" d=\"M%.2f %d",
		step[from].part ? "figure part" : "figure",
		x_of(from ? step[from - 1].until : 0), TOP + TALL);
	for (; i < count && !isnan(step[i].share) &&
	       step[i].part == step[from].part;
	     i++)
		fprintf(to, "V%.2fH%.2f", y_of(step[i].share),
			x_of(step[i].until));
	fprintf(to, "V%dZ\"/>\n", TOP + TALL);
	return i;
}

void chart_steps(FILE *to, const struct chart_frame *frame,
		 const struct chart_step *step, unsigned count,
		 const struct chart_axes *axes)
{
	unsigned i = 0;

	chart_begin(to, frame, TOP + TALL + CHART_LINE);
	fprintf(to,
		"<rect class=\"track\" x=\"%d\" y=\"%d\" width=\"%d\" "
		"height=\"%d\"/>\n<path class=\"rule\" d=\"M%d %dh%d\"/>\n",
		LEFT, TOP, ROOM, TALL, LEFT, TOP + TALL / 2, ROOM);
	draw_bands(to, axes);
	while (i < count)
		if (isnan(step[i].share))
			i++;
		else
			i = draw_run(to, step, i, count);
	draw_levels(to, axes);
	chart_text(to, "soft", LEFT, TOP - 7, axes->top);
	chart_text(to, "soft", LEFT, TOP + TALL + 16, axes->begin);
	chart_text(to, "end soft", LEFT + ROOM, TOP + TALL + 16, axes->end);
	chart_end(to);
}
