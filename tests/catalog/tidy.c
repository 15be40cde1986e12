/* SPDX-License-Identifier: MIT */
#include "tidy.h"

#include <ctype.h>

#include "catalog_check.h"
#include "core/hpm.h"

bool tidy_event(const char *name)
{
	return (!strncmp(name, "Ct", 2) && isalnum((unsigned char)name[2]) &&
		!strpbrk(name, "_ -")) ||
	       (*name >= 'A' && *name <= 'Z' &&
		name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
			'\0') ||
	       (*name >= 'a' && *name <= 'z' &&
		name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] ==
			'\0');
}

bool tidy_name(const char *name)
{
	return *name >= 'a' && *name <= 'z' &&
	       name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] ==
		       '\0';
}

bool one_line(const char *text)
{
	return *text && !strpbrk(text, "\n\r\t") &&
	       text[strlen(text) - 1] != '.';
}

void each_monitor(void (*test)(const struct catalog_monitor *m))
{
	unsigned i, count;
	const struct catalog_monitor *const *all = hpm_none(&count);

	assert_true(count >= 2 || hpm_spoilt);
	for (i = 0; i < count; i++)
		test(all[i]);
}
