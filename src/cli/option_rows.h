/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTION_ROWS_H
#define CLI_OPTION_ROWS_H

#include "option/option.h"

/*
 * Rows of verbs' options, for option_line().  A verb says where the value goes
 * and, in its own words and layout, what it does there; letter, name and kind
 * of an option that several verbs have stand here once.
 */

/* Lines of a help without an option: a title, or what other sets have. */
#define ROW_SAYS(text)                                                         \
	{                                                                      \
		.help = (text)                                                 \
	}
/* Letters are 0 where there is none; help may be NULL. */
#define ROW_FLAG(char_, word, at, text)                                        \
	{                                                                      \
		.name = (word), .letter = (char_), .kind = OPTION_FLAG,        \
		.place = (at), .help = (text)                                  \
	}
/* Whom Linux counts; `flag` is 1 more than where it is kept that one of these
 * was said. */
#define ROW_ALL_CPUS(at, flag, text)                                           \
	{                                                                      \
		.name = "all-cpus", .letter = 'a', .kind = OPTION_FLAG,        \
		.place = (at), .said = (flag), .help = (text)                  \
	}
#define ROW_WHOM(word, at, flag, what, text)                                   \
	{                                                                      \
		.name = (word), .kind = OPTION_TEXT, .place = (at),            \
		.said = (flag), .argument = (what), .help = (text)             \
	}
#define ROW_BIT(word, at, bits, text)                                          \
	{                                                                      \
		.name = (word), .kind = OPTION_BIT, .place = (at),             \
		.value = (bits), .help = (text)                                \
	}
#define ROW_VALUE(word, at, is, text)                                          \
	{                                                                      \
		.name = (word), .kind = OPTION_VALUE, .place = (at),           \
		.value = (is), .help = (text)                                  \
	}
#define ROW_TEXT(char_, word, at, what, text)                                  \
	{                                                                      \
		.name = (word), .letter = (char_), .kind = OPTION_TEXT,        \
		.place = (at), .argument = (what), .help = (text)              \
	}
#define ROW_LIST(char_, word, at, text)                                        \
	{                                                                      \
		.name = (word), .letter = (char_), .kind = OPTION_LIST,        \
		.adds = true, .place = (at), .argument = "LIST",               \
		.help = (text)                                                 \
	}
#define ROW_COUNT(char_, word, at, most, text)                                 \
	{                                                                      \
		.name = (word), .letter = (char_), .kind = OPTION_COUNT,       \
		.value = (most), .place = (at), .argument = "N",               \
		.help = (text)                                                 \
	}
#define ROW_OWN(char_, word, function, what, text)                             \
	{                                                                      \
		.name = (word), .letter = (char_), .kind = OPTION_OWN,         \
		.take = (function), .argument = (what), .help = (text)         \
	}
/* An option of its own that may be given several times. */
#define ROW_MORE(char_, word, function, what, text)                            \
	{                                                                      \
		.name = (word), .letter = (char_), .kind = OPTION_OWN,         \
		.adds = true, .take = (function), .argument = (what),          \
		.help = (text)                                                 \
	}
#define ROWS_END                                                               \
	{                                                                      \
		0                                                              \
	}

/* A target, and events that are counted there. */
#define ROW_TARGET(at, what, text)  ROW_TEXT('t', "target", at, what, text)
#define ROW_MONITOR(at, what, text) ROW_TEXT('m', "monitor", at, what, text)
#define ROW_METRICS(at, text)       ROW_LIST('M', "metrics", at, text)
#define ROW_EVENTS(at, text)        ROW_LIST('e', "events", at, text)
#define ROW_GROUPS(at, text)        ROW_LIST('g', "groups", at, text)
#define ROW_MAP(at, text)           ROW_TEXT(0, "map", at, "FILE", text)
#define ROW_PASSES(at, text)        ROW_COUNT(0, "max-passes", at, 1000, text)
#define ROW_REPEAT(at, text)        ROW_COUNT('r', "repeat", at, 10000, text)
#define ROW_RATIO(at, text)                                                    \
	{                                                                      \
		.name = "clock-ratio", .kind = OPTION_RATIO, .place = (at),    \
		.argument = "R", .help = (text)                                \
	}

/* The forms of a result, and its files. */
#define ROW_OUTPUT(at, what, text) ROW_TEXT('o', "output", at, what, text)
#define ROW_JSON(at, is, text)     ROW_VALUE("json", at, is, text)
#define ROW_CSV(at, is, text)      ROW_VALUE("csv", at, is, text)
#define ROW_NOTES(at, text)        ROW_VALUE("notes", at, REPORT_NOTES, text)
#define ROW_PAGE(at, text)         ROW_TEXT(0, "html", at, "PAGE", text)
#define ROW_QUIET(at, text)        ROW_FLAG(0, "quiet-program", at, text)
#define ROW_HELP(at)               ROW_FLAG('h', "help", at, NULL)

#endif
