/* SPDX-License-Identifier: MIT */
/*
 * memcpy(), memmove() and memset() against a byte at a time: every size up to
 * three turns of any loop, every place in a word, every overlap.  What lies
 * around must stay.  With an argument it copies and clears much instead, so
 * that its instructions can be counted.
 */
#include <stdio.h>
#include <string.h>

enum { PLACES = 9, SIZES = 104, ROOM = 256, MUCH = 1 << 16 };

static unsigned char got[ROOM], wanted[ROOM], from[ROOM];
static unsigned wrong, done;

/* Calls that a compiler cannot replace. */
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile move)(void *, const void *, size_t) = memmove;
static void *(*volatile set)(void *, int, size_t) = memset;

static void fill(unsigned seed)
{
	for (unsigned i = 0; i < ROOM; i++) {
		seed = seed * 1103515245u + 12345u;
		got[i] = wanted[i] = (unsigned char)(seed >> 16);
		from[i] = (unsigned char)(seed >> 24);
	}
}

static void compare(const char *what, unsigned size, unsigned to, unsigned at)
{
	done++;
	for (unsigned i = 0; i < ROOM; i++)
		if (got[i] != wanted[i]) {
			if (!wrong++)
				printf("%s of %u bytes from %u to %u: byte "
				       "%u\n",
				       what, size, at, to, i);
			return;
		}
}

static void try_copy(unsigned size, unsigned to, unsigned at)
{
	fill(size + to);
	for (unsigned i = 0; i < size; i++)
		wanted[32 + to + i] = from[32 + at + i];
	if (copy(got + 32 + to, from + 32 + at, size) != got + 32 + to)
		wrong++;
	compare("memcpy", size, to, at);
}

/* Within itself: `at` is before, at and behind `to`. */
static void try_move(unsigned size, unsigned to, unsigned at)
{
	unsigned char whole[SIZES];

	fill(size + at);
	for (unsigned i = 0; i < size; i++)
		whole[i] = got[32 + at + i];
	for (unsigned i = 0; i < size; i++)
		wanted[32 + to + i] = whole[i];
	if (move(got + 32 + to, got + 32 + at, size) != got + 32 + to)
		wrong++;
	compare("memmove", size, to, at);
}

static void try_set(unsigned size, unsigned to)
{
	fill(size);
	for (unsigned i = 0; i < size; i++)
		wanted[32 + to + i] = 0xa5;
	if (set(got + 32 + to, 0x7a5, size) != got + 32 + to)
		wrong++;
	compare("memset", size, to, 0);
}

static unsigned char much[MUCH + 16], more[MUCH + 16];

static int work(void)
{
	copy(much, more, MUCH);
	copy(much + 8, more + 3, MUCH);
	move(much + 8, much, MUCH);
	move(much, much + 5, MUCH);
	set(much + 1, 3, MUCH);
	return much[9] == 3 ? 0 : 1;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		return work();
	for (unsigned size = 0; size < SIZES; size++)
		for (unsigned to = 0; to < PLACES; to++) {
			try_set(size, to);
			for (unsigned at = 0; at < PLACES; at++) {
				try_copy(size, to, at);
				try_move(size, to, at);
			}
			try_move(size, to, to + 24);
			try_move(size, to + 24, to);
		}
	printf("%u tries, %u wrong\n", done, wrong);
	return wrong != 0;
}
