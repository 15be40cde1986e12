/* SPDX-License-Identifier: MIT */
/*
 * Counts words, numbers, strings and comments in a made-up text with a small
 * state machine: little data, many branches that depend on it.
 */
#include "demo.h"

enum { SIZE = 65536, PASSES = 4 };

enum state { BLANK, WORD, NUMBER, STRING, COMMENT };

struct counts {
	uint32_t words, numbers, strings, comments, lines;
};

static char text[SIZE];

static void write_text(void)
{
	static const char letters[] = "aeinorst bdl 0123 57 \"#\n ";
	uint32_t seed = 5;

	for (int i = 0; i < SIZE; i++)
		text[i] = letters[demo_random(&seed) % (sizeof(letters) - 1)];
}

static enum state from_blank(char c, struct counts *n)
{
	if (c == '"')
		return STRING;
	if (c == '#')
		return COMMENT;
	if (c >= '0' && c <= '9') {
		n->numbers++;
		return NUMBER;
	}
	if (c >= 'a' && c <= 'z') {
		n->words++;
		return WORD;
	}
	return BLANK;
}

static enum state step(enum state state, char c, struct counts *n)
{
	switch (state) {
	case WORD:
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			return WORD;
		break;
	case NUMBER:
		if (c >= '0' && c <= '9')
			return NUMBER;
		break;
	case STRING:
		if (c != '"')
			return STRING;
		n->strings++;
		return BLANK;
	case COMMENT:
		if (c != '\n')
			return COMMENT;
		n->comments++;
		break;
	case BLANK:
		break;
	}
	return from_blank(c, n);
}

/* Kept whole: a symbol to name as the region to measure. */
__attribute__((noipa)) static void scan(struct counts *n)
{
	enum state state = BLANK;

	for (int i = 0; i < SIZE; i++) {
		if (text[i] == '\n')
			n->lines++;
		state = step(state, text[i], n);
	}
}

int main(void)
{
	struct counts n = { 0 };
	uint32_t sum = 0;

	write_text();
	for (int i = 0; i < PASSES; i++)
		scan(&n);
	sum = demo_checksum(sum, n.words);
	sum = demo_checksum(sum, n.numbers);
	sum = demo_checksum(sum, n.strings);
	sum = demo_checksum(sum, n.comments);
	sum = demo_checksum(sum, n.lines);
	return demo_finish("state_machine", sum);
}
