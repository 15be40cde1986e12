/* SPDX-License-Identifier: MIT */
/*
 * PMC0 of a PowerQUICC III device monitor: 64 bits in two words.  [VXW] names
 * the first one the high word in a header and uses it as the low one in its
 * code; other code uses it as the low one, too.  So it is found out: the low
 * word is the one that changes time and again, while the other changes once in
 * 2^32 clocks.
 */
#include <tally/library.h>

#include "fslpm.h"

/* what tally_bus.learnt holds here */
enum { LOW_FIRST = 1, LOW_SECOND = 2, CLEARED = 4 };

static bool is_learnt(const struct tally_bus *bus)
{
	return bus->learnt & (LOW_FIRST | LOW_SECOND);
}

/* Chosen: a read takes some clocks, so that three changes come soon. */
enum { LOOKS = 64, CHANGES = 3, MOST_COUNTERS = 10 };

static struct tally_reg word(const struct tally_monitor *m, unsigned i)
{
	struct tally_reg reg = fslpm_facts_of(m)->pmc0;

	reg.addr += 4 * i;
	return reg;
}

static uint32_t read_word(const struct tally_monitor *m, struct tally_bus *bus,
			  unsigned i)
{
	struct tally_reg reg = word(m, i);

	return (uint32_t)tally_bus_read(bus, &reg);
}

static void write_word(const struct tally_monitor *m, struct tally_bus *bus,
		       unsigned i, uint32_t value)
{
	struct tally_reg reg = word(m, i);

	tally_bus_write(bus, &reg, value);
}

/* One change of a word may be the carry into the high one; three are not. */
static void watch(const struct tally_monitor *m, struct tally_bus *bus)
{
	uint32_t last[2] = { read_word(m, bus, 0), read_word(m, bus, 1) };
	unsigned changes[2] = { 0, 0 };

	for (unsigned look = 0; look < LOOKS && !is_learnt(bus); look++) {
		unsigned i = look & 1;
		uint32_t now = read_word(m, bus, i);

		changes[i] += now != last[i];
		last[i] = now;
		if (bus->status || changes[i] < CHANGES || changes[!i] > 1)
			continue;
		bus->learnt = i ? LOW_SECOND : LOW_FIRST;
	}
}

/*
 * A target that a debugger holds, or a simulation that stands still, shows no
 * change.  Then one word that is not 0 is the low one: it would be the high one
 * at every 2^32nd clock alone.
 */
static void compare(const struct tally_monitor *m, struct tally_bus *bus)
{
	uint32_t first = read_word(m, bus, 0), second = read_word(m, bus, 1);

	if (!is_learnt(bus) && !bus->status && !first != !second)
		bus->learnt = first ? LOW_FIRST : LOW_SECOND;
}

void fslpm_clock_learn(const struct tally_monitor *m, struct tally_bus *bus)
{
	const struct tally_reg pmgc0 = fslpm_facts_of(m)->pmgc0;
	const struct tally_reg pmlca0 = fslpm_facts_of(m)->pmlca0;

	watch(m, bus);
	if (is_learnt(bus) || tally_bus_read(bus, &pmgc0) & FSLPM_FAC ||
	    tally_bus_read(bus, &pmlca0) & FSLPM_FC)
		return;
	compare(m, bus);
}

void fslpm_clock_keep(const struct tally_monitor *m, struct tally_bus *bus,
		      struct tally_script *restore)
{
	const uint32_t found[2] = { read_word(m, bus, 0),
				    read_word(m, bus, 1) };

	/* Words that an earlier session cleared were put back as it closed. */
	if (bus->learnt == CLEARED)
		bus->learnt = 0;
	for (unsigned i = 0; i < 2; i++)
		if (read_word(m, bus, i) != found[i])
			return;
	for (unsigned i = 0; i < 2; i++) {
		struct tally_reg reg = word(m, i);

		tally_script_write(restore, &reg, found[i]);
	}
}

