/* SPDX-License-Identifier: MIT */
/* Records and profiles that were kept in files. */
#include "cli/records.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
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
/* An ELF file, of which nothing else is read.  A pipe has its first letter
 * back, which no document has. */
static bool is_program(FILE *from)
{
	const int first = getc(from);

	ungetc(first, from);
	return first == 0x7f;
}

static json_t *document_of_path(const char *path, const char *wrote,
				struct error *err)
{
	FILE *from = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	json_t *document;

	if (!from) {
		error_set(err, "%s: %s; name a file that `%s` wrote",
			  text_seen(path), strerror(errno), wrote);
		return NULL;
	}
	if (is_program(from)) {
		error_set(
			err,
			"%s is a program, not what was measured of it; `tally "
			"stat --json -o FILE` keeps that",
			text_seen(path));
		document = NULL;
	} else {
		document = document_of_file(from, name_of(path), err);
	}
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

/* Each of a list; the document goes. */
static bool records_of_list(json_t *list, const char *name, struct kept *kept,
			    struct error *err)
{
	const size_t count = json_array_size(list);
	bool good = count > 0 && count <= KEPT_RECORDS;

	if (!good)
		error_set(err, "%s: a list of 1 to %d records is read, not %zu",
			  name, KEPT_RECORDS, count);
	for (size_t i = 0; good && i < count; i++) {
		json_t *document = json_incref(json_array_get(list, i));
		struct record *r = record_of_document(document, name, err);

		good = r != NULL;
		if (r)
			kept->list[kept->records++] = r;
	}
	json_decref(list);
	return good;
}

bool kept_of_any(const char *path, struct kept *kept, struct error *err)
{
	json_t *document =
		document_of_path(path, "tally stat --json -o FILE", err);

	*kept = (struct kept){ 0 };
	if (document && json_is_array(document)) {
		if (records_of_list(document, name_of(path), kept, err))
			return true;
		kept_free(kept);
		return false;
	}
	if (document && sample_is_document(document))
		kept->profile = sample_read(document, name_of(path), err);
	else if (document)
		kept->record = record_of_document(document, name_of(path), err);
	return kept->profile || kept->record;
}

bool kept_of_path(const char *path, struct kept *kept, struct error *err)
{
	unsigned records;

	if (!kept_of_any(path, kept, err))
		return false;
	records = kept->records;
	if (!records)
		return true;
	kept_free(kept);
	return error_set(err,
			 "%s has the records of %u target%s; tally report has "
			 "them beside each other, and else each is wanted in a "
			 "file of its own",
			 name_of(path), records, records == 1 ? "" : "s");
}

void kept_free(struct kept *kept)
{
	sample_free(kept->profile);
	record_free(kept->record);
	for (unsigned i = 0; i < kept->records; i++)
		record_free(kept->list[i]);
	*kept = (struct kept){ 0 };
}
