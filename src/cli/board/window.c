/* SPDX-License-Identifier: MIT */
/* `tally board --konata`: to where the window begins, step by step through it,
 * and on. */
#include "cli/board/window.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/digits.h"
#include "base/number.h"
#include "cli/board/konata.h"
#include "cli/cli.h"
#include "cli/deliver.h"

enum { USUAL_STEPS = 1000 };

int window_check(const struct board_wish *w, const char *program)
{
	const struct writing_input input = { program, "the program" };

	if (!w->path)
		return w->from || w->steps
			       ? cli_error(CLI_USAGE, "board",
					   "--from and --steps are of the "
					   "window that --konata FILE writes")
			       : CLI_GOOD;
	if (!program)
		return cli_error(CLI_USAGE, "board",
				 "--konata: say which program to run, an ELF "
				 "file");
	return writing_check("board", "--konata", w->path, WRITTEN_OTHER,
			     &input, 1);
}

/* The first step of a window: an address, or a cycle. */
struct start {
	bool at_address;
	uint64_t where;
};

/* "main", "0x40000120", "123456"; a hexadecimal number is an address. */
static bool find_window(const char *from, const struct program *p,
			struct start *to, struct error *err)
{
	const struct program_symbol *s;
	struct error ignored;

	to->at_address = true;
	if (from && number_read(from, &to->where, &ignored)) {
		to->at_address = strncmp(from, "0x", 2) == 0;
		return true;
	}
	s = program_find(p, from ? from : "main", err);
	if (!s) {
		if (!from)
			error_set(err,
				  "the program has no main; say with --from "
				  "where the window begins: a function, an "
				  "address (0x...) or a cycle (0: at once)");
		return false;
	}
	to->where = s->addr;
	return true;
}

/* Runs there; false: the run ended before, or `err` says what went wrong. */
static bool go_there(const struct start *s, struct board *b,
		     void (*go)(struct board *b, struct target_stop *stop),
		     struct target_stop *stop, struct error *err)
{
	err->text[0] = '\0';
	if (!s->at_address && !s->where)
		return true;
	if (s->at_address
		    ? !board_break(b, s->where, true, err) || !board_go(b, err)
		    : !board_go_until(b, s->where, err))
		return false;
	go(b, stop);
	if (stop->reason !=
	    (s->at_address ? TARGET_STOP_BREAK : TARGET_STOP_SLICE))
		return false;
	return !s->at_address || board_break(b, s->where, false, err);
}

static bool keep_step(void *ctx, const struct board_trace_row *row,
		      struct error *err)
{
	struct konata_steps *to = ctx;

	(void)err;
	to->row[to->count++] = *row;
	return true;
}

static int write_window(const struct board_wish *w, const struct program *p,
			const struct konata_steps *steps)
{
	const uint64_t from = steps->count ? steps->row[0].begin : 0,
		       to = steps->count ? steps->row[steps->count - 1].end : 0;
	struct delivery d;
	const bool good = deliver_begin(&d) && konata_print(d.to, steps, p);
	const int status = deliver_end(
		&d, "board", strcmp(w->path, "-") ? w->path : NULL, good);

	if (status == CLI_GOOD)
		fprintf(stderr, "window of %u steps, %s cycles from cycle %s\n",
			steps->count, digits_grouped(to - from).text,
			digits_grouped(from).text);
	return status;
}

/* The window's steps; false and `err`: they cannot be had. */
static bool go_along(struct board *b, unsigned count,
		     void (*go)(struct board *b, struct target_stop *stop),
		     struct konata_steps *steps, struct target_stop *stop,
		     struct error *err)
{
	steps->row = calloc(count, sizeof *steps->row);
	if (!steps->row)
		return error_set(err, "out of memory for %u steps", count);
	if (!board_trace(b, count, err) || !board_go(b, err))
		return false;
	go(b, stop);
	return stop->reason == TARGET_STOP_LOST ||
	       board_trace_read(b, keep_step, steps, err);
}

int window_run(const struct board_wish *w, struct board *b,
	       const struct program *program,
	       void (*go)(struct board *b, struct target_stop *stop),
	       struct target_stop *stop)
{
	struct konata_steps steps = { NULL, 0 };
	struct start start;
	struct error err;
	int status = CLI_FAILED;

	if (!find_window(w->from, program, &start, &err))
		return cli_error_set(CLI_USAGE, "board", &err);
	if (!go_there(&start, b, go, stop, &err))
		return err.text[0] ? cli_error_set(CLI_FAILED, "board", &err)
				   : cli_error(CLI_FAILED, "board",
					       "--konata: the run ended before "
					       "the window, which begins at %s",
					       w->from ? w->from : "main");
	if (!go_along(b, w->steps ? w->steps : USUAL_STEPS, go, &steps, stop,
		      &err)) {
		free(steps.row);
		return cli_error_set(CLI_FAILED, "board", &err);
	}
	if (stop->reason != TARGET_STOP_LOST)
		status = write_window(w, program, &steps);
	free(steps.row);
	if (stop->reason != TARGET_STOP_SLICE)
		return status;
	if (!board_go(b, &err))
		return cli_error_set(CLI_FAILED, "board", &err);
	go(b, stop);
	return status;
}
