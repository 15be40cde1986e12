/* SPDX-License-Identifier: MIT */
/*
 * Known counts where an operating system counts: this process carries out the
 * pieces itself, each in a window of the kernel's, of user space alone.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <link.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "catalog/kernel.h"
#include "run/doctor/inner.h"
#include "run/doctor/known.h"
#include "run/doctor/work.h"
#include "target/linux/linux.h"

enum { TRIES = 16, PAGES = 16, SLEEPS = 4, MOVES = 4 };

struct here {
	struct doctor *d;
	struct target *target;
	unsigned monitor; /* of the target's */
	struct doctor_known known;
	unsigned judged;  /* rows of the processor's counts */
	struct error why; /* why there is none */
	cpu_set_t before; /* processors that this thread may have */
};

/* The head of this program itself, which says what runs it. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
extern const ElfW(Ehdr) __ehdr_start;

/* ---- one window ----------------------------------------------------------
 */

/*
 * A count that came twice in a row.  An interrupt in a window may add to it: on
 * some processors an instruction is counted for it, and the kernel may have
 * another task run.
 */
static bool count_steady(const struct here *h, struct target_count *c,
			 struct doctor_work *w, uint64_t *count,
			 struct error *err)
{
	uint64_t last = UINT64_MAX;

	for (unsigned i = 0; i < TRIES; i++) {
		if (h->d->unwanted && *h->d->unwanted)
			return error_set(err, "interrupted");
		if ((w->ready && !w->ready(w, err)) ||
		    !target_linux_count_here(h->target, c, w->go, w, err))
			return false;
		if (c->running < c->enabled)
			return error_set(err,
					 "%s: the kernel had no counter for it "
					 "all the time; end who else counts",
					 c->event->name);
		if (c->value == last) {
			*count = last;
			return true;
		}
		last = c->value;
	}
	return error_set(err, "%s is not counted twice alike in %d windows",
			 c->event->name, TRIES);
}

static void unsaid(struct here *h, const char *check, const struct error *err)
{
	doctor_find(h->d, check, FINDING_SKIPPED, NULL,
		    "not established: %.180s", err->text);
}

/* ---- the processor's events ----------------------------------------------
 */

/* The piece with what is around it, or that alone. */
static bool count_piece(const struct here *h, struct target_count *c,
			unsigned piece, bool empty, uint64_t *count,
			struct error *err)
{
	uint32_t word[KNOWN_WORDS];
	const unsigned words =
		doctor_known_words(&h->known, piece, empty, word);
	struct doctor_work w;
	bool good;

	if (!doctor_work_code(&w, word, words, h->known.back, err))
		return false;
	good = count_steady(h, c, &w, count, err);
	doctor_work_end(&w);
	return good;
}

/* False: nothing of the event is counted. */
static bool prove_piece(struct here *h, struct target_count *c,
			enum doctor_kind k, unsigned piece)
{
	struct doctor_known_count told = {
		.expected = doctor_pieces[piece].count[k],
	};
	uint64_t around = 0, all = 0;

	if (!count_piece(h, c, piece, true, &around, &h->why) ||
	    !count_piece(h, c, piece, false, &all, &h->why))
		return false;
	told.counted = all - around;
	h->judged++;
	doctor_tell_known(h->d, "known", c->event->name,
			  doctor_pieces[piece].name, "Linux", &told);
	return true;
}

static void prove_event(struct here *h, enum doctor_kind k,
			const struct catalog_event *e)
{
	struct catalog_event user = *e;
	struct target_count c = { .monitor = h->monitor, .event = &user };

	user.levels = TALLY_EL0;
	for (unsigned i = 0; i < KNOWN_PIECES; i++) {
		/* No program may do that one. */
		if (h->known.piece[i].from == h->known.piece[i].to ||
		    doctor_pieces[i].count[KNOWN_INCREMENTS])
			continue;
		if (!prove_piece(h, &c, k, i)) {
			unsaid(h, "known", &h->why);
			return;
		}
	}
}

/* May its count be compared?  No: `why`. */
static bool is_decided(const struct here *h, const struct tally_limits *limits,
		       enum doctor_kind k, const struct catalog_event *e,
		       struct error *why)
{
	const bool own = !strcmp(h->d->monitor->name, "kernel");

	if (k == KNOWN_INCREMENTS)
		return error_set(why, "%s: no program may do that", e->name);
	if (!own && !tally_limits_event(limits, e->code))
		return error_set(why, "%s: this processor lacks it", e->name);
	/* Of others the kernel takes all, or those that are taken. */
	if (own && k == KNOWN_BRANCHES && !h->known.all_branches)
		return error_set(why,
				 "%s: which of them the kernel counts is not "
				 "told",
				 e->name);
	return true;
}

static void prove_events(struct here *h)
{
	struct tally_limits limits;

	if (!h->target->counts->limits(h->target, h->monitor, &limits,
				       &h->why) ||
	    !target_linux_stay(h->target, h->monitor, &h->why))
		return;
	for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++) {
		const struct catalog_event *e =
			doctor_known_event(h->d->monitor, k);
		struct error why;

		if (e && is_decided(h, &limits, k, e, &why))
			prove_event(h, k, e);
		else if (e)
			unsaid(h, "known", &why);
	}
}

