/* SPDX-License-Identifier: MIT */
#ifndef CHART_INNER_H
#define CHART_INNER_H

#include "chart/chart.h"

/* Code that the charts share: inside of this room only. */

enum {
	CHART_WIDTH = 360,
	CHART_HEAD = 30, /* of a title that is seen */
	CHART_LINE = 22, /* of text */
};

/* The SVG up to what is drawn, which is so high; alone, with its title on top:
 * everything is below. */
void chart_begin(FILE *to, const struct chart_frame *frame, double height);
void chart_end(FILE *to);

/* A line of text from x; `class` says how it looks, and to which side. */
void chart_text(FILE *to, const char *class, double x, double y,
		const char *text);

/* Text as it is, of a title or another element. */
void chart_plain(FILE *to, const char *text);

/* From 0 to 1. */
double chart_within(double share);

#endif
