/* SPDX-License-Identifier: MIT */
/*
 * Scripts for programs: one JSON document, schema 1.  Register values are
 * texts, "0x00007777", since 64 bits are more than a JSON number holds.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/words.h"
#include "script/inner.h"
#include "json/writer.h"

static json_t *hex(uint64_t value, unsigned bits)
{
	return json_sprintf("0x%0*" PRIx64, (int)bits / 4, value);
}

static json_t *fields_of(struct writer *d, const struct catalog_monitor *m,
			 const char *reg, uint64_t word)
{
	json_t *object = json_object();

	for (unsigned i = 0; i < m->fields; i++)
		if (strcmp(m->field[i].reg, reg) == 0)
			writer_put(d, object, m->field[i].name,
				   hex(tally_field_get(word, m->field[i].field),
				       (m->field[i].field.width + 3u) & ~3u));
	return object;
}

/* Puts where a register behind a select register is; nothing of any other. */
static void put_behind(struct writer *d, json_t *row,
		       const struct catalog_monitor *m,
		       const struct catalog_register *r)
{
	struct script_behind b;

	if (!script_behind(m, r, &b))
		return;
	writer_put(d, row, "select", json_string(b.select->name));
	writer_put(d, row, "number", json_integer(b.number));
	writer_put(d, row, "window", json_string(b.window->name));
}

/*
 * Register writes; with `always`, of each one the bits that are 1 whatever was
 * found, the bits that are put back.
 */
static json_t *writes(struct writer *d, const struct catalog_monitor *m,
		      const struct tally_script *script, const uint64_t *always)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < script->count; i++) {
		const struct tally_step *step = &script->step[i];
		const struct catalog_register *r =
			catalog_register_at(m, step->reg);
		json_t *row = json_object();

		writer_put(d, row, "register", json_string(r->name));
		put_behind(d, row, m, r);
		writer_put(d, row, always ? "mask" : "value",
			   hex(step->value, r->reg.bits));
		if (tally_reg_shared(r->reg))
			writer_put(d, row, "only",
				   hex(tally_reg_bit(r->reg), r->reg.bits));
		if (always && always[i])
			writer_put(d, row, "always",
				   hex(always[i], r->reg.bits));
		if (!always)
			writer_put(d, row, "fields",
				   fields_of(d, m, r->name, step->value));
		writer_append(d, list, row);
	}
	return list;
}

static json_t *counts(struct writer *d, const struct script *s)
{
	static const char *const word[] = {
#define INTERRUPT(kind, word, what) [TALLY_##kind] = (word),
#include "catalog/text/interrupts.def"
	};
	const struct tally_monitor *m = s->monitor->monitor;
	json_t *list = json_array();

	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct catalog_event *e = script_event(s, i);
		const struct script_flag *flag = &s->flag[i];
		const struct catalog_register *upper = script_upper_half(s, i);
		json_t *row = json_object();

		writer_put(d, row, "event", json_string(e->name));
		writer_put(d, row, "code",
			   tally_event_uncoded(e->code)
				   ? json_null()
				   : hex(catalog_word_of(s->monitor, e), 8));
		writer_put(d, row, "counter",
			   json_string(script_counter(s, i)->name));
		writer_put(d, row, "register",
			   json_string(script_count(s, i)->name));
		put_behind(d, row, s->monitor, script_count(s, i));
		writer_put(d, row, "upper_register",
			   upper ? json_string(upper->name) : json_null());
		writer_put(d, row, "other_word",
			   script_other_word(s, i)
				   ? json_string(script_other_word(s, i)->name)
				   : json_null());
		writer_put(d, row, "bits",
			   json_integer(tally_slot_bits(m, &s->setup, i)));
		writer_put(d, row, "interrupt",
			   json_string(word[s->slot[i].interrupt]));
		writer_put(d, row, "times",
			   json_integer(
				   s->setup.options & TALLY_DIVIDE &&
						   e->code == TALLY_EVENT_CYCLES
					   ? 64
					   : 1));
		writer_put(d, row, "overflow_register",
			   flag->reg ? json_string(flag->reg->name)
				     : json_null());
		writer_put(d, row, "overflow_bit",
			   flag->reg ? json_integer(flag->bit) : json_null());
		writer_append(d, list, row);
	}
	return list;
}

