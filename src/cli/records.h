/* SPDX-License-Identifier: MIT */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "record/file.h"

/* The record of a file, or of standard input where the path is "-".  NULL and
 * `err`: there is none. */
struct record *record_of_path(const char *path, struct error *err);

#endif
