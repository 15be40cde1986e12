/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes logs in memory (libFuzzer): any bytes as a dump, and as the memory of
 * a log that is kept over a reset.  What is told adds up.
 */
#include "fuzz_text.h"

#include <stdlib.h>

#include "dump/dump.h"

static void read_it(const uint8_t *data, size_t size)
{
	struct error err = { "" };
	struct dump *d = dump_read(data, size, &err);

	fuzz_require(d || err.text[0]);
	if (!d)
		return;
	fuzz_require(d->rows <= size / TALLY_LOG_RECORD);
	fuzz_require(d->cut <= d->damaged || d->damaged == 1);
	for (size_t i = 0; i < d->rows; i++)
		fuzz_require(!d->row[i].text[TALLY_LOG_TEXT]);
	dump_free(d);
}

/* The firmware's side of it, in memory of its own. */
static void keep_it(const uint8_t *data, size_t size)
{
	struct tally_log *log = malloc(size + 4);
	struct tally_log_entry entry;
	unsigned taken = 0;

	if (!log)
		return;
	memcpy(log, data, size);
	if (tally_log_open(log, size, true) == TALLY_OK) {
		(void)tally_log_write(log, TALLY_LOG_SAMPLE, 1, 2, 3, 4);
		read_it((const uint8_t *)log, size);
		while (tally_log_take(log, &entry))
			taken++;
		fuzz_require(taken <= size / TALLY_LOG_RECORD);
	}
	free(log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_it(data, size);
	if (size >= TALLY_LOG_HEADER)
		keep_it(data, size);
	return 0;
}
