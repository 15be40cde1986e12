/* SPDX-License-Identifier: MIT */
/*
 * Metrics of a user's in the catalogue.  A monitor that has their events is put
 * into the list again with more rows, before anybody has asked for it.
 */
#include "user/own.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "catalog/added.h"
#include "catalog/names.h"
#include "metric/formula.h"
#include "user/folder.h"
#include "user/own_file.h"

/* A monitor with more rows, and the one that it is made of. */
struct extended {
	struct catalog_monitor catalog;
	const struct catalog_monitor *of;
	struct catalog_metric *metric;
	struct catalog_note *note;
	struct catalog_group *group;
	struct extended *next;
};

static struct own_file *files;
static struct extended *monitors;

/* ---- which monitors have it ---------------------------------------------- */

/* `exact`: whoever named the monitor may also name a code. */
static bool has_formulas_event(const struct catalog_monitor *m,
			       const char *name, bool exact, struct error *err)
{
	const char *rest = name;
	const struct catalog_monitor *other = catalog_qualifier(name, &rest);
	char plain[2 * USER_NAME];

	if (strcmp(name, "clock_hz") == 0 || strcmp(name, "clock_ratio") == 0)
		return true;
	m = other ? other : m;
	snprintf(plain, sizeof plain, "%.*s", (int)strcspn(rest, ":"), rest);
	return exact ? catalog_event(m, plain, err) != NULL
		     : catalog_event_named(m, plain) != NULL;
}

static bool has_formula(const struct catalog_monitor *m,
			const struct own_metric *x, bool exact,
			struct error *err)
{
	size_t count;
	const char *const *name = formula_names(x->formula, &count);
	bool all = true;

	for (size_t i = 0; all && i < count; i++)
		all = has_formulas_event(m, name[i], exact, err);
	return all;
}

static bool is_kernel(const struct catalog_monitor *m)
{
	return m->regs == 0;
}

/* An operating system may have events that no table has. */
static bool fits_metric(const struct catalog_monitor *m,
			const struct own_metric *x)
{
	struct error ignored;

	if (!*x->monitors)
		return has_formula(m, x, false, &ignored);
	if (!catalog_has_word(x->monitors, m->name) &&
	    !catalog_has_word(x->monitors, name_within(m->name)))
		return false;
	return is_kernel(m) || has_formula(m, x, true, &ignored);
}

static bool fits_group(const struct catalog_monitor *m,
		       const struct own_file *f, const struct own_group *g)
{
	const char *list = g->row.metrics;
	char word[USER_NAME];
	bool all = true;

	while (all && catalog_word(&list, word, sizeof word)) {
		all = catalog_metric(m, word, NULL) != NULL;
		for (size_t i = 0; !all && i < f->metrics; i++)
			all = name_same(f->metric[i].row.name, word) &&
			      fits_metric(m, &f->metric[i]);
	}
	return all;
}

/* The nth monitor, the kernel's behind the others; NULL: there are no more. */
static const struct catalog_monitor *nth_monitor(unsigned i)
{
	struct error ignored;
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	if (i < count)
		return all[i];
	return i == count ? catalog_monitor("kernel", &ignored) : NULL;
}

/* ---- is the file right? -------------------------------------------------- */

static bool row_bad(const struct own_file *f, const char *list, size_t row,
		    const char *name, struct error *err, const char *why)
{
	return user_list_bad(&f->of, list, row, err, "%s, row %zu, %s: %s",
			     list, row + 1, name, why);
}

/* A monitor that is named is there, and has the events. */
static bool check_named(const struct own_file *f, size_t row, struct error *err)
{
	const struct own_metric *x = &f->metric[row];
	const char *list = x->monitors;
	char word[USER_NAME];

	while (catalog_word(&list, word, sizeof word)) {
		struct error why = { "" };
		const struct catalog_monitor *m = catalog_monitor(word, &why);

		if (!m || (!is_kernel(m) && !has_formula(m, x, true, &why)))
			return row_bad(f, "metrics", row, x->row.name, err,
				       why.text);
	}
	return true;
}

