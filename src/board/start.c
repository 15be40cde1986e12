/* SPDX-License-Identifier: MIT */
/*
 * Where a run begins.  Reset is the cores' own: translation, caches and branch
 * prediction off.  What a boot loader leaves is what a plain C program
 * expects: everything on, all addresses mapped to themselves in sections of
 * 1 MiB, memory cacheable and written back, the rest device memory.
 */
#include <string.h>

#include "board/inside.h"

enum {
	TABLE_SIZE = 16384,
	SECTION = 1 << 20,
	DESCRIPTOR_SECTION = 2,
	DESCRIPTOR_B = 1 << 2,
	DESCRIPTOR_C = 1 << 3,
	DESCRIPTOR_ONE = 1 << 4,  /* has to be 1 before ARMv6 */
	DESCRIPTOR_ALL = 3 << 10, /* everyone reads and writes */
	DOMAIN0_CLIENT = 1,
};

uint32_t start_table(const struct board_spec *spec)
{
	return spec->ram_base + spec->ram_size - TABLE_SIZE;
}

/* The engine's own translation follows; only possible before a run. */
static void tell_engine(struct machine *m)
{
	engine_system(m->engine, ENGINE_TTBR0, m->cp15.ttbr0);
	engine_system(m->engine, ENGINE_DACR, m->cp15.dacr);
	engine_system(m->engine, ENGINE_SCTLR, m->cp15.sctlr);
}

void start_reset(struct machine *m)
{
	bool armv6 = board_is_armv6(m->spec);

	m->cp15 = (struct cp15){
		.sctlr = armv6 ? 0x00050078 : 0x00000078,
		.actlr = armv6 ? ACTLR_RETURN_STACK | ACTLR_DYNAMIC |
					 ACTLR_STATIC
			       : 0,
	};
	engine_set_cpsr(m->engine,
			MODE_SVC | CPSR_I | CPSR_F | (armv6 ? CPSR_A : 0));
	machine_control(m);
	tell_engine(m);
	machine_look(m);
}

static void page_table(struct machine *m)
{
	bool armv6 = board_is_armv6(m->spec);
	uint32_t table = start_table(m->spec);

	for (uint32_t i = 0; i < TABLE_SIZE / 4; i++) {
		const struct place *place;
		uint32_t entry =
			i * SECTION | DESCRIPTOR_ALL | DESCRIPTOR_SECTION;

		place = board_place(m->spec, i * SECTION);
		if (place && place->kind != PLACE_DEVICE)
			entry |= DESCRIPTOR_C | DESCRIPTOR_B;
		else if (armv6)
			entry |= DESCRIPTOR_B; /* shared device */
		if (!armv6)
			entry |= DESCRIPTOR_ONE;
		memcpy(m->memory + table + (size_t)i * 4, &entry,
		       sizeof(entry));
	}
}

void start_boot(struct machine *m)
{
	struct cp15 *c = &m->cp15;

	page_table(m);
	c->ttbr0 = start_table(m->spec);
	c->dacr = DOMAIN0_CLIENT;
	c->sctlr |= SCTLR_MMU | SCTLR_DCACHE | SCTLR_ICACHE | SCTLR_PREDICT;
	if (board_is_armv6(m->spec))
		c->sctlr |= SCTLR_UNALIGNED | SCTLR_XP;
	else
		c->sctlr |= SCTLR_ALIGN;
	machine_control(m);
	tell_engine(m);
	engine_set_reg(m->engine, 13, start_table(m->spec));
}
