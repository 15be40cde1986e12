/* SPDX-License-Identifier: MIT */
#ifndef GATHER_COMMAND_H
#define GATHER_COMMAND_H

#include "request/request.h"
#include "run/sink.h"
#include "sample/sample.h"
#include "target/linux/linux.h"

/*
 * Samples that the kernel of this computer takes, of a command, of a process or
 * of whole processors.
 */
struct command_wish {
	struct target *target; /* that was told `whose` by target_linux_set() */
	const struct request *request;
	const struct linux_wish *whose;
	uint64_t period; /* 0: by the kind of the event */
	uint64_t hz;     /* not by periods, but so often a second; 0 */
	const struct run_sink *sink;
};

/* The profile, when it has ended or was stopped.  NULL and `err`: it cannot be
 * sampled. */
struct sample *command_run(const struct command_wish *wish, struct error *err);

#endif
