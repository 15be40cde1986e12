/* SPDX-License-Identifier: MIT */
#ifndef L2_WALKS_H
#define L2_WALKS_H

#include "common/l2.h"

/*
 * l2_walks.S has accesses of known counts.  Each empties both levels, opens the
 * window, does its work in registers alone, and closes it.  `place` is where,
 * `other` a second place of those that have two.
 */
enum {
	WALK_LINES = 2048, /* 64 KiB */
	WALK_FEW = 64,
	WALK_THROUGH = 32,
	WALK_BACK = 96,
	WALK_WAYS = 9, /* one more than a set has */
	WALK_CODE = 64,
};

typedef void walk_fn(const struct l2_window *w, uint32_t place, uint32_t other);

walk_fn walk_nothing, walk_once, walk_twice, walk_words, walk_in_turn;
walk_fn walk_written, walk_through, walk_stores, walk_stores_twice;
walk_fn walk_halves, walk_whole, walk_cast_out, walk_cleaned;
walk_fn walk_code, walk_code_twice;

#endif
