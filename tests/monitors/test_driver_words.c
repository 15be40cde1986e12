/* SPDX-License-Identifier: MIT */
/*
 * The words that every driver writes, against tests/documents: of each setup
 * here, the `word` rows say what every field holds that has any, and what is in
 * no field is 0.  So a wrong bit in a driver, or in the rows that its masks
 * come from, is seen for every field of every monitor.
 */
#include "catalog_check.h"
#include "core/hpm.h"
#include "documents.h"
#include "test.h"

#include <stdio.h>
#include <strings.h>

enum { STEPS = 512 };

/* One setup, stopped or running; the slot counts alone. */
struct scene {
	const struct catalog_monitor *m;
	const struct document *d;
	const char *event;
	struct tally_slot slot;
	struct tally_setup setup;
	bool running;
	bool applied[DOCUMENT_WORDS]; /* a word that once held something */
};

static const char *counter_of(const struct scene *s)
{
	return s->m->counter[s->slot.counter].name;
}

/* The levels that a slot may be limited to, each by itself. */
static const struct {
	const char *word;
	uint8_t level;
} levels[] = {
	{ "everywhere", 0 },
	{ "el0", TALLY_EL0 },
	{ "el1", TALLY_EL1 },
	{ "el2", TALLY_EL2 },
	{ "el3", TALLY_EL3 },
	{ "marked", TALLY_MARKED },
	{ "unmarked", TALLY_UNMARKED },
	{ "vs", TALLY_VS },
	{ "vu", TALLY_VU },
};

static bool is_level(const struct scene *s, const char *word, bool *is)
{
	for (unsigned i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (strcmp(word, levels[i].word) != 0)
			continue;
		*is = s->slot.levels == levels[i].level;
		return true;
	}
	return false;
}

static bool is_refined(const struct scene *s, const char *word, bool *is)
{
	const struct tally_refine *r = s->slot.refine;

	if (strcmp(word, "threshold") == 0)
		*is = r && r->threshold;
	else if (strcmp(word, "burst") == 0)
		*is = r && r->burst;
	else if (strcmp(word, "trigger") == 0)
		*is = r && r->start;
	else
		return false;
	return true;
}

static bool is_option(const struct scene *s, const char *word, bool *is)
{
	static const struct {
		const char *word;
		unsigned mask, value;
	} options[] = {
		{ "always", 0, 0 },
		{ "divide", TALLY_DIVIDE, TALLY_DIVIDE },
		{ "whole", TALLY_DIVIDE, 0 },
		{ "export", TALLY_EXPORT, TALLY_EXPORT },
		{ "user", TALLY_USER, TALLY_USER },
		{ "wide", TALLY_WIDE, TALLY_WIDE },
		{ "freeze", TALLY_FREEZE, TALLY_FREEZE },
		{ "time_base", TALLY_TIME_BASE, TALLY_TIME_BASE },
		{ "time_base_55", TALLY_TIME_BASE_47, TALLY_TIME_BASE_55 },
		{ "time_base_51", TALLY_TIME_BASE_47, TALLY_TIME_BASE_51 },
		{ "time_base_47", TALLY_TIME_BASE_47, TALLY_TIME_BASE_47 },
	};

	for (unsigned i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (strcmp(word, options[i].word) != 0)
			continue;
		*is = (s->setup.options & options[i].mask) == options[i].value;
		return true;
	}
	return false;
}

/* One word of a WHEN, without its counter. */
static bool is_so(const struct scene *s, const char *word)
{
	bool is = false;

	if (strcmp(word, "start") == 0)
		return s->running;
	if (strcmp(word, "stop") == 0)
		return !s->running;
	if (strcmp(word, "used") == 0 || strcmp(word, "select") == 0)
		return true;
	if (strcmp(word, "interrupt") == 0)
		return s->slot.interrupt != TALLY_SILENT;
	if (strcmp(word, "fiq") == 0)
		return s->slot.interrupt == TALLY_FIQ;
	if (is_option(s, word, &is) || is_level(s, word, &is) ||
	    is_refined(s, word, &is))
		return is;
	check(false, "%s: tests/documents has a word row of %s", s->m->name,
	      word);
	return false;
}

