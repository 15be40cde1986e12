/* SPDX-License-Identifier: MIT */
#ifndef CLI_STAT_MEASURED_H
#define CLI_STAT_MEASURED_H

struct stat_options;
struct report_rows;
struct request;
struct record;

/*
 * Functions of `tally stat`, for verbs that measure as it does.  Messages begin
 * with the verb's name.
 */

/* Asks the target for the limits of monitors that come in sizes.  Returns an
 * enum cli_status; unless CLI_GOOD, a message was printed. */
int stat_ask_limits(const char *verb, struct stat_options *o);

/* Makes the request of what was asked for.  NULL: a message was printed, and
 * `status` is an enum cli_status. */
struct request *stat_request(const char *verb, struct stat_options *o,
			     int *status);

/* Records how the target was set up, and whose counts they are. */
void stat_keep(struct record *r, const struct stat_options *o);

/* Measures, with what the program prints on standard error.  `rows`: intervals
 * are told there when they are over; NULL: they are not.  NULL: a message was
 * printed. */
struct record *stat_measure(const char *verb, struct stat_options *o,
			    const struct request *q, struct report_rows *rows);

#endif
