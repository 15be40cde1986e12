/* SPDX-License-Identifier: MIT */
/*
 * Protection by regions, without translation: PMSAv6, as the ARM1156T2-S has
 * it.  No manual of that core was found; the registers are those of the
 * Cortex-R4 [R4 4.3.20] without what ARMv7 added: sub-regions, and the default
 * map as a background (SCTLR.BR), whose absence in PMSAv6 is told elsewhere
 * [DDI0406B B4.1.4].  The highest number wins where regions overlap.
 *
 * Chosen: a size below 32 bytes covers nothing, the address bits within the
 * size are ignored, reserved access permissions permit nothing, and with the
 * MPU off the default map is the Cortex-R4's [R4 7.1].
 */
#include "boards/src/a32/mpu.h"

enum {
	SCTLR_M = 1 << 0,
	SCTLR_C = 1 << 2,
	SCTLR_I = 1 << 12,
	SCTLR_V = 1 << 13,
	REGION_ENABLE = 1 << 0,
	SMALLEST = 4, /* size field: 2^(4 + 1) bytes */
	ACCESS_B = 1 << 0,
	ACCESS_C = 1 << 1,
	ACCESS_TEX_LSB = 3,
	ACCESS_AP_LSB = 8,
	ACCESS_XN = 1 << 12,
	READ_WRITE = MMU_READ | MMU_WRITE,
	PAGE_BITS = 12,
};

static unsigned size_field(const struct mpu_region *r)
{
	return r->size >> 1 & 31;
}

/* Bits of an address within the region. */
static uint32_t within(const struct mpu_region *r)
{
	return UINT32_MAX >> (31 - size_field(r));
}

static bool is_on(const struct mpu_region *r)
{
	return r->size & REGION_ENABLE && size_field(r) >= SMALLEST;
}

static bool covers(const struct mpu_region *r, uint32_t vaddr)
{
	return is_on(r) && !((vaddr ^ r->base) & ~within(r));
}

/* Does the region end inside the page of 4 KiB? */
static bool splits(const struct mpu_region *r, uint32_t vaddr)
{
	return is_on(r) && size_field(r) + 1 < PAGE_BITS &&
	       r->base >> PAGE_BITS == vaddr >> PAGE_BITS;
}

static void set_rights(struct mmu_page *p, unsigned ap, bool xn)
{
	static const uint8_t user[8] = { 0, 0, MMU_READ, READ_WRITE,
					 0, 0, MMU_READ, 0 };
	static const uint8_t privileged[8] = {
		0, READ_WRITE, READ_WRITE, READ_WRITE, 0, MMU_READ, MMU_READ, 0
	};

	p->rights[0] = user[ap];
	p->rights[1] = privileged[ap];
	for (unsigned i = 0; i < 2; i++)
		if (!xn && p->rights[i] & MMU_READ)
			p->rights[i] |= MMU_EXECUTE;
}

static void apply(struct mmu_page *p, const struct mpu_region *r)
{
	mmu_attributes_v6(&p->map, r->access >> ACCESS_TEX_LSB & 7,
			  r->access & ACCESS_C, r->access & ACCESS_B);
	set_rights(p, r->access >> ACCESS_AP_LSB & 7, r->access & ACCESS_XN);
}

/*
 * The MPU is off.  Both caches below 1 GiB, the data cache writing through in
 * the next half, instructions alone in the one after; then devices, and at the
 * top what is strongly ordered.
 */
static void default_map(const struct mmu_control *c, struct mmu_page *p,
			uint32_t vaddr, bool fetch)
{
	bool normal = vaddr < 0x80000000;
	bool high_vectors = vaddr >= 0xf0000000 && c->sctlr & SCTLR_V;
	bool cacheable = fetch ? vaddr < 0x80000000 && c->sctlr & SCTLR_I
			       : vaddr < 0x60000000 && c->sctlr & SCTLR_C;

	p->map.cacheable = cacheable;
	p->map.bufferable = vaddr < 0xc0000000;
	p->map.write_through = cacheable && vaddr >= 0x40000000;
	p->map.strongly_ordered = vaddr >= 0xc0000000;
	for (unsigned i = 0; i < 2; i++)
		p->rights[i] = (uint8_t)(normal || high_vectors
						 ? READ_WRITE | MMU_EXECUTE
						 : READ_WRITE);
}

void mpu_look_up(const struct mmu_control *c, struct mmu_page *p,
		 uint32_t vaddr, bool fetch)
{
	const struct mpu_region *found = NULL;

	p->map.paddr = vaddr;
	p->map.page_bits = PAGE_BITS;
	p->whole = true;
	if (!(c->sctlr & SCTLR_M)) {
		default_map(c, p, vaddr, fetch);
		return;
	}
	for (unsigned i = 0; i < MPU_REGIONS; i++) {
		if (covers(&c->region[i], vaddr))
			found = &c->region[i];
		if (splits(&c->region[i], vaddr))
			p->whole = false;
	}
	if (found)
		apply(p, found);
	else
		p->fault = MMU_BACKGROUND;
}
