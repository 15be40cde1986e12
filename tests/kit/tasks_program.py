# SPDX-License-Identifier: MIT
"""A program with a task that has a stack of its own, for every board."""

# main() lets a task go on five times, which each time does a loop of a hundred;
# between them main() has a loop of its own.
TASKS = '''
typedef unsigned long word;
#define WHOLE __attribute__((noipa)) void
static word stack[4096], mine, its;
static volatile unsigned cell;
WHOLE swap(word *save, word to);
#if defined __arm__
__asm__(".arm\\n.type swap, %function\\nswap: push {r4-r11, lr}\\n"
	"str sp, [r0]\\nmov sp, r1\\npop {r4-r11, pc}\\n.size swap, .-swap");
enum { FRAME = 9, LINK = 8 };
#elif defined __aarch64__
__asm__(".type swap, %function\\nswap: sub sp, sp, #96\\n"
	"stp x19, x20, [sp]\\nstp x21, x22, [sp, #16]\\n"
	"stp x23, x24, [sp, #32]\\nstp x25, x26, [sp, #48]\\n"
	"stp x27, x28, [sp, #64]\\nstp x29, x30, [sp, #80]\\n"
	"mov x9, sp\\nstr x9, [x0]\\nmov sp, x1\\n"
	"ldp x19, x20, [sp]\\nldp x21, x22, [sp, #16]\\n"
	"ldp x23, x24, [sp, #32]\\nldp x25, x26, [sp, #48]\\n"
	"ldp x27, x28, [sp, #64]\\nldp x29, x30, [sp, #80]\\n"
	"add sp, sp, #96\\nret\\n.size swap, .-swap");
enum { FRAME = 12, LINK = 11 };
#else
__asm__(".type swap, @function\\nswap: stwu 1, -80(1)\\nmflr 0\\n"
	"stw 0, 84(1)\\nstmw 14, 8(1)\\nstw 1, 0(3)\\nmr 1, 4\\n"
	"lmw 14, 8(1)\\nlwz 0, 84(1)\\nmtlr 0\\naddi 1, 1, 80\\nblr\\n"
	".size swap, .-swap");
enum { FRAME = 24, LINK = 21 };
#endif
WHOLE burn(void)
{
	for (unsigned i = 0; i < 100; i++)
		cell = i;	/* the task's */
}
WHOLE idle(void)
{
	for (unsigned i = 0; i < 30; i++)
		cell = i;	/* main's */
}
WHOLE life(void)
{
	for (;;) {
		burn();
		swap(&its, mine);
	}
}
int main(void)
{
	word *top = stack + 4096 - FRAME;

	top[LINK] = (word)&life;
	its = (word)top;
	for (unsigned i = 0; i < 5; i++) {
		idle();
		swap(&mine, its);
	}
	return 0;
}
'''
