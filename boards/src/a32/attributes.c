/* SPDX-License-Identifier: MIT */
/* Memory attributes: what TEX, C and B say, to MMU and MPU alike. */
#include "boards/src/a32/mmu.h"

struct outer mmu_outer_policy(unsigned policy)
{
	return (struct outer){
		.cacheable = policy != 0,
		.write_through = policy == 2,
		.write_allocate = policy == 1,
	};
}

/* ARMv6 says one policy for both levels, but where the top bit of TEX says
 * otherwise. */
static struct outer outer_v6(unsigned tex, bool c, bool b)
{
	if (tex & 4)
		return mmu_outer_policy(tex & 3);
	if (tex == 1)
		return mmu_outer_policy(c && b ? 1 : 0);
	return mmu_outer_policy(tex == 0 && c ? (b ? 3 : 2) : 0);
}

void mmu_attributes_v6(struct mapping *map, unsigned tex, bool c, bool b)
{
	map->outer = outer_v6(tex, c, b);
	map->cacheable = c;
	map->bufferable = b || c;
	map->write_through = c && !b;
	map->strongly_ordered = tex == 0 && !c && !b;
	if (tex & 4) { /* inner policy in C and B alone: 01 is write back */
		map->cacheable = c || b;
		map->bufferable = true;
		map->write_through = c && !b;
	}
}
