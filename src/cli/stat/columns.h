/* SPDX-License-Identifier: MIT */
#ifndef CLI_STAT_COLUMNS_H
#define CLI_STAT_COLUMNS_H

#include "record/record.h"
#include "report/report.h"

/* `tally stat` of so many targets.  Returns an enum cli_status. */
int columns_stat(int argc, char **argv, unsigned columns);

/*
 * Prints records beside each other into the file, or on standard output where
 * `path` is NULL.  Returns an enum cli_status; messages begin with the verb's
 * name.
 */
int columns_deliver(const char *verb, struct record *const *record,
		    unsigned records, enum report_form form, const char *path);

/* As one page, each by its name, or, where it has none (NULL), by what
 * distinguishes it. */
int columns_page(const char *verb, struct record *const *record,
		 unsigned records, char *const *name, const char *path);

#endif
