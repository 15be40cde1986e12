/* SPDX-License-Identifier: MIT */
/*
 * Says why events cannot be counted together, in words.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "plan/inner.h"

enum { NAMES_MAX = 12 };

struct text {
	char text[640];
	size_t length;
};

static void __attribute__((format(printf, 2, 3)))
say(struct text *t, const char *format, ...)
{
	size_t room = sizeof(t->text) - t->length;
	va_list args;
	int wrote;

	va_start(args, format);
	wrote = vsnprintf(t->text + t->length, room, format, args);
	va_end(args);
	if (wrote > 0)
		t->length += (size_t)wrote < room ? (size_t)wrote : room - 1;
}

static const char *between(unsigned i, unsigned count)
{
	if (i == 0)
		return "";
	return i + 1 == count ? " and " : ", ";
}

static void say_events(const struct facts *f, const uint16_t *event,
		       unsigned events, struct text *t)
{
	unsigned shown = events > NAMES_MAX ? NAMES_MAX - 1 : events;

	for (unsigned i = 0; i < shown; i++)
		say(t, "%s%s", between(i, shown == events ? events : 0),
		    f->problem->event[f->origin[event[i]]].name);
	if (shown < events)
		say(t, " and %u more", events - shown);
}

static void say_counters(const struct facts *f, struct plan_counters counters,
			 struct text *t)
{
	const char *const *name = f->problem->counter_name;
	unsigned count = counters_size(&counters);
	unsigned shown = count > NAMES_MAX ? NAMES_MAX - 1 : count;

	for (unsigned i = 0; i < shown; i++) {
		unsigned c = counters_take(&counters);

		if (name)
			say(t, "%s%s", i ? ", " : "", name[c]);
		else
			say(t, "%s%u", i ? ", " : "", c);
	}
	if (shown < count)
		say(t, " and %u more", count - shown);
}

static void say_anchors(const struct facts *f, const uint16_t *event,
			unsigned events, struct text *t)
{
	uint16_t anchor[NAMES_MAX];
	unsigned anchors = 0;

	for (unsigned i = 0; i < events && anchors < NAMES_MAX; i++)
		if (set_has(&f->anchors, event[i]))
			anchor[anchors++] = event[i];
	if (!anchors || anchors == events)
		return;
	say(t, " (");
	say_events(f, anchor, anchors, t);
	say(t, anchors == 1 ? " is" : " are");
	say(t, " counted in every pass)");
}

static bool exclude(const struct facts *f, const uint16_t *event,
		    unsigned events)
{
	return events == 2 && set_has(&f->bars[event[0]], event[1]);
}

/*
 * Finds the counters that any of them can use, and how many all of them need.
 */
static unsigned demand(const struct facts *f, const uint16_t *event,
		       unsigned events, struct plan_counters *can)
{
	unsigned need = 0;

	*can = (struct plan_counters){ { 0 } };
	for (unsigned i = 0; i < events; i++) {
		struct plan_counters left = f->can[event[i]];
		bool pair = set_has(&f->paired, event[i]);
		unsigned c;

		need += pair ? 2 : 1;
		while ((c = counters_take(&left)) != PLAN_NONE) {
			counters_put(can, c);
			if (pair)
				counters_put(can, c + 1);
		}
	}
	return need;
}

static bool explain_one(const struct facts *f, unsigned event,
			struct error *err)
{
	const char *name = f->problem->event[f->origin[event]].name;

	if (set_has(&f->paired, event))
		return error_set(err,
				 "%s takes an even counter and the next one, "
				 "and no such two can count it; leave it out",
				 name);
	return error_set(err, "no counter can count %s; leave it out", name);
}

bool conflict_explain(const struct facts *f, const uint16_t *event,
		      uint16_t events, struct error *err)
{
	struct text t = { .length = 0 };
	struct plan_counters can;
	unsigned need = demand(f, event, events, &can);
	unsigned have = counters_size(&can);

	if (events == 1)
		return explain_one(f, event[0], err);
	say_events(f, event, events, &t);
	if (exclude(f, event, events)) {
		say(&t, " exclude each other");
	} else if (need > have) {
		say(&t, " need %u counters, but only %u (", need, have);
		say_counters(f, can, &t);
		say(&t, ") can count them");
	} else {
		say(&t, " find no places together: an event that takes two "
			"counters takes an even one and the next");
	}
	say_anchors(f, event, events, &t);
	return error_set(err, "%s", t.text);
}

const char *plan_line(char *text, size_t room, const struct plan *plan)
{
	const char *s = plan->passes == 1 ? "" : "es";

	if (plan->at_least == plan->passes)
		snprintf(text, room, "%u pass%s (optimal)", plan->passes, s);
	else
		snprintf(text, room, "%u pass%s, at least %u", plan->passes, s,
			 plan->at_least);
	return text;
}
