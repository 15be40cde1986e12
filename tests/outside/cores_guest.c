/* SPDX-License-Identifier: MIT */
/*
 * The library on several cores at once: a bare program for QEMU's virt machine,
 * started by test_cores_at_once.py.  Each core has its own monitor, session or
 * state of the folded form, task switch and log; one task more than there are
 * cores goes from core to core, so that each runs on all of them and one always
 * waits. Prints "name value" lines by semihosting, writes the logs into the
 * file logs.bin, and leaves the judgement to the script.
 *
 * CORES, MONITOR (in C without tally_), how it is CALLED, and CLOCK, the number
 * of its cycle counter, say for what it is built.  FOLDED: by
 * tally/fixed_cores.h. EXTRA: so many switches more, of the last core only,
 * while each task runs.
 */
#include <stddef.h>

#include <tally/fixed_cores.h>
#include <tally/log.h>
#include <tally/monitors/armv7.h>
#include <tally/monitors/pmuv3.h>
#include <tally/native.h>
#include <tally/session.h>
#include <tally/task.h>

#include "outside/guest.h"

#ifndef EXTRA
#define EXTRA 0
#endif

enum { TASKS = CORES + 1, ROUNDS = 6, LINE = 64, RETIRED = 8, RECORDS = 128 };

/* The first core begins in guest(), another in enter(), with its number in the
 * first register. */
void guest(void);
void other(uintptr_t core);
void enter(void);
extern const char stack_ends[];

__asm__(".section .text.start, \"ax\"\n"
	".global start, enter\n"
	"start:\n"
#ifdef __aarch64__
	"	mov x0, #0\n"
	"	ldr x2, =guest\n"
	"	b 1f\n"
	"enter:\n"
	"	ldr x2, =other\n"
	"1:	ldr x1, =stack_ends\n"
	"	sub x1, x1, x0, lsl #14\n"
	"	mov sp, x1\n"
	"	blr x2\n"
	"2:	wfi\n"
	"	b 2b\n"
#else
	"	.arm\n"
	"	mov r0, #0\n"
	"	ldr r2, =guest\n"
	"	b 1f\n"
	"enter:\n"
	"	ldr r2, =other\n"
	"1:	ldr r1, =stack_ends\n"
	"	sub sp, r1, r0, lsl #14\n"
	"	blx r2\n"
	"2:	wfi\n"
	"	b 2b\n"
#endif
	"	.ltorg\n"
	".section .bss\n"
	".balign 16\n"
	"	.skip 65536\n"
	".global stack_ends\n"
	"stack_ends:\n"
	".text\n");

/* All that one core measures with, which no other core writes. */
struct core {
	struct tally_tasks tasks;
	struct tally_session session;
	struct tally_total total[2];
	struct tally_step step[TALLY_PMUV3_STEPS];
	uint64_t mark[2], spent[2], idle_count[2];
	uint64_t all; /* instructions: only this core reads its counters */
	struct tally_task idle;
	volatile unsigned came; /* to which meeting */
	volatile enum tally_status status;
} __attribute__((aligned(LINE)));

struct task {
	struct tally_task counts;
	uint64_t count[2], logged;
	uint32_t turns;
	unsigned runs;
} __attribute__((aligned(LINE)));

static const struct tally_slot slots[] = {
	{ .counter = 0, .event = RETIRED },
	{ .counter = CLOCK, .event = TALLY_EVENT_CYCLES },
};
/* As a variable that is not 0, so that the code is the same whatever it is. */
static volatile int switches = 1 + EXTRA;
static struct core core[CORES];
static struct task task[TASKS];
static TALLY_LOG(kept[CORES], RECORDS);

static void barrier(void)
{
	__asm__ volatile("dmb ish" ::: "memory");
}

/* Until all cores are there. */
static void meet(unsigned me)
{
	const unsigned number = core[me].came + 1;

	barrier();
	core[me].came = number;
	for (unsigned i = 0; i < CORES; i++)
		while (core[i].came < number)
			__asm__ volatile("yield");
	barrier();
}

#ifdef FOLDED
static unsigned feigned; /* what is added to a core's number */

static unsigned this_core(void)
{
	uintptr_t mpidr;

#ifdef __aarch64__
	__asm__ volatile("mrs %0, mpidr_el1" : "=r"(mpidr));
#else
	__asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(mpidr));
#endif
	return (unsigned)(mpidr & 0xFF) + feigned;
}

TALLY_FIXED_CORES(m, MONITOR, CORES, this_core(), slots);

static void hand_over(struct core *c, struct tally_task *next)
{
	(void)c;
	m_switch(next ? next->count : NULL);
}

static enum tally_status open_on(struct core *c)
{
	enum tally_status status = m_open(false);

	if (status)
		return status;
	hand_over(c, &c->idle);
	m_start();
	return TALLY_OK;
}

/* The functions say what they say on a core that is none of them. */
static void tell_away(void)
{
	feigned = CORES;
	guest_say("away", m_open(false));
	guest_say("away", m_is_open());
	guest_say("away", m_overflow());
	guest_say("away", m_close());
	feigned = 0;
}

