/* SPDX-License-Identifier: MIT */
/*
 * The product of matmul_naive.c, done in blocks: a block of B, 8 rows of 64
 * ints, stays in the cache while all rows of A pass over it, and the inner
 * loop walks along rows.
 */
#include "matmul.h"

enum { BLOCK_ROWS = 8, BLOCK_COLUMNS = 64 };

static void block(int k0, int j0)
{
	for (int i = 0; i < ROWS; i++) {
		int32_t *restrict to = &c[i][j0];

		for (int k = k0; k < k0 + BLOCK_ROWS; k++) {
			const int32_t *from = &b[k][j0];
			int32_t factor = a[i][k];

			for (int j = 0; j < BLOCK_COLUMNS; j++)
				to[j] += factor * from[j];
		}
	}
}

/* Kept whole: a symbol to name as the region to measure. */
__attribute__((noipa)) static void matmul(void)
{
	for (int k0 = 0; k0 < INNER; k0 += BLOCK_ROWS)
		for (int j0 = 0; j0 < COLUMNS; j0 += BLOCK_COLUMNS)
			block(k0, j0);
}

int main(void)
{
	matmul_fill();
	matmul();
	return demo_finish("matmul", matmul_sum());
}
