/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LINK_CHILD_H
#define BOARD_LINK_CHILD_H

#include "board/link/wire.h"

/*
 * The process in which a board lives.  It is forked without exec, holds
 * nothing of the tool's but its end of the socket, and ends with it.
 */
struct child_task {
	int fd;        /* the socket; 3 or above */
	int stderr_fd; /* where the engine's last words go; 3 or above */
	int parent;    /* process id */
	struct wire_shared *shared;
	const struct board_spec *spec;
	const struct program *program;
	struct board_options options;
};

/* To be called right after fork(), with all signals blocked. */
_Noreturn void child_main(const struct child_task *task);

#endif
