/* SPDX-License-Identifier: MIT */
/*
 * The catalogue: every row of every table is held against the rules that the
 * rest relies on.
 */
#include "catalog_check.h"

#include <ctype.h>

#include "catalog/names.h"
#include "catalog/questions.h"
#include "metric/formula.h"

/*
 * Upper case, as PMUv3's manual has it, or lower; never both, but for the names
 * of the AHB monitor.
 */
static bool tidy_event(const char *name)
{
	return (!strncmp(name, "Ct", 2) && isalnum((unsigned char)name[2]) &&
		!strpbrk(name, "_ -")) ||
	       (*name >= 'A' && *name <= 'Z' &&
		name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
			'\0') ||
	       (*name >= 'a' && *name <= 'z' &&
		name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] ==
			'\0');
}

/* "arm1176", or "family/core-1". */
static bool tidy_monitor(const char *name)
{
	return *name >= 'a' && *name <= 'z' &&
	       name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789/-")] ==
		       '\0';
}

/* Lower case, digits and '_', beginning with a letter. */
static bool tidy_name(const char *name)
{
	return *name >= 'a' && *name <= 'z' &&
	       name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")] ==
		       '\0';
}

static bool one_line(const char *text)
{
	return *text && !strpbrk(text, "\n\r\t") &&
	       text[strlen(text) - 1] != '.';
}

static void each_monitor(void (*test)(const struct catalog_monitor *m))
{
	unsigned i, count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	assert_true(count >= 2);
	for (i = 0; i < count; i++)
		test(all[i]);
}

static void check_monitor(const struct catalog_monitor *m)
{
	const struct tally_monitor *t = m->monitor;
	const struct catalog_event *e;
	struct error err;
	unsigned i;

	check(tidy_monitor(m->name), "%s", m->name);
	check(one_line(m->title) && one_line(m->summary) &&
		      one_line(m->sources),
	      "%s", m->name);
	assert_ptr_equal(catalog_monitor(m->name, &err), m);
	check(m->events && m->regs && m->fields && m->metrics && m->notes &&
		      m->groups && m->refusals,
	      "%s has an empty table", m->name);
	for (i = 0; i < t->counters; i++)
		check((tidy_name(m->counter[i].name) ||
		       tidy_event(m->counter[i].name)) &&
			      one_line(m->counter[i].title),
		      "%s counter %u", m->name, i);
	check(catalog_group(m, m->overview, &err), "%s", m->name);
	/* A device has none; cycles have a counter, an event, or neither. */
	e = m->instructions ? catalog_event(m, m->instructions, &err) : NULL;
	check(!m->instructions || (e && e->kind == EVENT_OCCURRENCE &&
				   strstr(e->title, "instruction")),
	      "%s: instructions by %s", m->name, m->instructions);
	e = m->cycles ? catalog_event(m, m->cycles, &err) : NULL;
	check(!m->cycles || (e && e->kind == EVENT_DURATION &&
			     (strstr(e->title, "cycle") ||
			      strstr(e->title, "clock"))),
	      "%s: cycles by %s", m->name, m->cycles);
	check(!m->device_tree ==
		      (m->monitor->counter[0].reg.space != TALLY_MMIO),
	      "%s: in a device tree it is %s", m->name,
	      m->device_tree ? m->device_tree : "not told");
}

static void monitors_are_whole(void **state)
{
	(void)state;
	each_monitor(check_monitor);
}

/* Counters that can be chained or widened have room for more than they count.
 */
static bool has_width(const struct catalog_monitor *m, const char *reg,
		      unsigned bits)
{
	if (bits > 32)
		return true;
	for (unsigned i = 0; i < m->fields; i++)
		if (strcmp(m->field[i].reg, reg) == 0 &&
		    (m->field[i].field.width == bits ||
		     (m->monitor->pairs && m->field[i].field.width > bits)))
			return true;
	return false;
}

