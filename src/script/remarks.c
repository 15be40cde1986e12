/* SPDX-License-Identifier: MIT */
/*
 * Remarks that every form of a script has besides the writes: which counter
 * holds what, how the metrics come of it, how long a window may be, and the
 * notes.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "base/memory.h"
#include "catalog/words.h"
#include "script/inner.h"

/* The events of a word, of which there are several. */
static void put_word(FILE *to, const struct catalog_monitor *m, uint64_t word)
{
	struct catalog_selection s;
	char text[256];

	catalog_select(m, word, &s);
	fprintf(to, "(%s)", catalog_word_text(&s, text, sizeof text));
}

bool script_fields(FILE *to, const char *before,
		   const struct catalog_monitor *m, const char *reg,
		   uint64_t value)
{
	bool some = false;

	for (unsigned i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		uint64_t part = tally_field_get(value, f->field);
		const struct catalog_event *e;

		if (strcmp(f->reg, reg) != 0 || (part == 0 && !f->event))
			continue;
		fprintf(to, "%s%s=", before, f->name);
		before = " ";
		some = true;
		if (f->field.width == 1)
			fprintf(to, "%" PRIu64, part);
		else
			fprintf(to, "0x%02" PRIx64, part);
		e = f->event ? catalog_field_event(m, f, part) : NULL;
		if (e)
			fprintf(to, "(%s)", e->name);
		else if (f->event && m->words && part)
			put_word(to, m, part);
	}
	return some;
}

static bool divided(const struct script *s, unsigned slot)
{
	return s->setup.options & TALLY_DIVIDE &&
	       s->slot[slot].event == TALLY_EVENT_CYCLES;
}

void script_counts(FILE *to, const char *line, const struct script *s)
{
	int width = 0;

	for (unsigned i = 0; i < s->setup.slots; i++) {
		int length = (int)strlen(script_event(s, i)->name);

		width = length > width ? length : width;
	}
	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct catalog_register *upper = script_upper_half(s, i);
		uint64_t mask = script_count_mask(s, i);
		bool times = divided(s, i);

		fprintf(to, "%s%-*s = %s%s", line, width,
			script_event(s, i)->name, times ? "64 * " : "",
			times && mask ? "(" : "");
		if (upper)
			fprintf(to, "%s << 32 | ", upper->name);
		fputs(script_count(s, i)->name, to);
		if (script_other_word(s, i))
			fprintf(to, " | %s", script_other_word(s, i)->name);
		if (mask)
			fprintf(to, " & 0x%" PRIx64 "%s", mask,
				times ? ")" : "");
		fputc('\n', to);
	}
}

/* "100 * (a / b)"; a formula without a scale needs no parentheses. */
char *script_formula(const struct request_metric *m)
{
	const char *formula = m->text;
	bool scaled = m->metric && m->metric->scale != 1;
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	if (scaled)
		fprintf(to, "%g * (%s)", m->metric->scale, formula);
	else
		fputs(formula, to);
	return memory_stream_end(to, &text) ? NULL : text;
}

const struct request_metric *script_metric(const struct script *s, unsigned n)
{
	const struct request *q = s->request;

	for (unsigned i = 0; i < q->metrics; i++)
		if (q->metric[i].member == s->member && n-- == 0)
			return &q->metric[i];
	return NULL;
}

/* Says which events the formula calls by another name than their own. */
static void print_aliases(FILE *to, const struct request *q,
			  const struct request_metric *m)
{
	size_t count;
	const char *const *name = formula_names(m->formula, &count);

	for (size_t i = 0; i < count; i++)
		if (m->index[i] == REQUEST_CLOCK)
			fputs("; clock_hz: the core clock", to);
		else if (m->index[i] == REQUEST_RATIO)
			fputs("; clock_ratio: the core clock over the "
			      "platform's",
			      to);
		else if (strcmp(name[i], q->event[m->index[i]]->name) != 0)
			fprintf(to, "; %s: %s", name[i],
				q->event[m->index[i]]->name);
}

/* Print how the metric comes of counts, and of which pass. */
static void print_metric(FILE *to, const char *line, const char *more,
			 const struct request *q,
			 const struct request_metric *m)
{
	unsigned where = q->plan->want_pass[m->want];
	char *formula = script_formula(m);
	char *text = NULL;
	size_t size;
	FILE *all = memory_stream(&text, &size);

	if (all && formula) {
		fprintf(all, "%s = %s",
			strcmp(m->text, m->name) != 0 ? m->name : "formula",
			formula);
		if (m->metric && *m->metric->unit)
			fprintf(all, " [%s]", m->metric->unit);
		print_aliases(all, q, m);
		if (where == PLAN_SPLIT)
			fputs("; from several passes", all);
		else if (q->plan->passes > 1)
			fprintf(all, "; pass %u", where + 1);
	}
	if (all && !memory_stream_end(all, &text))
		script_wrapped(to, line, more, text);
	free(text);
	free(formula);
}

