/* SPDX-License-Identifier: MIT */
/*
 * A monitor without a core: registers of a bus that is the kernel.  All its
 * counters have 64 bits, count anything, and run from CONFIGURE on if the
 * window is open.
 */
#include <errno.h>

#include <tally/counting.h>
#include <tally/linux.h>

#include "kernel/bus.h"

static const struct tally_reg control = { LINUX_CONTROL, TALLY_MMIO, 32 };

#define COUNTER(i)                                                             \
	{                                                                      \
		{ LINUX_COUNT + 8 * (i), TALLY_MMIO, 64 }, 64, false, 0        \
	}
#define COUNTER_4(i)                                                           \
	COUNTER(i), COUNTER((i) + 1), COUNTER((i) + 2), COUNTER((i) + 3)

static const struct tally_counter counter[TALLY_LINUX_COUNTERS] = {
	COUNTER_4(0), COUNTER_4(4), COUNTER_4(8), COUNTER_4(12)
};

const struct tally_refine linux_point = { 0 };

static uint32_t word_of(const struct tally_slot *slot)
{
	const uint32_t point = slot->refine == &linux_point ? LINUX_POINT : 0;

	return point | (uint32_t)slot->levels << 16 | slot->event;
}

static enum tally_status check(const struct tally_monitor *m,
			       const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (slot->counter >= m->counters)
		return TALLY_E_COUNTER;
	for (unsigned k = 0; k < i; k++)
		if (setup->slot[k].counter == slot->counter)
			return TALLY_E_COUNTER;
	if (slot->interrupt || slot->period || slot->pair ||
	    (slot->refine && slot->refine != &linux_point) ||
	    slot->levels & ~(unsigned)m->levels)
		return TALLY_E_FEATURE;
	return TALLY_OK;
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	(void)m;
	(void)tally_bus_read(bus, &control);
	return bus->status;
}

static enum tally_status refusal(uint64_t error)
{
	switch (error) {
	case 0:
		return TALLY_OK;
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
	case EINVAL:
		return TALLY_E_EVENT;
	case EBUSY:
		return TALLY_E_BUSY;
	default:
		return TALLY_E_ABSENT;
	}
}

/* Each event by itself; whether all fit is known when they are there. */
static enum tally_status fits(const struct tally_monitor *m,
			      const struct tally_setup *setup,
			      struct tally_bus *bus)
{
	(void)m;
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_reg try = {
			LINUX_TRY | word_of(&setup->slot[i]), TALLY_MMIO, 32
		};
		const uint64_t error = tally_bus_read(bus, &try);

		if (error || bus->status)
			return bus->status ? bus->status : refusal(error);
	}
	return TALLY_OK;
}

/* Nothing is put back: what was opened is closed. */
static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	(void)m;
	(void)setup;
	(void)restore;
	return tally_bus_read(bus, &control) != 0;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	static const uint8_t does[] = {
		[TALLY_CONFIGURE] = LINUX_CLEAR,
		[TALLY_START] = LINUX_RUN,
		[TALLY_STOP] = LINUX_HALT,
		[TALLY_RELEASE] = LINUX_RELEASE,
	};

	(void)m;
	if (phase == TALLY_CONFIGURE) {
		tally_script_write(script, &control, LINUX_PREPARE);
		for (unsigned i = 0; i < setup->slots; i++) {
			const struct tally_slot *slot = &setup->slot[i];
			const struct tally_reg event = {
				LINUX_EVENT + 8u * slot->counter, TALLY_MMIO, 32
			};

			tally_script_write(script, &event, word_of(slot));
		}
	}
	tally_script_write(script, &control, does[phase]);
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	static const struct tally_reg error = { LINUX_ERROR, TALLY_MMIO, 32 };

	(void)m;
	(void)setup;
	return tally_bus_read(bus, &error) == 0;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return 0;
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)start;
	(void)bus;
	return 0;
}

/* A total that was lost before the session was suspended stays so: `wraps`. */
static void loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++)
		s->total[i].wraps = 0 - s->total[i].base == TALLY_COUNT_LOST;
}

/* A counter that the kernel took away says so in all of its bits. */
static uint64_t total(struct tally_session *s, unsigned slot)
{
	const struct tally_total *t = &s->total[slot];
	const uint64_t word = t->get(s->bus, &t->value);

	return word == TALLY_COUNT_LOST || t->wraps ? TALLY_COUNT_LOST
						    : word - t->base;
}

static const struct tally_counting counting = {
	.loaded = loaded,
	.total = total,
};

static const struct tally_monitor_ops ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.check = check,
	.fits = fits,
};

const struct tally_monitor tally_linux_monitor = {
	.ops = &ops,
	.counting = &counting,
	.counter = counter,
	.counters = TALLY_LINUX_COUNTERS,
	.steps = TALLY_LINUX_STEPS,
	.levels = TALLY_EL0 | TALLY_EL1 | TALLY_EL2,
	.silent = true,
	.raw = (UINT32_C(1) << TALLY_LINUX_COUNTERS) - 1,
};
