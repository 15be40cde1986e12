/* SPDX-License-Identifier: MIT */
/*
 * Guest half of bytes.py: a program that counts with three counters of one
 * monitor: opened, started, stopped, counted in 64 bits, closed, with a handler
 * for their overflows.  With -DHEADER the library does it in a session, by
 * what `tally amalgam --bus` writes; else what one would write by hand from the
 * manual, which neither asks whether the monitor is there nor puts back what it
 * found.  Built with -DON_BUS=1.
 */
#include <stdint.h>

enum { SLOTS = 3 };

void overflow(void);
void start(void);
volatile uint64_t result[SLOTS];

#ifdef HEADER
#include HEADER

#if ON_PMR
enum { CYCLES = 0, FIRST = 1, SECOND = 2, CYCLES_EVENT = 1 };
#elif ON_A64
enum { CYCLES = 6, FIRST = 0, SECOND = 1, CYCLES_EVENT = TALLY_EVENT_CYCLES };
#elif ON_A32
enum { CYCLES = 4, FIRST = 0, SECOND = 1, CYCLES_EVENT = TALLY_EVENT_CYCLES };
#else
enum { CYCLES = 0, FIRST = 1, SECOND = 2, CYCLES_EVENT = TALLY_EVENT_CYCLES };
#endif

enum { STEPS = 96 };

static struct tally_bus bus = BUS;
static struct tally_total total[SLOTS];
static struct tally_step step[STEPS];
static const struct tally_store store = { total, step, SLOTS, STEPS };
static const struct tally_slot slot[SLOTS] = {
	{ .counter = CYCLES, .event = CYCLES_EVENT, .interrupt = TALLY_IRQ },
	{ .counter = FIRST, .event = FIRST_EVENT, .interrupt = TALLY_IRQ },
	{ .counter = SECOND, .event = SECOND_EVENT, .interrupt = TALLY_IRQ },
};
static const struct tally_setup setup = { .slot = slot, .slots = SLOTS };
static struct tally_session s;

void overflow(void)
{
	(void)tally_session_overflow(&s);
}

void start(void)
{
	if (tally_session_open(&s, &MONITOR, &bus, &setup, &store, false))
		return;
	tally_session_start(&s);
	tally_session_stop(&s);
	for (unsigned i = 0; i < SLOTS; i++)
		result[i] = tally_session_count(&s, i);
	tally_session_close(&s);
}

#else

#if ON_CP15 || ON_CP14 /* PMNC: flags, interrupts, both events in one word */
#if ON_CP15
#define CONTROL "p15, 0, %0, c15, c12, 0"
#define COUNTER "p15, 0, %0, c15, c12, "
#define AT(n)   COUNTER #n
#else
#define CONTROL "p14, 0, %0, c0, c0, 0"
#define AT(n)   AT_##n
#define AT_1    "p14, 0, %0, c1, c0, 0"
#define AT_2    "p14, 0, %0, c2, c0, 0"
#define AT_3    "p14, 0, %0, c3, c0, 0"
#endif
#define EVENTS (FIRST_EVENT << 20 | SECOND_EVENT << 12 | 7u << 4)
#define FLAG   (7u << 8)

static uint32_t control(void)
{
	uint32_t value;

	__asm__ volatile("mrc " CONTROL : "=r"(value));
	return value;
}

static void set_control(uint32_t value)
{
	__asm__ volatile("mcr " CONTROL : : "r"(value));
}

static void set_up(void)
{
	set_control(EVENTS | FLAG | 6u);
}

static void run(void)
{
	set_control(EVENTS | 1u);
}

static void halt(void)
{
	set_control(EVENTS);
}

static void leave(void)
{
	set_control(FLAG);
}

static uint32_t take_flags(void)
{
	const uint32_t value = control();

	set_control(value);
	/* The cycle counter's is the last of three. */
	return (value >> 10 & 1) | (value >> 8 & 3) << 1;
}

static uint32_t count_of(unsigned n)
{
	uint32_t value;

	if (n == 0)
		__asm__ volatile("mrc " AT(1) : "=r"(value));
	else if (n == 1)
		__asm__ volatile("mrc " AT(2) : "=r"(value));
	else
		__asm__ volatile("mrc " AT(3) : "=r"(value));
	return value;
}

enum { BITS = 32 };

#elif ON_A32 || ON_A64 /* two event counters, and cycles as counter 31 */
#if ON_A32
typedef uint32_t word;
#define SET(name, value)                                                       \
	__asm__ volatile("mcr " name : : "r"((word)(value)) : "memory")
#define GET(name, value) __asm__ volatile("mrc " name : "=r"(value))
#define PMCR             "p15, 0, %0, c9, c12, 0"
#define COUNTS           "p15, 0, %0, c9, c12, 1"
#define FLAGS            "p15, 0, %0, c9, c12, 3"
#define SELECT           "p15, 0, %0, c9, c12, 5"
#define CYCLES           "p15, 0, %0, c9, c13, 0"
#define EVENT            "p15, 0, %0, c9, c13, 1"
#define COUNT            "p15, 0, %0, c9, c13, 2"
#define ASKS             "p15, 0, %0, c9, c14, 1"
#define ASKS_NOT         "p15, 0, %0, c9, c14, 2"
#else
typedef uint64_t word;
#define SET(name, value)                                                       \
	__asm__ volatile("msr " name ", %0" : : "r"((word)(value)) : "memory")
