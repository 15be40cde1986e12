/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes what `tally compute` reads (libFuzzer): the first byte chooses the
 * monitor, the first line is an argument, the others are a log.
 */
#include "fuzz_text.h"

#include "gather/counts.h"

static void argument(struct counts *c, const char *text)
{
	struct error err = { "" };

	fuzz_require(counts_argument(c, text, &err) || err.text[0]);
}

static void log_of(struct counts *c, char *text)
{
	struct error err = { "" };
	FILE *from = fmemopen(text, strlen(text), "r");

	if (!from)
		return;
	fuzz_require(counts_read(c, from, &err) || err.text[0]);
	fclose(from);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned monitors;
	const struct catalog_monitor *const *m = catalog_monitors(&monitors);
	struct counts counts = { 0 };
	char *text, *rest;

	if (size == 0)
		return 0;
	counts.monitor = m[data[0] % monitors];
	text = fuzz_text(data + 1, size - 1);
	rest = strchr(text, '\n');
	if (rest)
		*rest++ = '\0';
	argument(&counts, text);
	if (rest)
		log_of(&counts, rest);
	(void)counts_given(&counts, text);
	counts_free(&counts);
	free(text);
	return 0;
}
