/* SPDX-License-Identifier: MIT */
/*
 * Whole pages of documents made by hand, but for their style and the document
 * that is in each, against pages that were looked at.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "html/diff.h"
#include "html/html.h"
#include "html/inner.h"
#include "html/profile.h"
#include "record/document/file.h"
#include "report/page_fixture.h"
#include "test.h"

static char *page;
static size_t page_size;
static FILE *out;

static void page_begin(void)
{
	out = open_memstream(&page, &page_size);
	assert_non_null(out);
}

/* A number with no more digits than any compiler's arithmetic agrees on. */
static const char *tell_number(const char *at)
{
	char *end;
	const double value = strtod(at, &end);

	fprintf(to, "%.9g", value);
	return end;
}

/* Without what is between these two. */
static const char *past(const char *at, const char *begin, const char *end)
{
	const char *inside = strchr(at, '>');

	if (strncmp(at, begin, strlen(begin)) || !inside)
		return at;
	fprintf(to, "%.*s", (int)(inside + 1 - at), at);
	return strstr(inside, end);
}

/* Of the script, which changes without the pages. */
static const char *past_hash(const char *at)
{
	static const char hash[] = "sha256-";

	if (strncmp(at, hash, sizeof hash - 1))
		return at;
	fputs(hash, to);
	return strchr(at, '\'');
}

static void page_end(const char *title, bool good)
{
	static const char number[] = "<data value=\"";

	assert_true(good);
	fclose(out);
	fprintf(to, "== %s\n", title);
	for (const char *at = page; *at;) {
		if (*at == '<') {
			at = past(at, "<style", "</style>");
			at = past(at, "<script", "</script>");
			assert_non_null(at);
		}
		at = past_hash(at);
		if (strncmp(at, number, strlen(number)) == 0) {
			fputs(number, to);
			at = tell_number(at + strlen(number));
		} else {
			putc(*at++, to);
		}
	}
	free(page);
}

static void tell_record(const char *name)
{
	struct record *r = record_of(name);

	page_begin();
	page_end(name, html_record(out, r));
	record_free(r);
}

CASE(records)
{
	tell_record("record/hand.json");
	tell_record("record/hand_log.json");
	told_is("html/hand_records.txt");
}

CASE(records_of_parts)
{
	tell_record("record/hand_parts.json");
	tell_record("record/hand_linux.json");
	told_is("html/hand_parts.txt");
}

/* A picture, or why there is none. */
static void tell_picture(const struct record *r, unsigned which)
{
	struct error err = { "" };
	bool good;

	page_begin();
	good = html_picture(out, r, (enum html_picture)which, &err);
	page_end(html_picture_name(which), good == !err.text[0]);
	fprintf(to, "%s\n", err.text);
}

static void tell_pictures(struct record *r)
{
	for (unsigned i = 0; html_picture_name(i); i++)
		tell_picture(r, i);
	record_free(r);
}

/* A record of a core's cycles: instructions and waits are a part of them. */
static struct record *durations(void)
{
	struct record *r = record_of("record/hand_parts.json");

	measure(r, 0);
	r->monitor[0].layers = NULL;
	r->event[0].code = TALLY_EVENT_CYCLES;
	r->event[0].kind = r->event[1].kind = EVENT_DURATION;
	return r;
}

CASE(pictures)
{
	struct record *r = record_of("record/hand_parts.json");

	assert_null(html_picture_name(PICTURES));
	tell_pictures(record_of("record/hand.json"));
	for (unsigned i = 0; i < r->metrics; i++)
		r->metric[i].direction =
			i % 2 ? DIRECTION_LOWER : DIRECTION_HIGHER;
	tell_pictures(r);
	r = durations();
	tell_picture(r, PICTURE_GANTT);
	/* A part may be as long as all cycles, and no longer. */
	r->event[1].reading.value = r->event[0].reading.value;
	tell_picture(r, PICTURE_GANTT);
	page_begin();
	html_pictures_print(out, r);
	page_end("in a page", html_pictures_any(r));
	r->event[1].reading.value += 1;
	tell_picture(r, PICTURE_GANTT);
	/* Cycles that were none are not what others are a part of. */
	r->event[0].reading.value = 0;
	tell_picture(r, PICTURE_GANTT);
	r->event[1].code = TALLY_EVENT_CYCLES;
	tell_picture(r, PICTURE_GANTT);
	record_free(r);
	told_is("html/hand_pictures.txt");
}

