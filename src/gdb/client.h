/* SPDX-License-Identifier: MIT */
#ifndef GDB_CLIENT_H
#define GDB_CLIENT_H

#include <stddef.h>

#include "base/error.h"

/*
 * A connection to a server of GDB's remote protocol.  What the server does
 * wrong is a sentence in `err`, and after any failure the connection is of no
 * more use: gdb_lost() holds.
 */
struct gdb_client;

/* As gdb_wire_open() has it.  NULL and `err`: nobody there serves GDB. */
struct gdb_client *gdb_connect(const char *host, const char *port,
			       struct error *err);
/* NULL: nothing. */
void gdb_disconnect(struct gdb_client *c);

/* The function that gets text that the server wants on GDB's console; from
 * within the functions below.  Without it, it is dropped. */
void gdb_on_console(struct gdb_client *c,
		    void (*fn)(void *ctx, const void *bytes, size_t count),
		    void *ctx);

/*
 * One packet and its answer, which stays until the next call; an empty one says
 * that the server does not know the packet.  A stop is an answer to "?" alone,
 * and else passed over.  NULL and `err`: none came in time, or none that can be
 * read, or something else had come that nobody asked for.
 */
const char *gdb_ask(struct gdb_client *c, struct error *err, const char *format,
		    ...) __attribute__((format(printf, 3, 4)));

/* One packet whose answer comes when the target stops. */
bool gdb_go(struct gdb_client *c, const char *packet, struct error *err);
/*
 * Gives that answer, if it is there; however much the server says, no more is
 * looked at than what one call takes.  With `block` it is waited for as any
 * answer is.  NULL: not yet, or gdb_lost() and `err`.
 */
const char *gdb_stopped(struct gdb_client *c, bool block, struct error *err);
/* Asks a target that runs to stop. */
void gdb_interrupt(struct gdb_client *c);

/* Readable when gdb_stopped() may have something; -1 once it is lost. */
int gdb_fd(const struct gdb_client *c);
bool gdb_lost(const struct gdb_client *c);
/* Its last answer is none to what it was asked: the connection is lost. */
void gdb_give_up(struct gdb_client *c, struct error *err);
/* The most bytes that a packet may say. */
size_t gdb_packet_size(const struct gdb_client *c);

#endif
