/* SPDX-License-Identifier: MIT */
/* Functions of Thumb-2 that begin in all ways, one call of each, for a debugger
 * that leaves a branch there. */
#include <stdio.h>

unsigned deep(unsigned n), wide(unsigned n), beside(unsigned n);
unsigned mixed(unsigned n), middle(unsigned n), jump(unsigned n);
unsigned other(unsigned n);

__asm__(".thumb\n.syntax unified\n.macro fn name\n.balign 4\n.global \\name\n"
	".type \\name, %function\n.thumb_func\n\\name:\n.endm\n"
	/* Two halves, and again from within. */
	"fn deep\n push {r4, lr}\n movs r4, r0\n cmp r0, #2\n blo 1f\n"
	" subs r0, r0, #1\n bl deep\n subs r1, r4, #2\n mov r4, r0\n"
	" mov r0, r1\n bl deep\n adds r0, r0, r4\n pop {r4, pc}\n"
	"1: movs r0, #1\n pop {r4, pc}\n.size deep, .-deep\n"
	/* One of two halves. */
	"fn wide\n push.w {r4-r9, lr}\n mov r9, r0\n bl other\n"
	" add r0, r9\n pop.w {r4-r9, pc}\n.size wide, .-wide\n"
	/* A function at no word's address that loads the word behind it. */
	"nop\nfn skew\n nop\n.size skew, .-skew\n"
	".global beside\n.type beside, %function\n.thumb_func\nbeside:\n"
	" ldr r1, 1f\n adds r0, r0, r1\n bx lr\n.balign 4\n"
	"1: .word 1000\n.size beside, .-beside\n"
	/* Three halves. */
	"fn mixed\n adds r0, r0, #1\n add.w r0, r0, #0x100\n adds r0, r0, #2\n"
	" bx lr\n.size mixed, .-mixed\n"
	"fn middle\n nop\n1: subs r0, r0, #1\n bne 1b\n bx lr\n"
	".size middle, .-middle\n"
	"fn jump\n b.w other\n.size jump, .-jump\n"
	"fn other\n adds r0, r0, #1\n adds r0, r0, #3\n bx lr\n"
	".size other, .-other\n");

int main(void)
{
	unsigned sum = deep(8) + wide(3) + beside(4) + mixed(5);

	printf("%u\n", sum + middle(6) + jump(7));
	return 0;
}
