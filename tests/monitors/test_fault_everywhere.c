/* SPDX-License-Identifier: MIT */
/*
 * Every operation of a session on every monitor of the catalogue, with the bus
 * failing at its k-th access, for all k until the operation succeeds.  The
 * failure is told and nothing is accessed after it.  Once the wire is mended
 * the operation is done again (but for what the header says of an overflow),
 * and what the session then tells is what it tells where nothing failed;
 * close() leaves the target as it was found.
 */
#include <stdint.h>
#include <string.h>

#include <tally/session.h>
#include <tally/wrap.h>

#include "core/every_monitor.h"
#include "core/hpm.h"
#include "test.h"

enum { NEVER = UINT32_MAX, MOST = 4000 };

static struct tally_bus_fault fault;
static uint64_t count[SLOTS];

static enum tally_status open_it(void)
{
	const struct tally_store store = { f.total, f.step, SLOTS, STEPS };

	return tally_session_open(&f.s, &f.monitor, &fault.bus, &f.setup,
				  &store, true);
}

static enum tally_status start(void)
{
	return tally_session_start(&f.s);
}

static enum tally_status stop(void)
{
	return tally_session_stop(&f.s);
}

static enum tally_status overflow(void)
{
	(void)tally_session_overflow(&f.s);
	return fault.bus.status;
}

/* Nobody knows whether the window is open: it is closed first. */
static enum tally_status start_again(void)
{
	assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
	return tally_session_start(&f.s);
}

/* 0 is given where the bus fails. */
static enum tally_status count_each(void)
{
	for (unsigned i = 0; i < f.setup.slots && !fault.bus.status; i++) {
		count[i] = tally_session_count(&f.s, i);
		if (fault.bus.status)
			assert_int_equal(count[i], 0);
	}
	return fault.bus.status;
}

/* The counts are as they were where the bus fails. */
static enum tally_status read_all(void)
{
	static uint64_t before[SLOTS];
	enum tally_status status;

	memset(count, 0x5A, sizeof(count));
	memcpy(before, count, sizeof(count));
	status = tally_session_read_all(&f.s, count);
	if (status)
		assert_memory_equal(count, before, sizeof(count));
	return status;
}

static enum tally_status reset(void)
{
	return tally_session_reset(&f.s);
}

static enum tally_status calibrate(void)
{
	return tally_session_calibrate(&f.s, 2);
}

static enum tally_status suspend(void)
{
	return tally_session_suspend(&f.s);
}

static enum tally_status resume(void)
{
	return tally_session_resume(&f.s);
}

static enum tally_status close_it(void)
{
	return tally_session_close(&f.s);
}

static enum tally_status overflows(void)
{
	everything_overflows();
	return TALLY_OK;
}

/* Totals begin anew: what was half taken up is not known. */
static enum tally_status start_over(void)
{
	(void)tally_session_stop(&f.s);
	return tally_session_reset(&f.s);
}

typedef enum tally_status step(void);

/*
 * Each operation has steps that go undisturbed before it, in this order; `act`
 * meets the failure, and `again` (NULL: the same) comes where that is mended.
 */
static const struct operation {
	const char *name;
	step *before[5];
	step *act, *again;
} operations[] = {
	{ "open", { NULL }, open_it, NULL },
	{ "start", { open_it }, start, start_again },
	{ "stop", { open_it, start }, stop, NULL },
	{ "overflow, running",
	  { open_it, start, overflows },
	  overflow,
	  start_over },
	{ "overflow, stopped",
	  { open_it, start, overflows, stop },
	  overflow,
	  start_over },
	{ "count, running", { open_it, start, overflows }, count_each, NULL },
	{ "count, stopped",
	  { open_it, start, overflows, stop },
	  count_each,
	  NULL },
	{ "read_all, running", { open_it, start, overflows }, read_all, NULL },
	{ "read_all, stopped",
	  { open_it, start, overflows, stop },
	  read_all,
	  NULL },
	{ "reset", { open_it, start, overflows, stop }, reset, NULL },
	{ "calibrate", { open_it }, calibrate, NULL },
	{ "suspend, running", { open_it, start, overflows }, suspend, NULL },
	{ "suspend, stopped",
	  { open_it, start, overflows, stop },
	  suspend,
	  NULL },
	{ "resume", { open_it, start, overflows, suspend }, resume, NULL },
	{ "close, running", { open_it, start, overflows }, close_it, NULL },
	{ "close, stopped",
	  { open_it, start, overflows, stop },
	  close_it,
	  NULL },
	{ "close, suspended",
	  { open_it, start, overflows, suspend },
	  close_it,
	  NULL },
};

