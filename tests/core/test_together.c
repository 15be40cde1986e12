/* SPDX-License-Identifier: MIT */
/*
 * Several sessions as one window, on pretended monitors that count time: every
 * access takes some, to a monitor in memory more, and takes effect at its end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tally/counting.h>
#include <tally/together.h>
#include <tally/wrap.h>

/* ---- a monitor with one counter that counts time --------------------------
 */

enum { CONTROL, COUNT, REGISTERS, MOST = 4 };

struct world {
	struct tally_bus bus;
	uint64_t now;
	uint64_t cost[MOST]; /* of an access, by monitor */
	uint32_t control[MOST], found[MOST];
	uint64_t count[MOST], since[MOST];
	uint64_t began[MOST], ended[MOST]; /* when E last rose, and fell */
	unsigned writes, syncs;
	struct tally_session *interrupted; /* right behind the next write */
	uint32_t told;                     /* by its handler */
	bool absent[MOST];
};

static struct world w;

static unsigned whose(const struct tally_reg *reg)
{
	return reg->addr / REGISTERS;
}

static void settle(unsigned i)
{
	if (w.control[i] & 1)
		w.count[i] += w.now - w.since[i];
	w.since[i] = w.now;
}

static enum tally_status read_reg(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	unsigned i = whose(reg);

	(void)bus;
	w.now += w.cost[i];
	settle(i);
	*value = reg->addr % REGISTERS == CONTROL ? w.control[i]
						  : (uint32_t)w.count[i];
	return TALLY_OK;
}

/* The counter's flag rises, and the interrupt is taken. */
static void interrupt(unsigned i)
{
	struct tally_session *s = w.interrupted;

	w.interrupted = NULL;
	if (!s)
		return;
	w.control[i] |= 1u << 8;
	w.told = tally_session_overflow(s);
}

static enum tally_status write_reg(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	unsigned i = whose(reg);

	(void)bus;
	w.writes++;
	w.now += w.cost[i];
	settle(i);
	if (reg->addr % REGISTERS == COUNT) {
		w.count[i] = value;
		return TALLY_OK;
	}
	if (~w.control[i] & value & 1)
		w.began[i] = w.now;
	if (w.control[i] & ~value & 1)
		w.ended[i] = w.now;
	w.control[i] = (uint32_t)value;
	interrupt(i);
	return TALLY_OK;
}

static enum tally_status sync_it(struct tally_bus *bus)
{
	(void)bus;
	w.syncs++;
	return TALLY_OK;
}

static const struct tally_bus_ops world_ops = { .read = read_reg,
						.write = write_reg,
						.sync = sync_it };

static const struct tally_reg *control_of(const struct tally_monitor *m)
{
	return m->facts;
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	(void)tally_bus_read(bus, control_of(m));
	if (bus->status)
		return bus->status;
	return w.absent[whose(control_of(m))] ? TALLY_E_ABSENT : TALLY_OK;
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	uint64_t control = tally_bus_read(bus, control_of(m));

	(void)setup;
	tally_script_write(restore, control_of(m), control);
	return control & 1;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	(void)setup;
	if (phase == TALLY_CONFIGURE) {
		tally_script_write(script, control_of(m), 0x10);
		tally_script_write(script, &m->counter[0].reg, 0);
	} else {
		tally_script_write(script, control_of(m),
				   phase == TALLY_START ? 0x11 : 0x10);
	}
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	(void)setup;
	return tally_bus_read(bus, control_of(m)) == 0x10;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	return tally_bus_read(bus, control_of(m)) >> 8 & 1;
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	uint64_t control = tally_bus_read(bus, control_of(m));

	(void)setup;
	(void)start;
	if (!(control >> 8 & 1))
		return 0;
	tally_bus_write(bus, control_of(m), control & 0x11);
	return 1 | (control & 1 ? TALLY_RUNNING : 0);
}

static const struct tally_monitor_ops ops = {
	probe, save, encode, holds, flags, acknowledge,
};

static const struct tally_event one_event = { TALLY_EVENT_CYCLES, 1, 1 };

