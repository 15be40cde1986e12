/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_LINUX_H
#define CLI_OPTIONS_LINUX_H

#include "target/linux/linux.h"

struct stat_options;

/*
 * Options of `tally stat` for this computer: -p, -a, --cpu, --multiplex, and
 * the command, whose words come after "--", or after its name.
 */
struct linux_arguments {
	struct linux_wish wish;
	char **words; /* of the command, with NULL at the end; to be freed */
	bool said;    /* one of the options was given */
};

/* Is this computer meant: by -t, by an option, or by a command alone? */
bool linux_meant(const struct stat_options *o, bool words);
/* The command of its name, which may be NULL, and the words behind. */
bool linux_command(struct linux_arguments *a, const char *name, char **words,
		   int count);
/* The number of -p. */
bool linux_pid(const char *text, pid_t *pid, struct error *err);
/* Is there a command beside what -t names? */
bool linux_beside(const struct stat_options *o);
/* Does what linux_options_set() does for that. */
int linux_beside_set(struct stat_options *o);
/* Refuses what has no meaning there, and hands the target what has.  Returns
 * an enum cli_status. */
int linux_options_set(struct stat_options *o);

#endif
