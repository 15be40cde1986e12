/* SPDX-License-Identifier: MIT */
/* Causes of cycles, by their names. */
#include "boards/src/machine/machine.h"

const char *machine_cause_name(enum cause cause)
{
	static const char *const names[CAUSES] = {
#define CAUSE(id, name) name,
#include "boards/src/ledger/causes.def"
	};

	return names[cause];
}
