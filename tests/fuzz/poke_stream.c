/* SPDX-License-Identifier: MIT */
/*
 * Instructions at random, in each state that the core has, with registers that
 * point at something more often than not.
 */
#include "boards/src/a32/inner.h"
#include "boards/src/a64/a64.h"
#include "boards/src/ppc/ppc.h"
#include "poke.h"

#include <string.h>

#include "boards/src/a64/inner.h"
#include "boards/src/ppc/inner.h"

enum { BURSTS = 64, WORDS = 32, SLICE = 300 };

/* An ARM word that is carried out, often of a kind that the machine has a
 * part in. */
static uint32_t arm_word(struct poker *p)
{
	uint32_t random = rng_next(&p->rng), word = rng_next(&p->rng);

	if (random & 7)
		word = (word & 0x0fffffff) | 0xe0000000;
	switch (random >> 3 & 15) {
	case 0:
	case 1: /* coprocessor registers of the system: few names, all shapes */
		return (word & 0xf01f00ff) | 0x0e000f10 |
		       (random >> 8 & 0x000f0000 & 0x000d0000);
	case 2: /* other coprocessors */
		return (word & 0xf0ffffff) | 0x0e000010;
	case 3:
		return (word & 0xf0ffffff) | 0x0c000000;
	case 4: /* PSR and other small groups */
		return (word & 0xf06fffff) | 0x01000000;
	case 5: /* unconditional */
		return word | 0xf0000000;
	case 6:
	case 7: /* loads and stores, from the registers that point */
		return (word & 0xf1f7ffff) | 0x04000000;
	case 8:
		return (word & 0xf1f7ffff) | 0x08000000;
	case 9:
		return (word & 0xf1f7ff6f) | 0x00000090;
	default:
		return word;
	}
}

static uint32_t a64_word(struct poker *p)
{
	uint32_t random = rng_next(&p->rng), word = rng_next(&p->rng);

	switch (random & 15) {
	case 0:
	case 1: /* system registers */
		return (word & 0x003fffff) | 0xd5000000;
	case 2:
		return (word & 0x0027f0ff) | 0xd5180000;
	case 3:
	case 4:
	case 5:
	case 6: /* loads and stores, from the registers that point */
		return (word & 0xf5fffeff) | 0x08000000;
	case 7: /* branches, exceptions */
		return (word & 0xe3ffffff) | 0x14000000;
	default:
		return word;
	}
}

static uint32_t ppc_word(struct poker *p)
{
	uint32_t random = rng_next(&p->rng), word = rng_next(&p->rng);
	uint32_t fields = word & 0x03ffffff;

	switch (random & 15) {
	case 0:
	case 1: /* special purpose registers, about the known numbers */
		return 0x7c0002a6 | (word & 0x03e0f901) |
		       (random & 16 ? 0x100 : 0) | (random >> 8 & 0x00190000);
	case 2: /* the monitor's */
		return 0x7c00029c | (word & 0x03fff801) |
		       (random & 16 ? 0x100 : 0);
	case 3:
	case 4:
	case 5:
		return 0x7c000000 | fields;
	case 6:
		return 0x4c000000 | fields;
	case 7:
	case 8:
	case 9: /* loads and stores */
		return (32 + (random >> 8) % 24) << 26 | (fields & 0x03ef00ff);
	default:
		return word;
	}
}

static uint32_t word(struct poker *p)
{
	return p->spec->core->arch == &ppc_arch   ? ppc_word(p)
	       : p->spec->core->arch == &a64_arch ? a64_word(p)
						  : arm_word(p);
}

/* Values for all registers, and every mode that the debugger may set. */
static void registers(struct poker *p, uint32_t at)
{
	static const uint8_t modes[] = { 0x10, 0x11, 0x12, 0x13,
					 0x17, 0x1b, 0x1f, 0x13 };
	uint32_t random = rng_next(&p->rng);
	struct board_cpu cpu = { 0 };

	for (unsigned i = 0; i < 32; i++)
		cpu.r[i] = i < 8 && random & 1u << i ? poker_address(p)
						     : poker_value(p);
	cpu.pc = at;
	if (p->spec->core->arch == &ppc_arch) {
		cpu.cpsr = MSR_ME | (random & (MSR_EE | MSR_CE | MSR_PR |
					       MSR_PMM | MSR_SPE));
	} else if (p->spec->core->arch == &a64_arch) {
		cpu.cpsr = random & (PSTATE_NZCV | PSTATE_DAIF);
	} else {
		cpu.r[15] = at;
		cpu.cpsr = modes[random >> 8 & 7] |
			   (random & (0xf0000000 | CPSR_I | CPSR_F | CPSR_T));
	}
	machine_set_cpu(p->m, &cpu);
}

uint64_t poke_stream(struct poker *p)
{
	uint64_t done = 0;
	uint32_t words[WORDS];

	poke_code_vectors(p);
	for (uint32_t i = 0; i < BURSTS; i++) {
		uint32_t at = poker_ram(p, POKE_STREAM) + i * sizeof(words);

		for (unsigned n = 0; n < WORDS; n++)
			words[n] = word(p);
		poker_put(p, at, words, WORDS);
		registers(p, at);
		poker_run(p, SLICE);
		done = p->stop.instructions;
	}
	return done;
}
