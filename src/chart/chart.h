/* SPDX-License-Identifier: MIT */
#ifndef CHART_CHART_H
#define CHART_CHART_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Charts as SVG, of plain numbers and names.  Each has a title and a
 * description for those who do not see it, and is as wide as 360 units, so that
 * its letters can be read on a phone.
 *
 * In a page a chart takes its colours from the page; alone it brings them, for
 * light and dark.
 */
struct chart_frame {
	bool alone;
	const char *id; /* letters: of this chart in its page */
	const char *title;
	const char *description;
};

/* Rules of CSS: the colours as variables of what `selector` names, light and
 * dark; and how the parts of a chart look. */
void chart_colours(FILE *to, const char *selector);
void chart_style(FILE *to);

/* ---- Kiviat -------------------------------------------------------------- */

/*
 * Numbers on the spokes of a wheel, from 0 at the hub to 1 at the rim.  Spokes
 * of what is better higher and of what is better lower take turns, so that a
 * good program is a star, and a bad one has its points elsewhere.
 */
struct chart_spoke {
	const char *name;
	const char *text; /* the number, as people read it */
	double share;     /* beyond the rim it is drawn at the rim */
	bool higher;      /* it is better */
};

struct chart_point {
	double x, y;
};

enum { CHART_SPOKES = 24 };

/* The point at so much of a spoke: the first one points upward, the others
 * follow clockwise. */
struct chart_point chart_spoke_at(unsigned index, unsigned count, double share);
/* Turn by turn, the first one higher; what is left over of one kind follows.
 * Within a kind the order stays. */
void chart_take_turns(struct chart_spoke *spoke, unsigned count);

/* A scale gives distances from the hub their meaning. */
struct chart_scale {
	const char *rim; /* "rim: 100 %" */
	/* A circle that is told, such as that of no change; 0: there is none.
	 */
	double ring;
	const char *ring_text;
};

void chart_kiviat(FILE *to, const struct chart_frame *frame,
		  const struct chart_spoke *spoke, unsigned count,
		  const struct chart_scale *scale);

/* ---- bars ---------------------------------------------------------------- */

/* A bar on the way from 0 to 100 %. */
struct chart_bar {
	const char *name;
	const char *text; /* the number, as people read it */
	double share;     /* 1: 100 % */
	double low, high; /* the range of it; equal: it has none */
};

void chart_bars(FILE *to, const struct chart_frame *frame,
		const struct chart_bar *bar, unsigned count);

/*
 * Draws the bars end to end, each from where the one before it ended, and from
 * 0 again where there is no room: as little of them is below each other as
 * there can be.  That much did overlap; where each one really lay was not
 * measured.
 */
void chart_gantt(FILE *to, const struct chart_frame *frame,
		 const struct chart_bar *bar, unsigned count);
/* The place where a bar of chart_gantt() begins, from 0 to 1. */
double chart_gantt_from(const struct chart_bar *bar, unsigned index);

/* ---- over time ----------------------------------------------------------- */

/* A number that holds until then, of all the time; not a number: there is none.
 * 1 is the top. */
struct chart_step {
	double until, share;
	bool part; /* of less time than the others: it is drawn as one */
};

/* A stretch of time that is a ground for the steps in it, every other one
 * darker, and their level, as a line. */
struct chart_band {
	double until, share;
};

struct chart_axes {
	const char *top, *begin, *end;
	const struct chart_band *band;
	unsigned bands;
};

void chart_steps(FILE *to, const struct chart_frame *frame,
		 const struct chart_step *step, unsigned count,
		 const struct chart_axes *axes);

/* ---- over versions --------------------------------------------------------
 */

/* A number of one version. */
struct chart_version {
	double value;
	const char *text; /* the number and whose it is, as people read it */
	const char *step; /* the version's name, where it stepped; NULL */
	bool worse;       /* such a step is */
};

struct chart_range {
	double low, high;
};

/* The range that is drawn: of the values, and at least 2 % of them. */
struct chart_range chart_trend_range(const struct chart_version *version,
				     unsigned count);
/* From the bottom, whose number is told, to the top; versions are at equal
 * distances, whose first and last are told at the ends. */
void chart_trend(FILE *to, const struct chart_frame *frame,
		 const struct chart_version *version, unsigned count,
		 const struct chart_axes *axes, const char *bottom);

/* ---- what a whole is made of, and what somebody varied --------------------
 */

enum { CHART_PARTS = 8 }; /* colours */

/* A whole, and the share of each part in it. */
struct chart_stack {
	const char *name;
	const char *text; /* how much the whole is */
	double share[CHART_PARTS];
};

void chart_stacks(FILE *to, const struct chart_frame *frame,
		  const char *const *part, unsigned parts,
		  const struct chart_stack *row, unsigned rows);

/* Likewise until then, of all the time; no share at all: there is nothing. */
struct chart_area {
	double until;
	double share[CHART_PARTS];
	bool part; /* of less time than the others: it is drawn as one */
};

/* Areas above each other, with the name of each part below. */
void chart_areas(FILE *to, const struct chart_frame *frame,
		 const char *const *part, unsigned parts,
		 const struct chart_area *area, unsigned count,
		 const struct chart_axes *axes);

/* A number where somebody chose `at`; not a number: there is none. */
struct chart_at {
	unsigned series;
	double at, value;
	const char *text;
};

struct chart_over {
	const struct chart_at *point; /* of each series in the order of `at` */
	unsigned points;
	const char *const *name; /* of each series */
	unsigned series;
	double least, most; /* of `at` */
	double top;
};

void chart_over(FILE *to, const struct chart_frame *frame,
		const struct chart_over *over, const struct chart_axes *axes);

#endif