/* Each by itself is something to tell of. */
CASE(checks)
{
	struct record_identity two[] = {
		{ .text = "it is not asked", .formula = "a - b" },
		{ .text = "it may be", .formula = "b - a", .value = 2 },
	};
	const struct record_truth truth = { .event = "", .name = "row" };
	struct record *r = record_of("record/hand.json");

	r->identities = r->truths = 0;
	r->monitor[0].writes = r->monitor[1].writes = 0;
	assert_false(html_checks_any(r));
	for (unsigned writes = 1; writes < 3; writes++) {
		r->monitor[1] = r->monitor[0];
		r->monitor[1].writes = writes;
		r->monitor[1].wrote = "EC0";
		r->monitor[1].where = "0x8000";
		page_begin();
		html_checks_print(out, r);
		page_end("written", html_checks_any(r));
	}
	r->monitor[1].writes = 0;
	r->identity = two;
	r->identities = 2;
	assert_false(html_checks_any(r));
	two[1].unjudged = "an edge cut it";
	page_begin();
	html_checks_print(out, r);
	page_end("unjudged", html_checks_any(r));
	two[1].unjudged = NULL;
	two[0].checked = true;
	page_begin();
	html_checks_print(out, r);
	page_end("checked", html_checks_any(r));
	two[0].checked = false;
	r->truth = (struct record_truth *)(uintptr_t)&truth;
	r->truths = 1;
	page_begin();
	html_checks_print(out, r);
	page_end("a ledger", html_checks_any(r));
	record_free(r);
	told_is("html/hand_checks.txt");
}

/* From the least to the most of each; one that has no number is no line. */
CASE(over_time)
{
	struct record *r = record_of("record/hand_log.json");
	const unsigned n = r->series.intervals;

	r->metrics = 0;
	for (unsigned i = 0; i < n; i++) {
		r->series.count[i] = 500 + 10 * i;
		r->series.count[n + i] = RECORD_LOST;
		r->series.count[2 * n + i] = 90 - i;
	}
	for (unsigned i = 0; i < 3; i++) {
		r->event[i].reading = r->event[0].reading;
		r->event[i].asked = ASKED_BY_NAME;
	}
	page_begin();
	html_series_print(out, r);
	page_end("over time", true);
	record_free(r);
	told_is("html/hand_series.txt");
}

static const struct source_places nowhere = { "/nowhere", NULL };

static void tell_profile(const char *title, const struct sample *s,
			 unsigned most, const char *folder,
			 const struct annotation *a)
{
	const struct source_places sources = { folder, NULL };
	struct html_listings l = { .why = a ? NULL : "there is no program" };

	if (a)
		l.of[l.count++] = a;
	page_begin();
	page_end(title, html_profile(out, s, most, &sources, &l));
}

/* A folder with the source of the hand profile's functions. */
static void make_source(char *folder)
{
	char path[64];
	FILE *file;

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/main.c", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("one\ntwo\nint main(void)\n\t{ a < b }\n5\n6\n7\n8\nwork\nten",
	      file);
	fclose(file);
}

static void drop_source(const char *folder)
{
	char path[64];

	snprintf(path, sizeof path, "%s/main.c", folder);
	(void)unlink(path);
	(void)rmdir(folder);
}

/* With causes, with few rows, with source, and sampled. */
CASE(profiles)
{
	char folder[] = "/tmp/tally-pages-XXXXXX";
	struct sample *s = profile_of("sample/hand_profile.json");

	make_source(folder);
	tell_profile("a profile", s, 0, folder, NULL);
	tell_profile("two functions of it", s, 2, "/nowhere", NULL);
	sample_free(s);
	s = profile_of("sample/hand_sampled.json");
	tell_profile("a sampled one", s, 0, folder, NULL);
	sample_free(s);
	drop_source(folder);
	told_is("html/hand_profiles.txt");
}

static unsigned count_of(const char *text, const char *what)
{
	unsigned count = 0;

	for (; (text = strstr(text, what)); text++)
		count++;
	return count;
}

/* As many as are asked for, in the tables of functions and of lines. */
TEST(every_event)
{
	const struct html_listings none = { .count = 0 };

	for (unsigned events = 1; events <= 24; events++) {
		struct sample *s = profile_of_events(events);
		char *text, wanted[64];
		size_t size;
		FILE *into = open_memstream(&text, &size);

		assert_non_null(into);
		assert_true(html_profile(into, s, 0, &nowhere, &none));
		fclose(into);
		for (unsigned i = 1; i <= events; i++) {
			snprintf(wanted, sizeof wanted, ">event_%u <", i);
			assert_int_equal(count_of(text, wanted), 2);
			snprintf(wanted, sizeof wanted, ">1,%03u<", i);
			assert_int_equal(count_of(text, wanted), 1);
		}
		free(text);
		sample_free(s);
	}
}

enum { LONG_INSNS = 10003, LONG_LINES = 1400 };

