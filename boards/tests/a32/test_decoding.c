/* SPDX-License-Identifier: MIT */
/*
 * The decoder gives an instruction's class, registers moved, flow, target and
 * how memory is reached.  The words are an assembler's, the facts are written
 * down from the architecture [DDI0406B A5, A6].
 */
#include <stdint.h>

#include "boards/src/a32/decode/decode.h"
#include "test.h"

enum {
	ADDR = 0x8000,
	ALIGN = 1, /* word aligned, whatever SCTLR says */
	AS_USER = 2,
	FROM_MEMORY = 4, /* the CPSR is loaded */
	STORE_ONLY = 8,
	IF_ZERO = 16,
	IF_NOT_ZERO = 32,
	CONDITIONAL = 64,
	BY_REGISTER = 128, /* of a call; every jump is without a target */
};

struct row {
	const char *text;
	uint32_t word;
	enum insn_class class;
	unsigned transfers;
	enum insn_flow flow;
	int32_t target; /* from the instruction on */
	unsigned facts;
};

/* clang-format off */
/* ARMv6. */
static const struct row arm[] = {
	{ "b . + 0x344", 0xea0000cf, CLASS_OTHER, 0, FLOW_BRANCH, 0x344, 0 },
	{ "bne . - 0x340", 0x1affff2e, CLASS_OTHER, 0, FLOW_BRANCH, -0x340, CONDITIONAL },
	{ "bl . + 0x12344", 0xeb0048cf, CLASS_OTHER, 0, FLOW_CALL, 0x12344, 0 },
	{ "bx lr", 0xe12fff1e, CLASS_OTHER, 0, FLOW_RETURN, 0, 0 },
	{ "bx r3", 0xe12fff13, CLASS_OTHER, 0, FLOW_INDIRECT, 0, 0 },
	{ "blx r3", 0xe12fff33, CLASS_OTHER, 0, FLOW_CALL, 0, BY_REGISTER },
	{ "mov pc, lr", 0xe1a0f00e, CLASS_ALU, 0, FLOW_RETURN, 0, 0 },
	{ "movs pc, lr", 0xe1b0f00e, CLASS_ALU, 0, FLOW_EXCEPTION_RETURN, 0, 0 },
	{ "subs pc, lr, #4", 0xe25ef004, CLASS_ALU, 0, FLOW_EXCEPTION_RETURN, 0, 0 },
	{ "add pc, pc, r3, lsl #2", 0xe08ff103, CLASS_ALU, 0, FLOW_INDIRECT, 0, 0 },
	{ "add r0, r1, r2, lsl r3", 0xe0810312, CLASS_SHIFT_BY_REG, 0, FLOW_NEXT, 0, 0 },
	{ "add r0, r1, r2, lsl #3", 0xe0810182, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "mul r0, r1, r2", 0xe0000291, CLASS_MULTIPLY, 0, FLOW_NEXT, 0, 0 },
	{ "mla r0, r1, r2, r3", 0xe0203291, CLASS_MULTIPLY, 0, FLOW_NEXT, 0, 0 },
	{ "umull r0, r1, r2, r3", 0xe0810392, CLASS_MULTIPLY_LONG, 0, FLOW_NEXT, 0, 0 },
	{ "smlal r0, r1, r2, r3", 0xe0e10392, CLASS_MULTIPLY_LONG, 0, FLOW_NEXT, 0, 0 },
	{ "ldr r0, [r1]", 0xe5910000, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "ldr pc, [r1]", 0xe591f000, CLASS_LOAD, 1, FLOW_INDIRECT, 0, 0 },
	{ "ldr pc, [sp], #4", 0xe49df004, CLASS_LOAD, 1, FLOW_RETURN, 0, 0 },
	{ "ldrt r0, [r1], #4", 0xe4b10004, CLASS_LOAD, 1, FLOW_NEXT, 0, AS_USER },
	{ "strbt r0, [r1], #4", 0xe4e10004, CLASS_STORE, 1, FLOW_NEXT, 0, AS_USER },
	{ "str r0, [r1, r2, lsl #2]", 0xe7810102, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "ldmia r1, {r2-r6}", 0xe891007c, CLASS_LOAD_MULTIPLE, 5, FLOW_NEXT, 0, ALIGN },
	{ "ldmfd sp!, {r4, pc}", 0xe8bd8010, CLASS_LOAD_MULTIPLE, 2, FLOW_RETURN, 0, ALIGN },
	{ "ldmia r1, {r4, pc}", 0xe8918010, CLASS_LOAD_MULTIPLE, 2, FLOW_INDIRECT, 0, ALIGN },
	{ "ldmfd sp!, {r4, pc}^", 0xe8fd8010, CLASS_LOAD_MULTIPLE, 2, FLOW_EXCEPTION_RETURN, 0, ALIGN },
	{ "stmfd sp!, {r4, r5, lr}", 0xe92d4030, CLASS_STORE_MULTIPLE, 3, FLOW_NEXT, 0, ALIGN },
	{ "rfeia r1", 0xf8910a00, CLASS_LOAD_MULTIPLE, 2, FLOW_EXCEPTION_RETURN, 0, ALIGN | FROM_MEMORY },
	{ "srsia sp, #19", 0xf8cd0513, CLASS_STORE_MULTIPLE, 2, FLOW_NEXT, 0, ALIGN },
	{ "mrs r0, cpsr", 0xe10f0000, CLASS_STATUS, 0, FLOW_NEXT, 0, 0 },
	{ "ldrex r0, [r1]", 0xe1910f9f, CLASS_LOAD, 1, FLOW_NEXT, 0, ALIGN },
	{ "strex r2, r0, [r1]", 0xe1812f90, CLASS_STORE, 1, FLOW_NEXT, 0, ALIGN | STORE_ONLY },
};