static void check_processor(struct here *h)
{
	bool any = false;

	for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++)
		any |= doctor_known_event(h->d->monitor, k) != NULL;
	if (!any)
		error_set(&h->why, "it has no event of which code alone "
				   "decides the count");
	else if (!h->known.words)
		error_set(&h->why, "no code of known counts is kept for this "
				   "processor");
	else
		prove_events(h);
	if (!h->judged)
		doctor_find(h->d, "known", FINDING_FAIL,
			    "have it run where the kernel has counters of the "
			    "processor, or take the kit (--out) there",
			    "no count of the processor is proved: %.155s",
			    h->why.text);
}

/* ---- the kernel's events -------------------------------------------------
 */

static bool begin_pages(struct doctor_work *w, unsigned times,
			struct error *err)
{
	(void)err;
	doctor_work_pages(w, times);
	return true;
}

static bool begin_sleeps(struct doctor_work *w, unsigned times,
			 struct error *err)
{
	(void)err;
	doctor_work_sleeps(w, times);
	return true;
}

/* Work of the kernel's: `in_kernel`, it happens there, and is seen only where
 * the kernel is counted. */
static const struct {
	const char *event, *what;
	unsigned times;
	bool in_kernel;
	bool (*begin)(struct doctor_work *w, unsigned times, struct error *err);
} software[] = {
	{ "page_faults", "16 pages touched first", PAGES, false, begin_pages },
	{ "minor_faults", "16 pages touched first", PAGES, false, begin_pages },
	{ "context_switches", "4 sleeps", SLEEPS, true, begin_sleeps },
	{ "cpu_migrations", "4 moves to another processor", MOVES, true,
	  doctor_work_moves },
};

static bool count_software(const struct here *h, unsigned i, bool empty,
			   uint64_t *count, struct error *err)
{
	struct target_count c = {
		.monitor = h->monitor,
		.event = catalog_event(h->d->monitor, software[i].event, err),
	};
	struct doctor_work w;
	bool good;

	if (software[i].in_kernel && target_linux_user_only(h->target))
		return error_set(err, "%s: nobody may count the kernel here",
				 software[i].event);
	if (!c.event ||
	    !software[i].begin(&w, empty ? 0 : software[i].times, err))
		return false;
	good = count_steady(h, &c, &w, count, err);
	doctor_work_end(&w);
	(void)sched_setaffinity(0, sizeof h->before, &h->before);
	return good;
}

static void check_software(struct here *h)
{
	for (unsigned i = 0; i < sizeof software / sizeof *software; i++) {
		struct doctor_known_count c = { .expected = software[i].times };
		uint64_t around = 0, all = 0;
		struct error err;

		if (!count_software(h, i, true, &around, &err) ||
		    !count_software(h, i, false, &all, &err)) {
			unsaid(h, "software", &err);
			continue;
		}
		c.counted = all - around;
		doctor_tell_known(h->d, "software", software[i].event,
				  software[i].what, "Linux", &c);
	}
}

/* ---- all -----------------------------------------------------------------
 */

/* Checks of a kit, and who keeps from a program what they need. */
static const struct {
	const char *check, *why;
} beyond[] = {
	{ "select", "the kernel chooses the counter" },
	{ "freeze", "the kernel starts and stops counters" },
	{ "inhibit", "the kernel stops counters one by one" },
	{ "reset", "the monitor's registers are the kernel's" },
	{ "write", "the kernel alone writes counters" },
	{ "filter", "what the kernel does has no known counts" },
	{ "overflow", "flags are the kernel's" },
	{ "wrap", "the kernel presets counters and adds them up" },
	{ "wide", "the kernel makes 64 bits of them" },
	{ "interrupt",
	  "the kernel takes it; `irq` tells whether samples come" },
};

void doctor_check_here(struct doctor *d, struct target *t, unsigned monitor)
{
	static const char *const kits[] = { "bounds", "errata" };
	struct here h = { .d = d, .target = t, .monitor = monitor };

	CPU_ZERO(&h.before);
	(void)sched_getaffinity(0, sizeof h.before, &h.before);
	doctor_known_make(d->monitor, __ehdr_start.e_machine, &h.known);
	check_processor(&h);
	(void)sched_setaffinity(0, sizeof h.before, &h.before);
	if (!strcmp(d->monitor->name, "kernel"))
		check_software(&h);
	for (unsigned i = 0; i < sizeof beyond / sizeof *beyond; i++)
		doctor_find(d, beyond[i].check, FINDING_SKIPPED, NULL,
			    "not reached from user space: %s", beyond[i].why);
	for (unsigned i = 0; i < sizeof kits / sizeof *kits; i++)
		doctor_find(d, kits[i], FINDING_SKIPPED, NULL,
			    "not looked at here: no code for it is run but a "
			    "kit's (--out)");
}
