/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes files of a user's metrics (libFuzzer): any bytes as the file of
 * --metrics.
 */
#include "fuzz_text.h"

#include "catalog/catalog.h"
#include "metric/formula.h"
#include "user/own.h"

/* All that was added can be printed and parsed. */
static void look(const struct catalog_monitor *m)
{
	struct error ignored;

	for (unsigned i = 0; i < m->metrics; i++) {
		const struct catalog_metric *x = &m->metric[i];
		struct formula *f;

		if (!x->users)
			continue;
		f = formula_parse(x->formula, &ignored);
		fuzz_require(f != NULL);
		formula_free(f);
		fuzz_require(x->low <= x->high && x->scale > 0);
		fuzz_require(x->title && x->definition && x->unit && x->source);
		fuzz_require(!*x->notes || catalog_note(m, x->notes));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = { "" };
	char path[FUZZ_PATH];
	int fd = fuzz_file(data, size, path);
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	if (fd < 0)
		return 0;
	if (user_metrics_add(path, &err))
		for (unsigned i = 0; i < count; i++)
			look(all[i]);
	else
		fuzz_require(err.text[0] != '\0');
	user_metrics_free();
	close(fd);
	return 0;
}
