/* SPDX-License-Identifier: MIT */
/* The e500's units: what an instruction takes of a cycle. */
#include "boards/src/core/e500_inner.h"

unsigned e500_slots(const struct insn *i)
{
	static const uint16_t units[CLASSES] = {
		[CLASS_MULTIPLY] = E500_MULTIPLE_UNIT,
		[CLASS_DIVIDE] = E500_MULTIPLE_UNIT,
		[CLASS_LOAD] = E500_LOAD_STORE_UNIT,
		[CLASS_STORE] = E500_LOAD_STORE_UNIT,
		[CLASS_LOAD_MULTIPLE] = E500_LOAD_STORE_UNIT,
		[CLASS_STORE_MULTIPLE] = E500_LOAD_STORE_UNIT,
		[CLASS_OTHER] = E500_BRANCH_UNIT,
	};
	unsigned unit = i->flow == FLOW_NEXT ? units[i->class]
					     : (unsigned)E500_BRANCH_UNIT;

	return unit + (i->class == CLASS_STATUS ? E500_ALONE : E500_ISSUES);
}

bool e500_updates(const struct insn *i)
{
	return (i->class == CLASS_STORE && i->writes) ||
	       (i->class == CLASS_LOAD && (i->writes & (i->writes - 1)));
}
