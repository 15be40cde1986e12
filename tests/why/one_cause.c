/* SPDX-License-Identifier: MIT */
/*
 * A function for each cause of cycles, which nearly all of its cycles have that
 * no instruction issues in.  Each works in registers alone, and in loops so
 * long that what it takes to come into a cache, and to end, is next to nothing.
 * For each board that has a compiler: what is not there for a core is left out.
 */
#include <stdint.h>

#define WHOLE      __attribute__((noipa, noinline))
#define STRING(x)  STRING_(x)
#define STRING_(x) #x
enum { LINE = 64, MANY = 2 << 20, SOME = 64 << 10 };

#if defined(__aarch64__)
#define BACK "subs %w0, %w0, #1\n\tb.ne 1b\n"
#elif defined(__arm__)
#define BACK "subs %0, %0, #1\n\tbne 1b\n"
#else
#define BACK "addic. %0, %0, -1\n\tbne 1b\n"
#endif
#define TURNS(times, each)                                                     \
	"1:\n\t.rept " STRING(times) "\n\t" each "\n\t.endr\n\t" BACK

static uintptr_t ring[MANY / sizeof(uintptr_t)] __attribute__((aligned(4096)));
static uintptr_t self = (uintptr_t)&self;

/* Each line has the next one's place. */
WHOLE static void link_ring(unsigned bytes)
{
	const unsigned step = LINE / sizeof(uintptr_t);
	const unsigned words = bytes / sizeof(uintptr_t);

	for (unsigned i = 0; i < words; i += step)
		ring[i] = (uintptr_t)&ring[(i + step) & (words - 1)];
}
#if defined(__aarch64__)
#define ADD   "add %w1, %w1, #1"
#define UNITS "ldp x9, x10, [%2]"
#define MUL   "mul %w1, %w1, %w1"
#define DIV   "udiv %w1, %w1, %w1\n\torr %w1, %w1, #1"
#define COPRO "mrs %1, midr_el1"
#define CHASE "ldr %1, [%1]"
#define BITS  "tbz %w1, #0, 2f\n\teor %w1, %w1, %w2\n2:\tlsr %w1, %w1, #1"
#define NEXT  "b 2f\n2:"
#define SYNC  "dsb sy"
#define WAY   "eor %2, %2, #4\n\tadr x9, 2f\n\tadd x9, x9, %2\n\tbr x9\n2:\tnop"
#define BACKWARD                                                               \
	"eor %2, %2, #4\n\tadr x30, 2f\n\tadd x30, x30, %2\n\tret\n2:\tnop"
#define PAGES   "ldr x9, [%1]\n\tadd %1, %1, %2"
#define FORGET  "tlbi vmalle1\n\tnop\n\tnop\n\tnop"
#define NOP     "nop"
#define CLOBBER "x0", "x1", "x9", "x10", "x30"
#elif defined(__arm__)
#define ADD   "add %1, %1, #1"
#define UNITS "ldmia %2, {r4-r6, r8}"
#define SLOW  "mov %1, %1, lsl %2"
#define MUL   "mul %1, %2, %1"
#define COPRO "mrc p15, 0, %1, c0, c0, 0"
#define CHASE "ldr %1, [%1]"
#define BITS  "movs %1, %1, lsr #1\n\tbcc 2f\n\teor %1, %1, %2\n2:"
#define NEXT  "b 2f\n2:"
#define SYNC  "mrs %1, cpsr"
#define STORE "str %1, [%2], #32"
#define WAY   "eor %2, %2, #4\n\tadr r4, 2f\n\tadd r4, r4, %2\n\tbx r4\n2:\tnop"
#define BACKWARD                                                               \
	"eor %2, %2, #4\n\tadr lr, 2f\n\tadd lr, lr, %2\n\tbx lr\n2:\tnop"
