/* SPDX-License-Identifier: MIT */
/*
 * The status register is read and changed as the manual has it [DDI0406C
 * B9.3.2, B9.3.8, B9.3.12], by what was worked out by hand, in ARM state and as
 * Thumb-2 has it; and nothing of it is the engine's as long as the mode stays.
 */
#include "boards/src/a32/inner.h"
#include "guest.h"
#include "test.h"

enum { CODE_OFFSET = 1 << 20, R1 = 7 };

/* The words are those of GNU as for the text; r0, and what becomes of r1. */
static const struct row {
	const char *text;
	uint32_t word[2]; /* ARM, Thumb-2 */
	uint32_t before, r0, after, r1;
} rows[] = {
	{ "mrs r1, cpsr",
	  { 0xe10f1000, 0x8100f3ef },
	  0x280f00d3,
	  0x00000000,
	  0x280f00d3,
	  0x280f00d3 },
	{ "mrs r1, cpsr",
	  { 0xe10f1000, 0x8100f3ef },
	  0x90050010,
	  0x00000000,
	  0x90050010,
	  0x90050010 },
	{ "msr cpsr_f, r0",
	  { 0xe128f000, 0x8800f380 },
	  0x00000113,
	  0xffffffff,
	  0xf8000113,
	  0x7 },
	{ "msr cpsr_s, r0",
	  { 0xe124f000, 0x8400f380 },
	  0x28000113,
	  0x000a0000,
	  0x280a0113,
	  0x7 },
	{ "msr cpsr_c, r0",
	  { 0xe121f000, 0x8100f380 },
	  0xf80f0013,
	  0xffffffd3,
	  0xf80f00d3,
	  0x7 },
	{ "msr cpsr_x, r0",
	  { 0xe122f000, 0x8200f380 },
	  0x000001d3,
	  0x00000000,
	  0x000000d3,
	  0x7 },
	{ "msr cpsr_fsxc, r0",
	  { 0xe12ff000, 0x8f00f380 },
	  0x00000010,
	  0xa00b01df,
	  0xa00b0010,
	  0x7 },
	{ "cpsid aif",
	  { 0xf10c01c0, 0x86e0f3af },
	  0x40000013,
	  0x00000000,
	  0x400001d3,
	  0x7 },
	{ "cpsie i",
	  { 0xf1080080, 0x8440f3af },
	  0x400001d3,
	  0x00000000,
	  0x40000153,
	  0x7 },
	{ "cpsid if, #0x13",
	  { 0xf10e00d3, 0x8773f3af },
	  0x00000013,
	  0x00000000,
	  0x000000d3,
	  0x7 },
	{ "cpsid aif",
	  { 0xf10c01c0, 0x86e0f3af },
	  0x40000010,
	  0x00000000,
	  0x40000010,
	  0x7 },
};

static uint32_t code_of(const struct guest *g)
{
	return g->m->spec->ram_base + CODE_OFFSET;
}

static void go_one(struct guest *g, uint32_t word, uint32_t cpsr, uint32_t r0)
{
	uint32_t at = code_of(g);
	struct board_cpu cpu = { .pc = at, .cpsr = cpsr };

	cpu.r[0] = r0;
	cpu.r[1] = R1;
	cpu.r[15] = at;
	assert_true(machine_mem_write(g->m, at, &word, 4));
	machine_set_cpu(g->m, &cpu);
	machine_run_for(g->m, 1, &g->stop);
	machine_cpu(g->m, &g->cpu);
}

/* Has the engine carried out an instruction of that page? */
static bool is_engines(const struct guest *g)
{
	uint32_t at = code_of(g);

	return a32_of(g->m)->code[at >> 15] >> (at >> 12 & 7) & 1;
}

static void start(struct guest *g, const char *board)
{
	struct board_options options = { 0 };

	guest_open(g, board, &options);
	guest_load(g, "count_loop", true);
}

static void all_rows(const char *board, bool thumb)
{
	const uint32_t state = thumb ? CPSR_T : 0;
	struct guest g;

	start(&g, board);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *r = &rows[i];

		go_one(&g, r->word[thumb], r->before | state, r->r0);
		if (g.cpu.cpsr != (r->after | state) || g.cpu.r[1] != r->r1)
			fail_msg("%s on %s: cpsr %08x, r1 %08x", r->text, board,
				 (unsigned)g.cpu.cpsr, (unsigned)g.cpu.r[1]);
		assert_int_equal(g.cpu.pc, code_of(&g) + 4);
	}
	assert_false(is_engines(&g));
	guest_close(&g);
}

TEST(status_in_arm_state)
{
	all_rows("imx31", false);
	all_rows("pb1176", false);
	all_rows("pbxa9", false);
}

TEST(status_in_thumb_state)
{
	all_rows("arm1156", true);
	all_rows("pbxa9", true);
}

/* ARMv5 has neither A nor GE nor CPS. */
TEST(older_cores_have_fewer_bits)
{
	struct guest g;

	start(&g, "lubbock");
	go_one(&g, 0xe12ff000, 0x00000013, 0xf80f03d3); /* msr cpsr_fsxc, r0 */
	assert_int_equal(g.cpu.cpsr, 0xf80000d3);
	assert_false(is_engines(&g));
	go_one(&g, 0xf10c01c0, 0x00000013, 0); /* cpsid aif */
	assert_int_not_equal(g.cpu.pc, code_of(&g) + 4);
	guest_close(&g);
}

/* Another mode has other registers: r13 and r14 are those. */
TEST(another_mode_is_the_engines)
{
	struct guest g;

	start(&g, "pb1176");
	go_one(&g, 0xe129f000, 0x000000d3, 0x600000d1); /* msr cpsr_fc, r0 */
	assert_int_equal(g.cpu.cpsr, 0x600000d1);
	assert_true(is_engines(&g));
	guest_close(&g);
}

/* Two halfwords of Thumb state: cpsid i; cpsie f. */
TEST(masks_in_two_bytes)
{
	struct guest g;

	start(&g, "pb1176");
	go_one(&g, 0xb661b672, 0x00000073, 0);
	assert_int_equal(g.cpu.cpsr, 0x000000f3);
	assert_int_equal(g.cpu.pc, code_of(&g) + 2);
	go_one(&g, 0xb672b661, 0x000000f3, 0);
	assert_int_equal(g.cpu.cpsr, 0x000000b3);
	assert_false(is_engines(&g));
	guest_close(&g);
}
