/* SPDX-License-Identifier: MIT */
#ifndef CLI_VERBS_REGISTERS_H
#define CLI_VERBS_REGISTERS_H

#include "catalog/catalog.h"
#include "cli/rows.h"

/* Values of registers, explained.  Start with the first three members. */
struct registers {
	const struct catalog_monitor *monitor;
	enum rows_format format;
	bool forms;   /* the value in decimal and binary, too */
	json_t *list; /* registers_free() frees it */
	unsigned count;
};

/* Text is printed at once; CSV and JSON are printed by registers_print(). */
void registers_add(struct registers *o, const struct catalog_register *r,
		   uint64_t value);
void registers_print(struct registers *o);
void registers_free(struct registers *o);

#endif
