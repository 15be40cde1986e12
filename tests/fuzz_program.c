/* SPDX-License-Identifier: MIT */

/*
 * libFuzzer: any bytes as a guest program.  Whatever opens is looked at from
 * end to end, so that the sanitizers see every byte the program claims.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "program/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(struct program *p)
{
	volatile uint8_t sink = 0;
	struct error err;

	for (size_t i = 0; i < p->segments; i++)
		for (uint64_t k = 0; k < p->segment[i].file_size; k++)
			sink = (uint8_t)(sink + p->segment[i].bytes[k]);
	for (size_t i = 0; i < p->symbols; i++) {
		const struct program_symbol *s = &p->symbol[i];
		uint64_t offset;

		program_at(p, s->addr, &offset);
		program_at(p, s->addr + s->size, &offset);
	}
	if (p->symbols)
		program_find(p, p->symbol[p->symbols - 1].name, &err);
	program_find(p, "mian", &err);
	program_close(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz_program", 0);
	struct program *p;
	struct error err;
	char path[40];

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return 0;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	/* As the file says it is, so that all of the reader gets a turn. */
	if (size > EI_DATA) {
		bool big = data[EI_DATA] == ELFDATA2MSB;
		uint8_t bits = data[EI_CLASS] == ELFCLASS64 ? 64 : 32;

		p = program_open(path, EM_ARM, bits, big, &err);
		if (p)
			look(p);
	}
	close(fd);
	return 0;
}
