/* SPDX-License-Identifier: MIT */
/*
 * Two algorithms sort the same numbers: quicksort, which walks along memory,
 * and heapsort, which jumps about in it.  Both are rich in branches that no
 * predictor knows.
 */
#include "demo.h"

enum { COUNT = 12000 };

static uint32_t table[COUNT];

static void fill(void)
{
	uint32_t seed = 2;

	for (int i = 0; i < COUNT; i++)
		table[i] = demo_random(&seed) << 16 | demo_random(&seed);
}

static void swap(uint32_t *x, uint32_t *y)
{
	uint32_t t = *x;

	*x = *y;
	*y = t;
}

__attribute__((noipa)) static void quicksort(uint32_t *low, uint32_t *high)
{
	while (low < high) {
		uint32_t pivot = low[(high - low) / 2];
		uint32_t *i = low;
		uint32_t *j = high;

		while (i <= j) {
			while (*i < pivot)
				i++;
			while (*j > pivot)
				j--;
			if (i <= j)
				swap(i++, j--);
		}
		/* The shorter side by recursion, so that the stack is short. */
		if (j - low < high - i) {
			quicksort(low, j);
			low = i;
		} else {
			quicksort(i, high);
			high = j;
		}
	}
}

static void sift_down(uint32_t *heap, int parent, int count)
{
	for (;;) {
		int child = 2 * parent + 1;

		if (child >= count)
			return;
		if (child + 1 < count && heap[child + 1] > heap[child])
			child++;
		if (heap[parent] >= heap[child])
			return;
		swap(&heap[parent], &heap[child]);
		parent = child;
	}
}

__attribute__((noipa)) static void heapsort_all(uint32_t *heap, int count)
{
	for (int i = count / 2 - 1; i >= 0; i--)
		sift_down(heap, i, count);
	while (count > 1) {
		count--;
		swap(&heap[0], &heap[count]);
		sift_down(heap, 0, count);
	}
}

static uint32_t checksum(void)
{
	uint32_t sum = 0;

	for (int i = 0; i < COUNT; i++)
		sum = demo_checksum(sum, table[i]);
	return sum;
}

int main(void)
{
	uint32_t quick;
	uint32_t heap;

	fill();
	quicksort(table, table + COUNT - 1);
	quick = checksum();
	fill();
	heapsort_all(table, COUNT);
	heap = checksum();
	if (quick != heap) {
		printf("sort: %08lx by quicksort, %08lx by heapsort\n",
		       (unsigned long)quick, (unsigned long)heap);
		return 1;
	}
	return demo_finish("sort", quick);
}
