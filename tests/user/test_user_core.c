/* SPDX-License-Identifier: MIT */
/*
 * Cores by files of the user's.  Of every core that Tally has, Arm's list of it
 * (written here from the rows) is read as the same rows, with the same metrics.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog/added.h"
#include "catalog/names.h"
#include "failing_memory.h"
#include "test.h"
#include "user/core.h"
#include "user/new.h"

#include <tally/monitors/armv7.h>
#include <tally/monitors/pmuv3.h>

static char folder[64], path[160];

static int set_up(void **state)
{
	(void)state;
	snprintf(folder, sizeof folder, "/tmp/tally-user-XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
	char remove_all[96];

	(void)state;
	user_cores_free();
	snprintf(remove_all, sizeof remove_all, "rm -r '%s'", folder);
	return system(remove_all); /* NOLINT(cert-env33-c) */
}

static FILE *file(const char *name)
{
	FILE *to;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	to = fopen(path, "we");
	assert_non_null(to);
	return to;
}

static void put(const char *name, const char *text)
{
	FILE *to = file(name);

	fputs(text, to);
	fclose(to);
}

/* ---- Arm's form ---------------------------------------------------------- */

static const struct {
	const char *word;
	unsigned part;
	bool v2;
} shipped[] = {
#define LISTED(word, part, ...) { #word, part, false },
#include <tally/monitors/pmuv3/cores.def>
#define LISTED(word, part, counters, trait) { #word, part, true },
#include <tally/monitors/armv7/cores.def>
};

static const struct catalog_monitor *monitor(const char *name)
{
	struct error err = { "" };
	const struct catalog_monitor *m = catalog_monitor(name, &err);

	if (!m)
		fail_msg("%s", err.text);
	return m;
}

/* Arm's list of the core, as Tally's rows have it; with its part number? */
static void write_list(const struct catalog_monitor *m, unsigned part, bool v2,
		       const char *cpu)
{
	FILE *to = file("arm.json");

	fprintf(to,
		"{\n\"_type\": \"Events\", \"implementer\": \"A\",\n"
		"\"pmu_architecture\": \"pmuv%d\", \"cpu\": \"%s\",\n"
		"\"counters\": %u,\n",
		v2 ? 2 : 3, cpu, m->monitor->counters - 1u);
	if (part)
		fprintf(to, "\"cpuid\": \"0x%05x\",\n",
			part >> 12 ? part : 0x41000 | part);
	fputs("\"refs\": [{\"ref\": \"a {manual}\", \"public\": true}],\n"
	      "\"events\": [\n",
	      to);
	for (unsigned i = 1; i < m->events; i++)
		fprintf(to,
			"{\"code\": %u, \"name\": \"%s\", \"type\": \"%s\", "
			"\"description\": \"read\"},\n",
			m->event[i].code, m->event[i].name,
			m->event[i].kind == EVENT_DURATION ? "CYCLE" : "INS");
	fputs("{\"code\": 1000, \"type\": \"UEVT\", \"description\": \"x\"}"
	      "]}\n",
	      to);
	fclose(to);
}

static void assert_same_events(const struct catalog_monitor *m,
			       const struct catalog_monitor *user)
{
	if (m->events != user->events)
		fail_msg("%s: %u events, %u", m->name, m->events, user->events);
	for (unsigned i = 0; i < m->events; i++) {
		assert_string_equal(user->event[i].name, m->event[i].name);
		assert_int_equal(user->event[i].code, m->event[i].code);
		assert_int_equal(user->event[i].counters, m->event[i].counters);
		if (i)
			assert_non_null(tally_event_find(user->monitor,
							 m->event[i].code));
	}
}

static bool has_metric(const struct catalog_monitor *m, const char *name)
{
	for (unsigned i = 0; i < m->metrics; i++)
		if (!strcmp(m->metric[i].name, name))
			return true;
	return false;
}

TEST_WITH(a_list_of_a_shipped_core_has_its_rows, set_up, tear_down)
{
	for (unsigned i = 0; i < sizeof shipped / sizeof *shipped; i++) {
		struct error err = { "" };
		char name[48];
		const struct catalog_monitor *m, *user;

		snprintf(name, sizeof name, "%s", shipped[i].word);
		for (char *at = name; *at; at++)
			*at = *at == '_' ? '-' : *at;
		m = monitor(name);
		write_list(m, shipped[i].part, shipped[i].v2, name);
		if (!user_core_add(path, &err))
			fail_msg("%s", err.text);
		snprintf(name, sizeof name, "user/%s", name_within(m->name));
		user = monitor(name);
		assert_same_events(m, user);
		for (unsigned k = 0; k < m->metrics; k++)
			if (!has_metric(user, m->metric[k].name))
				fail_msg("%s has not %s", name,
					 m->metric[k].name);
		assert_non_null(strstr(user->summary, "1 events without"));
		user_cores_free();
	}
}

