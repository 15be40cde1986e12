/* SPDX-License-Identifier: MIT */
/*
 * Scripts for programs: one JSON document, schema 1.  Register values are
 * texts, "0x00007777", since 64 bits are more than a JSON number holds.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "script/inner.h"

/* Jansson refuses NULL, so that one failed allocation shows here. */
struct document {
	bool failed;
};

static void put(struct document *d, json_t *object, const char *key,
		json_t *value)
{
	if (json_object_set_new(object, key, value))
		d->failed = true;
}

static void append(struct document *d, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		d->failed = true;
}

static json_t *hex(uint64_t value, unsigned bits)
{
	return json_sprintf("0x%0*" PRIx64, (int)bits / 4, value);
}

static json_t *fields_of(struct document *d, const struct catalog_monitor *m,
			 const char *reg, uint64_t word)
{
	json_t *object = json_object();

	for (unsigned i = 0; i < m->fields; i++)
		if (strcmp(m->field[i].reg, reg) == 0)
			put(d, object, m->field[i].name,
			    hex(tally_field_get(word, m->field[i].field),
				(m->field[i].field.width + 3u) & ~3u));
	return object;
}

/* Where a register behind a select register is; nothing of any other. */
static void put_behind(struct document *d, json_t *row,
		       const struct catalog_monitor *m,
		       const struct catalog_register *r)
{
	struct script_behind b;

	if (!script_behind(m, r, &b))
		return;
	put(d, row, "select", json_string(b.select->name));
	put(d, row, "number", json_integer(b.number));
	put(d, row, "window", json_string(b.window->name));
}

/* Register writes; with `masks` the bits that are put back. */
static json_t *writes(struct document *d, const struct catalog_monitor *m,
		      const struct tally_script *script, bool masks)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < script->count; i++) {
		const struct tally_step *step = &script->step[i];
		const struct catalog_register *r =
			catalog_register_at(m, step->reg);
		json_t *row = json_object();

		put(d, row, "register", json_string(r->name));
		put_behind(d, row, m, r);
		put(d, row, masks ? "mask" : "value",
		    hex(step->value, r->reg.bits));
		if (!masks)
			put(d, row, "fields",
			    fields_of(d, m, r->name, step->value));
		append(d, list, row);
	}
	return list;
}

static json_t *counts(struct document *d, const struct script *s)
{
	static const char *const word[] = {
		[TALLY_SILENT] = "none",
		[TALLY_IRQ] = "irq",
		[TALLY_FIQ] = "fiq",
	};
	const struct tally_monitor *m = s->monitor->monitor;
	json_t *list = json_array();

	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct catalog_event *e = script_event(s, i);
		const struct script_flag *flag = &s->flag[i];
		const struct catalog_register *upper = script_upper_half(s, i);
		json_t *row = json_object();

		put(d, row, "event", json_string(e->name));
		put(d, row, "code",
		    e->code == TALLY_EVENT_CYCLES ? json_null()
						  : hex(e->code, 8));
		put(d, row, "counter", json_string(script_counter(s, i)->name));
		put(d, row, "register", json_string(script_count(s, i)->name));
		put_behind(d, row, s->monitor, script_count(s, i));
		put(d, row, "upper_register",
		    upper ? json_string(upper->name) : json_null());
		put(d, row, "other_word",
		    script_other_word(s, i)
			    ? json_string(script_other_word(s, i)->name)
			    : json_null());
		put(d, row, "bits",
		    json_integer(tally_slot_bits(m, &s->setup, i)));
		put(d, row, "interrupt",
		    json_string(word[s->slot[i].interrupt]));
		put(d, row, "times",
		    json_integer(s->setup.options & TALLY_DIVIDE &&
						 e->code == TALLY_EVENT_CYCLES
					 ? 64
					 : 1));
		put(d, row, "overflow_register",
		    flag->reg ? json_string(flag->reg->name) : json_null());
		put(d, row, "overflow_bit",
		    flag->reg ? json_integer(flag->bit) : json_null());
		append(d, list, row);
	}
	return list;
}

