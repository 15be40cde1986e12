/* SPDX-License-Identifier: MIT */
/*
 * What is there of a monitor that comes in sizes, by the target's own word.
 */
#include "run/run.h"

bool run_limits(const struct run_options *options,
		const struct catalog_monitor *m, struct tally_limits *limits,
		struct error *err)
{
	enum tally_status status;
	struct board *board;

	board = board_open(options->board, options->program, &options->machine,
			   err);
	if (!board)
		return false;
	status = tally_limits_read(m->monitor, board_bus(board), limits);
	board_close(board);
	return !status || error_set(err, "asking %s what it has: %s", m->name,
				    tally_status_text(status));
}