static bool check_taken(const struct own_file *f,
			const struct catalog_monitor *m, size_t row,
			struct error *err)
{
	const char *name = f->metric[row].row.name;
	bool twice = false;
	char why[200];

	for (size_t i = 0; i < row; i++)
		twice |= name_same(f->metric[i].row.name, name) &&
			 fits_metric(m, &f->metric[i]);
	if (!twice && !catalog_is_taken(m, name))
		return true;
	snprintf(why, sizeof why,
		 "`name` is taken: %s has %s of this name; call it otherwise, "
		 "or leave the monitor out by `monitors`",
		 m->name, twice ? "two metrics" : "something");
	return row_bad(f, "metrics", row, name, err, why);
}

/* The first name of the formula that no monitor has, and the nearest. */
static bool formula_nowhere(const struct own_file *f, size_t row,
			    struct error *err)
{
	const struct catalog_metric *x = &f->metric[row].row;
	struct error ignored;
	size_t count;
	const char *const *name = formula_names(f->metric[row].formula, &count);
	const struct catalog_monitor *m;
	struct nearest near = { 0 };
	char why[400] = "no monitor has all the events of its `formula`",
	     two[200];

	for (size_t i = 0; i < count; i++) {
		bool there = false;

		for (unsigned k = 0; !there && (m = nth_monitor(k)); k++)
			there = has_formulas_event(m, name[i], false, &ignored);
		if (there)
			continue;
		for (unsigned k = 0; (m = nth_monitor(k)); k++)
			for (unsigned e = 0; e < m->events; e++)
				nearest_offer(&near, name[i], m->event[e].name);
		snprintf(why, sizeof why,
			 "`formula` has %.60s, which no monitor has as an "
			 "event%s%.150s%s",
			 name[i], near.best ? "; did you mean " : "",
			 near.best ? nearest_names(&near, two, sizeof two) : "",
			 near.best ? "?"
				   : "; a core of a file is given by --core, "
				     "and the kernel's by `monitors`");
		break;
	}
	return row_bad(f, "metrics", row, x->name, err, why);
}

static bool check_groups(struct own_file *f, struct error *err)
{
	const struct catalog_monitor *m;

	for (size_t i = 0; i < f->groups; i++) {
		struct own_group *g = &f->group[i];

		for (unsigned k = 0; (m = nth_monitor(k)); k++) {
			if (!fits_group(m, f, g))
				continue;
			g->there++;
			if (catalog_is_taken(m, g->row.name))
				return row_bad(f, "groups", i, g->row.name, err,
					       "`name` is taken; call it "
					       "otherwise");
		}
		for (size_t k = 0; k < i + f->metrics; k++)
			if (name_same(g->row.name,
				      k < i ? f->group[k].row.name
					    : f->metric[k - i].row.name))
				return row_bad(f, "groups", i, g->row.name, err,
					       "`name` is another row's");
		if (!g->there)
			return row_bad(f, "groups", i, g->row.name, err,
				       "no monitor has all its `metrics`");
	}
	return true;
}

static bool file_checked(struct own_file *f, struct error *err)
{
	const struct catalog_monitor *m;

	for (size_t i = 0; i < f->metrics; i++)
		if (!check_named(f, i, err))
			return false;
	for (size_t i = 0; i < f->metrics; i++) {
		for (unsigned k = 0; (m = nth_monitor(k)); k++) {
			if (!fits_metric(m, &f->metric[i]))
				continue;
			f->metric[i].there++;
			if (!check_taken(f, m, i, err))
				return false;
		}
		if (!f->metric[i].there)
			return formula_nowhere(f, i, err);
	}
	return check_groups(f, err);
}

/* ---- into the catalogue -------------------------------------------------- */

/* A copy with room for `more` rows behind those that are there. */
static void *longer(const void *rows, unsigned count, size_t more, size_t size)
{
	char *to = calloc(count + more + 1, size);

	if (to && count)
		memcpy(to, rows, count * size);
	return to;
}

static void extended_free(struct extended *x)
{
	free(x->metric);
	free(x->note);
	free(x->group);
	free(x);
}

