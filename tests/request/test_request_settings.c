/* SPDX-License-Identifier: MIT */
/*
 * Settings are typed behind the colon of an event: thresholds, bursts,
 * triggers, modes and pairs.
 */
#include <stdio.h>
#include <string.h>

#include <tally/session.h>

#include "request/inner.h"
#include "request_fixture.h"
#include "test.h"

#define LATENCY "TSEC1_RXBD_READ_LAT"
#define KEYS                                                                   \
	": settings of an event are threshold=, burst=, gap=, distance=, "     \
	"start= and stop="
#define WAITS                                                                  \
	": a counter and what of it is waited for, as in start=pmc0.change "   \
	"or stop=pmc0.overflow"

TEST(settings)
{
	static const struct refusal list[] = {
		{ "mpc8540", LATENCY ":speed=3", "'speed=3'" KEYS },
		{ "mpc8540", LATENCY ":threshold_and_more=3",
		  "'threshold_and_more=3'" KEYS },
		{ "mpc8540", LATENCY ":burst=32",
		  "'burst=32': a number, 0 to 31" },
		{ "mpc8540", LATENCY ":gap=32", "'gap=32': a number, 0 to 31" },
		{ "mpc8540", LATENCY ":distance=65536",
		  "'distance=65536': a number, 0 to 65535" },
		{ "mpc8540", LATENCY ":threshold=-1",
		  "'threshold=-1': a number, 0 to 65535" },
		{ "mpc8540", LATENCY ":threshold=5x",
		  "'threshold=5x': a number, 0 to 65535" },
		{ "mpc8540",
		  LATENCY ":threshold=", "'threshold=': a number, 0 to 65535" },
		{ "mpc8540", LATENCY ":start=pmc9", "'start=pmc9'" WAITS },
		{ "mpc8540", LATENCY ":stop=pmc2.end",
		  "'stop=pmc2.end'" WAITS },
		{ "mpc8540", LATENCY ":stop=a_name_of_sixteen",
		  "'stop=a_name_of_sixteen'" WAITS },
		/* 0 to 63, times a power of two to 128. */
		{ "mpc8540", LATENCY ":threshold=65",
		  "'" LATENCY ":threshold=65': mpc8540 has no such threshold, "
		  "but 64 and 66" },
		{ "mpc8540", LATENCY ":threshold=129",
		  "'" LATENCY ":threshold=129': mpc8540 has no such threshold, "
		  "but 128 and 132" },
		{ "mpc8540", LATENCY ":threshold=8065",
		  "'" LATENCY ":threshold=8065': the largest threshold of "
		  "mpc8540 is 8064" },
		{ "mpc8540", LATENCY ":start=pmc2",
		  "'" LATENCY ":start=pmc2:threshold=0' waits for pmc2, which "
		  "counts nothing in its pass; put an event that is on pmc2 "
		  "beside it in braces" },
		{ "arm1176", "br_exec:threshold=3",
		  "'br_exec:threshold=3': arm1176 counts its events as they "
		  "come; leave out what is behind the colon" },
	};

	REFUSED(list);
}

TEST(settings_are_taken)
{
	static const char event[] =
		LATENCY ":threshold=64:distance=2:burst=31:gap=31:"
			"start=pmc2:stop=PMC2.overflow";
	char text[256];
	struct request *r;

	snprintf(text, sizeof text, "{SE:C2:59,%s}", event);
	r = ask("mpc8540", NULL, text);
	for (unsigned i = 0; i < r->events; i++) {
		const struct tally_refine *e = r->event[i]->refine;

		if (strncmp(r->event[i]->name, LATENCY, strlen(LATENCY)) != 0) {
			assert_true(refine_plain(e));
			continue;
		}
		assert_false(refine_plain(e));
		assert_int_equal(e->threshold, 64);
		assert_int_equal(e->distance, 2);
		assert_int_equal(e->burst, 31);
		assert_int_equal(e->gap, 31);
		assert_int_equal(e->start, 2 + TALLY_ON_CHANGE);
		assert_int_equal(e->stop, 2 + TALLY_ON_OVERFLOW);
	}
	request_free(r);
}

/*
 * Events that wait on the gateway's interface have one threshold register for
 * four counters: two values of it need two passes.
 */