/* A counter is one register of the catalogue, where the driver reads it. */
static void check_counter_registers(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->monitor->counters; i++) {
		struct error err;
		const struct catalog_register *r =
			catalog_register(m, m->counter[i].name, &err);

		check(r, "%s", err.text);
		check(has_width(m, r->name, m->monitor->counter[i].bits),
		      "%s: counter %s wraps after %u bits, and no field of "
		      "its register is as wide",
		      m->name, m->counter[i].name, m->monitor->counter[i].bits);
		check(strcmp(r->name, m->counter[i].reg) == 0,
		      "%s: the register of counter %s is %s, not %s", m->name,
		      m->counter[i].name, r->name, m->counter[i].reg);
		check(tally_reg_same(r->reg, m->monitor->counter[i].reg) &&
			      r->reg.bits == m->monitor->counter[i].reg.bits,
		      "%s %s", m->name, r->name);
	}
}

static void counters_are_registers(void **state)
{
	(void)state;
	each_monitor(check_counter_registers);
}

static void check_event_row(const struct catalog_monitor *m, unsigned i)
{
	const struct catalog_event *e = &m->event[i];
	uint32_t all = m->monitor->counters < 32
			       ? ~(UINT32_MAX << m->monitor->counters)
			       : UINT32_MAX;
	struct error err;

	check(tidy_event(e->name), "%s %s", m->name, e->name);
	/* What makes a pair of two counters: PMUv3's CHAIN, and wraps. */
	check(catalog_countable(m, e) || !strcmp(e->name, "CHAIN") ||
		      name_match("PMC?_OVERFLOW", e->name) ||
		      name_match("PMC?_CARRY_OUT", e->name),
	      "%s %s", m->name, e->name);
	check(!(e->counters & ~all), "%s %s", m->name, e->name);
	check(e->kind <= EVENT_KIND_UNKNOWN, "%s %s", m->name, e->name);
	/* Tables of documents: nobody has seen these events counted yet. */
	check(e->evidence == EVIDENCE_TRANSCRIBED ||
		      e->evidence == EVIDENCE_AGREED,
	      "%s %s", m->name, e->name);
	check(one_line(e->title) && one_line(e->source), "%s %s", m->name,
	      e->name);
	check(!*e->note || one_line(e->note), "%s %s", m->name, e->name);
	check(catalog_event(m, e->name, &err) == e, "%s %s", m->name, e->name);
	check(catalog_event_by_code(m, e->code) == e,
	      "%s %s: code 0x%02x twice", m->name, e->name, e->code);
}

/* Has the title one of the words of what lasts?  They begin one there. */
static bool lasts(const char *title)
{
	static const char *const words[] = {
		"cycle", "clock",  "tick",        "wait",  "stalled",
		"mode",  "active", "asserted",    "valid", "busy",
		"full",  "above",  "outstanding",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		for (const char *at = title; (at = strstr(at, words[i])); at++)
			if (at == title || at[-1] == ' ' || at[-1] == '(')
				return true;
	return false;
}

static void check_kind(const struct catalog_monitor *m,
		       const struct catalog_event *e)
{
	bool cycle = strncmp(e->title, "cycle", 5) == 0;

	check(e->kind != EVENT_DURATION || lasts(e->title),
	      "%s %s is a DURATION, and its title does not say of what: %s",
	      m->name, e->name, e->title);
	check(e->kind != EVENT_OCCURRENCE || !cycle,
	      "%s %s is an OCCURRENCE, and its title says cycles: %s", m->name,
	      e->name, e->title);
}

/* A core's monitor has a cycle counter, a cache's or a bus's has not. */
static bool has_cycles(const struct catalog_monitor *m)
{
	return m->event[0].code == TALLY_EVENT_CYCLES;
}

/* Does the counter count one thing only? */
static bool is_fixed(const struct catalog_monitor *m, unsigned i)
{
	if (has_cycles(m))
		return i < 32 && m->event[0].counters >> i & 1;
	if (m->cycles) /* an event, on any counter */
		return false;
	return i >= 32 || !(m->event[1].counters >> i & 1);
}

static bool in_memory(const struct catalog_monitor *m)
{
	return m->reg[0].reg.space == TALLY_MMIO;
}

static void check_events(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->events; i++)
		check_event_row(m, i);
	for (i = 0; i < m->events; i++)
		check_kind(m, &m->event[i]);
	/* what has a counter of its own first, then ascending codes */
	check(!has_cycles(m) ||
		      in_memory(m) != !strcmp(m->event[0].name, "cycles"),
	      "%s %s: cycles are a core's, those of a monitor in memory have "
	      "another name: CYCLES_NAME",
	      m->name, m->event[0].name);
	for (i = 1 + has_cycles(m); i < m->events; i++)
		check(m->event[i - 1].code < m->event[i].code, "%s %s", m->name,
		      m->event[i].name);
}

