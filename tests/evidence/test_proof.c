/* SPDX-License-Identifier: MIT */
/* Proofs as lines: written, found again, and damaged in every place. */
#include "evidence/proof.h"

#include <stdlib.h>
#include <string.h>

#include <tally/log.h>

#include "dump/dump.h"
#include "test.h"

static const struct proof head = { .monitor = "arm1176",
				   .version = "1.2.3",
				   .by = "kit",
				   .where = "bench-7",
				   .core = 0x410fb767 };
static const struct proof_row row[] = {
	{ .check = "known",
	  .what = "instr_exec of 16 loads",
	  .counts = true,
	  .least = 16,
	  .most = 16,
	  .counted = 16 },
	{ .outcome = PROOF_NOT_OK,
	  .check = "known",
	  .what = "br_exec of 16 loads",
	  .counts = true,
	  .counted = 1 },
	{ .check = "wrap",
	  .what = "CYCLES of 16 loads",
	  .counts = true,
	  .least = 16,
	  .most = 4000,
	  .counted = UINT64_MAX },
	{ .outcome = PROOF_SKIPPED,
	  .check = "irq",
	  .what = "overflow calls its handler",
	  .why = "no handler in this kit" },
	{ .check = "select", .what = "a counter # takes its event" },
};
enum { ROWS = sizeof row / sizeof *row };

static struct proofs found;
static struct error err;

static char *written(void)
{
	struct proof_writer w;
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	proof_begin(&w, to, &head);
	for (unsigned i = 0; i < ROWS; i++)
		proof_add(&w, &row[i]);
	proof_end(&w);
	assert_int_equal(fclose(to), 0);
	return text;
}

static void read_text(const char *text, size_t size)
{
	FILE *from = fmemopen((void *)(uintptr_t)text, size, "r");

	assert_non_null(from);
	assert_true(proofs_read(&found, from, false, &err));
	fclose(from);
}

TEST(what_was_written_is_found)
{
	char *text = written();
	const struct proof *p;

	read_text(text, strlen(text));
	assert_int_equal(found.count, 1);
	assert_int_equal(found.stray, 0);
	p = found.proof;
	assert_true(p->whole && p->ended);
	assert_string_equal(p->monitor, "arm1176");
	assert_string_equal(p->version, "1.2.3");
	assert_string_equal(p->by, "kit");
	assert_string_equal(p->where, "bench-7");
	assert_int_equal(p->core, 0x410fb767);
	assert_int_equal(p->rows, ROWS);
	assert_int_equal(p->ok, 3);
	assert_int_equal(p->not_ok, 1);
	assert_int_equal(p->skipped, 1);
	for (unsigned i = 0; i < ROWS; i++) {
		assert_int_equal(p->row[i].number, i + 1);
		assert_int_equal(p->row[i].outcome, row[i].outcome);
		assert_string_equal(p->row[i].check, row[i].check);
		assert_string_equal(p->row[i].why, row[i].why);
		assert_int_equal(p->row[i].counts, row[i].counts);
		assert_int_equal(p->row[i].least, row[i].least);
		assert_int_equal(p->row[i].most, row[i].most);
		assert_int_equal(p->row[i].counted, row[i].counted);
	}
	assert_string_equal(p->row[0].what, row[0].what);
	assert_string_equal(p->row[4].what, "a counter / takes its event");
	proofs_free(&found);
	free(text);
}

/* A text by hand, whose sums are another program's. */
TEST(a_text_that_was_not_written_here)
{
	static const char text[] =
		"U-Boot 2023.01\r\n"
		"[00:01] TAP version 13 *4516d3a1\r\n"
		"ok 1 - of somebody else\r\n"
		"# tally proof 1 monitor=pxa250 version=1 by=kit on=69052100"
		" where=elsewhere *648c25c8\r\n"
		"[00:02] ok 1 - known: CYCLES of 16 loads # least 16 most 4000"
		" counted 31 *adc0a3f1\r\n"
		"1..1 *01d92224\r\n"
		"# end 1 lines, 1 ok, 0 not ok, 0 skipped, all *0e71d743"
		" *88a765cb\r\n";

	read_text(text, sizeof text - 1);
	assert_int_equal(found.count, 1);
	assert_true(found.proof->whole);
	assert_int_equal(found.proof->row[0].counted, 31);
	proofs_free(&found);
}

/* Each byte, changed in each of three ways: it is never whole, unless what was
 * changed stands between two lines. */
TEST(no_changed_byte_goes_unseen)
{
	char *text = written();
	const size_t size = strlen(text);

	for (size_t at = 0; at < size; at++)
		for (unsigned way = 0; way < 3; way++) {
			const char was = text[at];

			text[at] = (char)(way == 0   ? was ^ 1
					  : way == 1 ? ' '
						     : '\n');
			if (text[at] == was)
				continue;
			read_text(text, size);
			if (was != '\n' && found.count && found.proof->whole)
				fail_msg("byte %zu as 0x%02x: whole", at,
					 (unsigned char)text[at]);
			proofs_free(&found);
			text[at] = was;
		}
	free(text);
}

