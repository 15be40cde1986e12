/* SPDX-License-Identifier: MIT */
#ifndef CLI_BENCH_MADE_H
#define CLI_BENCH_MADE_H

#include "suite/suite.h"

/*
 * The files that a program was compiled of.  Their list is kept beside the
 * program, in PROGRAM.made: the hash of the command that compiled it, that of
 * the program, and a line for each file that the compiler or the linker read.
 * So a program is compiled once, by whichever command is the first, and again
 * when a source, a header, a library, an option or the command's version is
 * another.
 */

/* The command that compiles, as a text by which it is known again; the
 * caller's to free.  NULL: no memory. */
char *made_key(const struct suite_words *compile, const char *version);

/* Has the program been made by this command, of files that are as they were? */
bool made_is_there(const char *program, const char *key);

/* Files where compiler and linker list what they read while `draft` is made:
 * the value of SUNPRO_DEPENDENCIES and the linker's option.  The caller's to
 * free; NULL: no memory. */
char *made_compiler_list(const char *draft);
char *made_linker_option(const char *draft);

/* Keeps what the program was made of, once the draft of it has been renamed to
 * `program`, and removes both lists.  The sources are among the words. */
void made_keep(const char *program, const char *draft,
	       const struct suite_words *compile, const char *key);
/* The draft came to nothing: removes it and both lists. */
void made_give_up(const char *draft);

#endif
