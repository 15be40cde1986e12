/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_INNER_H
#define PROGRAM_INNER_H

/*
 * What the files of this room share.  `program.h` shows the first member of
 * `struct opened`; the rest keeps the file's bytes, into which segments and
 * names point.
 */
#include <gelf.h>

#include "program/program.h"

/* What a symbol needs for look-ups, beside what everybody sees. */
struct extent {
	uint64_t end;   /* first address that it does not cover */
	uint64_t reach; /* greatest `end` of this and all symbols before */
	bool sized;
	bool global; /* or weak */
};

struct opened {
	struct program p;
	char *path;
	uint8_t *image;
	size_t size;
	struct program_segment *segment;
	struct program_symbol *symbol;
	struct extent *extent;
};

/*
 * Fill in the symbols.  A file without any, or with a broken table, has none
 * or fewer: nothing that runs depends on them.  false: out of memory.
 */
bool symbols_read(struct opened *o, Elf *elf);

#endif
