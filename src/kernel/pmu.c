/* SPDX-License-Identifier: MIT */
/*
 * Which processors' counters there are, by the files of sysfs
 * [Linux Documentation/ABI/testing/sysfs-bus-event_source-devices-*].
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <tally/monitors/armv7.h>
#include <tally/monitors/pmuv3.h>

#include "catalog/errata.h"
#include "kernel/perf.h"

#define DEVICES "/sys/bus/event_source/devices"

/* The kernel's names of processors, and the catalogue's of their monitors
 * [Linux drivers/perf/arm_pmuv3.c, arch/arm/kernel/perf_event_*.c]. */
static const struct {
	const char *pmu, *monitor;
} known[] = {
	{ "armv6_1136", "arm1136" },
	{ "armv6_1156", "arm1156" },
	{ "armv6_1176", "arm1176" },
#define LISTED(word, part, counters, trait) { "armv7_" #word, #word },
#include <tally/monitors/armv7/cores.def>
#define LISTED(word, part, ...) { "armv[89]_" #word, #word },
#include <tally/monitors/pmuv3/cores.def>
	{ "armv8_*", "" }, /* by its main ID register */
	{ "armv9_*", "" },
	{ "xscale1", "pxa250" },
	{ "xscale2", "xscale2" },
	{ "cpu", NULL }, /* by what it calls itself, if anybody knows it */
	{ "cpu_core", NULL },
	{ "cpu_atom", NULL },
};

bool perf_file(const struct tally_linux_doors *k, const char *path, char *to,
	       size_t room)
{
	char whole[PATH_MAX];
	FILE *from;
	size_t got;

	snprintf(whole, sizeof whole, "%s%s", k->root, path);
	from = fopen(whole, "re");
	if (!from)
		return false;
	got = fread(to, 1, room - 1, from);
	fclose(from);
	while (got > 0 && to[got - 1] == '\n')
		got--;
	to[got] = '\0';
	return true;
}

bool perf_cpu_list(const char *text, uint64_t *cpu)
{
	memset(cpu, 0, PERF_CPUS / 8);
	while (*text) {
		char *end;
		unsigned long first = strtoul(text, &end, 10), last = first;

		if (end == text)
			return false;
		if (*end == '-') {
			text = end + 1;
			last = strtoul(text, &end, 10);
		}
		if (end == text || last < first || last >= PERF_CPUS ||
		    (*end && *end != ','))
			return false;
		for (; first <= last; first++)
			cpu[first / 64] |= UINT64_C(1) << first % 64;
		text = *end ? end + 1 : end;
	}
	return true;
}

bool perf_has_cpu(const uint64_t *cpu, unsigned n)
{
	return n < PERF_CPUS && cpu[n / 64] >> n % 64 & 1;
}

bool perf_has_any(const uint64_t *cpu)
{
	static const uint64_t none[PERF_CPUS / 64];

	return memcmp(cpu, none, sizeof none) != 0;
}

enum { CPUINFO = 16384 };

/* "" if there is no such file. */
static void read_cpuinfo(const struct tally_linux_doors *k, char *text)
{
	if (!perf_file(k, "/proc/cpuinfo", text, CPUINFO))
		*text = '\0';
}

/* The value of the first line of that name; NULL: there is none. */
static const char *line_of(const char *text, const char *name)
{
	const size_t length = strlen(name);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, length) == 0 &&
		    strchr("\t :", line[length])) {
			line += length + strspn(line + length, "\t ");
			if (*line == ':')
				return line + 1 + strspn(line + 1, "\t ");
		}
	}
	return NULL;
}

/*
 * The place where the lines of one processor begin.  Old kernels tell of one
 * alone without its number, and once, at the end, what is the same of all.
 */
static const char *lines_of(const char *text, unsigned cpu)
{
	const char *at = line_of(text, "processor");

	if (!at)
		return cpu ? NULL : text;
	while (at && strtoul(at, NULL, 10) != cpu)
		at = line_of(at, "processor");
	return at;
}

/* The architecture's field, of which "7" and later cores tell by other
 * registers [DDI0406 B4.1.105]. */
