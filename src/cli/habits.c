/* SPDX-License-Identifier: MIT */
/* Options of other tools [perf-stat(1), likwid-perfctr(1)].  See habits.h. */
#include "cli/habits.h"

#include <string.h>

static const struct habit rows[] = {
	{ "x", "perf", "--csv" },
	{ "field-separator", "perf", "--csv" },
	{ "O", "LIKWID", "--csv" },
	{ "C", "perf", "--cpu, which takes the same list" },
	{ "c", "LIKWID", "-m, which names the monitor" },
	{ "interval-print", "perf", "-I, which takes a unit as well: 100ms" },
	{ "D", "perf", "--region, which begins where it is entered" },
	{ "delay", "perf", "--region, which begins where it is entered" },
	{ "G", "perf", "-g, if groups of metrics are meant" },
	{ "d", "perf", "-e all, or no option at all for an overview" },
	{ "detailed", "perf", "-e all, or no option at all for an overview" },
	{ "topdown", "perf", "no option at all, for an overview" },
	{ "A", "perf", "--per-core, with -a" },
	{ "no-aggr", "perf", "--per-core, with -a" },
	{ "n", "perf", "--dry-run, which touches nothing" },
	{ "null", "perf", "--dry-run, which touches nothing" },
	{ "S", "LIKWID", "-I, which says how long an interval is" },
	{ "v", "perf", "`tally plan`, which tells what will be counted" },
	{ "verbose", "perf", "`tally plan`, which tells what will be counted" },
};

const struct habit *habit_of(const char *verb, const char *option)
{
	if (strcmp(verb, "stat") != 0)
		return NULL;
	for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(rows[i].option, option) == 0)
			return &rows[i];
	return NULL;
}
