/* SPDX-License-Identifier: MIT */
/* Metrics and groups by files of the user's, in the catalogue. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "failing_memory.h"
#include "test.h"
#include "user/core.h"
#include "user/own.h"

static char folder[64], path[160];

static int set_up(void **state)
{
	(void)state;
	snprintf(folder, sizeof folder, "/tmp/tally-own-XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
	char remove_all[96];

	(void)state;
	user_metrics_free();
	user_cores_free();
	snprintf(remove_all, sizeof remove_all, "rm -r '%s'", folder);
	return system(remove_all); /* NOLINT(cert-env33-c) */
}

static void put(const char *name, const char *text)
{
	FILE *to;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	to = fopen(path, "we");
	assert_non_null(to);
	fputs(text, to);
	fclose(to);
}

static const struct catalog_monitor *monitor(const char *name)
{
	struct error err = { "" };
	const struct catalog_monitor *m = catalog_monitor(name, &err);

	if (!m)
		fail_msg("%s", err.text);
	return m;
}

static void add(const char *text)
{
	struct error err = { "" };

	put("own.json", text);
	if (!user_metrics_add(path, &err))
		fail_msg("%s", err.text);
}

static const char full[] =
	"{\"metrics\": [\n"
	"{\"name\": \"wasted\", \"formula\": \"dcache_miss / cycles\",\n"
	" \"unit\": \"%\", \"better\": \"lower\", \"low\": 0, \"high\": 50,\n"
	" \"title\": \"a\\u001b[31mtitle\", \"definition\": \"as we say\",\n"
	" \"note\": \"of ours\", \"source\": \"a meeting\"},\n"
	"{\"name\": \"plain\", \"formula\": \"INST_RETIRED / clock_hz\"}],\n"
	"\"groups\": [{\"name\": \"ours\", \"title\": \"what we look at\",\n"
	" \"metrics\": [\"wasted\", \"cpi\"]}]}\n";

TEST_WITH(a_metric_is_one_of_each_monitor_with_its_events, set_up, tear_down)
{
	const struct catalog_monitor *had = monitor("arm1176"), *m;
	const struct catalog_metric *x;
	const struct catalog_group *g;
	char source[256];

	add(full);
	m = monitor("arm1176");
	assert_ptr_not_equal(m, had);
	assert_ptr_equal(m->monitor, had->monitor);
	assert_int_equal(m->metrics, had->metrics + 1);
	x = catalog_metric(m, "wasted", NULL);
	assert_non_null(x);
	assert_true(x->users);
	assert_string_equal(x->formula, "dcache_miss / cycles");
	assert_string_equal(x->title, "a?[31mtitle (the user's)");
	assert_string_equal(x->definition, "as we say");
	assert_true(x->scale > 99.9 && x->scale < 100.1);
	assert_true(x->low > -0.001 && x->low < 0.001);
	assert_true(x->high > 0.499 && x->high < 0.501);
	assert_int_equal(x->direction, DIRECTION_LOWER);
	snprintf(source, sizeof source, "the user's file %s; a meeting", path);
	assert_string_equal(x->source, source);
	assert_string_equal(catalog_note(m, x->notes)->text, "of ours");
	g = catalog_group(m, "ours", NULL);
	assert_non_null(g);
	assert_string_equal(g->metrics, "wasted cpi");
	assert_null(catalog_metric(m, "plain", NULL));
	x = catalog_metric(monitor("cortex-a53"), "plain", NULL);
	assert_non_null(x);
	assert_string_equal(x->title, "a metric of the user's");
	assert_true(x->low < -1e98 && x->high > 1e98);
	assert_null(catalog_metric(monitor("cortex-a53"), "wasted", NULL));
	assert_false(catalog_metric(m, "cpi", NULL)->users);
	user_metrics_free();
	assert_ptr_equal(monitor("arm1176"), had);
}

TEST_WITH(monitors_can_be_named, set_up, tear_down)
{
	add("{\"metrics\": [{\"name\": \"x\", \"formula\": \"r0b / cycles\","
	    " \"monitors\": [\"arm1176\"]},\n"
	    "{\"name\": \"y\", \"formula\": \"any_event_of_mine / 2\","
	    " \"monitors\": [\"kernel\"]}]}");
	assert_non_null(catalog_metric(monitor("arm1176"), "x", NULL));
	assert_null(catalog_metric(monitor("arm1136"), "x", NULL));
	assert_non_null(catalog_metric(monitor("kernel"), "y", NULL));
	/* Of several files each adds to the other's. */
	add("{\"metrics\": [{\"name\": \"z\", \"formula\": \"dcache_miss\"}],"
	    "\"groups\": [{\"name\": \"both\", \"metrics\": [\"x\", \"z\"]}]}");
	assert_non_null(catalog_metric(monitor("arm1176"), "x", NULL));
	assert_non_null(catalog_group(monitor("arm1176"), "both", NULL));
	assert_null(catalog_group(monitor("arm1136"), "both", NULL));
}

