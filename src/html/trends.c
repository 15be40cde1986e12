/* SPDX-License-Identifier: MIT */
/*
 * Results of a suite over versions as a page: where each number stepped, a
 * picture of each, and what the versions are.
 */
#include "html/trends.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "history/print.h"
#include "html/inner.h"

enum { PICTURES_MOST = 60, STEPS_MOST = 400, LABEL_ROOM = 24, COMMIT = 12 };

/* A step, as the table has it. */
struct step {
	const struct history_series *series;
	unsigned at; /* the point; there is one before */
};

struct trends {
	const struct history_list *list;
	double noise;
	struct step *step; /* the worst first */
	unsigned steps, worse, pictures, simulated;
	size_t values;
	const struct history_point *
		*version; /* one of each, the oldest first */
	unsigned versions;
};

static const struct history_point *step_point(const struct step *s)
{
	return &s->series->point[s->at];
}

/* ---- what there is ------------------------------------------------------- */

/* Worse ones come first, then better ones; of each the largest. */
static double weight_of_step(const struct history_point *p)
{
	const double percent = isfinite(p->change) ? fabs(p->change) : 1e6;
	const double kind = p->word == DIFF_WORSE    ? 3e9
			    : p->word == DIFF_BETTER ? 2e9
						     : 1e9;

	return kind + fmin(percent, 1e8);
}

static int worst_first(const void *a, const void *b)
{
	const struct step *one = a, *other = b;
	const double left = weight_of_step(step_point(one));
	const double right = weight_of_step(step_point(other));
	int order;

	if (left > right || left < right)
		return left > right ? -1 : 1;
	order = strcmp(one->series->job, other->series->job);
	return order ? order : (one->at > other->at) - (one->at < other->at);
}

static int by_age(const void *a, const void *b)
{
	const struct history_point *one =
		*(const struct history_point *const *)a;
	const struct history_point *other =
		*(const struct history_point *const *)b;

	if (one->time != other->time)
		return one->time < other->time ? -1 : 1;
	if (one->number != other->number)
		return one->number < other->number ? -1 : 1;
	return strcmp(one->label, other->label);
}

/* Leaves one point of each version. */
static void list_versions(struct trends *t)
{
	unsigned kept = 0;

	qsort(t->version, t->versions, sizeof(struct history_point *), by_age);
	for (unsigned i = 0; i < t->versions; i++)
		if (!kept || by_age(&t->version[kept - 1], &t->version[i]))
			t->version[kept++] = t->version[i];
	t->versions = kept;
}

static bool trends_gather(struct trends *t)
{
	for (unsigned i = 0; i < t->list->count; i++)
		t->values += t->list->series[i].points;
	t->step = calloc(t->values + 1, sizeof *t->step);
	t->version = calloc(t->values + 1, sizeof(struct history_point *));
	if (!t->step || !t->version)
		return false;
	for (unsigned i = 0; i < t->list->count; i++) {
		const struct history_series *s = &t->list->series[i];

		t->pictures += s->points > 1;
		t->simulated += s->simulated;
		for (unsigned k = 0; k < s->points; k++) {
			t->version[t->versions++] = &s->point[k];
			if (!k || !history_is_step(&s->point[k]))
				continue;
			t->step[t->steps++] = (struct step){ s, k };
			t->worse += s->point[k].word == DIFF_WORSE;
		}
	}
	qsort(t->step, t->steps, sizeof *t->step, worst_first);
	list_versions(t);
	return true;
}

/* ---- cells --------------------------------------------------------------- */

static void print_mean(FILE *to, double value)
{
	char text[32];

	history_number_text(text, sizeof text, value);
	html_number(to, value, text);
}

static const char *class_of_point(const struct history_point *p)
{
	return p->word == DIFF_BETTER  ? "better"
	       : p->word == DIFF_WORSE ? "worse"
				       : "soft";
}

