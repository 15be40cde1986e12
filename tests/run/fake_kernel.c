/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "catalog/catalog.h"
#include "fake_kernel.h"
#include "kernel/ring.h"
#include "target/linux/inner.h"

struct fake_kernel kernel;
struct kernel_story kernel_story;
struct target_counts kernel_counts;

/* The doctor asks it what only `-t linux` knows. */
static struct linux_target whole;
struct target *const kernel_target = &whole.target;

uint64_t kernel_value(unsigned code, unsigned run)
{
	for (unsigned i = 0; i < kernel.nothings; i++)
		if (kernel.nothing[i] == code)
			return 0;
	return UINT64_C(1000) * ((code & 0xff) + 1) + run;
}

static bool fits(struct target *t, struct target_count *c, unsigned count,
		 unsigned *monitor, struct error *err)
{
	unsigned used[3] = { 0 };

	assert_ptr_equal(t, kernel_target);
	for (unsigned i = 0; i < count; i++) {
		assert_in_range(c[i].monitor, 0, 2);
		if (++used[c[i].monitor] <= kernel.room[c[i].monitor])
			continue;
		*monitor = c[i].monitor;
		return error_set(err, "there is no room for %s",
				 c[i].event->name);
	}
	return true;
}

static void fill(struct target_count *c, unsigned part, unsigned of)
{
	c->value = kernel_value(c->event->code, kernel_story.runs) * part / of;
	c->enabled = kernel.enabled * part / of;
	c->running = kernel.running * part / of;
}

static bool run(struct target *t, struct target_count *c, unsigned count,
		const struct target_counting *how, struct target_stop *end,
		struct error *err)
{
	const unsigned n = kernel_story.endless ? 0 : kernel_story.runs++;
	const unsigned looks = how->period ? kernel.looks : 1;

	assert_ptr_equal(t, kernel_target);
	assert_in_range(n, 0, FAKE_RUNS - 1);
	if (n + 1 == kernel.refused)
		return error_set(err, "it does not run");
	kernel_story.counts[n] = count;
	kernel_story.pass[n] = c[0].pass;
	kernel_story.period[n] = how->period;
	for (unsigned i = 1; i <= looks; i++) {
		for (unsigned k = 0; k < count; k++)
			fill(&c[k], i, looks);
		if (how->period &&
		    !how->look(how->ctx, i * how->period, i == looks, err))
			return false;
	}
	*end = (struct target_stop){ .reason = TARGET_STOP_EXIT,
				     .status = 10 + (int)n };
	if (n + 1 == kernel.interrupts)
		*kernel.stop = true;
	return true;
}

static bool sample(struct target *t, const struct target_count *c,
		   const struct target_sampled *how, struct perf_taking *to,
		   struct target_stop *end, struct error *err)
{
	(void)t;
	(void)end;
	assert_int_equal(how->count, 1);
	kernel_story.sampled++;
	kernel_story.code = c->event->code;
	kernel_story.apart = how->period[0];
	if (kernel.no_samples)
		return error_set(err, "there is no room for samples");
	to->takens = kernel.samples;
	return true;
}

void kernel_user_only(bool only)
{
	whole.user_only = only;
}

void kernel_reset(void)
{
	memset(&kernel_story, 0, sizeof kernel_story);
	kernel = (struct fake_kernel){ .room = { 9, 9, 9 }, .samples = 42 };
	kernel_counts = (struct target_counts){ .fits = fits,
						.run = run,
						.sample = sample };
	whole = (struct linux_target){
		.target = {
			.facts = { .name = "linux",
				   .title = "a kernel of arithmetic",
				   .monitor = { { "arm1176", TARGET_BY_CORE,
						  FAKE_MAIN_ID },
						{ "l220", TARGET_BY_CORE },
						{ "kernel", TARGET_BY_CORE } },
				   .monitors = 3 },
			.counts = &kernel_counts,
		},
	};
}
