/* SPDX-License-Identifier: MIT */
/*
 * Guest half of folded.py: what the folded form (tally/fixed.h) adds, in
 * instructions, beside what one would write by hand from the manual for three
 * counters; and whether it is exact: a second counter of the same event, which
 * is not pushed to its end, has to agree to the unit.  Built with -DKIND=NAME
 * and -DON_BUS=1; -DPERIOD=,.period=N for a period.
 */
#include <stdio.h>

#include <tally/fixed.h>

enum { CYCLES, RACED, PLAIN };

#if ON_CP15
#define EVENT        0x07
#define FIRST        TALLY_CP15, TALLY_CP(0, 15, 12, 1)
#define PUSHED       TALLY_CP15, TALLY_CP(0, 15, 12, 2)
#define TWIN         TALLY_CP15, TALLY_CP(0, 15, 12, 3)
#define TOP          UINT64_C(0x100000000)
#define SLOT(n)      .counter = (n)
#define CYCLES_EVENT TALLY_EVENT_CYCLES
#elif ON_CP14
#define EVENT        0x07
#define FIRST        TALLY_CP14, TALLY_CP(0, 1, 0, 0)
#define PUSHED       TALLY_CP14, TALLY_CP(0, 2, 0, 0)
#define TWIN         TALLY_CP14, TALLY_CP(0, 3, 0, 0)
#define TOP          UINT64_C(0x100000000)
#define SLOT(n)      .counter = (n)
#define CYCLES_EVENT TALLY_EVENT_CYCLES
#elif ON_A32
#define EVENT        0x08
#define FIRST        TALLY_ARMV7_PMCCNTR
#define PUSHED       TALLY_ARMV7_PMXEVCNTR(1)
#define TWIN         TALLY_ARMV7_PMXEVCNTR(2)
#define TOP          UINT64_C(0x100000000)
#define SLOT(n)      .counter = (n) ? (n) : TALLY_CORTEX_A8_PMCCNTR
#define CYCLES_EVENT TALLY_EVENT_CYCLES
#elif ON_V8_A32
#define EVENT        0x08
#define FIRST        PUSHED
#define PUSHED       TALLY_CP(0, 14, 8, 1)
#define TWIN         TALLY_CP(0, 14, 8, 2)
#define TOP          UINT64_C(0x100000000)
#define SLOT(n)      .counter = (n)
#define CYCLES_EVENT 0x11 /* QEMU has no PMCCNTR of 64 bits here */
#elif ON_A64
#define EVENT        0x08
#define FIRST        PUSHED
#define PUSHED       TALLY_SYSREG, TALLY_SYS(3, 3, 14, 8, 1)
#define TWIN         TALLY_SYSREG, TALLY_SYS(3, 3, 14, 8, 2)
#define TOP          UINT64_C(0x100000000)
#define SLOT(n)      .counter = (n) ? (n) : 6
#define CYCLES_EVENT TALLY_EVENT_CYCLES
#elif ON_PMR
#define EVENT        2
#define FIRST        TALLY_PMR, 16
#define PUSHED       TALLY_PMR, 17
#define TWIN         TALLY_PMR, 18
#define TOP          UINT64_C(0x80000000)
#define SLOT(n)      .counter = (n)
#define CYCLES_EVENT 1
#else
#error "nobody has written down what one would write by hand here"
#endif

#if ON_A32
#define GET(reg)        behind_get(reg)
#define PUT(reg, value) behind_put(reg, value)
#define SYNC            TALLY_FIXED_SYNC(TALLY_CP15)
#elif ON_V8_A32
#define GET(reg)        tally_fixed_get_v8(reg)
#define PUT(reg, value) tally_fixed_put_v8(reg, value)
#define SYNC            TALLY_FIXED_SYNC(TALLY_CP15)
#else
#define GET(reg)        tally_fixed_get(reg)
#define PUT(reg, value) tally_fixed_put(reg, value)
#define SYNC            TALLY_FIXED_SYNC(TALLY_SYSREG)
#endif

