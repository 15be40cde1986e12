/* SPDX-License-Identifier: MIT */
/*
 * The machine of arm1156 with the guest programs of thumb2_guest.S: IT blocks,
 * what else is of ARMv6T2 and what is not, and the MPU.  What they shall do is
 * worked out from the architecture by hand.  So is what the decoder says of a
 * word, and what programs of a few words do, on the pb1176, too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/a32/decode/decode.h"
#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "guest_symbol.h"

enum {
	SCRATCH = 0x00100000,
	NOTHING = 0x50000000,
	MIDR = 0x4107b560,
	IT_BITS = 0x0600fc00, /* of a CPSR: IT[1:0], IT[7:2] */
};

/* The record that the handlers write. */
struct seen {
	uint32_t count, link, spsr, dfsr, dfar, ifsr, ifar;
};

static const char *directory = ".";
static struct machine *m;
static struct program *p;
static struct target_stop stop;
static struct board_cpu cpu;
static struct seen seen;

/* Without the bit that says Thumb. */
static uint32_t symbol(const char *name)
{
	return symbol_of(p, name) & ~1u;
}

static uint32_t memory(uint32_t addr)
{
	uint32_t value = 0;

	assert_true(machine_mem_read(m, addr, &value, sizeof(value)));
	return value;
}

static void start(const char *name)
{
	const struct board_options options = { .flat = true };
	const struct machine_host host = { 0 };
	struct error err = { "" };
	char path[512];

	snprintf(path, sizeof(path), "%s/guest_thumb2.elf", directory);
	p = program_open(path, 40, 32, false, &err);
	if (!p)
		fail_msg("%s", err.text);
	m = machine_new(board_spec_find("arm1156", &err), &options, &host,
			&err);
	if (!m)
		fail_msg("%s", err.text);
	p->entry = symbol(name);
	assert_true(machine_load(m, p, &err));
	assert_true(machine_break(m, symbol("done"), true));
}

static void go(void)
{
	machine_run(m, &stop);
	machine_cpu(m, &cpu);
	assert_true(machine_mem_read(m, symbol("seen"), &seen, sizeof(seen)));
}

static void finish(void)
{
	machine_free(m);
	program_close(p);
}

static void run(const char *name)
{
	start(name);
	go();
	if (stop.reason != TARGET_STOP_BREAK)
		fail_msg("%s: stop %d: %s", name, (int)stop.reason, stop.text);
	assert_int_equal(stop.pc, symbol("done"));
}

/* Two before, 3 + 20 * 11 in Thumb-2, three after; see the guest. */
static void what_an_it_block_skips_counts(void **state)
{
	(void)state;
	run("it_counts");
	assert_int_equal(stop.instructions, 2 + 223 + 3);
	assert_int_equal(machine_ledger(m)->n[LEDGER_INSTRUCTIONS],
			 stop.instructions);
	assert_int_equal(cpu.r[5], 270);
	assert_int_equal(cpu.r[6], MIDR);
	finish();
}

/*
 * A handler of so many instructions, vector included; 25 before, 223, and 3
 * after them.
 */
static void interrupted(const char *name, unsigned handler)
{
	run(name);
	assert_int_equal(cpu.r[5], 270);
	assert_int_equal(cpu.r[6], MIDR);
	assert_true(seen.count > 60);
	assert_int_equal(stop.instructions,
			 25 + 223 + 3 + seen.count * handler);
	finish();
}

static void interrupts_come_anywhere_in_an_it_block(void **state)
{
	(void)state;
	interrupted("it_interrupted", 17);
	interrupted("it_interrupted_rfe", 19);
}

/* ITTTE EQ is ITSTATE 0x03, and one further 0x06. */
static void an_abort_saves_the_state_of_its_instruction(void **state)
{
	(void)state;
	run("it_abort");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.link, symbol("it_abort_at") + 8);
	assert_int_equal(seen.spsr & (IT_BITS | 0x20), 0x04000420);
	assert_int_equal(seen.dfsr, 8);
	assert_int_equal(seen.dfar, NOTHING);
	assert_int_equal(cpu.r[2], 77);
	assert_int_equal(cpu.r[3], 1);
	finish();
}

/* ITTE EQ is ITSTATE 0x06, and one further 0x0c. */
static void a_call_saves_the_state_of_the_next(void **state)
{
	(void)state;
	run("it_svc");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.spsr & (IT_BITS | 0x20), 0x00000c20);
	assert_int_equal(cpu.r[7], 1);
	finish();
}

