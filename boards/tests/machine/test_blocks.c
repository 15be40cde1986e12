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
#include "boards/src/a32/a32.h"
#include "boards/src/a32/core.h"
#include "boards/src/block/block.h"
#include "boards/src/boards/boards.h"
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
	const struct stream_isa *isa;
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
	if (core_sum(b->m[0]) != core_sum(b->m[1]))
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

static bool has_thumb(const char *board)
{
	struct error err = { "" };

	return board_spec_find(board, &err)->core->arch == &a32_arch;
}

/* Programs are there in Thumb state, too, where it is Thumb-2. */
static bool has_not(const char *board, const char *guest)
{
	struct error err = { "" };

	return strstr(guest, "_thumb") &&
	       !(has_thumb(board) && a32_core_of(board_spec_find(board, &err))
					     ->instructions.thumb2);
}

/* Another board has this in place of a program. */
static const char *guest_for(const char *board, const char *guest)
{
	bool other = strncmp(board, "virt", 4) == 0,
	     frames = strncmp(board, "mpc", 3) == 0;

	if (frames && strcmp(guest, "places") == 0)
		return "packets";
	if (strcmp(board, "versatile") == 0) {
		if (strcmp(guest, "test_slides_isr") == 0)
			return "bus"; /* where others are masters, too */
		if (strcmp(guest, "race_ops") == 0)
			return "test_mmu";
	}
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
					      "race_ops",
					      "sort_thumb",
					      "state_machine_thumb",
					      "crc32_thumb" };
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

			if (!has_not(boards[i], guests[k]))
				run_program(boards[i],
					    guest_for(boards[i], guests[k]),
					    &o);
		}
}

enum {
	STREAMS = 20,      /* and two for each further board */
	THUMB_STREAMS = 8, /* of each board that has Thumb state */
	LOOPS = 12,
	CODE = 1 << 20,
};

static const struct stream_isa *isa_of(const struct machine *m, bool thumb)
{
	const struct machine_arch *arch = m->spec->core->arch;

	if (arch->big_endian)
		return &stream_ppc;
	if (arch->wide)
		return &stream_a64;
	if (!thumb)
		return &stream_a32;
	return a32_core_of(m->spec)->instructions.thumb2 ? &stream_thumb2
							 : &stream_thumb;
}

/* One loop after the other, and all again; in some streams so far from each
 * other that they put each other out of the cache. */
static void write_loops(struct both *b, uint32_t seed, struct rng *rng)
{
	const uint32_t apart = seed % 2 ? 4096 : 4 * STREAM_WORDS;
	uint32_t at = b->m[0]->spec->ram_base + CODE, code[STREAM_WORDS];
	const struct stream_isa *isa = b->isa;

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
	b->isa->begin(&cpu, base + STREAM_DATA);
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

/* Others write what the program reads, from now on and for a while. */
static void disturb(struct both *b)
{
	const uint32_t base = b->m[0]->spec->ram_base;

	for (unsigned i = 0; i < 2; i++)
		begin_copy(b->m[i], base + CODE, base + STREAM_DATA, 3072);
}

static void stream(const char *board, unsigned i, bool thumb)
{
	const struct board_options o = { .jitter = i % 5 == 4, .seed = i };
	struct both b;
	struct rng rng;

	open_both(&b, board, "sort", &o);
	snprintf(b.what, sizeof(b.what), "%s: %s%u", board,
		 thumb ? "Thumb stream " : "stream ", i);
	b.isa = isa_of(b.m[0], thumb);
	write_streams(&b, i);
	blocks_never_rest(b.m[1]->blocks);
	rng_seed(&rng, i);
	run_both(&b, &rng, 100000, 1);
	run_both(&b, &rng, 7, 60);
	for (unsigned k = 0; k < 6; k++) {
		disturb(&b);
		run_both(&b, &rng, 500, 10);
	}
	disturb(&b);
	run_both(&b, &rng, 100000, 1);
	if (b.m[0]->instructions < 10000)
		fail_msg("%s: %s", b.what, b.stop[0].text);
	same_data(&b);
	close_both(&b);
}

static void streams(void **state)
{
	(void)state;
	for (unsigned i = 0; i < STREAMS + 2 * board_count; i++)
		stream(boards[i % board_count], i, false);
}

static void thumb_streams(void **state)
{
	(void)state;
	for (unsigned i = 0; i < THUMB_STREAMS * board_count; i++)
		if (has_thumb(boards[i % board_count]))
			stream(boards[i % board_count], i, true);
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
		"imx31",    "pb1176",     "arm1156",    "lubbock",
		"pba8",     "pbxa9",      "virt-a53",   "virt-a57",
		"virt-a72", "mpc8540ads", "mpc8548cds", "versatile"
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
		cmocka_unit_test(thumb_streams),
	};

	folder = argc > 1 ? argv[1] : "boards/firmware";
	find_boards();
	return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