#define HOST    "mov r0, #0x11\n\tsvc 0x123456"
#define PAGES   "ldr r4, [%1]\n\tadd %1, %1, %2"
#define FORGET  "mcr p15, 0, %1, c8, c5, 0" EIGHTH
#define EIGHTH  "\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop"
#define NOP     "nop"
#define CLOBBER "r0", "r1", "r4", "r5", "r6", "r8", "lr"
#else
#define ADD   "addi 9, 9, 1\n\taddi 10, 10, 1"
#define UNITS "lwz 9, 0(%2)"
#define MUL   "mullw %1, %1, %1"
#define DIV   "divwu %1, %1, %1\n\tori %1, %1, 1"
#define CHASE "lwz %1, 0(%1)"
#define BITS  "andi. 9, %1, 1\n\tsrwi %1, %1, 1\n\tbeq 2f\n\txor %1, %1, %2\n2:"
#define NEXT  "b 2f\n2:"
#define SYNC  "isync"
#define STORE "stwu %1, 32(%2)"
#define WAY                                                                    \
	"xori %2, %2, 4\n\tlis 9, 2f@ha\n\taddi 9, 9, 2f@l\n\tadd 9, 9, "      \
	"%2\n\tmtctr 9\n\tbctr\n2:\tnop"
#define BACKWARD                                                               \
	"xori %2, %2, 4\n\tlis 9, 2f@ha\n\taddi 9, 9, 2f@l\n\tadd 9, 9, "      \
	"%2\n\tmtlr 9\n\tblr\n2:\tnop"

#define NOP     "nop"
#define CLOBBER "0", "9", "10", "ctr", "lr"
#endif

#define LOOP(name, turns, times, each, first, second)                          \
	WHOLE static uintptr_t name(void)                                      \
	{                                                                      \
		uintptr_t n = (turns), a = (uintptr_t)(first),                 \
			  b = (uintptr_t)(second);                             \
		__asm__ volatile(TURNS(times, each)                            \
				 : "+r"(n), "+r"(a), "+r"(b)                   \
				 :                                             \
				 : CLOBBER, "cc", "memory");                   \
		return a;                                                      \
	}

LOOP(issue, 600, 256, ADD, 1, 1)
LOOP(units, 400, 256, UNITS, 1, ring)
#ifdef SLOW
LOOP(slow_alu, 400, 256, SLOW, 1, 1)
#endif
LOOP(multiply, 400, 256, MUL, 1, 1)
#ifdef DIV
LOOP(divide, 400, 64, DIV, 1, 1)
#endif
#ifdef COPRO
LOOP(coprocessor, 800, 64, COPRO, 1, 1)
#endif
LOOP(load_use, 400, 256, CHASE, self, 1)
LOOP(warm, 256, 32, CHASE, ring, 1)
LOOP(data_level2, 64, 64, CHASE, ring, 1)
#ifdef __ARM_ARCH_5TEJ__ /* The core waits for a word by itself. */
LOOP(data_memory, 256, 64, "ldr r4, [%1], #64", ring, 1)
#else
LOOP(data_memory, 256, 64, CHASE, ring, 1)
#endif
LOOP(br_conditional, 800, 64, BITS, 0x12345, 0xedb88320)
LOOP(br_direct, 80, 1024, NEXT, 1, 1)
LOOP(synchronise, 800, 64, SYNC, 0, 1)
LOOP(br_indirect, 200, 63, WAY, 0, 0)
LOOP(br_return, 200, 63, BACKWARD, 0, 0)
#ifdef STORE
LOOP(buffers, 512, 64, STORE, 1, ring)
#endif
#ifdef __XSCALE__
#define SECTIONS 50
#else
#define SECTIONS 100
#endif
#if defined(__aarch64__) || defined(__ARM_ARCH_6T2__)
#undef PAGES
#endif
#ifdef __ARM_ARCH_6T2__
#undef FORGET /* Regions need no walk. */
#endif
#ifdef __ARM_ARCH_5TEJ__
/* An operation forgets the TLB's entries, and costs a cycle itself; so this
 * runs over the bounds of twelve pages of 1 KiB before the next, and walks two
 * tables in each.  The cache has just room for these pages. */
