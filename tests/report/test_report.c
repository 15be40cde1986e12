/* SPDX-License-Identifier: MIT */
/*
 * Reports of small records: what the page of every column (test_columns) has no
 * room for.  Whole lines, worked out by hand.
 */
#include <stdlib.h>
#include <string.h>

#include "hand_record.h"
#include "report/report.h"

enum { MOST = 12 };

static struct record_monitor monitor[3];
static struct record_event event[MOST];
static struct record_metric metric[MOST];
static struct record_note note;
static struct record *r;
static char *text;
static const uint8_t order[] = { 0, 1, 2 };

static int set_up(void **state)
{
	(void)state;
	r = record_new();
	assert_non_null(r);
	memset(monitor, 0, sizeof monitor);
	monitor[0].name = "bus";
	note = (struct record_note){ "id", "a note", "S 1", false };
	r->target.name = "fake";
	r->program.path = "prog.elf";
	r->program.exited = true;
	r->program.sha256 = "0123456789abcdef";
	r->monitor = monitor;
	r->monitors = 1;
	r->order = order;
	r->event = event;
	r->metric = metric;
	r->note = &note;
	r->notes = 1;
	r->passes = r->at_least = r->repeats = r->board_runs = 1;
	r->host_seconds = 1.25;
	r->trusted = true;
	text = NULL;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	free(text);
	record_free(r);
	return 0;
}

static struct record_metric *add_metric(const char *name, double value)
{
	struct record_metric *m = &metric[r->metrics++];

	assert_in_range(r->metrics, 1, MOST);
	*m = (struct record_metric){
		.name = name,
		.row = name,
		.others = "",
		.formula = "a / b",
		.asked = ASKED_AMONG,
		.unit = "",
		.reading = { .value = value,
			     .low = value,
			     .high = value,
			     .margin = -1 },
	};
	return m;
}

static struct record_event *add_event(const char *name, uint16_t code,
				      uint64_t count)
{
	struct record_event *e = &event[r->events++];
	double value = (double)count;

	assert_in_range(r->events, 1, MOST);
	*e = (struct record_event){
		.name = name,
		.code = code,
		.step = 1,
		.reading = { .value = value,
			     .count = count,
			     .low = value,
			     .high = value,
			     .margin = -1 },
	};
	return e;
}

static const char *report(void)
{
	size_t size;
	FILE *to;

	free(text);
	text = NULL;
	to = open_memstream(&text, &size);
	assert_non_null(to);
	report_text(to, r, false, true);
	fclose(to);
	return text;
}

static void assert_says(const char *lines)
{
	if (!strstr(report(), lines))
		fail_msg("\"%s\" is not in\n%s", lines, text);
}

static void assert_says_not(const char *lines)
{
	if (strstr(report(), lines))
		fail_msg("\"%s\" is in\n%s", lines, text);
}

static void assert_in_order(const char *one, const char *two)
{
	const char *first = strstr(report(), one);
	const char *second = strstr(text, two);

	assert_non_null(first);
	assert_non_null(second);
	assert_true(first < second);
}

/* Two of a kind make a column; the rest has lines of its own. */
static void a_table_of_layers(void **state)
{
	static const uint16_t first[] = { 0 };
	struct record_metric *m;

	(void)state;
	monitor[0].layers = "armi armd exp gxi";
	m = add_metric("armi_share", 0.25);
	m->unit = "%";
	m->notes = (struct record_notes){ first, 1 };
	m = add_metric("armi_waits", 1234);
	m->unit = "cycles";
	m->formula = "n";
	m->reading.class = CLASS_MODELLED;
	m = add_metric("armd_share", 0.0004);
	m->unit = "%";
	m = add_metric("exp_share", 12.5);
	m->unit = "%";
	m = add_metric("exp_waits", 0);
	m->unit = "cycles";
	m->formula = "n";
	(void)add_metric("armd_alone", 3.5);
	m = add_metric("gxi_share", 0);
	m->unit = "%";
	m->reading.doubts = DOUBT_UNDEFINED;
	m = add_metric("gxi_waits", 9);
	m->unit = "cycles";
	m->reading.doubts = DOUBT_COARSE;
	assert_string_equal(
		report(),
		"prog.elf on fake, bus\n"
		"whole program; exit status 0\n"
		"\n"
		"LAYER_             share           waits\n"
		"                       %          cycles\n"
		"                     [1]\n"
		"armi           0.2500      1,234       ~\n"
		"armd          <0.001           -\n"
		"exp           12.500           0\n"
		"\n"
		"armd_alone              3.500\n"
		"gxi_waits               9.000     cycles  in steps of 64 "
		"cycles\n"
		"\n"
		"0 counts of 0 and 1 metrics that divide by one are left out;\n"
		"  -e all has the counts\n"
		"\n"
		"1 pass (optimal), 1 run, 1.2 s\n"
		"~ modelled; no mark: exact\n"
		"program sha256 0123456789abcdef\n"
		"[1] a note (S 1)\n");
}

