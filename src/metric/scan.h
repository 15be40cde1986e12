/* SPDX-License-Identifier: MIT */
#ifndef METRIC_SCAN_H
#define METRIC_SCAN_H

#include "metric/inner.h"

/*
 * Takes a formula's text apart into tokens, and complains about places in it.
 */
enum token {
	TOKEN_END,
	TOKEN_NUMBER,
	TOKEN_NAME,
	TOKEN_SIGN, /* one of + - * / ( ) */
};

struct parser {
	const char *text;
	size_t length;
	struct formula *f;
	struct error *err;
	unsigned depth;
	enum token token;
	size_t start, end;   /* of the token, in text */
	size_t before_start; /* of the token before it */
	size_t before_end;
	double number;
};

/* Goes to the next token.  False and the error set: there is no such token. */
bool scan_next(struct parser *p);

/* "column N: WHAT, in 'TEXT'"; `at` counts from 0.  Always false. */
bool scan_complain(struct parser *p, size_t at, const char *what);

/* "expected WHAT after 'x', not 'y'", at the token.  Always false. */
bool scan_expected(struct parser *p, const char *what);

#endif
