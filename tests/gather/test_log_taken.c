/* SPDX-License-Identifier: MIT */
/*
 * From records of a log, put down by hand, to the profile of its samples and to
 * the record of its counts, against documents that were looked at.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gather/addends.h"
#include "gather/counted.h"
#include "gather/taken.h"
#include "record/document/file.h"
#include "report/page_fixture.h"
#include "run/program_image.h"
#include "test.h"

enum { CYCLES = 0xFFFE, INSTRUCTIONS = 7, MISSES = 11, UNKNOWN = 0x99 };

/* ---- logs -------------------------------------------------------------------
 */

static struct dump_row row[64];
static struct dump d;

static int begin(void **state)
{
	memset(row, 0, sizeof row);
	d = (struct dump){ .row = row, .starts = 1 };
	return set_up(state);
}

static void put(enum tally_log_kind kind, uint16_t source, uint32_t task,
		uint64_t a, uint64_t b)
{
	assert_true(d.rows < sizeof row / sizeof *row);
	row[d.rows] = (struct dump_row){
		(uint32_t)d.rows, (uint16_t)kind, source, task, a, b, ""
	};
	d.rows++;
}

static void put_text(enum tally_log_kind kind, uint32_t task, const char *text)
{
	put(kind, 0, task, 1, 1);
	snprintf(row[d.rows - 1].text, sizeof row->text, "%s", text);
}

static void set_up_slot(uint16_t slot, uint64_t code, uint64_t period)
{
	put(TALLY_LOG_SETUP, slot, 0, code, period);
}

static const struct taken_from file = { .target = "d.bin", .title = "a dump" };
static const struct taken_from board = { .target = "board:x",
					 .title = "board x",
					 .simulated = true,
					 .monitor = "arm1176",
					 .clock_hz = 1e6,
					 .clock_ratio = 2 };

static void tell_counts(const char *title, const struct taken_from *from)
{
	/* The catalogue tells these, or all records have them alike. */
	static const char *const without[] = {
		"notes",  "title",      "definition", "source",
		"better", "conditions", "evidence",   "headline",
		"schema", "tally",      "formula",    ""
	};
	struct error err = { "" };
	struct record *r = counted_record(&d, from, &err);
	char *text;
	size_t size;
	FILE *into;

	fprintf(to, "== %s\n", title);
	if (!r) {
		fprintf(to, "%s\n", err.text);
		return;
	}
	into = open_memstream(&text, &size);
	assert_non_null(into);
	assert_true(record_write(into, r));
	fclose(into);
	tell_rows(text, without);
	record_free(r);
}

static void tell_samples(const char *title, const struct taken_from *from)
{
	static const char *const without[] = { "program", "program_sha256",
					       "" };
	struct error err = { "" };
	struct sample *s = taken_profile(&d, from, &err);
	char *text;
	size_t size;
	FILE *into;

	fprintf(to, "== %s\n", title);
	if (!s) {
		fprintf(to, "%s\n", err.text);
		return;
	}
	into = open_memstream(&text, &size);
	assert_non_null(into);
	assert_true(sample_write(into, s));
	fclose(into);
	assert_string_equal(s->program,
			    from->program ? from->program->path : "?");
	if (from->program)
		assert_string_equal(s->sha256, from->program->sha256);
	else
		assert_null(s->sha256);
	tell_rows(text, without);
	sample_free(s);
}

/* ---- samples ----------------------------------------------------------------
 */

static void a_sample(uint16_t slot, uint32_t task, uint64_t pc, uint64_t events)
{
	put(TALLY_LOG_SAMPLE, slot, task, pc, events);
}

/* Before a setup, of two slots of one event, of another period, of an event
 * that nobody knows; too much for a sum; beyond 63 bits; of tasks, of which one
 * has a name, one has two and one is none's. */
static void put_samples(void)
{
	a_sample(0, 0, 0x8000, 5);
	set_up_slot(0, INSTRUCTIONS, 100);
	set_up_slot(3, INSTRUCTIONS, 100);
	set_up_slot(1, CYCLES, UINT64_MAX);
	set_up_slot(65535, UNKNOWN, 7);
	a_sample(0, 9, 0x8005, 101);
	a_sample(3, 2, 0x8005, 99);
	a_sample(1, 9, 0x9000, 1000);
	a_sample(65535, 0, 0x8005, 7);
	a_sample(1, 2, 0x9000, INT64_MAX);
	a_sample(1, 2, 0x9000, INT64_MAX - 1000);
	a_sample(0, 9, UINT64_C(1) << 63, 100);
	set_up_slot(0, INSTRUCTIONS, 200);
	a_sample(0, 7, 0x8005, 200);
	put_text(TALLY_LOG_TASK, 9, "was");
	put_text(TALLY_LOG_TASK, 5, "nobody's");
	put_text(TALLY_LOG_TASK, 9, "worker");
	put_text(TALLY_LOG_NAME, 2, "a region's");
}

/* A program of an ARM core, whose first bytes are those of its own file. */
static struct program *thumb(void)
{
	static const struct image_symbol symbol[] = {
		{ "main", 0x8000, 0x100 }, { "_Z4workv", 0x9000, 0x100 }
	};
	char path[] = "/tmp/tally-thumb-XXXXXX";
	const int fd = mkstemp(path);
	struct program *program;
	struct error err;

	assert_true(fd >= 0);
	close(fd);
	program_image_file(path, symbol, 2);
	program = program_open(path, EM_ARM, 32, false, &err);
	unlink(path);
	if (!program)
		fail_msg("%s", err.text);
	return program;
}

