/* SPDX-License-Identifier: MIT */
/*
 * `tally top`: a screen on which the numbers of a running target move.  It is
 * measured as by `tally stat -I`; the screen is drawn between, and keys are
 * read.  The terminal and the target are left as they were found.
 */
#include <langinfo.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seconds.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "cli/stat/measured.h"
#include "cli/top/top.h"

static const double OFTEN = 0.2; /* the screen is drawn, in seconds */

/* The first signal has all ended in order, and the second at once. */
static void top_on_signal(int number)
{
	if (running_interrupted) {
		view_give_back();
		_exit(128 + number);
	}
	running_interrupted = true;
}

/* Before the screen begins, so that ncurses leaves them. */
static void top_catch_signals(void)
{
	struct sigaction action = { .sa_handler = top_on_signal };

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGQUIT, &action, NULL);
}

static void top_draw(struct top *t)
{
	t->drawn = seconds_now();
	if (!t->view.frozen)
		t->shown = t->live;
	view_draw(&t->view);
}

static void top_move_to(struct top *t, int by)
{
	const unsigned all = t->shown.values;

	if (all)
		t->view.chosen = (t->view.chosen + all + (unsigned)by) % all;
}

/* Without rows, and when there are no more, there is nothing to wait for. */
static void ask_to_write(struct top *t)
{
	struct view *v = &t->view;

	if (t->o->counts && !t->ended) {
		t->writes = true;
		snprintf(v->message, sizeof v->message,
			 "it is written at the end of this interval");
	} else {
		t->writes = false;
		top_write(t, t->record, v->message, sizeof v->message);
	}
}

static void take_key(struct top *t, int key)
{
	struct view *v = &t->view;

	v->message[0] = '\0';
	switch (key) {
	case 'q':
	case 'Q':
		t->quit = true;
		break;
	case 'm':
	case VIEW_DOWN:
		top_move_to(t, 1);
		break;
	case 'M':
	case VIEW_UP:
		top_move_to(t, -1);
		break;
	case ' ':
		v->frozen = !v->frozen;
		break;
	case 'w':
		ask_to_write(t);
		break;
	case VIEW_RESIZED:
		break;
	default:
		snprintf(v->message, sizeof v->message,
			 "no such key; q quit  m/up/down metric  space freeze  "
			 "w write");
	}
}

/* The command that was started may have ended: then its number is free. */
static void look_at_command(struct top *t)
{
	pid_t *pid = &t->o->command;

	if (*pid && waitpid(*pid, NULL, WNOHANG) == *pid)
		*pid = 0;
}

/* False: it shall end. */
static bool tick(struct top *t)
{
	bool typed = false;
	int key;

	while ((key = view_key(&t->view)) != VIEW_NONE) {
		take_key(t, key);
		typed = true;
	}
	look_at_command(t);
	if (!t->view.frozen && !t->ended)
		hottest_look(&t->hottest);
	if (typed || seconds_now() - t->drawn >= OFTEN)
		top_draw(t);
	return !t->quit && !running_interrupted;
}

static bool top_go_on(void *ctx, const struct run_done *done)
{
	(void)done;
	return tick(ctx);
}

static void write_so_far(struct top *t, const struct series_row *row)
{
	struct view *v = &t->view;
	struct record *r = row->so_far(row);

	t->writes = false;
	if (r)
		stat_keep(r, &t->o->stat);
	if (r && cli_sign(r))
		top_write(t, r, v->message, sizeof v->message);
	else
		snprintf(v->message, sizeof v->message,
			 "not written: out of memory");
	record_free(r);
}

static bool top_on_row(void *ctx, const struct series_row *row)
{
	struct top *t = ctx;

	history_add(&t->live, row->record, row->begin);
	if (row->stopped && t->o->points && !t->view.frozen)
		hottest_point(&t->hottest, t->o->stat.run.target->program,
			      row->pc);
	if (t->writes)
		write_so_far(t, row);
	return tick(t);
}