/* Thumb before Thumb-2. */
static const struct row thumb[] = {
	{ "ldr r0, [pc, #4]", 0x4801, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "mul r0, r1", 0x4348, CLASS_MULTIPLY, 0, FLOW_NEXT, 0, 0 },
	{ "lsl r0, r1", 0x4088, CLASS_SHIFT_BY_REG, 0, FLOW_NEXT, 0, 0 },
	{ "lsr r0, r1", 0x40c8, CLASS_SHIFT_BY_REG, 0, FLOW_NEXT, 0, 0 },
	{ "asr r0, r1", 0x4108, CLASS_SHIFT_BY_REG, 0, FLOW_NEXT, 0, 0 },
	{ "ror r0, r1", 0x41c8, CLASS_SHIFT_BY_REG, 0, FLOW_NEXT, 0, 0 },
	{ "adc r0, r1", 0x4148, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "eor r0, r1", 0x4048, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "sbc r0, r1", 0x4188, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "tst r0, r1", 0x4208, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "mvn r0, r1", 0x43c8, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "bx lr", 0x4770, CLASS_OTHER, 0, FLOW_RETURN, 0, 0 },
	{ "bx r3", 0x4718, CLASS_OTHER, 0, FLOW_INDIRECT, 0, 0 },
	{ "blx r3", 0x4798, CLASS_OTHER, 0, FLOW_CALL, 0, BY_REGISTER },
	{ "mov pc, lr", 0x46f7, CLASS_ALU, 0, FLOW_RETURN, 0, 0 },
	{ "mov pc, r3", 0x469f, CLASS_ALU, 0, FLOW_INDIRECT, 0, 0 },
	{ "add pc, r3", 0x449f, CLASS_ALU, 0, FLOW_INDIRECT, 0, 0 },
	{ "cmp r8, r7", 0x45b8, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "add r8, r7", 0x44b8, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "push {r0-r2, lr}", 0xb507, CLASS_STORE_MULTIPLE, 4, FLOW_NEXT, 0, ALIGN },
	{ "push {r4}", 0xb410, CLASS_STORE_MULTIPLE, 1, FLOW_NEXT, 0, ALIGN },
	{ "pop {r0-r2, pc}", 0xbd07, CLASS_LOAD_MULTIPLE, 4, FLOW_RETURN, 0, ALIGN },
	{ "pop {r1, r7}", 0xbc82, CLASS_LOAD_MULTIPLE, 2, FLOW_NEXT, 0, ALIGN },
	{ "stmia r1!, {r2-r4}", 0xc11c, CLASS_STORE_MULTIPLE, 3, FLOW_NEXT, 0, ALIGN },
	{ "ldmia r1!, {r2-r5}", 0xc93c, CLASS_LOAD_MULTIPLE, 4, FLOW_NEXT, 0, ALIGN },
	{ "ldr r0, [r1, r2]", 0x5888, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "str r0, [r1, r2]", 0x5088, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "strh r0, [r1, r2]", 0x5288, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "strb r0, [r1, r2]", 0x5488, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "ldsb r0, [r1, r2]", 0x5688, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "ldsh r0, [r1, r2]", 0x5e88, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "str r0, [r1, #4]", 0x6048, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "ldr r0, [r1, #4]", 0x6848, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "strb r0, [r1, #4]", 0x7108, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "ldrb r0, [r1, #4]", 0x7908, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "strh r0, [r1, #4]", 0x8088, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "ldrh r0, [r1, #4]", 0x8888, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "str r0, [sp, #4]", 0x9001, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "ldr r0, [sp, #4]", 0x9801, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "add r0, pc, #4", 0xa001, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "add sp, #8", 0xb002, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "beq . + 0x44", 0xd020, CLASS_OTHER, 0, FLOW_BRANCH, 0x44, CONDITIONAL },
	{ "bne . - 0x40", 0xd1de, CLASS_OTHER, 0, FLOW_BRANCH, -0x40, CONDITIONAL },
	{ "b . + 0x344", 0xe1a0, CLASS_OTHER, 0, FLOW_BRANCH, 0x344, 0 },
	{ "b . - 0x300", 0xe67e, CLASS_OTHER, 0, FLOW_BRANCH, -0x300, 0 },
	{ "bl . + 0x12344", 0xf012f9a0, CLASS_OTHER, 0, FLOW_CALL, 0x12344, 0 },
	{ "bl . - 0x5678", 0xf7fafcc2, CLASS_OTHER, 0, FLOW_CALL, -0x5678, 0 },
};

