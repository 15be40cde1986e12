/* SPDX-License-Identifier: MIT */
/*
 * Each core of a list has its family's folded form: the line before its row
 * says so, and nobody else notices a line that names another family, or is
 * missing.
 */
#include <stddef.h>
#include <string.h>

#include "test.h"

#define TEXT_(text) #text
#define TEXT(text)  TEXT_(text)
#define OF_A64      "TALLY_FIXED_CORE_pmuv3"
#define OF_A32      "TALLY_FIXED_CORE_pmuv3_A32"
#define LISTED(word, part, counters, view)                                     \
	{ #word, TEXT(TALLY_FIXED_FAMILY_##word), OF_##view },

struct listed {
	const char *word, *family, *wanted;
};

static const struct listed pmuv3[] = {
#include <tally/monitors/pmuv3/cores.def>
};

#define LISTED(word, ...)                                                      \
	{ #word, TEXT(TALLY_FIXED_FAMILY_##word), "TALLY_FIXED_CORE_armv7" },
static const struct listed armv7[] = {
#include <tally/monitors/armv7/cores.def>
};

static void check_family(const struct listed *core, size_t count)
{
	assert_true(count > 1);
	for (size_t i = 0; i < count; i++)
		if (strcmp(core[i].family, core[i].wanted) != 0)
			fail_msg("%s: cores.def wants the line #define "
				 "TALLY_FIXED_FAMILY_%s %s before its row "
				 "(tools/cores.py), and has %s",
				 core[i].word, core[i].word, core[i].wanted,
				 core[i].family);
}

TEST(each_has_its_family)
{
	check_family(pmuv3, sizeof(pmuv3) / sizeof(pmuv3[0]));
	check_family(armv7, sizeof(armv7) / sizeof(armv7[0]));
}
