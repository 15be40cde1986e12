/* SPDX-License-Identifier: MIT */
/*
 * Rows as text, CSV and JSON.
 */
#include "cli/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/options.h"

/* In text, a list that is wider is replaced by its length. */
enum { LIST_WIDEST = 120 };
/* Two names in a row are shown as one if they are this long, three always. */
enum { LONG_NAME = 8 };

/* The place where the number at the end of a name begins; the name's end: it
 * has none. */
static const char *number_of(const char *name)
{
	const char *end = name + strlen(name), *digit = end;

	while (digit > name && digit[-1] >= '0' && digit[-1] <= '9')
		digit--;
	return end - digit > 4 ? end : digit;
}

/* Is `next` the name with the next number? */
static bool follows(const char *name, const char *next)
{
	const char *a = number_of(name), *b = number_of(next);

	return *a && *b && a > name && a - name == b - next &&
	       !strncmp(name, next, (size_t)(a - name)) &&
	       strtoul(b, NULL, 10) == strtoul(a, NULL, 10) + 1;
}

/* Shortens a list for people: pmc1 pmc2 pmc3 becomes pmc1-3. */
static void put_list(FILE *out, const json_t *list)
{
	size_t i, last, count = json_array_size(list);

	for (i = 0; i < count; i = last + 1) {
		const char *first = json_string_value(json_array_get(list, i));
		const char *name = first, *next;

		for (last = i; last + 1 < count; last++, name = next) {
			next = json_string_value(
				json_array_get(list, last + 1));
			if (!follows(name, next))
				break;
		}
		if (last == i + 1 && strlen(first) < LONG_NAME)
			last = i;
		fprintf(out, "%s%s", i ? " " : "", first);
		if (last > i)
			fprintf(out, "-%s", number_of(name));
	}
}

static void put_list_short(FILE *out, const json_t *list)
{
	char *text = NULL;
	size_t size;
	FILE *all = memory_stream(&text, &size);

	if (!all) {
		memory_lost();
		return;
	}
	put_list(all, list);
	if (!memory_stream_end(all, &text) && size <= LIST_WIDEST)
		fputs(text, out);
	else
		fprintf(out, "%zu of them", json_array_size(list));
	free(text);
}

/* The text of a cell; the caller frees it.  NULL: no memory. */
static char *text_of_cell(const json_t *cell, const char *separator)
{
	char *text = NULL;
	size_t size, i;
	FILE *out;

	out = memory_stream(&text, &size);
	if (!out)
		return NULL;
	switch (json_typeof(cell)) {
	case JSON_STRING:
		fputs(json_string_value(cell), out);
		break;
	case JSON_INTEGER:
		fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(cell));
		break;
	case JSON_REAL:
		fprintf(out, "%.15g", json_real_value(cell));
		break;
	case JSON_ARRAY:
		if (*separator == ' ') {
			put_list_short(out, cell);
			break;
		}
		for (i = 0; i < json_array_size(cell); i++)
			fprintf(out, "%s%s", i ? separator : "",
				json_string_value(json_array_get(cell, i)));
		break;
	case JSON_TRUE:
		fputs("yes", out);
		break;
	case JSON_FALSE:
		fputs("no", out);
		break;
	case JSON_NULL:
	case JSON_OBJECT:
		break;
	}
	return memory_stream_end(out, &text) || !text ? NULL : text_clean(text);
}

/* A lack of memory for the text is remembered. */
static char *cell_text(const json_t *cell, const char *separator)
{
	char *text = text_of_cell(cell, separator);

	if (!text)
		memory_lost();
	return text;
}

static char *cell_of(const json_t *row, const struct rows_column *column,
		     const char *separator)
{
	const json_t *cell = json_object_get(row, column->key);

	return cell ? cell_text(cell, separator) : NULL;
}

/* 0: it is not in text, or no row has anything there. */
static size_t column_width(const json_t *rows, const struct rows_column *column)
{
	size_t width = 0;

	for (size_t i = 0; column->text && i < json_array_size(rows); i++) {
		char *text = cell_of(json_array_get(rows, i), column, " ");

		if (text && strlen(text) > width)
			width = strlen(text);
		free(text);
	}
	if (!width && json_array_size(rows))
		return 0;
	return column->text && strlen(column->key) > width ? strlen(column->key)
							   : width;
}

