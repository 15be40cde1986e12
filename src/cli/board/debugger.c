/* SPDX-License-Identifier: MIT */
/*
 * A debugger that comes over TCP, from this machine only: whoever can connect
 * can do anything to the target.
 */
#include "cli/board/debugger.h"

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
#include "cli/cli.h"
#include "cli/screen.h"
#include "program/program.h"

enum { TICK_MS = 100, PATIENCE_S = 10 };

static bool interrupted(void)
{
	return running_interrupted;
}

/* A name that GDB can take behind '$'. */
static void name_register(struct serve_monitor_register *to,
			  const char *monitor, const char *name)
{
	snprintf(to->name, sizeof to->name, "%s%s%s", monitor,
		 *monitor ? "_" : "", name);
	for (char *c = to->name; *c; c++)
		*c = isalnum((unsigned char)*c)
			     ? (char)tolower((unsigned char)*c)
			     : '_';
}

/* The register that tells which core it is, by which a monitor of an ARM core
 * is known. */
static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					  32 };

static bool has_main_id(const struct catalog_monitor *m)
{
	return m->reg->reg.space == TALLY_CP14 ||
	       m->reg->reg.space == TALLY_CP15;
}

static struct serve_monitor_register *
put_registers(struct serve_monitor_register *at, unsigned monitor,
	      const struct catalog_monitor *m, bool alone, bool again)
{
	if (has_main_id(m)) {
		name_register(at, alone ? "" : m->name, "MIDR");
		at->again = again;
		at->monitor = monitor;
		at->reg = main_id;
		at++;
	}
	for (unsigned i = 0; i < m->regs; i++, at++) {
		name_register(at, alone ? "" : m->name, m->reg[i].name);
		at->again = again;
		at->monitor = monitor;
		at->reg = m->reg[i].reg;
	}
	return at;
}

/*
 * All registers of all its monitors; NULL: out of memory.  Those of one that is
 * alone have short names, and the long ones, too, so that a script for a
 * monitor need not know what else is there.
 */
static struct serve_monitor_register *monitor_registers(const struct target *t,
							unsigned *count)
{
	const struct catalog_monitor *m[TARGET_MONITORS];
	const bool alone = t->facts.monitors == 1;
	struct serve_monitor_register *all, *at;
	struct error ignored;

	*count = 0;
	for (unsigned i = 0; i < t->facts.monitors; i++) {
		m[i] = catalog_monitor(t->facts.monitor[i].name, &ignored);
		*count += m[i] ? (m[i]->regs + has_main_id(m[i])) *
					  (alone ? 2 : 1)
			       : 0;
	}
	all = at = calloc(*count + 1, sizeof *all);
	for (unsigned i = 0; all && i < t->facts.monitors; i++) {
		if (m[i])
			at = put_registers(at, i, m[i], alone, false);
		if (m[i] && alone)
			at = put_registers(at, i, m[i], false, true);
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

/* A debugger's door: where it comes from, and what it gets. */
struct debugger {
	struct target_run *run;
	struct target_stop *stop;
	enum serve_end *end;
	int listener;
	bool runs; /* nobody debugs it, and it has been let go */
};

static void be_prompt(int fd)
{
	const struct timeval patience = { .tv_sec = PATIENCE_S };
	const int yes = 1;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

/* Accepts who connects; -1: nobody did before Ctrl-C, or before the run ended.
 */
static int accept_one(struct debugger *d)
{
	const struct target_control *control = d->run->target->control;
	struct pollfd p[2] = {
		{ .fd = d->listener, .events = POLLIN },
		{ .fd = control->fd(d->run), .events = POLLIN },
	};

	for (;;) {
		if (poll(p, d->runs ? 2 : 1, TICK_MS) > 0 && p[0].revents) {
			const int fd = accept(d->listener, NULL, NULL);

			if (fd >= 0)
				return fd;
		}
		if (d->runs ? control->wait(d->run, false, d->stop)
			    : serve_lost(d->run, d->stop)) {
			d->runs = false;
			*d->end = SERVE_END_STOPPED;
			return -1;
		}
		if (running_interrupted)
			return -1;
	}
}

/* Stops what runs.  False: it has ended before. */
static bool stand(struct debugger *d)
{
	const struct target_control *control = d->run->target->control;

	if (!d->runs)
		return true;
	control->halt(d->run);
	while (!control->wait(d->run, true, d->stop))
		;
	d->runs = false;
	if (d->stop->reason == TARGET_STOP_HALTED)
		return true;
	*d->end = SERVE_END_STOPPED;
	return false;
}

static bool serve_one(struct debugger *d, struct error *err)
{
	struct serve_session session = { .run = d->run,
					 .interrupted = interrupted };
	struct serve_monitor_register *reg;
	bool good = true;

	*d->end = SERVE_END_INTERRUPTED;
	session.fd = accept_one(d);
	if (!stand(d) || session.fd < 0) {
		if (session.fd >= 0)
			close(session.fd);
		return true;
	}
	be_prompt(session.fd);
	reg = monitor_registers(d->run->target, &session.regs);
	session.reg = reg;
	good = reg ? serve_gdb(&session, d->stop, d->end, err)
		   : error_no_memory(err);
	free(reg);
	close(session.fd);
	return good;
}

/* One after the other, until the run has ended. */
static bool serve_all(struct debugger *d, struct error *err)
{
	do {
		if (!serve_one(d, err))
			return false;
		if (*d->end == SERVE_END_GONE)
			(void)cli_error(CLI_GOOD, "board",
					"the debugger has gone without letting "
					"go of the program, which stands where "
					"it was: waiting for another one; "
					"Ctrl-C ends");
		else if (*d->end == SERVE_END_DETACHED) {
			if (!d->run->target->control->go(d->run, 0, err))
				return false;
			d->runs = true;
		}
	} while (*d->end == SERVE_END_GONE || *d->end == SERVE_END_DETACHED);
	return true;
}

bool debugger_serve(struct target_run *run, unsigned port,
		    struct target_stop *stop, enum serve_end *end,
		    struct error *err)
{
	struct debugger d = { .run = run, .stop = stop, .end = end };
	unsigned got;
	bool good;

	if (!serve_can(run->target, err))
		return false;
	d.listener = listen_on(port, &got, err);
	if (d.listener < 0)
		return false;
	running_catch_signals();
	fprintf(stderr,
		"waiting for GDB on port %u of this machine: gdb-multiarch %s "
		"-ex 'target remote :%u'\n",
		got, run->target->program->path, got);
	good = serve_all(&d, err);
	close(d.listener);
	return good;
}