#define GET(name, value) __asm__ volatile("mrs %0, " name : "=r"(value))
#define PMCR             "pmcr_el0"
#define COUNTS           "pmcntenset_el0"
#define FLAGS            "pmovsclr_el0"
#define SELECT           "pmselr_el0"
#define CYCLES           "pmccntr_el0"
#define EVENT            "pmxevtyper_el0"
#define COUNT            "pmxevcntr_el0"
#define ASKS             "pmintenset_el1"
#define ASKS_NOT         "pmintenclr_el1"
#endif
#define ALL (1u << 31 | 3u)

static void choose(unsigned n)
{
	SET(SELECT, n);
	__asm__ volatile("isb");
}

static void set_up(void)
{
	SET(PMCR, 6);
	choose(0);
	SET(EVENT, FIRST_EVENT);
	choose(1);
	SET(EVENT, SECOND_EVENT);
	SET(FLAGS, ALL);
	SET(ASKS, ALL);
	SET(COUNTS, ALL);
}

static void run(void)
{
	SET(PMCR, 1);
}

static void halt(void)
{
	SET(PMCR, 0);
	__asm__ volatile("isb");
}

static void leave(void)
{
	SET(ASKS_NOT, ALL);
	SET(FLAGS, ALL);
}

static uint32_t take_flags(void)
{
	word value;

	GET(FLAGS, value);
	SET(FLAGS, value);
	return (uint32_t)((value >> 31 & 1) | (value & 3) << 1);
}

static uint32_t count_of(unsigned n)
{
	word value;

	if (n == 0) {
		GET(CYCLES, value);
	} else {
		choose(n - 1);
		GET(COUNT, value);
	}
	return (uint32_t)value;
}

enum { BITS = 32 };

#elif ON_PMR /* the highest bit of a counter is its flag */
#define PMGC0  400
#define PMLCA0 144
#define SET(number, value)                                                     \
	__asm__ volatile("mtpmr %0, %1" : : "i"(number), "r"(value))
#define GET(number, value)                                                     \
	__asm__ volatile("mfpmr %0, %1" : "=r"(value) : "i"(number))
enum { ASKS = 1 << 26, BITS = 31 };

static void all(uint32_t value)
{
	SET(PMGC0, value);
	__asm__ volatile("isync");
}

static void set_up(void)
{
	all(0x80000000u);
	for (unsigned n = 0; n < SLOTS; n++) {
		const uint32_t event = n == 0   ? 1
				       : n == 1 ? FIRST_EVENT
						: SECOND_EVENT;

		if (n == 0) {
			SET(PMLCA0, event << 16 | ASKS);
			SET(16, 0);
		} else if (n == 1) {
			SET(PMLCA0 + 1, event << 16 | ASKS);
			SET(17, 0);
		} else {
			SET(PMLCA0 + 2, event << 16 | ASKS);
			SET(18, 0);
		}
	}
}

static void run(void)
{
	all(1u << 30);
}

static void halt(void)
{
	all(0x80000000u);
}

static void leave(void)
{
	SET(PMLCA0, 0);
	SET(PMLCA0 + 1, 0);
	SET(PMLCA0 + 2, 0);
}

static uint32_t read_it(unsigned n)
{
	uint32_t value;

	if (n == 0)
		GET(16, value);
	else if (n == 1)
		GET(17, value);
	else
		GET(18, value);
	return value;
}

static uint32_t count_of(unsigned n)
{
	return read_it(n) & 0x7FFFFFFF;
}

static uint32_t take_flags(void)
{
	uint32_t flags = 0;

	for (unsigned n = 0; n < SLOTS; n++) {
		const uint32_t value = read_it(n);

		flags |= (value >> 31) << n;
		if (!(value >> 31))
			continue;
		if (n == 0)
			SET(16, value & 0x7FFFFFFF);
		else if (n == 1)
			SET(17, value & 0x7FFFFFFF);
		else
			SET(18, value & 0x7FFFFFFF);
	}
	return flags;
}
#else
#error "nobody has written down what one would write by hand here"
#endif

static volatile uint32_t wraps[SLOTS];

void overflow(void)
{
	const uint32_t flags = take_flags();

	for (unsigned n = 0; n < SLOTS; n++)
		if (flags >> n & 1)
			wraps[n]++;
}

void start(void)
{
	set_up();
	run();
	halt();
	overflow(); /* one that nobody has handled yet */
	for (unsigned n = 0; n < SLOTS; n++)
		result[n] = (uint64_t)wraps[n] << BITS | count_of(n);
	leave();
}
#endif
