/* SPDX-License-Identifier: MIT */

/*
 * The end of a board's child: what can still be said once it is gone, which is
 * how the process ended, its last line on standard error, and the console
 * output it had not sent.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "boards/src/link/client.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/digits.h"
#include "base/seconds.h"
#include "boards/src/link/last_words.h"

/* Ends the process if need be, and leaves no zombie. */
int client_end(struct board *b, char *text, size_t size)
{
	int status = 0;
	pid_t r;

	if (!b->pid) { /* a kill() of 0 would be of ourselves */
		snprintf(text, size, "there is no process");
		return 0;
	}
	/* One that is ending already keeps the status it has. */
	kill(b->pid, SIGKILL);
	do
		r = waitpid(b->pid, &status, 0);
	while (r < 0 && errno == EINTR);
	b->pid = 0;
	if (r < 0)
		snprintf(text, size, "the engine ended");
	else if (WIFSIGNALED(status))
		snprintf(text, size, "the engine ended with signal %d (%s)",
			 WTERMSIG(status), sigdescr_np(WTERMSIG(status)));
	else
		snprintf(text, size, "the engine ended with status %d",
			 WEXITSTATUS(status));
	return r >= 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

double client_patience(const struct board *b)
{
	double left = b->end_time - seconds_now();

	return b->end_time <= 0 ? 3600.0 * 24 * 365 : left > 0 ? left : 0;
}

void client_console(struct board *b, const void *bytes, size_t count)
{
	b->console_received += count;
	if (b->on_console)
		b->on_console(b->console_ctx, bytes, count, client_patience(b));
}

/* The child had collected this console output, and no longer got to send it. */
static void rescue_console(struct board *b)
{
	uint64_t base = b->shared->base, skip;
	uint32_t used = b->shared->used;

	if (used > WIRE_CONSOLE_MAX || b->console_received < base)
		return;
	skip = b->console_received - base;
	if (skip < used)
		client_console(b, b->shared->console + skip, used - skip);
}

/* The client says what befell the board, as far as it is known, in
 * b->stop.text. */
static void tell_death(struct board *b, const char *how, int signal)
{
	uint64_t n = b->shared->instructions;
	uint32_t refused = b->shared->refused;
	char words[200], said[220] = "", what[112], when[64] = "", call[48];
	char cure[96] = "";

	if (!last_words_report(b->stderr_fd, words, sizeof words))
		last_words(b->stderr_fd, words, sizeof words);
	if (words[0])
		snprintf(said, sizeof said, ", saying \"%s\"", words);
	if (refused)
		snprintf(what, sizeof what,
			 "asked the kernel for %s and was stopped",
			 sandbox_call(refused, call, sizeof call));
	else
		snprintf(what, sizeof what, "died: %s", how);
	if (n) {
		snprintf(when, sizeof when, " after at least %s instructions",
			 digits_grouped(n).text);
		snprintf(cure, sizeof cure,
			 "; 'tally board %s --max-insn %llu' stops before that",
			 b->info->name, (unsigned long long)n);
	} else if (!b->made) {
		snprintf(when, sizeof when, " before its machine was made");
		/* Unicorn looks for some of its memory, and ends with words of
		 * its own; for the rest it does not look. */
		if (signal == SIGSEGV || strstr(words, "allocate"))
			snprintf(cure, sizeof cure,
				 "; where memory lacks it may end so: see "
				 "ulimit -v, and what else runs");
	}
	snprintf(b->stop.text, sizeof b->stop.text,
		 "the simulated board %s%s%s%s", what, when, said, cure);
}

void client_died(struct board *b, const char *because)
{
	char how[96];
	int signal;

	if (b->state == CLIENT_DEAD)
		return;
	b->state = CLIENT_DEAD;
	signal = client_end(b, how, sizeof how);
	rescue_console(b);
	b->stop =
		(struct target_stop){ .reason = TARGET_STOP_LOST,
				      .pc = b->stop.pc,
				      .instructions = b->shared->instructions };
	tell_death(b, because ? because : how, because ? 0 : signal);
}

bool client_sound(struct board *b)
{
	char ignored[2];
	struct stat st;

	if (fstat(b->stderr_fd, &st) || st.st_size == b->stderr_size)
		return true;
	b->stderr_size = st.st_size;
	if (!last_words_report(b->stderr_fd, ignored, sizeof ignored))
		return true;
	client_died(b, "a sanitizer found an error in it");
	return false;
}
