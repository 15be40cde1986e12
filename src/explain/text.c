/* SPDX-License-Identifier: MIT */
/*
 * An explanation for people.  One printer serves all kinds of things: a head of
 * labelled lines, then tables, then lists.  A member that the object does not
 * have is left out.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/wrap.h"
#include "explain/explain.h"
#include "explain/page.h"

/* ---- the head ----------------------------------------------------------- */

static void event_lines(const struct page *p)
{
	const json_t *code = json_object_get(p->it, "code");
	const char *kind = page_text(p->it, "kind");
	json_int_t rate = json_integer_value(json_object_get(p->it, "rate"));
	const char *map = page_text(p->it, "map");
	char text[96];

	if (!code)
		return;
	snprintf(text, sizeof(text), "%s%s%s", page_text(p->it, "code"),
		 *map ? ", by " : "", map);
	page_line(p, "code",
		  json_is_null(code) ? "none: no code selects it" : text);
	if (!strcmp(kind, "occurrence"))
		page_line(p, "kind", "occurrence: counts how often it happens");
	else if (!strcmp(kind, "duration"))
		page_line(p, "kind",
			  "duration: counts the cycles that it lasts");
	else
		page_line(p, "kind", "unknown");
	page_line_of(p, "class", "class");
	snprintf(text, sizeof(text), "at most %d in a cycle", (int)rate);
	page_line(p, "rate", rate ? text : "");
	page_line_of_list(p, "counters", "counters");
}

/* The range of the formula's values, in the metric's unit. */
static void bounds_line(const struct page *p, double scale, const char *unit)
{
	double low = json_real_value(json_object_get(p->it, "low")) * scale;
	double high = json_real_value(json_object_get(p->it, "high")) * scale;
	const char *blank = *unit ? " " : "";
	const json_t *expected = json_object_get(p->it, "expected");
	char text[320];

	if (json_is_object(expected))
		snprintf(text, sizeof(text),
			 "%g to %g%s%s expected; what is beyond is doubted: %s",
			 json_real_value(json_object_get(expected, "low")) *
				 scale,
			 json_real_value(json_object_get(expected, "high")) *
				 scale,
			 blank, unit, page_text(expected, "why"));
	else if (low <= -1e90 * scale && high >= 1e90 * scale)
		snprintf(text, sizeof(text), "none are given");
	else if (low <= -1e90 * scale)
		snprintf(text, sizeof(text),
			 "%g%s%s or less; a value above is not believed", high,
			 blank, unit);
	else if (high < 1e9)
		snprintf(text, sizeof(text),
			 "%g to %g%s%s; a value beyond is not believed", low,
			 high, blank, unit);
	else
		snprintf(text, sizeof(text),
			 "%g%s%s or more; a value below is not believed", low,
			 blank, unit);
	page_line(p, "bounds", text);
}

static void metric_lines(const struct page *p)
{
	double scale = json_real_value(json_object_get(p->it, "scale"));
	const char *unit = page_text(p->it, "unit");
	char text[160];

	if (!*page_text(p->it, "formula"))
		return;
	page_line_of(p, "formula", "formula");
	snprintf(text, sizeof(text), "%s: the formula times %g", unit, scale);
	page_line(p, "unit", scale == 1 ? unit : text);
	if (!strcmp(page_text(p->it, "direction"), "neither"))
		page_line(p, "better", "neither lower nor higher");
	else
		page_line_of(p, "better", "direction");
	bounds_line(p, scale, unit);
	if (json_is_true(json_object_get(p->it, "needs_clock")))
		page_line(p, "clock",
			  "clock_hz is the core clock: a board knows "
			  "it, `tally compute` takes --clock-hz");
}

/* Advice on a metric: what is usual, and what to do; Tally's own words. */
static void advice_lines(const struct page *p)
{
	const json_t *advice = json_object_get(p->it, "advice");
	const json_t *from = json_object_get(advice, "threshold");
	const struct page a = { .it = advice,
				.to = p->to,
				.width = p->width,
				.colour = p->colour };
	char text[320];

	if (!json_is_object(advice))
		return;
	page_line_of(&a, "usual", "usual");
	page_line_of(&a, "if high", "high");
	page_line_of(&a, "if low", "low");
	if (json_is_number(from)) {
		snprintf(text, sizeof text, "from %g %s on (%s)",
			 json_number_value(from), page_text(p->it, "unit"),
			 page_text(advice, "threshold_source"));
		page_line(p, "tally why", text);
	}
	page_line_of(&a, "advice", "source");
}

