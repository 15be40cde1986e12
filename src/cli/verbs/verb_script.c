/* SPDX-License-Identifier: MIT */
/*
 * `tally script`: prints the register writes that `stat` would carry out, for
 * users who carry them out themselves.  It touches no target.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "base/number.h"
#include "catalog/ahb_map.h"
#include "cli/cli.h"
#include "cli/members.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/verbs/script_files.h"
#include "script/script.h"

static const char *const forms[] = {
	[SCRIPT_TEXT] = "text",       [SCRIPT_C] = "c",
	[SCRIPT_GDB] = "gdb",         [SCRIPT_JSON] = "json",
	[SCRIPT_OPENOCD] = "openocd", [SCRIPT_PRACTICE] = "practice",
};

static const char *const vias[] = {
	[SCRIPT_VIA_PLAIN] = "plain", [SCRIPT_VIA_TALLY] = "tally",
	[SCRIPT_VIA_QEMU] = "qemu",   [SCRIPT_VIA_OPENOCD] = "openocd",
	[SCRIPT_VIA_CALLS] = "calls",
};

struct options {
	struct script_wishes wishes;
	const char *monitor;
	const char *only;
	const char *map;
	const char *via;
	const char *output; /* a C file; NULL: standard output */
	char *metrics;      /* lists; an option given twice adds to its list */
	char *events;
	char *groups;
	unsigned max_passes;
	bool helped;
};

/* Which of `count` words it is; -1, and `err` says what there is. */
static int find_word(const char *what, const char *const *words, unsigned count,
		     const char *name, const char *there, struct error *err)
{
	struct nearest near = { 0 };

	for (unsigned i = 0; i < count; i++) {
		if (strcmp(words[i], name) == 0)
			return (int)i;
		nearest_offer(&near, name, words[i]);
	}
	if (near.best)
		error_set(err, "no %s %s; did you mean %s?", what, name,
			  near.best);
	else
		error_set(err, "no %s %s; there are %s", what, name, there);
	return -1;
}

static bool take_form(const char *text, void *to, struct error *err)
{
	const int form =
		find_word("form", forms, sizeof forms / sizeof forms[0], text,
			  "text, c, gdb, openocd, practice and json", err);

	if (form < 0)
		return error_within(err, "--as");
	((struct options *)to)->wishes.form = (enum script_form)form;
	return true;
}

static bool take_via(const char *text, void *to, struct error *err)
{
	struct options *o = to;
	const int via =
		find_word("server", vias, sizeof vias / sizeof vias[0], text,
			  "plain, tally, qemu, openocd and calls", err);

	if (via < 0)
		return error_within(err, "--via");
	o->wishes.via = (enum script_via)via;
	o->via = text;
	return true;
}

/* The name becomes part of identifiers in C, GDB and Tcl. */
static bool take_name(const char *text, void *to, struct error *err)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	const char *p = text + (*text && strchr(letters, *text));

	p += strspn(p, "0123456789abcdefghijklmnopqrstuvwxyz"
		       "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
	((struct options *)to)->wishes.name = text;
	return (*text && strchr(letters, *text) && !*p && p - text <= 40) ||
	       error_set(err,
			 "--name: '%s' cannot begin a function's name: "
			 "letters, digits and _, at most 40",
			 text);
}

static bool take_order(const char *text, void *to, struct error *err)
{
	bool *documented = &((struct options *)to)->wishes.documented;

	*documented = strcmp(text, "documented") == 0;
	return *documented || strcmp(text, "safe") == 0 ||
	       error_set(err,
			 "--order: no order %s; there are safe, which stops "
			 "the counters first, and documented",
			 text);
}

/* Interrupts: how one is asked for, and what it is. */
static const struct {
	const char *word, *what;
} interrupts[] = {
#define INTERRUPT(kind, word, what) [TALLY_##kind] = { word, what },
#include "catalog/text/interrupts.def"
};

static bool take_interrupt(const char *text, void *to, struct error *err)
{
	const unsigned kinds = sizeof interrupts / sizeof interrupts[0];
	uint8_t kind = TALLY_IRQ;

	while (kind < kinds && strcmp(text, interrupts[kind].word) != 0)
		kind++;
	((struct options *)to)->wishes.interrupt = kind;
	return kind < kinds ||
	       error_set(err,
			 "--interrupt %s: there are irq and fiq, and of cores "
			 "with neither local and debug",
			 text);
}

#define AT(member) offsetof(struct options, member)

