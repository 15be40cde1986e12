/* SPDX-License-Identifier: MIT */
/*
 * The library on several cores at once: a bare program for QEMU's virt machine,
 * started by test_qemu_pmuv3.py.  Each core has its own monitor, session and
 * task switch; one task more than there are cores goes from core to core, so
 * that each runs on all of them and one always waits.  Prints "name value"
 * lines by semihosting, and leaves the judgement to the script.
 */
#include <stddef.h>

#include <tally/monitors/pmuv3.h>
#include <tally/native.h>
#include <tally/session.h>
#include <tally/task.h>

#include "outside/guest.h"

enum { CORES_MOST = 4, TASKS_MOST = CORES_MOST + 1, ROUNDS = 6 };

/* The first core begins in guest(), another in enter(), with its number in x0.
 */
void guest(void);
void other(uint64_t core);
void enter(void);
extern const char stack_ends[];

__asm__(".section .text.start, \"ax\"\n"
	".global start, enter\n"
	"start:\n"
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
	".section .bss\n"
	".balign 16\n"
	"	.skip 65536\n"
	".global stack_ends\n"
	"stack_ends:\n"
	".text\n");

/* All that one core measures with. */
struct core {
	struct tally_session session;
	struct tally_tasks tasks;
	struct tally_total total[2];
	struct tally_step step[TALLY_PMUV3_STEPS];
	uint64_t mark[2], spent[2], idle_count[2];
	uint64_t all; /* instructions: only this core reads its counters */
	struct tally_task idle;
	volatile uint64_t came; /* to which meeting */
	volatile enum tally_status status;
};

struct task {
	struct tally_task counts;
	uint64_t count[2];
	uint64_t turns;
	unsigned runs;
};

static const struct tally_slot slots[] = {
	{ .counter = 0, .event = TALLY_PMUV3_INST_RETIRED },
	{ .counter = 6, .event = TALLY_EVENT_CYCLES },
};
static const struct tally_setup setup = { slots, 2, 0 };
static struct tally_bus bus = TALLY_BUS_A64;
static struct core core[CORES_MOST];
static struct task task[TASKS_MOST];
static unsigned cores;

static void barrier(void)
{
	__asm__ volatile("dmb ish" ::: "memory");
}

/* Until all cores are there. */
static void meet(unsigned me)
{
	const uint64_t number = core[me].came + 1;

	barrier();
	core[me].came = number;
	for (unsigned i = 0; i < cores; i++)
		while (core[i].came < number)
			__asm__ volatile("yield");
	barrier();
}

static enum tally_status open_on(struct core *c)
{
	const struct tally_store store = { c->total, c->step, 2,
					   TALLY_PMUV3_STEPS };
	enum tally_status status = tally_session_open(
		&c->session, &tally_cortex_a57, &bus, &setup, &store, false);

	if (status)
		return status;
	c->idle.count = c->idle_count;
	tally_tasks_init(&c->tasks, &c->session, c->mark);
	c->tasks.spent = c->spent;
	tally_task_switch(&c->tasks, &c->idle);
	return tally_session_start(&c->session);
}

static void work(struct task *t)
{
	uint64_t turns = t->turns;

	t->runs++;
	__asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b"
			 : "+r"(turns)
			 :
			 : "cc");
}

static void measure(unsigned me)
{
	struct core *c = &core[me];

	c->status = open_on(c);
	for (unsigned round = 0; round < ROUNDS * (cores + 1); round++) {
		struct task *t = &task[(round + me) % (cores + 1)];

		meet(me);
		tally_task_switch(&c->tasks, &t->counts);
		work(t);
		tally_task_switch(&c->tasks, &c->idle);
	}
	meet(me);
	if (!c->status)
		c->status = tally_session_stop(&c->session);
	tally_task_switch(&c->tasks, NULL);
	c->all = tally_session_count(&c->session, 0);
	meet(me);
}

void other(uint64_t me)
{
	measure((unsigned)me);
}

static int64_t start_core(unsigned number)
{
	register uint64_t x0 __asm__("x0") = 0xC4000003; /* PSCI CPU_ON */
	register uint64_t x1 __asm__("x1") = number;
	register uint64_t x2 __asm__("x2") = (uint64_t)enter;
	register uint64_t x3 __asm__("x3") = number;

	__asm__ volatile("hvc #0"
			 : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3)
			 :
			 : "memory");
	return (int64_t)x0;
}

/* The sum of what all cores counted, and of what was charged. */
static void tell_sum(void)
{
	uint64_t all = 0, sum = 0;

	for (unsigned i = 0; i < cores; i++) {
		all += core[i].all;
		sum += core[i].idle_count[0] + core[i].spent[0];
	}
	for (unsigned i = 0; i <= cores; i++)
		sum += task[i].count[0];
	guest_say("instructions", (int64_t)all);
	guest_say("charged", (int64_t)sum);
}

void guest(void)
{
	int64_t status = 0;

	cores = CORES;
	for (unsigned i = 0; i <= cores; i++)
		task[i] = (struct task){ .counts = { task[i].count },
					 .turns = 1000 * (i + 1) };
	for (unsigned i = 1; i < cores; i++)
		status |= start_core(i);
	guest_say("started", status);
	measure(0);
	for (unsigned i = 0; i < cores; i++)
		guest_say("status", core[i].status);
	for (unsigned i = 0; i <= cores; i++) {
		guest_say("runs", task[i].runs);
		guest_say("task", (int64_t)tally_task_count(
					  &core[0].tasks, &task[i].counts, 0));
	}
	tell_sum();
	guest_exit();
}