static void begin(const struct catalog_monitor *m, const struct operation *op,
		  bool running)
{
	f.m = m;
	set_up(m, 3);
	for (unsigned i = 0; i < m->regs; i++)
		f.target.value[i] = UINT64_C(0x9A3C5A96E1D2B478);
	find_with(running);
	tally_bus_fault_init(&fault, &f.target.bus, NEVER);
	memset(count, 0, sizeof(count));
	for (unsigned i = 0; i < 5 && op->before[i]; i++)
		assert_int_equal(op->before[i](), TALLY_OK);
}

/* A session tells this in the end. */
struct told {
	uint64_t count[SLOTS], asked[SLOTS];
	uint64_t cells[CATALOG_CELLS];
};

static void tell(struct told *told)
{
	memset(told, 0, sizeof(*told));
	memcpy(told->asked, count, sizeof(count));
	memcpy(told->cells, f.target.value, sizeof(told->cells));
	if (f.s.touched)
		for (unsigned i = 0; i < f.setup.slots; i++)
			told->count[i] = tally_session_count(&f.s, i);
}

static void close_and_compare(void)
{
	if (f.s.touched)
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	assert_as_found();
}

/* Nothing of it comes to the target any more. */
static void assert_dead(const struct operation *op, unsigned writes)
{
	const uint32_t accesses = fault.count;

	assert_int_equal(fault.bus.status, TALLY_E_BUS);
	assert_int_equal(accesses, fault.at + 1);
	(void)op->act();
	assert_int_equal(fault.count, accesses);
	assert_in_range(f.target.writes, writes, writes + accesses);
}

static void compare(const struct operation *op, const struct told *good,
		    uint32_t at)
{
	static struct told now;

	tell(&now);
	for (unsigned i = 0; i < f.setup.slots; i++)
		if (now.count[i] != good->count[i] ||
		    now.asked[i] != good->asked[i])
			fail_msg("%s: %s failed at access %u and was done "
				 "again: slot %u is %llx, asked %llx, not %llx "
				 "and %llx",
				 f.m->name, op->name, at, i,
				 (unsigned long long)now.count[i],
				 (unsigned long long)now.asked[i],
				 (unsigned long long)good->count[i],
				 (unsigned long long)good->asked[i]);
}

/* True: the operation came to its end before access `at`. */
static bool try_at(const struct catalog_monitor *m, const struct operation *op,
		   bool running, const struct told *good, uint32_t at)
{
	enum tally_status status;
	unsigned writes;

	begin(m, op, running);
	writes = f.target.writes;
	fault.at = fault.count + at;
	status = op->act();
	if (!fault.hit) {
		assert_int_equal(status, TALLY_OK);
		fault.at = NEVER;
		close_and_compare();
		return true;
	}
	if (status != TALLY_E_BUS)
		fail_msg("%s: %s tells %d for a failure at access %u", m->name,
			 op->name, status, at);
	assert_dead(op, writes);
	assert_int_equal(tally_bus_recover(&fault.bus), TALLY_E_BUS);
	if (op->act == open_it)
		close_and_compare(); /* what was half opened */
	status = op->again ? op->again() : op->act();
	if (status)
		fail_msg("%s: %s after a failure at access %u cannot be done "
			 "again: %d",
			 m->name, op->name, at, status);
	compare(op, good, at);
	close_and_compare();
	return false;
}

static void sweep(const struct operation *op)
{
	static struct told good;
	unsigned monitors, tried = 0;
	const struct catalog_monitor *const *m = hpm_and_all(&monitors);

	for (unsigned n = 0; n < 2 * monitors; n++) {
		uint32_t at = 0;

		begin(m[n / 2], op, n % 2);
		assert_int_equal(op->act(), TALLY_OK);
		if (op->again)
			assert_int_equal(op->again(), TALLY_OK);
		tell(&good);
		while (!try_at(m[n / 2], op, n % 2, &good, at))
			at++;
		assert_in_range(at, 0, MOST);
		tried += at;
	}
	assert_true(tried > 0);
}

TEST(each_operation_at_each_access)
{
	for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		sweep(&operations[i]);
}
