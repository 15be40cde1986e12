/* SPDX-License-Identifier: MIT */
/* See pretended_machine.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "pretended_machine.h"

#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "boards/src/machine/arch.h"
#include "boards/src/machine/machine.h"

struct machine {
	struct machine_host host;
	char act[32];
	uint64_t instructions;
	struct ledger ledger;
	uint64_t reg;
	unsigned instance;
	int files; /* open while it was made; 99: it could be heard */
};

static const struct machine_arch fake_arch = {
	.elf_machine = EM_ARM,
	.elf_bits = 32,
};

static const struct board_core fake_core = { .arch = &fake_arch };

const struct board_spec pretended_board = {
	.info = { .name = "fake", .monitor = { "arm1176", "l220" } },
	.core = &fake_core,
};

/* A sandbox lets nobody send signals: it has to happen. */
static void segv(void)
{
	volatile uintptr_t nothing_there = 8;

	*(volatile int *)nothing_there = 1;
}

static void maybe_die(const struct machine *m, const char *where)
{
	if (strcmp(m->act, where) == 0)
		segv();
}

int count_files(void)
{
	DIR *d = opendir("/proc/self/fd");
	int n = -1; /* d itself */

	for (struct dirent *e; (e = readdir(d));)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

/* The engine's prints do not go to the tool's own output. */
static bool is_mute(void)
{
	char name[32];
	ssize_t n = readlink("/proc/self/fd/1", name, sizeof name);

	return n == 9 && memcmp(name, "/dev/null", 9) == 0;
}

/* As UBSan does, which then goes on; other text around it. */
static void maybe_report(const struct machine *m, const char *where)
{
	if (strcmp(m->act, where) != 0)
		return;
	for (int i = 0; i < 1000; i++)
		fprintf(stderr, "noise, and no error\n");
	fprintf(stderr, "a.c:7:3: runtime error: index 16\033 is too much\n"
			"    #0 0x1234 in receive a.c:7:3\n\n");
}

static struct machine *make(const struct board_spec *spec,
			    const struct board_options *options,
			    const struct machine_host *host, struct error *err)
{
	static struct machine m;
	const char *blank = strrchr(options->command_line, ' ');

	if (spec != &pretended_board || !blank) {
		error_set(err, "command line is '%s'", options->command_line);
		return NULL;
	}
	m.host = *host;
	snprintf(m.act, sizeof m.act, "%s", blank + 1);
	if (strcmp(m.act, "no-machine") == 0) {
		error_set(err, "command line is '%s'", options->command_line);
		return NULL;
	}
	if (strcmp(m.act, "die-new") == 0) {
		fprintf(stderr, "first\nno \033memory\n\n");
		abort();
	}
	if (strcmp(m.act, "lack-memory") == 0) {
		fprintf(stderr, "Could not allocate room\n");
		exit(1);
	}
	return &m;
}

static bool load(struct machine *m, const struct program *p, struct error *err)
{
	(void)p;
	maybe_die(m, "die-load");
	maybe_report(m, "report-load");
	if (strcmp(m->act, "stop-load") == 0)
		raise(SIGSTOP); /* nothing forbids it yet */
	if (strcmp(m->act, "no-load") == 0)
		return error_set(err, "does not fit");
	m->files = is_mute() ? count_files() : 99;
	return true;
}

static bool go_on(struct machine *m)
{
	m->instructions += 1000;
	m->ledger.n[LEDGER_INSTRUCTIONS] = m->instructions;
	m->ledger.n[LEDGER_CYCLES] = 2 * m->instructions;
	for (unsigned i = 0; i < CAUSES; i++)
		m->ledger.cause[i] = 100 + i;
	return !m->host.poll(m->host.ctx, m->instructions);
}

static void flood(struct machine *m)
{
	static uint8_t piece[7919];
	uint32_t n = 0;

	while (n < FLOOD) {
		uint32_t k = 0;

		for (; k < sizeof piece && n < FLOOD; k++, n++)
			piece[k] = (uint8_t)(n ^ n >> 8 ^ n >> 16);
		m->host.console(m->host.ctx, piece, k);
	}
}

/* Straight into the socket, past all reason. */
static void send_junk(const char *bytes, size_t n)
{
	if (send(3, bytes, n, 0) < 0)
		_exit(9);
}

/* An engine that neither looks nor ends, and takes no time. */
_Noreturn static void sit(void)
{
	char c;

	while (recv(3, &c, 1, 0) > 0)
		;
	_exit(0);
}

pid_t tester;

/* Ways out of the board; a sandbox ends it at the first of its calls. */
_Noreturn static void escape(const char *act)
{
	static char code[4096] __attribute__((aligned(4096)));
	const struct sockaddr there = { .sa_family = AF_UNIX };
	char *const words[] = { NULL };

	if (strcmp(act, "open") == 0)
		open("/etc/passwd", O_RDONLY);
	if (strcmp(act, "socket") == 0)
		socket(AF_INET, SOCK_STREAM, 0);
	if (strcmp(act, "connect") == 0)
		connect(3, &there, sizeof there);
	if (strcmp(act, "fork") == 0 && fork() == 0)
		_exit(0);
	if (strcmp(act, "exec") == 0)
		execve("/bin/true", words, words);
	if (strcmp(act, "kill") == 0)
		kill(tester, 0);
	if (strcmp(act, "mmap-code") == 0)
		mmap(NULL, 4096, PROT_READ | PROT_EXEC,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (strcmp(act, "mmap-file") == 0)
		mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 2, 0);
	if (strcmp(act, "mprotect") == 0)
		mprotect(code, sizeof code, PROT_READ | PROT_EXEC);
	if (strcmp(act, "sendto") == 0)
		sendto(3, "", 1, 0, &there, sizeof there);
	if (strcmp(act, "write") == 0 && write(1, "", 1) < 0)
		_exit(1);
	if (strcmp(act, "prctl") == 0)
		prctl(PR_SET_PDEATHSIG, 0);
	_exit(8);
}

static void crash(struct machine *m)
{
	m->host.console(m->host.ctx, "sent, ", 6);
	m->host.poll(m->host.ctx, 1234567);
	m->host.console(m->host.ctx, "unsent", 6);
	if (strcmp(m->act, "abort") == 0) {
		fprintf(stderr, "noise\nengine.c:7: it cannot be\n");
		abort();
	}
	if (strcmp(m->act, "segv") == 0)
		segv();
	if (strcmp(m->act, "asan") == 0)
		fprintf(stderr, "=====\n==9==ERROR: AddressSanitizer: "
				"heap-buffer-overflow on address 0x1\n"
				"    #0 0x2 in f\n\n==9==ABORTING\n");
	if (strcmp(m->act, "leave") == 0 || strcmp(m->act, "asan") == 0)
		_exit(7);
	if (strcmp(m->act, "half") == 0) {
		send_junk("\x20\0\0\0\x0d\0", 6);
		segv();
	}
	if (strcmp(m->act, "junk") == 0)
		send_junk("junkjunkjunk", 12);
	if (strcmp(m->act, "big") == 0)
		send_junk("\xff\xff\xff\xff\x0d\0\0\0", 8);
	if (strcmp(m->act, "stuck") != 0)
		escape(m->act);
	sit();
}

/* Runs that end by themselves. */
static bool finish(struct machine *m, struct target_stop *stop)
{
	static const struct {
		const char *act;
		enum target_stop_reason reason;
	} ends[] = {
		{ "exit", TARGET_STOP_EXIT },
		{ "break", TARGET_STOP_BREAK },
		{ "fault", TARGET_STOP_FAULT },
		{ "limit", TARGET_STOP_GIVEN_UP },
		{ "files", TARGET_STOP_EXIT },
		{ "flood", TARGET_STOP_EXIT },
		{ "odd", (enum target_stop_reason)77 },
		{ "die-reg", TARGET_STOP_BREAK },
		{ "report", TARGET_STOP_EXIT },
		{ "report-reg", TARGET_STOP_BREAK },
	};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		if (strcmp(ends[i].act, m->act) != 0)
			continue;
		go_on(m);
		stop->reason = ends[i].reason;
		stop->status = 3;
		if (strcmp(m->act, "files") == 0)
			stop->status = m->files;
		else if (strcmp(m->act, "flood") == 0)
			flood(m);
		else
			m->host.console(m->host.ctx, "hello\n", 6);
		maybe_report(m, "report");
		return true;
	}
	return false;
}

