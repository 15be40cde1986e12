/* SPDX-License-Identifier: MIT */
/*
 * A program for a core of the M profile that has nothing but its vectors: opens
 * the cycle counter by a session and by the folded form, and tells by
 * semihosting what each came to.
 */
#include <tally/fixed.h>
#include <tally/monitors/dwt.h>
#include <tally/native.h>
#include <tally/session.h>

static const struct tally_slot slot[] = {
	{ .counter = TALLY_DWT_CYCCNT, .event = TALLY_EVENT_CYCLES },
};
TALLY_FIXED(m, dwt, slot);
TALLY_STORE(store, DWT, slot);
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
static struct tally_session s;

#define DEMCR (*(volatile uint32_t *)0xE000EDFC)

static void ask(unsigned what, const void *argument)
{
	register unsigned r0 __asm__("r0") = what;
	register const void *r1 __asm__("r1") = argument;

	__asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

static void tell(const char *what, enum tally_status status)
{
	ask(4, what);
	ask(4, status == TALLY_E_ABSENT ? ": absent\n"
	       : status == TALLY_OK     ? ": open\n"
					: ": another failure\n");
}

__attribute__((noreturn)) void begin(void)
{
	struct tally_bus_mmio bus =
		TALLY_BUS_MMIO(TALLY_DWT_BASE, TALLY_DWT_BYTES);
	const uint32_t before = DEMCR;

	tell("session", tally_session_open(&s, &tally_dwt, &bus.bus, &setup,
					   &store, false));
	tell("folded", m_open(false));
	ask(4, DEMCR == before ? "as found\n" : "changed\n");
	ask(0x18, (const void *)0x20026);
	for (;;)
		;
}

extern char stack_top[];
__attribute__((section(".vectors"),
	       used)) static const void *const vectors[] = {
	stack_top,
	(const void *)begin,
};
