/* SPDX-License-Identifier: MIT */
/* Regions by name: of each thread, told when the program ends. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <tally/linux_regions.h>

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kernel/doors.h"
#include "kernel/names.h"
#include "kernel/regions.h"

struct region {
	char *name;
	bool entered, lost;
	uint64_t calls;
	uint64_t at[TALLY_LINUX_COUNTERS], sum[TALLY_LINUX_COUNTERS];
	uint64_t began, time; /* ns */
};

/* The counts of an empty region, which are taken off each real one's. */
struct cost {
	uint64_t count[TALLY_LINUX_COUNTERS], time;
};

struct counted {
	struct counted *next;
	long thread; /* the kernel's number of it */
	struct tally_linux here;
	struct tally_session session;
	struct tally_total total[TALLY_LINUX_COUNTERS];
	struct tally_step step[TALLY_LINUX_STEPS];
	enum tally_status status; /* of opening it */
	struct cost cost;
	struct region region[TALLY_LINUX_REGIONS];
	unsigned regions;
};

static struct counted *all;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local struct counted *mine;

/* Slots that all threads count, and as what each was asked for. */
static struct tally_slot slot[TALLY_LINUX_COUNTERS];
static char name[TALLY_LINUX_COUNTERS][48];
static struct tally_setup setup = { slot, 0, 0 };
static char wrong[48]; /* a word of TALLY_EVENTS that is no event */

static const struct tally_linux_doors *asked = &linux_doors;

void linux_regions_on(const struct tally_linux_doors *d)
{
	asked = d;
}

/* ---- what is counted --------------------------------------------------------
 */

/* With one that is wrong nothing is counted.  All share a pass: braces say no
 * more than that. */
static void take_events(const char *text)
{
	setup.slots = 0;
	while (*text && setup.slots < TALLY_LINUX_COUNTERS) {
		const size_t length = strcspn(text, ",");
		const uint8_t i = setup.slots;
		const char *from = text + strspn(text, " \t{");
		size_t used = length - (size_t)(from - text);

		while (used && strchr(" \t}", from[used - 1]))
			used--;
		snprintf(name[i], sizeof name[i], "%.*s", (int)used, from);
		if (!linux_name(asked->root, from, used, &slot[i])) {
			snprintf(wrong, sizeof wrong, "%s",
				 length ? name[i] : ",");
			return;
		}
		slot[i].counter = i;
		setup.slots++;
		text += length + (text[length] == ',');
	}
	if (*text)
		snprintf(wrong, sizeof wrong, "%.40s", text);
}

static bool opens(struct counted *c)
{
	const struct tally_store store = { c->total, c->step,
					   TALLY_LINUX_COUNTERS,
					   TALLY_LINUX_STEPS };

	tally_linux_init(&c->here, 0);
	c->here.doors = asked;
	c->status = tally_session_open(&c->session, &tally_linux_monitor,
				       &c->here.bus, &setup, &store, false);
	return c->status == TALLY_OK;
}

/* The task's clock has to do where there are no counters. */
static void choose(void)
{
	struct counted *trial = calloc(1, sizeof *trial);

	take_events("cycles,instructions");
	if (trial && opens(trial))
		(void)tally_session_close(&trial->session);
	else
		take_events("task-clock");
	free(trial);
}

/* ---- the end ----------------------------------------------------------------
 */

/* As comma-separated rows have it; a quote is doubled. */
static void write_text(FILE *to, const char *text)
{
	putc('"', to);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', to);
		putc(*text, to);
	}
	putc('"', to);
}

static void write_region(FILE *to, const struct counted *c,
			 const struct region *r)
{
	for (unsigned i = 0; i < setup.slots; i++) {
		fprintf(to, "%ld,", c->thread);
		write_text(to, r->name);
		fprintf(to, ",%" PRIu64 ",%s,", r->calls, name[i]);
		if (!r->lost)
			fprintf(to, "%" PRIu64, r->sum[i]);
		putc('\n', to);
	}
}

static void write_all(FILE *to)
{
	fputs("thread,region,calls,event,count\n", to);
	for (const struct counted *c = all; c; c = c->next)
		for (unsigned i = 0; i < c->regions; i++)
			write_region(to, c, &c->region[i]);
}

static void say_refused(void)
{
	for (const struct counted *c = all; c; c = c->next)
		if (c->status) {
			fprintf(stderr,
				"tally: regions of thread %ld are not "
				"counted: %s: %s\n",
				c->thread, tally_status_text(c->status),
				tally_linux_text(&c->here));
			return;
		}
}

static void at_end(void)
{
	const char *path = getenv("TALLY_REGIONS");
	FILE *to = path && *path ? fopen(path, "we") : stderr;

	pthread_mutex_lock(&all_lock);
	if (wrong[0])
		fprintf(stderr,
			"tally: TALLY_EVENTS: '%s' is no event, or one too "
			"many; `tally list events -m kernel` has them, `tally "
			"explain` the codes of others, as in r11\n",
			wrong);
	else if (!to)
		fprintf(stderr, "tally: TALLY_REGIONS: %s cannot be written\n",
			path);
	else if (all)
		write_all(to);
	if (!wrong[0])
		say_refused();
	if (to && to != stderr && fclose(to))
		fprintf(stderr, "tally: TALLY_REGIONS: %s is not whole\n",
			path);
	pthread_mutex_unlock(&all_lock);
}

