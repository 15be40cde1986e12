/* SPDX-License-Identifier: MIT */
/*
 * Regions, calibrated: an empty one nets 0 instructions, a block of 1000 nets
 * 1000, and windows add up.
 */
#include <tally/region.h>

#include "check.h"
#include "common/fw.h"
#include "target.h"
#include "work.h"

static struct tally_bus bus = TARGET_BUS;
static struct tally_session session;
static struct tally_total total[2];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, 2, TARGET_STEPS };
static const struct tally_slot slot[] = {
	{ .counter = TARGET_PMN0, .event = TARGET_INSTRUCTIONS },
	{ .counter = TARGET_PMN1, .event = TARGET_BRANCHES },
};
static const struct tally_setup setup = { slot, 2, 0 };

/* 1000 instructions: 7, 1, and 496 times 2.  496 fits a MOV. */
__attribute__((always_inline)) static inline void thousand(void)
{
	int turns;

	__asm__ volatile("	.rept	7\n"
			 "	nop\n"
			 "	.endr\n"
			 "	mov	%0, #496\n"
			 "1:	subs	%0, %0, #1\n"
			 "	bne	1b"
			 : "=r"(turns)
			 :
			 : "cc");
}

WINDOW empty_window(struct tally_session *s)
{
	TALLY_BEGIN(s);
	TALLY_END(s);
	WINDOW_ENDS();
}

WINDOW window_of_thousand(struct tally_session *s)
{
	TALLY_BEGIN(s);
	thousand();
	TALLY_END(s);
	WINDOW_ENDS();
}

static void note(const char *text, uint64_t number)
{
	fw_print("# ");
	fw_print(text);
	fw_print(": ");
	fw_print_number(number);
	fw_print("\n");
}

static void test_empty(void)
{
	tally_session_reset(&session);
	empty_window(&session);
	note("instructions of an empty region, before calibration is applied",
	     tally_session_count(&session, 0));
	check_equal("empty region, as calibrated",
		    tally_session_count(&session, 0), total[0].empty);
	check_equal("empty region", tally_session_net(&session, 0), 0);
	check_equal("empty region, branches", tally_session_net(&session, 1),
		    0);
}

static void test_block(void)
{
	tally_session_reset(&session);
	window_of_thousand(&session);
	check_equal("one instruction is not lost",
		    tally_session_net(&session, 0), 1000);
	check_equal("branches of the block", tally_session_net(&session, 1),
		    496);
	for (int i = 0; i < 9; i++)
		window_of_thousand(&session);
	check_equal("ten windows", tally_session_net(&session, 0), 10000);
	check_equal("ten windows, branches", tally_session_net(&session, 1),
		    4960);
}

/* A window counts the fences that its way needs between an access and the next
 * instruction, at either end. */
enum {
#define NATIVE(WORD, word, macro, fence, control)                              \
	FENCES_##WORD = sizeof(fence) > 1 ? 2 : 0,
#include <tally/native.def>
};
#define FENCES(way)  FENCES_(way)
#define FENCES_(way) FENCES_##way

/* Between the two writes is the code, and the closing write counts as one. */
static void test_in_place(void)
{
	check_status("in place: calibrate",
		     TALLY_REGION_CALIBRATE(TARGET_NATIVE, &session, 3),
		     TALLY_OK);
	check_between("in place: empty region", total[0].empty,
		      1 + FENCES(TARGET_NATIVE), 2 + FENCES(TARGET_NATIVE));
	TALLY_REGION(TARGET_NATIVE, &session)
	{
		thousand();
	}
	check_equal("in place: block", tally_session_net(&session, 0), 1000);
	TALLY_REGION(TARGET_NATIVE, &session)
	thousand();
	check_equal("in place: two windows", tally_session_net(&session, 0),
		    2000);
	check_equal("in place: branches", tally_session_net(&session, 1),
		    2 * 496);
	check_status("in place: it is stopped", tally_session_stop(&session),
		     TALLY_E_STATE);
}

int main(void)
{
	check_status("open",
		     tally_session_open(&session, &TARGET_MONITOR, &bus, &setup,
					&store, false),
		     TALLY_OK);
	check_status("calibrate", tally_session_calibrate(&session, 3),
		     TALLY_OK);
	test_empty();
	test_block();
	test_in_place();
	check_status("close", tally_session_close(&session), TALLY_OK);
	return check_result();
}
