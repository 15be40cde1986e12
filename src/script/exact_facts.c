/* SPDX-License-Identifier: MIT */
/* Facts of an exact pass, whoever writes which part of it. */
#include <tally/counting.h>

#include "script/as_c.h"
#include "script/exact.h"

bool exact_flagged(const struct script *s)
{
	return s->exact->kind->counting == EXACT_FLAGGED ||
	       s->exact->kind->counting == EXACT_STANDS;
}

bool exact_loses(const struct script *s)
{
	return s->exact->kind->counting == EXACT_STANDS ||
	       s->exact->kind->counting == EXACT_STOPS;
}

bool exact_misses(const struct script *s, unsigned *cycles)
{
	const struct tally_counting *c = s->monitor->monitor->counting;

	for (unsigned i = 0; c->flagged && c->poll && i < s->setup.slots; i++)
		if (s->slot[i].event == TALLY_EVENT_CYCLES) {
			*cycles = i;
			return true;
		}
	return false;
}

bool exact_wraps(const struct script *s, unsigned slot)
{
	return tally_slot_bits(s->monitor->monitor, &s->setup, slot) < 64;
}

void exact_open_function(FILE *to, const struct script *s, const char *type,
			 const char *what, const char *arguments)
{
	script_c_state(to, s);
	fprintf(to, "%s %s_%s(%s)\n{\n", type, s->name, what, arguments);
}

/* The count of a slot into `total`; a pair's low half may wrap meanwhile. */
static void put_raw(FILE *to, const struct script *s, unsigned slot)
{
	const struct catalog_register *low = script_count(s, slot);
	const struct catalog_register *high = script_upper_half(s, slot);
	const char *name = s->wishes->name;
	char a[SCRIPT_NAME], b[SCRIPT_NAME];

	if (script_other_word(s, slot)) {
		fprintf(to, "\t\t\ttotal = %s_clock_total();\n", s->name);
		return;
	}
	script_lower(a, low->name);
	if (!high) {
		fprintf(to, "\t\t\ttotal = %s%s_read_%s();\n",
			low->reg.bits > 32 && exact_wraps(s, slot)
				? "(uint32_t)"
				: "",
			name, a);
		return;
	}
	script_lower(b, high->name);
	fprintf(to,
		"\t\t\tupper = (uint32_t)%s_read_%s();\n"
		"\t\t\tdo {\n"
		"\t\t\t\ttotal = (uint64_t)upper << 32 |\n"
		"\t\t\t\t\t(uint32_t)%s_read_%s();\n"
		"\t\t\t\tagain = upper;\n"
		"\t\t\t\tupper = (uint32_t)%s_read_%s();\n"
		"\t\t\t} while (upper != again);\n",
		name, b, name, a, name, b);
}

const char *exact_enumerator(char *text, const struct script *s, unsigned slot)
{
	char pass[SCRIPT_NAME], name[SCRIPT_NAME];

	script_upper(pass, s->name);
	script_upper(name, script_event(s, slot)->name);
	snprintf(text, 2 * (size_t)SCRIPT_NAME, "%s_%s", pass, name);
	return text;
}

void exact_raws(FILE *to, const struct script *s)
{
	char value[2 * SCRIPT_NAME];

	fputs("\t\tswitch (value) {\n", to);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		fprintf(to, "\t\tcase %s:\n", exact_enumerator(value, s, i));
		put_raw(to, s, i);
		fputs("\t\t\tbreak;\n", to);
	}
	fputs("\t\tdefault:\n\t\t\treturn 0;\n\t\t}\n", to);
}