static const struct option_row rows[] = {
	ROW_MONITOR(AT(monitor), "NAME", "  whose; NAME,NAME: one plan; "),
	ROW_TEXT(0, "only", AT(only), "NAME", ": its part\n"),
	ROW_METRICS(AT(metrics), "  metrics, or formulas over events; all\n"),
	ROW_EVENTS(AT(events),
		   "   events; {a,b} share a pass or are refused; all\n"),
	ROW_GROUPS(AT(groups),
		   "   groups of metrics; all; without a list: overview\n"),
	ROW_OWN(0, "as", take_form, "FORM",
		"           for people; C; a debugger's; json, as "),
	ROW_JSON(AT(wishes.form), SCRIPT_JSON, "\n"),
	ROW_OWN(0, "via", take_via, "SERVER",
		"        with --as gdb: whose registers; calls: functions of "
		"C\n"),
	ROW_COUNT(0, "pass", AT(wishes.pass), 1000,
		  "            this pass only; "),
	ROW_PASSES(AT(max_passes), ": refuse a longer plan\n"),
	ROW_OWN(0, "name", take_name, "NAME",
		"         what functions and commands begin with (tally)\n"),
	ROW_FLAG(0, "exact", AT(wishes.exact),
		 "             with --as c: 64-bit counts over overflows, a "
		 "handler\n"),
	ROW_OUTPUT(AT(output), "FILE",
		   "   with --exact: there (X.c), and X.h for who calls it\n"),
	ROW_BIT("divide", AT(wishes.options), TALLY_DIVIDE, ", "),
	ROW_BIT("user", AT(wishes.options), TALLY_USER,
		"    cycles in 64s; user mode may reach the monitor\n"),
	ROW_BIT("export", AT(wishes.options), TALLY_EXPORT, ", "),
	ROW_BIT("freeze", AT(wishes.options), TALLY_FREEZE,
		"  events to a trace macrocell; an overflow stops all\n"),
	ROW_OWN(0, "interrupt", take_interrupt, "KIND",
		"    what overflows request: irq, fiq, local, debug\n"),
	ROW_OWN(0, "order", take_order, "documented",
		"  as a document has it: a metric; PMUv3 with --as c\n"),
	ROW_MAP(AT(map), "          where arm926pxp-ahb's registers are; own: "
			 "Tally's\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words script_words = {
	"script",
	"Usage: tally script -m MONITOR [-M LIST] [-e LIST] [-g LIST] [OPTION "
	"...]\n"
	" [--as text|c|gdb|openocd|practice|json] "
	"[--via plain|tally|qemu|openocd|calls]\n"
	"\n"
	"The register writes that configure, start, stop and read counters, by "
	"pass.\n"
	"\n",
	{ { .row = rows } },
	"\n"
	"Examples:\n"
	"  tally script -m pxa250 -M cpi,icache_miss_rate\n"
	"  tally script -m arm1176 -e dcache_miss --as c >counters.c\n",
	.both = true,
};

static int parse(int argc, char **argv, struct options *o)
{
	int status = cli_take(&script_words, argc, argv, o);

	if (status != CLI_GOOD || o->helped)
		return status;
	if (optind < argc)
		return cli_error(
			CLI_USAGE, "script",
			"'%s' is one argument too many; a script needs "
			"no program",
			argv[optind]);
	if (o->wishes.name &&
	    (o->wishes.form == SCRIPT_TEXT || o->wishes.form == SCRIPT_JSON))
		return cli_error(CLI_USAGE, "script",
				 "--name is for --as c, gdb, openocd and "
				 "practice; %s has no functions",
				 forms[o->wishes.form]);
	if (o->via && o->wishes.form != SCRIPT_GDB)
		return cli_error(CLI_USAGE, "script",
				 "--via is for --as gdb: how GDB reaches the "
				 "registers; leave it out");
	if (o->wishes.exact && o->wishes.form != SCRIPT_C)
		return cli_error(CLI_USAGE, "script",
				 "--exact is for --as c; %s keeps no counts",
				 forms[o->wishes.form]);
	if (o->wishes.exact && o->wishes.documented)
		return cli_error(CLI_USAGE, "script",
				 "--exact and --order documented: a document's "
				 "writes have no handler; leave one out");
	if (o->output && !o->wishes.exact)
		return cli_error(CLI_USAGE, "script",
				 "-o is for --as c --exact, which has a header "
				 "beside it; >FILE takes what is printed");
	if (!o->wishes.name)
		o->wishes.name = "tally";
	return o->output ? script_files_check(o->output) : CLI_GOOD;
}

/* The script is made before it is printed: half of one must not be run. */
static int print(const struct options *o, const struct request *q)
{
	struct error err;
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);
	bool good;

	if (!to)
		return cli_no_memory("script");
	good = script_print(to, q, &o->wishes, &err);
	if (memory_stream_end(to, &text) && good)
		good = error_no_memory(&err);
	if (good)
		fwrite(text, 1, size, stdout);
	free(text);
	return good ? CLI_GOOD : cli_error_set(CLI_FAILED, "script", &err);
}