/* A child tells its own regions, and keeps nothing of its parent's. */
static void forked(void)
{
	while (all) {
		struct counted *c = all;

		all = c->next;
		for (unsigned i = 0; i < c->regions; i++)
			free(c->region[i].name);
		free(c);
	}
	mine = NULL;
	all_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

static void begin_all(void)
{
	const char *events = getenv("TALLY_EVENTS");

	(void)pthread_atfork(NULL, NULL, forked);
	if (events && *events)
		take_events(events);
	else
		choose();
	(void)atexit(at_end);
}

/* ---- regions ----------------------------------------------------------------
 */

static uint64_t now_ns(void)
{
	struct timespec t = { 0 };

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Last of all: what came before is not the region's. */
static void enter(struct counted *c, struct region *r)
{
	r->entered = true;
	r->calls++;
	r->began = now_ns();
	for (unsigned i = 0; i < setup.slots; i++)
		r->at[i] = tally_session_count(&c->session, i);
}

struct moment {
	uint64_t count[TALLY_LINUX_COUNTERS], time;
};

static void look(struct counted *c, struct moment *now)
{
	for (unsigned i = 0; i < setup.slots; i++)
		now->count[i] = tally_session_count(&c->session, i);
	now->time = now_ns();
}

static uint64_t less(uint64_t whole, uint64_t part)
{
	return whole > part ? whole - part : 0;
}

static void leave(struct region *r, const struct moment *now,
		  const struct cost *cost)
{
	r->entered = false;
	r->time += less(now->time - r->began, cost->time);
	for (unsigned i = 0; i < setup.slots; i++) {
		r->lost |= now->count[i] == TALLY_COUNT_LOST ||
			   r->at[i] == TALLY_COUNT_LOST;
		r->sum[i] += less(now->count[i] - r->at[i], cost->count[i]);
	}
}

enum { TRIALS = 32 };

/* The least that a region without anything in it comes to, by the very calls
 * that a program makes. */
static void find_cost(struct counted *c)
{
	static const char empty[] = "";
	struct cost least = { .time = UINT64_MAX };
	const struct region *r = &c->region[0];
	unsigned n;

	for (unsigned i = 0; i < setup.slots; i++)
		least.count[i] = UINT64_MAX;
	for (n = 0; n < TRIALS; n++) {
		if (tally_linux_region_begin(empty) ||
		    tally_linux_region_end(empty) || r->lost)
			break;
		for (unsigned i = 0; i < setup.slots; i++)
			if (r->sum[i] < least.count[i])
				least.count[i] = r->sum[i];
		if (r->time < least.time)
			least.time = r->time;
		(void)tally_linux_region_reset(empty);
	}
	if (n == TRIALS)
		c->cost = least;
	while (c->regions)
		free(c->region[--c->regions].name);
	memset(&c->region[0], 0, sizeof c->region[0]);
}

static struct counted *this_thread(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (mine)
		return mine;
	(void)pthread_once(&once, begin_all);
	mine = calloc(1, sizeof *mine);
	if (!mine)
		return NULL;
	mine->thread = syscall(SYS_gettid);
	if (wrong[0])
		mine->status = TALLY_E_EVENT;
	else if (opens(mine))
		mine->status = tally_session_start(&mine->session);
	if (!mine->status)
		find_cost(mine);
	pthread_mutex_lock(&all_lock);
	mine->next = all;
	all = mine;
	pthread_mutex_unlock(&all_lock);
	return mine;
}

static struct region *find(struct counted *c, const char *called)
{
	for (unsigned i = 0; c && called && i < c->regions; i++)
		if (strcmp(c->region[i].name, called) == 0)
			return &c->region[i];
	return NULL;
}

static struct region *add(struct counted *c, const char *called)
{
	struct region *r = &c->region[c->regions];

	if (c->regions == TALLY_LINUX_REGIONS)
		return NULL;
	r->name = strdup(called);
	if (!r->name)
		return NULL;
	c->regions++;
	return r;
}

enum tally_status tally_linux_region_begin(const char *called)
{
	struct counted *c = called ? this_thread() : NULL;
	struct region *r = find(c, called);

	if (!called)
		return TALLY_E_INVALID;
	if (!c)
		return TALLY_E_ROOM;
	if (c->status)
		return c->status;
	if (r && r->entered)
		return TALLY_E_STATE;
	if (!r)
		r = add(c, called);
	if (!r)
		return TALLY_E_ROOM;
	enter(c, r);
	return TALLY_OK;
}

enum tally_status tally_linux_region_end(const char *called)
{
	struct counted *c = mine;
	struct moment now = { 0 };
	struct region *r;

	/* First of all: what follows is not the region's. */
	if (c && !c->status)
		look(c, &now);
	if (!called)
		return TALLY_E_INVALID;
	if (c && c->status)
		return c->status;
	r = find(c, called);
	if (!c || !r || !r->entered)
		return TALLY_E_STATE;
	leave(r, &now, &c->cost);
	return TALLY_OK;
}

enum tally_status tally_linux_region_get(const char *called, uint64_t *calls,
					 uint64_t *count, unsigned *counts)
{
	const struct region *r = find(mine, called);

	if (!r)
		return TALLY_E_INVALID;
	*calls = r->calls;
	for (unsigned i = 0; i < setup.slots && i < *counts; i++)
		count[i] = r->lost ? TALLY_COUNT_LOST : r->sum[i];
	*counts = setup.slots;
	return TALLY_OK;
}

enum tally_status tally_linux_region_time(const char *called, uint64_t *ns)
{
	const struct region *r = find(mine, called);

	if (!r)
		return TALLY_E_INVALID;
	*ns = r->time;
	return TALLY_OK;
}

enum tally_status tally_linux_region_reset(const char *called)
{
	struct region *r = find(mine, called);

	if (!r)
		return TALLY_E_INVALID;
	if (r->entered)
		return TALLY_E_STATE;
	r->calls = 0;
	r->time = 0;
	r->lost = false;
	memset(r->sum, 0, sizeof r->sum);
	return TALLY_OK;
}
