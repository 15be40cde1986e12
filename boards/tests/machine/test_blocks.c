/* SPDX-License-Identifier: MIT */
/*
 * Blocks are held against one instruction after the other: two machines, of
 * which one knows no blocks, run the same programs and the same random code,
 * and stop at the same random places.  There all of both is the same:
 * registers, ledger with its causes, caches, TLBs, predictor, and what is under
 * way.
 *
 * Argument: the folder of the firmware, with a folder for each board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "boards/src/a32/inner.h"
#include "boards/src/boards/boards.h"
#include "boards/src/core/arm11_inner.h"
#include "boards/src/core/pxa250_inner.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/inner.h"

static const char *folder;

static const char *const boards[] = { "pb1176", "imx31", "arm1156", "lubbock" };
enum { BOARDS = sizeof(boards) / sizeof(boards[0]) };

/* One by steps, and one by blocks. */
struct both {
	struct program *program;
	struct machine *m[2];
	struct target_stop stop[2];
	char what[64];
};

static void open_both(struct both *b, const char *board, const char *guest,
		      const struct board_options *options)
{
	struct error err = { "" };
	const struct board_spec *spec = board_spec_find(board, &err);
	const struct machine_host host = { NULL, NULL, NULL };
	struct board_options o = *options;
	char path[512];

	assert_non_null(spec);
	snprintf(path, sizeof(path), "%s/%s/%s.elf", folder, board, guest);
	b->program = program_open(path, spec->core->arch->elf_machine,
				  spec->core->arch->elf_bits,
				  spec->core->arch->big_endian, &err);
	if (!b->program)
		fail_msg("%s", err.text);
	snprintf(b->what, sizeof(b->what), "%s: %s", board, guest);
	for (unsigned i = 0; i < 2; i++) {
		o.step = i == 0;
		b->m[i] = machine_new(spec, &o, &host, &err);
		if (!b->m[i] || !machine_load(b->m[i], b->program, &err))
			fail_msg("%s", err.text);
	}
}

static void close_both(struct both *b)
{
	machine_free(b->m[0]);
	machine_free(b->m[1]);
	program_close(b->program);
}

struct sum {
	uint64_t value;
};

static void add(struct sum *s, const void *from, size_t n)
{
	const uint8_t *byte = from;

	for (size_t i = 0; i < n; i++)
		s->value = (s->value ^ byte[i]) * UINT64_C(0x100000001b3);
}

static void add_number(struct sum *s, uint64_t number)
{
	s->value = (s->value ^ number) * UINT64_C(0x9e3779b97f4a7c15);
	s->value ^= s->value >> 29;
}

static void add_cache(struct sum *s, const struct cache *c)
{
	size_t slots = (size_t)c->shape.sets * c->shape.ways;

	for (size_t i = 0; i < slots; i++)
		add_number(s, (uint64_t)c->tag[i] << 8 | c->dirty[i]);
	add_number(s, c->rng.state);
}

static void add_tlb(struct sum *s, const struct tlb *t)
{
	for (uint32_t i = 0; i < t->sets * t->ways; i++)
		add_number(s, (uint64_t)t->base[i] << 32 | t->mask[i]);
	add(s, t->next, t->sets);
}

/* Registers that are still waited for; one that is there is as any other. */
static void add_pending(struct sum *s, const struct uarch *u)
{
	for (unsigned i = 0; i < REGISTERS; i++)
		if (u->pending >> i & 1 && u->ready[i] > u->now)
			add_number(s, u->ready[i] << 16 | i << 8 | u->why[i]);
}

static uint64_t later_than(uint64_t now, uint64_t then)
{
	return then > now ? then : 0;
}

static void add_buffer(struct sum *s, const struct buffer *b)
{
	add_number(s, b->last);
	for (unsigned i = 0; i < b->size; i++)
		add_number(s, b->done[i] ^ (uint64_t)b->tag[i] << 32);
}

static void add_pxa250(struct sum *s, const struct uarch *u)
{
	const struct pxa250 *p = u->own;

	add_cache(s, &p->mini);
	add_tlb(s, &p->itlb);
	add_tlb(s, &p->dtlb);
	add(s, &p->predictor, sizeof(p->predictor));
	add_buffer(s, &p->requests);
	add_buffer(s, &p->pend);
	add_buffer(s, &p->writes);
}

static void add_arm11(struct sum *s, const struct uarch *u)
{
	const struct arm11 *a = arm11_of(u);

	add_tlb(s, &a->imicro);
	add_tlb(s, &a->dmicro);
	add_tlb(s, &a->main_tlb);
	add(s, &a->predictor, sizeof(a->predictor));
	add(s, a->returns.addr, a->returns.depth * sizeof(uint32_t));
	add_buffer(s, &a->requests);
	add_number(s, later_than(u->now, a->lsu_free));
	add_number(s, later_than(u->now, a->posted));
}

static uint64_t core_of(const struct uarch *u)
{
	struct sum s = { u->now };

	add_cache(&s, &u->icache);
	add_cache(&s, &u->dcache);
	add_pending(&s, u);
	add_number(&s, later_than(u->now, u->bus_free));
	add_number(&s, u->rng.state);
	if (u->ops == &uarch_pxa250_ops)
		add_pxa250(&s, u);
	else
		add_arm11(&s, u);
	return s.value;
}