/* Monitor `i`, of the core or in memory, `b` bits wide. */
#define DOUBLE(i, s, b)                                                        \
	{                                                                      \
		.ops = &ops, .counting = &tally_flagged,                       \
		.facts = &(const struct tally_reg){ (i)*REGISTERS, (s), 32 },  \
		.counter = &(                                                  \
			const struct tally_counter){ { (i)*REGISTERS + COUNT,  \
						       (s), 32 },              \
						     (b),                      \
						     true,                     \
						     TALLY_EVENT_CYCLES },     \
		.event = &one_event, .counters = 1, .events = 1, .steps = 8,   \
	}

static const struct tally_monitor core = DOUBLE(0, TALLY_CP15, 32),
				  device = DOUBLE(1, TALLY_MMIO, 16),
				  other = DOUBLE(2, TALLY_SYSREG, 32),
				  second = DOUBLE(3, TALLY_MMIO, 32);
static const struct tally_monitor *const monitors[MOST] = { &core, &device,
							    &other, &second };

/* ---- a window on some of them -------------------------------------------- */

struct fixture {
	struct tally_session session[MOST];
	struct tally_slot slot[MOST];
	struct tally_setup setup[MOST];
	struct tally_total total[MOST];
	struct tally_step step[MOST][8];
	struct tally_store store[MOST];
	struct tally_bus_fault fault[MOST];
	struct tally_member member[MOST];
	unsigned members;
	struct tally_together t;
};

static struct fixture f;

enum { NEVER = UINT32_MAX };

static void begin(unsigned members)
{
	memset(&w, 0, sizeof(w));
	memset(&f, 0, sizeof(f));
	w.bus.ops = &world_ops;
	f.members = members;
	for (unsigned i = 0; i < members; i++) {
		/* A store to a device takes longer than an MCR. */
		w.cost[i] = monitors[i]->counter[0].reg.space == TALLY_MMIO
				    ? 20 + i
				    : 1 + i;
		w.found[i] = w.control[i] = 0x40 + 2 * i;
		f.slot[i].event = TALLY_EVENT_CYCLES;
		f.setup[i] = (struct tally_setup){ &f.slot[i], 1, 0 };
		f.store[i] =
			(struct tally_store){ &f.total[i], f.step[i], 1, 8 };
		tally_bus_fault_init(&f.fault[i], &w.bus, NEVER);
		f.member[i] = (struct tally_member){ &f.session[i], monitors[i],
						     &f.fault[i].bus,
						     &f.setup[i], &f.store[i] };
	}
}

static enum tally_status open_all(void)
{
	return tally_together_open(&f.t, f.member, f.members, false, NULL);
}

static void assert_as_found(void)
{
	for (unsigned i = 0; i < f.members; i++)
		assert_int_equal(w.control[i], w.found[i]);
}

/* ---- the tests ---------------------------------------------------------- */

static void those_in_memory_first(void **state)
{
	uint8_t order[MOST];

	(void)state;
	tally_together_order(monitors, 4, order);
	assert_int_equal(order[0], 1);
	assert_int_equal(order[1], 3);
	assert_int_equal(order[2], 0);
	assert_int_equal(order[3], 2);
	tally_together_order(monitors, 1, order);
	assert_int_equal(order[0], 0);
}

static void counts_as_one(void **state)
{
	(void)state;
	begin(2);
	assert_int_equal(open_all(), TALLY_OK);
	assert_ptr_equal(f.t.session[0], &f.session[1]);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_E_STATE);
	w.now += 1000;
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	/*
	 * The device from the end of its own write: the core's write (1), 1000,
	 * its own (21).  The core: 1000, the device's write, its own.  The
	 * same length, one later.
	 */
	assert_int_equal(tally_session_count(&f.session[1], 0), 1 + 1000 + 21);
	assert_int_equal(tally_session_count(&f.session[0], 0), 1000 + 21 + 1);
	assert_int_equal(w.began[0] - w.began[1], 1);
	assert_int_equal(w.ended[0] - w.ended[1], 1);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_E_STATE);
	assert_as_found();
}

/* Each has taken effect before the next; nothing follows the last. */
static void one_write_each(void **state)
{
	(void)state;
	for (unsigned n = 1; n <= MOST; n++) {
		unsigned writes, syncs;

		begin(n);
		assert_int_equal(open_all(), TALLY_OK);
		writes = w.writes;
		syncs = w.syncs;
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
		assert_int_equal(w.writes, writes + n);
		assert_int_equal(w.syncs, syncs + n - 1);
		assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
		assert_int_equal(w.writes, writes + 2 * n);
		assert_int_equal(w.syncs, syncs + 2 * (n - 1));
		assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	}
}

