/* SPDX-License-Identifier: MIT */
#ifndef TALLY_LINUX_REGIONS_H
#define TALLY_LINUX_REGIONS_H

#include <tally/linux.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Regions of code by name, in programs on Linux (libtally-linux):
 *
 *	tally_linux_region_begin("solve");
 *	solve();
 *	tally_linux_region_end("solve");
 *
 * Each thread counts for itself, from its first region on; the window stays
 * open, so a region costs two reads of each counter and no system call where
 * the kernel allows that (tally/linux.h).  Regions may be nested, and overlap.
 * What they came to is written when the program ends: comma-separated rows of
 * thread, region, calls, event and count (empty: lost), to the file that the
 * environment variable TALLY_REGIONS names, else to standard error.
 *
 * The least that an empty region comes to is found at the thread's first one,
 * and taken off each time that a region is left.  What a region costs the one
 * that it is nested in stays in that one's count.
 *
 * TALLY_EVENTS says what is counted, as `tally stat -e` takes it: up to 16
 * names with commas between them, of `tally list events -m kernel` or of the
 * processor as the kernel has them (INST_RETIRED, cpu_core/branches/) or, where
 * it is installed, libpfm4 (skl::INST_RETIRED:ANY_P); or r and a code in
 * hexadecimal, as `tally explain` tells it of events that none of them has.
 * With :u, :k or :h behind it, it is counted in user space, the kernel or a
 * hypervisor alone.  Else it is cycles and instructions, or where the machine
 * has no such counters the task's clock, in nanoseconds.
 *
 * LIKWID's markers and PAPI's high-level regions by these: tally/compat has
 * headers of their names, `-I` that folder.
 */

/* Regions that a thread can have. */
#define TALLY_LINUX_REGIONS 64

/*
 * Enters and leaves a region of this thread.  TALLY_E_INVALID: no name.
 * TALLY_E_STATE: it is entered twice, or left without.  TALLY_E_ROOM: too many
 * regions, or no memory.  What tally_session_open() refuses, at the thread's
 * first region and at all others; the reason is written when the program ends.
 * Not from a signal handler.
 */
enum tally_status tally_linux_region_begin(const char *name);
enum tally_status tally_linux_region_end(const char *name);

/*
 * Gives what a region of this thread came to so far: its calls, and of the
 * events in their order as many as there are, up to `*counts`, which is then
 * how many there are.  TALLY_COUNT_LOST: the kernel took the counter away.
 * TALLY_E_INVALID: this thread has no such region.
 */
enum tally_status tally_linux_region_get(const char *name, uint64_t *calls,
					 uint64_t *count, unsigned *counts);

/* The time that a region of this thread took so far, all calls together, in ns.
 * TALLY_E_INVALID: this thread has no such region. */
enum tally_status tally_linux_region_time(const char *name, uint64_t *ns);

/* Forgets what a region of this thread came to; unless it is entered, when it
 * is TALLY_E_STATE.  TALLY_E_INVALID: there is no such region. */
enum tally_status tally_linux_region_reset(const char *name);

#ifdef __cplusplus
}
#endif

#endif
