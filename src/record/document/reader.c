/* SPDX-License-Identifier: MIT */
/* References of a record's document to the rest of it. */
#include "record/document/reader.h"

#include <string.h>

unsigned reader_monitor(struct record_reader *f, json_t *object)
{
	const char *name = reader_text(&f->in, object, "monitor");

	for (unsigned i = 0; name && i < f->to->monitors; i++)
		if (strcmp(f->to->monitor[i].name, name) == 0)
			return i;
	if (name)
		reader_fail(&f->in, "monitor %.40s is none of `monitors`",
			    name);
	return 0;
}

unsigned reader_event(struct record_reader *f, const char *name)
{
	for (unsigned i = 0; i < f->to->events; i++)
		if (strcmp(f->to->event[i].name, name) == 0)
			return i;
	reader_fail(&f->in, "%.80s is none of `events`", name);
	return 0;
}

static uint16_t operand_of(struct record_reader *f, json_t *value)
{
	const char *name = json_string_value(value);

	if (json_is_null(value))
		return RECORD_MISSING;
	if (!name) {
		reader_fail(&f->in, "an operand is to be a text");
		return RECORD_MISSING;
	}
	if (strcmp(name, "clock_hz") == 0)
		return RECORD_CLOCK;
	if (strcmp(name, "clock_ratio") == 0)
		return RECORD_RATIO;
	return (uint16_t)reader_event(f, name);
}

const uint16_t *reader_operands(struct record_reader *f, json_t *object,
				const char *key, unsigned *count)
{
	json_t *list = reader_member(&f->in, object, key, JSON_ARRAY);
	size_t size = json_array_size(list);
	uint16_t *operand;

	*count = 0;
	if (size > READER_EVENTS) {
		reader_fail(&f->in, "%s has too many names", key);
		return NULL;
	}
	operand = record_room(f->to, size, sizeof *operand);
	for (size_t i = 0; operand && i < size; i++)
		operand[i] = operand_of(f, json_array_get(list, i));
	if (operand)
		*count = (unsigned)size;
	return operand;
}