static void run(struct machine *m, struct target_stop *stop)
{
	memset(stop, 0, sizeof *stop);
	stop->pc = 0x8004;
	stop->reason = TARGET_STOP_HALTED;
	if (!finish(m, stop)) {
		if (strcmp(m->act, "loop") != 0)
			crash(m);
		while (go_on(m))
			;
	}
	stop->instructions = m->instructions;
	snprintf(stop->text, sizeof stop->text, "text of %s", m->act);
}

static bool set_break(struct machine *m, uint32_t addr, bool set)
{
	maybe_die(m, "die-break");
	return addr == 0x8000 && set;
}

/* The fourth of three. */
static bool choose(struct machine *m, unsigned instance)
{
	m->instance = instance;
	return instance < 3;
}

/* A reader of a register is told what has arrived of the window. */
static bool window(struct machine *m, const struct target_window *w,
		   const struct target_step *step,
		   const struct target_counter *counter)
{
	(void)counter;
	m->reg = w->from + w->to + w->returns;
	for (unsigned i = 0; i < w->opens; i++)
		m->reg = 3 * m->reg + step[i].step.value;
	for (unsigned i = w->opens; i < w->opens + w->closes; i++)
		m->reg = 5 * m->reg + step[i].step.value + step[i].instance;
	return w->from != 1;
}

