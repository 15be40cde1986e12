/* SPDX-License-Identifier: MIT */
/*
 * The monitor counts what is written here, instruction by instruction: each
 * check names how many of an event some instructions bring, by hand.  Boards
 * only: QEMU counts next to nothing.
 */
#include "virt/virt.h"

static uint8_t page[8192] __attribute__((aligned(4096)));

static void handled(struct virt_frame *frame, unsigned vector)
{
	(void)frame;
	(void)vector;
}

static void start(uint32_t event)
{
	virt_write(pmcr_el0, 0x46); /* LC, C, P */
	virt_write(pmevtyper0_el0, event);
	virt_write(pmcntenset_el0, 0x80000001);
}

/* With x9 the page, x12 to stop with, the others free. */
#define COUNT_ALL(event, text)                                                 \
	__extension__({                                                        \
		start(event);                                                  \
		__asm__ volatile("mov x9, %0\n\tmov x12, #0x40\n\t"            \
				 "mov x10, #0x41\n\tmsr pmcr_el0, x10\n\t"     \
				 "isb\n" text "\n\tmsr pmcr_el0, x12\n\tisb"   \
				 :                                             \
				 : "r"(page)                                   \
				 : "x9", "x10", "x11", "x12", "x13", "x30",    \
				   "cc", "memory");                            \
		virt_read(pmevcntr0_el0);                                      \
	})

/* Less what starting and stopping bring. */
#define COUNT(event, text) (COUNT_ALL(event, text) - COUNT_ALL(event, ""))

/* Ten times round: 1 + 10 * 4 instructions, 10 branches of which 9 taken. */
#define LOOP                                                                   \
	"mov x10, #10\n"                                                       \
	"1:\tldr x11, [x9, #8]\n\tstr x11, [x9]\n\t"                           \
	"subs x10, x10, #1\n\tb.ne 1b"

/* A call by register, one by address, two returns, a jump. */
#define CALLS "adr x13, 2f\n\tblr x13\n\tbl 2f\n\tb 3f\n2:\tret\n3:"

enum {
	SW_INCR = 0x00,
	LD_RETIRED = 0x06,
	ST_RETIRED = 0x07,
	INST_RETIRED = 0x08,
	EXC_TAKEN = 0x09,
	EXC_RETURN = 0x0a,
	CID_WRITE_RETIRED = 0x0b,
	PC_WRITE_RETIRED = 0x0c,
	BR_IMMED_RETIRED = 0x0d,
	UNALIGNED_LDST_RETIRED = 0x0f,
	MEM_ACCESS = 0x13,
};

static void instructions(void)
{
	/* The ISB behind the start, and the MSR that stops. */
	uint64_t nothing = COUNT_ALL(INST_RETIRED, "");

	virt_check("nothing", 2, nothing);
	virt_check("three", 3, COUNT(INST_RETIRED, "nop\n\tnop\n\tnop"));
	virt_check("loop", 41, COUNT(INST_RETIRED, LOOP));
	/* adr, blr, ret, bl, ret, b */
	virt_check("calls", 6, COUNT(INST_RETIRED, CALLS));
	virt_check("hints", 2, COUNT(INST_RETIRED, "yield\n\twfe"));
}

static void branches(void)
{
	virt_check("pc written by loop", 9, COUNT(PC_WRITE_RETIRED, LOOP));
	virt_check("immediate in loop", 10, COUNT(BR_IMMED_RETIRED, LOOP));
	virt_check("pc written by calls", 5, COUNT(PC_WRITE_RETIRED, CALLS));
	virt_check("immediate in calls", 2, COUNT(BR_IMMED_RETIRED, CALLS));
}

