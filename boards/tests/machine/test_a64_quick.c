/* SPDX-License-Identifier: MIT */
/*
 * As test_quick.c, for AArch64: random instructions of integers, loads, stores
 * and branches, carried out by the machine and by the engine.
 */
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "boards/src/a64/inner.h"
#include "boards/src/boards/boards.h"
#include "guest_symbol.h"
#include "test.h"

enum {
	WORDS = 20000,
	DATA = 2048,
	CODE = 0x40200000,
	THERE = 0x40400000, /* the data */
	EL1_MASKED = 0x3c5,
	EM_AARCH64 = 183,
};

/* Bits that are fixed, and what they are; the others are random. */
static const struct kind {
	uint32_t fixed, value;
} kinds[] = {
	{ 0x1c000000, 0x10000000 }, /* immediates: all of the group */
	{ 0x1f800000, 0x11000000 }, /* sums */
	{ 0x1f800000, 0x12000000 }, /* logic, most of it undefined */
	{ 0x9fe08000, 0x12000000 }, /* of words, less so */
	{ 0x1f800000, 0x12800000 },
	{ 0x9fe08000, 0x13000000 }, /* bit fields of words */
	{ 0x9fc00000, 0x93400000 }, /* and of doublewords */
	{ 0x1f000000, 0x0a000000 }, /* registers: logic */
	{ 0x1f208000, 0x0b000000 }, /* sums */
	{ 0x1fe0e000, 0x0b200000 },
	{ 0x1fe0fc00, 0x1a000000 }, /* with carry */
	{ 0x3fe00410, 0x3a400000 }, /* conditional compare */
	{ 0x3fe00800, 0x1a800000 }, /* and select */
	{ 0x7fe0f000, 0x1ac00000 }, /* division */
	{ 0x7fe0f000, 0x1ac02000 }, /* shifts */
	{ 0x7fffe000, 0x5ac00000 },
	{ 0x7fe0e000, 0x1ac04000 }, /* CRC32 */
	{ 0x7f000000, 0x1b000000 }, /* multiplication */
	{ 0x3f000000, 0x39000000 }, /* loads and stores */
	{ 0x3f3f8000, 0x39000000 }, /* near by */
	{ 0x3f200000, 0x38000000 },
	{ 0x3f200c00, 0x38200800 },
	{ 0x3e000000, 0x28000000 }, /* pairs */
	{ 0x3fff0000, 0x18ff0000 }, /* literals */
	{ 0xff000010, 0x54000000 }, /* branches */
	{ 0x7c000000, 0x14000000 },
	{ 0x7c000000, 0x34000000 },
	{ 0xff9ffc1f, 0xd61f0000 },
	{ 0x3ffffc00, 0x08dffc00 }, /* ordered and exclusive */
	{ 0x3ffffc00, 0x089ffc00 },
	{ 0x3fff7c00, 0x085f7c00 },
	{ 0x3fe07c00, 0x08007c00 },
	{ 0xbfe00000, 0x88600000 },
	{ 0xffffffff, 0xd503305f }, /* CLREX, DSB, DMB, NOP */
	{ 0xfffff0ff, 0xd503309f },
	{ 0xfffff0ff, 0xd50330bf },
	{ 0xffffffff, 0xd503201f },
	{ 0xfffff0df, 0xd50340df }, /* masks */
	{ 0xffdfffe0, 0xd51b4200 }, /* NZCV */
	{ 0xffdfffe0, 0xd51b4220 }, /* DAIF */
	{ 0xffdfffe0, 0xd51bd040 }, /* TPIDR_EL0 */
	{ 0xffffffe0, 0xd50b7420 }, /* DC ZVA */
	{ 0xfffff0e0, 0xd50b7020 }, /* other maintenance */
	{ 0xffc00000, 0xf9800000 }, /* PRFM */
	{ 0xff200c00, 0xf8200800 },
	{ 0x3f000000, 0x3d000000 }, /* vectors: loads and stores */
	{ 0x3f3f8000, 0x3d000000 },
	{ 0x3f200000, 0x3c000000 },
	{ 0x3f200c00, 0x3c200800 },
	{ 0x3e000000, 0x2c000000 },
	{ 0x3fff0000, 0x1cff0000 },
	{ 0xbfbf0000, 0x0c000000 },
	{ 0xbfbf0000, 0x0c9f0000 },
	{ 0xbf9f0000, 0x0d000000 }, /* an element of each */
	{ 0xbf9f0000, 0x0d9f0000 },
	{ 0xff000000, 0x1f000000 }, /* scalars */
	{ 0x7f3e0000, 0x1e200000 },
	{ 0x7f3e0000, 0x1e220000 },
	{ 0x7f20fc00, 0x1e200000 },
	{ 0x7f38fc00, 0x1e380000 },
	{ 0x7f200000, 0x1e000000 },
	{ 0xff207c00, 0x1e204000 },
	{ 0xff203c07, 0x1e202000 },
	{ 0xff201fe0, 0x1e201000 },
	{ 0xff200c00, 0x1e200400 },
	{ 0xff200c00, 0x1e200800 },
	{ 0xff200c00, 0x1e200800 },
	{ 0xff200c00, 0x1e200c00 },
	{ 0x9f200400, 0x0e200400 }, /* vectors: three the same */
	{ 0x9f200400, 0x0e200400 },
	{ 0x9f20c400, 0x0e20c400 },
	{ 0x9f3e0c00, 0x0e200800 }, /* two */
	{ 0x9f3e0c00, 0x0e200800 },
	{ 0x9fbf0c00, 0x0ea10800 },
	{ 0x9f200c00, 0x0e200000 }, /* three different */
	{ 0x9f800400, 0x0f000400 }, /* shifts */
	{ 0x9f000400, 0x0f000000 }, /* by an element */
	{ 0x9f3e0c00, 0x0e300800 }, /* across */
	{ 0xdf200400, 0x5e200400 }, /* scalars of those */
	{ 0xdf3e0c00, 0x5e200800 },
	{ 0xdf800400, 0x5f000400 },
	{ 0xdf000400, 0x5f000000 },
	{ 0x9fe08400, 0x0e000400 }, /* copies, permutations, numbers */
	{ 0xbf208c00, 0x0e000800 },
	{ 0x9ff80400, 0x0f000400 },
};

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

