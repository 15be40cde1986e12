/* SPDX-License-Identifier: MIT */
/* How a simulated machine is started, as typed.  See machine.h. */
#include "option/machine.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static bool take_limit(const char *text, void *to, struct error *err)
{
	struct board_options *o = to;

	if (!number_read(text, &o->max_instructions, err))
		return error_within(err, "--max-insn");
	return o->max_instructions > 0 ||
	       error_set(err, "--max-insn: it takes at least one instruction");
}

static bool print_limit(FILE *out, const void *from)
{
	const struct board_options *o = from;

	if (out)
		fprintf(out, "%" PRIu64 "\n", o->max_instructions);
	return o->max_instructions > 0;
}

/* In MiB. */
static bool take_console(const char *text, void *to, struct error *err)
{
	enum { MOST = 1 << 20 };
	struct board_options *o = to;

	if (!number_read(text, &o->max_console, err))
		return error_within(err, "--max-console");
	if (o->max_console < 1 || o->max_console > MOST)
		return error_set(err,
				 "--max-console: %s is not one of 1 to %d MiB",
				 text, (int)MOST);
	o->max_console <<= 20;
	return true;
}

static bool print_console(FILE *out, const void *from)
{
	const struct board_options *o = from;

	if (out)
		fprintf(out, "%" PRIu64 "\n", o->max_console >> 20);
	return o->max_console && o->max_console != MACHINE_CONSOLE;
}

static bool take_timeout(const char *text, void *to, struct error *err)
{
	double *value = &((struct board_options *)to)->timeout_s;
	char *end;

	*value = strtod(text, &end);
	return (end > text && !*end && isfinite(*value) && *value > 0) ||
	       error_set(err,
			 "--timeout: '%s' is not a number of seconds above 0",
			 text);
}

static bool print_timeout(FILE *out, const void *from)
{
	const struct board_options *o = from;

	if (out)
		fprintf(out, "%.15g\n", o->timeout_s);
	return o->timeout_s > 0;
}

static bool take_timing(const char *text, void *to, struct error *err)
{
	bool *flat = &((struct board_options *)to)->flat;

	*flat = strcmp(text, "flat") == 0;
	return *flat || strcmp(text, "modelled") == 0 ||
	       error_set(err, "--timing: '%s' is neither flat nor modelled",
			 text);
}

static bool take_engine(const char *text, void *to, struct error *err)
{
	bool *step = &((struct board_options *)to)->step;

	*step = strcmp(text, "step") == 0;
	return *step || strcmp(text, "block") == 0 ||
	       error_set(err, "--engine: '%s' is neither step nor block", text);
}

/* "wire", or how many times as fast as captured. */
static bool take_speed(const char *text, void *to, struct error *err)
{
	uint32_t *milli = &((struct board_options *)to)->pcap_speed_milli;
	char *end;
	double speed = strtod(text, &end);

	if (!strcmp(text, "wire")) {
		*milli = 0;
		return true;
	}
	if (end == text || *end || !(speed >= 0.001 && speed <= 1e6))
		return error_set(err,
				 "--pcap-speed: '%s' is neither wire (back to "
				 "back) nor a number of times as fast as "
				 "captured, from 0.001 to 1000000",
				 text);
	*milli = (uint32_t)(speed * 1000 + 0.5);
	return true;
}

static bool print_speed(FILE *out, const void *from)
{
	const struct board_options *o = from;

	if (out)
		fprintf(out, "%.15g\n", o->pcap_speed_milli / 1e3);
	return o->pcap_speed_milli > 0;
}

/* "32", "32:7" by another seed, "usual". */
static bool take_layouts(const char *text, void *to, struct error *err)
{
	enum { USUAL = 32, MOST = 10000 };
	struct board_options *o = to;
	const bool usual = strncmp(text, "usual", 5) == 0;
	char *end;
	const unsigned long count = strtoul(text, &end, 10);

	if (usual)
		end = (char *)(uintptr_t)text + 5;
	o->layouts = usual ? USUAL : (uint32_t)count;
	o->layouts_seed = 1;
	if ((!usual &&
	     (text[0] < '0' || text[0] > '9' || count < 1 || count > MOST)) ||
	    (*end && *end != ':'))
		return error_set(err,
				 "--layouts: '%s' is not a number of layouts, "
				 "1 to %d (usual: %d), perhaps with a seed "
				 "behind it, as in 32:7",
				 text, (int)MOST, (int)USUAL);
	return !*end || number_read(end + 1, &o->layouts_seed, err) ||
	       error_within(err, "--layouts");
}

