/* SPDX-License-Identifier: MIT */
/*
 * Exceptions and interrupts of small guest programs on each board with an ARM11
 * or an XScale: what the handlers find, and what is said without a handler.
 *
 * What they shall do is worked out from the architecture by hand; most of it is
 * in the comments of the programs (machine_guest.S).
 */
#include <stdio.h>
#include <string.h>

#include "guest.h"
#include "test.h"

TEST(svc_reaches_the_guest)
{
	struct guest g;

	ON_EACH_BOARD(g, "svc_arm")
	{
		guest_took(&g, "log_svc", symbol_of(g.p, "svc_arm_next"), SVC,
			   SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "svc_thumb")
	{
		guest_took(&g, "log_svc", symbol_of(g.p, "svc_thumb_next"), SVC,
			   SVC);
		assert_int_equal(guest_logged(&g, "log_svc", LOG_SPSR) & 0x20,
				 0x20);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "svc_user")
	{
		guest_took(&g, "log_svc", symbol_of(g.p, "svc_user_next"), SVC,
			   USER);
		assert_int_equal(g.cpu.r[7] & MODE, USER);
		assert_int_equal(g.cpu.r[6], 0x77);
	}
}

TEST(kinds_of_mode_changes)
{
	struct guest g;

	ON_EACH_BOARD(g, "mode_changes")
	{
		const uint64_t *n = machine_ledger(g.m)->n;

		assert_int_equal(n[LEDGER_EXC_SVC], 3);
		assert_int_equal(n[LEDGER_EXC_RETURN], 3 + 2 + 1);
	}
}

TEST(undefined_reaches_the_guest)
{
	struct guest g;

	ON_EACH_BOARD(g, "undefined_arm")
	{
		guest_took(&g, "log_undefined",
			   symbol_of(g.p, "undefined_arm_next"), 0x1b, SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "undefined_thumb")
	{
		guest_took(&g, "log_undefined",
			   symbol_of(g.p, "undefined_thumb_next"), 0x1b, SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
}

TEST(prefetch_abort_reaches_the_guest)
{
	struct guest g;

	ON_EACH_BOARD(g, "jump_nowhere")
	{
		guest_took(&g, "log_prefetch", NOTHING + 4, 0x17, SVC);
		if (g.armv6) {
			assert_int_equal(
				guest_logged(&g, "log_prefetch", LOG_IFSR), 8);
			assert_int_equal(
				guest_logged(&g, "log_prefetch", LOG_IFAR),
				NOTHING);
		} else {
			assert_int_equal(
				guest_logged(&g, "log_prefetch", LOG_DFSR),
				0x406);
		}
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "breakpoint_instruction")
	{
		uint32_t at = symbol_of(g.p, "breakpoint_instruction") + 12;

		guest_took(&g, "log_prefetch", at + 4, 0x17, SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
}

TEST(fetch_from_unmapped_page)
{
	struct guest g;

	ON_EACH_BOARD(g, "jump_unmapped")
	{
		uint32_t at = g.scratch + 0x200004;

		guest_took(&g, "log_prefetch", at + 4, 0x17, SVC);
		if (g.armv6) {
			assert_int_equal(
				guest_logged(&g, "log_prefetch", LOG_IFSR), 5);
			assert_int_equal(
				guest_logged(&g, "log_prefetch", LOG_IFAR), at);
		} else {
			assert_int_equal(
				guest_logged(&g, "log_prefetch", LOG_DFSR),
				0x400);
		}
		assert_int_equal(g.cpu.r[7], 1);
	}
}

TEST(data_abort_is_as_if_nothing_was)
{
	struct guest g;

	ON_EACH_BOARD(g, "load_nothing")
	{
		guest_took(&g, "log_data",
			   symbol_of(g.p, "load_nothing_at") + 8, 0x17, SVC);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFAR),
				 NOTHING + 4);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFSR),
				 g.armv6 ? 0x008 : 0x406);
		assert_int_equal(g.cpu.r[1], NOTHING);
		assert_int_equal(g.cpu.r[2], 5);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "store_nothing")
	{
		guest_took(&g, "log_data",
			   symbol_of(g.p, "store_nothing_at") + 8, 0x17, SVC);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFSR),
				 g.armv6 ? 0x808 : 0x406);
		assert_int_equal(g.cpu.r[1], NOTHING);
	}
	ON_EACH_BOARD(g, "load_nothing_thumb")
	{
		guest_took(&g, "log_data",
			   symbol_of(g.p, "load_nothing_thumb_at") + 8, 0x17,
			   SVC);
		assert_int_equal(guest_logged(&g, "log_data", LOG_SPSR) & 0x20,
				 0x20);
		assert_int_equal(g.cpu.r[2], 5);
		assert_int_equal(g.cpu.r[7], 1);
	}
	ON_EACH_BOARD(g, "user_rights") /* LDRT and STRT in SVC mode */
	{
		assert_int_equal(guest_logged(&g, "log_data", LOG_COUNT), 2);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFAR),
				 0xc0000020);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFSR) & 0xf,
				 13);
		assert_int_equal(guest_logged(&g, "log_data", LOG_SPSR) & MODE,
				 SVC);
		assert_int_equal(g.cpu.r[2], 0xc0000020);
		assert_int_equal(g.cpu.r[3], 7);
		assert_int_equal(g.cpu.r[6], 1);
	}
}

