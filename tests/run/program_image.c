/* SPDX-License-Identifier: MIT */
#include "program_image.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SYMBOLS = 1 << 12 };

struct image {
	Elf32_Ehdr head;
	Elf32_Phdr segment;
	Elf32_Sym symbol[1 + SYMBOLS];
	char strings[32 * 16 + 2 * SYMBOLS];
	Elf32_Shdr section[3]; /* none, the symbols, the strings */
};

static void make_image(struct image *m, unsigned symbols)
{
	*m = (struct image){
		.head = { .e_type = ET_EXEC,
			  .e_machine = EM_ARM,
			  .e_version = EV_CURRENT,
			  .e_entry = 0x8000,
			  .e_phoff = offsetof(struct image, segment),
			  .e_shoff = offsetof(struct image, section),
			  .e_ehsize = sizeof m->head,
			  .e_phentsize = sizeof m->segment,
			  .e_phnum = 1,
			  .e_shentsize = sizeof m->section[0],
			  .e_shnum = 3 },
		.segment = { .p_type = PT_LOAD,
			     .p_paddr = 0x8000,
			     .p_vaddr = 0x8000,
			     .p_memsz = 0x2000 },
		.section = { { 0 },
			     { .sh_type = SHT_SYMTAB,
			       .sh_offset = offsetof(struct image, symbol),
			       .sh_size = (Elf32_Word)((1 + symbols) *
						       sizeof m->symbol[0]),
			       .sh_link = 2,
			       .sh_info = 1,
			       .sh_entsize = sizeof m->symbol[0] },
			     { .sh_type = SHT_STRTAB,
			       .sh_offset = offsetof(struct image, strings),
			       .sh_size = sizeof m->strings } },
	};
	memcpy(m->head.e_ident, ELFMAG, SELFMAG);
	m->head.e_ident[EI_CLASS] = ELFCLASS32;
	m->head.e_ident[EI_DATA] = ELFDATA2LSB;
	m->head.e_ident[EI_VERSION] = EV_CURRENT;
}

static struct image image;

static void name_symbols(const struct image_symbol *symbol, unsigned symbols)
{
	size_t used = 1;

	assert_in_range(symbols, 1, SYMBOLS);
	make_image(&image, symbols);
	for (unsigned i = 0; i < symbols; i++) {
		image.symbol[1 + i] =
			(Elf32_Sym){ .st_name = (Elf32_Word)used,
				     .st_value = symbol[i].addr,
				     .st_size = symbol[i].size,
				     .st_info = ELF32_ST_INFO(STB_GLOBAL,
							      STT_FUNC),
				     .st_shndx = SHN_ABS };
		used += 1 + (size_t)snprintf(image.strings + used,
					     sizeof image.strings - used, "%s",
					     symbol[i].name);
		assert_true(used < sizeof image.strings);
	}
}

struct program *program_image(const struct image_symbol *symbol,
			      unsigned symbols)
{
	char path[] = "/tmp/tally_prog.elf_XXXXXX";
	struct program *program;
	struct error err;
	int fd;

	name_symbols(symbol, symbols);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, &image, sizeof image), sizeof image);
	close(fd);
	program = program_open(path, EM_ARM, 32, false, &err);
	unlink(path);
	if (!program)
		fail_msg("%s", err.text);
	return program;
}

void program_image_file(const char *path, const struct image_symbol *symbol,
			unsigned symbols)
{
	FILE *to = fopen(path, "w");

	assert_non_null(to);
	name_symbols(symbol, symbols);
	image.segment.p_filesz = IMAGE_BYTES;
	assert_true(sizeof image > IMAGE_BYTES);
	assert_int_equal(fwrite(&image, sizeof image, 1, to), 1);
	assert_int_equal(fclose(to), 0);
}
