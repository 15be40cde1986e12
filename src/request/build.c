/* SPDX-License-Identifier: MIT */
/*
 * The growing arrays behind a request.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/words.h"
#include "request/inner.h"

static bool there(const struct request *r, const struct named *n,
		  struct error *err)
{
	const struct request_member *p = &r->member[n->member];

	if (!p->limits || tally_limits_event(p->limits, (uint16_t)n->code))
		return true;
	return error_set(err,
			 "%s: this core does not have the event %s; it says so "
			 "itself",
			 p->monitor->name, n->row ? n->row->name : n->said);
}

static bool same(const struct request *r, unsigned i, const struct named *n)
{
	const struct catalog_event *e = r->event[i];

	return r->origin[i].member == n->member && r->origin[i].row == n->row &&
	       e->code == n->code && e->levels == n->levels &&
	       e->pair == n->pair && !e->refine == !n->refined &&
	       (!e->refine || refine_same(e->refine, &n->refine));
}

/* Which counters can take this code, of those that take codes without a row. */
static uint32_t raw_counters(const struct catalog_monitor *m, unsigned code,
			     const struct tally_refine *refine)
{
	uint32_t counters = 0;

	for (unsigned i = 0; i < m->monitor->counters && i < 32; i++) {
		const struct tally_slot slot = { .counter = (uint8_t)i,
						 .event = (uint16_t)code,
						 .refine = refine };
		const struct tally_setup setup = { &slot, 1, 0 };

		if (m->monitor->raw >> i & 1 &&
		    !tally_setup_check(m->monitor, &setup, NULL))
			counters |= UINT32_C(1) << i;
	}
	return counters;
}

static const struct catalog_event any_code = {
	.kind = EVENT_KIND_UNKNOWN,
	.evidence = EVIDENCE_NOT_ESTABLISHED,
	.title = "a code that no table has, unchecked",
	.source = "",
	.aliases = "",
	.note = "what it counts here is the core's own matter",
};

/*
 * Several events in one counter are what each of them is: of one kind, if they
 * are, on counters that can count them all, as well known as the least.
 */
static bool make_sum(struct request *r, const struct named *n,
		     struct catalog_event *e, struct error *err)
{
	const struct catalog_monitor *m = r->member[n->member].monitor;
	struct catalog_selection s;
	char text[512];

	catalog_select(m, n->refine.word, &s);
	if (!s.known) {
		e->counters = raw_counters(m, n->code, &n->refine);
		return true;
	}
	catalog_word_text(&s, text, sizeof text);
	e->kind = s.event[0]->kind;
	e->counters = s.event[0]->counters;
	e->evidence = s.event[0]->evidence;
	for (unsigned i = 1; i < s.events; i++) {
		if (s.event[i]->kind != e->kind)
			e->kind = EVENT_KIND_UNKNOWN;
		if (s.event[i]->evidence < e->evidence)
			e->evidence = s.event[i]->evidence;
		e->counters &= s.event[i]->counters;
	}
	e->source = s.event[0]->source;
	e->note = "any of these counts; two at once may count once";
	e->title = request_keep(r, text, err);
	return e->title;
}

/* An event that the catalogue has not as it is asked for, and its settings. */
struct made {
	struct catalog_event event; /* the first: freed as this */
	struct tally_refine refine;
};

/* The event as it was asked for, under a name that tells it from others. */
static const struct catalog_event *variant(struct request *r,
					   const struct named *n,
					   const char *name, struct error *err)
{
	struct storage *s = r->storage;
	struct made *made;
	struct catalog_event **more =
		grown(s->made, s->mades, sizeof(void *), err);

	if (!more)
		return NULL;
	s->made = more;
	made = calloc(1, sizeof(*made));
	if (!made) {
		error_no_memory(err);
		return NULL;
	}
	made->event = n->row ? *n->row : any_code;
	if (!n->row)
		made->event.counters = raw_counters(
			r->member[n->member].monitor, n->code, NULL);
	if (n->sum && !make_sum(r, n, &made->event, err)) {
		free(made);
		return NULL;
	}
	made->event.name = name;
	made->event.code = (uint16_t)n->code;
	made->event.levels = (uint8_t)n->levels;
	made->event.pair = n->pair;
	made->refine = n->refine;
	made->event.refine = n->refined ? &made->refine : NULL;
	s->made[s->mades++] = &made->event;
	return &made->event;
}

