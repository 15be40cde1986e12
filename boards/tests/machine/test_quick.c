/* SPDX-License-Identifier: MIT */
/*
 * The machine itself is held against the engine: the same random instructions
 * from the same random registers, each on two machines, of which one leaves all
 * of them to the engine.  Registers, memory, what was told to the model, and
 * how the run ended have to be the same.
 */
#include <string.h>

#include "base/rng.h"
#include "boards/src/a32/inner.h"
#include "guest.h"
#include "test.h"

enum {
	WORDS = 2500,
	DATA = 2048,
	CODE_OFFSET = 1 << 20,
	DATA_OFFSET = 1 << 21,
	SVC_MASKED = 0xd3,
};

/* Bits that are fixed, and what they are; the others are random. */
static const struct kind {
	uint32_t fixed, value;
} kinds[] = {
	{ 0x0c000000, 0x00000000 }, /* all of the group: most are arithmetic */
	{ 0x0e000010, 0x00000000 }, /* a register shifted by an immediate */
	{ 0x0e000090, 0x00000010 }, /* by a register */
	{ 0x0e000000, 0x02000000 }, /* an immediate */
	{ 0x0f0000f0, 0x00000090 }, /* multiplication */
	{ 0x0e000000, 0x04000000 }, /* a load or store: an offset */
	{ 0x0f000f00, 0x05000000 }, /* a small one */
	{ 0x0e000ff0, 0x06000000 }, /* a register */
	{ 0x0e0f0ff0, 0x06000080 }, /* the same, shifted */
	{ 0x0e400f90, 0x00000090 }, /* half words and the like */
	{ 0x0e400f90, 0x00400090 },
	{ 0x0e000000, 0x08000000 }, /* many registers */
	{ 0x0e40c000, 0x08000000 }, /* fewer, and not the pc */
	{ 0x0f800000, 0x0a000000 }, /* branches */
	{ 0x0fffffd8, 0x012fff10 },
	{ 0x0fffffff, 0x01a0f00e },
	{ 0x0ffffff8, 0x01a0f000 }, /* jumps */
	{ 0x0ff00000, 0x03000000 }, /* constants in halves */
	{ 0x0ff00000, 0x03400000 },
	{ 0x0f8003f0, 0x06800070 }, /* bytes and half words extended */
	{ 0x0f8f03f0, 0x068f0070 },
	{ 0x0fff0ff0, 0x016f0f10 }, /* leading zeros */
	{ 0x0ff00090, 0x01000080 }, /* half words multiplied */
	{ 0x0ff0f090, 0x01600080 },
	{ 0x0fff0fff, 0x010f0000 }, /* the status register */
	{ 0x0ff3fff0, 0x0120f000 },
	{ 0x0ff3f000, 0x0320f000 },
	{ 0x0fffff3f, 0x0321f013 },
	{ 0x0f900ff0, 0x01000050 }, /* saturated sums */
	{ 0x0ff00090, 0x01200080 }, /* a word by a half, long sums of halves */
	{ 0x0ff00090, 0x01400080 },
	{ 0x0ff000f0, 0x00400090 }, /* umaal */
	{ 0x0f800f10, 0x06000f10 }, /* bytes and halves in parallel */
	{ 0x0ff00030, 0x06800010 }, /* packed, selected */
	{ 0x0ff00ff0, 0x06800fb0 },
	{ 0x0fb003f0, 0x06800070 },
	{ 0x0fa00030, 0x06a00010 }, /* saturated */
	{ 0x0fb00ff0, 0x06a00f30 },
	{ 0x0f800010, 0x07000010 }, /* products of two halves */
	{ 0x0ff00090, 0x07400010 },
	{ 0x0ff00010, 0x07500010 },
	{ 0x0ff000f0, 0x07800010 },
	{ 0x0ff0f0f0, 0x0780f010 },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

static uint32_t any(struct rng *rng)
{
	return rng_next(rng);
}

/* MRS, and MSR of flags, or of masks by a number that keeps the mode. */
static bool is_status(uint32_t w)
{
	return (w & 0x0fff0fff) == 0x010f0000 ||
	       (w & 0x0ff3fff0) == 0x0120f000 ||
	       (w & 0x0ff3f000) == 0x0320f000 || (w & 0x0fffff3f) == 0x0321f013;
}

/*
 * The word may change the mode, from an SPSR, write one, or lead to Thumb
 * state, where the data are no code that the engine could do anything with.
 */
static bool changes_mode(uint32_t w)
{
	bool usual = (w & 0x0fffffd0) == 0x012fff10 ||
		     (w & 0x0fb00000) == 0x03000000 ||
		     (w & 0x0ff00090) == 0x01000080 ||
		     (w & 0x0ff00090) == 0x01600080 ||
		     (w & 0x0ff00090) == 0x01200080 ||
		     (w & 0x0ff00090) == 0x01400080 ||
		     (w & 0x0f900ff0) == 0x01000050 ||
		     (w & 0x0fff0ff0) == 0x016f0f10;
	bool status = (w & 0x0d900000) == 0x01000000 && !usual;
	bool jump = (w & 0x0c00f000) == 0x0000f000 &&
		    (w & 0x0ffffff0) != 0x01a0f000 &&
		    (w & 0x0fffffd0) != 0x012fff10;

	return (!is_status(w) && (status || jump)) ||
	       (w & 0x0e408000) == 0x08408000;
}

static uint32_t word_of(struct rng *rng)
{
	const struct kind *k = &kinds[any(rng) % KINDS];
	uint32_t condition = any(rng) % 4 ? 14 : any(rng) % 15, word;

	do
		word = ((any(rng) & ~k->fixed) | k->value) & 0x0fffffff;
	while (changes_mode(word));
	return condition << 28 | word;
}

static uint32_t even(struct rng *rng)
{
	return any(rng) & ~1u;
}

/* An address among the data, or anything; of some, a number to shift by. */
static uint32_t value_of(struct rng *rng, unsigned r, uint32_t data)
{
	uint32_t value = any(rng);

	if (r >= 8 && r < 14 && value & 1)
		return value >> 8 & 0x1ff;
	if ((value & 6) == 0)
		return even(rng);
	return data + (any(rng) % (DATA / 4)) * 4 + (value & 0x70 ? 0 : 2);
}

static void fill(struct guest *g, uint32_t at, unsigned words,
		 uint32_t (*word)(struct rng *), uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (unsigned i = 0; i < words; i++) {
		uint32_t value = word(&rng);

		assert_true(machine_mem_write(g->m, at + 4 * i, &value, 4));
	}
}

static void start(struct guest *g, const char *board)
{
	struct board_options options = { 0 };

	guest_open(g, board, &options);
	guest_load(g,
		   strcmp(board, "versatile") == 0 ? "one_line" : "count_loop",
		   true);
}

static void compare(struct guest *own, struct guest *engine, uint32_t word,
		    uint32_t data)
{
	uint32_t here[DATA / 4], there[DATA / 4];
	bool same;

	machine_cpu(own->m, &own->cpu);
	machine_cpu(engine->m, &engine->cpu);
	assert_true(machine_mem_read(own->m, data, here, DATA));
	assert_true(machine_mem_read(engine->m, data, there, DATA));
	same = own->cpu.cpsr == engine->cpu.cpsr &&
	       !memcmp(own->cpu.r, engine->cpu.r, sizeof(own->cpu.r)) &&
	       !memcmp(here, there, DATA) &&
	       own->stop.reason == engine->stop.reason &&
	       !memcmp(machine_ledger(own->m), machine_ledger(engine->m),
		       sizeof(struct ledger));
	if (same)
		return;
	for (unsigned i = 0; i < 16; i++)
		print_error("r%u %08x, by the engine %08x\n", i,
			    (unsigned)own->cpu.r[i],
			    (unsigned)engine->cpu.r[i]);
	fail_msg("%08x: cpsr %08x, by the engine %08x", (unsigned)word,
		 (unsigned)own->cpu.cpsr, (unsigned)engine->cpu.cpsr);
}

/* Each word by itself, on both. */
static void one_by_one(const char *board)
{
	struct guest own, engine;
	struct rng rng;
	uint32_t code, data;

	start(&own, board);
	start(&engine, board);
	engine_do_all(a32_of(engine.m)->engine);
	code = own.m->spec->ram_base + CODE_OFFSET;
	data = own.m->spec->ram_base + DATA_OFFSET;
	fill(&own, code, WORDS, word_of, 7);
	fill(&engine, code, WORDS, word_of, 7);
	fill(&own, data, DATA / 4, even, 8);
	fill(&engine, data, DATA / 4, even, 8);
	rng_seed(&rng, 9);
	for (unsigned i = 0; i < WORDS; i++) {
		struct board_cpu cpu = { .pc = code + 4 * i,
					 .cpsr = SVC_MASKED | any(&rng) << 28 };
		uint32_t word;

		for (unsigned r = 0; r < 15; r++)
			cpu.r[r] = value_of(&rng, r, data + DATA / 4);
		cpu.r[15] = cpu.pc;
		assert_true(machine_mem_read(own.m, code + 4 * i, &word, 4));
		machine_set_cpu(own.m, &cpu);
		machine_set_cpu(engine.m, &cpu);
		machine_run_for(own.m, 1, &own.stop);
		machine_run_for(engine.m, 1, &engine.stop);
		compare(&own, &engine, word, data);
	}
	guest_close(&engine);
	guest_close(&own);
}

/* Arithmetic, which goes on to the next. */
static uint32_t goes_on(struct rng *rng)
{
	uint32_t word;

	do
		word = word_of(rng);
	while ((word & 0x0c00f000) == 0x0000f000 || word & 0x0c000000 ||
	       (word & 0x0e000090) == 0x00000090);
	return word;
}

/* Many behind each other, which the machine carries out in one go. */
static void in_a_row(const char *board)
{
	enum { ROW = 50 };
	struct guest own, engine;
	struct rng rng;
	uint32_t code, data;

	start(&own, board);
	start(&engine, board);
	engine_do_all(a32_of(engine.m)->engine);
	code = own.m->spec->ram_base + CODE_OFFSET;
	data = own.m->spec->ram_base + DATA_OFFSET;
	fill(&own, code, WORDS, goes_on, 17);
	fill(&engine, code, WORDS, goes_on, 17);
	rng_seed(&rng, 18);
	for (unsigned i = 0; i + ROW <= WORDS; i += ROW) {
		struct board_cpu cpu = { .pc = code + 4 * i,
					 .cpsr = SVC_MASKED | any(&rng) << 28 };

		for (unsigned r = 0; r < 15; r++)
			cpu.r[r] = any(&rng);
		cpu.r[15] = cpu.pc;
		machine_set_cpu(own.m, &cpu);
		machine_set_cpu(engine.m, &cpu);
		machine_run_for(own.m, ROW, &own.stop);
		machine_run_for(engine.m, ROW, &engine.stop);
		compare(&own, &engine, 0, data);
	}
	guest_close(&engine);
	guest_close(&own);
}

/* Kinds of Thumb state: two bytes, or four with the first half above. */
static const struct kind narrow_kinds[] = {
	{ 0xc000, 0x0000 }, /* shifts, sums, numbers */
	{ 0xfc00, 0x4000 }, /* arithmetic */
	{ 0xfc00, 0x4400 }, /* high registers, BX */
	{ 0xf800, 0x4800 }, /* loads and stores */
	{ 0xf000, 0x5000 }, { 0xe000, 0x6000 },
	{ 0xe000, 0x8000 }, { 0xe000, 0xa000 }, /* addresses, and a mixed bag */
	{ 0xf600, 0xb400 }, { 0xf000, 0xc000 },
	{ 0xf000, 0xd000 }, /* branches */
	{ 0xf800, 0xe000 },
};

static const struct kind wide_kinds[] = {
	{ 0xfe008000, 0xea000000 }, /* a register, shifted */
	{ 0xfa008000, 0xf0000000 }, /* a number */
	{ 0xfb508000, 0xf2000000 }, /* a plain one, a field */
	{ 0xfb508020, 0xf3400000 },
	{ 0xfe000000, 0xf8000000 }, /* one register */
	{ 0xfe800000, 0xf8800000 },
	{ 0xfe800f00, 0xf8000c00 },
	{ 0xfe8008c0, 0xf8000000 },
	{ 0xfe400000, 0xe8400000 }, /* two */
	{ 0xfe40a000, 0xe8000000 }, /* many */
	{ 0xfff0fff0, 0xe8d0f000 }, /* a table */
	{ 0xfff0fff0, 0xe8d0f010 },
	{ 0xff80f0f0, 0xfa00f000 }, /* a shift, an extension */
	{ 0xff80f0c0, 0xfa00f080 },
	{ 0xffc0f0c0, 0xfa80f080 },
	{ 0xff8000e0, 0xfb000000 }, /* multiplication */
	{ 0xff8000c0, 0xfb000000 },
	{ 0xff80f080, 0xfa80f000 }, /* in parallel, saturated, selected */
	{ 0xfff0f0c0, 0xfa80f080 },
	{ 0xfff0f0f0, 0xfaa0f080 },
	{ 0xfff08010, 0xeac00000 }, /* packed, saturated */
	{ 0xff508020, 0xf3000000 },
	{ 0xff70f0f0, 0xf3200000 },
	{ 0xff8000c0, 0xfb800080 }, /* long products */
	{ 0xffd000e0, 0xfbc000c0 },
	{ 0xfff000f0, 0xfbe00060 },
	{ 0xf800d000, 0xf000d000 }, /* branches and calls */
	{ 0xf800d001, 0xf000c000 },
	{ 0xf800d000, 0xf0008000 },
};

enum {
	NARROW = sizeof(narrow_kinds) / sizeof(narrow_kinds[0]),
	WIDE = sizeof(wide_kinds) / sizeof(wide_kinds[0]),
	THUMB = 0x20,
};

/* Nobody says what that does, or it changes the mode. */
static bool is_left_out(uint32_t w)
{
	if (w <= 0xffff)
		return (w & 0xffe0) == 0xb640 || (w & 0xffe8) == 0xb668;
	return (w & 0xf800d000) == 0xf0008000 && (w >> 23 & 7) == 7;
}

/* In an IT block there are no further ones, and no such branches. */
static bool is_none_of_a_block(uint32_t word)
{
	uint32_t half = word & 0xffff, w = half << 16 | word >> 16;

	return (half & 0xf000) == 0xd000 || (half & 0xf500) == 0xb100 ||
	       (half & 0xff00) == 0xbf00 || (w & 0xf800d000) == 0xf0008000;
}

static uint32_t thumb_word(struct rng *rng, bool wide)
{
	const struct kind *k = wide ? &wide_kinds[any(rng) % WIDE]
				    : &narrow_kinds[any(rng) % NARROW];
	uint32_t word;

	do
		word = (any(rng) & ~k->fixed) | k->value;
	while (is_left_out(wide ? word : word & 0xffff));
	return wide ? word << 16 | word >> 16 : 0x46c00000 | (word & 0xffff);
}

static uint32_t narrow_word(struct rng *rng)
{
	return thumb_word(rng, false);
}

static uint32_t narrow_or_wide(struct rng *rng)
{
	return thumb_word(rng, any(rng) % 3);
}

/* An ITSTATE of a last instruction, as a CPSR has it. */
static uint32_t it_bits(struct rng *rng)
{
	uint32_t condition = any(rng) % 15;

	return any(rng) % 4 ? 0 : it_to_cpsr(0, (uint8_t)(condition << 4 | 8));
}

static void thumb_one_by_one(const char *board, bool wide)
{
	uint32_t (*const makes)(struct rng *) =
		wide ? narrow_or_wide : narrow_word;
	struct guest own, engine;
	struct rng rng;
	uint32_t code, data;

	start(&own, board);
	start(&engine, board);
	engine_do_all(a32_of(engine.m)->engine);
	code = own.m->spec->ram_base + CODE_OFFSET;
	data = own.m->spec->ram_base + DATA_OFFSET;
	fill(&own, code, WORDS, makes, 27);
	fill(&engine, code, WORDS, makes, 27);
	fill(&own, data, DATA / 4, even, 28);
	fill(&engine, data, DATA / 4, even, 28);
	rng_seed(&rng, 29);
	for (unsigned i = 0; i < WORDS; i++) {
		struct board_cpu cpu = { .pc = code + 4 * i };
		uint32_t word;

		for (unsigned r = 0; r < 15; r++)
			cpu.r[r] = value_of(&rng, r, data + DATA / 4);
		cpu.r[15] = cpu.pc;
		assert_true(machine_mem_read(own.m, code + 4 * i, &word, 4));
		cpu.cpsr = SVC_MASKED | THUMB | any(&rng) << 28;
		if (wide && !is_none_of_a_block(word))
			cpu.cpsr |= it_bits(&rng);
		machine_set_cpu(own.m, &cpu);
		machine_set_cpu(engine.m, &cpu);
		machine_run_for(own.m, 1, &own.stop);
		machine_run_for(engine.m, 1, &engine.stop);
		compare(&own, &engine, word, data);
	}
	guest_close(&engine);
	guest_close(&own);
}

TEST(thumb_as_the_engine)
{
	thumb_one_by_one("pb1176", false);
	thumb_one_by_one("lubbock", false);
	thumb_one_by_one("versatile", false);
	thumb_one_by_one("arm1156", true);
	thumb_one_by_one("pbxa9", true);
}

TEST(as_the_engine)
{
	static const char *const boards[] = { "pb1176", "lubbock", "imx31",
					      "arm1156", "pbxa9" };

	for (unsigned i = 0; i < sizeof(boards) / sizeof(boards[0]); i++) {
		one_by_one(boards[i]);
		in_a_row(boards[i]);
	}
}

/* The engine carries out nothing of a loop of usual instructions. */
TEST(without_the_engine)
{
	struct guest g;
	uint32_t page;

	start(&g, "pb1176");
	page = symbol_of(g.p, "count_loop") >> 12;
	guest_go(&g);
	assert_int_equal(g.stop.instructions, 2004);
	assert_int_equal(a32_of(g.m)->code[page >> 3] >> (page & 7) & 1, 0);
	guest_close(&g);
}

/* So many hints in a row once took the engine for ever, which had to begin anew
 * behind each. */
TEST(hints_are_not_the_engines)
{
	enum { HINTS = 300000 };
	struct board_cpu cpu = { .cpsr = SVC_MASKED | THUMB };
	static const uint32_t nops = 0xbf00bf00;
	struct guest g;
	uint32_t at;

	start(&g, "arm1156");
	at = g.m->spec->ram_base + CODE_OFFSET;
	for (unsigned i = 0; i < HINTS / 2; i++)
		assert_true(machine_mem_write(g.m, at + 4 * i, &nops, 4));
	cpu.pc = cpu.r[15] = at;
	machine_set_cpu(g.m, &cpu);
	machine_run_for(g.m, HINTS, &g.stop);
	machine_cpu(g.m, &g.cpu);
	assert_int_equal(g.cpu.pc, at + 2 * HINTS);
	for (unsigned i = 0; i < 2 * HINTS; i += 4096)
		assert_int_equal(a32_of(g.m)->code[(at + i) >> 15] >>
						 ((at + i) >> 12 & 7) &
					 1,
				 0);
	guest_close(&g);
}

/* The architecture does not say where that leads [ARM ARM A4.1.10]: the engine
 * has its way. */
TEST(half_a_word_is_the_engines)
{
	static const uint32_t jump = 0xe12fff10; /* bx r0 */
	struct board_cpu cpu = { .cpsr = SVC_MASKED };
	struct guest g;

	start(&g, "pb1176");
	for (unsigned half = 0; half < 2; half++) {
		uint32_t at = g.m->spec->ram_base + CODE_OFFSET;

		assert_true(machine_mem_write(g.m, at, &jump, 4));
		cpu.r[0] = at + 8 + 2 * half;
		cpu.pc = cpu.r[15] = at;
		machine_set_cpu(g.m, &cpu);
		machine_run_for(g.m, 1, &g.stop);
		assert_int_equal(a32_of(g.m)->code[at >> 15] >> (at >> 12 & 7) &
					 1,
				 half);
	}
	guest_close(&g);
}

/*
 * A misaligned store changes the next instruction, in another page, which the
 * engine has translated by the time that the store is undone.
 */
TEST(a_store_that_is_undone_changes_no_code)
{
	static const uint32_t code[] = { 0xe8810001,   /* stm r1, {r0} */
					 0xe3a02001 }; /* mov r2, #1 */
	struct board_cpu cpu = { .cpsr = SVC_MASKED };
	struct guest g;
	uint32_t at;

	start(&g, "pbxa9");
	engine_do_all(a32_of(g.m)->engine);
	at = g.m->spec->ram_base + DATA_OFFSET - 4;
	assert_true(machine_mem_write(g.m, at, code, sizeof(code)));
	cpu.pc = cpu.r[15] = at;
	cpu.r[0] = 0xe280; /* add r2, r0, #1 */
	cpu.r[1] = at + 6;
	machine_set_cpu(g.m, &cpu);
	machine_run_for(g.m, 1, &g.stop);
	cpu.pc = cpu.r[15] = at + 4;
	machine_set_cpu(g.m, &cpu);
	machine_run_for(g.m, 1, &g.stop);
	machine_cpu(g.m, &cpu);
	assert_int_equal(cpu.r[2], 1);
	guest_close(&g);
}