static void put_pass(FILE *to, json_t *pass)
{
	const char *counter;
	json_t *event;
	bool first = true;

	json_object_foreach(pass, counter, event)
	{
		const char *name = json_string_value(event);

		/* A counter that is fixed to the event has the event's name. */
		fprintf(to, "%s%s", first ? "" : ", ", name);
		if (strcmp(name, counter) != 0)
			fprintf(to, " on %s", counter);
		first = false;
	}
}

/* "2 passes: 1. cycles on ccnt, ...; 2. ..." */
static void plan_line(const struct page *p)
{
	const json_t *plan = json_object_get(p->it, "plan");
	const json_t *list = json_object_get(plan, "pass");
	size_t i, size, passes = json_array_size(list);
	char *text = NULL;
	FILE *to;

	page_line_of(p, "plan", "no_plan");
	to = passes ? memory_stream(&text, &size) : NULL;
	if (!to)
		return;
	fprintf(to, passes == 1 ? "1 pass:" : "%zu passes:", passes);
	for (i = 0; i < passes; i++) {
		fputs(i ? "; " : " ", to);
		if (passes > 1)
			fprintf(to, "%zu. ", i + 1);
		put_pass(to, json_array_get(list, i));
	}
	if (!memory_stream_end(to, &text))
		page_line(p, "plan", text);
	free(text);
}

static void register_lines(const struct page *p)
{
	char text[64];

	if (!*page_text(p->it, "place"))
		return;
	snprintf(text, sizeof(text), "%s, %d bits", page_text(p->it, "place"),
		 (int)json_integer_value(json_object_get(p->it, "bits")));
	page_line(p, "place", text);
}

static void evidence_line(const struct page *p)
{
	const char *means = page_text(p->it, "evidence_means");
	char text[160];

	snprintf(text, sizeof(text), "%s%s%s", page_text(p->it, "evidence"),
		 *means ? ": " : "", means);
	page_line(p, "evidence", text);
	page_line_of(p, "seen on", "seen_on");
}

static void head(const struct page *p)
{
	const char *monitor = page_text(p->it, "monitor");
	const char *explains = page_text(p->it, "explains");
	const char *title = page_text(p->it, "title");
	char text[512];

	if (!strcmp(explains, "monitor"))
		snprintf(text, sizeof(text), "%s: %s", monitor, title);
	else if (!strcmp(explains, "refusal"))
		snprintf(text, sizeof(text), "%s cannot measure %s", monitor,
			 page_text(p->it, "name"));
	else
		snprintf(text, sizeof(text), "%s of %s, %s: %s",
			 page_text(p->it, "name"), monitor, explains, title);
	fputs(p->colour ? "\033[1m" : "", p->to);
	wrap_print(p->to, text, 0, 2, p->width);
	fputs(p->colour ? "\033[0m\n" : "\n", p->to);
}

/* On which boards its cycles are none of a core's. */
static void sketch_lines(const struct page *p)
{
	const json_t *list = json_object_get(p->it, "cycles_sketch");
	char text[400];

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		snprintf(text, sizeof(text), "^ a sketch on %s: %s",
			 page_text(one, "target"), page_text(one, "has"));
		page_line(p, "cycles", text);
	}
}

/* ---- tables ------------------------------------------------------------- */

static const struct table tables[] = {
	{ "counter",
	  "Counters",
	  { "name", "register", "counts", "title", NULL } },
	{ "registers", "Registers", { "name", "place", "title", NULL } },
	{ "fields", "Fields", { "bits", "name", "access", "reset", "title" } },
	{ "metric", "Its metrics", { "name", "unit", "formula", NULL } },
	{ "identities", "What holds of its counts", { "id", "text", NULL } },
	{ "options", "Options of the library", { "name", "text", NULL } },
};

