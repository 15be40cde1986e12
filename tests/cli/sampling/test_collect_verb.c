/* SPDX-License-Identifier: MIT */
/* `tally collect` of a file, from a log that the library wrote to what is
 * delivered. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include <tally/log.h>

#include "cli/cli.h"
#include "perf/root_fixture.h"
#include "report/page_fixture.h"

enum { RECORDS = 16, BEFORE = 100, CYCLES = 0xFFFE };

static TALLY_LOG(kept, RECORDS);
static char dump[64], out[64];

static int begin(void **state)
{
	if (root_make(state))
		return 1;
	snprintf(dump, sizeof dump, "%s/dump.bin", root);
	snprintf(out, sizeof out, "%s/out.json", root);
	assert_int_equal(tally_log_open(&kept.log, sizeof kept, false),
			 TALLY_OK);
	return set_up(state);
}

static int end(void **state)
{
	return tear_down(state) || root_remove(state);
}

static void put(enum tally_log_kind kind, uint16_t source, uint32_t task,
		uint64_t a, uint64_t b)
{
	assert_true(tally_log_write(&kept.log, kind, source, task, a, b));
}

/* Memory in which the log is somewhere. */
static void keep(size_t cut)
{
	static const char before[BEFORE];
	FILE *file = fopen(dump, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(before, BEFORE, 1, file), 1);
	assert_int_equal(fwrite(&kept, sizeof kept - cut, 1, file), 1);
	assert_int_equal(fclose(file), 0);
}

static void collect(const char *option, int status)
{
	const char *word[] = { "collect", "-o", out, option, dump, NULL };

	optind = 0;
	(void)remove(out);
	assert_int_equal(verb_collect(5, (char **)(uintptr_t)word), status);
	fprintf(to, "== %s\n", option);
}

static void tell_text(void)
{
	FILE *file = fopen(out, "r");
	int c;

	assert_non_null(file);
	while ((c = getc(file)) != EOF)
		if (c != '\r')
			putc(c, to);
	fclose(file);
}

static void tell_json(void)
{
	static const char *const without[] = {
		"notes",      "title",    "definition", "source", "better",
		"conditions", "evidence", "headline",   "tally",  "formula",
		"metrics",    "target",   "command",    ""
	};
	char *text = calloc(1, 65536);
	FILE *file = fopen(out, "r");

	assert_non_null(text);
	assert_non_null(file);
	assert_true(fread(text, 1, 65535, file) > 0);
	fclose(file);
	tell_rows(text, without);
}

static void samples(void **state)
{
	(void)state;
	assert_true(
		tally_log_text(&kept.log, TALLY_LOG_MONITOR, 0, 0, "arm1176"));
	put(TALLY_LOG_SETUP, 1, 0, 7, 1000);
	put(TALLY_LOG_SAMPLE, 1, 4, 0x8000, 1001);
	put(TALLY_LOG_SAMPLE, 1, 5, 0x8004, UINT64_C(1) << 40);
	assert_true(tally_log_text(&kept.log, TALLY_LOG_TASK, 0, 4, "a,\"b\""));
	put((enum tally_log_kind)11, 2, 3, 0, 0);
	put((enum tally_log_kind)77, 2, 3, 0, 0);
	keep(0);
	collect("--rows", CLI_GOOD);
	tell_text();
	collect("--csv", CLI_GOOD);
	tell_text();
	collect("--json", CLI_GOOD);
	tell_json();
	collect("--task=4", CLI_GOOD);
	tell_json();
	/* The memory ends within the last records. */
	keep(sizeof(struct tally_log_record) * (RECORDS - 4));
	collect("--max-rows=5", CLI_GOOD);
	tell_json();
	collect("--counts", CLI_FAILED);
	keep(sizeof kept - 60);
	collect("--json", CLI_FAILED);
	told_is("cli/sampling/hand_collect_samples.txt");
}

static void counts(void **state)
{
	(void)state;
	assert_true(
		tally_log_text(&kept.log, TALLY_LOG_MONITOR, 0, 0, "arm1176"));
	put(TALLY_LOG_SETUP, 0, 0, CYCLES, 0);
	put(TALLY_LOG_INTERVAL, 0, 0, 500, 1000);
	put(TALLY_LOG_INTERVAL, 0, 0, 600, 2000);
	keep(0);
	collect("--rows", CLI_GOOD);
	tell_text();
	collect("--json", CLI_GOOD);
	tell_json();
	put(TALLY_LOG_INTERVAL, 5, 0, 600, 2000);
	keep(0);
	collect("--max-rows=5", CLI_FAILED);
	tell_json();
	/* With a sample besides, it is what was sampled, unless it is asked. */
	put(TALLY_LOG_SAMPLE, 0, 0, 0x8000, 1001);
	keep(0);
	collect("--json", CLI_GOOD);
	tell_json();
	collect("--counts", CLI_FAILED);
	tell_json();
	told_is("cli/sampling/hand_collect_counts.txt");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(samples, begin, end),
		cmocka_unit_test_setup_teardown(counts, begin, end),
	};

	return cmocka_run_group_tests_name("collect", tests, NULL, NULL);
}
