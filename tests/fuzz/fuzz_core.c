/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes lists of a core's events (libFuzzer): any bytes as the file of --core.
 */
#include "fuzz_text.h"

#include "catalog/added.h"
#include "user/core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = { "" };
	char path[FUZZ_PATH];
	int fd = fuzz_file(data, size, path);
	unsigned before, after;

	if (fd < 0)
		return 0;
	catalog_monitors(&before);
	if (user_core_add(path, &err)) {
		const struct catalog_monitor *const *all =
			catalog_monitors(&after);

		fuzz_require(after == before + 1);
		for (unsigned i = 2; i < all[before]->events; i++)
			fuzz_require(all[before]->event[i].code >
				     all[before]->event[i - 1].code);
		fuzz_require(all[before]->metrics && all[before]->groups);
	} else {
		fuzz_require(err.text[0] != '\0');
	}
	user_cores_free();
	close(fd);
	return 0;
}
