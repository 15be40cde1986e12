/* SPDX-License-Identifier: MIT */
/*
 * A record as a page: what was measured of what, whether it can be trusted, the
 * numbers with their notes in place, pictures, and how it was come by.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "html/inner.h"
#include "record/document/file.h"
#include "record/headline.h"

static void print_monitors(FILE *to, const struct record *r)
{
	for (unsigned i = 0; i < r->monitors; i++) {
		fputs(i == 0 ? "" : i + 1 == r->monitors ? " and " : ", ", to);
		xml_text(to, r->monitor[i].name);
	}
}

/* The title: what was measured, as a plain text; the caller's to free, NULL: no
 * memory. */
static char *title_of(const struct record *r)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	if (record_is_given(r))
		fputs("Counts that were given", to);
	else if (r->program.path)
		fprintf(to, "%s on %s", text_base_name(r->program.path),
			r->target.name);
	else
		fputs(r->target.name, to);
	if (memory_stream_end(to, &text) == 0)
		return text;
	free(text);
	return NULL;
}

/* The monitors, and how real all of this is. */
static void print_target(FILE *to, const struct record *r)
{
	fputs("<p class=\"soft\">", to);
	print_monitors(to, r);
	if (r->target.title) {
		fputs(", ", to);
		xml_text(to, r->target.title);
	}
	if (r->target.simulated)
		fprintf(to, ", <strong>simulated</strong>%s",
			r->target.superset ? " by another core&#39;s engine"
					   : "");
	fputs("</p>\n", to);
}

static void print_window(FILE *to, const struct record *r)
{
	if (r->log.known) {
		fputs("<p class=\"soft\">Counted by the firmware: ", to);
		html_count(to, r->log.records);
		fputs(" records of its log, ", to);
		html_count(to, r->log.lost);
		fputs(" lost, ", to);
		html_count(to, r->log.damaged);
		fputs(" damaged.", to);
		if (r->log.periodless) {
			fputs(" Overflows without a period, which give no "
			      "count: ",
			      to);
			html_count(to, r->log.periodless);
			fputs(".", to);
		}
		fputs("</p>\n", to);
		return;
	}
	if (!r->program.path)
		return;
	fputs("<p class=\"soft\">", to);
	if (r->region.kind == REGION_WHOLE) {
		fputs("Whole program", to);
	} else {
		fputs("Region <code>", to);
		xml_text(to, r->region.text);
		fputs("</code>, entered ", to);
		html_count(to, r->region.entered);
		fputs(r->region.entered == 1 ? " time" : " times", to);
		if (r->region.ended_inside)
			fputs(" (the program ended inside of it)", to);
	}
	if (!r->program.exited) {
		fputs("; it goes on there.</p>\n", to);
		return;
	}
	fputs("; ", to);
	html_count(to, r->program.instructions);
	fprintf(to, " instructions run, exit status %lld.</p>\n",
		(long long)r->program.status);
}

/* No check failed; how far the numbers go is said all the same. */
static void print_trust(FILE *to, const struct record *r)
{
	bool modelled = false, doubted = false;

	for (unsigned i = 0; i < r->events; i++) {
		const struct reading *one = &r->event[i].reading;

		modelled |= reading_has_value(one) &&
			    one->class != CLASS_EXACT &&
			    one->class != CLASS_DOUBTED;
		doubted |= one->class == CLASS_DOUBTED;
	}
	fputs("<p>No check of these numbers failed", to);
	if (modelled)
		fputs("; some are a model&#39;s", to);
	if (r->target.sketch) {
		fputs("; cycles are a sketch: ", to);
		xml_text(to, r->target.sketch);
	}
	if (doubted)
		fputs("; some are not exact", to);
	if (r->notes)
		fprintf(to, "; %u note%s below them say%s how to read them",
			r->notes, r->notes == 1 ? "" : "s",
			r->notes == 1 ? "s" : "");
	fputs(".</p>\n", to);
}

/* The first thing to know: what stands out, and whether it is to be trusted. */
static void print_verdict(FILE *to, const struct record *r)
{
	struct headline h;

	fprintf(to, "<div class=\"verdict%s\" role=\"note\">\n",
		r->trusted ? "" : " alarm");
	if (headline_of(r, &h) && h.text[0] && h.kind != HEADLINE_UNTRUSTED) {
		fputs("<p class=\"answer\">", to);
		html_sentence(to, h.text);
		fputs("</p>\n", to);
	}
	if (r->trusted) {
		print_trust(to, r);
	} else {
		fputs("<p><strong>Not to be trusted:</strong> ", to);
		xml_text(to, r->verdict.why);
		fputs(".</p>\n", to);
	}
	fputs("</div>\n", to);
}

