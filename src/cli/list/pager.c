/* SPDX-License-Identifier: MIT */
/* Long text on a terminal.  See pager.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "cli/list/pager.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"

enum { NARROWEST = 40, USUAL = 80, WIDEST = 100 };

bool pager_begin(struct pager *p)
{
	*p = (struct pager){ 0 };
	p->to = memory_stream(&p->text, &p->size);
	return p->to;
}

/* Was it handed to the program?  The shell that finds none ends with 126, or
 * 127. */
static bool page(const char *program, const struct pager *p)
{
	FILE *to;
	int status;

	/* Less: leave at once what fits the screen, keep it, show colours. */
	setenv("LESS", "FRX", 0);
	/* A reader may leave before all is read. */
	signal(SIGPIPE, SIG_IGN);
	/* NOLINTNEXTLINE(cert-env33-c): $PAGER is a line for the shell */
	to = popen(program, "w");
	if (!to)
		return false;
	fwrite(p->text, 1, p->size, to);
	status = pclose(to);
	return !WIFEXITED(status) ||
	       (WEXITSTATUS(status) != 126 && WEXITSTATUS(status) != 127);
}

bool pager_end(struct pager *p)
{
	const char *program = getenv("PAGER");
	const bool good = memory_stream_end(p->to, &p->text) == 0;

	/* Cat gets all of it where there is no less. */
	if (!program)
		program = "less 2>/dev/null || cat";
	if (good &&
	    (!*program || strcmp(program, "cat") == 0 || !page(program, p)))
		fwrite(p->text, 1, p->size, stdout);
	free(p->text);
	return good;
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
