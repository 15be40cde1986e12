/* SPDX-License-Identifier: MIT */
/*
 * A server of GDB's protocol over a target that is made of memory: dialogues,
 * packet by packet, and what comes of them.
 */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <tally/bus.h>

#include "gdb/packet.h"
#include "program/program.h"
#include "serve/inner.h"

/* ---- a target of memory -----------------------------------------------------
 */

enum { BASE = 0x8000, SIZE = 64, CELL = 0x4000 };

static struct program program;
static struct target target;
static struct target_run run = { .target = &target };
static uint8_t memory[SIZE];
static struct target_core core;
static uint64_t cell; /* a monitor's register */
static struct tally_bus bus;
static struct target_stop next; /* what it stops with */
static bool there;              /* it has stopped, or will not by itself */
static bool core_is_lost, cannot_go;
static unsigned goes, steps, halts;
static uint64_t point; /* of the last stop_at() or watch_at() */
static unsigned watched;
static bool is_set;
static int bell; /* readable where it has stopped */
static int far;  /* GDB's end, which is closed when memory is read; or -1 */

static enum tally_status bus_read(struct tally_bus *b,
				  const struct tally_reg *reg, uint64_t *value)
{
	(void)b;
	*value = cell;
	return reg->addr == CELL ? TALLY_OK : TALLY_E_NOREG;
}

static enum tally_status bus_write(struct tally_bus *b,
				   const struct tally_reg *reg, uint64_t value)
{
	(void)b;
	if (reg->addr != CELL)
		return TALLY_E_NOREG;
	cell = value;
	return TALLY_OK;
}

static const struct tally_bus_ops bus_ops = { .read = bus_read,
					      .write = bus_write };

static struct tally_bus *get_bus(struct target_run *r, unsigned monitor)
{
	(void)r;
	assert_int_equal(monitor, 1);
	return &bus;
}

static void ring(void)
{
	assert_int_equal(eventfd_write(bell, 1), 0);
}

static bool go(struct target_run *r, uint64_t cycles, struct error *err)
{
	(void)r;
	assert_int_equal(cycles, 0);
	goes++;
	if (there)
		ring();
	return !cannot_go || error_set(err, "it does not go");
}

static bool step(struct target_run *r, struct error *err)
{
	(void)r;
	(void)err;
	steps++;
	ring();
	return true;
}

static bool wait_for(struct target_run *r, bool block, struct target_stop *stop)
{
	eventfd_t rung;

	(void)r;
	(void)block;
	if (eventfd_read(bell, &rung))
		return false;
	*stop = next;
	return true;
}

static int bell_of(const struct target_run *r)
{
	(void)r;
	return bell;
}

/* Where it would not have stopped by itself it does by that. */
static void halt(struct target_run *r)
{
	(void)r;
	halts++;
	if (!there)
		next.reason = TARGET_STOP_HALTED;
	ring();
}

static bool stop_at(struct target_run *r, uint64_t addr, bool set,
		    struct error *err)
{
	(void)r;
	point = addr;
	watched = 0;
	is_set = set;
	return addr < 0x9000 || error_set(err, "not there");
}

static bool watch_at(struct target_run *r, uint64_t addr, uint64_t size,
		     unsigned kinds, bool set, struct error *err)
{
	(void)r;
	(void)err;
	assert_int_equal(size, 4);
	point = addr;
	watched = kinds;
	is_set = set;
	return true;
}

static bool read_memory(struct target_run *r, uint64_t addr, void *bytes,
			size_t size, struct error *err)
{
	(void)r;
	if (far >= 0)
		close(far);
	far = -1;
	if (addr < BASE || addr + size > BASE + SIZE)
		return error_set(err, "nothing is there");
	memcpy(bytes, memory + (addr - BASE), size);
	return true;
}

static bool write_memory(struct target_run *r, uint64_t addr, const void *bytes,
			 size_t size, struct error *err)
{
	(void)r;
	if (addr < BASE || addr + size > BASE + SIZE)
		return error_set(err, "nothing is there");
	memcpy(memory + (addr - BASE), bytes, size);
	return true;
}

