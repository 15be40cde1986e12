/* SPDX-License-Identifier: MIT */
/*
 * The monitor counts what is written here, instruction by instruction: each
 * check names how many of an event some instructions bring, by hand, from the
 * rules in doc/boards.md.
 */
#include "mpc85xx/fw.h"

enum {
	PMC = 16,
	PMLCA = 144,
	PMLCB = 272,
	PMGC0 = 400,
	BUCSR = 1013,
	BUCSR_FLUSH = 0x201,
	CYCLES = 1,
	INSTRUCTIONS = 2,
	UOPS = 3,
	BRANCHES = 8,
	LOADS = 9,
	STORES = 10,
	TAKEN = 13,
	UNCONDITIONAL_MISS = 14,
	MISPREDICTED = 15,
	DIRECTION = 16,
	BTB_HITS = 17,
	TRANSLATED = 26,
	TOUCHES = 29,
	OPERATIONS = 30,
	INHIBITED = 31,
	GUARDED = 32,
	MISALIGNED = 34,
	DLFB_LOADS = 36,
	DLFB_STORES = 37,
	DLFB_TOUCHES = 38,
	RELOADS = 41,
	CASTOUTS = 42,
	VSP_RELOADS = 65,
	BUS_DATA = 69,
	LOAD_TIMES = 76,
	PMC0_WRAPS = 82,
	INTERRUPTS = 86,
	CALLS = 89,
};

#define FAC   UINT32_C(0x80000000)
#define FCECE UINT32_C(0x20000000)
#define CE    UINT32_C(0x04000000)
#define FCS   UINT32_C(0x40000000)
#define FCU   UINT32_C(0x20000000)
#define FCM1  UINT32_C(0x10000000)
#define FCM0  UINT32_C(0x08000000)

/* Nine lines of one set: 128 sets of lines of 32 bytes are 4096. */
static uint8_t lines[9 * 4096] __attribute__((aligned(4096)));

static void handled(struct fw_frame *frame)
{
	if (frame->r[0] != 1)
		frame->pc += 4; /* a trap */
}

static void prepare(uint32_t event, uint32_t filter)
{
	fw_mtpmr(PMGC0, FAC);
	fw_mtpmr(PMLCA, event << 16 | filter);
	fw_mtpmr(PMLCB, 0);
	fw_mtpmr(PMC, 0);
}

/* With r9 the lines; r12 stops.  The others up to 31 are free. */
#define COUNT_ALL(event, filter, text)                                         \
	__extension__({                                                        \
		prepare(event, filter);                                        \
		__asm__ volatile("mr 9,%0\n\tlis 12,0x8000\n\tli 10,0\n\t"     \
				 ".long 0x7d50639c\n" text                     \
				 "\n\t.long 0x7d90639c"                        \
				 :                                             \
				 : "r"(lines)                                  \
				 : "0", "5", "6", "7", "8", "9", "10", "11",   \
				   "12", "lr", "ctr", "cc", "memory");         \
		fw_mfpmr(PMC);                                                 \
	})

/* Less what starting brings. */
#define COUNT(event, text) (COUNT_ALL(event, 0, text) - COUNT_ALL(event, 0, ""))

/* Ten times round: 2 + 10 * 3 instructions, 10 branches of which 9 taken. */
#define LOOP                                                                   \
	"li 11,10\n\tmtctr 11\n"                                               \
	"1:\tlwz 11,8(9)\n\tstw 11,0(9)\n\tbdnz 1b"

/* A call by register, one by address, two returns, a jump. */
#define CALL                                                                   \
	"bcl 20,31,0f\n0:\tmflr 11\n\taddi 11,11,2f-0b\n\tmtctr 11\n\t"        \
	"bctrl\n\tbl 2f\n\tb 3f\n2:\tblr\n3:"

static void instructions(void)
{
	fw_check("the write that opens", 1, COUNT_ALL(INSTRUCTIONS, 0, ""));
	fw_check("three", 3, COUNT(INSTRUCTIONS, "nop\n\tnop\n\tnop"));
	fw_check("loop", 32, COUNT(INSTRUCTIONS, LOOP));
	fw_check("loop's micro-ops", 32, COUNT(UOPS, LOOP));
	/* bcl, mflr, addi, mtctr, bctrl, blr, bl, blr, b */
	fw_check("calls", 9, COUNT(INSTRUCTIONS, CALL));
	fw_check("with update", 2, COUNT(UOPS, "lwzu 11,4(9)"));
	fw_check("stored with update", 2, COUNT(UOPS, "stwu 11,4(9)"));
	fw_check("multiple", 4, COUNT(UOPS, "mr 8,9\n\tstmw 30,0(8)\n\tnop"));
	fw_check("multiple is one", 2,
		 COUNT(INSTRUCTIONS, "stmw 30,0(9)\n\tlmw 30,0(9)"));
}

