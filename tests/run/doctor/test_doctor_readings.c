/* SPDX-License-Identifier: MIT */
/*
 * Silicon that is made by one of two readings of its document, where the boards
 * are made by the other one: PMC0 of a PowerQUICC III counts on while FAC holds
 * the others [AN3636 3.1, 4.1].  The doctor says that of it, and no more.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/board.h"
#include "run/doctor/doctor.h"
#include "target/simulated/board.h"
#include "test.h"

static struct doctor d;

/* How many findings fail; `*last` is the last one that does. */
static unsigned examine(const struct board_options *options,
			const struct finding **last)
{
	struct target *t;
	struct error err;
	unsigned failed = 0;

	t = target_find("board:mpc8540ads", options, &err);
	assert_non_null(t);
	assert_true(target_board_loop(t, &err));
	d = (struct doctor){ .monitor = catalog_monitor("mpc8540", &err),
			     .cycles = 100000 };
	d.run = target_open(t, 0, &err);
	assert_non_null(d.run);
	assert_true(doctor_examine(&d, &err));
	target_end(d.run);
	target_close(t);
	for (unsigned i = 0; i < d.findings; i++)
		if (d.finding[i].outcome == FINDING_FAIL) {
			*last = &d.finding[i];
			failed++;
		}
	return failed;
}

TEST(pmc0_counts_on)
{
	const struct board_options plain = { .cold = false };
	const struct board_options runs_on = { .pmc0_runs_on = true };
	const struct finding *one = NULL;

	assert_int_equal(examine(&plain, &one), 0);
	assert_int_equal(examine(&runs_on, &one), 1);
	assert_string_equal(one->check, "stop");
	assert_string_equal(one->text,
			    "pmc0 counted on after it was stopped: one of two "
			    "readings of its document, and no sick monitor");
	assert_non_null(strstr(one->cure, "AN3636 3.1 says that PMC0 counts "
					  "platform clocks continually"));
}
