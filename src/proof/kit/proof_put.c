/* SPDX-License-Identifier: MIT */
/*
 * Places where the lines go, one of: -DPROOF_SEMIHOSTING;
 * -DPROOF_PL011=ADDRESS; -DPROOF_16550=ADDRESS, a register a byte;
 * -DPROOF_MINI=ADDRESS, the small UART of a BCM283x; -DPROOF_PI=ADDRESS, the
 * peripherals of a Raspberry Pi, whose PL011 is set up; -DPROOF_ITM, port 0;
 * -DPROOF_MEMORY=BYTES, an array that a debugger reads.  Without any of them
 * write proof_put() yourself.
 */
#include "proof.h"

#define WORD(address) (*(volatile uint32_t *)(uintptr_t)(address))
#define BYTE(address) (*(volatile uint8_t *)(uintptr_t)(address))

#if defined PROOF_SEMIHOSTING && defined __powerpc__
#error "Power has no semihosting: say another PUT="
#elif defined PROOF_SEMIHOSTING

void proof_put(char c)
{
	enum { WRITEC = 3 };
	static char held;

	held = c;
	proof_host(WRITEC, &held);
}

#elif defined PROOF_PL011 || defined PROOF_PI

#ifdef PROOF_PI
/* 115200 bits a second of a clock of 48 MHz, which config.txt asks for, on pins
 * 14 and 15 (BCM2835 ARM Peripherals 6.1 and 13.4, PL011 3.3). */
#define PROOF_PL011 (PROOF_PI + 0x201000)

static void set_up_serial(void)
{
	enum { PINS = 0x200004, PINS_MASK = 077 << 12, PINS_ALT0 = 044 << 12 };
	enum { IBRD = 0x24, FBRD = 0x28, LCRH = 0x2C, CR = 0x30, IMSC = 0x38 };

	WORD(PROOF_PL011 + CR) = 0;
	WORD(PROOF_PI + PINS) =
		(WORD(PROOF_PI + PINS) & ~(uint32_t)PINS_MASK) | PINS_ALT0;
	WORD(PROOF_PL011 + IMSC) = 0;
	WORD(PROOF_PL011 + IBRD) = 26;
	WORD(PROOF_PL011 + FBRD) = 3;
	WORD(PROOF_PL011 + LCRH) = 3 << 5 | 1 << 4; /* 8 bits, queues */
	WORD(PROOF_PL011 + CR) = 1 << 8 | 1;        /* to send */
}
#else
static void set_up_serial(void)
{
}
#endif

void proof_put(char c)
{
	enum { DATA = 0, FLAGS = 0x18, FULL = 1 << 5 };
	static bool begun;

	if (!begun) {
		begun = true;
		set_up_serial();
	}
	if (c == '\n')
		proof_put('\r');
	while (WORD(PROOF_PL011 + FLAGS) & FULL)
		;
	WORD(PROOF_PL011 + DATA) = (uint8_t)c;
}

#elif defined PROOF_16550

#ifndef PROOF_STEP
#define PROOF_STEP 1 /* bytes from one register to the next */
#endif

void proof_put(char c)
{
	enum { DATA = 0, STATUS = 5, ROOM = 0x20 };

	if (c == '\n')
		proof_put('\r');
	while (!(BYTE(PROOF_16550 + STATUS * PROOF_STEP) & ROOM))
		;
	BYTE(PROOF_16550 + DATA) = (uint8_t)c;
}

#elif defined PROOF_MINI

void proof_put(char c)
{
	enum { DATA = 0x40, STATUS = 0x54, ROOM = 0x20 };

	if (c == '\n')
		proof_put('\r');
	while (!(WORD(PROOF_MINI + STATUS) & ROOM))
		;
	WORD(PROOF_MINI + DATA) = (uint8_t)c;
}

#elif defined PROOF_ITM

void proof_put(char c)
{
	while (!(WORD(0xE0000000) & 1))
		;
	BYTE(0xE0000000) = (uint8_t)c;
}

#elif defined PROOF_MEMORY

char proof_text[PROOF_MEMORY];
unsigned proof_text_length;

void proof_put(char c)
{
	if (proof_text_length < PROOF_MEMORY)
		proof_text[proof_text_length++] = c;
}

#endif

/* The end, after the last line: by semihosting, or by a word that resets. */
_Noreturn void proof_end(int bad)
{
#if defined PROOF_SEMIHOSTING
	enum { EXIT = 0x18, DONE = 0x20026, FAILED = 0x20024 };
	/* A64 has it in memory, and a status beside it. */
	const uintptr_t block[2] = { DONE, (uintptr_t)(bad != 0) };

	if (sizeof block[0] == 8)
		proof_host(EXIT, block);
	else
		proof_host(EXIT,
			   (const void *)(uintptr_t)(bad ? FAILED : DONE));
#elif defined PROOF_RESET
	WORD(PROOF_RESET) = 2u | (bad ? 1u << 8 : 0);
#else
	(void)bad;
#endif
	for (;;)
		;
}