/* Freeze all counters but PMC0, or put them back as they were. */
static void hold_others(const struct tally_monitor *m, struct tally_bus *bus,
			uint32_t *local, bool hold)
{
	const struct fslpm_facts *f = fslpm_facts_of(m);

	for (unsigned n = f->first; n < m->counters; n++) {
		struct tally_reg reg = fslpm_nth(f, f->pmlca0, n);

		if (hold)
			local[n] = (uint32_t)tally_bus_read(bus, &reg);
		tally_bus_write(bus, &reg, local[n] | (hold ? FSLPM_FC : 0));
	}
	tally_bus_sync(bus);
}

/*
 * Everything is frozen, so nothing changes: let PMC0 alone count from 0 for a
 * moment.  Fewer than 2^32 clocks, so that only the low word gets anything.
 */
static void try_out(const struct tally_monitor *m, struct tally_bus *bus,
		    uint32_t control)
{
	const struct tally_reg pmgc0 = fslpm_facts_of(m)->pmgc0;
	const struct tally_reg pmlca0 = fslpm_facts_of(m)->pmlca0;
	const uint32_t found[2] = { read_word(m, bus, 0),
				    read_word(m, bus, 1) };
	const uint64_t held = tally_bus_read(bus, &pmlca0);
	uint32_t local[MOST_COUNTERS];

	hold_others(m, bus, local, true);
	write_word(m, bus, 0, 0);
	write_word(m, bus, 1, 0);
	tally_bus_write(bus, &pmlca0, 0);
	tally_bus_write(bus, &pmgc0, 0);
	tally_bus_sync(bus);
	for (unsigned look = 0; look < LOOKS && !is_learnt(bus); look++)
		if (read_word(m, bus, look & 1) && !bus->status)
			bus->learnt = look & 1 ? LOW_SECOND : LOW_FIRST;
	tally_bus_write(bus, &pmgc0, control);
	tally_bus_sync(bus);
	tally_bus_write(bus, &pmlca0, held);
	write_word(m, bus, 0, found[0]);
	write_word(m, bus, 1, found[1]);
	hold_others(m, bus, local, false);
}

/*
 * A session reads its clock before it counts.  If nothing moves then, however
 * it is tried, and neither word is 0, the clock begins at 0, so that its words
 * tell when it is read again.
 */
static void begin(const struct tally_monitor *m, struct tally_bus *bus)
{
	if (bus->status)
		return;
	if (bus->learnt == CLEARED) {
		bus->status = TALLY_E_ABSENT;
		return;
	}
	write_word(m, bus, 0, 0);
	write_word(m, bus, 1, 0);
	bus->learnt = CLEARED;
}

static void find_out(const struct tally_monitor *m, struct tally_bus *bus)
{
	const struct tally_reg pmgc0 = fslpm_facts_of(m)->pmgc0;
	uint32_t control;

	if (!(read_word(m, bus, 0) | read_word(m, bus, 1)))
		return; /* 0 either way */
	fslpm_clock_learn(m, bus);
	/* Nothing need be tried out with its counts where it began at 0. */
	if (bus->learnt == CLEARED)
		compare(m, bus);
	if (is_learnt(bus))
		return;
	control = (uint32_t)tally_bus_read(bus, &pmgc0);
	if (control & FSLPM_FAC)
		try_out(m, bus, control);
	compare(m, bus);
	if (!is_learnt(bus))
		begin(m, bus);
}

uint64_t fslpm_clock_read(const struct tally_monitor *m, struct tally_bus *bus)
{
	uint32_t high, low, before;
	unsigned low_word;

	if (!is_learnt(bus))
		find_out(m, bus);
	low_word = bus->learnt == LOW_SECOND;
	high = read_word(m, bus, !low_word);
	do {
		before = high;
		low = read_word(m, bus, low_word);
		high = read_word(m, bus, !low_word);
	} while (high != before);
	return (uint64_t)high << 32 | low;
}
