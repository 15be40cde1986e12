/* SPDX-License-Identifier: MIT */
/*
 * The tool's side of a board: how long a child may take.  One that is stopped,
 * lies or spins must not keep the tool, nor the user's Ctrl-C.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <sys/resource.h>

#include "base/seconds.h"
#include "boards/src/link/client.h"

enum { TICK_MS = 100 };

double client_obedience_s = OBEDIENCE_S;

/* How much more than any run needs it may have of the processor; chosen. */
static const double processor_slack_s = 60;

void client_be_patient(struct board *b)
{
	b->asked = (struct client_asked){ .patience = b->answer_s };
}

static void end_it(struct board *b, bool told)
{
	char why[128];

	if (told)
		snprintf(why, sizeof why,
			 "it did not answer within %g s of the tool being "
			 "told to stop, and was killed",
			 client_obedience_s);
	else
		snprintf(why, sizeof why,
			 "it did not answer within %g s and was killed",
			 b->answer_s);
	client_died(b, why);
}

void client_wait(struct board *b, short events)
{
	struct pollfd p = { .fd = b->fd, .events = events };
	const bool told = b->told && *b->told;
	const double tick = TICK_MS / 1e3;
	struct client_asked *a = &b->asked;
	double waited = seconds_now();

	(void)poll(&p, 1, TICK_MS);
	waited = seconds_now() - waited;
	/* A tick that took longer shows that the tool itself was stopped, as
	 * the child may have been with it, or had no processor. */
	a->waited += waited < tick ? waited : tick;
	if (told && a->patience > a->waited + client_obedience_s)
		a->patience = a->waited + client_obedience_s;
	if (a->waited >= a->patience && b->state != CLIENT_DEAD)
		end_it(b, told);
}

/*
 * The kernel keeps time as well, for a child whose tool is stopped, and
 * for one that computes when nobody asks it to.  It counts
 * from the child's beginning, so the limit moves with every run; not too often,
 * as some runs are short.  A limit of the user's own stays.
 */
void client_limit_processor(struct board *b)
{
	double now = seconds_now(),
	       end = now + b->timeout_s + client_obedience_s;
	struct rlimit r;

	if (b->born <= 0)
		b->born = now;
	if (b->timeout_s <= 0 || b->processor_until > end)
		return;
	if (prlimit(b->pid, RLIMIT_CPU, NULL, &r) ||
	    (b->processor_until <= 0 && r.rlim_cur != RLIM_INFINITY))
		return;
	b->processor_until = end + processor_slack_s;
	r.rlim_cur = (rlim_t)(b->processor_until - b->born) + 1;
	prlimit(b->pid, RLIMIT_CPU, &r, NULL);
}
