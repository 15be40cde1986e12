/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes what `tally collect` makes of a log (libFuzzer): records whose checks
 * are right, and which say anything: first the monitor, then a row for each
 * ROW bytes.
 */
#include "fuzz_text.h"

#include <stdlib.h>

#include "gather/counted.h"
#include "gather/taken.h"
#include "record/record.h"

enum { ROW = 8, MOST = 4096 };

/* Small numbers, and some that are as large as can be. */
static uint64_t number(uint8_t byte)
{
	return byte < 0xF0 ? byte : UINT64_MAX >> (byte & 15) * 4;
}

static void name(char *text, size_t size, uint8_t byte)
{
	static const char *const names[] = {
		"arm1176", "worker", "", "pxa250", "a\x1b[0m", "cortex_a8"
	};

	(void)snprintf(text, size, "%s",
		       names[byte % (sizeof names / sizeof *names)]);
}

static void fill(struct dump_row *row, const uint8_t *from, uint32_t at)
{
	*row = (struct dump_row){
		.number = at,
		.kind = from[0] % (TALLY_LOG_NAME + 2),
		.source = from[1] < 0xF8 ? from[1] % 4 : UINT16_MAX,
		.task = (uint32_t)number(from[2]),
		.a = number(from[3]) << (from[4] & 7),
		.b = number(from[5]) << (from[6] & 7),
	};
	if (row->kind == TALLY_LOG_MONITOR || row->kind == TALLY_LOG_TASK ||
	    row->kind == TALLY_LOG_NAME)
		name(row->text, sizeof row->text, from[7]);
}

static void use_profile(const struct dump *d, const struct taken_from *from)
{
	struct error err = { "" };
	struct sample *s = taken_profile(d, from, &err);
	struct sample_table t;

	fuzz_require(s || err.text[0]);
	if (!s)
		return;
	fuzz_require(sample_rows(s, SAMPLE_FUNCTIONS, false, &t));
	sample_table_free(&t);
	fuzz_require(sample_rows(s, SAMPLE_TASKS, false, &t));
	sample_table_free(&t);
	if (sample_has_tasks(s))
		fuzz_require(sample_of_task(s, "worker", &err) || err.text[0]);
	sample_free(s);
}

static void use_record(const struct dump *d, const struct taken_from *from)
{
	struct error err = { "" };
	struct record *r =
		counted_any(d) ? counted_record(d, from, &err) : NULL;

	fuzz_require(r || err.text[0] || !counted_any(d));
	record_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct taken_from from = { .target = "dump", .title = "dump" };
	struct dump d = { .starts = 1 };

	if (size <= ROW || size / ROW > MOST)
		return 0;
	from.monitor = data[0] & 1 ? "pxa250" : NULL;
	from.clock_hz = data[0] & 2 ? 1e8 : 0;
	d.lost = data[0] & 4;
	d.row = calloc(size / ROW, sizeof *d.row);
	fuzz_require(d.row != NULL);
	for (size_t at = 1; at + ROW <= size; at += ROW) {
		fill(&d.row[d.rows], data + at, (uint32_t)d.rows);
		d.rows++;
	}
	use_profile(&d, &from);
	use_record(&d, &from);
	free(d.row);
	return 0;
}
