/* SPDX-License-Identifier: MIT */
/*
 * Counts apart: by the threads of a process, or by the cores that processors
 * are of, named as perf names them [perf-stat(1)].
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/linux/inner.h"

static int topology(const struct linux_target *t, int cpu, const char *what)
{
	char path[120], text[32];

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s",
		 cpu, what);
	return perf_file(t->doors, path, text, sizeof text)
		       ? (int)strtol(text, NULL, 10)
		       : -1;
}

static void name_core(const struct linux_target *t, int cpu,
		      char name[TARGET_PART_NAME])
{
	const int package = topology(t, cpu, "physical_package_id");
	const int die = topology(t, cpu, "die_id");
	const int core = topology(t, cpu, "core_id");

	if (core < 0) /* each is one then */
		snprintf(name, TARGET_PART_NAME, "CPU%d", cpu);
	else
		snprintf(name, TARGET_PART_NAME, "S%d-D%d-C%d",
			 package < 0 ? 0 : package, die < 0 ? 0 : die, core);
}

static void name_thread(const struct linux_target *t, pid_t thread,
			char name[TARGET_PART_NAME])
{
	char path[120], text[32] = "";

	snprintf(path, sizeof path, "/proc/%d/task/%d/comm", (int)t->wish.pid,
		 (int)thread);
	(void)perf_file(t->doors, path, text, sizeof text);
	snprintf(name, TARGET_PART_NAME, "%s-%d", text, (int)thread);
}

/* The part of that name, which may be new. */
static unsigned part_named(struct linux_apart *a, const char *name)
{
	unsigned i = 0;

	while (i < a->parts && strcmp(a->name[i], name) != 0)
		i++;
	if (i == a->parts)
		memcpy(a->name[a->parts++], name, TARGET_PART_NAME);
	return i;
}

bool linux_apart_begin(struct linux_apart *a, const struct linux_target *t,
		       struct perf_set *s, struct error *err)
{
	char name[TARGET_PART_NAME];

	if (t->wish.by == LINUX_TOGETHER)
		return true;
	a->name = calloc(s->lanes + 1u, sizeof *a->name);
	a->of = calloc(s->lanes + 1u, sizeof *a->of);
	s->apart = calloc((size_t)s->lanes * s->events + 1, sizeof *s->apart);
	if (!a->name || !a->of || !s->apart)
		return error_no_memory(err);
	for (unsigned lane = 0; lane < s->lanes; lane++) {
		memset(name, 0, sizeof name);
		if (t->wish.by == LINUX_BY_CORE)
			name_core(t, s->lane[lane].cpu, name);
		else
			name_thread(t, s->lane[lane].pid, name);
		a->of[lane] = part_named(a, name);
	}
	return true;
}

void linux_apart_fill(const struct linux_apart *a, struct perf_set *s,
		      unsigned part)
{
	for (unsigned i = 0; i < s->events; i++) {
		struct perf_event *e = &s->event[i];

		e->value = e->enabled = e->running = 0;
		for (unsigned lane = 0; lane < s->lanes; lane++) {
			const struct perf_apart *one =
				&s->apart[(size_t)lane * s->events + i];

			if (part < a->parts && a->of[lane] != part)
				continue;
			e->value += one->value;
			e->enabled += one->enabled;
			e->running += one->running;
		}
	}
}

void linux_apart_free(struct linux_apart *a, struct perf_set *s)
{
	free(a->name);
	free(a->of);
	free(s->apart);
	*a = (struct linux_apart){ 0 };
	s->apart = NULL;
}