static bool read_core(struct target_run *r, struct target_core *c,
		      struct error *err)
{
	(void)r;
	*c = core;
	return !core_is_lost || error_set(err, "no core");
}

static bool write_core(struct target_run *r, const struct target_core *c,
		       struct error *err)
{
	(void)r;
	(void)err;
	core = *c;
	return true;
}

static bool truth(struct target_run *r, struct target_truth *row, unsigned room,
		  unsigned *rows, struct error *err)
{
	(void)r;
	(void)err;
	assert_true(room >= 2);
	row[0] = (struct target_truth){ .class = TARGET_EXACT,
					.monitor = 1,
					.name = "an event",
					.count = 17 };
	row[1] = (struct target_truth){ .class = TARGET_NOT_MODELLED,
					.name = "another",
					.count = 99 };
	*rows = 2;
	return true;
}

static const struct target_registers registers = { .bus = get_bus };
static const struct target_control control = {
	.go = go,
	.step = step,
	.wait = wait_for,
	.fd = bell_of,
	.halt = halt,
	.stop_at = stop_at,
	.watch_at = watch_at,
};
static const struct target_control cannot_watch = {
	.go = go,
	.step = step,
	.wait = wait_for,
	.fd = bell_of,
	.halt = halt,
	.stop_at = stop_at,
};
static const struct target_memory faces = { read_memory, write_memory,
					    read_core, write_core };
static const struct target_ops ops = { .truth = truth };
static const struct target_area areas[] = { { 0x8000, 0x40, true },
					    { 0x4000, 0x100, false } };
static const struct serve_monitor_register reg[] = {
	{ "m_count", false, 1, { CELL, TALLY_MMIO, 32 } },
	{ "m_again", true, 1, { CELL, TALLY_MMIO, 32 } },
	{ "m_gone", false, 1, { CELL + 4, TALLY_MMIO, 32 } },
};

static int begin(void **state)
{
	(void)state;
	program = (struct program){ .machine = EM_ARM };
	target = (struct target){
		.facts = { .area = areas,
			   .areas = 2,
			   .title = "a target",
			   .monitor = { { .name = "first" },
					{ .name = "second" } },
			   .simulated = true,
			   .clock_hz = 5e6 },
		.ops = &ops,
		.registers = &registers,
		.control = &control,
		.memory = &faces,
		.program = &program,
	};
	for (unsigned i = 0; i < SIZE; i++)
		memory[i] = (uint8_t)i;
	core = (struct target_core){ .pc = 0x8004, .state = 0x1d3 };
	for (unsigned i = 0; i < TARGET_CORE_REGISTERS; i++)
		core.r[i] = 0x01020304u * i;
	cell = 0xabcd;
	bus = (struct tally_bus){ .ops = &bus_ops };
	next = (struct target_stop){ .reason = TARGET_STOP_BREAK };
	there = true;
	core_is_lost = cannot_go = false;
	goes = steps = halts = 0;
	far = -1;
	bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return bell < 0;
}

static int end(void **state)
{
	(void)state;
	return close(bell);
}

/* ---- dialogues --------------------------------------------------------------
 */

/* A packet, NULL: none, and its answer, which begins so where it ends in '~';
 * NULL: none comes.  "^" interrupts. */
struct turn {
	const char *said, *answer;
};

static bool hears(int fd, struct gdb_reader *in, const char *wanted)
{
	const size_t size = strlen(wanted);
	const bool begins = size && wanted[size - 1] == '~';
	uint8_t byte;
	enum gdb_arrival what;

	do {
		if (read(fd, &byte, 1) != 1)
			return false;
		what = gdb_read(in, byte);
	} while (what == GDB_NOTHING || what == GDB_ACK);
	if (what == GDB_PACKET &&
	    (begins ? !strncmp(in->payload, wanted, size - 1)
		    : !strcmp(in->payload, wanted)))
		return true;
	fprintf(stderr, "# '%s' instead of '%s'\n", in->payload, wanted);
	return false;
}

