/* SPDX-License-Identifier: MIT */
/* Signals, a program's console, and a progress bar.  See screen.h. */
#include "cli/screen.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/seconds.h"

/* A pipe that is ready takes this many bytes at once [pipe(7), PIPE_BUF]. */
enum { PIECE = 4096, TICK_MS = 100, SLOW_MS = 2000 };

/* A signal handler may do little but set a variable. */
volatile bool running_interrupted;

static void on_signal(int number)
{
	(void)number;
	running_interrupted = true;
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

/* ---- the bar ------------------------------------------------------------- */

enum { BAR_WIDTH = 40 };

/* The bar comes after so many seconds, and is drawn again after so many. */
static const double LATE = 2, OFTEN = 0.1;

void screen_wipe(struct screen *s)
{
	if (s->drawn)
		fputs("\r\033[K", stderr);
	s->drawn = false;
}

static void draw(struct screen *s, const struct run_done *done)
{
	const int full =
		done->share < 1 ? (int)(done->share * BAR_WIDTH) : BAR_WIDTH;

	fprintf(stderr, "\r\033[K%s", s->doing);
	if (done->share >= 0)
		fprintf(stderr, " [%.*s%*s] %3d %%", full,
			"########################################",
			BAR_WIDTH - full, "",
			(int)(100 * (done->share < 1 ? done->share : 1)));
	else if (done->instructions)
		fprintf(stderr, ", %llu million instructions",
			(unsigned long long)(done->instructions / 1000000));
	fflush(stderr);
	s->drawn = true;
}

static bool go_on(void *ctx, const struct run_done *done)
{
	struct screen *s = ctx;
	double now;

	if (!done || !s->bar)
		return !running_interrupted;
	now = seconds_now();
	if (now - s->began >= LATE && now - s->told >= OFTEN &&
	    console_ready(&s->console)) {
		s->told = now;
		draw(s, done);
	}
	return !running_interrupted;
}

static void on_console(void *ctx, const void *bytes, size_t count,
		       double patience)
{
	struct screen *s = ctx;

	if (!s->console.quiet)
		screen_wipe(s);
	console_write(&s->console, bytes, count, patience);
}

void screen_begin(struct screen *s, const char *doing, bool quiet)
{
	*s = (struct screen){
		.console = { .to = stderr, .quiet = quiet },
		.sink = { .ctx = s, .go_on = go_on, .console = on_console },
		.doing = doing,
		.bar = isatty(STDERR_FILENO),
		.began = seconds_now()
	};
	running_catch_signals();
}
