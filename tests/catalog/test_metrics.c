/* SPDX-License-Identifier: MIT */
/*
 * Every metric of every monitor against a number worked out from given counts:
 * tests/metrics/README says how.  A metric without a row fails.
 */
#include "catalog_check.h"
#include "core/hpm.h"

#include "catalog/questions.h"

#include <fnmatch.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>

#include "metric/formula.h"
#include "test.h"

enum { COUNTS = 24, METRICS = 128 };

/* One row: a number, from these counts. */
struct worked {
	char name[ROOM];
	double value;
	unsigned counts;
	struct {
		char name[ROOM];
		double value;
	} count[COUNTS];
};

struct worked_rows {
	unsigned count;
	struct worked row[METRICS];
};

static bool is_of(const char *rest, const char *monitor)
{
	char pattern[ROOM];
	int used;

	while (sscanf(rest, "%95s%n", pattern, &used) == 1) {
		if (fnmatch(pattern, monitor, 0) == 0)
			return true;
		rest += used;
	}
	return false;
}

static void read_row(const char *rest, struct worked *w)
{
	char word[ROOM];
	int used;

	check(sscanf(rest, "%95s %lf%n", w->name, &w->value, &used) == 2,
	      "not a row: %s", rest);
	w->counts = 0;
	for (rest += used; sscanf(rest, "%95s%n", word, &used) == 1;
	     rest += used) {
		char *equals = strchr(word, '=');

		check(equals && w->counts < COUNTS, "%s: %s", w->name, word);
		*equals = '\0';
		memcpy(w->count[w->counts].name, word, sizeof(word));
		w->count[w->counts++].value = strtod(equals + 1, NULL);
	}
}

static void read_file(const char *path, const char *monitor,
		      struct worked_rows *rows)
{
	FILE *f = fopen(path, "r");
	char line[1024], word[ROOM];
	bool mine = false;
	int used;

	check(f, "%s cannot be read", path);
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "#\n")] = '\0';
		if (sscanf(line, "%95s%n", word, &used) != 1)
			continue;
		if (strcmp(word, "of") == 0) {
			mine = is_of(line + used, monitor);
			continue;
		}
		check(strcmp(word, "metric") == 0, "%s: %s", path, line);
		if (!mine)
			continue;
		check(rows->count < METRICS, "%s: too many rows", monitor);
		read_row(line + used, &rows->row[rows->count++]);
	}
	fclose(f);
}

