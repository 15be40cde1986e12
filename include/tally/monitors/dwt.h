/* SPDX-License-Identifier: MIT */
#ifndef TALLY_DWT_H
#define TALLY_DWT_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The cycle counter of Arm's M-profile cores: CYCCNT of the data watchpoint and
 * trace unit.  [CMSIS; RP2350].
 *
 *	struct tally_bus_mmio bus = TALLY_BUS_MMIO(TALLY_DWT_BASE,
 *						   TALLY_DWT_BYTES);
 *
 * Privileged code alone reaches it.  Open sets DEMCR.TRCENA, without which the
 * unit does not answer, writes the lock's key, for a Cortex-M7 may be locked,
 * and gives TALLY_E_ABSENT where TRCENA stays 0 or the core was built without
 * CYCCNT: on an emulator, say.  It gives TALLY_E_BUSY where CYCCNT runs, which
 * debuggers and operating systems have it do: with `force` it is taken, and put
 * back without the cycles that passed meanwhile.
 *
 * It wraps after 2^32 cycles and says nothing: call tally_session_overflow() at
 * least every tally_session_poll_limit() cycles, at 400 MHz every 10 s.  It
 * stands still where the core has no clock, as most have in WFI, and while a
 * debugger has halted it; on some parts also while the vendor's debug enable is
 * off: `tally doctor` says whether it moves.
 */
extern const struct tally_monitor tally_dwt;

/* The private peripheral bus, where all of its registers are. */
#define TALLY_DWT_BASE  UINT32_C(0xE0000000)
#define TALLY_DWT_BYTES UINT32_C(0x10000)

enum tally_dwt_counter { TALLY_DWT_CYCCNT };

/* struct tally_store.steps for one session. */
#define TALLY_DWT_STEPS 9

#ifdef __cplusplus
}
#endif

#endif