TEST_WITH(a_core_that_comes_later_has_them, set_up, tear_down)
{
	struct error err = { "" };

	add("{\"metrics\": [{\"name\": \"x\", \"formula\": "
	    "\"INST_RETIRED / 2\"}]}");
	put("big.json", "[{\"ArchStdEvent\": \"INST_RETIRED\"}]");
	assert_true(user_core_add(path, &err));
	assert_non_null(catalog_metric(monitor("user/big"), "x", NULL));
}

TEST_WITH(a_folder_is_looked_into, set_up, tear_down)
{
	struct error err = { "" };
	char made[128];

	setenv("XDG_DATA_HOME", folder, 1);
	assert_true(user_metrics_of_folder(&err));
	snprintf(made, sizeof made, "%s/tally", folder);
	assert_int_equal(mkdir(made, 0700), 0);
	snprintf(made, sizeof made, "%s/tally/metrics", folder);
	assert_int_equal(mkdir(made, 0700), 0);
	put("tally/metrics/a.json", full);
	put("tally/metrics/notes.txt", "no metrics");
	assert_true(user_metrics_of_folder(&err));
	assert_non_null(catalog_metric(monitor("arm1176"), "wasted", NULL));
	user_metrics_free();
	put("tally/metrics/b.json", "{\n");
	assert_false(user_metrics_of_folder(&err));
	assert_non_null(strstr(err.text, "/b.json:"));
	unsetenv("XDG_DATA_HOME");
}

/* ---- bad files ----------------------------------------------------------- */

#define ONE(more)                                                              \
	"{\"metrics\": [\n{\"name\": \"x\", \"formula\": \"cycles\"" more "}]" \
	"}"
static const struct {
	const char *text, *says;
} bad[] = {
	{ "{\n\"a\": }", ":2: no JSON: " },
	{ "[]", ":1: no JSON: no object; {\"metrics\": [...]} is wanted" },
	{ "{}", ":1: `metrics` is no list" },
	{ "{\"metrics\": {}}", "`metrics` is no list" },
	{ "{\"metrics\": [],\n\"more\": 1}",
	  ":2: it has a member that is neither `metrics` nor `groups`" },
	{ "{\n\"metrics\": [3]}", ":2: metrics, row 1 is no object" },
	{ "{\"metrics\": [{}]}", "`name` is missing; a text is wanted" },
	{ "{\"metrics\": [\n\n{\"name\": \"a b\"}]}",
	  ":3: metrics, row 1: `name` is no name; a letter and" },
	{ "{\"metrics\": [{\"name\": \"all\"}]}", "is the word for all" },
	{ "{\"metrics\": [{\"name\": \"x\"}]}",
	  "row 1, x: `formula` is no text; events and" },
	{ "{\"metrics\": [{\"name\": \"x\", \"formula\": \"1 +\"}]}",
	  "x: `formula` is none: column 4" },
	{ "{\"metrics\": [{\"name\": \"x\", \"formula\": \"1 + 2\"}]}",
	  "x: `formula` names no event" },
	{ "{\"metrics\": [{\"name\": \"x\", \"formula\": \"dcache_mis\"}]}",
	  "`formula` has dcache_mis, which no monitor has as an event; did "
	  "you mean dcache_miss?" },
	{ "{\"metrics\": [{\"name\": \"x\", \"formula\": "
	  "\"dcache_miss / CPU_CYCLES\"}]}",
	  "no monitor has all the events of its `formula`" },
	{ ONE(", \"unti\": \"%\""), ":2: metrics, row 1, x: `unti` is no "
				    "member; did you mean unit?" },
	{ ONE(", \"\\u001b[3m\": 1"), "`?[3m` is no member" },
	{ ONE(", \"unit\": 3"), "`unit` is no text of 1 to" },
	{ ONE(", \"unit\": \"1234567890123456789012345678901234567890 x\""),
	  "`unit` has more than 40" },
	{ ONE(", \"better\": \"up\""), "`better` is neither \"lower\" nor" },
	{ ONE(", \"low\": \"0\""), "`low` is no number between" },
	{ ONE(", \"high\": 1e300"), "`high` is no number between" },
	{ ONE(", \"low\": 3, \"high\": 2"), "`low` is above `high`" },
	{ ONE(", \"scale\": 0"), "`scale` is no number above 0" },
	{ ONE(", \"note\": \"\""), "`note` is no text" },
	{ ONE(", \"monitors\": \"arm1176\""),
	  "`monitors` is no list of names" },
	{ ONE(", \"monitors\": [7]"), "`monitors` has something that is no" },
	{ ONE(", \"monitors\": [\"arm1177\"]"),
	  "x: no monitor is called arm1177; did you mean arm1176?" },
	{ "{\"metrics\": [{\"name\": \"x\", \"formula\": \"INST_RETIRED\","
	  "\"monitors\": [\"arm1176\"]}]}",
	  "x: arm1176 has no event INST_RETIRED" },
	{ "{\"metrics\": [{\"name\": \"cpi\", \"formula\": \"dcache_miss\"}]}",
	  "cpi: `name` is taken: arm1136 has something of this name" },
	{ "{\"metrics\": [{\"name\": \"x\", \"formula\": \"dcache_miss\"},\n"
	  "{\"name\": \"X\", \"formula\": \"dcache_miss / 2\"}]}",
	  ":2: metrics, row 2, X: `name` is taken: arm1136 has two metrics" },
	{ "{\"metrics\": [], \"groups\": [{\"name\": \"g\"}]}",
	  "groups, row 1, g: `metrics` is no list" },
	{ "{\"metrics\": [], \"groups\": [{\"name\": \"g\",\n\"metrics\": "
	  "[\"cpi\", \"no_such\"]}]}",
	  ":1: groups, row 1, g: no monitor has all its `metrics`" },
	{ "{\"metrics\": [], \"groups\": [{\"name\": \"cpi\", "
	  "\"metrics\": [\"cpi\"]}]}",
	  "`name` is taken" },
	{ "{\"metrics\": [{\"name\": \"x\", \"formula\": \"cycles\"}], "
	  "\"groups\": [{\"name\": \"x\", \"metrics\": [\"x\"]}]}",
	  "`name` is another row's" },
};

