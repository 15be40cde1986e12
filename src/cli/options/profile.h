/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_PROFILE_H
#define CLI_OPTIONS_PROFILE_H

#include "boards/src/board.h"
#include "cli/members.h"
#include "cli/options.h"
#include "report/profile.h"
#include "report/report.h"
#include "target/target.h"

/* The words that were typed after `tally profile` or `tally record`. */
struct profile_options {
	const char *verb; /* which of both */
	struct profile_view view;
	struct board_options machine;
	struct members members;
	struct target *target;
	const char *target_name; /* as typed */
	const char *monitor_name;
	const char *elf;
	const char *output;
	char *metrics; /* lists; an option given twice adds to its list */
	char *events;
	char *groups;
	char *command_line; /* of the program */
	enum report_form form;
	const char *format_name;            /* profile: as typed */
	const struct export_format *format; /* ... of viewers; NULL: none */
	bool counted;                       /* -c was given */
	uint32_t spans;  /* profile: of so many calls, when; 0: of none */
	uint64_t period; /* record: events for a sample ... */
	bool even;       /* ... exactly */
	double hz;       /* record: halted so often a second; 0: not so */
	bool causes;     /* profile: of cycles, as columns */
	bool quiet_program;
	bool help;
};

/* Returns an enum cli_status; unless CLI_GOOD, a message was printed. */
int profile_options_parse(int argc, char **argv, struct profile_options *o);
void profile_options_free(struct profile_options *o);

extern const struct cli_words profile_words, record_words;

/* The number of -c. */
bool record_take_period(const char *text, uint64_t *period, struct error *err);

#endif
