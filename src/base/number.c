/* SPDX-License-Identifier: MIT */
/* How whole numbers are typed.  See number.h. */
#include "base/number.h"

#include <stddef.h>

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* Is there a whole group of digits, and no more, after the comma at `p`? */
static bool group_follows(const char *p, unsigned size, unsigned base)
{
	unsigned n = 0;

	while (digit_value(p[1 + n]) < (int)base)
		n++;
	return n == size;
}

bool number_read(const char *text, uint64_t *value, struct error *err)
{
	unsigned base = 10, digits = 0;
	const char *p = text;
	uint64_t v = 0;

	if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X'))
		base = 16;
	else if (p[0] == '0' && (p[1] == 'b' || p[1] == 'B'))
		base = 2;
	p += base == 10 ? 0 : 2;
	for (; *p; p++) {
		int d = digit_value(*p);

		if ((*p == '_' || *p == '\'') && digits)
			continue;
		if (*p == ',' && digits &&
		    group_follows(p, base == 10 ? 3 : 4, base))
			continue;
		if (d >= (int)base)
			return error_set(err,
					 "%s is not a whole number (123, "
					 "1,234 or 0x7b)",
					 text);
		if (v > (UINT64_MAX - (unsigned)d) / base)
			return error_set(err,
					 "%s does not fit 64 bits; "
					 "18446744073709551615 is the largest",
					 text);
		v = v * base + (unsigned)d;
		digits++;
	}
	if (!digits)
		return error_set(err,
				 "%s is not a whole number (123, 1,234 "
				 "or 0x7b)",
				 *text ? text : "nothing");
	*value = v;
	return true;
}

/* Reads 1 to 9 digits; NULL: there are none, or more. */
static const char *ratio_digits(const char *text, uint64_t *value,
				double *scale)
{
	unsigned n = 0;

	*value = 0;
	*scale = 1;
	for (; *text >= '0' && *text <= '9'; text++, n++) {
		if (n == 9)
			return NULL;
		*value = *value * 10 + (uint64_t)(*text - '0');
		*scale *= 10;
	}
	return n ? text : NULL;
}

bool number_ratio(const char *text, double *value, struct error *err)
{
	uint64_t first, second = 0;
	double scale = 1, ratio = 0;
	const char *p = ratio_digits(text, &first, &scale);
	char between = '.';

	if (p && *p) {
		between = *p;
		p = between == '.' || between == ':'
			    ? ratio_digits(p + 1, &second, &scale)
			    : NULL;
	}
	if (p && !*p) {
		ratio = (double)first;
		if (between == '.')
			ratio += (double)second / scale;
		else
			ratio = second ? ratio / (double)second : 0;
	}
	if (!(ratio > 0 && ratio <= 1000))
		return error_set(err,
				 "%s is no ratio of clocks (2, 2.5 or 5:2; "
				 "above 0 and at most 1000)",
				 *text ? text : "nothing");
	*value = ratio;
	return true;
}