static json_t *pass_value(struct writer *d, const struct script *s)
{
	const struct catalog_monitor *m = s->monitor;
	json_t *object = json_object();

	writer_put(d, object, "pass", json_integer((json_int_t)s->pass + 1));
	writer_put(d, object, "counts", counts(d, s));
	for (unsigned i = 0; i < SCRIPT_PHASES; i++)
		writer_put(d, object, script_phase_word(i),
			   writes(d, m, &s->phase[i], NULL));
	/* Each counter is read twice, where nothing starts them. */
	if (script_differs(s))
		writer_put(d, object, "differences", json_true());
	writer_put(d, object, "restore", writes(d, m, &s->restore, s->always));
	writer_put(
		d, object, "read_within_cycles",
		json_integer((json_int_t)(s->limit < INT64_MAX ? s->limit
							       : INT64_MAX)));
	return object;
}

static json_t *metrics_value(struct writer *d, const struct script *s)
{
	const struct request_metric *m;
	json_t *list = json_array();

	for (unsigned i = 0; (m = script_metric(s, i)); i++) {
		unsigned where = s->request->plan->want_pass[m->want];
		json_t *row = json_object();
		char *formula = script_formula(m);

		writer_put(d, row, "name", json_string(m->name));
		writer_put(d, row, "formula",
			   formula ? json_string(formula) : NULL);
		writer_put(d, row, "unit",
			   json_string(m->metric ? m->metric->unit : ""));
		writer_put(d, row, "pass",
			   where == PLAN_SPLIT
				   ? json_null()
				   : json_integer((json_int_t)where + 1));
		writer_append(d, list, row);
		free(formula);
	}
	return list;
}

static json_t *notes_value(struct writer *d, const struct scripts *s)
{
	const struct catalog_note *n;
	json_t *list = json_array();

	for (unsigned i = 0; (n = script_note(s, i)); i++)
		writer_append(d, list,
			      json_pack("{s:s, s:s, s:b, s:s}", "id", n->id,
					"text", n->text, "conditional",
					script_note_conditional(n), "source",
					n->source));
	return list;
}

static json_t *script_value(struct writer *d, const struct scripts *s)
{
	json_t *all = json_object(), *passes = json_array();

	for (unsigned i = 0; i < s->count; i++)
		writer_append(d, passes, pass_value(d, &s->script[i]));
	writer_put(d, all, "schema", json_integer(1));
	writer_put(d, all, "monitor", json_string(s->script->monitor->name));
	writer_put(d, all, "divide",
		   json_boolean(s->script->setup.options & TALLY_DIVIDE));
	writer_put(d, all, "user",
		   json_boolean(s->script->setup.options & TALLY_USER));
	writer_put(d, all, "export",
		   json_boolean(s->script->setup.options & TALLY_EXPORT));
	writer_put(d, all, "freeze",
		   json_boolean(s->script->setup.options & TALLY_FREEZE));
	writer_put(d, all, "plan",
		   script_plan_of(s->script->request, s->script->member));
	writer_put(d, all, "passes", passes);
	writer_put(d, all, "metrics", metrics_value(d, s->script));
	writer_put(d, all, "notes", notes_value(d, s));
	return all;
}

static bool dump(FILE *to, const struct writer *d, json_t *all,
		 struct error *err)
{
	bool good = !d->failed && !json_dumpf(all, to, JSON_INDENT(2));

	fputc('\n', to);
	json_decref(all);
	return good || error_no_memory(err);
}

bool script_json(FILE *to, const struct scripts *s, struct error *err)
{
	struct writer d = { 0 };
	json_t *all = script_value(&d, s);

	return dump(to, &d, all, err);
}

bool script_json_of(FILE *to, const struct request *q, const struct scripts *s,
		    unsigned monitors, struct error *err)
{
	struct writer d = { 0 };
	json_t *all = json_object(), *names = json_array();
	json_t *scripts = json_array();

	for (unsigned i = 0; i < monitors; i++) {
		writer_append(&d, names,
			      json_string(s[i].script->monitor->name));
		writer_append(&d, scripts, script_value(&d, &s[i]));
	}
	writer_put(&d, all, "schema", json_integer(2));
	writer_put(&d, all, "order", names);
	writer_put(&d, all, "plan", script_plan_value(q));
	writer_put(&d, all, "scripts", scripts);
	return dump(to, &d, all, err);
}
