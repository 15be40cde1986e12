/* SPDX-License-Identifier: MIT */
/*
 * Numbers in groups of three, from the right; a comma, whatever the locale.
 */
#include "base/digits.h"

struct digits digits_grouped(uint64_t n)
{
	struct digits d = { "" };
	char reversed[sizeof d.text];
	unsigned used = 0, digit = 0;

	do {
		if (digit && digit % 3 == 0)
			reversed[used++] = ',';
		reversed[used++] = (char)('0' + n % 10);
		n /= 10;
		digit++;
	} while (n);
	for (unsigned i = 0; i < used; i++)
		d.text[i] = reversed[used - 1 - i];
	return d;
}
