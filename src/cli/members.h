/* SPDX-License-Identifier: MIT */
#ifndef CLI_MEMBERS_H
#define CLI_MEMBERS_H

#include "request/request.h"

/* The monitors that a verb is given: -m MONITOR[,MONITOR]. */
struct members {
	struct request_member member[REQUEST_MEMBERS];
	unsigned count;
};

/* False: a message was printed, also where `list` is NULL. */
bool cli_members(const char *verb, const char *list, struct members *p);

/*
 * Makes the request of what is asked for.  NULL: a message was printed, and
 * `status` is CLI_USAGE where a name is not known, CLI_FAILED where it cannot
 * be counted.
 */
struct request *cli_request(const char *verb, const struct members *p,
			    const struct request_wish *wish, int *status);

/* Does one of the monitors have the option of enum tally_option? */
bool cli_members_option(const struct members *p, uint8_t option);

/*
 * If no document has the places of a monitor's registers, it gets them from a
 * map: a file, or "own".  False: a message was printed.  The caller frees
 * `*mapped` after the last use of the monitors.
 */
bool cli_members_map(const char *verb, struct members *p, const char *file,
		     struct catalog_monitor **mapped);

#endif
