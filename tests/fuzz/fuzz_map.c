/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes maps of the AHB monitor (libFuzzer): any bytes as the file of --map.
 */
#include "fuzz_text.h"

#include "catalog/ahb_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned monitors;
	const struct catalog_monitor *const *m = catalog_monitors(&monitors);
	char path[FUZZ_PATH];
	int fd = fuzz_file(data, size, path);

	for (unsigned i = 0; fd >= 0 && i < monitors; i++) {
		struct error err = { "" };
		struct catalog_monitor *with;

		if (!catalog_takes_map(m[i]))
			continue;
		with = catalog_with_map(m[i], path, &err);
		fuzz_require(with || err.text[0]);
		catalog_map_free(with);
	}
	if (fd >= 0)
		close(fd);
	return 0;
}