/* As many notes as there is room for stand above a column, the last one, too.
 */
static void all_notes_of_a_column(void **state)
{
	static struct record_note notes[64];
	static uint16_t index[64];

	(void)state;
	for (unsigned i = 0; i < 64; i++) {
		notes[i] = note;
		index[i] = (uint16_t)i;
	}
	r->note = notes;
	r->notes = 64;
	monitor[0].layers = "armi armd";
	add_metric("armi_share", 1)->notes = (struct record_notes){ index, 64 };
	(void)add_metric("armd_share", 1);
	assert_says("[62][63][64]\n");
	/* Their numbers may be wider than a column usually is. */
	metric[0].notes.count = 6;
	assert_says("LAYER_                 share\n"
		    "\n          [1][2][3][4][5][6]\n");
}

/* Both are left out of a table of layers where nobody asked for events. */
static void as_many_counts_as_metrics(void **state)
{
	(void)state;
	monitor[0].layers = "armi";
	add_metric("armi_share", 0)->reading.doubts = DOUBT_UNDEFINED;
	(void)add_event("nothing", 1, 0);
	assert_says("1 counts of 0 and 1 metrics that divide by one are left "
		    "out;\n");
}

/* Four columns of 14 and two blanks fit behind the names; not five. */
static void a_table_in_blocks(void **state)
{
	static const char *const name[] = {
		"armi_c1",
		"armi_c2",
		"armi_c3",
		"armi_c4",
		"armi_a_column_of_a_long_name",
		"armd_c1",
		"armd_c2",
		"armd_c3",
		"armd_c4",
		"armd_a_column_of_a_long_name",
	};

	(void)state;
	monitor[0].layers = "armi armd";
	for (unsigned i = 0; i < 10; i++)
		add_metric(name[i], 2)->unit = "x";
	assert_says("LAYER_                c1              c2              c3"
		    "              c4\n"
		    "                       x               x               x"
		    "               x\n"
		    "\n"
		    "armi           2.000           2.000           2.000"
		    "           2.000\n"
		    "armd           2.000           2.000           2.000"
		    "           2.000\n"
		    "\n"
		    "LAYER_    a_column_of_a_long_name\n"
		    "                                x\n"
		    "\n"
		    "armi                    2.000\n"
		    "armd                    2.000\n"
		    "\n");
}

/* By the counters' order where there are layers, else as they were needed. */
static void the_order_of_events(void **state)
{
	(void)state;
	(void)add_event("later", 7, 1);
	(void)add_event("first", 3, 2);
	(void)add_event("none", 5, 0);
	assert_says("later              1\n"
		    "first              2\n"
		    "none               0\n\n");
	monitor[0].layers = "armi";
	add_metric("m", 1)->row = NULL;
	assert_says("first              2\n"
		    "later              1\n"
		    "1 counts of 0 and 0 metrics that divide by one are left "
		    "out;\n");
	event[2].asked = ASKED_AMONG;
	assert_says("first              2\n"
		    "none               0\n"
		    "later              1\n\n");
	event[2].reading.doubts = DOUBT_NOT_MODELLED;
	strcpy(event[2].reading.why, "this board does not model it");
	assert_says("none    not modelled\n");
	strcpy(event[2].reading.why, "by nobody");
	assert_says("none    not modelled: by nobody\n");
	event[2].reading.doubts |= DOUBT_OVERFLOWED;
	assert_says("none      overflowed: by nobody\n");
	event[2].reading.doubts = DOUBT_UNDEFINED;
	assert_says("none       undefined: by nobody\n");
	event[2].asked = ASKED_NOT;
	assert_says_not("none");
}

