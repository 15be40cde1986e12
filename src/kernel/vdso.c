/* SPDX-License-Identifier: MIT */
/* The kernel's library in this process [vdso(7), getauxval(3)]. */
#include "kernel/vdso.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* "begin-end ..." of the mapping; false: it is another one. */
static bool take_line(const char *line, uint64_t begin, size_t *size)
{
	char *rest;
	uint64_t end;

	if (!strstr(line, PERF_VDSO) || strtoull(line, &rest, 16) != begin ||
	    *rest != '-')
		return false;
	end = strtoull(rest + 1, NULL, 16);
	*size = (size_t)(end - begin);
	return end > begin;
}

bool perf_vdso(const uint8_t **bytes, size_t *size)
{
	const uint64_t begin = getauxval(AT_SYSINFO_EHDR);
	FILE *maps = begin ? fopen("/proc/self/maps", "re") : NULL;
	char line[256];
	bool found = false;

	while (maps && !found && fgets(line, sizeof line, maps))
		found = take_line(line, begin, size);
	if (maps)
		fclose(maps);
	/* NOLINTNEXTLINE(performance-no-int-to-ptr): the kernel's word */
	*bytes = (const uint8_t *)(uintptr_t)begin;
	return found;
}