static void print_point_change(FILE *to, const struct history_point *p)
{
	char text[48];

	history_change_text(text, sizeof text, p);
	fputs("<td class=\"number\">", to);
	xml_text(to, text);
	fprintf(to, " <span class=\"word %s\">", class_of_point(p));
	xml_text(to, history_word_text(p));
	fputs("</span></td>", to);
}

/* The series' job and region. */
static void print_job_name(FILE *to, const struct history_series *s)
{
	html_name(to, s->job);
	if (*s->region) {
		fputs(", region ", to);
		html_name(to, s->region);
	}
}

static void print_row_name(FILE *to, const struct history_series *s)
{
	html_name(to, s->name);
	html_users(to, s->users);
	if (!*s->unit)
		return;
	fputs(" (", to);
	xml_text(to, s->unit);
	fputs(")", to);
}

/* Its label, and the commit where that says more. */
static void print_version(FILE *to, const struct history_point *p)
{
	html_name(to, p->label);
	if (!*p->commit || strncmp(p->label, p->commit, strlen(p->label)) == 0)
		return;
	fprintf(to, " (commit <code>%.*s</code>%s)", COMMIT, p->commit,
		p->changed ? ", changed" : "");
}

/* ---- sections ------------------------------------------------------------ */

static void print_steps_verdict(FILE *to, const struct trends *t)
{
	fprintf(to, "<div class=\"verdict%s\" role=\"note\">\n",
		t->worse ? " alarm" : "");
	if (!t->steps) {
		fputs("<p class=\"answer\">No step.</p>\n", to);
	} else if (!t->worse) {
		fprintf(to,
			"<p class=\"answer\">%u %s, none for the worse.</p>\n",
			t->steps, t->steps == 1 ? "step" : "steps");
	} else {
		const struct history_point *p = step_point(&t->step[0]);
		char change[48];

		history_change_text(change, sizeof change, p);
		fprintf(to,
			"<p class=\"answer\">%u %s, %u for the worse, most of "
			"all ",
			t->steps, t->steps == 1 ? "step" : "steps", t->worse);
		print_row_name(to, t->step[0].series);
		fputs(" of ", to);
		print_job_name(to, t->step[0].series);
		fputs(" at ", to);
		print_version(to, p);
		fputs(": ", to);
		xml_text(to, change);
		fputs(".</p>\n", to);
	}
	fprintf(to,
		"<p>%u series of %u version%s have %zu values. A step is a "
		"change against the version before by more than chance, and by "
		"at least %.4g %%.</p>\n",
		t->list->count, t->versions, t->versions == 1 ? "" : "s",
		t->values, 100 * t->noise);
	if (t->simulated)
		fprintf(to,
			"<p>%s%u of %u series are of simulated boards.</p>\n",
			t->simulated == t->list->count ? "Simulated: " : "",
			t->simulated, t->list->count);
	fputs("</div>\n", to);
}

static void print_steps(FILE *to, const struct trends *t)
{
	html_wide_table(to, "steps", "Steps, the worst first",
			"Job|Row|At|#>Before|#>After|"
			"#Change <span class=\"word\"></span>");
	fputs("<tbody class=\"rows\">\n", to);
	for (unsigned i = 0; i < t->steps && i < STEPS_MOST; i++) {
		const struct history_point *p = step_point(&t->step[i]);

		fputs("<tr><th scope=\"row\">", to);
		print_job_name(to, t->step[i].series);
		fputs("</th><td>", to);
		print_row_name(to, t->step[i].series);
		fputs("</td><td>", to);
		print_version(to, p);
		fputs("</td><td class=\"number wide\">", to);
		print_mean(to, p[-1].mean);
		fputs("</td><td class=\"number wide\">", to);
		print_mean(to, p->mean);
		fputs("</td>", to);
		print_point_change(to, p);
		fputs("</tr>\n", to);
	}
	fputs("</tbody>", to);
	html_wide_table_end(to);
	if (t->steps > STEPS_MOST)
		fprintf(to,
			"<p class=\"small soft\">The first %d of %u; all are "
			"in the document.</p>\n",
			STEPS_MOST, t->steps);
}