struct side {
	struct machine *m;
	struct program *p;
	struct target_stop stop;
	struct board_cpu cpu;
};

static void on_console(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	(void)bytes;
	(void)count;
}

static void start(struct side *s, const char *board)
{
	const struct machine_host host = { NULL, on_console, NULL };
	const struct board_options options = { .flat = false };
	struct error err = { "" };
	char self[512] = "", path[600];

	assert_true(readlink("/proc/self/exe", self, sizeof(self) - 1) > 0);
	snprintf(path, sizeof(path), "%s/guest_virt.elf", dirname(self));
	s->p = program_open(path, EM_AARCH64, 64, false, &err);
	if (!s->p)
		fail_msg("%s", err.text);
	s->m = machine_new(board_spec_find(board, &err), &options, &host, &err);
	if (!s->m)
		fail_msg("%s", err.text);
	s->p->entry = symbol_of(s->p, "loop");
	if (!machine_load(s->m, s->p, &err))
		fail_msg("%s", err.text);
}

static void end(struct side *s)
{
	machine_free(s->m);
	program_close(s->p);
}

static uint32_t any(struct rng *rng)
{
	return rng_next(rng);
}

static uint32_t word_of(struct rng *rng)
{
	const struct kind *k = &kinds[any(rng) % KINDS];

	return (any(rng) & ~k->fixed) | k->value;
}

/* An address among the data, an index, or anything. */
static uint64_t value_of(struct rng *rng)
{
	uint64_t high = (uint64_t)any(rng) << 32;

	switch (any(rng) % 5) {
	case 0:
		return any(rng) % 72;
	case 1:
		return high | any(rng);
	case 2:
		/* -1 is where the engine has no exclusive load. */
		return 0 - (uint64_t)(any(rng) % 8 * 2);
	default:
		return THERE + DATA / 4 + any(rng) % (DATA / 16) * 8 +
		       (any(rng) % 8 ? 0 : any(rng) % 8);
	}
}

static void fill(struct side *s, uint32_t at, unsigned words,
		 uint32_t (*word)(struct rng *), uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (unsigned i = 0; i < words; i++) {
		uint32_t value = word(&rng);

		assert_true(machine_mem_write(s->m, at + 4 * i, &value, 4));
	}
}

