/* SPDX-License-Identifier: MIT */
#include "counted_fixture.h"

#include <stdlib.h>
#include <string.h>

#include "program/program.h"

struct request *request;
struct record *record;
struct run_facts facts;
struct samples samples;
static const struct program program = { .path = "prog.elf" };
static struct target target = { .facts = { .name = "board:pb1176",
					   .simulated = true },
				.program = &program };
static const struct run_options options = { .target = &target,
					    .repeats = 1,
					    .drift_limit = 0.02 };

int tear_down(void **state)
{
	(void)state;
	record_free(record);
	record = NULL;
	free(samples.count);
	free(samples.have);
	free(samples.late);
	free(samples.modelled);
	free(samples.class);
	memset(&facts, 0, sizeof(facts));
	memset(&samples, 0, sizeof(samples));
	request_free(request);
	request = NULL;
	return 0;
}

/* Anew, of what `samples` and `facts` hold. */
void judge(void)
{
	record_free(record);
	record = run_keep(&samples, &facts);
	assert_non_null(record);
	assert_true(record_judge(record));
}

unsigned event_of(const char *name)
{
	for (unsigned i = 0; i < request->events; i++)
		if (strcmp(request->event[i]->name, name) == 0)
			return i;
	fail_msg("%s is not counted", name);
	return 0;
}

static bool must_be(const struct catalog_monitor *m,
		    const struct catalog_event *e)
{
	return e->code == TALLY_EVENT_CYCLES ||
	       (m->instructions && strcmp(e->name, m->instructions) == 0);
}

void run(const char *monitor, const char *metrics, const char *groups,
	 const struct count *counted, unsigned counts)
{
	struct error err = { "" };
	const struct request_member member = {
		.monitor = catalog_monitor(monitor, &err),
	};
	const struct request_wish wish = { metrics, NULL, groups, 0 };
	unsigned cells;

	assert_non_null(member.monitor);
	(void)tear_down(NULL);
	request = request_make(&member, 1, &wish, &err);
	if (!request)
		fail_msg("%s", err.text);
	samples.request = request;
	samples.options = &options;
	samples.runs = request->plan->passes;
	samples.clock_hz = 100e6;
	cells = samples.runs * request->events;
	samples.count = calloc(cells, sizeof(*samples.count));
	samples.have = calloc(cells, sizeof(*samples.have));
	samples.late = calloc(samples.runs, sizeof(*samples.late));
	samples.modelled = calloc(request->events, sizeof(*samples.modelled));
	samples.class = calloc(request->events, sizeof(*samples.class));
	for (unsigned i = 0; i < cells; i++)
		samples.have[i] = true;
	for (unsigned i = 0; i < request->events; i++)
		samples.modelled[i] = true;
	/* A program that ran has these events, whatever else is counted. */
	for (unsigned i = 0; i < cells; i++)
		if (must_be(member.monitor,
			    request->event[i % request->events]))
			samples.count[i] = 1000;
	for (unsigned i = 0; i < counts; i++)
		for (unsigned p = 0; p < samples.runs; p++)
			samples.count[p * request->events +
				      event_of(counted[i].name)] =
				counted[i].count;
	facts.windows = 1;
	judge();
}

const struct reading *metric_of(const char *name)
{
	for (unsigned i = 0; i < request->metrics; i++)
		if (strcmp(request->metric[i].name, name) == 0)
			return &record->metric[i].reading;
	fail_msg("%s was not asked for", name);
	return NULL;
}

/* The value of the formula, whatever it is shown in. */
void assert_metric(const char *name, double wanted)
{
	double value = metric_of(name)->value;

	for (unsigned i = 0; i < record->metrics; i++)
		if (strcmp(record->metric[i].name, name) == 0)
			value /= record->metric[i].scale;
	if (value < wanted - 1e-9 || value > wanted + 1e-9)
		fail_msg("%s is %g, not %g", name, value, wanted);
	assert_int_equal(metric_of(name)->doubts, DOUBT_SIMULATED);
}

/* NULL: it was not checked. */
const struct record_identity *identity_of(const char *id)
{
	for (unsigned i = 0; i < request->identities; i++)
		if (strcmp(request->identity[i].identity->id, id) == 0)
			return &record->identity[i];
	return NULL;
}

unsigned broken(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < request->identities; i++)
		n += record->identity[i].broken;
	return n;
}

char *reported(bool (*print)(FILE *to, const struct record *r))
{
	static char text[262144];
	FILE *to = fmemopen(text, sizeof(text), "w");

	assert_non_null(to);
	assert_true(print(to, record));
	fclose(to);
	return text;
}
