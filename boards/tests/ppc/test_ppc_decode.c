/* SPDX-License-Identifier: MIT */
/*
 * The decoder gives an e500's instruction class, flow, target, and the
 * registers read and written, with CR, LR, CTR and the carry.  The words are an
 * assembler's, the facts are Book E's [REGBOOKE].
 */
#include <stdint.h>

#include "boards/src/ppc/decode.h"
#include "test.h"

enum { ADDR = 0x100000 };

/* General registers by number. */
#define R(n) (UINT32_C(1) << (n))

/* clang-format off */
static const struct {
	const char *text;
	uint32_t word;
	enum insn_class class;
	enum insn_flow flow;
	int32_t target; /* from the instruction on; 0: none */
	bool conditional;
	unsigned transfers, element;
	uint32_t reads, writes;
	unsigned extra_reads, extra_writes;
} row[] = {
	{ "add 3,4,5", 0x7c642a14, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, 0 },
	{ "add. 3,4,5", 0x7c642a15, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, PPC_CR },
	{ "addi 3,4,5", 0x38640005, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4), R(3), 0, 0 },
	{ "li 3,5", 0x38600005, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  0, R(3), 0, 0 },
	{ "addic 3,4,5", 0x30640005, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4), R(3), 0, PPC_CA },
	{ "addc 3,4,5", 0x7c642814, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, PPC_CA },
	{ "adde 3,4,5", 0x7c642914, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), PPC_CA, PPC_CA },
	{ "addze 3,4", 0x7c640194, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4), R(3), PPC_CA, PPC_CA },
	{ "subfc 3,4,5", 0x7c642810, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, PPC_CA },
	{ "ori 3,4,5", 0x60830005, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4), R(3), 0, 0 },
	{ "or 3,4,5", 0x7c832b78, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, 0 },
	{ "rlwinm 3,4,5,6,7", 0x5483298e, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4), R(3), 0, 0 },
	{ "rlwimi 3,4,5,6,7", 0x5083298e, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(3) | R(4), R(3), 0, 0 },
	{ "srawi 3,4,5", 0x7c832e70, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4), R(3), 0, PPC_CA },
	{ "slw 3,4,5", 0x7c832830, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, 0 },
	{ "cmpw 4,5", 0x7c042800, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), 0, 0, PPC_CR },
	{ "cmplwi 4,5", 0x28040005, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(4), 0, 0, PPC_CR },
	{ "mullw 3,4,5", 0x7c6429d6, CLASS_MULTIPLY, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, 0 },
	{ "divwu 3,4,5", 0x7c642b96, CLASS_DIVIDE, FLOW_NEXT, 0, false, 0, 0,
	  R(4) | R(5), R(3), 0, 0 },
	{ "mflr 3", 0x7c6802a6, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  0, R(3), PPC_LR, 0 },
	{ "mtlr 3", 0x7c6803a6, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(3), 0, 0, PPC_LR },
	{ "mfctr 3", 0x7c6902a6, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  0, R(3), PPC_CTR, 0 },
	{ "mtctr 3", 0x7c6903a6, CLASS_ALU, FLOW_NEXT, 0, false, 0, 0,
	  R(3), 0, 0, PPC_CTR },
	{ "mfcr 3", 0x7c600026, CLASS_STATUS, FLOW_NEXT, 0, false, 0, 0,
	  0, R(3), PPC_CR, 0 },
	{ "crand 1,2,3", 0x4c221a02, CLASS_OTHER, FLOW_NEXT, 0, false, 0, 0,
	  0, 0, PPC_CR, PPC_CR },
	{ "lwz 3,8(4)", 0x80640008, CLASS_LOAD, FLOW_NEXT, 0, false, 1, 4,
	  R(4), R(3), 0, 0 },
	{ "lwz 3,8(0)", 0x80600008, CLASS_LOAD, FLOW_NEXT, 0, false, 1, 4,
	  0, R(3), 0, 0 },
	{ "lbz 3,8(4)", 0x88640008, CLASS_LOAD, FLOW_NEXT, 0, false, 1, 1,
	  R(4), R(3), 0, 0 },
	{ "lhau 3,8(4)", 0xac640008, CLASS_LOAD, FLOW_NEXT, 0, false, 1, 2,
	  R(4), R(3) | R(4), 0, 0 },
	{ "lwzx 3,4,5", 0x7c64282e, CLASS_LOAD, FLOW_NEXT, 0, false, 1, 4,
	  R(4) | R(5), R(3), 0, 0 },
	{ "stw 3,8(4)", 0x90640008, CLASS_STORE, FLOW_NEXT, 0, false, 1, 4,
	  R(3) | R(4), 0, 0, 0 },
	{ "stbu 3,8(4)", 0x9c640008, CLASS_STORE, FLOW_NEXT, 0, false, 1, 1,
	  R(3) | R(4), R(4), 0, 0 },
	{ "sthx 3,4,5", 0x7c642b2e, CLASS_STORE, FLOW_NEXT, 0, false, 1, 2,
	  R(3) | R(4) | R(5), 0, 0, 0 },
	{ "lmw 28,8(4)", 0xbb840008, CLASS_LOAD_MULTIPLE, FLOW_NEXT, 0, false, 4, 4,
	  R(4), R(28) | R(29) | R(30) | R(31), 0, 0 },
	{ "stmw 29,8(4)", 0xbfa40008, CLASS_STORE_MULTIPLE, FLOW_NEXT, 0, false, 3, 4,
	  R(4) | R(29) | R(30) | R(31), 0, 0, 0 },
	{ "b .+0x1238", 0x48001238, CLASS_OTHER, FLOW_BRANCH, 0x1238, false, 0, 0,
	  0, 0, 0, 0 },
	{ "b .-0x1238", 0x4bffedc8, CLASS_OTHER, FLOW_BRANCH, -0x1238, false, 0, 0,
	  0, 0, 0, 0 },
	{ "bl .+0x1238", 0x48001239, CLASS_OTHER, FLOW_CALL, 0x1238, false, 0, 0,
	  0, 0, 0, PPC_LR },
	{ "beq .+0x138", 0x41820138, CLASS_OTHER, FLOW_BRANCH, 0x138, true, 0, 0,
	  0, 0, PPC_CR, 0 },
	{ "bne .-0x138", 0x4082fec8, CLASS_OTHER, FLOW_BRANCH, -0x138, true, 0, 0,
	  0, 0, PPC_CR, 0 },
	{ "bdnz .-0x38", 0x4200ffc8, CLASS_OTHER, FLOW_BRANCH, -0x38, true, 0, 0,
	  0, 0, PPC_CTR, PPC_CTR },
	{ "blr", 0x4e800020, CLASS_OTHER, FLOW_RETURN, 0, false, 0, 0,
	  0, 0, PPC_LR, 0 },
	{ "beqlr", 0x4d820020, CLASS_OTHER, FLOW_RETURN, 0, true, 0, 0,
	  0, 0, PPC_CR | PPC_LR, 0 },
	{ "bctr", 0x4e800420, CLASS_OTHER, FLOW_INDIRECT, 0, false, 0, 0,
	  0, 0, PPC_CTR, 0 },
	{ "bctrl", 0x4e800421, CLASS_OTHER, FLOW_CALL, 0, false, 0, 0,
	  0, 0, PPC_CTR, PPC_LR },
};
/* clang-format on */

