/* SPDX-License-Identifier: MIT */
/* ARM926EJ-S r0p5 [DDI0198]. */
#include "boards/src/core/arm926.h"
#include "boards/src/a32/a32.h"
#include "boards/src/a32/inner.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/machine/cores.h"

enum { FLAG_Z = 1 << 30 };

/*
 * A dirty line is cleaned by being asked for, and Z tells that none is left
 * [DDI0198 2.3.10].
 */
static enum cp15_result
test_and_clean(struct machine *m, const struct cp15_row *row, uint32_t *value)
{
	bool clean = uarch_test_and_clean(m->uarch, row->reg == CP(7, 14, 3));

	*value = clean ? FLAG_Z : 0;
	return CP15_DONE;
}

/* [DDI0198 4.1] */
static enum cp15_result drain_and_wait(struct machine *m,
				       const struct cp15_row *row,
				       uint32_t value, const char **why)
{
	const struct mapping nowhere = { .page_bits = 12 };

	uarch_maintain(m->uarch, MAINTAIN_DRAIN_WRITE_BUFFER, 0, &nowhere);
	return cp15_write_wait(m, row, value, why);
}

static const struct cp15_row rows[] = {
	CP15_FIXED(CP(0, 0, 0), 0x41069265),
	/* 32 KiB, 4 ways, twice [DDI0198D 2.3.2]; the size is chosen */
	CP15_CACHE_TYPE(0x1d192192),
	CP15_FIXED(CP(0, 0, 2), 0), /* no TCM */
	CP15_KEPT(CP(5, 0, 1), ifsr, 0),
	{ .reg = CP(7, 0, 4), .write = drain_and_wait },
	CP15_ALL(CP(7, 5, 2), MAINTAIN_I_INVALIDATE_ALL),
	CP15_ALL(CP(7, 6, 2), MAINTAIN_D_INVALIDATE_ALL),
	CP15_ALL(CP(7, 10, 2), MAINTAIN_D_CLEAN_ALL),
	{ .reg = CP(7, 10, 3), .read = test_and_clean },
	CP15_NOTHING(CP(7, 13, 1), 0), /* prefetch */
	CP15_LINE(CP(7, 14, 1), MAINTAIN_D_CLEAN_INVALIDATE_LINE),
	CP15_ALL(CP(7, 14, 2), MAINTAIN_D_CLEAN_INVALIDATE_ALL),
	{ .reg = CP(7, 14, 3), .read = test_and_clean },
	CP15_LINE(CP(8, 7, 1), MAINTAIN_TLB_INVALIDATE_ENTRY),
	CP15_IGNORED(CP(9, 0, 0), 0), /* lockdown */
	CP15_IGNORED(CP(9, 0, 1), 0),
	CP15_IGNORED(CP(10, 0, 0), 0),
	CP15_KEPT(CP(15, 0, 0), debug_override, CP15_CONTROLS),
};

static const struct cp15_group own = CP15_GROUP(rows);

static const struct a32_core facts = {
	.tables = TABLES_V5,
	.no_preload = true, /* [DDI0198 4.1] */
	.ifsr = true,
	.sctlr_reset = 0x00050078,
	.sctlr_boot = SCTLR_ALIGN, /* it predicts nothing */
	.sctlr_refused = SCTLR_BIG_ENDIAN,
	.cp15 = { &own, &cp15_tables, &cp15_common },
};

const struct board_core arm926_core = {
	.arch = &a32_arch,
	.uarch = &uarch_arm926_ops,
	.engine = UC_CPU_ARM_926,
	.facts = &facts,
	.shapes = SHAPES_CORE | SHAPE(TLB),
	.told_policy = true,
};
