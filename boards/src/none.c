/* SPDX-License-Identifier: MIT */
/*
 * A version without boards answers those who ask for one so: there is no board,
 * and nothing can be injected into one.
 */
#include "boards/src/board.h"

const struct board_info *board_list(unsigned *count)
{
	*count = 0;
	return NULL;
}

int board_monitor(const struct board_info *info, const char *monitor)
{
	(void)info;
	(void)monitor;
	return -1;
}

const char *board_capture_sha256(const struct board_options *options)
{
	(void)options;
	return NULL;
}

static bool refuse(struct error *err)
{
	return error_set(err, "this version has no simulated boards");
}

bool board_fault_check(const char *text, struct error *err)
{
	(void)text;
	return refuse(err);
}

enum board_traffic board_traffic_check(const char *text, struct error *err)
{
	(void)text;
	(void)refuse(err);
	return BOARD_TRAFFICS;
}

char *board_argument(const char *word, struct error *err)
{
	(void)word;
	(void)refuse(err);
	return NULL;
}
