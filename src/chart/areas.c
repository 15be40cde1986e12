/* SPDX-License-Identifier: MIT */
/* Areas above each other: what a whole was made of over time, and what each
 * part is. */
#include "chart/inner.h"

enum { LEFT = 8, ROOM = CHART_WIDTH - 16, TOP = 24, TALL = 96, KEY = 12 };

static double area_begin(const struct chart_area *area, unsigned at)
{
	return LEFT + ROOM * (at ? chart_within(area[at - 1].until) : 0);
}

/* From the bottom up to so much of the whole. */
static double area_top(double share)
{
	return TOP + TALL * (1 - chart_within(share));
}

/* The share of the parts before that one. */
static double sum_below(const struct chart_area *area, unsigned part)
{
	double sum = 0;

	for (unsigned i = 0; i < part; i++)
		sum += area->share[i];
	return sum;
}

static bool no_share(const struct chart_area *area, unsigned parts)
{
	return sum_below(area, parts) <= 0;
}

/* Areas that follow each other are one outline: along its upper edge, and back
 * along the lower one.  Returns where the next one begins. */
static unsigned outline(FILE *to, const struct chart_area *area, unsigned from,
			unsigned count, unsigned part, unsigned parts)
{
	unsigned end = from;

	while (end < count && area[end].part == area[from].part &&
	       !no_share(&area[end], parts))
		end++;
	if (end == from)
		return end + 1;
	fprintf(to, "<path class=\"part%u%s\" d=\"M%.2f %.2f", part,
		area[from].part ? " short" : "", area_begin(area, from),
		area_top(sum_below(&area[from], part)));
	for (unsigned i = from; i < end; i++)
		fprintf(to, "V%.2fH%.2f",
			area_top(sum_below(&area[i], part + 1)),
			area_begin(area, i + 1));
	for (unsigned i = end; i-- > from;)
		fprintf(to, "V%.2fH%.2f", area_top(sum_below(&area[i], part)),
			area_begin(area, i));
	fputs("Z\"/>\n", to);
	return end;
}

static void name_part(FILE *to, unsigned part, const char *name, double y)
{
	fprintf(to,
		"<rect class=\"part%u\" x=\"%d\" y=\"%.2f\" width=\"%d\" "
		"height=\"%d\"/>\n",
		part, LEFT, y + 3, KEY, KEY);
	chart_text(to, "soft", LEFT + KEY + 6, y + 13, name);
}

void chart_areas(FILE *to, const struct chart_frame *frame,
		 const char *const *part, unsigned parts,
		 const struct chart_area *area, unsigned count,
		 const struct chart_axes *axes)
{
	const double keys = TOP + TALL + CHART_LINE + 4;

	chart_begin(to, frame, keys + parts * CHART_LINE);
	fprintf(to,
		"<rect class=\"track\" x=\"%d\" y=\"%d\" width=\"%d\" "
		"height=\"%d\"/>\n",
		LEFT, TOP, ROOM, TALL);
	for (unsigned i = 0; i < parts; i++)
		for (unsigned at = 0; at < count;)
			at = outline(to, area, at, count, i, parts);
	chart_text(to, "soft", LEFT, TOP - 7, axes->top);
	chart_text(to, "soft", LEFT, TOP + TALL + 16, axes->begin);
	chart_text(to, "end soft", LEFT + ROOM, TOP + TALL + 16, axes->end);
	for (unsigned i = 0; i < parts; i++)
		name_part(to, i, part[i], keys + i * CHART_LINE);
	chart_end(to);
}
