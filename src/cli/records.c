/* SPDX-License-Identifier: MIT */
/* Records and profiles that were kept in files. */
#include "cli/records.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/html.h"

static const char *name_of(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* Of a page, the document in it. */
static json_t *document_of_file(FILE *from, const char *name, struct error *err)
{
	size_t size = 0;
	char *text = html_kept(from, &size);
	FILE *inside = text && size ? fmemopen(text, size, "r") : NULL;
	json_t *document = NULL;

	if (!text)
		return record_document(from, name, err);
	if (inside) {
		document = record_document(inside, name, err);
		fclose(inside);
	} else {
		error_set(err,
			  "%s: it is a page without a record; name one that "
			  "`tally report --html` wrote",
			  name);
	}
	free(text);
	return document;
}

/* `wrote` is the command that would have written it. */
static json_t *document_of_path(const char *path, const char *wrote,
				struct error *err)
{
	FILE *from = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	json_t *document;

	if (!from) {
		error_set(err, "%s: %s; name a file that `%s` wrote", path,
			  strerror(errno), wrote);
		return NULL;
	}
	document = document_of_file(from, name_of(path), err);
	if (from != stdin)
		fclose(from);
	return document;
}

struct sample *profile_of_path(const char *path, struct error *err)
{
	json_t *document =
		document_of_path(path, "tally profile --json -o FILE", err);

	return document ? sample_read(document, name_of(path), err) : NULL;
}

bool kept_of_path(const char *path, struct kept *kept, struct error *err)
{
	json_t *document =
		document_of_path(path, "tally stat --json -o FILE", err);

	*kept = (struct kept){ 0 };
	if (document && sample_is_document(document))
		kept->profile = sample_read(document, name_of(path), err);
	else if (document)
		kept->record = record_of_document(document, name_of(path), err);
	return kept->profile || kept->record;
}

void kept_free(struct kept *kept)
{
	sample_free(kept->profile);
	if (kept->record)
		record_free(kept->record);
}
