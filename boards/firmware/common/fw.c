/* SPDX-License-Identifier: MIT */
/*
 * Exceptions, the monitor's interrupt and the console; see fw.h.
 */
#include "common/fw.h"

#include <stddef.h>

#include "common/board.h"

/* Semihosting: operation numbers and exit reasons of ARM's specification. */
enum {
	SYS_WRITE0 = 0x04,
	SYS_EXIT = 0x18,
	STOPPED_APPLICATION_EXIT = 0x20026,
	STOPPED_RUN_TIME_ERROR = 0x20023,
};

enum { SVC_LEAVE_USER = 0x555 }; /* start.S, fw_call_user */

void fw_unhandled(const struct fw_frame *frame, uint32_t number);

static void (*pmu_interrupt)(void);

static void on_svc(struct fw_frame *frame)
{
	if (fw_svc_number(frame) != SVC_LEAVE_USER)
		fw_unhandled(frame, FW_SVC);
	frame->spsr |= 0x1F;
}

static void on_irq(struct fw_frame *frame)
{
	uint32_t token;

	(void)frame;
	if (board_irq_take(&token) && pmu_interrupt)
		pmu_interrupt();
	board_irq_done(token);
}

void (*fw_handler[FW_EXCEPTIONS])(struct fw_frame *frame) = {
	[FW_SVC] = on_svc,
	[FW_IRQ] = on_irq,
};

void fw_pmu_interrupt(void (*fn)(void))
{
	board_pmu_line(false);
	pmu_interrupt = fn;
	if (fn)
		board_pmu_line(true);
}

void fw_unhandled(const struct fw_frame *frame, uint32_t number)
{
	static const char *const name[FW_EXCEPTIONS] = {
		"undefined instruction",
		"supervisor call",
		"prefetch abort",
		"data abort",
		"interrupt",
		"fast interrupt",
	};

	fw_print("FAIL unexpected ");
	fw_print(name[number]);
	fw_print(" at ");
	fw_print_hex(frame->pc);
	fw_print("\n");
	fw_exit(1);
}

void fw_print(const char *text)
{
	fw_semihost(SYS_WRITE0, (uintptr_t)text);
}

void fw_print_number(uint64_t number)
{
	char text[21];
	char *at = text + sizeof(text) - 1;

	*at = '\0';
	do {
		*--at = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	fw_print(at);
}

void fw_print_hex(uint32_t number)
{
	char text[] = "0x00000000";

	for (int i = 9; i >= 2; i--, number >>= 4)
		text[i] = "0123456789abcdef"[number & 15];
	fw_print(text);
}

void fw_uart_print(const char *text)
{
	while (*text)
		board_uart_put(*text++);
}

void fw_exit(int status)
{
	fw_semihost(SYS_EXIT,
		    status ? STOPPED_RUN_TIME_ERROR : STOPPED_APPLICATION_EXIT);
	for (;;)
		;
}

/* The compiler may call these two whatever it is told. */
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