/* Thumb-2, as of ARMv6T2. */
static const struct row thumb2[] = {
	{ "cbz r3, . + 0x7e", 0xb3eb, CLASS_OTHER, 0, FLOW_BRANCH, 0x7e, CONDITIONAL | IF_ZERO },
	{ "cbnz r3, . + 0x42", 0xb9fb, CLASS_OTHER, 0, FLOW_BRANCH, 0x42, CONDITIONAL | IF_NOT_ZERO },
	{ "cbz r3, . + 0x6", 0xb10b, CLASS_OTHER, 0, FLOW_BRANCH, 6, CONDITIONAL | IF_ZERO },
	{ "ldmia.w r1!, {r2-r5, r8}", 0xe8b1013c, CLASS_LOAD_MULTIPLE, 5, FLOW_NEXT, 0, ALIGN },
	{ "ldmdb r1!, {r2-r5, r8}", 0xe931013c, CLASS_LOAD_MULTIPLE, 5, FLOW_NEXT, 0, ALIGN },
	{ "stmdb r1!, {r2, r3, r8}", 0xe921010c, CLASS_STORE_MULTIPLE, 3, FLOW_NEXT, 0, ALIGN },
	{ "stmia.w r1!, {r2, r8}", 0xe8a10104, CLASS_STORE_MULTIPLE, 2, FLOW_NEXT, 0, ALIGN },
	{ "ldmia.w sp!, {r4-r8, pc}", 0xe8bd81f0, CLASS_LOAD_MULTIPLE, 6, FLOW_RETURN, 0, ALIGN },
	{ "ldmia.w r1!, {r4, pc}", 0xe8b18010, CLASS_LOAD_MULTIPLE, 2, FLOW_INDIRECT, 0, ALIGN },
	{ "rfeia r1!", 0xe9b1c000, CLASS_LOAD_MULTIPLE, 2, FLOW_EXCEPTION_RETURN, 0, ALIGN | FROM_MEMORY },
	{ "rfedb r1", 0xe811c000, CLASS_LOAD_MULTIPLE, 2, FLOW_EXCEPTION_RETURN, 0, ALIGN | FROM_MEMORY },
	{ "srsia sp!, #19", 0xe9adc013, CLASS_STORE_MULTIPLE, 2, FLOW_NEXT, 0, ALIGN },
	{ "srsdb sp, #19", 0xe80dc013, CLASS_STORE_MULTIPLE, 2, FLOW_NEXT, 0, ALIGN },
	{ "ldrex r0, [r1, #8]", 0xe8510f02, CLASS_LOAD, 1, FLOW_NEXT, 0, ALIGN },
	{ "strex r2, r0, [r1, #8]", 0xe8410202, CLASS_STORE, 1, FLOW_NEXT, 0, ALIGN | STORE_ONLY },
	{ "tbb [r1, r2]", 0xe8d1f002, CLASS_LOAD, 1, FLOW_INDIRECT, 0, 0 },
	{ "tbh [r1, r2, lsl #1]", 0xe8d1f012, CLASS_LOAD, 1, FLOW_INDIRECT, 0, 0 },
	{ "ldrd r0, r2, [r1, #8]", 0xe9d10202, CLASS_LOAD, 2, FLOW_NEXT, 0, ALIGN },
	{ "strd r0, r2, [r1], #8", 0xe8e10202, CLASS_STORE, 2, FLOW_NEXT, 0, ALIGN },
	{ "add.w r0, r1, r8, lsl #2", 0xeb010088, CLASS_ALU, 0, FLOW_NEXT, 0, 0 },
	{ "msr cpsr_f, r0", 0xf3808800, CLASS_STATUS, 0, FLOW_NEXT, 0, 0 },
	{ "mrs r0, spsr", 0xf3ff8000, CLASS_STATUS, 0, FLOW_NEXT, 0, 0 },
	{ "subs pc, lr, #4", 0xf3de8f04, CLASS_ALU, 0, FLOW_EXCEPTION_RETURN, 0, 0 },
	{ "b.w . + 0x12344", 0xf012b9a0, CLASS_OTHER, 0, FLOW_BRANCH, 0x12344, 0 },
	{ "bl . + 0x812344", 0xf012d9a0, CLASS_OTHER, 0, FLOW_CALL, 0x812344, 0 },
	{ "beq.w . + 0x12344", 0xf01281a0, CLASS_OTHER, 0, FLOW_BRANCH, 0x12344, CONDITIONAL },
	{ "bne.w . - 0x54320", 0xf46b8e6e, CLASS_OTHER, 0, FLOW_BRANCH, -0x54320, CONDITIONAL },
	{ "ldr.w r0, [r8, #4]", 0xf8d80004, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "ldr.w pc, [r8, #4]", 0xf8d8f004, CLASS_LOAD, 1, FLOW_INDIRECT, 0, 0 },
	{ "ldr.w pc, [sp], #4", 0xf85dfb04, CLASS_LOAD, 1, FLOW_RETURN, 0, 0 },
	{ "strh.w r0, [r8, #4]", 0xf8a80004, CLASS_STORE, 1, FLOW_NEXT, 0, 0 },
	{ "ldrt r0, [r8, #4]", 0xf8580e04, CLASS_LOAD, 1, FLOW_NEXT, 0, AS_USER },
	{ "strbt r0, [r8, #4]", 0xf8080e04, CLASS_STORE, 1, FLOW_NEXT, 0, AS_USER },
	{ "ldr r0, [r8, #-4]", 0xf8580c04, CLASS_LOAD, 1, FLOW_NEXT, 0, 0 },
	{ "mul.w r0, r1, r8", 0xfb01f008, CLASS_MULTIPLY, 0, FLOW_NEXT, 0, 0 },
	{ "smlad r0, r1, r8, r2", 0xfb212008, CLASS_MULTIPLY, 0, FLOW_NEXT, 0, 0 },
	{ "umull r0, r2, r1, r8", 0xfba10208, CLASS_MULTIPLY_LONG, 0, FLOW_NEXT, 0, 0 },
	{ "smlal r0, r2, r1, r8", 0xfbc10208, CLASS_MULTIPLY_LONG, 0, FLOW_NEXT, 0, 0 },
};
/* clang-format on */

