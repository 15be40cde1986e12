/* SPDX-License-Identifier: MIT */
/*
 * `tally profile`: run a program on a simulated board, and say where events
 * happen.  The result goes to standard output, what the program says to
 * standard error.
 */
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options/profile.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "gather/profile.h"

static int deliver_wanted(const struct profile_options *o, struct sample *s,
			  struct profile_view *view)
{
	const struct kept kept = { .profile = s };
	int status;

	if (!o->format)
		return deliver_profile("profile", s, view, o->form, o->output);
	if (view->as_linked)
		sample_as_linked(s);
	status = deliver_format("profile", &kept, o->format, SAMPLE_NONE,
				"this profile", o->output);
	return status == CLI_GOOD ? deliver_unfinished("profile", s) : status;
}

static int profile_with(struct profile_options *o, const struct request *q)
{
	struct screen screen;
	const struct profile_wish wish = { .target = o->target,
					   .request = q,
					   .spans = o->spans,
					   .causes = o->causes,
					   .sink = &screen.sink };
	struct sample *s = NULL;
	struct error err;
	int status;

	screen_begin(&screen, "profiling", o->quiet_program);
	if (target_load(o->target, o->elf, &err))
		s = profile_run(&wish, &err);
	screen_wipe(&screen);
	if (s)
		status = deliver_wanted(o, s, &o->view);
	else if (console_is_lost(&screen.console))
		status = CLI_FAILED; /* nobody would read the message */
	else
		status = cli_error_set(CLI_FAILED, "profile", &err);
	sample_free(s);
	return status;
}

static int profile(struct profile_options *o)
{
	const struct request_wish wish = { o->metrics, o->events, o->groups,
					   0 };
	int status;
	struct request *q = cli_request("profile", &o->members, &wish, &status);

	if (q)
		status = profile_with(o, q);
	request_free(q);
	return status;
}

int verb_profile(int argc, char **argv)
{
	struct profile_options o;
	int status = profile_options_parse(argc, argv, &o);

	if (status == CLI_GOOD && o.help)
		cli_help(&profile_words);
	else if (status == CLI_GOOD)
		status = profile(&o);
	status = running_left("profile", o.target, status);
	profile_options_free(&o);
	return status;
}
