/* SPDX-License-Identifier: MIT */
/*
 * Counts from the page that the kernel shows of an event
 * [linux/perf_event.h, struct perf_event_mmap_page].
 */
#include "kernel/page.h"

#include <tally/linux.h>

/* The kernel writes it on the processor that this thread is on: it is enough
 * that the compiler keeps the order. */
static void in_order(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* The page as it was at one moment. */
struct seen {
	uint32_t index, time_mult;
	uint16_t width, time_shift;
	bool direct, time, time_short;
	int64_t offset;
	uint64_t counter, clock, enabled, running, time_offset, time_cycles,
		time_mask;
};

static void look(const volatile struct perf_event_mmap_page *p,
		 const struct tally_linux_doors *d, bool with_times,
		 struct seen *to)
{
	to->index = p->index;
	to->direct = p->cap_user_rdpmc && to->index;
	if (!to->direct)
		return;
	to->width = p->pmc_width;
	to->offset = p->offset;
	to->counter = d->counter(to->index - 1);
	if (!with_times)
		return;
	to->enabled = p->time_enabled;
	to->running = p->time_running;
	to->time = p->cap_user_time;
	if (!to->time)
		return;
	to->clock = d->clock();
	to->time_mult = p->time_mult;
	to->time_shift = p->time_shift;
	to->time_offset = p->time_offset;
	to->time_short = p->cap_user_time_short;
	to->time_cycles = p->time_cycles;
	to->time_mask = p->time_mask;
}

/* Time since the page was written, in ns. */
static uint64_t since(const struct seen *s)
{
	uint64_t clock = s->clock, whole, rest;

	if (s->time_short)
		clock = s->time_cycles +
			((clock - s->time_cycles) & s->time_mask);
	whole = clock >> s->time_shift;
	rest = clock & ((UINT64_C(1) << s->time_shift) - 1);
	return s->time_offset + whole * s->time_mult +
	       (rest * s->time_mult >> s->time_shift);
}

/* The counter is as wide as it is, and what it is below 0 counts down. */
static uint64_t extended(uint64_t counter, unsigned width)
{
	const uint64_t sign = UINT64_C(1) << (width - 1);

	counter &= UINT64_MAX >> (64 - width);
	return (counter ^ sign) - sign;
}

enum { PATIENCE = 1000 }; /* moments; read(2) waits for the kernel instead */

bool linux_page_read(const void *page, const struct tally_linux_doors *d,
		     bool with_times, struct linux_reading *to)
{
	const volatile struct perf_event_mmap_page *p = page;
	struct seen s = { 0 };
	uint32_t lock;
	unsigned tries = 0;

	do {
		if (tries++ == PATIENCE)
			return false;
		lock = p->lock;
		in_order();
		look(p, d, with_times, &s);
		in_order();
	} while (lock & 1 || p->lock != lock);
	if (!s.direct || s.width == 0 || s.width > 64 || s.time_shift > 63 ||
	    (with_times && !s.time))
		return false;
	to->count = (uint64_t)s.offset + extended(s.counter, s.width);
	to->enabled = s.enabled;
	to->running = s.running;
	if (with_times) {
		to->enabled += since(&s);
		to->running += since(&s);
	}
	return true;
}

/* Both times lose low bits together until one product holds in 64. */
uint64_t linux_scaled(const struct linux_reading *r)
{
	uint64_t enabled = r->enabled, running = r->running;

	if (enabled == running)
		return r->count;
	while (enabled >> 32) {
		enabled >>= 1;
		running >>= 1;
	}
	if (!running)
		return TALLY_COUNT_LOST;
	return r->count / running * enabled +
	       r->count % running * enabled / running;
}
