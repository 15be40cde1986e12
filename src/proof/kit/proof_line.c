/* SPDX-License-Identifier: MIT */
/*
 * The interrupt of an overflow: it arrives where it is asked for, and nowhere
 * else.  Interrupts stay masked: a register is looked at in which the monitor's
 * line shows, -DPROOF_LINE=ADDRESS -DPROOF_IRQ_BIT=N, as an interrupt
 * controller has it of each input, masked or not.  An e500 takes it: there the
 * core itself is asked.
 */
#include "proof.h"

#if defined PROOF_IRQ_AT || defined __powerpc__

static struct proof_window window;
static const struct proof_event *looked_at;
static unsigned arrived;

static unsigned line_shows(void)
{
#ifdef PROOF_IRQ_AT
	return *(volatile uint32_t *)(uintptr_t)(PROOF_IRQ_AT) >>
		       PROOF_IRQ_BIT &
	       1;
#else
	return proof_interrupted();
#endif
}

/* Looks in the window, as a monitor that is stopped need not ask, and more than
 * once, as nothing says how soon it shows. */
static void run_and_look(void *words, void *same)
{
	enum { LOOKS = 1000 };

	proof_most(looked_at)->code(words, same);
	arrived = 0;
	for (unsigned i = 0; i < LOOKS && !arrived; i++)
		arrived = line_shows();
}

/* Does it arrive of an overflow after `period` counts, which is asked for? */
static void look(const char *what, uint64_t period, bool asks,
		 unsigned expected)
{
	window.slot[0].period = period;
	window.slot[0].interrupt = asks ? TALLY_IRQ : TALLY_SILENT;
	proof_check("interrupt");
	proof_say(looked_at->name);
	proof_say(what);
	proof_say_number(window.slot[0].counter);
	if (tally_setup_check(&PROOF_MONITOR, &window.setup, 0)) {
		proof_skip("this counter cannot ask for one");
		return;
	}
	if (!proof_open(&window, ""))
		return;
	proof_count(&window, run_and_look);
	(void)proof_overflows();
	proof_close();
	proof_counted(expected, arrived);
}

void proof_interrupts(const struct proof_event *first)
{
	enum { FAR = 1000000 };

	looked_at = first;
	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++) {
		if (!proof_one(&window, i, first))
			continue;
		look(" without an overflow, by counter ", FAR, true, 0);
		look(" with an overflow, by counter ", 2, true, 1);
		look(" with one that asks for none, by counter ", 2, false, 0);
	}
}

#else

void proof_interrupts(const struct proof_event *first)
{
	(void)first;
	proof_check("interrupt");
	proof_say("of an overflow");
	proof_skip("make LINE=ADDRESS,BIT says where its line shows");
}

#endif
