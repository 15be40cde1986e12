/* SPDX-License-Identifier: MIT */
/*
 * `tally script`: prints the register writes that `stat` would carry out, for
 * users who carry them out themselves.  It touches no target.
 */
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "catalog/ahb_map.h"
#include "cli/cli.h"
#include "cli/members.h"
#include "cli/options.h"
#include "cli/verbs/script_files.h"
#include "script/script.h"

static const char help[] =
	"Usage: tally script -m MONITOR [-M LIST] [-e LIST] [-g LIST] [OPTION "
	"...]\n"
	" [--as text|c|gdb|openocd|practice|json] "
	"[--via plain|tally|qemu|openocd|calls]\n"
	"\n"
	"The register writes that configure, start, stop and read counters, by "
	"pass.\n"
	"\n"
	"  -m, --monitor NAME  whose; NAME,NAME: one plan; --only NAME: its "
	"part\n"
	"  -M, --metrics LIST  metrics, or formulas over events; all\n"
	"  -e, --events LIST   events; {a,b} share a pass or are refused; all\n"
	"  -g, --groups LIST   groups of metrics; all; without a list: "
	"overview\n"
	"  --as FORM           for people; C; a debugger's; json, as --json\n"
	"  --via SERVER        with --as gdb: whose registers; calls: "
	"functions "
	"of C\n"
	"  --pass N            this pass only; --max-passes N: refuse a longer "
	"plan\n"
	"  --name NAME         what functions and commands begin with (tally)\n"
	"  --exact             with --as c: 64-bit counts over overflows, a "
	"handler\n"
	"  -o, --output FILE   with --exact: there (X.c), and X.h for who "
	"calls it\n"
	"  --divide, --user    cycles in 64s; user mode may reach the monitor\n"
	"  --export, --freeze  events to a trace macrocell; an overflow stops "
	"all\n"
	"  --interrupt KIND    irq or fiq: what overflows request\n"
	"  --order documented  as a document has it: a metric; PMUv3 with "
	"--as c\n"
	"  --map FILE          where arm926pxp-ahb's registers are; own: "
	"Tally's\n"
	"\n"
	"Examples:\n"
	"  tally script -m pxa250 -M cpi,icache_miss_rate\n"
	"  tally script -m arm1176 -e dcache_miss --as c >counters.c\n";

enum {
	OPT_AS = 256,
	OPT_PASS,
	OPT_NAME,
	OPT_DIVIDE,
	OPT_MAX_PASSES,
	OPT_JSON,
	OPT_ORDER,
	OPT_MAP,
	OPT_ONLY,
	OPT_USER,
	OPT_EXPORT,
	OPT_FREEZE,
	OPT_INTERRUPT,
	OPT_EXACT,
	OPT_VIA,
};

static const struct option known[] = {
	{ "monitor", required_argument, NULL, 'm' },
	{ "metrics", required_argument, NULL, 'M' },
	{ "events", required_argument, NULL, 'e' },
	{ "groups", required_argument, NULL, 'g' },
	{ "help", no_argument, NULL, 'h' },
	{ "as", required_argument, NULL, OPT_AS },
	{ "via", required_argument, NULL, OPT_VIA },
	{ "only", required_argument, NULL, OPT_ONLY },
	{ "pass", required_argument, NULL, OPT_PASS },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "exact", no_argument, NULL, OPT_EXACT },
	{ "output", required_argument, NULL, 'o' },
	{ "divide", no_argument, NULL, OPT_DIVIDE },
	{ "user", no_argument, NULL, OPT_USER },
	{ "export", no_argument, NULL, OPT_EXPORT },
	{ "freeze", no_argument, NULL, OPT_FREEZE },
	{ "interrupt", required_argument, NULL, OPT_INTERRUPT },
	{ "max-passes", required_argument, NULL, OPT_MAX_PASSES },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "order", required_argument, NULL, OPT_ORDER },
	{ "map", required_argument, NULL, OPT_MAP },
	{ 0 },
};

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

/* Which of `count` words it is; -1, and what there is was said. */
static int find_word(const char *what, const char *const *words, unsigned count,
		     const char *name, const char *there)
{
	struct nearest near = { 0 };

	for (unsigned i = 0; i < count; i++) {
		if (strcmp(words[i], name) == 0)
			return (int)i;
		nearest_offer(&near, name, words[i]);
	}
	if (near.best)
		cli_error(CLI_USAGE, "script", "no %s %s; did you mean %s?",
			  what, name, near.best);
	else
		cli_error(CLI_USAGE, "script", "no %s %s; there are %s", what,
			  name, there);
	return -1;
}

static int take_form(struct options *o, const char *name)
{
	const int form =
		find_word("form", forms, sizeof forms / sizeof forms[0], name,
			  "text, c, gdb, openocd, practice and json");

	if (form < 0)
		return CLI_USAGE;
	o->wishes.form = (enum script_form)form;
	return CLI_GOOD;
}