TEST(multiple_transfers_abort_in_the_middle)
{
	struct guest g;

	ON_EACH_BOARD(g, "multiple_load")
	{
		guest_took(&g, "log_data",
			   symbol_of(g.p, "multiple_load_at") + 8, 0x17, SVC);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFAR),
				 g.scratch + 0x200000);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFSR), 5);
		assert_int_equal(g.cpu.r[3], g.scratch + 0x200000 - 8);
	}
	ON_EACH_BOARD(g, "multiple_store")
	{
		guest_took(&g, "log_data",
			   symbol_of(g.p, "multiple_store_at") + 8, 0x17, SVC);
		assert_int_equal(guest_logged(&g, "log_data", LOG_DFSR),
				 g.armv6 ? 0x805 : 5);
		assert_int_equal(g.cpu.r[3], g.scratch + 0x200000 - 8);
		assert_int_equal(guest_memory(&g, g.scratch + 0x200000 - 8), 1);
		assert_int_equal(guest_memory(&g, g.scratch + 0x200000 - 4), 2);
	}
	ON_EACH_BOARD(g, "multiple_return")
	{
		assert_int_equal(guest_logged(&g, "log_data", LOG_COUNT), 1);
		assert_int_equal(guest_logged(&g, "log_data", LOG_SPSR) & MODE,
				 SVC);
		assert_int_equal(g.cpu.r[7], 1);
		assert_int_equal(g.cpu.r[6] & MODE, SVC);
	}
}

TEST(monitor_is_privileged)
{
	struct guest g;

	ON_EACH_BOARD(g, "monitor_user")
	{
		guest_took(&g, "log_undefined",
			   symbol_of(g.p, "monitor_user_at") + 4, 0x1b, USER);
		assert_int_equal(g.cpu.r[7], 1);
	}
	guest_run(&g, "pb1176", "monitor_user_allowed");
	assert_int_equal(guest_logged(&g, "log_undefined", LOG_COUNT), 0);
	guest_close(&g);
}

TEST(interrupt_at_the_boundary)
{
	struct guest g;

	ON_EACH_BOARD(g, "interrupt_exact")
	{
		/* Nine instructions before the additions, ten of those. */
		guest_took(&g, "log_irq",
			   symbol_of(g.p, "interrupt_exact") + 19 * 4 + 4, 0x12,
			   SVC);
		assert_int_equal(g.cpu.r[5], 20);
		assert_int_equal(guest_logged(&g, "seen_pending", 0),
				 !g.armv6                    ? 1 << 12
				 : !strcmp(g.board, "imx31") ? 23 << 16
							     : 39);
	}
	ON_EACH_BOARD(g, "interrupt_masked")
	{
		guest_took(&g, "log_irq",
			   symbol_of(g.p, "interrupt_after_unmask") + 4, 0x12,
			   SVC);
		assert_int_equal(g.cpu.r[7], 1);
	}
}

TEST(fast_interrupt)
{
	static const char *const names[] = { "lubbock", "imx31" };
	struct guest g;

	for (unsigned i = 0; i < 2; i++) {
		guest_run(&g, names[i], "interrupt_fiq");
		assert_int_equal(guest_logged(&g, "log_irq", LOG_COUNT), 0);
		assert_int_equal(guest_logged(&g, "log_fiq", LOG_COUNT), 1);
		assert_int_equal(guest_logged(&g, "log_fiq", LOG_CPSR) & 0xdf,
				 0xd1);
		assert_int_equal(guest_logged(&g, "seen_pending_fiq", 0),
				 i ? 23 : 1 << 12);
		assert_int_equal(g.cpu.r[5], 20);
		guest_close(&g);
	}
}

/* Runs without vectors; the run has to end with these words. */
static void ends_with(const char *board, const char *name, const char *text,
		      const char *at)
{
	struct board_options options = { 0 };
	char wanted[256];
	struct guest g;

	guest_open(&g, board, &options);
	guest_load(&g, name, false);
	guest_go(&g);
	assert_int_equal(g.stop.reason, TARGET_STOP_FAULT);
	snprintf(wanted, sizeof(wanted), text, (unsigned)symbol_of(g.p, at),
		 at);
	assert_string_equal(g.stop.text, wanted);
	guest_close(&g);
}

TEST(unhandled_exceptions_are_told)
{
	ends_with("pb1176", "load_nothing",
		  "data abort: read of 0x50000004, where pb1176 has no memory "
		  "or device, by ldr at 0x%08x (%s+0x0)",
		  "load_nothing_at");
	ends_with("lubbock", "store_nothing",
		  "data abort: write to 0x50000000, where lubbock has no "
		  "memory or device, by str at 0x%08x (%s+0x0)",
		  "store_nothing_at");
	ends_with("lubbock", "write_flash",
		  "data abort: write to 0x00001000, in lubbock's flash, which "
		  "programs cannot write; link data for SDRAM at 0xa0000000, "
		  "by str at 0x%08x (%s+0x0)",
		  "write_flash_at");
	ends_with("imx31", "write_flash",
		  "data abort: write to 0x00001000, in imx31's boot ROM, which "
		  "programs cannot write; link data for SDRAM at 0x80000000, "
		  "by str at 0x%08x (%s+0x0)",
		  "write_flash_at");
	ends_with("imx31", "svc_arm",
		  "SVC 0x5 at 0x%08x (%s+0x0), but no handler is at its vector",
		  "svc_arm");
	ends_with("pb1176", "undefined_arm",
		  "undefined instruction 0xe7f000f0 at 0x%08x (%s+0x0)",
		  "undefined_arm");
	ends_with("pb1176", "svc_arm",
		  "SVC 0x5 at 0x%08x (%s+0x0), but no handler is at its vector",
		  "svc_arm");
	ends_with("pb1176", "jump_nowhere",
		  "prefetch abort: the program went to 0x50000000, where no "
		  "memory is, from 0x%08x (%s+0x0)",
		  "jump_nowhere_from");
	ends_with("pb1176", "jump_unmapped",
		  "prefetch abort: the program went to 0x00300004, which the "
		  "page tables do not map, from 0x%08x (%s+0x0)",
		  "jump_unmapped_from");
}
