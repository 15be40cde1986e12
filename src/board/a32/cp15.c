/* SPDX-License-Identifier: MIT */
/*
 * The system control coprocessor as the cores have it [DDI0198 2, DDI0301H 3.2,
 * 80200 7; of the ARM1156 no manual was found: as ARM1176, with an MPU in c6 in
 * place of c2, c3, c8 and c10].  Only what the board honours is there; every
 * other register is undefined rather than quietly ignored, except the lockdown
 * registers, which read as zero.  Operations by set and way act on the whole
 * cache: software only uses them in loops over all of it, and then the result
 * is the same.
 *
 * Left out, though the ARM1176 has it: monitor mode and the Non-secure world,
 * TEX remapping and the access flag, big-endian data; and interrupt vectors
 * that a controller provides.
 */
#include "board/a32/cp15.h"

#include <stddef.h>

#include <tally/reg.h>

#include "board/a32/inner.h"

/* c7 and c8: what an operation does to the model; how to name its line. */
struct operation {
	uint32_t addr;
	uint8_t what; /* enum maintenance */
	bool by_address;
	uint8_t cores; /* bit 0: ARMv6, bit 1: PXA250, bit 2: ARM926 */
};

enum { ARMV6 = 1, PXA = 2, ARM9 = 4, ALL = 7 };

enum { FLAG_Z = 1 << 30 };

/* The MPU's registers [R4 4.3.20]. */
enum {
	MPUIR_REGIONS_LSB = 8,
	REGION_BASE_0 = 0x1f, /* always 0 */
	REGION_SIZE = 0x3f,
	REGION_PARTS = 0xff00,
	REGION_ACCESS = 0x173f,
};

#define CP(crn, crm, opc2) TALLY_CP(0, crn, crm, opc2)

static const struct operation operations[] = {
	{ CP(7, 2, 5), MAINTAIN_D_ALLOCATE_LINE, true, PXA },
	{ CP(7, 5, 0), MAINTAIN_I_INVALIDATE_ALL, false, ALL },
	{ CP(7, 5, 1), MAINTAIN_I_INVALIDATE_LINE, true, ALL },
	{ CP(7, 5, 2), MAINTAIN_I_INVALIDATE_ALL, false, ARMV6 | ARM9 },
	{ CP(7, 5, 4), MAINTAIN_PREFETCH_FLUSH, false, ARMV6 },
	{ CP(7, 5, 6), MAINTAIN_PREDICTOR_FLUSH, false, ARMV6 | PXA },
	{ CP(7, 5, 7), MAINTAIN_PREDICTOR_FLUSH, false, ARMV6 },
	{ CP(7, 6, 0), MAINTAIN_D_INVALIDATE_ALL, false, ALL },
	{ CP(7, 6, 1), MAINTAIN_D_INVALIDATE_LINE, true, ALL },
	{ CP(7, 6, 2), MAINTAIN_D_INVALIDATE_ALL, false, ARMV6 | ARM9 },
	{ CP(7, 10, 0), MAINTAIN_D_CLEAN_ALL, false, ARMV6 },
	{ CP(7, 10, 1), MAINTAIN_D_CLEAN_LINE, true, ALL },
	{ CP(7, 10, 2), MAINTAIN_D_CLEAN_ALL, false, ARMV6 | ARM9 },
	{ CP(7, 10, 4), MAINTAIN_DRAIN_WRITE_BUFFER, false, ALL },
	{ CP(7, 14, 0), MAINTAIN_D_CLEAN_INVALIDATE_ALL, false, ARMV6 },
	{ CP(7, 14, 1), MAINTAIN_D_CLEAN_INVALIDATE_LINE, true, ARMV6 | ARM9 },
	{ CP(7, 14, 2), MAINTAIN_D_CLEAN_INVALIDATE_ALL, false, ARMV6 | ARM9 },
	{ CP(8, 5, 0), MAINTAIN_ITLB_INVALIDATE_ALL, false, ALL },
	{ CP(8, 5, 1), MAINTAIN_ITLB_INVALIDATE_ENTRY, true, ALL },
	{ CP(8, 5, 2), MAINTAIN_ITLB_INVALIDATE_ALL, false, ARMV6 },
	{ CP(8, 6, 0), MAINTAIN_DTLB_INVALIDATE_ALL, false, ALL },
	{ CP(8, 6, 1), MAINTAIN_DTLB_INVALIDATE_ENTRY, true, ALL },
	{ CP(8, 6, 2), MAINTAIN_DTLB_INVALIDATE_ALL, false, ARMV6 },
	{ CP(8, 7, 0), MAINTAIN_TLB_INVALIDATE_ALL, false, ALL },
	{ CP(8, 7, 1), MAINTAIN_TLB_INVALIDATE_ENTRY, true, ARMV6 | ARM9 },
	{ CP(8, 7, 2), MAINTAIN_TLB_INVALIDATE_ALL, false, ARMV6 },
};

