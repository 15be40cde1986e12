/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_TEXT_H
#define FUZZ_TEXT_H

/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The fuzz targets (libFuzzer) share this: a file or a text of some bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_PATH = 40 };

/* A file with those bytes; -1: none can be made.  close() ends it. */
static inline int fuzz_file(const uint8_t *data, size_t size,
			    char path[FUZZ_PATH])
{
	int fd = memfd_create("fuzz", 0);

	if (fd >= 0 && write(fd, data, size) != (ssize_t)size) {
		close(fd);
		fd = -1;
	}
	snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", fd);
	return fd;
}

/* A copy that ends with '\0', in memory of just that size; free() it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

/* Ends the process if something is untrue that holds for any input. */
static inline void fuzz_require(int truth)
{
	if (!truth)
		abort();
}

#endif
