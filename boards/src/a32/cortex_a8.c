/* SPDX-License-Identifier: MIT */
/*
 * Cortex-A8 r3p2 [DDI0344K 3.2].
 * Where the library's processor has other sizes, the model's are told.
 */
#include "boards/src/a32/inner.h"
#include "boards/src/core/wanted.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/inorder/inorder.h"
#include "boards/src/machine/cores.h"
#include "boards/src/pmu/pmuv2.h"

/* Of the cache that is selected: data and instructions of level 1, level 2. */
static enum cp15_result cache_size(struct machine *m,
				   const struct cp15_row *row, uint32_t *value)
{
	static const uint32_t sizes[] = { 0xe00fe01a, 0x200fe01a, 0xf03fe03a };
	static const enum board_shape shapes[] = { BOARD_DCACHE, BOARD_ICACHE,
						   BOARD_L2 };
	uint32_t which = a32_of(m)->cp15.cache_size;

	(void)row;
	*value = which < sizeof(sizes) / sizeof(sizes[0])
			 ? wanted_cache_size(&m->options, shapes[which],
					     sizes[which])
			 : 0;
	return CP15_DONE;
}

static enum cp15_result line_type(struct machine *m, const struct cp15_row *row,
				  uint32_t *value)
{
	(void)row;
	*value = wanted_line_type(&m->options, 0x82048004);
	return CP15_DONE;
}

/* Entries for data and for instructions. */
static enum cp15_result tlb_type(struct machine *m, const struct cp15_row *row,
				 uint32_t *value)
{
	enum { OWN = 32, APART = 1, MOST = 255 };
	uint32_t data = m->options.shape[BOARD_DTLB].size,
		 code = m->options.shape[BOARD_ITLB].size;

	(void)row;
	*value = APART | (data && data <= MOST ? data : (uint32_t)OWN) << 8 |
		 (code && code <= MOST ? code : (uint32_t)OWN) << 16;
	return CP15_DONE;
}

static const struct cp15_row rows[] = {
	CP15_FIXED(CP(0, 0, 0), 0x413fc082),
	{ .reg = CP(0, 0, 1), .read = line_type },
	CP15_FIXED(CP(0, 0, 2), 0), /* no TCM */
	{ .reg = CP(0, 0, 3), .read = tlb_type },
	CP15_FIXED(CP(0, 0, 5), 0),
	/* Features: of the processor, debug, memory, instructions. */
	CP15_FIXED(CP(0, 1, 0), 0x1031),
	CP15_FIXED(CP(0, 1, 1), 0x11),
	CP15_FIXED(CP(0, 1, 2), 0x00010400),
	CP15_FIXED(CP(0, 1, 3), 0),
	CP15_FIXED(CP(0, 1, 4), 0x31100003),
	CP15_FIXED(CP(0, 1, 5), 0x20000000),
	CP15_FIXED(CP(0, 1, 6), 0x01202000),
	CP15_FIXED(CP(0, 1, 7), 0x00000011),
	CP15_FIXED(CP(0, 2, 0), 0x00101111),
	CP15_FIXED(CP(0, 2, 1), 0x12112111),
	CP15_FIXED(CP(0, 2, 2), 0x21232031),
	CP15_FIXED(CP(0, 2, 3), 0x11112131),
	CP15_FIXED(CP(0, 2, 4), 0x00111142),
	{ .reg = TALLY_CP(1, 0, 0, 0), .read = cache_size },
	CP15_FIXED(TALLY_CP(1, 0, 0, 1), 0x0a000023), /* levels of caches */
	CP15_IGNORED(TALLY_CP(1, 9, 0, 0), 0),        /* level 2 lockdown */
	CP15_IGNORED(TALLY_CP(1, 9, 0, 2), 0x42),     /* level 2 control */
};

static const struct cp15_group own = CP15_GROUP(rows);

static const struct a32_core facts = {
	.instructions = { .v6 = true,
			  .thumb2 = true,
			  .v6k = true,
			  .barriers = true,
			  .wait = true },
	.tables = TABLES_V6,
	.ifsr = true,
	.write_status = true,
	.abort_mask = true,
	.thumb_vectors = true,
	.sctlr_reset = 0x00c50078,
	.sctlr_ones = 0x00c50078,
	.actlr_reset = 2,
	.sctlr_boot = SCTLR_PREDICT,
	.sctlr_refused = SCTLR_BIG_ENDIAN | SCTLR_ACCESS_FLAG | SCTLR_REMAP |
			 SCTLR_VECTORED,
	.cp15 = { &own, &cp15_v7, &cp15_security, &cp15_threads, &cp15_tables,
		  &cp15_common },
	.cp14 = &cp14_v7,
};

const struct board_core cortex_a8_core = {
	.arch = &a32_arch,
	.uarch = &uarch_cortex_a8_ops,
	.pmu = &pmu_cortex_a8_ops,
	.engine = UC_CPU_ARM_CORTEX_A8,
	.facts = &facts,
	.shapes = SHAPES_CORE | SHAPES_PAGES | SHAPES_OWN_L2 | SHAPE(LINE) |
		  SHAPE(PREDICTOR) | SHAPE(MEMORY),
};
