/* SPDX-License-Identifier: MIT */
/*
 * The platform's clocks of a window, counted by a session and by the folded
 * form, which may count on while the others are stopped and are somebody's: so
 * a total stands behind the window, and PMC0 is neither cleared nor set back.
 * Prints what each counted, of the same code.
 */
#include <tally/fixed.h>
#include <tally/monitors/mpc85xx.h>
#include <tally/native.h>
#include <tally/session.h>

#include "mpc85xx/fw.h"

enum {
	PVR = 287,
	E500V1 = 0x8020, /* the processor version's upper half */
	PMC0 = TALLY_MPC85XX_BASE + 0x18,
	WINDOWS = 5,
	ROUNDS = 1000,
};

static const struct tally_slot slot[] = {
	TALLY_SLOT(TALLY_MPC85XX_CLOCK, TALLY_EVENT_CYCLES),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
static struct tally_bus_mmio_be bus =
	TALLY_BUS_MMIO_BE((uint32_t)FW_CCSR + TALLY_MPC85XX_BASE, 0x1000);
TALLY_STORE(store, MPC85XX, slot);
static struct tally_session session;
/* The clock is the same on both: of an MPC8548, all that this reaches is. */
TALLY_FIXED_AT(folded, mpc8540, (uint32_t)FW_CCSR + TALLY_MPC85XX_BASE, slot);

static volatile uint32_t sink;

__attribute__((noinline)) static void work(void)
{
	for (uint32_t i = 0; i < ROUNDS; i++)
		sink += i;
}

/* Whichever word is low, the sum of both only goes up here. */
static uint64_t clock_now(void)
{
	return (uint64_t)fw_read((uint32_t)FW_CCSR + PMC0) +
	       fw_read((uint32_t)FW_CCSR + PMC0 + 4);
}

static void say(const char *name, uint64_t number)
{
	fw_print(name);
	fw_print_hex(number);
	fw_print("\n");
}

static void by_session(const struct tally_monitor *m)
{
	uint64_t count;

	fw_check("session: open", TALLY_OK,
		 (uint64_t)tally_session_open(&session, m, &bus.bus, &setup,
					      &store, false));
	fw_check("session: calibrated", TALLY_OK,
		 (uint64_t)tally_session_calibrate(&session, 3));
	for (unsigned i = 0; i < WINDOWS; i++) {
		tally_session_start(&session);
		work();
		tally_session_stop(&session);
		work();
	}
	count = tally_session_count(&session, 0);
	work();
	fw_check("session: it stands", count, tally_session_count(&session, 0));
	fw_check("session: by all at once", TALLY_OK,
		 (uint64_t)tally_session_read_all(&session, &count));
	fw_check("session: the same", count, tally_session_count(&session, 0));
	fw_check("session: suspended", TALLY_OK,
		 (uint64_t)tally_session_suspend(&session));
	work();
	fw_check("session: resumed", TALLY_OK,
		 (uint64_t)tally_session_resume(&session));
	fw_check("session: whole", count, tally_session_count(&session, 0));
	say("session ", count);
	say("net ", tally_session_net(&session, 0));
	fw_check("session: close", TALLY_OK,
		 (uint64_t)tally_session_close(&session));
}

static void by_folded(void)
{
	uint64_t count;

	fw_check("folded: open", TALLY_OK, (uint64_t)folded_open(false));
	for (unsigned i = 0; i < WINDOWS; i++) {
		TALLY_FIXED_REGION(folded)
		work();
		work();
	}
	count = folded_count(0);
	work();
	fw_check("folded: it stands", count, folded_count(0));
	folded_start();
	fw_check("folded: it goes on", 1, folded_count(0) >= count);
	folded_stop();
	fw_check("folded: close", TALLY_OK, (uint64_t)folded_close());
	say("folded ", count);
}

int main(void)
{
	uint64_t before;

	work();
	before = clock_now();
	by_session(fw_mfspr(PVR) >> 16 == E500V1 ? &tally_mpc8540
						 : &tally_mpc8548);
	fw_check("session: somebody's clock goes on", 1, clock_now() > before);
	before = clock_now();
	by_folded();
	fw_check("folded: somebody's clock goes on", 1, clock_now() > before);
	return fw_checked();
}