/* A list to begin with is one that is read, with the rows of its model. */
TEST_WITH(a_list_to_begin_with_is_read, set_up, tear_down)
{
	static const char *const like[] = { "pmuv3", "cortex-x4", "neoverse-e1",
					    "cortex-a9", "cortex-r8" };
	struct error err = { "" };

	for (unsigned i = 0; i < sizeof like / sizeof *like; i++) {
		const struct catalog_monitor *m = monitor(like[i]);
		FILE *to = file("new.json");

		assert_true(user_core_new(to, "cortex-x99", m, &err));
		fclose(to);
		if (!user_core_add(path, &err))
			fail_msg("%s", err.text);
		if (m->monitor->counters <= 9) /* else six are taken */
			assert_same_events(m, monitor("user/cortex-x99"));
		else
			assert_int_equal(monitor("user/cortex-x99")->events,
					 m->events);
		user_cores_free();
	}
	assert_false(user_core_new(stderr, "Cortex X", monitor("pmuv3"), &err));
	assert_non_null(strstr(err.text, "is no name of a core"));
	assert_false(user_core_new(stderr, "x", monitor("arm1176"), &err));
	assert_non_null(strstr(err.text, "neither a PMUv3 nor ARMv7's"));
}

/* Without a part number it is any PMUv3 with so many counters. */
TEST_WITH(a_core_that_nobody_knows, set_up, tear_down)
{
	struct error err = { "" };
	const struct catalog_monitor *m = monitor("cortex-a73"), *user;

	write_list(m, 0, false, "Cortex X99 (new)");
	assert_true(user_core_add(path, &err));
	user = monitor("cortex-x99--new-");
	assert_string_equal(user->name, "user/cortex-x99--new-");
	assert_same_events(m, user);
	assert_int_equal(user->monitor->counters, 7);
	assert_string_equal(user->counter[6].name, "pmccntr");
	assert_false(user_core_add(path, &err));
	assert_non_null(strstr(err.text, "is there already"));
	write_list(monitor("cortex-a9"), 0xC77, true, "Krait");
	assert_false(user_core_add(path, &err));
	assert_non_null(strstr(err.text, ":5: of ARMv7 only lists of cores"));
}

/* ---- Linux's ------------------------------------------------------------- */

TEST_WITH(a_folder_of_linux_is_one_core, set_up, tear_down)
{
	struct error err = { "" };
	const struct catalog_monitor *user;
	const struct catalog_event *e;

	put("b.json", "[{\"EventCode\": \"0xC5\", \"EventName\": \"MINE\",\n"
		      "\"BriefDescription\": \"a\\u001b[31mb\"},\n"
		      "{\"MetricName\": \"m\", \"MetricExpr\": \"A / B\"}]");
	put("a.json", "[{\"ArchStdEvent\": \"L1D_CACHE\"},"
		      "{\"ArchStdEvent\": \"L1D_CACHE_REFILL\"},"
		      "{\"ArchStdEvent\": \"INST_RETIRED\"}]");
	if (!user_core_add(folder, &err))
		fail_msg("%s", err.text);
	user = monitor(strrchr(folder, '/') + 1);
	assert_int_equal(user->events, 5);
	e = catalog_event_named(user, "MINE");
	assert_non_null(e);
	assert_int_equal(e->code, 0xC5);
	assert_string_equal(e->title, "a?[31mb");
	e = catalog_event_named(user, "L1D_CACHE_REFILL");
	assert_int_equal(e->code, 3);
	assert_true(has_metric(user, "cpi"));
	assert_true(has_metric(user, "dcache_miss_rate") ||
		    has_metric(user, "l1d_miss_rate"));
	assert_null(user->cycles);
	assert_non_null(catalog_group(user, user->overview, &err));
}

TEST_WITH(a_name_is_looked_for_in_the_users_folder, set_up, tear_down)
{
	struct error err = { "" };
	char made[128];

	snprintf(made, sizeof made, "%s/tally", folder);
	assert_int_equal(mkdir(made, 0700), 0);
	snprintf(made, sizeof made, "%s/tally/cores", folder);
	assert_int_equal(mkdir(made, 0700), 0);
	put("tally/cores/big.json", "[{\"ArchStdEvent\": \"INST_RETIRED\"}]");
	put("tally/cores/bad.json", "[{\"ArchStdEvent\": \"NO_SUCH\"}]");
	setenv("XDG_DATA_HOME", folder, 1);
	user_cores_search();
	assert_string_equal(monitor("big")->name, "user/big");
	assert_string_equal(monitor("user/big")->name, "user/big");
	assert_null(catalog_monitor("bad", &err));
	assert_non_null(strstr(err.text, "NO_SUCH is no event that the "));
	assert_null(catalog_monitor("../cores/big", &err));
	assert_non_null(strstr(err.text, "no monitor is called"));
	catalog_find_others(NULL);
	unsetenv("XDG_DATA_HOME");
}

