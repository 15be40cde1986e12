/* SPDX-License-Identifier: MIT */
/* Reads a file of a user's metrics and groups. */
#include "user/own_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "metric/formula.h"

static const char own_title[] = "a metric of the user's";

/* The row of a list that is read. */
struct reading {
	struct own_file *f;
	const char *list; /* "metrics" */
	size_t nth;
	const json_t *row;
	const char *name; /* "": not known yet */
	struct error *err;
};

static bool member_bad(const struct reading *r, const char *member,
		       const char *wanted)
{
	return user_list_bad(&r->f->of, r->list, r->nth, r->err,
			     "%s, row %zu%s%s: `%s` %s", r->list, r->nth + 1,
			     *r->name ? ", " : "", r->name, member, wanted);
}

/* A copy that lives as long as the file, without what a terminal obeys. */
static const char *copy_kept(const struct reading *r, const char *text)
{
	struct own_file *f = r->f;
	char **more;

	if ((f->texts & (f->texts - 1)) == 0) {
		more = realloc(f->text,
			       (f->texts ? 2 * f->texts : 1) * sizeof *more);
		if (!more)
			return NULL;
		f->text = more;
	}
	f->text[f->texts] = strdup(text);
	if (!f->text[f->texts])
		return NULL;
	return text_one_line(text_clean(f->text[f->texts++]));
}

static const char *text_kept(const struct reading *r, const char *text)
{
	const char *copy = copy_kept(r, text);

	if (!copy)
		error_no_memory(r->err);
	return copy;
}

/* A member that is a text, or `without` where it is missing; NULL and `err`. */
static const char *member_text(const struct reading *r, const char *member,
			       const char *without)
{
	const json_t *value = json_object_get(r->row, member);
	const char *text = json_string_value(value);

	if (!value && without)
		return text_kept(r, without);
	if (!text || !*text || strlen(text) > OWN_TEXT_MAX) {
		member_bad(r, member,
			   value ? "is no text of 1 to 1000 characters"
				 : "is missing; a text is wanted");
		return NULL;
	}
	return text_kept(r, text);
}

/* Letters, digits and underscores, so that a formula cannot be taken for it. */
static bool own_name(struct reading *r, const char **to)
{
	static const char of[] = "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	const char *name = member_text(r, "name", NULL);

	if (!name)
		return false;
	if (strspn(name, of) != strlen(name) || strlen(name) >= USER_NAME ||
	    (*name >= '0' && *name <= '9'))
		return member_bad(
			r, "name",
			"is no name; a letter and up to 46 letters, digits "
			"and _ are wanted");
	if (strcmp(name, "all") == 0)
		return member_bad(r, "name", "is the word for all of them");
	r->name = *to = name;
	return true;
}

static bool own_number(const struct reading *r, const char *member, double *to)
{
	const json_t *value = json_object_get(r->row, member);

	if (!value)
		return true;
	*to = json_number_value(value);
	return (json_is_number(value) && *to > -1e15 && *to < 1e15) ||
	       member_bad(r, member, "is no number between -1e15 and 1e15");
}

/* A list of names as words between blanks; "" where it is missing. */
static const char *own_words(const struct reading *r, const char *member,
			     bool needed)
{
	const json_t *list = json_object_get(r->row, member);
	char all[OWN_TEXT_MAX + 1] = "";
	const json_t *word;
	size_t i, used = 0;

	if (!list && !needed)
		return text_kept(r, "");
	if (!json_is_array(list) || !json_array_size(list)) {
		member_bad(r, member, "is no list of names, [\"...\"]");
		return NULL;
	}
	json_array_foreach(list, i, word)
	{
		const char *text = json_string_value(word);

		if (!text || !*text || strpbrk(text, " \t\n") ||
		    strlen(text) >= USER_NAME ||
		    used + strlen(text) + 2 > sizeof all) {
			member_bad(
				r, member,
				"has something that is no name, or too many");
			return NULL;
		}
		used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
					 used ? " " : "", text);
	}
	return text_kept(r, all);
}

