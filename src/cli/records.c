/* SPDX-License-Identifier: MIT */
/* Records and profiles that were kept in files. */
#include "cli/records.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *name_of(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
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
	document = record_document(from, name_of(path), err);
	if (from != stdin)
		fclose(from);
	return document;
}

struct record *record_of_path(const char *path, struct error *err)
{
	json_t *document =
		document_of_path(path, "tally stat --json -o FILE", err);

	return document ? record_of_document(document, name_of(path), err)
			: NULL;
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
