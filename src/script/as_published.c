/* SPDX-License-Identifier: MIT */
/*
 * The sequence of a document that reads registers and writes back what it read,
 * as C: every step stands where the document has it.  The document takes the
 * first events that exist; here they are those that are asked for, of which the
 * ones that do not exist are passed over alike.
 */
#include <inttypes.h>
#include <string.h>

#include "catalog/published.h"
#include "script/as_c.h"

enum { EVENTS_WITH_A_BIT = 64, EVENTS_A_REGISTER = 32 };

static bool is_cycles(const struct script *s, unsigned i)
{
	return s->slot[i].event == TALLY_EVENT_CYCLES;
}

/* "tally_read_pmcr_el0" */
static const char *call(char *text, size_t room, const struct script *s,
			const char *access, const char *reg)
{
	char lower[SCRIPT_NAME];

	snprintf(text, room, "%s_%s_%s", s->name, access,
		 script_lower(lower, reg));
	return text;
}

static void put_value(FILE *to, const struct script *s,
		      const struct published_step *step)
{
	static const char *const with[] = {
		[PUBLISHED_ALONE] = "",
		[PUBLISHED_ALL] = "((1u << %s_counters) - 1)",
		[PUBLISHED_PLACE] = "i",
		[PUBLISHED_EVENT] = "%s_events[j]",
	};
	const char *more = with[step->with], *name = strstr(more, "%s");

	if (step->value || !*more)
		fprintf(to, "0x%" PRIX32 "u%s", step->value,
			*more ? " | " : "");
	if (name)
		fprintf(to, "%.*s%s%s", (int)(name - more), more, s->name,
			name + 2);
	else
		fputs(more, to);
}

static void put_access(FILE *to, const char *indent, const struct script *s,
		       const struct published_step *step)
{
	char get[2 * SCRIPT_NAME], put[2 * SCRIPT_NAME], upper[SCRIPT_NAME];

	call(get, sizeof get, s, "read", step->reg);
	call(put, sizeof put, s, "write", step->reg);
	fputs(indent, to);
	switch (step->access) {
	case PUBLISHED_COUNT:
		if (step->with == PUBLISHED_EVENT)
			fputs("values[j]", to);
		else
			fprintf(to, "values[%s_CYCLES]",
				script_upper(upper, s->name));
		fprintf(to, " = %s();\n", get);
		return;
	case PUBLISHED_WRITE:
		fprintf(to, "%s(", put);
		put_value(to, s, step);
		break;
	default:
		fprintf(to, "%s(%s() %s", put, get,
			step->access == PUBLISHED_OR ? "| " : "& ~(uint64_t)");
		put_value(to, s, step);
		break;
	}
	fputs(");\n", to);
}

static bool is_each(const struct published_step *step)
{
	return step->with == PUBLISHED_PLACE || step->with == PUBLISHED_EVENT;
}

/* Steps for each event stand in one loop. */
static void put_phase(FILE *to, const struct script *s, unsigned phase)
{
	const struct catalog_published *p = s->published;
	bool inside = false;
	char upper[SCRIPT_NAME];

	for (unsigned k = 0; k < p->steps; k++) {
		const struct published_step *step = &p->step[k];

		if (step->phase != phase)
			continue;
		if (inside && !is_each(step))
			fputs("\t\ti++;\n\t}\n", to);
		if (!inside && is_each(step))
			fprintf(to,
				"\ti = 0;\n"
				"\tfor (j = 0; j < %s_CYCLES; j++) {\n"
				"\t\tif (i >= %s_counters)\n"
				"\t\t\tbreak;\n"
				"\t\tif (!%s_supported(%s_events[j]))\n"
				"\t\t\tcontinue;\n",
				script_upper(upper, s->name), s->name, s->name,
				s->name);
		inside = is_each(step);
		put_access(to, inside ? "\t\t" : "\t", s, step);
	}
	if (inside)
		fprintf(to, "%s\t\ti++;\n\t}\n",
			phase == PUBLISHED_STOP ? "\t\tcounted |= 1u << j;\n"
						: "");
}