/* Nobody misspells a member and never learns of it. */
static bool known_members(const struct reading *r, const char *const *known)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)r->row, key, value)
	{
		struct nearest near = { 0 };
		char text[160], names[96];
		unsigned i = 0;

		while (known[i] && strcmp(known[i], key) != 0)
			nearest_offer(&near, key, known[i++]);
		if (known[i])
			continue;
		snprintf(text, sizeof text, "is no member%s%s%s",
			 near.best ? "; did you mean " : " that is known here",
			 near.best ? nearest_names(&near, names, sizeof names)
				   : "",
			 near.best ? "?" : "");
		snprintf(names, sizeof names, "%.60s", key);
		return member_bad(r, text_one_line(text_clean(names)), text);
	}
	return true;
}

/* ---- a metric ------------------------------------------------------------ */

static bool own_formula(const struct reading *r, struct own_metric *m)
{
	const json_t *value = json_object_get(r->row, "formula");
	const char *text = json_string_value(value);
	struct error why = { "" };
	char says[400];
	size_t count;

	if (!text)
		return member_bad(r, "formula",
				  "is no text; events and + - * / are wanted");
	m->formula = formula_parse(text, &why);
	if (!m->formula) {
		snprintf(says, sizeof says, "is none: %.360s", why.text);
		return member_bad(r, "formula",
				  text_one_line(text_clean(says)));
	}
	(void)formula_names(m->formula, &count);
	if (!count)
		return member_bad(r, "formula", "names no event to count");
	m->row.formula = text_kept(r, text);
	return m->row.formula != NULL;
}

static bool own_direction(const struct reading *r, uint8_t *to)
{
	const json_t *value = json_object_get(r->row, "better");
	const char *text = json_string_value(value);

	*to = DIRECTION_NONE;
	if (!value)
		return true;
	if (text && strcmp(text, "lower") == 0)
		*to = DIRECTION_LOWER;
	else if (text && strcmp(text, "higher") == 0)
		*to = DIRECTION_HIGHER;
	else
		return member_bad(r, "better",
				  "is neither \"lower\" nor \"higher\"");
	return true;
}

/* Bounds are of the value as it is shown; rows have those of the formula's. */
static bool own_bounds(const struct reading *r, struct catalog_metric *m)
{
	const bool low = json_object_get(r->row, "low");
	const bool high = json_object_get(r->row, "high");

	m->scale = strcmp(m->unit, "%") == 0 ? 100 : 1;
	if (!own_number(r, "scale", &m->scale) ||
	    !own_number(r, "low", &m->low) || !own_number(r, "high", &m->high))
		return false;
	if (m->scale < 1e-15)
		return member_bad(r, "scale", "is no number above 0");
	if (low && high && m->low > m->high)
		return member_bad(r, "low", "is above `high`");
	m->low = low ? m->low / m->scale : -OWN_UNBOUNDED;
	m->high = high ? m->high / m->scale : OWN_UNBOUNDED;
	return true;
}

/* A text with the file's name in front, as sources have it. */
static const char *own_source(const struct reading *r)
{
	const char *said = member_text(r, "source", "its author");
	char text[OWN_TEXT_MAX + 300];

	if (!said)
		return NULL;
	snprintf(text, sizeof text, "the user's file %.200s; %s", r->f->path,
		 said);
	return text_kept(r, text);
}

/* The title says whose it is. */
static const char *own_title_of(const struct reading *r)
{
	const char *said = member_text(r, "title", own_title);
	char text[OWN_TEXT_MAX + 40];

	if (!said || strcmp(said, own_title) == 0)
		return said;
	snprintf(text, sizeof text, "%s (the user's)", said);
	return text_kept(r, text);
}

static bool own_note_read(const struct reading *r, struct own_metric *m)
{
	char id[USER_NAME + 8];

	m->row.notes = "";
	if (!json_object_get(r->row, "note"))
		return true;
	snprintf(id, sizeof id, "own_%s", m->row.name);
	m->note = (struct catalog_note){
		.id = text_kept(r, id),
		.when = WHEN_ALWAYS,
		.text = member_text(r, "note", NULL),
		.source = m->row.source,
		.about = "",
	};
	m->row.notes = m->note.id;
	return m->note.id && m->note.text;
}

