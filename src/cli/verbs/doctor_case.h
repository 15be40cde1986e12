/* SPDX-License-Identifier: MIT */
#ifndef CLI_DOCTOR_CASE_H
#define CLI_DOCTOR_CASE_H

#include <jansson.h>

#include "cli/rows.h"
#include "run/doctor/doctor.h"

/* A case of the doctor's: what runs meanwhile, and what it is ill with. */

/*
 * Loads the program: a board has a loop where none is named, or with `prove`
 * code of known counts; nothing can be loaded where only memory is reached.
 */
bool doctor_case_load(struct target *t, const char *elf, bool prove,
		      struct error *err);

/* The part of a machine that an illness makes wrong; 0: it is the doctor's
 * alone. */
uint32_t doctor_case_machine(enum illness_kind kind);

/*
 * The illness, if there is one, and whether the monitor has what would be ill:
 * as members of a document, and for people where it has not.  Of those that the
 * board itself has that is not told.
 */
void doctor_case_put(json_t *document, enum illness_kind ill,
		     const struct doctor *d);
void doctor_case_tell(enum illness_kind ill, const struct doctor *d);

/* The findings' table; for people what one has to say goes on below itself. */
void doctor_case_rows(enum rows_format format, json_t *document, json_t *rows,
		      const struct rows_column *column, size_t columns);

/* One of its rows; `like` (or NULL) is taken. */
json_t *doctor_case_row(const struct finding *f, json_t *like);

#endif
