/* SPDX-License-Identifier: MIT */
/* The head of a record's document: what was measured of what. */
#include <stdio.h>
#include <string.h>

#include "record/document/inner.h"

void say_verdict(struct document *d)
{
	struct io *x = &d->x;
	struct record *r = d->r;
	const char *because = r->trusted ? NULL : r->verdict.why;
	bool simulated = r->target.simulated;
	bool sandboxed = !r->target.unguarded;

	io_bool(x, "simulated", &r->target.simulated);
	io_bool(x, "trusted", &r->trusted);
	io_text(x, "untrusted_because", &because);
	if (io_reads(x))
		snprintf(r->verdict.why, sizeof r->verdict.why, "%s",
			 because ? because : "");
	else if (io_or_null(x, "sandboxed", &simulated))
		io_bool(x, "sandboxed", &sandboxed);
	io_text(x, "not_sandboxed", &r->target.unguarded);
}

void say_monitors(struct document *d)
{
	struct io *x = &d->x;
	struct record *r = d->r;
	size_t count = r->monitors;
	const bool is = io_list(x, "monitors", SIZE_MAX, &count);

	if (!count || count > RECORD_MONITORS)
		io_fail(x, "`monitors` is to name 1 to %d monitors",
			RECORD_MONITORS);
	if (!is)
		return;
	if (x->mode != IO_WRITE)
		r->monitor = io_room(x, count, sizeof *r->monitor);
	for (size_t i = 0; !x->failed && i < count; i++)
		io_text_at(x, "monitors", i, &r->monitor[i].name);
	r->monitors = x->failed ? 0 : (unsigned)count;
	io_leave(x);
}

static void say_monitor(struct document *d, struct record_monitor *m)
{
	struct io *x = &d->x;

	if (io_tells(x))
		io_name(x, "name", &m->name);
	io_text(x, "layers", &m->layers);
	if (io_perhaps(x, m->broken))
		io_text(x, "broken", &m->broken);
	io_text(x, "map", &m->map);
	if (io_perhaps(x, m->main_id))
		io_small(x, "main_id", &m->main_id, UINT32_MAX);
}

static void say_target_monitors(struct document *d)
{
	struct io *x = &d->x;
	size_t count = d->r->monitors;

	if (!io_rows(x, "monitors", count, &count))
		return;
	for (size_t i = 0; io_row(x, "monitors", i, count); i++) {
		say_monitor(d, &d->r->monitor[i]);
		io_leave(x);
	}
	io_leave(x);
}

/* Zero where it is not known. */
static void say_positive(struct io *x, const char *key, double *to)
{
	bool known = *to > 0;

	io_known_real(x, key, &known, to);
}

static void say_clock_chosen(struct io *x, struct record_target *t)
{
	/* Before files told it, the clock of every board was a choice. */
	if (io_misses(x, "clock_chosen"))
		t->clock_chosen = t->simulated && t->clock_hz > 0;
	else
		io_bool(x, "clock_chosen", &t->clock_chosen);
}

/* Files of schema 1 and 2 have a target's facts with the board's. */
void say_target(struct document *d)
{
	struct io *x = &d->x;
	struct record_target *t = &d->r->target;

	if (!io_object(x, d->old ? "board" : "target"))
		return;
	io_text(x, "name", &t->name);
	io_text(x, "title", &t->title);
	say_positive(x, "clock_hz", &t->clock_hz);
	say_clock_chosen(x, t);
	say_positive(x, "clock_ratio", &t->clock_ratio);
	io_bool(x, "varies", &t->varies);
	io_bool(x, "engine_knows_more", &t->superset);
	io_text(x, "cycles_sketch", &t->sketch);
	if (io_perhaps(x, t->lacks))
		io_text(x, "lacks", &t->lacks);
	if (io_perhaps(x, t->way))
		io_text(x, "way", &t->way);
	say_target_monitors(d);
	io_leave(x);
}

/* How the simulated machine was set up. */
void say_board(struct document *d)
{
	struct io *x = &d->x;
	const char *name = d->r->target.name;
	bool is = name && strncmp(name, "board:", 6) == 0;

	name = name && is ? name + 6 : NULL;
	if (!io_known_object(x, "board", &is))
		return;
	if (io_tells(x)) {
		io_string(x, "name", &name);
		io_text(x, "title", &d->r->target.title);
	}
	say_machine(d);
	io_leave(x);
}

