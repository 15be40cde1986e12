/* SPDX-License-Identifier: MIT */
/* Functions that the verbs share that run a program.  See running.h. */
#include "cli/running.h"

#include <poll.h>
#include <signal.h>

#include "base/seconds.h"
#include "cli/cli.h"
#include "target/target.h"

/* A pipe that is ready takes this many bytes at once [pipe(7), PIPE_BUF]. */
enum { PIECE = 4096, TICK_MS = 100, SLOW_MS = 2000 };

/* A signal handler may do little but set a variable. */
volatile bool running_interrupted;

static void on_signal(int number)
{
	(void)number;
	running_interrupted = true;
}

/* The program has seen the end of standard input, whatever this command's
 * holds. */
void running_tell_input(const char *who)
{
	fprintf(stderr,
		"%s: the program asked for input; a board has none, so it read "
		"the end of file; give it words with --args, or data in its "
		"source\n",
		who);
}

int running_left(const char *verb, struct target *t, int status)
{
	char who[40];

	if (t && t->asked) {
		snprintf(who, sizeof who, "tally %s", verb);
		running_tell_input(who);
	}
	switch (t ? target_left(t) : TARGET_AS_FOUND) {
	case TARGET_CHANGED:
		return cli_error_set(CLI_FAILED, verb, &t->left);
	case TARGET_MENDED:
		return cli_error_set(status, verb, &t->left);
	case TARGET_AS_FOUND:
		break;
	}
	return status;
}

void running_catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = (int)SA_RESETHAND };
	struct sigaction before;

	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* nohup has it ignored. */
	if (sigaction(SIGHUP, NULL, &before) == 0 &&
	    before.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

/* A broken pipe counts as ready, too: the write then fails. */
static bool ready(const struct console *c, int ms)
{
	struct pollfd p = { .fd = fileno(c->to), .events = POLLOUT };

	return poll(&p, 1, ms) > 0;
}

bool console_ready(const struct console *c)
{
	return ready(c, 0);
}

bool console_is_read(const struct console *c)
{
	return ready(c, SLOW_MS);
}

static bool wait_for_reader(const struct console *c, double until)
{
	if (ready(c, 0))
		return true;
	while (!running_interrupted && seconds_now() < until)
		if (ready(c, TICK_MS))
			return true;
	return false;
}

bool console_is_lost(const struct console *c)
{
	return c->stuck && !console_is_read(c);
}

void console_write(void *console, const void *bytes, size_t count,
		   double patience)
{
	struct console *c = console;
	const double until = seconds_now() + patience;
	const char *from = bytes;

	while (count && !c->quiet && !c->stuck) {
		size_t n = count < PIECE ? count : PIECE;

		if (!wait_for_reader(c, until)) {
			c->stuck = true;
			break;
		}
		fwrite(from, 1, n, c->to);
		fflush(c->to);
		c->in_line = from[n - 1] != '\n';
		from += n;
		count -= n;
	}
}
