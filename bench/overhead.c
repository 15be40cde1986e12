/* SPDX-License-Identifier: MIT */
/*
 * Guest half of overhead.py: what the library adds, in instructions, beside
 * what one would write by hand from the manual.  Built with -DMONITOR=NAME, the
 * numbers that overhead.py asks for and what `tally amalgam` writes.
 */
#include <stdio.h>

#include HEADER

/*
 * The words that close and open the window with one event of each instruction,
 * and clear what is counted; the read and write of that register.
 */
#if ON_CP15 /* ARM11 */
#define NATIVE CP15
#define CLOSED (0x07u << 20 | 0x20u << 12)
#define CLEAR  (CLOSED | 6u)
#define READ   "mrc p15, 0, %0, c15, c12, 0"
#define WRITE  "mcr p15, 0, %0, c15, c12, 0"
#elif ON_CP14 /* XScale */
#define NATIVE CP14
#define CLOSED (0xFFu << 20 | 0x07u << 12)
#define CLEAR  (CLOSED | 6u)
#define READ   "mrc p14, 0, %0, c0, c0, 0"
#define WRITE  "mcr p14, 0, %0, c0, c0, 0"
#elif ON_PMR /* e500 */
#define NATIVE PMR
#define CLOSED 0x80000000u /* PMGC0[FAC] */
#define OPEN   0u
#define CLEAR  CLOSED
#define READ   "mfpmr %0, 400"
#define WRITE  "mtpmr 400, %0\n\tisync"
#elif ON_A64 /* PMUv3: the published sequence, and the barriers that it leaves \
		out */
#define NATIVE A64
#define CLOSED 0x40u
#define CLEAR  0x46u
#define READ   "mrs %0, pmcr_el0"
#define WRITE  "isb\n\tmsr pmcr_el0, %0\n\tisb"
#elif ON_A32 /* ARMv7-A, alike */
#define NATIVE A32
#define CLOSED 0u
#define CLEAR  6u
#define READ   "mrc p15, 0, %0, c9, c12, 0"
#define WRITE  "isb\n\tmcr p15, 0, %0, c9, c12, 0\n\tisb"
#else
#error "nobody has written down what one would write by hand here"
#endif
#ifndef OPEN
#define OPEN (CLOSED | 1u)
#endif
#define BUS_OF_(native) TALLY_BUS_##native
#define BUS_OF(native)  BUS_OF_(native)

#ifdef __aarch64__
typedef uint64_t word;
#define TURN "subs %w0, %w0, #1"
enum { EVENT_COUNTER, OTHER_COUNTER };
enum { OTHER_EVENT = 3 };
enum { CYCLES_EVENT = TALLY_EVENT_CYCLES };
#elif ON_PMR
typedef uint32_t word;
#define TURN "addic. %0, %0, -1"
enum { EVENT_COUNTER = 1, OTHER_COUNTER };
enum { OTHER_EVENT = 9, CYCLES_EVENT = 1 };
#elif ON_A32
typedef uint32_t word;
#define TURN "subs %0, %0, #1"
enum { EVENT_COUNTER, OTHER_COUNTER };
enum { OTHER_EVENT = 3 };
enum { CYCLES_EVENT = TALLY_EVENT_CYCLES };
#else
typedef uint32_t word;
#define TURN "subs %0, %0, #1"
enum { EVENT_COUNTER = 1, OTHER_COUNTER };
enum { OTHER_EVENT = 5 };
enum { CYCLES_EVENT = TALLY_EVENT_CYCLES };
#endif

enum { CYCLES, COUNTED, OTHER, SLOTS, STEPS = 96, PERIOD = 500, SPENT = 1000 };

static struct tally_bus bus = BUS_OF(NATIVE);
static struct tally_total total[SLOTS];
static struct tally_step step[STEPS];
static const struct tally_store store = { total, step, SLOTS, STEPS };
static struct tally_slot slot[SLOTS] = {
	{ .counter = CYCLE_COUNTER, .event = CYCLES_EVENT },
	{ .counter = EVENT_COUNTER, .event = INSTRUCTIONS },
	{ .counter = OTHER_COUNTER, .event = OTHER_EVENT },
};
static const struct tally_setup setup = { .slot = slot, .slots = SLOTS };
static struct tally_session s;

static volatile uint32_t wraps;

