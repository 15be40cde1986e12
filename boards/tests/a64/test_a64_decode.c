/* SPDX-License-Identifier: MIT */
/*
 * The decoder gives an AArch64 instruction's flow, target, what the machine
 * does itself, and how memory is reached.  The words are an assembler's, the
 * facts are written down from the architecture [DDI0487 C4, C6].
 */
#include <stdint.h>

#include "boards/src/a64/decode.h"
#include "test.h"

enum {
	ADDR = 0x40080000,
	LOADS = 1,
	STORES = 2,
	VECTOR = 4,
	STRICT = 8, /* aligned, whatever SCTLR_EL1 says */
	STORE_ONLY = 16,
	AS_USER = 32,
	CONDITIONAL = 64,
};

/* clang-format off */
static const struct {
	const char *text;
	uint32_t word;
	enum insn_flow flow;
	int32_t target; /* from the instruction on; 0: none */
	enum a64_special special;
	unsigned element;
	unsigned facts;
} row[] = {
	{ "b .+0x1238", 0x1400048e, FLOW_BRANCH, 0x1238, A64_PLAIN, 0, 0 },
	{ "b .-0x1238", 0x17fffb72, FLOW_BRANCH, -0x1238, A64_PLAIN, 0, 0 },
	{ "bl .+0x1238", 0x9400048e, FLOW_CALL, 0x1238, A64_PLAIN, 0, 0 },
	{ "b.eq .+0x138", 0x540009c0, FLOW_BRANCH, 0x138, A64_PLAIN, 0, CONDITIONAL },
	{ "b.ne .-0x138", 0x54fff641, FLOW_BRANCH, -0x138, A64_PLAIN, 0, CONDITIONAL },
	{ "b.le .+0x138", 0x540009cd, FLOW_BRANCH, 0x138, A64_PLAIN, 0, CONDITIONAL },
	{ "b.al .+0x138", 0x540009ce, FLOW_BRANCH, 0x138, A64_PLAIN, 0, 0 },
	{ "cbz x3,.+0x138", 0xb40009c3, FLOW_BRANCH, 0x138, A64_PLAIN, 0, CONDITIONAL },
	{ "cbnz w3,.-0x138", 0x35fff643, FLOW_BRANCH, -0x138, A64_PLAIN, 0, CONDITIONAL },
	{ "tbz x3,#40,.+0x138", 0xb64009c3, FLOW_BRANCH, 0x138, A64_PLAIN, 0, CONDITIONAL },
	{ "tbnz w3,#4,.-0x138", 0x3727f643, FLOW_BRANCH, -0x138, A64_PLAIN, 0, CONDITIONAL },
	{ "br x3", 0xd61f0060, FLOW_INDIRECT, 0, A64_PLAIN, 0, 0 },
	{ "blr x3", 0xd63f0060, FLOW_CALL, 0, A64_PLAIN, 0, 0 },
	{ "ret", 0xd65f03c0, FLOW_RETURN, 0, A64_PLAIN, 0, 0 },
	{ "ret x3", 0xd65f0060, FLOW_RETURN, 0, A64_PLAIN, 0, 0 },
	{ "eret", 0xd69f03e0, FLOW_EXCEPTION_RETURN, 0, A64_ERET, 0, 0 },
	{ "svc #1", 0xd4000021, FLOW_SVC, 0, A64_SVC, 0, 0 },
	{ "brk #1", 0xd4200020, FLOW_BREAKPOINT, 0, A64_BRK, 0, 0 },
	{ "hvc #1", 0xd4000022, FLOW_UNDEFINED, 0, A64_NOT_HERE, 0, 0 },
	{ "smc #1", 0xd4000023, FLOW_UNDEFINED, 0, A64_NOT_HERE, 0, 0 },
	{ "add x3,x4,x5", 0x8b050083, FLOW_NEXT, 0, A64_PLAIN, 0, 0 },
	{ "adds w3,w4,#5", 0x31001483, FLOW_NEXT, 0, A64_PLAIN, 0, 0 },
	{ "csel x3,x4,x5,eq", 0x9a850083, FLOW_NEXT, 0, A64_PLAIN, 0, 0 },
	{ "madd x3,x4,x5,x6", 0x9b051883, FLOW_NEXT, 0, A64_PLAIN, 0, 0 },
	{ "udiv x3,x4,x5", 0x9ac50883, FLOW_NEXT, 0, A64_PLAIN, 0, 0 },
	{ "adrp x3,.", 0x90000003, FLOW_NEXT, 0, A64_PLAIN, 0, 0 },
	{ "ldr x3,[x4]", 0xf9400083, FLOW_NEXT, 0, A64_PLAIN, 8, LOADS },
	{ "ldr w3,[x4,#8]!", 0xb8408c83, FLOW_NEXT, 0, A64_PLAIN, 4, LOADS },
	{ "ldrb w3,[x4],#1", 0x38401483, FLOW_NEXT, 0, A64_PLAIN, 1, LOADS },
	{ "ldrsh x3,[x4,x5]", 0x78a56883, FLOW_NEXT, 0, A64_PLAIN, 2, LOADS },
	{ "ldrsw x3,[x4,#4]", 0xb9800483, FLOW_NEXT, 0, A64_PLAIN, 4, LOADS },
	{ "ldr x3,.+0x100", 0x58000803, FLOW_NEXT, 0, A64_PLAIN, 8, LOADS },
	{ "ldp x3,x5,[x4]", 0xa9401483, FLOW_NEXT, 0, A64_PLAIN, 8, LOADS },
	{ "ldp w3,w5,[x4]", 0x29401483, FLOW_NEXT, 0, A64_PLAIN, 4, LOADS },
	{ "str x3,[x4]", 0xf9000083, FLOW_NEXT, 0, A64_PLAIN, 8, STORES },
	{ "strh w3,[x4,#2]", 0x79000483, FLOW_NEXT, 0, A64_PLAIN, 2, STORES },
	{ "strb w3,[x4,x5]", 0x38256883, FLOW_NEXT, 0, A64_PLAIN, 1, STORES },
	{ "stp x3,x5,[x4,#-16]!", 0xa9bf1483, FLOW_NEXT, 0, A64_PLAIN, 8, STORES },
	{ "ldtr x3,[x4]", 0xf8400883, FLOW_NEXT, 0, A64_PLAIN, 8, LOADS | AS_USER },
	{ "sttrb w3,[x4]", 0x38000883, FLOW_NEXT, 0, A64_PLAIN, 1, STORES | AS_USER },
	{ "ldur x3,[x4,#-3]", 0xf85fd083, FLOW_NEXT, 0, A64_PLAIN, 8, LOADS },
	{ "ldxr x3,[x4]", 0xc85f7c83, FLOW_NEXT, 0, A64_PLAIN, 8, LOADS | STRICT },
	{ "stxr w3,x5,[x4]", 0xc8037c85, FLOW_NEXT, 0, A64_PLAIN, 8, STORES | STRICT | STORE_ONLY },
	{ "ldar w3,[x4]", 0x88dffc83, FLOW_NEXT, 0, A64_PLAIN, 4, LOADS | STRICT },
	{ "stlrb w3,[x4]", 0x089ffc83, FLOW_NEXT, 0, A64_PLAIN, 1, STORES | STRICT | STORE_ONLY },
	{ "ldr d3,[x4]", 0xfd400083, FLOW_NEXT, 0, A64_PLAIN, 8, LOADS | VECTOR },
	{ "str q3,[x4]", 0x3d800083, FLOW_NEXT, 0, A64_PLAIN, 16, STORES | VECTOR },
	{ "ldp s3,s5,[x4]", 0x2d401483, FLOW_NEXT, 0, A64_PLAIN, 4, LOADS | VECTOR },
	{ "fadd d3,d4,d5", 0x1e652883, FLOW_NEXT, 0, A64_PLAIN, 0, VECTOR },
	{ "mrs x3,midr_el1", 0xd5380003, FLOW_NEXT, 0, A64_REGISTER, 0, 0 },
	{ "msr vbar_el1,x3", 0xd518c003, FLOW_NEXT, 0, A64_REGISTER, 0, 0 },
	{ "isb", 0xd5033fdf, FLOW_NEXT, 0, A64_ISB, 0, 0 },
	{ "wfi", 0xd503207f, FLOW_NEXT, 0, A64_WFI, 0, 0 },
	{ "nop", 0xd503201f, FLOW_NEXT, 0, A64_PLAIN, 0, 0 },
	{ "yield", 0xd503203f, FLOW_NEXT, 0, A64_HINT, 0, 0 },
	{ "tlbi vmalle1", 0xd508871f, FLOW_NEXT, 0, A64_MAINTENANCE, 0, 0 },
};
/* clang-format on */

