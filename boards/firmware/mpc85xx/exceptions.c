/* SPDX-License-Identifier: MIT */
/*
 * Each exception once: what it saves, where it returns to, and what of the MSR
 * it leaves.  QEMU carries out all but what is said of alignment, critical
 * interrupts, machine checks and the monitor's registers.
 */
#include "mpc85xx/fw.h"

enum {
	ESR = 62,
	DEAR = 61,
	DEC = 22,
	TCR = 340,
	TSR = 336,
	TBL = 268,
	MAS0 = 624,
	MAS1 = 625,
	MAS2 = 626,
	MAS3 = 627,
	SPRG0 = 272,
	TCR_DIE = 1 << 26,
	TSR_DIS = 1 << 27,
	ESR_PIL = 1 << 27,
	ESR_PPR = 1 << 26,
	ESR_PTR = 1 << 25,
	ESR_ST = 1 << 23,
	UNMAPPED = 0x70000000,
};

static volatile uint32_t memory[2048] __attribute__((aligned(4096)));

/* The last exception's facts. */
static volatile struct {
	unsigned times;
	uint32_t pc, msr, inside, esr, dear;
} seen;

static uint32_t skip; /* bytes from where it happened */

static void note(struct fw_frame *frame)
{
	seen.times++;
	seen.pc = frame->pc;
	seen.msr = frame->msr;
	seen.inside = fw_msr();
	seen.esr = fw_mfspr(ESR);
	seen.dear = fw_mfspr(DEAR);
	frame->pc += skip;
}

static void expect(unsigned vector, uint32_t bytes)
{
	for (unsigned i = 0; i < FW_VECTORS; i++)
		fw_handler[i] = 0;
	fw_handler[vector] = note;
	seen.times = 0;
	seen.esr = 0;
	skip = bytes;
	__asm__ volatile("" : : : "memory");
}

/* The address of the label 1 in some text. */
#define AT(text)                                                               \
	__extension__({                                                        \
		uint32_t fw_at;                                                \
		__asm__ volatile("bcl 20,31,0f\n0:\tmflr %0\n\t"               \
				 "addi %0,%0,1f-0b\n" text                     \
				 : "=&b"(fw_at)                                \
				 : "b"(memory), "r"(UNMAPPED)                  \
				 : "lr", "cr0", "memory", "5", "6", "30",      \
				   "31");                                      \
		fw_at;                                                         \
	})

static void by_instruction(void)
{
	uint32_t at;

	expect(FW_SYSTEM_CALL, 0);
	at = AT("li 0,1\n1:\tsc");
	fw_check("sc goes on behind", at + 4, seen.pc);
	fw_check("sc once", 1, seen.times);
	fw_check("sc in the MSR", 0, seen.inside & FW_MSR_EE);
	expect(FW_PROGRAM, 4);
	at = AT("1:\ttweqi 1,-1\n");
	fw_check("trap does not", 0, seen.times);
	at = AT("1:\ttrap\n");
	fw_check("trap at", at, seen.pc);
	fw_check("trap why", ESR_PTR, seen.esr);
	at = AT("1:\t.long 0\n");
	fw_check("illegal at", at, seen.pc);
	fw_check("illegal why", ESR_PIL, seen.esr);
}

static uint32_t privileged(uint32_t arg)
{
	(void)arg;
	fw_msr();
	return seen.esr;
}

static uint32_t register_of_supervisor(uint32_t arg)
{
	(void)arg;
	fw_mfspr(SPRG0);
	return seen.msr;
}

static uint32_t add_one(uint32_t arg)
{
	return arg + 1;
}

static void in_user_mode(void)
{
	expect(FW_PROGRAM, 4);
	fw_check("user comes back", 8, fw_call_user(add_one, 7));
	fw_check("user no more", 0, fw_msr() & FW_MSR_PR);
	fw_check("mfmsr in user mode", ESR_PPR, fw_call_user(privileged, 0));
	fw_check("SPRG0 in user mode", FW_MSR_PR,
		 fw_call_user(register_of_supervisor, 0) & FW_MSR_PR);
	fw_check("handler is not", 0, seen.inside & FW_MSR_PR);
	fw_check("twice", 2, seen.times);
}

