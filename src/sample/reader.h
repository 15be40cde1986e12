/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_READER_H
#define SAMPLE_READER_H

#include "sample/sample.h"
#include "json/reader.h"

/* A profile's document while it is read.  Only this room uses it. */
struct sample_reader {
	struct reader in;
	struct sample *to;
};

/* read_declared.c: of functions, after these and the files. */
void reader_declared(struct sample_reader *f, json_t *root);
/* read_singles.c: samples by themselves, after all that they are of. */
void reader_singles(struct sample_reader *f, json_t *root);

#endif
