/* SPDX-License-Identifier: MIT */
/*
 * A matrix product as the textbook has it: the inner loop walks down a column
 * of B, so nearly every load of it misses.  matmul_blocked.c is the cure.
 */
#include "matmul.h"

/* Kept whole: a symbol to name as the region to measure. */
__attribute__((noipa)) static void matmul(void)
{
	for (int i = 0; i < ROWS; i++) {
		for (int j = 0; j < COLUMNS; j++) {
			int32_t sum = 0;

			for (int k = 0; k < INNER; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
	}
}

int main(void)
{
	matmul_fill();
	matmul();
	return demo_finish("matmul", matmul_sum());
}
