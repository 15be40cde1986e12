/* SPDX-License-Identifier: MIT */
/* Bars of parts end to end, which make up a whole each, and what each part is.
 */
#include "chart/inner.h"

enum { LEFT = 8, ROOM = CHART_WIDTH - 16, ROW = 38, BAR = 16, KEY = 12 };

static void draw_row(FILE *to, const char *const *part, unsigned parts,
		     const struct chart_stack *row, double y)
{
	double from = 0;

	chart_text(to, "name", LEFT, y + 14, row->name);
	chart_text(to, "end soft", LEFT + ROOM, y + 14, row->text);
	fprintf(to,
		"<rect class=\"track\" x=\"%d\" y=\"%.2f\" width=\"%d\" "
		"height=\"%d\"/>\n",
		LEFT, y + 19, ROOM, BAR);
	for (unsigned i = 0; i < parts; i++) {
		const double wide = chart_within(row->share[i]);

		if (wide <= 0)
			continue;
		fprintf(to,
			"<rect class=\"part%u\" x=\"%.2f\" y=\"%.2f\" "
			"width=\"%.2f\" height=\"%d\"><title>",
			i, LEFT + ROOM * from, y + 19, ROOM * wide, BAR);
		chart_plain(to, part[i]);
		fprintf(to, ": %.1f %%</title></rect>\n", 100 * wide);
		from += wide;
	}
}

void chart_stacks(FILE *to, const struct chart_frame *frame,
		  const char *const *part, unsigned parts,
		  const struct chart_stack *row, unsigned rows)
{
	const double keys = rows * ROW + 8;

	chart_begin(to, frame, keys + parts * CHART_LINE);
	for (unsigned i = 0; i < rows; i++)
		draw_row(to, part, parts, &row[i], i * ROW);
	for (unsigned i = 0; i < parts; i++) {
		fprintf(to,
			"<rect class=\"part%u\" x=\"%d\" y=\"%.2f\" "
			"width=\"%d\" height=\"%d\"/>\n",
			i, LEFT, keys + i * CHART_LINE + 3, KEY, KEY);
		chart_text(to, "soft", LEFT + KEY + 6,
			   keys + i * CHART_LINE + 13, part[i]);
	}
	chart_end(to);
}