static json_t *pass_value(struct document *d, const struct script *s)
{
	const struct catalog_monitor *m = s->monitor;
	json_t *object = json_object();

	put(d, object, "pass", json_integer((json_int_t)s->pass + 1));
	put(d, object, "counts", counts(d, s));
	for (unsigned i = 0; i < SCRIPT_PHASES; i++)
		put(d, object, script_phase_word(i),
		    writes(d, m, &s->phase[i], false));
	put(d, object, "restore", writes(d, m, &s->restore, true));
	put(d, object, "read_within_cycles",
	    json_integer(
		    (json_int_t)(s->limit < INT64_MAX ? s->limit : INT64_MAX)));
	return object;
}

static json_t *metrics_value(struct document *d, const struct script *s)
{
	const struct request_metric *m;
	json_t *list = json_array();

	for (unsigned i = 0; (m = script_metric(s, i)); i++) {
		unsigned where = s->request->plan->want_pass[m->want];
		json_t *row = json_object();
		char *formula = script_formula(m);

		put(d, row, "name", json_string(m->name));
		put(d, row, "formula", formula ? json_string(formula) : NULL);
		put(d, row, "unit",
		    json_string(m->metric ? m->metric->unit : ""));
		put(d, row, "pass",
		    where == PLAN_SPLIT ? json_null()
					: json_integer((json_int_t)where + 1));
		append(d, list, row);
		free(formula);
	}
	return list;
}

static json_t *notes_value(struct document *d, const struct scripts *s)
{
	const struct catalog_note *n;
	json_t *list = json_array();

	for (unsigned i = 0; (n = script_note(s, i)); i++)
		append(d, list,
		       json_pack("{s:s, s:s, s:b, s:s}", "id", n->id, "text",
				 n->text, "conditional",
				 script_note_conditional(n), "source",
				 n->source));
	return list;
}

static json_t *script_value(struct document *d, const struct scripts *s)
{
	json_t *all = json_object(), *passes = json_array();

	for (unsigned i = 0; i < s->count; i++)
		append(d, passes, pass_value(d, &s->script[i]));
	put(d, all, "schema", json_integer(1));
	put(d, all, "monitor", json_string(s->script->monitor->name));
	put(d, all, "divide",
	    json_boolean(s->script->setup.options & TALLY_DIVIDE));
	put(d, all, "user",
	    json_boolean(s->script->setup.options & TALLY_USER));
	put(d, all, "export",
	    json_boolean(s->script->setup.options & TALLY_EXPORT));
	put(d, all, "freeze",
	    json_boolean(s->script->setup.options & TALLY_FREEZE));
	put(d, all, "plan",
	    script_plan_of(s->script->request, s->script->member));
	put(d, all, "passes", passes);
	put(d, all, "metrics", metrics_value(d, s->script));
	put(d, all, "notes", notes_value(d, s));
	return all;
}

static bool dump(FILE *to, const struct document *d, json_t *all,
		 struct error *err)
{
	bool good = !d->failed && !json_dumpf(all, to, JSON_INDENT(2));

	fputc('\n', to);
	json_decref(all);
	return good || error_no_memory(err);
}

bool script_json(FILE *to, const struct scripts *s, struct error *err)
{
	struct document d = { 0 };
	json_t *all = script_value(&d, s);

	return dump(to, &d, all, err);
}

bool script_json_of(FILE *to, const struct request *q, const struct scripts *s,
		    unsigned monitors, struct error *err)
{
	struct document d = { 0 };
	json_t *all = json_object(), *names = json_array();
	json_t *scripts = json_array();

	for (unsigned i = 0; i < monitors; i++) {
		append(&d, names, json_string(s[i].script->monitor->name));
		append(&d, scripts, script_value(&d, &s[i]));
	}
	put(&d, all, "schema", json_integer(2));
	put(&d, all, "order", names);
	put(&d, all, "plan", script_plan_value(q));
	put(&d, all, "scripts", scripts);
	return dump(to, &d, all, err);
}