static unsigned facts_of(const struct decoded *f)
{
	return (f->align_word ? ALIGN : 0) | (f->as_user ? AS_USER : 0) |
	       (f->from_memory ? FROM_MEMORY : 0) |
	       (f->store_only ? STORE_ONLY : 0) | (f->if_zero ? IF_ZERO : 0) |
	       (f->if_not_zero ? IF_NOT_ZERO : 0) |
	       (f->insn.conditional ? CONDITIONAL : 0) |
	       (f->insn.indirect && f->insn.flow == FLOW_CALL ? BY_REGISTER
							      : 0);
}

static void check(const struct row *row, size_t rows, bool is_thumb,
		  const struct decode_features *has)
{
	struct error err = { "" };
	struct decoder *d = decoder_new(has, NULL, &err);

	assert_non_null(d);
	for (; rows; rows--, row++) {
		unsigned size = is_thumb && row->word <= 0xffff ? 2 : 4;
		const struct decoded *f =
			decode(d, ADDR, row->word, size, is_thumb, 0);

		if (f->special == SPECIAL_UNDEFINED ||
		    f->insn.class != row->class ||
		    f->insn.transfers != row->transfers ||
		    f->insn.flow != row->flow || facts_of(f) != row->facts)
			fail_msg("%s: class %u, %u transfers, flow %u, facts "
				 "%#x, special %u",
				 row->text, f->insn.class, f->insn.transfers,
				 f->insn.flow, facts_of(f), f->special);
		if (row->flow == FLOW_RETURN || row->flow == FLOW_INDIRECT)
			assert_true(f->insn.indirect);
		if (row->target &&
		    f->insn.target != ADDR + (uint32_t)row->target)
			fail_msg("%s: to %#x", row->text, f->insn.target);
	}
	decoder_free(d);
}

