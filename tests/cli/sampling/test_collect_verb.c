/* SPDX-License-Identifier: MIT */
/* `tally collect` of a file, from a log that the library wrote to what is
 * delivered. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tally/log.h>

#include "cli/cli.h"
#include "kernel/root_fixture.h"
#include "report/page_fixture.h"
#include "test.h"

enum { RECORDS = 16, BEFORE = 100, CYCLES = 0xFFFE };

static TALLY_LOG(kept, RECORDS);
static char dump[64], out[64];

static int begin(void **state)
{
	if (root_make(state))
		return 1;
	snprintf(dump, sizeof dump, "%s/dump.bin", root);
	snprintf(out, sizeof out, "%s/out", root);
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

TEST_WITH(samples, begin, end)
{
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

TEST_WITH(counts, begin, end)
{
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

/* cli_error() writes to standard error, which is caught in this text. */
static char said[1024];

static void collect_said(const char *option, int status, const char *words)
{
	char path[80];
	FILE *caught;
	const int kept_fd = dup(STDERR_FILENO);

	snprintf(path, sizeof path, "%s/said", root);
	caught = fopen(path, "w+");
	assert_non_null(caught);
	assert_true(kept_fd >= 0 && dup2(fileno(caught), STDERR_FILENO) >= 0);
	collect(option, status);
	assert_true(dup2(kept_fd, STDERR_FILENO) >= 0);
	close(kept_fd);
	rewind(caught);
	said[fread(said, 1, sizeof said - 1, caught)] = '\0';
	fclose(caught);
	(void)remove(path);
	if (!strstr(said, words))
		fail_msg("%s: %s is not in: %s", option, words, said);
}

static void fill_with_samples(unsigned samples)
{
	for (unsigned i = 0; i < samples; i++)
		(void)tally_log_write(&kept.log, TALLY_LOG_SAMPLE, 0, 0,
				      0x8000 + 4 * i, 1000);
}

/* A full log has the first samples, which are a choice of nobody's. */
TEST_WITH(full, begin, end)
{
	static const char *const forms[] = { "--csv", "--json", "--rows" };

	put(TALLY_LOG_SETUP, 0, 0, 7, 1000);
	fill_with_samples(RECORDS - 2);
	keep(0);
	collect("--csv", CLI_GOOD);
	fill_with_samples(5);
	keep(0);
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		collect_said(forms[i], CLI_FAILED,
			     "the log was full: what is here is of its first "
			     "16 records, 14 samples among them, and 5 that "
			     "came later are lost; give TALLY_LOG() more room, "
			     "or call tally_log_overwrite() to keep the "
			     "newest");
	collect("--json", CLI_FAILED);
	tell_json();
	told_is("cli/sampling/hand_collect_full.txt");
}

/* One that overwrites has the newest, by the setups of its beginning. */
TEST_WITH(recorder, begin, end)
{
	put(TALLY_LOG_SETUP, 0, 0, 7, 1000);
	assert_int_equal(tally_log_overwrite(&kept.log), TALLY_OK);
	fill_with_samples(100);
	keep(0);
	collect_said("--csv", CLI_GOOD,
		     "the log keeps the newest records, 14 samples among "
		     "them: 86 older ones were overwritten");
	collect("--json", CLI_GOOD);
	tell_json();
	told_is("cli/sampling/hand_collect_recorder.txt");
}

/* An event without samples is told, and is no column of zeroes. */
TEST_WITH(unsampled, begin, end)
{
	put(TALLY_LOG_SETUP, 0, 0, 7, 1000);
	put(TALLY_LOG_SETUP, 1, 0, 11, 0);
	fill_with_samples(3);
	put(TALLY_LOG_INTERVAL, 1, 0, 35134, 100);
	keep(0);
	collect("--json", CLI_GOOD);
	tell_json();
	told_is("cli/sampling/hand_collect_unsampled.txt");
}

/* Two logs in one memory: none is passed over, and each is to be had. */
TEST_WITH(two, begin, end)
{
	static const char *const at[] = { "--at=0x64", "--at=0x2a4" };
	FILE *file;

	put(TALLY_LOG_SETUP, 0, 0, 7, 1000);
	fill_with_samples(3);
	keep(0);
	assert_int_equal(tally_log_open(&kept.log, sizeof kept, false),
			 TALLY_OK);
	put(TALLY_LOG_SETUP, 0, 0, 7, 1000);
	fill_with_samples(9);
	file = fopen(dump, "a");
	assert_non_null(file);
	assert_int_equal(fwrite(&kept, sizeof kept, 1, file), 1);
	assert_int_equal(fclose(file), 0);
	collect_said("--csv", CLI_FAILED,
		     "there are 2 logs: 0x64 and 0x2a4; --at says which one "
		     "to collect, each into a file of its own");
	collect_said("--at=8", CLI_FAILED, "no log begins at byte 0x8");
	collect_said("--at=ring", CLI_USAGE,
		     "--at ring: in a dump a log is named by the byte where "
		     "it begins");
	for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
		collect(at[i], CLI_GOOD);
		tell_json();
	}
	told_is("cli/sampling/hand_collect_two.txt");
}