TEST_WITH(bad_files_say_where_and_what, set_up, tear_down)
{
	const struct catalog_monitor *had = monitor("arm1176");
	struct error err = { "" };

	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		err.text[0] = '\0';
		put("bad.json", bad[i].text);
		if (user_metrics_add(path, &err))
			fail_msg("taken: %s", bad[i].text);
		if (!strstr(err.text, bad[i].says) ||
		    strncmp(err.text, path, strlen(path)) != 0)
			fail_msg("%s\nand not %s", err.text, bad[i].says);
		assert_ptr_equal(monitor("arm1176"), had);
	}
	assert_false(user_metrics_add("/nowhere/x.json", &err));
	assert_string_equal(err.text,
			    "/nowhere/x.json: No such file or directory");
}

/* One byte is another one: it is taken, or told with the file's name. */
TEST_WITH(a_spoilt_file_is_told, set_up, tear_down)
{
	static const char signs[] = "{}[]\",:0e-x\\ \n\x01\xff";
	const struct catalog_monitor *had = monitor("arm1176");
	struct rng rng;
	char text[sizeof full];
	unsigned taken = 0;

	rng_seed(&rng, 35);

	for (unsigned i = 0; i < 600; i++) {
		struct error err = { "" };

		memcpy(text, full, sizeof text);
		text[rng_next(&rng) % (sizeof full - 1)] =
			signs[rng_next(&rng) % (sizeof signs - 1)];
		put("bad.json", text);
		if (user_metrics_add(path, &err)) {
			taken++;
			user_metrics_free();
		} else if (strncmp(err.text, path, strlen(path)) != 0) {
			fail_msg("%s\nof %s", err.text, text);
		}
		assert_ptr_equal(monitor("arm1176"), had);
	}
	assert_true(taken > 20 && taken < 500);
}

TEST_WITH(without_memory_it_says_so, set_up, tear_down)
{
	const struct catalog_monitor *had = monitor("arm1176");
	bool failed = true;

	put("own.json", "{\"metrics\": [{\"name\": \"x\", \"formula\": "
			"\"r0b / cycles\", \"monitors\": [\"arm1176\"]}]}");
	for (unsigned n = 1; failed; n++) {
		struct error err = { "" };

		memory_fails_at(n);
		const bool good = user_metrics_add(path, &err);

		failed = memory_failed();
		if (!good && !strstr(err.text, "memory"))
			fail_msg("the %uth: %s", n, err.text);
		user_metrics_free();
		assert_ptr_equal(monitor("arm1176"), had);
	}
}