/* Is the metric computed from a count of one of these passes? */
static bool concerns(const struct scripts *s, const struct request_metric *m)
{
	unsigned where = s->script->request->plan->want_pass[m->want];

	return where == PLAN_SPLIT || s->count > 1 || where == s->script->pass;
}

enum { NOTES_MAX = 64 };

/*
 * Finds the n-th note: first those of the metrics, then those of the events
 * that were asked for.
 */
struct search {
	unsigned index; /* how many to pass over */
	const struct catalog_note *seen[NOTES_MAX];
	unsigned count;
	struct catalog_state state;
};

/* Of the conditions a script knows how it is made, and its map. */
static struct catalog_state state_of(const struct script *s)
{
	struct catalog_state state = { 0 };

	state.known[WHEN_DIVIDED] = true;
	state.holds[WHEN_DIVIDED] = s->setup.options & TALLY_DIVIDE;
	state.known[WHEN_DOCUMENTED] = true;
	state.holds[WHEN_DOCUMENTED] = s->wishes->documented;
	state.known[WHEN_DEBUG_TRACKED] = true;
	state.holds[WHEN_DEBUG_TRACKED] = s->monitor->tracks_debug;
	return state;
}

/* NULL where it was there before, or is not the one that is searched for. */
static const struct catalog_note *take(struct search *f,
				       const struct catalog_note *n)
{
	for (unsigned i = 0; i < f->count; i++)
		if (f->seen[i] == n)
			return NULL;
	if (f->count == NOTES_MAX)
		return NULL;
	f->seen[f->count++] = n;
	return f->count > f->index ? n : NULL;
}

static const struct catalog_note *note_of_metrics(const struct scripts *s,
						  struct search *f)
{
	const struct request_metric *m;
	const struct catalog_note *n;

	for (unsigned i = 0; (m = script_metric(s->script, i)); i++) {
		unsigned at = 0;

		if (!concerns(s, m) || !m->metric)
			continue;
		while ((n = catalog_metric_note(s->script->monitor, m->metric,
						&f->state, &at)))
			if (take(f, n))
				return n;
	}
	return NULL;
}

/* Asked for by name, or in a formula that has no notes of its own. */
static bool asked(const struct script *s, unsigned event)
{
	const struct request_metric *m;

	if (s->request->asked[event])
		return true;
	for (unsigned i = 0; (m = script_metric(s, i)); i++) {
		size_t names;

		(void)formula_names(m->formula, &names);
		for (size_t k = 0; !m->metric && k < names; k++)
			if (m->index[k] == event)
				return true;
	}
	return false;
}

static const struct catalog_note *notes_about(const struct catalog_monitor *m,
					      const char *event,
					      struct search *f)
{
	const struct catalog_note *n;
	unsigned at = 0;

	while ((n = catalog_event_note(m, event, &f->state, &at)))
		if (take(f, n))
			return n;
	return NULL;
}

static const struct catalog_note *note_of_events(const struct scripts *s,
						 struct search *f)
{
	const struct request *q = s->script->request;

	for (unsigned p = 0; p < s->count; p++) {
		const struct plan_pass *pass =
			&q->plan->pass[s->script[p].pass];

		for (unsigned i = 0; i < pass->assigns; i++) {
			unsigned event = pass->assign[i].event;
			const struct catalog_event *row = q->origin[event].row;
			const char *name = (row ? row : q->event[event])->name;
			const struct catalog_note *n = NULL;

			if (q->origin[event].member == s->script->member &&
			    asked(s->script, event))
				n = notes_about(s->script->monitor, name, f);
			if (n)
				return n;
		}
	}
	return NULL;
}

/* Has any of the passes a counter without an event? */
static bool idles(const struct scripts *s)
{
	for (unsigned i = 0; i < s->count; i++)
		if (s->script[i].setup.slots <
		    s->script[i].monitor->monitor->counters)
			return true;
	return false;
}

static const struct catalog_note *note_of_idle(const struct scripts *s,
					       struct search *f)
{
	const struct catalog_monitor *m = s->script->monitor;
	const struct catalog_note *n =
		m->idle && idles(s) ? catalog_note(m, m->idle) : NULL;

