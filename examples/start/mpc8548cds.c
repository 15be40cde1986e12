/* SPDX-License-Identifier: MIT */
/*
 * An e500 core: its monitor asks the core itself, by vector 35, and no
 * controller is between them.  The other vectors' offsets stay what they were.
 */
#include "start.h"

/* The handler keeps what a call may change: r0, r3 to r12, LR, CTR, XER and CR.
 */
__asm__(".text\n"
	".balign 16\n"
	"start_monitor:\n"
	"	stwu	1, -80(1)\n"
	"	stw	0, 8(1)\n"
	"	stw	3, 12(1)\n"
	"	stw	4, 16(1)\n"
	"	stw	5, 20(1)\n"
	"	stw	6, 24(1)\n"
	"	stw	7, 28(1)\n"
	"	stw	8, 32(1)\n"
	"	stw	9, 36(1)\n"
	"	stw	10, 40(1)\n"
	"	stw	11, 44(1)\n"
	"	stw	12, 48(1)\n"
	"	mflr	0\n"
	"	stw	0, 52(1)\n"
	"	mfctr	0\n"
	"	stw	0, 56(1)\n"
	"	mfxer	0\n"
	"	stw	0, 60(1)\n"
	"	mfcr	0\n"
	"	stw	0, 64(1)\n"
	"	mfspr	3, 26\n"
	"	stw	3, 68(1)\n"
	"	mfspr	0, 27\n"
	"	stw	0, 72(1)\n"
	"	lis	9, start_handler@ha\n"
	"	lwz	9, start_handler@l(9)\n"
	"	mtctr	9\n"
	"	bctrl\n"
	"	lwz	0, 72(1)\n"
	"	mtspr	27, 0\n"
	"	lwz	0, 68(1)\n"
	"	mtspr	26, 0\n"
	"	lwz	0, 64(1)\n"
	"	mtcr	0\n"
	"	lwz	0, 60(1)\n"
	"	mtxer	0\n"
	"	lwz	0, 56(1)\n"
	"	mtctr	0\n"
	"	lwz	0, 52(1)\n"
	"	mtlr	0\n"
	"	lwz	3, 12(1)\n"
	"	lwz	4, 16(1)\n"
	"	lwz	5, 20(1)\n"
	"	lwz	6, 24(1)\n"
	"	lwz	7, 28(1)\n"
	"	lwz	8, 32(1)\n"
	"	lwz	9, 36(1)\n"
	"	lwz	10, 40(1)\n"
	"	lwz	11, 44(1)\n"
	"	lwz	12, 48(1)\n"
	"	lwz	0, 8(1)\n"
	"	addi	1, 1, 80\n"
	"	rfi\n");

extern void (*start_handler)(uintptr_t pc); /* for the code above */
void (*start_handler)(uintptr_t pc);

void start_interrupts(void (*handler)(uintptr_t pc))
{
	extern char start_monitor[];

	start_handler = handler;
	/* IVPR has the upper half of the address, IVOR35 the lower one. */
	__asm__ volatile("mtspr	63, %0\n\t"
			 "mtspr	531, %0\n\t"
			 "isync\n\t"
			 "wrteei	1"
			 :
			 : "r"(start_monitor)
			 : "memory");
}

void stop_interrupts(void)
{
	__asm__ volatile("wrteei	0" : : : "memory");
}
