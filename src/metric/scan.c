/* SPDX-License-Identifier: MIT */
/*
 * Tokens of formulas, and the complaints about them.  Neither the locale nor
 * <ctype.h> has a say in what a digit or a letter is.
 */
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metric/scan.h"

enum { NUMBER_MAX = 63, SHOWN_MAX = 40 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Some of the text, fit for one line: at most SHOWN_MAX characters of it. */
static void show(const struct parser *p, size_t from, size_t to, char *out)
{
	size_t n = 0;

	for (size_t i = from; i < to && n < SHOWN_MAX; i++) {
		char c = p->text[i];

		if (is_blank(c))
			c = ' ';
		out[n++] = (char)(c >= ' ' && c <= '~' ? c : '?');
	}
	out[n] = '\0';
}

/*
 * Puts "column N: " in front of the error, and the place in the text behind it.
 */
bool scan_complain(struct parser *p, size_t at, const char *what)
{
	char shown[SHOWN_MAX + 1];
	size_t from = at > SHOWN_MAX / 2 ? at - SHOWN_MAX / 2 : 0;
	size_t to = from + SHOWN_MAX;

	if (to >= p->length) {
		to = p->length;
		from = to > SHOWN_MAX ? to - SHOWN_MAX : 0;
	}
	show(p, from, to, shown);
	return error_set(p->err, "column %zu: %s, in '%s%s%s'", at + 1, what,
			 from > 0 ? "..." : "", shown,
			 to < p->length ? "..." : "");
}

static void describe(const struct parser *p, char *out, size_t room)
{
	char shown[SHOWN_MAX + 1];

	show(p, p->start, p->end, shown);
	if (p->token == TOKEN_END)
		snprintf(out, room, "the end");
	else
		snprintf(out, room, "'%s'", shown);
}

/* "expected WHAT after 'x', not 'y'" */
bool scan_expected(struct parser *p, const char *what)
{
	char before[SHOWN_MAX + 1], now[SHOWN_MAX + 3], text[200];

	describe(p, now, sizeof(now));
	show(p, p->before_start, p->before_end, before);
	if (before[0])
		snprintf(text, sizeof(text), "expected %s after '%s', not %s",
			 what, before, now);
	else
		snprintf(text, sizeof(text), "expected %s, not %s", what, now);
	return scan_complain(p, p->start, text);
}

/* The value of the number token, whatever the locale's decimal point is. */
static bool convert(struct parser *p)
{
	char digits[NUMBER_MAX + 1];
	size_t length = p->end - p->start;
	locale_t c_locale, locale;

	if (length > NUMBER_MAX)
		return scan_complain(p, p->start,
				     "this number has more than 63 characters; "
				     "round it");
	memcpy(digits, p->text + p->start, length);
	digits[length] = '\0';
	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!c_locale)
		return error_no_memory(p->err);
	locale = uselocale(c_locale);
	p->number = strtod(digits, NULL);
	uselocale(locale);
	freelocale(c_locale);
	if (!isfinite(p->number))
		return scan_complain(p, p->start, "this number is too big");
	if (p->number == 0 &&
	    strcspn(digits, "123456789eE") < strcspn(digits, "eE"))
		return scan_complain(p, p->start,
				     "this number is too close to zero");
	return true;
}

static size_t digits_end(const struct parser *p, size_t i)
{
	while (is_digit(p->text[i]))
		i++;
	return i;
}

/* 12, 1.5, 2e6, 1.5e-3: a digit on both sides of the point. */
static bool scan_number(struct parser *p)
{
	size_t i = digits_end(p, p->start), power;

	p->token = TOKEN_NUMBER;
	if (p->text[i] == '.') {
		if (!is_digit(p->text[i + 1]))
			return scan_complain(
				p, i + 1,
				"expected a digit after the decimal "
				"point");
		i = digits_end(p, i + 1);
	}
	if (p->text[i] == 'e' || p->text[i] == 'E') {
		power = i + 1;
		if (p->text[power] == '+' || p->text[power] == '-')
			power++;
		if (is_digit(p->text[power]))
			i = digits_end(p, power);
	}
	p->end = i;
	if (p->text[i] == '.')
		return scan_complain(p, i,
				     "a number has one decimal point only");
	return convert(p);
}

static bool is_word(char c)
{
	return is_letter(c) || is_digit(c) || c == '.';
}

/*
 * The end of a monitor's name that has hyphens in it: "cortex-a53:cycles".  A
 * hyphen is one of a name only within such a word in front of a colon;
 * elsewhere it is a minus.  0: no such name begins here.
 */
static size_t monitor_end(const struct parser *p)
{
	size_t i = p->start;

	while (is_word(p->text[i]) ||
	       (p->text[i] == '-' && is_word(p->text[i + 1])))
		i++;
	return p->text[i] == ':' && is_letter(p->text[i + 1]) ? i : 0;
}

static bool scan_name(struct parser *p)
{
	size_t monitor = monitor_end(p);
	size_t i = monitor ? monitor : p->start;
	bool behind = false; /* a colon: "EVENT:threshold=20" is one name */

	p->token = TOKEN_NAME;
	while (is_word(p->text[i]) || p->text[i] == ':' ||
	       (p->text[i] == '=' && behind))
		behind |= p->text[i++] == ':';
	p->end = i;
	return true;
}

static bool scan_quoted(struct parser *p)
{
	size_t i = p->start + 1;

	p->token = TOKEN_NAME;
	while (p->text[i] && p->text[i] != '`') {
		if ((unsigned char)p->text[i] < ' ' || p->text[i] == 0x7f)
			return scan_complain(p, i,
					     "a name cannot have control "
					     "characters");
		i++;
	}
	if (!p->text[i])
		return scan_complain(p, p->start,
				     "the name that begins here has no closing "
				     "backquote");
	if (i == p->start + 1)
		return scan_complain(p, p->start, "the name is empty");
	p->end = i + 1;
	return true;
}

bool scan_next(struct parser *p)
{
	char c;

	p->before_start = p->start;
	p->before_end = p->end;
	p->start = p->end;
	while (is_blank(p->text[p->start]))
		p->start++;
	p->end = p->start;
	c = p->text[p->start];
	if (c == '\0') {
		p->token = TOKEN_END;
		return true;
	}
	if (is_digit(c))
		return scan_number(p);
	if (is_letter(c))
		return scan_name(p);
	if (c == '`')
		return scan_quoted(p);
	p->end = p->start + 1;
	if (strchr("+-*/()", c)) {
		p->token = TOKEN_SIGN;
		return true;
	}
	if (c == '.')
		return scan_complain(
			p, p->start,
			"a number begins with a digit: 0.5, not .5");
	return scan_complain(
		p, p->start,
		c > ' ' && c <= '~'
			? "this character means nothing in a formula; "
			  "a name that has it goes in backquotes"
			: "this is not a printable character; a name "
			  "that has it goes in backquotes");
}