static void branches(void)
{
	fw_check("branches of loop", 10, COUNT(BRANCHES, LOOP));
	fw_check("taken", 9, COUNT(TAKEN, LOOP));
	fw_check("branches of calls", 6, COUNT(BRANCHES, CALL));
	fw_check("all taken", 6, COUNT(TAKEN, CALL));
	fw_mtspr(BUCSR, BUCSR_FLUSH);
	/* The first time unknown, the last time not taken. */
	fw_check("mispredicted", 2, COUNT_ALL(MISPREDICTED, 0, LOOP));
	fw_mtspr(BUCSR, BUCSR_FLUSH);
	fw_check("by direction", 1, COUNT_ALL(DIRECTION, 0, LOOP));
	fw_mtspr(BUCSR, BUCSR_FLUSH);
	fw_check("in the BTB", 9, COUNT_ALL(BTB_HITS, 0, LOOP));
	fw_mtspr(BUCSR, BUCSR_FLUSH);
	fw_check("unconditional ones not", 5,
		 COUNT_ALL(UNCONDITIONAL_MISS, 0, CALL));
	/* One blr, two places to return to: known, but wrong. */
	fw_mtspr(BUCSR, BUCSR_FLUSH);
	fw_check("calls mispredicted", 6, COUNT_ALL(MISPREDICTED, 0, CALL));
	fw_mtspr(BUCSR, BUCSR_FLUSH);
	fw_check("never taken", 3,
		 COUNT_ALL(BTB_HITS, 0,
			   "cmpw 9,9\n\tbne 1f\n\tbne 1f\n\tbne 1f\n1:"));
}

static void accesses(void)
{
	fw_check("loads", 10, COUNT(LOADS, LOOP));
	fw_check("stores", 10, COUNT(STORES, LOOP));
	fw_check("two registers loaded", 2, COUNT(LOADS, "lmw 30,0(9)"));
	fw_check("two stored", 2, COUNT(STORES, "stmw 30,0(9)"));
	fw_check("update is no load", 1, COUNT(LOADS, "lwzu 11,4(9)"));
	fw_check("touch is no load", 0, COUNT(LOADS, "dcbt 0,9"));
	fw_check("touch", 1, COUNT(TOUCHES, "dcbt 0,9"));
	fw_check("operations", 3,
		 COUNT(OPERATIONS, "dcbst 0,9\n\tdcbf 0,9\n\tdcbz 0,9"));
	fw_check("translated", 20, COUNT(TRANSLATED, LOOP));
	fw_check(
		"misaligned", 2,
		COUNT(MISALIGNED, "lwz 11,1(9)\n\tlhz 11,2(9)\n\tsth 11,3(9)"));
	fw_check("inhibited", 1,
		 COUNT(INHIBITED, "lis 11,0xe00e\n\tlwz 11,0x00a0(11)"));
	fw_check("guarded", 1,
		 COUNT(GUARDED, "lis 11,0xe00e\n\tlwz 11,0x00a0(11)"));
}

/* All nine lines, and the second, out of the cache, then the text. */
#define FLUSHED(text)                                                          \
	"li 11,9\n\tmtctr 11\n\tmr 8,9\n"                                      \
	"4:\tdcbf 0,8\n\taddi 8,8,4096\n\tbdnz 4b\n\t"                         \
	"addi 8,9,32\n\tdcbf 0,8\n\tmsync\n\t" text
#define COUNT_FLUSHED(event, text)                                             \
	(COUNT_ALL(event, 0, FLUSHED(text)) - COUNT_ALL(event, 0, FLUSHED("")))
#define STORE_ALL                                                              \
	"li 11,9\n\tmtctr 11\n\tmr 8,9\n"                                      \
	"5:\tstw 11,0(8)\n\taddi 8,8,4096\n\tbdnz 5b"

static void caches(void)
{
	fw_check("line loaded once", 1,
		 COUNT_FLUSHED(RELOADS, "lwz 11,0(9)\n\tlwz 11,28(9)"));
	fw_check("by a load", 1, COUNT_FLUSHED(DLFB_LOADS, "lwz 11,0(9)"));
	fw_check("two lines", 2, COUNT_FLUSHED(RELOADS, "lwz 11,30(9)"));
	fw_check("by a touch", 1,
		 COUNT_FLUSHED(DLFB_TOUCHES, "dcbt 0,9\n\tlwz 11,0(9)"));
	fw_check("by stores", 9, COUNT_FLUSHED(DLFB_STORES, STORE_ALL));
	fw_check("zeroed needs nothing", 0,
		 COUNT_FLUSHED(RELOADS, "dcbz 0,9\n\tlwz 11,0(9)"));
	/* Eight ways: the ninth puts one out. */
	fw_check("cast out", 1, COUNT_FLUSHED(CASTOUTS, STORE_ALL));
	fw_check("flushed is not cast out", 0,
		 COUNT_FLUSHED(CASTOUTS, "stw 11,0(9)\n\tdcbf 0,9"));
	/* Line in, line out. */
	fw_check("bus", 2, COUNT_FLUSHED(BUS_DATA, "stw 11,0(9)\n\tdcbf 0,9"));
}

