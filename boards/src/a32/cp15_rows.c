/* SPDX-License-Identifier: MIT */
/*
 * The coprocessors of several cores have these rows in common [DDI0198 2,
 * DDI0301H 3.2, 80200 7; of the ARM1156 no manual was found: as ARM1176, with
 * an MPU in c6 in place of c2, c3, c8 and c10].  Operations by set and way act
 * on the whole cache: software only uses them in loops over all of it, and then
 * the result is the same.
 *
 * Left out, though the ARM1176 has it: monitor mode and the Non-secure world,
 * TEX remapping and the access flag, big-endian data; and interrupt vectors
 * that a controller provides.
 */
#include "boards/src/a32/cp15.h"
#include "boards/src/a32/inner.h"

/* The MPU's registers [R4 4.3.20]. */
enum {
	MPUIR_REGIONS_LSB = 8,
	REGION_BASE = -32, /* the lowest bits are always 0 */
	REGION_SIZE = 0x3f,
	REGION_PARTS = 0xff00,
	REGION_ACCESS = 0x173f,
};

/* ---- all ----------------------------------------------------------------- */

/* One operation that ends both caches is two. */
static enum cp15_result both_caches(struct machine *m,
				    const struct cp15_row *row, uint32_t value,
				    const char **why)
{
	static const struct cp15_row one[] = {
		CP15_ALL(CP(7, 5, 0), MAINTAIN_I_INVALIDATE_ALL),
		CP15_ALL(CP(7, 6, 0), MAINTAIN_D_INVALIDATE_ALL),
	};

	(void)row;
	cp15_write_operation(m, &one[0], value, why);
	return cp15_write_operation(m, &one[1], value, why);
}

static const struct cp15_row common[] = {
	{ .reg = CP(1, 0, 0),
	  .at = offsetof(struct cp15, sctlr),
	  .read = cp15_read_kept,
	  .write = cp15_write_control },
	CP15_KEPT(CP(5, 0, 0), dfsr, 0),
	CP15_KEPT(CP(6, 0, 0), dfar, 0),
	CP15_ALL(CP(7, 5, 0), MAINTAIN_I_INVALIDATE_ALL),
	CP15_LINE(CP(7, 5, 1), MAINTAIN_I_INVALIDATE_LINE),
	CP15_ALL(CP(7, 6, 0), MAINTAIN_D_INVALIDATE_ALL),
	CP15_LINE(CP(7, 6, 1), MAINTAIN_D_INVALIDATE_LINE),
	{ .reg = CP(7, 7, 0), .write = both_caches },
	CP15_LINE(CP(7, 10, 1), MAINTAIN_D_CLEAN_LINE),
	CP15_ALL(CP(7, 10, 4), MAINTAIN_DRAIN_WRITE_BUFFER),
	CP15_KEPT(CP(13, 0, 1), context, 0),
};

const struct cp15_group cp15_common = CP15_GROUP(common);

/* ---- page tables ----------------------------------------------------------
 */

/* The process whose addresses a fast context switch moves. */
static enum cp15_result process(struct machine *m, const struct cp15_row *row,
				uint32_t value, const char **why)
{
	(void)m;
	(void)row;
	*why = "fast context switching (CP15 c13,c0,0 other than 0) "
	       "is not simulated";
	return value ? CP15_REFUSED : CP15_DONE;
}

static const struct cp15_row tables[] = {
	CP15_KEPT(CP(2, 0, 0), ttbr0, CP15_CONTROLS | CP15_ENGINE),
	CP15_KEPT(CP(3, 0, 0), dacr, CP15_CONTROLS | CP15_ENGINE),
	CP15_ALL(CP(8, 5, 0), MAINTAIN_ITLB_INVALIDATE_ALL),
	CP15_LINE(CP(8, 5, 1), MAINTAIN_ITLB_INVALIDATE_ENTRY),
	CP15_ALL(CP(8, 6, 0), MAINTAIN_DTLB_INVALIDATE_ALL),
	CP15_LINE(CP(8, 6, 1), MAINTAIN_DTLB_INVALIDATE_ENTRY),
	CP15_ALL(CP(8, 7, 0), MAINTAIN_TLB_INVALIDATE_ALL),
	{ .reg = CP(13, 0, 0), .read = cp15_read_fixed, .write = process },
};