static void print_each_value(FILE *to, const struct history_series *s)
{
	fputs("<details><summary>Each value</summary>\n", to);
	html_table(to, "The oldest version first",
		   "Version|#Value|#Change <span class=\"word\"></span>");
	fputs("<tbody class=\"rows\">\n", to);
	for (unsigned i = 0; i < s->points; i++) {
		fputs("<tr><th scope=\"row\">", to);
		html_name(to, s->point[i].label);
		fputs("</th><td class=\"number\">", to);
		print_mean(to, s->point[i].mean);
		fputs("</td>", to);
		if (i)
			print_point_change(to, &s->point[i]);
		else
			fputs("<td></td>", to);
		fputs("</tr>\n", to);
	}
	fputs("</tbody></table></details>\n", to);
}

/* Texts of a version's point. */
struct told {
	char text[160];
	char label[LABEL_ROOM];
};

static void tell_version(struct told *told, struct chart_version *v,
			 const struct history_point *p, bool first)
{
	char value[32];

	history_number_text(value, sizeof value, p->mean);
	snprintf(told->text, sizeof told->text, "%.100s: %s", p->label, value);
	html_cut(p->label, told->label, sizeof told->label);
	*v = (struct chart_version){
		.value = p->mean,
		.text = told->text,
		.step = !first && history_is_step(p) ? told->label : NULL,
		.worse = p->word == DIFF_WORSE,
	};
}

/* The end of an axis, which need not be a whole number where values are. */
static void label_end(char *text, size_t room, double value)
{
	history_number_text(text, room, value < 1000 ? value : round(value));
}

static void draw_trend(FILE *to, const struct history_series *s,
		       unsigned number, const struct chart_version *version,
		       const struct told *told)
{
	const struct chart_range r = chart_trend_range(version, s->points);
	char id[24], top[32], bottom[32];
	const struct html_title title = html_title(s->name, s->users);
	const struct chart_frame frame = {
		.id = id,
		.title = title.text,
		.description = "The number of each version, the oldest at the "
			       "left; where it stepped stands the version.",
	};

	snprintf(id, sizeof id, "trend%u", number);
	label_end(top, sizeof top, r.high);
	label_end(bottom, sizeof bottom, r.low);
	chart_trend(to, &frame, version, s->points,
		    &(struct chart_axes){ top, told[0].label,
					  told[s->points - 1].label, NULL, 0 },
		    bottom);
}

static bool print_one_series(FILE *to, const struct history_series *s,
			     unsigned number)
{
	struct chart_version *version = calloc(s->points, sizeof *version);
	struct told *told = calloc(s->points, sizeof *told);
	const bool good = version && told;

	for (unsigned i = 0; good && i < s->points; i++)
		tell_version(&told[i], &version[i], &s->point[i], !i);
	if (good) {
		fputs("<figure>\n<h3>", to);
		print_job_name(to, s);
		fputs(": ", to);
		print_row_name(to, s);
		fputs("</h3>\n", to);
		draw_trend(to, s, number, version, told);
		print_each_value(to, s);
		fputs("</figure>\n", to);
	}
	free(version);
	free(told);
	return good;
}

static bool has_steps(const struct history_series *s)
{
	for (unsigned i = 1; i < s->points; i++)
		if (history_is_step(&s->point[i]))
			return true;
	return false;
}

/* Series with a step come first. */
static bool print_trend_pictures(FILE *to, const struct trends *t)
{
	unsigned drawn = 0;
	bool good = true;

	fputs("<p>A picture goes from the least of the values to the most, but "
	      "over 2 % of them at least, and does not begin at 0.</p>\n"
	      "<div class=\"pictures\">\n",
	      to);
	for (unsigned turn = 0; turn < 2; turn++)
		for (unsigned i = 0; good && i < t->list->count; i++) {
			const struct history_series *s = &t->list->series[i];

			if (s->points > 1 && has_steps(s) == !turn &&
			    drawn < PICTURES_MOST)
				good = print_one_series(to, s, drawn++);
		}
	fputs("</div>\n", to);
	if (t->pictures > drawn)
		fprintf(to,
			"<p class=\"small soft\">%u of %u series are drawn, "
			"those with a step first; ask for fewer by <span "
			"class=\"option\">--job</span> or <span "
			"class=\"option\">--steps</span>.</p>\n",
			drawn, t->pictures);
	return good;
}

