/* SPDX-License-Identifier: MIT */
#ifndef CLI_PARTS_H
#define CLI_PARTS_H

#include "request/request.h"

/* The monitors that a verb is given: -m MONITOR[,MONITOR]. */
struct parts {
	struct request_part part[REQUEST_PARTS];
	unsigned count;
};

/* False: an error is printed (NULL `list`: say which). */
bool cli_parts(const char *verb, const char *list, struct parts *p);

/*
 * What is wished for, of them.  NULL: an error is printed, and `status` is
 * CLI_USAGE where a name is not known, CLI_FAILED where it cannot be had.
 */
struct request *cli_request(const char *verb, const struct parts *p,
			    const struct request_wish *wish, int *status);

/* Is there one that honours the option, of enum tally_option? */
bool cli_parts_option(const struct parts *p, uint8_t option);

/*
 * Of the monitors the one whose registers' places no document has gets those
 * of a map: a file, or "own".  False: an error is printed.  The caller frees
 * `*mapped` behind the last use of the monitors.
 */
bool cli_parts_map(const char *verb, struct parts *p, const char *file,
		   struct catalog_monitor **mapped);

#endif
