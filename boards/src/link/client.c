/* SPDX-License-Identifier: MIT */

/*
 * The tool's side of a board: requests and runs.  Every way into death, be
 * it a crash of the engine, a kill or a message that is none, goes through
 * client_died().
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "boards/src/link/client.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/seconds.h"

/* Messages of the console within one request; chosen. */
enum { MOST_HEARD = 1024 };

/* More than any board has of events; chosen. */
static const unsigned MOST_ROWS = 1 << 16;

/* ---- messages ---------------------------------------------------------- */

/*
 * Take one message, if one is there: events are dealt with here, true is an
 * answer for the caller, in b->in.m.
 */
static bool take_message(struct board *b)
{
	switch (wire_receive(b->fd, &b->in, false)) {
	case WIRE_GOT:
		break;
	case WIRE_NOTHING:
		return false;
	case WIRE_CLOSED:
		client_died(b, NULL);
		return false;
	case WIRE_GARBAGE:
		client_died(b, "the engine sent garbage");
		return false;
	}
	if (b->in.m.kind == WIRE_CONSOLE) {
		client_console(b, b->in.m.u.console,
			       b->in.m.size - offsetof(struct wire_message, u));
		return false;
	}
	if (!client_sound(b))
		return false;
	if (!door_lets_in(&b->in.m, board_monitors(b->info)) ||
	    (b->state == CLIENT_RUNNING && b->in.m.kind != WIRE_STOPPED)) {
		client_died(b, "the engine sent garbage");
		return false;
	}
	if (b->state != CLIENT_RUNNING)
		return true;
	b->stop = b->in.m.u.stop;
	b->state = CLIENT_STOPPED;
	return false;
}

bool client_take(struct board *b)
{
	const uint64_t heard = b->console_received;

	if (take_message(b))
		return true;
	if (b->state == CLIENT_DEAD)
		return false;
	/* Of a machine that stands still there is little to hear. */
	if (b->console_received == heard)
		client_wait(b, POLLIN);
	else if (++b->asked.heard > MOST_HEARD)
		client_died(b, "the engine sent garbage");
	return false;
}

/* Wait for the answer; false: the board is dead. */
static bool await(struct board *b, enum wire_kind kind)
{
	while (b->state != CLIENT_DEAD) {
		if (!client_take(b))
			continue;
		if (b->in.m.kind == kind)
			return true;
		client_died(b, "the engine sent garbage");
	}
	return false;
}

/* Of a child that is gone there may be last words to read, and its end; any
 * other reason leaves it waiting for the request. */
static void unsent(struct board *b, int reason)
{
	char how[96];

	if (reason == EPIPE || reason == ECONNRESET)
		return;
	snprintf(how, sizeof how, "nothing could be sent to it: %s",
		 strerror(reason));
	client_died(b, how);
}

void client_begin(struct board *b, const struct wire_message *m)
{
	enum wire_result did = WIRE_NOTHING;
	size_t sent = 0;

	client_be_patient(b);
	while (b->state != CLIENT_DEAD && did == WIRE_NOTHING) {
		did = wire_send_some(b->fd, m, &sent, false);
		if (did == WIRE_NOTHING)
			client_wait(b, POLLOUT);
	}
	if (did == WIRE_CLOSED)
		unsent(b, errno);
}

bool client_ask(struct board *b, const struct wire_message *m,
		enum wire_kind answer)
{
	client_begin(b, m);
	return await(b, answer);
}

bool client_opened(struct board *b)
{
	client_be_patient(b);
	return await(b, WIRE_OPENED);
}

bool client_is_stopped(const struct board *b, struct error *err)
{
	if (b->state == CLIENT_DEAD)
		return error_set(err, "%s", b->stop.text);
	if (b->state == CLIENT_RUNNING)
		return error_set(err, "the simulated board is running; stop "
				      "it first");
	return true;
}

/* ---- the monitor's registers ------------------------------------------- */

static enum tally_status bus_access(struct tally_bus *bus, enum wire_kind kind,
				    const struct tally_reg *reg,
				    uint64_t *value)
{
	const struct client_bus *to = (const struct client_bus *)bus;
	struct board *b = to->board;
	struct wire_message m;

	if (b->state != CLIENT_STOPPED)
		return TALLY_E_BUS;
	wire_start(&m, kind, 0);
	m.u.reg.reg = *reg;
	m.u.reg.instance = to->instance;
	m.u.reg.value = *value;
	if (!client_ask(b, &m, kind))
		return TALLY_E_BUS;
	*value = b->in.m.u.reg.value;
	switch (b->in.m.u.reg.status) {
	case TALLY_OK:
		return TALLY_OK;
	case TALLY_E_NOREG:
		return TALLY_E_NOREG;
	default:
		return TALLY_E_BUS;
	}
}