__asm__("	.balign 4096\n"
	"pages:	.skip 1024 - 32\n"
	"1:	mcr p15, 0, r0, c8, c5, 0\n"
	"	.rept 7 + 12 * 256\n"
	"	nop\n"
	"	.endr\n"
	"	subs r0, r0, #1\n"
	"	bne 1b\n"
	"	bx lr\n");
extern char pages[];
WHOLE static uintptr_t walk_fetch(void)
{
	enum { AT = 0x700, TINY = 1024, LINE = 8, TINIES = 2 * LINE };
	static uint32_t fine[1024] __attribute__((aligned(4096)));
	uintptr_t n = 1000, to = ((uintptr_t)AT << 20) + TINY - 32;
	uint32_t *table;

	__asm__("mrc p15, 0, %0, c2, c0, 0" : "=r"(table));
	for (uint32_t i = 0; i < TINIES; i++)
		fine[i] = ((uintptr_t)pages + i * TINY) | 0x3f;
	table[AT] = (table[0] & 0x1e0) | (uintptr_t)fine | 0x13;
	__asm__ volatile("mcr p15, 0, %1, c7, c10, 1\n\t"
			 "mcr p15, 0, %2, c7, c10, 1\n\t"
			 "mcr p15, 0, %3, c7, c10, 1\n\t"
			 "mcr p15, 0, %0, c7, c10, 4\n\t"
			 "mcr p15, 0, %0, c8, c7, 0\n\t"
			 "mov r0, %0\n\tmov lr, pc\n\tbx %4"
			 :
			 : "r"(n), "r"(fine), "r"(&fine[LINE]), "r"(&table[AT]),
			   "r"(to)
			 : "r0", "lr", "cc", "memory");
	return 0;
}
#elif defined(FORGET)
LOOP(walk_fetch, 4000, 8, FORGET, 1, 1)
#endif
#ifdef __powerpc__
#define FORGET  /* The page of these is eight, each by an entry of TLB1: more  \
		 * than the first level has room for. */
__asm__(".balign 4096\n"
	"hops:	.rept 7\n"
	"	b .+0x1004\n"
	"	.endr\n"
	"	bdnz .-0x701c\n"
	"	blr\n");
extern char hops[];
WHOLE static uintptr_t walk_fetch(void)
{
	for (uint32_t i = 0; i < 8; i++)
		__asm__ volatile("mtspr 624, %0\n\tmtspr 625, %1\n\t"
				 "mtspr 626, %2\n\tmtspr 627, %3\n\t"
				 "isync\n\ttlbwe\n\tisync"
				 :
				 : "r"(0x10050000 + (i << 16)), "r"(0x80000100),
				   "r"(0x70000000 + i * 4096),
				   "r"((uintptr_t)hops | 0x3f)
				 : "memory");
	__asm__ volatile("lis 9, 0x7000\n\tmtlr 9\n\tli 9, 4000\n\t"
			 "mtctr 9\n\tblrl"
			 :
			 :
			 : "9", "lr", "ctr", "cc", "memory");
	return 0;
}
#endif
#ifdef PAGES
WHOLE static uintptr_t walk_data(void)
{
	uintptr_t n, a, b = (1 << 20) + 64;

	for (int i = 0; i < 400; i++) {
		n = 1;
		a = (uintptr_t)ring & ~(uintptr_t)0xfffff;
		__asm__ volatile(TURNS(SECTIONS, PAGES)
				 : "+r"(n), "+r"(a), "+r"(b)
				 :
				 : CLOBBER, "cc", "memory");
	}
	return a;
}
#endif
#ifdef HOST
WHOLE static uintptr_t exception(void)
{
	uintptr_t n = 100, a = 0, b = 0;
	__asm__ volatile(TURNS(64, HOST)
			 : "+r"(n), "+r"(a), "+r"(b)
			 :
			 : CLOBBER, "cc", "memory");
	return a;
}
#endif
WHOLE static uintptr_t fetch_memory(void)
{
	__asm__ volatile(".rept 10000\n\tnop\n\t.endr");
	return 0;
}
WHOLE static void fetch_level2(void)
{
	__asm__ volatile(".rept 20000\n\tnop\n\t.endr");
}

