/* SPDX-License-Identifier: MIT */
/*
 * The rounds share these functions: see poke.h.
 */
#include "poke.h"
#include "boards/src/boards/boards.h"
#include "boards/src/ppc/ppc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Console output goes nowhere. */
static void swallow(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	(void)bytes;
	(void)count;
}

/* A core that waits for what never comes is not waited for. */
static bool enough(void *ctx, uint64_t instructions)
{
	struct poker *p = ctx;

	(void)instructions;
	return ++p->polls > 2; /* the first is at the start */
}

void poker_run(struct poker *p, uint64_t instructions)
{
	p->polls = 0;
	machine_run_for(p->m, instructions, &p->stop);
}

static void traffic(struct poker *p, struct board_inject *inject)
{
	static const char *const name[BOARD_TRAFFICS] = {
		"exp", "gxi", "uart0", "uart1", "uart2", "ssp", "sci"
	};
	unsigned first = poker_below(p, BOARD_TRAFFICS);

	for (unsigned i = 0; i < 3; i++) {
		unsigned n = (first + i) % BOARD_TRAFFICS;

		snprintf(p->texts[i], sizeof(p->texts[i]), "%s:every=%u",
			 name[n], 1 + poker_below(p, 300));
		inject->traffic[n] = p->texts[i];
	}
	snprintf(p->texts[3], sizeof(p->texts[3]), "%s,every=%u",
		 poker_below(p, 2) ? "dma1:error" : "armd:retry",
		 3 + poker_below(p, 100));
	inject->fault[0] = p->texts[3];
	inject->dbgack_period = 1000;
	inject->dbgack_high = poker_below(p, 1000);
}

/* Whatever of the options the board can have. */
static void choose(struct poker *p, const struct board_info *info,
		   struct board_options *o)
{
	struct board_options more;
	struct error ignored;

	o->seed = rng_next(&p->rng);
	o->strict = poker_below(p, 2);
	o->poison = poker_below(p, 2);
	o->jitter = poker_below(p, 2);
	more = *o;
	more.l2 = true;
	if (board_can_start(info, &more, &ignored))
		o->l2 = poker_below(p, 2);
	more = *o;
	more.pcap = "poke.pcap";
	more.capture = p->capture;
	if (board_can_receive(info, &more, &ignored))
		o->capture = more.capture;
	more = *o;
	traffic(p, &more.inject);
	if (poker_below(p, 2) && board_can_inject(info, &more.inject, &ignored))
		o->inject = more.inject;
}

static _Noreturn void give_up(const struct error *err)
{
	fprintf(stderr, "poke: %s\n", err->text);
	exit(2);
}

/* Descriptors, links, page tables: whatever a device takes them for. */
static void fill_scratch(struct poker *p)
{
	uint8_t *at = p->m->memory + poker_ram(p, POKE_SCRATCH);

	for (uint32_t i = 0; i < POKE_SCRATCH_SIZE; i += 4) {
		uint32_t value = poker_value(p);

		if (p->spec->core->arch == &ppc_arch)
			value = __builtin_bswap32(value);
		memcpy(at + i, &value, sizeof(value));
	}
}

void poker_start(struct poker *p, const struct board_info *info,
		 struct capture *capture, uint64_t seed)
{
	static const uint8_t nothing;
	const struct machine_host host = { p, swallow, enough };
	struct board_options options = { 0 };
	struct error err = { "" };

	memset(p, 0, sizeof(*p));
	p->capture = capture;
	rng_seed(&p->rng, seed);
	p->spec = board_spec_find(info->name, &err);
	if (!p->spec)
		give_up(&err);
	choose(p, info, &options);
	p->m = machine_new(p->spec, &options, &host, &err);
	if (!p->m)
		give_up(&err);
	p->segment[0] = (struct program_segment){
		.addr = poker_ram(p, 0),
		.bytes = &nothing,
		.size = POKE_STREAM + POKE_STREAM_SIZE,
		.writable = true,
	};
	p->program.segment = p->segment;
	p->program.segments = 1;
	p->program.entry = poker_ram(p, POKE_CODE);
	if (!machine_load(p->m, &p->program, &err))
		give_up(&err);
	fill_scratch(p);
}

void poker_end(struct poker *p)
{
	machine_free(p->m);
}

void poker_put(struct poker *p, uint32_t paddr, const uint32_t *words,
	       unsigned count)
{
	for (unsigned i = 0; i < count; i++, paddr += 4) {
		uint32_t word = words[i];

		if (p->spec->core->arch == &ppc_arch)
			word = __builtin_bswap32(word);
		memcpy(p->m->memory + paddr, &word, sizeof(word));
	}
}

uint32_t poker_value(struct poker *p)
{
	uint32_t random = rng_next(&p->rng);

	switch (random >> 28) {
	case 0:
		return 0;
	case 1:
		return UINT32_MAX;
	case 2:
		return UINT32_C(1) << (random & 31);
	case 3:
		return ~(UINT32_C(1) << (random & 31));
	case 4:
	case 5:
		return random & 0xff;
	case 6:
		return UINT32_MAX - (random & 15);
	case 7:
	case 8:
	case 9: /* memory that devices may use */
		return poker_ram(p, POKE_SCRATCH) +
		       (random & (POKE_SCRATCH_SIZE - 1));
	case 10: /* about memory's end */
		return p->spec->ram_base + p->spec->ram_size - 32 +
		       (random & 63);
	case 11:
		return poker_address(p);
	default:
		return rng_next(&p->rng);
	}
}

static const struct place *some_device(struct poker *p)
{
	unsigned n = 0, chosen;

	for (unsigned i = 0; i < p->spec->places; i++)
		n += p->spec->place[i].kind == PLACE_DEVICE;
	chosen = poker_below(p, n);
	for (unsigned i = 0; i < p->spec->places; i++)
		if (p->spec->place[i].kind == PLACE_DEVICE && chosen-- == 0)
			return &p->spec->place[i];
	return NULL;
}

/*
 * Half of them where something is known to be, or next to that; of the others
 * half near the beginning of 4 KiB, since blocks have their registers there.
 */
uint32_t poker_address(struct poker *p)
{
	uint32_t random = rng_next(&p->rng);
	const struct place *place;

	if (p->lives && random & 1 << 20)
		return p->live[random % p->lives] +
		       (random & 1 << 21 ? (random >> 22 & 31) - 16 : 0);
	place = some_device(p);
	if (random & 1 << 21 && place->size > 0x1000)
		return place->base + (random >> 22 << 12) % place->size +
		       (random & 0xff);
	return place->base + (random & 0xfffff) % place->size;
}

void poker_learn(struct poker *p, uint32_t addr, uint32_t value)
{
	const struct place *place = board_place(p->spec, addr);

	if (!value || !place || place->kind != PLACE_DEVICE)
		return;
	if (p->lives < POKE_LIVE)
		p->live[p->lives++] = addr;
	else
		p->live[poker_below(p, POKE_LIVE)] = addr;
}
