/* SPDX-License-Identifier: MIT */
/*
 * Fuzzes formulas (libFuzzer).  Any text either parses or is refused in one
 * line that names a column inside it; a formula gives finite numbers or none,
 * and its value is within its bounds.
 */
#include "fuzz_text.h"

#include <math.h>

#include "metric/formula.h"

/* Some names have no value; the others' depends on the name. */
static bool look_up(void *ctx, const char *name, double *value)
{
	size_t length = strlen(name);

	(void)ctx;
	fuzz_require(length > 0);
	*value = (double)name[0] * (double)length - 97;
	return name[length - 1] != '9';
}

static void check_error(const struct error *err, size_t length)
{
	unsigned long column;

	fuzz_require(!strncmp(err->text, "column ", 7));
	fuzz_require(!strchr(err->text, '\n'));
	column = strtoul(err->text + 7, NULL, 10);
	fuzz_require(column >= 1 && column <= length + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = { "" };
	struct formula *f;
	double value = NAN, low = NAN, high = NAN;
	const char *name = "";
	char *text = fuzz_text(data, size);

	f = formula_parse(text, &err);
	if (!f) {
		check_error(&err, strlen(text));
		free(text);
		return 0;
	}
	if (formula_eval(f, look_up, NULL, &value, &name) == FORMULA_OK) {
		fuzz_require(isfinite(value) && !name);
		if (formula_interval(f, look_up, NULL, 0.01, &low, &high) ==
		    FORMULA_OK)
			fuzz_require(isfinite(low) && isfinite(high) &&
				     low <= value && value <= high);
	}
	formula_free(f);
	free(text);
	return 0;
}
