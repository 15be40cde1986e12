/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WRAP_H
#define TALLY_WRAP_H

#include <stdbool.h>

#include <tally/bus.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Buses around another bus, or in place of one.  All memory is the caller's;
 * pass &wrapper.bus wherever a bus is wanted.  Freestanding like the rest.
 */

/* One access as it happened. */
struct tally_access {
	struct tally_reg reg;
	bool write;
	uint64_t value; /* written, or read */
	enum tally_status status;
};

/* Log: every access goes through and is then told to `sink`. */
struct tally_bus_log {
	struct tally_bus bus;
	struct tally_bus *inner;
	void (*sink)(void *ctx, const struct tally_access *access);
	void *ctx;
};

void tally_bus_log_init(struct tally_bus_log *log, struct tally_bus *inner,
			void (*sink)(void *ctx,
				     const struct tally_access *access),
			void *ctx);

/*
 * Fault: access number `at` (from 0) fails with TALLY_E_BUS and does not reach
 * the inner bus; all others go through.  A sweep: at = 0, 1, 2 ... until
 * `hit` stays false.
 */
struct tally_bus_fault {
	struct tally_bus bus;
	struct tally_bus *inner;
	uint32_t at;
	uint32_t count; /* accesses so far */
	bool hit;
};

void tally_bus_fault_init(struct tally_bus_fault *fault,
			  struct tally_bus *inner, uint32_t at);

/*
 * Replay: a recorded run stands in for the target.  Each access must be the
 * recorded one, in order: reads give the recorded value, writes must match.
 * The first that differs, or comes after the end, gives TALLY_E_REPLAY and
 * `next` tells where.
 */
struct tally_bus_replay {
	struct tally_bus bus;
	const struct tally_access *access;
	uint32_t count;
	uint32_t next;
};

void tally_bus_replay_init(struct tally_bus_replay *replay,
			   const struct tally_access *access, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
