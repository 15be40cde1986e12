/* SPDX-License-Identifier: MIT */
/* Long text on a terminal.  See pager.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "cli/list/pager.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NARROWEST = 40, USUAL = 80, WIDEST = 100 };

FILE *pager_open(void)
{
	const char *pager = getenv("PAGER");
	FILE *to;

	/* Where there is no less, cat gets all of it. */
	if (!pager)
		pager = "less 2>/dev/null || cat";
	if (!*pager || strcmp(pager, "cat") == 0)
		return stdout;
	/* Less: leave at once what fits the screen, keep it, show colours. */
	setenv("LESS", "FRX", 0);
	/* A reader may leave before all is read. */
	signal(SIGPIPE, SIG_IGN);
	/* NOLINTNEXTLINE(cert-env33-c): $PAGER is a line for the shell */
	to = popen(pager, "w");
	return to ? to : stdout;
}

void pager_close(FILE *to)
{
	if (to != stdout)
		pclose(to);
}

int pager_width(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return USUAL;
	if (size.ws_col < NARROWEST)
		return NARROWEST;
	return size.ws_col < WIDEST ? size.ws_col : WIDEST;
}
