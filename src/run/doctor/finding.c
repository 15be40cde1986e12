/* SPDX-License-Identifier: MIT */
/* Findings of the doctor, a row each. */
#include "run/doctor/inner.h"

#include <stdarg.h>
#include <stdio.h>

const char *finding_word(enum finding_outcome outcome)
{
	static const char *const text[] = {
		[FINDING_PASS] = "pass",
		[FINDING_FAIL] = "fail",
		[FINDING_SKIPPED] = "skipped",
	};

	return text[outcome];
}

void doctor_find(struct doctor *d, const char *check,
		 enum finding_outcome outcome, const char *cure,
		 const char *format, ...)
{
	struct finding *f = &d->finding[d->findings];
	va_list args;

	if (outcome == FINDING_FAIL)
		d->healthy = false;
	if (d->findings == FINDINGS_MAX)
		return;
	d->findings++;
	f->check = check;
	f->outcome = outcome;
	f->cure = outcome == FINDING_FAIL ? cure : NULL;
	va_start(args, format);
	vsnprintf(f->text, sizeof(f->text), format, args);
	va_end(args);
}

/* A target that was lost by it says why. */
static bool is_lost(struct doctor *d, struct target_stop *stop)
{
	const struct target_control *c =
		d->run ? d->run->target->control : NULL;

	return c && c->wait(d->run, false, stop) &&
	       stop->reason == TARGET_STOP_LOST && *stop->text;
}

bool doctor_bus_failed(struct doctor *d, const char *check)
{
	enum tally_status status = tally_bus_recover(d->bus);
	struct target_stop stop = { 0 };

	if (status == TALLY_OK)
		return false;
	if (d->ended)
		doctor_find(d, check, FINDING_FAIL,
			    "have a program run there that goes on for longer",
			    "the program has ended, and its target with it");
	else if (status == TALLY_E_BUS && is_lost(d, &stop))
		doctor_find(d, check, FINDING_FAIL,
			    "see that the link holds and the core stands, and "
			    "whether this core, or this emulator, has that "
			    "monitor at all",
			    "%s", stop.text);
	else
		doctor_find(d, check, FINDING_FAIL,
			    "see that the core stands, and may do that in its "
			    "state",
			    "%s", tally_status_text(status));
	return true;
}