static void accesses(void)
{
	virt_check("loads", 10, COUNT(LD_RETIRED, LOOP));
	virt_check("stores", 10, COUNT(ST_RETIRED, LOOP));
	virt_check("accesses", 20, COUNT(MEM_ACCESS, LOOP));
	virt_check("pair loaded", 1, COUNT(LD_RETIRED, "ldp x10, x11, [x9]"));
	virt_check("pair stored", 1, COUNT(ST_RETIRED, "stp x10, x11, [x9]"));
	virt_check("pair is one access", 1,
		   COUNT(MEM_ACCESS, "ldp x10, x11, [x9]"));
	virt_check("pair over a line", 2,
		   COUNT(MEM_ACCESS, "ldp x10, x11, [x9, #56]"));
	virt_check("preload is no load", 0,
		   COUNT(LD_RETIRED, "prfm pldl1keep, [x9]"));
	virt_check("exclusive load", 1,
		   COUNT(LD_RETIRED, "ldxr x10, [x9]\n\tstxr w11, x10, [x9]"));
	virt_check("exclusive store", 1,
		   COUNT(ST_RETIRED, "ldxr x10, [x9]\n\tstxr w11, x10, [x9]"));
	virt_check("exclusive accesses", 2,
		   COUNT(MEM_ACCESS, "ldxr x10, [x9]\n\tstxr w11, x10, [x9]"));
	virt_check("zeroed line", 1, COUNT(ST_RETIRED, "dc zva, x9"));
	virt_check("zeroed line accessed", 1, COUNT(MEM_ACCESS, "dc zva, x9"));
	virt_check("aligned", 0,
		   COUNT(UNALIGNED_LDST_RETIRED,
			 "ldp x10, x11, [x9, #8]\n\tldrh w10, [x9, #2]"));
	virt_check("unaligned", 3,
		   COUNT(UNALIGNED_LDST_RETIRED,
			 "ldr x10, [x9, #1]\n\tldurh w10, [x9, #3]\n\t"
			 "str w10, [x9, #2]"));
	virt_check("over the end of a page", 1,
		   COUNT(LD_RETIRED, "add x10, x9, #4093\n\tldr x11, [x10]"));
}

static void exceptions(void)
{
	virt_exception = handled;
	virt_check("SVC taken", 1, COUNT(EXC_TAKEN, "svc #0"));
	virt_check("returned from", 1, COUNT(EXC_RETURN, "svc #0"));
	virt_check("context written", 2,
		   COUNT(CID_WRITE_RETIRED, "msr contextidr_el1, x9\n\t"
					    "msr contextidr_el1, xzr"));
	virt_check("by software", 3,
		   COUNT(SW_INCR, "mov x10, #1\n\tmsr pmswinc_el0, x10\n\t"
				  "msr pmswinc_el0, x10\n\t"
				  "msr pmswinc_el0, x10"));
}

static uint64_t woken;

static void on_interrupt(unsigned number)
{
	(void)number;
	woken = virt_read(pmccntr_el0);
	virt_write(pmovsclr_el0, UINT64_C(1) << 31);
}

/* With interrupts masked, WFI ends in the very cycle of the wrap. */
static void waiting(void)
{
	uint64_t after;

	virt_interrupt = on_interrupt;
	virt_line(23);
	virt_write(pmcr_el0, 0);
	virt_write(pmccfiltr_el0, 0);
	virt_write(pmcntenclr_el0, UINT32_MAX);
	virt_write(pmintenclr_el1, UINT32_MAX);
	virt_write(pmovsclr_el0, UINT32_MAX);
	virt_write(pmcntenset_el0, UINT64_C(1) << 31);
	virt_write(pmintenset_el1, UINT64_C(1) << 31);
	virt_write(pmccntr_el0, 0xfff00000);
	virt_write(pmcr_el0, 1);
	__asm__ volatile("wfi\n\tmrs %0, pmccntr_el0" : "=r"(after));
	virt_check("counted on", 1, after >> 32);
	virt_check("WFI ended with the wrap", 1, (uint32_t)after < 500);
	virt_check("not taken while masked", 0, woken);
	__asm__ volatile("msr daifclr, #2\n\tnop\n\tmsr daifset, #2");
	virt_check("taken then", 1, woken > after);
	virt_write(pmcr_el0, 0);
	virt_write(pmintenclr_el1, UINT64_C(1) << 31);
}

int main(void)
{
	instructions();
	branches();
	accesses();
	exceptions();
	waiting();
	return virt_checked();
}