/*
 * Prints a row, or the heading where `row` is NULL.  Blanks are held back until
 * something follows, so that no line ends with them.
 */
static void put_line(FILE *out, const json_t *row,
		     const struct rows_column *column, size_t columns,
		     const size_t *width)
{
	size_t i, blanks = 0;

	for (i = 0; i < columns; i++) {
		char *text = row ? cell_of(row, &column[i], " ") : NULL;
		const char *shown = row ? text : column[i].key;
		size_t length = shown ? strlen(shown) : 0;
		size_t pad = width[i] > length ? width[i] - length : 0;

		if (width[i] && length)
			fprintf(out, "%*s%s",
				(int)(blanks + (column[i].right ? pad : 0)), "",
				shown);
		if (width[i] && length)
			blanks = 2 + (column[i].right ? 0 : pad);
		else if (width[i])
			blanks += 2 + width[i];
		free(text);
	}
}

static void print_text(FILE *out, const json_t *rows,
		       const struct rows_column *column, size_t columns)
{
	bool colour = cli_colour(out);
	size_t *width = calloc(columns, sizeof(*width));
	size_t i;

	if (!width) {
		memory_lost();
		return;
	}
	for (i = 0; i < columns; i++)
		width[i] = column_width(rows, &column[i]);
	fputs(colour ? "\033[1m" : "", out);
	put_line(out, NULL, column, columns, width);
	fputs(colour ? "\033[0m\n" : "\n", out);
	for (i = 0; i < json_array_size(rows); i++) {
		put_line(out, json_array_get(rows, i), column, columns, width);
		fputc('\n', out);
	}
	free(width);
}

/* Text that may be foreign, in contrast to numbers that Tally formatted. */
static bool is_text(const json_t *cell)
{
	return json_is_string(cell) || json_is_array(cell);
}

static void print_csv(FILE *out, const json_t *rows,
		      const struct rows_column *column, size_t columns)
{
	size_t i, c;

	for (c = 0; c < columns; c++)
		fprintf(out, "%s%s", c ? "," : "", column[c].key);
	fputs("\r\n", out);
	for (i = 0; i < json_array_size(rows); i++) {
		for (c = 0; c < columns; c++) {
			const json_t *cell = json_object_get(
				json_array_get(rows, i), column[c].key);
			char *text = cell ? cell_text(cell, ";") : NULL;

			fputs(c ? "," : "", out);
			if (text && is_text(cell))
				csv_text(out, text);
			else if (text)
				fputs(text, out);
			free(text);
		}
		fputs("\r\n", out);
	}
}

void rows_json(FILE *out, json_t *document)
{
	if (!memory_ran_out() &&
	    !json_dumpf(document, out,
			JSON_INDENT(2) | JSON_REAL_PRECISION(15)))
		fputc('\n', out);
	json_decref(document);
}

void rows_print(FILE *out, enum rows_format format, json_t *document,
		const char *name, json_t *rows,
		const struct rows_column *column, size_t columns)
{
	if (format == ROWS_JSON) {
		json_object_set_new(document, name, rows);
		rows_json(out, document);
		return;
	}
	if (format == ROWS_CSV && !memory_ran_out())
		print_csv(out, rows, column, columns);
	else if (!memory_ran_out())
		print_text(out, rows, column, columns);
	json_decref(rows);
	json_decref(document);
}

int rows_arguments_parse(int argc, char **argv, const struct cli_words *words,
			 struct rows_arguments *a)
{
	const int status = cli_take(words, argc, argv, a);

	if (status == CLI_GOOD && a->helped)
		cli_help(words);
	if (status != CLI_GOOD || a->helped)
		return status;
	for (int i = optind; i < argc; i++)
		if (!*argv[i])
			return cli_error(CLI_USAGE, words->verb,
					 "an argument is empty; write a name "
					 "there, or leave it out");
	return -1;
}