/* Is all of WHEN so, less its '!'?  `star` is what its counter has for '*'. */
static bool holds(const struct scene *s, const char *when, char *star)
{
	char words[DOCUMENT_NAME], *rest = words;

	star[0] = '\0';
	snprintf(words, sizeof(words), "%s", when + (when[0] == '!'));
	for (char *word = strtok_r(rest, "+", &rest); word;
	     word = strtok_r(rest, "+", &rest)) {
		char *counter = strchr(word, ':');

		if (counter) {
			*counter = '\0';
			if (strcmp(word, "event") == 0) {
				if (strcmp(counter + 1, s->event) != 0)
					return false;
				continue;
			}
			if (!document_star(counter + 1, counter_of(s), star))
				return false;
		}
		if (!is_so(s, word))
			return false;
	}
	return true;
}

/* Is the row about this field of this register, of any counter? */
static bool is_about(const struct document_word *w, const char *reg,
		     const char *field)
{
	char star[DOCUMENT_NAME], name[DOCUMENT_NAME];

	if (strchr(w->reg, '*')) {
		if (!document_star(w->reg, reg, star))
			return false;
		document_fill(w->field, star, name);
		return strcmp(name, field) == 0;
	}
	return strcmp(w->reg, reg) == 0 && document_star(w->field, field, star);
}

static uint64_t value_of(const struct document_word *w, const char *star,
			 uint64_t code)
{
	if (strcmp(w->value, "bit") == 0)
		return UINT64_C(1) << strtoul(star, NULL, 10);
	return w->value[0] ? strtoull(w->value, NULL, 0) : code;
}

/* Is WHEN so, of this field? */
static bool is_here(const struct scene *s, const struct document_word *w,
		    const char *reg, const char *field, char *star)
{
	char name[DOCUMENT_NAME];

	if (!holds(s, w->when, star))
		return false;
	document_fill(w->reg, star, name);
	if (strcmp(name, reg) != 0)
		return false;
	document_fill(w->field, star, name);
	return strcmp(name, field) == 0;
}

/*
 * A field has to hold `value`; false: no row is about it, or only those of what
 * idle counters select.
 */
static bool expected(struct scene *s, const char *reg, const char *field,
		     uint64_t code, uint64_t *value)
{
	bool told = false;

	*value = 0;
	for (unsigned i = 0; i < s->d->words; i++) {
		const struct document_word *w = &s->d->word[i];
		char star[DOCUMENT_NAME];

		if (!is_about(w, reg, field))
			continue;
		told |= w->value[0] != '\0';
		if (is_here(s, w, reg, field, star) == (w->when[0] == '!'))
			continue;
		*value |= value_of(w, star, code);
		s->applied[i] = told = true;
	}
	return told;
}

/* Every field of a register that was written. */
static void look_at_word(struct scene *s, const char *reg, uint64_t word,
			 uint64_t code)
{
	uint64_t rest = word;

	for (unsigned i = 0; i < s->m->fields; i++) {
		const struct catalog_field *f = &s->m->field[i];
		const struct document_field *row;
		uint64_t want, has;

		if (strcmp(f->reg, reg) != 0)
			continue;
		row = document_field(s->d, reg, f->name);
		check(row, "no document of %s has %s.%s", s->m->name, reg,
		      f->name);
		rest &= ~tally_field_mask(row->field);
		has = tally_field_get(word, row->field);
		check(!has || !document_is_read_only(row),
		      "%s %s.%s: 0x%llx is written, and the document says RO",
		      s->m->name, reg, f->name, (unsigned long long)has);
		if (!expected(s, reg, f->name, code, &want))
			continue;
		check(has == want,
		      "%s %s %s.%s: 0x%llx, in the document 0x%llx (%s %s)",
		      s->m->name, s->running ? "running" : "stopped", reg,
		      f->name, (unsigned long long)has,
		      (unsigned long long)want, counter_of(s),
		      s->slot.interrupt ? "interrupting" : "");
	}
	check(rest == 0, "%s %s: bits of no field 0x%llx", s->m->name, reg,
	      (unsigned long long)rest);
}

/* A register's name by its place, from the document. */
static const char *register_at(const struct scene *s, struct tally_reg reg)
{
	for (unsigned i = 0; i < s->d->registers; i++)
		if (tally_reg_same(s->d->reg[i].reg, reg))
			return s->d->reg[i].name;
	check(false, "%s writes 0x%x, which no document has", s->m->name,
	      reg.addr);
	return NULL;
}

