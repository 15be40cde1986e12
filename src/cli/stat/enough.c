/* SPDX-License-Identifier: MIT */
/* As many repeats as a wanted interval needs. */
#include "cli/stat/enough.h"

#include <math.h>

#include "cli/cli.h"
#include "cli/options/stat.h"
#include "cli/stat/measured.h"
#include "record/record.h"

/* Half the interval as a part of the value; 0: it has neither. */
static double enough_width(const struct reading *r)
{
	if (!reading_has_value(r) || r->margin < 0 || !(fabs(r->value) > 0))
		return 0;
	return r->margin / fabs(r->value);
}

/* The widest of what was wanted. */
static double enough_widest(const struct record *r)
{
	bool cycles = false;
	double widest = 0;

	for (unsigned i = 0; i < r->events; i++)
		cycles = cycles ||
			 record_is_cycles(r->monitor[r->event[i].monitor].name,
					  &r->event[i]);
	for (unsigned i = 0; i < r->events; i++)
		if (!cycles ||
		    record_is_cycles(r->monitor[r->event[i].monitor].name,
				     &r->event[i]))
			widest = fmax(widest,
				      enough_width(&r->event[i].reading));
	for (unsigned i = 0; i < r->metrics; i++)
		if (r->metric[i].asked)
			widest = fmax(widest,
				      enough_width(&r->metric[i].reading));
	return widest;
}

/* The next number of repeats: an interval shrinks with the root of it.  A
 * tenth more, since the spread is only known so well. */
static unsigned enough_next(unsigned repeats, double times)
{
	const double next = ceil(1.1 * repeats * times * times);

	if (next > 4.0 * repeats)
		repeats *= 4;
	else
		repeats = next > repeats ? (unsigned)next : repeats + 1;
	return repeats < ENOUGH_MOST ? repeats : ENOUGH_MOST;
}

struct record *enough_measure(const char *verb, struct stat_options *o,
			      const struct request *q, struct report_rows *rows)
{
	if (!(o->enough > 0))
		return stat_measure(verb, o, q, rows);
	o->run.repeats = ENOUGH_LEAST;
	for (;;) {
		struct record *r = stat_measure(verb, o, q, NULL);
		const double widest = r ? enough_widest(r) : 0;

		if (!r || widest <= o->enough)
			return r;
		if (o->run.repeats == ENOUGH_MOST) {
			cli_error(CLI_GOOD, verb,
				  "-r auto: after %d repeats the interval is "
				  "still +-%.2g %%, and %.2g %% was wanted",
				  ENOUGH_MOST, 100 * widest, 100 * o->enough);
			return r;
		}
		o->run.repeats =
			enough_next(o->run.repeats, widest / o->enough);
		record_free(r);
		o->quiet_program = true; /* it has said all that it says */
	}
}