static void events_are_whole(void **state)
{
	(void)state;
	each_monitor(check_events);
}

/* The driver and the catalogue have the same events on the same counters. */
static void check_driver_events(const struct catalog_monitor *m)
{
	const struct tally_monitor *t = m->monitor;
	unsigned i;

	/* cycles are no code, unless an event counts them */
	assert_int_equal(t->events, m->events - has_cycles(m));
	for (i = 0; i < t->events; i++) {
		const struct catalog_event *e =
			catalog_event_by_code(m, t->event[i].code);

		check(e, "%s 0x%02x", m->name, t->event[i].code);
		check(e->counters == t->event[i].counters, "%s %s", m->name,
		      e->name);
		check(t->event[i].rate >= 1 &&
			      (e->kind != EVENT_DURATION ||
			       t->event[i].rate == 1 || e->code == 0x22),
		      "%s %s: rate %u", m->name, e->name, t->event[i].rate);
	}
	for (i = 0; i < t->counters; i++)
		check(t->counter[i].fixed == is_fixed(m, i), "%s counter %u",
		      m->name, i);
}

static void driver_has_the_same_events(void **state)
{
	(void)state;
	each_monitor(check_driver_events);
}

/* An alias with its prefix belongs to one event, and finds it. */
static void check_aliases(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->events; i++) {
		const char *rest = m->event[i].aliases;
		char alias[ROOM];

		while (catalog_alias(&rest, alias, sizeof(alias))) {
			struct error err = { "" };
			const struct catalog_event *e =
				catalog_event(m, alias, &err);

			check(e == &m->event[i], "%s: %s gives %s %s", m->name,
			      alias, e ? e->name : "nothing", err.text);
			check(strlen(alias) + 1 < sizeof(alias), "%s", alias);
		}
	}
}

static void aliases_are_unique(void **state)
{
	(void)state;
	each_monitor(check_aliases);
}

/*
 * Has a field of that width room for the codes?  What is above its bits is no
 * part of a code, but the counter that alone has the event.
 */
static bool tells_codes_apart(const struct catalog_monitor *m, unsigned width)
{
	uint32_t mask = (UINT32_C(1) << width) - 1;

	for (unsigned i = 0; i < m->events; i++)
		for (unsigned k = 0; k < i; k++) {
			const struct catalog_event *a = &m->event[i];
			const struct catalog_event *b = &m->event[k];

			if (a->counters & b->counters &&
			    (a->code & mask) == (b->code & mask))
				return false;
		}
	return width <= 16;
}

static void check_fields(const struct catalog_monitor *m)
{
	unsigned i, k;

	for (i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		struct error err = { "" };
		const struct catalog_register *r =
			catalog_register(m, f->reg, &err);

		check(r, "%s", err.text);
		check(f->field.width >= 1 &&
			      f->field.lsb + f->field.width <= r->reg.bits,
		      "%s %s.%s", m->name, f->reg, f->name);
		check(!f->event || tells_codes_apart(m, f->field.width),
		      "%s %s.%s is too narrow for its codes", m->name, f->reg,
		      f->name);
		check(one_line(f->title), "%s %s.%s", m->name, f->reg, f->name);
		for (k = 0; k < i; k++)
			check(strcmp(m->field[k].reg, f->reg) != 0 ||
				      (!(tally_field_mask(m->field[k].field) &
					 tally_field_mask(f->field)) &&
				       strcmp(m->field[k].name, f->name) != 0),
			      "%s %s.%s and %s", m->name, f->reg, f->name,
			      m->field[k].name);
	}
}

static void fields_do_not_overlap(void **state)
{
	(void)state;
	each_monitor(check_fields);
}

static void check_registers(const struct catalog_monitor *m)
{
	unsigned i, k;

	for (i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];
		const char *rest = r->aliases;
		char alias[ROOM];
		struct error err;

		check(one_line(r->title) && one_line(r->source), "%s %s",
		      m->name, r->name);
		check(catalog_register(m, r->name, &err) == r, "%s %s", m->name,
		      r->name);
		while (catalog_alias(&rest, alias, sizeof(alias)))
			check(catalog_register(m, alias, &err) == r, "%s %s",
			      m->name, alias);
		for (k = 0; k < i; k++)
			check(!tally_reg_same(m->reg[k].reg, r->reg), "%s %s",
			      m->name, r->name);
	}
}

