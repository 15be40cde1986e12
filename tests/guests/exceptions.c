/* SPDX-License-Identifier: MIT */
/*
 * SVC, undefined instruction, data abort and prefetch abort reach their
 * handlers with the right addresses, and the program goes on unharmed.
 */
#include "check.h"
#include "common/fw.h"

/* No board has anything at these addresses. */
#define NOWHERE   0xC0000000u
#define DATA_MARK 0xC0000100u

static volatile uint32_t calls[FW_EXCEPTIONS];
static volatile uint32_t seen; /* SVC number, or address */

static void (*svc_of_firmware)(struct fw_frame *frame);

static void on_svc(struct fw_frame *frame)
{
	if (fw_svc_number(frame) != 0x42) {
		svc_of_firmware(frame);
		return;
	}
	calls[FW_SVC]++;
	seen = fw_svc_number(frame);
	frame->r[0] += frame->r[1];
}

static void on_undefined(struct fw_frame *frame)
{
	calls[FW_UNDEFINED]++;
	seen = frame->pc - 4;
}

static void on_data_abort(struct fw_frame *frame)
{
	uint32_t address;

	__asm__ volatile("mrc p15, 0, %0, c6, c0, 0" : "=r"(address));
	calls[FW_DATA_ABORT]++;
	seen = address;
	frame->pc += 4;
}

/* The caller left the way back in r0. */
static void on_prefetch_abort(struct fw_frame *frame)
{
	calls[FW_PREFETCH_ABORT]++;
	seen = frame->pc;
	frame->pc = frame->r[0];
}

static void test_svc(void)
{
	register uint32_t r0 __asm__("r0") = 40;
	register uint32_t r1 __asm__("r1") = 2;
	uint32_t zero;

	/* The flags are part of what must survive. */
	__asm__ volatile("cmp	r0, r0\n"
			 "	svc	#0x42\n"
			 "	moveq	%1, #1\n"
			 "	movne	%1, #0"
			 : "+r"(r0), "=&r"(zero)
			 : "r"(r1)
			 : "cc", "memory");
	check_equal("SVC gives its result", r0, 42);
	check_equal("SVC keeps the flags", zero, 1);
	check_equal("SVC number", seen, 0x42);
	check_equal("SVC taken", calls[FW_SVC], 1);
}

static void test_undefined(void)
{
	uint32_t address;
	uint32_t after = 0;

	__asm__ volatile("	adr	%0, 1f\n"
			 "1:	.inst	0xe7f000f0\n"
			 "	mov	%1, #7"
			 : "=&r"(address), "+r"(after)
			 :
			 : "memory");
	check_equal("undefined: where", seen, address);
	check_equal("undefined: goes on after it", after, 7);
	check_equal("undefined taken", calls[FW_UNDEFINED], 1);
}

static void test_data_abort(void)
{
	uint32_t value = 99;

	__asm__ volatile("ldr	%0, [%1]"
			 : "+r"(value)
			 : "r"(DATA_MARK)
			 : "memory");
	check_equal("data abort: fault address", seen, DATA_MARK);
	check_equal("data abort: load did not happen", value, 99);
	__asm__ volatile("str	%0, [%1]"
			 :
			 : "r"(value), "r"(DATA_MARK + 4)
			 : "memory");
	check_equal("data abort of a store: fault address", seen,
		    DATA_MARK + 4);
	check_equal("data aborts taken", calls[FW_DATA_ABORT], 2);
}

static void test_prefetch_abort(void)
{
	__asm__ volatile("	adr	r0, 1f\n"
			 "	mov	pc, %0\n"
			 "1:"
			 :
			 : "r"(NOWHERE)
			 : "r0", "memory");
	check_equal("prefetch abort: where", seen, NOWHERE);
	check_equal("prefetch abort taken", calls[FW_PREFETCH_ABORT], 1);
}

static uint32_t mode(uint32_t unused)
{
	uint32_t cpsr;

	(void)unused;
	__asm__ volatile("mrs %0, cpsr" : "=r"(cpsr));
	return cpsr & 0x1F;
}

int main(void)
{
	svc_of_firmware = fw_handler[FW_SVC];
	fw_handler[FW_SVC] = on_svc;
	fw_handler[FW_UNDEFINED] = on_undefined;
	fw_handler[FW_DATA_ABORT] = on_data_abort;
	fw_handler[FW_PREFETCH_ABORT] = on_prefetch_abort;
	test_svc();
	test_undefined();
	test_data_abort();
	test_prefetch_abort();
	check_equal("user mode is user mode", fw_call_user(mode, 0), 0x10);
	check_equal("and back in system mode", mode(0), 0x1F);
	return check_result();
}
