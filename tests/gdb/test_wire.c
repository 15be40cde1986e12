/* SPDX-License-Identifier: MIT */
/* Bytes to and from a debug server: by a socket, a serial line, a program. */
#define _GNU_SOURCE /* posix_openpt() */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "gdb/wire.h"

#include "server_fixture.h"
#include "test.h"

enum { SOON_MS = 5000 };

static struct gdb_wire w;
static struct error err;
static char got[64];

/* Exactly so many bytes arrive; they are in `got`. */
static void arrives(size_t wanted)
{
	size_t have = 0;

	while (have < wanted) {
		const ssize_t n = gdb_wire_receive(&w, got + have,
						   wanted - have, SOON_MS);

		assert_true(n > 0);
		have += (size_t)n;
	}
	got[have] = '\0';
}

static bool opens(const char *where)
{
	return gdb_wire_open(&w, where, "", "is it on", &err);
}

/* The wire is open, for this process alone. */
static void is_ours(void)
{
	assert_true(w.fd >= 0);
	assert_int_equal(fcntl(w.fd, F_GETFD), FD_CLOEXEC);
}

/* Each way that fails says what it tried and why it failed. */
TEST(nobody_there)
{
	char wanted[96];

	close(listening());
	snprintf(wanted, sizeof wanted, "%s:%s: %s; is it on?", host, port,
		 strerror(ECONNREFUSED));
	assert_false(gdb_wire_open(&w, host, port, "is it on", &err));
	assert_string_equal(err.text, wanted);
	assert_int_equal(w.fd, -1);
	gdb_wire_close(&w);
	assert_false(gdb_wire_open(&w, host, "no-port", "is it on", &err));
	assert_non_null(strstr(err.text, "127.0.0.1:no-port: "));
	assert_int_equal(w.fd, -1);
	assert_false(opens("/nonexistent/tty"));
	snprintf(wanted, sizeof wanted, "/nonexistent/tty: %s",
		 strerror(ENOENT));
	assert_string_equal(err.text, wanted);
	assert_int_equal(w.fd, -1);
	gdb_wire_close(&w);
}

TEST(a_socket)
{
	static const struct turn turn[] = { { "ping", "pong" },
					    { "end", "" },
					    { NULL, NULL } };
	const pid_t child = server(turn);

	assert_true(gdb_wire_open(&w, host, port, "is it on", &err));
	is_ours();
	assert_true(gdb_wire_send(&w, "ping", 4));
	arrives(4);
	assert_string_equal(got, "pong");
	/* Nothing yet is another thing than a connection that is closed,
	 * whatever errno was before. */
	assert_int_equal(gdb_wire_receive(&w, got, sizeof got, 0), 0);
	assert_true(gdb_wire_send(&w, "end", 3));
	is_content(child);
	errno = EAGAIN;
	assert_int_equal(gdb_wire_receive(&w, got, sizeof got, SOON_MS), -1);
	gdb_wire_close(&w);
	assert_int_equal(w.fd, -1);
}

/* A server that takes nothing does not hold anybody for ever. */
TEST(a_socket_that_is_full)
{
	static const char much[1 << 20];
	const int at = listening();
	unsigned sent = 0;

	assert_true(gdb_wire_open(&w, host, port, "is it on", &err));
	w.patience = 1;
	while (sent < 100 && gdb_wire_send(&w, much, sizeof much))
		sent++;
	assert_in_range(sent, 0, 99);
	assert_string_equal(gdb_wire_trouble(&w),
			    "takes nothing of what is sent to it");
	gdb_wire_close(&w);
	close(at);
}

/* The program speaks on its standard input and output, is in a group of its own
 * so that Ctrl-C is not for it, and is no more once the wire is closed. */
