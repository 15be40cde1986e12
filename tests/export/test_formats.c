/* SPDX-License-Identifier: MIT */
/*
 * Documents made by hand in every format, against files that were looked at;
 * those of bytes as their fields and values.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "export/export.h"
#include "record/document/file.h"
#include "report/page_fixture.h"
#include "test.h"

static char *made;
static size_t made_size;

/* ---- messages of protobuf ---------------------------------------------------
 */

struct bytes {
	const uint8_t *at, *end;
};

static bool varint(struct bytes *b, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; b->at < b->end && shift < 64; shift += 7) {
		const uint8_t byte = *b->at++;

		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	return false;
}

/* The next field: of numbers its value, else what it has inside. */
static bool field(struct bytes *b, uint64_t *key, uint64_t *value,
		  struct bytes *inside)
{
	if (!varint(b, key) || !(*key >> 3))
		return false;
	*inside = (struct bytes){ NULL, NULL };
	switch (*key & 7) {
	case 0:
		return varint(b, value);
	case 1:
		if (b->end - b->at < 8)
			return false;
		memcpy(value, b->at, 8);
		b->at += 8;
		return true;
	case 2:
		if (!varint(b, value) || (uint64_t)(b->end - b->at) < *value)
			return false;
		*inside = (struct bytes){ b->at, b->at + *value };
		b->at += *value;
		return true;
	default:
		return false;
	}
}

static bool is_message(struct bytes b)
{
	uint64_t key, value;
	struct bytes inside;

	while (b.at < b.end)
		if (!field(&b, &key, &value, &inside))
			return false;
	return true;
}

static bool is_text(struct bytes b)
{
	while (b.at < b.end && *b.at >= ' ' && *b.at < 0x7f)
		b.at++;
	return b.at == b.end;
}

static void tell_message(struct bytes b, int depth)
{
	uint64_t key, value;
	struct bytes inside;

	while (b.at < b.end) {
		assert_true(field(&b, &key, &value, &inside));
		fprintf(to, "%*s%u", depth, "", (unsigned)(key >> 3));
		if (!inside.at) {
			fprintf(to, ": %llu\n", (unsigned long long)value);
		} else if (is_text(inside)) {
			fprintf(to, ": \"%.*s\"\n", (int)value,
				(const char *)inside.at);
		} else if (is_message(inside)) {
			fputs(":\n", to);
			tell_message(inside, depth + 1);
		} else {
			fputc(':', to);
			while (inside.at < inside.end)
				fprintf(to, " %02x", *inside.at++);
			fputc('\n', to);
		}
	}
}

static void tell_packed(void)
{
	static uint8_t plain[1 << 16];
	z_stream z = { .next_in = (uint8_t *)made,
		       .avail_in = (unsigned)made_size,
		       .next_out = plain,
		       .avail_out = sizeof plain };

	assert_int_equal(inflateInit2(&z, 15 + 16), Z_OK);
	assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
	tell_message((struct bytes){ plain, plain + z.total_out }, 0);
	inflateEnd(&z);
}

/* ---- every format -----------------------------------------------------------
 */

static void tell(const struct export_format *f)
{
	const struct bytes all = { (const uint8_t *)made,
				   (const uint8_t *)made + made_size };

	if (!f->binary)
		fwrite(made, 1, made_size, to);
	else if (strcmp(f->name, "pprof") == 0)
		tell_packed();
	else
		tell_message(all, 0);
	if (made_size && made[made_size - 1] != '\n')
		fputc('\n', to);
	free(made);
}

/* `column`: of that event, in the formats that can be of one. */
static void of_profile(const struct sample *s, const char *title,
		       uint32_t column)
{
	const struct export_format *f;

	for (unsigned i = 0; (f = export_format_at(i)); i++) {
		FILE *out;

		/* A timeline is nothing new to formats without time. */
		if (!export_can(f, NULL, s) ||
		    (column != SAMPLE_NONE && !f->chosen) ||
		    (s->timeline && !f->over_time))
			continue;
		out = open_memstream(&made, &made_size);
		assert_non_null(out);
		assert_true(f->write(out, s, column));
		fclose(out);
		fprintf(to, "== %s as %s\n", title, f->name);
		tell(f);
	}
}

