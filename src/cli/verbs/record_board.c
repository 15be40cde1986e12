/* SPDX-License-Identifier: MIT */
/*
 * `tally record` of a board's program, or behind a debug link: where it is when
 * counters run over, or when it is halted.  The result goes to standard output
 * or a file, what the program says to standard error.
 */
#include "cli/verbs/record_board.h"

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options/profile.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "gather/halts.h"
#include "gather/sampler.h"

/* A file keeps all there is, unless a sheet was asked for. */
static enum report_form form_of(const struct profile_options *o)
{
	return o->output && o->form == REPORT_TEXT ? REPORT_JSON : o->form;
}

static struct sample *by_overflow(const struct profile_options *o,
				  const struct request *q,
				  const struct run_sink *sink,
				  struct error *err)
{
	const struct sampler_wish wish = { .target = o->target,
					   .request = q,
					   .period = o->period,
					   .even = o->even,
					   .sink = sink };

	return sampler_run(&wish, err);
}

static struct sample *by_halting(const struct profile_options *o,
				 const struct run_sink *sink, struct error *err)
{
	const double patience = o->machine.timeout_s;
	const struct halts_wish wish = { .target = o->target,
					 .hz = o->hz,
					 .even = o->even,
					 .length = patience > 0
							   ? patience
							   : TARGET_PATIENCE_S,
					 .sink = sink };

	return halts_run(&wish, err);
}

/* `q`: what is counted; NULL: it is halted now and then. */
static int record_with(struct profile_options *o, const struct request *q)
{
	struct screen screen;
	struct error err;
	struct sample *s;
	int status;

	screen_begin(&screen, "sampling", o->quiet_program);
	s = q ? by_overflow(o, q, &screen.sink, &err)
	      : by_halting(o, &screen.sink, &err);
	screen_wipe(&screen);
	if (s)
		status = deliver_profile("record", s, &o->view, form_of(o),
					 o->output);
	else if (console_is_lost(&screen.console))
		status = CLI_FAILED; /* nobody would read the message */
	else
		status = cli_error_set(CLI_FAILED, "record", &err);
	sample_free(s);
	return status;
}

static int load_and_record(struct profile_options *o, const struct request *q)
{
	struct error err;

	return target_load(o->target, o->elf, &err)
		       ? record_with(o, q)
		       : cli_error_set(CLI_FAILED, "record", &err);
}

static int record(struct profile_options *o)
{
	const struct request_wish wish = { .events = o->events };
	struct request *q;
	int status;

	if (o->hz > 0)
		return load_and_record(o, NULL);
	q = cli_request("record", &o->members, &wish, &status);
	if (!q)
		return status;
	status = load_and_record(o, q);
	request_free(q);
	return status;
}

int record_board(int argc, char **argv)
{
	struct profile_options o;
	int status = profile_options_parse(argc, argv, &o);

	if (status == CLI_GOOD && o.help)
		cli_help(&record_words);
	else if (status == CLI_GOOD)
		status = record(&o);
	status = running_left("record", o.target, status);
	profile_options_free(&o);
	return status;
}