const struct cp15_group cp15_tables = CP15_GROUP(tables);

/* ---- ARMv6 ----------------------------------------------------------------
 */

static const struct cp15_row v6[] = {
	CP15_KEPT(CP(1, 0, 1), actlr, CP15_CONTROLS),
	CP15_KEPT(CP(1, 0, 2), cpacr, CP15_ENGINE),
	CP15_KEPT(CP(5, 0, 1), ifsr, 0),
	CP15_KEPT(CP(6, 0, 2), ifar, 0),
	CP15_WAITS(CP(7, 0, 4)),
	CP15_ALL(CP(7, 5, 2), MAINTAIN_I_INVALIDATE_ALL),
	CP15_BARRIER(CP(7, 5, 4), MAINTAIN_PREFETCH_FLUSH),
	CP15_ALL(CP(7, 5, 6), MAINTAIN_PREDICTOR_FLUSH),
	CP15_ALL(CP(7, 5, 7), MAINTAIN_PREDICTOR_FLUSH),
	CP15_ALL(CP(7, 6, 2), MAINTAIN_D_INVALIDATE_ALL),
	CP15_ALL(CP(7, 10, 0), MAINTAIN_D_CLEAN_ALL),
	CP15_ALL(CP(7, 10, 2), MAINTAIN_D_CLEAN_ALL),
	CP15_BARRIER(CP(7, 10, 4), MAINTAIN_DRAIN_WRITE_BUFFER),
	CP15_NOTHING(CP(7, 10, 5), CP15_USER_WRITES), /* memory barrier */
	CP15_NOTHING(CP(7, 13, 1), 0),                /* prefetch */
	CP15_ALL(CP(7, 14, 0), MAINTAIN_D_CLEAN_INVALIDATE_ALL),
	CP15_LINE(CP(7, 14, 1), MAINTAIN_D_CLEAN_INVALIDATE_LINE),
	CP15_ALL(CP(7, 14, 2), MAINTAIN_D_CLEAN_INVALIDATE_ALL),
	CP15_IGNORED(CP(9, 0, 0), 0), /* lockdown */
	CP15_IGNORED(CP(9, 0, 1), 0),
};

const struct cp15_group cp15_v6 = CP15_GROUP(v6);

static const struct cp15_row v6_tables[] = {
	CP15_KEPT(CP(2, 0, 1), ttbr1, CP15_CONTROLS | CP15_ENGINE),
	CP15_KEPT(CP(2, 0, 2), ttbcr, CP15_CONTROLS | CP15_ENGINE),
	CP15_ALL(CP(8, 5, 2), MAINTAIN_ITLB_INVALIDATE_ALL),
	CP15_ALL(CP(8, 6, 2), MAINTAIN_DTLB_INVALIDATE_ALL),
	CP15_LINE(CP(8, 7, 1), MAINTAIN_TLB_INVALIDATE_ENTRY),
	CP15_ALL(CP(8, 7, 2), MAINTAIN_TLB_INVALIDATE_ALL),
	CP15_IGNORED(CP(10, 0, 0), 0), /* lockdown */
	CP15_IGNORED(CP(15, 2, 4), 0),
};

const struct cp15_group cp15_v6_tables = CP15_GROUP(v6_tables);

static const struct cp15_row threads[] = {
	{ .reg = CP(13, 0, 2),
	  .user = CP15_USER_READS | CP15_USER_WRITES,
	  .at = offsetof(struct cp15, thread[0]),
	  .value = UINT32_MAX,
	  .read = cp15_read_kept,
	  .write = cp15_write_kept },
	{ .reg = CP(13, 0, 3),
	  .user = CP15_USER_READS,
	  .at = offsetof(struct cp15, thread[1]),
	  .value = UINT32_MAX,
	  .read = cp15_read_kept,
	  .write = cp15_write_kept },
	CP15_KEPT(CP(13, 0, 4), thread[2], 0),
};