static void of_record(const char *name)
{
	const struct export_format *f;
	struct record *r = record_of(name);

	for (unsigned i = 0; (f = export_format_at(i)); i++) {
		FILE *out;

		if (!export_can(f, r, NULL))
			continue;
		out = open_memstream(&made, &made_size);
		assert_non_null(out);
		assert_true(f->record(out, r));
		fclose(out);
		fprintf(to, "== %s as %s\n", name, f->name);
		tell(f);
	}
	record_free(r);
}

CASE(profiles)
{
	struct sample *s = profile_of("sample/hand_profile.json");

	of_profile(s, "a profile", SAMPLE_NONE);
	of_profile(s, "its second event", 1);
	told_is("export/hand_profile.txt");
	sample_free(s);
}

/* Lines are told of a path whose instructions come to its sum, in each event;
 * else its sum is. */
CASE(lines_that_add_up)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	const struct export_format *f;
	struct error err;
	FILE *out;

	f = export_format("pprof", &err);
	assert_int_equal(s->path_cost[2 * s->columns], 150);
	s->path_cost[2 * s->columns]++;
	out = open_memstream(&made, &made_size);
	assert_non_null(out);
	assert_true(f->write(out, s, SAMPLE_NONE));
	fclose(out);
	tell(f);
	fclose(to);
	assert_non_null(strstr(told, " 2: 97 01 04 05\n")); /* 151, 4, 5 */
	sample_free(s);
}

CASE(sampled)
{
	struct sample *s = profile_of("sample/hand_sampled.json");
	struct error err;

	of_profile(s, "a sampled profile", SAMPLE_NONE);
	told_is("export/hand_sampled.txt");
	/* A format of what is over time is of samples that know their times. */
	assert_true(export_can(export_format("chrome", &err), NULL, s));
	s->timed = false;
	assert_false(export_can(export_format("chrome", &err), NULL, s));
	assert_true(export_can(export_format("folded", &err), NULL, s));
	sample_free(s);
}

/* With the times of its calls: two contexts, one of which interrupts. */
CASE(of_calls_in_time)
{
	static const char more[] =
		"{\"timeline\": {\"most\": 9, \"left_out\": 4,"
		"\"until_cycles\": 1007, \"contexts\": [\"[start]\", \"irq\"],"
		"\"spans\": [[0,0,null,0,40], [0,0,1,0,100], [0,1,2,10,90],"
		"[1,0,null,40,60], [1,0,3,42,58], [0,0,null,60,100]]}}";
	FILE *from = open_page("sample/hand_profile.json");
	json_t *document = json_loadf(from, 0, NULL);
	json_t *timeline = json_loads(more, 0, NULL);
	struct sample *s;
	struct error err;

	fclose(from);
	assert_int_equal(json_object_update(document, timeline), 0);
	json_decref(timeline);
	s = sample_read(document, "hand", &err);
	assert_non_null(s);
	of_profile(s, "calls", SAMPLE_NONE);
	told_is("export/hand_calls.txt");
	sample_free(s);
}

CASE(records)
{
	of_record("record/hand.json");
	of_record("record/hand_log.json");
	told_is("export/hand_records.txt");
}

CASE(records_of_parts)
{
	of_record("record/hand_parts.json");
	of_record("record/hand_linux.json");
	told_is("export/hand_parts.txt");
}

/* By its name, with its monitor's where two have one name. */
TEST(an_event_by_its_name)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	struct error err;

	assert_int_equal(export_column(s, "miss", &err), 1);
	assert_int_equal(export_column(s, "hand:miss", &err), 1);
	assert_int_equal(export_column(s, "other:miss", &err), SAMPLE_NONE);
	assert_int_equal(export_column(s, "mis", &err), SAMPLE_NONE);
	assert_non_null(strstr(err.text, "mis"));
	s->column[1].name = "cycles";
	s->column[1].monitor = "other";
	assert_int_equal(export_column(s, "other:cycles", &err), 1);
	assert_int_equal(export_column(s, "hand:cycles", &err), 0);
	assert_int_equal(export_column(s, "cycles", &err), SAMPLE_NONE);
	assert_string_equal(err.text, "hand and other both have an event "
				      "cycles; name one: hand:cycles");
	s->column[1].monitor = "hand";
	assert_int_equal(export_column(s, "cycles", &err), 0);
	sample_free(s);
	assert_null(export_format("folde", &err));
	assert_non_null(strstr(err.text, "folde"));
	assert_string_equal(export_format("folded", &err)->name, "folded");
}
