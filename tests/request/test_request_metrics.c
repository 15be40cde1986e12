/* SPDX-License-Identifier: MIT */
/*
 * Metrics, groups of them, and what must hold of their counts.
 */
#include <string.h>

#include <tally/monitor.h>

#include "request_fixture.h"
#include "test.h"

TEST(metrics_that_are_none)
{
	static const struct {
		const char *monitors, *metric, *said;
	} list[] = {
		{ "arm926pxp-ahb l220", "CtArmdBusy",
		  "arm926pxp-ahb cannot measure CtArmdBusy: these layers have "
		  "no BUSY transfers" },
		{ "arm1176", "1/2",
		  "'1/2' names no event to count; a formula is made of "
		  "events" },
		{ "arm1176", "cycles/nothing",
		  "cycles/nothing: arm1176 has no event nothing; `tally list "
		  "events -m arm1176` names them" },
		{ "arm1176", "br_exec",
		  "'br_exec' is an event, not a metric; ask for it with -e" },
		{ "arm1176", "cpj",
		  "arm1176 has no metric cpj; did you mean cpi?" },
		{ "arm1176 l220", "cpj",
		  "arm1176 and l220 have no metric cpj; did you mean cpi?" },
		{ "arm1176 l220", "zzzzzzzzzzzzzzzz",
		  "arm1176 and l220 have no metric zzzzzzzzzzzzzzzz; `tally "
		  "list metrics -m MONITOR` names them" },
		{ "arm1176 l220", "arm1176:cpj",
		  "arm1176 has no metric cpj; did you mean cpi?" },
	};

	for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
		struct error err;

		assert_null(made(list[i].monitors, list[i].metric, NULL, &err));
		assert_string_equal(err.text, list[i].said);
	}
}

/* A metric that is asked for twice is there once. */
TEST(metrics_asked_for_twice)
{
	struct request *r = ask("arm1176",
				"cpi,cpi,br_exec / cycles,"
				"br_exec / cycles",
				NULL);

	assert_int_equal(r->metrics, 2);
	assert_string_equal(r->metric[0].name, "cpi");
	assert_string_equal(r->metric[1].name, "br_exec / cycles");
	request_free(r);
}

/* An identity is of one monitor's events; those not asked for ride along. */
TEST(identities_have_a_monitor)
{
	struct request *r = ask("l220 arm926pxp-ahb", NULL,
				"DRHIT,CtArmiRd,CtArmiLineFill");

	assert_int_equal(r->identities, 1);
	assert_string_equal(r->identity[0].identity->id, "armi_beats");
	assert_int_equal(r->identity[0].member, 1);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(r->origin[r->identity[0].index[i]].member, 1);
	request_free(r);
}

/* A group is of each monitor that has one of its name. */
TEST(groups)
{
	static const struct request_wish both = { NULL, NULL, "overview", 0 };
	static const struct request_wish one = { NULL, NULL, "reads", 0 };
	static const struct request_wish none = { NULL, NULL, "reeds", 0 };
	static const struct request_wish far = { NULL, NULL, "zzzzzzzzzz", 0 };
	static const struct request_wish metric = { NULL, NULL, "cpi", 0 };
	struct error err;
	struct request *r = wished("arm1176 l220", &both, &err);

	assert_non_null(r);
	assert_int_equal(r->metrics, 8 + 2);
	assert_false(r->metric[0].named);
	assert_int_equal(r->metric[9].member, 1);
	request_free(r);
	r = wished("arm1176 l220", &one, &err);
	assert_non_null(r);
	assert_int_equal(r->metrics, 5);
	request_free(r);
	assert_null(wished("arm1176 l220", &none, &err));
	assert_string_equal(err.text, "arm1176 and l220 have no group reeds; "
				      "did you mean reads?");
	assert_null(wished("arm1176 l220", &far, &err));
	assert_string_equal(err.text,
			    "arm1176 and l220 have no group zzzzzzzzzz; `tally "
			    "list groups -m MONITOR` names them");
	assert_null(wished("arm1176 l220", &metric, &err));
	assert_string_equal(err.text, "cpi is a metric, not a group: -M cpi");
}

static bool has_metric(const struct request *r, const char *name)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (strcmp(r->metric[i].metric->name, name) == 0)
			return true;
	return false;
}

/*
 * Instructions per packet are of two monitors: `all` leaves them out where one
 * is not measured, and where its core does not have the event.
 */
TEST(all_that_can_be_had)
{
	static const struct request_wish all = { "mpc8540:all", NULL, NULL, 0 };
	struct error err;
	struct request_member member[] = {
		{ .monitor = catalog_monitor("e500v1", &err) },
		{ .monitor = catalog_monitor("mpc8540", &err) },
	};
	struct tally_limits limits = { .counters = UINT32_MAX,
				       .code_max = UINT16_MAX,
				       .options = UINT8_MAX,
				       .pairs = true,
				       .event = { UINT64_MAX, UINT64_MAX } };
	const struct catalog_event *e =
		catalog_event(member[0].monitor, "INSTR_COMPLETED", &err);
	struct request *r = request_make(member, 2, &all, &err);

	assert_non_null(r);
	assert_true(has_metric(r, "ipp"));
	assert_true(has_metric(r, "pps"));
	request_free(r);
	r = ask("mpc8540", "all", NULL);
	assert_false(has_metric(r, "ipp"));
	assert_true(has_metric(r, "drop_ratio"));
	request_free(r);
	member[0].limits = &limits;
	r = request_make(member, 2, &all, &err);
	assert_non_null(r);
	assert_true(has_metric(r, "ipp"));
	request_free(r);
	assert_in_range(e->code, 0, 63);
	limits.event[0] &= ~(UINT64_C(1) << e->code);
	r = request_make(member, 2, &all, &err);
	assert_non_null(r);
	assert_false(has_metric(r, "ipp"));
	assert_true(has_metric(r, "pps"));
	request_free(r);
}

/* In the order of the catalogue, the first one, too; each metric once. */
TEST(every_group)
{
	static const struct request_wish all = { NULL, NULL, "all", 0 };
	struct error err;
	struct request *r = wished("arm1176", &all, &err);
	const struct catalog_monitor *m = catalog_monitor("arm1176", &err);
	const char *first = m->group[0].metrics;
	const char *last = m->group[m->groups - 1].metrics;
	char name[64];

	assert_non_null(r);
	for (unsigned i = 0; catalog_word(&first, name, sizeof name); i++)
		assert_string_equal(r->metric[i].name, name);
	while (catalog_word(&last, name, sizeof name))
		assert_true(has_metric(r, name));
	for (unsigned i = 0; i < r->metrics; i++)
		for (unsigned k = 0; k < i; k++)
			assert_ptr_not_equal(r->metric[i].metric,
					     r->metric[k].metric);
	request_free(r);
}