#if ON_A32
TALLY_WORD uint32_t behind_get(uint32_t reg)
{
	uint32_t held = tally_fixed_hold();
	uint32_t value = tally_fixed_get_v7(reg);

	tally_fixed_let_go(held);
	return value;
}

TALLY_WORD void behind_put(uint32_t reg, uint32_t value)
{
	uint32_t held = tally_fixed_hold();

	tally_fixed_put_v7(reg, value);
	tally_fixed_let_go(held);
}
#endif

#ifndef PERIOD
#define PERIOD
#endif

static const struct tally_slot slot[] = {
	{ SLOT(0), .event = CYCLES_EVENT },
	{ SLOT(1), .event = EVENT PERIOD },
	{ SLOT(2), .event = EVENT },
};
TALLY_FIXED(m, KIND, slot);

/* In ARM state where the folded form is. */
#define OUT TALLY_CODE __attribute__((noinline))

static volatile uint32_t wraps[3];
static volatile uint32_t sink;

/* An overflow of any of the three, as the manuals' examples handle it. */
OUT __attribute__((unused)) static void by_hand(void)
{
#if ON_A64
	uint64_t flags;

	__asm__ volatile("isb\n\tmrs %0, pmovsclr_el0" : "=r"(flags));
	if (flags >> 1 & 1)
		wraps[1]++;
	if (flags >> 2 & 1)
		wraps[2]++;
	__asm__ volatile("msr pmovsclr_el0, %0" : : "r"(flags));
#elif ON_A32 || ON_V8_A32
	uint32_t flags;

	__asm__ volatile("isb\n\tmrc p15, 0, %0, c9, c12, 3" : "=r"(flags));
	if (flags >> 31)
		wraps[0]++;
	if (flags >> 1 & 1)
		wraps[1]++;
	if (flags >> 2 & 1)
		wraps[2]++;
	__asm__ volatile("mcr p15, 0, %0, c9, c12, 3" : : "r"(flags));
#elif ON_PMR
	uint32_t a, b, c;

	__asm__ volatile("mfpmr %0, 16" : "=r"(a));
	__asm__ volatile("mfpmr %0, 17" : "=r"(b));
	__asm__ volatile("mfpmr %0, 18" : "=r"(c));
	if (!((a | b | c) >> 31))
		return;
	__asm__ volatile("mtpmr 400, %0\n\tisync" : : "r"(0x80000000));
#define TAKE(n, pmc)                                                           \
	__asm__ volatile("mfpmr %0, " #pmc : "=r"(a));                         \
	if (a >> 31) {                                                         \
		wraps[n]++;                                                    \
		__asm__ volatile("mtpmr " #pmc ", %0"                          \
				 :                                             \
				 : "r"(a & 0x7FFFFFFF));                       \
	}
	TAKE(0, 16)
	TAKE(1, 17)
	TAKE(2, 18)
	__asm__ volatile("mtpmr 400, %0\n\tisync" : : "r"(0));
#else
#if ON_CP15
#define PMNC "p15, 0, %0, c15, c12, 0"
#else
#define PMNC "p14, 0, %0, c0, c0, 0"
#endif
	uint32_t control;

	__asm__ volatile("mrc " PMNC : "=r"(control));
	control &= 0x0FFFF779;
	if (control & 0x400)
		wraps[0]++;
	if (control & 0x100)
		wraps[1]++;
	if (control & 0x200)
		wraps[2]++;
	__asm__ volatile("mcr " PMNC : : "r"(control));
#endif
}

OUT __attribute__((unused)) static void folded(void)
{
	m_overflow();
}

OUT __attribute__((unused)) static void counted(void)
{
	sink = (uint32_t)m_count(RACED);
}

static uint64_t task[2][3];

OUT __attribute__((unused)) static void switched(void)
{
	m_switch(task[0]);
}

OUT static void nothing(void)
{
	__asm__ volatile("");
}

OUT static void put(uint32_t value)
{
	PUT(PUSHED, value);
	SYNC;
}

OUT static void put_first(uint32_t value)
{
	PUT(FIRST, value);
	SYNC;
}

OUT static uint32_t twin(void)
{
	SYNC;
	return (uint32_t)GET(TWIN);
}

/*
 * Instructions of a call; before it the flag of one counter is set: the first
 * one's, where it has one (a PMUv3's cycle counter of 64 bits has not: there it
 * is the second one's), or that of the counter which is asked for last.
 */
enum flag { NO_FLAG, FIRST_FLAG, EVENT_FLAG };

static unsigned long cost(void (*volatile call)(void), enum flag flag)
{
	void (*function)(void) = call;
	uint32_t before, after;

	if (m_open(true))
		return 0;
	m_switch(task[1]); /* a task leaves, not nobody */
	if (flag == FIRST_FLAG)
		put_first((uint32_t)TOP - 1);
	if (flag == EVENT_FLAG)
		put((uint32_t)TOP - 1);
	m_start();
	for (int i = 0; i < 10; i++)
		nothing();
	before = twin();
	function();
	after = twin();
	m_stop();
	(void)m_close();
	return after - before;
}

static volatile int data[64];
__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		data[i & 63] += i;
}

