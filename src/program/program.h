/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * A guest program: an ELF file, checked, with its segments and symbols.
 * Everything is copied out of the file, so a file that changes or shrinks
 * afterwards does no harm; what is opened once is one program for good.
 */
struct program_segment {
	uint64_t addr; /* physical (load) address */
	uint64_t size; /* in memory; bytes beyond file_size are zero */
	uint64_t file_size;
	const uint8_t *bytes; /* file_size of them */
	bool writable;        /* the program may store there */
};

struct program_symbol {
	const char *name;  /* the linker's */
	uint64_t addr;     /* without the Thumb bit */
	uint64_t size;     /* 0: not said */
	const char *shown; /* what people read; of C, the name */
	bool thumb;        /* ARM: its code is Thumb */
};

enum { PROGRAM_HASH = 2 * 32 + 1, PROGRAM_BUILD_ID = 2 * 32 + 1 };

struct program {
	/* Why it was not read in a sandbox; NULL: it was. */
	const char *unguarded;
	const char *path;                /* as it was opened */
	char sha256[PROGRAM_HASH];       /* of the whole file, in hexadecimal */
	char build_id[PROGRAM_BUILD_ID]; /* a linker's, likewise; "": none */
	uint16_t machine; /* as ELF names it: program/machine.h */
	char profile;     /* of Arm's: 'A', 'R', 'M'; '\0': unsaid */
	uint8_t bits;     /* 32 or 64 */
	bool big_endian;
	uint64_t entry;
	const struct program_segment *segment;
	size_t segments;
	const struct program_symbol *symbol; /* functions, ascending addr */
	size_t symbols;
	const struct program_symbol *datum; /* what is no code, likewise */
	size_t data;
};

/*
 * NULL and `err` for: a file that is missing, empty, a directory, unreadable,
 * not ELF, truncated, relocatable or shared, without a loadable segment, with
 * segments that overlap or wrap, or built for something else than `machine`,
 * `bits` and endianness (the message says what it is built for and what was
 * wanted).  The name of the file is in the message.  EM_NONE takes any.
 */
struct program *program_open(const char *path, uint16_t machine, uint8_t bits,
			     bool big_endian, struct error *err);
/* The folder in which debug files are [GDB manual]. */
#define PROGRAM_DEBUG_FOLDER "/usr/lib/debug"
/*
 * Opens a program or a library of this computer, as its kernel maps it:
 * addresses are the file's own, to which a base is added where it is mapped.
 * Symbols and lines that were stripped from it are those of its debug file, by
 * its build id below the folder `debug`, or by its link.  Stubs that lead to
 * other files' functions are called as objdump does, "memcpy@plt", and what
 * only the tables for exceptions know by its address, "0x1180".
 */
struct program *program_open_mapped(const char *path, const char *debug,
				    struct error *err);
/* A file that is in memory alone, likewise; its bytes are copied. */
struct program *program_open_bytes(const char *path, const uint8_t *bytes,
				   size_t size, struct error *err);
void program_close(struct program *p);

/* The address of a byte of the file, by its offset; false: it has none. */
bool program_address(const struct program *p, uint64_t offset, uint64_t *addr);

/* The SHA-256 of any file.  False: it cannot be read. */
bool program_hash(const char *path, char to[PROGRAM_HASH]);

/*
 * The symbol of that name, as it is linked, shown, or called in the source
 * (base/function_name.h); NULL: none has it, or several, and `err` suggests
 * what to type.
 */
const struct program_symbol *program_find(const struct program *p,
					  const char *name, struct error *err);

/*
 * The functions that one of that name was inlined into, as a phrase, where the
 * program's debug information says so.  False: it knows of none.
 */
bool program_hosts(const struct program *p, const char *name, char *text,
		   size_t room);

/* A symbol that is no code, by its name as it is linked; NULL and `err`. */
const struct program_symbol *program_datum(const struct program *p,
					   const char *name, struct error *err);

/* The symbol that covers the address, or NULL; *offset is from its start. */
const struct program_symbol *program_at(const struct program *p, uint64_t addr,
					uint64_t *offset);

/* ---- source lines -------------------------------------------------------- */

struct program_line {
	uint32_t file; /* index; UINT32_MAX: not known */
	uint32_t line;
	/* The function that is inlined there, an index, too; UINT32_MAX: none
	 * is. */
	uint32_t inlined;
};

struct program_lines {
	const char **file;
	uint32_t files;
	const char **inlined; /* as people read them */
	uint32_t inlineds;
	struct program_line *line; /* of each address that was asked for */
	char *names, *inlined_names;
};

/*
 * Finds where the source of these instructions is, and what is inlined there,
 * as the program's debug information has it; of a program without any, nothing
 * is known.  false and `err`: it cannot be read.
 */
bool program_lines(const struct program *p, const uint64_t *addr, size_t count,
		   struct program_lines *lines, struct error *err);
void program_lines_free(struct program_lines *lines);

/* ---- instructions -------------------------------------------------------- */

/* The word that was at an address while the program ran. */
struct program_word {
	uint64_t addr;
	uint32_t word;
	bool of_file; /* the file was asked for it, not the memory */
};

struct program_insn {
	uint64_t addr;
	/* Of Thumb, the first half is the upper one; of x86, the first four
	 * bytes, whatever its size is. */
	uint32_t word;
	uint8_t size;
	bool other;     /* the file has another one there, or none */
	char text[111]; /* as an assembler has it; of what is none, ".word" */
};

struct program_code {
	struct program_insn *insn; /* ascending addr */
	size_t count;
};

/*
 * The instructions from one address up to another, as the file has them, and
 * those of `ran` that it has not.  false and `err`: they cannot be told.
 */
bool program_code(const struct program *p, uint64_t from, uint64_t to,
		  const struct program_word *ran, size_t count,
		  struct program_code *code, struct error *err);
void program_code_free(struct program_code *code);

/* The first address that the function does not cover. */
uint64_t program_end(const struct program *p,
		     const struct program_symbol *function);

#endif
