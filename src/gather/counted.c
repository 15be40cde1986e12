/* SPDX-License-Identifier: MIT */
/* The record of what firmware counted itself.  See counted.h. */
#include "gather/counted.h"

#include <stdlib.h>
#include <string.h>

#include "gather/addends.h"
#include "gather/given.h"

/* Times that a record can hold, and every reader of JSON. */
static const uint64_t TIME_MAX = UINT64_C(1) << 53;

struct counting {
	const struct dump *d;
	const struct taken_from *from;
	struct addends *a;
	struct record *to;
	bool *has; /* event * passes + pass: it was counted there */
};

bool counted_any(const struct dump *d)
{
	for (size_t i = 0; i < d->rows; i++)
		if (d->row[i].kind == TALLY_LOG_INTERVAL ||
		    d->row[i].kind == TALLY_LOG_REGION ||
		    d->row[i].kind == TALLY_LOG_OVERFLOW)
			return true;
	return false;
}

/* ---- over time ----------------------------------------------------------- */

/* Does the i-th interval begin another one than that before it? */
static bool another(const struct addends *a, size_t i)
{
	return !i || a->addend[i].time != a->addend[i - 1].time ||
	       a->addend[i].pass != a->addend[i - 1].pass ||
	       a->addend[i].repeat != a->addend[i - 1].repeat;
}

/* An interval of which there is no value stays lost. */
static void add_to_series(struct record_series *s, const struct addend *one,
			  size_t at)
{
	uint64_t *sum = &s->count[(size_t)one->event * s->intervals + at];

	if (*sum == RECORD_LOST)
		*sum = one->value;
	else
		*sum += one->value;
	if (*sum > TIME_MAX)
		*sum = RECORD_LOST;
}

/* Time that falls begins anew behind what was before. */
static bool fill_series(struct record_series *s, const struct addends *a)
{
	uint64_t before = 0, offset = 0;
	size_t at = 0;

	for (size_t i = 0; i < a->intervals; i++) {
		const struct addend *one = &a->addend[i];

		if (i && another(a, i)) {
			at++;
			before = s->end[at - 1];
			if (one->time < a->addend[i - 1].time)
				offset = before;
		}
		if (one->time > TIME_MAX || one->time + offset < before ||
		    one->time + offset > TIME_MAX)
			return false;
		s->end[at] = one->time + offset;
		add_to_series(s, one, at);
	}
	return true;
}

/* How long each but the first is, where all are equally long; 0. */
static uint64_t period_of(const struct record_series *s)
{
	const uint64_t step = s->intervals > 1 ? s->end[1] - s->end[0] : 0;

	for (unsigned i = 2; i < s->intervals; i++)
		if (s->end[i] - s->end[i - 1] != step)
			return 0;
	return step;
}

static void put_series(struct counting *c)
{
	struct record_series s = { 0 };
	struct record *r = c->to;
	size_t count = 0;

	for (size_t i = 0; i < c->a->intervals; i++)
		count += another(c->a, i);
	if (count < 2 || count > RECORD_INTERVALS ||
	    count * (r->events + r->metrics) > RECORD_INTERVALS * (size_t)64)
		return;
	s.intervals = (unsigned)count;
	s.end = record_room(r, count, sizeof *s.end);
	s.count = record_room(r, count * r->events, sizeof *s.count);
	s.value = record_room(r, count * r->metrics, sizeof *s.value);
	if (r->failed)
		return;
	for (size_t i = 0; i < count * r->events; i++)
		s.count[i] = RECORD_LOST;
	if (!fill_series(&s, c->a) || !s.end[count - 1])
		return;
	s.period = period_of(&s);
	r->series = s;
}

/* ---- counts -------------------------------------------------------------- */

static int compare(const void *x, const void *y)
{
	const struct addend *a = x, *b = y;
	const uint32_t left[] = { a->part, a->event, a->pass, a->repeat };
	const uint32_t right[] = { b->part, b->event, b->pass, b->repeat };

	for (unsigned i = 0; i < 4; i++)
		if (left[i] != right[i])
			return left[i] < right[i] ? -1 : 1;
	return 0;
}

static void add_to_entry(struct record_entry *e, const struct addend *one,
			 bool first)
{
	if (first)
		*e = (struct record_entry){ one->value, one->value, true };
	e->known &= one->calls == 1;
	e->least = one->value < e->least ? one->value : e->least;
	e->most = one->value > e->most ? one->value : e->most;
}

