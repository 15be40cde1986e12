/* SPDX-License-Identifier: MIT */

/*
 * `tally board`: the simulated boards, how to build for them, and running a
 * program on one without measuring it.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digits.h"
#include "base/text.h"
#include "boards/src/board.h"
#include "cli/board/compile_line.h"
#include "cli/board/debugger.h"
#include "cli/board/page.h"
#include "cli/board/window.h"
#include "cli/cli.h"
#include "cli/options/board.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "program/program.h"
#include "target/simulated/board.h"

/* More than any monitor here has events. */
enum { TRUTH_ROOM = 512 };
/* The digits of a SHA-256, and how many of them text shows. */
enum { WHOLE_HASH = 64, SHORT_HASH = 16 };

/* ---- facts -------------------------------------------------------------- */

static int list_boards(enum rows_format format)
{
	static const struct rows_column columns[] = {
		{ "name", true, false },   { "monitor", true, false },
		{ "title", true, false },  { "clock_hz", false, true },
		{ "start", false, false }, { "cc", false, false },
		{ "MHz", true, true },
	};
	/* The last one is of text alone. */
	const size_t some =
		sizeof columns / sizeof *columns - (format != ROWS_TEXT);
	unsigned count;
	const struct board_info *b = board_list(&count);
	json_t *rows = json_array();

	for (unsigned i = 0; i < count; i++) {
		json_t *row = board_row(&b[i]);

		/* A line of text has 80 columns. */
		if (format == ROWS_TEXT)
			json_object_set_new(
				row, "MHz",
				json_integer(
					(json_int_t)(b[i].clock_hz / 1000000)));
		json_array_append_new(rows, row);
	}
	rows_print(stdout, format,
		   format == ROWS_JSON ? json_pack("{s:i, s:b}", "schema", 1,
						   "simulated", 1)
				       : NULL,
		   "boards", rows, columns, some);
	return CLI_GOOD;
}

/* ---- running ------------------------------------------------------------ */

enum { TICK_MS = 100 };

/* The first Ctrl-C stops the machine, a second one ends all. */
static void run_to_stop(struct board *b, struct target_stop *stop)
{
	struct pollfd p = { .fd = board_fd(b), .events = POLLIN };

	running_catch_signals();
	while (!board_wait(b, false, stop)) {
		/* Poll also returns without news, so that time is checked. */
		(void)poll(&p, 1, TICK_MS);
		if (running_interrupted)
			board_interrupt(b);
	}
}

static const char *stop_name(enum target_stop_reason reason)
{
	switch (reason) {
	case TARGET_STOP_BREAK:
		return "breakpoint";
	case TARGET_STOP_EXIT:
		return "exit";
	case TARGET_STOP_FAULT:
		return "fault";
	case TARGET_STOP_GIVEN_UP:
		return "limit";
	case TARGET_STOP_TIMEOUT:
		return "timeout";
	case TARGET_STOP_HALTED:
		return "interrupted";
	case TARGET_STOP_SLICE:
		return "slice";
	case TARGET_STOP_OVERFLOW:
		return "overflow";
	case TARGET_STOP_LOST:
		return "died";
	}
	return "unknown";
}

/* A run that is over. */
struct ran {
	const struct board_info *info;
	const struct program *program;
	const char *capture; /* its SHA-256; NULL: there is none */
	enum rows_format format;
	const char *unguarded; /* why it was not in a sandbox; NULL: it was */
	const char *sketch;    /* board_sketch() */
	char *title;           /* of the board as it is */
	struct target_stop stop;
};

/*
 * Prints what ran, and how, on stderr.  A CSV table has no place for the
 * hashes, so with CSV they are printed here with all their digits.
 */
static void tell_inputs(const struct ran *r)
{
	const int digits = r->format == ROWS_CSV ? WHOLE_HASH : SHORT_HASH;

	fprintf(stderr, "program sha256 %.*s", digits, r->program->sha256);
	if (r->capture)
		fprintf(stderr, ", capture %.*s", digits, r->capture);
	fprintf(stderr, "%s%s\n", r->unguarded ? "; not sandboxed: " : "",
		r->unguarded ? r->unguarded : "");
	if (machine_what_if(r->title))
		fprintf(stderr, "%s\n", machine_what_if(r->title));
}

static void tell_input(const struct ran *r)
{
	char who[80];

	if (!r->stop.asked)
		return;
	snprintf(who, sizeof who, "simulated %s", r->info->name);
	running_tell_input(who);
}

