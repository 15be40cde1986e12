/* SPDX-License-Identifier: MIT */
/* A client of GDB's remote protocol, and dialogues that it is to have. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "gdb/client.h"

#include "server_fixture.h"
#include "test.h"

#define HELLO                                                                  \
	"$qSupported:swbreak+;hwbreak+;xmlRegisters=arm,aarch64,powerpc#57"

static struct error err;
static char said[64]; /* on the console */

static void console(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	snprintf(said, sizeof said, "%.*s", (int)count, (const char *)bytes);
}

/* Something has arrived. */
static void is_there(const struct gdb_client *c)
{
	struct pollfd p = { .fd = gdb_fd(c), .events = POLLIN };

	assert_int_equal(poll(&p, 1, 5000), 1);
}

/* Sums are acknowledged until both agree that none are. */
TEST(a_dialogue)
{
	static const struct turn turn[] = {
		{ HELLO, "+$PacketSize=100;QStartNoAckMode+#d7" },
		{ "+$QStartNoAckMode#b0", "+$OK#9a" },
		{ "+$m8000,4#95", "$O6869#2c$78563412#a4" },
		{ "$g#67", "$#00" },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_int_equal(gdb_packet_size(c), 0x100);
	gdb_on_console(c, console, NULL);
	assert_string_equal(gdb_ask(c, &err, "m%x,%d", 0x8000, 4), "78563412");
	assert_string_equal(said, "hi");
	assert_string_equal(gdb_ask(c, &err, "g"), "");
	assert_false(gdb_lost(c));
	gdb_disconnect(c);
	is_content(child);
}

/* A damaged line is asked for again; the other side's is sent again. */
TEST(a_bad_line)
{
	static const struct turn turn[] = {
		{ HELLO, "+$#00" }, { "+$g#67", "-" }, { "$g#67", "+$12#64" },
		{ "-", "$12#63" },  { "+", "" },       { NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_int_equal(gdb_packet_size(c), 256);
	assert_string_equal(gdb_ask(c, &err, "g"), "12");
	gdb_disconnect(c);
	is_content(child);
}

/* One that comes behind a damaged one is heard at once, too. */
TEST(damaged_and_whole)
{
	static const struct turn turn[] = {
		{ HELLO, "+$QStartNoAckMode+#db" },
		{ "+$QStartNoAckMode#b0", "+$OK#9a" },
		{ "+$c#63", "$12#64$T05#b9" },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_true(gdb_go(c, "c", &err));
	is_content(child);
	is_there(c);
	assert_string_equal(gdb_stopped(c, false, &err), "T05");
	gdb_disconnect(c);
}

static void is_given_up(const struct turn *turn)
{
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_null(gdb_ask(c, &err, "g"));
	assert_true(gdb_lost(c));
	assert_int_equal(gdb_fd(c), -1);
	assert_non_null(
		strstr(err.text, "damages packets, or gets damaged ones"));
	is_content(child);
	/* Nothing is said to it, nor heard of it, any more. */
	assert_null(gdb_ask(c, &err, "g"));
	assert_null(gdb_stopped(c, false, &err));
	gdb_interrupt(c);
	gdb_disconnect(c);
}

/* A packet is said, or asked for, five times more, and no longer. */
TEST(a_line_that_stays_bad)
{
	static const struct turn not_heard[] = {
		{ HELLO, "+$#00" }, { "+$g#67", "-" }, { "$g#67", "-" },
		{ "$g#67", "-" },   { "$g#67", "-" },  { "$g#67", "-" },
		{ "$g#67", "-" },   { NULL, NULL },
	};
	static const struct turn not_right[] = {
		{ HELLO, "+$#00" }, { "+$g#67", "+$1#00" }, { "-", "$1#00" },
		{ "-", "$1#00" },   { "-", "$1#00" },       { "-", "$1#00" },
		{ "-", "$1#00" },   { NULL, NULL },
	};

	is_given_up(not_heard);
	is_given_up(not_right);
}

/* Each packet has its own five. */
TEST(a_line_that_is_bad_now_and_then)
{
	static const struct turn turn[] = {
		{ HELLO, "+$#00" },    { "+$g#67", "-" }, { "$g#67", "-" },
		{ "$g#67", "-" },      { "$g#67", "-" },  { "$g#67", "-" },
		{ "$g#67", "+$1#31" }, { "+$g#67", "-" }, { "$g#67", "+$2#32" },
		{ "+", "" },           { NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_string_equal(gdb_ask(c, &err, "g"), "1");
	assert_string_equal(gdb_ask(c, &err, "g"), "2");
	gdb_disconnect(c);
	is_content(child);
}

/* A server says how much it takes in one packet; the client keeps within what a
 * target's registers need and what it has room for itself. */
TEST(sizes)
{
	static const struct {
		const char *answer;
		size_t size;
	} row[] = {
		{ "+$PacketSize=3f#c9", 256 },
		{ "+$PacketSize=40#94", 64 },
		{ "+$PacketSize=3fff#95", 16383 },
		{ "+$PacketSize=4001#f5", 16384 },
		{ "+$PacketSize=#30", 256 },
		{ "+$PacketSize=10000000000000000#61", 256 },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		const struct turn turn[] = { { HELLO, row[i].answer },
					     { "+", "" },
					     { NULL, NULL } };
		const pid_t child = server(turn);
		struct gdb_client *c = gdb_connect(host, port, &err);

		assert_non_null(c);
		assert_int_equal(gdb_packet_size(c), row[i].size);
		gdb_disconnect(c);
		is_content(child);
	}
}

static unsigned texts; /* that the console got */

static void count_text(void *ctx, const void *bytes, size_t count)
{
	(void)bytes;
	assert_ptr_equal(ctx, &texts);
	assert_int_equal(count, 1);
	texts++;
}

/* However much it has to tell, who looks whether it has stopped can do other
 * things in between. */
TEST(a_target_that_talks)
{
	enum { TEXTS = 4000 };
	static char much[7 * TEXTS + 8];
	static const struct turn turn[] = {
		{ HELLO, "+$QStartNoAckMode+#db" },
		{ "+$QStartNoAckMode#b0", "+$OK#9a" },
		{ "+$c#63", much },
		{ NULL, NULL },
	};
	struct gdb_client *c;
	const char *stopped;
	pid_t child;

	for (unsigned i = 0; i < TEXTS; i++)
		memcpy(much + (size_t)7 * i, "$O61#b6", 7);
	strcpy(much + (size_t)7 * TEXTS, "$T05#b9");
	child = server(turn);
	c = gdb_connect(host, port, &err);
	assert_non_null(c);
	gdb_on_console(c, count_text, &texts);
	assert_true(gdb_go(c, "c", &err));
	is_content(child);
	is_there(c);
	assert_null(gdb_stopped(c, false, &err));
	assert_in_range(texts, 1, TEXTS - 1);
	while (!(stopped = gdb_stopped(c, false, &err)))
		assert_false(gdb_lost(c));
	assert_string_equal(stopped, "T05");
	assert_int_equal(texts, TEXTS);
	gdb_disconnect(c);
}

/* A target that runs tells of its stop by itself; then the server goes. */
TEST(a_target_that_stops)
{
	static const struct turn turn[] = {
		{ HELLO, "+$PacketSize=10#91" },
		{ "+$c#63", "+" },
		{ "\x03", "$T05#b9" },
		{ "+", "" },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	/* Less than a target's registers is no size. */
	assert_int_equal(gdb_packet_size(c), 256);
	/* Nobody waits while there is nothing. */
	assert_null(gdb_stopped(c, false, &err));
	assert_true(gdb_go(c, "c", &err));
	assert_null(gdb_stopped(c, false, &err));
	assert_false(gdb_lost(c));
	gdb_interrupt(c);
	assert_string_equal(gdb_stopped(c, true, &err), "T05");
	is_content(child);
	assert_null(gdb_ask(c, &err, "g"));
	assert_true(gdb_lost(c));
	assert_non_null(strstr(err.text, host));
	assert_null(strstr(err.text, "is that the port"));
	gdb_disconnect(c);
}

/* The program ends, and the server goes, before it is told to stop: that the
 * program ended is heard all the same. */
TEST(an_interrupt_that_comes_too_late)
{
	static const struct turn turn[] = {
		{ HELLO, "+$PacketSize=100#c1" },
		{ "+$c#63", "+$W03#ba" },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_true(gdb_go(c, "c", &err));
	is_content(child);
	gdb_interrupt(c);
	gdb_interrupt(c); /* by now it is known that nobody is there */
	assert_string_equal(gdb_stopped(c, true, &err), "W03");
	assert_null(gdb_stopped(c, true, &err));
	assert_true(gdb_lost(c));
	gdb_disconnect(c);
}

/* A peer that never said a packet may be no server of GDB's at all. */
TEST(another_server)
{
	static const struct turn turn[] = { { HELLO, "HTTP/1.0 400\r\n" },
					    { NULL, NULL } };
	const pid_t child = server(turn);

	assert_null(gdb_connect(host, port, &err));
	assert_non_null(strstr(err.text, "has closed the connection; is that "
					 "the port for GDB"));
	is_content(child);
}

/* The server tells of a stop that nobody asked for, as QEMU does where its
 * machine ran: on connecting, late, and twice. */
TEST(a_stop_that_nobody_asked_for)
{
	static const struct turn turn[] = {
		{ HELLO, "+$T02thread:01;#04$PacketSize=100#c1" },
		{ "++$?#3f", "+$T02thread:01;#04$T02thread:01;#04" },
		{ "+", "" },
		{ "+$g#67", "+$T05#b9$12#63" },
		{ "++", "" },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_int_equal(gdb_packet_size(c), 0x100);
	assert_string_equal(gdb_ask(c, &err, "?"), "T02thread:01;");
	assert_string_equal(gdb_ask(c, &err, "g"), "12");
	gdb_disconnect(c);
	is_content(child);
}

/* An answer that nobody asked for would be taken for the next one's. */
TEST(an_answer_twice)
{
	static const struct turn turn[] = {
		{ HELLO, "+$PacketSize=100#c1" },
		{ "+$g#67", "+$12#63$12#63" },
		{ "+", "" },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	assert_string_equal(gdb_ask(c, &err, "g"), "12");
	assert_null(gdb_ask(c, &err, "p1"));
	assert_non_null(strstr(err.text, "says what it was not asked for"));
	assert_true(gdb_lost(c));
	gdb_disconnect(c);
	is_content(child);
}

/* A word for the console is no stop, even an empty one. */
TEST(an_empty_word)
{
	static const struct turn turn[] = {
		{ HELLO, "+$QStartNoAckMode+#db" },
		{ "+$QStartNoAckMode#b0", "+$OK#9a" },
		{ "+$c#63", "$O#4f" },
		{ "\x03", "$O#4f$T02#b6" },
		{ NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	assert_non_null(c);
	gdb_on_console(c, console, NULL);
	strcpy(said, "as before");
	assert_true(gdb_go(c, "c", &err));
	is_there(c);
	assert_null(gdb_stopped(c, false, &err));
	assert_false(gdb_lost(c));
	gdb_interrupt(c);
	assert_string_equal(gdb_stopped(c, true, &err), "T02");
	assert_string_equal(said, "as before");
	gdb_disconnect(c);
	is_content(child);
}
