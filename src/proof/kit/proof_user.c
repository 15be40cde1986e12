/* SPDX-License-Identifier: MIT */
/*
 * Code at EL0, as user mode is called here on every machine: it counts where a
 * filter says so, and where there is none.  It is the same code as at the level
 * of the kit; the call that ends it is around it, too.
 */
#include "proof.h"

/* The machine's: it runs proof_user_runs at EL0, and says whether another
 * exception than its call ended that.  A core may have no such code. */
extern proof_code proof_user __attribute__((weak));
extern proof_code proof_nothing;
extern proof_code *volatile proof_user_runs;
extern volatile uint32_t proof_user_refused;
proof_code *volatile proof_user_runs;
volatile uint32_t proof_user_refused;

static struct proof_window window;

/* The event's count of it; false: EL0 may not do that here. */
static bool count_at_user(proof_code *code, uint64_t *count)
{
	proof_user_runs = code;
	proof_count(&window, proof_user);
	*count = window.count[0];
	return !proof_user_refused;
}

static void say_where(const char *event, unsigned levels)
{
	proof_check("filter");
	proof_say(event);
	proof_say(" of code at EL0");
	proof_say(levels == TALLY_EL0   ? ", at EL0 alone"
		  : levels == TALLY_EL1 ? ", at EL1 alone"
					: "");
}

static void count_piece(const struct proof_event *e, unsigned levels)
{
	const struct proof_piece *p = proof_most(e);
	uint64_t empty, count;
	bool may;

	say_where(e->name, levels);
	if (!proof_open(&window, ""))
		return;
	may = count_at_user(p->empty, &empty) && count_at_user(p->code, &count);
	proof_close();
	if (may)
		proof_counted(levels == TALLY_EL1 ? 0 : p->count[e->kind],
			      count - empty);
	else
		proof_skip("EL0 may not do that here");
}

static bool can_have(const struct proof_event *e)
{
	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++)
		if (proof_has(e) && proof_one(&window, i, e))
			return true;
	return false;
}

static void filter_user(const struct proof_event *e)
{
	static const uint8_t levels[] = { 0, TALLY_EL0, TALLY_EL1 };

	for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
		window.slot[0].levels = levels[i];
		if (!tally_setup_check(&PROOF_MONITOR, &window.setup, 0))
			count_piece(e, levels[i]);
	}
	window.slot[0].levels = 0;
}

/* An exception is of the level that is left, but for an erratum. */
static void taken_at_user(const struct proof_event *e)
{
	const struct proof_erratum *erratum =
		proof_erratum_of("filtered_by_destination");
	const bool may = erratum && proof_may_have(erratum);
	uint64_t count;

	window.slot[0].levels = TALLY_EL0;
	if (tally_setup_check(&PROOF_MONITOR, &window.setup, 0))
		return;
	proof_check(erratum ? "errata" : "filter");
	if (erratum) {
		proof_say(erratum->name);
		proof_say(may ? " may be here, " : " is not here, ");
	}
	proof_say(e->name);
	proof_say(" of a call at EL0, at EL0 alone");
	if (!proof_open(&window, ""))
		return;
	if (count_at_user(proof_nothing, &count))
		proof_between(may ? 0 : 1, 1, count);
	else
		proof_skip("EL0 may not do that here");
	proof_close();
}

void proof_users(void)
{
	if (!proof_user || !(proof_ready() & PROOF_VECTORS)) {
		proof_check("filter");
		proof_say("code at EL0");
		proof_skip(proof_user ? "vectors are not EL1's"
				      : "a kit has none for this core");
		return;
	}
	for (unsigned k = 0; k < proof_event_count; k++)
		if (can_have(&proof_events[k]))
			filter_user(&proof_events[k]);
	for (unsigned k = 0; k < proof_more_event_count; k++)
		if (proof_more_events[k].kind == MORE_EXCEPTIONS &&
		    can_have(&proof_more_events[k]))
			taken_at_user(&proof_more_events[k]);
}
