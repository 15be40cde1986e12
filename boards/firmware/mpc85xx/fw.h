/* SPDX-License-Identifier: MIT */
#ifndef MPC85XX_FW_H
#define MPC85XX_FW_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The firmware of the e500 boards: start-up, exceptions, the interrupt
 * controller, console and end.  main() runs in supervisor mode with interrupts
 * masked, memory and caches as the boot loader left them.  Freestanding and
 * integer only.
 */
enum {
	FW_CCSR = (int)0xe0000000,
	FW_MSR_PMM = 1 << 2,
	FW_MSR_ME = 1 << 12,
	FW_MSR_PR = 1 << 14,
	FW_MSR_EE = 1 << 15,
	FW_MSR_CE = 1 << 17,
};

/* Numbers of the vectors are the IVORs'. */
enum {
	FW_CRITICAL = 0,
	FW_MACHINE_CHECK = 1,
	FW_DATA_STORAGE = 2,
	FW_INSN_STORAGE = 3,
	FW_EXTERNAL = 4,
	FW_ALIGNMENT = 5,
	FW_PROGRAM = 6,
	FW_SYSTEM_CALL = 8,
	FW_DECREMENTER = 10,
	FW_DATA_TLB = 13,
	FW_INSN_TLB = 14,
	FW_MONITOR = 35,
	FW_VECTORS = 36
};

/* The registers of what was interrupted, which a handler may change. */
struct fw_frame {
	uint32_t chain[2];
	uint32_t r[32]; /* not r1 */
	uint32_t lr, ctr, xer, cr, pc, msr;
};

/* One without a handler ends the program. */
extern void (*fw_handler[FW_VECTORS])(struct fw_frame *frame);

/* fn(arg) in user mode; the result. */
uint32_t fw_call_user(uint32_t (*fn)(uint32_t arg), uint32_t arg);

/* The interrupt controller: a source of its own, to this core. */
void fw_pic_start(void);
void fw_pic_internal(unsigned source, unsigned vector);
void fw_pic_ipi(unsigned number, unsigned vector);
void fw_pic_raise_ipi(unsigned number);
/* The vector of what is asking; then it is in service, until the end. */
unsigned fw_pic_acknowledge(void);
void fw_pic_end(void);

void fw_put(char c);
void fw_print(const char *text);
void fw_print_hex(uint64_t number);
/* Prints PASS or FAIL; fw_checked() is the status to end with. */
void fw_check(const char *name, uint64_t expected, uint64_t got);
int fw_checked(void);
_Noreturn void fw_exit(int status);

static inline void fw_write(uint32_t addr, uint32_t value)
{
	*(volatile uint32_t *)addr = value;
	__asm__ volatile("mbar" : : : "memory");
}

static inline uint32_t fw_read(uint32_t addr)
{
	return *(volatile uint32_t *)addr;
}

#define fw_mfspr(number)                                                       \
	__extension__({                                                        \
		uint32_t fw_value;                                             \
		__asm__ volatile("mfspr %0, %1"                                \
				 : "=r"(fw_value)                              \
				 : "i"(number)                                 \
				 : "memory");                                  \
		fw_value;                                                      \
	})
#define fw_mtspr(number, value)                                                \
	__asm__ volatile("mtspr %0, %1\n\tisync"                               \
			 :                                                     \
			 : "i"(number), "r"((uint32_t)(value))                 \
			 : "memory")

/* The assembler knows mfpmr and mtpmr of other cores only by their words. */
#define FW_PMR(number) (((number)&31) << 16 | ((number) >> 5 & 31) << 11)
#define fw_mfpmr(number)                                                       \
	__extension__({                                                        \
		register uint32_t fw_value __asm__("3");                       \
		__asm__ volatile(".long %1"                                    \
				 : "=r"(fw_value)                              \
				 : "i"(0x7c60029c | FW_PMR(number))            \
				 : "memory");                                  \
		fw_value;                                                      \
	})
#define fw_mtpmr(number, value)                                                \
	do {                                                                   \
		register uint32_t fw_value __asm__("3") = (value);             \
		__asm__ volatile(".long %1\n\tisync"                           \
				 :                                             \
				 : "r"(fw_value),                              \
				   "i"(0x7c60039c | FW_PMR(number))            \
				 : "memory");                                  \
	} while (0)

static inline uint32_t fw_msr(void)
{
	uint32_t value;

	__asm__ volatile("mfmsr %0" : "=r"(value) : : "memory");
	return value;
}

static inline void fw_set_msr(uint32_t value)
{
	__asm__ volatile("mtmsr %0\n\tisync" : : "r"(value) : "memory");
}

static inline void fw_interrupts(bool on)
{
	if (on)
		__asm__ volatile("wrteei 1" : : : "memory");
	else
		__asm__ volatile("wrteei 0" : : : "memory");
}

#endif
