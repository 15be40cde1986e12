/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GDB_SERVER_FIXTURE_H
#define TESTS_GDB_SERVER_FIXTURE_H

#include <sys/types.h>

/* A server that says what is written down: a dialogue, byte for byte, over a
 * socket of this machine. */
static const char host[] = "127.0.0.1";
extern char port[16]; /* that nobody else has */

/* A client sends `sent` and gets `answer`; the last turn's `sent` is NULL. */
struct turn {
	const char *sent, *answer;
};

/* The process of a server that is listening. */
pid_t server(const struct turn *turn);
/* The server was told what it was to be told, and nothing else before. */
void is_content(pid_t child);
/* A socket that listens on `port`. */
int listening(void);

#endif
