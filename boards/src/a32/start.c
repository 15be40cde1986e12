/* SPDX-License-Identifier: MIT */
/*
 * A run begins here.  Reset is the cores' own: translation, caches and branch
 * prediction off.  What a boot loader leaves is what a plain C program expects:
 * everything on, all addresses mapped to themselves in sections of 1 MiB (or,
 * with an MPU, in two regions), memory cacheable and written back, the rest
 * device memory.  Where there is no memory at 0 for vectors, a page of RAM
 * comes to 0xffff0000.
 */
#include <string.h>

#include "boards/src/a32/inner.h"

enum {
	TABLE_SIZE = 16384,
	PAGES_SIZE = 1024,  /* a table of the second level */
	SPACE_BELOW = 4096, /* for it */
	SECTION = 1 << 20,
	PAGE = 4096,
	HIGH_VECTORS = 0xf0, /* number of their page in the last section */
	DESCRIPTOR_TABLE = 1,
	DESCRIPTOR_SECTION = 2,
	DESCRIPTOR_PAGE = 2,
	DESCRIPTOR_B = 1 << 2,
	DESCRIPTOR_C = 1 << 3,
	DESCRIPTOR_ONE = 1 << 4,  /* has to be 1 before ARMv6 */
	DESCRIPTOR_ALL = 3 << 10, /* everyone reads and writes */
	DESCRIPTOR_ALL_PAGE = 3 << 4,
	DOMAIN0_CLIENT = 1,
	REGION_ENABLE = 1,
	REGION_B = 1 << 0,
	REGION_C = 1 << 1,
	REGION_ALL = 3 << 8, /* everyone reads and writes */
};

/* The size register's field for 2^bits bytes. */
#define REGION_SIZE(bits) (((bits)-1u) << 1)

/* The core has page tables, and not regions of an MPU. */
static bool translates(const struct board_spec *spec)
{
	return a32_core_of(spec)->tables != TABLES_NONE;
}

static uint32_t sections(const struct board_spec *spec)
{
	uint32_t end = spec->ram_base + spec->ram_size;

	return !translates(spec) ? end : end - TABLE_SIZE;
}

uint32_t start_table(const struct board_spec *spec)
{
	return sections(spec) - (spec->vectors ? SPACE_BELOW : 0);
}

/* The engine's own translation follows; only possible before a run. */
static void tell_engine(struct machine *m)
{
	if (!translates(m->spec))
		return; /* it has an MPU, which stays off */
	engine_system(a32_of(m)->engine, ENGINE_TTBR0, a32_of(m)->cp15.ttbr0);
	engine_system(a32_of(m)->engine, ENGINE_DACR, a32_of(m)->cp15.dacr);
	engine_system(a32_of(m)->engine, ENGINE_SCTLR, a32_of(m)->cp15.sctlr);
}

void start_reset(struct machine *m)
{
	const struct a32_core *core = a32_core_of(m->spec);

	a32_of(m)->cp15 = (struct cp15){
		.sctlr = core->sctlr_reset,
		.actlr = core->actlr_reset,
	};
	engine_set_cpsr(a32_of(m)->engine,
			MODE_SVC | CPSR_I | CPSR_F |
				(core->abort_mask ? CPSR_A : 0));
	machine_control(m);
	tell_engine(m);
	machine_look(m);
}

static void put(struct machine *m, uint32_t paddr, uint32_t entry)
{
	memcpy(m->memory + paddr, &entry, sizeof(entry));
}

/* Is anything but devices in there? */
static bool has_memory(const struct board_spec *spec, uint32_t section)
{
	for (unsigned i = 0; i < spec->places; i++)
		if (spec->place[i].kind != PLACE_DEVICE &&
		    spec->place[i].base - section < SECTION)
			return true;
	return board_place(spec, section) &&
	       board_place(spec, section)->kind != PLACE_DEVICE;
}

/* The last section by pages, one of them elsewhere. */
static void page_for_vectors(struct machine *m)
{
	uint32_t pages = start_table(m->spec);

	for (uint32_t i = 0; i < PAGES_SIZE / 4; i++)
		put(m, pages + i * 4,
		    (UINT32_MAX - SECTION + 1 + i * PAGE) |
			    DESCRIPTOR_ALL_PAGE | DESCRIPTOR_B |
			    DESCRIPTOR_PAGE);
	put(m, pages + HIGH_VECTORS * 4,
	    m->spec->vectors | DESCRIPTOR_ALL_PAGE | DESCRIPTOR_C |
		    DESCRIPTOR_B | DESCRIPTOR_PAGE);
	put(m, sections(m->spec) + TABLE_SIZE - 4, pages | DESCRIPTOR_TABLE);
}

static void page_table(struct machine *m)
{
	bool armv6 = a32_core_of(m->spec)->tables == TABLES_V6;
	uint32_t table = sections(m->spec);

	for (uint32_t i = 0; i < TABLE_SIZE / 4; i++) {
		uint32_t entry =
			i * SECTION | DESCRIPTOR_ALL | DESCRIPTOR_SECTION;

		if (has_memory(m->spec, i * SECTION))
			entry |= DESCRIPTOR_C | DESCRIPTOR_B;
		else if (armv6)
			entry |= DESCRIPTOR_B; /* shared device */
		if (!armv6)
			entry |= DESCRIPTOR_ONE;
		put(m, table + i * 4, entry);
	}
	if (m->spec->vectors)
		page_for_vectors(m);
}

/* All of the 4 GiB as shared device memory, and the RAM over it. */
static void regions(struct machine *m)
{
	struct mpu_region *region = a32_of(m)->cp15.region;
	unsigned bits = (unsigned)__builtin_ctz(m->spec->ram_size);

	region[0] = (struct mpu_region){
		.size = REGION_SIZE(32) | REGION_ENABLE,
		.access = REGION_ALL | REGION_B,
	};
	region[1] = (struct mpu_region){
		.base = m->spec->ram_base,
		.size = REGION_SIZE(bits) | REGION_ENABLE,
		.access = REGION_ALL | REGION_C | REGION_B,
	};
}

void start_boot(struct machine *m)
{
	struct cp15 *c = &a32_of(m)->cp15;

	if (!translates(m->spec)) {
		regions(m);
	} else {
		page_table(m);
		c->ttbr0 = sections(m->spec);
		c->dacr = DOMAIN0_CLIENT;
	}
	c->sctlr |= SCTLR_MMU | SCTLR_DCACHE | SCTLR_ICACHE |
		    a32_core_of(m->spec)->sctlr_boot;
	if (m->spec->vectors)
		c->sctlr |= SCTLR_VECTORS;
	machine_control(m);
	tell_engine(m);
	engine_set_reg(a32_of(m)->engine, 13, start_table(m->spec));
}
