/* SPDX-License-Identifier: MIT */
#ifndef CLI_MEMBERS_H
#define CLI_MEMBERS_H

#include "request/request.h"

/* The monitors that a verb is given: -m MONITOR[,MONITOR]. */
struct members {
	struct request_member member[REQUEST_MEMBERS];
	unsigned count;
};

/* False: an error is printed (NULL `list`: say which). */
bool cli_members(const char *verb, const char *list, struct members *p);

/*
 * What is wished for, of them.  NULL: an error is printed, and `status` is
 * CLI_USAGE where a name is not known, CLI_FAILED where it cannot be had.
 */
struct request *cli_request(const char *verb, const struct members *p,
			    const struct request_wish *wish, int *status);

/* Is there one that honours the option, of enum tally_option? */
bool cli_members_option(const struct members *p, uint8_t option);

/*
 * Of the monitors the one whose registers' places no document has gets those
 * of a map: a file, or "own".  False: an error is printed.  The caller frees
 * `*mapped` behind the last use of the monitors.
 */
bool cli_members_map(const char *verb, struct members *p, const char *file,
		     struct catalog_monitor **mapped);

#endif
