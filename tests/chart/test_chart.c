/* SPDX-License-Identifier: MIT */
/*
 * Charts of planted numbers, against places worked out by hand: the hub of the
 * wheel is at (180, 128), its rim 104 away; bars go from 8 to 352.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "test.h"

static const struct chart_frame frame = { .id = "t",
					  .title = "A <title>",
					  .description = "what \"it\" shows" };

static void is_at(struct chart_point got, double x, double y)
{
	assert_float_equal(got.x, x, 0.005);
	assert_float_equal(got.y, y, 0.005);
}

TEST(spokes_point_upward_and_go_clockwise)
{
	is_at(chart_spoke_at(0, 4, 1), 180, 24);
	is_at(chart_spoke_at(1, 4, 1), 284, 128);
	is_at(chart_spoke_at(2, 4, 1), 180, 232);
	is_at(chart_spoke_at(3, 4, 1), 76, 128);
	is_at(chart_spoke_at(1, 4, 0.5), 232, 128);
	is_at(chart_spoke_at(3, 7, 0), 180, 128);
	/* 104 * sin(120 degrees) is 90.07, 104 * -cos(120 degrees) is 52. */
	is_at(chart_spoke_at(1, 3, 1), 270.07, 180);
	is_at(chart_spoke_at(2, 3, 1), 89.93, 180);
}

/* The field goes from x = 14 to 346 and from y = 150 up to 40. */
TEST(trends_show_where_they_stepped)
{
	const struct chart_version version[] = {
		{ 100, "a: 100", NULL, false }, { 100, "b: 100", NULL, false },
		{ 200, "c: 200", "c<", true },  { 150, "d: 150", "d", false },
		{ 150, "e: 150", NULL, false },
	};
	const struct chart_axes axes = { "200", "a", "e", NULL, 0 };
	struct chart_range r = chart_trend_range(version, 5);
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_float_equal(r.low, 100, 0);
	assert_float_equal(r.high, 200, 0);
	/* Numbers that hardly differ are drawn on 2 % of 100. */
	r = chart_trend_range(version, 2);
	assert_float_equal(r.low, 99, 1e-9);
	assert_float_equal(r.high, 101, 1e-9);
	assert_non_null(to);
	chart_trend(to, &frame, version, 5, &axes, "100");
	fclose(to);
	assert_non_null(strstr(text, "d=\"M14.00 150.00L97.00 150.00L180.00 "
				     "40.00L263.00 95.00L346.00 95.00\""));
	assert_non_null(strstr(text, "<circle class=\"lower\" cx=\"180.00\" "
				     "cy=\"40.00\" r=\"5\"><title>c: 200<"));
	assert_non_null(strstr(text, "<circle class=\"higher\" cx=\"263.00\" "
				     "cy=\"95.00\""));
	assert_non_null(strstr(text, "x=\"180.00\" y=\"34.00\">c&lt;</text>"));
	free(text);
}

TEST(kinds_take_turns)
{
	struct chart_spoke spoke[] = {
		{ .name = "a" },
		{ .name = "b" },
		{ .name = "c", .higher = true },
		{ .name = "d" },
		{ .name = "e", .higher = true },
		{ .name = "f" },
	};
	static const char wanted[] = "caebdf";

	chart_take_turns(spoke, 6);
	for (unsigned i = 0; i < 6; i++)
		assert_int_equal(spoke[i].name[0], wanted[i]);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(spoke[i].higher, i % 2 == 0);
}

/* Prints a chart into text that is the caller's to free. */
static char *kiviat_of(const struct chart_spoke *spoke, unsigned count,
		       bool alone)
{
	static const struct chart_scale scale = { .rim = "100 %",
						  .ring = 0.5,
						  .ring_text = "as before" };
	struct chart_frame in = frame;
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	in.alone = alone;
	chart_kiviat(to, &in, spoke, count, &scale);
	fclose(to);
	return text;
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("%s is not in %s", part, text);
}

TEST(kiviat_of_planted_numbers)
{
	static const struct chart_spoke spoke[] = {
		{ "hits", "50 %", 0.5, true },
		{ "misses", "25 %", 0.25, false },
		{ "more", "170 %", 1.7, true },
		{ "none", "0 %", -0.5, false },
	};
	char *text = kiviat_of(spoke, 4, false);

	/* Half way up; a quarter to the right; the rim below; the hub. */
	has(text, "points=\"180.00,76.00 206.00,128.00 180.00,232.00 "
		  "180.00,128.00\"");
	has(text, "<circle class=\"ring\" cx=\"180\" cy=\"128\" r=\"52.00\"/>");
	has(text,
	    "<circle class=\"higher\" cx=\"180.00\" cy=\"76.00\" r=\"4\"/>");
	has(text,
	    "<circle class=\"lower\" cx=\"206.00\" cy=\"128.00\" r=\"4\"/>");
	/* Names stand 46 below the rim, and 22 below each other. */
	has(text, "x=\"48.00\" y=\"300.00\">misses</text>");
	has(text, "x=\"352.00\" y=\"322.00\">170 %</text>");
	has(text, "x=\"180.00\" y=\"192.00\">as before</text>");
	has(text, "x=\"31.00\" y=\"366.00\">\u25b2 better higher");
	assert_null(strstr(text, "<style>"));
	free(text);
}

