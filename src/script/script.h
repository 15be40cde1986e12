/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_SCRIPT_H
#define SCRIPT_SCRIPT_H

#include <stdio.h>

#include "request/request.h"

/*
 * A request on paper: its plan, and the register writes of its passes.
 * Nothing here knows of a target.
 */

/* The plan alone. */
void script_plan_text(FILE *to, const struct request *q);
void script_plan_csv(FILE *to, const struct request *q);
bool script_plan_json(FILE *to, const struct request *q);
/* The plan of that document, and what it has of one member; NULL: no memory. */
struct json_t *script_plan_value(const struct request *q);
struct json_t *script_plan_of(const struct request *q, unsigned member);

/*
 * The register writes of a plan: for people, or as what carries them out.
 * Touches nothing.
 */
enum script_form {
	SCRIPT_TEXT,
	SCRIPT_C,
	SCRIPT_GDB,
	SCRIPT_OPENOCD,
	SCRIPT_PRACTICE,
	SCRIPT_JSON
};

/* How GDB reaches a register. */
enum script_via {
	SCRIPT_VIA_PLAIN,   /* by the manual's name in lower case */
	SCRIPT_VIA_TALLY,   /* by the names of `tally board --gdb` */
	SCRIPT_VIA_QEMU,    /* by the names of QEMU */
	SCRIPT_VIA_OPENOCD, /* by commands of OpenOCD, after `monitor` */
	SCRIPT_VIA_CALLS,   /* by functions of SCRIPT_C in the program */
};

/* Exact C: all of it; or its header; or what includes that. */
enum script_part { SCRIPT_WHOLE, SCRIPT_HEADER, SCRIPT_SOURCE };

struct script_wishes {
	enum script_form form;
	enum script_via via;
	uint8_t options;   /* enum tally_option */
	uint8_t interrupt; /* enum tally_interrupt: of every counter that can */
	unsigned pass;     /* from 1; 0: all of them */
	int only;          /* of several monitors one, from 1; 0: all of them */
	const char *name;  /* what functions and commands are called */
	bool documented;   /* the writes of the document, in its order */
	bool exact;        /* C: 64-bit counts across overflows, a handler */
	enum script_part part;
	const char *header; /* its name; SCRIPT_SOURCE */
};

/* `err`: a pass that is not there, what a form cannot do, no memory. */
bool script_print(FILE *to, const struct request *q,
		  const struct script_wishes *w, struct error *err);

#endif
