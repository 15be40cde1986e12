/* SPDX-License-Identifier: MIT */
/*
 * Scripts for people.
 */
#include <inttypes.h>
#include <string.h>

#include "script/inner.h"

static int name_width(const struct script *s)
{
	const struct catalog_monitor *m = s->monitor;
	int width = 0;

	for (unsigned i = 0; i < m->regs; i++) {
		int length = (int)strlen(m->reg[i].name);

		width = length > width ? length : width;
	}
	return width;
}

static void print_writes(FILE *to, const struct script *s,
			 const struct tally_script *script)
{
	const struct catalog_monitor *m = s->monitor;
	char text[SCRIPT_NAME];

	for (unsigned i = 0; i < script->count; i++) {
		const struct tally_step *step = &script->step[i];
		const struct catalog_register *r =
			catalog_register_at(m, step->reg);

		fprintf(to, "    %-*s ", name_width(s), r->name);
		if (script_mapped(s))
			fprintf(to, "%s ",
				script_address(text, s, r, script_base(s)));
		fprintf(to, "= 0x%0*" PRIx64, r->reg.bits / 4, step->value);
		if (!script_fields(to, "  # ", m, r->name, step->value) &&
		    tally_reg_shared(r->reg))
			fputs("  #", to);
		if (tally_reg_shared(r->reg))
			fputs(", this bit alone", to);
		fputc('\n', to);
	}
}

/* The flags are shown with the reading, where they are needed. */
static void print_read(FILE *to, const struct script *s, const char *of)
{
	fprintf(to, "  read%s\n", of);
	script_counts(to, "    ", s);
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->flag[i].reg)
			fprintf(to, "    # %s has overflowed: %s bit %u\n",
				script_counter(s, i)->name,
				s->flag[i].reg->name, s->flag[i].bit);
}

static void print_restore(FILE *to, const struct script *s, const char *of)
{
	const struct catalog_monitor *m = s->monitor;

	if (!s->restore.count)
		return;
	fprintf(to, "  restore%s, with what was read before configure\n", of);
	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct tally_step *step = &s->restore.step[i];
		const struct catalog_register *r =
			catalog_register_at(m, step->reg);

		fprintf(to, "    %-*s = %s & 0x%0*" PRIx64, name_width(s),
			r->name, r->name, r->reg.bits / 4, step->value);
		if (s->always[i])
			fprintf(to, " | 0x%" PRIx64, s->always[i]);
		fputc('\n', to);
	}
}

static void print_slots(FILE *to, const struct script *s)
{
	for (unsigned i = 0; i < s->setup.slots; i++) {
		const char *event = script_event(s, i)->name;
		const char *counter = script_counter(s, i)->name;

		/* A counter that is fixed to one event has the event's name. */
		fprintf(to, "%s %s", i ? "," : "", event);
		if (strcmp(event, counter) != 0)
			fprintf(to, " on %s", counter);
	}
	fputc('\n', to);
}

static void print_pass(FILE *to, const struct script *s)
{
	fprintf(to, "pass %u:", s->pass + 1);
	print_slots(to, s);
	for (unsigned i = 0; i < SCRIPT_PHASES; i++) {
		if (script_differs(s) && (i == TALLY_START || i == TALLY_STOP))
			script_text_difference(to, s, i == TALLY_STOP);
		else if (i == TALLY_RELEASE && !script_differs(s))
			print_read(to, s, "");
		if (s->phase[i].count)
			fprintf(to, "  %s\n", script_phase_word(i));
		print_writes(to, s, &s->phase[i]);
	}
	print_restore(to, s, "");
	fputc('\n', to);
}

bool script_text(FILE *to, const struct scripts *s, struct error *err)
{
	(void)err;
	for (unsigned i = 0; i < s->count; i++)
		print_pass(to, &s->script[i]);
	script_remarks(to, "", s);
	return true;
}

/*
 * One phase of each monitor that counts in the pass; `back`: the last monitor
 * comes first.
 */
static void print_each(FILE *to, const struct scripts *s, unsigned monitors,
		       unsigned pass, unsigned phase, bool back)
{
	for (unsigned n = 0; n < monitors; n++) {
		const struct script *one =
			&s[back ? monitors - 1 - n : n].script[pass];

		if (one->setup.slots && script_differs(one) &&
		    (phase == TALLY_START || phase == TALLY_STOP))
			script_text_difference(to, one, phase == TALLY_STOP);
		if (!one->setup.slots || !one->phase[phase].count)
			continue;
		fprintf(to, "  %s %s\n", script_phase_word(phase),
			one->monitor->name);
		print_writes(to, one, &one->phase[phase]);
	}
}

static void print_pass_of(FILE *to, const struct scripts *s, unsigned monitors,
			  unsigned pass)
{
	char of[80];

	fprintf(to, "pass %u:\n", s->script[pass].pass + 1);
	for (unsigned n = 0; n < monitors; n++) {
		const struct script *one = &s[n].script[pass];

		if (!one->setup.slots)
			continue;
		fprintf(to, "  %s:", one->monitor->name);
		print_slots(to, one);
	}
	print_each(to, s, monitors, pass, TALLY_CONFIGURE, false);
	print_each(to, s, monitors, pass, TALLY_START, false);
	print_each(to, s, monitors, pass, TALLY_STOP, false);
	for (unsigned n = 0; n < monitors; n++) {
		const struct script *one = &s[n].script[pass];

		snprintf(of, sizeof of, " %s", one->monitor->name);
		if (one->setup.slots && !script_differs(one))
			print_read(to, one, of);
	}
	print_each(to, s, monitors, pass, TALLY_RELEASE, true);
	for (unsigned n = monitors; n-- > 0;) {
		const struct script *one = &s[n].script[pass];

		snprintf(of, sizeof of, " %s", one->monitor->name);
		if (one->setup.slots)
			print_restore(to, one, of);
	}
	fputc('\n', to);
}

bool script_text_of(FILE *to, const struct scripts *s, unsigned monitors)
{
	for (unsigned i = 0; i < s->count; i++)
		print_pass_of(to, s, monitors, i);
	for (unsigned n = 0; n < monitors; n++) {
		fprintf(to, "%s\n", s[n].script->monitor->name);
		script_remarks(to, "", &s[n]);
	}
	return true;
}
