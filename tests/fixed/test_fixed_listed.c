/* SPDX-License-Identifier: MIT */
/*
 * Each core of a list has its family's folded form: the line before its row
 * says so, and nobody else notices a line that names another family, or is
 * missing.
 */
#include <stddef.h>
#include <string.h>

#include "test.h"

#define TEXT_(text)       #text
#define TEXT(text)        TEXT_(text)
#define LISTED(word, ...) { #word, TEXT(TALLY_FIXED_FAMILY_##word) },

struct listed {
	const char *word, *family;
};

static const struct listed pmuv3[] = {
#include <tally/monitors/pmuv3/cores.def>
};

#define LISTED(word, ...) { #word, TEXT(TALLY_FIXED_FAMILY_##word) },
static const struct listed armv7[] = {
#include <tally/monitors/armv7/cores.def>
};

static void check_family(const struct listed *core, size_t count,
			 const char *family)
{
	assert_true(count > 1);
	for (size_t i = 0; i < count; i++)
		if (strcmp(core[i].family, family) != 0)
			fail_msg("%s: cores.def wants the line #define "
				 "TALLY_FIXED_FAMILY_%s %s before its row "
				 "(tools/cores.py), and has %s",
				 core[i].word, core[i].word, family,
				 core[i].family);
}

TEST(each_has_its_family)
{
	check_family(pmuv3, sizeof(pmuv3) / sizeof(pmuv3[0]),
		     "TALLY_FIXED_CORE_pmuv3");
	check_family(armv7, sizeof(armv7) / sizeof(armv7[0]),
		     "TALLY_FIXED_CORE_armv7");
}
