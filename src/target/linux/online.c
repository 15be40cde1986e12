/* SPDX-License-Identifier: MIT */
/* Which processors are on, and which of them this thread runs on. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <sched.h>

#include "target/linux/inner.h"

bool linux_online_text(const struct linux_target *t, uint64_t *cpu, char *text,
		       size_t room)
{
	return perf_file(t->doors, "/sys/devices/system/cpu/online", text,
			 room) &&
	       perf_cpu_list(text, cpu);
}

bool linux_online(const struct linux_target *t, uint64_t *cpu,
		  struct error *err)
{
	char online[512];

	return linux_online_text(t, cpu, online, sizeof online) ||
	       error_set(err, "the kernel does not tell which processors are "
			      "on; name them, --cpu");
}

bool target_linux_stay(struct target *target, unsigned monitor,
		       struct error *err)
{
	const struct perf_pmu *pmu = linux_of(target)->pmu[monitor];
	cpu_set_t on;

	if (!pmu || !perf_has_any(pmu->cpu))
		return true;
	CPU_ZERO(&on);
	for (unsigned n = 0; n < PERF_CPUS && n < CPU_SETSIZE; n++)
		if (perf_has_cpu(pmu->cpu, n))
			CPU_SET(n, &on);
	return !sched_setaffinity(0, sizeof on, &on) ||
	       error_set(err, "this program may not run on a processor of %s",
			 pmu->name);
}
