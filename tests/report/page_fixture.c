/* SPDX-License-Identifier: MIT */
#include "page_fixture.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "record/document/file.h"

char *told;
FILE *to;
static size_t size;

int set_up(void **state)
{
	(void)state;
	to = open_memstream(&told, &size);
	return to ? 0 : -1;
}

int tear_down(void **state)
{
	(void)state;
	free(told);
	told = NULL;
	return 0;
}

FILE *open_page(const char *name)
{
	char path[512];
	FILE *from;

	snprintf(path, sizeof path, "%s/tests/%s", getenv("TALLY_ROOT"), name);
	from = fopen(path, "r");
	assert_non_null(from);
	return from;
}

static void keep_told(const char *folder, const char *name)
{
	char path[512];
	FILE *kept;

	snprintf(path, sizeof path, "%s/%s", folder, strrchr(name, '/') + 1);
	kept = fopen(path, "w");
	assert_non_null(kept);
	fputs(told, kept);
	fclose(kept);
}

void told_is(const char *name)
{
	static char wanted[65536];
	const char *folder = getenv("TALLY_PAGES");
	FILE *from = open_page(name);

	fflush(to);
	if (folder)
		keep_told(folder, name);
	wanted[fread(wanted, 1, sizeof wanted - 1, from)] = '\0';
	fclose(from);
	fclose(to);
	assert_string_equal(told, wanted);
}

