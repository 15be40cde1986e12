/* SPDX-License-Identifier: MIT */
/*
 * Finds a core's monitor by its main ID register.  A program that calls this
 * links the tables of all cores.
 */
#include <tally/library.h>

#include "pmuv3.h"

static const struct tally_monitor *const cores[] = {
#define LISTED(word, ...) &tally_##word,
#include <tally/monitors/pmuv3/cores.def>
};

const struct tally_monitor *tally_pmuv3_of(uint32_t midr)
{
	for (unsigned i = 0; i < sizeof(cores) / sizeof(cores[0]); i++) {
		const struct pmuv3_facts *facts = cores[i]->facts;

		if ((midr & PMUV3_MIDR) == facts->midr)
			return cores[i];
	}
	return &tally_pmuv3;
}