static bool metric_read(struct reading *r, struct own_metric *m)
{
	static const char *const known[] = {
		"name",   "formula",  "title", "definition", "unit",
		"scale",  "low",      "high",  "note",       "better",
		"source", "monitors", NULL
	};
	struct catalog_metric *row = &m->row;

	row->users = true;
	if (!own_name(r, &row->name) || !known_members(r, known) ||
	    !own_formula(r, m))
		return false;
	row->title = own_title_of(r);
	row->definition =
		row->title ? member_text(r, "definition", row->formula) : NULL;
	row->unit = row->definition ? member_text(r, "unit", "") : NULL;
	if (!row->unit)
		return false;
	if (strlen(row->unit) > 40)
		return member_bad(r, "unit", "has more than 40 characters");
	row->source = own_source(r);
	if (!row->source || !own_direction(r, &row->direction) ||
	    !own_bounds(r, row) || !own_note_read(r, m))
		return false;
	m->monitors = own_words(r, "monitors", false);
	return m->monitors != NULL;
}

static bool group_read(struct reading *r, struct own_group *g)
{
	static const char *const known[] = { "name", "title", "metrics", NULL };

	if (!own_name(r, &g->row.name) || !known_members(r, known))
		return false;
	g->row.title = member_text(r, "title", "a group of the user's");
	g->row.metrics = g->row.title ? own_words(r, "metrics", true) : NULL;
	g->row.source = g->row.metrics ? text_kept(r, r->f->path) : NULL;
	return g->row.source != NULL;
}

/* ---- the whole ----------------------------------------------------------- */

static bool rows_read(struct own_file *f, const json_t *root, const char *list,
		      struct error *err)
{
	const json_t *rows = json_object_get(root, list);
	const bool groups = strcmp(list, "groups") == 0;
	const size_t count = json_array_size(rows);
	struct reading r = { .f = f, .list = list, .err = err };

	if (!rows && groups)
		return true;
	if (!json_is_array(rows) || count > OWN_ROWS_MAX)
		return user_list_bad(&f->of, list, USER_MEMBER, err,
				     "`%s` is no list of 512 objects at most",
				     list);
	if (groups)
		f->group = calloc(count + 1, sizeof *f->group);
	else
		f->metric = calloc(count + 1, sizeof *f->metric);
	if (groups ? !f->group : !f->metric)
		return error_no_memory(err);
	for (r.nth = 0; r.nth < count; r.nth++) {
		r.row = json_array_get(rows, r.nth);
		r.name = "";
		if (!json_is_object(r.row))
			return user_list_bad(&f->of, list, USER_MEMBER, err,
					     "%s, row %zu is no object; "
					     "{\"name\": ...} is wanted",
					     list, r.nth + 1);
		if (groups ? !group_read(&r, &f->group[f->groups++])
			   : !metric_read(&r, &f->metric[f->metrics++]))
			return false;
	}
	return true;
}

static bool root_read(struct own_file *f, const json_t *root, struct error *err)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)root, key, value)
	{
		if (strcmp(key, "metrics") != 0 && strcmp(key, "groups") != 0)
			return user_list_bad(&f->of, key, USER_MEMBER, err,
					     "it has a member that is neither "
					     "`metrics` nor `groups`");
	}
	return rows_read(f, root, "metrics", err) &&
	       rows_read(f, root, "groups", err);
}

bool own_file_read(struct own_file *f, const char *path, struct error *err)
{
	json_error_t why;
	json_t *root;
	bool good;

	f->path = text_cleaned(path);
	if (!f->path)
		return error_no_memory(err);
	f->body = user_list_whole(path, err);
	if (!f->body)
		return false;
	f->of = (struct user_text){ f->path, f->body };
	root = json_loads(f->body, JSON_REJECT_DUPLICATES, &why);
	if (!json_is_object(root))
		good = error_set(err,
				 "%s:%d: no JSON: %s; {\"metrics\": [...]} is "
				 "wanted",
				 f->path, root || why.line < 1 ? 1 : why.line,
				 root ? "no object" : text_clean(why.text));
	else
		good = root_read(f, root, err);
	json_decref(root);
	return good;
}

void own_file_free(struct own_file *f)
{
	for (size_t i = 0; i < f->texts; i++)
		free(f->text[i]);
	for (size_t i = 0; i < f->metrics; i++)
		formula_free(f->metric[i].formula);
	free(f->text);
	free(f->metric);
	free(f->group);
	free(f->body);
	free(f->path);
	free(f);
}