/* After the end, and where only functions can be had. */
static void top_watch(struct top *t)
{
	struct pollfd keys = { .fd = STDIN_FILENO, .events = POLLIN };

	top_draw(t);
	while (tick(t))
		if (poll(&keys, 1, 100) > 0 &&
		    keys.revents & (POLLHUP | POLLERR))
			break; /* the terminal is gone */
}

static int top_measure(struct top *t, const struct request *q)
{
	const struct run_sink sink = { .ctx = t,
				       .go_on = top_go_on,
				       .row = top_on_row };
	struct stat_options *o = &t->o->stat;
	struct error err;

	o->run.sink = &sink;
	t->record = run_measure(q, &o->run, &err);
	o->run.sink = NULL;
	t->ended = true;
	if (!t->record && !t->quit && !running_interrupted) {
		view_end(&t->view);
		return cli_error_set(CLI_FAILED, "top", &err);
	}
	if (t->record && !t->quit && !running_interrupted) {
		stat_keep(t->record, o);
		(void)cli_sign(t->record);
		if (t->writes)
			ask_to_write(t);
		t->view.state = "ended: q quits";
		top_watch(t);
	}
	return CLI_GOOD;
}

static void begin_view(struct top *t)
{
	struct view *v = &t->view;
	const struct stat_options *o = &t->o->stat;
	const struct linux_wish *w = &o->on_linux.wish;

	*v = (struct view){ .history = &t->shown,
			    .hottest = &t->hottest,
			    .state = "measuring",
			    .counts = t->o->counts,
			    .plain = strcmp(nl_langinfo(CODESET), "UTF-8") !=
				     0 };
	snprintf(v->target, sizeof v->target, "%s%s",
		 o->run.target->facts.title,
		 o->run.target->facts.simulated ? ", simulated" : "");
	if (w->pid)
		snprintf(v->program, sizeof v->program, "process %d",
			 (int)w->pid);
	else
		snprintf(v->program, sizeof v->program, "%s",
			 o->elf ? o->elf : "");
	text_clean(v->target);
	text_clean(v->program);
	if (!t->o->counts)
		t->view.state = "looking where it is";
}

/* Everything that has a message comes before the screen. */
static int top_show(struct top *t, const struct request *q)
{
	struct stat_options *o = &t->o->stat;
	struct error err;
	int status = CLI_GOOD;

	if (t->o->points && !target_load(o->run.target, o->elf, &err))
		return cli_error_set(CLI_FAILED, "top", &err);
	if (t->o->beside) {
		if (!hottest_begin(&t->hottest, &err))
			return cli_error_set(CLI_FAILED, "top", &err);
		*t->o->beside_file = t->hottest.file;
		t->hottest.word = t->o->beside;
	} else if (!t->o->points) {
		snprintf(t->hottest.note, sizeof t->hottest.note,
			 "none: it is never halted");
	}
	top_catch_signals();
	if (!view_begin(&t->view, &err))
		return cli_error_set(CLI_FAILED, "top", &err);
	t->view.plain = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
	top_draw(t);
	if (q)
		status = top_measure(t, q);
	else
		top_watch(t);
	view_end(&t->view);
	if (t->writes && status == CLI_GOOD)
		return cli_error(CLI_FAILED, "top",
				 "what w asked for is not written, since the "
				 "interval had not ended; wait for \"wrote\" "
				 "before q");
	return status;
}

static int top_begin(struct top_options *o)
{
	struct top *t = calloc(1, sizeof *t);
	struct request *q = NULL;
	int status = CLI_GOOD;

	if (!t)
		return cli_no_memory("top");
	t->o = o;
	begin_view(t);
	if (o->counts)
		q = stat_request("top", &o->stat, &status);
	if (!o->counts || q)
		status = top_show(t, q);
	hottest_end(&t->hottest);
	record_free(t->record);
	request_free(q);
	free(t);
	return status;
}

int verb_top(int argc, char **argv)
{
	struct top_options o;
	int status = top_options_parse(argc, argv, &o);

	if (status == CLI_GOOD && o.stat.help)
		cli_help(&top_words);
	else if (status == CLI_GOOD)
		status = top_begin(&o);
	status = running_left("top", o.stat.run.target, status);
	top_options_free(&o);
	return status;
}
