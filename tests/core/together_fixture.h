/* SPDX-License-Identifier: MIT */
#ifndef TOGETHER_FIXTURE_H
#define TOGETHER_FIXTURE_H

#include <tally/counting.h>
#include <tally/together.h>
#include <tally/wrap.h>

/*
 * Pretended monitors that count time: every access takes some, to a monitor
 * in memory more, and takes effect at its end. And a window on some of them.
 */

enum { CONTROL, COUNT, REGISTERS, MOST = 4 };

struct world {
	struct tally_bus bus;
	uint64_t now;
	uint64_t cost[MOST]; /* of an access, by monitor */
	uint32_t control[MOST], found[MOST];
	uint64_t count[MOST], since[MOST];
	uint64_t began[MOST], ended[MOST]; /* when E last rose, and fell */
	unsigned writes, syncs;
	struct tally_session *interrupted; /* right behind the next write */
	uint32_t told;                     /* by its handler */
	bool absent[MOST];
};

struct fixture {
	struct tally_session session[MOST];
	struct tally_slot slot[MOST];
	struct tally_setup setup[MOST];
	struct tally_total total[MOST];
	struct tally_step step[MOST][8];
	struct tally_store store[MOST];
	struct tally_bus_fault fault[MOST];
	struct tally_member member[MOST];
	unsigned members;
	struct tally_together t;
};

enum { NEVER = UINT32_MAX };

extern struct world w;
extern const struct tally_monitor *const monitors[MOST];
extern struct fixture f;
void begin(unsigned members);
enum tally_status open_all(void);
void assert_as_found(void);

#endif
