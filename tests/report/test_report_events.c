/* SPDX-License-Identifier: MIT */
/*
 * Lines of events: their order, their counts, and what they came to in the
 * regions of a run.
 */
#include <string.h>

#include "report_fixture.h"
#include "test.h"

/* By the counters' order where there are layers, else as they were needed. */
CASE(the_order_of_events)
{
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
CASE(events_stay_as_they_were_asked)
{
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
CASE(means_of_events)
{
	struct reading *e = &add_event("e", 1, 7)->reading;

	e->low = 6;
	e->value = 6.5;
	assert_says("e              7          range 15.38 %\n");
	e->value = 6.25;
	assert_says("e              6          range 16.00 %\n");
	e->value = 0x1p64;
	assert_says("e  18,446,744,073,709,551,615          range 0.00 %\n");
}

/* The longest name of a monitor makes its column, whichever has it. */
CASE(a_column_of_monitors)
{
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

/* A mean that is not whole has a place; one that is too long for its column has
 * a power of ten. */
CASE(entries_of_a_region)
{
	static struct record_event own[1];
	static struct record_entry entry[1];
	struct record_part part = { .region = { REGION_SYMBOL, "work", 2,
						false },
				    .event = own,
				    .entry = entry };

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
	own->reading.value = 2e15;
	assert_says("   1.000e+15\n");
	own->reading.value = 1999999999999980;
	assert_says(" 999,999,999,999,990\n");
	own->reading.doubts = DOUBT_OVERFLOWED;
	assert_says("cycles     overflowed\n");
	own->reading.doubts = DOUBT_UNDEFINED;
	assert_says("cycles      undefined\n");
	own->reading.doubts = DOUBT_NOT_MODELLED;
	assert_says("cycles   not modelled\n");
}

/* By its name, and bare: each has its line. */
CASE(two_events_of_one_code)
{
	monitor[0].layers = "armi";
	add_metric("m", 1)->row = NULL;
	add_event("named", 7, 1)->asked = ASKED_BY_NAME;
	add_event("0x7", 7, 2)->asked = ASKED_BY_NAME;
	add_event("first", 3, 3)->asked = ASKED_BY_NAME;
	assert_says("first              3\n"
		    "named              1\n"
		    "0x7                2\n\n");
}

/* A pass is told if there are several, and the record says which. */
CASE(which_pass)
{
	struct reading *e = &add_event("e", 1, 5)->reading;

	e->pass = 1;
	assert_says("e              5\n");
	r->passes = 2;
	assert_says("e              5         pass 2\n");
	r->monitors = 2;
	monitor[1].name = "other";
	assert_says("e              5         bus    pass 2\n");
	r->monitors = 1;
	e->pass = RECORD_SPLIT;
	assert_says("e              5\n");
}
