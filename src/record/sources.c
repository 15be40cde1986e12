/* SPDX-License-Identifier: MIT */
/* Of which sources a program was made. */
#include <stdlib.h>
#include <string.h>

#include "record/record.h"

static const char digits[] = "0123456789";
static const char label_letters[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._+-";

static bool label_number(const char *text, size_t length, uint64_t *to)
{
	*to = strtoull(text, NULL, 10);
	return length && length < 20 && strspn(text, digits) == length;
}

/* A part of what stands behind the label; false: it is none. */
static bool label_part(struct record *r, const char *text, size_t length,
		       struct record_sources *s)
{
	static const char commit[] = "commit=", when[] = "time=";
	static const char number[] = "number=", changed[] = "changed";
	char hash[80];

	if (length == strlen(changed) && !strncmp(text, changed, length))
		return s->changed = true;
	if (!strncmp(text, when, strlen(when)))
		return label_number(text + strlen(when), length - strlen(when),
				    &s->time);
	if (!strncmp(text, number, strlen(number)))
		return label_number(text + strlen(number),
				    length - strlen(number), &s->number);
	if (strncmp(text, commit, strlen(commit)) != 0)
		return false;
	text += strlen(commit);
	length -= strlen(commit);
	if (!length || length >= sizeof hash ||
	    strspn(text, "0123456789abcdef") != length)
		return false;
	memcpy(hash, text, length);
	hash[length] = '\0';
	s->commit = r ? record_text(r, hash) : "";
	return true;
}

static bool label_refuse(const char *text, struct error *err)
{
	return error_set(err,
			 "'%s' is no label: letters, digits and ._+- are, at "
			 "most %d, with no . or - in front; behind it may be "
			 "commit=HASH, time=SECONDS, number=N and changed, "
			 "with commas between",
			 text, RECORD_LABEL);
}

bool record_keep_label(struct record *r, const char *text, struct error *err)
{
	const size_t length = strcspn(text, ",");
	const char *part = text + length;
	struct record_sources s = { 0 };
	char label[RECORD_LABEL + 1];

	if (!length || length > RECORD_LABEL || *text == '.' || *text == '-' ||
	    strspn(text, label_letters) != length)
		return label_refuse(text, err);
	while (*part) {
		const size_t size = strcspn(++part, ",");

		if (!label_part(r, part, size, &s))
			return label_refuse(text, err);
		part += size;
	}
	memcpy(label, text, length);
	label[length] = '\0';
	s.label = r ? record_text(r, label) : "";
	if (r)
		r->sources = s;
	return (!r || !r->failed) || error_no_memory(err);
}
