/* SPDX-License-Identifier: MIT */
#ifndef PROOF_INNER_H
#define PROOF_INNER_H

#include <stdio.h>

#include "catalog/catalog.h"
#include "run/doctor/known.h"

/* A machine that runs a kit: what its parts are called, and which compilers and
 * options make one. */
struct kit_machine {
	const char *name;   /* as programs have it, "ARM" */
	const char *suffix; /* of files: start_arm.S */
	const char *cross, *clang;
	const char *flags;
	const char *put;  /* where lines go if nobody says it */
	const char *text; /* where a program usually begins */
	/* An instruction, and lines: behind a function's name, and its end. */
	const char *word, *begin, *end;
};

/* NULL: nothing is known of it. */
const struct kit_machine *kit_machine_of(const struct catalog_monitor *m);
/* The options that name the core. */
const char *kit_cpu(const struct catalog_monitor *m);

void kit_put_monitor(FILE *to, const struct catalog_monitor *m);
void kit_put_rows(FILE *to, const struct catalog_monitor *m,
		  const struct doctor_known *known);
void kit_put_more(FILE *to, const struct catalog_monitor *m);
void kit_put_errata(FILE *to, const struct catalog_monitor *m);
/* Does its hardware fetch lines that nobody asked for? */
void kit_put_ahead(FILE *to, const struct catalog_monitor *m);
void kit_put_pieces(FILE *to, const struct kit_machine *machine,
		    const struct doctor_known *known);
void kit_put_makefile(FILE *to, const struct catalog_monitor *m,
		      const struct kit_machine *machine);
void kit_put_readme(FILE *to, const struct catalog_monitor *m,
		    const struct kit_machine *machine);

#endif
