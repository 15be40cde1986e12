/* SPDX-License-Identifier: MIT */
#ifndef TALLY_COMPAT_PAPI_H
#define TALLY_COMPAT_PAPI_H

#include <tally/linux_regions.h>

/*
 * The names of PAPI's high-level regions for those of tally/linux_regions.h: a
 * program that has no other calls of PAPI's is built with this folder before
 * those of PAPI, and with libtally-linux.  What is counted says TALLY_EVENTS,
 * where PAPI has PAPI_EVENTS.  The results are PAPI_OK, or PAPI_EINVAL for all
 * that tally_linux_region_begin() and tally_linux_region_end() refuse.
 */
#define PAPI_OK     0
#define PAPI_EINVAL (-1)

static inline int PAPI_hl_region_begin(const char *region)
{
	return tally_linux_region_begin(region) ? PAPI_EINVAL : PAPI_OK;
}

static inline int PAPI_hl_region_end(const char *region)
{
	return tally_linux_region_end(region) ? PAPI_EINVAL : PAPI_OK;
}

/* Counts of a region that goes on: as if it ended here and began again. */
static inline int PAPI_hl_read(const char *region)
{
	return PAPI_hl_region_end(region) || PAPI_hl_region_begin(region)
		       ? PAPI_EINVAL
		       : PAPI_OK;
}

/* All counts are written when the program ends. */
static inline int PAPI_hl_stop(void)
{
	return PAPI_OK;
}

#endif
