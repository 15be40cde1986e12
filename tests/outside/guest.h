/* SPDX-License-Identifier: MIT */
#ifndef OUTSIDE_GUEST_H
#define OUTSIDE_GUEST_H

#include <stdint.h>

/*
 * A bare program for QEMU's virt machine needs these: functions that a compiler
 * asks for, lines of "name value" by semihosting, and an end.  One source file
 * of a program includes them.
 */
void *memset(void *to, int byte, __SIZE_TYPE__ count);
void *memcpy(void *to, const void *from, __SIZE_TYPE__ count);

void *memset(void *to, int byte, __SIZE_TYPE__ count)
{
	volatile unsigned char *p = to;

	while (count--)
		*p++ = (unsigned char)byte;
	return to;
}

void *memcpy(void *to, const void *from, __SIZE_TYPE__ count)
{
	volatile unsigned char *p = to;
	const unsigned char *q = from;

	while (count--)
		*p++ = *q++;
	return to;
}

static inline void guest_call(uint64_t operation, const void *block)
{
	register uint64_t x0 __asm__("x0") = operation;
	register const void *x1 __asm__("x1") = block;

	__asm__ volatile("hlt 0xf000" : "+r"(x0) : "r"(x1) : "memory");
}

/* Decimal; below 0 is a status. */
static inline void guest_say(const char *name, int64_t value)
{
	char text[64], digits[24];
	unsigned n = 0, k = 0;
	uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	while (name[n]) {
		text[n] = name[n];
		n++;
	}
	text[n++] = ' ';
	if (value < 0)
		text[n++] = '-';
	do {
		digits[k++] = (char)('0' + left % 10);
		left /= 10;
	} while (left);
	while (k)
		text[n++] = digits[--k];
	text[n++] = '\n';
	text[n] = '\0';
	guest_call(4, text); /* SYS_WRITE0 */
}

static inline void guest_exit(void)
{
	static const uint64_t good[2] = { 0x20026, 0 };

	guest_call(0x18, good); /* SYS_EXIT */
}

#endif
