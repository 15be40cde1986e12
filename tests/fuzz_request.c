/* SPDX-License-Identifier: MIT */
/*
 * Fuzzing what is typed after -M, -e and -g: three lines, empty ones left out.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "run/run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct catalog_monitor *const *monitor;
	const char *list[3] = { NULL };
	struct request *r;
	struct error err;
	unsigned monitors;
	char *text = malloc(size + 1);
	char *at = text;

	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	for (unsigned i = 0; i < 3 && at; i++) {
		char *line = strsep(&at, "\n");

		list[i] = *line ? line : NULL;
	}
	monitor = catalog_monitors(&monitors);
	for (unsigned i = 0; i < monitors; i++) {
		r = request_make(monitor[i], list[0], list[1], list[2], 0,
				 &err);
		/* A refusal says why. */
		if (!r && !err.text[0])
			abort();
		request_free(r);
	}
	free(text);
	return 0;
}
