/* SPDX-License-Identifier: MIT */
/*
 * bench/boards.py runs this program: integer work of four kinds, some 60
 * million instructions on any of the boards.  A list is built, sorted and
 * walked; two matrices are multiplied; a state machine reads text; a CRC goes
 * over all of it. touch() is the region that is entered 100,000 times.
 */
#include <stdint.h>
#include <stdio.h>

enum {
	ROUNDS = 20,
	NODES = 4096,
	SIDE = 48,
	TEXT = 32768,
	TOUCHES = 100000,
};

struct node {
	struct node *next;
	uint32_t key;
};

static struct node node[NODES];
static int32_t left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static char text[TEXT];
static uint32_t random_state = 1;

static uint32_t next_random(void)
{
	random_state = random_state * 1664525u + 1013904223u;
	return random_state >> 8;
}

static struct node *merge(struct node *a, struct node *b)
{
	struct node head, *last = &head;

	while (a && b) {
		struct node **least = a->key <= b->key ? &a : &b;

		last->next = *least;
		last = *least;
		*least = last->next;
	}
	last->next = a ? a : b;
	return head.next;
}

/* Merge sort from the bottom: a list of each power of two waits for another. */
static struct node *sorted(struct node *list)
{
	struct node *waiting[32] = { 0 }, *all = NULL;

	while (list) {
		struct node *one = list;
		unsigned i = 0;

		list = list->next;
		one->next = NULL;
		for (; waiting[i]; i++) {
			one = merge(waiting[i], one);
			waiting[i] = NULL;
		}
		waiting[i] = one;
	}
	for (unsigned i = 0; i < 32; i++)
		all = merge(waiting[i], all);
	return all;
}

static uint32_t lists(void)
{
	uint32_t sum = 0, place = 1;

	for (unsigned i = 0; i < NODES; i++) {
		node[i].key = next_random();
		node[i].next = i + 1 < NODES ? &node[i + 1] : NULL;
	}
	for (struct node *n = sorted(node); n; n = n->next)
		sum += n->key * place++;
	return sum;
}

static uint32_t matrices(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < SIDE; i++)
		for (unsigned k = 0; k < SIDE; k++) {
			left[i][k] = (int32_t)(next_random() % 199) - 99;
			right[i][k] = (int32_t)(next_random() % 199) - 99;
		}
	for (unsigned i = 0; i < SIDE; i++)
		for (unsigned k = 0; k < SIDE; k++) {
			int32_t cell = 0;

			for (unsigned n = 0; n < SIDE; n++)
				cell += left[i][n] * right[n][k];
			product[i][k] = cell;
			sum = sum * 31 + (uint32_t)cell;
		}
	return sum;
}

enum state { BETWEEN, WORD, NUMBER, FRACTION, STATES };

static uint32_t state_machine(void)
{
	uint32_t seen[STATES] = { 0 };
	enum state state = BETWEEN;

	for (unsigned i = 0; i < TEXT; i++)
		text[i] = "ab 1.2,z9 "[next_random() % 10];
	for (unsigned i = 0; i < TEXT; i++) {
		char c = text[i];

		switch (state) {
		case WORD:
			if (c == ' ' || c == ',')
				state = BETWEEN;
			break;
		case NUMBER:
			state = c == '.'               ? FRACTION
				: c >= '0' && c <= '9' ? NUMBER
				: c >= 'a'             ? WORD
						       : BETWEEN;
			break;
		case FRACTION:
			if (c < '0' || c > '9')
				state = BETWEEN;
			break;
		case BETWEEN:
		default:
			state = c >= 'a'               ? WORD
				: c >= '0' && c <= '9' ? NUMBER
						       : BETWEEN;
			break;
		}
		seen[state]++;
	}
	return seen[WORD] + 3 * seen[NUMBER] + 7 * seen[FRACTION];
}

static uint32_t crc(void)
{
	uint32_t c = ~0u;

	for (unsigned i = 0; i < TEXT / 4; i++) {
		c ^= (uint8_t)text[i];
		for (unsigned bit = 0; bit < 8; bit++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320u : 0);
	}
	return ~c;
}

static volatile uint32_t touched;

__attribute__((noinline, noclone)) void touch(uint32_t value)
{
	touched = touched * 5 + value;
}

int main(void)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < ROUNDS; i++) {
		sum = sum * 31 + lists();
		sum = sum * 31 + matrices();
		sum = sum * 31 + state_machine();
		sum = sum * 31 + crc();
	}
	for (unsigned i = 0; i < TOUCHES; i++)
		touch(i);
	printf("%08x %08x\n", (unsigned)sum, (unsigned)touched);
	return 0;
}
