/* SPDX-License-Identifier: MIT */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdio.h>

#include "board/board.h"
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
	const struct board_options *machine; /* as it was set up */
};

void report_text(FILE *to, const struct report *r, bool colour);
void report_csv(FILE *to, const struct report *r);
/* False: out of memory. */
bool report_json(FILE *to, const struct report *r);

#endif