/* A document with no more digits than any compiler's arithmetic agrees on. */
void tell_document(char *text)
{
	json_t *document = json_loads(text, 0, NULL);

	assert_non_null(document);
	fputs("== document\n", to);
	json_dumpf(document, to, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
	fputc('\n', to);
	json_decref(document);
	free(text);
}

static void drop(json_t *object, const char *const *without)
{
	for (; json_is_object(object) && **without; without++)
		json_object_del(object, *without);
}

void tell_rows(char *text, const char *const *without)
{
	enum { AS_IT_IS = JSON_ENCODE_ANY | JSON_REAL_PRECISION(9) };
	json_t *document = json_loads(text, 0, NULL), *value, *row;
	const char *key;
	size_t i;

	assert_non_null(document);
	drop(document, without);
	json_object_foreach(document, key, value)
	{
		fprintf(to, "%s:", key);
		if (!json_is_array(value) ||
		    !json_is_object(json_array_get(value, 0)))
			json_dumpf(value, to, AS_IT_IS);
		else
			json_array_foreach(value, i, row)
			{
				fputs("\n  ", to);
				drop(row, without);
				json_dumpf(row, to, AS_IT_IS);
			}
		fputc('\n', to);
	}
	json_decref(document);
	free(text);
}

struct record *record_of(const char *name)
{
	FILE *from = open_page(name);
	struct error err;
	struct record *r = record_read(from, name, &err);

	fclose(from);
	assert_non_null(r);
	return r;
}

/* As one that was just made: without the document that it was read from. */
struct sample *profile_of(const char *name)
{
	FILE *from = open_page(name);
	struct error err;
	struct sample *s = sample_read(json_loadf(from, 0, NULL), name, &err);

	fclose(from);
	assert_non_null(s);
	json_decref(s->document);
	s->document = NULL;
	return s;
}

struct sample *profile_of_events(unsigned events)
{
	struct sample *s = sample_new();
	char name[32];

	assert_non_null(s);
	s->target = s->title = s->monitors = s->program = "hand";
	s->columns = events;
	s->column = sample_room(s, events, sizeof *s->column);
	s->function = sample_room(s, s->functions = 1, sizeof *s->function);
	s->place = sample_room(s, s->places = 2, sizeof *s->place);
	s->file = sample_room(s, s->files = 1, sizeof *s->file);
	s->place_cost = sample_room(s, 2 * (size_t)events, sizeof *s->total);
	s->total = sample_room(s, events, sizeof *s->total);
	assert_false(s->failed);
	s->function[0] = (struct sample_function){ "only", NULL, 0x8000 };
	s->file[0] = "only.c";
	for (uint32_t i = 0; i < s->places; i++)
		s->place[i] = (struct sample_place){ .addr = 0x8000 + 4 * i,
						     .line = i + 1,
						     .inlined = SAMPLE_NONE };
	for (unsigned i = 0; i < events; i++) {
		snprintf(name, sizeof name, "event_%u", i + 1);
		s->column[i] = (struct sample_column){ sample_text(s, name),
						       "hand", "exact" };
		s->column[i].asked = true;
		s->place_cost[i] = 1001 + i;
		s->place_cost[events + i] = 5000;
		s->total[i] = 6001 + i;
	}
	return s;
}

static double mean(const double *sample)
{
	return (sample[0] + sample[1] + sample[2]) / 3;
}

/* Three repeats of a reading, in ascending order. */
void three(struct reading *r, const double *sample)
{
	static double copies[32][3];
	static unsigned used;
	double *copy = copies[used++ % 32];

	memcpy(copy, sample, 3 * sizeof *copy);
	r->sample = copy;
	r->samples = 3;
	r->value = mean(copy);
	r->count = (uint64_t)copy[0];
	r->low = copy[0];
	r->high = copy[2];
	r->margin = copy[2] - copy[0];
}

/* A metric or an event each way: better, worse, more, less, the same. */
void measure(struct record *r, unsigned side)
{
	static const double cycles[2][3] = { { 1000, 1010, 1020 },
					     { 790, 800, 810 } };
	static const double instr[2][3] = { { 400, 400, 400 },
					    { 300, 300, 300 } };
	static const double waits[2][3] = { { 100, 100, 100 }, { 60, 60, 60 } };
	static const double metric[4][2][3] = {
		{ { 2, 2, 2 }, { 3, 3, 3 } },
		{ { 10, 11, 12 }, { 20, 21.5, 22 } },
		{ { 10, 11, 12 }, { 1, 2, 3 } },
		{ { 10, 11, 12 }, { 10.5, 11, 12 } },
	};

	r->repeats = 3;
	/* By its instructions a change of cycles is explained. */
	r->monitor[0].name = "arm1176";
	r->event[1].name = r->event[1].row = "instr_exec";
	r->event[2].kind = EVENT_DURATION;
	r->metric[0].direction = DIRECTION_LOWER;
	r->metric[2].direction = DIRECTION_HIGHER;
	three(&r->event[0].reading, cycles[side]);
	three(&r->event[1].reading, instr[side]);
	three(&r->event[2].reading, waits[side]);
	r->event[2].reading.doubts = 0;
	for (unsigned i = 0; i < 4; i++)
		three(&r->metric[i].reading, metric[i][side]);
	for (unsigned i = 0; i < r->parts; i++)
		r->part[i].region.entered += side;
	three(&r->part[0].event[0].reading, cycles[1 - side]);
}

void annotate_by_hand(struct annotation *a, const struct sample *s, char *ninth)
{
	static char *line[] = { "one", "two {", "\tthree", "four", "five",
				"six", "seven", "eight",   "",     "ten" };
	static struct annotate_source source[] = {
		{ .name = "src/main.c",
		  .text = line,
		  .lines = 9,
		  .newer = true },
		{ .name = "src/a|b.h", .why = "no such file" },
	};
	static struct annotate_insn insn[] = {
		{ 0x8100, 0xe1a00000, "mov r0, r0", NULL, NULL, false, 2, 0,
		  9 },
		{ 0x8104, 0xeb000001, "bl 0x8000", "main", NULL, true, 3, 1,
		  2 },
		{ 0x8108, 0xe12fff1e, "bx lr", NULL, "small", false, 4, 0, 2 },
		{ 0x810c, 0, "nop", NULL, NULL, false, SAMPLE_NONE, 0, 4 },
		{ 0x8110, 1, "nop", NULL, NULL, false, SAMPLE_NONE, SAMPLE_NONE,
		  0 },
	};
	static uint64_t total[] = { 810, 36, 0 };

	line[8] = ninth;
	*a = (struct annotation){ .sample = s,
				  .function = 2,
				  .total = total,
				  .insn = insn,
				  .insns = 5,
				  .source = source,
				  .sources = 2 };
}