/* Registers and the ledger say where; the rest is one number. */
static void compare(struct both *b)
{
	const struct ledger *l[2];
	struct board_cpu cpu[2];

	for (unsigned i = 0; i < 2; i++) {
		machine_cpu(b->m[i], &cpu[i]);
		l[i] = machine_ledger(b->m[i]);
	}
	for (unsigned i = 0; i < 16; i++)
		if (cpu[0].r[i] != cpu[1].r[i])
			fail_msg("%s: r%u after %llu instructions", b->what, i,
				 (unsigned long long)b->m[0]->instructions);
	for (unsigned i = 0; i < LEDGER_ITEMS; i++)
		if (l[0]->n[i] != l[1]->n[i])
			fail_msg("%s: item %u is %llu, and by blocks %llu, at "
				 "0x%08x",
				 b->what, i, (unsigned long long)l[0]->n[i],
				 (unsigned long long)l[1]->n[i],
				 (unsigned)cpu[0].pc);
	assert_memory_equal(l[0], l[1], sizeof(*l[0]));
	assert_int_equal(cpu[0].cpsr, cpu[1].cpsr);
	assert_int_equal(b->m[0]->instructions, b->m[1]->instructions);
	assert_int_equal(b->m[0]->last, b->m[1]->last);
	assert_int_equal(b->stop[0].reason, b->stop[1].reason);
	if (core_of(b->m[0]->uarch) != core_of(b->m[1]->uarch))
		fail_msg("%s: the cores differ at 0x%08x", b->what,
			 (unsigned)cpu[0].pc);
}

/* From one random place to the next, by the clock and by instructions. */
static void run_both(struct both *b, struct rng *rng, uint32_t most,
		     unsigned times)
{
	for (unsigned i = 0; i < times; i++) {
		uint64_t by = 1 + rng_next(rng) % (2 * most);

		for (unsigned k = 0; k < 2; k++) {
			uint64_t now =
				machine_ledger(b->m[k])->n[LEDGER_CYCLES];

			if (i % 2)
				machine_run_for(b->m[k], by, &b->stop[k]);
			else
				machine_run_until(b->m[k], now + by,
						  &b->stop[k]);
		}
		compare(b);
		if (b->stop[0].reason != TARGET_STOP_SLICE)
			break;
	}
}

static void run_program(const char *board, const char *guest,
			const struct board_options *options)
{
	struct both b;
	struct rng rng;

	open_both(&b, board, guest, options);
	rng_seed(&rng, strlen(guest));
	run_both(&b, &rng, 100000, 2);
	run_both(&b, &rng, 7, 60);
	run_both(&b, &rng, 500, 40);
	run_both(&b, &rng, 100000, 3);
	close_both(&b);
}

/* Programs that miss, walk pages, have exceptions, and look at counters. */
static void programs(void **state)
{
	static const char *const guests[] = { "sort",
					      "list",
					      "tlb",
					      "places",
					      "causes",
					      "matmul_naive",
					      "test_exceptions",
					      "test_slides_isr",
					      "race_ops" };
	enum { GUESTS = sizeof(guests) / sizeof(guests[0]) };

	(void)state;
	for (unsigned i = 0; i < BOARDS; i++)
		for (unsigned k = 0; k < GUESTS; k++) {
			const struct board_options o = {
				.jitter = (i + k) % 3 == 0,
				.seed = k,
				.flat = (i + k) % 7 == 1,
				.l2 = k == 1 && i < 2,
			};

			run_program(boards[i], guests[k], &o);
		}
}

enum {
	STREAMS = 20,
	LOOPS = 12,
	BODY = 14,
	CODE = 1 << 20,
	DATA = 1 << 21,
};

/* Arithmetic on r0 to r7, by a register shifted in any way, or a number. */
static uint32_t arithmetic(struct rng *rng)
{
	uint32_t x = rng_next(rng), op = x & 15, d = x >> 4 & 7;
	uint32_t n = x >> 7 & 7, flags = x >> 10 & 1, word = rng_next(rng);
	uint32_t by_number = 1u << 25 | (word & 0xfff);
	uint32_t second = word & 0xf67;

	if (second & 0x10) /* by a register of the first eight */
		second &= 0x777;
	if (op >= 8 && op < 12) { /* tests */
		d = 0;
		flags = 1;
	}
	if (op == 13 || op == 15)
		n = 0;
	return (x >> 11 & 3 ? second : by_number) | op << 21 | flags << 20 |
	       n << 16 | d << 12;
}

/*
 * The instructions of a loop.  r8: data; r9: rounds; r10: an instruction of the
 * loop; r11: what is written there; r12: far data; r13: a small number.
 */
