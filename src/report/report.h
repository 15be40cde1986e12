/* SPDX-License-Identifier: MIT */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdio.h>

#include "run/run.h"

/*
 * Results for people (text), for sheets (CSV by RFC 4180) and for programs
 * (JSON).  Every form says that the numbers are simulated.
 */
struct report {
	const struct request *request;
	const struct run_options *options;
	const struct run_result *result;
	const struct board_info *board;
};

void report_text(FILE *to, const struct report *r, bool colour);
void report_csv(FILE *to, const struct report *r);
/* False: out of memory. */
bool report_json(FILE *to, const struct report *r);

/* The plan alone. */
void report_plan_text(FILE *to, const struct request *q);
void report_plan_csv(FILE *to, const struct request *q);
bool report_plan_json(FILE *to, const struct request *q);
/* A part of that document; NULL: no memory. */
struct json_t *report_plan_value(const struct request *q);

/*
 * The register writes of a plan: for people, or as what carries them out.
 * Touches nothing.
 */
enum script_form {
	SCRIPT_TEXT,
	SCRIPT_C,
	SCRIPT_GDB,
	SCRIPT_OPENOCD,
	SCRIPT_JSON
};

struct script_wishes {
	enum script_form form;
	uint8_t options;   /* enum tally_option */
	uint8_t interrupt; /* enum tally_interrupt: of every counter that can */
	unsigned pass;     /* from 1; 0: all of them */
	int only;          /* of several monitors one, from 1; 0: all of them */
	const char *name;  /* what functions and commands are called */
	bool documented;   /* the writes of the document, in its order */
};

/* `err`: a pass that is not there, what a form cannot do, no memory. */
bool report_script(FILE *to, const struct request *q,
		   const struct script_wishes *w, struct error *err);

#endif
