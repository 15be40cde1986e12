/* SPDX-License-Identifier: MIT */
/*
 * The doctor where an operating system counts: who may count, does each of what
 * certainly happens count, all the time, is there a model of time, and do
 * samples come.
 */
#include <stdio.h>
#include <string.h>

#include "kernel/ring.h"
#include "run/doctor/inner.h"
#include "target/linux/linux.h"

enum { SURE_MOST = 4 };

/* A run's events, and which of them are there. */
struct looked {
	struct target *target;
	unsigned monitor; /* of the target's */
	struct target_count count[SURE_MOST];
	unsigned counts;
};

/* ---- what certainly happens ---------------------------------------------- */

/* False and `err`: it cannot be counted at once with those before; without
 * words, the monitor has no such event. */
static bool try(struct doctor *d, struct looked *l, const char *name,
		struct error *err)
{
	struct target_count *c = &l->count[l->counts];
	struct error unknown;
	unsigned whose;

	*c = (struct target_count){ .monitor = l->monitor,
				    .event = catalog_event(d->monitor, name,
							   &unknown) };
	err->text[0] = '\0';
	if (!c->event)
		return false;
	l->counts++;
	if (l->target->counts->fits(l->target, l->count, l->counts, &whose,
				    err))
		return true;
	l->counts--;
	return false;
}

/* Adds it, and tells why not. */
static bool add(struct doctor *d, struct looked *l, const char *name,
		enum finding_outcome otherwise)
{
	struct error err;

	if (try(d, l, name, &err))
		return true;
	if (!err.text[0])
		return false;
	doctor_find(d, "count", otherwise, NULL, "%s%.180s",
		    otherwise == FINDING_SKIPPED ? "not established: " : "",
		    err.text);
	return false;
}

static const struct target_count *counted(const struct looked *l,
					  const char *name)
{
	for (unsigned i = 0; name && i < l->counts; i++)
		if (!strcmp(l->count[i].event->name, name))
			return &l->count[i];
	return NULL;
}

/* ---- one run ------------------------------------------------------------- */

static void judge_count(struct doctor *d, const struct target_count *c)
{
	if (c->running < c->enabled)
		doctor_find(d, "count", FINDING_FAIL,
			    "end who else counts: another perf, or the "
			    "watchdog (sysctl kernel.nmi_watchdog=0)",
			    "%s was counted for %.0f %% of the run",
			    c->event->name,
			    100 * (double)c->running / (double)c->enabled);
	else
		doctor_find(d, "count", c->value ? FINDING_PASS : FINDING_FAIL,
			    "see that the hypervisor, or the firmware, lets "
			    "this processor count",
			    "%s: %llu in a run", c->event->name,
			    (unsigned long long)c->value);
}

/* The processor's clock, and whether each instruction takes one of it. */
static void judge_time_of(struct doctor *d, const struct target_count *cycles,
			  const struct target_count *instructions,
			  const struct target_count *ns)
{
	if (!cycles || !cycles->value)
		return;
	if (ns && ns->value)
		doctor_find(d, "clock", FINDING_PASS, NULL,
			    "%.3g Hz while it ran, by the kernel's clock",
			    1e9 * (double)cycles->value / (double)ns->value);
	if (instructions && instructions->value)
		doctor_judge_time(d, cycles->value, instructions->value);
}

static bool is_wanted(void *ctx)
{
	const struct doctor *d = ctx;

	return !d->unwanted || !*d->unwanted;
}

static bool run_once(struct doctor *d, struct looked *l)
{
	const struct target_counting how = { .go_on = is_wanted, .ctx = d };
	struct target_stop end = { 0 };
	struct error err;

	if (!l->target->counts->run(l->target, l->count, l->counts, &how, &end,
				    &err)) {
		doctor_find(d, "count", FINDING_FAIL, NULL, "%.190s", err.text);
		return false;
	}
	for (unsigned i = 0; i < l->counts; i++)
		judge_count(d, &l->count[i]);
	return true;
}

/* ---- samples ------------------------------------------------------------- */