static unsigned facts_of(const struct a64_insn *f)
{
	return (f->load ? LOADS : 0) | (f->store ? STORES : 0) |
	       (f->vector ? VECTOR : 0) | (f->strict ? STRICT : 0) |
	       (f->store_only ? STORE_ONLY : 0) | (f->as_user ? AS_USER : 0) |
	       (f->insn.conditional ? CONDITIONAL : 0);
}

TEST(facts_of_a_word)
{
	struct error err = { "" };
	struct a64_decoder *d = a64_decoder_new(NULL, &err);

	assert_non_null(d);
	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct a64_insn *f = a64_decode(d, ADDR, row[i].word);

		if (f->insn.flow != row[i].flow ||
		    f->special != row[i].special ||
		    f->element != row[i].element || facts_of(f) != row[i].facts)
			fail_msg("%s: flow %u, special %u, element %u, facts "
				 "%#x",
				 row[i].text, f->insn.flow, f->special,
				 f->element, facts_of(f));
		if (row[i].target &&
		    f->insn.target != ADDR + (uint32_t)row[i].target)
			fail_msg("%s: to %#x", row[i].text, f->insn.target);
	}
	a64_decoder_free(d);
}

/* The class says how long an instruction takes, and by which cause. */
TEST(class_of_a_word)
{
	static const struct {
		uint32_t word;
		uint8_t class;
	} word[] = {
		{ 0x1b047c63, CLASS_MULTIPLY },      /* mul w3,w3,w4 */
		{ 0x9b047c63, CLASS_MULTIPLY_LONG }, /* mul x3,x3,x4 */
		{ 0x1ac40863, CLASS_DIVIDE },        /* udiv w3,w3,w4 */
		{ 0x9ac40c63, CLASS_DIVIDE },        /* sdiv x3,x3,x4 */
		{ 0xd503201f, CLASS_OTHER },         /* nop */
		{ 0xd5033fdf, CLASS_STATUS },        /* isb */
		{ 0xd5033f9f, CLASS_STATUS },        /* dsb sy */
	};
	struct error err = { "" };
	struct a64_decoder *d = a64_decoder_new(NULL, &err);

	assert_non_null(d);
	for (unsigned i = 0; i < sizeof(word) / sizeof(word[0]); i++)
		assert_int_equal(a64_decode(d, ADDR, word[i].word)->insn.class,
				 word[i].class);
	a64_decoder_free(d);
}