const struct cp15_group cp15_threads = CP15_GROUP(threads);

/* ---- ARMv7 ----------------------------------------------------------------
 */

/*
 * ARMv7 has these besides ARMv6's, or otherwise [DDI0406B B3.12]: no waiting
 * here, but by WFI; neither operations on whole data caches nor lockdown.  What
 * is unallocated is UNPREDICTABLE there, and undefined here (chosen).
 */
static const struct cp15_row v7[] = {
	CP15_KEPT(CP(1, 0, 1), actlr, CP15_CONTROLS),
	CP15_KEPT(CP(1, 0, 2), cpacr, CP15_ENGINE),
	CP15_KEPT(CP(2, 0, 1), ttbr1, CP15_CONTROLS | CP15_ENGINE),
	CP15_KEPT(CP(2, 0, 2), ttbcr, CP15_CONTROLS | CP15_ENGINE),
	CP15_KEPT(CP(5, 0, 1), ifsr, 0),
	CP15_IGNORED(CP(5, 1, 0), 0), /* ADFSR */
	CP15_IGNORED(CP(5, 1, 1), 0), /* AIFSR */
	CP15_KEPT(CP(6, 0, 2), ifar, 0),
	CP15_NOTHING(CP(7, 0, 4), 0),
	CP15_BARRIER(CP(7, 5, 4), MAINTAIN_PREFETCH_FLUSH),
	CP15_ALL(CP(7, 5, 6), MAINTAIN_PREDICTOR_FLUSH),
	CP15_ALL(CP(7, 5, 7), MAINTAIN_PREDICTOR_FLUSH),
	CP15_NONE(CP(7, 6, 0)),
	CP15_ALL(CP(7, 6, 2), MAINTAIN_D_INVALIDATE_ALL),
	CP15_NONE(CP(7, 7, 0)),
	CP15_ALL(CP(7, 10, 2), MAINTAIN_D_CLEAN_ALL),
	CP15_BARRIER(CP(7, 10, 4), MAINTAIN_DRAIN_WRITE_BUFFER),
	CP15_NOTHING(CP(7, 10, 5), CP15_USER_WRITES), /* memory barrier */
	CP15_LINE(CP(7, 11, 1), MAINTAIN_D_CLEAN_LINE),
	CP15_NOTHING(CP(7, 13, 1), 0),
	CP15_LINE(CP(7, 14, 1), MAINTAIN_D_CLEAN_INVALIDATE_LINE),
	CP15_ALL(CP(7, 14, 2), MAINTAIN_D_CLEAN_INVALIDATE_ALL),
	CP15_ALL(CP(8, 5, 2), MAINTAIN_ITLB_INVALIDATE_ALL),
	CP15_ALL(CP(8, 6, 2), MAINTAIN_DTLB_INVALIDATE_ALL),
	CP15_LINE(CP(8, 7, 1), MAINTAIN_TLB_INVALIDATE_ENTRY),
	CP15_ALL(CP(8, 7, 2), MAINTAIN_TLB_INVALIDATE_ALL),
	CP15_KEPT_BITS(CP(12, 0, 0), vbar, 0, ~UINT32_C(31)),
	CP15_CONTEXT(CP(13, 0, 1)),
	/* The cache that c0,c0,0 of opcode_1 1 tells of. */
	CP15_KEPT_BITS(TALLY_CP(2, 0, 0, 0), cache_size, 0, 15),
};

const struct cp15_group cp15_v7 = CP15_GROUP(v7);

