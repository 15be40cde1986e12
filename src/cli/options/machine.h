/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_MACHINE_H
#define CLI_OPTIONS_MACHINE_H

#include "boards/src/board.h"
#include "cli/options.h"

/*
 * The options that say how a simulated machine is started, for the verbs that
 * have all of them.  option/machine.h has their rows.
 */

/* A machine of which nobody has asked anything yet. */
extern const struct board_options machine_plain;

/* As option_take(), and words for the bus are shown to the boards. */
bool machine_take(const struct option_row *row, const char *text, void *to,
		  struct error *err);

#define MACHINE_SET(place, names)                                              \
	{                                                                      \
		.row = machine_rows, .at = (place), .take = machine_take,      \
		.without = MACHINE_OF_REPEATS, .help = (names)                 \
	}
/* For a verb that measures repeatedly. */
#define MACHINE_SET_REPEATED(place, names)                                     \
	{                                                                      \
		.row = machine_rows, .at = (place), .take = machine_take,      \
		.help = (names)                                                \
	}

/* Refuses an option where no board is. */
bool machine_elsewhere(const struct option_row *row, struct error *err);
/* Refuses those that were given; true: none was. */
bool machine_is_plain(const struct board_options *o, struct error *err);

/* "Machine: --cold --timing flat ...": names in lines of a help, behind the
 * title that fills the first line so far; `repeated`: for a verb that measures
 * repeatedly. */
void machine_names(FILE *out, const char *title, bool repeated);
/* Under the title that the verbs have that do more than one such line. */
void machine_list(FILE *out);

#endif
