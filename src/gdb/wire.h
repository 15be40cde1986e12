/* SPDX-License-Identifier: MIT */
#ifndef GDB_WIRE_H
#define GDB_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

/* The bytes to and from a server: a socket, a serial line, or a program. */
struct gdb_wire {
	int fd; /* readable when something has arrived; -1: not open */
	bool serial;
	int patience;  /* ms in which it has to take some of what is sent ... */
	bool stuck;    /* ... and did not */
	pid_t program; /* 0: none was started */
};

/*
 * `host` and `port`; without a port `host` is a device, "/dev/ttyACM0", or a
 * program and its arguments for a shell, "|openocd -c ...", which speaks on its
 * standard input and output.  Where nobody listens, the question follows.
 */
bool gdb_wire_open(struct gdb_wire *w, const char *host, const char *port,
		   const char *question, struct error *err);
/* A program is ended. */
void gdb_wire_close(struct gdb_wire *w);

/* All of it; false: gdb_wire_trouble() tells why. */
bool gdb_wire_send(struct gdb_wire *w, const char *bytes, size_t size);
/* The server's doing, for a sentence: "has closed the connection". */
const char *gdb_wire_trouble(const struct gdb_wire *w);
/* Receives what arrives within so many milliseconds; 0: nothing yet; -1: the
 * connection is closed. */
ssize_t gdb_wire_receive(struct gdb_wire *w, void *bytes, size_t room,
			 int patience);

#endif
