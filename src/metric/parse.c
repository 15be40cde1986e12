/* SPDX-License-Identifier: MIT */
/*
 * Parses formulas, by recursive descent:
 *
 *	sum     = product { ("+" | "-") product }
 *	product = factor { ("*" | "/") factor }
 *	factor  = "-" factor | number | name | "(" sum ")"
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metric/scan.h"

static bool at_sign(const struct parser *p, const char *signs)
{
	return p->token == TOKEN_SIGN && strchr(signs, p->text[p->start]);
}

/* There is room: every operation comes from a character of its own. */
static void emit(struct parser *p, enum op_kind kind, size_t right)
{
	struct op *op = &p->f->op[p->f->ops++];

	op->kind = kind;
	op->right = (uint16_t)right;
}

static bool emit_name(struct parser *p)
{
	struct formula *f = p->f;
	size_t quote = p->text[p->start] == '`';
	const char *name = p->text + p->start + quote;
	size_t length = p->end - p->start - 2 * quote;
	size_t i = 0;

	while (i < f->names && (strlen(f->name[i]) != length ||
				memcmp(f->name[i], name, length) != 0))
		i++;
	if (i == FORMULA_NAMES_MAX)
		return scan_complain(
			p, p->start,
			"this is the 65th name, and 64 are the most; "
			"take the formula apart");
	if (i == f->names) {
		f->name[i] = strndup(name, length);
		if (!f->name[i])
			return error_no_memory(p->err);
		f->names++;
	}
	f->op[f->ops].name = (uint16_t)i;
	emit(p, OP_NAME, 0);
	return true;
}

static bool sum(struct parser *p);

static bool parenthesis(struct parser *p)
{
	size_t open = p->start;
	char text[80];

	if (!scan_next(p) || !sum(p))
		return false;
	if (at_sign(p, ")"))
		return scan_next(p);
	snprintf(text, sizeof(text),
		 "an operator or ')' for the '(' in column %zu", open + 1);
	return scan_expected(p, text);
}

static bool deeper(struct parser *p)
{
	if (++p->depth <= FORMULA_DEPTH_MAX)
		return true;
	return scan_complain(
		p, p->start,
		"this nests more than 64 deep; take the formula apart");
}

static bool factor(struct parser *p)
{
	bool good;

	if (p->token == TOKEN_NUMBER) {
		p->f->op[p->f->ops].number = p->number;
		emit(p, OP_NUMBER, 0);
		return scan_next(p);
	}
	if (p->token == TOKEN_NAME)
		return emit_name(p) && scan_next(p);
	if (!at_sign(p, "-("))
		return scan_expected(p, "a number, a name or '('");
	if (!deeper(p))
		return false;
	if (at_sign(p, "(")) {
		good = parenthesis(p);
	} else {
		good = scan_next(p) && factor(p);
		if (good)
			emit(p, OP_NEGATE, 0);
	}
	p->depth--;
	return good;
}

static bool product(struct parser *p)
{
	if (!factor(p))
		return false;
	while (at_sign(p, "*/")) {
		enum op_kind kind = at_sign(p, "*") ? OP_MULTIPLY : OP_DIVIDE;
		size_t right = p->f->ops;

		if (!scan_next(p) || !factor(p))
			return false;
		emit(p, kind, right);
	}
	return true;
}

static bool sum(struct parser *p)
{
	if (!product(p))
		return false;
	while (at_sign(p, "+-")) {
		enum op_kind kind = at_sign(p, "+") ? OP_ADD : OP_SUBTRACT;
		size_t right = p->f->ops;

		if (!scan_next(p) || !product(p))
			return false;
		emit(p, kind, right);
	}
	return true;
}

static bool whole(struct parser *p)
{
	if (p->length > FORMULA_TEXT_MAX)
		return error_set(p->err,
				 "column %d: the formula has more than %d "
				 "characters; take it apart",
				 FORMULA_TEXT_MAX + 1, FORMULA_TEXT_MAX);
	if (!scan_next(p))
		return false;
	if (p->token == TOKEN_END)
		return error_set(p->err,
				 "column %zu: the formula is empty; write for "
				 "example misses / accesses",
				 p->start + 1);
	if (!sum(p))
		return false;
	if (p->token == TOKEN_END)
		return true;
	if (at_sign(p, ")"))
		return scan_complain(p, p->start, "this ')' has no '('");
	return scan_expected(p, "an operator (+ - * /)");
}

struct formula *formula_parse(const char *text, struct error *err)
{
	struct parser p = { .text = text, .length = strlen(text), .err = err };

	p.f = calloc(1, sizeof(*p.f));
	if (p.f)
		p.f->op = calloc(p.length < FORMULA_TEXT_MAX
					 ? p.length + 1
					 : FORMULA_TEXT_MAX + 1,
				 sizeof(*p.f->op));
	if (!p.f || !p.f->op) {
		error_no_memory(err);
	} else if (whole(&p)) {
		return p.f;
	}
	formula_free(p.f);
	return NULL;
}

void formula_free(struct formula *f)
{
	if (!f)
		return;
	for (size_t i = 0; i < f->names; i++)
		free(f->name[i]);
	free(f->op);
	free(f);
}

const char *const *formula_names(const struct formula *f, size_t *count)
{
	*count = f->names;
	return (const char *const *)f->name;
}
