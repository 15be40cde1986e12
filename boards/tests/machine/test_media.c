/* SPDX-License-Identifier: MIT */
/*
 * Instructions for signals, with results that were worked out by hand from what
 * the manual says of each [DDI0406C A8.8], in ARM state and as Thumb-2 has
 * them; and nothing of it is the engine's.  test_quick.c has many more, but no
 * truth than the engine's, which is wrong in one of these.
 */
#include "boards/src/a32/inner.h"
#include "guest.h"
#include "test.h"

enum {
	CODE_OFFSET = 1 << 20,
	SVC_MASKED = 0xd3,
	THUMB = 0x20,
	Q = 1 << 27,
	GE = 0xf << 16,
};

/* The words are those of GNU as for the text; in memory's order. */
static const struct row {
	const char *text;
	uint32_t word[2];      /* ARM, Thumb-2 */
	uint32_t before[4];    /* r0 to r3 */
	uint32_t flags_before; /* Q and GE */
	uint32_t after[2];     /* r2, r3 */
	uint32_t flags_after;
} rows[] = {
	{ "qadd r3, r0, r1",
	  { 0xe1013050, 0xf380fa81 },
	  { 0x7fffffff, 0x1, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x7fffffff },
	  0x8000000 },
	{ "qsub r3, r0, r1",
	  { 0xe1213050, 0xf3a0fa81 },
	  { 0x80000000, 0x1, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x80000000 },
	  0x8000000 },
	{ "qdadd r3, r0, r1",
	  { 0xe1413050, 0xf390fa81 },
	  { 0x1, 0x40000000, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x7fffffff },
	  0x8000000 },
	{ "qdsub r3, r0, r1",
	  { 0xe1613050, 0xf3b0fa81 },
	  { 0xffffffff, 0xc0000000, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x7fffffff },
	  0x0 },
	{ "smlawb r3, r0, r1, r2",
	  { 0xe1232180, 0x2301fb30 },
	  { 0x10000, 0x7fff, 0x7fffffff, 0x0 },
	  0x0,
	  { 0x7fffffff, 0x80007ffe },
	  0x8000000 },
	{ "smulwt r3, r0, r1",
	  { 0xe12301e0, 0xf311fb30 },
	  { 0x80000000, 0x80000000, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x40000000 },
	  0x0 },
	{ "smlaltb r2, r3, r0, r1",
	  { 0xe14321a0, 0x23a1fbc0 },
	  { 0xffff0000, 0x2, 0x1, 0x0 },
	  0x0,
	  { 0xffffffff, 0xffffffff },
	  0x0 },
	{ "umaal r2, r3, r0, r1",
	  { 0xe0432190, 0x2361fbe0 },
	  { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff },
	  0x0,
	  { 0xffffffff, 0xffffffff },
	  0x0 },
	{ "sadd16 r3, r0, r1",
	  { 0xe6103f11, 0xf301fa90 },
	  { 0x7fff8000, 0x18000, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x80000000 },
	  0xc0000 },
	{ "uadd8 r3, r0, r1",
	  { 0xe6503f91, 0xf341fa80 },
	  { 0xff807f01, 0x1807f00, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0xfe01 },
	  0xc0000 },
	{ "usub16 r3, r0, r1",
	  { 0xe6503f71, 0xf341fad0 },
	  { 0x10000, 0x20000, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0xffff0000 },
	  0x30000 },
	{ "qadd8 r3, r0, r1",
	  { 0xe6203f91, 0xf311fa80 },
	  { 0x7f800100, 0x1ff01ff, 0x0, 0x0 },
	  0x50000,
	  { 0x0, 0x7f8002ff },
	  0x50000 },
	{ "shadd16 r3, r0, r1",
	  { 0xe6303f11, 0xf321fa90 },
	  { 0x7fff8000, 0x7fff8000, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x7fff8000 },
	  0x0 },
	{ "uqsub8 r3, r0, r1",
	  { 0xe6603ff1, 0xf351fac0 },
	  { 0x1ff8010, 0x20180ff, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0xfe0000 },
	  0x0 },
	{ "uhsub16 r3, r0, r1",
	  { 0xe6703f71, 0xf361fad0 },
	  { 0x8, 0x10004, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0xffff0002 },
	  0x0 },
	{ "sasx r3, r0, r1",
	  { 0xe6103f31, 0xf301faa0 },
	  { 0x10005, 0x60002, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x3ffff },
	  0xc0000 },
	{ "uhsax r3, r0, r1",
	  { 0xe6703f51, 0xf361fae0 },
	  { 0x40006, 0x80002, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x10007 },
	  0x0 },
	{ "sel r3, r0, r1",
	  { 0xe6803fb1, 0xf381faa0 },
	  { 0x11223344, 0xaabbccdd, 0x0, 0x0 },
	  0x50000,
	  { 0x0, 0xaa22cc44 },
	  0x50000 },
	{ "pkhbt r3, r0, r1, lsl #4",
	  { 0xe6803211, 0x1301eac0 },
	  { 0x11112222, 0x1234567, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x12342222 },
	  0x0 },
	{ "pkhtb r3, r0, r1, asr #8",
	  { 0xe6803451, 0x2321eac0 },
	  { 0x11112222, 0xfedcba98, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x1111dcba },
	  0x0 },
	{ "ssat r3, #8, r1, lsl #1",
	  { 0xe6a73091, 0x0347f301 },
	  { 0x0, 0x40, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x7f },
	  0x8000000 },
	{ "usat r3, #5, r1, asr #2",
	  { 0xe6e53151, 0x0385f3a1 },
	  { 0x0, 0xfffffff0, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x0 },
	  0x8000000 },
	{ "ssat16 r3, #4, r1",
	  { 0xe6a33f31, 0x0303f321 },
	  { 0x0, 0x7fff0, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x7fff8 },
	  0x8000000 },
	{ "usat16 r3, #4, r1",
	  { 0xe6e43f31, 0x0304f3a1 },
	  { 0x0, 0x10000f, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0xf000f },
	  0x8000000 },
	{ "sxtb16 r3, r1, ror #8",
	  { 0xe68f3471, 0xf391fa2f },
	  { 0x0, 0x80ff7f00, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0xff80007f },
	  0x0 },
	{ "uxtab16 r3, r0, r1",
	  { 0xe6c03071, 0xf381fa30 },
	  { 0x1ffff, 0xff0001, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x1000000 },
	  0x0 },
	{ "smlad r3, r0, r1, r2",
	  { 0xe7032110, 0x2301fb20 },
	  { 0x80008000, 0x80008000, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x80000000 },
	  0x8000000 },
	{ "smlad r3, r0, r1, r2",
	  { 0xe7032110, 0x2301fb20 },
	  { 0x80008000, 0x80008000, 0xffffffff, 0x0 },
	  0x0,
	  { 0xffffffff, 0x7fffffff },
	  0x0 },
	{ "smuadx r3, r0, r1",
	  { 0xe703f130, 0xf311fb20 },
	  { 0x20003, 0x50007, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x1d },
	  0x0 },
	{ "smlsd r3, r0, r1, r2",
	  { 0xe7032150, 0x2301fb40 },
	  { 0x20003, 0x50007, 0x1, 0x0 },
	  0x0,
	  { 0x1, 0xc },
	  0x0 },
	{ "smlaldx r2, r3, r0, r1",
	  { 0xe7432130, 0x23d1fbc0 },
	  { 0x20003, 0x50007, 0xfffffff0, 0x0 },
	  0x0,
	  { 0xd, 0x1 },
	  0x0 },
	{ "smlsld r2, r3, r0, r1",
	  { 0xe7432150, 0x23c1fbd0 },
	  { 0x20003, 0x50007, 0x0, 0x0 },
	  0x0,
	  { 0xb, 0x0 },
	  0x0 },
	{ "smmulr r3, r0, r1",
	  { 0xe753f130, 0xf311fb50 },
	  { 0x40000000, 0x2, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x1 },
	  0x0 },
	{ "smmla r3, r0, r1, r2",
	  { 0xe7532110, 0x2301fb50 },
	  { 0x40000000, 0x4, 0x5, 0x0 },
	  0x0,
	  { 0x5, 0x6 },
	  0x0 },
	{ "smmls r3, r0, r1, r2",
	  { 0xe75321d0, 0x2301fb60 },
	  { 0x40000000, 0x1, 0x5, 0x0 },
	  0x0,
	  { 0x5, 0x4 },
	  0x0 },
	{ "usad8 r3, r0, r1",
	  { 0xe783f110, 0xf301fb70 },
	  { 0x1020304, 0x4030201, 0x0, 0x0 },
	  0x0,
	  { 0x0, 0x8 },
	  0x0 },
	{ "usada8 r3, r0, r1, r2",
	  { 0xe7832110, 0x2301fb70 },
	  { 0x1020304, 0x4030201, 0x10, 0x0 },
	  0x0,
	  { 0x10, 0x18 },
	  0x0 },
};

