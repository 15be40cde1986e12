/* SPDX-License-Identifier: MIT */
/*
 * Texts of what each kind of monitor does in a way of its own, in the C of
 * `--exact`.  The procedures are those of the drivers (src/monitors), where
 * they are reasoned about.
 */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "script/as_c.h"
#include "script/exact.h"

static const struct exact_kind kinds[] = {
	{ .owner = "PMNC",
	  .space = TALLY_CP15,
	  .busy = "\tuint32_t found = {r PMNC};\n"
		  "\n"
		  "\treturn found & {STARTED} ||\n"
		  "\t       (found >> 8 & {INTEN} & 7u);\n",
	  .acknowledge = "\tseen = {r PMNC};\n"
			 "\tif (seen & {STARTED})\n"
			 "\t\t{w PMNC}({START} | (seen & 0x700u));\n"
			 "\telse if (seen & 0x700u)\n"
			 "\t\t{n}_settle(seen & 0x700u);\n",
	  .helper = "/* Flags can be cleared only while the counters run: for\n"
		    "   a moment they do, on events that do not occur. */\n"
		    "{STATIC}static void {n}_settle(uint32_t set)\n"
		    "{\n"
		    "\tuint32_t ccnt = {r CCNT};\n"
		    "\tuint32_t pmn0 = {r PMN0};\n"
		    "\tuint32_t pmn1 = {r PMN1};\n"
		    "\n"
		    "\t{w PMNC}({IDLE} | 6u);\n"
		    "\t{w PMNC}({IDLE} | set);\n"
		    "\t{w PMNC}({STOP});\n"
		    "\t{w CCNT}(ccnt);\n"
		    "\t{w PMN0}(pmn0);\n"
		    "\t{w PMN1}(pmn1);\n"
		    "}\n\n" },
	{ .owner = "PMNC",
	  .space = TALLY_CP14,
	  .busy = "\tuint32_t found = {r PMNC};\n"
		  "\n"
		  "\treturn found & {STARTED} || (found >> 8 & found >> 4 & "
		  "7u);\n",
	  .acknowledge = "\tseen = {r PMNC} & 0x701u;\n"
			 "\t{w PMNC}({STOP} | seen);\n" },
	{ .owner = "FLAG",
	  .space = TALLY_CP14,
	  .busy = "\treturn {r PMNC} & {STARTED} ||\n"
		  "\t       ({r INTEN} & {r FLAG} & 0x1Fu);\n",
	  .acknowledge = "\tseen = {r FLAG} & 0x1Fu;\n"
			 "\t{w FLAG}(seen);\n" },
	{ .owner = "PMOVSR",
	  .space = TALLY_CP15,
	  .core = "MPIDR",
	  .busy = "\treturn ({r PMCR} & {STARTED} && {r PMCNTENSET}) ||\n"
		  "\t       {r PMOVSR} & {r PMINTENSET};\n",
	  .acknowledge = "\tseen = {r PMOVSR};\n"
			 "\t{w PMOVSR}(seen);\n" },
	{ .owner = "PMOVSCLR_EL0",
	  .space = TALLY_SYSREG,
	  .core = "MPIDR_EL1",
	  .busy = "\treturn {r PMCR_EL0} & {STARTED} &&\n"
		  "\t       ({r PMCNTENSET_EL0} ||\n"
		  "\t\t({r PMINTENSET_EL1} & {r PMOVSCLR_EL0}));\n",
	  .acknowledge = "\tseen = (uint32_t){r PMOVSCLR_EL0};\n"
			 "\t{w PMOVSCLR_EL0}(seen);\n" },
	{ .counting = EXACT_DIGIT, .owner = "PMGC0", .space = TALLY_PMR },
	{ .counting = EXACT_DIGIT, .owner = "PMGC0", .space = TALLY_MMIO },
	{ .counting = EXACT_STANDS,
	  .owner = "EMCS",
	  .space = TALLY_MMIO,
	  .busy = "\tuint32_t asks = ({r EMCC0} & 1u) | ({r EMCC1} & 1u) << 1 "
		  "|\n"
		  "\t\t\t({r EMCC2} & 1u) << 2 |\n"
		  "\t\t\t({r EMCC3} & 1u) << 3;\n"
		  "\n"
		  "\treturn {r EMMC} & {STARTED} || ({r EMCS} & asks);\n",
	  .acknowledge = "\tseen = {r EMCS} & 0xFu;\n"
			 "\tif (seen)\n"
			 "\t\t{w EMCS}(seen);\n" },
	{ .counting = EXACT_STOPS,
	  .owner = "ECR",
	  .space = TALLY_MMIO,
	  .busy = "\tuint32_t first = {r ECFGR0} & 3u;\n"
		  "\tuint32_t second = {r ECFGR1} & 3u;\n"
		  "\tbool asks = first == 1 || first == 2 || second == 1 ||\n"
		  "\t\t    second == 2;\n"
		  "\n"
		  "\treturn {r ECR} & {STARTED} || (asks && ({r RISR} & "
		  "1u));\n" },
};