static void registers_are_distinct(void **state)
{
	(void)state;
	each_monitor(check_registers);
}

static void check_formula(const struct catalog_monitor *m,
			  const struct catalog_metric *x)
{
	struct error err = { "" };
	struct formula *f = formula_parse(x->formula, &err);
	const char *const *name;
	size_t i, count;

	check(f, "%s %s: %s", m->name, x->name, err.text);
	name = formula_names(f, &count);
	check(count, "%s %s", m->name, x->name);
	for (i = 0; i < count; i++) {
		const struct catalog_event *e;

		const char *own = name[i];

		if (!strcmp(name[i], "clock_hz") ||
		    !strcmp(name[i], "clock_ratio"))
			continue;
		e = catalog_event(m, name[i], &err);
		check(e, "%s %s: %s", m->name, x->name, err.text);
		(void)catalog_qualifier(name[i], &own);
		/* Canonical names only: readers and planner compare them. */
		check(!strcmp(e->name, own), "%s %s: %s", m->name, x->name,
		      name[i]);
	}
	formula_free(f);
}

static void check_metrics(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++) {
		const struct catalog_metric *x = &m->metric[i];
		const char *notes = x->notes;
		struct error err;
		char id[ROOM];

		check(tidy_name(x->name), "%s %s", m->name, x->name);
		check(catalog_metric(m, x->name, &err) == x, "%s %s twice",
		      m->name, x->name);
		check(!catalog_event(m, x->name, &err), "%s %s is an event",
		      m->name, x->name);
		check(one_line(x->title) && one_line(x->definition) &&
			      one_line(x->source),
		      "%s %s", m->name, x->name);
		check(x->low < x->high && x->scale > 0, "%s %s", m->name,
		      x->name);
		check((x->scale >= 99 && x->scale <= 101) ==
			      !strcmp(x->unit, "%"),
		      "%s %s", m->name, x->name);
		check(x->direction <= DIRECTION_HIGHER, "%s %s", m->name,
		      x->name);
		check_formula(m, x);
		while (catalog_word(&notes, id, sizeof(id)))
			check(catalog_note(m, id), "%s %s: note %s", m->name,
			      x->name, id);
	}
}

static void metrics_are_whole(void **state)
{
	(void)state;
	each_monitor(check_metrics);
}

static bool listed(const char *list, const char *id)
{
	char word[ROOM];

	while (catalog_word(&list, word, sizeof(word)))
		if (!strcmp(word, id))
			return true;
	return false;
}

/* Is the word, or glob, of what is there? */
static bool about_one(const struct catalog_monitor *m, const char *word)
{
	unsigned i;

	for (i = 0; i < m->events; i++)
		if (catalog_about(word, m->event[i].name))
			return true;
	for (i = 0; i < m->regs; i++)
		if (catalog_about(word, m->reg[i].name))
			return true;
	return false;
}

/* Is there a page of `tally explain` that has it? */
static bool note_used(const struct catalog_monitor *m,
		      const struct catalog_note *n)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++)
		if (listed(m->metric[i].notes, n->id))
			return true;
	return *n->about || listed(m->sequence, n->id);
}

static void check_notes(const struct catalog_monitor *m)
{
	const char *sequence = m->sequence;
	char id[ROOM];
	unsigned i;

	while (catalog_word(&sequence, id, sizeof(id)))
		check(catalog_note(m, id), "%s: no note %s", m->name, id);
	for (i = 0; i < m->notes; i++) {
		const struct catalog_note *n = &m->note[i];
		const char *about = n->about;
		char name[ROOM];

		check(catalog_note(m, n->id) == n, "%s %s twice", m->name,
		      n->id);
		check(one_line(n->text) && one_line(n->source), "%s %s",
		      m->name, n->id);
		check(note_used(m, n), "%s: nothing has note %s", m->name,
		      n->id);
		/* "if <condition>: ..." is how they are read out */
		check(n->when == WHEN_ALWAYS || strstr(n->text, ": "), "%s %s",
		      m->name, n->id);
		while (catalog_word(&about, name, sizeof(name)))
			check(about_one(m, name), "%s %s: no %s", m->name,
			      n->id, name);
	}
}

