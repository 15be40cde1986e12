/* SPDX-License-Identifier: MIT */
/*
 * The devices by their own functions, as the core's accesses end there; the
 * core idles between, so that time goes by and what was set going goes on.
 */
#include "boards/src/a32/inner.h"
#include "boards/src/a64/a64.h"
#include "boards/src/ppc/ppc.h"
#include "poke.h"

#include <string.h>

#include "boards/src/ahb/ahb.h"
#include "boards/src/ppc/inner.h"

enum { POKES = 20000, MOST_IDLE = 64 };

/* Branches to themselves. */
static const uint32_t idle_arm = 0xeafffffe, idle_a64 = 0x14000000,
		      idle_ppc = 0x48000000;

static void idle(struct poker *p)
{
	p->m->stop = NULL;
	poker_run(p, 1 + poker_below(p, MOST_IDLE));
	p->m->stop = &p->stop;
}

/* Naturally aligned: the cores split what is not, or refuse it. */
static uint32_t one(struct poker *p, uint32_t addr, unsigned size, bool write,
		    uint32_t value)
{
	struct machine *m = p->m;
	const struct place *place = board_place(m->spec, addr);
	uint32_t word = 0;

	if (m->spec->ahb && ahb_owns(addr)) {
		if (write)
			ahb_poke(a32_of(m)->ahb, addr & ~3u, value);
		else
			word = ahb_peek(a32_of(m)->ahb, addr & ~3u);
	} else if (m->arch == &ppc_arch) {
		if (write)
			ppc_ccsr_write(m, addr, size, value);
		else
			word = (uint32_t)ppc_ccsr_read(m, addr, size);
	} else {
		machine_device(m, place, addr, size, write, value);
		memcpy(&word, m->memory + (addr & ~3u), sizeof(word));
		machine_lines(m);
	}
	return write ? 0 : word;
}

uint64_t poke_places(struct poker *p)
{
	static const struct ppc_insn nothing;
	uint32_t word = p->spec->core->arch == &ppc_arch   ? idle_ppc
			: p->spec->core->arch == &a64_arch ? idle_a64
							   : idle_arm;

	poker_put(p, poker_ram(p, POKE_CODE), &word, 1);
	p->m->stop = &p->stop;
	for (unsigned i = 0; i < POKES; i++) {
		uint32_t random = rng_next(&p->rng), got;
		unsigned size = 1u << random % 3;
		uint32_t addr = poker_address(p) & ~(size - 1);
		const struct place *place = board_place(p->spec, addr);

		if (!place || place->kind != PLACE_DEVICE)
			continue;
		if (p->spec->core->arch == &ppc_arch)
			ppc_of(p->m)->now = &nothing;
		got = one(p, addr, size, random & 1 << 8, poker_value(p));
		poker_learn(p, addr, got);
		if ((random >> 9 & 15) == 0)
			idle(p);
	}
	p->m->stop = NULL;
	return POKES;
}
