/* SPDX-License-Identifier: MIT */
/* Which processors are on. */
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