static enum tally_status reg_read(struct machine *m,
				  const struct tally_reg *reg, uint64_t *value)
{
	maybe_die(m, "die-reg");
	maybe_report(m, "report-reg");
	*value = m->reg + reg->addr + 1000000 * m->instance;
	return reg->space == TALLY_CP15 ? TALLY_OK : TALLY_E_NOREG;
}

static enum tally_status reg_write(struct machine *m,
				   const struct tally_reg *reg, uint64_t value)
{
	maybe_die(m, "die-write");
	m->reg = value;
	return reg->space == TALLY_CP15 ? TALLY_OK : TALLY_E_ABSENT;
}

static void cpu(struct machine *m, struct board_cpu *cpu)
{
	maybe_die(m, "die-cpu");
	memset(cpu, 0, sizeof *cpu);
	cpu->r[15] = 0x8000;
	cpu->cpsr = 0x1d3;
}

static uint8_t byte_in_memory = 0x5a;

/* There is one byte, at 0x8004. */
static bool mem_read(struct machine *m, uint32_t addr, void *to, size_t n)
{
	maybe_die(m, "die-mem");
	if (addr != 0x8004 || n != 1)
		return false;
	memcpy(to, &byte_in_memory, 1);
	return true;
}

static bool mem_write(struct machine *m, uint32_t addr, const void *from,
		      size_t n)
{
	maybe_die(m, "die-mem");
	if (addr != 0x8004 || n != 1)
		return false;
	memcpy(&byte_in_memory, from, 1);
	return true;
}

static void set_cpu(struct machine *m, const struct board_cpu *cpu)
{
	(void)cpu;
	maybe_die(m, "die-cpu");
}

static bool asked(const struct machine *m)
{
	(void)m;
	return false;
}

static struct target_bursts broken_bursts(const struct machine *m)
{
	const uint32_t n = (uint32_t)(m->instructions / 1000);

	return (struct target_bursts){ { 0, n, [TARGET_LAYERS - 1] = n + 1 } };
}

static struct target_frames frames(const struct machine *m)
{
	return (struct target_frames){ .arrived = m->instructions };
}

static const struct ledger *ledger(const struct machine *m)
{
	maybe_die(m, "die-truth");
	return &m->ledger;
}

static bool monitor_ledger(const struct machine *m, unsigned monitor,
			   struct monitor_ledger *book)
{
	static const struct pmu_event rows[] = {
		{ 7, "instructions", PMU_EXACT, LEDGER_INSTRUCTIONS, "it is" },
		{ 8, "unknowable", PMU_NOT_MODELLED, LEDGER_CYCLES, "nobody" },
		{ 9, "beyond", PMU_MODELLED, 255, "a mistake" },
	};

	*book = (struct monitor_ledger){
		.event = rows,
		.events = monitor ? 1 : 3,
		.ledger = ledger(m),
		.clock = monitor ? NULL : "timing model of the core",
	};
	return monitor < 2 + (strcmp(m->act, "odd-truth") == 0);
}

static bool profile(struct machine *m, const struct board_column *column,
		    unsigned columns, uint32_t spans, struct error *err)
{
	(void)m;
	return (columns == 2 && column[1].row == 7 && spans == 9) ||
	       error_set(err, "no such row");
}