static const char *damage(void)
{
	static char said[120];

	assert_int_equal(found.count, 1);
	assert_false(found.proof->whole);
	proof_damage(found.proof, said, sizeof said);
	return said;
}

/* Cut after each byte: it has its end only with the last one. */
TEST(a_text_that_is_cut)
{
	char *text = written();
	const size_t size = strlen(text);

	for (size_t n = 1; n < size - 1; n++) {
		read_text(text, n);
		assert_true(!found.count || !found.proof->whole);
		if (found.count)
			assert_non_null(strstr(damage(), "its end is missing"));
		proofs_free(&found);
	}
	free(text);
}

static void without_line(unsigned number, bool twice)
{
	char *text = written(), *at = text, *end;
	char *changed = malloc(2 * strlen(text) + 1);

	assert_non_null(changed);
	while (number--)
		at = strchr(at, '\n') + 1;
	end = strchr(at, '\n') + 1;
	snprintf(changed, 2 * strlen(text) + 1, "%.*s%.*s%s", (int)(at - text),
		 text, twice ? 2 * (int)(end - at) : 0, at, end);
	read_text(changed, strlen(changed));
	free(changed);
	free(text);
}

TEST(a_line_that_is_missing)
{
	without_line(3, false);
	assert_string_equal(damage(),
			    "1 results are missing, and 0 lines are damaged");
	proofs_free(&found);
	without_line(7, false);
	assert_string_equal(
		damage(), "its lines are not those that its last one sums up");
	proofs_free(&found);
}

TEST(two_proofs_in_one_text)
{
	char *text = written();
	char *both = malloc(2 * strlen(text) + 1);

	assert_non_null(both);
	sprintf(both, "%s%s", text, text);
	read_text(both, strlen(both));
	assert_int_equal(found.count, 2);
	assert_true(found.proof[0].whole && found.proof[1].whole);
	proofs_free(&found);
	free(both);
	free(text);
}

TEST(results_that_contradict_each_other)
{
	char *text = written(), *again = NULL, *both;
	struct proof_writer w;
	struct proof_row other = row[0];
	size_t size;
	FILE *to = open_memstream(&again, &size);

	assert_non_null(to);
	other.counted = 17;
	proof_begin(&w, to, &head);
	proof_add(&w, &other);
	assert_int_equal(fclose(to), 0);
	both = malloc(strlen(text) + size + 1);
	assert_non_null(both);
	/* Its third line, behind the whole text without its last two. */
	*strstr(text, "1..5") = '\0';
	sprintf(both, "%s%s", text, strstr(again, "ok 1"));
	read_text(both, strlen(both));
	assert_non_null(strstr(damage(), "came twice"));
	assert_int_equal(found.flaw[0].kind, FLAW_TWICE);
	assert_int_equal(found.flaw[0].line, 8);
	proofs_free(&found);
	free(both);
	free(again);
	free(text);
}

/* ---- other output between, before and within lines ----------------------- */

static void read_lines(const char *form)
{
	char *text = written(), *at = text, *to = NULL;
	size_t size;
	FILE *out = open_memstream(&to, &size);

	assert_non_null(out);
	while (*at) {
		char *end = strchr(at, '\n');
		const int half = (int)(end - at) / 2;

		fprintf(out, form, half, at, (int)(end - at) - half, at + half);
		at = end + 1;
	}
	assert_int_equal(fclose(out), 0);
	read_text(to, size);
	free(to);
	free(text);
}

TEST(lines_among_others)
{
	static const char *const form[] = {
		"%.*s%.*s\r\n",
		"[ 1.2] usb 1: *abc %.*s%.*s\n",
		"%.*s%.*s[ 1.2] usb *0000\n", /* no newline yet */
		"%.*s%.*s ",                  /* all in one line */
		"\r%.*s%.*s\r\r\n",
		"%.*s\n%.*s\n",
		"> %.*s\r\n%.*s\r\n",
		"%.*s\n[ 1.2] usb 1: ok 1 - x: y\n%.*s\n",
	};

	for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
		read_lines(form[i]);
		assert_int_equal(found.count, 1);
		if (!found.proof->whole || found.proof->rows != ROWS)
			fail_msg("form %zu: not whole", i);
		proofs_free(&found);
	}
}

TEST(bytes_of_zero_are_noise)
{
	char *text = written();
	const size_t size = strlen(text);
	char *noisy = calloc(1, size + 3);

	assert_non_null(noisy);
	memcpy(noisy + 3, text, size);
	read_text(noisy, size + 3);
	assert_true(found.count == 1 && found.proof->whole);
	proofs_free(&found);
	free(noisy);
	free(text);
}

