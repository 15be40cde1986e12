/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes what `tally report` and `tally export` read (libFuzzer): whatever a
 * file holds, it is refused with a reason, or it can be printed in every form,
 * judged anew or exported, and written again.
 */
#include "fuzz_text.h"

#include "export/export.h"
#include "html/html.h"
#include "html/profile.h"
#include "record/document/file.h"
#include "report/profile.h"
#include "report/report.h"

static void print(const struct record *r, FILE *to)
{
	struct error err = { "" };

	report_text(to, r, true, true);
	report_csv(to, r);
	fuzz_require(record_write(to, r));
	fuzz_require(html_record(to, r));
	for (unsigned i = 0; i < PICTURES; i++)
		fuzz_require(html_picture(to, r, (enum html_picture)i, &err) ||
			     err.text[0]);
	for (unsigned i = 0; export_format_at(i); i++)
		fuzz_require(!export_format_at(i)->record ||
			     export_format_at(i)->record(to, r));
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

static void export_all(FILE *to, const struct sample *s)
{
	for (unsigned i = 0; export_format_at(i); i++)
		fuzz_require(!export_can(export_format_at(i), NULL, s) ||
			     export_format_at(i)->write(to, s, SAMPLE_NONE));
}

/* Nothing of this machine's belongs into what is fuzzed. */
static const struct source_places nowhere;

/* As a page, and held against itself. */
static void print_pages(FILE *to, const struct sample *s)
{
	struct sample_diff *d = sample_diff_make(s, s);

	fuzz_require(
		html_profile(to, s, 0, &nowhere, &(struct html_listings){ 0 }));
	fuzz_require(d != NULL);
	fuzz_require(html_profile_diff(
		to, d, &(struct profile_diff_print){ .forced = "" }));
	sample_diff_free(d);
}

static void use_profile(struct sample *s)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	fuzz_require(to != NULL);
	for (unsigned by = SAMPLE_FUNCTIONS; by <= SAMPLE_TASKS; by++) {
		const struct profile_view v = { .by = (enum sample_by)by };

		fuzz_require(report_profile_text(to, s, &v));
		fuzz_require(report_profile_csv(to, s, &v));
	}
	fuzz_require(report_profile_text(
		to, s, &(struct profile_view){ .inclusive = true }));
	fuzz_require(sample_write(to, s));
	print_pages(to, s);
	export_all(to, s);
	fclose(to);
	free(text);
	sample_free(s);
}

/* Takes the document. */
static void use_document(struct json_t *document)
{
	struct error err = { "" };
	struct sample *s = NULL;
	struct record *r = NULL;

	if (sample_is_document(document))
		s = sample_read(document, "it", &err);
	else
		r = record_of_document(document, "it", &err);
	fuzz_require(r || s || err.text[0]);
	if (r)
		use(r);
	if (s)
		use_profile(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	FILE *from = fmemopen(text, strlen(text), "r");
	struct error err = { "" };
	struct json_t *document =
		from ? record_document(from, "it", &err) : NULL;

	fuzz_require(document || !from || err.text[0]);
	if (document)
		use_document(document);
	if (from)
		fclose(from);
	free(text);
	return 0;
}