TEST(a_chart_tells_what_it_is)
{
	static const struct chart_spoke spoke[3] = { { "<b>", "\"&'", 1, true },
						     { "b", "", 1, true },
						     { "c", "", 1, true } };
	char *text = kiviat_of(spoke, 3, true);

	has(text, "role=\"img\" aria-labelledby=\"t-title t-desc\"");
	has(text, "<title id=\"t-title\">A &lt;title&gt;</title>");
	has(text, "<desc id=\"t-desc\">what &quot;it&quot; shows</desc>");
	has(text, ">&lt;b&gt;</text>");
	has(text, ">&quot;&amp;&#39;</text>");
	has(text, "@media(prefers-color-scheme:dark)");
	free(text);
}

static const struct chart_bar bars[] = {
	{ "a", "60 %", 0.6, 0.55, 0.65 },
	{ "b", "30 %", 0.3, 0, 0 },
	{ "c", "20 %", 0.2, 0, 0 },
	{ "d", "500 %", 5, 0, 0 },
};

static char *bars_of(void (*draw)(FILE *to, const struct chart_frame *in,
				  const struct chart_bar *bar, unsigned count),
		     unsigned count)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	draw(to, &frame, bars, count);
	fclose(to);
	return text;
}

TEST(bars_are_as_long_as_their_shares)
{
	char *text = bars_of(chart_bars, 4);

	/* 344 units are 100 %; the rows are 38 apart. */
	has(text,
	    "<rect class=\"bar\" x=\"8.00\" y=\"20.00\" width=\"206.40\"");
	has(text,
	    "<rect class=\"bar\" x=\"8.00\" y=\"58.00\" width=\"103.20\"");
	has(text,
	    "<rect class=\"bar\" x=\"8.00\" y=\"134.00\" width=\"344.00\"");
	/* Below the bars what their length stands for. */
	has(text, "x=\"8.00\" y=\"172.00\">0 %</text>");
	has(text, "x=\"266.00\" y=\"172.00\">75 %</text>");
	has(text, "x=\"352.00\" y=\"172.00\">100 %</text>");
	/* From 55 to 65 %. */
	has(text, "<path class=\"range\" d=\"M197.20 22.00v8m0 -4H231.60");
	free(text);
}

TEST(a_gantt_chart_lays_bars_end_to_end)
{
	char *text = bars_of(chart_gantt, 3);

	assert_float_equal(chart_gantt_from(bars, 0), 0, 1e-9);
	assert_float_equal(chart_gantt_from(bars, 1), 0.6, 1e-9);
	assert_float_equal(chart_gantt_from(bars, 2), 0.9, 1e-9);
	has(text, "x=\"214.40\" y=\"58.00\" width=\"103.20\"");
	/* The third one ends at 110 %: half of it is at the beginning. */
	has(text, "x=\"317.60\" y=\"96.00\" width=\"34.40\"");
	has(text, "x=\"8.00\" y=\"96.00\" width=\"34.40\"");
	free(text);
	/* The fourth one begins there, at 110 %, and is a whole one. */
	text = bars_of(chart_gantt, 4);
	assert_float_equal(chart_gantt_from(bars, 3), 0.1, 1e-9);
	has(text, "x=\"42.40\" y=\"134.00\" width=\"309.60\"");
	has(text, "x=\"8.00\" y=\"134.00\" width=\"34.40\"");
	free(text);
}

/* Parts end to end, and one that is not there nowhere. */
TEST(parts_of_a_whole)
{
	static const char *const part[] = { "issue", "<waits>", "none" };
	static const struct chart_stack row[] = {
		{ "main", "200", { 0.25, 0.75, 0 } },
		{ "other", "10", { 0, 1, 0 } },
	};
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	chart_stacks(to, &frame, part, 3, row, 2);
	fclose(to);
	assert_non_null(
		strstr(text, "\"part0\" x=\"8.00\" y=\"19.00\" width=\"86.00\" "
			     "height=\"16\"><title>issue: 25.0 %"));
	assert_non_null(strstr(
		text, "\"part1\" x=\"94.00\" y=\"19.00\" width=\"258.00\" "
		      "height=\"16\"><title>&lt;waits&gt;: 75.0 %"));
	assert_non_null(strstr(
		text, "\"part1\" x=\"8.00\" y=\"57.00\" width=\"344.00\""));
	assert_null(strstr(text, "none:"));
	assert_non_null(strstr(text, ">none<"));
	free(text);
}

