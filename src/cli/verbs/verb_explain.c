/* SPDX-License-Identifier: MIT */
/*
 * `tally explain`: all that is known of one name.
 */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "catalog/causes.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/option_rows.h"
#include "cli/rows.h"
#include "cli/verbs.h"
#include "cli/verbs/proof_kept.h"
#if TALLY_BOARDS
#include "cli/board/page.h"
#endif
#include "explain/explain.h"
#include "target/target.h"

static const struct option_row options[] = {
	ROW_MONITOR(offsetof(struct rows_arguments, monitor), "MONITOR",
		    "  the same as MONITOR in front\n"),
	ROW_JSON(offsetof(struct rows_arguments, format), ROWS_JSON,
		 "                 for programs\n"),
	/* An explanation is no table, which it says. */
	ROW_CSV(offsetof(struct rows_arguments, format), ROWS_CSV, NULL),
	ROW_FLAG(0, "all", offsetof(struct rows_arguments, all),
		 "                  all of it, also where a terminal is "
		 "short\n"),
	ROW_HELP(offsetof(struct rows_arguments, helped)),
	ROWS_END,
};

const struct cli_words explain_words = {
	"explain",
	"Usage: tally explain MONITOR               a monitor and how it is "
	"used\n"
	"       tally explain MONITOR NAME          what NAME is there\n"
	"       tally explain MONITOR:NAME          the same\n"
	"       tally explain NAME                  which monitors have NAME\n"
	"       tally explain board:BOARD           a simulated board\n"
	"\n"
	"NAME is an event, a metric, a register or a group, also by the names "
	"of\n"
	"other tools or, of an event, by its code: what it counts, its "
	"formula,\n"
	"the counters, the plan, bounds, errata, caveats with the condition\n"
	"under which they hold, where documents contradict or are silent,\n"
	"evidence and source.\n"
	"That something cannot be measured, and why, is an answer too.\n"
	"A cause of a board's cycles, as tally why has them, is a NAME as "
	"well.\n"
	"\n",
	{ { .row = options } },
	"\n"
	"Text has 80 columns, or as many as the terminal, which also says how "
	"many lines\n"
	"there are: what is left out then, --all has.\n"
	"\n"
	"Examples:\n"
	"  tally explain arm1176 icache_miss_rate\n"
	"  tally explain pxa250:PMNC --json\n",
	.both = true,
};

struct question {
	const struct catalog_monitor *monitor; /* NULL: all of them */
	const char *name;                      /* NULL: the monitor itself */
};

static int usage(const struct error *err)
{
	return cli_error_set(CLI_USAGE, "explain", err);
}

static int width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ||
	    size.ws_col < 40)
		return 81;
	return size.ws_col + 1;
}

static const struct catalog_monitor *monitor_named(const char *name,
						   size_t length)
{
	struct error ignored;
	char copy[96];

	if (length >= sizeof(copy))
		return NULL;
	memcpy(copy, name, length);
	copy[length] = '\0';
	return catalog_monitor(copy, &ignored);
}

/* Reads "MONITOR", "MONITOR:NAME" or "NAME"; a NAME may hold colons. */
static void split(const char *word, struct question *q)
{
	const char *colon = strchr(word, ':');

	q->monitor = monitor_named(word, strlen(word));
	q->name = q->monitor ? NULL : word;
	if (q->monitor || !colon)
		return;
	q->monitor = monitor_named(word, (size_t)(colon - word));
	if (q->monitor)
		q->name = colon + 1;
}

/* Reads the words that follow the options; -m may have named a monitor. */
static int ask(int count, char **word, const char *monitor, struct question *q)
{
	struct error err;

	if (count > 2 - (monitor != NULL))
		return cli_error(CLI_USAGE, "explain",
				 "'%s' is one argument too many; a monitor and "
				 "one name, please",
				 word[2 - (monitor != NULL)]);
	if (monitor || count == 2) {
		q->monitor = catalog_monitor(monitor ? monitor : word[0], &err);
		q->name = count ? word[count - 1] : NULL;
		return q->monitor ? CLI_GOOD : usage(&err);
	}
	if (count == 0)
		return cli_error(CLI_USAGE, "explain",
				 "say what: a monitor, or a name; `tally list` "
				 "has the monitors");
	split(word[0], q);
	return !q->name || *q->name
		       ? CLI_GOOD
		       : cli_error(CLI_USAGE, "explain",
				   "%s names nothing behind its ':'; leave the "
				   "':' out, or write a name there",
				   word[0]);
}

static void print(FILE *to, json_t *list, enum rows_format format)
{
	size_t i;

	if (format == ROWS_JSON) {
		rows_json(to, json_pack("{s:i, s:O}", "schema", 1,
					"explanations", list));
		return;
	}
	for (i = 0; i < json_array_size(list); i++)
		explain_text(to, json_array_get(list, i), width(),
			     cli_colour(stdout));
}

/* No monitor has the name: prints the nearest name of all monitors. */
static int unknown(const char *name)
{
	unsigned i, count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);
	const struct catalog_cause *cause;
	struct nearest near = { 0 };
	const char *colon = strchr(name, ':');
	struct error err;

	for (i = 0; i < count; i++) {
		nearest_offer(&near, name, all[i]->name);
		subject_nearest(all[i], name, &near);
	}
	cause = catalog_causes(&count);
	for (i = 0; i < count; i++)
		nearest_offer(&near, name, cause[i].name);
	if (!near.best && colon) {
		char monitor[96];

		snprintf(monitor, sizeof(monitor), "%.*s", (int)(colon - name),
			 name);
		catalog_monitor(monitor, &err);
		return usage(&err);
	}
	if (near.best)
		return cli_error(CLI_USAGE, "explain",
				 "nothing is called %s; did you mean %s?  "
				 "`tally find` searches all that is known",
				 name, near.best);
	return cli_error(CLI_USAGE, "explain",
			 "nothing is called %s; `tally find %s` searches "
			 "descriptions, too, and `tally list` has the names",
			 name, name);
}