/* ITE NE is ITSTATE 0x14. */
static void breakpoints_stop_before_what_is_skipped(void **state)
{
	(void)state;
	start("it_break");
	assert_true(machine_break(m, symbol("it_break_at"), true));
	go();
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(stop.pc, symbol("it_break_at"));
	assert_int_equal(cpu.r[15], symbol("it_break_at"));
	assert_int_equal(cpu.cpsr & (IT_BITS | 0x20), 0x00001420);
	assert_int_equal(stop.instructions, 5);
	go();
	assert_int_equal(stop.pc, symbol("done"));
	assert_int_equal(stop.instructions, 9);
	assert_int_equal(cpu.r[7], 1);
	finish();
}

static void what_the_core_lacks_is_undefined(void **state)
{
	(void)state;
	run("too_new");
	assert_int_equal(seen.count, 6 + 7);
	finish();
}

static void branches_of_thumb2(void **state)
{
	(void)state;
	run("branches");
	assert_int_equal(cpu.r[7], 0x1234);
	finish();
}

/*
 * Six loads from literal pools (the other constants fit a MOV); five preloads
 * count like loads.
 */
static void preloads_of_thumb2(void **state)
{
	(void)state;
	run("preloads");
	assert_int_equal(machine_ledger(m)->n[LEDGER_DCACHE_ACCESS], 6 + 5);
	finish();
}

static void exceptions_in_thumb_state(void **state)
{
	(void)state;
	run("thumb_exception");
	assert_int_equal(cpu.r[7], 1);
	finish();
}

static void regions_permit_or_not(void **state)
{
	(void)state;
	run("protected_store");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.link, symbol("protected_store_at") + 8);
	assert_int_equal(seen.dfsr, 0x80d);
	assert_int_equal(seen.dfar, SCRATCH + 0x100);
	assert_int_equal(memory(SCRATCH + 0xfc), 9);
	assert_int_equal(memory(SCRATCH + 0x100), 0);
	assert_int_equal(memory(SCRATCH + 0x120), 9);
	assert_int_equal(memory(SCRATCH), 9);
	finish();
	run("protected_load");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.dfsr, 0x00d);
	assert_int_equal(seen.dfar, SCRATCH + 0x100);
	finish();
}

static void what_no_region_covers(void **state)
{
	(void)state;
	run("uncovered");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.dfsr, 0);
	assert_int_equal(seen.dfar, NOTHING);
	finish();
}

static void no_instructions_from_there(void **state)
{
	(void)state;
	run("execute_never");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.link, SCRATCH + 4);
	assert_int_equal(seen.ifsr, 0x00d);
	assert_int_equal(seen.ifar, SCRATCH);
	finish();
	run("half_there");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.link, SCRATCH + 0x1e + 4);
	assert_int_equal(seen.ifsr, 0x00d);
	assert_int_equal(seen.ifar, SCRATCH + 0x20);
	finish();
}

static void a_device_closed_to_users(void **state)
{
	(void)state;
	run("closed");
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.spsr & 0x1f, 0x10);
	assert_int_equal(seen.dfsr, 8);
	assert_int_equal(seen.dfar, 0x10140010);
	finish();
}

static void system_registers(void **state)
{
	(void)state;
	run("registers");
	assert_int_equal(cpu.r[1], MIDR);
	assert_int_equal(cpu.r[2], 16 << 8);
	assert_int_equal(cpu.r[3], 0x12345fe0);
	assert_int_equal(cpu.r[4], 0x17); /* 2^12 bytes, on */
	assert_int_equal(cpu.r[5], 0x173f);
	assert_int_equal(cpu.r[6], 15);
	/* Reset's 0x00050078 with M, C, Z, I, U and XP. */
	assert_int_equal(cpu.r[7], 0x00c5187d);
	finish();
	run("absent");
	assert_int_equal(seen.count, 4);
	finish();
}

static void what_is_of_armv7_is_refused(void **state)
{
	static const char *const name[] = { "background", "parts" };

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		start(name[i]);
		go();
		assert_int_equal(stop.reason, TARGET_STOP_FAULT);
		assert_non_null(strstr(stop.text, "ARMv7"));
		finish();
	}
}

