/* SPDX-License-Identifier: MIT */
/*
 * The matrices of matmul_naive and matmul_blocked: 48 x 128 times 128 x 128.
 *
 * They are windows of wider ones, as the tiles of a picture are: the rows are
 * PITCH ints = 2 KiB apart.  Walking down a column of B touches 128 lines that
 * fall into one or two sets of a first-level cache; and 64 pages, where memory
 * is mapped by pages of 4 KiB (the boards map it by sections: see tlb.c).
 */
#ifndef MATMUL_H
#define MATMUL_H

#include "demo.h"

enum { ROWS = 48, INNER = 128, COLUMNS = 128, PITCH = 512 };

static int32_t a[ROWS][PITCH];
static int32_t b[INNER][PITCH];
static int32_t c[ROWS][PITCH];

static void matmul_fill(void)
{
	uint32_t seed = 1;

	for (int i = 0; i < ROWS; i++)
		for (int k = 0; k < INNER; k++)
			a[i][k] = (int32_t)(demo_random(&seed) % 201) - 100;
	for (int k = 0; k < INNER; k++)
		for (int j = 0; j < COLUMNS; j++)
			b[k][j] = (int32_t)(demo_random(&seed) % 201) - 100;
}

static uint32_t matmul_sum(void)
{
	uint32_t sum = 0;

	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLUMNS; j++)
			sum = demo_checksum(sum, (uint32_t)c[i][j]);
	return sum;
}

#endif
