/* SPDX-License-Identifier: MIT */
#ifndef USER_LIST_H
#define USER_LIST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A core's events as a file lists them: inside of this room only. */
enum { USER_EVENTS_MAX = 4096, USER_NAME = 48, USER_COUNTERS_MAX = 30 };

struct user_event {
	char *name, *title; /* clean; title may be "" */
	uint16_t code;
	bool named;    /* the name is one */
	bool coded;    /* else the name is the architecture's */
	bool duration; /* the list says that it counts cycles */
	bool counted;  /* or that it counts occurrences */
};

struct user_list {
	char name[USER_NAME]; /* small letters, no blanks */
	struct user_event *event;
	size_t events;
	unsigned counters; /* that count events; 0: not said */
	unsigned part;     /* as cores.def has it; 0: not said */
	unsigned id_line;  /* where `cpuid` is; 0: nowhere */
	bool v2;           /* ARMv7's PMUv2, else PMUv3 */
	size_t unnamed;    /* events that the list gives no name */
	size_t metrics;    /* and metrics, which are left where they are */
};

/* A file's text, and where in it something is. */
struct user_text {
	const char *path;
	const char *text;
};

/* Adds a file's events.  The list is freed by the caller whatever happens. */
bool user_list_read(struct user_list *l, const char *path, struct error *err);
void user_list_free(struct user_list *l);

/* A whole file, with '\0' behind it, for the caller to free; NULL and `err`. */
char *user_list_whole(const char *path, struct error *err);

/* Arm's form, and that of Linux. */
bool user_list_of_arm(struct user_list *l, const struct user_text *of,
		      json_t *root, struct error *err);
bool user_list_of_linux(struct user_list *l, const struct user_text *of,
			json_t *root, struct error *err);
/* Another event, of the row that is looked at. */
struct user_event *user_list_next(struct user_list *l, struct error *err);
/* Takes a text of a row, cleaned; "" and false where it is no text. */
bool user_list_text(json_t *value, char **to);

/*
 * The line, from 1, where the nth object of a list begins: of the document
 * itself, or of its member `key`; nth USER_MEMBER: where that member is.  0:
 * there is none.
 */
#define USER_MEMBER SIZE_MAX
unsigned user_line_of(const char *text, const char *key, size_t nth);
/* "FILE:LINE: of row N: cause": always false. */
bool user_list_bad(const struct user_text *of, const char *key, size_t nth,
		   struct error *err, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

#endif
