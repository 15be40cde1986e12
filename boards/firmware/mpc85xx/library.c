/* SPDX-License-Identifier: MIT */
/*
 * The library in firmware, with overflow interrupts: the core's by IVOR35, the
 * device's by the interrupt controller.  Exact counts of 64 bits over several
 * wraps; read from user state; the clock whose words nobody knows.
 *
 * 2^31 events take too long, so a counter is pushed close to its top by hand
 * between two windows, and that is expected in the total.  Against what?  A
 * second counter of the same event, which is not pushed, and never overflows.
 */
#include <stddef.h>

#include <tally/monitors/e500.h>
#include <tally/monitors/mpc85xx.h>
#include <tally/native.h>
#include <tally/session.h>

#include "mpc85xx/fw.h"

enum {
	PVR = 287,
	E500V1 = 0x8020, /* the processor version's upper half */
	MONITOR_SOURCE = 28,
	VECTOR = 0x42,
	L2_DATA_HIT = 23,
	LINES = 64,
	WRAPS = 5,
	NEAR = 0x7fffff00,
};

static struct tally_bus core_bus = TALLY_BUS_PMR_USER;
static struct tally_bus_mmio_be device_bus =
	TALLY_BUS_MMIO_BE((uint32_t)FW_CCSR + TALLY_MPC85XX_BASE, 0x1000);

static struct tally_session core, device;
static struct tally_total core_total[3], device_total[3];
static struct tally_step core_step[TALLY_E500_STEPS];
static struct tally_step device_step[TALLY_MPC85XX_STEPS];
static const struct tally_store core_store = { core_total, core_step, 3,
					       TALLY_E500_STEPS };
static const struct tally_store device_store = { device_total, device_step, 3,
						 TALLY_MPC85XX_STEPS };

static struct tally_slot core_slot[] = {
	{ .counter = 0,
	  .event = TALLY_E500_INSTR_COMPLETED,
	  .interrupt = TALLY_IRQ },
	{ .counter = 1, .event = TALLY_E500_INSTR_COMPLETED },
	{ .counter = 2, .event = TALLY_E500_PROCESSOR_CYCLES },
};
static struct tally_setup core_setup = { core_slot, 3, 0 };

static const struct tally_slot device_slot[] = {
	{ .counter = 1, .event = L2_DATA_HIT, .interrupt = TALLY_IRQ },
	{ .counter = 2, .event = L2_DATA_HIT },
	{ .counter = TALLY_MPC85XX_CLOCK, .event = TALLY_EVENT_CYCLES },
};
static const struct tally_setup device_setup = { device_slot, 3, 0 };

static volatile unsigned interrupts, overflows;

static bool is_v1(void)
{
	return fw_mfspr(PVR) >> 16 == E500V1;
}

static void on_monitor(struct fw_frame *frame)
{
	(void)frame;
	interrupts++;
	overflows += tally_session_overflow(&core) & 1;
}

static void on_external(struct fw_frame *frame)
{
	(void)frame;
	if (fw_pic_acknowledge() == VECTOR) {
		interrupts++;
		overflows += tally_session_overflow(&device) & 1;
	}
	fw_pic_end();
}

static volatile uint32_t sink;

static void work(uint32_t rounds)
{
	uint32_t sum = 1;

	for (uint32_t i = 0; i < rounds; i++)
		sum = sum * 1664525u + i;
	sink = sum;
}

static uint8_t lines[LINES * 32] __attribute__((aligned(32)));

/* Lines that the second level has and the first has not. */
static void misses(unsigned rounds)
{
	for (unsigned i = 0; i < rounds * LINES; i++) {
		volatile uint8_t *at = &lines[i % LINES * 32];

		__asm__ volatile("dcbf 0,%0\n\tmsync" : : "r"(at) : "memory");
		(void)*at;
	}
}

/* A stopped session's counter, without its flag, to NEAR: by how much. */
static uint64_t push(struct tally_session *s, unsigned slot)
{
	const struct tally_monitor *m = s->monitor;
	const struct tally_reg *reg =
		&m->counter[s->setup->slot[slot].counter].reg;
	uint64_t now = tally_bus_read(s->bus, reg);

	tally_bus_write(s->bus, reg, NEAR);
	tally_bus_sync(s->bus);
	return NEAR - now;
}