/* A metric's events are objects; in an event's own lists they are names. */
static const struct table events_table = {
	"events", "Its events", { "name", "code", "description", NULL }
};

/* ---- lists -------------------------------------------------------------- */

/* If a note depends on the target's state, the state is printed first. */
static void print_caveats(const struct page *p)
{
	const json_t *list = json_object_get(p->it, "caveats");
	const char *note = page_text(p->it, "note");
	size_t i;

	if (!*note && !json_array_size(list))
		return;
	page_heading(p, "Caveats");
	if (*note)
		page_item(p, "", note, "");
	for (i = 0; i < json_array_size(list); i++) {
		const json_t *n = json_array_get(list, i);
		bool always = !strcmp(page_text(n, "condition"), "always");

		page_item(p, always ? "" : "if ", page_text(n, "text"),
			  page_text(n, "source"));
	}
}

/* A rule or note.  What it is about is printed before it, unless the text says
 * so itself or the page is about just that. */
static void print_with_subject(const struct page *p, const json_t *it)
{
	const char *subject = page_text(it, "subject");
	const bool whole = json_object_get(p->it, "counter") != NULL;
	char before[352] = "";

	if (*subject && (whole || !catalog_about(page_text(it, "about"),
						 page_text(p->it, "name"))))
		snprintf(before, sizeof(before), "%s: ", subject);
	page_item(p, before, page_text(it, "text"), page_text(it, "source"));
}

static void print_rules(const struct page *p, enum rule_kind kind,
			const char *title)
{
	const json_t *list = json_object_get(p->it, "rules");
	bool first = true;
	size_t i;

	for (i = 0; i < json_array_size(list); i++) {
		const json_t *r = json_array_get(list, i);

		if (strcmp(page_text(r, "kind"), rule_kind_text(kind)) != 0)
			continue;
		if (first)
			page_heading(p, title);
		first = false;
		print_with_subject(p, r);
	}
}

/* How Tally programs the monitor: apart from what the documents say. */
static void print_programming(const struct page *p)
{
	const json_t *list = json_object_get(p->it, "notes");
	bool first = true;
	size_t i;

	for (i = 0; i < json_array_size(list); i++) {
		const json_t *n = json_array_get(list, i);

		if (!json_is_true(json_object_get(n, "programming")))
			continue;
		if (first)
			page_heading(p, "How Tally programs it");
		first = false;
		print_with_subject(p, n);
	}
}

static void print_use(const struct page *p)
{
	print_rules(p, RULE_ACCESS, "Who may use it");
	print_rules(p, RULE_START, "How it is started");
	print_rules(p, RULE_STOP, "How it is stopped");
	print_rules(p, RULE_CLEAR, "How it is cleared");
	print_rules(p, RULE_OVERFLOW, "What happens at an overflow");
	print_rules(p, RULE_TRAP, "Traps");
	print_rules(p, RULE_CONTRADICTION, "Where documents contradict");
	print_rules(p, RULE_SILENT,
		    "Where documents are silent: what was chosen");
}

/* Neighbouring names with the same reason become one item. */
static void print_refusals(const struct page *p)
{
	const json_t *list = json_object_get(p->it, "refusals");
	size_t i, size, count = json_array_size(list);

	if (count)
		page_heading(p, "What it cannot measure");
	for (i = 0; i < count; i++) {
		const char *why = page_text(json_array_get(list, i), "why");
		char *names = NULL;
		FILE *to = memory_stream(&names, &size);

		if (!to)
			return;
		fputs(page_text(json_array_get(list, i), "name"), to);
		for (; i + 1 < count &&
		       !strcmp(page_text(json_array_get(list, i + 1), "why"),
			       why);
		     i++)
			fprintf(to, ", %s",
				page_text(json_array_get(list, i + 1), "name"));
		fputs(": ", to);
		if (!memory_stream_end(to, &names))
			page_item(p, names, why, "");
		free(names);
	}
}

