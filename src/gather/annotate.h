/* SPDX-License-Identifier: MIT */
#ifndef GATHER_ANNOTATE_H
#define GATHER_ANNOTATE_H

#include "base/error.h"
#include "base/source.h"
#include "program/program.h"
#include "sample/annotation.h"

/* An annotation, and what its texts are of. */
struct annotated {
	struct annotation a;
	struct program *program;
	struct program_code code;
	struct program_lines lines;
};

/* The function that is annotated, and where its files are. */
struct annotate_wish {
	const char *function;
	const char *program; /* the function's file, if it is not where it was;
				NULL */
	const char *sources; /* the folder where these are; NULL */
	bool kept;           /* the profile comes from a file */
};

/*
 * Puts instructions and source lines beside the costs of a profile's function.
 * False and `err`: the function is not in it, or its program is not there, or
 * is another one by now.
 */
bool annotate_make(const struct sample *s, const struct annotate_wish *w,
		   struct annotated *to, struct error *err);
void annotate_free(struct annotated *to);

/*
 * The lines of a source, whose path the program's debug information has.  If
 * there is none, it says why, in itself.  False: out of memory.
 */
bool annotate_read(struct annotate_source *to, const struct source_places *from,
		   const char *program);

/* ---- those that are worth a look --------------------------------------------
 */

enum { LISTINGS = 16 };

/* The functions of a profile that have the most of any event that was asked
 * for, each instruction by instruction. */
struct listings {
	struct annotated of[LISTINGS];
	unsigned count;
	struct error why; /* there are no more, or one is left out; "": these
			     are all */
};

/*
 * Makes them; a function that is wished comes first.  False and `err`: that one
 * is not in it, or its program is not there.  Without a wish a program that is
 * not there is told in `why`.
 */
bool listings_make(const struct sample *s, const struct annotate_wish *w,
		   struct listings *to, struct error *err);
void listings_free(struct listings *l);

#endif
