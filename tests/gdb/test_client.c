/* SPDX-License-Identifier: MIT */
/*
 * A client of GDB's remote protocol, and a server that says what is written
 * down here: a dialogue, byte for byte, over a socket of this machine.
 */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "gdb/client.h"

#define HELLO                                                                  \
	"$qSupported:swbreak+;hwbreak+;xmlRegisters=arm,aarch64,powerpc#57"

static const char host[] = "127.0.0.1";
static char port[16]; /* that nobody else has */
static struct error err;
static char said[64]; /* on the console */

/* What the client is to send, then what it gets; ends where `sent` is NULL. */
struct turn {
	const char *sent, *answer;
};

static bool is_sent(int fd, const char *wanted)
{
	for (; *wanted; wanted++) {
		char c;

		if (read(fd, &c, 1) != 1 || c != *wanted)
			return false;
	}
	return true;
}

static int serve(int at, const struct turn *turn)
{
	int fd;

	alarm(10); /* nobody waits for it any longer */
	fd = accept(at, NULL, NULL);
	for (; turn->sent; turn++)
		if (!is_sent(fd, turn->sent) ||
		    write(fd, turn->answer, strlen(turn->answer)) < 0)
			return 1;
	return 0;
}

/* The process of a server that is listening. */
static pid_t server(const struct turn *turn)
{
	struct sockaddr_in name = { .sin_family = AF_INET };
	socklen_t size = sizeof name;
	const int at = socket(AF_INET, SOCK_STREAM, 0);
	pid_t child;

	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(at, (struct sockaddr *)&name, size), 0);
	assert_int_equal(getsockname(at, (struct sockaddr *)&name, &size), 0);
	assert_int_equal(listen(at, 1), 0);
	snprintf(port, sizeof port, "%u", ntohs(name.sin_port));
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(serve(at, turn));
	close(at);
	return child;
}

/* It was told what it was to be told, and nothing else before. */
static void is_content(pid_t child)
{
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void console(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	snprintf(said, sizeof said, "%.*s", (int)count, (const char *)bytes);
}

/* Sums are acknowledged until both agree that none are. */
static void a_dialogue(void **state)
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

	(void)state;
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

/* What arrives damaged is asked for again; what did is sent again. */
static void a_bad_line(void **state)
{
	static const struct turn turn[] = {
		{ HELLO, "+$#00" }, { "+$g#67", "-" }, { "$g#67", "+$12#64" },
		{ "-", "$12#63" },  { "+", "" },       { NULL, NULL },
	};
	const pid_t child = server(turn);
	struct gdb_client *c = gdb_connect(host, port, &err);

	(void)state;
	assert_non_null(c);
	assert_int_equal(gdb_packet_size(c), 256);
	assert_string_equal(gdb_ask(c, &err, "g"), "12");
	gdb_disconnect(c);
	is_content(child);
}

/* A target that runs tells of its stop by itself; then the server goes. */
static void a_target_that_stops(void **state)
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

	(void)state;
	assert_non_null(c);
	/* Less than a target's registers is no size. */
	assert_int_equal(gdb_packet_size(c), 256);
	assert_true(gdb_go(c, "c", &err));
	assert_null(gdb_stopped(c, false, &err));
	assert_false(gdb_lost(c));
	gdb_interrupt(c);
	assert_string_equal(gdb_stopped(c, true, &err), "T05");
	is_content(child);
	assert_null(gdb_ask(c, &err, "g"));
	assert_true(gdb_lost(c));
	assert_non_null(strstr(err.text, host));
	gdb_disconnect(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dialogue),
		cmocka_unit_test(a_bad_line),
		cmocka_unit_test(a_target_that_stops),
	};

	return cmocka_run_group_tests_name("client", tests, NULL, NULL);
}