static uint32_t anything(struct rng *rng)
{
	uint32_t x = rng_next(rng), d = x & 7, n = x >> 3 & 7, m = x >> 6 & 7;
	uint32_t condition = (x >> 9 & 3 ? 14 : (x >> 11) % 15) << 28;
	uint32_t word = rng_next(rng);

	switch (x >> 20 & 15) {
	case 0: /* ldr, ldrb, str, strb */
		return condition | 0x05880000 | (word & 0x00500000) | d << 12 |
		       (word & 0xfc);
	case 1: /* ldr with a register */
		return condition | 0x0798000d | d << 12;
	case 2: /* ldrh, strh */
		return condition | 0x01c800b0 | (word & 0x00100000) | d << 12 |
		       (word & 0xe);
	case 3: /* ldm, stm, of one line and of two */
		return condition | 0x08880001 | (word & 0x011000fe);
	case 4:
		return condition | 0x05dc0000 | d << 12 | (word & 0xfff);
	case 5: /* mul */
		return condition | 0x00000090 | (word & 0x00100000) | d << 16 |
		       n << 8 | m;
	case 6: /* ldr of what stands in the code */
		return 0xe51f0000 | d << 12 | (word & 0x3c);
	case 7: /* far data: in the next line, page or section */
		return word & 1   ? 0xe28cc020
		       : word & 6 ? 0xe28cca01
				  : 0xe28cc601;
	default:
		return condition | arithmetic(rng);
	}
}

/* A loop, which some streams write to on each round. */
static unsigned loop_of(struct rng *rng, uint32_t *to, bool writes)
{
	unsigned n = 0, begin = 2;

	to[n++] = 0xe3a09000 | (8 + rng_next(rng) % 50); /* mov r9, #rounds */
	to[n++] = 0xe28fa000 | 4 * (rng_next(rng) % 8);  /* add r10, pc, #.. */
	if (writes) {
		to[n++] = 0xe22bb001; /* eor r11, r11, #1 */
		to[n++] = 0xe58ab000; /* str r11, [r10] */
	}
	for (unsigned i = 0; i < BODY; i++)
		to[n++] = anything(rng);
	to[n++] = 0xe3ccc403; /* bic r12, r12, #.. */
	to[n++] = 0xe2599001; /* subs r9, r9, #1 */
	to[n] = 0x1a000000 | ((begin - n - 2) & 0xffffff); /* bne */
	return n + 1;
}

/* One loop after the other, and all again; in some streams so far from each
 * other that they put each other out of the cache. */
static void write_loops(struct both *b, uint32_t seed, struct rng *rng)
{
	const uint32_t apart = seed % 2 ? 4096 : 256;
	uint32_t at = b->m[0]->spec->ram_base + CODE, code[BODY + 8];

	for (unsigned i = 0; i < LOOPS; i++, at += apart) {
		unsigned n = loop_of(rng, code, (seed + i) % 4 == 0);
		uint32_t to = i + 1 < LOOPS ? apart / 4 : 0 - i * (apart / 4);

		code[n] = 0xea000000 | ((to - n - 2) & 0xffffff); /* b */
		n++;
		for (unsigned k = 0; k < 2; k++)
			assert_true(machine_mem_write(b->m[k], at, code,
						      n * sizeof(*code)));
	}
}

static void write_streams(struct both *b, uint32_t seed)
{
	uint32_t base = b->m[0]->spec->ram_base;
	struct board_cpu cpu = { .pc = base + CODE, .cpsr = 0xd3 };
	struct rng rng;

	rng_seed(&rng, seed);
	write_loops(b, seed, &rng);
	for (unsigned r = 0; r < 8; r++)
		cpu.r[r] = rng_next(&rng);
	cpu.r[8] = base + DATA;
	cpu.r[11] = 0xe2800001; /* add r0, r0, #1 */
	cpu.r[12] = base + DATA + 8192;
	cpu.r[13] = 0x48;
	cpu.r[15] = cpu.pc;
	for (unsigned i = 0; i < 2; i++)
		machine_set_cpu(b->m[i], &cpu);
}

static void same_data(struct both *b)
{
	uint8_t data[2][16384];

	for (unsigned i = 0; i < 2; i++)
		assert_true(machine_mem_read(b->m[i],
					     b->m[i]->spec->ram_base + DATA,
					     data[i], sizeof(data[i])));
	assert_memory_equal(data[0], data[1], sizeof(data[0]));
}

static void streams(void **state)
{
	(void)state;
	for (unsigned i = 0; i < STREAMS; i++) {
		const struct board_options o = { .jitter = i % 5 == 4,
						 .seed = i };
		struct both b;
		struct rng rng;

		open_both(&b, boards[i % BOARDS], "sort", &o);
		snprintf(b.what, sizeof(b.what), "stream %u", i);
		write_streams(&b, i);
		blocks_never_rest(a32_of(b.m[1])->blocks);
		rng_seed(&rng, i);
		run_both(&b, &rng, 100000, 1);
		run_both(&b, &rng, 7, 60);
		run_both(&b, &rng, 500, 60);
		run_both(&b, &rng, 100000, 1);
		if (b.m[0]->instructions < 10000)
			fail_msg("%s: %s", b.what, b.stop[0].text);
		same_data(&b);
		close_both(&b);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(programs),
		cmocka_unit_test(streams),
	};

	folder = argc > 1 ? argv[1] : "boards/firmware";
	return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