/* Of every two monitors: the time in which one counts and the other does not.
 */
static uint64_t skew(void)
{
	uint64_t sum = 0;

	for (unsigned a = 0; a < f.members; a++)
		for (unsigned b = 0; b < a; b++)
			sum += (w.began[a] > w.began[b]
					? w.began[a] - w.began[b]
					: w.began[b] - w.began[a]) +
			       (w.ended[a] > w.ended[b]
					? w.ended[a] - w.ended[b]
					: w.ended[b] - w.ended[a]);
	return sum;
}

static bool next_order(unsigned *order, unsigned n)
{
	unsigned i = n - 1, j = n - 1, other_half;

	while (i > 0 && order[i - 1] > order[i])
		i--;
	if (i == 0)
		return false;
	while (order[j] < order[i - 1])
		j--;
	other_half = order[j];
	order[j] = order[i - 1];
	order[i - 1] = other_half;
	for (j = n - 1; i < j; i++, j--) {
		other_half = order[j];
		order[j] = order[i];
		order[i] = other_half;
	}
	return true;
}

/* The skew of these orders of starting and of stopping. */
static uint64_t skew_of(const unsigned *start, const unsigned *stop)
{
	for (unsigned i = 0; i < f.members; i++)
		assert_int_equal(tally_session_start(&f.session[start[i]]), 0);
	w.now += 1000;
	for (unsigned i = 0; i < f.members; i++)
		assert_int_equal(tally_session_stop(&f.session[stop[i]]), 0);
	return skew();
}

/* Every order of starting with every order of stopping: none is better. */
static void no_order_has_less_skew(void **state)
{
	(void)state;
	for (unsigned n = 2; n <= MOST; n++) {
		unsigned start[MOST] = { 0, 1, 2, 3 }, orders = 0;
		uint64_t ours;

		begin(n);
		/* Alike among their kind, so that their order is no matter. */
		for (unsigned i = 0; i < n; i++)
			w.cost[i] = i % 2 ? 20 : 1;
		assert_int_equal(open_all(), TALLY_OK);
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
		w.now += 1000;
		assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
		ours = skew();
		do {
			unsigned stop[MOST] = { 0, 1, 2, 3 };

			do {
				assert_true(skew_of(start, stop) >= ours);
				orders++;
			} while (next_order(stop, n));
		} while (next_order(start, n));
		assert_int_equal(orders, n == 2 ? 4 : n == 3 ? 36 : 576);
		assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	}
}

static void the_empty_window_is_taken_off(void **state)
{
	(void)state;
	begin(2);
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_calibrate(&f.t, 0), TALLY_E_INVALID);
	assert_int_equal(tally_together_calibrate(&f.t, 1), TALLY_OK);
	assert_int_equal(f.total[0].empty, 22);
	assert_int_equal(tally_together_calibrate(&f.t, 2), TALLY_OK);
	/* As above with 0 for 1000: at least the skew, which is 1. */
	assert_int_equal(f.total[0].empty, 22);
	assert_int_equal(f.total[1].empty, 22);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
		w.now += 500;
		assert_int_equal(tally_together_calibrate(&f.t, 1),
				 TALLY_E_STATE);
		assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	}
	assert_int_equal(tally_session_net(&f.session[0], 0), 1000);
	assert_int_equal(tally_session_net(&f.session[1], 0), 1000);
	assert_int_equal(tally_together_reset(&f.t), TALLY_OK);
	assert_int_equal(tally_session_count(&f.session[0], 0), 0);
	assert_int_equal(tally_session_count(&f.session[1], 0), 0);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
}

/* The narrower counter decides how often; each one's wraps are its own. */
static void overflows_are_taken_up(void **state)
{
	(void)state;
	begin(2);
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_poll_limit(&f.t),
			 tally_session_poll_limit(&f.session[1]));
	assert_true(tally_together_poll_limit(&f.t) <
		    tally_session_poll_limit(&f.session[0]));
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	assert_int_equal(tally_together_overflow(&f.t), 0);
	w.control[1] |= 1u << 8;
	assert_int_equal(tally_together_overflow(&f.t), 1u << 0);
	assert_int_equal(f.total[1].wraps, 1);
	assert_int_equal(f.total[0].wraps, 0);
	w.control[0] |= 1u << 8;
	assert_int_equal(tally_together_overflow(&f.t), 1u << 1);
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
}

