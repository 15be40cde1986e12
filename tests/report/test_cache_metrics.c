/* SPDX-License-Identifier: MIT */
/*
 * Metrics of caches of both levels, from counts worked out by hand.
 */
#include <string.h>

#include <tally/session.h>

#include "counted_fixture.h"
#include "record/document/file.h"
#include "test.h"

/*
 * [DAI0195B 8]: misses "of all non-CP15 operations" may be more than the
 * cacheable accesses.  That is doubted, and no proof of a wrong count.
 */
CASE(more_misses_than_accesses)
{
	RUN("arm1176", "dcache_miss_rate,dcache_hit_ratio", NULL,
	    { "dcache_miss", 120 }, { "dcache_access_cacheable", 100 });
	assert_int_equal(metric_of("dcache_miss_rate")->doubts,
			 DOUBT_SIMULATED | DOUBT_UNEXPECTED);
	assert_int_equal(metric_of("dcache_hit_ratio")->doubts,
			 DOUBT_SIMULATED | DOUBT_UNEXPECTED);
	assert_non_null(
		strstr(metric_of("dcache_hit_ratio")->why, "not cacheable"));
	assert_non_null(strstr(reported(record_write), "\"trusted\": true"));
	RUN("arm1176", "dcache_miss_rate", NULL, { "dcache_miss", 100 },
	    { "dcache_access_cacheable", 100 });
	assert_metric("dcache_miss_rate", 1);
}

/* [DAI0195B 9]; write-through is apart on the L210, and not known on L220. */
CASE(level_two)
{
	RUN("l210", NULL, "reads,writes", { "IRREQ", 200 }, { "IRHIT", 150 },
	    { "DRREQ", 100 }, { "DRHIT", 90 }, { "DWREQ", 60 },
	    { "DWTREQ", 20 }, { "DWHIT", 40 }, { "WA", 6 }, { "CO", 3 });
	assert_metric("l2_inst_hit_ratio", 0.75);
	assert_metric("l2_data_read_hit_ratio", 0.9);
	assert_metric("l2_read_hit_ratio", 240 / 300.0);
	assert_metric("l2_inst_read_misses", 50);
	assert_metric("l2_data_write_hit_ratio", 0.5);
	assert_metric("l2_data_write_hit_ratio_wb", 40 / 60.0);
	assert_metric("l2_write_through_fraction", 0.25);
	assert_metric("l2_write_allocate_rate", 0.1);
	assert_metric("l2_castout_bytes", 48); /* half lines of 16 bytes */
	RUN("l220",
	    "l2_inst_hit_ratio,l2_write_through_fraction,"
	    "l2_write_through_fraction_split,l2_castout_bytes",
	    NULL, { "IRREQ", 200 }, { "IRHIT", 150 }, { "DWREQ", 60 },
	    { "DWTREQ", 20 }, { "CO", 3 });
	assert_metric("l2_inst_hit_ratio", 0.75);
	assert_metric("l2_write_through_fraction", 20 / 60.0);
	assert_metric("l2_write_through_fraction_split", 0.25);
	assert_metric("l2_castout_bytes", 96);
	/* More write-through writes than writes refute the first reading. */
	RUN("l220", "l2_write_through_fraction", NULL, { "DWREQ", 10 },
	    { "DWTREQ", 20 });
	assert_true(metric_of("l2_write_through_fraction")->doubts &
		    DOUBT_OUT_OF_BOUNDS);
}

/* A counter that stopped at its top: no number, nor a metric of it. */
CASE(saturated)
{
	RUN("l220", "l2_inst_hit_ratio", NULL, { "IRREQ", 200 },
	    { "IRHIT", 150 });
	samples.count[event_of("IRREQ")] = TALLY_COUNT_LOST;
	judge();
	assert_true(record->event[event_of("IRREQ")].reading.doubts &
		    DOUBT_OVERFLOWED);
	assert_true(metric_of("l2_inst_hit_ratio")->doubts & DOUBT_OVERFLOWED);
	assert_string_equal(metric_of("l2_inst_hit_ratio")->why,
			    "IRREQ: its counter stopped at its top, and the "
			    "rest is lost");
}