/* Registers of floating point, and the sum of its exceptions. */
static void compare_vectors(struct side *own, struct side *engine,
			    uint32_t word)
{
	const uint32_t fpsr = TALLY_SYS(3, 3, 4, 4, 1);
	struct a64_engine *ours = a64_of(own->m)->engine;
	struct a64_engine *theirs = a64_of(engine->m)->engine;
	struct a64_regs a, b;

	a64_engine_save(ours, &a);
	a64_engine_save(theirs, &b);
	for (unsigned i = 0; i < 32; i++)
		if (memcmp(a.v[i], b.v[i], sizeof(a.v[i])) != 0) {
			uint64_t x[2], y[2];

			memcpy(x, a.v[i], sizeof(x));
			memcpy(y, b.v[i], sizeof(y));
			fail_msg("%08x: v%u %016llx %016llx, by the engine "
				 "%016llx %016llx",
				 (unsigned)word, i, (unsigned long long)x[1],
				 (unsigned long long)x[0],
				 (unsigned long long)y[1],
				 (unsigned long long)y[0]);
		}
	if (a64_engine_system(ours, fpsr) != a64_engine_system(theirs, fpsr))
		fail_msg("%08x: FPSR %x, by the engine %x", (unsigned)word,
			 (unsigned)a64_engine_system(ours, fpsr),
			 (unsigned)a64_engine_system(theirs, fpsr));
}

static void compare(struct side *own, struct side *engine, uint32_t word)
{
	uint8_t here[DATA], there[DATA];

	machine_cpu(own->m, &own->cpu);
	machine_cpu(engine->m, &engine->cpu);
	assert_true(machine_mem_read(own->m, THERE, here, DATA));
	assert_true(machine_mem_read(engine->m, THERE, there, DATA));
	if (!memcmp(own->cpu.r, engine->cpu.r, sizeof(own->cpu.r)) &&
	    own->cpu.pc == engine->cpu.pc &&
	    own->cpu.cpsr == engine->cpu.cpsr && !memcmp(here, there, DATA) &&
	    own->stop.reason == engine->stop.reason &&
	    !memcmp(machine_ledger(own->m), machine_ledger(engine->m),
		    sizeof(struct ledger)))
		return;
	for (unsigned i = 0; i < LEDGER_ITEMS; i++)
		if (machine_ledger(own->m)->n[i] !=
		    machine_ledger(engine->m)->n[i])
			print_error(
				"item %u: %llu, by the engine %llu\n", i,
				(unsigned long long)machine_ledger(own->m)
					->n[i],
				(unsigned long long)machine_ledger(engine->m)
					->n[i]);
	for (unsigned i = 0; i < 32; i++)
		if (own->cpu.r[i] != engine->cpu.r[i])
			print_error("x%u %016llx, by the engine %016llx\n", i,
				    (unsigned long long)own->cpu.r[i],
				    (unsigned long long)engine->cpu.r[i]);
	fail_msg("%08x: pc %08llx cpsr %08x, by the engine %08llx %08x",
		 (unsigned)word, (unsigned long long)own->cpu.pc,
		 (unsigned)own->cpu.cpsr, (unsigned long long)engine->cpu.pc,
		 (unsigned)engine->cpu.cpsr);
}

/* Numbers of all classes, of each size. */
static uint64_t number_of(struct rng *rng)
{
	static const uint64_t doubles[] = {
		0x0000000000000000, 0x8000000000000000, 0x0000000000000001,
		0x800fffffffffffff, 0x0010000000000000, 0x3ff0000000000000,
		0xbff8000000000000, 0x43e0000000000000, 0x7fefffffffffffff,
		0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
		0xfff0000000000123,
	};
	static const uint32_t singles[] = {
		0x00000000, 0x80000001, 0x007fffff, 0x3f800000, 0xbfc00000,
		0x4f000000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc12345,
		0xff800001, 0x38800000, 0x33000001, 0x7c017e00,
	};
	uint32_t high = any(rng);

	switch (high % 4) {
	case 0:
		return doubles[any(rng) % 13];
	case 1:
		return (uint64_t)singles[any(rng) % 14] << 32 |
		       singles[any(rng) % 14];
	case 2: /* not far from 1 */
		return (0x3fc00000 | (high & 0x803fffff)) * UINT64_C(1) << 32 |
		       0x3fc00000 | (any(rng) & 0x803fffff);
	default:
		return (uint64_t)high << 32 | any(rng);
	}
}

