/* SPDX-License-Identifier: MIT */
/*
 * The integer instructions give results for awkward operands, as one checksum
 * for each: the board and QEMU have to print the same.
 */
#include "mpc85xx/fw.h"

#include "demo/demo.h"

static const uint32_t values[] = {
	0,          1,          2,          31,         32,         33,
	63,         0x7fff,     0x8000,     0xffff,     0x10000,    0x00ff00ff,
	0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff, 0x12345678,
};
enum { VALUES = sizeof(values) / sizeof(values[0]) };

/* Memory that is stored to and loaded from, at every alignment. */
static uint8_t bytes[64] __attribute__((aligned(64)));

/*
 * With r3 and r4 the operands, r8 memory, r5 what was there before, and XER as
 * the round has it; the result in r5, and then CR and XER are looked at.
 */
#define CHECK(name, text)                                                      \
	do {                                                                   \
		uint32_t sum = 0;                                              \
                                                                               \
		for (int i = 0; i < VALUES * VALUES * 2; i++) {                \
			register uint32_t a __asm__("3") =                     \
				values[i / 2 % VALUES];                        \
			register uint32_t b __asm__("4") =                     \
				values[i / 2 / VALUES];                        \
			register uint32_t to __asm__("5") = 0x55aa1234;        \
			register uint8_t *at __asm__("8") = bytes;             \
			uint32_t cr, xer = i & 1 ? 0x20000000 : 0;             \
                                                                               \
			__asm__ volatile("mtxer %2\n\tmtcr %2\n\t" text        \
					 "\n\tmfcr %1\n\tmfxer %2"             \
					 : "+r"(to), "=&r"(cr), "+&r"(xer)     \
					 : "r"(a), "r"(b), "b"(at)             \
					 : "cc", "ctr", "lr", "xer", "memory", \
					   "6", "7", "30", "31");              \
			sum = demo_checksum(sum, to);                          \
			sum = demo_checksum(sum, cr);                          \
			sum = demo_checksum(sum, xer);                         \
		}                                                              \
		printf("%s %08lx\n", name, (unsigned long)sum);                \
	} while (0)

static void additions(void)
{
	CHECK("add", "add. 5,3,4");
	CHECK("addo", "addo. 5,3,4");
	CHECK("addc", "addc. 5,3,4");
	CHECK("adde", "addeo. 5,3,4");
	CHECK("addze", "addzeo. 5,3");
	CHECK("addme", "addmeo. 5,3");
	CHECK("subf", "subfo. 5,3,4");
	CHECK("subfc", "subfco. 5,3,4");
	CHECK("subfe", "subfeo. 5,3,4");
	CHECK("subfze", "subfzeo. 5,3");
	CHECK("subfme", "subfmeo. 5,3");
	CHECK("neg", "nego. 5,3");
	CHECK("addic", "addic. 5,3,-3");
	CHECK("addi", "addi 5,3,-32768");
	CHECK("addis", "addis 5,3,-1");
	CHECK("subfic", "subfic 5,3,77");
	CHECK("mulli", "mulli 5,3,-291");
	CHECK("mullw", "mullwo. 5,3,4");
	CHECK("mulhw", "mulhw. 5,3,4");
	CHECK("mulhwu", "mulhwu. 5,3,4");
}

/* Not where a quotient is undefined. */
static void divisions(void)
{
	CHECK("divwu", "ori 6,4,1\n\tdivwuo. 5,3,6");
	CHECK("divw", "srwi 6,4,1\n\tori 6,6,1\n\tdivwo. 5,3,6");
}

static void logic(void)
{
	CHECK("and", "and. 5,3,4");
	CHECK("andc", "andc. 5,3,4");
	CHECK("or", "or. 5,3,4");
	CHECK("orc", "orc. 5,3,4");
	CHECK("xor", "xor. 5,3,4");
	CHECK("nand", "nand. 5,3,4");
	CHECK("nor", "nor. 5,3,4");
	CHECK("eqv", "eqv. 5,3,4");
	CHECK("andi", "andi. 5,3,0x8421");
	CHECK("andis", "andis. 5,3,0x8421");
	CHECK("oris", "oris 5,3,0x8001");
	CHECK("xoris", "xoris 5,3,0xffff");
	CHECK("extsb", "extsb. 5,3");
	CHECK("extsh", "extsh. 5,3");
	CHECK("cntlzw", "cntlzw. 5,3");
	CHECK("isel", "cmpw 3,4\n\tisel 5,3,4,0");
}

