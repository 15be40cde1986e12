/* SPDX-License-Identifier: MIT */
/*
 * `tally collect`: takes the log that firmware kept out of a target's memory,
 * or out of a dump, and makes a profile of its samples.
 */
#include <stdlib.h>

#include "base/csv.h"
#include "base/number.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/options/view.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "cli/verbs.h"
#include "cli/verbs/collect_text.h"
#include "cli/writing.h"
#include "gather/counted.h"
#include "gather/fetch.h"
#include "gather/losses.h"
#include "gather/taken.h"

struct arguments {
	struct profile_view view;
	const char *target, *program, *output, *until;
	const char *at;
	bool rows, counts;
	bool text; /* a proof or a log, as lines of text */
	bool quiet_program;
	enum report_form form;
	bool helped;
};

/* An address is one that can be read. */
static bool take_at(const char *text, void *to, struct error *err)
{
	uint64_t number;

	((struct arguments *)to)->at = text;
	return *text < '0' || *text > '9' || number_read(text, &number, err) ||
	       error_within(err, "--at");
}

#define AT(member) offsetof(struct arguments, member)

static const struct option_row option_rows[] = {
	ROW_TARGET(AT(target), "TARGET", "        where the log is        "),
	ROW_TEXT(0, "program", AT(program), "PROG.elf", "  names and lines\n"),
	ROW_OWN(0, "at", take_at, "WHERE",
		"       the data's name or address; of a dump: its first "
		"byte\n"),
	ROW_TEXT(0, "until", AT(until), "FUNCTION",
		 "   where to stop the program (its end; gdb: as it "
		 "stands)\n"),
	ROW_OUTPUT(AT(output), "FILE",
		   "          keep all of it there, for tally report and tally "
		   "export\n"),
	ROW_FLAG(0, "counts", AT(counts),
		 "         the record, also where there are samples\n"),
	ROW_FLAG(0, "rows", AT(rows),
		 "           print every record as CSV, also those that are no "
		 "samples\n"),
	ROW_FLAG(0, "text", AT(text),
		 "           what is read is text, with lines of a proof, or "
		 "log\n"),
	ROW_CSV(AT(form), REPORT_CSV, ", "),
	ROW_JSON(AT(form), REPORT_JSON, "    for programs   "),
	ROW_QUIET(AT(quiet_program), "  drop what the program prints\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words collect_words = {
	"collect",
	"Usage: tally collect -t board:NAME|gdb:HOST:PORT,MONITOR [HOW] "
	"PROG.elf\n"
	"       tally collect [--program PROG.elf] [HOW] DUMP\n"
	"       tally collect --text TEXT\n"
	"Takes the log that firmware kept (tally/log.h) out of a target's "
	"memory, or out\n"
	"of a dump (- is standard input): a profile of its samples, or else "
	"a record of\n"
	"what it counted.  What is damaged, or had no room, is told "
	"(doc/log.md).\n"
	"\n",
	{ { .row = option_rows },
	  { .row = view_rows, .first = VIEW_TABLES, .at = AT(view) } },
	"\n"
	"Exit status: 0 good, also where some of a profile was damaged, 1 no "
	"log, several\n"
	"of them, one that was full, or counts that are not to be trusted, 2 "
	"wrong usage.\n"
	"\n"
	"Examples:\n"
	"  tally collect -t board:pb1176 -o app.json app.elf\n"
	"  tally collect --program app.elf ram.bin\n",
};

/* ---- what came of it ----------------------------------------------------- */

static const char *kind_name(uint16_t kind)
{
	static const char *const names[] = {
		[TALLY_LOG_START] = "start",
		[TALLY_LOG_MONITOR] = "monitor",
		[TALLY_LOG_SETUP] = "setup",
		[TALLY_LOG_SAMPLE] = "sample",
		[TALLY_LOG_INTERVAL] = "interval",
		[TALLY_LOG_REGION] = "region",
		[TALLY_LOG_TASK] = "task",
		[TALLY_LOG_OVERFLOW] = "overflow",
		[TALLY_LOG_PASS] = "pass",
		[TALLY_LOG_NAME] = "name",
	};

	return kind < sizeof names / sizeof *names && names[kind] ? names[kind]
								  : "?";
}

static void write_rows(FILE *to, const struct dump *d)
{
	fputs("number,kind,source,task,a,b,text\r\n", to);
	for (size_t i = 0; i < d->rows; i++) {
		const struct dump_row *r = &d->row[i];

		fprintf(to, "%u,%s,%u,%u,%llu,%llu,", (unsigned)r->number,
			kind_name(r->kind), (unsigned)r->source,
			(unsigned)r->task, (unsigned long long)r->a,
			(unsigned long long)r->b);
		csv_text(to, r->text);
		fputs("\r\n", to);
	}
}

static int deliver_rows(const struct dump *d, const char *path)
{
	struct delivery rows;
	const bool good = deliver_begin(&rows);

	if (good)
		write_rows(rows.to, d);
	return deliver_end(&rows, "collect", path, good);
}

static bool has_kind(const struct dump *d, uint16_t kind)
{
	for (size_t i = 0; i < d->rows; i++)
		if (d->row[i].kind == kind)
			return true;
	return false;
}

/* Delivers what the firmware counted itself, as a record. */
static int deliver_counts(const struct arguments *a, const struct dump *d,
			  const struct taken_from *from, enum report_form form)
{
	struct error err;
	struct record *r = counted_record(d, from, &err);
	int status;

	if (!r)
		return cli_error_set(CLI_FAILED, "collect", &err);
	status = cli_sign(r)
			 ? deliver_record("collect", r, form, a->output, NULL)
			 : cli_no_memory("collect");
	if (status == CLI_GOOD && !r->trusted)
		status = cli_error(CLI_FAILED, "collect", "%s", r->verdict.why);
	record_free(r);
	return status;
}

static int deliver(const struct arguments *a, const struct dump *d,
		   const struct taken_from *from)
{
	const enum report_form named = deliver_form(a->form, a->output);
	const enum report_form form =
		a->output && named == REPORT_TEXT ? REPORT_JSON : named;
	struct profile_view view = a->view;
	struct error err;
	struct sample *s;
	struct losses lost;
	int status;

	/* A record has its losses in it, and is not trusted for them. */
	if (!a->rows &&
	    (a->counts || (counted_any(d) && !has_kind(d, TALLY_LOG_SAMPLE))))
		return deliver_counts(a, d, from, form);
	lost = losses_of(d);
	if (lost.damaged.text[0])
		(void)cli_error_set(CLI_GOOD, "collect", &lost.damaged);
	if (lost.lost.text[0])
		(void)cli_error_set(CLI_GOOD, "collect", &lost.lost);
	if (a->rows) {
		status = deliver_rows(d, a->output);
	} else {
		s = taken_profile(d, from, &err);
		status = s ? deliver_profile("collect", s, &view, form,
					     a->output)
			   : cli_error_set(CLI_FAILED, "collect", &err);
		sample_free(s);
	}
	return status == CLI_GOOD && lost.chosen ? CLI_FAILED : status;
}

/* ---- where it comes from ------------------------------------------------- */

static struct dump *fetch(const struct arguments *a, struct target *t,
			  const char *elf, double *held, struct error *err)
{
	struct screen screen;
	const struct fetch_how how = { .at = a->at,
				       .until = a->until,
				       .sink = &screen.sink,
				       .held = held };
	struct dump *d;

	if (!target_load(t, elf, err))
		return NULL;
	screen_begin(&screen, "running", a->quiet_program);
	d = fetch_from_target(t, &how, err);
	screen_wipe(&screen);
	return d;
}

/* A target that goes on was held, or was read while it ran. */
static void tell_held(const struct target *t, double held)
{
	if (t->facts.never_halted)
		(void)cli_error(
			CLI_GOOD, "collect",
			"%s was not halted; its memory was read within "
			"%.2g ms, and what was written meanwhile may be "
			"here in part",
			t->facts.title, held * 1000);
	else if (t->facts.goes_on)
		(void)cli_error(CLI_GOOD, "collect",
				"%s was held for %.2g ms while its memory was "
				"read, and goes on",
				t->facts.title, held * 1000);
}

static int from_target(const struct arguments *a, const char *elf)
{
	const struct board_options machine = { .stop = &running_interrupted };
	struct error err;
	struct target *t = target_find(a->target, &machine, &err);
	struct dump *d;
	double held = 0;
	int status;

	if (!t)
		return cli_error_set(CLI_USAGE, "collect", &err);
	d = fetch(a, t, elf, &held, &err);
	if (d)
		tell_held(t, held);
	status =
		d ? deliver(a, d,
			    &(struct taken_from){
				    t->facts.name, t->facts.title,
				    t->facts.simulated,
				    t->facts.monitor[0].name, t->facts.clock_hz,
				    t->facts.clock_ratio, t->program })
		  : cli_error_set(CLI_FAILED, "collect", &err);
	dump_free(d);
	status = running_left("collect", t, status);
	target_close(t);
	return status;
}

/* Delivers what a dump of memory has in it; NULL and `err`: it has none. */
static int deliver_dump(const struct arguments *a, struct dump *d,
			struct taken_from *from, struct program *program,
			const struct error *err)
{
	int status;

	from->program = program;
	status = d ? deliver(a, d, from)
		   : cli_error_set(CLI_FAILED, "collect", err);
	dump_free(d);
	program_close(program);
	return status;
}

static int from_file(const struct arguments *a, const char *path)
{
	struct taken_from from = { .target = path, .title = path };
	struct program *program = NULL;
	struct dump *d = NULL;
	struct error err;

	if (a->program)
		program = program_open(a->program, 0, 0, false, &err);
	if (!a->program || program)
		d = fetch_from_file(path, a->at, &err);
	return deliver_dump(a, d, &from, program, &err);
}

/* The only log of a text, or the one that begins in the line of --at. */
static const struct proof_log *log_of_text(const struct proofs *all,
					   const char *at, struct error *err)
{
	uint64_t line = 0;

	if (at && !number_read(at, &line, err))
		return NULL;
	for (size_t i = 0; at && i < all->logs; i++)
		if (all->log[i].line == line)
			return &all->log[i];
	if (at)
		error_set(err,
			  "no log begins in line %s; leave out --at to "
			  "see where they do",
			  at);
	else if (!all->logs)
		error_set(err, "there is no log in it: no line '# tally log 1 "
			       "...' with its check sum; see that all of what "
			       "was printed is in the file");
	else if (all->logs > 1)
		error_set(err,
			  "there are %zu logs in it, from lines %u and %u on; "
			  "--at LINE takes one",
			  all->logs, all->log[0].line, all->log[1].line);
	else
		return all->log;
	return NULL;
}

/* A log of which lines are missing is told, and the rest of it is taken. */
static int take_log(void *ctx, const struct proofs *all, const char *name)
{
	const struct arguments *a = ctx;
	struct taken_from from = { .target = name, .title = name };
	struct program *program = NULL;
	struct dump *d = NULL;
	struct error err;
	const struct proof_log *log = log_of_text(all, a->at, &err);
	int status;

	if (!log)
		return cli_error(CLI_FAILED, "collect", "%s: %s", name,
				 err.text);
	if (!log->whole)
		(void)cli_error(CLI_GOOD, "collect",
				"%s: the log is not whole: %s; what came of it "
				"follows",
				name,
				log->ended ? "lines of it are missing or "
					     "damaged"
					   : "its end is missing");
	if (a->program)
		program = program_open(a->program, 0, 0, false, &err);
	if (!a->program || program)
		d = dump_read(log->bytes, log->size, &err);
	status = deliver_dump(a, d, &from, program, &err);
	return status == CLI_GOOD && !log->whole ? CLI_FAILED : status;
}

/* ---- arguments ----------------------------------------------------------- */

static int check(const struct arguments *a, const char *path)
{
	const enum report_form form = deliver_form(a->form, a->output);
	const struct writing_input input[] = {
		{ path, a->target ? "the program" : "what is read" },
		{ a->program, "the program" },
	};

	if (a->target && a->program)
		return cli_error(
			CLI_USAGE, "collect",
			"the program of a target is its last argument; "
			"leave out --program");
	if (!a->target && a->until)
		return cli_error(CLI_USAGE, "collect",
				 "nothing runs where a dump is read; leave out "
				 "--until");
	if (!a->target && a->at && (*a->at < '0' || *a->at > '9'))
		return cli_error(
			CLI_USAGE, "collect",
			"--at %s: in a dump a log is named by the byte "
			"where it begins, a number",
			a->at);
	if (a->rows && a->form == REPORT_JSON)
		return cli_error(CLI_USAGE, "collect",
				 "--rows are a table, CSV; leave out --json");
	return writing_check("collect", "-o", a->output,
			     a->rows ? WRITTEN_CSV : written_kept(form), input,
			     sizeof input / sizeof input[0]);
}

/* Text may have a proof in it, or a log, of which alone most options are. */
static int from_text(struct arguments *a, const char *path)
{
	const bool wants_log =
		a->program || a->at || a->output || a->rows || a->counts;

	if (a->target || a->until)
		return cli_error(CLI_USAGE, "collect",
				 "--text reads what was printed; leave out -t "
				 "and --until");
	return collect_text(path,
			    a->form == REPORT_JSON  ? ROWS_JSON
			    : a->form == REPORT_CSV ? ROWS_CSV
						    : ROWS_TEXT,
			    wants_log, take_log, a);
}

int verb_collect(int argc, char **argv)
{
	struct arguments a = { .view = VIEW_DEFAULT };
	int status = cli_take(&collect_words, argc, argv, &a);

	if (status == CLI_GOOD && a.helped)
		cli_help(&collect_words);
	if (status != CLI_GOOD || a.helped)
		return status;
	if (optind + 1 != argc)
		return cli_error(CLI_USAGE, "collect",
				 "say where the log is: tally collect DUMP, or "
				 "tally collect -t TARGET PROG.elf");
	status = check(&a, argv[optind]);
	if (status != CLI_GOOD)
		return status;
	if (a.text)
		return from_text(&a, argv[optind]);
	return a.target ? from_target(&a, argv[optind])
			: from_file(&a, argv[optind]);
}
