/* SPDX-License-Identifier: MIT */
/*
 * The catalogue as rows: what `tally list` shows of each kind of thing.
 */
#include "explain/kinds.h"

#include <string.h>

#include "catalog/errata.h"
#include "catalog/names.h"
#include "catalog/reach.h"
#include "catalog/words.h"
#include "space/space.h"
#if TALLY_BOARDS
#include "boards/src/board.h"
#endif

bool filter_has(const struct filter *f, const struct catalog_monitor *m)
{
	for (unsigned i = 0; f->of && i < f->members; i++)
		if (f->of[i].monitor == m)
			return true;
	return !f->of;
}

static bool wanted(const struct filter *f, const char *name)
{
	return !f->glob || name_match(f->glob, name);
}

static bool event_wanted(const struct filter *f, const struct catalog_event *e)
{
	const char *aliases = e->aliases;
	char alias[96];

	if (wanted(f, e->name))
		return true;
	while (catalog_alias(&aliases, alias, sizeof(alias)))
		if (wanted(f, alias) || wanted(f, name_bare(alias)))
			return true;
	return false;
}

static json_t *words(const char *list)
{
	json_t *array = json_array();
	char word[64];

	while (catalog_word(&list, word, sizeof(word)))
		json_array_append_new(array, json_string(word));
	return array;
}

static void monitor_rows(const struct catalog_monitor *m,
			 const struct filter *f, json_t *rows)
{
	json_t *counters = json_array();
	unsigned i;

	if (!wanted(f, m->name)) {
		json_decref(counters);
		return;
	}
	for (i = 0; i < m->monitor->counters; i++)
		json_array_append_new(counters,
				      json_string(m->counter[i].name));
	json_array_append_new(
		rows, json_pack("{s:s, s:s, s:o, s:i, s:i, s:i, s:s, s:s, s:s}",
				"monitor", m->name, "title", m->title,
				"counters", counters, "events", (int)m->events,
				"metrics", (int)m->metrics, "groups",
				(int)m->groups, "summary", m->summary,
				"sources", m->sources, "native", m->native));
}

static json_t *event_counters(const struct catalog_monitor *m,
			      const struct catalog_event *e)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->monitor->counters; i++)
		if (catalog_counts(m, e, i))
			json_array_append_new(list,
					      json_string(m->counter[i].name));
	return list;
}

static void event_rows(const struct catalog_monitor *m, const struct filter *f,
		       json_t *rows)
{
	unsigned i;

	for (i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];
		const struct catalog_class *class = catalog_event_class(m, e);
		json_t *code = tally_event_uncoded(e->code)
				       ? json_null()
				       : rows_hex(catalog_word_of(m, e), 8);

		if (!event_wanted(f, e)) {
			json_decref(code);
			continue;
		}
		json_array_append_new(
			rows,
			json_pack("{s:s, s:s, s:o, s:s, s:s, s:o, s:s, s:s, "
				  "s:o, s:s, s:s?}",
				  "monitor", m->name, "name", e->name, "code",
				  code, "kind",
				  event_kind_text((enum event_kind)e->kind),
				  "description", e->title, "counters",
				  event_counters(m, e), "source", e->source,
				  "evidence",
				  evidence_text(catalog_evidence(m, e)),
				  "aliases", rows_aliases(e->aliases), "note",
				  e->note, "class",
				  class ? class->name : NULL));
	}
}

static void metric_rows(const struct catalog_monitor *m, const struct filter *f,
			json_t *rows)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++) {
		const struct catalog_metric *x = &m->metric[i];

		if (!wanted(f, x->name))
			continue;
		json_array_append_new(
			rows,
			json_pack("{s:s, s:s, s:s, s:s, s:s, s:f, s:s, s:f, "
				  "s:f, s:s, s:s, s:o}",
				  "monitor", m->name, "name", x->name, "unit",
				  x->unit, "title", x->title, "formula",
				  x->formula, "scale", x->scale, "direction",
				  direction_text((enum direction)x->direction),
				  "low", x->low, "high", x->high, "definition",
				  x->definition, "source", x->source, "notes",
				  words(x->notes)));
	}
}

static void group_rows(const struct catalog_monitor *m, const struct filter *f,
		       json_t *rows)
{
	unsigned i;

	for (i = 0; i < m->groups; i++)
		if (wanted(f, m->group[i].name))
			json_array_append_new(
				rows, json_pack("{s:s, s:s, s:s, s:o, s:s}",
						"monitor", m->name, "name",
						m->group[i].name, "title",
						m->group[i].title, "metrics",
						words(m->group[i].metrics),
						"source", m->group[i].source));
}

/* If no document has the registers' places, this says whose they are. */
static json_t *plain_place(const struct catalog_monitor *m,
			   const struct tally_reg *reg)
{
	const struct space *space = space_of_reg(reg);
	char text[64];

	if (!space)
		return json_sprintf("0x%X of space %u, of which "
				    "src/space/spaces.def has no row",
				    reg->addr, reg->space);
	if (space->memory)
		return json_sprintf("%s+0x%X%s", m->base ? m->base : "base",
				    m->offset + tally_reg_offset(*reg),
				    m->own_map ? " (Tally's own)" : "");
	return json_string(
		space_put(text, sizeof text, space->place, reg->addr));
}