static void read_rows(const char *monitor, struct worked_rows *rows)
{
	const char *root = getenv("TALLY_ROOT");
	char pattern[1024];
	glob_t files;

	rows->count = 0;
	snprintf(pattern, sizeof(pattern), "%s/tests/metrics/*.txt",
		 root ? root : ".");
	assert_int_equal(glob(pattern, 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		read_file(files.gl_pathv[i], monitor, rows);
	globfree(&files);
}

static bool lookup(void *ctx, const char *name, double *value)
{
	const struct worked *w = ctx;

	for (unsigned i = 0; i < w->counts; i++) {
		if (strcmp(w->count[i].name, name) != 0)
			continue;
		*value = w->count[i].value;
		return true;
	}
	return false;
}

static void look_at(const struct catalog_monitor *m,
		    const struct catalog_metric *metric, struct worked *w)
{
	struct error err = { "" };
	struct formula *f = formula_parse(metric->formula, &err);
	const char *name = NULL;
	double value = 0;
	size_t names = 0;

	check(f, "%s", err.text);
	check(formula_eval(f, lookup, w, &value, &name) == FORMULA_OK,
	      "%s %s: %s has no value", m->name, metric->name,
	      name ? name : "a divisor");
	formula_names(f, &names);
	check(names == w->counts, "%s %s: not of all counts", m->name,
	      metric->name);
	check(fabs(value * metric->scale - w->value) <= 1e-9 * fabs(w->value),
	      "%s %s: %.12g, worked out %.12g", m->name, metric->name,
	      value * metric->scale, w->value);
	check(value >= metric->low && value <= metric->high,
	      "%s %s: %.12g is out of its bounds", m->name, metric->name,
	      value);
	formula_free(f);
}

TEST(metrics_are_worked_out)
{
	static struct worked_rows rows;
	unsigned count;
	const struct catalog_monitor *const *all = hpm_none(&count);

	for (unsigned i = 0; i < count; i++) {
		const struct catalog_monitor *m = all[i];

		unsigned missing = 0;

		read_rows(m->name, &rows);
		for (unsigned k = 0; k < m->metrics; k++) {
			unsigned n = 0;

			while (n < rows.count &&
			       strcmp(rows.row[n].name, m->metric[k].name))
				n++;
			if (n == rows.count) {
				fprintf(stderr,
					"tests/metrics has no row for %s of "
					"%s, "
					"%s\n",
					m->metric[k].name, m->name,
					m->metric[k].formula);
				missing++;
				continue;
			}
			look_at(m, &m->metric[k], &rows.row[n]);
		}
		check(!missing, "tests/metrics lacks %u rows of %s", missing,
		      m->name);
		check(rows.count == m->metrics,
		      "%s has %u metrics, tests/metrics %u", m->name,
		      m->metrics, rows.count);
	}
}

/* All counts are alike, but for one that is 0, or none. */
static bool alike_but(void *ctx, const char *name, double *value)
{
	const char *none = ctx;

	*value = none && strcmp(name, none) == 0 ? 0 : 1000;
	return true;
}

static void within_bounds(const struct catalog_monitor *m,
			  const struct catalog_metric *metric,
			  const struct formula *f, char *none)
{
	const char *name = NULL;
	double value = 0;

	if (formula_eval(f, alike_but, none, &value, &name) == FORMULA_OK)
		check(value >= metric->low && value <= metric->high,
		      "%s %s: %g is out of its bounds", m->name, metric->name,
		      value);
}

/*
 * Nothing keeps a part from being the whole, or nothing: so a share of two
 * counts can be anything from 0 to what comes of equal ones.
 */
static void look_at_bounds(const struct catalog_monitor *m,
			   const struct catalog_metric *metric)
{
	struct error err = { "" };
	struct formula *f = formula_parse(metric->formula, &err);
	const char *const *names;
	size_t count = 0;

	check(f, "%s", err.text);
	names = formula_names(f, &count);
	if (strcmp(metric->unit, "%") == 0 && count == 2) {
		within_bounds(m, metric, f, NULL);
		for (size_t i = 0; i < count; i++) {
			char none[ROOM];

			snprintf(none, sizeof(none), "%s", names[i]);
			within_bounds(m, metric, f, none);
		}
	}
	formula_free(f);
}

static void each_metric(void (*look)(const struct catalog_monitor *m,
				     const struct catalog_metric *metric))
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_none(&count);

	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < all[i]->metrics; k++)
			look(all[i], &all[i]->metric[k]);
}

/* Is the event in its formula? */
static bool counts(const struct catalog_metric *metric, const char *event)
{
	struct error err = { "" };
	struct formula *f = formula_parse(metric->formula, &err);
	const char *const *names;
	size_t count = 0;
	bool found = false;

	check(f, "%s", err.text);
	names = formula_names(f, &count);
	for (size_t i = 0; i < count; i++)
		found |= strcmp(names[i], event) == 0;
	formula_free(f);
	return found;
}

static const struct catalog_metric *metric_of(const struct catalog_monitor *m,
					      const char *name)
{
	for (unsigned i = 0; i < m->metrics; i++)
		if (strcmp(m->metric[i].name, name) == 0)
			return &m->metric[i];
	return NULL;
}

/* Both say how many instructions a cycle can have; no cache misses oftener. */
static void look_at_speed(const struct catalog_monitor *m,
			  const struct catalog_metric *metric)
{
	const struct catalog_metric *ipc = metric_of(m, "ipc");
	const char *end = strstr(metric->name, "mpki");

	if (strcmp(metric->name, "cpi") == 0 && ipc)
		check(fabs(metric->low * ipc->high - 1) < 0.02,
		      "%s: the least cpi is %g, and the most ipc %g", m->name,
		      metric->low, ipc->high);
	check(!end || metric->high <= 16,
	      "%s %s: more than 16 misses of an instruction", m->name,
	      metric->name);
}

