/* SPDX-License-Identifier: MIT */
/* Rows of options: taken, printed and told.  See option.h. */
#include "option/option.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

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
	if (!number_read(text, option_place(row, to), err))
		return error_within(err, "--%s", row->name);
	if (row->said)
		*option_said(row, to) = true;
	return true;
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

bool option_take(const struct option_row *row, const char *text, void *to,
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
	case OPTION_TEXT:
		*(const char **)option_place(row, to) = text;
		return true;
	case OPTION_OWN:
	default:
		return row->take(text, to, err);
	}
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
	out = open_memstream(&text, &size);
	if (!out)
		return false;
	option_print(row, out, from);
	good = fclose(out) == 0 && each_line(row, text, each, ctx);
	free(text);
	return good;
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
