/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PROGRAM_IMAGE_H
#define TESTS_PROGRAM_IMAGE_H

#include "program/program.h"

struct image_symbol {
	const char *name;
	uint32_t addr, size;
};

/*
 * A program of an ARM core with nothing in it but names of functions, in memory
 * from 0x8000 to 0xa000.
 */
struct program *program_image(const struct image_symbol *symbol,
			      unsigned symbols);

/* Writes the program as a file, whose first bytes are there from 0x8000 on. */
enum { IMAGE_BYTES = 0x300 };
void program_image_file(const char *path, const struct image_symbol *symbol,
			unsigned symbols);

#endif
