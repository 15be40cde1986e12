/* SPDX-License-Identifier: MIT */
/* Bytes of what a comparison looks at come to the same as the record
 * does, and a part of them to nothing. */
#include <stdlib.h>
#include <string.h>

#include "../option/machine_values.h"
#include "hand_record.h"
#include "record/diff.h"
#include "record/extract.h"
#include "test.h"

static char *bytes_of(const struct record *r, size_t *size)
{
	char *bytes = NULL;
	FILE *to = open_memstream(&bytes, size);

	assert_non_null(to);
	assert_true(record_extract(to, r));
	fclose(to);
	return bytes;
}

/* Each row of a comparison as text, and what stands against it. */
static char *told_of(struct record *before, struct record *after)
{
	const struct diff_side side[] = { { &before, 1 }, { &after, 1 } };
	struct diff *d = diff_make(side, DIFF_USUAL_NOISE);
	char *obstacles = diff_obstacles(side), *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(d);
	assert_non_null(obstacles);
	assert_non_null(to);
	assert_true(d->rows > 0);
	fprintf(to, "%s\n", obstacles);
	for (unsigned i = 0; i < d->rows; i++) {
		const struct diff_row *row = &d->row[i];

		fprintf(to, "%s %s %s %s %d %d %u %a %a %a %s\n", row->name,
			row->monitor, row->region ? row->region : "-",
			row->unit, row->basis, row->word, row->direction,
			row->test.before, row->test.after, row->p,
			row->why ? row->why : "");
	}
	fclose(to);
	free(obstacles);
	diff_free(d);
	return text;
}

static void is_compared_alike(struct record *r, struct record *other)
{
	size_t size, again;
	char *bytes = bytes_of(r, &size), *copy, *wanted, *got;
	struct record *kept = record_of_extract(bytes, size);

	assert_non_null(kept);
	copy = bytes_of(kept, &again);
	assert_int_equal(size, again);
	assert_memory_equal(copy, bytes, size);
	wanted = told_of(r, other);
	got = told_of(kept, other);
	assert_string_equal(got, wanted);
	for (size_t i = 0; i < size; i++)
		assert_null(record_of_extract(bytes, i));
	free(wanted);
	free(got);
	free(bytes);
	free(copy);
	record_free(kept);
}

TEST(comparisons_of_extracts_are_those_of_records)
{
	struct record *(*const made[])(void) = { hand_record, hand_parts,
						 hand_log, hand_linux };

	for (unsigned i = 0; i < sizeof made / sizeof *made; i++) {
		struct record *r = made[i](), *other = hand_parts();

		is_compared_alike(r, r);
		is_compared_alike(r, other);
		r->trusted = !r->trusted;
		is_compared_alike(r, other);
		record_free(other);
		record_free(r);
	}
}

/* Each option of a machine that is recorded. */
TEST(machines_are_compared)
{
	for (unsigned i = 0; i < machine_row_count; i++) {
		unsigned at = 0;
		bool given = machine_rows[i].recorded;

		while (given) {
			struct record *r = hand_parts(), *other = hand_parts();

			given = machine_value(&machine_rows[i], &at,
					      &r->machine);
			if (given)
				is_compared_alike(r, other);
			record_free(other);
			record_free(r);
		}
	}
}