/* The name shows a threshold also where nobody asked for one. */
static const char *left_unsaid(const struct request *r, const struct named *n)
{
	if (n->unknown)
		return ":threshold=not_known";
	if (n->refined && !n->refine.threshold &&
	    !strstr(n->said, ":threshold=") &&
	    refine_compares(r->member[n->member].monitor, n->row))
		return ":threshold=0";
	return "";
}

/* The catalogue's row, or the event that stands for it in this request. */
static const struct catalog_event *
shown(struct request *r, const struct named *n, struct error *err)
{
	const bool plain =
		n->row && !n->levels && !n->pair && !n->refined && !n->unknown;
	const bool bare = n->row && !strchr(n->said, ':');
	const char *name = plain || bare ? n->row->name : n->said;
	const char *front = "", *colon = "";
	const char *kept;
	char text[256];

	if (r->members > 1 &&
	    (!n->row || request_event_shared(r, n->member, n->row->name))) {
		front = r->member[n->member].monitor->name;
		colon = ":";
	} else if (plain) {
		return n->row;
	}
	snprintf(text, sizeof(text), "%s%s%s%s", front, colon, name,
		 left_unsaid(r, n));
	kept = request_keep(r, text, err);
	return kept ? variant(r, n, kept, err) : NULL;
}

static bool make_room(struct request *r, struct error *err)
{
	const struct catalog_event **event;
	struct request_origin *origin;
	uint8_t *asked;

	if (r->events == PLAN_EVENTS_MAX)
		return error_set(err,
				 "more than %d different events were "
				 "asked for; ask for less at once",
				 PLAN_EVENTS_MAX);
	event = grown(r->event, r->events, sizeof(void *), err);
	if (!event)
		return false;
	r->event = event;
	origin = grown(r->origin, r->events, sizeof *r->origin, err);
	if (!origin)
		return false;
	r->origin = origin;
	asked = grown(r->asked, r->events, sizeof *r->asked, err);
	if (!asked)
		return false;
	r->asked = asked;
	return true;
}

bool request_add_event(struct request *r, const struct named *asked,
		       uint16_t *index, struct error *err)
{
	struct named settled = *asked, *n = &settled;
	const struct catalog_event *e;

	refine_settle(r->member[n->member].monitor, n);
	if (!there(r, n, err))
		return false;
	for (unsigned i = 0; i < r->events; i++)
		if (same(r, i, n)) {
			*index = (uint16_t)i;
			return true;
		}
	if (!make_room(r, err))
		return false;
	e = shown(r, n, err);
	if (!e)
		return false;
	r->event[r->events] = e;
	r->origin[r->events] = (struct request_origin){
		.row = n->row,
		.member = (uint8_t)n->member,
	};
	r->asked[r->events] = ASKED_NOT;
	*index = (uint16_t)r->events++;
	return true;
}

bool request_add_want(struct request *r, const char *name, uint16_t *set,
		      uint16_t events, bool must_share, struct error *err)
{
	struct storage *s = r->storage;
	struct plan_want *want = NULL;

	if (s->wants == PLAN_SETS_MAX)
		error_set(err,
			  "more than %d metrics and events were asked for; ask "
			  "for less at once",
			  PLAN_SETS_MAX);
	else
		want = grown(s->want, s->wants, sizeof *s->want, err);
	if (!want) {
		free(set);
		return false;
	}
	s->want = want;
	s->want[s->wants++] = (struct plan_want){
		.name = name,
		.event = set,
		.events = events,
		.must_share = must_share,
	};
	return true;
}

const char *request_keep(struct request *r, const char *text, struct error *err)
{
	struct storage *s = r->storage;
	char **texts = grown(s->text, s->texts, sizeof *s->text, err);
	char *copy;

	if (!texts)
		return NULL;
	s->text = texts;
	copy = strdup(text);
	if (!copy) {
		error_no_memory(err);
		return NULL;
	}
	s->text[s->texts++] = copy;
	return copy;
}