static bool is_armv6(const struct machine *m)
{
	return a32_core_of(m->spec)->tables >= TABLES_V6;
}

static bool is_arm9(const struct machine *m)
{
	return a32_core_of(m->spec)->tables == TABLES_V5;
}

static bool has_mpu(const struct machine *m)
{
	return a32_core_of(m->spec)->tables == TABLES_NONE;
}

static void maintain(struct machine *m, const struct operation *op,
		     uint32_t value)
{
	struct mapping map = { .page_bits = 12 };

	if (op->addr >> 8 == 8) {
		mmu_drop(a32_of(m)->mmu);
		m->fetch_known = false;
	}
	if (op->by_address) {
		const struct mmu_page *page;

		page = mmu_lookup(a32_of(m)->mmu, value,
				  op->what == MAINTAIN_I_INVALIDATE_LINE);
		if (!page->fault)
			map = mmu_map(page, value);
	}
	uarch_maintain(m->uarch, (enum maintenance)op->what, value, &map);
}

/* c7 and c8.  What ends both caches at once is two operations. */
static enum cp15_result operate(struct machine *m, uint32_t addr,
				bool privileged, uint32_t value)
{
	uint8_t core = is_armv6(m) ? ARMV6 : is_arm9(m) ? ARM9 : PXA;
	bool barrier = addr == CP(7, 5, 4) || addr == CP(7, 10, 4) ||
		       addr == CP(7, 10, 5);

	/* Users have barriers, and only on ARMv6. */
	if (!privileged && !(barrier && is_armv6(m)))
		return CP15_UNDEFINED;
	if (core != PXA && addr == CP(7, 0, 4)) {
		if (is_arm9(m)) /* [DDI0198 4.1] */
			uarch_maintain(m->uarch, MAINTAIN_DRAIN_WRITE_BUFFER, 0,
				       &(struct mapping){ .page_bits = 12 });
		return CP15_WAIT;
	}
	if (core != PXA && addr == CP(7, 13, 1))
		return CP15_DONE; /* prefetch: no model */
	if (is_armv6(m) && addr == CP(7, 10, 5))
		return CP15_DONE; /* memory barrier: no model */
	if (has_mpu(m) && addr >> 8 == 8)
		return CP15_UNDEFINED; /* there is no TLB */
	if (addr == CP(7, 7, 0)) {
		operate(m, CP(7, 5, 0), true, 0);
		return operate(m, CP(7, 6, 0), true, 0);
	}
	for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		if (operations[i].addr == addr && operations[i].cores & core) {
			maintain(m, &operations[i], value);
			return addr >> 8 == 8 ? CP15_SHARED : CP15_DONE;
		}
	return CP15_UNDEFINED;
}

/* What translates addresses, or protects them; or NULL. */
static uint32_t *of_memory(struct machine *m, uint32_t addr)
{
	struct cp15 *c = &a32_of(m)->cp15;
	bool armv6 = is_armv6(m), mpu = has_mpu(m);
	struct mpu_region *region = &c->region[c->region_number];

	switch (addr) {
	case CP(2, 0, 0):
		return mpu ? NULL : &c->ttbr0;
	case CP(2, 0, 1):
		return armv6 && !mpu ? &c->ttbr1 : NULL;
	case CP(2, 0, 2):
		return armv6 && !mpu ? &c->ttbcr : NULL;
	case CP(3, 0, 0):
		return mpu ? NULL : &c->dacr;
	case CP(6, 1, 0):
		return mpu ? &region->base : NULL;
	case CP(6, 1, 2):
		return mpu ? &region->size : NULL;
	case CP(6, 1, 4):
		return mpu ? &region->access : NULL;
	case CP(6, 2, 0):
		return mpu ? &c->region_number : NULL;
	default:
		return NULL;
	}
}

