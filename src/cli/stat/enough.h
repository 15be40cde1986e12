/* SPDX-License-Identifier: MIT */
#ifndef CLI_STAT_ENOUGH_H
#define CLI_STAT_ENOUGH_H

struct stat_options;
struct report_rows;
struct request;
struct record;

/*
 * As stat_measure(); and for -r auto, of which no row is told: measures anew
 * with more repeats until the 95 % interval of the cycles, or else of each
 * event, and of each metric that was asked for is narrow enough, or there are
 * ENOUGH_MOST repeats, which is told.
 */
enum { ENOUGH_LEAST = 3, ENOUGH_MOST = 100 };
struct record *enough_measure(const char *verb, struct stat_options *o,
			      const struct request *q,
			      struct report_rows *rows);

#endif
