/* SPDX-License-Identifier: MIT */
/* Rows of options: taken, printed and told.  See option.h. */
#include "option/option.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

static const void *place_of(const struct option_row *row, const void *from)
{
	return (const char *)from + row->place;
}

static bool take_switch(const struct option_row *row, const char *text,
			bool *on, struct error *err)
{
	*on = strcmp(text, "on") == 0;
	return *on || strcmp(text, "off") == 0 ||
	       error_set(err, "--%s: '%s' is neither on nor off", row->name,
			 text);
}

static bool take_number(const struct option_row *row, const char *text,
			void *to, struct error *err)
{
	char typed[OPTION_TYPED];

	return number_read(text, option_place(row, to), err) ||
	       error_within(err, "%s", option_typed(row, typed));
}

static bool take_count(const struct option_row *row, const char *text,
		       unsigned *to, struct error *err)
{
	char typed[OPTION_TYPED];
	uint64_t n;

	option_typed(row, typed);
	if (!number_read(text, &n, err))
		return error_within(err, "%s", typed);
	if (n < 1 || n > row->value)
		return error_set(err, "%s: %s is not one of 1 to %u", typed,
				 text, row->value);
	*to = (unsigned)n;
	return true;
}

static bool take_ratio(const struct option_row *row, const char *text, void *to,
		       struct error *err)
{
	char typed[OPTION_TYPED];

	return number_ratio(text, option_place(row, to), err) ||
	       error_within(err, "%s", option_typed(row, typed));
}

static bool print_number(const struct option_row *row, FILE *out,
			 const void *from)
{
	const uint64_t value = *(const uint64_t *)place_of(row, from);

	if (row->said ? !*((const bool *)from + row->said - 1) : !value)
		return false;
	if (out)
		fprintf(out, "%" PRIu64 "\n", value);
	return true;
}

static bool print_text(FILE *out, const char *text)
{
	if (out && text)
		fprintf(out, "%s\n", text);
	return text;
}

static bool take(const struct option_row *row, const char *text, void *to,
		 struct error *err)
{
	switch ((enum option_kind)row->kind) {
	case OPTION_FLAG:
		*(bool *)option_place(row, to) = true;
		return true;
	case OPTION_SWITCH:
		return take_switch(row, text, option_place(row, to), err);
	case OPTION_NUMBER:
		return take_number(row, text, to, err);
	case OPTION_COUNT:
		return take_count(row, text, option_place(row, to), err);
	case OPTION_RATIO:
		return take_ratio(row, text, to, err);
	case OPTION_TEXT:
		*(const char **)option_place(row, to) = text;
		return true;
	case OPTION_LIST:
		return text_append(option_place(row, to), text, ',') ||
		       error_no_memory(err);
	case OPTION_BIT:
		*(uint8_t *)option_place(row, to) |= (uint8_t)row->value;
		return true;
	case OPTION_VALUE:
		*(unsigned *)option_place(row, to) = row->value;
		return true;
	case OPTION_OWN:
	default:
		return row->take(text, to, err);
	}
}

bool option_take(const struct option_row *row, const char *text, void *to,
		 struct error *err)
{
	if (!take(row, text, to, err))
		return false;
	if (row->said)
		*option_said(row, to) = true;
	return true;
}

bool option_print(const struct option_row *row, FILE *out, const void *from)
{
	const void *at = place_of(row, from);

	switch ((enum option_kind)row->kind) {
	case OPTION_FLAG:
		return *(const bool *)at;
	case OPTION_SWITCH:
		if (out)
			fputs("on\n", out);
		return *(const bool *)at;
	case OPTION_NUMBER:
		return print_number(row, out, from);
	case OPTION_TEXT:
		return print_text(out, *(const char *const *)at);
	/* No record has the others. */
	case OPTION_COUNT:
	case OPTION_RATIO:
	case OPTION_LIST:
	case OPTION_BIT:
	case OPTION_VALUE:
	case OPTION_OWN:
	default:
		return row->print && row->print(out, from);
	}
}

static bool each_line(const struct option_row *row, char *text,
		      bool (*each)(void *ctx, const struct option_row *row,
				   const char *value),
		      void *ctx)
{
	for (char *end; (end = strchr(text, '\n')); text = end + 1) {
		*end = '\0';
		if (!each(ctx, row, text))
			return false;
	}
	return true;
}

bool option_each(const struct option_row *row, const void *from,
		 bool (*each)(void *ctx, const struct option_row *row,
			      const char *value),
		 void *ctx)
{
	char *text = NULL;
	size_t size;
	FILE *out;
	bool good;

	if (!option_print(row, NULL, from))
		return true;
	if (row->kind == OPTION_FLAG)
		return each(ctx, row, "");
	out = memory_stream(&text, &size);
	if (!out)
		return false;
	option_print(row, out, from);
	good = memory_stream_end(out, &text) == 0 &&
	       each_line(row, text, each, ctx);
	free(text);
	return good;
}

const char *option_typed(const struct option_row *row, char text[OPTION_TYPED])
{
	if (row->letter)
		snprintf(text, OPTION_TYPED, "-%c", row->letter);
	else
		snprintf(text, OPTION_TYPED, "--%s", row->name);
	return text;
}

void option_line(const struct option_row *row, bool both, bool *begins,
		 FILE *out)
{
	const char *help = row->help;
	char typed[OPTION_TYPED];

	if (!help)
		return;
	if (row->name) {
		fprintf(out, "%s%s", *begins ? "  " : "",
			option_typed(row, typed));
		if (both && row->letter)
			fprintf(out, ", --%s", row->name);
		if (row->argument)
			fprintf(out, " %s", row->argument);
	}
	fputs(help, out);
	*begins = !*help || help[strlen(help) - 1] == '\n';
}

void option_help(const struct option_row *row, FILE *out)
{
	enum { COLUMN = 17, GAP = 3 };
	const int said =
		fprintf(out, "  --%s%s%s", row->name, row->argument ? " " : "",
			row->argument ? row->argument : "");

	fprintf(out, "%*s%s\n", said < COLUMN - 1 ? COLUMN - said : (int)GAP,
		"", row->help);
}
