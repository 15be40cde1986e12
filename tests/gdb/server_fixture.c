/* SPDX-License-Identifier: MIT */
#include "server_fixture.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

char port[16];

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

int listening(void)
{
	struct sockaddr_in name = { .sin_family = AF_INET };
	socklen_t size = sizeof name;
	const int at = socket(AF_INET, SOCK_STREAM, 0);

	name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(at, (struct sockaddr *)&name, size), 0);
	assert_int_equal(getsockname(at, (struct sockaddr *)&name, &size), 0);
	assert_int_equal(listen(at, 1), 0);
	snprintf(port, sizeof port, "%u", ntohs(name.sin_port));
	return at;
}

pid_t server(const struct turn *turn)
{
	const int at = listening();
	const pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0)
		_exit(serve(at, turn));
	close(at);
	return child;
}

void is_content(pid_t child)
{
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}
