/* SPDX-License-Identifier: MIT */
/* Members of a document, none of which is missing unnoticed.  See writer.h. */
#include "json/writer.h"

#include <stdlib.h>

#include "base/text.h"

void writer_put(struct writer *w, json_t *object, const char *key,
		json_t *value)
{
	if (json_object_set_new(object, key, value))
		w->failed = true;
}

void writer_append(struct writer *w, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		w->failed = true;
}

json_t *writer_text(const char *text)
{
	char *utf8 = text ? text_utf8(text) : NULL;
	json_t *value = utf8 ? json_string(utf8) : NULL;

	free(utf8);
	return text ? value : json_null();
}
