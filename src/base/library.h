/* SPDX-License-Identifier: MIT */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include "base/error.h"

/*
 * Shared libraries that few verbs need, loaded when they are needed: to
 * relocate one takes longer than most verbs.
 */
struct library {
	void *handle;        /* stays until the process ends; NULL: not yet */
	const char *file;    /* "libunicorn.so.2" */
	const char *package; /* Debian's */
	const char *needs;   /* "simulated boards need": begins the message */
};

/* Once; then it does nothing. */
bool library_load(struct library *l, struct error *err);

/* The address of a function to where a pointer to it is kept. */
bool library_find(const struct library *l, const char *name, void *to,
		  struct error *err);

#endif