static void thresholds(void)
{
	uint32_t over[2];

	for (unsigned i = 0; i < 2; i++) {
		fw_mtpmr(PMGC0, FAC);
		fw_mtpmr(PMLCA + i, LOAD_TIMES << 16);
		fw_mtpmr(PMLCB + i, i ? 0x73f : 0); /* 63 * 128 */
		fw_mtpmr(PMC + i, 0);
	}
	__asm__ volatile("dcbf 0,%0\n\tmsync" : : "r"(lines) : "memory");
	fw_mtpmr(PMGC0, 0);
	(void)*(volatile uint8_t *)lines;
	fw_mtpmr(PMGC0, FAC);
	for (unsigned i = 0; i < 2; i++)
		over[i] = fw_mfpmr(PMC + i);
	fw_check("longer than nothing", 1, over[0]);
	fw_check("longer than 8064 cycles", 0, over[1]);
	fw_mtpmr(PMLCA + 1, 0x80000000);
}

static uint32_t seven(uint32_t arg)
{
	(void)arg;
	__asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop");
	return 0;
}

static uint32_t count_by(uint32_t filter, bool user)
{
	prepare(INSTRUCTIONS, filter);
	fw_mtpmr(PMGC0, 0);
	if (user)
		fw_call_user(seven, 0);
	fw_mtpmr(PMGC0, FAC);
	return fw_mfpmr(PMC);
}

static void filters(void)
{
	uint32_t both, mine, theirs, all;

	fw_handler[FW_SYSTEM_CALL] = 0;
	both = count_by(0, true);
	mine = count_by(FCU, true);
	theirs = count_by(FCS, true);
	/* isync, bctrl; five nops, li, blr; li, sc */
	fw_check("in user mode", 11, theirs);
	fw_check("sum of both", both, mine + theirs);
	fw_check("nobody", 0, count_by(FCS | FCU, true));
	all = count_by(0, false);
	fw_check("neither", 1, all > 0);
	fw_set_msr(fw_msr() | FW_MSR_PMM);
	fw_check("marked", all, count_by(FCM0, false));
	fw_check("not unmarked", 0, count_by(FCM1, false));
	fw_set_msr(fw_msr() & ~(uint32_t)FW_MSR_PMM);
	fw_check("not marked", 0, count_by(FCM0, false));
	fw_check("unmarked", all, count_by(FCM1, false));
	fw_check("in vain", 0, count_by(0x80000000, false));
}

static void overflows(void)
{
	/* Half way: frozen at the instruction that did it. */
	fw_mtpmr(PMGC0, FAC);
	fw_mtpmr(PMLCA, INSTRUCTIONS << 16 | CE);
	fw_mtpmr(PMC, 0x7ffffffb);
	fw_mtpmr(PMGC0, FCECE);
	__asm__ volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop");
	fw_check("frozen at the top", 0x80000000, fw_mfpmr(PMC));
	fw_check("by FAC", FAC | FCECE, fw_mfpmr(PMGC0));
	fw_mtpmr(PMC, 0);
	/* PMC1 counts how often PMC0 wraps. */
	fw_mtpmr(PMLCA, INSTRUCTIONS << 16);
	fw_mtpmr(PMLCA + 1, PMC0_WRAPS << 16);
	fw_mtpmr(PMC, 0xfffffffc);
	fw_mtpmr(PMC + 1, 5);
	__asm__ volatile("li 10,0\n\tlis 12,0x8000\n\t.long 0x7d50639c\n\t"
			 "nop\n\tnop\n\tnop\n\tnop\n\t.long 0x7d90639c"
			 :
			 :
			 : "10", "12", "memory");
	/* The write that opens and four: five from -4. */
	fw_check("wrapped", 1, fw_mfpmr(PMC));
	fw_check("carried", 6, fw_mfpmr(PMC + 1));
	fw_mtpmr(PMLCA + 1, 0x80000000);
}

static void others(void)
{
	fw_handler[FW_SYSTEM_CALL] = handled;
	fw_handler[FW_PROGRAM] = handled;
	fw_check("calls and traps", 2,
		 COUNT(CALLS, "li 0,1\n\tsc\n\tli 0,2\n\ttrap"));
	fw_check("interrupts", 2,
		 COUNT(INTERRUPTS, "li 0,1\n\tsc\n\tli 0,2\n\ttrap"));
	fw_check("one translation for all memory", 0,
		 COUNT(VSP_RELOADS, "lwz 11,0(9)\n\tlwz 11,4096(9)"));
	fw_check("cycles go by", 1, COUNT(CYCLES, LOOP) > 10);
	fw_check("none for nothing", 0, COUNT(0, LOOP));
}

int main(void)
{
	instructions();
	branches();
	accesses();
	caches();
	thresholds();
	filters();
	overflows();
	others();
	return fw_checked();
}