static void notes_are_whole(void **state)
{
	(void)state;
	each_monitor(check_notes);
}

/*
 * What a monitor is told to accept is what it does accept, bit by bit; a row
 * of several bits is one of several values.
 */
static void check_options(const struct catalog_monitor *m)
{
	unsigned i, count, rows = 0;
	const struct catalog_option *option = catalog_options(&count);
	bool fiq = false;

	for (i = 0; i < 8; i++) {
		const struct tally_setup setup = { .options =
							   (uint8_t)(1u << i) };
		bool takes =
			tally_setup_check(m->monitor, &setup, NULL) == TALLY_OK;
		bool told = false;
		unsigned k;

		for (k = 0; k < count; k++)
			if (option[k].bits == setup.options)
				told |= catalog_accepts(m, &option[k]);
		check(takes == told, "%s: option bit %u", m->name, i);
	}
	for (i = 0; i < count; i++) {
		check(one_line(option[i].text), "%s", option[i].name);
		fiq |= !option[i].bits && catalog_accepts(m, &option[i]);
		rows |= option[i].bits;
	}
	check(fiq == m->monitor->fiq, "%s: TALLY_FIQ", m->name);
	check(rows == 0xFF, "an option has no row");
}

static void options_are_told(void **state)
{
	(void)state;
	each_monitor(check_options);
}

static bool condition_told(const struct catalog_monitor *m, unsigned when,
			   unsigned rows)
{
	unsigned i;

	for (i = 0; i < rows; i++)
		if (m->condition[i].when == when)
			return true;
	return when == WHEN_ALWAYS;
}

/* By a row, by the way a number is come by, by a map or the bus it is of. */
static void check_told(const struct catalog_monitor *m, unsigned when,
		       const char *id)
{
	bool by_map = when == WHEN_DEBUG_TRACKED || when == WHEN_BURST_BROKEN;

	check(when <= WHEN_DOCUMENTED || (by_map && m->own_map) ||
		      condition_told(m, when, m->conditions),
	      "%s: nothing tells when %s applies", m->name, id);
}

/* Conditions of notes and identities are told, and rows build on earlier ones.
 */
static void check_conditions(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->conditions; i++) {
		const struct catalog_condition *c = &m->condition[i];

		check(c->when > WHEN_BURST_BROKEN && c->when < CONDITIONS,
		      "%s row %u", m->name, i);
		check(c->mask && !(c->value & ~c->mask), "%s row %u", m->name,
		      i);
		check(condition_told(m, c->within, i), "%s row %u", m->name, i);
	}
	for (i = 0; i < m->notes; i++)
		check_told(m, m->note[i].when, m->note[i].id);
	for (i = 0; i < m->identities; i++) {
		check_told(m, m->identity[i].unless[0], m->identity[i].id);
		check_told(m, m->identity[i].unless[1], m->identity[i].id);
	}
	for (i = 0; i < CONDITIONS; i++) {
		check(tidy_name(condition_text((enum condition)i)), "%u", i);
		check(one_line(condition_words((enum condition)i)), "%u", i);
	}
}

static void conditions_are_told(void **state)
{
	(void)state;
	each_monitor(check_conditions);
}

static void check_groups(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->groups; i++) {
		const struct catalog_group *g = &m->group[i];
		const char *metrics = g->metrics;
		struct error err = { "" };
		unsigned count = 0;
		char name[ROOM];

		check(tidy_name(g->name), "%s %s", m->name, g->name);
		check(catalog_group(m, g->name, &err) == g, "%s %s twice",
		      m->name, g->name);
		check(one_line(g->title) && one_line(g->source), "%s %s",
		      m->name, g->name);
		for (; catalog_word(&metrics, name, sizeof(name)); count++)
			check(catalog_metric(m, name, &err), "%s %s: %s",
			      m->name, g->name, err.text);
		check(count, "%s %s", m->name, g->name);
	}
}

static void groups_have_their_metrics(void **state)
{
	(void)state;
	each_monitor(check_groups);
}

