/* SPDX-License-Identifier: MIT */
/* Work of this process that is counted.  See work.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "run/doctor/work.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* Bytes that are mapped for all of it. */
static size_t mapped_room(void)
{
	return 64 * (size_t)sysconf(_SC_PAGESIZE);
}

static void *map_room(void)
{
	void *page = mmap(NULL, mapped_room(), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return page == MAP_FAILED ? NULL : page;
}

void doctor_work_end(struct doctor_work *w)
{
	if (w->page)
		(void)munmap(w->page, mapped_room());
	w->page = NULL;
}

/* ---- code ----------------------------------------------------------------
 */

/* Its data are where its first register points to, or of Power its second. */
static void carry_out_code(void *work)
{
	struct doctor_work *w = work;
	void (*code)(void *, void *);

	memcpy(&code, &w->page, sizeof code);
	code(w->data, w->data);
}

bool doctor_work_code(struct doctor_work *w, const uint32_t *word,
		      unsigned words, uint32_t back, struct error *err)
{
	uint32_t *to = map_room();

	*w = (struct doctor_work){ .go = carry_out_code,
				   .page = to,
				   .times = 1 };
	if (!to)
		return error_no_memory(err);
	memcpy(to, word, words * sizeof *to);
	to[words] = back;
	__builtin___clear_cache((char *)to, (char *)(to + words + 1));
	if (!mprotect(to, mapped_room(), PROT_READ | PROT_EXEC))
		return true;
	error_set(err, "a program may not make code here: %s", strerror(errno));
	doctor_work_end(w);
	return false;
}

/* ---- what the kernel does -------------------------------------------------
 */

/* Pages that nobody has touched, each by itself. */
static bool take_pages(struct doctor_work *w, struct error *err)
{
	doctor_work_end(w);
	w->page = map_room();
	if (!w->page)
		return error_no_memory(err);
	(void)madvise(w->page, mapped_room(), MADV_NOHUGEPAGE);
	return true;
}

static void touch_pages(void *work)
{
	const struct doctor_work *w = work;
	const size_t apart = mapped_room() / 64;

	for (unsigned i = 0; i < w->times; i++)
		((volatile char *)w->page)[i * apart] = 1;
}

void doctor_work_pages(struct doctor_work *w, unsigned times)
{
	*w = (struct doctor_work){ .ready = take_pages,
				   .go = touch_pages,
				   .times = times };
}

static void doze_often(void *work)
{
	const struct doctor_work *w = work;

	for (unsigned i = 0; i < w->times; i++)
		(void)nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

void doctor_work_sleeps(struct doctor_work *w, unsigned times)
{
	*w = (struct doctor_work){ .go = doze_often, .times = times };
}

static bool move_to(unsigned cpu)
{
	cpu_set_t only;

	CPU_ZERO(&only);
	CPU_SET(cpu, &only);
	return !sched_setaffinity(0, sizeof only, &only);
}

static bool begin_moves(struct doctor_work *w, struct error *err)
{
	return move_to(w->cpu[0]) ||
	       error_set(err, "processor %u cannot be had: %s", w->cpu[0],
			 strerror(errno));
}

static void move_often(void *work)
{
	const struct doctor_work *w = work;

	for (unsigned i = 1; i <= w->times; i++)
		(void)move_to(w->cpu[i % 2]);
}

bool doctor_work_moves(struct doctor_work *w, unsigned times, struct error *err)
{
	cpu_set_t may;
	unsigned found = 0;

	*w = (struct doctor_work){ .ready = begin_moves,
				   .go = move_often,
				   .times = times };
	CPU_ZERO(&may);
	(void)sched_getaffinity(0, sizeof may, &may);
	for (unsigned cpu = 0; cpu < CPU_SETSIZE && found < 2; cpu++)
		if (CPU_ISSET(cpu, &may))
			w->cpu[found++] = cpu;
	return found == 2 ||
	       error_set(err, "this program has one processor alone");
}