/* ---- bad files ----------------------------------------------------------- */

#define HEAD "{\"pmu_architecture\": \"pmuv3\", \"cpu\": \"X\",\n"
static const struct {
	const char *text, *says;
} bad[] = {
	{ "{\n\"a\": }", ":2: no JSON: " },
	{ "\"text\"", ":1: no JSON: " },
	{ "{}", ":1: `pmu_architecture` is not pmuv2 or pmuv3" },
	{ "{\"pmu_architecture\": \"pmuv9\"}", "is not pmuv2 or pmuv3" },
	{ HEAD "\"counters\": 77}",
	  ":2: `counters` is no number from 1 to 30" },
	{ HEAD "\"cpuid\":\n\"events\", \"events\": 1}",
	  ":3: `events` is no list" },
	{ HEAD "\"events\": []}", "no event with a name" },
	{ HEAD "\"refs\": [{}, {\"events\": [{}]}],\n\"events\": [\n"
	       "{\"name\": \"A\", \"code\": 1},\n{\"name\": 7, \"code\": 1}]}",
	  ":5: events, row 2: `name` is no name" },
	{ HEAD "\"events\": [\n{\"name\": \"A\\\"}{\", \"code\": 1}]}",
	  ":3: events, row 1: `name` is no name" },
	{ HEAD "\"events\": [\n{\"name\": \"A B\", \"code\": 1}]}",
	  ":3: events, row 1: `name` is no name" },
	{ HEAD "\"events\": [{\"name\": \"A\"}]}",
	  ":2: events, row 1, A: `code` is no number from 0 to 65534" },
	{ HEAD "\"events\": [{\"name\": \"A\", \"code\": 65535}]}",
	  "A: `code` is no number" },
	{ HEAD "\"events\": [{\"name\": \"A\", \"code\": -1}]}",
	  "A: `code` is no number" },
	{ HEAD "\"events\": [3]}", "events, row 1: no object" },
	{ HEAD "\"events\": [{\"name\": \"A\", \"code\": 1000},"
	       "{\"name\": \"a\", \"code\": 1001}]}",
	  "has two codes, 0x3e8 and 0x3e9" },
	{ "[\n\n{\"EventName\": \"A\", \"EventCode\": 17}]",
	  ":3: row 1, A: `EventCode` is no text with a number" },
	{ "[{\"EventName\": \"A\", \"EventCode\": \"0x1ffff\"}]",
	  ":1: row 1, A: `EventCode`" },
	{ "[{\"EventName\": \"A\"}]", "A: `EventCode`" },
	{ "[{}]", "row 1: neither EventName nor ArchStdEvent" },
	{ "[7]", "row 1: no object" },
	{ "[{\"ArchStdEvent\": \"\"}]", "`ArchStdEvent` is no name" },
	{ "[{\"ArchStdEvent\": \"NONE_SUCH\"}]", "give it an EventCode" },
	{ "[{\"ArchStdEvent\": \"A\", \"ArchStdEvent\": \"B\"}]",
	  "no JSON: duplicate" },
};

TEST_WITH(bad_files_say_where_and_what, set_up, tear_down)
{
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct error err = { "" };

		put("bad.json", bad[i].text);
		if (user_core_add(path, &err))
			fail_msg("taken: %s", bad[i].text);
		if (!strstr(err.text, bad[i].says) ||
		    strncmp(err.text, path, strlen(path)) != 0)
			fail_msg("%s\nand not %s", err.text, bad[i].says);
	}
	struct error err = { "" };

	assert_false(user_core_add("/nowhere/x.json", &err));
	assert_string_equal(err.text,
			    "/nowhere/x.json: No such file or directory");
	unlink(path);
	assert_false(user_core_add(folder, &err));
	assert_non_null(strstr(err.text, "no file NAME.json"));
}

TEST_WITH(without_memory_it_says_so, set_up, tear_down)
{
	bool failed = true;

	write_list(monitor("cortex-a35"), 0xD04, false, "x");
	for (unsigned nth = 1; failed; nth++) {
		struct error err = { "" };

		memory_fails_at(nth);
		const bool good = user_core_add(path, &err);

		failed = memory_failed();
		if (good == failed)
			fail_msg("the %uth: %d, %s", nth, good, err.text);
		if (failed && !strstr(err.text, "memory"))
			fail_msg("the %uth: %s", nth, err.text);
		user_cores_free();
	}
}
