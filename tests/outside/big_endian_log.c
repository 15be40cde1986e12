/* SPDX-License-Identifier: MIT */
/*
 * A program for a big-endian ARM with Linux and without a library: it fills a
 * log, with a task and counts beyond 32 bits, and writes the log's bytes to its
 * standard output.
 */
#include <tally/log.h>

enum { RECORDS = 16, WRITE = 4, EXIT = 1, INSTRUCTIONS = 7 };

static uint32_t memory[(TALLY_LOG_HEADER + RECORDS * TALLY_LOG_RECORD) / 4];

static long call(long number, long a, const void *b, long c)
{
	register long r7 __asm__("r7") = number;
	register long r0 __asm__("r0") = a;
	register const void *r1 __asm__("r1") = b;
	register long r2 __asm__("r2") = c;

	__asm__ volatile("svc 0"
			 : "+r"(r0)
			 : "r"(r7), "r"(r1), "r"(r2)
			 : "memory");
	return r0;
}

void *memcpy(void *to, const void *from, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((volatile char *)to)[i] = ((const char *)from)[i];
	return to;
}

void *memset(void *to, int byte, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((volatile char *)to)[i] = (char)byte;
	return to;
}

void _start(void)
{
	struct tally_log *log = (struct tally_log *)memory;
	long status = tally_log_open(log, sizeof memory, false);

	tally_log_text(log, TALLY_LOG_MONITOR, 0, 0, "arm1176");
	tally_log_write(log, TALLY_LOG_SETUP, 0, 0, INSTRUCTIONS, 1000);
	tally_log_text(log, TALLY_LOG_TASK, 0, 5, "worker");
	tally_log_write(log, TALLY_LOG_SAMPLE, 0, 5, 0x8000, 1000);
	tally_log_write(log, TALLY_LOG_SAMPLE, 0, 5, 0x8004, 0x123456789);
	tally_log_write(log, TALLY_LOG_SAMPLE, 0, 6, 0x8000, 500);
	call(WRITE, 1, memory, sizeof memory);
	call(EXIT, status, NULL, 0);
}