/* Prints below the table of fields what the table does not say. */
static void print_field_rules(const struct page *p)
{
	const json_t *fields = json_object_get(p->it, "fields");
	bool events = false;
	char text[160];
	size_t i;

	if (!json_is_array(fields))
		return;
	for (i = 0; i < json_array_size(fields); i++)
		events |= json_is_true(
			json_object_get(json_array_get(fields, i), "event"));
	snprintf(text, sizeof(text),
		 "an event's field holds its code: `tally list events -m %s` "
		 "has them",
		 page_text(p->it, "monitor"));
	fputc('\n', p->to);
	if (events)
		page_item(p, "", text, "");
	page_item(p, "",
		  "bits that no field covers should be written as zero and "
		  "read as "
		  "anything",
		  "");
}

static void print_documents(const struct page *p)
{
	const json_t *list = json_object_get(p->it, "documents");
	size_t i;

	if (json_array_size(list))
		page_heading(p, "Documents");
	for (i = 0; i < json_array_size(list); i++)
		page_item(p, "", json_string_value(json_array_get(list, i)),
			  "");
}

void explain_text(FILE *to, const json_t *explanation, int width, bool colour)
{
	const struct page page = { to, explanation, width, colour }, *p = &page;
	bool monitor = !strcmp(page_text(explanation, "explains"), "monitor");
	size_t i;

	head(p);
	page_paragraph(p, "definition");
	page_paragraph(p, "why");
	page_paragraph(p, "summary");
	event_lines(p);
	metric_lines(p);
	advice_lines(p);
	register_lines(p);
	plan_line(p);
	if (!monitor) {
		page_line_of_list(p, "in metrics", "metrics");
		page_line_of_list(p, "in groups", "groups");
	}
	page_line_of_list(p, "boards", "boards");
	sketch_lines(p);
	evidence_line(p);
	page_line_of(p, "source", "source");
	page_line_of_list(p, "also called", "aliases");
	page_line_of_list(p, "also on", "also_on");
	if (!monitor)
		page_table(p, &events_table);
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		page_table(p, &tables[i]);
	print_field_rules(p);
	explain_print_errata(p);
	print_caveats(p);
	print_use(p);
	print_programming(p);
	print_refusals(p);
	print_documents(p);
}

/* The fact that tells things of one name on several monitors apart. */
static const char *fact_of(const json_t *it)
{
	static const char *const keys[] = { "formula", "why",   "code",
					    "place",   "title", NULL };
	const char *const *key;

	for (key = keys; *key; key++)
		if (*page_text(it, *key))
			return page_text(it, *key);
	return "";
}

/* "metric cpi: cycles / instr_exec", by which rows are one. */
static void head_of(char *to, size_t room, const json_t *it)
{
	const char *fact = fact_of(it);

	snprintf(to, room, "%s %s%s%s", page_text(it, "explains"),
		 page_text(it, "name"), *fact ? ": " : "", fact);
}

/* Prints those from `first` on that have its head; nothing where an earlier one
 * has it. */
static void print_group(const struct page *p, const json_t *list, size_t first)
{
	char head[512], other[512];
	char *monitors = NULL;
	size_t size;
	FILE *text;

	head_of(head, sizeof head, json_array_get(list, first));
	for (size_t i = 0; i < first; i++) {
		head_of(other, sizeof other, json_array_get(list, i));
		if (strcmp(head, other) == 0)
			return;
	}
	wrap_print(p->to, head, 0, 4, p->width);
	text = memory_stream(&monitors, &size);
	for (size_t i = first; text && i < json_array_size(list); i++) {
		const json_t *each = json_array_get(list, i);

		head_of(other, sizeof other, each);
		if (strcmp(head, other) == 0)
			fprintf(text, "%s%s", i > first ? ", " : "",
				page_text(each, "monitor"));
	}
	fputs("    on ", p->to);
	if (text && !memory_stream_end(text, &monitors))
		wrap_print(p->to, monitors, 7, 7, p->width);
	free(monitors);
}

void explain_where(FILE *to, const char *name, const json_t *list, int width,
		   bool colour)
{
	const struct page page = { to, NULL, width, colour };

	for (size_t i = 0; i < json_array_size(list); i++)
		print_group(&page, list, i);
	fprintf(to, "\n`tally explain %s %s` tells the rest\n",
		page_text(json_array_get(list, 0), "monitor"), name);
}