TEST(facts_of_a_word)
{
	struct ppc_decoder *d = ppc_decoder_new();

	assert_non_null(d);
	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct ppc_insn *f = ppc_decode(d, ADDR, row[i].word);

		if (f->insn.class != row[i].class ||
		    f->insn.flow != row[i].flow ||
		    f->insn.conditional != row[i].conditional ||
		    f->insn.transfers != row[i].transfers ||
		    f->element != row[i].element)
			fail_msg("%s: class %u, flow %u, condition %d, %u "
				 "transfers of %u",
				 row[i].text, f->insn.class, f->insn.flow,
				 f->insn.conditional, f->insn.transfers,
				 f->element);
		if (f->insn.reads != row[i].reads ||
		    f->insn.writes != row[i].writes ||
		    f->insn.extra_reads != row[i].extra_reads ||
		    f->insn.extra_writes != row[i].extra_writes)
			fail_msg("%s: reads %#x, %#x, writes %#x, %#x",
				 row[i].text, f->insn.reads,
				 f->insn.extra_reads, f->insn.writes,
				 f->insn.extra_writes);
		if (row[i].target &&
		    f->insn.target != ADDR + (uint32_t)row[i].target)
			fail_msg("%s: to %#x", row[i].text, f->insn.target);
		assert_true(f->insn.indirect ==
			    (!row[i].target && (f->insn.flow == FLOW_RETURN ||
						f->insn.flow == FLOW_INDIRECT ||
						f->insn.flow == FLOW_CALL)));
	}
	ppc_decoder_free(d);
}

