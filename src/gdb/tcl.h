/* SPDX-License-Identifier: MIT */
#ifndef GDB_TCL_H
#define GDB_TCL_H

#include <stdbool.h>

#include "base/error.h"

/*
 * A connection to OpenOCD's Tcl port: a command and what it says, each ended by
 * 0x1A.  A command that fails says so by its status alone, so each is sent
 * within `catch`.  After a failure of the connection it is of no more use:
 * tcl_lost() holds.
 */
struct tcl_client;

/* As gdb_wire_open() has it. */
struct tcl_client *tcl_connect(const char *host, const char *port,
			       struct error *err);
/* NULL: nothing. */
void tcl_disconnect(struct tcl_client *c);

/*
 * One command, its braces in pairs, and what it says, which stays until the
 * next call; `failed`: why it failed.  NULL and `err`: nothing came in time.
 */
const char *tcl_ask(struct tcl_client *c, bool *failed, struct error *err,
		    const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* One whose answer is taken later, before anything else is asked. */
bool tcl_say(struct tcl_client *c, struct error *err, const char *command);
/* Gives that answer, if it is there; however much the server says, no more is
 * looked at than what one call takes.  NULL: not yet, or tcl_lost() and `err`.
 */
const char *tcl_heard(struct tcl_client *c, bool *failed, struct error *err);
/* Gives it, and waits as long as any answer may take. */
const char *tcl_answer(struct tcl_client *c, bool *failed, struct error *err);
/* Closes it as lost, so that the server takes another. */
void tcl_give_up(struct tcl_client *c);

/* Readable when tcl_heard() may have something; -1 once it is lost. */
int tcl_fd(const struct tcl_client *c);
bool tcl_lost(const struct tcl_client *c);

#endif