/* A register that is simply kept, or NULL. */
static uint32_t *kept(struct machine *m, uint32_t addr)
{
	struct cp15 *c = &a32_of(m)->cp15;
	bool armv6 = is_armv6(m);

	switch (addr) {
	case CP(1, 0, 0):
		return &c->sctlr;
	case CP(1, 0, 1):
		return is_arm9(m) ? NULL : &c->actlr;
	case CP(1, 0, 2):
		return armv6 ? &c->cpacr : NULL;
	case CP(5, 0, 0):
		return &c->dfsr;
	case CP(5, 0, 1):
		return a32_core_of(m->spec)->ifsr ? &c->ifsr : NULL;
	case CP(6, 0, 0):
		return &c->dfar;
	case CP(6, 0, 2):
		return armv6 ? &c->ifar : NULL;
	case CP(12, 0, 0):
		return a32_core_of(m->spec)->trustzone ? &c->vbar : NULL;
	case CP(13, 0, 1):
		return &c->context;
	case CP(13, 0, 2):
	case CP(13, 0, 3):
	case CP(13, 0, 4):
		return a32_core_of(m->spec)->threads
			       ? &c->thread[(addr & 15) - 2]
			       : NULL;
	case CP(15, 0, 0):
		return is_arm9(m) ? &c->debug_override : NULL;
	case CP(15, 1, 0):
		return armv6 || is_arm9(m) ? NULL : &c->cpacr;
	default:
		return of_memory(m, addr);
	}
}

/* Registers of cache and TLB lockdown, which the model does not have. */
static bool is_lockdown(const struct machine *m, uint32_t addr)
{
	if (is_arm9(m))
		return addr == CP(9, 0, 0) || addr == CP(9, 0, 1) ||
		       addr == CP(10, 0, 0);
	return is_armv6(m) && (addr == CP(9, 0, 0) || addr == CP(9, 0, 1) ||
			       (!has_mpu(m) && (addr == CP(10, 0, 0) ||
						addr == CP(15, 2, 4))));
}

/* The process whose addresses a fast context switch moves. */
static bool is_process(const struct machine *m, uint32_t addr)
{
	return !has_mpu(m) && addr == CP(13, 0, 0);
}

/*
 * ARM926: a dirty line is cleaned by being asked for, and Z tells that none is
 * left [DDI0198 2.3.10].
 */
static bool test_and_clean(struct machine *m, uint32_t addr, uint32_t *value)
{
	if (!is_arm9(m) || (addr != CP(7, 10, 3) && addr != CP(7, 14, 3)))
		return false;
	*value = uarch_test_and_clean(m->uarch, addr == CP(7, 14, 3)) ? FLAG_Z
								      : 0;
	return true;
}

enum cp15_result cp15_read(struct machine *m, uint32_t addr, bool privileged,
			   uint32_t *value)
{
	const uint32_t *reg = kept(m, addr);
	bool user_thread = a32_core_of(m->spec)->threads &&
			   (addr == CP(13, 0, 2) || addr == CP(13, 0, 3));

	if (!privileged && !user_thread)
		return CP15_UNDEFINED;
	if (reg)
		*value = *reg;
	else if (addr == CP(0, 0, 0))
		*value = a32_core_of(m->spec)->midr;
	else if (addr == CP(0, 0, 1))
		*value = a32_core_of(m->spec)->cache_type;
	else if (has_mpu(m) && addr == CP(0, 0, 4))
		*value = MPU_REGIONS << MPUIR_REGIONS_LSB; /* for both sides */
	else if (test_and_clean(m, addr, value))
		return CP15_DONE;
	else if (is_lockdown(m, addr) || is_process(m, addr) ||
		 (is_arm9(m) && addr == CP(0, 0, 2))) /* no TCM */
		*value = 0;
	else if (!is_armv6(m) || !tcm_read(&a32_of(m)->tcms, addr, value))
		return CP15_UNDEFINED;
	return CP15_DONE;
}