/* As "profile" has them; every other act spoils one of them. */
static bool profile_row(struct machine *m, uint64_t place,
			struct board_profile_row *row)
{
	static const struct {
		uint32_t kind, from;
		const char *act; /* that makes it ... */
		uint32_t bad_kind, bad_from;
	} rows[] = {
		{ BOARD_PROFILE_CAUSE, 0, "profile-kind", BOARD_PROFILE_KINDS,
		  0 },
		{ BOARD_PROFILE_CAUSE, BOARD_CAUSES - 1, "profile-cause",
		  BOARD_PROFILE_CAUSE, BOARD_CAUSES },
		{ BOARD_PROFILE_PLACE, 0, "", 0, 0 },
		{ BOARD_PROFILE_PLACE, 0, "profile-order", BOARD_PROFILE_CAUSE,
		  0 },
		{ BOARD_PROFILE_CALL, 1, "profile-call", BOARD_PROFILE_CALL,
		  2 },
		{ BOARD_PROFILE_PATH, 0, "profile-first", BOARD_PROFILE_PATH,
		  1 },
		{ BOARD_PROFILE_PATH, 0, "profile-path", BOARD_PROFILE_PATH,
		  1 },
		{ BOARD_PROFILE_STEP, 1, "profile-step", BOARD_PROFILE_STEP,
		  2 },
		{ BOARD_PROFILE_CONTEXT, 0, "profile-context",
		  BOARD_PROFILE_CONTEXT, 1 },
		{ BOARD_PROFILE_SPAN, 0, "profile-span", BOARD_PROFILE_SPAN,
		  1 },
	};
	bool bad;

	if (place >= sizeof rows / sizeof *rows)
		return false;
	bad = strcmp(rows[place].act, m->act) == 0;
	memset(row, 0, sizeof *row);
	row->kind = bad ? rows[place].bad_kind : rows[place].kind;
	row->from = bad ? rows[place].bad_from : rows[place].from;
	row->count = place;
	row->cost[1] = 10 * place;
	row->begin = strcmp(m->act, "profile-backward") == 0;
	row->place = strcmp(m->act, "profile-nowhere") == 0 ? 2 : 1;
	return true;
}

static void profile_end(const struct machine *m, struct board_profile_end *end)
{
	(void)m;
	*end = (struct board_profile_end){ .lost_calls = 5, .astray = 6 };
}

static bool trace(struct machine *m, uint32_t steps, struct error *err)
{
	(void)m;
	return steps == 3 || error_set(err, "not so many");
}

/* As "trace" has them; every other act spoils the second. */
static bool trace_row(const struct machine *m, uint32_t number,
		      struct board_trace_row *row)
{
	const char *act = number == 1 ? m->act : "";

	*row = (struct board_trace_row){ .begin = 5 * number,
					 .end = 5 * number + 5,
					 .scheduled = 1,
					 .dispatched = 7,
					 .issued = 8,
					 .done = 9 };
	row->cause[2] = 5;
	if (strcmp(act, "trace-kind") == 0)
		row->kind = BOARD_TRACE_KINDS;
	else if (strcmp(act, "trace-gap") == 0)
		row->begin = ++row->end - 5;
	else if (strcmp(act, "trace-sum") == 0)
		row->cause[3] = 1;
	else if (strcmp(act, "trace-dispatched") == 0)
		row->dispatched = 9;
	else if (strcmp(act, "trace-done") == 0)
		row->done = 8;
	return number < (strcmp(m->act, "trace-endless") ? 3 : UINT32_MAX);
}

static void trace_end(struct machine *m)
{
	(void)m;
}

/* Of the first monitor three events and its clock, of each other an event. */
static unsigned truths(const struct machine *m, uint64_t *to)
{
	const struct ledger *l = ledger(m);
	const uint64_t row[] = { l->n[LEDGER_INSTRUCTIONS],
				 0,
				 0,
				 l->n[LEDGER_CYCLES],
				 l->n[LEDGER_INSTRUCTIONS],
				 l->n[LEDGER_INSTRUCTIONS] };

	if (to)
		memcpy(to, row, sizeof row);
	return sizeof row / sizeof row[0];
}

const struct child_machine_ops pretended_machine = {
	.truths = truths,
	.profile = profile,
	.profile_row = profile_row,
	.profile_end = profile_end,
	.trace = trace,
	.trace_row = trace_row,
	.trace_end = trace_end,
	.make = make,
	.load = load,
	.run = run,
	.set_break = set_break,
	.reg_read = reg_read,
	.reg_write = reg_write,
	.choose = choose,
	.window = window,
	.cpu = cpu,
	.set_cpu = set_cpu,
	.mem_read = mem_read,
	.mem_write = mem_write,
	.asked = asked,
	.broken_bursts = broken_bursts,
	.frames = frames,
	.ledger = ledger,
	.monitor_ledger = monitor_ledger,
};
