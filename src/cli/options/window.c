/* SPDX-License-Identifier: MIT */
/* Which part of a run `tally stat` counts.  See window.h. */
#include "cli/options/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* One region alone is measured as all there is; several beside the whole. */
int window_regions(struct stat_options *o)
{
	const char *first = o->region[0];
	const bool several = o->regions > 1 || o->globs || o->run.parts.self;

	if (o->run.parts.self && !o->regions && !o->globs)
		return cli_error(CLI_USAGE, "stat",
				 "--self is of regions; name them with "
				 "--region or --regions");
	if (o->run.inside && (several || !first || strstr(first, "..")))
		return cli_error(CLI_USAGE, "stat",
				 "--inside is of one function, which returns; "
				 "name it with --region");
	if (several) {
		o->run.parts.text = o->region;
		o->run.parts.glob = o->glob;
	} else if (first) {
		o->run.region.text = first;
		o->run.region.kind =
			strstr(first, "..") ? REGION_RANGE : REGION_SYMBOL;
	}
	return CLI_GOOD;
}

/* A look at counters costs some microseconds. */
enum { LEAST_NS = 100000 };

/* Nobody stops a command at a cycle: looks are by the clock on the wall. */
static int interval_here(struct stat_options *o, double seconds)
{
	const double ns = floor(seconds * 1e9 + 0.5);

	if (isnan(ns) || ns < LEAST_NS || ns > 0x1p62)
		return cli_error(CLI_USAGE, o->verb,
				 "-I %s: say a time, here of at least 100us, "
				 "and not cycles: 100ms, 1s",
				 o->interval);
	o->run.interval = (uint64_t)ns;
	return CLI_GOOD;
}

/* Seconds that what goes on is counted where nobody says how many: as of what
 * is never halted. */
#define SECONDS 1.0

/* Is it a time that is measured, of what somebody else has started? */
static bool is_of_time(const struct stat_options *o)
{
	return o->run.target->ops->lasts &&
	       o->run.region.kind == REGION_WHOLE && !o->run.parts.text;
}

/* Cycles, or a time of the target's own clock. */
int window_interval(struct stat_options *o)
{
	static const struct {
		const char *name;
		double seconds; /* 0: cycles */
	} unit[] = { { "c", 0 },
		     { "ns", 1e-9 },
		     { "us", 1e-6 },
		     { "ms", 1e-3 },
		     { "s", 1 } };
	const struct target_control *control = o->run.target->control;
	const double hz = o->run.target->facts.clock_hz;
	char *end;
	const double n = strtod(o->interval, &end);
	double cycles = -1, seconds = -1;

	for (size_t i = 0; i < sizeof unit / sizeof *unit; i++)
		if (end > o->interval && strcmp(end, unit[i].name) == 0) {
			seconds = n * unit[i].seconds;
			cycles = unit[i].seconds > 0 ? seconds * hz : n;
		}
	/* A target that stops at no cycle is refused as such, whatever its
	 * clock is. */
	if (control && !control->go_until && seconds > 0)
		cycles = 1;
	else if (o->run.target->facts.goes_on && hz <= 0)
		return cli_error(
			CLI_USAGE, o->verb,
			"-I %s: intervals are of its clock, and nobody "
			"has said that; clock=HZ behind the name of "
			"the target does",
			o->interval);
	if (o->run.target->counts)
		return interval_here(o, seconds);
	if (isnan(cycles) || cycles < 1 || cycles > 0x1p62)
		return cli_error(CLI_USAGE, o->verb,
				 "-I %s: say a time or cycles, at least one "
				 "cycle of %s: 100us, 2ms, 10000c",
				 o->interval, o->run.target->facts.name);
	if (o->run.inside)
		return cli_error(CLI_USAGE, o->verb,
				 "-I halts the core at each interval, and "
				 "--inside does not before the end; leave out "
				 "one");
	o->run.interval = (uint64_t)(cycles + 0.5);
	if (!o->seconds && o->run.target->facts.goes_on && is_of_time(o))
		o->run.target->ops->lasts(o->run.target, SECONDS);
	if (!o->run.parts.text)
		return CLI_GOOD;
	return cli_error(CLI_USAGE, o->verb,
			 "-I is of the whole program or of one region, not of "
			 "several; leave out one");
}

/* How long what goes on is counted. */
int window_seconds(struct stat_options *o)
{
	const struct target *t = o->run.target;
	char *end;
	const double seconds = strtod(o->seconds, &end);

	if (*end || !(seconds > 0 && seconds <= 86400))
		return cli_error(CLI_USAGE, "stat",
				 "--seconds %s: a time above 0, of a day at "
				 "most, as in 2 or 0.5",
				 o->seconds);
	if (!t->ops->lasts)
		return cli_error(CLI_USAGE, "stat",
				 "--seconds is how long a core behind a debug "
				 "server is counted that runs on; %s is none: "
				 "leave it out",
				 t->facts.name);
	if (!is_of_time(o))
		return cli_error(CLI_USAGE, "stat",
				 "--seconds is of all that runs, and a region "
				 "ends by itself; leave out one");
	t->ops->lasts(o->run.target, seconds);
	return CLI_GOOD;
}

/* Entries are left out only where that changes something. */
int window_warmup(const struct stat_options *o)
{
	const struct target *t = o->run.target;
	struct error err;

	if (t && t->counts && !o->on_linux.wish.command)
		error_set(&err, "--warmup runs the command before it is "
				"measured, and -p, -a and --cpu have none; "
				"leave it out");
	else if (o->run.inside)
		error_set(&err, "--warmup counts calls by stopping at each, "
				"which --inside does not; leave out one");
	else if (t && !t->counts && o->run.region.kind == REGION_WHOLE &&
		 !o->run.parts.text && !t->facts.goes_on)
		error_set(&err,
			  "--warmup: every run of %s begins in the same state, "
			  "so one before it changes nothing; with --region it "
			  "leaves out the first entries",
			  t->facts.name);
	else
		return CLI_GOOD;
	return cli_error_set(CLI_USAGE, "stat", &err);
}
