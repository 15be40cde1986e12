/* SPDX-License-Identifier: MIT */
/*
 * Exceptions, interrupt controller, console and end of the e500 boards; see
 * fw.h.  Addresses are offsets from CCSRBAR.
 */
#include "mpc85xx/fw.h"

enum {
	UART_THR = FW_CCSR + 0x4500,
	UART_LSR = FW_CCSR + 0x4505,
	LSR_ROOM = 0x20,
	PIC = FW_CCSR + 0x40000,
	PIC_GCR = PIC + 0x1020,
	PIC_IPIVPR = PIC + 0x10a0,
	PIC_IIVPR = PIC + 0x10200,
	PIC_CORE = PIC + 0x20000,
	PIC_IPIDR = PIC_CORE + 0x40,
	PIC_CTPR = PIC_CORE + 0x80,
	PIC_IACK = PIC_CORE + 0xa0,
	PIC_EOI = PIC_CORE + 0xb0,
	GCR_MIXED = 0x20000000,
	PRIORITY = 8 << 16,
	POLARITY_HIGH = 1 << 23,
	SENSE_LEVEL = 1 << 22,
	/* Reset request; the board takes the byte above as the status. */
	RSTCR = FW_CCSR + 0xe00b0,
	RSTCR_RESET = 2,
	SYSTEM_CALL_LEAVE = 0x55,
};

static bool failed;

void (*fw_handler[FW_VECTORS])(struct fw_frame *frame);

void fw_handle(struct fw_frame *frame, unsigned number);

static void unhandled(const struct fw_frame *frame, unsigned number)
{
	fw_print("FAIL unexpected exception ");
	fw_print_hex(number);
	fw_print(" at ");
	fw_print_hex(frame->pc);
	fw_print("\n");
	fw_exit(1);
}

void fw_handle(struct fw_frame *frame, unsigned number)
{
	if (number == FW_SYSTEM_CALL && frame->r[0] == SYSTEM_CALL_LEAVE)
		frame->msr &= ~(uint32_t)FW_MSR_PR;
	else if (number < FW_VECTORS && fw_handler[number])
		fw_handler[number](frame);
	else
		unhandled(frame, number);
}

void fw_pic_start(void)
{
	fw_write((uint32_t)PIC_GCR, GCR_MIXED);
	fw_write((uint32_t)PIC_CTPR, 0);
}

void fw_pic_internal(unsigned source, unsigned vector)
{
	uint32_t at = (uint32_t)PIC_IIVPR + source * 0x20;

	fw_write(at + 0x10, 1);
	fw_write(at, PRIORITY | POLARITY_HIGH | SENSE_LEVEL | vector);
}

void fw_pic_ipi(unsigned number, unsigned vector)
{
	fw_write((uint32_t)PIC_IPIVPR + number * 0x10, PRIORITY | vector);
}

void fw_pic_raise_ipi(unsigned number)
{
	fw_write((uint32_t)PIC_IPIDR + number * 0x10, 1);
}

unsigned fw_pic_acknowledge(void)
{
	return fw_read((uint32_t)PIC_IACK) & 0xffff;
}

void fw_pic_end(void)
{
	fw_write((uint32_t)PIC_EOI, 0);
}

void fw_put(char c)
{
	while (!(*(volatile uint8_t *)UART_LSR & LSR_ROOM))
		;
	*(volatile uint8_t *)UART_THR = (uint8_t)c;
}

void fw_print(const char *text)
{
	while (*text)
		fw_put(*text++);
}

void fw_print_hex(uint64_t number)
{
	for (int shift = 60; shift >= 0; shift -= 4)
		fw_put("0123456789abcdef"[number >> shift & 15]);
}

void fw_check(const char *name, uint64_t expected, uint64_t got)
{
	fw_print(expected == got ? "PASS " : "FAIL ");
	fw_print(name);
	if (expected != got) {
		failed = true;
		fw_print(": expected ");
		fw_print_hex(expected);
		fw_print(" got ");
		fw_print_hex(got);
	}
	fw_print("\n");
}

int fw_checked(void)
{
	return failed;
}

_Noreturn void fw_exit(int status)
{
	for (;;)
		fw_write((uint32_t)RSTCR,
			 ((uint32_t)status & 0xff) << 8 | RSTCR_RESET);
}
