/* SPDX-License-Identifier: MIT */
/*
 * AArch64 programs find this in EL1: exceptions with syndrome, return address
 * and fault address, interrupts, registers, accesses of every kind.  All of it
 * is the architecture's, so QEMU's machine prints the same.
 */
#include "virt/virt.h"

#include <stddef.h>

enum { IRQ_MASK = 1 << 7 };

/* Nothing answers at the platform bus's would-be address. */
enum { NOWHERE = 0x0c200000 };

enum { TIMER = 27, PMU = 23, BY_SOFTWARE = 5 };

static struct {
	uint64_t syndrome, fault, pc;
	unsigned vector, count;
} seen;

static unsigned interrupts[32];

/* SVC comes with the address behind it, the others with their own. */
static void on_exception(struct virt_frame *frame, unsigned vector)
{
	seen.syndrome = virt_read(esr_el1);
	seen.fault = virt_read(far_el1);
	seen.pc = frame->pc;
	seen.vector = vector;
	seen.count++;
	if (seen.syndrome >> 26 != 0x15)
		frame->pc += 4;
}

static void on_interrupt(unsigned number)
{
	interrupts[number]++;
	virt_write(cntv_ctl_el0, 0);
	virt_write(pmovsclr_el0, 0x8000003f);
}

/* The instruction, its address in `here`. */
#define AT(text)                                                               \
	__asm__ volatile("adr %0, 1f\n1:\t" text : "=r"(here) : : "memory")

static void syndromes(void)
{
	uint64_t here;

	AT("svc #0x123");
	virt_check("svc syndrome", 0x56000123, seen.syndrome);
	virt_check("svc return address", here + 4, seen.pc);
	virt_check("vector", 4, seen.vector);
	AT("brk #7");
	virt_check("brk syndrome", 0xf2000007, seen.syndrome);
	virt_check("brk return address", here, seen.pc);
	AT(".inst 0");
	virt_check("undefined syndrome", 0x02000000, seen.syndrome);
	virt_check("undefined return address", here, seen.pc);
	seen.syndrome = 1;
	AT("mrs xzr, s3_7_c15_c15_7");
	virt_check("unknown register read", 0x02000000, seen.syndrome);
	seen.syndrome = 1;
	AT("msr s3_0_c15_c7_3, xzr");
	virt_check("unknown register written", 0x02000000, seen.syndrome);
	seen.syndrome = 1;
	AT("msr s3_0_c0_c0_0, xzr");
	virt_check("MIDR_EL1 written", 0x02000000, seen.syndrome);
	virt_check("exceptions", 6, seen.count);
}

static void aborts(void)
{
	uint64_t a = 1, b = 2, base = NOWHERE;

	__asm__ volatile("ldp %0, %1, [%2], #16"
			 : "+r"(a), "+r"(b), "+r"(base));
	virt_check("read abort", 0x25, seen.syndrome >> 26);
	virt_check("external", 0x10, seen.syndrome & 0x3f);
	virt_check("no write", 0, seen.syndrome >> 6 & 1);
	virt_check("fault address", NOWHERE, seen.fault);
	virt_check("base unchanged", NOWHERE, base);
	virt_check("first unchanged", 1, a);
	virt_check("second unchanged", 2, b);
	__asm__ volatile("str %0, [%1, #8]!" : "+r"(a), "+r"(base));
	virt_check("write abort", 1, seen.syndrome >> 6 & 1);
	virt_check("fault address of a write", NOWHERE + 8, seen.fault);
	virt_check("base of a write unchanged", NOWHERE, base);
}

/* In EL1t the vectors are others, and so is the stack. */
static void stack_pointers(void)
{
	static uint64_t stack[64] __attribute__((aligned(16)));
	uint64_t top = (uint64_t)(uintptr_t)&stack[64], after = 0, selected;

	__asm__ volatile("msr spsel, #0\n\tmov sp, %2\n\tsvc #1\n\t"
			 "mov %0, sp\n\tmrs %1, spsel\n\tmsr spsel, #1"
			 : "=&r"(after), "=&r"(selected)
			 : "r"(top)
			 : "memory");
	virt_check("vector with SP_EL0", 0, seen.vector);
	virt_check("SP_EL0 back", top, after);
	virt_check("SPSel back", 0, selected);
	virt_check("SP_EL0 kept", top, virt_read(sp_el0));
}

