/* SPDX-License-Identifier: MIT */
/*
 * Translation lookaside buffers.  Round robin starts at the last entry, as
 * XScale's does [80200 3.4.4]; ARM1176's may be configured so.
 */
#include "boards/src/parts/tlb.h"

void tlb_init(struct tlb *t, uint32_t sets, uint32_t ways)
{
	t->sets = sets;
	t->ways = ways;
	for (uint32_t i = 0; i < sets; i++)
		t->next[i] = (uint8_t)(ways - 1);
	tlb_drop_all(t);
}

bool tlb_has(const struct tlb *t, uint32_t vaddr, uint32_t page_bits)
{
	uint32_t set = (vaddr >> page_bits) & (t->sets - 1);
	uint32_t first = set * t->ways;

	for (uint32_t i = first; i < first + t->ways; i++)
		if ((vaddr & t->mask[i]) == t->base[i])
			return true;
	return false;
}

bool tlb_touch(struct tlb *t, uint32_t vaddr, uint32_t page_bits)
{
	uint32_t set = (vaddr >> page_bits) & (t->sets - 1);
	uint32_t first = set * t->ways, entry;

	if (tlb_has(t, vaddr, page_bits))
		return true;
	t->changes++;
	entry = first + t->next[set];
	t->next[set] = (uint8_t)((t->next[set] + 1u) % t->ways);
	t->mask[entry] = UINT32_MAX << page_bits;
	t->base[entry] = vaddr & t->mask[entry];
	return false;
}

void tlb_drop_all(struct tlb *t)
{
	t->changes++;
	for (uint32_t i = 0; i < t->sets * t->ways; i++) {
		t->mask[i] = 0;
		t->base[i] = 1;
	}
}

void tlb_drop(struct tlb *t, uint32_t vaddr)
{
	t->changes++;
	for (uint32_t i = 0; i < t->sets * t->ways; i++) {
		if ((vaddr & t->mask[i]) == t->base[i]) {
			t->mask[i] = 0;
			t->base[i] = 1;
		}
	}
}

void tlb_junk(struct tlb *t, struct rng *rng)
{
	for (uint32_t i = 0; i < t->sets * t->ways; i++) {
		uint32_t page = rng_next(rng);

		if (rng_next(rng) & 1)
			continue;
		/* The page's number picks the set it may sit in. */
		page = (page & ~(t->sets - 1)) | i / t->ways;
		t->mask[i] = UINT32_MAX << 12;
		t->base[i] = page << 12;
	}
	for (uint32_t i = 0; i < t->sets; i++)
		t->next[i] = (uint8_t)(rng_next(rng) % t->ways);
}
