/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "hand_fixture.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

struct sample *hand_with(const char *members, struct error *err)
{
	const char *root = getenv("TALLY_ROOT");
	json_t *whole, *more = json_loads(members, 0, NULL);
	char path[4096];

	assert_non_null(root);
	assert_non_null(more);
	snprintf(path, sizeof path, "%s/tests/sample/hand_sampled.json", root);
	whole = json_load_file(path, 0, NULL);
	assert_non_null(whole);
	assert_int_equal(json_object_update(whole, more), 0);
	json_decref(more);
	return sample_read(whole, "hand", err);
}

struct sample *hand_again(const struct sample *s)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	struct error err = { "" };
	struct sample *again;
	json_t *document;

	assert_non_null(to);
	assert_true(sample_write(to, s));
	fclose(to);
	document = json_loads(text, 0, NULL);
	free(text);
	assert_non_null(document);
	again = sample_read(document, "again", &err);
	assert_string_equal(err.text, "");
	assert_non_null(again);
	return again;
}
