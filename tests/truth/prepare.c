/* SPDX-License-Identifier: MIT */
#include "truth/prepare.h"

#include "truth/control.h"

enum {
	MEBIBYTE = 1 << 20,
	SECTIONS = 34,
	SMALL_PAGES = 256,
	PAGE = 4096,
	AWAY = 16 * MEBIBYTE, /* from the code to the data */
	/* A set in which nothing is that a session touches (truth.c). */
	OFFSET = 0x600,
	NEAR = 0x800, /* same page, another set */
};

/* How often a program runs before: so often each branch is then predicted as it
 * went the last time, whatever was known of it. */
enum { TRAINING = PREPARE_KEEPS ? 3 : 1 };

/* Places appear at VIEW that are not mapped as memory is. */
#define VIEW 0xC0000000u
#define TCM  0x20000000u

void _start(void);

static uint32_t small_pages[SMALL_PAGES] __attribute__((aligned(1024)));

static uint32_t memory(void)
{
	return (uint32_t)&_start & ~(MEBIBYTE - 1u);
}

#if PREPARE_KEEPS
/*
 * The predictor is made to know the same: before a program, by as many branches
 * not taken as the global history is long, and a jump whose last target was
 * another; behind it, by as many calls without a return as the return stack
 * holds.
 */
#define SAME_HISTORY                                                           \
	"	cmp	r0, r0\n"                                                        \
	"	.rept	12\n"                                                          \
	"	bne	. + 4\n"                                                         \
	"	.endr\n"
#define JUMP                                                                   \
	SAME_HISTORY "	mov	r3, %2\n"                                           \
		     "	adr	r2, 3f\n"                                           \
		     "2:	bx	r2\n"                                              \
		     "3:	mov	r2, r3\n"                                         \
		     "	b	2b\n"
#define SAME_RETURNS                                                           \
	"	.rept	8\n"                                                           \
	"	bl	. + 4\n"                                                          \
	"	.endr\n"
/* No jump that a program makes is in its place of the predictor (code.S). */
#define WAY_IN __attribute__((noinline, aligned(1024)))
#else
#define SAME_HISTORY ""
#define SAME_RETURNS ""
#define JUMP         "	bx	%2\n"
#define WAY_IN       __attribute__((noinline))
#endif

static inline __attribute__((always_inline)) void enter(void (*entry)(void),
							uint32_t place)
{
	register uint32_t r0 __asm__("r0") = place;
	register uint32_t r1 __asm__("r1") = memory() + AWAY + OFFSET;
	register void (*r2)(void) __asm__("r2") = entry;

	__asm__ volatile("adr	r12, 1f\n" JUMP "	.balign	32\n"
			 "1:\n" SAME_RETURNS "	mcr	p15, 0, r0, c7, c5, 6\n"
			 "	mcr	p15, 0, r0, c8, c7, 0"
			 : "+r"(r0), "+r"(r1), "+r"(r2)
			 :
			 : "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10",
			   "r11", "r12", "lr", "cc", "memory");
}

WAY_IN void prepare_enter(void (*entry)(void), uint32_t place)
{
	enter(entry, place);
}

/* Another function, so that a program that is measured goes back to another
 * place than before: no predictor knows that. */
WAY_IN void prepare_measure(void (*entry)(void), uint32_t place)
{
	enter(entry, place);
}

/* Only where there are pages. */
static void map_section(uint32_t vaddr, uint32_t paddr, uint32_t bits)
{
	control_table()[vaddr / MEBIBYTE] = paddr | bits;
}

/* 1 MiB in small pages. */
static void map_pages(uint32_t vaddr, uint32_t paddr)
{
	for (uint32_t i = 0; i < SMALL_PAGES; i++)
		small_pages[i] = (paddr + i * PAGE) | CONTROL_SMALL_PAGE;
	control_table()[vaddr / MEBIBYTE] =
		(uint32_t)small_pages | CONTROL_PAGE_TABLE;
}

static bool map(enum place place, uint32_t *at)
{
	uint32_t data = memory() + AWAY;

	*at = (place == PLACE_CACHED ? data : VIEW) + OFFSET;
	switch (place) {
	case PLACE_CACHED:
		return true;
	case PLACE_UNCACHED:
		map_section(VIEW, data, CONTROL_UNCACHED);
		break;
	case PLACE_WRITE_THROUGH:
		map_section(VIEW, data, CONTROL_WRITE_THROUGH);
		break;
	case PLACE_ORDERED:
		map_section(VIEW, data, CONTROL_ORDERED);
		break;
	case PLACE_MINI:
		if (!CONTROL_MINI)
			return false;
		map_section(VIEW, data, CONTROL_MINI);
		break;
	case PLACE_PAGES:
		map_pages(VIEW, data);
		break;
	case PLACE_CODE:
		*at = VIEW;
		for (uint32_t i = 0; i < SECTIONS; i++)
			map_section(VIEW + i * MEBIBYTE, memory(),
				    CONTROL_CACHED);
		break;
	case PLACE_TCM:
	case PLACE_ITCM:
		*at = TCM;
		if (control_has_pages())
			map_section(TCM, TCM, CONTROL_CACHED);
		if (!control_tcm(TCM, place == PLACE_ITCM))
			return false;
		break;
	}
	control_drain();
	control_tlb_empty();
	return true;
}

bool prepare(const struct program *p, uint32_t *place)
{
	if (!map(p->place, place))
		return false;
	if (p->state & MMU_OFF)
		control_switch(CONTROL_M | CONTROL_C, false);
	control_dcache_empty(memory() + 2 * AWAY);
	for (unsigned i = 0; i < TRAINING; i++)
		prepare_enter(p->body, *place);
	if (p->state & D_EMPTY)
		control_dcache_empty(memory() + 2 * AWAY);
	if (p->state & I_EMPTY)
		control_icache_empty();
	if (p->state & I_OFF)
		control_switch(CONTROL_I, false);
	if (p->state & PREDICTION_OFF)
		control_switch(CONTROL_Z, false);
	prepare_enter(p->to, *place);
	prepare_enter((void (*)(void))((uint32_t)p->to + 4), *place);
	prepare_last(p, p->to, *place);
	return true;
}

void prepare_last(const struct program *p, void (*to)(void), uint32_t place)
{
	prepare_enter(to, place);
	control_predictor_empty();
	control_tlb_empty();
	if (!(p->state & TLB_EMPTY)) {
		(void)*(volatile uint32_t *)(place + NEAR);
		__asm__ volatile("svc	#1" : : : "lr", "memory");
	}
	control_drain();
	__asm__ volatile(SAME_HISTORY : : : "cc");
}

void prepare_undo(const struct program *p)
{
	if (p->state & I_OFF)
		control_switch(CONTROL_I, true);
	if (p->state & PREDICTION_OFF)
		control_switch(CONTROL_Z, true);
	if (p->state & MMU_OFF)
		control_switch(CONTROL_M | CONTROL_C, true);
}