static uint32_t architecture_of(const char *text)
{
	static const char *const name[] = { "",   "4",   "4T",   "5",
					    "5T", "5TE", "5TEJ", "6TEJ" };
	const size_t length = strcspn(text, " \t\n");

	for (uint32_t i = 1; i < sizeof name / sizeof name[0]; i++)
		if (strlen(name[i]) == length &&
		    memcmp(name[i], text, length) == 0)
			return i;
	return 0xF;
}

/*
 * 32-bit Arm has no file of the register, but its fields by name; 0: these are
 * not all there [Linux arch/arm/kernel/setup.c, c_show()].
 */
static uint32_t main_id_by_name(const char *cpuinfo, unsigned cpu)
{
	static const struct {
		const char *name;
		unsigned lsb;
	} fields[] = { { "CPU implementer", 24 },
		       { "CPU variant", 20 },
		       { "CPU part", 4 },
		       { "CPU revision", 0 } };
	const char *from = lines_of(cpuinfo, cpu);
	const char *value = from ? line_of(from, "CPU architecture") : NULL;
	uint32_t id;

	if (!value)
		return 0;
	id = architecture_of(value) << 16;
	for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) {
		value = line_of(from, fields[i].name);
		if (!value)
			return 0;
		id |= (uint32_t)strtoul(value, NULL, 0) << fields[i].lsb;
	}
	return id;
}

/* 0: the kernel does not tell. */
static uint32_t main_id_of(const struct tally_linux_doors *k,
			   const char *cpuinfo, unsigned cpu)
{
	char path[128], text[32];

	snprintf(path, sizeof path,
		 "/sys/devices/system/cpu/cpu%u/regs/identification/midr_el1",
		 cpu);
	return perf_file(k, path, text, sizeof text)
		       ? (uint32_t)strtoul(text, NULL, 16)
		       : main_id_by_name(cpuinfo, cpu);
}

/*
 * Processors of one kind may be of several revisions.  One that is offline, or
 * that there is not, tells nothing.
 */
static uint32_t main_id_of_all(const struct tally_linux_doors *k,
			       const struct perf_pmu *pmu)
{
	const bool any = !perf_has_any(pmu->cpu);
	uint32_t first = 0;
	char cpuinfo[CPUINFO];

	read_cpuinfo(k, cpuinfo);
	for (unsigned n = 0; n < PERF_CPUS; n++) {
		uint32_t id = any || perf_has_cpu(pmu->cpu, n)
				      ? main_id_of(k, cpuinfo, n)
				      : 0;

		if (id && first && id != first)
			return 0;
		first = id ? id : first;
	}
	return first;
}

static const struct catalog_monitor *
of_main_id(const struct tally_linux_doors *k, const struct perf_pmu *pmu)
{
	unsigned n = 0, count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);
	const struct tally_monitor *core;
	char cpuinfo[CPUINFO];

	read_cpuinfo(k, cpuinfo);
	while (n < PERF_CPUS - 1 && !perf_has_cpu(pmu->cpu, n))
		n++;
	core = tally_pmuv3_of(
		main_id_of(k, cpuinfo, n < PERF_CPUS - 1 ? n : 0));
	for (unsigned i = 0; i < count; i++)
		if (all[i]->monitor == core)
			return all[i];
	return NULL;
}

/* PowerPC's have no name of their own; the line "cpu : NAME" tells
 * [Linux arch/powerpc/kernel/cputable.c]. */
static const struct catalog_monitor *
of_cpuinfo(const struct tally_linux_doors *k)
{
	static const struct {
		const char *line, *monitor;
	} names[] = {
		{ "\t: e500v2\n", "e500v2" },
		{ "\t: e500\n", "e500v1" },
	};
	char text[4096];
	struct error ignored;

	if (!perf_file(k, "/proc/cpuinfo", text, sizeof text - 1))
		return NULL;
	memcpy(text + strlen(text), "\n", 2); /* which perf_file() took off */
	for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strstr(text, names[i].line))
			return catalog_monitor(names[i].monitor, &ignored);
	return NULL;
}

