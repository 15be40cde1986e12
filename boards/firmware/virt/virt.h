/* SPDX-License-Identifier: MIT */
#ifndef VIRT_H
#define VIRT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The firmware under the tests for AArch64: start-up, exceptions, interrupts,
 * console.  main() runs in EL1 with interrupts masked.
 */
struct virt_frame {
	uint64_t x[31];
	uint64_t pc;
	uint64_t spsr;
	uint64_t spare;
};

/* An exception that is no interrupt; it may change the frame. */
extern void (*virt_exception)(struct virt_frame *frame, unsigned vector);
/* An interrupt, already acknowledged; its number. */
extern void (*virt_interrupt)(unsigned number);

/* The interrupt controller lets this one through. */
void virt_line(unsigned number);
/* An interrupt by software, to this core. */
void virt_raise(unsigned number);

void virt_print(const char *text);
void virt_print_hex(uint64_t number);
void virt_uart_print(const char *text);
_Noreturn void virt_exit(int status);

/* Prints PASS or FAIL; virt_checked() is the status to end with. */
void virt_check(const char *name, uint64_t expected, uint64_t got);
int virt_checked(void);

#define virt_read(reg)                                                         \
	__extension__({                                                        \
		uint64_t virt_value;                                           \
		__asm__ volatile("mrs %0, " #reg : "=r"(virt_value));          \
		virt_value;                                                    \
	})
#define virt_write(reg, value)                                                 \
	__asm__ volatile("msr " #reg ", %0\n\tisb"                             \
			 :                                                     \
			 : "r"((uint64_t)(value))                              \
			 : "memory")

#endif
