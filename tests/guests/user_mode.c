/* SPDX-License-Identifier: MIT */
/*
 * User mode and the monitor.  PXA250, ARM1136: never, every access is
 * Undefined.  ARM1176: while bit V of the access validation register is set;
 * ARMv7: bit EN of PMUSERENR.  A session with TALLY_USER sets that for as long
 * as it is open.
 */
#include <tally/session.h>

#include "check.h"
#include "common/fw.h"
#include "target.h"
#include "work.h"

enum { NOTHING = 0x5EEDF00D }; /* what a skipped read leaves behind */

static struct tally_bus bus = TARGET_BUS;
static struct tally_session session;
static struct tally_total total[1];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, 1, TARGET_STEPS };
static const struct tally_slot slot[] = {
	{ .counter = TARGET_PMN0, .event = TARGET_INSTRUCTIONS },
};

static volatile uint32_t undefined;

/* Count it, and go on after it. */
static void on_undefined(struct fw_frame *frame)
{
	(void)frame;
	undefined++;
}

#define READ(n)  "mrc " TARGET_OPERANDS(n, "%0")
#define WRITE(n) "mcr " TARGET_OPERANDS(n, "%0")

/* Run in User mode: read one of the four registers, or write it. */
static uint32_t user_read(uint32_t which)
{
	uint32_t value = NOTHING;

	switch (which) {
	case 0:
		__asm__ volatile(READ(0) : "+r"(value));
		break;
	case 1:
		__asm__ volatile(READ(1) : "+r"(value));
		break;
	case 2:
		__asm__ volatile(READ(2) : "+r"(value));
		break;
	default:
		__asm__ volatile(READ(3) : "+r"(value));
		break;
	}
	return value;
}

static uint32_t user_write(uint32_t which)
{
	uint32_t value = 0;

	switch (which) {
	case 0:
		__asm__ volatile(WRITE(0) : : "r"(value));
		break;
	case 1:
		__asm__ volatile(WRITE(1) : : "r"(value));
		break;
	case 2:
		__asm__ volatile(WRITE(2) : : "r"(value));
		break;
	default:
		__asm__ volatile(WRITE(3) : : "r"(value));
		break;
	}
	return value;
}

static void check_locked_out(const char *when)
{
	uint32_t control = TARGET_READ(0) & TARGET_CONTROL_KEPT;

	fw_print("# ");
	fw_print(when);
	fw_print("\n");
	for (uint32_t i = 0; i < 4; i++) {
		undefined = 0;
		check_equal("user mode reads nothing",
			    fw_call_user(user_read, i), NOTHING);
		check_equal("user mode's read is undefined", undefined, 1);
		fw_call_user(user_write, i);
		check_equal("user mode's write is undefined", undefined, 2);
	}
	check_equal("control word untouched",
		    TARGET_READ(0) & TARGET_CONTROL_KEPT, control);
}

static enum tally_status opened(const struct tally_setup *setup)
{
	return tally_session_open(&session, &TARGET_MONITOR, &bus, setup,
				  &store, false);
}

#ifdef TARGET_USER_REGISTER
/* In User mode: how many instructions does it see from one read to the next? */
static uint32_t user_measures(uint32_t turns)
{
	uint32_t first;
	uint32_t second;

#ifdef TARGET_USER_SELECT
	TARGET_USER_SELECT();
#endif
	__asm__ volatile(
		"mrc	" TARGET_OPERANDS(
			2, "%0") "\n"
				 "1:	subs	%2, %2, #1\n"
				 "	bne	1b\n"
				 "	mrc	" TARGET_OPERANDS(2, "%1") "\n"
		: "=&r"(first), "=&r"(second), "+r"(turns)
		:
		: "cc");
	return second - first;
}

static void test_open_to_user(void)
{
	static const struct tally_setup setup = { slot, 1, TALLY_USER };

	check_status("open with TALLY_USER", opened(&setup), TALLY_OK);
	check_equal("the bit is set", TARGET_USER_REGISTER & 1, 1);
	undefined = 0;
	tally_session_start(&session);
	check_equal("user mode measures by itself",
		    fw_call_user(user_measures, 100), 201);
	tally_session_stop(&session);
	check_between("user mode reads the counter", fw_call_user(user_read, 2),
		      201, tally_session_count(&session, 0));
	check_equal("nothing was undefined", undefined, 0);
	check_status("close", tally_session_close(&session), TALLY_OK);
	check_equal("the bit as found", TARGET_USER_REGISTER & 1, 0);
}
#else
static void test_open_to_user(void)
{
	static const struct tally_setup setup = { slot, 1, TALLY_USER };

	check_status("TALLY_USER is refused", opened(&setup), TALLY_E_FEATURE);
}
#endif

int main(void)
{
	static const struct tally_setup setup = { slot, 1, 0 };

	fw_handler[FW_UNDEFINED] = on_undefined;
#ifdef TARGET_USER_REGISTER
	TARGET_USER_REGISTER_WRITE(0);
#endif
	check_locked_out("no session");
	check_status("open", opened(&setup), TALLY_OK);
	check_locked_out("a session that keeps user mode out");
	check_status("close", tally_session_close(&session), TALLY_OK);
	test_open_to_user();
	check_locked_out("no session any more");
	return check_result();
}
