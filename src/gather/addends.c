/* SPDX-License-Identifier: MIT */
/* From a log's records to what each of them adds to.  See addends.h. */
#include "gather/addends.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 1 << 16, EVENTS = 1024, RUNS = 1 << 14, NAME = 8 };

/* The course of a log: what was said so far of slots and passes. */
struct course {
	struct addends *to;
	const struct catalog_monitor *monitor; /* whose events come */
	uint32_t event[SLOTS];                 /* RECORD_NONE: none */
	uint32_t pass[SLOTS];                  /* its place; RECORD_NONE */
	uint32_t begun[SLOTS];                 /* how often, by place */
	uint32_t now;                          /* the pass; RECORD_NONE */
	bool own[SLOTS];           /* its counts are told: overflows are not */
	uint64_t period[SLOTS];    /* of an overflow; 0: not known */
	uint64_t overflows[SLOTS]; /* so far */
};

/* ---- events -------------------------------------------------------------- */

static const struct catalog_event *raw_event(struct course *c, uint16_t code)
{
	struct addends *a = c->to;
	struct catalog_event *e = &a->raw[a->raws];
	char *name = (char *)&a->raw[EVENTS] + (size_t)a->raws * NAME;

	a->raws++;
	snprintf(name, NAME, code == TALLY_EVENT_CYCLES ? "cycles" : "r%x",
		 (unsigned)code);
	*e = (struct catalog_event){
		.name = name,
		.code = code,
		.kind = EVENT_KIND_UNKNOWN,
		.title = "",
		.source = "",
		.aliases = "",
		.note = "",
	};
	return e;
}

/* The place of an event among the counts; RECORD_NONE: there is no room. */
static uint32_t event_of(struct course *c, uint16_t code)
{
	struct counts *counts = &c->to->counts;
	const struct catalog_event *e;
	unsigned i = 0;

	while (i < counts->counts && (counts->count[i].monitor != c->monitor ||
				      counts->count[i].event->code != code))
		i++;
	if (i < counts->counts)
		return i;
	if (i == EVENTS)
		return RECORD_NONE;
	e = catalog_event_by_code(c->monitor, code);
	counts->count[counts->counts++] = (struct count){
		.event = e ? e : raw_event(c, code),
		.monitor = c->monitor,
	};
	return i;
}

static void name_monitor(struct course *c, const char *name)
{
	struct error ignored;

	c->monitor = catalog_monitor(name, &ignored);
	if (!c->to->counts.monitor)
		c->to->counts.monitor = c->monitor;
}

/* ---- passes -------------------------------------------------------------- */

static void begin_pass(struct course *c, uint16_t number)
{
	struct addends *a = c->to;

	if (c->pass[number] == RECORD_NONE)
		c->pass[number] = a->passes++;
	c->now = c->pass[number];
	c->begun[c->now]++;
	if (c->begun[c->now] > a->repeats)
		a->repeats = c->begun[c->now];
}

/* ---- parts --------------------------------------------------------------- */

/* RECORD_NONE: there is no room. */
static uint32_t part_of(struct addends *a, uint32_t number, bool task)
{
	unsigned i = 0;

	while (i < a->parts &&
	       (a->part[i].number != number || a->part[i].task != task))
		i++;
	if (i == RECORD_PARTS)
		return RECORD_NONE;
	if (i == a->parts)
		a->part[a->parts++] =
			(struct addend_part){ number, task, NULL };
	return i;
}

/* A name may come before what it is of, or behind it. */
static void name_parts(struct addends *a, const struct dump *d)
{
	for (size_t i = 0; i < d->rows; i++) {
		const struct dump_row *r = &d->row[i];

		for (unsigned k = 0; k < a->parts; k++)
			if (r->kind == (a->part[k].task ? TALLY_LOG_TASK
							: TALLY_LOG_NAME) &&
			    r->task == a->part[k].number && *r->text)
				a->part[k].name = r->text;
	}
}

/* ---- records ------------------------------------------------------------- */

/* An overflow stands for a period of events, as often as it came. */
static uint64_t value_of(const struct course *c, const struct dump_row *r)
{
	uint64_t n;

	if (r->kind != TALLY_LOG_OVERFLOW)
		return r->a;
	n = r->a - c->overflows[r->source];
	return n > UINT64_MAX / c->period[r->source] ? UINT64_MAX
						     : n * c->period[r->source];
}