static void set_vectors(struct side *own, struct side *engine, struct rng *rng)
{
	const uint32_t mode = TALLY_SYS(3, 3, 4, 4, 0);
	const uint32_t raised = TALLY_SYS(3, 3, 4, 4, 1);
	const uint64_t fpcr = any(rng) & 0x07c00000;
	const uint64_t fpsr = any(rng) % 2 ? 0 : 0x10;
	struct a64_regs regs;

	a64_engine_save(a64_of(own->m)->engine, &regs);
	for (unsigned i = 0; i < 32; i++)
		for (unsigned k = 0; k < 2; k++) {
			uint64_t x = number_of(rng);

			memcpy(&regs.v[i][8 * k], &x, sizeof(x));
		}
	for (unsigned k = 0; k < 2; k++) {
		struct a64_engine *e = a64_of((k ? engine : own)->m)->engine;

		a64_engine_restore(e, &regs);
		a64_engine_set_system(e, mode, fpcr);
		a64_engine_set_system(e, raised, fpsr);
	}
}

TEST(as_the_engine)
{
	struct side own, engine;
	struct rng rng;

	start(&own, "virt-a53");
	start(&engine, "virt-a53");
	a64_engine_do_all(a64_of(engine.m)->engine);
	fill(&own, CODE, WORDS, word_of, 7);
	fill(&engine, CODE, WORDS, word_of, 7);
	fill(&own, THERE, DATA / 4, any, 8);
	fill(&engine, THERE, DATA / 4, any, 8);
	rng_seed(&rng, 9);
	for (unsigned i = 0; i < WORDS; i++) {
		struct board_cpu cpu = { .pc = CODE + 4 * i,
					 .cpsr = EL1_MASKED | any(&rng) << 28 };
		uint32_t word;

		for (unsigned r = 0; r < 32; r++)
			cpu.r[r] = value_of(&rng);
		set_vectors(&own, &engine, &rng);
		assert_true(machine_mem_read(own.m, CODE + 4 * i, &word, 4));
		machine_set_cpu(own.m, &cpu);
		machine_set_cpu(engine.m, &cpu);
		machine_run_for(own.m, 1, &own.stop);
		machine_run_for(engine.m, 1, &engine.stop);
		compare(&own, &engine, word);
		compare_vectors(&own, &engine, word);
	}
	end(&engine);
	end(&own);
}

/* One of x1 to x3 is the base, w8 tells of the store; CLREX now and then. */
static uint32_t exclusive(struct rng *rng)
{
	static const uint32_t words[] = {
		0x085f7c04, 0x08087c04, /* ldxr and stxr, by size */
		0x485f7c04, 0x48087c04, 0x885f7c04, 0x88087c04,
		0xc85f7c04, 0xc8087c04, 0xc8087c04, 0xc85ffc04,
		0xc808fc04, 0xc87f1404, /* ldxp, the engine's */
		0xf9000004,             /* str */
		0xd503305f,
	};
	const uint32_t word = words[any(rng) % 14];

	return word >> 24 == 0xd5 ? word : word | (1 + any(rng) % 3) << 5;
}

TEST(exclusives_as_the_engine)
{
	struct board_cpu cpu = { .pc = CODE, .cpsr = EL1_MASKED };
	struct side own, engine;
	unsigned done = 0;

	start(&own, "virt-a57");
	start(&engine, "virt-a57");
	a64_engine_do_all(a64_of(engine.m)->engine);
	fill(&own, CODE, WORDS, exclusive, 7);
	fill(&engine, CODE, WORDS, exclusive, 7);
	cpu.r[1] = cpu.r[2] = THERE;
	cpu.r[3] = THERE + 16;
	machine_set_cpu(own.m, &cpu);
	machine_set_cpu(engine.m, &cpu);
	for (unsigned i = 0; i < WORDS / 4; i++) {
		machine_run_for(own.m, 1, &own.stop);
		machine_run_for(engine.m, 1, &engine.stop);
		compare(&own, &engine, i);
		done += own.cpu.r[8] == 0 && cpu.r[8] == 1;
		cpu.r[8] = own.cpu.r[8];
	}
	assert_true(done > 100); /* stores have succeeded, and others not */
	end(&engine);
	end(&own);
}

/* The engine carries out nothing of a loop of usual instructions. */
TEST(without_the_engine)
{
	struct side s;
	uint32_t page;

	start(&s, "virt-a53");
	page = symbol_of(s.p, "loop") >> 12;
	assert_true(machine_break(s.m, symbol_of(s.p, "done"), true));
	machine_run(s.m, &s.stop);
	assert_int_equal(s.stop.instructions, 301);
	assert_int_equal(a64_of(s.m)->code[page >> 3] >> (page & 7) & 1, 0);
	end(&s);
}