#if defined(__arm__)
#define OFF(bit)                                                               \
	"mrc p15,0,r4,c1,c0,0\n\tbic r5,r4,#" #bit                             \
	"\n\tmcr p15,0,r5,c1,c0,0\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
#define ON   "\n\tmcr p15,0,r4,c1,c0,0\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
#define DATA OFF(4)
#define CODE OFF(0x1000)
#ifdef __ARM_ARCH_5TEJ__
#define READ "ldr r6, [%2]"
#else
#define READ "ldr r6, [%2]\n\tadd r6, r6, #1"
#endif
#elif defined(__aarch64__)
#define OFF(bit)                                                               \
	"mrs x9,sctlr_el1\n\tbic x10,x9,#" #bit                                \
	"\n\tmsr sctlr_el1,x10\n\tisb\n\t"
#define ON   "\n\tmsr sctlr_el1,x9\n\tisb\n\t"
#define DATA OFF(4)
#define CODE OFF(0x1000)
#define READ "ldr x0,[%2]"
#else
#define DATA                                                                   \
	"mfspr 9,1010\n\trlwinm 10,9,0,0,30\n\tsync\n\tisync\n\tmtspr "        \
	"1010,10\n\tisync\n\t"
#define CODE                                                                   \
	"mfspr 9,1011\n\trlwinm 10,9,0,0,30\n\tsync\n\tisync\n\tmtspr "        \
	"1011,10\n\tisync\n\t"
#define ON                                                                     \
	"\n\tsync\n\tisync\n\tmtspr "                                          \
	"1010,9\n\tisync\n\t"
#define ON2                                                                    \
	"\n\tsync\n\tisync\n\tmtspr "                                          \
	"1011,9\n\tisync\n\t"
#define READ "lwz 10, 0(%2)\n\taddi 10, 10, 1"
#endif
#ifndef ON2
#define ON2 ON
#endif
WHOLE static uintptr_t uncached(void)
{
	uintptr_t n = 100, a = 0, b = (uintptr_t)ring;
	__asm__ volatile(DATA TURNS(64, READ) ON
			 : "+r"(n), "+r"(a), "+r"(b)
			 :
			 : CLOBBER, "cc", "memory");
	return a;
}
WHOLE static uintptr_t fetch_uncached(void)
{
	uintptr_t n = 100, a = 0, b = (uintptr_t)ring;
	__asm__ volatile(CODE TURNS(64, NOP) ON2
			 : "+r"(n), "+r"(a), "+r"(b)
			 :
			 : CLOBBER, "cc", "memory");
	return a;
}

int main(void)
{
	uintptr_t sum = issue() + units() + multiply() + load_use();
#ifdef SLOW
	sum += slow_alu();
#endif
#ifdef DIV
	sum += divide();
#endif
#ifdef COPRO
	sum += coprocessor();
#endif
	link_ring(SOME);
	sum += warm() + data_level2();
	link_ring(MANY);
	sum += data_memory() + br_conditional() + br_direct() + synchronise() +
	       fetch_memory();
	sum += br_indirect();
#ifdef STORE
	sum += buffers();
#endif
#ifdef PAGES
	sum += walk_data();
#endif
#ifdef FORGET
	sum += walk_fetch();
#endif
#ifdef HOST
	sum += exception();
#endif
	sum += br_return();
	for (int i = 0; i < 20000; i += 8)
		sum += ((volatile uint32_t *)(uintptr_t)fetch_level2)[i];
	for (int i = 0; i < 40; i++)
		fetch_level2();
	sum += uncached() + fetch_uncached();
	return sum == 1;
}