static void look_at_script(struct scene *s, const struct tally_script *script,
			   uint64_t code)
{
	for (unsigned i = 0; i < script->count; i++) {
		unsigned k = i + 1;

		while (k < script->count &&
		       !tally_reg_same(script->step[k].reg,
				       script->step[i].reg))
			k++;
		if (k == script->count && !tally_reg_none(script->step[i].reg))
			look_at_word(s, register_at(s, script->step[i].reg),
				     script->step[i].value, code);
	}
}

/* Stopped, if `all`, and running; false: the monitor refuses the setup. */
static bool play_parts(struct scene *s, uint64_t code, bool all)
{
	static struct tally_step step[STEPS];
	struct tally_script script = { step, 0, STEPS, TALLY_OK };

	s->setup.slot = &s->slot;
	s->setup.slots = 1;
	if (tally_setup_check(s->m->monitor, &s->setup, NULL) != TALLY_OK)
		return false;
	s->running = false;
	check(tally_encode(s->m->monitor, &s->setup, TALLY_CONFIGURE,
			   &script) == TALLY_OK,
	      "%s configure", s->m->name);
	if (all)
		look_at_script(s, &script, code);
	s->running = true;
	check(tally_encode(s->m->monitor, &s->setup, TALLY_START, &script) ==
		      TALLY_OK,
	      "%s start", s->m->name);
	look_at_script(s, &script, code);
	return true;
}

static void play(struct scene *s, uint64_t code)
{
	(void)play_parts(s, code, true);
}

static void reset(struct scene *s, unsigned counter, uint16_t event)
{
	s->setup.options = 0;
	s->slot = (struct tally_slot){ .counter = (uint8_t)counter,
				       .event = event };
}

/* Plays every wish that a slot can have besides the event. */
static void vary(struct scene *s, unsigned counter, uint16_t event,
		 uint64_t code)
{
	static const struct tally_refine refined[] = {
		{ .threshold = 160 },
		{ .burst = 5, .gap = 3, .distance = 96 },
		{ .start = TALLY_ON_CHANGE + 3, .stop = TALLY_ON_OVERFLOW + 4 },
	};

	for (unsigned i = TALLY_SILENT; i <= TALLY_FIQ; i++) {
		reset(s, counter, event);
		s->slot.interrupt = (uint8_t)i;
		play(s, code);
	}
	for (unsigned option = 1; option < 256; option <<= 1) {
		reset(s, counter, event);
		s->setup.options = (uint8_t)option;
		play(s, code);
	}
	reset(s, counter, event);
	s->setup.options = TALLY_TIME_BASE | TALLY_TIME_BASE_47;
	play(s, code);
	for (unsigned i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		reset(s, counter, event);
		s->slot.levels = levels[i].level;
		play(s, code);
	}
	for (unsigned i = 0; i < sizeof(refined) / sizeof(refined[0]); i++) {
		reset(s, counter, event);
		s->slot.refine = &refined[i];
		play(s, code);
	}
}

/* The event as the documents have it: the catalogue's by its name. */
static const struct catalog_event *event_of(const struct catalog_monitor *m,
					    const char *name)
{
	for (unsigned i = 0; i < m->events; i++)
		if (strcmp(m->event[i].name, name) == 0)
			return &m->event[i];
	return NULL;
}

static void look_at_counter(struct scene *s, unsigned counter)
{
	bool varied = false;

	for (unsigned i = 0; i < s->d->events; i++) {
		const struct document_event *e = &s->d->event[i];
		const struct catalog_event *row = event_of(s->m, e->name);
		uint64_t code = e->code < 0 ? 0 : (uint64_t)e->code;

		if (!row || !catalog_counts(s->m, row, counter))
			continue;
		s->event = e->name;
		reset(s, counter, row->code);
		check(play_parts(s, code, false), "%s refuses %s on %s",
		      s->m->name, e->name, counter_of(s));
		if (!varied || e->counters)
			vary(s, counter, row->code, code);
		varied = true;
	}
}

TEST(words_are_the_documents)
{
	static struct document d;
	unsigned count;
	const struct catalog_monitor *const *all = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++) {
		struct scene s = { .m = all[i], .d = &d };

		document_read(all[i]->name, &d);
		for (unsigned k = 0; k < all[i]->monitor->counters; k++)
			look_at_counter(&s, k);
		for (unsigned k = 0; k < d.words; k++)
			check(s.applied[k], "%s: nothing was ever `%s %s.%s`",
			      all[i]->name, d.word[k].when, d.word[k].reg,
			      d.word[k].field);
	}
}
