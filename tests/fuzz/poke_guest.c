/* SPDX-License-Identifier: MIT */
/*
 * A program's own loads and stores: all sizes that the core has, aligned and
 * not, with faults and interrupts.
 */
#include "boards/src/ppc/ppc.h"
#include "poke.h"

#include <string.h>

enum { BATCHES = 16, RECORDS = 256, PER_RECORD = 200, PARTS = 3 };

static uint8_t *record(struct poker *p, unsigned i, unsigned part)
{
	unsigned width = poke_code(p->spec)->width;

	return p->m->memory + poker_ram(p, POKE_RECORDS) +
	       (PARTS * i + part) * width;
}

static void set(struct poker *p, unsigned i, unsigned part, uint32_t value)
{
	uint64_t wide = value;

	if (p->spec->core->arch == &ppc_arch)
		wide = __builtin_bswap32(value);
	memcpy(record(p, i, part), &wide, poke_code(p->spec)->width);
}

static uint32_t get(struct poker *p, unsigned i, unsigned part)
{
	uint32_t value;

	memcpy(&value, record(p, i, part), sizeof(value));
	return p->spec->core->arch == &ppc_arch ? __builtin_bswap32(value)
						: value;
}

/* Few go elsewhere than to devices: into memory, or into nothing. */
static void write_records(struct poker *p)
{
	unsigned routines = poke_code(p->spec)->routines;

	for (unsigned i = 0; i < RECORDS; i++) {
		uint32_t random = rng_next(&p->rng), addr;

		addr = random % 16 ? poker_address(p) : poker_value(p);
		if (random >> 4 & 7)
			addr &= ~3u;
		/* The program itself shall live. */
		if (addr - poker_ram(p, 0) < POKE_SCRATCH)
			addr += POKE_SCRATCH;
		set(p, i, 0, 8 * (random >> 8) % (8 * routines));
		set(p, i, 1, addr);
		set(p, i, 2, poker_value(p));
	}
	set(p, RECORDS, 0, 8 * routines);
}

static void learn(struct poker *p)
{
	for (unsigned i = 0; i < RECORDS; i++)
		poker_learn(p, get(p, i, 1) & ~3u, get(p, i, 2));
}

uint64_t poke_guest(struct poker *p)
{
	const struct poke_code *code = poke_code(p->spec);
	uint64_t done = 0;

	poke_code_vectors(p);
	poker_put(p, poker_ram(p, POKE_CODE), code->word, code->words);
	machine_break(p->m, poke_code_end(p), true);
	for (unsigned i = 0; i < BATCHES; i++) {
		write_records(p);
		poke_code_begin(p);
		poker_run(p, (uint64_t)RECORDS * PER_RECORD);
		/* An overwritten or stopped program ends the round. */
		if (p->stop.reason != TARGET_STOP_BREAK)
			break;
		done += RECORDS;
		learn(p);
	}
	return done;
}