/* Codes tell nothing without layers, and of several monitors. */
static void events_stay_as_they_were_asked(void **state)
{
	(void)state;
	(void)add_metric("ratio", 2);
	(void)add_event("later", 7, 1);
	(void)add_event("first", 3, 2);
	assert_in_order("later", "first");
	monitor[0].layers = "armi";
	assert_in_order("first", "later");
	monitor[1].name = "other";
	r->monitors = 2;
	assert_in_order("later", "first");
	monitor[0].layers = NULL;
	assert_in_order("later", "first");
}

/* A mean to the nearest whole number; no more than a counter can have. */
static void means_of_events(void **state)
{
	struct reading *e = &add_event("e", 1, 7)->reading;

	(void)state;
	e->low = 6;
	e->value = 6.5;
	assert_says("e              7          range 15.38 %\n");
	e->value = 6.25;
	assert_says("e              6          range 16.00 %\n");
	e->value = 0x1p64;
	assert_says("e  18,446,744,073,709,551,615          range 0.00 %\n");
}

static void spreads(void **state)
{
	struct record_metric *m = add_metric("m", 0.5);
	struct reading *reading = &m->reading;

	(void)state;
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

static void doubts_are_said(void **state)
{
	struct reading *m = &add_metric("m", 2)->reading;

	(void)state;
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
	snprintf(line, sizeof line, "\nm  %s", wanted);
	assert_says(line);
}

/* At least four digits that mean something; decimal points in one column. */
static void numbers(void **state)
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

	(void)state;
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
static void columns(void **state)
{
	(void)state;
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

/* The longest name of a monitor makes its column, whichever has it. */
static void a_column_of_monitors(void **state)
{
	(void)state;
	monitor[0].name = "a_long_one";
	monitor[1].name = "short";
	r->monitors = 2;
	add_event("x", 1, 5)->reading.doubts = DOUBT_UNTRUSTED;
	add_event("y", 1, 6)->monitor = 1;
	event[1].reading.doubts = DOUBT_UNTRUSTED;
	strcpy(event[0].reading.why, "here");
	strcpy(event[1].reading.why, "there");
	assert_says("x              5         a_long_one  UNTRUSTED: here\n"
		    "y              6         short       UNTRUSTED: there\n");
	monitor[0].name = "short";
	monitor[1].name = "a_long_one";
	assert_says("x              5         short       UNTRUSTED: here\n"
		    "y              6         a_long_one  UNTRUSTED: there\n");
}

static void a_line_has_an_end(void **state)
{
	char name[1101], wanted[1025];

	(void)state;
	memset(name, 'x', 1100);
	name[1100] = '\0';
	memset(wanted, 'x', 1023);
	memcpy(wanted + 1023, "\n", 2);
	add_metric(name, 1)->row = NULL;
	assert_non_null(strstr(report(), wanted));
	assert_null(strstr(text, name));
}

static void who_wrote(void **state)
{
	(void)state;
	monitor[0].writes = 1;
	monitor[0].wrote = "CR";
	monitor[0].where = "0x8000";
	assert_says("UNTRUSTED: the program itself wrote CR of bus while it "
		    "counted, at 0x8000\n");
	monitor[0].writes = 2;
	assert_says("counted, at 0x8000 first\n");
	monitor[0].map = "own choice";
	assert_says("\nregisters of bus by own choice\n");
}

static void counts_given(void **state)
{
	(void)state;
	monitor[1].name = "l210";
	monitor[2].name = "l220";
	r->monitors = 3;
	r->target.name = NULL;
	r->program.path = NULL;
	assert_string_equal(report(),
			    "bus, l210 and l220, from counts given\n\n");
	r->divided = true;
	assert_says("from counts given (cycles times 64)\n");
}

static void the_foot(void **state)
{
	(void)state;
	r->passes = 2;
	r->board_runs = 4;
	r->repeats = 2;
	assert_says("2 passes, at least 1, 4 runs, 1.2 s\n"
		    "2 repeats, means; range: highest less lowest;\n"
		    "  nothing was varied: see --jitter\n"
		    "all exact\n"
		    "program sha256 0123456789abcdef\n");
	r->drift_anchor = "cycles";
	r->drift = 0.5;
	r->machine.jitter = true;
	r->machine.seed = 9;
	r->repeats = 3;
	assert_says("4 runs, drift 50.00 % (cycles), jitter seed 9, 1.2 "
		    "s\n3 repeats, means; +-: 95 %");
	r->board_runs = 1;
	assert_says("1 run, jitter");
	r->together = true;
	assert_says("2 passes, at least 1, together in 1 run, jitter");
	add_event("e", 1, 1)->reading.class = CLASS_INJECTED;
	assert_says("\n* injected; no mark: exact\n");
	event[0].reading.doubts = DOUBT_OVERFLOWED;
	assert_says("\nall exact\n");
}

static void a_cache_that_was_off(void **state)
{
	static const char said[] =
		"\nl220 counted nothing: the second-level cache is off after "
		"reset;\n  --l2 on starts with it on\n";

	(void)state;
	monitor[1].name = "l220";
	r->monitors = 2;
	r->target.simulated = true;
	(void)add_event("core", 1, 5);
	add_event("cache", 1, 0)->monitor = 1;
	assert_says(said);
	assert_says("one window: bus, then l220; skew 0 cycles: the board "
		    "stands still meanwhile\n");
	event[1].reading.count = 1;
	assert_says_not(said);
	event[1].reading.count = 0;
	r->machine.l2 = true;
	assert_says_not(said);
	r->machine.l2 = false;
	r->target.simulated = false;
	assert_says_not(said);
	/* It may be the only monitor. */
	r->target.simulated = true;
	monitor[0].name = "l220";
	r->monitors = r->events = 1;
	event[0].reading.count = 0;
	assert_says(said);
}

/* What one counts while the next is begun over a link, nobody knows. */
static void a_window_over_a_link(void **state)
{
	static const char *const link[] = { "gdb::1", "openocd::2" };

	(void)state;
	r->monitors = 2;
	monitor[1].name = "l220";
	(void)add_event("core", 1, 5);
	r->repeats = 2;
	for (unsigned i = 0; i < 2; i++) {
		r->target.name = link[i];
		assert_says("one window: bus, then l220; one after the other, "
			    "over the link\n");
		assert_says(
			"2 repeats, means; range: highest less lowest;\n"
			"  the spread of what was measured over the link\n");
		assert_says_not("skew");
	}
}

/* Of hardware nothing is simulated, and what is not there has no row. */
static void a_sheet_of_hardware(void **state)
{
	size_t size;
	FILE *to = open_memstream(&text, &size);

	(void)state;
	assert_non_null(to);
	(void)add_event("none", 1, 0);
	event[0].reading.doubts = DOUBT_NOT_COUNTED;
	add_event("e", 2, 3)->reading.margin = 0;
	r->trusted = true;
	report_csv(to, r);
	fclose(to);
	assert_string_equal(
		strstr(text, "\r\n"),
		"\r\nevent,e,3,,3,3,1,,,bus,fake,prog.elf,,e,0,0,exact\r\n"
		"fact,passes,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,passes_at_least,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,board_runs,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,drift,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,windows,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,instructions,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,program_status,0,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,trusted,1,,,,,,,,fake,prog.elf,,,0,,\r\n"
		"fact,program_sha256,,,,,,,0123456789abcdef,,fake,prog.elf,,,0"
		",,\r\n");
}

/* What runs behind a link does not end; and a model there does not tell what
 * it is sure of. */
static void it_goes_on(void **state)
{
	(void)state;
	r->program.exited = false;
	assert_says("prog.elf on fake, bus\na time of what runs; it goes on "
		    "there\n");
	add_event("later", 7, 1)->reading.class = CLASS_UNTOLD;
	assert_says("? what is exact and what modelled is not told there\n");
	r->target.name = "board:fake";
	assert_says("board run");
}

#define THIRTY_NINE "a_word_of_thirty_nine_letters_and_signs"

/* What a line has room for stays in it; the first line's words go on behind
 * four blanks. */
static void lines_are_folded(void **state)
{
	(void)state;
	assert_int_equal(strlen(THIRTY_NINE), 39);
	r->target.lacks = THIRTY_NINE " " THIRTY_NINE;
	assert_says("\n" THIRTY_NINE " " THIRTY_NINE "\n");
	r->target.lacks = THIRTY_NINE " " THIRTY_NINE "x";
	assert_says("\n" THIRTY_NINE "\n  " THIRTY_NINE "x\n");
	r->trusted = false;
	snprintf(r->verdict.why, sizeof r->verdict.why, "%s",
		 THIRTY_NINE " " THIRTY_NINE);
	assert_says("not to be trusted: " THIRTY_NINE "\n    " THIRTY_NINE
		    "\nprog.elf");
}

/* A mean that is not whole has a place; one that is too long for its column has
 * a power of ten. */
static void entries_of_a_region(void **state)
{
	static struct record_event own[1];
	static struct record_entry entry[1];
	struct record_part part = { .region = { REGION_SYMBOL, "work", 2,
						false },
				    .event = own,
				    .entry = entry };

	(void)state;
	*own = *add_event("cycles", 1, 100);
	event[0].asked = ASKED_BY_NAME;
	r->part = &part;
	r->parts = 1;
	assert_says("of whole    an entry       least        most\n"
		    "cycles            100  100.00 %          50\n");
	own->reading.value = 25;
	assert_says("cycles            100   25.00 %        12.5\n");
	own->reading.value = 4e15;
	assert_says("   2.000e+15\n");
	own->reading.doubts = DOUBT_OVERFLOWED;
	assert_says("cycles     overflowed\n");
	own->reading.doubts = DOUBT_UNDEFINED;
	assert_says("cycles      undefined\n");
	own->reading.doubts = DOUBT_NOT_MODELLED;
	assert_says("cycles   not modelled\n");
}

/* Without --notes they are counted, and their numbers are not shown. */
static void notes_are_folded(void **state)
{
	static const uint16_t first[] = { 0 };
	char *folded = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&folded, &size);

	(void)state;
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

/* Layers that did nothing are counted, and not shown. */
static void idle_layers(void **state)
{
	(void)state;
	monitor[0].layers = "armi armd exp";
	(void)add_metric("armi_share", 1);
	(void)add_metric("armd_share", 0);
	(void)add_metric("exp_share", 0);
	(void)add_metric("armi_waits", 2);
	(void)add_metric("exp_waits", 0);
	assert_says("armi           1.000           2.000\n"
		    "\n2 layers idle: armd, exp\n\n");
}

/* Before all others. */
static void the_first_line(void **state)
{
	(void)state;
	assert_int_equal(strncmp(report(), "prog.elf on fake", 16), 0);
	free(text);
	text = NULL;
	r->trusted = false;
	snprintf(r->verdict.why, sizeof r->verdict.why, "it rains");
	assert_int_equal(strncmp(report(),
				 "not to be trusted: it rains\n"
				 "prog.elf on fake",
				 44),
			 0);
}

static void nothing_was_loaded(void **state)
{
	(void)state;
	r->program = (struct record_program){ 0 };
	add_event("a", 1, 7);
	assert_string_equal(report(), "fake, bus\n"
				      "\n"
				      "a              7\n"
				      "\n"
				      "1 pass (optimal), 1 run, 1.2 s\n"
				      "all exact\n"
				      "no program\n");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_table_of_layers),
		TEST(all_notes_of_a_column),
		TEST(as_many_counts_as_metrics),
		TEST(a_table_in_blocks),
		TEST(the_order_of_events),
		TEST(events_stay_as_they_were_asked),
		TEST(means_of_events),
		TEST(spreads),
		TEST(doubts_are_said),
		TEST(numbers),
		TEST(columns),
		TEST(a_column_of_monitors),
		TEST(a_line_has_an_end),
		TEST(who_wrote),
		TEST(counts_given),
		TEST(the_foot),
		TEST(it_goes_on),
		TEST(lines_are_folded),
		TEST(entries_of_a_region),
		TEST(notes_are_folded),
		TEST(idle_layers),
		TEST(the_first_line),
		TEST(nothing_was_loaded),
		TEST(a_cache_that_was_off),
		TEST(a_window_over_a_link),
		TEST(a_sheet_of_hardware),
	};

	return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