static enum cp15_result control(struct machine *m, uint32_t value,
				const char **why)
{
	if (value & SCTLR_BIG_ENDIAN) {
		*why = "big-endian operation (SCTLR bit 7) is not simulated";
		return CP15_REFUSED;
	}
	if (is_armv6(m) && (value & SCTLR_ACCESS_FLAG)) {
		*why = "the access flag (SCTLR bit 29) is not simulated";
		return CP15_REFUSED;
	}
	if (has_mpu(m) && (value & SCTLR_VECTORED)) {
		*why = "vectors from the interrupt controller (SCTLR bit 24) "
		       "are not simulated";
		return CP15_REFUSED;
	}
	if (has_mpu(m) && (value & SCTLR_BACKGROUND)) {
		*why = "the MPU's background map (SCTLR bit 17) is of ARMv7; "
		       "this core is ARMv6: give it a region of 4 GiB";
		return CP15_REFUSED;
	}
	a32_of(m)->cp15.sctlr = value;
	machine_control(m);
	/* The engine's own MPU stays off. */
	return has_mpu(m) ? CP15_DONE : CP15_SHARED;
}

/* A write to one of the MPU's registers. */
static enum cp15_result region(struct machine *m, uint32_t addr, uint32_t *reg,
			       uint32_t value, const char **why)
{
	if (addr == CP(6, 1, 2) && value & REGION_PARTS) {
		*why = "parts of MPU regions (CP15 c6,c1,2 bits 15 to 8) are "
		       "of ARMv7; this core is ARMv6: use more regions";
		return CP15_REFUSED;
	}
	if (addr == CP(6, 1, 0))
		value &= ~(uint32_t)REGION_BASE_0;
	else if (addr == CP(6, 1, 2))
		value &= REGION_SIZE;
	else if (addr == CP(6, 1, 4))
		value &= REGION_ACCESS;
	else
		value &= MPU_REGIONS - 1;
	*reg = value;
	machine_control(m);
	return CP15_DONE;
}

/* Other memory is at the addresses of a TCM. */
static void memory_changed(struct machine *m)
{
	const struct tcms *t = &a32_of(m)->tcms;

	machine_control(m);
	if (t->changed <= t->changed_last)
		machine_forget_code(m, t->changed, t->changed_last);
}

enum cp15_result cp15_write(struct machine *m, uint32_t addr, bool privileged,
			    uint32_t value, const char **why)
{
	uint32_t *reg = kept(m, addr);
	unsigned crn = addr >> 8 & 15;

	if (crn == 7 || crn == 8)
		return operate(m, addr, privileged, value);
	if (!privileged &&
	    !(a32_core_of(m->spec)->threads && addr == CP(13, 0, 2)))
		return CP15_UNDEFINED;
	if (addr == CP(1, 0, 0))
		return control(m, value, why);
	if (is_process(m, addr) && value) {
		*why = "fast context switching (CP15 c13,c0,0 other than 0) "
		       "is not simulated";
		return CP15_REFUSED;
	}
	if (is_lockdown(m, addr) || is_process(m, addr))
		return CP15_DONE;
	if (has_mpu(m) && crn == 6 && addr > CP(6, 0, 15) && reg)
		return region(m, addr, reg, value, why);
	if (is_armv6(m) && tcm_write(&a32_of(m)->tcms, addr, value)) {
		memory_changed(m);
		return CP15_DONE;
	}
	if (!reg)
		return CP15_UNDEFINED;
	*reg = addr == CP(12, 0, 0) ? value & ~31u : value;
	if (addr == CP(1, 0, 1) || addr == CP(15, 0, 0) || crn == 2 || crn == 3)
		machine_control(m);
	/* Translation and coprocessor access are the engine's affair, too. */
	return crn == 2 || crn == 3 || addr == CP(1, 0, 2) ? CP15_SHARED
							   : CP15_DONE;
}
