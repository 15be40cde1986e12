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
#include "boards/src/block/block.h"
#include "boards/src/boards/boards.h"
#include "boards/src/core/arm11_inner.h"
#include "boards/src/core/cortex_a_inner.h"
#include "boards/src/core/e500.h"
#include "boards/src/core/pxa250_inner.h"
#include "boards/src/inorder/inner.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/inner.h"
#include "boards/tests/machine/streams.h"

static const char *folder;

/* Boards that carry instructions out in blocks. */
static const char *boards[32];
static unsigned board_count;

/* One by steps, and one by blocks. */
struct both {
	struct program *program;
	struct machine *m[2];
	struct target_stop stop[2];
	char what[64];
};

/* A board's programs: of its folder, or of that of all of its kind. */
static struct program *guest_of(const struct board_spec *spec, const char *name,
				struct error *err)
{
	const struct machine_arch *arch = spec->core->arch;
	size_t kind = strcspn(spec->info.name, "-");
	char path[512];

	snprintf(path, sizeof(path), "%s/%.*s/%s.elf", folder, (int)kind,
		 spec->info.name, name);
	return program_open(path, arch->elf_machine, arch->elf_bits,
			    arch->big_endian, err);
}

static void open_both(struct both *b, const char *board, const char *guest,
		      const struct board_options *options)
{
	struct error err = { "" };
	const struct board_spec *spec = board_spec_find(board, &err);
	const struct machine_host host = { NULL, NULL, NULL };
	struct board_options o = *options;

	assert_non_null(spec);
	b->program = guest_of(spec, guest, &err);
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
	for (unsigned i = 0; i < c->shape.sets; i++)
		add_number(s, c->next[i]);
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

static void add_cortex_a(struct sum *s, const struct uarch *u)
{
	const struct cortex_a *a = cortex_a_of(u);

	add_cache(s, &a->l2);
	add_tlb(s, &a->imicro);
	add_tlb(s, &a->dmicro);
	add_tlb(s, &a->main_tlb);
	add(s, &a->global, sizeof(a->global));
	add(s, a->returns.addr, a->returns.depth * sizeof(uint32_t));
}

static void add_inorder(struct sum *s, const struct uarch *u)
{
	const struct inorder *e = inorder_of(u);

	add_cortex_a(s, u);
	for (unsigned i = 0; i < INORDER_PLACES; i++)
		if (e->ready[i] > u->now)
			add_number(s, e->ready[i] << 16 | i << 8 | e->why[i]);
	add_number(s, (uint64_t)e->slots << 32 | e->recent);
}

static uint64_t core_of(const struct machine *m)
{
	const struct uarch *u = m->uarch;
	struct sum s = { u->now };

	add_cache(&s, &u->icache);
	add_cache(&s, &u->dcache);
	add_pending(&s, u);
	add_number(&s, later_than(u->now, u->bus_free));
	add_number(&s, u->rng.state);
	if (u->ops == &uarch_pxa250_ops)
		add_pxa250(&s, u);
	else if (u->ops == &uarch_e500_ops)
		add_number(&s, e500_sum(m));
	else if (u->ops->blocks == &cortex_a_blocks)
		add_cortex_a(&s, u);
	else if (u->ops->blocks == &inorder_blocks)
		add_inorder(&s, u);
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
	for (unsigned i = 0; i < 32; i++)
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
	assert_int_equal(cpu[0].pc, cpu[1].pc);
	assert_int_equal(b->m[0]->instructions, b->m[1]->instructions);
	assert_int_equal(b->m[0]->last, b->m[1]->last);
	assert_int_equal(b->stop[0].reason, b->stop[1].reason);
	if (core_of(b->m[0]) != core_of(b->m[1]))
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

/* Another board has this in place of a program. */
static const char *guest_for(const char *board, const char *guest)
{
	bool other = strncmp(board, "virt", 4) == 0,
	     frames = strncmp(board, "mpc", 3) == 0;

	if (frames && strcmp(guest, "places") == 0)
		return "packets";
	return (other || frames) && strcmp(guest, "test_slides_isr") == 0
		       ? "test_preempt"
		       : guest;
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
	for (unsigned i = 0; i < board_count; i++)
		for (unsigned k = 0; k < GUESTS; k++) {
			const struct board_options o = {
				.jitter = (i + k) % 3 == 0,
				.seed = k,
				.flat = (i + k) % 7 == 1,
				.l2 = k == 1 && i < 2,
			};

			run_program(boards[i], guest_for(boards[i], guests[k]),
				    &o);
		}
}

enum {
	STREAMS = 20, /* and two for each further board */
	LOOPS = 12,
	CODE = 1 << 20,
};

static const struct stream_isa *isa_of(const struct machine *m)
{
	const struct machine_arch *arch = m->spec->core->arch;

	return arch->big_endian ? &stream_ppc
	       : arch->wide     ? &stream_a64
				: &stream_a32;
}

/* One loop after the other, and all again; in some streams so far from each
 * other that they put each other out of the cache. */
static void write_loops(struct both *b, uint32_t seed, struct rng *rng)
{
	const uint32_t apart = seed % 2 ? 4096 : 4 * STREAM_WORDS;
	uint32_t at = b->m[0]->spec->ram_base + CODE, code[STREAM_WORDS];
	const struct stream_isa *isa = isa_of(b->m[0]);

	for (unsigned i = 0; i < LOOPS; i++, at += apart) {
		unsigned n = isa->loop(rng, code, (seed + i) % 4 == 0);
		uint32_t to = i + 1 < LOOPS ? apart / 4 : 0 - i * (apart / 4);

		code[n] = isa->jump(to - n);
		n++;
		for (unsigned k = 0; isa == &stream_ppc && k < n; k++)
			code[k] = __builtin_bswap32(code[k]);
		for (unsigned k = 0; k < 2; k++)
			assert_true(machine_mem_write(b->m[k], at, code,
						      n * sizeof(*code)));
	}
}

static void write_streams(struct both *b, uint32_t seed)
{
	uint32_t base = b->m[0]->spec->ram_base;
	struct board_cpu cpu = { .pc = base + CODE };
	struct rng rng;

	rng_seed(&rng, seed);
	write_loops(b, seed, &rng);
	for (unsigned r = 0; r < 8; r++)
		cpu.r[r] = rng_next(&rng);
	isa_of(b->m[0])->begin(&cpu, base + STREAM_DATA);
	for (unsigned i = 0; i < 2; i++)
		machine_set_cpu(b->m[i], &cpu);
}

static void same_data(struct both *b)
{
	uint8_t data[2][16384];

	for (unsigned i = 0; i < 2; i++)
		assert_true(machine_mem_read(
			b->m[i], b->m[i]->spec->ram_base + STREAM_DATA, data[i],
			sizeof(data[i])));
	assert_memory_equal(data[0], data[1], sizeof(data[0]));
}

static void streams(void **state)
{
	(void)state;
	for (unsigned i = 0; i < STREAMS + 2 * board_count; i++) {
		const struct board_options o = { .jitter = i % 5 == 4,
						 .seed = i };
		struct both b;
		struct rng rng;

		open_both(&b, boards[i % board_count], "sort", &o);
		snprintf(b.what, sizeof(b.what), "stream %u", i);
		write_streams(&b, i);
		blocks_never_rest(b.m[1]->blocks);
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

/* A board is among them as soon as it has blocks. */
static void find_boards(void)
{
	const struct machine_host host = { NULL, NULL, NULL };
	const struct board_options options = { .seed = 1 };
	struct error err = { "" };
	unsigned count;
	const struct board_info *all = board_list(&count);

	for (unsigned i = 0; i < count && board_count < 32; i++) {
		const struct board_spec *spec =
			board_spec_find(all[i].name, &err);
		struct machine *m = machine_new(spec, &options, &host, &err);

		if (m && m->blocks)
			boards[board_count++] = all[i].name;
		machine_free(m);
	}
}

/* Boards that have blocks: none is lost without a word. */
static void boards_have_blocks(void **state)
{
	static const char *const known[] = {
		"imx31",    "pb1176",     "arm1156",   "lubbock",
		"pba8",     "pbxa9",      "virt-a53",  "virt-a57",
		"virt-a72", "mpc8540ads", "mpc8548cds"
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		bool found = false;

		for (unsigned k = 0; k < board_count; k++)
			found = found || strcmp(boards[k], known[i]) == 0;
		if (!found)
			fail_msg("%s has no blocks", known[i]);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boards_have_blocks),
		cmocka_unit_test(programs),
		cmocka_unit_test(streams),
	};

	folder = argc > 1 ? argv[1] : "boards/firmware";
	find_boards();
	return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