static bool print_layouts(FILE *out, const void *from)
{
	const struct board_options *o = from;

	if (out && o->layouts)
		fprintf(out, "%u:%" PRIu64 "\n", o->layouts, o->layouts_seed);
	return o->layouts;
}

/* "5:2": so many core clocks to one or two of the platform. */
static bool take_ratio(const char *text, void *to, struct error *err)
{
	struct board_options *o = to;
	char *colon, *end = NULL;
	unsigned long core = strtoul(text, &colon, 10), platform = 0;

	if (colon > text && *colon == ':')
		platform = strtoul(colon + 1, &end, 10);
	if (!end || *end || text[0] == '-' || platform < 1 || platform > 2 ||
	    core < platform || core > 64)
		return error_set(err,
				 "--platform-ratio: '%s' is not like 5:2 or "
				 "3:1, up to 64 core clocks to one or two of "
				 "the platform",
				 text);
	o->ratio_core = (uint8_t)core;
	o->ratio_platform = (uint8_t)platform;
	return true;
}

static bool print_ratio(FILE *out, const void *from)
{
	const struct board_options *o = from;

	if (out)
		fprintf(out, "%u:%u\n", o->ratio_core, o->ratio_platform);
	return o->ratio_core;
}

static const char *const ill_names[BOARD_ILLS] = {
	[BOARD_ILL_NO_LINE] = "no-line",
	[BOARD_ILL_NID_OFF] = "nid-off",
	[BOARD_ILL_LOST_OVERFLOW] = "lost-overflow",
};

static bool take_ill(const char *text, void *to, struct error *err)
{
	struct board_options *o = to;

	for (unsigned i = 0; i < BOARD_ILLS; i++)
		if (strcmp(text, ill_names[i]) == 0) {
			o->ill |= 1u << i;
			return true;
		}
	return error_set(err,
			 "--ill: a board can have no-line, nid-off and "
			 "lost-overflow, not %s",
			 text);
}

static bool print_ill(FILE *out, const void *from)
{
	const struct board_options *o = from;

	for (unsigned i = 0; out && i < BOARD_ILLS; i++)
		if (o->ill >> i & 1)
			fprintf(out, "%s\n", ill_names[i]);
	return o->ill;
}

#define PLACE(member) .place = offsetof(struct board_options, member)