static int client(int fd, const struct turn *turn)
{
	static struct gdb_reader in;
	static char frame[GDB_FRAME];

	alarm(10);
	for (int i = 1; turn->said || turn->answer; turn++, i++) {
		size_t size = turn->said ? strlen(turn->said) : 0;
		const char *bytes = turn->said;

		if (size == 1 && *bytes == '^') {
			bytes = "\x03";
		} else if (size) {
			size = gdb_frame(frame, turn->said, size);
			bytes = frame;
		}
		if ((size && write(fd, bytes, size) != (ssize_t)size) ||
		    (turn->answer && !hears(fd, &in, turn->answer)))
			return i;
	}
	return 0;
}

static struct target_stop stop;
static struct error err;

/* What the session came to; the dialogue was as it is written down. */
static bool serves(const struct turn *turn, enum serve_end *how)
{
	struct serve_session session = { .run = &run, .reg = reg, .regs = 3 };
	int two[2], status;
	pid_t child;
	bool good;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, two), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(two[0]);
		_exit(client(two[1], turn));
	}
	close(two[1]);
	session.fd = two[0];
	good = serve_gdb(&session, &stop, how, &err);
	close(two[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0); /* else: which turn */
	return good;
}

static void ends_with(const struct turn *turn, enum serve_end wanted)
{
	enum serve_end how = SERVE_END_INTERRUPTED;

	assert_true(serves(turn, &how));
	assert_int_equal(how, wanted);
}

static void questions(void **state)
{
	static const struct turn turn[] = {
		{ "qSupported:x", "PacketSize=4000;QStartNoAckMode+;"
				  "qXfer:features:read+;qXfer:memory-map:read+;"
				  "vContSupported+" },
		{ "?", "T05thread:1;" },
		{ "qC", "QC1" },
		{ "qfThreadInfo", "m1" },
		{ "qsThreadInfo", "l" },
		{ "qAttached", "1" },
		{ "Hg0", "OK" },
		{ "T1", "OK" },
		{ "vCont?", "vCont;c;C;s;S" },
		{ "vMustReplyEmpty", "" },
		{ "qTally", "simulated:1;clock_hz:5000000" },
		{ "qOther", "" },
		{ "!", "" },
		{ "QStartNoAckMode", "OK" },
		{ "qC", "QC1" },
		{ "D", "OK" },
		{ NULL, NULL },
	};

	(void)state;
	ends_with(turn, SERVE_END_DETACHED);
	assert_int_equal(goes + steps + halts, 0);
}

/* What is damaged is asked for again, and what was said is said again, until
 * GDB does without. */
static void acknowledged(void **state)
{
	static const char said[] = "+$qC#b4-$qC#00$QStartNoAckMode#b0"
				   "$qC#00$qC#b4";
	static const char answers[] = "+$QC1#c5$QC1#c5-+$OK#9a$QC1#c5";
	struct serve_session session = { .run = &run };
	char got[64] = "";
	enum serve_end how;
	int two[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, two), 0);
	assert_int_equal(write(two[1], said, strlen(said)), strlen(said));
	assert_int_equal(shutdown(two[1], SHUT_WR), 0);
	session.fd = two[0];
	assert_true(serve_gdb(&session, &stop, &how, &err));
	assert_int_equal(how, SERVE_END_GONE);
	assert_int_equal(read(two[1], got, sizeof got - 1), strlen(answers));
	assert_string_equal(got, answers);
	close(two[0]);
	close(two[1]);
}

/* The monitors' registers behind the core's. */
static void description(void **state)
{
	static const char wanted[] =
		"<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\"/>\n"
		"<reg name=\"cpsr\" bitsize=\"32\"/>\n"
		"</feature>\n"
		"<feature name=\"org.tally.monitors\">\n"
		"<reg name=\"m_count\" bitsize=\"32\" group=\"monitor\" "
		"save-restore=\"no\"/>\n"
		"<reg name=\"m_again\" bitsize=\"32\" group=\"again\" "
		"save-restore=\"no\"/>\n"
		"<reg name=\"m_gone\" bitsize=\"32\" group=\"monitor\" "
		"save-restore=\"no\"/>\n"
		"</feature>\n</target>\n";
	char *text = serve_description(serve_core_of(&program), reg, 3);

	(void)state;
	assert_non_null(text);
	assert_non_null(strstr(text, wanted));
	assert_non_null(strstr(text, "<reg name=\"r12\" bitsize=\"32\"/>\n"
				     "<reg name=\"sp\" bitsize=\"32\"/>\n"));
	free(text);
}

