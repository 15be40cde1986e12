/* SPDX-License-Identifier: MIT */
/* Samples by themselves, and whose they are, from a profile's document. */
#include "sample/reader.h"

static void read_tasks(struct sample_reader *f, json_t *root)
{
	struct sample *s = f->to;
	json_t *list = reader_list(&f->in, root, "tasks", SAMPLE_NONE - 1);

	s->task = sample_room(s, json_array_size(list), sizeof *s->task);
	if (s->failed)
		return;
	f->in.list = "tasks";
	for (size_t i = 0; i < json_array_size(list) && !f->in.failed; i++) {
		json_t *row = json_array_get(list, i);
		struct sample_task *t = &s->task[s->tasks++];

		f->in.row = i;
		t->name = reader_text(&f->in, row, "name");
		t->process = reader_count(&f->in, row, "process");
		t->number = reader_whole(&f->in, json_object_get(row, "number"),
					 "number", INT64_MAX);
	}
	f->in.list = NULL;
}

/* An entry for each sample; NULL: a fault. */
static json_t *entries(struct sample_reader *f, json_t *object, const char *key)
{
	json_t *list = reader_list(&f->in, object, key, SAMPLE_NONE - 1);

	if (f->in.failed || json_array_size(list) == f->to->singles)
		return list;
	reader_fail(&f->in, "%s is to have an entry for each of %lu samples",
		    key, (unsigned long)f->to->singles);
	return NULL;
}

/* Below `count`, or null. */
static uint32_t index_at(struct sample_reader *f, json_t *list, uint32_t i,
			 const char *key, uint32_t count)
{
	const json_t *value = json_array_get(list, i);

	if (json_is_null(value))
		return SAMPLE_NONE;
	if (!count) {
		reader_fail(&f->in, "%s is of a list that is empty", key);
		return SAMPLE_NONE;
	}
	return (uint32_t)reader_whole(&f->in, value, key, count - 1);
}

static void read_single(struct sample_reader *f, json_t *const *list,
			const char *const *key, uint32_t i)
{
	struct sample *s = f->to;
	struct sample_single *one = &s->single[i];

	f->in.row = i;
	one->weight = reader_whole(&f->in, json_array_get(list[0], i), key[0],
				   INT64_MAX);
	one->column = index_at(f, list[1], i, key[1], s->columns);
	one->task = index_at(f, list[2], i, key[2], s->tasks);
	one->cpu = index_at(f, list[3], i, key[3], SAMPLE_NONE);
	one->place = index_at(f, list[4], i, key[4], s->places);
	one->path = index_at(f, list[5], i, key[5], s->paths);
	if (s->timed)
		one->time = reader_whole(&f->in, json_array_get(list[6], i),
					 key[6], INT64_MAX);
	if (one->column == SAMPLE_NONE)
		reader_fail(&f->in, "column is missing");
	if (i && one->time < s->single[i - 1].time)
		reader_fail(&f->in, "time_ns: time goes backwards");
}

void reader_singles(struct sample_reader *f, json_t *root)
{
	static const char *const key[] = { "weight", "column", "task",   "cpu",
					   "place",  "path",   "time_ns" };
	enum { LISTS = sizeof key / sizeof *key };
	json_t *object = reader_member(&f->in, root, "samples", JSON_OBJECT);
	json_t *list[LISTS] = { NULL };
	struct sample *s = f->to;

	if (!object || f->in.failed)
		return;
	read_tasks(f, root);
	f->in.list = NULL;
	s->timed = json_object_get(object, key[LISTS - 1]) != NULL;
	s->singles = (uint32_t)json_array_size(
		reader_list(&f->in, object, key[0], SAMPLE_NONE - 1));
	for (unsigned i = 0; i < LISTS && !f->in.failed; i++)
		if (s->timed || i < LISTS - 1)
			list[i] = entries(f, object, key[i]);
	s->single = sample_room(s, s->singles, sizeof *s->single);
	f->in.list = "samples";
	for (uint32_t i = 0; i < s->singles && !s->failed && !f->in.failed; i++)
		read_single(f, list, key, i);
	f->in.list = NULL;
}
