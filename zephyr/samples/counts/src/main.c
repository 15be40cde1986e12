/* SPDX-License-Identifier: MIT */
/*
 * Instructions and cycles of one function on a core with a PMUv3, with the
 * monitor's overflow interrupt connected, so that no wrap of a counter is lost
 * however long the function runs.
 */
#include <zephyr/devicetree.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include <tally/monitors/pmuv3.h>
#include <tally/native.h>
#include <tally/session.h>

#define MONITOR DT_NODELABEL(monitor)

static const struct tally_slot slots[] = {
	{ .counter = 0, .event = TALLY_PMUV3_INST_RETIRED, .interrupt = true },
	{ .counter = 1, .event = TALLY_PMUV3_CPU_CYCLES, .interrupt = true },
};
static const struct tally_setup setup = { slots, 2, 0 };
static struct tally_bus bus = TALLY_BUS_A64;
static struct tally_session session;

TALLY_STORE(store, PMUV3, slots);

static void overflow(const void *unused)
{
	ARG_UNUSED(unused);
	(void)tally_session_overflow(&session);
}

static void work(void)
{
	for (volatile unsigned int i = 0; i < 100000; i++)
		;
}

int main(void)
{
	enum tally_status status = tally_session_open(
		&session, &tally_pmuv3, &bus, &setup, &store, false);

	if (status) {
		printk("tally: %s\n", tally_status_text(status));
		return 0;
	}
	IRQ_CONNECT(DT_IRQN(MONITOR), DT_IRQ(MONITOR, priority), overflow, NULL,
		    DT_IRQ(MONITOR, flags));
	irq_enable(DT_IRQN(MONITOR));
	status = tally_session_start(&session);
	work();
	if (!status)
		status = tally_session_stop(&session);
	printk("%llu instructions, %llu cycles (%s)\n",
	       (unsigned long long)tally_session_count(&session, 0),
	       (unsigned long long)tally_session_count(&session, 1),
	       tally_status_text(status));
	irq_disable(DT_IRQN(MONITOR));
	status = tally_session_close(&session);
	if (status)
		printk("tally: %s\n", tally_status_text(status));
	return 0;
}
