/* SPDX-License-Identifier: MIT */
#ifndef TESTS_MACHINE_VALUES_H
#define TESTS_MACHINE_VALUES_H

#include "option/machine.h"
#include "test.h"

/*
 * Arguments of which each option of a machine takes one at least, so that a
 * test goes over all rows and a new row is in it.
 */
static const char *const machine_values[] = {
	"flat",
	"on",
	"7",
	"3.5",
	"5:2",
	"3:1",
	"no-line",
	"nid-off",
	"exp:every=100",
	"uart0:every=5",
	"itcm_error=100",
	"dbgack=1/2",
	"etmextout0=3/10",
	"armd:error,every=2,times=3",
	"dcache=8K,2way",
	"l2=64K,8way,plru",
	"tlb=64,2way",
	"dtlb=16",
	"predictor=64",
	"line=128",
	"memory=200",
};
enum { MACHINE_VALUES = sizeof machine_values / sizeof *machine_values };

/* The value at or behind `*at` that the row takes into `o`, which is plain
 * before; NULL: there is no further one that changes anything. */
static inline const char *machine_value(const struct option_row *row,
					unsigned *at, struct board_options *o)
{
	struct error ignored;

	while (*at < (row->argument ? (unsigned)MACHINE_VALUES : 1u)) {
		const char *text = machine_values[(*at)++];

		*o = (struct board_options){ 0 };
		if (option_take(row, text, o, &ignored) &&
		    option_print(row, NULL, o))
			return text;
	}
	return NULL;
}

#endif
