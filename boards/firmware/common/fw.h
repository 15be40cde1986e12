/* SPDX-License-Identifier: MIT */
#ifndef FW_H
#define FW_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The firmware under the guest tests: start-up, exceptions, one interrupt,
 * console.  main() runs in System mode with interrupts masked, the memory
 * map and the caches as the boot loader left them.
 */

/*
 * Exceptions.  A handler gets the interrupted state and may change it; on
 * return the core goes on at `pc` with `spsr`.  `pc` comes as the address of
 * the instruction that faulted (aborts), or of the one to go on with (SVC,
 * undefined, interrupts).  An exception without handler ends the program.
 */
enum fw_exception {
	FW_UNDEFINED,
	FW_SVC,
	FW_PREFETCH_ABORT,
	FW_DATA_ABORT,
	FW_IRQ,
	FW_FIQ,
	FW_EXCEPTIONS
};

struct fw_frame {
	uint32_t spsr;
	uint32_t spare;
	uint32_t r[13];
	uint32_t pc;
};

extern void (*fw_handler[FW_EXCEPTIONS])(struct fw_frame *frame);

/* The immediate of the SVC that brought us here. */
static inline uint32_t fw_svc_number(const struct fw_frame *frame)
{
	return ((const uint32_t *)frame->pc)[-1] & 0xFFFFFF;
}

/*
 * Call fn(arg) in User mode and come back in System mode.  Interrupts keep
 * their mask.
 */
uint32_t fw_call_user(uint32_t (*fn)(uint32_t arg), uint32_t arg);

/* Run `fn` for every overflow interrupt of the monitor; NULL: none. */
void fw_pmu_interrupt(void (*fn)(void));

static inline void fw_irq_enable(void)
{
	uint32_t cpsr;

	__asm__ volatile("mrs %0, cpsr\n\tbic %0, %0, #0x80\n\tmsr cpsr_c, %0"
			 : "=r"(cpsr)
			 :
			 : "memory");
}

static inline void fw_irq_disable(void)
{
	uint32_t cpsr;

	__asm__ volatile("mrs %0, cpsr\n\torr %0, %0, #0x80\n\tmsr cpsr_c, %0"
			 : "=r"(cpsr)
			 :
			 : "memory");
}

static inline void fw_fiq_enable(void)
{
	uint32_t cpsr;

	__asm__ volatile("mrs %0, cpsr\n\tbic %0, %0, #0x40\n\tmsr cpsr_c, %0"
			 : "=r"(cpsr)
			 :
			 : "memory");
}

static inline void fw_fiq_disable(void)
{
	uint32_t cpsr;

	__asm__ volatile("mrs %0, cpsr\n\torr %0, %0, #0x40\n\tmsr cpsr_c, %0"
			 : "=r"(cpsr)
			 :
			 : "memory");
}

/* Text to the console, by semihosting, and by the board's first UART. */
void fw_print(const char *text);
void fw_print_number(uint64_t number);
void fw_print_hex(uint32_t number);
void fw_uart_print(const char *text);

/* Ask the host [ARM semihosting]. */
uint32_t fw_semihost(uint32_t operation, uintptr_t argument);

/* End the program: 0, or 1 for any other status. */
_Noreturn void fw_exit(int status);

#endif
