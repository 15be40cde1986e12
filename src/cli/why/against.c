/* SPDX-License-Identifier: MIT */
/* An older result of `tally why`, of which nothing is believed. */
#include "cli/why/against.h"

#include <jansson.h>
#include <string.h>

static bool take_row(const json_t *row, struct why_against *to)
{
	const char *name = json_string_value(json_object_get(row, "cause"));
	const json_int_t cycles =
		json_integer_value(json_object_get(row, "cycles"));
	const struct catalog_cause *cause = name ? catalog_cause(name) : NULL;

	if (!cause || cycles < 0)
		return false;
	to->row[to->rows].cause = cause;
	to->row[to->rows++].cycles = (uint64_t)cycles;
	return true;
}

static bool take(const json_t *root, struct why_against *to)
{
	const json_t *stack = json_object_get(root, "simulated_causes");
	const json_t *rows = json_object_get(root, "findings");
	const json_int_t cycles =
		json_integer_value(json_object_get(stack, "cycles"));

	if (cycles <= 0 || !json_array_size(rows))
		return false;
	to->cycles = (uint64_t)cycles;
	for (size_t i = 0; i < json_array_size(rows) && i < WHY_FINDINGS; i++)
		if (!take_row(json_array_get(rows, i), to))
			return false;
	return true;
}

bool against_read(const char *file, const char *target, struct why_against *to,
		  struct error *err)
{
	json_error_t at;
	json_t *root = json_load_file(file, JSON_REJECT_DUPLICATES, &at);
	const char *of = json_string_value(json_object_get(root, "target"));
	bool good = false;

	*to = (struct why_against){ .file = file };
	if (!root)
		error_set(err, "--against %s: %s", file, at.text);
	else if (!take(root, to))
		error_set(err,
			  "--against %s: it is no result of tally why on a "
			  "board; make one with -o FILE.json",
			  file);
	else if (!of || strcmp(of, target) != 0)
		error_set(err, "--against %s: it is of %s, not of %s", file,
			  of ? of : "no target", target);
	else
		good = true;
	json_decref(root);
	return good;
}
