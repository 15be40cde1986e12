/* SPDX-License-Identifier: MIT */
#ifndef CLI_LINUX_ON_LINUX_H
#define CLI_LINUX_ON_LINUX_H

#include "cli/options/stat.h"

/* `tally stat` where an operating system counts. */

/* Fills the members' limits, and who knows further names.  Returns an enum
 * cli_status. */
int on_linux_members(const char *verb, struct target *t,
		     struct members *members, struct tally_limits *limits);

/* Plans with as many counters as the kernel can give at once.  NULL: a message
 * was printed, and `status` is an enum cli_status. */
struct request *on_linux_request(struct stat_options *o,
				 const struct request_wish *wish, int *status);

#endif
