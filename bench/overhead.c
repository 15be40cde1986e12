/* SPDX-License-Identifier: MIT */
/*
 * Guest half of overhead.py: what the library adds, in instructions, beside
 * what one would write by hand from the manual.  Built with -DMONITOR=NAME and
 * what `tally amalgam` writes.
 */
#include <stdio.h>

#include HEADER

#if ON_CP15 /* ARM11 */
#define BUS         TALLY_BUS_CP15
#define NATIVE      CP15
#define CONTROL     "p15, 0, %0, c15, c12, 0"
#define INSTRUCTION 0x07u << 20 | 0x20u << 12
#else /* XScale */
#define BUS         TALLY_BUS_CP14
#define NATIVE      CP14
#define CONTROL     "p14, 0, %0, c0, c0, 0"
#define INSTRUCTION 0xFFu << 20 | 0x07u << 12
#endif

enum { CYCLES, COUNTED, SLOTS, STEPS = 48, PERIOD = 500, SPENT = 1000 };

static struct tally_bus bus = BUS;
static struct tally_total total[SLOTS];
static struct tally_step step[STEPS];
static const struct tally_store store = { total, step, SLOTS, STEPS };
static struct tally_slot slot[SLOTS] = {
	{ .counter = 0, .event = TALLY_EVENT_CYCLES },
	{ .counter = 1, .event = 7 },
};
static const struct tally_setup setup = { .slot = slot, .slots = SLOTS };
static struct tally_session s;

static volatile uint32_t wraps;

/* An overflow of the cycle counter, as the manuals' examples handle it. */
__attribute__((noinline)) static void by_hand(void)
{
	uint32_t control;

	__asm__ volatile("mrc " CONTROL : "=r"(control));
	control &= 0x0FFFF779;
	if (control & 0x400)
		wraps++;
	__asm__ volatile("mcr " CONTROL : : "r"(control));
}

__attribute__((noinline)) static void by_library(void)
{
	(void)tally_session_overflow(&s);
}

__attribute__((noinline)) static void nothing(void)
{
	__asm__ volatile("");
}

/* Instructions of one call, when the cycle counter has just overflowed. */
static unsigned long cost(void (*handle)(void), uint64_t period)
{
	uint64_t before, after;
	unsigned spent = SPENT;

	slot[CYCLES].period = period;
	if (tally_session_open(&s, &MONITOR, &bus, &setup, &store, false))
		return 0;
	tally_session_start(&s);
	if (!period)
		tally_bus_write(&bus, &MONITOR.counter[0].reg, 0xFFFFFF00);
	__asm__ volatile("1: subs %0, %0, #1\n\tbne 1b" : "+r"(spent) : : "cc");
	before = tally_session_count(&s, COUNTED);
	handle();
	after = tally_session_count(&s, COUNTED);
	tally_session_stop(&s);
	tally_session_close(&s);
	return (unsigned long)(after - before);
}

/* Instructions from the write that opens the window to the one that closes. */
static unsigned long window_by_hand(void)
{
	uint32_t on = (INSTRUCTION) | 1u, off = INSTRUCTION, count;

	__asm__ volatile("mcr " CONTROL "\n\tmcr " CONTROL
			 :
			 : "r"(off | 6u), "r"(off));
	__asm__ volatile("mcr " CONTROL : : "r"(on));
	__asm__ volatile("mcr " CONTROL : : "r"(off));
	count = (uint32_t)tally_bus_read(&bus, &MONITOR.counter[1].reg);
	return count;
}

int main(void)
{
	unsigned long none = cost(nothing, 0);

	slot[CYCLES].period = 0;
	printf("window hand %lu\n", window_by_hand());
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
	return 0;
}