/* A refusal must not hide what can be had. */
static void check_refusals(const struct catalog_monitor *m)
{
	unsigned i, k;

	for (i = 0; i < m->refusals; i++) {
		const char *name = m->refusal[i].name;

		check(one_line(m->refusal[i].why), "%s %s", m->name, name);
		for (k = 0; k < m->events; k++)
			check(!name_match(name, m->event[k].name), "%s %s %s",
			      m->name, name, m->event[k].name);
		for (k = 0; k < m->metrics; k++)
			check(!name_match(name, m->metric[k].name), "%s %s %s",
			      m->name, name, m->metric[k].name);
	}
}

static const struct catalog_question *
question_above(const struct catalog_monitor *m, unsigned at)
{
	for (unsigned i = 0; i < at; i++)
		if (strcmp(m->question[i].id, m->question[at].under) == 0)
			return &m->question[i];
	return NULL;
}

/* Is it over cycles? */
static bool is_of_time(const struct catalog_monitor *m,
		       const struct catalog_metric *x)
{
	const char *over = strrchr(x->formula, '/');

	return over && (strstr(over, "cycles") ||
			(m->cycles && strstr(over, m->cycles)));
}

static void look_at_question(const struct catalog_monitor *m, unsigned at)
{
	const struct catalog_question *q = &m->question[at];
	bool per = q->kind == QUESTION_RATE || q->kind == QUESTION_REST;
	const struct catalog_metric *x;
	struct error err;

	for (unsigned i = 0; i < at; i++)
		check(strcmp(m->question[i].id, q->id) != 0,
		      "%s has the question %s twice", m->name, q->id);
	check(tidy_name(q->id), "%s: the question %s", m->name, q->id);
	check(!q->under[0] || question_above(m, at),
	      "%s: %s stands under %s, which no question before it is", m->name,
	      q->id, q->under);
	x = catalog_metric(m, q->metric, &err);
	check(x, "%s: the question %s: %s", m->name, q->id, err.text);
	check(per || (strcmp(x->unit, "%") == 0 && x->scale == 100),
	      "%s: the question %s is no share", m->name, q->id);
	check(q->kind != QUESTION_SHARE || is_of_time(m, x),
	      "%s: the question %s is a share of something else than cycles: "
	      "%s",
	      m->name, q->id, x->formula);
	check(!q->event[0] || strstr(x->formula, q->event),
	      "%s: the question %s tells of %s, which its metric does not "
	      "count: %s",
	      m->name, q->id, q->event, x->formula);
	check(q->threshold > 0 && q->source[0],
	      "%s: the question %s has no threshold, or no source of it",
	      m->name, q->id);
	check(q->found[0] || q->kind == QUESTION_REST,
	      "%s: what the question %s finds", m->name, q->id);
	check(!q->event[0] || catalog_event(m, q->event, &err),
	      "%s: the question %s: %s", m->name, q->id, err.text);
	check((q->cycles > 0) == (q->cycles_source != NULL),
	      "%s: the question %s has cycles or a source of them", m->name,
	      q->id);
}

/* Every monitor tells where time goes, or why it cannot. */
static void questions_are_whole(void **state)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		const struct catalog_monitor *m = all[i];

		check((m->questions > 0) != (m->unasked != NULL),
		      "%s has no questions and does not say why, or both",
		      m->name);
		check(m->questions <= QUESTIONS_MAX,
		      "%s has too many questions", m->name);
		for (unsigned k = 0; k < m->questions; k++)
			look_at_question(m, k);
	}
}

static void refusals_hide_nothing(void **state)
{
	(void)state;
	each_monitor(check_refusals);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(monitors_are_whole),
		cmocka_unit_test(counters_are_registers),
		cmocka_unit_test(events_are_whole),
		cmocka_unit_test(driver_has_the_same_events),
		cmocka_unit_test(aliases_are_unique),
		cmocka_unit_test(fields_do_not_overlap),
		cmocka_unit_test(registers_are_distinct),
		cmocka_unit_test(metrics_are_whole),
		cmocka_unit_test(notes_are_whole),
		cmocka_unit_test(options_are_told),
		cmocka_unit_test(conditions_are_told),
		cmocka_unit_test(groups_have_their_metrics),
		cmocka_unit_test(questions_are_whole),
		cmocka_unit_test(refusals_hide_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
