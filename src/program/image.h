/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_IMAGE_H
#define PROGRAM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROGRAM_LOOP = 2 };

/* Instructions that go round for ever. */
const uint32_t *program_image_loop(uint16_t machine);

/*
 * Writes an ELF file of nothing but code, whose entry is its first word: for
 * ARM, AArch64 and Power, `machine` as ELF names them, in the order of bytes
 * that Tally's targets of it have.  False: it could not be written.
 */
bool program_image_write(int fd, uint16_t machine, uint64_t at,
			 const uint32_t *code, size_t words);

#endif