static void by_access(void)
{
	uint32_t at;

	expect(FW_DATA_TLB, 4);
	at = AT("1:\tlwz 5,4(%2)\n");
	fw_check("read miss at", at, seen.pc);
	fw_check("read miss where", UNMAPPED + 4, seen.dear);
	fw_check("read miss is no store", 0, seen.esr & ESR_ST);
	fw_check("read miss in MAS2", UNMAPPED, fw_mfspr(MAS2) & 0xfffff000);
	at = AT("1:\tstw 5,8(%2)\n");
	fw_check("write miss where", UNMAPPED + 8, seen.dear);
	fw_check("write miss is a store", ESR_ST, seen.esr & ESR_ST);
	fw_check("twice", 2, seen.times);
}

/* A page of 4 KiB of TLB0 at UNMAPPED, to `memory`, with these rights. */
static void map(uint32_t rights)
{
	fw_mtspr(MAS0, 0);
	fw_mtspr(MAS1, 0x80000100);
	fw_mtspr(MAS2, UNMAPPED);
	fw_mtspr(MAS3, (uint32_t)memory | rights);
	__asm__ volatile("isync\n\ttlbwe\n\tisync" : : : "memory");
}

static void by_right(void)
{
	volatile uint32_t *there = (volatile uint32_t *)UNMAPPED;

	memory[5] = 0x1234;
	map(1 | 4); /* supervisor reads and writes */
	fw_check("mapped elsewhere", 0x1234, there[5]);
	there[6] = 77;
	fw_check("and written", 77, memory[6]);
	map(1);
	expect(FW_DATA_STORAGE, 4);
	there[6] = 78;
	fw_check("read only", 77, memory[6]);
	fw_check("storage where", UNMAPPED + 24, seen.dear);
	fw_check("storage by a store", ESR_ST, seen.esr & ESR_ST);
	__asm__ volatile("tlbivax 0,%0\n\ttlbsync\n\tisync"
			 :
			 : "r"(UNMAPPED)
			 : "memory");
	expect(FW_DATA_TLB, 4);
	(void)there[5];
	fw_check("gone again", 1, seen.times);
}

static void return_to_link(struct fw_frame *frame)
{
	seen.times++;
	seen.pc = frame->pc;
	frame->pc = frame->lr;
}

static void by_fetch(void)
{
	void (*nowhere)(void) = (void (*)(void))UNMAPPED;

	expect(FW_INSN_TLB, 0);
	fw_handler[FW_INSN_TLB] = return_to_link;
	nowhere();
	fw_check("fetch miss where", UNMAPPED, seen.pc);
	map(1 | 4);
	fw_handler[FW_INSN_STORAGE] = return_to_link;
	nowhere();
	fw_check("fetch without right", 2, seen.times);
}

static void on_decrementer(struct fw_frame *frame)
{
	seen.times++;
	seen.msr = frame->msr;
	fw_mtspr(TSR, TSR_DIS);
}

static void on_external(struct fw_frame *frame)
{
	(void)frame;
	seen.times++;
	seen.esr = fw_pic_acknowledge();
	fw_pic_end();
}

/* Some time with interrupts on; less when there have been that many. */
static void let_in(unsigned until)
{
	fw_interrupts(true);
	for (unsigned i = 0; i < 20000000 && seen.times < until; i++)
		__asm__ volatile("nop");
	fw_interrupts(false);
}

static void asynchronous(void)
{
	uint32_t before;

	expect(FW_DECREMENTER, 0);
	fw_handler[FW_DECREMENTER] = on_decrementer;
	fw_mtspr(TSR, TSR_DIS);
	fw_mtspr(TCR, TCR_DIE);
	fw_mtspr(DEC, 100);
	before = fw_mfspr(TBL);
	while (fw_mfspr(TBL) - before < 200)
		;
	fw_check("decrementer held back", 0, seen.times);
	let_in(1);
	fw_check("decrementer", 1, seen.times);
	fw_check("it was enabled", FW_MSR_EE, seen.msr & FW_MSR_EE);
	fw_mtspr(TCR, 0);
	fw_handler[FW_EXTERNAL] = on_external;
	fw_pic_start();
	fw_pic_ipi(1, 0x42);
	fw_pic_raise_ipi(1);
	fw_check("IPI held back", 1, seen.times);
	let_in(2);
	fw_check("IPI", 2, seen.times);
	fw_check("its vector", 0x42, seen.esr);
}