static enum tally_status bus_read(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	*value = 0;
	return bus_access(bus, WIRE_REG_READ, reg, value);
}

static enum tally_status bus_write(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	return bus_access(bus, WIRE_REG_WRITE, reg, &value);
}

const struct tally_bus_ops client_bus_ops = { .read = bus_read,
					      .write = bus_write };

struct tally_bus *board_bus(struct board *b)
{
	return &b->bus[0].bus;
}

struct tally_bus *board_instance(struct board *b, unsigned instance)
{
	return &b->bus[instance].bus;
}

/* ---- requests ---------------------------------------------------------- */

void board_on_console(struct board *b,
		      void (*fn)(void *ctx, const void *bytes, size_t count,
				 double patience),
		      void *ctx)
{
	b->on_console = fn;
	b->console_ctx = ctx;
}

bool board_cpu_read(struct board *b, struct board_cpu *cpu, struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, WIRE_CPU, 0);
	if (!client_ask(b, &m, WIRE_CPU))
		return error_set(err, "%s", b->stop.text);
	*cpu = b->in.m.u.cpu;
	return true;
}

bool board_line(struct board *b, unsigned monitor, struct target_line *line,
		struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, WIRE_LINE, 0);
	m.u.line.monitor = monitor;
	if (!client_ask(b, &m, WIRE_LINE))
		return error_set(err, "%s", b->stop.text);
	if (!b->in.m.u.line.ok)
		return error_set(err, "the board has no such monitor");
	*line = b->in.m.u.line.line;
	return true;
}

bool client_result(struct board *b, struct error *err)
{
	if (b->in.m.u.result.ok)
		return true;
	return error_set(err, "%s", b->in.m.u.result.text);
}

bool client_has(uint64_t addr, uint64_t size, struct error *err)
{
	return (addr <= UINT32_MAX && size <= UINT32_MAX - addr + 1) ||
	       error_set(err,
			 "0x%llx: a simulated board has addresses of 32 bits "
			 "only",
			 (unsigned long long)(addr > UINT32_MAX
						      ? addr
						      : addr + size - 1));
}

bool board_break(struct board *b, uint64_t addr, bool set, struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err) || !client_has(addr, 1, err))
		return false;
	wire_start(&m, WIRE_BREAK, 0);
	m.u.brk.addr = (uint32_t)addr;
	m.u.brk.set = set;
	if (!client_ask(b, &m, WIRE_BREAK))
		return error_set(err, "%s", b->stop.text);
	return client_result(b, err);
}

bool board_watchpoint(struct board *b, const struct board_watchpoint *w,
		      bool set, struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err) || !client_has(w->addr, w->size, err))
		return false;
	wire_start(&m, WIRE_WATCHPOINT, 0);
	m.u.watchpoint.at = *w;
	m.u.watchpoint.set = set;
	if (!client_ask(b, &m, WIRE_BREAK))
		return error_set(err, "%s", b->stop.text);
	return client_result(b, err);
}

static bool read_truth(struct board *b, uint32_t of, struct target_truth *rows,
		       unsigned room, unsigned *count, struct error *err)
{
	struct wire_message m;

	*count = 0;
	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, WIRE_TRUTH, 0);
	m.u.truth_of = of;
	client_begin(b, &m);
	while (b->state != CLIENT_DEAD) {
		if (!client_take(b))
			continue;
		if (b->in.m.kind == WIRE_TRUTH)
			break;
		if (b->in.m.kind != WIRE_TRUTH_ROW || *count == MOST_ROWS)
			client_died(b, "the engine sent garbage");
		else if ((*count)++ < room)
			rows[*count - 1] = b->in.m.u.truth;
	}
	if (b->state == CLIENT_DEAD)
		return error_set(err, "%s", b->stop.text);
	if (*count > room)
		return error_set(err,
				 "the board's book has %u rows, and there "
				 "is room for %u",
				 *count, room);
	return client_result(b, err);
}

bool board_truth_read(struct board *b, struct target_truth *rows, unsigned room,
		      unsigned *count, struct error *err)
{
	return read_truth(b, 0, rows, room, count, err);
}

bool board_window_truth(struct board *b, unsigned number,
			struct target_truth *rows, unsigned room,
			unsigned *count, struct error *err)
{
	return read_truth(b, 1 + number, rows, room, count, err);
}

/* ---- running ----------------------------------------------------------- */

