/* SPDX-License-Identifier: MIT */
/*
 * Scripts in PRACTICE, the language of Lauterbach's TRACE32: one that is run
 * where the measured code begins, and goes on to the next breakpoint.
 */
#include <inttypes.h>

#include "script/inner.h"

enum { PLACE = 2 * SCRIPT_NAME };

/* "C15:0xCF", as the register's space has it; or from a base in a macro. */
static const char *place_of(char *text, const struct script *s,
			    const struct catalog_register *r)
{
	const struct space *space = space_of_reg(&r->reg);

	if (!space->memory)
		return space_put(text, PLACE, space->practice.read,
				 r->reg.addr);
	snprintf(text, PLACE, "D:&base+0x%X",
		 (unsigned)(s->monitor->offset + tally_reg_offset(r->reg)));
	return text;
}

/* "Data.Long(C15:0xCF)" */
static void put_read(FILE *to, const struct script *s,
		     const struct catalog_register *r)
{
	char place[PLACE];

	fprintf(to, "Data.%s(%s)", r->reg.bits > 32 ? "Quad" : "Long",
		place_of(place, s, r));
}

static void put_write(FILE *to, const struct script *s,
		      const struct catalog_register *r, const char *value)
{
	char place[PLACE];

	place_of(place, s, r);
	if (tally_reg_shared(r->reg))
		fprintf(to,
			"  Data.Set %s %%Long (Data.Long(%s)&0x%" PRIx32
			")|((%s)&0x%" PRIx32 ")\n",
			place, place, ~tally_reg_bit(r->reg), value,
			tally_reg_bit(r->reg));
	else
		fprintf(to, "  Data.Set %s %%%s %s\n", place,
			r->reg.bits > 32 ? "Quad" : "Long", value);
}

/* One behind a select register is accessed through its window. */
static const struct catalog_register *
select_it(FILE *to, const struct script *s, const struct catalog_register *r)
{
	struct script_behind b;
	char number[SCRIPT_NAME];

	if (!script_behind(s->monitor, r, &b))
		return r;
	fputs("  &held=", to);
	put_read(to, s, b.select);
	fputc('\n', to);
	snprintf(number, sizeof number, "0x%X", b.number);
	put_write(to, s, b.select, number);
	return b.window;
}

static void deselect(FILE *to, const struct script *s,
		     const struct catalog_register *r)
{
	struct script_behind b;

	if (script_behind(s->monitor, r, &b))
		put_write(to, s, b.select, "&held");
}

/* "  &cycles=Data.Long(...)" */
static void put_fetch(FILE *to, const struct script *s,
		      const struct catalog_register *r, const char *macro)
{
	const struct catalog_register *at = select_it(to, s, r);

	fprintf(to, "  &%s=", macro);
	put_read(to, s, at);
	fputc('\n', to);
	deselect(to, s, r);
}

/* Reads back, and has the bits compared that show that it was written. */
static void put_kept(FILE *to, const struct script *s,
		     const struct catalog_register *r, uint64_t bits,
		     const char *wanted)
{
	fprintf(to, "  &name=\"%s\"\n  &found=", r->name);
	put_read(to, s, r);
	fprintf(to, "&0x%" PRIX64 "\n  &wanted=%s\n", bits, wanted);
}

static void put_step(FILE *to, const struct script *s,
		     const struct tally_step *step)
{
	const struct catalog_register *r =
		catalog_register_at(s->monitor, step->reg);
	const struct catalog_register *at;
	const struct catalog_kept kept = catalog_register_kept(s->monitor, r);
	const uint64_t bits = kept.bits | (step->value & kept.sets) |
			      (step->value & kept.clears);
	char value[SCRIPT_NAME], wanted[SCRIPT_NAME];

	if (script_fields(to, "  ; ", s->monitor, r->name, step->value))
		fputc('\n', to);
	snprintf(value, sizeof value, "0x%0*" PRIX64, r->reg.bits / 4,
		 step->value);
	snprintf(wanted, sizeof wanted, "0x%" PRIX64,
		 step->value & (kept.bits | kept.sets));
	at = select_it(to, s, r);
	put_write(to, s, at, value);
	if (bits)
		put_kept(to, s, at, bits, wanted);
	deselect(to, s, r);
	if (bits)
		fprintf(to, "  GOSUB %s_kept\n", s->wishes->name);
}

static void put_phase(FILE *to, const struct script *s, unsigned phase)
{
	if (!s->phase[phase].count)
		return;
	fprintf(to, "\n  ; %s\n", script_phase_word(phase));
	for (unsigned i = 0; i < s->phase[phase].count; i++)
		put_step(to, s, &s->phase[phase].step[i]);
}

static void put_save(FILE *to, const struct script *s)
{
	char reg[SCRIPT_NAME], macro[PLACE];

	if (s->saves)
		fputs("\n  ; what is put back at the end\n", to);
	for (unsigned i = 0; i < s->saves; i++) {
		snprintf(macro, sizeof macro, "saved_%s",
			 script_lower(reg, s->saved[i]->name));
		fprintf(to, "  LOCAL &%s\n", macro);
		put_fetch(to, s, s->saved[i], macro);
	}
}