/* In pieces, as they are asked for. */
static void documents(void **state)
{
	static const struct turn turn[] = {
		{ "qXfer:features:read:target.xml:0,5", "m<?xml" },
		{ "qXfer:features:read:target.xml:5,4", "m ver" },
		{ "qXfer:features:read:target.xml:fff,4", "l" },
		{ "qXfer:features:read:target.xml:0,fff",
		  "l<?xml version=\"1.0\"?>\n"
		  "<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
		  "<target version=\"1.0\">\n"
		  "<architecture>arm</architecture>\n"
		  "<feature name=\"org.gnu.gdb.arm.core\">\n"
		  "<reg name=\"r0\" bitsize=\"32\"/>\n~" },
		{ "qXfer:features:read:target.xml:x", "E16" },
		{ "qXfer:features:read:target.xml:0;4", "E16" },
		{ "qXfer:memory-map:read::0,fff",
		  "l<?xml version=\"1.0\"?>\n"
		  "<!DOCTYPE memory-map PUBLIC \"+//IDN gnu.org//DTD GDB "
		  "Memory Map V1.0//EN\" "
		  "\"http://sourceware.org/gdb/gdb-memory-map.dtd\">\n"
		  "<memory-map>\n"
		  "<memory type=\"ram\" start=\"0x0\" length=\"0x4000\"/>\n"
		  "<memory type=\"ram\" start=\"0x4000\" length=\"0x100\"/>\n"
		  "<memory type=\"ram\" start=\"0x4100\" length=\"0x3f00\"/>\n"
		  "<memory type=\"rom\" start=\"0x8000\" length=\"0x40\"/>\n"
		  "<memory type=\"ram\" start=\"0x8040\" "
		  "length=\"0xffff7fc0\"/>\n"
		  "</memory-map>\n" },
		{ "k", NULL },
		{ NULL, NULL },
	};

	(void)state;
	ends_with(turn, SERVE_END_KILLED);
}

/* The core's, by number and all at once, in the order of its bytes; then those
 * of the monitors. */
static void registers_of_arm(void **state)
{
	static const struct turn turn[] = {
		{ "p0", "00000000" },
		{ "p1", "04030201" },
		{ "pe", "382a1c0e" },
		{ "pf", "04800000" },
		{ "p10", "d3010000" },
		{ "p11", "cdab0000" },
		{ "p12", "cdab0000" },
		{ "p13", "xxxxxxxx" },
		{ "p14", "E0e" },
		{ "p", "E16" },
		{ "P1=78563412", "OK" },
		{ "p1", "78563412" },
		{ "P1=7856", "E16" },
		{ "P1;78563412", "E16" },
		{ "P14=00000000", "E0e" },
		{ "P11=11223344", "OK" },
		{ "p11", "11223344" },
		{ "P11=1122", "E16" },
		{ "P13=11223344", "E0e" },
		{ "p11", "11223344" },
		{ "g", "0000000078563412080604020c090603~" },
		{ "G0000", "E16" },
		{ "vKill;1", "OK" },
		{ NULL, NULL },
	};

	(void)state;
	ends_with(turn, SERVE_END_KILLED);
	assert_int_equal(core.r[1], 0x12345678);
	assert_int_equal(cell, 0x44332211);
	assert_int_equal(core.r[2], 0x02040608);
}