/* Each of several regions, as it would be alone. */
static void print_parts(FILE *to, const struct record *r)
{
	for (unsigned i = 0; i < r->parts; i++) {
		const struct record_part *part = &r->part[i];
		const struct record alone = record_of_part(r, i);

		fputs("<h3>", to);
		html_name(to, part->region.text);
		fprintf(to, "%s</h3>\n<p class=\"soft\">",
			part->self ? ", without what it calls" : "");
		if (!part->region.entered) {
			fputs("Never entered: there is nothing to show.</p>\n",
			      to);
			continue;
		}
		fputs("Entered ", to);
		html_count(to, part->region.entered);
		fprintf(to, " time%s%s.</p>\n",
			part->region.entered == 1 ? "" : "s",
			part->region.ended_inside
				? "; the program ended inside of it"
				: "");
		if (r->metrics)
			html_metrics_print(to, &alone);
		html_events_print(to, &alone);
		html_ledger_print(to, &alone);
	}
}

static void print_causes(FILE *to, const struct record *r)
{
	const unsigned all = 1 + r->parts;
	struct record *view = calloc(all, sizeof *view);
	struct record **of = calloc(all, sizeof(struct record *));
	const char **name = calloc(all, sizeof *name);

	for (unsigned i = 0; view && of && name && i < all; i++) {
		view[i] = i ? record_of_part(r, i - 1) : *r;
		of[i] = &view[i];
		name[i] = view[i].region.kind == REGION_WHOLE
				  ? "Whole program"
				  : view[i].region.text;
	}
	if (view && of && name)
		(void)html_stacks_print(to, of, name, all);
	free(view);
	free(of);
	free(name);
}

enum {
	METRICS,
	SERIES,
	PICTURES_OF,
	STACK,
	EVENTS,
	PARTS,
	CHECKS,
	PLAN,
	PROVENANCE,
	SECTIONS
};

static void print_sections(FILE *to, const struct record *r)
{
	static void (*const prints[])(FILE * to, const struct record *r) = {
		[METRICS] = html_metrics_print,
		[SERIES] = html_series_print,
		[PICTURES_OF] = html_pictures_print,
		[STACK] = print_causes,
		[EVENTS] = html_events_print,
		[PARTS] = print_parts,
		[CHECKS] = html_checks_print,
		[PLAN] = html_plan_print,
		[PROVENANCE] = html_provenance_print,
	};
	const struct page_section section[] = {
		[METRICS] = { "metrics", "Metrics", r->metrics },
		[SERIES] = { "time", "Over time", r->series.intervals },
		[PICTURES_OF] = { "pictures", "Pictures",
				  html_pictures_any(r) },
		[STACK] = { "causes", "Cycles by cause", html_stack_any(r) },
		[EVENTS] = { "counts", "Counts", r->events },
		[PARTS] = { "regions", "Regions", r->parts },
		[CHECKS] = { "checks", "Checks", html_checks_any(r) },
		[PLAN] = { "plan", "Plan", !record_is_given(r) && r->passes },
		[PROVENANCE] = { "provenance", "Provenance", true },
	};

	html_contents(to, section, SECTIONS);
	for (unsigned i = 0; i < SECTIONS; i++) {
		if (!section[i].there)
			continue;
		html_section(to, &section[i]);
		prints[i](to, r);
		html_section_end(to);
	}
}

static bool print_end(FILE *to, const struct record *r)
{
	struct page_json json;
	const bool good = html_json_begin(&json) && record_write(json.to, r);

	return html_json_end(to, &json, good);
}

bool html_record(FILE *to, const struct record *r)
{
	char *title = title_of(r);

	if (!title)
		return false;
	html_begin(to, title);
	fputs("<h1>", to);
	xml_text(to, title);
	fputs("</h1>\n", to);
	free(title);
	print_target(to, r);
	print_window(to, r);
	print_verdict(to, r);
	print_sections(to, r);
	return print_end(to, r);
}
