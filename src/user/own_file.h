/* SPDX-License-Identifier: MIT */
#ifndef USER_OWN_FILE_H
#define USER_OWN_FILE_H

#include "catalog/catalog.h"
#include "user/list.h"

/* A file of metrics as it is read: inside of this room only. */
enum { OWN_ROWS_MAX = 512, OWN_TEXT_MAX = 1000 };
/* No bound: the formula's value may be anything. */
#define OWN_UNBOUNDED 1e99

struct own_metric {
	struct catalog_metric row;
	struct formula *formula;
	struct catalog_note note; /* id NULL: it has none */
	const char *monitors;     /* by blanks; "": each that has its events */
	unsigned there;           /* how many have it */
};

struct own_group {
	struct catalog_group row;
	unsigned there;
};

struct own_file {
	struct user_text of;
	char *path, *body;
	struct own_metric *metric;
	size_t metrics;
	struct own_group *group;
	size_t groups;
	char **text; /* all that the rows point to */
	size_t texts;
	struct own_file *next;
};

/* The caller frees the file whatever happens. */
bool own_file_read(struct own_file *f, const char *path, struct error *err);
void own_file_free(struct own_file *f);

#endif
