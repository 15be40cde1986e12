/* SPDX-License-Identifier: MIT */
#ifndef GATHER_WHOSE_H
#define GATHER_WHOSE_H

#include "record/record.h"
#include "target/linux/linux.h"

/* The owner of events that an operating system counts. */

/* The file that the shell would take for the command, to be freed; NULL: none.
 */
char *whose_file(const char *command);

/* The owner: the command, or in words; NULL: nobody's. */
const char *whose_words(const struct linux_wish *w, char *text, size_t room);

/*
 * Records whose events were counted, and, in an overview, what could not be.
 * Nothing of a target where no operating system counts, but for the command
 * that a simulated machine runs.
 */
void whose_keep(struct record *r, const struct target *t,
		const struct linux_wish *w, bool overview);

#endif
