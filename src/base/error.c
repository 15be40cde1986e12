/* SPDX-License-Identifier: MIT */

/*
 * Error texts: formatted into a fixed place, so that reporting a failure
 * cannot fail itself.  A text too long is cut and ends with three dots.
 */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

static void mark_cut(struct error *err)
{
	memcpy(err->text + sizeof err->text - 4, "...", 4);
}

bool error_set(struct error *err, const char *format, ...)
{
	/* An argument may be the old text of `err` itself. */
	struct error fresh;
	va_list ap;
	int n;

	if (!err)
		return false;
	va_start(ap, format);
	n = vsnprintf(fresh.text, sizeof fresh.text, format, ap);
	va_end(ap);
	if (n < 0)
		fresh.text[0] = '\0';
	else if ((size_t)n >= sizeof fresh.text)
		mark_cut(&fresh);
	memcpy(err, &fresh, sizeof *err);
	return false;
}

bool error_no_memory(struct error *err)
{
	memory_lost(); /* for whoever asks whether it mattered */
	return error_set(err, "out of memory");
}

bool error_within(struct error *err, const char *format, ...)
{
	struct error fresh;
	va_list ap;
	size_t n;
	int r;

	if (!err)
		return false;
	va_start(ap, format);
	r = vsnprintf(fresh.text, sizeof fresh.text, format, ap);
	va_end(ap);
	if (r < 0)
		return false;
	n = strlen(fresh.text);
	r = snprintf(fresh.text + n, sizeof fresh.text - n, ": %s", err->text);
	if (r < 0 || (size_t)r >= sizeof fresh.text - n)
		mark_cut(&fresh);
	memcpy(err, &fresh, sizeof *err);
	return false;
}
