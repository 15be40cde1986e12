/* SPDX-License-Identifier: MIT */
/*
 * How numbers are printed, what stands behind them, and the columns that they
 * make.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_fixture.h"
#include "test.h"

CASE(spreads)
{
	struct record_metric *m = add_metric("m", 0.5);
	struct reading *reading = &m->reading;

	reading->samples = 1;
	assert_says("m              0.5000\n");
	reading->samples = 2;
	assert_says("m              0.5000      identical\n");
	reading->high = 0.55;
	assert_says("m              0.5000      range 10.00 %\n");
	reading->margin = 0;
	assert_says("m              0.5000      +-0.00 %\n");
	reading->margin = 0.025;
	assert_says("m              0.5000      +-5.00 %\n");
	reading->value = -0.5;
	assert_says("m             -0.5000      +-5.00 %\n");
	reading->value = 0;
	assert_says("m              0           +-0.00 %\n");
}

CASE(doubts_are_said)
{
	struct reading *m = &add_metric("m", 2)->reading;

	strcpy(m->why, "it rains");
	m->doubts = DOUBT_OUT_OF_BOUNDS | DOUBT_SPLIT;
	assert_says("m              2.000       it rains  from several "
		    "passes\n");
	m->doubts = DOUBT_UNEXPECTED;
	assert_says("m              2.000       it rains\n");
	m->doubts = DOUBT_UNTRUSTED | DOUBT_SPLIT;
	assert_says("m              2.000       UNTRUSTED: it rains\n");
	m->doubts = DOUBT_SIMULATED;
	assert_says("m              2.000\n");
}

static void assert_number(const char *row, const char *unit,
			  const char *formula, double value, const char *wanted)
{
	struct record_metric *m = &metric[0];
	char line[80];

	r->metrics = 0;
	(void)add_metric("m", value);
	m->row = row;
	m->unit = unit;
	m->formula = formula;
	snprintf(line, sizeof line, "\nm%s  %s", row ? "" : "=", wanted);
	assert_says(line);
}

/* At least four digits that mean something; decimal points in one column. */
CASE(numbers)
{
	static const struct {
		double value;
		const char *wanted;
	} ratio[] = {
		{ 0, "            0\n" },
		{ 0.0005, "           5.000e-04" },
		{ 0.001, "            0.001000" },
		{ 0.0099, "            0.009900" },
		{ 0.01, "            0.01000\n" },
		{ 0.1, "            0.1000\n" },
		{ 1, "            1.000\n" },
		{ 999999, "       999999.000\n" },
		{ 1e6, "    1,000,000\n" },
		{ -1.5e6, "   -1,500,000\n" },
		{ 1e15, "           1.000e+15" },
	};

	for (unsigned i = 0; i < sizeof ratio / sizeof ratio[0]; i++)
		assert_number(NULL, "", "a / b", ratio[i].value,
			      ratio[i].wanted);
	assert_number("m", "%", "a / b", 0.0009, "           <0.001     %\n");
	assert_number("m", "%", "a / b", -0.0009, "          >-0.001     %\n");
	assert_number("m", "per 10", "a / b", 0.0009,
		      "           <0.001     per 10\n");
	assert_number("m", "%", "a / b", 0.001, "            0.001000  %\n");
	assert_number("m", "%", "a / b", 0, "            0         %\n");
	assert_number("m", "", "a / b", 0.0009, "           9.000e-04");
	assert_number(NULL, "%", "a / b", 0.0009, "           9.000e-04");
	assert_number("m", "", "a", 12345, "       12,345\n");
	assert_number("m", "", "a", 0, "            0\n");
	assert_number("m", "", "a", 2.5, "            2.500\n");
	assert_number("m", "", "a", -3, "           -3.000\n");
	assert_number("m", "", "a", 1e15, "           1.000e+15");
}

/* The longest name and the longest unit make the columns. */
CASE(columns)
{
	add_metric("long_name", 1)->unit = "per thousand";
	add_metric("m", 1)->unit = "%";
	metric[0].reading.samples = metric[1].reading.samples = 2;
	assert_says("long_name              1.000     per thousand  identical\n"
		    "m                      1.000     %             identical\n"
		    "\n");
	/* A long formula of the user's stands out. */
	add_metric("a / b + a / b + a / b + a / b", 1)->row = NULL;
	assert_says("\nm                                         1.000");
}

CASE(a_line_has_an_end)
{
	char name[1101], wanted[1025];

	memset(name, 'x', 1100);
	name[1100] = '\0';
	memset(wanted, 'x', 1023);
	memcpy(wanted + 1023, "\n", 2);
	add_metric(name, 1)->row = NULL;
	assert_non_null(strstr(report(), wanted));
	assert_null(strstr(text, name));
}

/* Without --notes they are counted, and their numbers are not shown. */
CASE(notes_are_folded)
{
	static const uint16_t first[] = { 0 };
	char *folded = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&folded, &size);

	assert_non_null(to);
	add_metric("noted", 2)->notes = (struct record_notes){ first, 1 };
	add_metric("doubted", 3)->reading.doubts = DOUBT_UNTRUSTED;
	snprintf(metric[1].reading.why, sizeof metric[1].reading.why,
		 "it rains, and it will rain on and on until everybody who has "
		 "no umbrella is wet");
	report_text(to, r, false, false);
	fclose(to);
	assert_null(strstr(folded, "[1]"));
	assert_null(strstr(folded, "a note"));
	assert_non_null(strstr(folded,
			       "\n1 note on these numbers: --notes, or tally "
			       "explain NAME\n"));
	/* A doubt is no note; it goes on below where it is too long. */
	assert_non_null(
		strstr(folded, "UNTRUSTED: it rains, and it will rain"));
	for (char *line = strtok(folded, "\n"); line; line = strtok(NULL, "\n"))
		assert_in_range(strlen(line), 1, 80);
	free(folded);
}