static int tell_end(const struct ran *r, const struct console *console)
{
	const struct board_info *info = r->info;
	const struct target_stop *s = &r->stop;
	struct digits n = digits_grouped(s->instructions);

	/* Nobody reads the program's output here: this would block. */
	if (console->stuck && console->to == stderr &&
	    !console_is_read(console))
		return CLI_FAILED;
	/* Ends the program's last line, if it has no end. */
	if (console->in_line && !console->stuck && isatty(fileno(console->to)))
		fputc('\n', console->to);
	fflush(console->to);
	switch (s->reason) {
	case TARGET_STOP_EXIT:
		fprintf(stderr,
			"simulated %s: program exited with status %d after "
			"%s instructions, %s%s\n",
			info->name, s->status, n.text,
			digits_grouped(s->cycles).text,
			r->sketch ? "^ cycles (^ a sketch)" : " cycles");
		tell_input(r);
		tell_inputs(r);
		return CLI_GOOD;
	case TARGET_STOP_HALTED:
		return cli_error(CLI_FAILED, "board",
				 "simulated %s: interrupted after %s "
				 "instructions, at 0x%08llx; the program did "
				 "not end",
				 info->name, n.text, (unsigned long long)s->pc);
	case TARGET_STOP_LOST:
		return cli_error(CLI_FAILED, "board", "%s", s->text);
	case TARGET_STOP_BREAK:
	case TARGET_STOP_FAULT:
	case TARGET_STOP_GIVEN_UP:
	case TARGET_STOP_TIMEOUT:
	case TARGET_STOP_SLICE:
	case TARGET_STOP_OVERFLOW:
		break;
	}
	return cli_error(CLI_FAILED, "board", "simulated %s: %s", info->name,
			 s->text);
}

/* ---- the board's own book ----------------------------------------------- */

static const char *class_name(uint8_t class)
{
	switch ((enum pmu_class) class) {
	case PMU_EXACT:
		return "exact";
	case PMU_MODELLED:
		return "modelled";
	case PMU_INJECTED:
		return "injected";
	case PMU_SKETCH:
		return "sketch";
	case PMU_NOT_MODELLED:
		break;
	}
	return "not modelled";
}

/* A count that is not modelled has no number: words in text, nothing in CSV,
 * null. */
static json_t *truth_count(const struct target_truth *t,
			   enum rows_format format)
{
	if (t->class != PMU_NOT_MODELLED && t->count <= INT64_MAX)
		return json_integer((json_int_t)t->count);
	return format == ROWS_TEXT ? json_string("not modelled") : json_null();
}

static json_t *truth_code(const struct target_truth *t)
{
	if (t->code == 0xFFFE)
		return json_string("cycles");
	return t->code == TARGET_CAUSE ? json_string("cause")
				       : rows_hex(t->code, 8);
}

static json_t *truth_rows(const struct board_info *info,
			  const struct target_truth *t, unsigned count,
			  enum rows_format format)
{
	json_t *rows = json_array();

	for (unsigned i = 0; i < count; i++, t++)
		json_array_append_new(
			rows,
			json_pack("{s:s, s:o, s:s, s:o, s:s, s:s}", "monitor",
				  info->monitor[t->monitor], "code",
				  truth_code(t), "name", t->name, "count",
				  truth_count(t, format), "class",
				  class_name(t->class), "basis", t->basis));
	return rows;
}

static json_t *document(const struct ran *r)
{
	const struct target_stop *s = &r->stop;

	return json_pack("{s:i, s:b, s:s, s:o, s:s, s:s?, s:b, s:s?, s:s, s:s, "
			 "s:o, s:I, s:I, s:s?, s:s*}",
			 "schema", 1, "simulated", 1, "board", r->info->name,
			 "program", rows_text(r->program->path),
			 "program_sha256", r->program->sha256, "capture_sha256",
			 r->capture, "sandboxed", !r->unguarded,
			 "not_sandboxed", r->unguarded, "ended",
			 stop_name(s->reason), "text",
			 s->reason == TARGET_STOP_EXIT ? "" : s->text, "status",
			 s->reason == TARGET_STOP_EXIT ? json_integer(s->status)
						       : json_null(),
			 "instructions", (json_int_t)s->instructions, "cycles",
			 (json_int_t)s->cycles, "cycles_sketch", r->sketch,
			 "what_if", machine_what_if(r->title));
}

