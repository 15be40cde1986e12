/* SPDX-License-Identifier: MIT */
#ifndef GATHER_MODULES_H
#define GATHER_MODULES_H

#include "kernel/ring.h"
#include "program/program.h"
#include "sample/sample.h"

/*
 * Files with code that a command's samples are in, while a profile is made of
 * them: the program, libraries, and the kernel's own one.  Each has addresses
 * of its own in the profile, the file's, from a base on.
 */
struct module {
	const char *path;
	struct program *program; /* NULL: it cannot be read */
	uint64_t base, size;
};

struct modules {
	const struct perf_taking *t;
	struct module *module;
	size_t count;
	uint64_t end; /* behind the highest address that one may have */
	const struct module *first; /* the program's; NULL: it is not known */
};

/* `program`: the file whose base is 0, an absolute path, or NULL.  Addresses
 * from `end` on are left alone.  False: out of memory. */
bool modules_begin(struct modules *m, const struct perf_taking *t,
		   const char *program, uint64_t end);
void modules_free(struct modules *m);

/*
 * The module that an instruction of a sample's process is in, and its place in
 * the profile; UINT64_MAX where the file cannot be read, or has no such
 * instruction.  NULL: it is in no file.
 */
const struct module *modules_locate(struct modules *m,
				    const struct perf_taken *t, uint64_t ip,
				    uint64_t *addr);
/* The module that has an address of the profile; NULL: none has. */
const struct module *modules_at(const struct modules *m, uint64_t addr);
/* Its name without folders, for people: "libc.so.6". */
const char *module_name(const char *path);
/* Keeps those that were read.  False: out of memory. */
bool modules_keep(const struct modules *m, struct sample *s);

#endif