static uint8_t page[8192] __attribute__((aligned(4096)));

static void accesses(void)
{
	uint64_t value = UINT64_C(0x1122334455667788), got = 0, third = 0;
	uint8_t *edge = page + 4096;
	uint32_t status = 1;

	__asm__ volatile("stp %0, %1, [%2]"
			 :
			 : "r"(value), "r"(~value), "r"(edge - 3)
			 : "memory");
	__asm__ volatile("ldp %0, %1, [%2]"
			 : "=r"(got), "=r"(third)
			 : "r"(edge - 3)
			 : "memory");
	virt_check("pair over a page's end", value, got);
	virt_check("second of the pair", ~value, third);
	virt_check("byte before the end", 0x66, edge[-1]);
	virt_check("byte behind the end", 0x55, edge[0]);
	__asm__ volatile("1:\tldxr %0, [%2]\n\tstxr %w1, %3, [%2]\n\t"
			 "cbnz %w1, 1b"
			 : "=&r"(got), "=&r"(status)
			 : "r"(page + 64), "r"(value)
			 : "memory");
	virt_check("exclusive store done", 0, status);
	virt_check("exclusive store", 0x88, page[64]);
	for (unsigned i = 0; i < 192; i++)
		page[i] = 0xaa;
	__asm__ volatile("dc zva, %0" : : "r"(page + 70) : "memory");
	virt_check("before a zeroed line", 0xaa, page[63]);
	virt_check("a zeroed line", 0, page[64] | page[127]);
	virt_check("behind a zeroed line", 0xaa, page[128]);
}

static void wait_for(unsigned number)
{
	for (unsigned i = 0; i < 1000 && !interrupts[number]; i++)
		__asm__ volatile("nop");
}

static void interrupt_lines(void)
{
	uint64_t masked;

	virt_interrupt = on_interrupt;
	virt_line(BY_SOFTWARE);
	virt_line(TIMER);
	virt_line(PMU);
	virt_raise(BY_SOFTWARE);
	__asm__ volatile("nop");
	virt_check("masked", 0, interrupts[BY_SOFTWARE]);
	__asm__ volatile("msr daifclr, #2");
	wait_for(BY_SOFTWARE);
	virt_check("by software", 1, interrupts[BY_SOFTWARE]);
	virt_check("frequency", 62500000, virt_read(cntfrq_el0));
	virt_write(cntv_tval_el0, 5000);
	virt_write(cntv_ctl_el0, 1);
	while (!interrupts[TIMER])
		__asm__ volatile("wfi");
	virt_check("timer", 1, interrupts[TIMER]);
	virt_write(pmcntenclr_el0, UINT32_MAX);
	virt_write(pmintenclr_el1, UINT32_MAX);
	virt_write(pmcr_el0, 1);
	virt_write(pmevtyper0_el0, 0);
	virt_write(pmevcntr0_el0, 0xffffffff);
	virt_write(pmovsclr_el0, 1);
	virt_write(pmintenset_el1, 1);
	virt_write(pmcntenset_el0, 1);
	virt_write(pmswinc_el0, 1);
	wait_for(PMU);
	virt_check("monitor", 1, interrupts[PMU]);
	virt_check("wrapped to", 0, virt_read(pmevcntr0_el0));
	virt_write(pmcr_el0, 0);
	masked = virt_read(daif);
	virt_check("mask restored", 0, masked & IRQ_MASK);
	__asm__ volatile("msr daifset, #2");
	virt_check("mask set", IRQ_MASK, virt_read(daif) & IRQ_MASK);
}

int main(void)
{
	virt_exception = on_exception;
	virt_check("EL1", 4, virt_read(CurrentEL));
	virt_check("part number", 0xd03, virt_read(midr_el1) >> 4 & 0xfff);
	syndromes();
	aborts();
	stack_pointers();
	accesses();
	interrupt_lines();
	return virt_checked();
}