void say_program(struct document *d)
{
	struct io *x = &d->x;
	struct record_program *p = &d->r->program;
	bool ran = p->path;

	if (!io_known_object(x, "program", &ran))
		return;
	io_string(x, "elf", &p->path);
	io_string(x, "sha256", &p->sha256);
	io_bool(x, "exited", &p->exited);
	io_signed(x, "status", &p->status);
	io_count(x, "instructions", &p->instructions);
	io_leave(x);
	if (io_reads(x) && !p->path)
		io_fail(x, "program.elf is missing");
	if (io_reads(x) && !p->sha256)
		p->sha256 = "";
}

void say_capture(struct document *d)
{
	struct io *x = &d->x;
	struct record_capture *c = &d->r->capture;
	bool is = c->file;

	if (!io_known_object(x, "capture", &is))
		return;
	io_name(x, "file", &c->file);
	io_name(x, "sha256", &c->sha256);
	io_count(x, "arrived", &c->arrived);
	io_count(x, "passed", &c->passed);
	io_leave(x);
}

/* Files without a label have no such member. */
void say_sources(struct document *d)
{
	struct io *x = &d->x;
	struct record_sources *s = &d->r->sources;

	if (!io_perhaps(x, s->label != NULL) || !io_object(x, "sources"))
		return;
	io_name(x, "label", &s->label);
	io_text(x, "commit", &s->commit);
	if (io_perhaps(x, s->time != 0))
		io_count(x, "time", &s->time);
	if (io_perhaps(x, s->number != 0))
		io_count(x, "number", &s->number);
	if (io_perhaps(x, s->commit != NULL))
		io_bool(x, "changed", &s->changed);
	io_leave(x);
}

void say_region_kind(struct document *d, struct record_region *region,
		     enum region_kind none)
{
	uint8_t kind = (uint8_t)region->kind;

	io_word(&d->x, "kind", &kind, region_word, none);
	if (io_reads(&d->x))
		region->kind = (enum region_kind)kind;
}

void say_region(struct document *d)
{
	struct io *x = &d->x;
	struct record_region *region = &d->r->region;
	bool is = !record_is_given(d->r);

	if (!io_known_object(x, "region", &is))
		return;
	say_region_kind(d, region, REGION_WHOLE);
	io_text(x, "text", &region->text);
	io_count(x, "entered", &region->entered);
	io_bool(x, "ended_inside", &region->ended_inside);
	io_leave(x);
	if (io_reads(x) && region->kind != REGION_WHOLE && !region->text)
		io_fail(x, "region.text is missing");
}

void say_log(struct document *d)
{
	struct io *x = &d->x;
	struct record_log *l = &d->r->log;

	if (!io_perhaps(x, l->known) || !io_object(x, "log"))
		return;
	io_count(x, "records", &l->records);
	io_count(x, "starts", &l->starts);
	io_count(x, "lost", &l->lost);
	io_count(x, "damaged", &l->damaged);
	io_count(x, "unread", &l->unread);
	if (io_perhaps(x, l->periodless))
		io_count(x, "periodless", &l->periodless);
	io_leave(x);
	l->known = true;
}

void say_how(struct document *d)
{
	struct io *x = &d->x;
	struct record *r = d->r;

	io_small(x, "repeats", &r->repeats, READER_ROWS);
	if (io_perhaps(x, r->warmup))
		io_small(x, "warmup", &r->warmup, WARMUP_MOST);
	io_small(x, "board_runs", &r->board_runs, UINT32_MAX);
	io_bool(x, "passes_together", &r->together);
	io_bool(x, "divided", &r->divided);
	io_bool(x, "calibrated", &r->calibrated);
}

void say_drift(struct document *d)
{
	struct io *x = &d->x;
	struct record *r = d->r;

	if (!io_object(x, "drift"))
		return;
	io_real(x, "relative", &r->drift);
	io_text(x, "anchor", &r->drift_anchor);
	io_real(x, "limit", &r->drift_limit);
	io_leave(x);
}

void say_conditions(struct document *d)
{
	struct io *x = &d->x;
	struct catalog_state *s = &d->r->conditions;

	if (io_reads(x))
		s->known[WHEN_ALWAYS] = s->holds[WHEN_ALWAYS] = true;
	if (!io_object(x, "conditions"))
		return;
	if (x->mode == IO_SCHEMA)
		io_put_others(
			x, json_pack("{s:[s,s]}", "type", "boolean", "null"));
	for (unsigned i = WHEN_DIVIDED; x->mode != IO_SCHEMA && i < CONDITIONS;
	     i++) {
		const char *key = condition_text((enum condition)i);

		if (io_or_null(x, key, &s->known[i]))
			io_bool(x, key, &s->holds[i]);
	}
	io_leave(x);
}
