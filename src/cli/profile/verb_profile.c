/* SPDX-License-Identifier: MIT */
/*
 * `tally profile`: run a program on a simulated board, and say where events
 * happen.  The result goes to standard output, what the program says to
 * standard error.
 */
#include <poll.h>

#include "base/seconds.h"
#include "board/board.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options/profile.h"
#include "cli/profile/gather.h"
#include "cli/running.h"
#include "target/board.h"

enum { TICK_MS = 100 };

/* The first Ctrl-C stops the machine, a second one ends all. */
static void run_to_stop(struct board *b, struct board_stop *stop)
{
	struct pollfd p = { .fd = board_fd(b), .events = POLLIN };

	running_catch_signals();
	while (!board_wait(b, false, stop)) {
		(void)poll(&p, 1, TICK_MS);
		if (running_interrupted)
			board_interrupt(b);
	}
}

/* Runs the program; what was measured until it was stopped is kept, and says
 * so.  False and `err`: nothing is there that could be. */
static bool run(struct target_run *on, struct console *console,
		struct sample *s, struct error *err)
{
	struct board *b = target_board(on);
	struct board_stop stop;

	board_on_console(b, console_write, console);
	if (!board_go(b, err))
		return false;
	run_to_stop(b, &stop);
	on->target->asked = stop.asked;
	s->instructions = stop.instructions;
	s->status = stop.status;
	if (stop.reason == BOARD_STOP_DIED)
		return error_set(err, "%s", stop.text);
	if (stop.reason == BOARD_STOP_INTERRUPTED)
		s->unfinished = "interrupted; the program did not end";
	else if (stop.reason != BOARD_STOP_EXIT)
		s->unfinished = sample_text(s, stop.text);
	return !s->failed || error_no_memory(err);
}

static int profile_on(struct profile_options *o, struct target_run *on,
		      const struct request *q)
{
	struct console console = { .to = stderr, .quiet = o->quiet_program };
	struct board *b = target_board(on);
	struct error err;
	struct sample *s = gather_begin(o->target, b, q, o->spans, &err);
	int status = CLI_GOOD;

	if (!s)
		return cli_error_set(CLI_FAILED, "profile", &err);
	s->unguarded = sample_text(s, on->unguarded);
	if (!run(on, &console, s, &err) ||
	    !gather_end(s, b, o->target->program, &err))
		/* Nobody reads the program's output: this would block. */
		status = console_is_lost(&console)
				 ? CLI_FAILED
				 : cli_error_set(CLI_FAILED, "profile", &err);
	else
		status = deliver_profile("profile", s, &o->view, o->form,
					 o->output);
	sample_free(s);
	return status;
}

static int profile(struct profile_options *o)
{
	const struct request_wish wish = { o->metrics, o->events, o->groups,
					   0 };
	struct target_run *on = NULL;
	struct request *q;
	struct error err;
	int status;

	q = cli_request("profile", &o->members, &wish, &status);
	if (!q)
		return status;
	if (target_load(o->target, o->elf, &err))
		on = target_open(o->target, 0, &err);
	status = on ? profile_on(o, on, q)
		    : cli_error_set(CLI_FAILED, "profile", &err);
	target_end(on);
	request_free(q);
	return status;
}

int verb_profile(int argc, char **argv)
{
	struct profile_options o;
	int status = profile_options_parse(argc, argv, &o);

	if (status == CLI_GOOD && o.help)
		fputs(profile_help, stdout);
	else if (status == CLI_GOOD)
		status = profile(&o);
	status = running_left("profile", o.target, status);
	profile_options_free(&o);
	return status;
}
