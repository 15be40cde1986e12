/* SPDX-License-Identifier: MIT */
#ifndef OPTION_OPTION_H
#define OPTION_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/*
 * An option is a row: its name, what it takes, where that goes, what it does
 * for people, and what a record tells of it.  Reading a command line, help,
 * completion, the search for words, records and their comparison are made of
 * rows, so that a new one is in all of them.
 */
enum option_kind {
	OPTION_FLAG,   /* bool: true */
	OPTION_SWITCH, /* bool: by "on" or "off" */
	OPTION_NUMBER, /* uint64_t */
	OPTION_COUNT,  /* unsigned: from 1 to `value` */
	OPTION_RATIO,  /* double: 2.5 or 5:2 */
	OPTION_TEXT,   /* const char *: as typed, which stays */
	OPTION_LIST,   /* char *: to be freed, with commas between what is
			* typed each time */
	OPTION_BIT,    /* uint8_t: it gets the bits of `value` */
	OPTION_VALUE,  /* an enumeration: it becomes `value` */
	OPTION_OWN,    /* by `take` and `print` */
};

/* Kinds of targets on which an option means something. */
enum {
	OPTION_ON_BOARD = 1 << 0,
	OPTION_ON_LINK = 1 << 1, /* a core behind a debug server */
};

struct option_row {
	const char *name; /* NULL: lines of a help, and no option */
	char letter;      /* 0: it has none */
	uint8_t kind;     /* enum option_kind */
	uint8_t on;       /* OPTION_ON_...: on these only */
	bool adds;        /* it may be given several times */
	size_t place;     /* in the structure that the set fills */
	size_t said;    /* 1 + the place of a bool that tells it was given; 0 */
	unsigned value; /* OPTION_COUNT, _BIT, _VALUE */
	/* The argument's name; NULL: there is none.  Where it is long, `brief`
	 * stands for it in a list without `help`; "": such lists leave the
	 * option out. */
	const char *argument, *brief;
	/*
	 * Lines of help behind the name; a further one is there as a whole.
	 * Where options share lines, it has the blanks and ends of lines as
	 * well.
	 */
	const char *help;
	/*
	 * The record's member that has it; NULL: none.  With `fact` it is there
	 * in any case: what a machine is called that has the option, or, where
	 * not NULL, `plain` without it.
	 */
	const char *recorded, *fact, *plain;
	/* OPTION_OWN: into the structure, and from there in words that are the
	 * same for the same value, a line for each; false: nobody asked for it.
	 * `out` may be NULL. */
	bool (*take)(const char *text, void *to, struct error *err);
	bool (*print)(FILE *out, const void *from);
};

/* Does it end a table?  The others have a name, or help. */
static inline bool option_ends(const struct option_row *row)
{
	return !row->name && !row->help;
}

/* Puts the argument, NULL where there is none, where the row says. */
bool option_take(const struct option_row *row, const char *text, void *to,
		 struct error *err);
/* Prints the value, of a flag nothing; false: nobody asked for it.  `out` may
 * be NULL. */
bool option_print(const struct option_row *row, FILE *out, const void *from);

/* The value of an option whose kind has a place, and the bool that tells
 * whether it was given; NULL: there is none. */
static inline void *option_place(const struct option_row *row, void *to)
{
	return (char *)to + row->place;
}
static inline bool *option_said(const struct option_row *row, void *to)
{
	return row->said ? (bool *)to + row->said - 1 : NULL;
}

/* Calls `each` for every value, for a flag once with ""; false: it has, or
 * there is no memory. */
bool option_each(const struct option_row *row, const void *from,
		 bool (*each)(void *ctx, const struct option_row *row,
			      const char *value),
		 void *ctx);

/* "-n" or "--name": how a message calls it. */
enum { OPTION_TYPED = 32 };
const char *option_typed(const struct option_row *row, char text[OPTION_TYPED]);

/* "  --name ARGUMENT   help": lines for who wants to know. */
void option_help(const struct option_row *row, FILE *out);
/* The option in a line that rows share; `both`: "-n, --name ARGUMENT".
 * `begins`: nothing is on the line yet; true at first. */
void option_line(const struct option_row *row, bool both, bool *begins,
		 FILE *out);

#endif