static void registers_at_once(void **state)
{
	char all[2 * 4 * 17 + 2] = "G";
	const struct turn turn[] = {
		{ all, "OK" },
		{ "g", all + 1 },
		{ NULL, NULL },
	};

	(void)state;
	for (unsigned i = 0; i < 17; i++)
		snprintf(all + 1 + (size_t)8 * i, 9, "%02x000000", i + 1);
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(core.r[14], 15);
	assert_int_equal(core.pc, 16);
	assert_int_equal(core.state, 17);
}

static void registers_of_power(void **state)
{
	static const struct turn turn[] = {
		{ "p1", "01020304" },
		{ "p20", "00008004" }, /* pc, behind 32 of them */
		{ "p22", "00000007" },
		{ "p25", "0000000a" },
		{ "p26", "0000abcd" },
		{ "P24=00001000", "OK" },
		{ "qXfer:features:read:target.xml:0,80",
		  "m<?xml version=\"1.0\"?>\n"
		  "<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n"
		  "<target version=\"1.0\">\n<architecture>powerpc:~" },
		{ NULL, NULL },
	};

	(void)state;
	program.machine = EM_PPC;
	program.big_endian = true;
	for (unsigned i = 0; i < TARGET_CORE_MORE; i++)
		core.more[i] = 7 + i;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(core.more[2], 0x1000);
}

static void registers_of_64_bits(void **state)
{
	static const struct turn turn[] = {
		{ "p1f", "0807060504030201" }, /* sp */
		{ "p20", "0480000000000000" }, { "p21", "d3010000" },
		{ "p22", "cdab0000" },         { NULL, NULL },
	};

	(void)state;
	program.machine = EM_AARCH64;
	core.r[31] = 0x0102030405060708;
	ends_with(turn, SERVE_END_GONE);
}

static void a_core_that_is_lost(void **state)
{
	static const struct turn turn[] = {
		{ "g", "E0e" },           { "p0", "E0e" },
		{ "P0=00000000", "E0e" }, { "G00", "E0e" },
		{ "p11", "cdab0000" },    { NULL, NULL },
	};

	(void)state;
	core_is_lost = true;
	ends_with(turn, SERVE_END_GONE);
}

static void memory_of_it(void **state)
{
	static const struct turn turn[] = {
		{ "m8002,3", "020304" },
		{ "m8000,40", "000102~" },
		{ "m8000,41", "E0e" },
		{ "m8000", "E16" },
		{ "mx,1", "E16" },
		{ "M8001,2:aabb", "OK" },
		{ "m8000,4", "00aabb03" },
		{ "M8001,2:aab", "E16" },
		{ "M8001,2:aabbcc", "E16" },
		{ "M8001,2:xxbb", "E16" },
		{ "M8001,2", "E16" },
		{ "M7fff,1:00", "E0e" },
		{ "X8004,0:", "OK" },
		{ "X8004,3:a#}", "OK" },
		{ "m8003,5", "0361237d07" },
		{ "X8004,2:abc", "E16" },
		{ "X9000,0:", "OK" },
		{ "X9000,1:a", "E0e" },
		{ NULL, NULL },
	};

	(void)state;
	ends_with(turn, SERVE_END_GONE);
}

static void is_point(const char *said, const char *answer, uint64_t addr,
		     unsigned kinds, bool set)
{
	const struct turn turn[] = { { said, answer }, { NULL, NULL } };

	point = 0;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(point, addr);
	assert_int_equal(watched, kinds);
	assert_int_equal(is_set, set);
}

static void points(void **state)
{
	static const struct turn turn[] = {
		{ "Z5,8000,4", "" },  { "Z", "" },
		{ "Z0;8000", "E16" }, { "Z0,x,4", "E16" },
		{ "Z2,8000", "E16" }, { "z2,8000,", "E16" },
		{ NULL, NULL },
	};

	(void)state;
	is_point("Z0,8004,4", "OK", 0x8004, 0, true);
	is_point("z1,8008,4", "OK", 0x8008, 0, false);
	is_point("Z0,9000,4", "E0e", 0x9000, 0, true);
	is_point("Z2,8010,4", "OK", 0x8010, TARGET_WATCH_WRITE, true);
	is_point("Z3,8010,4", "OK", 0x8010, TARGET_WATCH_READ, true);
	is_point("z4,8010,4", "OK", 0x8010,
		 TARGET_WATCH_READ | TARGET_WATCH_WRITE, false);
	ends_with(turn, SERVE_END_GONE);
	target.control = &cannot_watch;
	is_point("Z2,8010,4", "", 0, TARGET_WATCH_READ | TARGET_WATCH_WRITE,
		 false);
	is_point("Z1,8010,4", "OK", 0x8010, 0, true);
}

