/* SPDX-License-Identifier: MIT */
/* The frame of every chart: a picture with a title, and its colours. */
#include "base/xml.h"
#include "chart/inner.h"

/* Eight hues, for light and for dark, of what stands beside each other. */
static const char *const part[CHART_PARTS][2] = {
	{ "#1668ad", "#74b7f5" }, { "#d9812b", "#f2a65e" },
	{ "#3f9b57", "#7ccf92" }, { "#8e5fb5", "#c39be6" },
	{ "#b9a01c", "#e2cf5a" }, { "#c4536a", "#f0909f" },
	{ "#3aa3a3", "#86dada" }, { "#8a929b", "#717b86" },
};

/*
 * Blue and orange differ for every kind of colour blindness, and have on their
 * ground, as letters have, the contrast that WCAG AA wants.
 */
static const char light[] = "--paper:#fff;--panel:#f4f6f8;--ink:#15191e;"
			    "--soft:#55606c;--rule:#d3d9e0;--mark:#1668ad;"
			    "--fill:#1668ad33;--warn:#a84a05;";
static const char dark[] = "--paper:#12161b;--panel:#1b2127;--ink:#e8ebef;"
			   "--soft:#a5b0bc;--rule:#3a434d;--mark:#74b7f5;"
			   "--fill:#74b7f533;--warn:#f2a65e;";

void chart_colours(FILE *to, const char *selector)
{
	for (unsigned in_dark = 0; in_dark < 2; in_dark++) {
		fprintf(to, "%s%s{%s",
			in_dark ? "@media(prefers-color-scheme:dark){" : "",
			selector, in_dark ? dark : light);
		for (unsigned i = 0; i < CHART_PARTS; i++)
			fprintf(to, "--part%u:%s;", i, part[i][in_dark]);
		fputs(in_dark ? "}}\n" : "}\n", to);
	}
}

void chart_style(FILE *to)
{
	fputs(".chart text{font:13px system-ui,-apple-system,\"Segoe UI\","
	      "Roboto,\"DejaVu Sans\",sans-serif;fill:var(--ink);"
	      "font-variant-numeric:tabular-nums}\n"
	      ".chart .head{font-weight:600;font-size:14px}\n"
	      ".chart .soft{fill:var(--soft);font-size:12px}\n"
	      ".chart .end{text-anchor:end}\n"
	      ".chart .mid{text-anchor:middle}\n"
	      ".chart .mid.soft{font-size:11px}\n"
	      ".chart .rule{stroke:var(--rule);fill:none}\n"
	      ".chart .ring{stroke:var(--soft);fill:none;"
	      "stroke-dasharray:4 3}\n"
	      ".chart .track{fill:var(--panel);stroke:var(--rule)}\n"
	      ".chart .bar{fill:var(--mark)}\n"
	      ".chart .range{stroke:var(--ink);stroke-width:1.5}\n"
	      ".chart .figure{fill:var(--fill);stroke:var(--mark);"
	      "stroke-width:2;stroke-linejoin:round}\n"
	      ".chart .part{fill:none;stroke-dasharray:2 2}\n"
	      ".chart .band{fill:none}\n"
	      ".chart .band.odd{fill:var(--rule);opacity:.5}\n"
	      ".chart .level{stroke:var(--warn);stroke-width:1.5;fill:none}\n"
	      ".chart .higher{fill:var(--mark)}\n"
	      ".chart .lower{fill:var(--warn)}\n",
	      to);
	for (unsigned i = 0; i < CHART_PARTS; i++)
		fprintf(to,
			".chart .part%u{fill:var(--part%u);"
			"stroke:var(--paper)}\n"
			".chart .line%u{stroke:var(--part%u);stroke-width:2;"
			"fill:none}\n",
			i, i, i, i);
	fputs(".chart .short{opacity:.5}\n", to);
}

void chart_begin(FILE *to, const struct chart_frame *frame, double height)
{
	double top = frame->alone ? CHART_HEAD : 0;

	fprintf(to,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" "
		"viewBox=\"0 %g %d %g\" role=\"img\" "
		"aria-labelledby=\"%s-title %s-desc\">\n",
		-top, CHART_WIDTH, height + top, frame->id, frame->id);
	fprintf(to, "<title id=\"%s-title\">", frame->id);
	xml_text(to, frame->title);
	fprintf(to, "</title>\n<desc id=\"%s-desc\">", frame->id);
	xml_text(to, frame->description);
	fputs("</desc>\n", to);
	if (!frame->alone)
		return;
	fputs("<style>\n", to);
	chart_colours(to, "svg");
	chart_style(to);
	fputs("</style>\n", to);
	fprintf(to,
		"<rect x=\"0\" y=\"%g\" width=\"%d\" height=\"%g\" "
		"style=\"fill:var(--paper)\"/>\n",
		-top, CHART_WIDTH, height + top);
	chart_text(to, "head", 8, -10, frame->title);
}

void chart_end(FILE *to)
{
	fputs("</svg>\n", to);
}

void chart_text(FILE *to, const char *class, double x, double y,
		const char *text)
{
	fprintf(to, "<text class=\"%s\" x=\"%.2f\" y=\"%.2f\">", class, x, y);
	xml_text(to, text);
	fputs("</text>\n", to);
}

void chart_plain(FILE *to, const char *text)
{
	xml_text(to, text);
}

double chart_within(double share)
{
	return share > 1 ? 1 : share > 0 ? share : 0;
}
