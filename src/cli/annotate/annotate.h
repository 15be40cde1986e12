/* SPDX-License-Identifier: MIT */
#ifndef CLI_ANNOTATE_ANNOTATE_H
#define CLI_ANNOTATE_ANNOTATE_H

#include "base/error.h"
#include "base/source.h"
#include "program/program.h"
#include "report/annotate.h"
#include "report/profile.h"

/* An annotation, and what its texts are of. */
struct annotated {
	struct annotation a;
	struct program *program;
	struct program_code code;
	struct program_lines lines;
};

/*
 * Puts instructions and source lines beside the costs of a profile's function.
 * False and `err`: the function is not in it, or its program is not there, or
 * is another one by now.
 */
bool annotate_make(const struct sample *s, const struct profile_view *v,
		   struct annotated *to, struct error *err);
void annotate_free(struct annotated *to);

/*
 * The lines of a source, whose path the program's debug information has.  If
 * there is none, it says why, in itself.  False: out of memory.
 */
bool annotate_read(struct annotate_source *to, const struct source_places *from,
		   const char *program);

#endif