/* ---- running ----------------------------------------------------------------
 */

static void tells(const char *said, const char *answer, enum serve_end wanted)
{
	const struct turn turn[] = { { said, answer }, { NULL, NULL } };

	ends_with(turn, wanted);
}

/* Each reason to stop as GDB has it. */
static void stops(void **state)
{
	(void)state;
	tells("c", "T05thread:1;", SERVE_END_GONE);
	tells("vCont;c:1", "T05thread:1;", SERVE_END_GONE);
	tells("C05", "T05thread:1;", SERVE_END_GONE);
	assert_int_equal(goes, 3);
	next.reason = TARGET_STOP_SLICE;
	tells("s", "T05thread:1;", SERVE_END_GONE);
	tells("vCont;s:1;c", "T05thread:1;", SERVE_END_GONE);
	assert_int_equal(goes, 3);
	assert_int_equal(steps, 2);
	next.watched = (struct target_watched){ TARGET_WATCH_WRITE, 0x8010 };
	tells("c", "T05watch:8010;thread:1;", SERVE_END_GONE);
	next.watched.kinds = TARGET_WATCH_READ;
	tells("c", "T05rwatch:8010;thread:1;", SERVE_END_GONE);
	next.watched.kinds |= TARGET_WATCH_WRITE;
	tells("c", "T05awatch:8010;thread:1;", SERVE_END_GONE);
	next.watched.kinds = 0;
	next.reason = TARGET_STOP_HALTED;
	tells("c", "T02thread:1;", SERVE_END_GONE);
	next.reason = TARGET_STOP_EXIT;
	next.status = 0x103;
	tells("c", "W03", SERVE_END_STOPPED);
	assert_int_equal(stop.status, 0x103);
	next.reason = TARGET_STOP_LOST;
	tells("s", "X09", SERVE_END_STOPPED);
	tells("vCont;r", "", SERVE_END_GONE);
}

/* Why it gave up stands on GDB's console before it. */
static void faults(void **state)
{
	static const struct turn fault[] = {
		{ "c", "O6261" },
		{ NULL, "O0a" },
		{ NULL, "T0bthread:1;" },
		{ NULL, NULL },
	};
	static const struct turn given_up[] = {
		{ "c", "O6261" },
		{ NULL, "O0a" },
		{ NULL, "T18thread:1;" },
		{ NULL, NULL },
	};

	(void)state;
	next.reason = TARGET_STOP_FAULT;
	strcpy(next.text, "ba");
	ends_with(fault, SERVE_END_GONE);
	next.reason = TARGET_STOP_GIVEN_UP;
	ends_with(given_up, SERVE_END_GONE);
}

/* It runs on until GDB interrupts; memory is there meanwhile, and nothing else
 * is heard. */
static void while_it_runs(void **state)
{
	static const struct turn turn[] = {
		{ "c", NULL },         { "m8002,2", "0203" },
		{ "g", NULL },         { "M8002,1:77", "OK" },
		{ "m8002,2", "7703" }, { "^", "T02thread:1;" },
		{ "m8002,1", "77" },   { NULL, NULL },
	};

	(void)state;
	there = false;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(goes, 4);
	assert_int_equal(halts, 4);
	assert_int_equal(steps, 0);
}

/* Who closes his end while it runs leaves it stopped. */
static void who_goes_away(void **state)
{
	static const struct turn turn[] = { { "c", NULL }, { NULL, NULL } };

	(void)state;
	there = false;
	ends_with(turn, SERVE_END_GONE);
	assert_int_equal(goes, 1);
	assert_int_equal(halts, 1);
	assert_int_equal(stop.reason, TARGET_STOP_HALTED);
}