static int print_truth(struct board *b, const struct board_arguments *a,
		       const struct ran *r)
{
	const struct board_info *info = r->info;
	static const struct rows_column columns[] = {
		{ "monitor", true, false }, { "code", true, false },
		{ "name", true, false },    { "count", true, true },
		{ "class", true, false },   { "basis", true, false },
	};
	/* The name of the only monitor would tell nothing. */
	const unsigned skip = board_monitors(info) == 1;
	static struct target_truth truth[TRUTH_ROOM];
	struct error err;
	unsigned count;

	if (!board_truth_read(b, truth, TRUTH_ROOM, &count, &err))
		return cli_error_set(CLI_FAILED, "board", &err);
	if (a->format == ROWS_CSV && r->stop.reason != TARGET_STOP_EXIT)
		tell_inputs(r); /* after an exit tell_end() has done so */
	if (a->format == ROWS_TEXT)
		printf("\nSimulated %s, from reset to the end of the run:\n",
		       info->name);
	rows_print(stdout, a->format,
		   a->format == ROWS_JSON ? document(r) : NULL, "truth",
		   truth_rows(info, truth, count, a->format), columns + skip,
		   sizeof columns / sizeof *columns - skip);
	return CLI_GOOD;
}

/*
 * Lets debuggers have the run.  When one or the user ends it, it has been
 * interrupted where it is.
 */
static bool debug(const struct board_arguments *a, struct target_run *run,
		  struct target_stop *stop, struct error *err)
{
	struct target_stop last = { .reason = TARGET_STOP_HALTED };
	enum serve_end end;

	if (!debugger_serve(run, a->port, &last, &end, err))
		return false;
	*stop = last;
	if (end != SERVE_END_STOPPED)
		stop->reason = TARGET_STOP_HALTED;
	return true;
}

static int run_to_end(const struct board_arguments *a, struct target_run *run,
		      struct ran *r)
{
	struct console console = { .to = a->format == ROWS_TEXT ? stdout
								: stderr };
	struct board *b = target_board(run);
	struct error err;
	int status, written = CLI_GOOD;

	board_on_console(b, console_write, &console);
	if (a->window.path) {
		written = window_run(&a->window, b, r->program, run_to_stop,
				     &r->stop);
		if (written == CLI_USAGE)
			return written;
	} else if (a->gdb ? !debug(a, run, &r->stop, &err)
			  : !board_go(b, &err)) {
		return cli_error_set(CLI_FAILED, "board", &err);
	} else if (!a->gdb) {
		run_to_stop(b, &r->stop);
	}
	status = tell_end(r, &console);
	if (written != CLI_GOOD)
		status = written;
	if (console.stuck && console.to == stdout) {
		status = CLI_FAILED; /* nobody would read the rest */
	} else if (a->truth && r->stop.reason != TARGET_STOP_LOST) {
		if (print_truth(b, a, r) != CLI_GOOD)
			status = CLI_FAILED;
	} else if (a->format == ROWS_JSON) {
		rows_json(stdout, document(r));
	}
	return status;
}

static int run_program(const struct board_arguments *a, struct target *t)
{
	struct ran r = { .info = target_board_info(t), .format = a->format };
	struct target_run *run = NULL;
	struct error err;
	int status;

	if (target_load(t, a->file, &err))
		run = target_open(t, 0, &err);
	if (!run)
		return cli_error_set(CLI_FAILED, "board", &err);
	r.program = t->program;
	r.capture = board_capture_sha256(target_board_options(t));
	r.unguarded = run->unguarded;
	r.sketch = board_sketch(r.info, target_board_options(t));
	r.title = machine_title(target_board_options(t), r.info->title);
	status = run_to_end(a, run, &r);
	target_end(run);
	free(r.title);
	return status;
}

static int board_verb(const struct board_arguments *a, struct target *t)
{
	const struct board_info *info = target_board_info(t);

	const int status = window_check(&a->window, a->file);

	if (status != CLI_GOOD)
		return status;
	if (a->cc)
		return compile_line(info, a->word, a->words, a->run);
	return a->file ? run_program(a, t)
		       : board_facts(stdout, info, a->format);
}

int verb_board(int argc, char **argv)
{
	struct board_arguments a;
	struct target *target;
	struct error err;
	int status = board_arguments_parse(argc, argv, &a);

	if (status != CLI_GOOD)
		return status;
	if (a.help) {
		cli_help(&board_words);
		return CLI_GOOD;
	}
	if (!a.board)
		return list_boards(a.format);
	target = target_of_board(a.board, &a.machine, &err);
	if (!target && !a.file && access(a.board, F_OK) == 0)
		return cli_error(CLI_USAGE, "board",
				 "%s is a file; the board comes first: tally "
				 "board NAME %s",
				 a.board, a.board);
	if (!target)
		return cli_error_set(CLI_USAGE, "board", &err);
	status = board_verb(&a, target);
	target_close(target);
	return status;
}
