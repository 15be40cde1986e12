/* SPDX-License-Identifier: MIT */
#ifndef TALLY_COMPAT_LIKWID_MARKER_H
#define TALLY_COMPAT_LIKWID_MARKER_H

/*
 * The names of LIKWID's markers for regions of tally/linux_regions.h: a program
 * that has them is built with -DLIKWID_PERFMON, with this folder before those
 * of LIKWID, and with libtally-linux.  Without LIKWID_PERFMON they vanish.
 * What is counted says TALLY_EVENTS, and no LIKWID group: there is one, and
 * LIKWID_MARKER_SWITCH has nothing to switch to.  LIKWID_MARKER_GET gives NaN
 * where the kernel took the counter away: no number is the count, and NaN is
 * none in all that is made of it.
 */

/* TALLY_EVENTS is all of it. */
static inline int perfmon_getNumberOfGroups(void)
{
	return 1;
}

#ifdef LIKWID_PERFMON

#include <tally/linux_regions.h>

#define LIKWID_MARKER_INIT             ((void)0)
#define LIKWID_MARKER_THREADINIT       ((void)0)
#define LIKWID_MARKER_SWITCH           ((void)0)
#define LIKWID_MARKER_CLOSE            ((void)0)
#define LIKWID_MARKER_REGISTER(name)   ((void)(name))
#define LIKWID_MARKER_START(name)      ((void)tally_linux_region_begin(name))
#define LIKWID_MARKER_STOP(name)       ((void)tally_linux_region_end(name))
#define LIKWID_MARKER_RESET(name)      ((void)tally_linux_region_reset(name))
#define LIKWID_MARKER_WRITE_FILE(name) ((void)(name))

/* int *events, double *values, double *seconds, int *calls. */
#define LIKWID_MARKER_GET(name, events, values, seconds, calls)                \
	tally_compat_get(name, events, values, seconds, calls)

static inline void tally_compat_get(const char *name, int *events,
				    double *values, double *seconds, int *calls)
{
	uint64_t count[TALLY_LINUX_COUNTERS], times = 0, time = 0;
	unsigned counts = *events > 0 ? (unsigned)*events : 0, there;

	if (counts > TALLY_LINUX_COUNTERS)
		counts = TALLY_LINUX_COUNTERS;
	there = counts;
	if (tally_linux_region_get(name, &times, count, &there))
		there = 0;
	for (unsigned i = 0; i < counts && i < there; i++)
		values[i] = count[i] == TALLY_COUNT_LOST ? __builtin_nan("")
							 : (double)count[i];
	*events = (int)(there < counts ? there : counts);
	(void)tally_linux_region_time(name, &time);
	*seconds = (double)time / 1e9;
	*calls = (int)times;
}

#else

#define LIKWID_MARKER_INIT
#define LIKWID_MARKER_THREADINIT
#define LIKWID_MARKER_SWITCH
#define LIKWID_MARKER_CLOSE
#define LIKWID_MARKER_REGISTER(name)
#define LIKWID_MARKER_START(name)
#define LIKWID_MARKER_STOP(name)
#define LIKWID_MARKER_RESET(name)
#define LIKWID_MARKER_WRITE_FILE(name)
#define LIKWID_MARKER_GET(name, events, values, seconds, calls)

#endif

#endif