/* The number of the monitor that --only names. */
static int find_only(struct options *o, const struct members *p)
{
	const struct catalog_monitor *m;

	if (!o->only)
		return CLI_GOOD;
	m = cli_monitor("script", o->only);
	if (!m)
		return CLI_USAGE;
	for (unsigned i = 0; i < p->count; i++)
		if (!strcmp(p->member[i].monitor->name, m->name))
			o->wishes.only = (int)i + 1;
	return o->wishes.only ? CLI_GOOD
			      : cli_error(CLI_USAGE, "script",
					  "--only: %s is not one of -m %s",
					  m->name, o->monitor);
}

/* Refuses an option that none of the monitors has. */
static bool options_can(const struct options *o, const struct members *p)
{
	static const struct {
		uint8_t option;
		const char *name, *cannot;
	} all[] = {
		{ TALLY_DIVIDE, "divide", "divide its cycle counter" },
		{ TALLY_USER, "user", "be opened to user mode" },
		{ TALLY_EXPORT, "export", "drive its events out" },
		{ TALLY_FREEZE, "freeze", "stop at an overflow" },
	};

	for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
		if (o->wishes.options & all[i].option &&
		    !cli_members_option(p, all[i].option))
			return cli_error(CLI_USAGE, "script",
					 "--%s: %s cannot %s", all[i].name,
					 o->monitor, all[i].cannot) == CLI_GOOD;
	return true;
}

static bool interrupt_can(const struct options *o, const struct members *p)
{
	const enum tally_interrupt kind =
		(enum tally_interrupt)o->wishes.interrupt;

	if (!kind)
		return true;
	for (unsigned i = 0; i < p->count; i++)
		if (tally_monitor_interrupts(p->member[i].monitor->monitor,
					     kind))
			return true;
	return cli_error(CLI_USAGE, "script",
			 "--interrupt: no overflow of %s can request %s",
			 o->monitor, interrupts[kind].what) == CLI_GOOD;
}

static int script_of(const struct options *o, const struct members *p)
{
	const struct request_wish wish = { o->metrics, o->events, o->groups,
					   o->max_passes };
	struct request *q;
	int status;

	if (!options_can(o, p) || !interrupt_can(o, p))
		return CLI_USAGE;
	q = cli_request("script", p, &wish, &status);
	if (!q)
		return status;
	if (o->wishes.pass > q->plan->passes)
		status = cli_error(CLI_USAGE, "script",
				   "--pass %u: the plan has %u pass%s",
				   o->wishes.pass, q->plan->passes,
				   q->plan->passes == 1 ? "" : "es");
	else if (o->output)
		status = script_files_write(o->output, q, &o->wishes);
	else
		status = print(o, q);
	request_free(q);
	return status;
}

/* If no document has the registers' places, the user must give a map. */
static int script_with(struct options *o)
{
	struct catalog_monitor *mapped = NULL;
	struct members p;
	unsigned at = 0;
	int status;

	if (!cli_members("script", o->monitor, &p) ||
	    find_only(o, &p) != CLI_GOOD)
		return CLI_USAGE;
	while (at < p.count && !catalog_takes_map(p.member[at].monitor))
		at++;
	if (!o->map && at == p.count)
		return script_of(o, &p);
	if (!o->map)
		return cli_error(CLI_USAGE, "script",
				 "%s: no document has the addresses of its "
				 "registers; give a map with --map FILE, or "
				 "--map own for the virtual board's",
				 p.member[at].monitor->name);
	if (!cli_members_map("script", &p, o->map, &mapped))
		return CLI_USAGE;
	status = script_of(o, &p);
	catalog_map_free(mapped);
	return status;
}

int verb_script(int argc, char **argv)
{
	struct options o = { 0 };
	int status = parse(argc, argv, &o);

	if (status == CLI_GOOD && o.helped)
		cli_help(&script_words);
	else if (status == CLI_GOOD)
		status = script_with(&o);
	free(o.metrics);
	free(o.events);
	free(o.groups);
	return status;
}