static void one_row(struct guest *g, const struct row *row, bool thumb)
{
	uint32_t at = g->m->spec->ram_base + CODE_OFFSET;
	struct board_cpu cpu = {
		.pc = at,
		.cpsr = SVC_MASKED | row->flags_before | (thumb ? THUMB : 0),
	};

	for (unsigned r = 0; r < 4; r++)
		cpu.r[r] = row->before[r];
	cpu.r[15] = at;
	assert_true(machine_mem_write(g->m, at, &row->word[thumb], 4));
	machine_set_cpu(g->m, &cpu);
	machine_run_for(g->m, 1, &g->stop);
	machine_cpu(g->m, &g->cpu);
	if (g->cpu.r[2] != row->after[0] || g->cpu.r[3] != row->after[1] ||
	    (g->cpu.cpsr & (Q | GE)) != row->flags_after)
		fail_msg("%s on %s: r2 %08x, r3 %08x, cpsr %08x", row->text,
			 g->board, (unsigned)g->cpu.r[2], (unsigned)g->cpu.r[3],
			 (unsigned)g->cpu.cpsr);
	assert_int_equal(g->cpu.pc, at + 4);
	assert_int_equal(g->cpu.r[0], row->before[0]);
	assert_int_equal(g->cpu.r[1], row->before[1]);
}