/* Nobody else would acknowledge it; it is no part of the total. */
static void interrupts_are_taken_while_it_opens(void **state)
{
	(void)state;
	begin(1);
	w.interrupted = &f.session[0];
	assert_int_equal(open_all(), TALLY_OK);
	assert_null(w.interrupted);
	assert_int_equal(w.told, 1u << 0);
	assert_false(w.control[0] >> 8 & 1);
	assert_int_equal(tally_session_count(&f.session[0], 0), 0);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
}

static void bad_members(void **state)
{
	unsigned which = 9;

	(void)state;
	begin(4);
	assert_int_equal(tally_together_open(&f.t, f.member, 0, false, NULL),
			 TALLY_E_INVALID);
	assert_int_equal(tally_together_open(&f.t, f.member, 5, false, NULL),
			 TALLY_E_INVALID);
	assert_int_equal(tally_together_open(&f.t, NULL, 1, false, NULL),
			 TALLY_E_INVALID);
	f.member[2].session = NULL;
	assert_int_equal(open_all(), TALLY_E_INVALID);
	f.member[2].session = &f.session[2];
	f.member[3].monitor = NULL;
	assert_int_equal(open_all(), TALLY_E_INVALID);
	assert_int_equal(tally_together_start(&f.t), TALLY_E_STATE);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	assert_int_equal(tally_together_reset(&f.t), TALLY_E_STATE);
	assert_int_equal(tally_together_calibrate(&f.t, 1), TALLY_E_STATE);
	assert_int_equal(tally_together_close(&f.t), TALLY_E_STATE);
	assert_int_equal(w.writes, 0);

	/* One that is not there: the others are closed, and it is named. */
	f.member[3].monitor = monitors[3];
	w.absent[2] = true;
	assert_int_equal(tally_together_open(&f.t, f.member, 4, false, &which),
			 TALLY_E_ABSENT);
	assert_int_equal(which, 2);
	assert_as_found();
	assert_int_equal(tally_together_start(&f.t), TALLY_E_STATE);
	w.absent[2] = false;
	w.found[1] = w.control[1] = 0x41; /* somebody's: E is set */
	assert_int_equal(tally_together_open(&f.t, f.member, 4, false, &which),
			 TALLY_E_BUSY);
	assert_int_equal(which, 1);
	assert_as_found();
	assert_int_equal(tally_together_open(&f.t, f.member, 4, true, &which),
			 TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_as_found();
}

/* ---- a bus that fails at every access ------------------------------------ */

static enum tally_status start_it(void)
{
	return tally_together_start(&f.t);
}

static enum tally_status stop_it(void)
{
	return tally_together_stop(&f.t);
}

static enum tally_status reset_it(void)
{
	return tally_together_reset(&f.t);
}

static enum tally_status calibrate_it(void)
{
	return tally_together_calibrate(&f.t, 2);
}

static enum tally_status close_it(void)
{
	return tally_together_close(&f.t);
}

static struct operation {
	const char *name;
	enum tally_status (*act)(void);
	unsigned before; /* 1: open, 2: and started */
} operations[] = { { "open", open_all, 0 },          { "start", start_it, 1 },
		   { "stop", stop_it, 2 },           { "reset", reset_it, 1 },
		   { "calibrate", calibrate_it, 1 }, { "close", close_it, 1 },
		   { "close, running", close_it, 2 } };

enum { OPERATIONS = sizeof(operations) / sizeof(operations[0]) };

static void prepare(const struct operation *op)
{
	if (op->before >= 1)
		assert_int_equal(open_all(), TALLY_OK);
	if (op->before >= 2)
		assert_int_equal(tally_together_start(&f.t), TALLY_OK);
}

/* Those whose bus is whole count nothing any more. */
static void assert_undone(const struct operation *op, unsigned broken)
{
	for (unsigned i = 0; i < f.members; i++) {
		if (i == broken)
			continue;
		if (op->act == open_all || op->act == close_it)
			assert_int_equal(w.control[i], w.found[i]);
		else
			assert_false(w.control[i] & 1);
	}
}

/* Mended: a window that follows is as good as any. */
static void assert_mended(unsigned broken)
{
	assert_int_equal(tally_bus_recover(&f.fault[broken].bus), TALLY_E_BUS);
	(void)tally_together_stop(&f.t);
	(void)tally_together_close(&f.t);
	assert_as_found();
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	w.now += 1000;
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_true(tally_session_count(&f.session[broken], 0) > 1000);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_as_found();
}

/* True: it came to its end before the bus's access `at`. */
static bool try_at(const struct operation *op, unsigned broken, uint32_t at)
{
	enum tally_status status;

	begin(3);
	prepare(op);
	f.fault[broken].at = f.fault[broken].count + at;
	status = op->act();
	if (!f.fault[broken].hit) {
		assert_int_equal(status, TALLY_OK);
		return true;
	}
	assert_int_equal(status, TALLY_E_BUS);
	assert_int_equal(f.fault[broken].count, f.fault[broken].at + 1);
	assert_undone(op, broken);
	assert_mended(broken);
	return false;
}

static void sweep(void **state)
{
	const struct operation *op = *state;

	for (unsigned broken = 0; broken < 3; broken++) {
		uint32_t at = 0;

		while (!try_at(op, broken, at))
			at++;
		assert_in_range(at, 1, 40);
	}
}

/* All on one bus: the first start is undone only once that is mended. */
static void one_bus_for_all(void **state)
{
	(void)state;
	begin(2);
	f.member[1].bus = f.member[0].bus;
	assert_int_equal(open_all(), TALLY_OK);
	f.fault[0].at = f.fault[0].count + 1;
	assert_int_equal(tally_together_start(&f.t), TALLY_E_BUS);
	assert_true(w.control[1] & 1);
	assert_false(w.control[0] & 1);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	assert_true(w.control[1] & 1);
	assert_int_equal(tally_bus_recover(&f.fault[0].bus), TALLY_E_BUS);
	assert_int_equal(tally_together_stop(&f.t), TALLY_E_STATE);
	assert_false(w.control[1] & 1);
	assert_int_equal(tally_together_reset(&f.t), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);
	assert_as_found();
}

/* One of them, or all, or one that is there twice: nobody's window closes. */
static void open_again_is_refused(void **state)
{
	unsigned which = MOST;
	struct tally_together theirs, before;

	(void)state;
	begin(3);
	assert_int_equal(open_all(), TALLY_OK);
	assert_int_equal(tally_together_start(&f.t), TALLY_OK);
	before = f.t;
	assert_int_equal(tally_together_open(&f.t, f.member, 3, true, &which),
			 TALLY_E_STATE);
	assert_int_equal(which, 0);
	assert_memory_equal(&before, &f.t, sizeof(before));
	assert_int_equal(
		tally_together_open(&theirs, f.member + 1, 2, true, &which),
		TALLY_E_STATE);
	for (unsigned i = 0; i < 3; i++)
		assert_true(f.session[i].running);
	assert_int_equal(tally_together_stop(&f.t), TALLY_OK);
	assert_int_equal(tally_together_close(&f.t), TALLY_OK);

	f.member[1] = f.member[2];
	assert_int_equal(tally_together_open(&f.t, f.member, 3, false, &which),
			 TALLY_E_STATE);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(w.control[i], w.found[i]);
	assert_int_equal(tally_together_close(&f.t), TALLY_E_STATE);
}

int main(void)
{
	const struct CMUnitTest plain[] = {
		cmocka_unit_test(those_in_memory_first),
		cmocka_unit_test(counts_as_one),
		cmocka_unit_test(one_write_each),
		cmocka_unit_test(no_order_has_less_skew),
		cmocka_unit_test(the_empty_window_is_taken_off),
		cmocka_unit_test(overflows_are_taken_up),
		cmocka_unit_test(interrupts_are_taken_while_it_opens),
		cmocka_unit_test(bad_members),
		cmocka_unit_test(open_again_is_refused),
		cmocka_unit_test(one_bus_for_all),
	};
	enum { PLAIN = sizeof(plain) / sizeof(plain[0]) };
	struct CMUnitTest tests[PLAIN + OPERATIONS];

	memcpy(tests, plain, sizeof(plain));
	for (unsigned i = 0; i < OPERATIONS; i++)
		tests[PLAIN + i] =
			(struct CMUnitTest){ operations[i].name, sweep, NULL,
					     NULL, &operations[i] };
	return cmocka_run_group_tests_name("together", tests, NULL, NULL);
}