static void add(struct course *c, const struct dump_row *r, uint32_t part)
{
	struct addends *a = c->to;
	const bool region = r->kind == TALLY_LOG_REGION;

	a->addend[a->count++] = (struct addend){
		.part = part,
		.event = c->event[r->source],
		.pass = c->now,
		.repeat = c->begun[c->now] - 1,
		.value = value_of(c, r),
		.calls = region ? r->b : 1,
		.time = region ? 0 : r->b,
	};
}

/* Of an interval its task's share, of a region all. */
static void add_to_part(struct course *c, const struct dump_row *r)
{
	const bool task = r->kind == TALLY_LOG_INTERVAL;
	uint32_t part;

	if (r->kind == TALLY_LOG_OVERFLOW || (task && !r->task))
		return;
	part = part_of(c->to, r->task, task);
	if (part == RECORD_NONE)
		c->to->unread++;
	else
		add(c, r, part);
}

static void take_count(struct course *c, const struct dump_row *r, bool parts)
{
	if (c->now == RECORD_NONE)
		begin_pass(c, 0);
	if (c->event[r->source] == RECORD_NONE)
		c->to->unread += !parts;
	else if (parts)
		add_to_part(c, r);
	else if (r->kind != TALLY_LOG_REGION)
		add(c, r, RECORD_NONE);
}

/* Of what nothing else tells, and whose period is known. */
static void take_overflow(struct course *c, const struct dump_row *r,
			  bool parts)
{
	if (c->own[r->source])
		return;
	if (!c->period[r->source] && c->event[r->source] != RECORD_NONE) {
		c->to->periodless += !parts;
		return;
	}
	if (r->a >= c->overflows[r->source])
		take_count(c, r, parts);
	c->overflows[r->source] = r->a;
}

static void set_up(struct course *c, const struct dump_row *r)
{
	c->event[r->source] =
		c->monitor ? event_of(c, (uint16_t)r->a) : RECORD_NONE;
	c->period[r->source] = r->b;
	c->overflows[r->source] = 0;
}

static void take(struct course *c, const struct dump_row *r, bool parts)
{
	switch (r->kind) {
	case TALLY_LOG_MONITOR:
		name_monitor(c, r->text);
		break;
	case TALLY_LOG_SETUP:
		set_up(c, r);
		break;
	case TALLY_LOG_PASS:
		begin_pass(c, r->source);
		break;
	case TALLY_LOG_INTERVAL:
	case TALLY_LOG_REGION:
		take_count(c, r, parts);
		break;
	case TALLY_LOG_OVERFLOW:
		take_overflow(c, r, parts);
		break;
	default:
		break;
	}
}

/* From the first record on, intervals or what is of parts. */
static bool run_through(struct course *c, const struct dump *d, bool parts,
			const char *monitor, struct error *err)
{
	c->now = RECORD_NONE;
	c->monitor = NULL;
	c->to->passes = c->to->repeats = 0;
	for (size_t i = 0; i < SLOTS; i++) {
		c->event[i] = c->pass[i] = RECORD_NONE;
		c->begun[i] = 0;
		c->period[i] = c->overflows[i] = 0;
	}
	if (monitor)
		name_monitor(c, monitor);
	for (size_t i = 0; i < d->rows; i++)
		take(c, &d->row[i], parts);
	return (uint64_t)c->to->passes * c->to->repeats <= RUNS ||
	       error_set(err,
			 "the log has %u passes %u times, more than a record "
			 "can have; --rows prints them",
			 c->to->passes, c->to->repeats);
}

bool addends_gather(struct addends *a, const struct dump *d,
		    const char *monitor, struct error *err)
{
	struct course *c = calloc(1, sizeof *c);
	bool good;

	a->addend = calloc(2 * d->rows + 1, sizeof *a->addend);
	a->counts.count = calloc(EVENTS, sizeof *a->counts.count);
	a->raw = calloc(EVENTS, sizeof *a->raw + NAME);
	if (!c || !a->addend || !a->counts.count || !a->raw) {
		free(c);
		return error_no_memory(err);
	}
	c->to = a;
	for (size_t i = 0; i < d->rows; i++)
		c->own[d->row[i].source] |=
			d->row[i].kind == TALLY_LOG_INTERVAL ||
			d->row[i].kind == TALLY_LOG_REGION;
	good = run_through(c, d, false, monitor, err);
	a->intervals = a->count;
	good = good && run_through(c, d, true, monitor, err);
	name_parts(a, d);
	free(c);
	return good;
}

void addends_free(struct addends *a)
{
	counts_free(&a->counts);
	free(a->addend);
	free(a->raw);
}