static void shifts(void)
{
	CHECK("slw", "slw. 5,3,4");
	CHECK("srw", "srw. 5,3,4");
	CHECK("sraw", "sraw. 5,3,4");
	CHECK("srawi", "srawi. 5,3,7");
	CHECK("srawi 0", "srawi. 5,3,0");
	CHECK("rlwinm", "rlwinm. 5,3,5,3,27");
	CHECK("rlwinm wrapped", "rlwinm. 5,3,30,28,3");
	CHECK("rlwimi", "rlwimi. 5,3,9,8,19");
	CHECK("rlwnm", "rlwnm. 5,3,4,16,31");
}

static void conditions(void)
{
	CHECK("cmpw", "cmpw 6,3,4\n\tmcrf 2,6");
	CHECK("cmplw", "cmplw 1,3,4\n\tcrnand 31,5,6");
	CHECK("cmpwi", "cmpwi 7,3,-1\n\tcreqv 3,28,29");
	CHECK("cmplwi", "cmplwi 5,3,0x8000\n\tcrorc 9,20,21");
	CHECK("mtcrf", "mtcrf 0x5a,3\n\tcrxor 0,1,2\n\tcrandc 4,5,6");
	CHECK("mcrxr", "addo 5,3,4\n\tmcrxr 3");
	CHECK("bc", "cmpw 3,4\n\tblt 1f\n\tli 5,1\n1:\tbne 2f\n\tli 5,2\n2:");
	CHECK("bdnz", "andi. 6,3,7\n\taddi 6,6,1\n\tmtctr 6\n"
		      "1:\taddi 5,5,3\n\tbdnz 1b\n\tmfctr 6\n\tadd 5,5,6");
	CHECK("bdzt", "li 6,3\n\tmtctr 6\n\tcmpw 3,4\n"
		      "1:\taddi 5,5,1\n\tbdnzt eq,1b\n\tmfctr 6\n\tadd 5,5,6");
	CHECK("bcl", "bcl 20,31,1f\n1:\tmflr 6\n\tbcl 20,31,2f\n"
		     "2:\tmflr 7\n\tsubf 5,6,7");
}

static void moves(void)
{
	CHECK("stw", "stw 3,0(8)\n\tlhz 5,1(8)");
	CHECK("sth", "sth 3,7(8)\n\tlwz 5,5(8)");
	CHECK("stb", "stb 3,2(8)\n\tlbz 5,2(8)\n\tlha 6,2(8)\n"
		     "\tadd 5,5,6");
	CHECK("stwbrx", "stwbrx 3,0,8\n\tlwz 5,0(8)");
	CHECK("lhbrx", "stw 3,0(8)\n\tli 6,1\n\tlhbrx 5,8,6");
	CHECK("lwzux", "stw 4,8(8)\n\tli 6,8\n\tmr 7,8\n\tlwzux 5,7,6\n"
		       "\tsubf 7,8,7\n\tadd 5,5,7");
	CHECK("stwu", "mr 7,8\n\tstwu 3,12(7)\n\tlwz 5,0(7)");
	CHECK("lmw", "stw 3,16(8)\n\tstw 4,20(8)\n"
		     "\tlmw 30,16(8)\n\tsubf 5,30,31\n\tstmw 30,24(8)\n"
		     "\tlwz 6,28(8)\n\tadd 5,5,6");
	CHECK("stwcx", "stw 3,0(8)\n\tlwarx 6,0,8\n\tstwcx. 4,0,8\n"
		       "\tlwz 5,0(8)");
	CHECK("stwcx alone", "stw 3,0(8)\n\tlwarx 6,0,8\n\tstwcx. 6,0,8\n"
			     "\tstwcx. 4,0,8\n\tlwz 5,0(8)");
	CHECK("dcbz", "stw 3,4(8)\n\tdcbz 0,8\n\tlwz 5,4(8)");
}

int main(void)
{
	additions();
	divisions();
	logic();
	shifts();
	conditions();
	moves();
	return 0;
}
