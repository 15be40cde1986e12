/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_STAT_H
#define CLI_OPTIONS_STAT_H

#include "boards/src/board.h"
#include "cli/limit.h"
#include "cli/members.h"
#include "cli/options.h"
#include "cli/options/linux.h"
#include "report/report.h"
#include "run/run.h"

/* Targets that one command measures, at most. */
enum { STAT_COLUMNS = 16 };

/* The words that were typed after `tally stat`. */
struct stat_options {
	struct run_options run;
	const char *verb; /* for messages: "stat" */
	const char *elf;  /* the program's file */
	struct board_options machine;
	struct members members;
	struct tally_limits limits[REQUEST_MEMBERS]; /* of each member */
	struct run_unmodelled unmodelled[REQUEST_MEMBERS];
	char *metrics; /* lists; an option given twice adds to its list */
	char *events;
	char *groups;
	char *command_line; /* of the program */
	struct linux_arguments on_linux;
	struct catalog_monitor *mapped;
	/* Regions and patterns as typed; NULL: no more. */
	const char *region[RUN_PARTS + 1], *glob[RUN_PARTS + 1];
	unsigned regions, globs;
	const char *interval, *seconds; /* as typed */
	/* All of -t, and all programs, of which `target` and `elf` are one. */
	const char *targets[STAT_COLUMNS], *programs[STAT_COLUMNS];
	unsigned target_count, program_count;
	const char *target;    /* as typed; run.target is what it names */
	bool overview;         /* besides what was asked for */
	const char *in_common; /* of which the overview is; NULL: its own */
	const char *monitor_name;
	const char *output;
	const char *page;        /* of --html; NULL: none */
	const char *openmetrics; /* a file while it runs; NULL: none */
	const char *map;
	enum report_form format;
	double enough;     /* of -r auto: of the value; 0: so many repeats */
	const char *label; /* of --label; NULL: none */
	struct limits budgets; /* of --fail-if */
	unsigned max_passes;
	bool dry_run;
	bool quiet_program;
	/* Of `tally why`: */
	bool all;            /* every answer */
	bool no_trial;       /* no run without a cause */
	const char *against; /* an older result; NULL */
	bool help;
	bool unwritten;   /* the file of `openmetrics` was not written */
	bool passes_said; /* --passes, of which there is no other value */
};

/*
 * Reads what was typed, of one of the targets: several have a column each, from
 * 0.  Returns an enum cli_status; unless CLI_GOOD, a message was printed.
 */
int stat_options_parse(int argc, char **argv, unsigned column,
		       struct stat_options *o);
void stat_options_free(struct stat_options *o);

extern const struct cli_words stat_words;

/* The number of -j, which `why` has as well. */
bool stat_take_jobs(const char *text, void *to, struct error *err);

#endif
