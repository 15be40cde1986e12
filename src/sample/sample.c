/* SPDX-License-Identifier: MIT */
/* The life of a profile.  See sample.h. */
#include "sample/sample.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct sample_block {
	struct sample_block *next;
	_Alignas(max_align_t) char bytes[];
};

struct sample *sample_new(void)
{
	return calloc(1, sizeof(struct sample));
}

const struct sample_module *sample_module_at(const struct sample *s,
					     uint64_t addr)
{
	for (uint32_t i = 0; i < s->modules; i++)
		if (addr - s->module[i].base < s->module[i].size)
			return &s->module[i];
	return NULL;
}

void sample_free(struct sample *s)
{
	struct sample_block *next;

	if (!s)
		return;
	for (struct sample_block *b = s->blocks; b; b = next) {
		next = b->next;
		free(b);
	}
	json_decref(s->document);
	free(s);
}

void *sample_room(struct sample *s, size_t count, size_t size)
{
	struct sample_block *b = NULL;

	if (!size || count <= (SIZE_MAX - sizeof *b) / size - 1)
		b = calloc(1, sizeof *b + (count + 1) * size);
	if (!b) {
		s->failed = true;
		return NULL;
	}
	b->next = s->blocks;
	s->blocks = b;
	return b->bytes;
}

void sample_as_linked(struct sample *s)
{
	for (uint32_t i = 0; i < s->functions; i++)
		if (s->function[i].linked)
			s->function[i].name = s->function[i].linked;
}

const char *sample_text(struct sample *s, const char *text)
{
	size_t length = text ? strlen(text) : 0;
	char *copy = text ? sample_room(s, length, 1) : NULL;

	return copy ? memcpy(copy, text, length + 1) : NULL;
}

bool sample_is_simulated(const struct sample *s)
{
	return !s->sampling || s->sampling->simulated;
}

uint32_t *sample_first(const struct sample *s)
{
	uint32_t *first = malloc((s->functions + (size_t)1) * sizeof *first);

	for (uint32_t i = 0; first && i < s->functions; i++)
		first[i] = SAMPLE_NONE;
	for (uint32_t i = 0; first && i < s->places; i++) {
		uint32_t *one = &first[s->place[i].function];

		if (*one == SAMPLE_NONE ||
		    s->place[i].addr < s->place[*one].addr)
			*one = i;
	}
	return first;
}

struct sample_begin sample_begin(const struct sample *s, const uint32_t *first,
				 uint32_t function)
{
	const struct sample_function *f = &s->function[function];
	const uint32_t place = first[function];

	if (f->line)
		return (struct sample_begin){ f->file, f->line };
	if (place == SAMPLE_NONE)
		return (struct sample_begin){ SAMPLE_NONE, 0 };
	return (struct sample_begin){ s->place[place].file,
				      s->place[place].line };
}

void sample_table_free(struct sample_table *t)
{
	free(t->row);
	free(t->costs);
	*t = (struct sample_table){ 0 };
}