const struct option_row machine_rows[] = {
	{ .name = "max-insn",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .argument = "N",
	  .brief = "",
	  .help = "end it after so many instructions (10000000000)",
	  .take = take_limit,
	  .print = print_limit },
	{ .name = "timeout",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD | OPTION_ON_LINK,
	  .argument = "S",
	  .brief = "",
	  .help = "end it after so many seconds of your time; else none do",
	  .take = take_timeout,
	  .print = print_timeout },
	{ .name = "max-console",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD | OPTION_ON_LINK,
	  .argument = "MIB",
	  .brief = "",
	  .help = "end it after so much on its console (64)",
	  .take = take_console,
	  .print = print_console },
	{ .name = "cold",
	  .kind = OPTION_FLAG,
	  .on = OPTION_ON_BOARD,
	  PLACE(cold),
	  .help = "start as after reset, not as a boot loader leaves it",
	  .recorded = "cold",
	  .fact = "cold",
	  .plain = "warm" },
	{ .name = "timing",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .argument = "flat, --flat",
	  .brief = "flat",
	  .help = "one cycle per instruction",
	  .take = take_timing },
	{ .name = "flat",
	  .kind = OPTION_FLAG,
	  .on = OPTION_ON_BOARD,
	  PLACE(flat),
	  .recorded = "flat",
	  .fact = "timing flat" },
	{ .name = "poison",
	  .kind = OPTION_FLAG,
	  .on = OPTION_ON_BOARD,
	  PLACE(poison),
	  .help = "unpredictable bits and reset values are junk",
	  .recorded = "poison",
	  .fact = "poison" },
	{ .name = "strict",
	  .kind = OPTION_FLAG,
	  .on = OPTION_ON_BOARD,
	  PLACE(strict),
	  .help = "where the manual leaves a rule open, be harsh",
	  .recorded = "strict",
	  .fact = "strict" },
	{ .name = "l2",
	  .kind = OPTION_SWITCH,
	  .on = OPTION_ON_BOARD,
	  PLACE(l2),
	  .argument = "on|off",
	  .brief = "on",
	  .help = "start with the second-level cache on, or off",
	  .recorded = "l2",
	  .fact = "l2 on" },
	{ .name = "jitter",
	  .kind = OPTION_NUMBER,
	  .on = OPTION_ON_BOARD,
	  PLACE(seed),
	  .said = 1 + offsetof(struct board_options, jitter),
	  .argument = "SEED",
	  .help = "vary start state and memory latency",
	  .recorded = "jitter_seed",
	  .fact = "jitter" },
	{ .name = MACHINE_OF_REPEATS,
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .argument = "N[:SEED]",
	  .brief = "N (32)",
	  .help = "repeats, each with functions and data elsewhere",
	  .recorded = MACHINE_OF_REPEATS,
	  .take = take_layouts,
	  .print = print_layouts },
	{ .name = "inject",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .adds = true,
	  .argument = "etmextout0=HIGH/PERIOD",
	  .brief = "WHAT=HOW",
	  .help = "signal up HIGH cycles of PERIOD\n"
		  "  --inject pm_event=HIGH/PERIOD     the same for an e500's "
		  "input\n"
		  "  --inject EVENT=EVERY   one access in EVERY finds an "
		  "error\n"
		  "  --inject LAYER:error|retry|split[,every=N]   what the bus "
		  "answers\n"
		  "  --inject dbgack=HIGH/PERIOD   the core in debug state",
	  .recorded = "inject",
	  .take = machine_inject_take,
	  .print = machine_inject_print },
	{ .name = "traffic",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .adds = true,
	  .argument = "exp:NAME=VALUE,..., gxi:..., uart0:every=N",
	  .brief = "WHO:...",
	  .help = "what others do",
	  .recorded = "traffic",
	  .take = machine_traffic_take,
	  .print = machine_traffic_print },
	/* The record has the capture itself, by its hash. */
	{ .name = "pcap",
	  .kind = OPTION_TEXT,
	  .on = OPTION_ON_BOARD,
	  PLACE(pcap),
	  .argument = "FILE",
	  .help = "frames of a capture arrive" },
	{ .name = "pcap-speed",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .argument = "SPEED",
	  .brief = "S",
	  .help = "times as fast as captured; wire: back to back",
	  .recorded = "pcap_speed",
	  .take = take_speed,
	  .print = print_speed },
	{ .name = "machine",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .adds = true,
	  .argument = "PART=VALUE",
	  .brief = "P=V",
	  .help = "what if, as dcache=32K,4way or memory=200",
	  .recorded = "machine",
	  .take = machine_shape_take,
	  .print = machine_shape_print },
	{ .name = "platform-ratio",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .argument = "5:2",
	  .help = "core clocks to those of the platform",
	  .recorded = "platform_ratio",
	  .take = take_ratio,
	  .print = print_ratio },
	{ .name = "pmc0-upper-first",
	  .kind = OPTION_FLAG,
	  .on = OPTION_ON_BOARD,
	  PLACE(pmc0_upper_first),
	  .help = "the device monitor's PMC0 begins with its upper word",
	  .recorded = "pmc0_upper_first" },
	{ .name = "pmc0-runs-on",
	  .kind = OPTION_FLAG,
	  .on = OPTION_ON_BOARD,
	  PLACE(pmc0_runs_on),
	  .help = "... and counts on while FAC holds the others",
	  .recorded = "pmc0_runs_on" },
	{ .name = "ill",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .argument = "no-line|nid-off|lost-overflow",
	  .brief = "KIND",
	  .help = "as doc/boards.md has them",
	  .recorded = "ill",
	  .take = take_ill,
	  .print = print_ill },
	/* No result depends on it, so no record has it. */
	{ .name = "engine",
	  .kind = OPTION_OWN,
	  .on = OPTION_ON_BOARD,
	  .argument = "step|block",
	  .brief = "HOW",
	  .help = "instructions one by one, or in blocks (usual)",
	  .take = take_engine },
	{ 0 },
};

const unsigned machine_row_count =
	sizeof machine_rows / sizeof *machine_rows - 1;

const struct option_row *machine_row_of(const char *word, const char **value)
{
	const struct option_row *found = NULL;
	size_t length;
	unsigned alike = 0;

	if (strncmp(word, "--", 2) != 0)
		return NULL;
	word += 2;
	length = strcspn(word, "=");
	*value = word[length] ? word + length + 1 : NULL;
	for (unsigned i = 0; length && i < machine_row_count; i++) {
		const struct option_row *row = &machine_rows[i];

		if (strncmp(row->name, word, length) != 0)
			continue;
		if (!row->name[length])
			return row;
		found = row;
		alike++;
	}
	return alike == 1 ? found : NULL;
}

const struct option_row *machine_beyond(const struct board_options *o,
					unsigned on)
{
	for (unsigned i = 0; i < machine_row_count; i++)
		if (!(machine_rows[i].on & on) &&
		    option_print(&machine_rows[i], NULL, o))
			return &machine_rows[i];
	return NULL;
}
