/* SPDX-License-Identifier: MIT */
#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A process that gives up everything but computing and talking over one
 * socket: it has no capabilities, no new privileges and a limited address
 * space from its beginning on, and gets a filter on its calls to the kernel and
 * no new files, for good.  What is fed to strangers' programs and files runs in
 * such a process, so that a flaw in an engine or in a library does not reach
 * the machine on which the tool runs.
 */
enum sandbox_state {
	SANDBOX_ON,
	SANDBOX_LEFT_OUT,  /* the build has no libseccomp */
	SANDBOX_SANITIZED, /* a sanitizer needs the kernel */
	SANDBOX_VALGRIND,  /* so does valgrind */
	SANDBOX_REFUSED,   /* the kernel knows or allows no filter */
	SANDBOX_STATES
};

struct sandbox {
	int socket; /* the one to talk over; standard error is left, too */
	/*
	 * Memory that outlives the process: gets 1 + the number of the call
	 * for which it was stopped.
	 */
	_Atomic uint32_t *refused;
};

/* False where a sanitizer or valgrind needs the kernel: nobody is filtered. */
bool sandbox_wanted(void);

/* To be called by the process itself, before it has to do with anything of a
 * stranger's.  From here on it has so many bytes of address space, besides
 * those that it has from the process that forked it. */
void sandbox_begin(uint64_t room);

/* To be called by the process itself; everything else is open by then. */
enum sandbox_state sandbox_enter(const struct sandbox *s);

/* Why it is off, to be put behind "not sandboxed: "; NULL: it is on. */
const char *sandbox_why(enum sandbox_state state);

/* The name of a call whose number + 1 is `refused`; gives `to` back. */
const char *sandbox_call(uint32_t refused, char *to, size_t room);

#endif