static void add_to_count(struct record_count *n, uint64_t value)
{
	n->lost |= n->value + value < value;
	n->value += value;
}

/* All of one part, event, pass and repeat: how many there are. */
static size_t put_count(struct record *r, const struct addend *one, size_t left)
{
	struct record_part *part =
		one->part == RECORD_NONE ? NULL : &r->part[one->part];
	struct record_count *n = &r->count[r->counts++];
	const bool first = r->counts < 2 || n[-1].region != one->part ||
			   n[-1].event != one->event;
	uint64_t calls = 0;
	size_t i = 0;

	*n = (struct record_count){ .event = one->event,
				    .pass = one->pass,
				    .repeat = one->repeat,
				    .region = one->part,
				    .interval = RECORD_NONE,
				    .task = RECORD_NONE };
	for (; i < left && !compare(one, &one[i]); i++) {
		add_to_count(n, one[i].value);
		calls += one[i].calls;
		if (part)
			add_to_entry(&part->entry[one->event], &one[i],
				     first && !i);
	}
	if (part && part->region.entered < calls)
		part->region.entered = calls;
	return i;
}

static void put_counts(struct counting *c)
{
	struct addends *a = c->a;
	struct record *r = c->to;

	qsort(a->addend, a->count, sizeof *a->addend, compare);
	r->count = record_room(r, a->count, sizeof *r->count);
	r->counts = 0;
	for (size_t i = 0; !r->failed && i < a->count;)
		i += put_count(r, &a->addend[i], a->count - i);
}

static const char *part_name(struct record *r, const struct addend_part *p)
{
	const char *kind = p->task ? "task" : "region";
	char text[40];

	if (p->name)
		snprintf(text, sizeof text, "%s%.20s", p->task ? "task " : "",
			 p->name);
	else
		snprintf(text, sizeof text, "%s %u", kind, (unsigned)p->number);
	return record_text(r, text);
}

static void put_parts(struct counting *c)
{
	struct record *r = c->to;

	r->part = record_room(r, c->a->parts, sizeof *r->part);
	for (unsigned i = 0; !r->failed && i < c->a->parts; i++) {
		struct record_part *p = &r->part[i];

		p->region.kind = REGION_SYMBOL;
		p->region.text = part_name(r, &c->a->part[i]);
		p->event = record_room(r, r->events, sizeof *p->event);
		p->metric = record_room(r, r->metrics, sizeof *p->metric);
		p->entry = record_room(r, r->events, sizeof *p->entry);
		if (r->failed)
			return;
		memcpy(p->event, r->event, r->events * sizeof *p->event);
		memcpy(p->metric, r->metric, r->metrics * sizeof *p->metric);
	}
	r->parts = c->a->parts;
}

/* ---- passes -------------------------------------------------------------- */

static bool is_counted(const struct counting *c, unsigned event, unsigned pass)
{
	return c->has[(size_t)event * c->a->passes + pass];
}

static void put_pass(const struct counting *c, unsigned pass)
{
	struct record *r = c->to;
	struct record_assignment *assign =
		record_room(r, r->events, sizeof *assign);
	unsigned count = 0;

	for (unsigned i = 0; assign && i < r->events; i++)
		if (is_counted(c, i, pass))
			assign[count++] =
				(struct record_assignment){ r->event[i].name,
							    (uint16_t)i };
	r->pass[pass] = (struct record_pass){ assign, count };
}

/* Anchors are what every pass counted: they tell whether all had the same to
 * do. */
static void put_anchors(const struct counting *c)
{
	struct record *r = c->to;
	uint16_t *anchor = record_room(r, r->events, sizeof *anchor);

	for (unsigned i = 0; anchor && r->passes > 1 && i < r->events; i++) {
		unsigned passes = 0;

		while (passes < r->passes && is_counted(c, i, passes))
			passes++;
		if (passes == r->passes)
			anchor[r->anchors++] = (uint16_t)i;
	}
	r->anchor = anchor;
}

static bool all_counted(const struct counting *c, const struct record_metric *m,
			unsigned pass)
{
	for (unsigned i = 0; i < m->operands; i++)
		if (m->operand[i] < c->to->events &&
		    !is_counted(c, m->operand[i], pass))
			return false;
	return true;
}