static void on_critical(struct fw_frame *frame)
{
	seen.times++;
	seen.pc = frame->pc;
	seen.msr = frame->msr;
	seen.inside = fw_msr();
	*(volatile uint8_t *)(FW_CCSR + 0x4501) = 0; /* the UART is quiet */
}

/* The UART asks for being written to, past all priorities. */
static void critical(void)
{
	uint32_t before;

	expect(FW_CRITICAL, 0);
	fw_handler[FW_CRITICAL] = on_critical;
	fw_pic_internal(26, 0x26);
	fw_write((uint32_t)FW_CCSR + 0x50210 + 26 * 0x20, 0x40000000);
	*(volatile uint8_t *)(FW_CCSR + 0x4501) = 2;
	fw_check("critical held back", 0, seen.times);
	before = fw_msr() | FW_MSR_CE | FW_MSR_EE;
	fw_set_msr(before);
	fw_set_msr(before & ~(uint32_t)(FW_MSR_CE | FW_MSR_EE));
	fw_check("critical comes", 1, seen.times);
	fw_check("critical saves the MSR", before, seen.msr);
	fw_check("critical leaves ME only", FW_MSR_ME, seen.inside);
}

static void on_machine_check(struct fw_frame *frame)
{
	seen.times++;
	seen.pc = frame->pc;
	seen.esr = fw_mfspr(572);
	seen.dear = fw_mfspr(573);
	seen.inside = fw_msr();
	fw_mtspr(572, seen.esr);
	frame->pc += 4;
}

/* Nothing is at this physical address. */
static void machine_check(void)
{
	uint32_t at;

	fw_mtspr(MAS0, 0);
	fw_mtspr(MAS1, 0x80000100);
	fw_mtspr(MAS2, UNMAPPED | 8);
	fw_mtspr(MAS3, 0x60000000 | 0x3f);
	__asm__ volatile("isync\n\ttlbwe\n\tisync" : : : "memory");
	expect(FW_MACHINE_CHECK, 0);
	fw_handler[FW_MACHINE_CHECK] = on_machine_check;
	at = AT("1:\tlwz 5,20(%2)\n");
	fw_check("machine check at", at, seen.pc);
	fw_check("machine check by a read", 0x40, seen.esr);
	fw_check("machine check where", 0x60000014, seen.dear);
	fw_check("machine check clears ME", 0, seen.inside);
	fw_check("machine check is over", 0, fw_mfspr(572));
	AT("1:\tstw 5,20(%2)\n");
	fw_check("machine check by a write", 0x20, seen.esr);
	fw_check("machine check twice", 2, seen.times);
}

static void alignment(void)
{
	uint32_t at;

	expect(FW_ALIGNMENT, 4);
	at = AT("1:\tlmw 30,1(%1)\n");
	fw_check("alignment of lmw", at, seen.pc);
	at = AT("addi 6,%1,2\n1:\tlwarx 5,0,6\n");
	fw_check("alignment of lwarx", at, seen.pc);
	AT("addi 6,%1,4095\n1:\tlwz 5,0(6)\n\tstw 5,0(6)");
	fw_check("alignment is nothing to lwz", 2, seen.times);
}

static uint32_t supervisors_counter(uint32_t arg)
{
	(void)arg;
	fw_mfpmr(16);
	return seen.esr;
}

static uint32_t users_counter(uint32_t arg)
{
	(void)arg;
	return fw_mfpmr(1);
}

static uint32_t write_users(uint32_t arg)
{
	fw_mtpmr(1, arg);
	return seen.esr;
}

static void monitor(void)
{
	expect(FW_PROGRAM, 4);
	fw_mtpmr(400, 0x80000000);
	fw_mtpmr(17, 99);
	fw_check("monitor: user copy", 99, fw_call_user(users_counter, 0));
	fw_check("monitor: no exception", 0, seen.times);
	fw_check("monitor: PMC0 in user mode", ESR_PPR,
		 fw_call_user(supervisors_counter, 0));
	fw_check("monitor: write to a copy", ESR_PIL,
		 fw_call_user(write_users, 1));
	fw_mtpmr(20, 1);
	fw_check("monitor: no such register", ESR_PIL, seen.esr);
	fw_check("monitor: unchanged", 99, fw_mfpmr(17));
}

int main(void)
{
	by_instruction();
	in_user_mode();
	by_access();
	by_right();
	by_fetch();
	asynchronous();
	alignment();
	critical();
	machine_check();
	monitor();
	return fw_checked();
}
