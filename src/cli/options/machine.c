/* SPDX-License-Identifier: MIT */
/* How a simulated machine is started, as typed.  See machine.h. */
#include "cli/options/machine.h"

#include <string.h>

#include "cli/screen.h"

const struct board_options machine_plain = { .max_console = MACHINE_CONSOLE,
					     .stop = &running_interrupted };

bool machine_elsewhere(const struct option_row *row, struct error *err)
{
	return error_set(err, "--%s is for simulated boards; leave it out",
			 row->name);
}

bool machine_is_plain(const struct board_options *o, struct error *err)
{
	const struct option_row *row = machine_beyond(o, 0);

	return !row || machine_elsewhere(row, err);
}

bool machine_take(const struct option_row *row, const char *text, void *to,
		  struct error *err)
{
	const bool traffic = row->take == machine_traffic_take;
	const bool fault =
		row->take == machine_inject_take && machine_is_fault(text);

	if ((traffic && board_traffic_check(text, err) == BOARD_TRAFFICS) ||
	    (fault && !board_fault_check(text, err)))
		return error_within(err, "--%s", row->name);
	return option_take(row, text, to, err);
}

void machine_names(FILE *out, const char *title, bool repeated)
{
	enum { WIDTH = 80 };
	size_t column = (size_t)fprintf(out, "%s", title);

	for (unsigned i = 0; i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];
		const char *argument = row->brief ? row->brief : row->argument;
		char text[WIDTH];
		size_t length;

		if (!row->help || (argument && !*argument) ||
		    (!repeated && strcmp(row->name, MACHINE_OF_REPEATS) == 0))
			continue;
		length = (size_t)snprintf(text, sizeof text, " --%s%s%s",
					  row->name, argument ? " " : "",
					  argument ? argument : "");
		if (column + length > WIDTH) {
			fputc('\n', out);
			column = 0;
		}
		column += (size_t)fprintf(out, "%s%s", column ? "" : " ", text);
	}
	fputc('\n', out);
}

void machine_list(FILE *out)
{
	fputs("The machine (tally board --help tells them all):\n", out);
	machine_names(out, "", false);
}