/* A text, or where nothing is said a dash. */
static const char *said(const char *text)
{
	return *text ? text : "-";
}

/* An event of which no table here has the name: says who has it. */
static int print_foreign(FILE *to, const struct catalog_event *e,
			 enum rows_format format)
{
	const bool pfm = strcmp(e->source, "libpfm4") == 0;
	const char *whose = pfm ? "libpfm4's tables" : "the running kernel";
	json_t *list;

	if (format != ROWS_JSON) {
		fprintf(to,
			"%s, event of this computer: %s\n\n"
			"  names        %s; no table of Tally's has it\n"
			"  measured by  tally stat -e %s -- COMMAND\n",
			e->name, said(e->title), whose, e->name);
		return CLI_GOOD;
	}
	list = json_pack("[{s:s, s:s, s:s, s:s, s:s, s:s}]", "kind", "event",
			 "monitor", "kernel", "name", e->name, "title",
			 e->title, "names", whose, "source", e->source);
	if (!list)
		return cli_no_memory("explain");
	print(to, list, format);
	json_decref(list);
	return CLI_GOOD;
}

/* A name that this computer's kernel knows, or libpfm4 for its processor. */
static int explain_foreign(FILE *to, const char *name, enum rows_format format)
{
	struct error ignored;
	struct target *t = target_find("linux", NULL, &ignored);
	const int monitor = t ? target_monitor(t, "kernel") : -1;
	const struct catalog_event *e =
		monitor < 0 || !t->counts
			? NULL
			: t->counts->named(t, (unsigned)monitor, name);
	const int status = e ? print_foreign(to, e, format) : CLI_GOOD;

	target_close(t);
	return e ? status : unknown(name);
}

static int explain_everywhere(FILE *to, const char *name,
			      enum rows_format format)
{
	unsigned i, count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);
	json_t *list = json_array();
	json_t *cause = explain_cause(name);
	struct subject s;
	struct error ignored;

	for (i = 0; i < count; i++)
		if (subject_find(&s, all[i], name, &ignored))
			json_array_append_new(list, explain(&s));
	if (!json_array_size(list) && !cause) {
		json_decref(list);
		return explain_foreign(to, name, format);
	}
	if (format != ROWS_JSON)
		explain_cause_text(to, name, width(), cli_colour(stdout));
	else if (cause)
		json_array_insert(list, 0, cause);
	if (format == ROWS_JSON)
		print(to, list, format);
	else if (json_array_size(list))
		explain_where(to, name, list, width(), cli_colour(stdout));
	json_decref(cause);
	json_decref(list);
	return CLI_GOOD;
}

static int explain_there(FILE *to, const struct question *q,
			 enum rows_format format)
{
	struct subject s = subject_of_monitor(q->monitor);
	struct error err;
	json_t *list;

	if (q->name && !subject_find(&s, q->monitor, q->name, &err))
		return usage(&err);
	list = json_pack("[o]", explain(&s));
	if (s.kind == SUBJECT_MONITOR || s.kind == SUBJECT_EVENT)
		proof_kept_explain(json_array_get(list, 0), q->monitor,
				   s.kind == SUBJECT_EVENT ? s.event->name
							   : NULL);
	print(to, list, format);
	json_decref(list);
	return CLI_GOOD;
}

static int explain_it(const struct question *q, const struct rows_arguments *a)
{
	struct delivery d;
	int status = CLI_GOOD, delivered;

	if (deliver_begin(&d))
		status = q->monitor
				 ? explain_there(d.to, q, a->format)
				 : explain_everywhere(d.to, q->name, a->format);
	if (!a->all && a->format == ROWS_TEXT)
		d.rest = "--all has all";
	delivered = deliver_end(&d, "explain", NULL, true);
	return status == CLI_GOOD ? delivered : status;
}

/* The board of "board:pb1176"; NULL: it is asked for none. */
static const char *board_of(int count, char **word)
{
	return count == 1 && !strncmp(word[0], "board:", 6) ? word[0] + 6
							    : NULL;
}

static int explain_board(const char *name, enum rows_format format)
{
#if TALLY_BOARDS
	struct error err;
	const struct board_info *b = board_find(name, &err);

	return b ? board_page(stdout, b, format) : usage(&err);
#else
	(void)name;
	(void)format;
	return cli_error(CLI_USAGE, "explain",
			 "this version has no simulated boards");
#endif
}

int verb_explain(int argc, char **argv)
{
	struct rows_arguments a = { 0 };
	struct question q = { 0 };
	int status = rows_arguments_parse(argc, argv, &explain_words, &a);

	if (status >= 0)
		return status;
	if (a.format == ROWS_CSV)
		return cli_error(CLI_USAGE, "explain",
				 "an explanation is no table: --json, or "
				 "`tally list` with --csv");
	if (board_of(argc - optind, argv + optind))
		return explain_board(board_of(argc - optind, argv + optind),
				     a.format);
	status = ask(argc - optind, argv + optind, a.monitor, &q);
	if (status != CLI_GOOD)
		return status;
	return explain_it(&q, &a);
}
