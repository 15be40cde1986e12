/* SPDX-License-Identifier: MIT */
/* No target is a board where this version has none. */
#include "target/simulated/board.h"

#include <stddef.h>

const struct board_info *target_board_info(const struct target *t)
{
	(void)t;
	return NULL;
}

bool target_board_loop(struct target *t, struct error *err)
{
	(void)t;
	return error_set(err, "this version has no simulated boards");
}

bool target_board_code(struct target *t, const uint32_t *code, size_t words,
		       struct error *err)
{
	(void)code;
	(void)words;
	return target_board_loop(t, err);
}

const struct board_options *target_board_options(const struct target *t)
{
	(void)t;
	return NULL;
}
