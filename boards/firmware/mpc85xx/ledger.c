/* SPDX-License-Identifier: MIT */
/*
 * Sessions of the library whose totals the board's own book can be asked for:
 * each counts, over several overflows, what happens nowhere else in the program
 * and never while a handler has the counters stopped.  Prints the totals, less
 * what the counters were pushed on by hand: 2^31 of anything take too long.
 */
#include <stdio.h>

#include <tally/monitors/e500.h>
#include <tally/monitors/mpc85xx.h>
#include <tally/native.h>
#include <tally/session.h>

#include "mpc85xx/fw.h"

enum {
	PVR = 287,
	E500V1 = 0x8020,
	MONITOR_SOURCE = 28,
	VECTOR = 0x42,
	WRAPS = 4,
	CALLS = 300,
	NEAR_CALLS = 0x80000000u - 256,
	NEAR_READS = 0x80000000u - 16,
	L2_NC_READ_HIT = 0x018, /* Ref:24 of both parts */

	TSEC2 = FW_CCSR + 0x25000,
	DMACTRL = TSEC2 + 0x02c,
	TSTAT = TSEC2 + 0x104,
	TBASE = TSEC2 + 0x204,
	MACCFG1 = TSEC2 + 0x500,
	MACCFG2 = TSEC2 + 0x504,
	WAIT_FOR_ME = 3,
	FULL_DUPLEX_GMII = 0x7205,
	TX_EN = 1,
	READY_WRAP_LAST = 0xa800,
};

#define THLT UINT32_C(0x80000000)

static volatile struct {
	uint16_t status, length;
	uint32_t buffer;
} bd __attribute__((aligned(64)));
static uint8_t frame[1500] __attribute__((aligned(64)));

static struct tally_bus core_bus = TALLY_BUS_PMR;
static struct tally_bus_mmio_be device_bus =
	TALLY_BUS_MMIO_BE((uint32_t)FW_CCSR + TALLY_MPC85XX_BASE, 0x1000);
static struct tally_session session;
static struct tally_total total[1];
static struct tally_step step[TALLY_MPC85XX_STEPS];
static const struct tally_store store = { total, step, 1, TALLY_MPC85XX_STEPS };
static volatile unsigned overflows;

static void on_monitor(struct fw_frame *at)
{
	(void)at;
	overflows += tally_session_overflow(&session);
}

static void on_external(struct fw_frame *at)
{
	if (fw_pic_acknowledge() == VECTOR)
		on_monitor(at);
	fw_pic_end();
}

static void on_call(struct fw_frame *at)
{
	(void)at;
}

/* The only slot's counter, of a stopped session; by how much. */
static uint64_t push(uint32_t near)
{
	const struct tally_slot *slot = session.setup->slot;
	const struct tally_reg *reg =
		&session.monitor->counter[slot->counter].reg;
	uint64_t now = tally_bus_read(session.bus, reg);

	tally_bus_write(session.bus, reg, near);
	tally_bus_sync(session.bus);
	return near - now;
}

static void calls(void)
{
	for (unsigned i = 0; i < CALLS; i++)
		__asm__ volatile("li 0,1\n\tsc" : : : "0", "memory");
}

/*
 * The interrupt is kept waiting until the frame has been read.  A transmitter
 * looks at its descriptor as soon as it is on.
 */
static void sends(void)
{
	fw_interrupts(false);
	fw_write((uint32_t)MACCFG1, TX_EN);
	bd.status = READY_WRAP_LAST;
	__asm__ volatile("msync" : : : "memory");
	fw_write((uint32_t)TSTAT, THLT);
	while (bd.status & 0x8000)
		;
	fw_interrupts(true);
}

static void count(const char *name, const struct tally_monitor *m,
		  struct tally_bus *bus, const struct tally_setup *setup,
		  uint32_t near, void (*work)(void))
{
	uint64_t pushed = 0;

	overflows = 0;
	fw_check("opened", TALLY_OK,
		 (uint64_t)tally_session_open(&session, m, bus, setup, &store,
					      true));
	fw_interrupts(true);
	for (unsigned i = 0; i < WRAPS; i++) {
		pushed += push(near);
		tally_session_start(&session);
		work();
		tally_session_stop(&session);
	}
	fw_interrupts(false);
	fw_check("an overflow each time", WRAPS, overflows);
	fw_check("several wraps", WRAPS,
		 tally_session_count(&session, 0) >> 31);
	printf("%s %u\n", name,
	       (unsigned)(tally_session_count(&session, 0) - pushed));
	tally_session_close(&session);
}

int main(void)
{
	static const struct tally_slot on_core = {
		.counter = 3,
		.event = TALLY_E500_SC_TRAP_INT,
		.interrupt = TALLY_IRQ,
	};
	static const struct tally_slot on_device = {
		.counter = 1,
		.event = L2_NC_READ_HIT,
		.interrupt = TALLY_IRQ,
	};
	static const struct tally_setup core_setup = { &on_core, 1, 0 };
	static const struct tally_setup device_setup = { &on_device, 1, 0 };
	bool v1 = fw_mfspr(PVR) >> 16 == E500V1;

	fw_handler[FW_MONITOR] = on_monitor;
	fw_handler[FW_EXTERNAL] = on_external;
	fw_handler[FW_SYSTEM_CALL] = on_call;
	fw_pic_start();
	fw_pic_internal(MONITOR_SOURCE, VECTOR);
	bd.length = sizeof(frame);
	bd.buffer = (uint32_t)frame;
	fw_write((uint32_t)MACCFG2, FULL_DUPLEX_GMII);
	fw_write((uint32_t)DMACTRL, WAIT_FOR_ME);
	fw_write((uint32_t)TBASE, (uint32_t)&bd);
	count("calls", v1 ? &tally_e500v1 : &tally_e500v2, &core_bus,
	      &core_setup, NEAR_CALLS, calls);
	count("reads", v1 ? &tally_mpc8540 : &tally_mpc8548, &device_bus.bus,
	      &device_setup, NEAR_READS, sends);
	return fw_checked();
}