static const char *flaw(size_t number)
{
	static char said[120];

	assert_in_range(number, 0, found.flaws - 1);
	proof_flaw_text(&found.flaw[number], said, sizeof said);
	return said;
}

TEST(what_is_wrong_is_told_by_line)
{
	char *text = written(), *at;

	at = strstr(text, "16 counted 16");
	*at = '9';
	read_text(text, strlen(text));
	assert_int_equal(found.flaws, 2);
	assert_string_equal(
		flaw(0), "line 3 is damaged: its check sum is of other words");
	assert_string_equal(flaw(1), "result 1 is missing behind line 2");
	proofs_free(&found);
	*at = '1';
	at = strstr(text, "ok 3 - ");
	memset(at, '\n', (size_t)(strstr(text, "ok 5 - ") - at));
	read_text(text, strlen(text));
	assert_int_equal(found.flaws, 1);
	assert_string_equal(flaw(0),
			    "results 3 to 4 are missing behind line 4");
	proofs_free(&found);
	free(text);
}

/* The blank behind the colon is that before the '#', too. */
TEST(a_result_that_says_nothing)
{
	static const char text[] =
		"TAP version 13 *4516d3a1\n"
		"# tally proof 1 monitor=pxa250 version=1 by=kit on=69052100"
		" where=elsewhere *648c25c8\n"
		"ok 1 - known: # expected 1 counted 1 *9d6e9baf\n";

	read_text(text, sizeof text - 1);
	assert_int_equal(found.proof->rows, 1);
	assert_string_equal(found.proof->row->what, "");
	assert_int_equal(found.proof->row->counted, 1);
	proofs_free(&found);
}

/* ---- logs ---------------------------------------------------------------- */

static union {
	struct tally_log log;
	uint8_t bytes[TALLY_LOG_HEADER + 8 * TALLY_LOG_RECORD];
} kept;

static void put_letter(void *ctx, char c)
{
	fputc(c, ctx);
}

static char *printed(unsigned samples)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	assert_int_equal(tally_log_open(&kept.log, sizeof kept, false),
			 TALLY_OK);
	while (samples--)
		assert_true(tally_log_write(&kept.log, TALLY_LOG_SAMPLE, 0, 7,
					    0x8000 + samples, 100));
	assert_true(tally_log_print(&kept.log, put_letter, to));
	assert_int_equal(fclose(to), 0);
	return text;
}

TEST(a_log_that_was_printed_is_the_same)
{
	for (unsigned samples = 0; samples < 8; samples++) {
		char *text = printed(samples);

		read_text(text, strlen(text));
		assert_int_equal(found.logs, 1);
		assert_int_equal(found.flaws, 0);
		assert_true(found.log->whole);
		assert_int_equal(found.log->size, sizeof kept);
		assert_int_equal(found.log->lines, 3 + samples);
		/* A record that was never written is printed as zeroes. */
		for (unsigned i = 1 + samples; i < 8; i++)
			memset((void *)(uintptr_t)&kept.log.record[i], 0,
			       TALLY_LOG_RECORD);
		assert_memory_equal(found.log->bytes, kept.bytes, sizeof kept);
		proofs_free(&found);
		free(text);
	}
}

TEST(no_changed_byte_of_a_log_goes_unseen)
{
	char *text = printed(3);
	const size_t size = strlen(text);

	for (size_t at = 0; at < size; at++) {
		const char was = text[at];

		if (was == '\n')
			continue;
		text[at] = (char)(was ^ 1);
		read_text(text, size);
		if (found.logs && found.log->whole)
			fail_msg("byte %zu: whole", at);
		proofs_free(&found);
		text[at] = was;
	}
	for (size_t n = 1; n < size - 1; n++) {
		read_text(text, n);
		assert_true(!found.logs || !found.log->whole);
		proofs_free(&found);
	}
	free(text);
}

TEST(what_is_left_of_a_log_is_told)
{
	char *text = printed(4), *at = strstr(text, "log 4 ");
	struct dump *d;

	memset(at, '\n', (size_t)(strstr(text, "log 6 ") - at));
	read_text(text, strlen(text));
	assert_true(found.log->ended && !found.log->whole);
	assert_int_equal(found.flaws, 1);
	assert_string_equal(
		flaw(0), "of the log, lines 4 to 5 are missing behind line 4");
	d = dump_read(found.log->bytes, found.log->size, &err);
	assert_non_null(d);
	assert_int_equal(d->rows, 3);
	assert_int_equal(d->damaged, 2);
	dump_free(d);
	proofs_free(&found);
	free(text);
}

TEST(a_log_whose_header_is_damaged_is_not_printed)
{
	char *text = printed(1);

	kept.log.magic[1] ^= 1;
	assert_false(tally_log_print(&kept.log, put_letter, NULL));
	kept.log.magic[1] ^= 1;
	kept.log.records *= 2;
	assert_false(tally_log_print(&kept.log, put_letter, NULL));
	free(text);
}
