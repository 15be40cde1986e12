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

/* The file that the shell would take for the command, to be freed; NULL: none.
 */
char *on_linux_file(const char *command);

/* The owner of the events: the command, or in words; NULL: nobody's. */
const char *on_linux_whose(const struct linux_wish *w, char *text, size_t room);

/* Records whose events were counted, and what could not be; nothing of other
 * targets. */
void on_linux_keep(struct record *r, const struct stat_options *o);

#endif
