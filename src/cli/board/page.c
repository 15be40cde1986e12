/* SPDX-License-Identifier: MIT */
/* The page of a simulated board: all that is known of it. */
#include <string.h>

#include "cli/board/compile_line.h"
#include "cli/board/page.h"
#include "cli/cli.h"
#include "target/simulated/board.h"

json_t *board_row(const struct board_info *b)
{
	char names[160];

	return json_pack("{s:s, s:s, s:o, s:s, s:I, s:s, s:o, s:b, s:b, s:s?, "
			 "s:s?}",
			 "name", b->name, "monitor",
			 board_monitor_names(b, names, sizeof names),
			 "monitors", rows_monitors(b), "title", b->title,
			 "clock_hz", (json_int_t)b->clock_hz, "start", b->start,
			 "cc", compile_line_command(b), "soft_float",
			 b->soft_float, "simulated_superset",
			 b->simulated_superset, "superset", b->superset,
			 "cycles_sketch", b->sketch);
}

/* Prints a heading and words behind it, in lines below 80 characters. */
static void put_wrapped(FILE *to, const char *heading, const char *text)
{
	const size_t indent = 11, width = 79;
	size_t column = indent;

	fprintf(to, "  %-9s", heading);
	while (*text) {
		size_t n = strcspn(text, " ");

		if (column > indent && column + 1 + n > width) {
			fprintf(to, "\n%*s", (int)indent, "");
			column = indent;
		} else if (column > indent) {
			putc(' ', to);
			column++;
		}
		fprintf(to, "%.*s", (int)n, text);
		column += n;
		text += n;
		text += strspn(text, " ");
	}
	putc('\n', to);
}

static void put_sketch(FILE *to, const struct board_info *b)
{
	char text[320];

	snprintf(text, sizeof text, "^ a sketch: %s", b->sketch);
	put_wrapped(to, "cycles", text);
}

/* ---- beside chips -------------------------------------------------------- */

static double of_cycles(unsigned hundredths)
{
	return hundredths / 100.0;
}

/* The model's cycles by the nearest that are published. */
static double ratio(const struct board_figure *f)
{
	if (f->model < f->least)
		return (double)f->model / f->least;
	return f->model > f->most ? (double)f->model / f->most : 1;
}

static json_t *where_known(const struct board_figure *f, double number)
{
	return f->most ? json_real(number) : json_null();
}

static json_t *figure_rows(const struct board_info *b)
{
	json_t *rows = json_array();
	const struct board_figure *f;

	for (unsigned i = 0; (f = board_figure(b, i)) != NULL; i++)
		json_array_append_new(
			rows,
			json_pack("{s:s, s:f, s:o, s:o, s:o, s:s?}", "what",
				  f->what, "cycles", of_cycles(f->model),
				  "published_least",
				  where_known(f, of_cycles(f->least)),
				  "published_most",
				  where_known(f, of_cycles(f->most)), "ratio",
				  f->most ? json_real(ratio(f)) : json_null(),
				  "source", f->source));
	return rows;
}

static void put_figure(FILE *to, const struct board_figure *f)
{
	char chip[32];

	fprintf(to, "  %-27s %7.2f  ", f->what, of_cycles(f->model));
	if (!f->most) {
		fputs("not known\n", to);
		return;
	}
	if (f->least < f->most)
		snprintf(chip, sizeof chip, "%g to %g", of_cycles(f->least),
			 of_cycles(f->most));
	else
		snprintf(chip, sizeof chip, "%g", of_cycles(f->most));
	fprintf(to, "%-12s %5.2f  %s\n", chip, ratio(f), f->source);
}

static void put_figures(FILE *to, const struct board_info *b)
{
	const struct board_figure *f = board_figure(b, 0);

	if (f)
		fprintf(to, "\n  %-27s %7s  %-12s %5s  %s\n",
			"cycles, with their loop", "model", "published",
			"ratio", "source");
	for (unsigned i = 0; (f = board_figure(b, i)) != NULL; i++)
		put_figure(to, f);
}

int board_page(FILE *to, const struct board_info *b, enum rows_format format)
{
	if (format == ROWS_JSON) {
		json_t *row = board_row(b);

		json_object_set_new(row, "schema", json_integer(1));
		json_object_set_new(row, "simulated", json_true());
		json_object_set_new(row, "figures", figure_rows(b));
		rows_json(to, row);
		return CLI_GOOD;
	}
	fprintf(to, "%s: %s, simulated\n\n", b->name, b->title);
	for (unsigned i = 0; i < board_monitors(b); i++)
		put_wrapped(to, i ? "" : "monitor", b->monitor[i]);
	put_wrapped(to, "starts", b->start);
	fprintf(to, "  clock    a cycle stands for 1/%g MHz (chosen)\n",
		b->clock_hz / 1e6);
	if (b->sketch)
		put_sketch(to, b);
	if (b->simulated_superset)
		put_wrapped(to, "caution", b->superset);
	if (b->soft_float)
		put_wrapped(to, "floats", COMPILE_LINE_SOFT_FLOAT);
	fprintf(to, "  build    tally board %s --run --cc prog.c\n", b->name);
	fprintf(to,
		"  run      tally board %s prog.elf\n"
		"  measure  tally stat -t board:%s prog.elf\n",
		b->name, b->name);
	put_figures(to, b);
	return CLI_GOOD;
}
