/* SPDX-License-Identifier: MIT */
/*
 * The little of a C library that the demo programs use, and what a compiler may
 * call whatever it is told.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "mpc85xx/fw.h"

extern uint8_t fw_heap[];

void *memset(void *to, int value, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);

__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *
memset(void *to, int value, size_t size)
{
	for (uint8_t *p = to; size--;)
		*p++ = (uint8_t)value;
	return to;
}

__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *
memcpy(void *restrict to, const void *restrict from, size_t size)
{
	const uint8_t *f = from;

	for (uint8_t *p = to; size--;)
		*p++ = *f++;
	return to;
}

void *malloc(size_t size)
{
	static uint32_t used;
	uint8_t *at = fw_heap + used;

	used += (uint32_t)(size + 15) & ~15u;
	return at;
}

void free(void *memory)
{
	(void)memory;
}

void exit(int status)
{
	fw_exit(status);
}

int puts(const char *text)
{
	fw_print(text);
	fw_put('\n');
	return 0;
}

static void number(unsigned long value, unsigned base, unsigned width, char pad)
{
	char text[24];
	unsigned n = 0;

	do {
		text[n++] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	while (width-- > n)
		fw_put(pad);
	while (n > 0)
		fw_put(text[--n]);
}

static void signed_number(long value, unsigned width, char pad)
{
	if (value < 0)
		fw_put('-');
	number(value < 0 ? 0ul - (unsigned long)value : (unsigned long)value,
	       10, width, pad);
}

/* long and int are of one size here. */
static void convert(char kind, unsigned width, char pad, va_list *args)
{
	switch (kind) {
	case 'c':
		fw_put((char)va_arg(*args, int));
		break;
	case 's':
		fw_print(va_arg(*args, const char *));
		break;
	case 'd':
		signed_number(va_arg(*args, long), width, pad);
		break;
	case 'u':
		number(va_arg(*args, unsigned long), 10, width, pad);
		break;
	case 'x':
		number(va_arg(*args, unsigned long), 16, width, pad);
		break;
	default:
		fw_put(kind);
		break;
	}
}

int printf(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	for (; *format; format++) {
		unsigned width = 0;
		char pad = ' ';

		if (*format != '%') {
			fw_put(*format);
			continue;
		}
		format++;
		if (*format == '0')
			pad = *format++;
		while (*format >= '0' && *format <= '9')
			width = width * 10 + (unsigned)(*format++ - '0');
		while (*format == 'l')
			format++;
		convert(*format, width, pad, &args);
	}
	va_end(args);
	return 0;
}
