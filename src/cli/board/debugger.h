/* SPDX-License-Identifier: MIT */
#ifndef CLI_BOARD_DEBUGGER_H
#define CLI_BOARD_DEBUGGER_H

#include "serve/serve.h"

/*
 * Waits for GDB on a port of this machine (0: any that is free, which is told)
 * and serves one debugger after the other.  The run goes on while none is there
 * after one let go of it, and stands where one went away without a word.  It
 * ends with the program, by a debugger, or by Ctrl-C, as `end` says.  False and
 * `err` otherwise.
 */
bool debugger_serve(struct target_run *run, unsigned port,
		    struct target_stop *stop, enum serve_end *end,
		    struct error *err);

#endif
