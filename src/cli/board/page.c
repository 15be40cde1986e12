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

/* Two believe different things of it, or it depends on the operands, and
 * nobody says how: nothing can be nearest. */
static bool undecided(const struct board_figure *f)
{
	return f->of != FIGURE_OF_CHIP && f->least < f->most;
}

static bool has_ratio(const struct board_figure *f)
{
	return f->of != FIGURE_OF_NOBODY && !undecided(f);
}

/* The model's cycles by the nearest that are known. */
static double ratio(const struct board_figure *f)
{
	if (f->model < f->least)
		return (double)f->model / f->least;
	return f->model > f->most ? (double)f->model / f->most : 1;
}

static const char *figure_whose(const struct board_figure *f)
{
	static const char *const words[] = {
		[FIGURE_OF_NOBODY] = NULL,
		[FIGURE_OF_CHIP] = "chip",
		[FIGURE_OF_MANUAL] = "manual",
		[FIGURE_OF_COMPILER] = "compiler",
	};

	return words[f->of];
}

static const char *figure_use(const struct board_figure *f)
{
	return f->of == FIGURE_OF_NOBODY ? NULL : f->fitted ? "fitted" : "held";
}

static json_t *where_known(const struct board_figure *f, double number)
{
	return f->of != FIGURE_OF_NOBODY ? json_real(number) : json_null();
}

static json_t *figure_rows(const struct board_info *b)
{
	json_t *rows = json_array();
	const struct board_figure *f;

	for (unsigned i = 0; (f = board_figure(b, i)) != NULL; i++)
		json_array_append_new(
			rows,
			json_pack("{s:s, s:f, s:s?, s:s?, s:o, s:o, s:o, s:s?}",
				  "what", f->what, "cycles",
				  of_cycles(f->model), "known_of",
				  figure_whose(f), "use", figure_use(f),
				  "known_least",
				  where_known(f, of_cycles(f->least)),
				  "known_most",
				  where_known(f, of_cycles(f->most)), "ratio",
				  has_ratio(f) ? json_real(ratio(f))
					       : json_null(),
				  "source", f->source));
	return rows;
}

enum { SOURCES = 16 };

/* Its number among those that are listed so far, or a new one. */
static unsigned source_number(const char *sources[SOURCES], const char *source)
{
	unsigned i = 0;

	while (i < SOURCES - 1 && sources[i] && strcmp(sources[i], source) != 0)
		i++;
	sources[i] = source;
	return i + 1;
}

static void put_figure(FILE *to, const struct board_figure *f,
		       const char *sources[SOURCES])
{
	char known[32], by[16] = "-";

	fprintf(to, "  %-27s %6.2f  ", f->what, of_cycles(f->model));
	if (f->of == FIGURE_OF_NOBODY) {
		fputs("   not known\n", to);
		return;
	}
	if (f->least < f->most)
		snprintf(known, sizeof known, "%g %s %g", of_cycles(f->least),
			 f->of == FIGURE_OF_COMPILER ? "or" : "to",
			 of_cycles(f->most));
	else
		snprintf(known, sizeof known, "%g", of_cycles(f->most));
	if (has_ratio(f))
		snprintf(by, sizeof by, "%.2f", ratio(f));
	fprintf(to, "%12s  %6s %6s  %s [%u]\n", known, f->fitted ? by : "",
		f->fitted ? "" : by, figure_whose(f),
		source_number(sources, f->source));
}

static void put_figures(FILE *to, const struct board_info *b)
{
	const struct board_figure *f = board_figure(b, 0);
	const char *sources[SOURCES] = { NULL };
	char number[16];

	if (!f)
		return;
	fprintf(to, "\n  %-27s %6s  %12s  %6s %6s  %s\n",
		"cycles, with their loop", "model", "known", "fitted", "held",
		"of");
	for (unsigned i = 0; (f = board_figure(b, i)) != NULL; i++)
		put_figure(to, f, sources);
	if (!sources[0])
		return;
	putc('\n', to);
	put_wrapped(to, "fitted",
		    "the model by what is known, from which it was made: 1.00 "
		    "tells nothing of how right it is elsewhere");
	put_wrapped(to, "held",
		    "the model by what is known, and it was made without that");
	put_wrapped(to, "of",
		    "a chip that was measured; a manual; or a compiler, which "
		    "believes it: no chip was asked. There is no ratio where "
		    "two believe different things, or a manual leaves a range");
	for (unsigned i = 0; i < SOURCES && sources[i]; i++) {
		snprintf(number, sizeof number, "[%u]", i + 1);
		put_wrapped(to, number, sources[i]);
	}
}

static void put_facts(FILE *to, const struct board_info *b)
{
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
}

/* Figures are a screen of their own: only where somebody asks for the page. */
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
	put_facts(to, b);
	put_figures(to, b);
	return CLI_GOOD;
}

int board_facts(FILE *to, const struct board_info *b, enum rows_format format)
{
	if (format == ROWS_JSON)
		return board_page(to, b, format);
	put_facts(to, b);
	if (board_figure(b, 0))
		fprintf(to,
			"  cycles   tally explain board:%s has them beside "
			"chips\n",
			b->name);
	return CLI_GOOD;
}