static void core_wraps(uint8_t options)
{
	uint64_t pushed = 0;

	core_setup.options = options;
	interrupts = overflows = 0;
	fw_handler[FW_MONITOR] = on_monitor;
	fw_check("open", TALLY_OK,
		 (uint64_t)tally_session_open(
			 &core, is_v1() ? &tally_e500v1 : &tally_e500v2,
			 &core_bus, &core_setup, &core_store, true));
	fw_interrupts(true);
	for (unsigned i = 0; i < WRAPS; i++) {
		pushed += push(&core, 0);
		tally_session_start(&core);
		work(1000);
		tally_session_stop(&core);
		fw_check("running or not, they agree",
			 tally_session_count(&core, 1) + pushed,
			 tally_session_count(&core, 0));
	}
	fw_interrupts(false);
	fw_check("an interrupt for each wrap", WRAPS, interrupts);
	fw_check("each found its overflow", WRAPS, overflows);
	fw_check("more than 32 bits", 1,
		 tally_session_count(&core, 0) > UINT64_C(0x200000000));
	fw_check("close", TALLY_OK, (uint64_t)tally_session_close(&core));
	fw_handler[FW_MONITOR] = NULL;
}

static void open_core(void)
{
	fw_check("it opens again", TALLY_OK,
		 (uint64_t)tally_session_open(
			 &core, is_v1() ? &tally_e500v1 : &tally_e500v2,
			 &core_bus, &core_setup, &core_store, true));
}

/* Every 1000: reloaded in the handler, where all stand still. */
static void core_periods(void)
{
	core_setup.options = 0;
	core_slot[0].period = 1000;
	interrupts = overflows = 0;
	fw_handler[FW_MONITOR] = on_monitor;
	open_core();
	fw_interrupts(true);
	tally_session_start(&core);
	work(20000);
	tally_session_stop(&core);
	fw_interrupts(false);
	fw_check("with periods they agree", tally_session_count(&core, 1),
		 tally_session_count(&core, 0));
	fw_check("many periods", 1, interrupts >= 20);
	fw_check("each period an overflow", interrupts, overflows);
	fw_check("as many as periods", tally_session_count(&core, 0) / 1000,
		 overflows);
	tally_session_close(&core);
	core_slot[0].period = 0;
	fw_handler[FW_MONITOR] = NULL;
}

static uint32_t count_as_user(uint32_t slot)
{
	return (uint32_t)tally_session_count(&core, slot);
}

/* User state reads the copies, while it counts and afterwards. */
static void core_from_user(void)
{
	uint32_t first, second;

	core_slot[0].interrupt = TALLY_SILENT;
	open_core();
	tally_session_start(&core);
	first = fw_call_user(count_as_user, 0);
	second = fw_call_user(count_as_user, 0);
	tally_session_stop(&core);
	fw_check("user state sees it count", 1, first && second > first);
	fw_check("and what supervisor state sees",
		 tally_session_count(&core, 0), fw_call_user(count_as_user, 0));
	tally_session_close(&core);
	core_slot[0].interrupt = TALLY_IRQ;
}

static void device_wraps(void)
{
	const struct tally_monitor *m =
		is_v1() ? &tally_mpc8540 : &tally_mpc8548;
	uint64_t pushed = 0, clock;

	interrupts = overflows = 0;
	fw_handler[FW_EXTERNAL] = on_external;
	fw_pic_start();
	fw_pic_internal(MONITOR_SOURCE, VECTOR);
	misses(1);
	fw_check("device: open", TALLY_OK,
		 (uint64_t)tally_session_open(&device, m, &device_bus.bus,
					      &device_setup, &device_store,
					      true));
	fw_check("device: the words are known", 1, device_bus.bus.learnt != 0);
	fw_interrupts(true);
	for (unsigned i = 0; i < WRAPS; i++) {
		pushed += push(&device, 0);
		tally_session_start(&device);
		misses(20);
		tally_session_stop(&device);
		fw_check("device: they agree",
			 tally_session_count(&device, 1) + pushed,
			 tally_session_count(&device, 0));
	}
	fw_interrupts(false);
	fw_check("device: an interrupt for each wrap", WRAPS, interrupts);
	fw_check("device: each found its overflow", WRAPS, overflows);
	clock = tally_session_count(&device, 2);
	fw_check("device: some clocks for each access", 1,
		 clock > UINT64_C(20) * LINES * WRAPS && clock >> 32 == 0);
	fw_check("device: close", TALLY_OK,
		 (uint64_t)tally_session_close(&device));
	fw_handler[FW_EXTERNAL] = NULL;
}

int main(void)
{
	core_wraps(0);
	core_wraps(TALLY_FREEZE);
	core_periods();
	core_from_user();
	device_wraps();
	return fw_checked();
}
