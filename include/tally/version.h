/* SPDX-License-Identifier: MIT */
#ifndef TALLY_VERSION_H
#define TALLY_VERSION_H

/*
 * The version of these headers, and of the library that comes with them, as
 * numbers for the preprocessor.  The last one is all three of them in one, and
 * greater for a later version:
 *
 *	#if TALLY_VERSION_NUMBER < 200	(before 0.2.0)
 */
#define TALLY_VERSION_MAJOR 0
#define TALLY_VERSION_MINOR 1
#define TALLY_VERSION_PATCH 0
#define TALLY_VERSION_NUMBER                                                   \
	(TALLY_VERSION_MAJOR * 10000 + TALLY_VERSION_MINOR * 100 +             \
	 TALLY_VERSION_PATCH)

/* A status that nobody should overlook. */
#if defined(__GNUC__)
#define TALLY_MUST_CHECK __attribute__((warn_unused_result))
#else
#define TALLY_MUST_CHECK
#endif

#endif
