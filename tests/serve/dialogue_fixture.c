/* SPDX-License-Identifier: MIT */
#include "dialogue_fixture.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gdb/packet.h"

struct target_stop stop;
struct error err;

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
		} else if (size == 1 && *bytes == '~') {
			bytes = "$\0#00";
			size = 5;
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

bool serves(const struct turn *turn, enum serve_end *how)
{
	struct serve_session session = { .run = &run,
					 .reg = shown,
					 .regs = REGS };
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

void ends_with(const struct turn *turn, enum serve_end wanted)
{
	enum serve_end how = SERVE_END_INTERRUPTED;

	assert_true(serves(turn, &how));
	assert_int_equal(how, wanted);
}

void tells(const char *said, const char *answer, enum serve_end wanted)
{
	const struct turn turn[] = { { said, answer }, { NULL, NULL } };

	ends_with(turn, wanted);
}
