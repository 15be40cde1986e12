/* SPDX-License-Identifier: MIT */
#ifndef USER_OWN_H
#define USER_OWN_H

#include <stdbool.h>

#include "base/error.h"
#include "catalog/catalog.h"

/*
 * Metrics and groups of a user's, by files, beside those that monitors have.
 * From then on they are a monitor's like any other, wherever it has their
 * events; only their titles and sources say that they are the user's.
 */

/* False and `err`: "FILE:LINE: cause; cure", and nothing has been added. */
bool user_metrics_add(const char *path, struct error *err);

/* Adds $XDG_DATA_HOME/tally/metrics, each NAME.json of it.  No folder: true. */
bool user_metrics_of_folder(struct error *err);

/* A monitor that came later has them as well; false: no memory. */
bool user_metrics_for(const struct catalog_monitor *m, struct error *err);

/* The text of the file that was added so late, of the newest 0; NULL: none. */
const char *user_metrics_text(unsigned ago);

/* Takes out of the catalogue, and frees, what has been added. */
void user_metrics_free(void);

#endif