static void print_all_series(FILE *to, const struct trends *t)
{
	html_wide_table(to, "series",
			"Each series from its first version to its last",
			"Job|Row|#>Versions|#First|#Last|#Steps");
	fputs("<tbody class=\"rows\">\n", to);
	for (unsigned i = 0; i < t->list->count; i++) {
		const struct history_series *s = &t->list->series[i];
		unsigned steps = 0;

		for (unsigned k = 1; k < s->points; k++)
			steps += history_is_step(&s->point[k]);
		fputs("<tr><th scope=\"row\">", to);
		print_job_name(to, s);
		fputs("</th><td>", to);
		print_row_name(to, s);
		fprintf(to, "</td><td class=\"number wide\">%u</td>",
			s->points);
		fputs("<td class=\"number\">", to);
		print_mean(to, s->point[0].mean);
		fputs("</td><td class=\"number\">", to);
		print_mean(to, s->point[s->points - 1].mean);
		fprintf(to, "</td><td class=\"number\">%u</td></tr>\n", steps);
	}
	fputs("</tbody>", to);
	html_wide_table_end(to);
}

static void print_versions(FILE *to, const struct trends *t)
{
	html_wide_table(to, "versions", "The oldest version first",
			"Version|Commit|Time (UTC)");
	fputs("<tbody class=\"rows\">\n", to);
	for (unsigned i = 0; i < t->versions; i++) {
		const struct history_point *p = t->version[i];
		const time_t seconds = (time_t)p->time;
		char text[32] = "";
		struct tm tm;

		if (gmtime_r(&seconds, &tm))
			strftime(text, sizeof text, "%Y-%m-%d %H:%M", &tm);
		fputs("<tr><th scope=\"row\">", to);
		html_name(to, p->label);
		fputs("</th><td><code>", to);
		xml_text(to, p->commit);
		fprintf(to, "</code>%s</td><td>%s%s</td></tr>\n",
			p->changed ? ", changed" : "", text,
			*p->commit ? "" : ", of the file");
	}
	fputs("</tbody>", to);
	html_wide_table_end(to);
}

/* ---- the page ------------------------------------------------------------ */

enum { STEPS, PICTURES_OF, ALL, VERSIONS, SECTIONS };

static bool print_trends_section(FILE *to, const struct trends *t,
				 unsigned which)
{
	switch (which) {
	case STEPS:
		print_steps(to, t);
		return true;
	case PICTURES_OF:
		return print_trend_pictures(to, t);
	case ALL:
		print_all_series(to, t);
		return true;
	default:
		print_versions(to, t);
		return true;
	}
}

static bool print_trends(FILE *to, const struct trends *t)
{
	const struct page_section section[SECTIONS] = {
		[STEPS] = { "steps", "Steps", t->steps },
		[PICTURES_OF] = { "pictures", "Pictures", t->pictures },
		[ALL] = { "series", "All series", true },
		[VERSIONS] = { "versions", "Versions", true },
	};
	struct page_json json;
	bool good = true;

	html_begin(to, "Results over versions");
	fputs("<h1>Results over versions</h1>\n", to);
	print_steps_verdict(to, t);
	html_contents(to, section, SECTIONS);
	for (unsigned i = 0; good && i < SECTIONS; i++) {
		if (!section[i].there)
			continue;
		html_section(to, &section[i]);
		good = print_trends_section(to, t, i);
		html_section_end(to);
	}
	good = html_json_begin(&json) && history_json(json.to, t->list) && good;
	return html_json_end(to, &json, good);
}

bool html_trends(FILE *to, const struct history_list *list, double noise)
{
	struct trends t = { .list = list, .noise = noise };
	const bool good = trends_gather(&t) && print_trends(to, &t);

	free(t.step);
	free(t.version);
	return good;
}
