/* SPDX-License-Identifier: MIT */

/*
 * libFuzzer: any bytes as a guest program.  Whatever opens is looked at from
 * end to end, so that the sanitizers see every byte the program claims.
 */
#include "fuzz_text.h"

#include <elf.h>

#include "program/inner.h"

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
	char path[FUZZ_PATH];
	int fd = fuzz_file(data, size, path);
	struct program *p;
	struct error err;

	if (fd < 0)
		return 0;
	/* As the file says it is, so that all of the reader gets a turn. */
	if (size > EI_DATA) {
		bool big = data[EI_DATA] == ELFDATA2MSB;
		uint8_t bits = data[EI_CLASS] == ELFCLASS64 ? 64 : 32;

		p = program_open_here(path, EM_ARM, bits, big, &err);
		if (p)
			look(p);
	}
	close(fd);
	return 0;
}
