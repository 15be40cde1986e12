/* SPDX-License-Identifier: MIT */
/*
 * How a record was come by: what had to hold of its counts and what a board's
 * own ledger says of them, which events were counted together, and of what.
 */
#include <string.h>

#include "html/inner.h"

/* ---- checks -------------------------------------------------------------- */

bool html_checks_any(const struct record *r)
{
	for (unsigned i = 0; i < r->identities; i++)
		if (r->identity[i].checked || r->identity[i].unjudged)
			return true;
	for (unsigned i = 0; i < r->monitors; i++)
		if (r->monitor[i].writes)
			return true;
	return r->truths;
}

static void print_writes(FILE *to, const struct record *r)
{
	for (unsigned i = 0; i < r->monitors; i++) {
		const struct record_monitor *m = &r->monitor[i];

		if (!m->writes)
			continue;
		fputs("<p class=\"wrong\">The program itself wrote ", to);
		xml_text(to, m->wrote);
		fputs(" of ", to);
		xml_text(to, m->name);
		fputs(" while it counted, at ", to);
		xml_text(to, m->where);
		fprintf(to, "%s.</p>\n", m->writes > 1 ? " first" : "");
	}
}

static void print_identity(FILE *to, const struct record_identity *i)
{
	char value[32];

	fprintf(to, "<tr><th scope=\"row\">");
	xml_text(to, i->text);
	fprintf(to, "</th><td%s>", i->broken ? " class=\"wrong\"" : "");
	if (i->broken)
		fputs("broken: ", to);
	else if (i->unjudged)
		fputs("not judged, ", to);
	else
		fputs("holds", to);
	if (!i->broken && i->unjudged)
		xml_text(to, i->unjudged);
	if (i->broken || i->unjudged) {
		fprintf(to, "%s<code>", i->broken ? "" : "; ");
		xml_text(to, i->formula);
		fputs("</code> is ", to);
		snprintf(value, sizeof value, "%.15g", i->value);
		html_number(to, i->value, value);
	}
	fputs("</td></tr>\n", to);
}

static void print_identities(FILE *to, const struct record *r)
{
	unsigned count = 0;

	for (unsigned i = 0; i < r->identities; i++)
		count += r->identity[i].checked || r->identity[i].unjudged;
	if (!count)
		return;
	html_table(to,
		   "What must hold of the counts, whatever the program does",
		   "Identity|Result");
	fputs("<tbody>\n", to);
	for (unsigned i = 0; i < r->identities; i++)
		if (r->identity[i].checked || r->identity[i].unjudged)
			print_identity(to, &r->identity[i]);
	fputs("</tbody></table>\n", to);
}

static void print_truth(FILE *to, const struct record_truth *t)
{
	fputs("<tr><th scope=\"row\">", to);
	html_name(to, *t->event ? t->event : t->name);
	fputs("</th><td class=\"number\">", to);
	if (t->class != CLASS_NOT_MODELLED)
		html_count(to, t->count);
	fprintf(to, "</td><td class=\"soft\">%s</td><td%s>%s</td></tr>\n",
		class_word(t->class),
		t->measured == TRUTH_DIFFERS ? " class=\"wrong\"" : "",
		t->measured == TRUTH_EQUAL     ? "equal"
		: t->measured == TRUTH_DIFFERS ? "differs"
					       : "");
}

void html_checks_print(FILE *to, const struct record *r)
{
	print_writes(to, r);
	print_identities(to, r);
	html_ledger_print(to, r);
}

void html_ledger_print(FILE *to, const struct record *r)
{
	if (!r->truths)
		return;
	fputs("<details><summary>The board&#39;s own ledger</summary>\n", to);
	html_wide_table(to, "checks",
			"What really happened on the simulated board",
			"Event|#Count|Basis|Measured");
	fputs("<tbody>\n", to);
	for (unsigned i = 0; i < r->truths; i++)
		print_truth(to, &r->truth[i]);
	fputs("</tbody>", to);
	html_wide_table_end(to);
	fputs("</details>\n", to);
}

/* ---- plan ---------------------------------------------------------------- */

/* A counter of one event alone bears its name, and is not named again. */
static void print_counter(FILE *to, const struct record *r,
			  const struct record_assignment *a)
{
	if (strcmp(a->counter, r->event[a->event].name) == 0)
		return;
	fputs(" <span class=\"soft\">", to);
	xml_text(to, a->counter);
	fputs("</span>", to);
}