static void put_head(FILE *to, const struct scripts *s)
{
	const char *name = s->script->name;

	fputs("/*\n", to);
	script_origin(to, " * ", s);
	fputs(" *\n", to);
	script_wrapped(to, " * ", " * ",
		       "The steps are the document's, in its order.  It leaves "
		       "open which events a user asks for, and how a register "
		       "is accessed: here each access synchronises.");
	fputs(" *\n", to);
	script_c_use(to, name, "setup();", "once: what there is");
	script_c_use(to, name, "start();", "before what is measured");
	script_c_use(to, name, "stop(values);", "right after it, and read");
	fputs(" *\n", to);
	script_wrapped(to, " * ", " * ", script_c_who(s));
	fputs(" *\n", to);
	script_remarks(to, " * ", s);
	fputs(" */\n#include <stdint.h>\n\n", to);
}

static void put_names(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME], name[SCRIPT_NAME];

	script_upper(upper, s->name);
	fputs("/* The places in values[]: the events, then the cycles. */\n"
	      "enum {\n",
	      to);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (is_cycles(s, i))
			continue;
		script_comment(to, "\t", script_event(s, i)->title);
		fprintf(to, "\t%s_%s,\n", upper,
			script_upper(name, script_event(s, i)->name));
	}
	fprintf(to, "\t%s_CYCLES,\n\t%s_VALUES\n};\n\n", upper, upper);
	fprintf(to,
		"void %s_setup(void);\n"
		"void %s_start(void);\n"
		"/* Bit n of what it returns: the event of values[n] exists "
		"and has a counter. */\n"
		"uint32_t %s_stop(uint64_t values[%s_VALUES]);\n\n",
		s->name, s->name, s->name, upper);
}

static void put_events(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME];

	fprintf(to, "static const uint16_t %s_events[%s_CYCLES] = {\n\t",
		s->name, script_upper(upper, s->name));
	for (unsigned i = 0, n = 0; i < s->setup.slots; i++)
		if (!is_cycles(s, i))
			fprintf(to, "%s0x%02Xu", n++ ? ", " : "",
				(unsigned)s->slot[i].event);
	fprintf(to,
		"\n};\n"
		"static uint32_t %s_counters; /* event counters that there are "
		"*/\n"
		"static uint64_t %s_exists[2];\n\n"
		"/* The first %u events have a bit that tells; of others it is "
		"not asked. */\n"
		"static int %s_supported(uint32_t event)\n"
		"{\n"
		"\treturn event >= %uu ||\n"
		"\t       (%s_exists[event / %u] >> event %% %u & 1u);\n"
		"}\n\n",
		s->name, s->name, (unsigned)EVENTS_WITH_A_BIT, s->name,
		(unsigned)EVENTS_WITH_A_BIT, s->name,
		(unsigned)EVENTS_A_REGISTER, (unsigned)EVENTS_A_REGISTER);
}

static void put_setup(FILE *to, const struct script *s)
{
	const struct catalog_published *p = s->published;
	char get[2 * SCRIPT_NAME];

	fprintf(to,
		"void %s_setup(void)\n{\n\t%s_counters = (uint32_t)(%s() >> %u "
		"& 0x%Xu);\n\tif (%s_counters) {\n",
		s->name, s->name, call(get, sizeof get, s, "read", p->counters),
		p->lsb, (1u << p->width) - 1, s->name);
	for (unsigned i = 0; i < 2; i++)
		fprintf(to, "\t\t%s_exists[%u] = %s();\n", s->name, i,
			call(get, sizeof get, s, "read", p->exists[i]));
	fputs("\t}\n", to);
	put_phase(to, s, PUBLISHED_SETUP);
	fputs("}\n\n", to);
}

bool script_c_published(FILE *to, const struct scripts *s, struct error *err)
{
	const struct script *one = s->script;
	char upper[SCRIPT_NAME];

	(void)err;
	put_head(to, s);
	script_c_macros(to, s);
	put_names(to, one);
	script_c_accesses(to, s);
	put_events(to, one);
	put_setup(to, one);
	fprintf(to, "void %s_start(void)\n{\n\tuint32_t i, j;\n\n", one->name);
	put_phase(to, one, PUBLISHED_START);
	fprintf(to,
		"}\n\n"
		"uint32_t %s_stop(uint64_t values[%s_VALUES])\n"
		"{\n\tuint32_t counted = 0, i, j;\n\n"
		"\tfor (j = 0; j < %s_VALUES; j++)\n"
		"\t\tvalues[j] = 0;\n",
		one->name, script_upper(upper, one->name), upper);
	put_phase(to, one, PUBLISHED_STOP);
	fputs("\treturn counted;\n}\n", to);
	return true;
}