/* The multiprocessing extensions: the same for all processors, here one. */
static const struct cp15_row v7_mp[] = {
	CP15_ALL(CP(7, 1, 0), MAINTAIN_I_INVALIDATE_ALL),
	CP15_ALL(CP(7, 1, 6), MAINTAIN_PREDICTOR_FLUSH),
	CP15_ALL(CP(8, 3, 0), MAINTAIN_TLB_INVALIDATE_ALL),
	CP15_LINE(CP(8, 3, 1), MAINTAIN_TLB_INVALIDATE_ENTRY),
	CP15_ALL(CP(8, 3, 2), MAINTAIN_TLB_INVALIDATE_ALL),
	CP15_LINE(CP(8, 3, 3), MAINTAIN_TLB_INVALIDATE_ENTRY),
	CP15_LINE(CP(8, 7, 3), MAINTAIN_TLB_INVALIDATE_ENTRY),
};

const struct cp15_group cp15_v7_mp = CP15_GROUP(v7_mp);

/* ---- regions --------------------------------------------------------------
 */

/* A register of the region that c6,c2,0 selects; `at` is within the region. */
static uint32_t *region_at(struct machine *m, const struct cp15_row *row)
{
	struct cp15 *c = &a32_of(m)->cp15;

	return (uint32_t *)(void *)((char *)&c->region[c->region_number] +
				    row->at);
}

static enum cp15_result read_region(struct machine *m,
				    const struct cp15_row *row, uint32_t *value)
{
	*value = *region_at(m, row);
	return CP15_DONE;
}

static enum cp15_result write_region(struct machine *m,
				     const struct cp15_row *row, uint32_t value,
				     const char **why)
{
	if (row->value == REGION_SIZE && value & REGION_PARTS) {
		*why = "parts of MPU regions (CP15 c6,c1,2 bits 15 to 8) are "
		       "of ARMv7; this core is ARMv6: use more regions";
		return CP15_REFUSED;
	}
	*region_at(m, row) = value & row->value;
	machine_control(m);
	return CP15_DONE;
}

#define REGION(address, member, mask)                                          \
	{                                                                      \
		.reg = (address), .at = offsetof(struct mpu_region, member),   \
		.value = (uint32_t)(mask), .read = read_region,                \
		.write = write_region                                          \
	}

static const struct cp15_row mpu[] = {
	CP15_FIXED(CP(0, 0, 4), MPU_REGIONS << MPUIR_REGIONS_LSB), /* for both
								      sides */
	REGION(CP(6, 1, 0), base, REGION_BASE),
	REGION(CP(6, 1, 2), size, REGION_SIZE),
	REGION(CP(6, 1, 4), access, REGION_ACCESS),
	CP15_KEPT_BITS(CP(6, 2, 0), region_number, CP15_CONTROLS,
		       MPU_REGIONS - 1),
};

const struct cp15_group cp15_mpu = CP15_GROUP(mpu);

/* ---- tightly coupled memory ------------------------------------------------
 */

static enum cp15_result read_tcm(struct machine *m, const struct cp15_row *row,
				 uint32_t *value)
{
	*value = tcm_read(&a32_of(m)->tcms, row->reg);
	return CP15_DONE;
}

/* Other memory is at the addresses of a TCM then. */
static enum cp15_result write_tcm(struct machine *m, const struct cp15_row *row,
				  uint32_t value, const char **why)
{
	const struct tcms *t = &a32_of(m)->tcms;

	(void)why;
	tcm_write(&a32_of(m)->tcms, row->reg, value);
	machine_control(m);
	if (t->changed <= t->changed_last)
		machine_forget_code(m, t->changed, t->changed_last);
	return CP15_DONE;
}

#define TCM(address)                                                           \
	{                                                                      \
		.reg = (address), .read = read_tcm, .write = write_tcm         \
	}

static const struct cp15_row tcm[] = {
	{ .reg = CP(0, 0, 2), .read = read_tcm },
	TCM(CP(9, 1, 0)),
	TCM(CP(9, 1, 1)),
};

const struct cp15_group cp15_tcm = CP15_GROUP(tcm);

/* These say who may use the TCMs, and which of several is meant. */
static const struct cp15_row tcm_trustzone[] = {
	TCM(CP(9, 1, 2)),
	TCM(CP(9, 1, 3)),
	TCM(CP(9, 2, 0)),
};

const struct cp15_group cp15_tcm_trustzone = CP15_GROUP(tcm_trustzone);
