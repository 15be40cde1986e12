/* SPDX-License-Identifier: MIT */
/* How formats write a text, an event's name, and a stack. */
#include "export/inner.h"

#include <jansson.h>
#include <string.h>

void export_without(FILE *to, const char *text, char of, char instead)
{
	for (; *text; text++)
		fputc(*text == of ? instead : *text, to);
}

void export_markdown_text(FILE *to, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_[]<>|~&#$!", *text))
			fputc('\\', to);
		fputc(*text, to);
	}
}

bool export_json_text(FILE *to, const char *text)
{
	json_t *value = json_string(text);
	const bool good = value && json_dumpf(value, to, JSON_ENCODE_ANY) == 0;

	json_decref(value);
	return good;
}

void export_event(FILE *to, const struct sample *s, uint32_t column)
{
	const char *name = s->column[column].name;
	bool alone = true;

	for (uint32_t i = 0; i < s->columns; i++)
		if (i != column && strcmp(s->column[i].name, name) == 0)
			alone = false;
	if (!alone) {
		export_without(to, s->column[column].monitor, ' ', '_');
		fputc(':', to);
	}
	export_without(to, name, ' ', '_');
}

uint32_t export_stack(const struct sample *s, uint32_t path, uint32_t *stack)
{
	uint32_t depth = 0;

	for (; path; path = s->path[path].parent)
		stack[depth++] = s->path[path].function;
	return depth;
}