void html_plan_print(FILE *to, const struct record *r)
{
	char caption[128];

	if (r->log.known)
		snprintf(caption, sizeof caption,
			 "What the firmware counted together: %u pass%s",
			 r->passes, r->passes == 1 ? "" : "es");
	else
		snprintf(caption, sizeof caption,
			 "What was counted together: %u pass%s%s, %sin %u "
			 "run%s of the "
			 "program",
			 r->passes, r->passes == 1 ? "" : "es",
			 r->at_least == r->passes ? ", as few as can be" : "",
			 r->together ? "together " : "", r->board_runs,
			 r->board_runs == 1 ? "" : "s");
	fputs("<div class=\"plan\">\n", to);
	html_table(to, caption, "Pass|Events on their counters");
	fputs("<tbody>\n", to);
	for (unsigned i = 0; i < r->passes; i++) {
		const struct record_pass *pass = &r->pass[i];

		fprintf(to,
			"<tr><th scope=\"row\">%u</th><td><ul class=\"flow\">",
			i + 1);
		for (unsigned k = 0; k < pass->assigns; k++) {
			fputs("<li>", to);
			html_name(to, r->event[pass->assign[k].event].name);
			print_counter(to, r, &pass->assign[k]);
			fputs("</li>", to);
		}
		fputs("</ul></td></tr>\n", to);
	}
	fputs("</tbody></table></div>\n", to);
}

/* ---- provenance ---------------------------------------------------------- */

static void fact(FILE *to, const char *name, const char *text)
{
	if (!text || !*text)
		return;
	html_fact(to, name);
	xml_text(to, text);
	html_fact_end(to);
}

static void fact_code(FILE *to, const char *name, const char *text)
{
	if (!text)
		return;
	html_fact(to, name);
	fputs("<code>", to);
	xml_text(to, text);
	fputs("</code>", to);
	html_fact_end(to);
}

static void print_command(FILE *to, const struct record *r)
{
	if (!r->commands)
		return;
	html_fact(to, "Command");
	fputs("<code>", to);
	for (unsigned i = 0; i < r->commands; i++) {
		bool quoted = strpbrk(r->command[i], " \t'\"$*{}<>&;|()\\");

		fputs(i ? " " : "", to);
		fputs(quoted ? "&#39;" : "", to);
		xml_text(to, r->command[i]);
		fputs(quoted ? "&#39;" : "", to);
	}
	fputs("</code>", to);
	html_fact_end(to);
}

static void print_repeats(FILE *to, const struct record *r)
{
	if (r->warmup) {
		html_fact(to, "Left out before");
		fprintf(to, "%u %s", r->warmup, record_left_out(r));
		html_fact_end(to);
	}
	html_fact(to, "Repeats");
	fprintf(to, "%u", r->repeats);
	if (r->machine.layouts)
		fprintf(to,
			", the first with the program as linked, the others in "
			"the model&#39;s layouts by seed %llu",
			(unsigned long long)r->machine.layouts_seed);
	if (r->machine.jitter)
		fprintf(to,
			", start state and memory varied by seed %llu: the "
			"spread is the model&#39;s, not that of hardware",
			(unsigned long long)r->machine.seed);
	else if (r->repeats > 1 && !r->log.known && !r->machine.layouts)
		fputs("; nothing was varied", to);
	html_fact_end(to);
	if (r->board_runs > 1 && r->drift_anchor) {
		html_fact(to, "Drift");
		fprintf(to, "%.2f %% of ", 100 * r->drift);
		xml_text(to, r->drift_anchor);
		html_fact_end(to);
	}
}

static void print_machine(FILE *to, const struct record *r)
{
	char clock[32];

	if (r->target.clock_hz > 0) {
		html_fact(to, "Clock");
		snprintf(clock, sizeof clock, "%.6g MHz",
			 r->target.clock_hz / 1e6);
		html_number(to, r->target.clock_hz, clock);
		fputs(r->target.clock_chosen ? ", chosen" : "", to);
		html_fact_end(to);
	}
	if (!r->target.simulated || r->log.known)
		return;
	html_fact(to, "Machine");
	record_machine_facts(to, r);
	html_fact_end(to);
	fact(to, "Not sandboxed", r->target.unguarded);
}

void html_provenance_print(FILE *to, const struct record *r)
{
	fputs("<dl>\n", to);
	print_command(to, r);
	fact_code(to, "Program", r->program.path);
	fact_code(to, "SHA-256", r->program.sha256);
	if (r->capture.file) {
		fact_code(to, "Capture", r->capture.file);
		fact_code(to, "Its SHA-256", r->capture.sha256);
		html_fact(to, "Frames");
		html_count(to, r->capture.arrived);
		fputs(" arrived, ", to);
		html_count(to, r->capture.passed);
		fputs(" passed the address filter", to);
		html_fact_end(to);
	}
	if (!record_is_given(r)) {
		print_machine(to, r);
		print_repeats(to, r);
	}
	for (unsigned i = 0; i < r->monitors; i++)
		fact(to, "Registers", r->monitor[i].map);
	fact(to, "Made by Tally", r->tally);
	fputs("</dl>\n<p class=\"small soft\">The record is in this file: "
	      "<code>tally report FILE "
	      "<span class=\"option\">--json</span></code> prints it.</p>\n",
	      to);
}