static void put_restore(FILE *to, const struct script *s)
{
	char reg[SCRIPT_NAME];

	if (s->restore.count)
		fputs("\n  ; as it was found\n", to);
	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct tally_step *step = &s->restore.step[i];
		const struct catalog_register *r =
			catalog_register_at(s->monitor, step->reg);
		const struct catalog_register *at;

		fprintf(to, "  &value=(&saved_%s)&0x%" PRIX64 "\n",
			script_lower(reg, r->name), step->value);
		if (s->always[i])
			fprintf(to, "  &value=(&value)|0x%" PRIX64 "\n",
				s->always[i]);
		at = select_it(to, s, r);
		put_write(to, s, at, "&value");
		deselect(to, s, r);
	}
}

static void put_count(FILE *to, const struct script *s, unsigned slot)
{
	const struct catalog_register *upper = script_upper_half(s, slot);
	const struct catalog_register *other = script_other_word(s, slot);
	const uint64_t mask = script_count_mask(s, slot);
	const char *name = script_event(s, slot)->name;

	put_fetch(to, s, script_count(s, slot), "value");
	if (mask)
		fprintf(to, "  &value=(&value)&0x%" PRIX64 "\n", mask);
	if (upper || other)
		put_fetch(to, s, upper ? upper : other, "more");
	if (upper)
		fputs("  &value=((&more)<<32.)|(&value)\n", to);
	else if (other)
		fputs("  &value=(&more)|(&value)\n", to);
	fprintf(to, "  PRINT \"%s \" %%Decimal &value\n", name);
}

static void put_read_counts(FILE *to, const struct script *s)
{
	fputs("\n  ; read\n", to);
	for (unsigned i = 0; i < s->setup.slots; i++)
		put_count(to, s, i);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (!s->flag[i].reg)
			continue;
		put_fetch(to, s, s->flag[i].reg, "value");
		fprintf(to,
			"  IF ((&value)&0x%" PRIX64 ")!=0x0\n"
			"    PRINT \"%s has wrapped\"\n",
			UINT64_C(1) << s->flag[i].bit,
			script_event(s, i)->name);
	}
}

static void put_pass(FILE *to, const struct script *s)
{
	fprintf(to, "\n%s:\n(\n", s->name);
	put_save(to, s);
	put_phase(to, s, TALLY_CONFIGURE);
	put_phase(to, s, TALLY_START);
	fputs("\n  ; what is measured, to the next breakpoint\n"
	      "  Go\n"
	      "  WAIT !STATE.RUN()\n",
	      to);
	put_phase(to, s, TALLY_STOP);
	put_read_counts(to, s);
	put_phase(to, s, TALLY_RELEASE);
	put_restore(to, s);
	fputs("  ENDDO\n)\n", to);
}

static void put_begin(FILE *to, const struct scripts *s)
{
	const bool based = script_mapped(s->script);

	fprintf(to, "ENTRY %s&pass\n", based ? "&base " : "");
	fputs("LOCAL &name &found &wanted &held &value &more\n", to);
	if (based && !script_anywhere(s->script))
		fprintf(to,
			"IF \"&base\"==\"\"\n"
			"(\n"
			"  &base=0x%" PRIx64 "\n"
			")\n",
			s->script->monitor->at);
	else if (based)
		fprintf(to,
			"IF \"&base\"==\"\"\n"
			"(\n"
			"  PRINT \"%s: say where %s is: DO this 0xADDRESS\"\n"
			"  ENDDO\n"
			")\n",
			s->script->wishes->name, script_base(s->script));
	for (unsigned i = 1; i < s->count; i++)
		fprintf(to,
			"IF \"&pass\"==\"%u\"\n"
			"  GOTO %s\n",
			i + 1, s->script[i].name);
	fprintf(to, "GOTO %s\n", s->script->name);
	fprintf(to,
		"\n; What does not read as it was written ends all.\n"
		"%s_kept:\n"
		"(\n"
		"  IF (&found)!=(&wanted)\n"
		"  (\n"
		"    PRINT \"%s: \" \"&name\" \" reads \" &found \" where \" "
		"&wanted \" was written: nothing is counted\"\n"
		"    END\n"
		"  )\n"
		"  RETURN\n"
		")\n",
		s->script->wishes->name, s->script->wishes->name);
}

static void put_head(FILE *to, const struct scripts *s)
{
	script_origin(to, "; ", s);
	script_wrapped(to, "; ", "; ",
		       "Written from public documents; TRACE32 itself has not "
		       "run it.");
	script_space_note(to, "; ", s, SPACE_PRACTICE);
	script_wrapped(
		to, "; ", "; ",
		"Run it with DO where the measured code begins, the core "
		"halted and a breakpoint at its end: it sets up the monitor, "
		"lets the core go, prints the counts, and puts back what it "
		"found.");
	fprintf(to, ";\n;   DO counters.cmm%s%s\n;\n",
		script_anywhere(s->script) ? " 0xADDRESS" : "",
		s->count > 1 ? " PASS" : "");
	script_remarks(to, "; ", s);
	fputc('\n', to);
}

bool script_practice(FILE *to, const struct scripts *s, struct error *err)
{
	if (!scripts_reach(s, SPACE_PRACTICE, err))
		return false;
	put_head(to, s);
	put_begin(to, s);
	for (unsigned i = 0; i < s->count; i++)
		put_pass(to, &s->script[i]);
	return true;
}
