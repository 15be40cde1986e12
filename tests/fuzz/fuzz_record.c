/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes what `tally report` reads (libFuzzer): whatever a file holds, it is
 * refused with a reason, or it can be printed in every form, judged anew and
 * written again.
 */
#include "fuzz_text.h"

#include "record/file.h"
#include "report/report.h"

static void print(const struct record *r, FILE *to)
{
	report_text(to, r, true);
	report_csv(to, r);
	fuzz_require(record_write(to, r));
}

static void use(struct record *r)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	fuzz_require(to != NULL);
	print(r, to);
	if (r->counts) {
		fuzz_require(record_judge_again(r, to));
		print(r, to);
	}
	fclose(to);
	free(text);
	record_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	FILE *from = fmemopen(text, strlen(text), "r");
	struct error err = { "" };
	struct record *r = from ? record_read(from, "it", &err) : NULL;

	fuzz_require(r || !from || err.text[0]);
	if (r)
		use(r);
	if (from)
		fclose(from);
	free(text);
	return 0;
}
