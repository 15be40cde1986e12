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

static inline intptr_t guest_call(uintptr_t operation, const void *block)
{
#ifdef __aarch64__
	register uintptr_t r0 __asm__("x0") = operation;
	register const void *r1 __asm__("x1") = block;

	__asm__ volatile("hlt 0xf000" : "+r"(r0) : "r"(r1) : "memory");
#else
	register uintptr_t r0 __asm__("r0") = operation;
	register const void *r1 __asm__("r1") = block;

#ifdef __thumb__
	__asm__ volatile("svc 0xab" : "+r"(r0) : "r"(r1) : "memory", "lr");
#else
	__asm__ volatile("svc 0x123456" : "+r"(r0) : "r"(r1) : "memory", "lr");
#endif
#endif
	return (intptr_t)r0;
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

/* Writes bytes into a file of the folder that QEMU was started in. */
static inline void guest_file(const char *name, const void *bytes,
			      uintptr_t size)
{
	uintptr_t length = 0;

	while (name[length])
		length++;
	{
		const uintptr_t how[3] = { (uintptr_t)name, 5,
					   length };                  /* wb */
		const uintptr_t file = (uintptr_t)guest_call(1, how); /* OPEN */
		const uintptr_t what[3] = { file, (uintptr_t)bytes, size };

		guest_say("unwritten", guest_call(5, what)); /* SYS_WRITE */
		guest_call(2, &file);                        /* SYS_CLOSE */
	}
}

/* SYS_EXIT has a block from AArch64, and the reason itself from AArch32. */
static inline void guest_exit(void)
{
#ifdef __aarch64__
	static const uint64_t good[2] = { 0x20026, 0 };

	guest_call(0x18, good);
#else
	const uintptr_t good = 0x20026;

	guest_call(0x18, (const void *)good);
#endif
}

#endif
