/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_KALLSYMS_H
#define KERNEL_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tally_linux_doors;

/* The whole file below the root with a 0 at its end, whose length nobody tells
 * beforehand, to be freed.  NULL: there is none, or no memory. */
char *perf_whole_file(const struct tally_linux_doors *k, const char *name);

/* Functions of the kernel and its modules, in the order of their addresses. */
struct perf_symbol {
	uint64_t addr;
	const char *name, *module; /* "" of the kernel itself */
};

struct perf_symbols {
	struct perf_symbol *symbol; /* NULL: they are not known ... */
	size_t count;
	const char *lacks; /* ... and why not, a clause; NULL: they are */
	char *text;        /* what they are named in */
};

/* Of the kernel that runs, as far as it tells. */
void perf_symbols_read(const struct tally_linux_doors *k,
		       struct perf_symbols *to);
/* Which one has the address; `count`: none has. */
size_t perf_symbol_at(const struct perf_symbols *s, uint64_t addr);
void perf_symbols_free(struct perf_symbols *s);

#endif
