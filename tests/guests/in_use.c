/* SPDX-License-Identifier: MIT */
/*
 * A monitor that somebody else uses is refused and not touched; taken by
 * force, it is put back as it was.  The somebody else writes the registers
 * by hand.
 */
#include <tally/session.h>

#include "check.h"
#include "common/fw.h"
#include "target.h"
#include "work.h"

enum { OTHER_EVENTS = 0x00A0B000 };

static struct tally_bus bus = TARGET_BUS;
static struct tally_session session;
static struct tally_total total[1];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, 1, TARGET_STEPS };
static const struct tally_slot slot[] = {
	{ .counter = TARGET_PMN0, .event = TARGET_INSTRUCTIONS },
};
static const struct tally_setup setup = { slot, 1, 0 };

/* The registers as the other user sees them. */
struct seen {
	uint32_t control, cycles, count0, count1;
};

static struct seen look(void)
{
	return (struct seen){
		by_hand_control(),
		by_hand_counter(0),
		by_hand_counter(1),
		by_hand_counter(2),
	};
}

/* Flags clear, then the counters and the control word as wanted. */
static void leave(uint32_t control, uint32_t cycles)
{
	by_hand_set_control(TARGET_PMNC_IDLE | BY_HAND_ENABLE | BY_HAND_RESET);
	by_hand_set_control(TARGET_PMNC_IDLE | BY_HAND_ENABLE | BY_HAND_FLAGS);
	by_hand_set_control(TARGET_PMNC_IDLE);
	by_hand_set_counter(0, cycles);
	by_hand_set_counter(1, 0x12345678);
	by_hand_set_counter(2, 0x9ABCDEF0);
	by_hand_set_control(control);
}

static enum tally_status opened(bool force)
{
	return tally_session_open(&session, &TARGET_MONITOR, &bus, &setup,
				  &store, force);
}

static void use_and_close(void)
{
	tally_session_start(&session);
	work();
	tally_session_stop(&session);
	check_between("counts meanwhile", tally_session_count(&session, 0),
		      WORK_INSTRUCTIONS, WORK_INSTRUCTIONS + 200);
	check_status("close", tally_session_close(&session), TALLY_OK);
}

/* `running`: the cycle counter goes on, all else must be equal. */
static void check_same(struct seen was, bool running)
{
	struct seen is = look();

	check_equal("control word as found", is.control, was.control);
	check_equal("first event counter as found", is.count0, was.count0);
	check_equal("second event counter as found", is.count1, was.count1);
	if (running)
		check_between("cycle counter goes on from there", is.cycles,
			      was.cycles, was.cycles + 1000000);
	else
		check_equal("cycle counter as found", is.cycles, was.cycles);
}

static void test_running(void)
{
	uint32_t control = TARGET_PMNC_IDLE | BY_HAND_ENABLE;
	struct seen was;

	leave(control, 5000);
	was = look();
	check_equal("running: what was set up", was.control, control);
	check_status("running: refused", opened(false), TALLY_E_BUSY);
	check_same(was, true);
	check_status("running: taken by force", opened(true), TALLY_OK);
	use_and_close();
	check_same(was, true);
}

static void test_pending(void)
{
	struct seen was;

	leave(TARGET_PMNC_IDLE | BY_HAND_CYCLE_INTERRUPT | BY_HAND_ENABLE,
	      -100u);
	work();
	by_hand_set_control(TARGET_PMNC_IDLE | BY_HAND_CYCLE_INTERRUPT);
	was = look();
	check_equal("pending: what was set up", was.control,
		    TARGET_PMNC_IDLE | BY_HAND_CYCLE_INTERRUPT |
			    BY_HAND_CYCLE_FLAG);
	check_status("pending: refused", opened(false), TALLY_E_BUSY);
	check_same(was, false);
	check_status("pending: taken by force", opened(true), TALLY_OK);
	use_and_close();
	/* The one thing that no software can put back. */
	was.control &= ~(uint32_t)BY_HAND_CYCLE_FLAG;
	check_same(was, false);
}

static void test_free(void)
{
	struct seen was;

	leave(OTHER_EVENTS, 77);
	was = look();
	check_equal("free: what was set up", was.control, OTHER_EVENTS);
	check_status("free: opened", opened(false), TALLY_OK);
	use_and_close();
	check_same(was, false);
}

int main(void)
{
	test_running();
	test_pending();
	test_free();
	return check_result();
}
