/* SPDX-License-Identifier: MIT */
/*
 * The core waits for an interrupt, nearly all the time: for the wrap of its
 * cycle counter, an e500 for its decrementer, an ARM926 for a device.  ENABLE
 * lists what has to be written where for the monitor's line to reach the core;
 * interrupts stay masked, as far as a core then wakes up.
 */
#include <stdint.h>

#define SHORTLY "0xfff00000" /* a million cycles before the wrap */

#if defined(__aarch64__)
#define WAIT                                                                   \
	"msr pmcr_el0, xzr\n\tmsr pmccfiltr_el0, xzr\n\t"                      \
	"mov x10, #0x80000000\n\tmsr pmovsclr_el0, x10\n\t"                    \
	"msr pmcntenset_el0, x10\n\tmsr pmintenset_el1, x10\n\t"               \
	"mov x9, #" SHORTLY "\n\tmsr pmccntr_el0, x9\n\tmov x10, #1\n\t"       \
	"msr pmcr_el0, x10\n\twfi\n\tmsr pmcr_el0, xzr"
#define CLOBBER "x9", "x10"
#elif defined(__ARM_ARCH_7A__)
#define WAIT                                                                   \
	"ldr r4, =" SHORTLY "\n\tmov r5, #0x80000000\n\t"                      \
	"mcr p15, 0, r5, c9, c12, 3\n\tmcr p15, 0, r5, c9, c12, 1\n\t"         \
	"mcr p15, 0, r5, c9, c14, 1\n\tmcr p15, 0, r4, c9, c13, 0\n\t"         \
	"mov r5, #1\n\tmcr p15, 0, r5, c9, c12, 0\n\twfi\n\tmov r5, #0\n\t"    \
	"mcr p15, 0, r5, c9, c12, 0"
#define CLOBBER "r4", "r5"
#elif defined(__ARM_ARCH_5TEJ__)
/* For the end of a copy of 4095 words by the DMA controller, 40 times. */
#define WAIT                                                                   \
	"mov r5, #40\n1:\tldr r4, =0x10130000\n\tmov r6, #0x2000000\n\t"       \
	"str r6, [r4, #0x100]\n\tadd r6, r6, #0x100000\n\t"                    \
	"str r6, [r4, #0x104]\n\tmov r6, #0\n\tstr r6, [r4, #0x108]\n\t"       \
	"ldr r6, =0x8f480fff\n\tstr r6, [r4, #0x10c]\n\tldr r6, =0xc001\n\t"   \
	"str r6, [r4, #0x110]\n\tmcr p15, 0, r6, c7, c0, 4\n\tmov r6, #1\n\t"  \
	"str r6, [r4, #8]\n\tsubs r5, r5, #1\n\tbne 1b"
#define CLOBBER "r4", "r5", "r6"
#elif defined(__arm__)
#define WAIT                                                                   \
	"ldr r4, =" SHORTLY "\n\tmov r5, #0x700\n\t"                           \
	"mcr p15, 0, r5, c15, c12, 0\n\tmcr p15, 0, r4, c15, c12, 1\n\t"       \
	"mov r5, #0x41\n\tmcr p15, 0, r5, c15, c12, 0\n\tmov r5, #0\n\t"       \
	"mcr p15, 0, r5, c7, c0, 4\n\tmcr p15, 0, r5, c15, c12, 0"
#define CLOBBER "r4", "r5"
#else
/* The handler clears the status, and the wait in what it returns to. */
__asm__(".balign 16\n"
	"decremented:\n"
	"	lis	9, 0x0800\n"
	"	mtspr	336, 9\n"
	"	mfspr	9, 27\n"
	"	rlwinm	9, 9, 0, 14, 12\n"
	"	mtspr	27, 9\n"
	"	rfi\n");
#define WAIT                                                                   \
	"lis 9, decremented@ha\n\taddi 9, 9, decremented@l\n\tmtspr 63, 9\n\t" \
	"mtspr 410, 9\n\tlis 9, 2\n\tmtspr 22, 9\n\tlis 9, 0x0400\n\t"         \
	"mtspr 340, 9\n\tmfspr 9, 1008\n\toris 9, 9, 0x80\n\t"                 \
	"ori 9, 9, 0x4000\n\tmtspr 1008, 9\n\tisync\n\tmfmsr 9\n\t"            \
	"oris 9, 9, 4\n\tori 9, 9, 0x8000\n\tmsync\n\tmtmsr 9\n\tisync\n\t"    \
	"wrteei 0"
#define CLOBBER "9"
#endif

static const struct {
	uintptr_t at;
	uint32_t value;
} enable[] = { ENABLE };

int main(void)
{
	for (unsigned i = 0; i < sizeof enable / sizeof enable[0]; i++)
		if (enable[i].at)
			*(volatile uint32_t *)enable[i].at = enable[i].value;
	__asm__ volatile(WAIT : : : CLOBBER, "cc", "memory");
	return 0;
}