/* Many wraps, or periods, by polling: the twin and the tasks agree. */
__attribute__((unused)) static bool exact(void)
{
	uint64_t ahead = 0, now[3];

	if (m_open(false))
		return false;
	for (unsigned i = 0; i < 6; i++)
		task[i / 3][i % 3] = 0;
	m_switch(task[0]);
	for (unsigned k = 0; k < 25; k++) {
		uint32_t to = (uint32_t)TOP - (300 + 17 * k);

		if (!slot[RACED].period) {
			m_switch(0);
			m_counts(now);
			ahead += to - (now[RACED] & (TOP - 1));
			put(to);
			m_switch(task[k & 1]);
		}
		TALLY_FIXED_REGION(m)
		work(400);
		m_start();
		work((int)k);
		m_stop();
		if (k & 1)
			m_switch(task[0]);
		m_overflow();
	}
	m_switch(0);
	m_counts(now);
	return now[RACED] - ahead == now[PLAIN] &&
	       now[RACED] == m_count(RACED) && now[PLAIN] == m_count(PLAIN) &&
	       now[PLAIN] > 10000 &&
	       task[0][RACED] + task[1][RACED] == now[PLAIN] &&
	       task[0][PLAIN] + task[1][PLAIN] == now[PLAIN] &&
	       m_close() == TALLY_OK;
}

__attribute__((unused)) static unsigned long window(bool region)
{
	unsigned long added;

	if (m_open(true))
		return 0;
	if (region) {
		TALLY_FIXED_REGION(m)
		{
		}
	} else {
		m_start();
		m_stop();
	}
	added = (unsigned long)m_count(PLAIN);
	(void)m_close();
	return added;
}

#ifdef ONLY
/*
 * One call, for who counts instructions from outside; whichever it is, start-up
 * clears the same variables.
 */
int main(void)
{
	wraps[0] = 0;
	return cost(ONLY, FLAG) == 0;
}
#else
int main(void)
{
	int status = m_open(false);
	unsigned long none;

	printf("status %d\n", status);
	if (status)
		return 0;
	(void)m_close();
	none = cost(nothing, NO_FLAG);
	printf("overflow_by_hand %lu\n", cost(by_hand, FIRST_FLAG) - none);
	printf("overflow folded %lu\n", cost(folded, FIRST_FLAG) - none);
	printf("event_by_hand %lu\n", cost(by_hand, EVENT_FLAG) - none);
	printf("event folded %lu\n", cost(folded, EVENT_FLAG) - none);
	printf("count folded %lu\n", cost(counted, NO_FLAG) - none);
	printf("switch folded %lu\n", cost(switched, NO_FLAG) - none);
	printf("count_set folded %lu\n", cost(counted, EVENT_FLAG) - none);
	printf("switch_set folded %lu\n", cost(switched, EVENT_FLAG) - none);
	printf("region folded %lu\n", window(true));
	printf("start_stop folded %lu\n", window(false));
	printf("exact %d\n", exact());
	return 0;
}
#endif
