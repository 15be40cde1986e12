/* SPDX-License-Identifier: MIT */
/* Published faults: each row is what a result that shows it looks like. */
#include "evidence/faults.h"

#include <string.h>

#include "test.h"

static struct proof_row row[2];
static struct proof proof = { .row = row, .rows = 2 };

static uint64_t counted_so(enum fault_way way)
{
	switch (way) {
	case FAULT_ONE_MORE:
		return UINT64_C(0x100000011);
	case FAULT_ONE_LESS:
		return UINT64_C(0x10000000f);
	case FAULT_MORE:
		return UINT64_C(0x100000020);
	case FAULT_LOW_HALF:
		return 0x10;
	case FAULT_NONE:
	case FAULT_ANY:
	case FAULT_ALONE:
		return 0;
	}
	return 0;
}

/* As the fault shows. */
static void show(const struct proof_fault *f)
{
	row[0] = (struct proof_row){ .outcome = PROOF_NOT_OK,
				     .counts = true,
				     .least = UINT64_C(0x100000010),
				     .most = UINT64_C(0x100000010),
				     .counted = counted_so(f->way) };
	snprintf(row[0].check, sizeof row[0].check, "%s", f->check);
	snprintf(row[0].what, sizeof row[0].what, "pmn1%s, and more", f->words);
	row[1] = row[0];
	row[1].outcome = PROOF_OK;
	snprintf(proof.monitor, sizeof proof.monitor, "%s",
		 *f->monitor ? f->monitor : "arm1176");
}

static bool is_named(const struct proof_fault *f)
{
	const struct proof_fault *like[FAULTS_LIKE];
	const unsigned count = proof_faults_like(&proof, row, like);

	for (unsigned i = 0; i < count; i++)
		if (!strcmp(like[i]->name, f->name))
			return true;
	return false;
}

TEST(each_is_named)
{
	unsigned count;
	const struct proof_fault *f = proof_faults(&count);

	assert_true(count > 20);
	for (unsigned i = 0; i < count; i++) {
		show(&f[i]);
		if (!is_named(&f[i]))
			fail_msg("row %u: %s is not named", i, f[i].name);
	}
}

/* A result that is right, of another check, of other words, of another monitor,
 * or off in another way, does not look like it. */
TEST(none_is_named_of_anything_else)
{
	unsigned count;
	const struct proof_fault *f = proof_faults(&count);

	for (unsigned i = 0; i < count; i++) {
		show(&f[i]);
		row[0].outcome = PROOF_OK;
		assert_false(is_named(&f[i]));
		show(&f[i]);
		row[0].check[0] = 'X';
		assert_false(is_named(&f[i]));
		show(&f[i]);
		row[0].what[0] = '\0';
		assert_true(!is_named(&f[i]) || !*f[i].words);
		show(&f[i]);
		proof.monitor[0] = 'X';
		assert_true(!is_named(&f[i]) || !*f[i].monitor);
		show(&f[i]);
		row[0].counted = row[0].least;
		assert_true(!is_named(&f[i]) || f[i].way == FAULT_ANY ||
			    f[i].way == FAULT_ALONE);
	}
}

TEST(one_that_stands_alone)
{
	unsigned count;
	const struct proof_fault *f = proof_faults(&count);

	while (f->way != FAULT_ALONE)
		f++;
	show(f);
	row[1].outcome = PROOF_NOT_OK;
	assert_false(is_named(f));
}

TEST(no_count_is_one_more_than_the_greatest)
{
	unsigned count;
	const struct proof_fault *f = proof_faults(&count);

	while (f->way != FAULT_ONE_MORE)
		f++;
	show(f);
	row[0].most = UINT64_MAX;
	row[0].counted = 0;
	assert_false(is_named(f));
}

TEST(each_says_what_and_where_it_is_published)
{
	unsigned count;
	const struct proof_fault *f = proof_faults(&count);

	for (unsigned i = 0; i < count; i++) {
		assert_true(strlen(f[i].name) > 5);
		assert_true(strlen(f[i].what) > 20);
		assert_non_null(strpbrk(f[i].source, "0123456789_"));
		assert_true(strlen(f[i].words) < sizeof row->what / 2);
	}
}