static bool let_go(struct board *b, enum wire_kind how, uint64_t cycles,
		   struct error *err)
{
	struct wire_message m;

	if (!client_is_stopped(b, err))
		return false;
	wire_start(&m, how, 0);
	if (how != WIRE_STEP)
		m.u.cycles = cycles;
	/* Should it fail, board_wait() finds the child dead. */
	client_begin(b, &m);
	if (b->state == CLIENT_DEAD)
		return error_set(err, "%s", b->stop.text);
	b->state = CLIENT_RUNNING;
	b->interrupt_sent = false;
	/*
	 * The child keeps the time itself.  An engine that is lost within
	 * one slice does not; on a busy machine one that is not may be late.
	 */
	client_limit_processor(b);
	b->end_time = 0;
	if (b->timeout_s > 0) {
		b->end_time = seconds_now() + b->timeout_s;
		b->kill_time = b->end_time + client_obedience_s;
	} else {
		b->kill_time = seconds_now() + b->answer_s;
	}
	return true;
}

bool board_go(struct board *b, struct error *err)
{
	return let_go(b, WIRE_GO, 0, err);
}

bool board_go_for(struct board *b, uint64_t cycles, struct error *err)
{
	return let_go(b, WIRE_GO, cycles ? cycles : 1, err);
}

bool board_go_until(struct board *b, uint64_t cycle, struct error *err)
{
	return let_go(b, WIRE_UNTIL, cycle, err);
}

bool board_step(struct board *b, struct error *err)
{
	return let_go(b, WIRE_STEP, 0, err);
}

int board_fd(const struct board *b)
{
	return b->fd;
}

uint64_t board_progress(const struct board *b)
{
	return b->shared->instructions;
}

/* Until there is something to read, a signal, or the end of patience. */
static bool wait_for_message(struct board *b)
{
	struct pollfd p = { .fd = b->fd, .events = POLLIN };
	double left = b->kill_time - seconds_now();
	int ms = -1;

	if (b->kill_time > 0)
		ms = left <= 0     ? 0
		     : left > 1000 ? 1000000
				   : (int)(left * 1000) + 1;
	return poll(&p, 1, ms) >= 0;
}

/*
 * A run that may take any time is given up all the same when nothing comes of
 * it: neither instructions nor words.
 */
static bool gets_on(struct board *b)
{
	const uint64_t now = b->shared->instructions + b->console_received;

	if (b->timeout_s > 0 || b->interrupt_sent || now == b->got_on)
		return false;
	b->got_on = now;
	b->kill_time = seconds_now() + b->answer_s;
	return true;
}

/* The board did not stop by itself when its time was up, or when told to. */
static void told_in_vain(struct board *b)
{
	char why[128];

	if (b->interrupt_sent)
		snprintf(why, sizeof why,
			 "it did not stop within %g s of being told to and was "
			 "killed",
			 client_obedience_s);
	else if (b->timeout_s <= 0)
		snprintf(why, sizeof why,
			 "it carried out no instruction within %g s and was "
			 "killed",
			 b->answer_s);
	else
		snprintf(why, sizeof why,
			 "its time of %g s was up, it did not stop within %g s "
			 "more, and was killed",
			 b->timeout_s, client_obedience_s);
	client_died(b, why);
}

bool board_wait(struct board *b, bool block, struct target_stop *stop)
{
	/* A flood must not keep a caller that has other things to do. */
	unsigned patience = 64;

	/* At rest it has nothing to say: what comes is its end. */
	if (b->state == CLIENT_STOPPED && take_message(b))
		client_died(b, "the engine sent garbage");
	while (b->state == CLIENT_RUNNING) {
		if (b->kill_time > 0 && seconds_now() > b->kill_time &&
		    !gets_on(b)) {
			told_in_vain(b);
			break;
		}
		if (block && !wait_for_message(b))
			return false;
		take_message(b);
		if (!block && (patience-- == 0 || b->in.have == 0 ||
			       b->in.have != b->in.m.size))
			break;
	}
	if (b->state == CLIENT_RUNNING)
		return false;
	*stop = b->stop;
	return true;
}

void board_interrupt(struct board *b)
{
	struct wire_message m;
	size_t sent = 0;

	if (b->state != CLIENT_RUNNING || b->interrupt_sent)
		return;
	b->interrupt_sent = true;
	if (b->kill_time <= 0 ||
	    b->kill_time > seconds_now() + client_obedience_s)
		b->kill_time = seconds_now() + client_obedience_s;
	wire_start(&m, WIRE_INTERRUPT, 0);
	/* A full socket means that nobody reads; then time runs. */
	(void)wire_send_some(b->fd, &m, &sent, false);
}
