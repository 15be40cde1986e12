/* SPDX-License-Identifier: MIT */
/*
 * memcpy(), memmove() and memset() by words; picolibc's go byte by byte.  No
 * access is unaligned, since Device memory, which all is without an MMU, takes
 * none: where source and destination lie differently in their words, each word
 * is put together from two.  No word is read of which no byte is wanted.  They
 * are weak, so that a program may bring its own.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { WORD = 8, LEAST = 2 * WORD };

typedef uint64_t __attribute__((may_alias)) word_t;

static size_t beyond(const void *at)
{
	return (uintptr_t)at & (WORD - 1);
}

/* From the beginning on; `to` is a word's place, and fewer bytes than a word
 * are left. */
static size_t words_up(char *to, const char *from, size_t n)
{
	const unsigned low = (unsigned)beyond(from) * 8;
	const word_t *s = (const word_t *)(const void *)(from - beyond(from));
	word_t *d = (word_t *)(void *)to;
	word_t now, next;

	if (!low) {
		for (; n >= 4 * WORD; n -= 4 * WORD, d += 4, s += 4) {
			const word_t a = s[0], b = s[1], c = s[2], e = s[3];

			d[0] = a;
			d[1] = b;
			d[2] = c;
			d[3] = e;
		}
		for (; n >= WORD; n -= WORD)
			*d++ = *s++;
		return n;
	}
	now = *s++;
	for (; n >= WORD; n -= WORD) {
		next = *s++;
		*d++ = now >> low | next << (64 - low);
		now = next;
	}
	return n;
}

/* From the end on; both are ends. */
static size_t words_down(char *to, const char *from, size_t n)
{
	const unsigned low = (unsigned)beyond(from) * 8;
	const word_t *s = (const word_t *)(const void *)(from - beyond(from));
	word_t *d = (word_t *)(void *)to;
	word_t now, next;

	if (!low) {
		for (; n >= 4 * WORD; n -= 4 * WORD) {
			const word_t a = s[-1], b = s[-2], c = s[-3], e = s[-4];

			s -= 4;
			d -= 4;
			d[3] = a;
			d[2] = b;
			d[1] = c;
			d[0] = e;
		}
		for (; n >= WORD; n -= WORD)
			*--d = *--s;
		return n;
	}
	now = *s;
	for (; n >= WORD; n -= WORD) {
		next = *--s;
		*--d = next >> low | now << (64 - low);
		now = next;
	}
	return n;
}

static void up(char *to, const char *from, size_t n)
{
	if (n >= LEAST) {
		size_t left;

		for (; beyond(to); n--)
			*to++ = *from++;
		left = words_up(to, from, n);
		to += n - left;
		from += n - left;
		n = left;
	}
	while (n--)
		*to++ = *from++;
}

static void down(char *to, const char *from, size_t n)
{
	to += n;
	from += n;
	if (n >= LEAST) {
		size_t left;

		for (; beyond(to); n--)
			*--to = *--from;
		left = words_down(to, from, n);
		to -= n - left;
		from -= n - left;
		n = left;
	}
	while (n--)
		*--to = *--from;
}

__attribute__((weak)) void *memcpy(void *restrict to, const void *restrict from,
				   size_t n)
{
	up(to, from, n);
	return to;
}

__attribute__((weak)) void *memmove(void *to, const void *from, size_t n)
{
	if ((uintptr_t)to - (uintptr_t)from >= n)
		up(to, from, n);
	else
		down(to, from, n);
	return to;
}

__attribute__((weak)) void *memset(void *to, int byte, size_t n)
{
	const word_t all = UINT64_C(0x0101010101010101) * (unsigned char)byte;
	char *at = to;
	word_t *d;

	if (n >= LEAST) {
		for (; beyond(at); n--)
			*at++ = (char)byte;
		d = (word_t *)(void *)at;
		for (; n >= 4 * WORD; n -= 4 * WORD, d += 4) {
			d[0] = all;
			d[1] = all;
			d[2] = all;
			d[3] = all;
		}
		for (; n >= WORD; n -= WORD)
			*d++ = all;
		at = (char *)(void *)d;
	}
	while (n--)
		*at++ = (char)byte;
	return to;
}