/* "p15,0,Rd,c9,c13,2 (PMSELR=3)" */
static json_t *register_place(const struct catalog_monitor *m,
			      struct tally_reg reg)
{
	const struct tally_reg window =
		tally_reg_behind(reg) ? tally_reg_window(reg) : reg;
	json_t *place = plain_place(m, &window);
	json_t *whole;

	if (!tally_reg_behind(reg))
		return place;
	whole = json_sprintf(
		"%s (%s=%u)", json_string_value(place),
		catalog_register_at(m, tally_reg_select(reg))->name,
		tally_reg_number(reg));

	json_decref(place);
	return whole;
}

static json_t *register_fields(const struct catalog_monitor *m, const char *reg)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->fields; i++)
		if (!strcmp(m->field[i].reg, reg))
			json_array_append_new(list,
					      json_string(m->field[i].name));
	return list;
}

static void register_rows(const struct catalog_monitor *m,
			  const struct filter *f, json_t *rows)
{
	unsigned i;

	for (i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];

		char user[REACH_USER];

		if (!wanted(f, r->name))
			continue;
		json_array_append_new(
			rows,
			json_pack("{s:s, s:s, s:o, s:i, s:s, s:o, s:s, s:s, "
				  "s:o}",
				  "monitor", m->name, "name", r->name, "place",
				  register_place(m, r->reg), "bits",
				  (int)r->reg.bits, "title", r->title, "fields",
				  register_fields(m, r->name), "user",
				  catalog_reach_user(m, r->name, user),
				  "source", r->source, "aliases",
				  rows_aliases(r->aliases)));
	}
}

#if TALLY_BOARDS
/* The function is called for each monitor, but a board gets one row only. */
static bool rows_here(const struct board_info *b,
		      const struct catalog_monitor *m, const struct filter *f)
{
	struct error ignored;

	for (unsigned i = 0; i < board_monitors(b); i++) {
		const struct catalog_monitor *has =
			catalog_monitor(b->monitor[i], &ignored);

		if (has && filter_has(f, has))
			return has == m;
	}
	return false;
}

static json_t *board_row(const struct board_info *b)
{
	char names[160];

	return json_pack(
		"{s:s, s:s, s:o, s:s, s:I, s:b, s:s}", "name", b->name,
		"monitor", board_monitor_names(b, names, sizeof(names)),
		"monitors", rows_monitors(b), "title", b->title, "clock_hz",
		(json_int_t)b->clock_hz, "simulated", 1, "start", b->start);
}
#endif

static void board_rows(const struct catalog_monitor *m, const struct filter *f,
		       json_t *rows)
{
#if TALLY_BOARDS
	unsigned i, count;
	const struct board_info *board = board_list(&count);

	for (i = 0; i < count; i++)
		if (rows_here(&board[i], m, f) && wanted(f, board[i].name))
			json_array_append_new(rows, board_row(&board[i]));
#else
	(void)m;
	(void)f;
	(void)rows;
#endif
}

static const struct rows_column monitor_columns[] = {
	{ "monitor", true, false },  { "title", true, false },
	{ "counters", true, false }, { "events", true, true },
	{ "metrics", true, true },   { "groups", true, true },
	{ "summary", false, false }, { "sources", false, false },
};

static const struct rows_column event_columns[] = {
	{ "monitor", true, false },     { "name", true, false },
	{ "code", true, false },        { "kind", true, false },
	{ "counters", true, false },    { "evidence", true, false },
	{ "description", true, false }, { "source", false, false },
	{ "aliases", false, false },    { "note", false, false },
	{ "class", true, false },
};

static const struct rows_column metric_columns[] = {
	{ "monitor", true, false }, { "name", true, false },
	{ "unit", true, false },    { "formula", true, false },
	{ "title", true, false },   { "definition", false, false },
	{ "scale", false, false },  { "direction", false, false },
	{ "low", false, false },    { "high", false, false },
	{ "source", false, false }, { "notes", false, false },
};

static const struct rows_column group_columns[] = {
	{ "monitor", true, false }, { "name", true, false },
	{ "metrics", true, false }, { "title", true, false },
	{ "source", false, false },
};

static const struct rows_column register_columns[] = {
	{ "monitor", true, false },  { "name", true, false },
	{ "place", true, false },    { "bits", true, true },
	{ "title", true, false },    { "fields", false, false },
	{ "user", false, false },    { "source", false, false },
	{ "aliases", false, false },
};

static const struct rows_column board_columns[] = {
	{ "name", true, false },      { "monitor", true, false },
	{ "simulated", true, false }, { "clock_hz", true, true },
	{ "title", true, false },     { "start", false, false },
};

#define COLUMNS(array) (array), sizeof(array) / sizeof((array)[0])

const struct kind kinds[] = {
	{ "monitors", monitor_rows, COLUMNS(monitor_columns), false },
	{ "events", event_rows, COLUMNS(event_columns), false },
	{ "metrics", metric_rows, COLUMNS(metric_columns), false },
	{ "groups", group_rows, COLUMNS(group_columns), false },
	{ "registers", register_rows, COLUMNS(register_columns), false },
	{ "boards", board_rows, COLUMNS(board_columns), true },
};

const unsigned kind_count = sizeof(kinds) / sizeof(kinds[0]);