/* Lines and instructions that a page has no room for are counted there. */
TEST(a_listing_that_is_too_long)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	char x[] = "x", *text[LONG_LINES], *listed;
	struct annotate_source source = { .name = "a.c", .text = text };
	struct annotation a = { .sample = s, .insns = LONG_INSNS };
	struct html_listings l = { .count = 1, .of = { &a } };
	size_t size;
	FILE *into = open_memstream(&listed, &size);

	assert_non_null(into);
	for (unsigned i = 0; i < LONG_LINES; i++)
		text[i] = x;
	source.lines = LONG_LINES;
	a.source = &source;
	a.sources = 1;
	a.insn = calloc(LONG_INSNS, sizeof *a.insn);
	assert_non_null(a.insn);
	for (unsigned i = 0; i < LONG_INSNS; i++)
		a.insn[i] = (struct annotate_insn){
			.addr = 4 * i,
			.place = SAMPLE_NONE,
			.line = i ? LONG_LINES : 1,
		};
	assert_true(html_listing(into, &l));
	fclose(into);
	assert_int_equal(count_of(listed, "\"left\":400"), 1);
	assert_int_equal(count_of(listed, "\"left\":3}"), 1);
	assert_int_equal(count_of(listed, "\"x\""), 1000);
	free(listed);
	free(a.insn);
	sample_free(s);
}

/* As it is in what is printed: lines, one inlined, one of which no line is
 * known, a source that is newer and one that is not there. */
CASE(a_function_beside_its_source)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	struct annotation a;

	annotate_by_hand(&a, s, "nine");
	tell_profile("a function", s, 0, "/nowhere", &a);
	told_is("html/hand_function.txt");
	sample_free(s);
}

CASE(two_records)
{
	const struct diff_print changed = { .forced = "" };
	const struct diff_print all = { .forced = "the clock", .all = true };
	struct record *r[2];
	struct diff_side side[2];
	struct diff *d;

	for (unsigned i = 0; i < 2; i++) {
		r[i] = record_of("record/hand_parts.json");
		measure(r[i], i);
		side[i] = (struct diff_side){ &r[i], 1 };
	}
	d = diff_make(side, DIFF_USUAL_NOISE);
	assert_non_null(d);
	page_begin();
	page_end("what changed", html_diff(out, d, &changed));
	page_begin();
	page_end("all of it", html_diff(out, d, &all));
	told_is("html/hand_diff.txt");
	diff_free(d);
	record_free(r[0]);
	record_free(r[1]);
}

CASE(two_profiles)
{
	const struct profile_diff_print changed = { .forced = "" };
	const struct profile_diff_print all = { .forced = "the clock",
						.all = true };
	struct sample *before = profile_of("sample/hand_profile.json");
	struct sample *after = profile_of("sample/hand_profile.json");
	struct sample_diff *d;

	after->function[2].name = "another";
	after->place_cost[0] += 60;
	after->cause_cost[0] -= 2;
	after->total[0] += 58;
	d = sample_diff_make(before, after);
	assert_non_null(d);
	page_begin();
	page_end("what changed", html_profile_diff(out, d, &changed));
	page_begin();
	page_end("all of it", html_profile_diff(out, d, &all));
	told_is("html/hand_profile_diff.txt");
	sample_diff_free(d);
	sample_free(before);
	sample_free(after);
}

/* A long name can be broken between its words, never within a character. */
CASE(names)
{
	char name[200];

	page_begin();
	html_name(out, "dcache_miss_ratioOfAll");
	fputc('\n', out);
	html_name(out, "");
	memset(name, 'x', sizeof name);
	for (unsigned i = 61; i < 69; i += 2)
		memcpy(name + i, "\xc3\xa4", 2);
	name[100] = '\0';
	html_name(out, name);
	fputc('\n', out);
	name[0] = 'y'; /* one byte on */
	memmove(name + 1, name, 99);
	html_name(out, name);
	page_end("names", true);
	told_is("html/hand_names.txt");
}

/* A page holds what it was made of; a file that is no page is left alone. */
CASE(kept)
{
	struct record *r = record_of("record/hand.json");
	struct error err;
	size_t size = 99;
	char *text;
	FILE *from;

	page_begin();
	assert_true(html_record(out, r));
	fclose(out);
	from = fmemopen(page, page_size, "r");
	text = html_kept(from, &size);
	assert_non_null(text);
	assert_null(memchr(text, '<', size));
	fclose(from);
	record_free(r);
	from = fmemopen(text, size, "r");
	r = record_read(from, "it", &err);
	assert_non_null(r);
	fclose(from);
	record_free(r);
	free(text);
	free(page);

	from = fmemopen((char *)(uintptr_t) "<html>", 6, "r");
	text = html_kept(from, &size);
	assert_string_equal(text, "");
	assert_int_equal(size, 0);
	free(text);
	fclose(from);
	from = fmemopen((char *)(uintptr_t) "{}", 2, "r");
	assert_null(html_kept(from, &size));
	assert_int_equal(getc(from), '{');
	fclose(from);
	fclose(to);
}
