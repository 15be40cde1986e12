/* SPDX-License-Identifier: MIT */
#include "base/powerless.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The bounding set is only root's to give up; for others the next line holds:
 * NoNewPrivs. */
static const char *const rows[] = { "CapInh:", "CapPrm:", "CapEff:", "CapAmb:",
				    "CapBnd:" };

enum { ROWS = sizeof rows / sizeof *rows };

void check_powerless(pid_t pid)
{
	char path[64], line[256];
	unsigned seen = 0;
	FILE *from;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	from = fopen(path, "r");
	assert_non_null(from);
	while (fgets(line, sizeof line, from)) {
		if (strncmp(line, "NoNewPrivs:", 11) == 0)
			assert_int_equal(strtol(line + 11, NULL, 10), 1);
		for (unsigned i = 0; i < ROWS - (geteuid() != 0); i++)
			if (strncmp(line, rows[i], 7) == 0 && ++seen &&
			    strtoull(line + 7, NULL, 16))
				fail_msg("%s", line);
	}
	fclose(from);
	assert_int_equal(seen, ROWS - (geteuid() != 0));
}