/* An overflow of the cycle counter, as the manuals' examples handle it. */
__attribute__((noinline)) static void by_hand(void)
{
#ifdef __aarch64__
	uint64_t flags;

	__asm__ volatile("mrs %0, pmovsclr_el0" : "=r"(flags));
	if (flags >> 31 & 1)
		wraps++;
	__asm__ volatile("msr pmovsclr_el0, %0" : : "r"(flags));
#elif ON_PMR
	uint32_t count;

	__asm__ volatile("mfpmr %0, 16" : "=r"(count));
	if (!(count >> 31))
		return;
	wraps++;
	__asm__ volatile(WRITE : : "r"(CLOSED));
	__asm__ volatile("mfpmr %0, 16" : "=r"(count));
	__asm__ volatile("mtpmr 16, %0" : : "r"(count & 0x7FFFFFFF));
	__asm__ volatile(WRITE : : "r"(OPEN));
#elif ON_A32
	uint32_t flags;

	__asm__ volatile("mrc p15, 0, %0, c9, c12, 3" : "=r"(flags));
	if (flags >> 31)
		wraps++;
	__asm__ volatile("mcr p15, 0, %0, c9, c12, 3" : : "r"(flags));
#else
	uint32_t control;

	__asm__ volatile(READ : "=r"(control));
	control &= 0x0FFFF779;
	if (control & 0x400)
		wraps++;
	__asm__ volatile(WRITE : : "r"(control));
#endif
}

__attribute__((noinline)) static void by_library(void)
{
	(void)tally_session_overflow(&s);
}

__attribute__((noinline)) static void one_count(void)
{
	(void)tally_session_count(&s, COUNTED);
}

static struct tally_tasks tasks;
static struct tally_task one, other;

__attribute__((noinline)) static void one_switch(void)
{
	tally_task_switch(&tasks, &other);
}

__attribute__((noinline)) static void nothing(void)
{
	__asm__ volatile("");
}

/* As long whatever flags are set, unlike tally_session_count(). */
static uint64_t counted(void)
{
	return tally_bus_read(&bus, &MONITOR.counter[EVENT_COUNTER].reg);
}

/* Instructions of one call, when the cycle counter has just overflowed. */
static unsigned long cost(void (*handle)(void), uint64_t period)
{
	static uint64_t mark[SLOTS], count[2][SLOTS];
	uint64_t before, after;
	unsigned spent = SPENT;

	one.count = count[0];
	other.count = count[1];
	slot[CYCLES].period = period;
	if (tally_session_open(&s, &MONITOR, &bus, &setup, &store, false))
		return 0;
	tally_session_start(&s);
	if (!period)
		tally_bus_write(
			&bus, &MONITOR.counter[CYCLE_COUNTER].reg,
			tally_preset(0x100,
				     MONITOR.counter[CYCLE_COUNTER].bits));
	__asm__ volatile("1: " TURN "\n\tbne 1b" : "+r"(spent) : : "cc");
	tally_tasks_init(&tasks, &s, mark);
	tally_task_switch(&tasks, &one);
	before = counted();
	handle();
	after = counted();
	tally_session_stop(&s);
	tally_session_close(&s);
	return (unsigned long)(after - before);
}

/* Instructions from the write that opens the window to the one that closes. */
static unsigned long window_by_hand(void)
{
	word on = OPEN, off = CLOSED, clear = CLEAR;

	__asm__ volatile(WRITE : : "r"(clear));
#if ON_PMR
	__asm__ volatile("mtpmr 17, %0" : : "r"(0));
#endif
	__asm__ volatile(WRITE : : "r"(off));
	__asm__ volatile(WRITE : : "r"(on));
	__asm__ volatile(WRITE : : "r"(off));
	return (unsigned long)counted();
}

int main(void)
{
	unsigned long none = cost(nothing, 0);

	slot[CYCLES].period = 0;
	if (tally_session_open(&s, &MONITOR, &bus, &setup, &store, false))
		return 1;
	/* Its counter has been set up: PMUv3 has more than one register. */
	printf("window hand %lu\n", window_by_hand());
	tally_session_close(&s);
	if (tally_session_open(&s, &MONITOR, &bus, &setup, &store, false))
		return 1;
	tally_session_calibrate(&s, 3);
	printf("window library %lu\n", (unsigned long)total[COUNTED].empty);
	TALLY_REGION_CALIBRATE(NATIVE, &s, 3);
	printf("region library %lu\n", (unsigned long)total[COUNTED].empty);
	tally_session_close(&s);
	printf("overflow hand %lu\n", cost(by_hand, 0) - none);
	printf("overflow library %lu\n", cost(by_library, 0) - none);
	printf("period library %lu\n", cost(by_library, PERIOD) - none);
	printf("count library %lu\n", cost(one_count, 0) - none);
	printf("switch library %lu\n", cost(one_switch, 0) - none);
	return 0;
}