/* Half of the time a quarter and the rest; then nothing; then a part. */
TEST(parts_over_time)
{
	static const char *const part[] = { "issue", "<waits>" };
	static const struct chart_area area[] = {
		{ 0.25, { 0.25, 0.75 }, false },
		{ 0.5, { 0.5, 0.5 }, false },
		{ 0.75, { 0 }, false },
		{ 1, { 1, 0 }, true },
	};
	const struct chart_axes axes = { "100 %", "0", "9 ms", NULL, 0 };
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	chart_areas(to, &frame, part, 2, area, 4, &axes);
	fclose(to);
	assert_non_null(strstr(
		text, "\"part0\" d=\"M8.00 120.00V96.00H94.00V72.00H180.00"
		      "V120.00H94.00V120.00H8.00Z\""));
	assert_non_null(strstr(
		text, "\"part1\" d=\"M8.00 96.00V24.00H94.00V24.00H180.00"
		      "V72.00H94.00V96.00H8.00Z\""));
	assert_non_null(strstr(
		text, "\"part0 short\" d=\"M266.00 120.00V24.00H352.00"));
	assert_non_null(strstr(text, ">&lt;waits&gt;<"));
	assert_non_null(strstr(text, ">9 ms<"));
	free(text);
}

/* From 14 to 346: evenly, or by ratios where the most is far from the least. */
TEST(points_over_an_axis)
{
	static const char *const name[] = { "one", "two" };
	static const struct chart_at point[] = {
		{ 0, 10, 2, "2" }, { 1, 10, 4, "<4>" }, { 0, 15, 1, "1" },
		{ 0, 20, 0, "0" }, { 1, 20, NAN, "" },
	};
	struct chart_over over = { point, 5, name, 2, 10, 20, 4 };
	static const struct chart_at far[] = { { 0, 1, 1, "1" },
					       { 0, 10, 1, "1" },
					       { 0, 100, 1, "1" } };
	const struct chart_axes axes = { "4 x", "10", "20", NULL, 0 };
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	chart_over(to, &frame, &over, &axes);
	over = (struct chart_over){ far, 3, name, 1, 1, 100, 2 };
	chart_over(to, &frame, &over, &axes);
	fclose(to);
	assert_non_null(strstr(
		text,
		"\"line0\" d=\"M14.00 84.00L180.00 114.00L346.00 144.00"));
	assert_non_null(strstr(text, "\"line1\" d=\"M14.00 24.00\""));
	assert_non_null(strstr(text, "cx=\"14.00\" cy=\"24.00\" r=\"4\">"
				     "<title>&lt;4&gt;<"));
	assert_null(strstr(text, "nan"));
	assert_non_null(strstr(
		text, "\"line0\" d=\"M14.00 84.00L180.00 84.00L346.00 84.00"));
	assert_non_null(strstr(text, ">two<"));
	free(text);
}

/* A part is a path of its own, phases are grounds and levels. */
TEST(parts_and_phases_are_told_apart)
{
	static const struct chart_step step[] = { { 0.5, 0.5, false },
						  { 0.75, 1, false },
						  { 1, 2, true } };
	static const struct chart_band band[] = { { 0.5, 0.5 }, { 1, 1 } };
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	chart_steps(to, &frame, step, 3,
		    &(struct chart_axes){ "5", "0", "3", band, 2 });
	fclose(to);
	assert_non_null(strstr(
		text,
		"\"figure\" d=\"M8.00 120V72.00H180.00V24.00H266.00V120Z"));
	assert_non_null(strstr(
		text, "\"figure part\" d=\"M266.00 120V24.00H352.00V120Z"));
	assert_non_null(strstr(
		text, "\"band odd\" x=\"180.00\" y=\"24\" width=\"172.00\""));
	assert_non_null(strstr(text, "\"level\" d=\"M8.00 72.00H180.00"));
	assert_non_null(strstr(text, "\"level\" d=\"M180.00 24.00H352.00"));
	free(text);
}

/* 344 wide from 8, 96 tall from 24; what has no number is a gap. */
TEST(steps_are_where_they_should)
{
	static const struct chart_step step[] = {
		{ 0.25, 0.5, false },
		{ 0.5, 1, false },
		{ 0.75, NAN, false },
		{ 1, 2, false },
	};
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	chart_steps(to, &frame, step, 4,
		    &(struct chart_axes){ "5 <of>", "0", "3 ms", NULL, 0 });
	fclose(to);
	assert_non_null(
		strstr(text, "\"M8.00 120V72.00H94.00V24.00H180.00V120Z"));
	assert_non_null(strstr(text, "\"M266.00 120V24.00H352.00V120Z"));
	assert_non_null(strstr(text, ">5 &lt;of&gt;<"));
	assert_non_null(strstr(text, "x=\"352.00\" y=\"136.00\">3 ms<"));
	free(text);
}
