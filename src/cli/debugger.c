/* SPDX-License-Identifier: MIT */
/*
 * A debugger that comes over TCP, from this machine only: whoever can connect
 * can do anything to the target.
 */
#include "cli/debugger.h"

#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "catalog/catalog.h"
#include "cli/running.h"
#include "program/program.h"

enum { TICK_MS = 100, PATIENCE_S = 10 };

static bool interrupted(void)
{
	return running_interrupted;
}

/* A name that GDB can take behind '$'. */
static void name_register(struct serve_monitor_register *to,
			  const struct target_monitor *monitor,
			  const char *name, bool alone)
{
	snprintf(to->name, sizeof to->name, "%s%s%s",
		 alone ? "" : monitor->name, alone ? "" : "_", name);
	for (char *c = to->name; *c; c++)
		*c = isalnum((unsigned char)*c)
			     ? (char)tolower((unsigned char)*c)
			     : '_';
}

/* All registers of all its monitors; NULL: out of memory. */
static struct serve_monitor_register *monitor_registers(const struct target *t,
							unsigned *count)
{
	const struct catalog_monitor *m[TARGET_MONITORS];
	struct serve_monitor_register *all, *at;
	struct error ignored;

	*count = 0;
	for (unsigned i = 0; i < t->facts.monitors; i++) {
		m[i] = catalog_monitor(t->facts.monitor[i].name, &ignored);
		*count += m[i] ? m[i]->regs : 0;
	}
	all = at = calloc(*count + 1, sizeof *all);
	for (unsigned i = 0; all && i < t->facts.monitors; i++)
		for (unsigned j = 0; m[i] && j < m[i]->regs; j++, at++) {
			name_register(at, &t->facts.monitor[i],
				      m[i]->reg[j].name,
				      t->facts.monitors == 1);
			at->monitor = i;
			at->reg = m[i]->reg[j].reg;
		}
	return all;
}

/* A socket that listens on this machine alone; -1 and `err`. */
static int listen_on(unsigned port, unsigned *got, struct error *err)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t size = sizeof at;
	const int yes = 1;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) ||
	    listen(fd, 1) || getsockname(fd, (struct sockaddr *)&at, &size)) {
		error_set(err,
			  "cannot wait for GDB on port %u of this machine: %s; "
			  "--gdb 0 takes one that is free",
			  port, strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	*got = ntohs(at.sin_port);
	return fd;
}

/* Who connects; -1: nobody did before Ctrl-C. */
static int accept_one(int listener)
{
	const struct timeval patience = { .tv_sec = PATIENCE_S };
	struct pollfd p = { .fd = listener, .events = POLLIN };
	const int yes = 1;
	int fd = -1;

	while (fd < 0 && !running_interrupted)
		if (poll(&p, 1, TICK_MS) > 0)
			fd = accept(listener, NULL, NULL);
	if (fd >= 0) {
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience,
			   sizeof patience);
	}
	return fd;
}

static bool serve_one(int listener, struct target_run *run,
		      struct target_stop *stop, enum serve_end *end,
		      struct error *err)
{
	struct serve_session session = { .run = run,
					 .interrupted = interrupted };
	struct serve_monitor_register *reg;
	bool good;

	*end = SERVE_END_INTERRUPTED;
	session.fd = accept_one(listener);
	if (session.fd < 0)
		return true;
	reg = monitor_registers(run->target, &session.regs);
	session.reg = reg;
	good = reg ? serve_gdb(&session, stop, end, err) : error_no_memory(err);
	free(reg);
	close(session.fd);
	return good;
}

bool debugger_serve(struct target_run *run, unsigned port,
		    struct target_stop *stop, enum serve_end *end,
		    struct error *err)
{
	unsigned got;
	int listener;
	bool good;

	if (!serve_can(run->target, err))
		return false;
	listener = listen_on(port, &got, err);
	if (listener < 0)
		return false;
	running_catch_signals();
	fprintf(stderr,
		"waiting for GDB on port %u of this machine: gdb-multiarch %s "
		"-ex 'target remote :%u'\n",
		got, run->target->program->path, got);
	good = serve_one(listener, run, stop, end, err);
	close(listener);
	return good;
}
