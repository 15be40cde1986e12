/* SPDX-License-Identifier: MIT */
/* Documents made by hand, changed in one thing, and what one format says. */
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "report/page_fixture.h"
#include "test.h"

static char *made;

static const struct export_format *named(const char *name, FILE **out)
{
	static size_t size;
	struct error err;
	const struct export_format *f = export_format(name, &err);

	assert_non_null(f);
	*out = open_memstream(&made, &size);
	assert_non_null(*out);
	return f;
}

static void record_as(const char *format, const struct record *r)
{
	FILE *out;
	const struct export_format *f = named(format, &out);

	assert_true(f->record(out, r));
	fclose(out);
}

static void profile_as(const char *format, const struct sample *s)
{
	FILE *out;
	const struct export_format *f = named(format, &out);

	assert_true(f->write(out, s, SAMPLE_NONE));
	fclose(out);
}

static void says(const char *wanted)
{
	if (!strstr(made, wanted))
		fprintf(stderr, "# no '%s' in: %s\n", wanted, made);
	assert_non_null(strstr(made, wanted));
}

static void says_not(const char *unwanted)
{
	assert_null(strstr(made, unwanted));
}

/* A unit is the end of a family's name, in letters that a name can have. */
TEST(units)
{
	static const struct {
		const char *unit, *family;
	} row[] = {
		{ "%", "# UNIT tally_metric_percent percent\n" },
		{ "s", "# UNIT tally_metric_seconds seconds\n" },
		{ "MB/s", "# UNIT tally_metric_megabytes_per_second "
			  "megabytes_per_second\n" },
		{ "per 1000 Events", "# UNIT tally_metric_per_1000_events "
				     "per_1000_events\n" },
		{ " (a,, b)", "# UNIT tally_metric_a_b a_b\n" },
		{ "", "# TYPE tally_metric gauge\n# HELP tally_metric " },
	};
	struct record *r = record_of("record/hand.json");

	assert_true(r->metrics > 0);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		r->metric[0].unit = row[i].unit;
		record_as("openmetrics", r);
		says(row[i].family);
		free(made);
	}
	record_free(r);
}

/* A label has no end but its own, whatever is in it. */
TEST(labels)
{
	struct record *r = record_of("record/hand.json");
	char path[] = "a\nb\"c\\d", region[] = "\n\n";

	r->program.path = path;
	r->region.text = region;
	record_as("openmetrics", r);
	says(",program=\"a\\nb\\\"c\\\\d\",region=\"\\n\\n\"");
	says_not("a\n");
	says_not("\\n\n");
	free(made);
	r->program.path = r->region.text = NULL;
	record_free(r);
}

/* Doubts stand behind a track's name; that all is simulated, in the group's. */
TEST(doubts)
{
	struct record *r = record_of("record/hand_parts.json");

	assert_true(r->metrics > 0);
	r->metric[0].reading.doubts = DOUBT_SIMULATED;
	record_as("chrome", r);
	says("\"name\":\"cpi\"");
	free(made);
	r->metric[0].reading.doubts |= DOUBT_UNTRUSTED | DOUBT_SCALED;
	record_as("chrome", r);
	says("\"name\":\"cpi (untrusted, scaled)\"");
	free(made);
	record_free(r);
}

/* The name of the only event is not beside each of its samples. */
TEST(moments_of_one_event)
{
	struct sample *s = profile_of("sample/hand_sampled.json");

	profile_as("chrome", s);
	says("\"name\":\"cycles: [exception]\"");
	free(made);
	s->columns = 1;
	s->single[1].column = 0;
	profile_as("chrome", s);
	says("\"name\":\"[exception]\"");
	says_not("cycles");
	free(made);
	sample_free(s);
}

/* Costs of no instruction stand behind the functions, each by itself. */
TEST(causes)
{
	struct sample *s = profile_of("sample/hand_profile.json");

	assert_int_equal(s->functions, 4);
	assert_int_equal(s->causes, 2);
	s->cause_cost[s->columns] = 3;
	profile_as("speedscope", s);
	says("[4],[5]]");
	free(made);
	sample_free(s);
}

/* An event is named with its monitor where two have one name. */
TEST(events_of_one_name)
{
	struct sample *s = profile_of("sample/hand_profile.json");

	profile_as("callgrind", s);
	says("events: cycles miss");
	free(made);
	s->column[1].name = "cycles";
	s->column[1].monitor = "an other";
	profile_as("callgrind", s);
	says("events: hand:cycles an_other:cycles");
	free(made);
	sample_free(s);
}