TEST(thresholds_in_one_register)
{
	static const struct {
		const char *events;
		unsigned passes;
	} row[] = {
		{ "CtGxiRdAWaitThresholdHit:threshold=5,"
		  "CtGxiWrAWaitThresholdHit:threshold=5",
		  1 },
		{ "CtGxiRdAWaitThresholdHit:threshold=5,"
		  "CtGxiWrAWaitThresholdHit:threshold=6",
		  2 },
		{ "CtGxiRdAWaitThresholdHit:threshold=010,"
		  "CtGxiWrAWaitThresholdHit:threshold=10",
		  1 }, /* a 0 in front makes no octal number */
		{ "CtGxiRdAWaitThresholdHit:threshold=5,"
		  "CtExpWaitThresholdHit:threshold=6",
		  1 },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		struct request *r = ask("arm926pxp-ahb", NULL, row[i].events);

		assert_int_equal(r->plan->passes, row[i].passes);
		request_free(r);
	}
}

/* Modes, and counters chained to pairs, where a monitor has none. */
TEST(levels_and_pairs)
{
	static const struct refusal list[] = {
		{ "arm1176", "cycles:u",
		  "'cycles:u': arm1176 counts in every mode and cannot tell "
		  "user from kernel; leave out ':u'" },
		{ "arm1176", "br_exec:w",
		  "'br_exec:w': the counters of arm1176 cannot be chained to "
		  "pairs; leave out the 'w'" },
		{ "pmuv3/cortex-a53", "cycles:m",
		  "'cycles:m': pmuv3/cortex-a53 cannot tell that; leave out "
		  "':m', or ask for u, k, h" },
		{ "e500v1", "cycles:h",
		  "'cycles:h': e500v1 cannot tell that; leave out ':h', or ask "
		  "for u, k, m, n" },
		{ "pmuv3/cortex-a53", "cycles:w",
		  "'cycles:w': the cycle counter has 64 bits anyway; leave out "
		  "the 'w'" },
	};

	REFUSED(list);
}

/*
 * A monitor that tells other levels apart has their letters, and no other takes
 * them: a guest's two modes and the states of security.
 */
TEST(levels_of_guests_and_of_security)
{
	struct error err;
	struct catalog_monitor m = *catalog_monitor("pmuv3/cortex-a53", &err);
	struct tally_monitor core = *m.monitor;
	const struct request r = { .members = 1,
				   .member = { { .monitor = &m } } };
	struct named n;

	m.monitor = &core;
	core.levels = TALLY_EL0 | TALLY_VS | TALLY_VU | TALLY_SECURE;
	assert_true(request_event_on(&r, 0, "cycles:gs", &n, &err));
	assert_int_equal(n.levels, TALLY_VS | TALLY_VU);
	assert_true(request_event_on(&r, 0, "cycles:mu", &n, &err));
	assert_int_equal(n.levels, TALLY_SECURE | TALLY_EL0);
	assert_false(request_event_on(&r, 0, "cycles:k", &n, &err));
	assert_string_equal(err.text,
			    "'cycles:k': pmuv3/cortex-a53 cannot tell that; "
			    "leave out ':k', or ask for u, m, s, g");
}

/* Letters of a setting are none of a mode, on whichever side they stand. */
TEST(levels_before_settings)
{
	static const char *const typed[] = {
		"DLFB_LOAD_MISS_CYCLES:u:threshold=3",
		"DLFB_LOAD_MISS_CYCLES:threshold=3:u",
	};
	static const struct refusal list[] = {
		{ "arm1176", "br_exec:k:threshold=3",
		  "'br_exec:k:threshold=3': arm1176 counts in every mode and "
		  "cannot tell user from kernel; leave out ':k'" },
		{ "e500v1", "cycles:h:threshold=3",
		  "'cycles:h:threshold=3': e500v1 cannot tell that; leave out "
		  "':h', or ask for u, k, m, n" },
	};

	for (unsigned i = 0; i < 2; i++) {
		struct request *r = ask("e500v1", NULL, typed[i]);
		const struct catalog_event *e = r->event[event_of(r, typed[i])];

		assert_int_equal(e->levels, TALLY_EL0);
		assert_false(e->pair);
		assert_int_equal(e->refine->threshold, 3);
		request_free(r);
	}
	REFUSED(list);
}