/* Encodings are those of DDI0406B, A6.2 and A5.2. */
static void facts_of_a_word(void **state)
{
	static const struct {
		uint32_t word;
		unsigned size;
		enum insn_class class;
		unsigned transfers;
		bool align;
	} row[] = {
		{ 0x4801, 2, CLASS_LOAD, 1, false },         /* ldr r0, [pc] */
		{ 0x4088, 2, CLASS_SHIFT_BY_REG, 0, false }, /* lsls r0, r1 */
		{ 0x4008, 2, CLASS_ALU, 0, false },          /* ands r0, r1 */
		{ 0xe1d010d0, 4, CLASS_LOAD, 1, false },     /* ldrsb */
		{ 0xe1d010f0, 4, CLASS_LOAD, 1, false },     /* ldrsh */
		{ 0xe1d010b0, 4, CLASS_LOAD, 1, false },     /* ldrh */
		{ 0xe1c010b0, 4, CLASS_STORE, 1, false },    /* strh */
		{ 0xe1c020d0, 4, CLASS_LOAD, 2, true },      /* ldrd */
		{ 0xe1c020f0, 4, CLASS_STORE, 2, true },     /* strd */
		{ 0xe1900f9f, 4, CLASS_LOAD, 1, true },      /* ldrex */
		{ 0xe1d00f9f, 4, CLASS_LOAD, 1, false },     /* ldrexb */
		{ 0xe1020091, 4, CLASS_SWAP, 2, true },      /* swp */
		{ 0xe1420091, 4, CLASS_SWAP, 2, false },     /* swpb */
	};
	struct error err = { "" };
	static const struct decode_features has;
	struct decoder *d = decoder_new(&has, NULL, &err);

	(void)state;
	assert_non_null(d);
	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct decoded *f =
			decode(d, 0x8000, row[i].word, row[i].size,
			       row[i].size == 2, 0);

		assert_int_equal(f->insn.class, row[i].class);
		assert_int_equal(f->insn.transfers, row[i].transfers);
		assert_int_equal(f->align_word, row[i].align);
	}
	decoder_free(d);
}

/* The machine looks at them as long as it is there. */
static struct program_segment all;
static struct program few;

/* So many words from 0 on, and the core at `entry`, with interrupts masked. */
static void poke(const char *board, const uint32_t *words, size_t count,
		 uint32_t entry)
{
	const struct board_options options = { .flat = true };
	const struct machine_host host = { 0 };
	struct error err = { "" };

	all = (struct program_segment){ 0, count * 4, count * 4,
					(const uint8_t *)words, true };
	few = (struct program){ .machine = 40,
				.bits = 32,
				.entry = entry,
				.segment = &all,
				.segments = 1 };
	m = machine_new(board_spec_find(board, &err), &options, &host, &err);
	if (!m)
		fail_msg("%s", err.text);
	if (!machine_load(m, &few, &err))
		fail_msg("%s", err.text);
	machine_cpu(m, &cpu);
}

/* From what `cpu` says on. */
static void advance(unsigned instructions)
{
	machine_set_cpu(m, &cpu);
	machine_run_for(m, instructions, &stop);
	machine_cpu(m, &cpu);
}

/*
 * SPSR has the state of the instruction that is undefined [DDI0406B B1.6.5]:
 * ITT EQ is ITSTATE 0x04, and one further 0x08.
 */
static void an_undefined_one_saves_its_state(void **state)
{
	static const uint32_t words[] = {
		0,          0xe14f7000, /* the vector: mrs r7, spsr */
		0,          0xbf044280, /* cmp r0, r0; itt eq */
		0xde002101,             /* moveq r1, #1; udf */
	};

	(void)state;
	poke("arm1156", words, 5, 12);
	assert_true(machine_break(m, 8, true));
	cpu.cpsr |= 0x20;
	advance(9);
	assert_int_equal(stop.pc, 8);
	assert_int_equal(cpu.r[1], 1);
	assert_int_equal(cpu.r[7] & (IT_BITS | 0x20), 0x00000820);
	machine_free(m);
}

/* ITSTATE 0x08: the next one under EQ, and Z is clear. */
static void returns_into_an_it_block(void **state)
{
	static const struct {
		uint32_t rfe, base;
	} row[] = {
		{ 0xf8910a00, 0x20 }, /* rfeia r1 */
		{ 0xf9910a00, 0x1c }, /* rfeib */
		{ 0xf8110a00, 0x24 }, /* rfeda */
		{ 0xf9110a00, 0x28 }, /* rfedb */
	};
	uint32_t words[16] = { [8] = 0x30, /* 0x20: pc, and the CPSR */
			       [9] = 0x000009f3,
			       [12] = 0x22072009 }; /* movs r0, #9; r2, #7 */

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		words[0] = row[i].rfe;
		poke("arm1156", words, 16, 0);
		cpu.r[1] = row[i].base;
		advance(1);
		assert_int_equal(cpu.r[15], 0x30);
		assert_int_equal(cpu.cpsr & (IT_BITS | 0x3f), 0x00000833);
		advance(2);
		assert_int_equal(cpu.r[0], 0);
		assert_int_equal(cpu.r[2], 7);
		machine_free(m);
	}
}

/*
 * ITSTATE before each instruction of three blocks, as a debugger reads it and
 * writes it back: ITTTT NE is 0x1f, 0x1e, 0x1c, 0x18; ITEE EQ 0x0e, 0x1c, 0x18;
 * ITT GT 0xc4, 0xc8 [DDI0406B A2.5.2].
 */