	return n && catalog_note_applies(n, &f->state) ? take(f, n) : NULL;
}

const struct catalog_note *script_note(const struct scripts *s, unsigned index)
{
	struct search f = { .index = index, .state = state_of(s->script) };
	const struct catalog_note *n = note_of_metrics(s, &f);

	if (!n)
		n = note_of_events(s, &f);
	return n ? n : note_of_idle(s, &f);
}

bool script_note_conditional(const struct catalog_note *n)
{
	return catalog_note_conditional(n) && n->when != WHEN_DEBUG_TRACKED;
}

static void print_notes(FILE *to, const char *line, const char *more,
			const struct scripts *s)
{
	const struct catalog_note *n;
	char text[1024];

	for (unsigned i = 0; (n = script_note(s, i)); i++) {
		snprintf(text, sizeof text, "- %s%s [%s]",
			 script_note_conditional(n) ? "if " : "", n->text,
			 n->source);
		script_wrapped(to, line, more, text);
	}
}

static void print_limit(FILE *to, const char *line, const char *more,
			const struct scripts *s)
{
	uint64_t limit = UINT64_MAX;
	unsigned bits = 0;
	bool flags = false;
	char text[256];
	size_t used;

	for (unsigned p = 0; p < s->count; p++) {
		const struct script *one = &s->script[p];
		const struct tally_monitor *m = one->monitor->monitor;

		limit = one->limit < limit ? one->limit : limit;
		for (unsigned i = 0; i < one->setup.slots; i++) {
			if (!bits ||
			    m->counter[one->slot[i].counter].bits < bits)
				bits = m->counter[one->slot[i].counter].bits;
			flags |= one->flag[i].reg != NULL;
		}
	}
	if (s->script->wishes->exact) {
		snprintf(text, sizeof text,
			 "- counters that are %u bits cannot overflow twice in "
			 "%s cycles",
			 bits, digits_grouped(limit).text);
		script_wrapped(to, line, more, text);
		return;
	}
	used = (size_t)snprintf(
		text, sizeof text,
		"- counters are %u bits: read before %s cycles have passed, or "
		"one may have ",
		bits, digits_grouped(limit).text);
	if (flags)
		snprintf(text + used, sizeof text - used,
			 "wrapped; an overflow flag stands for 2^%u", bits);
	else
		snprintf(text + used, sizeof text - used,
			 "wrapped, or stopped at its top: no flag tells it");
	script_wrapped(to, line, more, text);
}

void script_remarks(FILE *to, const char *line, const struct scripts *s)
{
	const struct request_metric *m;
	char more[32];

	snprintf(more, sizeof more, "%.28s  ", line);
	for (unsigned i = 0; (m = script_metric(s->script, i)); i++)
		if (concerns(s, m))
			print_metric(to, line, more, s->script->request, m);
	if (s->script->setup.options & TALLY_DIVIDE)
		script_wrapped(to, line, more,
			       "- the cycles of a formula are 64 times what "
			       "the cycle counter holds");
	if (!s->script->wishes->exact)
		script_where(to, line, more, s);
	print_limit(to, line, more, s);
	print_notes(to, line, more, s);
}

void script_origin(FILE *to, const char *line, const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->monitor;
	char text[1024];

	snprintf(text, sizeof text, "%s: %s. Made by tally script from: %s.",
		 m->name, m->title, m->sources);
	script_wrapped(to, line, line, text);
	script_wrapped(to, line, line, "Not checked on hardware.");
}

void script_use(FILE *to, const struct scripts *s, const char *run)
{
	const char *name = s->script->name;

	fprintf(to,
		"#\n"
		"#   %s_configure\n"
		"#   %s_start\n"
		"#   %s\n"
		"#   %s_stop\n"
		"#   %s_read\n"
		"#\n",
		name, name, run, name, name);
	script_remarks(to, "# ", s);
	fputc('\n', to);
}

/* "- PMN0 is PMXEVCNTR while PMSELR is 0", of those that are used. */
void script_where(FILE *to, const char *line, const char *more,
		  const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->monitor;
	struct script_behind b;
	char text[256];

	for (unsigned i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];

		if (!script_behind(m, r, &b) ||
		    (!scripts_write(s, r) && !scripts_read(s, r)))
			continue;
		snprintf(text, sizeof text, "- %s is %s while %s is %u",
			 r->name, b.window->name, b.select->name, b.number);
		script_wrapped(to, line, more, text);
	}
}
