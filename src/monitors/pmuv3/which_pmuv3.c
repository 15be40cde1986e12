/* SPDX-License-Identifier: MIT */
/*
 * Finds a core's monitor by its main ID register.  A program that calls this
 * links the tables of all cores.
 */
#include <tally/library.h>

#include "pmuv3.h"

static const struct tally_monitor *const cores[] = {
	&tally_cortex_a53,  &tally_cortex_a55,  &tally_cortex_a57,
	&tally_cortex_a72,  &tally_cortex_a76,  &tally_neoverse_n1,
	&tally_neoverse_n2, &tally_neoverse_v1,
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