static const struct catalog_register *register_of(const struct script *s,
						  const char *name)
{
	const struct catalog_monitor *m = s->monitor;

	for (unsigned i = 0; i < m->regs; i++)
		if (strcmp(m->reg[i].name, name) == 0)
			return &m->reg[i];
	return NULL;
}

bool exact_kind(const struct script *s, const struct exact_kind **kind,
		struct error *err)
{
	for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		const struct catalog_register *r =
			register_of(s, kinds[i].owner);

		if (!r || r->reg.space != kinds[i].space)
			continue;
		*kind = &kinds[i];
		return true;
	}
	return error_set(err,
			 "--exact: not for %s, whose counters have no flags "
			 "and no end that could be seen; a session keeps its "
			 "counts exact",
			 s->monitor->name);
}

/* "tally_read_pmnc()", or "tally_write_pmnc" */
static void print_access(FILE *to, const struct script *s, const char *what,
			 const char *name, size_t length)
{
	char reg[SCRIPT_NAME], lower[SCRIPT_NAME];

	snprintf(reg, sizeof reg, "%.*s", (int)length, name);
	fprintf(to, "%s_%s_%s%s", s->wishes->name,
		*what == 'r' ? "read" : "write", script_lower(lower, reg),
		*what == 'r' ? "()" : "");
}

/* The word of one of the phases, or made of them. */
static void print_word(FILE *to, const struct script *s, const char *word)
{
	uint64_t start = s->phase[TALLY_START].step[0].value;
	uint64_t stop = s->phase[TALLY_STOP].step[0].value;
	uint64_t value = stop;

	if (strncmp(word, "INTEN", 5) == 0) {
		/* FIQs have enables of their own. */
		fputs(s->monitor->monitor->fiq ? "(found >> 4 | found >> 28)"
					       : "found >> 4",
		      to);
		return;
	}
	if (strncmp(word, "n}", 2) == 0) {
		fputs(s->name, to);
		return;
	}
	if (strncmp(word, "STATIC", 6) == 0) {
		script_c_state(to, s);
		return;
	}
	if (strncmp(word, "STARTED", 7) == 0) {
		/* The bit that is 1 only while the counters run. */
		fprintf(to, "%" PRIu64 "u", start ^ stop);
		return;
	}
	if (strncmp(word, "START", 5) == 0)
		value = start;
	/* The first word of configure resets two counters: without that. */
	if (strncmp(word, "IDLE", 4) == 0)
		value = (s->phase[TALLY_CONFIGURE].step[0].value & ~6u) |
			(stop & 0x70000070u);
	script_c_value(to, value, 32);
}

void exact_print(FILE *to, const struct script *s, const char *text)
{
	const char *open;

	while ((open = strchr(text, '{'))) {
		const char *close = strchr(open, '}');
		bool is_access =
			(open[1] == 'r' || open[1] == 'w') && open[2] == ' ';
		bool is_word =
			open[1] == 'S' || open[1] == 'I' || open[1] == 'n';

		fwrite(text, 1, (size_t)(open - text), to);
		if (is_access)
			print_access(to, s, open + 1, open + 3,
				     (size_t)(close - open - 3));
		else if (is_word)
			print_word(to, s, open + 1);
		else
			fputc('{', to);
		text = is_access || is_word ? close + 1 : open + 1;
	}
	fputs(text, to);
}

/*
 * Freescale's: a counter that is not frozen has an event, and all may count.  A
 * device's clock, which is not frozen alone, is nobody's.
 */