static int take_via(struct options *o, const char *name)
{
	const int via =
		find_word("--via", vias, sizeof vias / sizeof vias[0], name,
			  "plain, tally, qemu, openocd and calls");

	if (via < 0)
		return CLI_USAGE;
	o->wishes.via = (enum script_via)via;
	o->via = name;
	return CLI_GOOD;
}

/* The name becomes part of identifiers in C, GDB and Tcl. */
static int take_name(struct options *o, const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	const char *p = name + (*name && strchr(letters, *name));

	p += strspn(p, "0123456789abcdefghijklmnopqrstuvwxyz"
		       "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
	if (!*name || !strchr(letters, *name) || *p || p - name > 40)
		return cli_error(CLI_USAGE, "script",
				 "--name: '%s' cannot begin a function's name: "
				 "letters, digits and _, at most 40",
				 name);
	o->wishes.name = name;
	return CLI_GOOD;
}

static int take_number(const char *option, const char *text, unsigned *value)
{
	struct error err;
	uint64_t n;

	if (!number_read(text, &n, &err))
		return cli_error(CLI_USAGE, "script", "%s: %s", option,
				 err.text);
	if (n < 1 || n > 1000)
		return cli_error(CLI_USAGE, "script", "%s: 1 to 1000", option);
	*value = (unsigned)n;
	return CLI_GOOD;
}

static int take_order(struct options *o, const char *name)
{
	o->wishes.documented = strcmp(name, "documented") == 0;
	if (o->wishes.documented || strcmp(name, "safe") == 0)
		return CLI_GOOD;
	return cli_error(CLI_USAGE, "script",
			 "no order %s; there are safe, which stops the "
			 "counters first, and documented",
			 name);
}

static int take_interrupt(struct options *o, const char *name)
{
	bool fast = strcmp(name, "fiq") == 0;

	if (!fast && strcmp(name, "irq") != 0)
		return cli_error(CLI_USAGE, "script",
				 "--interrupt %s: there are irq and fiq", name);
	o->wishes.interrupt = fast ? TALLY_FIQ : TALLY_IRQ;
	return CLI_GOOD;
}

static int take(int got, void *to, char **argv)
{
	struct options *o = to;

	switch (got) {
	case 'm':
		o->monitor = optarg;
		return CLI_GOOD;
	case 'M':
		return cli_take_list("script", &o->metrics, optarg);
	case 'e':
		return cli_take_list("script", &o->events, optarg);
	case 'g':
		return cli_take_list("script", &o->groups, optarg);
	case 'o':
		o->output = optarg;
		return CLI_GOOD;
	case 'h':
		o->helped = true;
		return CLI_GOOD;
	case OPT_AS:
		return take_form(o, optarg);
	case OPT_VIA:
		return take_via(o, optarg);
	case OPT_MAP:
		o->map = optarg;
		return CLI_GOOD;
	case OPT_JSON:
		return take_form(o, "json");
	case OPT_ONLY:
		o->only = optarg;
		return CLI_GOOD;
	case OPT_PASS:
		return take_number("--pass", optarg, &o->wishes.pass);
	case OPT_NAME:
		return take_name(o, optarg);
	case OPT_EXACT:
		o->wishes.exact = true;
		return CLI_GOOD;
	case OPT_DIVIDE:
		o->wishes.options |= TALLY_DIVIDE;
		return CLI_GOOD;
	case OPT_USER:
		o->wishes.options |= TALLY_USER;
		return CLI_GOOD;
	case OPT_EXPORT:
		o->wishes.options |= TALLY_EXPORT;
		return CLI_GOOD;
	case OPT_FREEZE:
		o->wishes.options |= TALLY_FREEZE;
		return CLI_GOOD;
	case OPT_INTERRUPT:
		return take_interrupt(o, optarg);
	case OPT_MAX_PASSES:
		return take_number("--max-passes", optarg, &o->max_passes);
	case OPT_ORDER:
		return take_order(o, optarg);
	default:
		return cli_bad_option("script", got, argv, known);
	}
}

static int parse(int argc, char **argv, struct options *o)
{
	struct cli_options given = { .verb = "script",
				     .letters = ":m:M:e:g:o:h",
				     .known = known,
				     .adding = "metrics events groups" };
	int status = cli_options_take(&given, argc, argv, take, o);

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
	FILE *to = open_memstream(&text, &size);
	bool good;

	if (!to)
		return cli_no_memory("script");
	good = script_print(to, q, &o->wishes, &err);
	if (fclose(to) && good)
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
	bool fast = o->wishes.interrupt == TALLY_FIQ;

	if (!o->wishes.interrupt)
		return true;
	for (unsigned i = 0; i < p->count; i++) {
		const struct tally_monitor *m = p->member[i].monitor->monitor;

		if (fast ? m->fiq : !m->silent)
			return true;
	}
	return cli_error(CLI_USAGE, "script",
			 "--interrupt: no overflow of %s can request %s",
			 o->monitor, fast ? "FIQ" : "an interrupt") == CLI_GOOD;
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
		fputs(help, stdout);
	else if (status == CLI_GOOD)
		status = script_with(&o);
	free(o.metrics);
	free(o.events);
	free(o.groups);
	return status;
}
