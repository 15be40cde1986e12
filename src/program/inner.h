/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_INNER_H
#define PROGRAM_INNER_H

/*
 * Code that the files of this room share.  `program.h` shows the first member
 * of `struct opened`; the rest keeps the file's bytes, into which segments and
 * names point.
 */
#include <gelf.h>

#include "program/program.h"

/* Facts that a symbol needs for look-ups, beside what everybody sees. */
struct extent {
	uint64_t end;   /* first address that it does not cover */
	uint64_t reach; /* greatest `end` of this and all symbols before */
	bool sized;
	bool global; /* or weak */
	bool stub;   /* code of a linker's that leads to the function: plt.c */
};

/* Names of the file with symbols and lines, as a program has them: debug.c. */
struct debug_name {
	uint8_t id[32];
	uint32_t id_size; /* 0: it has no build id */
	uint32_t sum;     /* of the file that `link` names */
	char link[256];   /* without a folder; "": none */
	/* Parts that the program has itself. */
	uint32_t has_symbols, has_lines;
};

struct opened {
	struct program p;
	char *path;
	uint8_t *image;
	size_t size;
	struct program_segment *segment;
	struct program_symbol *symbol;
	struct extent *extent;
	struct program_symbol *datum;
	char *texts; /* what people read of names, each with its end */
	size_t texts_size;
	char *unnamed; /* what functions are called that no symbol has */
	struct debug_name debug_name;
	struct opened *debug; /* the file with symbols and lines; NULL: none */
};

/* The ELF machine that the program must be built for; EM_NONE: any. */
struct wanted {
	uint16_t machine;
	uint8_t bits;
	bool big_endian;
	bool mapped; /* as an operating system maps it; libraries, too */
	bool debug;  /* symbols and lines alone, without segments */
};

/* 'A', 'R' or 'M', of Arm's build attributes; '\0': they do not say. */
char program_profile(const uint8_t *bytes, size_t size, bool big_endian);

/* Fills in all of `o` that is in the file, of which it has the bytes. */
typedef bool interpreter(struct opened *o, const struct wanted *w,
			 struct error *err);
interpreter program_interpret;

/* Has a file interpreted in a process of its own, in a sandbox. */
bool reader_interpret(interpreter *by, struct opened *o, const struct wanted *w,
		      struct error *err);

/*
 * program_open() without the process: for those who look for faults in the
 * reader, thousands of times.
 */
struct program *program_open_here(const char *path, uint16_t machine,
				  uint8_t bits, bool big_endian,
				  struct error *err);

/* Opens a file that is as `w` has it. */
struct program *program_open_as(const char *path, const struct wanted *w,
				struct error *err);

void debug_name_read(struct opened *o, Elf *elf);

/* A name worth showing: it ends, and holds nothing a terminal would obey. */
const char *program_name(const char *strings, size_t size, uint64_t offset);

/*
 * Fill in the symbols.  A file without any, or with a broken table, has none
 * or fewer: nothing that runs depends on them.  false: out of memory.
 */
bool symbols_read(struct opened *o, Elf *elf);

/* Takes these in, too: added.c.  False: out of memory. */
bool symbols_add(struct opened *o, const struct program_symbol *symbol,
		 const struct extent *extent, size_t count);
/* plt.c: adds the stubs through which other files' functions are called. False:
 * out of memory. */
bool plt_read(struct opened *o, Elf *elf);
/* unnamed.c: adds functions that only the tables for exceptions tell, by their
 * addresses.  False: out of memory. */
bool unnamed_add(struct opened *o);

/* From an address on, up to the next mark, all is of one kind. */
struct mark {
	uint64_t addr;
	char kind; /* 'a'rm, 't'humb, 'x': A64, 'd'ata */
};

/* ARM's mapping symbols, ascending; the caller's to free.  NULL: none. */
struct mark *symbols_marks(struct opened *o, Elf *elf, size_t *count);

/* Makes what people read of each symbol's name.  false: out of memory. */
enum { PROGRAM_TEXTS = 64 << 20 }; /* bytes, at most */
bool names_read(struct opened *o);
/* Makes it of one name; the caller's to free.  NULL: it is shown as it is
 * linked, or there is no memory. */
char *name_shown(const char *linked);

#endif
