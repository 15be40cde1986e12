/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* nftw() */
#include "root_fixture.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define NAME "/tmp/tally-root-XXXXXX"

char root[] = NAME;

int root_make(void **state)
{
	(void)state;
	strcpy(root, NAME);
	return mkdtemp(root) ? 0 : 1;
}

static int take_away(const char *path, const struct stat *what, int kind,
		     struct FTW *where)
{
	(void)what;
	(void)kind;
	(void)where;
	return remove(path);
}

int root_remove(void **state)
{
	(void)state;
	return nftw(root, take_away, 8, FTW_DEPTH | FTW_PHYS);
}

void root_say(const char *path, const char *text)
{
	char whole[256];
	FILE *to;

	snprintf(whole, sizeof whole, "%s%s", root, path);
	for (char *at = strchr(whole + strlen(root) + 1, '/'); at;
	     at = strchr(at + 1, '/')) {
		*at = '\0';
		(void)mkdir(whole, 0700);
		*at = '/';
	}
	to = fopen(whole, "w");
	assert_non_null(to);
	fputs(text, to);
	fclose(to);
}
