/* SPDX-License-Identifier: MIT */
#ifndef CLI_RUNNING_H
#define CLI_RUNNING_H

/* Functions of the verbs that run a program. */

/* Of a board's program that asked for what nobody types; `who` tells. */
void running_tell_input(const char *who);

struct target;

/*
 * Tells, before the target is closed, if its program asked for input, and if it
 * was not simply left as it was found: after trouble that is mended a note, and
 * else a failure.  Gives the status of the verb, which was `status` so far.
 * NULL: there is no target.
 */
int running_left(const char *verb, struct target *t, int status);

#endif