/* "cpus" of a kind of processor, "cpumask" of some drivers'. */
static void read_cpus(const struct tally_linux_doors *k, struct perf_pmu *pmu)
{
	char path[160], text[512];

	snprintf(path, sizeof path, DEVICES "/%s/cpus", pmu->name);
	if (!perf_file(k, path, text, sizeof text) ||
	    !perf_cpu_list(text, pmu->cpu))
		memset(pmu->cpu, 0, sizeof pmu->cpu);
}

static void take(const struct tally_linux_doors *k, const char *name,
		 const char *monitor, struct perf_machine *m)
{
	struct perf_pmu *pmu = &m->pmu[m->pmus];
	char path[160], text[32], core[sizeof pmu->name];
	struct error ignored;

	*pmu = (struct perf_pmu){ 0 };
	snprintf(core, sizeof core, "%s", monitor ? monitor : "");
	for (char *at = core; *at; at++)
		if (*at == '_')
			*at = '-';
	snprintf(pmu->name, sizeof pmu->name, "%.60s", name);
	snprintf(path, sizeof path, DEVICES "/%s/type", pmu->name);
	if (!perf_file(k, path, text, sizeof text))
		return;
	pmu->type = (uint32_t)strtoul(text, NULL, 10);
	read_cpus(k, pmu);
	if (strcmp(name, "cpu") == 0)
		pmu->monitor = of_cpuinfo(k);
	else if (monitor)
		pmu->monitor = *core ? catalog_monitor(core, &ignored)
				     : of_main_id(k, pmu);
	if (pmu->monitor && catalog_asks_main_id(pmu->monitor))
		pmu->main_id = main_id_of_all(k, pmu);
	m->pmus++;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_pmus(const struct tally_linux_doors *k, struct perf_machine *m)
{
	char path[PATH_MAX];
	struct dirent **entry;
	int count;

	snprintf(path, sizeof path, "%s" DEVICES, k->root);
	count = scandir(path, &entry, NULL, by_name);
	for (int i = 0; i < count; i++) {
		for (unsigned n = 0; n < sizeof known / sizeof known[0]; n++)
			if (m->pmus < PERF_PMUS &&
			    fnmatch(known[n].pmu, entry[i]->d_name, 0) == 0) {
				take(k, entry[i]->d_name, known[n].monitor, m);
				break;
			}
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
}

void perf_machine_read(const struct tally_linux_doors *k,
		       struct perf_machine *m)
{
	struct utsname name;
	char text[32];

	*m = (struct perf_machine){ .paranoid = INT_MAX };
	if (uname(&name) == 0) {
		snprintf(m->release, sizeof m->release, "%.60s", name.release);
		snprintf(m->name, sizeof m->name, "%.60s", name.machine);
	}
	if (perf_file(k, "/proc/sys/kernel/perf_event_paranoid", text,
		      sizeof text))
		m->paranoid = (int)strtol(text, NULL, 10);
	read_pmus(k, m);
}

/* The files say "event=0x0011". */
static bool names_code(const struct tally_linux_doors *k, const char *pmu,
		       const char *file, uint16_t code)
{
	char path[PATH_MAX], text[64];
	unsigned long has;

	snprintf(path, sizeof path, DEVICES "/%s/events/%s", pmu, file);
	if (!perf_file(k, path, text, sizeof text) ||
	    strncmp(text, "event=0x", 8) != 0)
		return false;
	has = strtoul(text + 8, NULL, 16);
	return has == code;
}

/* Only common events of PMUv3 are told of there, but for software increments,
 * which each has. */
bool perf_lacks(const struct tally_linux_doors *k, const struct perf_pmu *pmu,
		uint16_t code)
{
	char path[PATH_MAX];
	struct dirent **entry;
	bool named = false;
	int count;

	if (!code || code & ~0x403F || strncmp(pmu->name, "armv", 4) != 0 ||
	    pmu->name[4] < '8')
		return false;
	snprintf(path, sizeof path, "%s" DEVICES "/%s/events", k->root,
		 pmu->name);
	count = scandir(path, &entry, NULL, by_name);
	for (int i = 0; i < count; i++) {
		named |= names_code(k, pmu->name, entry[i]->d_name, code);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	return count > 0 && !named;
}
