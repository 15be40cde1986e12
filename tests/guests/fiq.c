/* SPDX-License-Identifier: MIT */
/*
 * Overflows that come by FIQ: the ARM1156's monitor has a line for it, and
 * elsewhere the interrupt controller turns the one line into FIQ.  Totals are
 * exact over several wraps, counter by counter, and nothing comes by IRQ.
 *
 * Exact against what?  As in overflow_library.c: against a second counter on
 * the same event, which never overflows, since both see the handler's own
 * instructions; and the work's known counts plus the same price for every
 * interrupt.
 */
#include <tally/session.h>

#include "check.h"
#include "common/board.h"
#include "common/fw.h"
#include "target.h"
#include "work.h"

enum { SLOTS = 3, WRAPS = 5 };

static struct tally_bus bus = TARGET_BUS;
static struct tally_session session;
static struct tally_total total[SLOTS];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, SLOTS, TARGET_STEPS };

static struct tally_slot slot[SLOTS] = {
	{ .counter = TARGET_PMN0 },
	{ .counter = TARGET_PMN1 },
	{ .counter = TARGET_CCNT, .event = TALLY_EVENT_CYCLES },
};
static const struct tally_setup setup = { slot, SLOTS, 0 };

static volatile uint32_t fiqs, irqs;
static volatile uint32_t strangers; /* FIQs that were not the monitor's */
static volatile uint32_t overflows[SLOTS];

static void on_fiq(struct fw_frame *frame)
{
	uint32_t which;

	(void)frame;
	fiqs++;
	strangers += !board_fiq_is_pmu();
	which = tally_session_overflow(&session);
	for (unsigned i = 0; i < SLOTS; i++)
		overflows[i] += which >> i & 1;
}

static void on_irq(struct fw_frame *frame)
{
	(void)frame;
	irqs++;
	fw_exit(1); /* it would come for ever */
}

/* One window in which slot `n` overflows; its count. */
static uint64_t window(unsigned n, uint64_t period)
{
	for (unsigned i = 0; i < SLOTS; i++) {
		slot[i].period = i == n ? period : 0;
		slot[i].interrupt = i == n ? TARGET_FAST : TALLY_SILENT;
		overflows[i] = 0;
	}
	fiqs = 0;
	irqs = 0;
	strangers = 0;
	check_status("open",
		     tally_session_open(&session, &TARGET_MONITOR, &bus, &setup,
					&store, false),
		     TALLY_OK);
	check_status("calibrate", tally_session_calibrate(&session, 3),
		     TALLY_OK);
	board_pmu_fast_line(true);
	fw_irq_enable();
	fw_fiq_enable();
	work_within(&session);
	fw_fiq_disable();
	fw_irq_disable();
	board_pmu_fast_line(false);
	check_equal("FIQs", fiqs, tally_session_count(&session, n) / period);
	check_equal("each for an overflow", overflows[n], fiqs);
	check_equal("all of them the monitor's", strangers, 0);
	check_equal("no IRQ", irqs, 0);
	return tally_session_count(&session, n);
}

static void finish(void)
{
	check_status("close", tally_session_close(&session), TALLY_OK);
}

/* Slot `n` against its twin, which counts the same. */
static void test_event_counter(unsigned n)
{
	uint64_t known = WORK_INSTRUCTIONS, cost;

	slot[0].event = TARGET_INSTRUCTIONS;
	slot[1].event = TARGET_INSTRUCTIONS;
	window(n, known * 2 / 3);
	check_equal("one FIQ", fiqs, 1);
	cost = tally_session_net(&session, n) - known;
	finish();
	check_equal("slot and twin agree", window(n, known / WRAPS),
		    tally_session_count(&session, 1 - n));
	check_between("several FIQs", fiqs, WRAPS, UINT32_MAX);
	check_equal("the work and its interrupts",
		    tally_session_net(&session, n), known + fiqs * cost);
	finish();
}

#ifdef TARGET_CYCLE_EVENT
static void test_cycle_counter(void)
{
	slot[0].event = TARGET_CYCLE_EVENT;
	slot[1].event = TARGET_INSTRUCTIONS;
	check_equal("cycle counter and twin agree", window(2, WORK_TURNS / 2),
		    tally_session_count(&session, 0));
	check_between("several FIQs", fiqs, WRAPS - 2, UINT32_MAX);
	finish();
}
#else
static void test_cycle_counter(void)
{
}
#endif

int main(void)
{
	fw_handler[FW_FIQ] = on_fiq;
	fw_handler[FW_IRQ] = on_irq;
	test_event_counter(0);
	test_event_counter(1);
	test_cycle_counter();
	return check_result();
}