static void stop_on(struct core *c)
{
	m_stop();
	hand_over(c, NULL);
	c->all = m_count(0);
	c->status = m_close();
}
#else
static struct tally_bus bus =
#ifdef __aarch64__
	TALLY_BUS_A64;
#else
	TALLY_BUS_A32;
#endif

#define MONITOR_(name)   tally_##name
#define MONITOR_OF(name) MONITOR_(name)

static void hand_over(struct core *c, struct tally_task *next)
{
	tally_task_switch(&c->tasks, next);
}

static enum tally_status open_on(struct core *c)
{
	static const struct tally_setup setup = { slots, 2, 0 };
	const struct tally_store store = { c->total, c->step, 2,
					   TALLY_PMUV3_STEPS };
	enum tally_status status = tally_session_open(
		&c->session, &MONITOR_OF(MONITOR), &bus, &setup, &store, false);

	if (status)
		return status;
	tally_tasks_init(&c->tasks, &c->session, c->mark);
	c->tasks.spent = c->spent;
	hand_over(c, &c->idle);
	return tally_session_start(&c->session);
}

static void tell_away(void)
{
	guest_say("away", (int64_t)tally_session_count(&core[1].session, 0));
}

static void stop_on(struct core *c)
{
	c->status = tally_session_stop(&c->session);
	hand_over(c, NULL);
	c->all = tally_session_count(&c->session, 0);
}
#endif

#define TEXT_(name) #name
#define TEXT(name)  TEXT_(name)

static enum tally_status open_log(unsigned me)
{
	struct tally_log *log = &kept[me].log;
	enum tally_status status = tally_log_open(log, sizeof(kept[me]), false);

	if (status)
		return status;
	tally_log_text(log, TALLY_LOG_MONITOR, 0, 0, TEXT(CALLED));
	tally_log_write(log, TALLY_LOG_SETUP, 0, 0, RETIRED, 0);
	return TALLY_OK;
}

/* A turn of the task goes into the own log of the core that it was on. */
static void keep(unsigned me, struct task *t)
{
	tally_log_write(&kept[me].log, TALLY_LOG_INTERVAL, 0,
			1 + (uint32_t)(t - task), t->count[0] - t->logged, 0);
	t->logged = t->count[0];
}

static void work(struct task *t)
{
	uint32_t turns = t->turns;

	t->runs++;
	__asm__ volatile("1: subs %0, %0, #1\n\tbne 1b" : "+r"(turns) : : "cc");
}

static void measure(unsigned me)
{
	struct core *c = &core[me];

	c->idle.count = c->idle_count;
	c->status = open_on(c);
	if (!c->status)
		c->status = open_log(me);
	if (c->status)
		return;
	for (unsigned round = 0; round < ROUNDS * TASKS; round++) {
		struct task *t = &task[(round + me) % TASKS];

		meet(me);
		hand_over(c, &t->counts);
		work(t);
		for (int i = 0; i < (me == CORES - 1 ? switches : 1); i++)
			hand_over(c, &c->idle);
		keep(me, t);
	}
	meet(me);
	stop_on(c);
	meet(me);
}

void other(uintptr_t me)
{
	measure((unsigned)me);
}

static int64_t start_core(unsigned number)
{
#ifdef __aarch64__
	register uintptr_t r0 __asm__("x0") = 0xC4000003; /* PSCI CPU_ON */
	register uintptr_t r1 __asm__("x1") = number;
	register uintptr_t r2 __asm__("x2") = (uintptr_t)enter;
	register uintptr_t r3 __asm__("x3") = number;
#else
	register uintptr_t r0 __asm__("r0") = 0x84000003;
	register uintptr_t r1 __asm__("r1") = number;
	register uintptr_t r2 __asm__("r2") = (uintptr_t)enter;
	register uintptr_t r3 __asm__("r3") = number;

	__asm__(".arch_extension virt");
#endif

	__asm__ volatile("hvc #0"
			 : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3)
			 :
			 : "memory");
	return (intptr_t)r0;
}

/* The sum of what all cores counted, and of what was charged. */
static void tell_sum(void)
{
	uint64_t all = 0, sum = 0;

	for (unsigned i = 0; i < CORES; i++) {
		all += core[i].all;
		sum += core[i].idle_count[0] + core[i].spent[0];
	}
	for (unsigned i = 0; i < TASKS; i++)
		sum += task[i].count[0];
	guest_say("instructions", (int64_t)all);
	guest_say("charged", (int64_t)sum);
}

void guest(void)
{
	int64_t status = 0;

	for (unsigned i = 0; i < TASKS; i++)
		task[i] = (struct task){ .counts = { task[i].count },
					 .turns = 1000 * (i + 1) };
	for (unsigned i = 1; i < CORES; i++)
		status |= start_core(i);
	guest_say("started", status);
	measure(0);
	for (unsigned i = 0; i < CORES; i++)
		guest_say("status", core[i].status);
	for (unsigned i = 0; i < TASKS; i++) {
		guest_say("runs", task[i].runs);
		guest_say("task", (int64_t)task[i].count[0]);
	}
	tell_sum();
	tell_away();
	guest_file("logs.bin", kept, sizeof(kept));
	guest_exit();
}
