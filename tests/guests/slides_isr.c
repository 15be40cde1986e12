/* SPDX-License-Identifier: MIT */
/*
 * The example of the PXA250 slides: instruction cache efficiency and CPI, from
 * counters that an interrupt handler extends beyond 32 bits.  No Tally in it.
 * The handler is in slides.S, with xscale_isr.inc, arm11_isr.inc or
 * armv7_isr.inc.
 */
#include "slides.h"

#include "check.h"
#include "common/board.h"
#include "common/fw.h"
#include "target.h"

enum { CYCLES, INSTRUCTIONS, MISSES };

enum { LINES = SLIDES_NOPS * 4 / TARGET_LINE };

volatile uint32_t slides_entries;
volatile uint32_t slides_overflows[3];
volatile struct slides_counts slides_last;

/* Events since the counter was loaded. */
static uint64_t extended(uint32_t overflows, uint32_t count, uint32_t preload)
{
	return ((uint64_t)overflows << 32) + count - preload;
}

/* Cycles per thousand instructions, rounded. */
static uint64_t cpi_1000(uint64_t cycles, uint64_t instructions)
{
	return (cycles * 1000 + instructions / 2) / instructions;
}

/* Misses per hundred thousand instructions, rounded: 5 % is 5000. */
static uint64_t miss_rate_100000(uint64_t misses, uint64_t instructions)
{
	return (misses * 100000 + instructions / 2) / instructions;
}

/* The numbers on the slide: the clock counter overflowed once. */
static void test_worked_example(void)
{
	uint64_t cycles = extended(1, 0x20, 0);

	check_equal("slide: cycles", cycles, 4294967328u);
	check_equal("slide: CPI 2.4", cpi_1000(cycles, 0x6AAAAAAA), 2400);
	check_equal("slide: miss rate 5 %",
		    miss_rate_100000(0x05555555, 0x6AAAAAAA), 5000);
}

static void measure(const struct slides_counts *preload, uint64_t total[3])
{
	struct slides_counts result;

	slides_entries = 0;
	for (int i = 0; i < 3; i++)
		slides_overflows[i] = 0;
	fw_irq_enable();
	slides_run(preload, &result);
	fw_irq_disable();
	for (int i = 0; i < 3; i++)
		total[i] = extended(slides_overflows[i], result.count[i],
				    preload->count[i]);
}

int main(void)
{
	static const struct slides_counts from_zero;
	static const struct slides_counts near_wrap = {
		{ -1000u, -1500u, -20u },
	};
	uint64_t plain[3];
	uint64_t total[3];

	test_worked_example();
	measure(&from_zero, plain); /* a second level has the code now */
	measure(&from_zero, plain);
	check_equal("from zero: no interrupt", slides_entries, 0);
	check_equal("from zero: instructions", plain[INSTRUCTIONS],
		    slides_window);
	check_between("from zero: instruction cache misses", plain[MISSES],
		      LINES, LINES + 8);

	board_pmu_line(true);
	measure(&near_wrap, total);
	check_equal("cycle overflows", slides_overflows[CYCLES], 1);
	check_equal("instruction overflows", slides_overflows[INSTRUCTIONS], 1);
	check_equal("miss overflows", slides_overflows[MISSES], 1);
	check_between("interrupts", slides_entries, 1, 3);
	check_equal("instructions", total[INSTRUCTIONS],
		    slides_window + (uint64_t)slides_entries * slides_handler);
	check_between("instruction cache misses", total[MISSES], plain[MISSES],
		      plain[MISSES] + 8ull * slides_entries);
	check_between("the last reading is before the end",
		      extended(slides_overflows[INSTRUCTIONS],
			       slides_last.count[INSTRUCTIONS],
			       near_wrap.count[INSTRUCTIONS]),
		      1, total[INSTRUCTIONS]);
	check_between("cycles", total[CYCLES], plain[CYCLES],
		      plain[CYCLES] * 2);
	check_between("CPI in thousandths",
		      cpi_1000(total[CYCLES], total[INSTRUCTIONS]), 500, 4000);
	check_between("miss rate in thousandths of a percent",
		      miss_rate_100000(total[MISSES], total[INSTRUCTIONS]),
		      LINES * 100000ull / total[INSTRUCTIONS], 3000);
	return check_result();
}