static struct extended *extended_of(const struct catalog_monitor *m,
				    const struct own_file *f)
{
	struct extended *x = calloc(1, sizeof *x);

	if (!x)
		return NULL;
	x->catalog = *m;
	x->of = m;
	x->metric =
		longer(m->metric, m->metrics, f->metrics, sizeof *x->metric);
	x->note = longer(m->note, m->notes, f->metrics, sizeof *x->note);
	x->group = longer(m->group, m->groups, f->groups, sizeof *x->group);
	if (x->metric && x->note && x->group) {
		x->catalog.metric = x->metric;
		x->catalog.note = x->note;
		x->catalog.group = x->group;
		return x;
	}
	extended_free(x);
	return NULL;
}

static void put_rows(struct extended *x, const struct own_file *f)
{
	struct catalog_monitor *m = &x->catalog;

	for (size_t i = 0; i < f->metrics; i++) {
		const struct own_metric *own = &f->metric[i];

		if (!fits_metric(x->of, own) ||
		    catalog_is_taken(m, own->row.name))
			continue;
		x->metric[m->metrics++] = own->row;
		if (own->note.id)
			x->note[m->notes++] = own->note;
	}
	for (size_t i = 0; i < f->groups; i++)
		if (!catalog_is_taken(m, f->group[i].row.name) &&
		    fits_group(m, f, &f->group[i]))
			x->group[m->groups++] = f->group[i].row;
}

static bool put_into(const struct catalog_monitor *m, const struct own_file *f,
		     struct error *err)
{
	struct extended *x = extended_of(m, f);

	if (!x)
		return error_no_memory(err);
	put_rows(x, f);
	if (x->catalog.metrics == m->metrics &&
	    x->catalog.groups == m->groups) {
		extended_free(x);
		return true;
	}
	catalog_put_instead(m, &x->catalog);
	x->next = monitors;
	monitors = x;
	return true;
}

bool user_metrics_for(const struct catalog_monitor *m, struct error *err)
{
	for (const struct own_file *f = files; f; f = f->next) {
		const struct extended *before = monitors;

		if (!put_into(m, f, err))
			return false;
		if (monitors != before)
			m = &monitors->catalog;
	}
	return true;
}

/* Takes back, of the newest first, until `until` is the newest. */
static void take_back(const struct extended *until)
{
	while (monitors != until) {
		struct extended *x = monitors;

		catalog_put_instead(&x->catalog, x->of);
		monitors = x->next;
		extended_free(x);
	}
}

bool user_metrics_add(const char *path, struct error *err)
{
	struct own_file *f = calloc(1, sizeof *f);
	const struct extended *before = monitors;
	const struct catalog_monitor *m;
	bool good;

	if (!f)
		return error_no_memory(err);
	good = own_file_read(f, path, err) && file_checked(f, err);
	for (unsigned i = 0; good && (m = nth_monitor(i)); i++)
		good = put_into(m, f, err);
	if (!good) {
		take_back(before);
		own_file_free(f);
		return false;
	}
	f->next = files;
	files = f;
	return true;
}

const char *user_metrics_text(unsigned ago)
{
	const struct own_file *f = files;

	while (f && ago--)
		f = f->next;
	return f ? f->body : NULL;
}

void user_metrics_free(void)
{
	take_back(NULL);
	while (files) {
		struct own_file *f = files;

		files = f->next;
		own_file_free(f);
	}
}

bool user_metrics_of_folder(struct error *err)
{
	struct dirent **entry;
	char folder[600], path[900];
	bool good = true;
	int count;

	if (!user_folder("metrics", folder, sizeof folder))
		return true;
	count = scandir(folder, &entry, user_folder_json, alphasort);
	if (count < 0)
		return errno == ENOENT || errno == ENOTDIR || errno == EACCES ||
		       error_set(err, "%s: %s", folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof path, "%s/%.255s", folder,
			 entry[i]->d_name);
		good = good && user_metrics_add(path, err);
		free(entry[i]);
	}
	free(entry);
	return good;
}