/* A counter runs over and interrupts, or a timer does: do samples come? */
static void check_samples(struct doctor *d, struct looked *l,
			  const struct target_count *c, bool counter)
{
	/* A timer that comes more often would keep the processor busy. */
	const uint64_t least = counter ? 10 : 100000;
	const uint64_t part = c->value / 100;
	const uint64_t period[] = { part > least ? part : least };
	uint64_t total[1] = { 0 };
	const struct target_sampled how = { .period = period,
					    .total = total,
					    .count = 1,
					    .go_on = is_wanted,
					    .ctx = d };
	struct perf_taking taking = { 0 };
	struct target_stop end = { 0 };
	struct error err;

	if (!l->target->counts->sample(l->target, c, &how, &taking, &end, &err))
		doctor_find(d, "irq", FINDING_FAIL, NULL, "%.190s", err.text);
	else
		doctor_find(d, "irq",
			    taking.takens ? FINDING_PASS : FINDING_FAIL,
			    "see that the kernel knows the interrupt of the "
			    "monitor (device tree or ACPI; dmesg, "
			    "/proc/interrupts) and that its handler runs",
			    "%zu samples of a run, one for each %llu of %s%s",
			    taking.takens, (unsigned long long)period[0],
			    c->event->name,
			    counter ? ""
				    : ", by a timer: no counter's interrupt "
				      "is tried");
	perf_taking_free(&taking);
}

/* ---- all ----------------------------------------------------------------- */

static void tell_whom(struct doctor *d, const struct target *t)
{
	doctor_find(d, "probe", FINDING_PASS, NULL, "%.150s counts",
		    t->facts.title);
	doctor_find(d, "access", FINDING_PASS, NULL, "%s",
		    target_linux_user_only(t)
			    ? "user space alone may be counted "
			      "(perf_event_paranoid)"
			    : "user space and the kernel may be counted");
}

/* The kernel's own events are of what it does itself, and of any processor.
 * Without cycles, instructions are to be had seldom, and of use for samples. */
static void choose(struct doctor *d, struct looked *l)
{
	const bool own = !strcmp(d->monitor->name, "kernel");
	const enum finding_outcome otherwise =
		own ? FINDING_SKIPPED : FINDING_FAIL;
	struct error ignored;

	if (own) {
		(void)add(d, l, "task_clock", FINDING_FAIL);
		(void)add(d, l, "page_faults", FINDING_FAIL);
	}
	if (add(d, l, d->monitor->cycles, otherwise))
		(void)add(d, l, d->monitor->instructions, otherwise);
	else
		(void)try(d, l, d->monitor->instructions, &ignored);
}

/* The event that samples are tried of: a counter that counted, else a timer. */
static const struct target_count *
to_sample(const struct looked *l, const struct target_count *cycles,
	  const struct target_count *instructions)
{
	if (cycles && cycles->value)
		return cycles;
	return instructions && instructions->value ? instructions
						   : &l->count[0];
}

/* Judges time by a run, and has another one sampled. */
static void judge_run(struct doctor *d, struct looked *l)
{
	const struct target_count *cycles = counted(l, d->monitor->cycles);
	const struct target_count *instructions =
		counted(l, d->monitor->instructions);
	const struct target_count *sampled = to_sample(l, cycles, instructions);

	judge_time_of(d, cycles, instructions, counted(l, "task_clock"));
	if (sampled->value && l->target->counts->sample)
		check_samples(d, l, sampled,
			      sampled == cycles || sampled == instructions);
}

bool doctor_examine_counts(struct doctor *d, struct target *t,
			   struct error *err)
{
	const int number = target_monitor(t, d->monitor->name);
	struct looked l = { .target = t };

	if (number < 0)
		return error_set(err, "%s has no %s", t->facts.name,
				 d->monitor->name);
	l.monitor = (unsigned)number;
	d->healthy = true;
	tell_whom(d, t);
	choose(d, &l);
	if (l.counts && run_once(d, &l))
		judge_run(d, &l);
	if (d->prove)
		doctor_check_here(d, t, l.monitor);
	return true;
}
