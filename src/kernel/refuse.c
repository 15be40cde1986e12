/* SPDX-License-Identifier: MIT */
/* Why the kernel does not count, and what cures it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/perf.h"

enum { TEXT = 400 };

static bool has_word(const struct tally_linux_doors *k, const char *path,
		     const char *word)
{
	static const char blanks[] = " \t\n";
	char text[8192];
	const size_t length = strlen(word);

	if (!perf_file(k, path, text, sizeof text))
		return false;
	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
		if ((at == text || strchr(blanks, at[-1])) &&
		    (!at[length] || strchr(blanks, at[length])))
			return true;
	return false;
}

/* Does a filter of system calls watch over this process, as in a container? */
static bool filtered(const struct tally_linux_doors *k)
{
	char text[8192];
	const char *line = NULL;

	if (perf_file(k, "/proc/self/status", text, sizeof text))
		line = strstr(text, "\nSeccomp:");
	return line && strtol(line + 9, NULL, 10) == 2;
}

void perf_no_hardware(const struct tally_linux_doors *k, char *to, size_t room)
{
	if (has_word(k, "/proc/cpuinfo", "hypervisor"))
		snprintf(to, room,
			 "this virtual machine shows no counters of the "
			 "processor; its host can pass them through (a vPMU), "
			 "and software events are counted anyway");
	else
		snprintf(to, room,
			 "this kernel has no driver for the processor's "
			 "counters, or firmware keeps them; software events "
			 "are counted anyway");
}

/* The setting of perf_event_paranoid that would do. */
static int enough(const struct perf_set *s)
{
	const uint8_t levels = s->events ? s->event[s->at].levels : 0;

	for (unsigned i = 0; i < s->lanes; i++)
		if (s->lane[i].pid == -1 || s->cgroup)
			return 0;
	return levels && !(levels & (TALLY_EL1 | TALLY_EL2)) ? 2 : 1;
}

static void not_permitted(const struct perf_set *s,
			  const struct perf_machine *m, char *to, size_t room)
{
	const int level = enough(s);

	if (m->paranoid > level && m->paranoid != INT_MAX)
		snprintf(to, room,
			 "not permitted with perf_event_paranoid %d; `sysctl "
			 "kernel.perf_event_paranoid=%d`, or the capability "
			 "CAP_PERFMON%s",
			 m->paranoid, level,
			 level == 1 ? ", or ask for user space alone, EVENT:u"
				    : "");
	else if (filtered(s->doors))
		snprintf(to, room,
			 "a filter of system calls forbids perf_event_open, as "
			 "in a container; start that with a seccomp profile "
			 "that allows it");
	else
		snprintf(to, room,
			 "not permitted; another user's process needs "
			 "CAP_PERFMON, or the same user");
}

/* A PMU's driver that is there, but does not take the event. */
static void not_there(const struct perf_set *s, const struct perf_machine *m,
		      char *to, size_t room)
{
	if (m->pmus == 0 && s->events &&
	    s->event[s->at].type != PERF_TYPE_SOFTWARE)
		perf_no_hardware(s->doors, to, room);
	else
		snprintf(to, room,
			 "this processor, or its driver, does not "
			 "count it");
}

bool perf_refused(const struct perf_set *s, const struct perf_machine *m,
		  struct error *err)
{
	const char *name = s->events ? s->event[s->at].name : "nothing";
	char why[TEXT] = "";

	switch (s->error) {
	case EACCES:
	case EPERM:
		not_permitted(s, m, why, sizeof why);
		break;
	case ENOSYS:
		snprintf(why, sizeof why,
			 "this kernel was built without perf_event_open, or a "
			 "filter hides it; one with CONFIG_PERF_EVENTS has "
			 "it");
		break;
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		not_there(s, m, why, sizeof why);
		break;
	case ESRCH:
		snprintf(why, sizeof why,
			 "there is no such process (any "
			 "more)");
		break;
	case EINVAL:
		snprintf(why, sizeof why,
			 "the kernel cannot count it so, or "
			 "not together with the others");
		break;
	case EBUSY:
		snprintf(why, sizeof why,
			 "somebody else has the counters for "
			 "himself; end that first");
		break;
	case EMFILE:
	case ENFILE:
		snprintf(why, sizeof why,
			 "too many files are open; `ulimit -n` "
			 "allows more");
		break;
	default:
		snprintf(why, sizeof why, "%s", strerror(s->error));
	}
	return error_set(err, "%s: %s", name, why);
}
