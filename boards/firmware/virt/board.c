/* SPDX-License-Identifier: MIT */
/* Interrupt controller, UART and host of QEMU's virt machine; see virt.h. */
#include "virt/virt.h"

#include <stddef.h>

enum {
	GICD = 0x08000000,
	GICD_CTLR = GICD,
	GICD_ISENABLER = GICD + 0x100,
	GICD_SGIR = GICD + 0xf00,
	GICC = 0x08010000,
	GICC_CTLR = GICC,
	GICC_PMR = GICC + 0x04,
	GICC_IAR = GICC + 0x0c,
	GICC_EOIR = GICC + 0x10,
	GIC_ON = 1,
	GIC_ALL_PRIORITIES = 0xff,
	SGI_TO_FIRST_CORE = 1 << 16,
	UART_DATA = 0x09000000,
	UART_FLAGS = 0x09000018,
	UART_FULL = 1 << 5,
};

enum {
	SYS_WRITE0 = 0x04,
	SYS_EXIT = 0x18,
	STOPPED_APPLICATION_EXIT = 0x20026,
};

/* IRQ from the level in use with its own stack pointer, or with SP_EL0. */
enum { VECTOR_IRQ_SP0 = 1, VECTOR_IRQ = 5 };

uint64_t virt_semihost(uint64_t operation, const void *argument);
void virt_handler(struct virt_frame *frame, unsigned vector);

void (*virt_exception)(struct virt_frame *frame, unsigned vector);
void (*virt_interrupt)(unsigned number);

static bool failed;

static void put(uint32_t addr, uint32_t value)
{
	*(volatile uint32_t *)(uintptr_t)addr = value;
}

static uint32_t get(uint32_t addr)
{
	return *(volatile uint32_t *)(uintptr_t)addr;
}

void virt_line(unsigned number)
{
	put(GICD_CTLR, GIC_ON);
	put(GICC_CTLR, GIC_ON);
	put(GICC_PMR, GIC_ALL_PRIORITIES);
	put(GICD_ISENABLER + number / 32 * 4, 1u << number % 32);
}

void virt_raise(unsigned number)
{
	put(GICD_SGIR, SGI_TO_FIRST_CORE | number);
}

void virt_handler(struct virt_frame *frame, unsigned vector)
{
	uint32_t number;

	if (vector != VECTOR_IRQ && vector != VECTOR_IRQ_SP0) {
		if (!virt_exception) {
			virt_print("unhandled exception\n");
			virt_exit(1);
		}
		virt_exception(frame, vector);
		return;
	}
	number = get(GICC_IAR);
	/* Others stay masked; who switches tasks may not come back here. */
	put(GICC_EOIR, number);
	if (virt_interrupt)
		virt_interrupt(number & 0x3ff);
}

void virt_print(const char *text)
{
	virt_semihost(SYS_WRITE0, text);
}

void virt_print_hex(uint64_t number)
{
	static const char digits[] = "0123456789abcdef";
	char text[17];

	for (unsigned i = 0; i < 16; i++)
		text[i] = digits[number >> (60 - 4 * i) & 15];
	text[16] = '\0';
	virt_print(text);
}

void virt_uart_print(const char *text)
{
	for (; *text; text++) {
		while (get(UART_FLAGS) & UART_FULL)
			;
		put(UART_DATA, (uint8_t)*text);
	}
}

_Noreturn void virt_exit(int status)
{
	const uint64_t block[2] = { STOPPED_APPLICATION_EXIT,
				    (uint64_t)(int64_t)status };

	for (;;)
		virt_semihost(SYS_EXIT, block);
}

void virt_check(const char *name, uint64_t expected, uint64_t got)
{
	virt_print(expected == got ? "PASS " : "FAIL ");
	virt_print(name);
	if (expected != got) {
		failed = true;
		virt_print(": expected ");
		virt_print_hex(expected);
		virt_print(" got ");
		virt_print_hex(got);
	}
	virt_print("\n");
}

int virt_checked(void)
{
	return failed;
}