#define ROWS(table) table, sizeof(table) / sizeof((table)[0])

TEST(words_of_arm)
{
	static const struct decode_features has = { .v6k = true };

	check(ROWS(arm), false, &has);
}

TEST(words_of_thumb)
{
	static const struct decode_features before = { 0 };
	static const struct decode_features after = { .thumb2 = true };

	check(ROWS(thumb), true, &before);
	check(ROWS(thumb), true, &after);
}

TEST(words_of_thumb2)
{
	static const struct decode_features has = { .thumb2 = true };

	check(ROWS(thumb2), true, &has);
}

/* An instruction that a core lacks is undefined: `word` with and without the
 * feature. */
TEST(what_a_core_lacks)
{
	static const struct {
		const char *text;
		uint32_t word;
		struct decode_features has;
	} row[] = {
		{ "udiv r0, r1, r8", 0xfbb1f0f8, { .divide = true } },
		{ "sdiv r0, r1, r8", 0xfb91f0f8, { .divide = true } },
		{ "dmb", 0xf3bf8f5f, { .barriers = true } },
		{ "dsb", 0xf3bf8f4f, { .barriers = true } },
		{ "isb", 0xf3bf8f6f, { .barriers = true } },
		{ "clrex", 0xf3bf8f2f, { .v6k = true } },
		{ "ldrexb r0, [r1]", 0xe8d10f4f, { .v6k = true } },
		{ "strexd r3, r0, r2, [r1]", 0xe8c10273, { .v6k = true } },
	};
	struct error err = { "" };

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct decode_features with = row[i].has;
		struct decode_features without = { .divide = true,
						   .barriers = true,
						   .v6k = true };
		struct decoder *d;

		with.thumb2 = without.thumb2 = true;
		without.divide &= !with.divide;
		without.barriers &= !with.barriers;
		without.v6k &= !with.v6k;
		d = decoder_new(&with, NULL, &err);
		assert_non_null(d);
		if (decode(d, ADDR, row[i].word, 4, true, 0)->special ==
		    SPECIAL_UNDEFINED)
			fail_msg("%s is undefined", row[i].text);
		decoder_free(d);
		d = decoder_new(&without, NULL, &err);
		assert_non_null(d);
		if (decode(d, ADDR, row[i].word, 4, true, 0)->special !=
		    SPECIAL_UNDEFINED)
			fail_msg("%s is not undefined", row[i].text);
		decoder_free(d);
	}
}
