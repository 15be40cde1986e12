/* SPDX-License-Identifier: MIT */
/*
 * The library on somebody else's PMUv3: a bare program for QEMU's virt machine,
 * started by test_qemu_pmuv3.py.  Prints "name value" lines by
 * semihosting, and leaves the judgement to the script.
 */
#include <tally/monitors/pmuv3.h>
#include <tally/native.h>
#include <tally/region.h>
#include <tally/session.h>

#include "outside/guest.h"

void guest(void);

__asm__(".section .text.start, \"ax\"\n"
	".global start\n"
	"start:\n"
	"	ldr x0, =stack_end\n"
	"	mov sp, x0\n"
	"	bl guest\n"
	".section .bss\n"
	".balign 16\n"
	"	.skip 65536\n"
	"stack_end:\n"
	".text\n");

static struct tally_bus bus = TALLY_BUS_A64;
static struct tally_total total[4];
static struct tally_step step[TALLY_PMUV3_STEPS];
static struct tally_session s;

static enum tally_status open_on(const struct tally_monitor *m,
				 const struct tally_setup *setup)
{
	const struct tally_store store = { total, step, 4, m->steps };

	return tally_session_open(&s, m, &bus, setup, &store, false);
}

static uint64_t read(uint32_t addr)
{
	const struct tally_reg reg = { addr, TALLY_SYSREG, 64 };

	return tally_bus_read(&bus, &reg);
}

/* One copy for all callers: it is the same instructions for any turns. */
static __attribute__((noinline)) void loop(uint64_t turns)
{
	tally_session_start(&s);
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(turns)
			 :
			 : "cc");
	tally_session_stop(&s);
}

/* How much more 4000 turns of two instructions count than 1000. */
static void measure(const struct tally_monitor *m, const char *name,
		    uint16_t event, uint8_t levels)
{
	const struct tally_slot slot = {
		.counter =
			event == TALLY_EVENT_CYCLES ? TALLY_PMUV3_CYCLES(m) : 1,
		.event = event,
		.levels = levels,
	};
	const struct tally_setup setup = { &slot, 1, 0 };
	enum tally_status status = open_on(m, &setup);
	uint64_t little, much;

	if (status) {
		guest_say(name, status);
		return;
	}
	loop(1000);
	little = tally_session_count(&s, 0);
	loop(4000);
	much = tally_session_count(&s, 0) - little;
	guest_say(name, (int64_t)(much - little));
	status = tally_session_close(&s);
	if (status)
		guest_say("close", status);
}

/* A region of 100 instructions, less an empty one. */
static void region(const struct tally_monitor *m)
{
	const struct tally_slot slot = { .counter = 0,
					 .event = TALLY_PMUV3_INST_RETIRED };
	const struct tally_setup setup = { &slot, 1, 0 };

	if (open_on(m, &setup))
		return;
	TALLY_REGION_CALIBRATE(A64, &s, 4);
	TALLY_REGION(A64, &s)
	{
		__asm__ volatile(".rept 100\n\tnop\n\t.endr");
	}
	guest_say("region", (int64_t)tally_session_net(&s, 0));
	tally_session_close(&s);
}

/* Five increments, an overflow after every three: taken up once. */
static void increments(const struct tally_monitor *m)
{
	const struct tally_slot slot = { .counter = 2,
					 .event = TALLY_PMUV3_SW_INCR,
					 .period = 3 };
	const struct tally_setup setup = { &slot, 1, 0 };
	enum tally_status status = open_on(m, &setup);

	if (status) {
		guest_say("sw_incr", status);
		return;
	}
	tally_session_start(&s);
	for (unsigned i = 0; i < 5; i++)
		tally_pmuv3_increment(m, &bus, 1u << 2);
	guest_say("overflow", (int64_t)tally_session_overflow(&s));
	tally_session_stop(&s);
	guest_say("sw_incr", (int64_t)tally_session_count(&s, 0));
	tally_session_close(&s);
}