TEST_WITH(samples, begin, tear_down)
{
	struct taken_from from = file;
	struct program *program;

	tell_samples("nothing", &file);
	a_sample(0, 0, 0x8000, 5);
	tell_samples("no setup", &file);
	d.rows = 0;
	set_up_slot(0, INSTRUCTIONS, 100);
	tell_samples("no sample", &file);
	a_sample(0, 0, 0x8001, 5);
	tell_samples("no task, no monitor", &file);
	d.rows = 0;
	put_text(TALLY_LOG_MONITOR, 0, "of nobody");
	put_text(TALLY_LOG_MONITOR, 0, "arm1176");
	put_text(TALLY_LOG_MONITOR, 0, "pxa250");
	put_samples();
	d.lost = 10;
	d.nested = 200;
	d.damaged = 3000;
	tell_samples("all kinds", &board);
	from.program = program = thumb();
	tell_samples("of Thumb", &from);
	program_close(program);
	told_is("gather/hand_log_samples.txt");
}

/* ---- counts -----------------------------------------------------------------
 */

static void interval(uint16_t slot, uint32_t task, uint64_t count,
		     uint64_t time)
{
	put(TALLY_LOG_INTERVAL, slot, task, count, time);
}

static void region(uint16_t slot, uint32_t number, uint64_t count,
		   uint64_t calls)
{
	put(TALLY_LOG_REGION, slot, number, count, calls);
}

static void begin_counts(void)
{
	d.rows = 0;
	put_text(TALLY_LOG_MONITOR, 0, "arm1176");
	set_up_slot(0, CYCLES, 0);
	set_up_slot(1, INSTRUCTIONS, 0);
}

/* Two tasks and two regions, and a reset in the middle; a name before and one
 * behind what it is of. */
static void put_parts(void)
{
	put_text(TALLY_LOG_NAME, 4, "copy");
	interval(0, 0, 1000, 100);
	interval(1, 0, 300, 100);
	interval(0, 4, 1100, 200);
	interval(1, 4, 400, 200);
	interval(1, 8, 30, 200);
	region(0, 4, 50, 1);
	region(0, 4, 70, 1);
	region(0, 4, 60, 1);
	region(1, 4, 25, 1);
	region(0, 6, 500, 10);
	region(1, 6, 90, 12);
	put(TALLY_LOG_START, 0, 0, 2, 0);
	interval(0, 8, 900, 50);
	interval(1, 8, 200, 50);
	put_text(TALLY_LOG_TASK, 8, "late");
	put_text(TALLY_LOG_TASK, 4, "");
}

/* Two passes three times each, by numbers that are no order; what every pass
 * has is an anchor, and a metric has its first pass that has all. */
static void put_passes(void)
{
	for (unsigned repeat = 0; repeat < 3; repeat++) {
		put(TALLY_LOG_PASS, 9, 0, 0, 0);
		set_up_slot(1, INSTRUCTIONS, 0);
		interval(0, 0, 1000 + repeat, 1000);
		interval(1, 0, 400, 1000);
		put(TALLY_LOG_PASS, 2, 0, 0, 0);
		set_up_slot(1, MISSES, 0);
		interval(0, 0, 2000 + repeat, 1000);
		interval(1, 0, 30, 1000);
		interval(1, 0, 5, 1500);
	}
}

TEST_WITH(counts, begin, tear_down)
{
	static const struct program program = { .path = "p.elf",
						.sha256 = "0abc" };
	struct taken_from from = board;

	from.program = &program;
	begin_counts();
	put_parts();
	tell_counts("parts", &from);
	begin_counts();
	put_passes();
	tell_counts("passes", &file);
	told_is("gather/hand_log_counts.txt");
}

static void overflow(uint16_t slot, uint64_t so_far, uint64_t time)
{
	put(TALLY_LOG_OVERFLOW, slot, 0, so_far, time);
}

/* By a period, from the setup on; not known; of a slot whose counts are told;
 * more than a number holds; that fall. */
TEST_WITH(overflows, begin, tear_down)
{
	begin_counts();
	set_up_slot(1, INSTRUCTIONS, 1000);
	set_up_slot(2, MISSES, 0);
	set_up_slot(3, UNKNOWN, 10);
	overflow(1, 1, 100);
	overflow(2, 3, 100);
	interval(0, 0, 5, 200);
	overflow(0, 7, 200);
	overflow(1, 4, 300);
	overflow(3, 2, 300);
	overflow(1, 2, 400);
	overflow(1, 3, 500);
	set_up_slot(1, INSTRUCTIONS, 1000);
	overflow(1, 2, 600);
	overflow(5, 2, 600);
	d.lost = 10;
	d.nested = 200;
	d.damaged = 3000;
	tell_counts("overflows", &file);
	begin_counts();
	set_up_slot(1, INSTRUCTIONS, UINT64_C(1) << 62);
	overflow(1, 3, 1);
	overflow(1, 7, 2);
	tell_counts("too many", &file);
	told_is("gather/hand_log_overflows.txt");
}

TEST_WITH(what_has_no_name, begin, tear_down)
{
	assert_false(counted_any(&d));
	put(TALLY_LOG_SAMPLE, 0, 0, 1, 1);
	assert_false(counted_any(&d));
	interval(0, 0, 1, 1);
	assert_true(counted_any(&d));
	tell_counts("no monitor", &file);
	tell_counts("no setup", &board);
	begin_counts();
	set_up_slot(1, INSTRUCTIONS, 0);
	overflow(1, 5, 5);
	assert_true(counted_any(&d));
	tell_counts("no period", &file);
	d.rows = 0;
	set_up_slot(0, CYCLES, 0);
	interval(0, 0, 7, 1);
	tell_counts("before the monitor", &board);
	d.rows = 0;
	region(0, 1, 1, 1);
	assert_true(counted_any(&d));
	told_is("gather/hand_log_nameless.txt");
}