static void fslpm_busy(FILE *to, const struct script *s)
{
	const struct catalog_monitor *m = s->monitor;
	char lower[SCRIPT_NAME];

	fputs("\tuint32_t local, counts = 0;\n\n", to);
	for (unsigned i = 0; i < m->regs; i++) {
		if (strncasecmp(m->reg[i].name, "PMLCa", 5) != 0 ||
		    (register_of(s, "PMC0_WORD1") && m->reg[i].name[5] == '0'))
			continue;
		fprintf(to,
			"\tlocal = %s_read_%s();\n"
			"\tcounts |= local && !(local >> 31);\n",
			s->wishes->name, script_lower(lower, m->reg[i].name));
	}
	exact_print(to, s, "\treturn counts && !({r PMGC0} >> 31);\n");
}

void exact_busy(FILE *to, const struct script *s)
{
	if (!s->exact->kind->busy) {
		fslpm_busy(to, s);
		return;
	}
	exact_print(to, s, s->exact->kind->busy);
}

/* Bit n: a slot needs the common event `first` + n; CHAIN comes with a pair. */
static uint32_t common_events(const struct script *s, unsigned first)
{
	const unsigned chain = 0x1E;
	uint32_t bits = 0;

	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct tally_slot *slot = &s->slot[i];

		if (slot->event != TALLY_EVENT_CYCLES && slot->event >= first &&
		    slot->event < first + 32)
			bits |= UINT32_C(1) << (slot->event - first);
		if (slot->pair && !first)
			bits |= UINT32_C(1) << chain;
	}
	return bits;
}

/* How many event counters must there be, and is a code beyond 10 bits used? */
static unsigned most_counters(const struct script *s, bool *wide)
{
	unsigned most = 0;

	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct tally_slot *slot = &s->slot[i];

		if (slot->event == TALLY_EVENT_CYCLES)
			continue;
		*wide |= slot->event > 0x3FF;
		if (slot->counter + slot->pair + 1u > most)
			most = slot->counter + slot->pair + 1u;
	}
	return most;
}

/* A PMUv3 tells its version, its counters and which common events it has. */
static void pmuv3_looks(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME];
	bool wide = false;
	unsigned counters = most_counters(s, &wide);

	script_upper(upper, s->wishes->name);
	exact_print(to, s,
		    "\tversion = (unsigned)({r ID_AA64DFR0_EL1} >> 8 & 15u);\n"
		    "\tif (version == 0 || version == 15)\n");
	fprintf(to, "\t\treturn %s_E_ABSENT;\n", upper);
	if (wide)
		fprintf(to, "\tif (version < 4)\n\t\treturn %s_E_EVENT;\n",
			upper);
	if (counters) {
		exact_print(to, s, "\tif (({r PMCR_EL0} >> 11 & 31u) < ");
		fprintf(to, "%uu)\n\t\treturn %s_E_COUNTER;\n", counters,
			upper);
	}
	for (unsigned i = 0; i < 2; i++) {
		uint64_t need = common_events(s, 32 * i) |
				(uint64_t)common_events(s, 0x4000 + 32 * i)
					<< 32;

		if (!need)
			continue;
		exact_print(to, s,
			    i ? "\tif (~{r PMCEID1_EL0} & "
			      : "\tif (~{r PMCEID0_EL0} & ");
		script_c_value(to, need, 64);
		fprintf(to, ")\n\t\treturn %s_E_EVENT;\n", upper);
	}
}

/* The controller is ARM's, and one of the parts that have these counters. */
static void cache_looks(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME];

	script_upper(upper, s->wishes->name);
	exact_print(to, s, "\tif ({r CACHE_ID} >> 24 != 0x41u ||\n\t    !(");
	fprintf(to, "0x%xu", s->exact->parts);
	exact_print(to, s, " >> ({r CACHE_ID} >> 6 & 15u) & 1u))\n");
	fprintf(to, "\t\treturn %s_E_ABSENT;\n", upper);
}

void exact_looks(FILE *to, const struct script *s)
{
	if (s->exact->kind->space == TALLY_SYSREG)
		pmuv3_looks(to, s);
	if (s->exact->kind->counting == EXACT_STOPS)
		cache_looks(to, s);
}
