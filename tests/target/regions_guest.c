/* SPDX-License-Identifier: MIT */
/*
 * Functions that begin and end in all ways, one call of each, for a debugger
 * that measures them.  WAY is what main() comes to when all are over: one that
 * never returns, one in user mode, or the end.
 */
#include <stdio.h>

unsigned deep(unsigned n);
unsigned tail(unsigned n), literal(unsigned n), branch(unsigned n);
unsigned skip(unsigned n), stay(unsigned n);
unsigned again(unsigned n), busy(unsigned n), hide(unsigned n);
unsigned page(unsigned n), thumb(unsigned n);
void forever(void), user(void), at_user(void);

__attribute__((noinline)) unsigned leaf(unsigned n)
{
	volatile unsigned sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += i;
	return sum;
}

unsigned shout(unsigned n)
{
	printf("here\n");
	fflush(stdout);
	return leaf(n);
}

#ifdef __arm__
__asm__(".arm\n.syntax unified\n"
	".macro fn name\n.global \\name\n.type \\name, %function\n\\name:\n"
	".endm\n"
	"fn deep\n push {r4, lr}\n mov r4, r0\n cmp r0, #2\n movlo r0, #1\n"
	" poplo {r4, pc}\n sub r0, r0, #1\n bl deep\n sub r1, r4, #2\n"
	" mov r4, r0\n mov r0, r1\n bl deep\n add r0, r0, r4\n"
	" pop {r4, pc}\n.size deep, .-deep\n"
	"fn tail\n add r0, r0, #1\n b leaf\n.size tail, .-tail\n"
	"fn literal\n ldr r1, 1f\n add r0, r0, r1\n bx lr\n"
	"1: .word 1000\n.size literal, .-literal\n"
	"fn page\n b 1f\n nop\n1: add r0, r0, #3\n bx lr\n.size page, .-page\n"
	"fn branch\n b leaf\n.size branch, .-branch\n"
	"fn skip\n beq 1f\n add r0, r0, #1\n1: bx lr\n.size skip, .-skip\n"
	"fn stay\n bne 1f\n add r0, r0, #1\n1: bx lr\n.size stay, .-stay\n"
	"fn again\n subs r0, r0, #1\n bne again\n bx lr\n.size again, .-again\n"
	"fn bare\n bx lr\n.size bare, .-bare\n"
	"fn forever\n nop\n1: b 1b\n.size forever, .-forever\n"
	"fn busy\n push {r4, lr}\n bl shout\n pop {r4, pc}\n.size busy, "
	".-busy\n"
	"fn hide\n push {r4, r5}\n mvn r4, lr\n bl shout\n mvn lr, r4\n"
	" pop {r4, r5}\n bx lr\n.size hide, .-hide\n"
	"fn user\n cps #0x1f\n mov r0, sp\n cps #0x13\n mov r1, sp\n"
	" cps #0x1f\n sub sp, r1, #256\n cps #0x10\n mov r0, #9\n bl at_user\n"
	"1: b 1b\n.size user, .-user\n"
	"fn at_user\n add r0, r0, #1\n add r0, r0, #1\n add r0, r0, #1\n"
	" bx lr\n.size at_user, .-at_user\n"
	".thumb\n.thumb_func\nfn thumb\n adds r0, r0, #1\n adds r0, r0, #2\n"
	" bx lr\n.size thumb, .-thumb\n.arm\n");
#else
__asm__(".macro fn name\n.global \\name\n.type \\name, %function\n\\name:\n"
	".endm\n"
	"fn deep\n stp x29, x30, [sp, #-32]!\n str x19, [sp, #16]\n"
	" mov w19, w0\n cmp w0, #2\n mov w0, #1\n b.lo 1f\n sub w0, w19, #1\n"
	" bl deep\n sub w1, w19, #2\n mov w19, w0\n mov w0, w1\n bl deep\n"
	" add w0, w0, w19\n1: ldr x19, [sp, #16]\n ldp x29, x30, [sp], #32\n"
	" ret\n.size deep, .-deep\n"
	"fn tail\n add w0, w0, #1\n b leaf\n.size tail, .-tail\n"
	"fn literal\n ldr w1, 1f\n add w0, w0, w1\n ret\n"
	"1: .word 1000\n.size literal, .-literal\n"
	"fn page\n adrp x1, leaf\n add w0, w0, #3\n ret\n.size page, .-page\n"
	"fn branch\n b leaf\n.size branch, .-branch\n"
	"fn skip\n cbz w0, 1f\n add w0, w0, #1\n1: ret\n.size skip, .-skip\n"
	"fn stay\n tbz w0, #4, 1f\n add w0, w0, #1\n1: ret\n"
	".size stay, .-stay\n"
	"fn again\n sub w0, w0, #1\n cbnz w0, again\n ret\n"
	".size again, .-again\n"
	"fn forever\n nop\n1: b 1b\n.size forever, .-forever\n"
	"fn busy\n stp x29, x30, [sp, #-16]!\n bl shout\n"
	" ldp x29, x30, [sp], #16\n ret\n.size busy, .-busy\n"
	"fn hide\n stp x19, x29, [sp, #-16]!\n mvn x19, x30\n bl shout\n"
	" mvn x30, x19\n ldp x19, x29, [sp], #16\n ret\n.size hide, .-hide\n"
	"fn user\n mov x0, sp\n sub x0, x0, #256\n msr sp_el0, x0\n"
	" adr x0, 1f\n msr elr_el1, x0\n mov x0, #0x3c0\n msr spsr_el1, x0\n"
	" eret\n1: mov w0, #9\n bl at_user\n2: b 2b\n.size user, .-user\n"
	"fn at_user\n add w0, w0, #1\n add w0, w0, #1\n add w0, w0, #1\n"
	" ret\n.size at_user, .-at_user\n"
	"fn thumb\n ret\n.size thumb, .-thumb\n");
#endif

int main(void)
{
	unsigned sum = deep(12);

	sum += tail(20) + literal(1) + page(1) + branch(9) + skip(0) + stay(1);
	sum += again(7) + thumb(3);
	printf("%u\n", sum);
	fflush(stdout);
	WAY;
	return 0;
}