/* Only the supervisor may execute some words, and some are no instruction. */
TEST(whose_it_is)
{
	static const uint32_t system[] = {
		0x7c000124, /* mtmsr r0 */
		0x7c0000a6, /* mfmsr r0 */
		0x4c000064, /* rfi */
		0x7c0007a4, /* tlbwe */
	};
	static const uint32_t anybodys[] = {
		0x7c0802a6, /* mflr r0 */
		0x38600001, /* li r3, 1 */
		0x4e800020, /* blr */
	};
	struct ppc_decoder *d = ppc_decoder_new();

	assert_non_null(d);
	for (unsigned i = 0; i < sizeof(system) / sizeof(system[0]); i++)
		assert_true(ppc_decode(d, ADDR, system[i])->system);
	for (unsigned i = 0; i < sizeof(anybodys) / sizeof(anybodys[0]); i++)
		assert_false(ppc_decode(d, ADDR, anybodys[i])->system);
	assert_int_equal(ppc_decode(d, ADDR, 0)->op, PPC_UNKNOWN);
	assert_int_equal(ppc_decode(d, ADDR, 0xfc00002a)->op, PPC_UNKNOWN);
	ppc_decoder_free(d);
}

/* Forms that Book E calls invalid are no instructions. */
TEST(invalid_forms)
{
	static const uint32_t none[] = {
		0x84630008, /* lwzu r3, 8(r3) */
		0x84600008, /* lwzu r3, 8(0) */
		0x94600008, /* stwu r3, 8(0) */
		0x7c6320ee, /* lbzux r3, r3, r4 */
		0xbb9d0000, /* lmw r28, 0(r29) */
		0xb8000000, /* lmw r0, 0(0) */
	};
	static const uint32_t one[] = {
		0x94630008, /* stwu r3, 8(r3) */
		0x84640008, /* lwzu r3, 8(r4) */
		0xbb9b0000, /* lmw r28, 0(r27) */
		0xbb800000, /* lmw r28, 0(0) */
	};
	struct ppc_decoder *d = ppc_decoder_new();

	assert_non_null(d);
	for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		const struct ppc_insn *f = ppc_decode(d, ADDR, none[i]);

		assert_int_equal(f->op, PPC_UNKNOWN);
		assert_int_equal(f->element, 0); /* and no access */
		assert_int_equal(f->kind, PPC_ELSEWHERE);
	}
	for (unsigned i = 0; i < sizeof(one) / sizeof(one[0]); i++)
		assert_int_not_equal(ppc_decode(d, ADDR, one[i])->op,
				     PPC_UNKNOWN);
	ppc_decoder_free(d);
}