/* Or while it is stopped for him: it is not asked to stop once more, which
 * nothing would come of. */
static void who_goes_away_before_the_answer(void **state)
{
	struct serve_session here = { .run = &run };
	static char frame[GDB_FRAME];
	enum serve_end how = SERVE_END_KILLED;
	size_t size;
	int two[2];

	(void)state;
	there = false;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, two), 0);
	size = gdb_frame(frame, "c", 1);
	assert_int_equal(write(two[1], frame, size), size);
	size = gdb_frame(frame, "m8002,2", 7);
	assert_int_equal(write(two[1], frame, size), size);
	here.fd = two[0];
	far = two[1];
	assert_true(serve_gdb(&here, &stop, &how, &err));
	assert_int_equal(how, SERVE_END_GONE);
	assert_int_equal(far, -1);
	assert_int_equal(goes, 1);
	assert_int_equal(halts, 1);
	close(two[0]);
}

static void one_that_does_not_go(void **state)
{
	static const struct turn turn[] = { { "c", "X09" }, { NULL, NULL } };
	enum serve_end how;

	(void)state;
	cannot_go = true;
	there = false;
	assert_false(serves(turn, &how));
	assert_string_equal(err.text, "it does not go");
}

/* ---- commands, and what cannot be served ------------------------------------
 */

#define HEX_TRUTH "7472757468"
#define HEX_STOP  "73746f70"

static void commands(void **state)
{
	static const struct turn truth_told[] = {
		/* "second           an event" */
		{ "qRcmd," HEX_TRUTH, "O7365636f6e6420202020202020202020206"
				      "16e206576656e74~" },
		{ NULL, "O66697273742020202020202020202020206"
			"16e6f74686572~" },
		{ NULL, "OK" },
		{ "c", "T05thread:1;" },
		/* "after 9 instructions: x" and an end of line */
		{ "qRcmd," HEX_STOP, "O6166746572203920696e737472756374696f6e73"
				     "3a20780a" },
		{ NULL, "OK" },
		/* "trut" */
		{ "qRcmd,74727574", "O7472757468202020~" },
		{ NULL, "OK" },
		{ NULL, NULL },
	};
	static const struct turn none[] = {
		{ "qRcmd," HEX_TRUTH, "O74686973207461726765~" },
		{ NULL, "OK" },
		{ NULL, NULL },
	};
	static const struct target_ops nothing = { 0 };

	(void)state;
	next.instructions = 9;
	strcpy(next.text, "x");
	ends_with(truth_told, SERVE_END_GONE);
	target.ops = &nothing;
	ends_with(none, SERVE_END_GONE);
}

static void what_cannot_be_served(void **state)
{
	static const struct target_control no_step = { .go = go };

	(void)state;
	assert_true(serve_can(&target, &err));
	target.control = &no_step;
	assert_false(serve_can(&target, &err));
	assert_non_null(strstr(err.text, "cannot carry out one instruction"));
	target.control = &control;
	target.memory = NULL;
	assert_false(serve_can(&target, &err));
	target.memory = &faces;
	program.machine = EM_X86_64;
	assert_false(serve_can(&target, &err));
	assert_non_null(strstr(err.text, "no description of its core"));
	target.program = NULL;
	assert_false(serve_can(&target, &err));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(questions),
		CASE(acknowledged),
		CASE(description),
		CASE(documents),
		CASE(registers_of_arm),
		CASE(registers_at_once),
		CASE(registers_of_power),
		CASE(registers_of_64_bits),
		CASE(a_core_that_is_lost),
		CASE(memory_of_it),
		CASE(points),
		CASE(stops),
		CASE(faults),
		CASE(while_it_runs),
		CASE(who_goes_away),
		CASE(who_goes_away_before_the_answer),
		CASE(one_that_does_not_go),
		CASE(commands),
		CASE(what_cannot_be_served),
	};

	return cmocka_run_group_tests_name("gdb asks", tests, NULL, NULL);
}