/* Has the engine carried out an instruction of that page? */
static bool engines(const struct guest *g)
{
	uint32_t at = g->m->spec->ram_base + CODE_OFFSET;

	return a32_of(g->m)->code[at >> 15] >> (at >> 12 & 7) & 1;
}

static void all_rows(const char *board, bool thumb)
{
	struct board_options options = { 0 };
	struct guest g;

	guest_open(&g, board, &options);
	guest_load(&g, "count_loop", true);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		one_row(&g, &rows[i], thumb);
	assert_false(engines(&g));
	guest_close(&g);
}

TEST(signals_as_the_manual_has_them)
{
	static const char *const boards[] = { "imx31", "pb1176", "arm1156",
					      "pbxa9" };

	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++)
		all_rows(boards[i], false);
}

TEST(signals_in_thumb_state)
{
	static const char *const boards[] = { "arm1156", "pbxa9" };

	for (size_t i = 0; i < sizeof(boards) / sizeof(boards[0]); i++)
		all_rows(boards[i], true);
}

/* ARMv5TE has those of before ARMv6, and the others are undefined. */
TEST(older_cores_have_the_older_ones)
{
	enum { OLDER = 7 };
	struct board_options options = { 0 };
	struct guest g;

	guest_open(&g, "lubbock", &options);
	guest_load(&g, "count_loop", true);
	for (size_t i = 0; i < OLDER; i++)
		one_row(&g, &rows[i], false);
	assert_false(engines(&g));
	for (size_t i = OLDER; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t at = g.m->spec->ram_base + CODE_OFFSET;
		struct board_cpu cpu = { .pc = at, .cpsr = SVC_MASKED };

		cpu.r[15] = at;
		assert_true(machine_mem_write(g.m, at, &rows[i].word[0], 4));
		machine_set_cpu(g.m, &cpu);
		machine_run_for(g.m, 1, &g.stop);
		machine_cpu(g.m, &g.cpu);
		if (g.cpu.pc == at + 4)
			fail_msg("%s is carried out", rows[i].text);
	}
	guest_close(&g);
}