/* Of each metric the first pass that has all of it. */
static void put_metrics(const struct counting *c)
{
	struct record *r = c->to;

	for (unsigned i = 0; i < r->metrics; i++) {
		struct record_metric *m = &r->metric[i];

		m->pass = 0;
		while (m->pass < r->passes && !all_counted(c, m, m->pass))
			m->pass++;
		if (m->pass == r->passes)
			m->pass = RECORD_SPLIT;
	}
}

static void put_passes(struct counting *c)
{
	struct record *r = c->to;

	r->passes = r->at_least = c->a->passes;
	r->repeats = c->a->repeats;
	r->runs = 0;
	r->pass = record_room(r, r->passes, sizeof *r->pass);
	r->run = record_room(r, (size_t)r->passes * r->repeats, sizeof *r->run);
	c->has = record_room(r, (size_t)r->passes * r->events, 1);
	if (r->failed)
		return;
	for (size_t i = 0; i < c->a->count; i++)
		c->has[c->a->addend[i].event * (size_t)r->passes +
		       c->a->addend[i].pass] = true;
	for (unsigned i = 0; i < r->passes; i++)
		put_pass(c, i);
	for (unsigned i = 0; i < r->passes * r->repeats; i++)
		r->run[r->runs++] =
			(struct record_run){ .pass = i % r->passes,
					     .repeat = i / r->passes };
	put_anchors(c);
	put_metrics(c);
}

/* ---- all of it ----------------------------------------------------------- */

static void put_facts(struct counting *c)
{
	const struct taken_from *from = c->from;
	struct record *r = c->to;

	/* Two dumps of one firmware are to be compared. */
	r->target.name = record_text(r, from->monitor ? from->target : "dump");
	r->target.title = record_text(r, from->title);
	r->target.simulated = from->simulated;
	r->target.varies = true;
	r->board_runs = 1;
	r->drift_limit = 0.02;
	if (from->program) {
		r->program.path = record_text(r, from->program->path);
		r->program.sha256 = record_text(r, from->program->sha256);
		r->program.exited = true;
	}
	r->log = (struct record_log){
		.known = true,
		.records = c->d->rows,
		.starts = c->d->starts,
		.lost = (uint64_t)c->d->lost + c->d->nested,
		.damaged = c->d->damaged,
		.unread = c->a->unread,
		.periodless = c->a->periodless,
	};
}

/* Events that nothing but parts counted have no value of their own. */
static void put_events(struct counting *c)
{
	struct record *r = c->to;

	for (unsigned i = 0; i < r->events; i++) {
		struct record_event *e = &r->event[i];

		e->class = c->from->simulated ? CLASS_UNTOLD : CLASS_EXACT;
		e->asked = c->a->intervals ? ASKED_AMONG : ASKED_NOT;
		if (e->kind == EVENT_KIND_UNKNOWN && !*e->source)
			e->row = NULL;
	}
}

static bool fill(struct counting *c)
{
	struct record *r = c->to;

	put_facts(c);
	put_events(c);
	put_passes(c);
	put_series(c);
	put_parts(c);
	if (!r->failed)
		put_counts(c);
	return !r->failed && record_judge(r);
}

static struct record *make(struct counting *c, struct error *err)
{
	const struct given_wish wish = { 0 };

	if (!addends_gather(c->a, c->d, c->from->monitor, err))
		return NULL;
	if (!c->a->counts.monitor || !c->a->count) {
		error_set(err,
			  "the log's counts have no name: %s; --rows prints "
			  "them",
			  !c->a->counts.monitor
				  ? "it has no monitor that Tally knows"
			  : c->a->periodless
				  ? "overflows without a period stand for no "
				    "number of events"
				  : "no setup came before");
		return NULL;
	}
	c->a->counts.clock_hz = c->from->clock_hz;
	c->a->counts.clock_ratio = c->from->clock_ratio;
	c->to = given_record(&c->a->counts, &wish, err);
	if (!c->to || fill(c))
		return c->to;
	error_no_memory(err);
	record_free(c->to);
	return NULL;
}

struct record *counted_record(const struct dump *d,
			      const struct taken_from *from, struct error *err)
{
	struct addends *a = calloc(1, sizeof *a);
	struct counting c = { .d = d, .from = from, .a = a };
	struct record *r;

	if (!a) {
		error_no_memory(err);
		return NULL;
	}
	r = make(&c, err);
	addends_free(a);
	free(a);
	return r;
}