/* 64 bits without a pair, where there are such counters: 2^32 + 1. */
static void wide(const struct tally_monitor *m)
{
	const struct tally_slot slot = { .counter = 0,
					 .event = TALLY_PMUV3_SW_INCR };
	const struct tally_setup setup = { &slot, 1, TALLY_WIDE };
	enum tally_status status = open_on(m, &setup);

	if (status) {
		guest_say("wide", status);
		return;
	}
	tally_bus_write(&bus, &m->counter[0].reg, 0xFFFFFFFF);
	tally_session_start(&s);
	tally_pmuv3_increment(m, &bus, 1);
	tally_pmuv3_increment(m, &bus, 1);
	guest_say("flags", (int64_t)tally_session_overflow(&s));
	tally_session_stop(&s);
	guest_say("wide", (int64_t)tally_session_count(&s, 0));
	tally_session_close(&s);
}

#ifdef AT_EL0
/* All that user mode may do, by the way that it has. */
static void user(void)
{
	bus = (struct tally_bus)TALLY_BUS_A64_EL0;
	measure(&tally_pmuv3_el0, "cycles", TALLY_EVENT_CYCLES, 0);
	measure(&tally_pmuv3_el0, "instructions", TALLY_PMUV3_INST_RETIRED, 0);
	measure(&tally_pmuv3_el0, "instructions_el1", TALLY_PMUV3_INST_RETIRED,
		TALLY_EL1);
	region(&tally_pmuv3_el0);
	increments(&tally_pmuv3_el0);
	wide(&tally_pmuv3_el0);
	guest_say("pmcr", (int64_t)(read(TALLY_SYS(3, 3, 9, 12, 0)) & 1));
	guest_say("status", bus.status);
	guest_exit();
}

/* To EL0, on the same stack, with PMUSERENR_EL0.EN. */
void guest(void)
{
	__asm__ volatile("msr pmuserenr_el0, %0\n\t"
			 "mov x0, sp\n\t"
			 "msr sp_el0, x0\n\t"
			 "msr spsr_el1, xzr\n\t"
			 "msr elr_el1, %1\n\t"
			 "eret"
			 :
			 : "r"(UINT64_C(1)), "r"(user)
			 : "x0", "memory");
}
#else
void guest(void)
{
	const struct tally_monitor *m =
		tally_pmuv3_of((uint32_t)read(TALLY_SYS(3, 0, 0, 0, 0)));
	uint64_t userenr = read(TALLY_SYS(3, 3, 9, 14, 0));
	struct tally_limits limits;

	guest_say("core", (int64_t)tally_bus_core(&bus));
	guest_say("any", m == &tally_pmuv3);
	tally_limits_read(&tally_pmuv3, &bus, &limits);
	guest_say("counters", limits.counters);
	guest_say("events", (int64_t)(limits.event[0] & 0xFFFFFFFF));
	measure(m, "cycles", TALLY_EVENT_CYCLES, 0);
	measure(m, "cpu_cycles", TALLY_PMUV3_CPU_CYCLES, 0);
	measure(m, "instructions", TALLY_PMUV3_INST_RETIRED, 0);
	measure(m, "instructions_el1", TALLY_PMUV3_INST_RETIRED, TALLY_EL1);
	measure(m, "instructions_el0", TALLY_PMUV3_INST_RETIRED, TALLY_EL0);
	measure(m, "branches", TALLY_PMUV3_BR_PRED, 0);
	measure(&tally_pmuv3_select, "selected", TALLY_PMUV3_INST_RETIRED, 0);
	region(m);
	increments(m);
	increments(&tally_pmuv3_select);
	wide(m);
	guest_say("userenr",
		  (int64_t)(read(TALLY_SYS(3, 3, 9, 14, 0)) ^ userenr));
	guest_say("pmcr", (int64_t)(read(TALLY_SYS(3, 3, 9, 12, 0)) & 1));
	guest_say("status", bus.status);
	guest_exit();
}
#endif
