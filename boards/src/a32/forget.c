/* SPDX-License-Identifier: MIT */
/*
 * Memory changed without the guest's writing to it: what the engine has
 * translated from there is old.  The engine takes a virtual address and goes
 * on through physical memory from there, so any that leads to the place, or
 * somewhere below it, will do.
 */
#include "boards/src/a32/inner.h"

enum { SECTIONS = 4096 };

/* Without an MMU the engine executes below here only, come what may. */
static const uint32_t EXECUTABLE_LAST = 0x7fffffff;

static bool leads_below(struct mmu *m, uint32_t vaddr, uint32_t paddr,
			uint32_t *distance)
{
	const struct mmu_page *page = mmu_lookup(m, vaddr, true);
	uint32_t to = mmu_map(page, vaddr).paddr;

	*distance = paddr - to;
	return !page->fault && page->rights[1] & MMU_EXECUTE && to <= paddr;
}

/* Memory that is mapped flat is found at once, other by sections only. */
static bool find_below(struct mmu *m, uint32_t paddr, uint32_t *vaddr,
		       uint32_t *distance)
{
	uint32_t d;

	*vaddr = paddr;
	if (leads_below(m, paddr, paddr, distance) && *distance == 0)
		return true;
	*distance = UINT32_MAX;
	for (uint32_t i = 0; i < SECTIONS; i++)
		if (leads_below(m, i << 20, paddr, &d) && d < *distance) {
			*distance = d;
			*vaddr = i << 20;
		}
	return *distance != UINT32_MAX;
}

void machine_forget_code(struct machine *m, uint32_t paddr, uint32_t last)
{
	uint32_t vaddr, distance;

	if (a32_core_of(m->spec)->tables == TABLES_NONE) {
		vaddr = paddr < EXECUTABLE_LAST ? paddr : EXECUTABLE_LAST;
		engine_forget(a32_of(m)->engine, vaddr,
			      (size_t)last - vaddr + 1);
	} else if (find_below(a32_of(m)->mmu, paddr, &vaddr, &distance)) {
		engine_forget(a32_of(m)->engine, vaddr,
			      (size_t)distance + (last - paddr) + 1);
	}
}
