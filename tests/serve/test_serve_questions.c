/* SPDX-License-Identifier: MIT */
/*
 * A server of GDB's protocol answers questions about itself and its target, and
 * obeys commands of its own.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/inner.h"

#include "dialogue_fixture.h"
#include "test.h"

CASE(questions)
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

	ends_with(turn, SERVE_END_DETACHED);
	assert_int_equal(it.goes + it.steps + it.halts, 0);
}

/* A damaged packet is asked for again, and an answer is said again, until GDB
 * does without. */
CASE(acknowledged)
{
	static const char said[] = "+$qC#b4-$qC#00$QStartNoAckMode#b0"
				   "$qC#00$qC#b4";
	static const char answers[] = "+$QC1#c5$QC1#c5-+$OK#9a$QC1#c5";
	struct serve_session session = { .run = &run };
	char got[64] = "";
	enum serve_end how;
	int two[2];

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

/* One that does not fit would not if it were sent again, either. */
CASE(too_long)
{
	static char said[GDB_PAYLOAD + 2];
	const struct turn turn[] = {
		{ said, "E16" },         { "c", NULL },  { said, NULL },
		{ "^", "T02thread:1;" }, { NULL, NULL },
	};

	memset(said, 'a', sizeof said - 1);
	it.there = false;
	ends_with(turn, SERVE_END_GONE);
}

/* The monitors' registers behind the core's. */
CASE(description)
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
	char *text = serve_description(serve_core_of(&program), shown, REGS);

	assert_non_null(text);
	assert_non_null(strstr(text, wanted));
	assert_non_null(strstr(text, "<reg name=\"r12\" bitsize=\"32\"/>\n"
				     "<reg name=\"sp\" bitsize=\"32\"/>\n"));
	free(text);
}

/* A part is as long as a packet, at most. */
CASE(a_long_document)
{
	enum { MANY = 300 };
	static const char said[] = "$QStartNoAckMode#b0"
				   "$qXfer:features:read:target.xml:0,ffff#e3";
	static const char begins[] = "+$OK#9a";
	static struct serve_monitor_register many[MANY];
	static struct gdb_reader in;
	static char got[2 * GDB_FRAME];
	struct serve_session here = { .run = &run, .reg = many, .regs = MANY };
	enum gdb_arrival what = GDB_NOTHING;
	size_t at = sizeof begins - 1;
	enum serve_end how;
	int two[2];

	for (unsigned i = 0; i < MANY; i++)
		many[i] = shown[0];
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, two), 0);
	assert_int_equal(write(two[1], said, strlen(said)), strlen(said));
	assert_int_equal(shutdown(two[1], SHUT_WR), 0);
	here.fd = two[0];
	assert_true(serve_gdb(&here, &stop, &how, &err));
	assert_in_range(read(two[1], got, sizeof got), GDB_PAYLOAD, sizeof got);
	assert_memory_equal(got, begins, at);
	while (what == GDB_NOTHING)
		what = gdb_read(&in, (uint8_t)got[at++]);
	assert_int_equal(what, GDB_PACKET);
	assert_int_equal(in.size, GDB_PAYLOAD);
	assert_int_equal(in.payload[0], 'm');
	close(two[0]);
	close(two[1]);
}

/* In pieces, as they are asked for. */
CASE(documents)
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

	ends_with(turn, SERVE_END_KILLED);
}

#define HEX_TRUTH     "7472757468"
#define HEX_STOP      "73746f70"
#define HEX_16_BLANKS "20202020202020202020202020202020"

static bool no_truth(struct target_run *r, struct target_truth *row,
		     unsigned room, unsigned *rows, struct error *e)
{
	(void)r;
	(void)row;
	(void)room;
	(void)rows;
	return error_set(e, "ba");
}

static void said_as(char *packet, const char *text)
{
	gdb_hex(packet + 1, text, strlen(text));
}

CASE(commands)
{
	static char known[256] = "O", unknown[256] = "O";
	static const struct turn truth_told[] = {
		{ "qRcmd," HEX_TRUTH, known },
		{ NULL, unknown },
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
		{ NULL, "O0a" },
		{ NULL, "OK" },
		{ NULL, NULL },
	};
	static const struct turn lost[] = {
		{ "qRcmd," HEX_TRUTH, "O6261" },
		{ NULL, "O0a" },
		{ NULL, "OK" },
		{ NULL, NULL },
	};
	/* One byte more than there is room for. */
	static const struct turn much[] = {
		{ "qRcmd," HEX_16_BLANKS HEX_16_BLANKS HEX_16_BLANKS
			  HEX_16_BLANKS HEX_16_BLANKS,
		  "O7472757468202020~" },
		{ NULL, "OK" },
		{ NULL, NULL },
	};
	static const struct target_ops nothing = { 0 },
				       fails = { .truth = no_truth };

	said_as(known,
		"second           an event                                 "
		"              17  exact\n");
	said_as(unknown,
		"first            another                                "
		"                 -  not modelled\n");
	it.next.instructions = 9;
	strcpy(it.next.text, "x");
	ends_with(truth_told, SERVE_END_GONE);
	ends_with(much, SERVE_END_GONE);
	target.ops = &fails;
	ends_with(lost, SERVE_END_GONE);
	target.ops = &nothing;
	ends_with(none, SERVE_END_GONE);
}

CASE(what_cannot_be_served)
{
	struct target_control no_step = control;

	assert_true(serve_can(&target, &err));
	no_step.step = NULL;
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
