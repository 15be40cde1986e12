/* SPDX-License-Identifier: MIT */
/*
 * The machine as the tool asks it: registers of the monitors, breakpoints, the
 * core's own registers, memory and the books, all at random, while the core
 * idles or does what its changed registers lead to.  What is in a message may
 * be anything, so nothing that can be in one must harm.
 */
#include "boards/src/a64/a64.h"
#include "boards/src/ppc/ppc.h"
#include "poke.h"

#include <string.h>

enum { REQUESTS = 4000, FOUND = 64, MOST_RUN = 200, MOST_READ = 64 };

/* Branches to themselves. */
static const uint32_t idle_arm = 0xeafffffe, idle_a64 = 0x14000000,
		      idle_ppc = 0x48000000;

struct asker {
	struct poker *p;
	struct board_cpu idle; /* the core at its loop */
	struct tally_reg found[FOUND];
	unsigned count;
};

/* An address at which the space has its registers, or any address. */
static uint32_t some_address(struct poker *p, uint8_t space)
{
	uint32_t random = rng_next(&p->rng);

	switch (random >> 31 ? space : UINT8_MAX) {
	case TALLY_CP14:
	case TALLY_CP15:
		return random & 0x1ffff;
	case TALLY_SYSREG:
		return TALLY_SYS(3, 3, random >> 20 & 1 ? 9 : 14, 0, 0) |
		       (random & 0x7f);
	case TALLY_PMR:
		return random & 0x3ff;
	case TALLY_MMIO:
		return random & 0xffc;
	default:
		return poker_value(p);
	}
}

static struct tally_reg some_register(struct asker *a)
{
	static const uint8_t widths[] = { 8, 16, 32, 64 };
	uint32_t random = rng_next(&a->p->rng);
	struct tally_reg reg;

	if (a->count && random & 1) {
		reg = a->found[(random >> 8) % a->count];
		if (random & 2)
			reg.addr ^= 1u << (random >> 16 & 15);
	} else {
		reg.space = (uint8_t)(random >> 8 & 7);
		reg.bits = random & 1 << 30 ? 32 : 64;
		reg.addr = some_address(a->p, reg.space);
	}
	if ((random >> 2 & 15) == 0)
		reg.bits = widths[random >> 24 & 3];
	else if ((random >> 2 & 15) == 1)
		reg.bits = (uint8_t)(random >> 24);
	else if ((random >> 2 & 15) == 2)
		reg.space = (uint8_t)(random >> 24);
	return reg;
}

static uint64_t some_value(struct poker *p)
{
	uint64_t high = poker_below(p, 2) ? poker_value(p) : 0;

	return high << 32 | poker_value(p);
}

static void read_register(struct asker *a)
{
	struct tally_reg reg = some_register(a);
	uint64_t value;

	if (machine_reg_read(a->p->m, &reg, &value))
		return;
	if (a->count < FOUND)
		a->found[a->count++] = reg;
	else
		a->found[poker_below(a->p, FOUND)] = reg;
}

static void write_register(struct asker *a)
{
	struct tally_reg reg = some_register(a);

	machine_reg_write(a->p->m, &reg, some_value(a->p));
}

/* Near each other, so that some are set twice, met, and taken away. */
static void break_somewhere(struct asker *a)
{
	struct poker *p = a->p;
	uint32_t random = rng_next(&p->rng);

	machine_break(p->m,
		      random & 1 ? poker_ram(p, POKE_CODE) + (random >> 8 & 63)
				 : poker_value(p),
		      random & 2);
}

/* Some of its registers; now and then it is back at its loop. */
static void change_core(struct asker *a)
{
	struct poker *p = a->p;
	struct board_cpu cpu;

	machine_cpu(p->m, &cpu);
	if (poker_below(p, 2)) {
		cpu = a->idle;
	} else {
		for (unsigned i = 0; i < 4; i++)
			cpu.r[poker_below(p, 32)] = some_value(p);
		if (poker_below(p, 2))
			cpu.pc = some_value(p);
	}
	machine_set_cpu(p->m, &cpu);
}

static void look_around(struct asker *a)
{
	struct poker *p = a->p;
	uint8_t bytes[MOST_READ];
	struct monitor_ledger book;

	machine_mem_read(p->m, poker_value(p), bytes,
			 poker_below(p, MOST_READ + 1));
	machine_broken_bursts(p->m);
	if (!machine_monitor_ledger(p->m, poker_below(p, TARGET_MONITORS + 1),
				    &book))
		return;
	for (unsigned i = 0; i < book.events; i++)
		if (book.counted && book.event[i].class != PMU_NOT_MODELLED)
			book.counted(p->m, book.event[i].item);
}

uint64_t poke_wire(struct poker *p)
{
	struct asker a = { .p = p };
	uint32_t word = p->spec->core->arch == &ppc_arch   ? idle_ppc
			: p->spec->core->arch == &a64_arch ? idle_a64
							   : idle_arm;

	poker_put(p, poker_ram(p, POKE_CODE), &word, 1);
	machine_cpu(p->m, &a.idle);
	for (unsigned i = 0; i < REQUESTS; i++) {
		switch (poker_below(p, 16)) {
		case 0:
			break_somewhere(&a);
			break;
		case 1:
			change_core(&a);
			break;
		case 2:
			look_around(&a);
			break;
		case 3:
			poker_run(p, 1 + poker_below(p, MOST_RUN));
			break;
		case 4:
		case 5:
		case 6:
		case 7:
		case 8:
			write_register(&a);
			break;
		default:
			read_register(&a);
		}
	}
	return REQUESTS;
}
