/* SPDX-License-Identifier: MIT */
/*
 * Cortex-A9 r2p2 [DDI0388I 4.2], one processor.
 * Where the library's processor has other sizes, the model's are told.
 */
#include "boards/src/a32/inner.h"
#include "boards/src/core/wanted.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/machine/cores.h"
#include "boards/src/outoforder/outoforder.h"
#include "boards/src/pmu/pmuv2.h"

/* Of the cache that is selected: data and instructions of level 1, level 2. */
static enum cp15_result cache_size(struct machine *m,
				   const struct cp15_row *row, uint32_t *value)
{
	static const uint32_t sizes[] = { 0x701fe019, 0x201fe019 };
	static const enum board_shape shapes[] = { BOARD_DCACHE, BOARD_ICACHE };
	uint32_t which = a32_of(m)->cp15.cache_size;

	(void)row;
	*value = which < sizeof(sizes) / sizeof(sizes[0])
			 ? wanted_cache_size(&m->options, shapes[which],
					     sizes[which])
			 : 0;
	return CP15_DONE;
}

/* The main TLB's entries: 0: 64, and each further one twice that. */
static enum cp15_result tlb_type(struct machine *m, const struct cp15_row *row,
				 uint32_t *value)
{
	enum { OWN = 0x402, LSB = 1, CODES = 4, LEAST = 64 };
	const uint32_t size = m->options.shape[BOARD_TLB].size;

	(void)row;
	*value = OWN;
	for (uint32_t code = 0; code < CODES; code++)
		if (size == (uint32_t)LEAST << code)
			*value = (OWN & ~((CODES - 1u) << LSB)) | code << LSB;
	return CP15_DONE;
}

static const struct cp15_row rows[] = {
	CP15_FIXED(CP(0, 0, 0), 0x412fc092),
	CP15_FIXED(CP(0, 0, 1), 0x83338003),
	CP15_FIXED(CP(0, 0, 2), 0), /* no TCM */
	{ .reg = CP(0, 0, 3), .read = tlb_type },
	CP15_FIXED(CP(0, 0, 5), 0x80000000),
	/* Features: of the processor, debug, memory, instructions. */
	CP15_FIXED(CP(0, 1, 0), 0x1031),
	CP15_FIXED(CP(0, 1, 1), 0x11),
	CP15_FIXED(CP(0, 1, 2), 0x00010444),
	CP15_FIXED(CP(0, 1, 3), 0),
	CP15_FIXED(CP(0, 1, 4), 0x00100103),
	CP15_FIXED(CP(0, 1, 5), 0x20000000),
	CP15_FIXED(CP(0, 1, 6), 0x01230000),
	CP15_FIXED(CP(0, 1, 7), 0x00102111),
	CP15_FIXED(CP(0, 2, 0), 0x00101111),
	CP15_FIXED(CP(0, 2, 1), 0x13112111),
	CP15_FIXED(CP(0, 2, 2), 0x21232041),
	CP15_FIXED(CP(0, 2, 3), 0x11112131),
	CP15_FIXED(CP(0, 2, 4), 0x00011142),
	{ .reg = TALLY_CP(1, 0, 0, 0), .read = cache_size },
	CP15_FIXED(TALLY_CP(1, 0, 0, 1), 0x09200003), /* levels of caches */
	CP15_IGNORED(CP(15, 0, 0), 0),                /* power control */
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
	.actlr_reset = 0,
	.sctlr_boot = SCTLR_PREDICT,
	.sctlr_refused = SCTLR_BIG_ENDIAN | SCTLR_ACCESS_FLAG | SCTLR_REMAP |
			 SCTLR_VECTORED,
	.cp15 = { &own, &cp15_v7, &cp15_security, &cp15_v7_mp, &cp15_threads,
		  &cp15_tables, &cp15_common },
	.cp14 = &cp14_v7,
};

const struct board_core cortex_a9_core = {
	.arch = &a32_arch,
	.uarch = &uarch_cortex_a9_ops,
	.pmu = &pmu_cortex_a9_ops,
	.engine = UC_CPU_ARM_CORTEX_A9,
	.facts = &facts,
	.shapes = SHAPES_CORE | SHAPES_PAGES | SHAPE(TLB) | SHAPE(PREDICTOR) |
		  SHAPE(MEMORY),
};
