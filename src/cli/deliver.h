/* SPDX-License-Identifier: MIT */
#ifndef CLI_DELIVER_H
#define CLI_DELIVER_H

#include "report/report.h"

/*
 * Prints the record into the file, or on standard output where `path` is NULL.
 * It is made first and written then, so that a full disk harms no existing
 * file; what the file does not take goes to standard output.  Gives the exit
 * status, and complains in the verb's name.
 */
int deliver_record(const char *verb, const struct record *r,
		   enum report_form form, const char *path);

#endif