TEST(speeds_agree)
{
	each_metric(look_at_speed);
}

static bool has_word(const char *list, const char *word)
{
	char each[ROOM];

	while (catalog_word(&list, each, sizeof(each)))
		if (strcmp(each, word) == 0)
			return true;
	return false;
}

static void look_at_overview(const struct catalog_monitor *m,
			     const struct catalog_metric *metric)
{
	if (strcmp(metric->name, "cpi") != 0 &&
	    strcmp(metric->name, "ipc") != 0)
		return;
	for (unsigned i = 0; i < m->groups; i++)
		if (strcmp(m->group[i].name, m->overview) == 0)
			check(has_word(m->group[i].metrics, "cpi") ||
				      has_word(m->group[i].metrics, "ipc"),
			      "%s: cpi or ipc belongs into %s", m->name,
			      m->overview);
}

TEST(overviews_begin_with_speed)
{
	each_metric(look_at_overview);
}

/* A note on an event is some metric's, if a metric counts the event. */
static void look_at_notes(const struct catalog_monitor *m,
			  const struct catalog_metric *metric)
{
	for (unsigned i = 0; i < m->notes; i++) {
		const struct catalog_note *n = &m->note[i];
		const char *about = n->about;
		char event[ROOM];
		bool told = false;

		for (unsigned k = 0; k < m->metrics && !told; k++)
			told = has_word(m->metric[k].notes, n->id);
		while (!told && catalog_word(&about, event, sizeof(event)))
			check(!counts(metric, event),
			      "%s %s counts %s, and no metric has the note %s",
			      m->name, metric->name, event, n->id);
	}
}

TEST(notes_are_at_the_metrics)
{
	each_metric(look_at_notes);
}

/* A metric's name tells which way is better. */
static void look_at_direction(const struct catalog_monitor *m,
			      const struct catalog_metric *metric)
{
	static const char *const bad[] = { "miss",   "mispredict", "mpki",
					   "stall",  "refill",     "cpi",
					   "penalty" };
	static const char *const good[] = { "hit_", "ipc", "mips" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		check(!strstr(metric->name, bad[i]) ||
			      metric->direction != DIRECTION_HIGHER,
		      "%s %s: higher is not better", m->name, metric->name);
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		check(!strstr(metric->name, good[i]) ||
			      metric->direction != DIRECTION_LOWER,
		      "%s %s: lower is not better", m->name, metric->name);
}

TEST(bounds_have_room)
{
	each_metric(look_at_bounds);
}

TEST(directions_are_the_names)
{
	each_metric(look_at_direction);
}

static bool used[128]; /* the rows of advice */

/* Advice is given for the side on which a metric is bad. */
static void look_at_advice(const struct catalog_monitor *m,
			   const struct catalog_metric *metric)
{
	const struct catalog_advice *a = catalog_advice(metric);
	unsigned count;

	check(a, "%s %s: no advice; src/catalog/text/advice.def wants a row",
	      m->name, metric->name);
	used[a - catalog_advices(&count)] = true;
	check(a->usual[0], "%s %s: what is usual", m->name, metric->name);
	check(metric->direction != DIRECTION_LOWER || a->high[0],
	      "%s %s: what to do when it is high", m->name, metric->name);
	check(metric->direction != DIRECTION_HIGHER || a->low[0],
	      "%s %s: what to do when it is low", m->name, metric->name);
}

TEST(each_has_advice)
{
	unsigned count;
	const struct catalog_advice *rows = catalog_advices(&count);

	assert_in_range(count, 1, sizeof used);
	each_metric(look_at_advice);
	for (unsigned i = 0; i < count; i++)
		check(used[i], "advice on %s: no metric is one of these",
		      rows[i].metrics);
}
