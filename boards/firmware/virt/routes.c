/* SPDX-License-Identifier: MIT */
/*
 * One program, three ways to count what it does: the library in here, on a
 * board and on QEMU; and a board from outside, where "outside" on its command
 * line keeps it away from the monitor.  Prints "name number" lines.
 */
#include <stdio.h>
#include <string.h>

#include <tally/monitors/pmuv3.h>
#include <tally/native.h>
#include <tally/region.h>

#include "virt/virt.h"

enum {
	PMU_LINE = 23, /* PPI 7 */
	PERIOD = 100000,
	/* Two instructions each: ten periods and a half. */
	LONG_TURNS = 525000,
};

extern char virt_vectors[];
void work(void);

/*
 * 1 + 2 * 3000 + 1 + 5 + 1 instructions; five writes that count one each
 * wherever SW_INCR is counted.
 */
__asm__("	.text\n"
	"	.global work\n"
	"	.type work, %function\n"
	"work:	mov	x9, #3000\n"
	"1:	subs	x9, x9, #1\n"
	"	b.ne	1b\n"
	"	mov	x9, #0x3f\n"
	"	.rept	5\n"
	"	msr	pmswinc_el0, x9\n"
	"	.endr\n"
	"	ret\n"
	"	.size	work, . - work\n");

static struct tally_bus bus = TALLY_BUS_A64;
static struct tally_total total[3];
static struct tally_step step[TALLY_PMUV3_STEPS];
static struct tally_session session;
static unsigned interrupts;

static void say(const char *name, uint64_t number)
{
	printf("%s %llu\n", name, (unsigned long long)number);
}

static int open_with(const struct tally_monitor *m,
		     const struct tally_setup *setup)
{
	const struct tally_store store = { total, step, 3, m->steps };

	return tally_session_open(&session, m, &bus, setup, &store, false);
}

/* Calls it, as the compiler would; x30 alone is lost besides x9. */
static inline void call_work(void)
{
	__asm__ volatile("bl work" : : : "x9", "x30", "cc", "memory");
}

static int count_work(const struct tally_monitor *m)
{
	const struct tally_slot slot[] = {
		{ .counter = 0, .event = TALLY_PMUV3_INST_RETIRED },
		{ .counter = 1, .event = TALLY_PMUV3_SW_INCR },
		{ .counter = TALLY_PMUV3_CYCLES(m),
		  .event = TALLY_EVENT_CYCLES },
	};
	const struct tally_setup setup = { slot, 3, 0 };
	int status = open_with(m, &setup);

	if (status)
		return status;
	TALLY_REGION_CALIBRATE(A64, &session, 4);
	TALLY_REGION(A64, &session)
	{
		call_work();
	}
	say("instructions", tally_session_net(&session, 0));
	say("sw_incr", tally_session_net(&session, 1));
	say("cycles", tally_session_net(&session, 2));
	return tally_session_close(&session);
}

static void on_interrupt(unsigned number)
{
	if (number == PMU_LINE && tally_session_overflow(&session))
		interrupts++;
}

static int count_overflows(const struct tally_monitor *m)
{
	const struct tally_slot slot = { .counter = TALLY_PMUV3_CYCLES(m),
					 .event = TALLY_EVENT_CYCLES,
					 .period = PERIOD,
					 .interrupt = TALLY_IRQ };
	const struct tally_setup setup = { &slot, 1, 0 };
	uint64_t turns = LONG_TURNS;
	int status = open_with(m, &setup);

	if (status)
		return status;
	virt_interrupt = on_interrupt;
	virt_write(vbar_el1, virt_vectors);
	virt_line(PMU_LINE);
	tally_session_start(&session);
	__asm__ volatile("	msr	daifclr, #2\n"
			 "1:	subs	%0, %0, #1\n"
			 "	b.ne	1b\n"
			 "	msr	daifset, #2\n"
			 : "+r"(turns)
			 :
			 : "cc", "memory");
	tally_session_stop(&session);
	say("overflows", interrupts);
	say("long", tally_session_count(&session, 0) >= 2u * LONG_TURNS);
	return tally_session_close(&session);
}

int main(int argc, char **argv)
{
	const struct tally_monitor *m =
		tally_pmuv3_of((uint32_t)virt_read(midr_el1));
	int status;

	/* The last word: picolibc puts a name of its own before the others. */
	if (argc > 0 && strcmp(argv[argc - 1], "outside") == 0) {
		call_work();
		return 0;
	}
	status = count_work(m);
	if (!status)
		status = count_overflows(m);
	if (status)
		printf("status %d\n", status);
	return status != 0;
}