static void blocks_are_stepped_by_hand(void **state)
{
	static const char *const boards[] = { "arm1156", "pba8", "pbxa9" };
	static const uint32_t words[] = {
		0xbf1f4288, /* cmp r0, r1; itttt ne */
		0x23032202, /* r2 = 2; r3 = 3 */
		0x25052404, /* r4 = 4; r5 = 5 */
		0x2601bf0e, /* itee eq; r6 = 1, which is not done */
		0x27032602, /* r6 = 2; r7 = 3 */
		0x2109bfc4, /* itt gt; r1 = 9 */
		0x00003101, /* r1 += 1 */
	};
	static const uint32_t it[] = {
		0,          0x06001c00, 0x04001c00, 0x00001c00, 0x00001800,
		0,          0x04000c00, 0x00001c00, 0x00001800, 0,
		0x0000c400, 0x0000c800, 0,
	};
	static const uint32_t r[] = { 5, 10, 2, 3, 4, 5, 2, 3 };

	(void)state;
	for (unsigned b = 0; b < 3; b++) {
		poke(boards[b], words, 7, 0);
		cpu.cpsr |= 0x20;
		cpu.r[0] = 5;
		cpu.r[1] = 3;
		for (unsigned i = 0; i < 13; i++) {
			advance(1);
			assert_int_equal(cpu.r[15], 2 * i + 2);
			/* The comparison's C, which nothing changes. */
			assert_int_equal(cpu.cpsr & (IT_BITS | 0xf0000020),
					 0x20000020 | it[i]);
		}
		for (unsigned i = 0; i < 8; i++)
			assert_int_equal(cpu.r[i], r[i]);
		machine_free(m);
	}
}

/* One word, in a mode: is it undefined?  The vector is behind it. */
static bool is_undefined(const char *board, uint32_t word, unsigned mode)
{
	const uint32_t words[] = { word, 0xe1a00000 };

	poke(board, words, 2, 0);
	cpu.cpsr = (cpu.cpsr & ~0x1fu) | mode;
	cpu.r[1] = 5;
	advance(1);
	machine_free(m);
	return (cpu.cpsr & 0x1f) == 0x1b;
}

static void coprocessor_accesses(void **state)
{
	enum { USER = 0x10, SUPERVISOR = 0x13 };

	(void)state;
	/* mrc p15, 0, r1, c10, c0, 0: TLB lockdown, nothing locked */
	assert_false(is_undefined("pb1176", 0xee1a1f10, SUPERVISOR));
	assert_int_equal(cpu.r[1], 0);
	/* A user has two of three thread registers to read, and no MIDR. */
	assert_false(is_undefined("pb1176", 0xee1d1f50, USER));
	assert_false(is_undefined("pb1176", 0xee1d1f70, USER));
	assert_true(is_undefined("pb1176", 0xee1d1f90, USER));
	assert_true(is_undefined("pb1176", 0xee101f10, USER));
	/* MRC reads MIDR, MRC2 is not of coprocessor 15. */
	assert_false(is_undefined("pb1176", 0xee101f10, SUPERVISOR));
	assert_int_equal(cpu.r[1], 0x410fb767);
	assert_true(is_undefined("pb1176", 0xfe101f10, SUPERVISOR));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_an_it_block_skips_counts),
		cmocka_unit_test(interrupts_come_anywhere_in_an_it_block),
		cmocka_unit_test(an_abort_saves_the_state_of_its_instruction),
		cmocka_unit_test(a_call_saves_the_state_of_the_next),
		cmocka_unit_test(breakpoints_stop_before_what_is_skipped),
		cmocka_unit_test(what_the_core_lacks_is_undefined),
		cmocka_unit_test(branches_of_thumb2),
		cmocka_unit_test(preloads_of_thumb2),
		cmocka_unit_test(exceptions_in_thumb_state),
		cmocka_unit_test(regions_permit_or_not),
		cmocka_unit_test(what_no_region_covers),
		cmocka_unit_test(no_instructions_from_there),
		cmocka_unit_test(a_device_closed_to_users),
		cmocka_unit_test(system_registers),
		cmocka_unit_test(what_is_of_armv7_is_refused),
		cmocka_unit_test(facts_of_a_word),
		cmocka_unit_test(an_undefined_one_saves_its_state),
		cmocka_unit_test(returns_into_an_it_block),
		cmocka_unit_test(blocks_are_stepped_by_hand),
		cmocka_unit_test(coprocessor_accesses),
	};
	char *slash = strrchr(argv[0], '/');

	if (argc > 1) {
		directory = argv[1];
	} else if (slash) {
		*slash = 0;
		directory = argv[0];
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