TEST(a_program)
{
	pid_t program;

	assert_true(opens("|cat"));
	is_ours();
	program = w.program;
	assert_true(program > 0);
	assert_int_equal(getpgid(program), program);
	assert_true(gdb_wire_send(&w, "ping", 4));
	arrives(4);
	assert_string_equal(got, "ping");
	gdb_wire_close(&w);
	assert_int_equal(w.fd, -1);
	assert_int_equal(w.program, 0);
	assert_int_equal(waitpid(program, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* All of a program's words are the shell's; that it ends is seen. */
TEST(a_program_that_ends)
{
	assert_true(opens("|printf '%s' \"a b\"; exit 3"));
	arrives(3);
	assert_string_equal(got, "a b");
	assert_int_equal(gdb_wire_receive(&w, got, sizeof got, SOON_MS), -1);
	gdb_wire_close(&w);
}

/* The program is asked to end, with all that it has started, and can put back.
 * A shell comes to its trap only once the program that it waits for has ended;
 * that one is there before it says "up", so that the request meets no shell
 * that is about to start a program. */
TEST(a_program_puts_back)
{
	char path[] = "/tmp/tally-wire-XXXXXX", command[160];
	const int fd = mkstemp(path);

	assert_true(fd >= 0);
	snprintf(command, sizeof command,
		 "|trap 'echo back >%s; exit' TERM; "
		 "sh -c 'echo up; exec sleep 9'; :",
		 path);
	assert_true(opens(command));
	arrives(3);
	gdb_wire_close(&w);
	assert_int_equal(read(fd, got, sizeof got), 5);
	assert_memory_equal(got, "back\n", 5);
	close(fd);
	unlink(path);
}

/* ---- a serial line ------------------------------------------------------- */

/* The far end of a line; its near one is `path`. */
static int line(const char **path)
{
	const int far = posix_openpt(O_RDWR | O_NOCTTY);

	assert_true(far >= 0);
	assert_int_equal(grantpt(far), 0);
	assert_int_equal(unlockpt(far), 0);
	*path = ptsname(far);
	assert_non_null(*path);
	return far;
}

/* No byte is taken for a command to the line, nor becomes another. */
TEST(a_serial_line)
{
	static const char bytes[] = "\x03\x11\x13\r\n\x1a\x7f\x04\xff";
	const char *path;
	const int far = line(&path);
	struct termios how;

	assert_true(opens(path));
	assert_true(w.serial);
	is_ours();
	assert_int_equal(tcgetattr(w.fd, &how), 0);
	assert_int_equal(cfgetospeed(&how), B115200);
	assert_int_equal(cfgetispeed(&how), B115200);
	assert_true(how.c_cflag & CLOCAL);
	assert_true(gdb_wire_send(&w, bytes, sizeof bytes));
	assert_int_equal(read(far, got, sizeof got), sizeof bytes);
	assert_memory_equal(got, bytes, sizeof bytes);
	assert_int_equal(write(far, bytes, sizeof bytes), sizeof bytes);
	arrives(sizeof bytes);
	assert_memory_equal(got, bytes, sizeof bytes);
	assert_int_equal(gdb_wire_receive(&w, got, sizeof got, 0), 0);
	close(far);
	assert_int_equal(gdb_wire_receive(&w, got, sizeof got, SOON_MS), -1);
	gdb_wire_close(&w);
}

/* Descriptor 0 is one as any other, where nobody gave a standard input. */
TEST(a_line_as_descriptor_0)
{
	const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	const int input = dup(STDIN_FILENO); /* or that, where there is none */
	const char *path;
	const int far = line(&path);

	assert_true(null >= 0);
	assert_true(input >= 0);
	close(STDIN_FILENO);
	assert_true(opens(path));
	assert_int_equal(w.fd, STDIN_FILENO);
	assert_true(gdb_wire_send(&w, "x", 1));
	assert_int_equal(read(far, got, sizeof got), 1);
	gdb_wire_close(&w);
	close(far);
	assert_int_equal(dup2(input, STDIN_FILENO), STDIN_FILENO);
	close(input);
	if (null != STDIN_FILENO)
		close(null);
}

/* More than the line takes at once is waited for. */
TEST(a_slow_line)
{
	static char bytes[1 << 16];
	const char *path;
	const int far = line(&path);
	pid_t child;

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)(i % 251);
	assert_true(opens(path));
	child = fork();
	if (child == 0) {
		char byte;

		alarm(10);
		for (size_t i = 0; i < sizeof bytes; i++)
			if (read(far, &byte, 1) != 1 || byte != bytes[i])
				_exit(1);
		_exit(0);
	}
	assert_true(gdb_wire_send(&w, bytes, sizeof bytes));
	is_content(child);
	close(far);
	gdb_wire_close(&w);
}

/* A file would be written over by what is sent. */
TEST(a_file_is_no_line)
{
	char path[] = "/tmp/tally-wire-XXXXXX";
	const int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_false(opens(path));
	assert_non_null(strstr(err.text, "is no serial line; name a device"));
	assert_int_equal(w.fd, -1);
	close(fd);
	unlink(path);
}
